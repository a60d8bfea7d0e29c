//! `cargo xtask instructions`: a measure of speed that does not depend on the machine's mood.

use crate::build;
use crate::tools::root;
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

/// Two runs of different length; what they have in common, such as starting up, cancels out.
const GAMES: [u32; 2] = [20, 220];

/// Prints the instructions per decision of random play for each game.
pub fn count() -> Result<()> {
    let durbar = build::durbar(None)?;
    for game in root().join("games").read_dir()? {
        let game = game?.file_name().to_string_lossy().into_owned();
        let [few, many] = GAMES;
        let (short, few) = simulate(&durbar, &game, few)?;
        let (long, many) = simulate(&durbar, &game, many)?;
        println!(
            "{game}: {:.0} instructions per decision",
            (long - short) as f64 / (many - few) as f64
        );
    }
    Ok(())
}

/// Instructions and decisions of that many random games.
fn simulate(durbar: &Path, game: &str, games: u32) -> Result<(u64, u64)> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(durbar)
        .args([
            "simulate",
            game,
            "--threads",
            "1",
            "--seed",
            "instructions",
            "--json",
            "--games",
            &games.to_string(),
        ])
        .output()
        .context("valgrind cannot be started; it comes with most systems' packages")?;
    let (report, log) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    if !output.status.success() {
        bail!("valgrind ended with {}:\n{log}", output.status);
    }
    Ok((
        after(&log, "Collected : ")?,
        after(&report, "\"decisions\":")?,
    ))
}

/// The whole number that follows `label`.
fn after(text: &str, label: &str) -> Result<u64> {
    let (_, rest) = text
        .split_once(label)
        .with_context(|| format!("‘{label}’ is missing in\n{text}"))?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits
        .parse()
        .with_context(|| format!("no number after ‘{label}’"))
}
