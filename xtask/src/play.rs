//! `cargo play`.

use crate::build::{self, Build};
use crate::tools::{add_browser_target, cargo, program, run, target};
use anyhow::Result;
use std::process::Command;

/// Builds everything quickly, serves it on this machine, and opens the page in the browser.
pub fn play() -> Result<()> {
    let durbar = program("dev", "durbar");
    if !durbar.exists() {
        println!("Building Durbar; this takes a few minutes, once.");
    }
    add_browser_target()?;
    println!("Step 1 of 3: the server, the rules and the bots");
    run(&mut cargo(&[
        "build",
        "--package",
        "durbar",
        "--package",
        "bundle",
    ]))?;
    println!("Step 2 of 3: the page");
    let page = build::page(Build::Quick)?;
    println!("Step 3 of 3: opening the page");
    let folder = target().join("play");
    std::fs::create_dir_all(&folder)?;
    run(Command::new(durbar)
        .args(["serve", "--open", "--page"])
        .arg(page)
        .arg("--database")
        .arg(folder.join("durbar.sqlite")))
}
