//! `cargo xtask audit`: what depends on the world outside, and so is no part of `cargo verify`.

use crate::tools::{WASM, cargo, run, works};
use crate::verify::NATIVE;
use anyhow::{Context, Result, bail};
use std::process::Command;

/// What `cargo deny` looks at, each on its own: without a network, all but the advisories can still be checked.
const CHECKS: [&str; 4] = ["bans", "licenses", "sources", "advisories"];

/// Checks the dependencies, and that the oldest Rust that we promise is enough.
pub fn audit() -> Result<()> {
    if !works(&mut cargo(&["deny", "--version"])) {
        println!("Installing cargo-deny; this takes some minutes");
        run(&mut cargo(&["install", "--locked", "cargo-deny"]))
            .context("cargo-deny checks the dependencies")?;
    }
    let mut failed = Vec::new();
    for check in CHECKS {
        println!("\n== {check}");
        if run(&mut cargo(&["deny", "check", check])).is_err() {
            failed.push(check);
        }
    }
    println!("\n== the oldest Rust");
    if let Err(error) = oldest_rust() {
        println!("{error:#}");
        failed.push("the oldest Rust");
    }
    if !failed.is_empty() {
        bail!("not passed: {}", failed.join(", "));
    }
    println!("\nThe audit passed.");
    Ok(())
}

/// Everything must compile with the version that `Cargo.toml` names.
fn oldest_rust() -> Result<()> {
    let version = env!("CARGO_PKG_RUST_VERSION");
    let toolchain = format!("{version}.0");
    let with_it = |arguments: &[&str]| {
        let mut rustup = Command::new("rustup");
        rustup.args(["run", &toolchain]).args(arguments);
        rustup
    };
    if !works(&mut with_it(&["rustc", "--version"])) {
        run(Command::new("rustup").args([
            "toolchain",
            "install",
            "--profile",
            "minimal",
            &toolchain,
        ]))
        .with_context(|| format!("rustup installs Rust {toolchain}"))?;
    }
    run(Command::new("rustup").args(["target", "add", "--toolchain", &toolchain, WASM]))?;
    let folder = ["--target-dir", "target/oldest"];
    run(with_it(&["cargo", "check", "--locked"])
        .args(NATIVE)
        .args(folder))?;
    run(with_it(&[
        "cargo",
        "check",
        "--locked",
        "--package",
        "module",
        "--target",
        WASM,
    ])
    .args(folder))?;
    println!("Rust {toolchain} is enough.");
    Ok(())
}
