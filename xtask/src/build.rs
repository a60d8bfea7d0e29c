//! Building the page and the `durbar` command: quickly for this machine, or as people get them.

use crate::tools::{WASM, add_browser_target, built, cargo, program, root, run, target};
use anyhow::{Context, Result, bail};
use std::collections::{BTreeMap, BTreeSet};
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

/// Prints what travels over the wire, compressed by brotli, in the order in which it is needed: texts and documents of one language only, here of the longest.
/// Fails if it is too much.
pub fn report(folder: &Path) -> Result<()> {
    let sizes = sizes(folder)?;
    for (name, size) in &sizes {
        println!("{:>8.1} KiB  {name}", kib(*size));
    }
    // The parts of the module that each entrance needs.
    let entrances = fs::read_to_string(folder.with_extension("parts"))?;
    let entrances: BTreeMap<&str, BTreeSet<&str>> = entrances
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(entrance, parts)| (entrance, parts.split(' ').collect()))
        .collect();
    let sum = |parts: &BTreeSet<&str>| parts.iter().filter_map(|part| sizes.get(*part)).sum();
    let play = entrances.get("play").context("there is no part for play")?;
    let mut travels = vec![(
        "the start page, with all that it needs",
        first_load(&sizes),
        300.0,
    )];
    travels.push(("more for a table: rules and boards", sum(play), 800.0));
    for (what, entrance, limit) in [
        ("more for bots at a local table", "think", 60.0),
        ("more for lessons and rules", "learn", 100.0),
        ("more for the pages of people", "people", 100.0),
    ] {
        let parts = entrances
            .get(entrance)
            .with_context(|| format!("there is no part ‘{entrance}’"))?;
        travels.push((what, sum(&(parts - play)), limit));
    }
    let mut excess = Vec::new();
    for (what, size, limit) in travels {
        println!("{:>8.1} KiB  {what} (at most {limit})", kib(size));
        if kib(size) > limit {
            excess.push(what);
        }
    }
    match excess.is_empty() {
        true => Ok(()),
        false => bail!("too much travels: {}", excess.join("; ")),
    }
}

/// The sizes of all files as they travel, by name.
fn sizes(folder: &Path) -> Result<BTreeMap<String, u64>> {
    let mut sizes = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = match path.extension().and_then(|ending| ending.to_str()) {
            Some("br") => path.file_stem(),
            Some("webp") => path.file_name(),
            _ => continue,
        };
        let name = name.unwrap_or_default().to_string_lossy();
        sizes.insert(name.into_owned(), fs::metadata(&path)?.len());
    }
    Ok(sizes)
}

/// What the start page needs: of the files for each language the longest, and no part of the module but the first.
fn first_load(sizes: &BTreeMap<String, u64>) -> u64 {
    let mut longest = BTreeMap::<&str, u64>::new();
    let mut others = 0;
    for (name, size) in sizes {
        match name.split(['-', '_']).next() {
            Some(kind @ ("words" | "start" | "place")) => {
                let longest = longest.entry(kind).or_default();
                *longest = (*longest).max(*size);
            }
            // Loaded when somebody opens them.
            Some("rules" | "lessons" | "split" | "chunk") => {}
            _ => others += size,
        }
    }
    others + longest.values().sum::<u64>()
}

fn kib(bytes: u64) -> f64 {
    bytes as f64 / 1024.0
}
