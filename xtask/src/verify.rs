//! `cargo verify`.

use crate::tools::{WASM, cargo, complete_toolchain, run};
use anyhow::{Context, Result};
use std::process::Command;
use std::time::Instant;

/// Every check that must pass before anything lands.
pub fn verify() -> Result<()> {
    let start = Instant::now();
    complete_toolchain()?;
    step("format", cargo(&["fmt", "--all", "--check"])).context("`cargo fmt` puts it right")?;
    step(
        "lints",
        cargo(&[
            "clippy",
            "--workspace",
            "--all-targets",
            "--quiet",
            "--",
            "--deny",
            "warnings",
        ]),
    )?;
    step("tests", cargo(&["test", "--workspace", "--quiet"]))?;
    step(
        "documentation",
        cargo(&["doc", "--workspace", "--no-deps", "--quiet"])
            .env("RUSTDOCFLAGS", "--deny warnings"),
    )?;
    let rooms = [
        "--package",
        "kit",
        "--package",
        "bots",
        "--package",
        "protocol",
        "--package",
        "table",
    ];
    step(
        "build for the browser",
        cargo(&["check", "--quiet", "--target", WASM]).args(rooms),
    )?;
    println!("\nAll checks passed in {} s.", start.elapsed().as_secs());
    Ok(())
}

fn step(name: &str, mut command: impl std::borrow::BorrowMut<Command>) -> Result<()> {
    println!("\n== {name}");
    run(command.borrow_mut()).with_context(|| format!("the check of {name} failed"))
}
