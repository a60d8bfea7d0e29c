//! Building the page and the `durbar` command: quickly for this machine, or as people get them.

use crate::tools::{WASM, add_browser_target, built, cargo, program, root, run, target};
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How something is built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// Quickly: rules and bots at full speed, the rest barely optimised.
    Quick,
    /// Small and fast, for people elsewhere.
    Release,
}

impl Build {
    /// Cargo's profile for the page. Its bots are in the same module.
    fn page_profile(self) -> &'static str {
        match self {
            Build::Quick => "dev",
            Build::Release => "page",
        }
    }

    /// How much the page is compressed.
    fn compression(self) -> &'static str {
        match self {
            Build::Quick => "light",
            Build::Release => "small",
        }
    }
}

/// Builds the page and tells in which folder it lies. Needs `bundle`.
pub fn page(how: Build) -> Result<PathBuf> {
    let profile = how.page_profile();
    let mut compile = cargo(&["build", "--package", "module", "--target", WASM]);
    // The page has flags of its own in `.cargo/config.toml`, which these would replace.
    for flags in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS"] {
        compile.env_remove(flags);
    }
    run(compile.args(["--profile", profile])).context("the page does not compile")?;
    let folder = target().join("page").join(profile);
    run(Command::new(program("dev", "bundle"))
        .arg(built(&target().join(WASM), profile).join("module.wasm"))
        .arg(root().join("crates/client/page"))
        .arg(root().join("games"))
        .arg(&folder)
        .arg(how.compression()))?;
    Ok(folder)
}

/// Builds the `durbar` command as people get it, with the page inside, and tells where it is. Beside it lies the list of its components.
pub fn release() -> Result<PathBuf> {
    let durbar = durbar(Some(&release_page()?))?;
    run(&mut cargo(&["build", "--package", "packaging"]))?;
    run(packaging()
        .arg("sbom")
        .arg(durbar.with_extension("cdx.json")))?;
    Ok(durbar)
}

/// Builds the `durbar` command as people get it, and packs it.
pub fn package() -> Result<()> {
    let durbar = release()?;
    run(packaging()
        .arg("package")
        .arg(durbar)
        .arg(target().join("package")))
}

fn packaging() -> Command {
    Command::new(program("dev", "packaging"))
}

/// Builds the page as people get it, and tells in which folder it lies.
pub fn release_page() -> Result<PathBuf> {
    add_browser_target()?;
    run(&mut cargo(&["build", "--package", "bundle"]))?;
    page(Build::Release)
}

/// Builds the `durbar` command for speed, with a page if one is given, and tells where it is.
pub fn durbar(page: Option<&Path>) -> Result<PathBuf> {
    let mut build = cargo(&["build", "--release", "--package", "durbar"]);
    if let Some(page) = page {
        build.env("DURBAR_EMBED", page);
    }
    run(&mut build)?;
    Ok(program("release", "durbar"))
}

/// Prints what travels over the wire on the first visit: everything that offline play keeps, but the texts and documents of one language only, here of the
/// longest.
pub fn report(folder: &Path) -> Result<()> {
    let mut total = 0;
    let mut longest = std::collections::BTreeMap::<String, u64>::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = match path.extension().and_then(|ending| ending.to_str()) {
            Some("br") => path.file_stem(),
            Some("webp") => path.file_name(),
            _ => continue,
        };
        let size = fs::metadata(&path)?.len();
        let name = name.unwrap_or_default().to_string_lossy();
        println!("{:>8.1} KiB  {name}", size as f64 / 1024.0);
        match name.split_once('-') {
            Some((kind @ ("words" | "start" | "place"), _)) => {
                let longest = longest.entry(kind.to_owned()).or_default();
                *longest = size.max(*longest);
            }
            _ => total += size,
        }
    }
    total += longest.values().sum::<u64>();
    println!(
        "{:>8.1} KiB  on a first visit, brotli",
        total as f64 / 1024.0
    );
    Ok(())
}
