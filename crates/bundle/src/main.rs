//! Puts the page together: WebAssembly, scripts, styles and art, named by their content, and compressed.
//!
//! `bundle MODULE SOURCE FOLDER light|small` binds the compiled module, takes the page's other files from `SOURCE`, and writes all of them to `FOLDER`. `light`
//! compresses in no time, for a page that stays on this machine; `small` as much as possible. If nothing has changed, nothing is done. `cargo xtask` calls it.

use anyhow::{Context, Result, bail};
use parts::Parts;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use words::Language;

mod documents;
mod parts;

fn main() -> ExitCode {
    match run(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("the page cannot be put together: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// How much the files are compressed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compression {
    /// Quickly, by gzip alone.
    Light,
    /// As much as possible, by brotli and gzip.
    Small,
}

fn run(arguments: &[String]) -> Result<()> {
    let [module, source, games, folder, compression] = arguments else {
        bail!("usage: bundle MODULE SOURCE GAMES FOLDER light|small");
    };
    let compression = match compression.as_str() {
        "light" => Compression::Light,
        "small" => Compression::Small,
        other => bail!("the compression is light or small, not ‘{other}’"),
    };
    let (source, folder) = (Path::new(source), Path::new(folder));
    let module = fs::read(module).with_context(|| format!("{module} cannot be read"))?;
    let sources = Sources::read(source, Path::new(games), compression)?;
    let stamp = stamp(&module, &sources, compression)?;
    let stamp_file = folder.with_extension("stamp");
    if folder.is_dir() && fs::read_to_string(&stamp_file).is_ok_and(|last| last == stamp) {
        return Ok(());
    }
    // Without its stamp, a folder that is written only in part is written again.
    let _ = fs::remove_file(&stamp_file);
    println!("Binding the page ({} MB)", module.len() / 1_000_000);
    let page = Page::of(&module, &sources, &folder.with_extension("bound"))?;
    println!("Compressing the page");
    page.write(folder, compression)?;
    fs::write(folder.with_extension("parts"), &page.entrances)?;
    fs::write(&stamp_file, stamp)?;
    Ok(())
}

/// Tells apart whatever can make another page: its parts, how they are compressed, and this program.
fn stamp(module: &[u8], sources: &Sources, compression: Compression) -> Result<String> {
    let mut whole = Sha256::new();
    whole.update(fs::read(std::env::current_exe()?)?);
    whole.update(module);
    for source in &sources.0 {
        whole.update(&source.name);
        whole.update(&source.content);
    }
    whole.update([compression as u8]);
    Ok(short(&whole.finalize()))
}

/// The page's own files in the order in which they name each other: `@name@` in a later file becomes the address of an earlier one.
/// The texts of the languages, the rules, the style sheet and the pictures of the boards come before them.
const NAMED: [&str; 5] = [
    "icon.svg",
    "icon-turn.svg",
    "bots.js",
    "boot.js",
    "manifest.webmanifest",
];
/// Files with an address that never changes. The page does without them, so they are not kept for play without a server.
const FIXED: [&str; 7] = [
    "offline.js",
    "robots.txt",
    "favicon.ico",
    "apple-touch-icon.png",
    "icon-192.png",
    "icon-512.png",
    "preview.png",
];

/// A file before it has an address.
struct Source {
    name: String,
    content: Vec<u8>,
    /// Whether its address never changes.
    fixed: bool,
}

/// The page's own files, in the order in which they name each other.
struct Sources(Vec<Source>);

impl Sources {
    fn read(folder: &Path, games: &Path, compression: Compression) -> Result<Self> {
        let mut sources = Sources(Vec::new());
        let sheets = sheets(folder, games)?;
        for language in Language::ALL {
            let name = format!("words-{}.txt", language.tag());
            sources.add(name, texts(language, games, compression), false);
        }
        let known: BTreeMap<String, PathBuf> = entries(games)?.into_iter().collect();
        for game in known.into_keys() {
            for language in Language::ALL {
                if let Some(rules) = words::rules_file(language, &game) {
                    sources.add(documents::rules(&game, language), rules, false);
                }
            }
            if let Some(lessons) = lessons::file(&game) {
                sources.add(documents::course(&game), lessons, false);
            }
        }
        sources.add("style.css".to_owned(), sheets.later, false);
        for (game, art) in pictures(games)? {
            sources.add(documents::picture(&game), fs::read(art)?, false);
        }
        let named = NAMED.map(|name| (name, false));
        for (name, fixed) in named.into_iter().chain(FIXED.map(|name| (name, true))) {
            sources.add(name.to_owned(), read(&folder.join(name))?, fixed);
        }
        for (name, document) in documents::all(folder, games, &sheets.first)? {
            sources.add(name, document, true);
        }
        Ok(sources)
    }

    fn add(&mut self, name: String, content: impl Into<Vec<u8>>, fixed: bool) {
        let content = content.into();
        self.0.push(Source {
            name,
            content,
            fixed,
        });
    }
}

/// The pictures of the games' boards, with the games' keys.
fn pictures(games: &Path) -> Result<BTreeMap<String, PathBuf>> {
    let games = entries(games)?.into_iter();
    let pictures = games.map(|(key, folder)| (key, folder.join("art/board.webp")));
    Ok(pictures.filter(|(_, picture)| picture.is_file()).collect())
}

/// The texts of a language. This program also knows the words of examples, which only a light page has.
fn texts(language: Language, games: &Path, compression: Compression) -> String {
    let is_there = |line: &&str| {
        let part = line.split('/').next().unwrap_or_default();
        compression == Compression::Light || part == "frame" || games.join(part).is_dir()
    };
    let lines: Vec<&str> = words::file(language).lines().filter(is_there).collect();
    lines.join("\n")
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("{} cannot be read", path.display()))
}

fn read_text(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))
}

/// The style sheets in two parts.
struct Sheets {
    /// Up to the start page: inside the documents, so that they can be shown at once.
    first: String,
    /// Whatever comes later: a file of its own.
    later: String,
}

/// All style sheets by the order of their names. Those of the games' boards come where `60-` and the game's key would be.
fn sheets(source: &Path, games: &Path) -> Result<Sheets> {
    let own = entries(&source.join("style"))?.into_iter();
    let boards = entries(games)?.into_iter();
    let boards = boards.map(|(key, folder)| (format!("60-{key}"), folder.join("art/board.css")));
    let mut sheets: BTreeMap<String, PathBuf> = own
        .chain(boards.filter(|(_, sheet)| sheet.is_file()))
        .collect();
    let all = |part: BTreeMap<String, PathBuf>| -> Result<String> {
        part.values().map(|sheet| read_text(sheet)).collect()
    };
    let later = sheets.split_off("50");
    Ok(Sheets {
        first: all(sheets)?,
        later: all(later)?,
    })
}

/// What lies in a folder, with its names.
fn entries(folder: &Path) -> Result<Vec<(String, PathBuf)>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    entries
        .map(|entry| {
            let entry = entry?;
            Ok((
                entry.file_name().to_string_lossy().into_owned(),
                entry.path(),
            ))
        })
        .collect()
}

/// The files so far, by address.
#[derive(Default)]
struct Page {
    files: BTreeMap<String, Vec<u8>>,
    addresses: BTreeMap<String, String>,
    /// Links to the parts of the module that are for play.
    play: String,
    /// The addresses of the parts of the module that each entrance needs, a line for each.
    entrances: String,
}

impl Page {
    /// Names every file by its content. What binding leaves behind lies in `bound`.
    fn of(module: &[u8], sources: &Sources, bound: &Path) -> Result<Self> {
        let mut page = Page::default();
        page.add_parts(parts::of(module, bound)?);
        for source in &sources.0 {
            let content = match str::from_utf8(&source.content) {
                Ok(text) => page.with_addresses(text).into_bytes(),
                Err(_) => source.content.clone(),
            };
            if source.fixed {
                page.files.insert(source.name.clone(), content);
            } else {
                page.add(&source.name, content);
            }
        }
        Ok(page)
    }

    /// Adds the parts of the module with their scripts. The scripts name each other, so they carry the hash of all of them.
    fn add_parts(&mut self, parts: Parts) {
        let mut scripts = parts.scripts;
        for (name, content) in parts.modules {
            let address = self.add(&format!("{name}.wasm"), content);
            for script in scripts.values_mut() {
                *script = script.replace(&format!("./{name}.wasm"), &format!("./{address}"));
            }
        }
        for (entrance, needed) in &parts.entrances {
            let needed = needed
                .iter()
                .filter_map(|part| self.addresses.get(&format!("{part}.wasm")));
            let needed: Vec<&str> = needed.map(String::as_str).collect();
            self.entrances += &format!("{entrance} {}\n", needed.join(" "));
            if entrance == "play" {
                self.play = needed.into_iter().map(preload).collect();
            }
        }
        let mut all = Sha256::new();
        for script in scripts.values() {
            all.update(script);
        }
        let hash = short(&all.finalize());
        for (name, script) in &scripts {
            let content = scripts.keys().fold(script.clone(), |script, name| {
                script.replace(
                    &format!("from \"./{name}.js\""),
                    &format!("from \"./{name}-{hash}.js\""),
                )
            });
            self.insert(&format!("{name}.js"), &hash, content.into_bytes());
        }
    }

    /// Adds a file whose address carries the hash of its content, and returns the address.
    fn add(&mut self, name: &str, content: Vec<u8>) -> String {
        let hash = short(&Sha256::digest(&content));
        self.insert(name, &hash, content)
    }

    fn insert(&mut self, name: &str, hash: &str, content: Vec<u8>) -> String {
        let (stem, ending) = name.split_once('.').unwrap_or((name, ""));
        let address = format!("{stem}-{hash}.{ending}");
        self.addresses.insert(name.to_owned(), address.clone());
        self.files.insert(address.clone(), content);
        address
    }

    fn with_addresses(&self, text: &str) -> String {
        let list: Vec<String> = self
            .addresses
            .values()
            .map(|address| format!("\"/{address}\""))
            .collect();
        let mut text = text
            .replace("\"@all@\"", &list.join(", "))
            .replace(documents::PLAY, &self.play);
        for (name, address) in &self.addresses {
            text = text.replace(&format!("@{name}@"), &format!("/{address}"));
        }
        text
    }

    /// Writes all files to the folder, which has nothing else afterwards.
    fn write(&self, folder: &Path, compression: Compression) -> Result<()> {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder)?;
        for (address, content) in &self.files {
            fs::write(folder.join(address), content)?;
            // Pictures are as small as they get.
            if [".webp", ".png", ".ico"]
                .iter()
                .any(|ending| address.ends_with(ending))
            {
                continue;
            }
            fs::write(
                folder.join(format!("{address}.gz")),
                gzip(content, compression)?,
            )?;
            if compression == Compression::Small {
                fs::write(folder.join(format!("{address}.br")), brotli(content)?)?;
            }
        }
        Ok(())
    }
}

/// Lets a part of the module travel beside the first one.
fn preload(address: &str) -> String {
    format!(
        "<link rel=\"preload\" href=\"/{address}\" as=\"fetch\" type=\"application/wasm\" crossorigin>\n"
    )
}

/// Enough of a hash to tell contents apart, as text.
fn short(hash: &[u8]) -> String {
    let first = hash.first_chunk().copied().unwrap_or_default();
    format!("{:016x}", u64::from_be_bytes(first))
}

fn brotli(content: &[u8]) -> Result<Vec<u8>> {
    let mut small = Vec::new();
    let (buffer, quality, window) = (4096, 11, 22);
    brotli::CompressorWriter::new(&mut small, buffer, quality, window).write_all(content)?;
    Ok(small)
}

fn gzip(content: &[u8], compression: Compression) -> Result<Vec<u8>> {
    let level = match compression {
        Compression::Light => flate2::Compression::fast(),
        Compression::Small => flate2::Compression::best(),
    };
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), level);
    writer.write_all(content)?;
    Ok(writer.finish()?)
}
