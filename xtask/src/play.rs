//! `cargo play` and `cargo xtask build`.

use crate::page::{self, Build};
use crate::tools::{build_durbar, complete_toolchain, root, run};
use anyhow::Result;
use std::path::PathBuf;
use std::process::Command;

/// Builds everything, serves it on this machine, and opens the page in the browser.
pub fn play() -> Result<()> {
    let durbar = build()?;
    let folder = root().join("target/play");
    std::fs::create_dir_all(&folder)?;
    let database = folder.join("durbar.sqlite");
    run(Command::new(durbar)
        .args(["serve", "--open", "--database"])
        .arg(database))
}

/// Builds the `durbar` command with the page inside, and tells where it is.
pub fn build() -> Result<PathBuf> {
    complete_toolchain()?;
    println!("Building the page; the first time takes a few minutes");
    let page = page::build(Build::Release)?;
    build_durbar(Some(&page))
}
