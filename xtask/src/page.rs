//! Building the page: WebAssembly, scripts, styles and art, named by their content, and compressed.

use crate::tools::{WASM, cargo, root, run};
use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use wasm_bindgen_cli_support::Bindgen;

/// How the page is built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// Small and compressed, for people.
    Release,
    /// Quickly, for tests.
    Quick,
}

impl Build {
    /// Cargo's profile.
    fn profile(self) -> &'static str {
        match self {
            Build::Release => "page",
            Build::Quick => "page-dev",
        }
    }
}

/// The page's own files in the order in which they name each other: `@name@` in a later file becomes the address of an earlier one.
const NAMED: [&str; 6] = [
    "style.css",
    "icon.svg",
    "icon-turn.svg",
    "bots.js",
    "boot.js",
    "manifest.webmanifest",
];
/// Files with an address that never changes.
const FIXED: [&str; 2] = ["index.html", "offline.js"];

/// Builds the page and tells in which folder it lies. The folder's name changes with its content.
pub fn build(how: Build) -> Result<PathBuf> {
    let mut page = Page::default();
    page.bind(CLIENT, &compile(how.profile())?)?;
    let source = root().join("crates/client/page");
    for name in NAMED {
        let text = if name == "style.css" {
            styles(&source)?
        } else {
            read(&source.join(name))?
        };
        let text = page.with_addresses(&text);
        page.add(name, text.into_bytes());
    }
    for name in FIXED {
        let text = page.with_addresses(&read(&source.join(name))?);
        page.files.insert(name.to_owned(), text.into_bytes());
    }
    page.write(how)
}

/// The package that is the page.
const CLIENT: &str = "client";

/// Compiles the page. A nested Cargo must not inherit what this one was told.
fn compile(profile: &str) -> Result<Vec<u8>> {
    let target = root().join("target/wasm");
    let mut cargo = cargo(&["build", "--quiet", "--package", CLIENT, "--target", WASM]);
    cargo
        .args(["--profile", profile, "--target-dir"])
        .arg(&target);
    let inherited =
        |name: &str| name.starts_with("CARGO_") || name.ends_with("RUSTFLAGS") || name == "OUT_DIR";
    for (name, _) in std::env::vars().filter(|(name, _)| inherited(name) && name != "CARGO_HOME") {
        cargo.env_remove(name);
    }
    run(&mut cargo).context("the page does not compile")?;
    let module = target
        .join(WASM)
        .join(profile)
        .join(format!("{CLIENT}.wasm"));
    fs::read(&module).with_context(|| format!("{} is missing", module.display()))
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))
}

/// All style sheets in one, by the order of their names.
fn styles(source: &Path) -> Result<String> {
    let entries = fs::read_dir(source.join("style"))?.collect::<Result<Vec<_>, _>>()?;
    let mut paths: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

/// The files so far, by address.
#[derive(Default)]
struct Page {
    files: BTreeMap<String, Vec<u8>>,
    addresses: BTreeMap<String, String>,
}

impl Page {
    /// Makes the script that belongs to a WebAssembly module.
    fn bind(&mut self, stem: &str, wasm: &[u8]) -> Result<()> {
        let folder = root().join("target/page/bound").join(stem);
        let _ = fs::remove_dir_all(&folder);
        Bindgen::new()
            .input_bytes(stem, wasm.to_vec())
            .web(true)?
            .typescript(false)
            .omit_default_module_path(true)
            .remove_name_section(true)
            .remove_producers_section(true)
            .generate(&folder)?;
        if folder.join("snippets").exists() {
            bail!("{stem} brings scripts of its own, which the page does not serve");
        }
        self.add(
            &format!("{stem}.wasm"),
            fs::read(folder.join(format!("{stem}_bg.wasm")))?,
        );
        self.add(
            &format!("{stem}.js"),
            fs::read(folder.join(format!("{stem}.js")))?,
        );
        Ok(())
    }

    /// Adds a file whose address carries the hash of its content.
    fn add(&mut self, name: &str, content: Vec<u8>) {
        let hash = hexadecimal(&Sha256::digest(&content));
        let (stem, ending) = name.split_once('.').unwrap_or((name, ""));
        let address = format!("{stem}-{hash}.{ending}");
        self.addresses.insert(name.to_owned(), address.clone());
        self.files.insert(address, content);
    }

    fn with_addresses(&self, text: &str) -> String {
        let list: Vec<String> = self
            .addresses
            .values()
            .map(|address| format!("\"/{address}\""))
            .collect();
        let mut text = text.replace("\"@all@\"", &list.join(", "));
        for (name, address) in &self.addresses {
            text = text.replace(&format!("@{name}@"), &format!("/{address}"));
        }
        text
    }

    fn write(&self, how: Build) -> Result<PathBuf> {
        let mut whole = Sha256::new();
        for (address, content) in &self.files {
            whole.update(address);
            whole.update(content);
        }
        let folder = root()
            .join("target/page")
            .join(if how == Build::Release {
                "release"
            } else {
                "quick"
            })
            .join(hexadecimal(&whole.finalize()));
        if folder.exists() {
            return Ok(folder);
        }
        let unfinished = folder.with_extension("unfinished");
        let _ = fs::remove_dir_all(&unfinished);
        fs::create_dir_all(&unfinished)?;
        for (address, content) in &self.files {
            fs::write(unfinished.join(address), content)?;
            if how == Build::Release {
                fs::write(unfinished.join(format!("{address}.br")), brotli(content)?)?;
                fs::write(unfinished.join(format!("{address}.gz")), gzip(content)?)?;
            }
        }
        fs::rename(&unfinished, &folder)?;
        Ok(folder)
    }
}

/// Enough of a hash to tell contents apart.
fn hexadecimal(hash: &[u8]) -> String {
    hash.iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

fn brotli(content: &[u8]) -> Result<Vec<u8>> {
    let mut small = Vec::new();
    let (buffer, quality, window) = (4096, 11, 22);
    brotli::CompressorWriter::new(&mut small, buffer, quality, window).write_all(content)?;
    Ok(small)
}

fn gzip(content: &[u8]) -> Result<Vec<u8>> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    writer.write_all(content)?;
    Ok(writer.finish()?)
}

/// Prints what travels over the wire on the first visit.
pub fn report(folder: &Path) -> Result<()> {
    let mut total = 0;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "br") {
            let size = fs::metadata(&path)?.len();
            let name = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            println!("{:>8.1} KiB  {name}", size as f64 / 1024.0);
            total += size;
        }
    }
    println!("{:>8.1} KiB  in all, brotli", total as f64 / 1024.0);
    Ok(())
}
