//! `cargo verify`.

use crate::browser;
use crate::postgres;
use crate::tools::{WASM, cargo, complete_toolchain, run};
use anyhow::{Context, Result};
use std::process::Command;
use std::time::Instant;

/// Every check that must pass before anything lands.
pub fn verify() -> Result<()> {
    let start = Instant::now();
    complete_toolchain()?;
    postgres::install()?;
    step("format", cargo(&["fmt", "--all", "--check"])).context("`cargo fmt` puts it right")?;
    step(
        "lints",
        cargo(&[
            "clippy",
            "--workspace",
            "--exclude",
            "client",
            "--all-targets",
            "--quiet",
            "--",
            "--deny",
            "warnings",
        ]),
    )?;
    step(
        "lints of the page",
        cargo(&["clippy", "--package", "client"])
            .args([
                "--target",
                WASM,
                "--profile",
                "page-dev",
                "--target-dir",
                "target/wasm",
            ])
            .args(["--quiet", "--", "--deny", "warnings"]),
    )?;
    let not_native = ["--exclude", "client"];
    step(
        "tests",
        cargo(&[
            "test",
            "--workspace",
            "--quiet",
            "--exclude",
            "browser-tests",
        ])
        .args(not_native),
    )?;
    step(
        "documentation",
        cargo(&["doc", "--workspace", "--no-deps", "--quiet"])
            .args(not_native)
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
    println!("\n== the page in a browser");
    browser::test(None)?;
    println!("\nAll checks passed in {} s.", start.elapsed().as_secs());
    Ok(())
}

fn step(name: &str, mut command: impl std::borrow::BorrowMut<Command>) -> Result<()> {
    println!("\n== {name}");
    run(command.borrow_mut()).with_context(|| format!("the check of {name} failed"))
}
