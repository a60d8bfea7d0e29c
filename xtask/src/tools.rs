//! Running other programs.

use anyhow::{Context, Result, bail};
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

/// Cargo, in the project's root.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.args(arguments).current_dir(root());
    cargo
}

/// Runs a program to its end; what it prints is shown.
pub fn run(command: &mut Command) -> Result<()> {
    let name = format!("{command:?}").replace('"', "");
    let status = command
        .status()
        .with_context(|| format!("{name} cannot be started"))?;
    if !status.success() {
        bail!("{name} ended with {status}");
    }
    Ok(())
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

/// Builds the `durbar` command for speed, with a page if one is given, and tells where it is.
pub fn build_durbar(page: Option<&Path>) -> Result<PathBuf> {
    let mut build = cargo(&["build", "--release", "--package", "durbar"]);
    if let Some(page) = page {
        build.env("DURBAR_PAGE", page);
    }
    run(&mut build)?;
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    Ok(target
        .join("release")
        .join(format!("durbar{}", std::env::consts::EXE_SUFFIX)))
}

/// Adds what the checks need to the Rust installation, if it is missing.
pub fn complete_toolchain() -> Result<()> {
    for (component, program) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if cargo(&[program, "--version"])
            .output()
            .map_or(true, |output| !output.status.success())
        {
            add("component", component)?;
        }
    }
    let libraries = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", WASM])
        .output()?;
    let folder = String::from_utf8_lossy(&libraries.stdout);
    if !Path::new(folder.trim()).is_dir() {
        add("target", WASM)?;
    }
    Ok(())
}

fn add(kind: &str, name: &str) -> Result<()> {
    println!("Adding the {kind} {name} to the Rust installation");
    run(Command::new("rustup").args([kind, "add", name]))
        .with_context(|| format!("please install the Rust {kind} {name} yourself, then try again"))
}
