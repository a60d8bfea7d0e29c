//! `cargo xtask fuzz`: arbitrary input for everything that reads some, guided by what it reaches.

use crate::tools::{cargo, root, run, target, works};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// How long each target runs unless told otherwise.
const SECONDS: u32 = 60;
/// The longest input.
const LONGEST: u32 = 16 * 1024;
/// A single input that takes longer than so many seconds is a finding.
const SLOWEST: u32 = 20;

/// Runs one target or all of them, and stops at the first finding.
pub fn fuzz(arguments: &[String]) -> Result<()> {
    let Asked { targets, seconds } = Asked::read(arguments, &targets()?)?;
    check_tools()?;
    // The very versions of other people's code that everything else is built with.
    std::fs::copy(root().join("Cargo.lock"), root().join("fuzz/Cargo.lock"))?;
    println!("Building");
    run(&mut cargo_fuzz("build", &[]))?;
    for (number, name) in targets.iter().enumerate() {
        println!(
            "\n== {} of {}: {name}, {seconds} seconds",
            number + 1,
            targets.len()
        );
        run_target(name, seconds)?;
    }
    println!("\nNothing was found.");
    Ok(())
}

/// What is to be run.
struct Asked {
    targets: Vec<String>,
    seconds: u32,
}

impl Asked {
    fn read(arguments: &[String], known: &[String]) -> Result<Self> {
        let mut asked = Asked {
            targets: Vec::new(),
            seconds: SECONDS,
        };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            if argument == "--seconds" {
                let seconds = arguments.next().and_then(|seconds| seconds.parse().ok());
                asked.seconds = seconds.context("--seconds needs a whole number")?;
            } else if known.contains(argument) {
                asked.targets.push(argument.clone());
            } else {
                bail!(
                    "there is no target ‘{argument}’; the targets are {}",
                    known.join(", ")
                );
            }
        }
        if asked.targets.is_empty() {
            asked.targets = known.to_vec();
        }
        Ok(asked)
    }
}

/// The names of all targets.
fn targets() -> Result<Vec<String>> {
    let mut names = Vec::new();
    for file in root().join("fuzz/fuzz_targets").read_dir()? {
        let path = file?.path();
        names.extend(path.file_stem().map(|name| name.display().to_string()));
    }
    names.sort();
    Ok(names)
}

fn check_tools() -> Result<()> {
    if !works(&mut nightly(&["--version"])) {
        bail!(
            "libFuzzer needs a nightly Rust: `rustup toolchain install nightly --profile minimal` installs it"
        );
    }
    if !works(&mut nightly(&["fuzz", "--version"])) {
        bail!("cargo-fuzz is missing: `cargo install cargo-fuzz --locked` installs it");
    }
    Ok(())
}

/// Cargo of the nightly toolchain, whichever calls us.
fn nightly(arguments: &[&str]) -> Command {
    let mut rustup = Command::new("rustup");
    rustup.args(["run", "nightly", "cargo"]).args(arguments);
    let asked = cargo(&[]);
    rustup.current_dir(root());
    for (name, value) in asked.get_envs() {
        if value.is_none() {
            rustup.env_remove(name);
        }
    }
    // These name the toolchain that compiled us.
    for name in ["CARGO", "RUSTC", "RUSTUP_TOOLCHAIN", "CARGO_TARGET_DIR"] {
        rustup.env_remove(name);
    }
    rustup
}

/// Our own code is free of `unsafe`, so that a sanitizer would only cost time.
fn cargo_fuzz(task: &str, arguments: &[&str]) -> Command {
    let mut command = nightly(&["fuzz", task, "--sanitizer", "none", "--target-dir"]);
    command.arg(folder()).args(arguments);
    command
}

/// Where fuzzing builds, and keeps what it found.
fn folder() -> PathBuf {
    target().join("fuzz")
}

fn run_target(name: &str, seconds: u32) -> Result<()> {
    let found = folder().join("corpus").join(name);
    let kept = root().join("crates/fuzzing/corpus").join(name);
    let findings = folder().join("findings").join(name);
    for folder in [&found, &findings] {
        std::fs::create_dir_all(folder)?;
    }
    let mut command = cargo_fuzz("run", &[name]);
    // New inputs go to the first folder.
    command.args([&found, &kept]).arg("--");
    command.arg(format!("-max_total_time={seconds}"));
    command.arg(format!("-max_len={LONGEST}"));
    command.arg(format!("-timeout={SLOWEST}"));
    command.arg(format!("-artifact_prefix={}/", findings.display()));
    let before = files(&findings)?;
    let outcome = run(&mut command);
    let new = |file: &PathBuf| !before.contains(file);
    match (outcome, files(&findings)?.into_iter().find(new)) {
        (Ok(()), _) => Ok(()),
        (Err(_), Some(finding)) => bail!(
            "{name} found something: the input is {}; once it is repaired, a small such input belongs into {}",
            finding.display(),
            kept.display()
        ),
        (Err(error), None) => Err(error),
    }
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    folder.read_dir()?.map(|file| Ok(file?.path())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_name_targets_and_the_time() {
        let read = |arguments: &[&str]| {
            let arguments: Vec<_> = arguments.iter().map(ToString::to_string).collect();
            let known = ["record", "state"].map(str::to_owned);
            Asked::read(&arguments, &known).map(|asked| (asked.targets.join(" "), asked.seconds))
        };
        assert_eq!(read(&[]).unwrap(), ("record state".to_owned(), SECONDS));
        let both = read(&["state", "--seconds", "5"]).unwrap();
        assert_eq!(both, ("state".to_owned(), 5));
        assert!(read(&["--seconds"]).is_err());
        let error = read(&["stat"]).unwrap_err().to_string();
        assert_eq!(
            error,
            "there is no target ‘stat’; the targets are record, state"
        );
    }
}
