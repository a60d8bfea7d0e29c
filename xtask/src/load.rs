//! `cargo xtask load`: load and faults, measured on real processes.

use crate::build;
use crate::tools::{cargo, run};
use anyhow::Result;

/// Builds the server and the load tool for speed, and runs the tool with these arguments.
pub fn load(arguments: &[String]) -> Result<()> {
    let durbar = build::durbar(None)?;
    let mut load = cargo(&["run", "--release", "--quiet", "--package", "load", "--"]);
    load.args(arguments);
    if arguments
        .first()
        .is_some_and(|first| !first.starts_with('-'))
    {
        load.arg("--durbar").arg(durbar);
    }
    run(&mut load)
}
