//! Running other programs.

use anyhow::{Context, Result, bail};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The target for the browser.
pub const WASM: &str = "wasm32-unknown-unknown";

/// The project's root.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or(Path::new("."))
}

/// Where Cargo builds.
pub fn target() -> PathBuf {
    let named = std::env::var_os("CARGO_TARGET_DIR");
    named.map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// Where Cargo leaves what it builds with this profile, below the target folder or that of another platform.
pub fn built(target: &Path, profile: &str) -> PathBuf {
    target.join(if profile == "dev" { "debug" } else { profile })
}

/// A program of the workspace that was built with this profile.
pub fn program(profile: &str, name: &str) -> PathBuf {
    built(&target(), profile).join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Cargo, in the project's root, as if it were called by hand: what the outer Cargo tells about `xtask` is not meant for others.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.args(arguments).current_dir(root());
    let about_xtask = |name: &str| {
        name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") || name == "OUT_DIR"
    };
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(about_xtask) {
            cargo.env_remove(name);
        }
    }
    cargo
}

/// The command as a person would type it.
fn name(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

/// Runs a program to its end; what it prints is shown.
pub fn run(command: &mut Command) -> Result<()> {
    let name = name(command);
    let status = command
        .status()
        .with_context(|| format!("{name} cannot be started"))?;
    if !status.success() {
        bail!("{name} ended with {status}");
    }
    Ok(())
}

/// Whether a program can be started and succeeds; what it prints is not shown.
pub fn works(command: &mut Command) -> bool {
    let status = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

/// Runs tests, shows what they print, and counts those that passed.
pub fn run_tests(command: &mut Command) -> Result<u32> {
    let name = name(command);
    let mut tests = command
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("{name} cannot be started"))?;
    let mut passed = 0;
    let mut output = std::io::stdout().lock();
    for line in BufReader::new(tests.stdout.take().context("no output")?).lines() {
        let line = line?;
        writeln!(output, "{line}")?;
        passed += passed_in(&line).unwrap_or(0);
    }
    let status = tests.wait()?;
    if !status.success() {
        bail!("{name} ended with {status}");
    }
    Ok(passed)
}

/// The count in a line such as `test result: ok. 12 passed; 0 failed`.
fn passed_in(line: &str) -> Option<u32> {
    let (_, result) = line.split_once("test result: ok. ")?;
    result.split_once(" passed")?.0.parse().ok()
}

/// Installs a package of the system where that is possible. Whoever asks looks afterwards whether it is there.
pub fn install(package: &str) {
    println!("Installing {package}");
    // A new machine may not know yet which packages there are.
    for arguments in [&["update"][..], &["install", "--yes", package]] {
        let _ = run(Command::new("apt-get")
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdout(Stdio::null()));
    }
}

/// Adds the checks' own tools to the Rust installation, if they are missing.
pub fn add_components() -> Result<()> {
    for (component, program) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if !works(&mut cargo(&[program, "--version"])) {
            add("component", component)?;
        }
    }
    Ok(())
}

/// Adds what compiles for the browser to the Rust installation, if it is missing.
pub fn add_browser_target() -> Result<()> {
    let libraries = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", WASM])
        .current_dir(root())
        .output()
        .context("rustc cannot be started; it comes with Rust")?;
    let folder = String::from_utf8_lossy(&libraries.stdout);
    if !Path::new(folder.trim()).is_dir() {
        add("target", WASM)?;
    }
    Ok(())
}

fn add(kind: &str, name: &str) -> Result<()> {
    println!("Adding the {kind} {name} to the Rust installation");
    run(Command::new("rustup").args([kind, "add", name])).with_context(|| {
        format!("the Rust {kind} {name} is missing and rustup cannot add it: please install it, then try again")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_results_are_counted() {
        let count = |line| passed_in(line).unwrap_or(0);
        assert_eq!(count("test result: ok. 12 passed; 0 failed; 0 ignored"), 12);
        assert_eq!(count("test result: FAILED. 3 passed; 1 failed"), 0);
        assert_eq!(count("test a_game_is_won ... ok"), 0);
    }
}
