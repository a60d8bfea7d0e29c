//! `cargo play`.

use crate::tools::{build_durbar, root, run};
use anyhow::{Context, Result};
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

const GAME: &str = "taj-mahal";

/// Plays one whole game between bots, prints it move by move, and says what comes next.
pub fn play() -> Result<()> {
    let durbar = build_durbar()?;
    let folder = root().join("target").join("play");
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
    let seed = now.as_nanos().to_string();
    let simulate = [
        "simulate",
        GAME,
        "--games",
        "1",
        "--seed",
        &seed,
        "--records",
    ];
    run(Command::new(&durbar)
        .args(simulate)
        .arg(&folder)
        .stdout(Stdio::null()))?;
    let record = folder.join(format!("{GAME}-000001.record"));
    run(Command::new(&durbar).arg("replay").arg(&record))
        .context("the game that was just played does not replay")?;
    println!();
    println!(
        "That was a whole game between bots that know the rules and nothing else. Its record is"
    );
    println!("  {}", record.display());
    println!("What comes next:");
    println!("  {} --help", durbar.display());
    println!("  play from a program: docs/engine.md");
    println!("  the page in the browser is not built yet");
    Ok(())
}
