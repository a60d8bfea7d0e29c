//! Building the page and the `durbar` command: quickly for this machine, or as people get them.

use crate::tools::{WASM, add_browser_target, built, cargo, program, root, run, target};
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
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
    let mut compile = cargo(&["rustc", "--package", "module", "--target", WASM]);
    // The page has flags of its own in `.cargo/config.toml`, which these would replace.
    for flags in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS"] {
        compile.env_remove(flags);
    }
    // From the relocations `bundle` knows what each part of the module needs.
    compile.args(["--profile", profile, "--", "-C", "link-arg=--emit-relocs"]);
    run(&mut compile).context("the page does not compile")?;
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

/// When a file of the page travels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum When {
    Start,
    Table,
    Bots,
}

impl When {
    /// From the name of the file. `bundle` names the parts of the module.
    fn of(name: &str) -> Self {
        match name {
            _ if name.starts_with("split_think") => When::Bots,
            _ if name.starts_with("split_") || name.starts_with("chunk_") => When::Table,
            _ => When::Start,
        }
    }

    /// What it means, and how much may travel, in KiB.
    fn limit(self) -> (&'static str, f64) {
        match self {
            When::Start => ("the start page, with all that it needs", 300.0),
            When::Table => ("more for a table: rules and boards", 700.0),
            When::Bots => ("more for bots at a local table", 60.0),
        }
    }
}

/// Prints what travels over the wire, compressed by brotli, in the order in which it is needed: texts and documents of one language only, here of the longest.
/// Fails if it is too much.
pub fn report(folder: &Path) -> Result<()> {
    let mut sizes = BTreeMap::<When, u64>::new();
    let mut longest = BTreeMap::<String, u64>::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = match path.extension().and_then(|ending| ending.to_str()) {
            Some("br") => path.file_stem(),
            Some("webp") => path.file_name(),
            _ => continue,
        };
        let size = fs::metadata(&path)?.len();
        let name = name.unwrap_or_default().to_string_lossy();
        println!("{:>8.1} KiB  {name}", kib(size));
        match name.split_once('-') {
            Some((kind @ ("words" | "start" | "place"), _)) => {
                let longest = longest.entry(kind.to_owned()).or_default();
                *longest = size.max(*longest);
            }
            // Loaded when somebody opens them.
            Some(("rules" | "lessons", _)) => {}
            _ => *sizes.entry(When::of(&name)).or_default() += size,
        }
    }
    *sizes.entry(When::Start).or_default() += longest.values().sum::<u64>();
    let mut excess = Vec::new();
    for (when, size) in sizes {
        let (what, limit) = when.limit();
        println!("{:>8.1} KiB  {what} (at most {limit})", kib(size));
        if kib(size) > limit {
            excess.push(what);
        }
    }
    match excess.is_empty() {
        true => Ok(()),
        false => bail!("too much travels for {}", excess.join(", and for ")),
    }
}

fn kib(bytes: u64) -> f64 {
    bytes as f64 / 1024.0
}
