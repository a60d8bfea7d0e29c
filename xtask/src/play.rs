//! `cargo play`.

use crate::page::{self, Build};
use crate::tools::{build_durbar, complete_toolchain, root, run};
use anyhow::Result;
use std::process::Command;

/// Builds everything, serves it on this machine, and opens the page in the browser.
pub fn play() -> Result<()> {
    complete_toolchain()?;
    println!("Building the page; the first time takes a few minutes");
    let page = page::build(Build::Release)?;
    let durbar = build_durbar(Some(&page))?;
    let folder = root().join("target/play");
    std::fs::create_dir_all(&folder)?;
    let database = folder.join("durbar.sqlite");
    run(Command::new(durbar)
        .args(["serve", "--open", "--database"])
        .arg(database))
}
