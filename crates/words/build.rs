//! Compiles the Fluent files to one file for each language: sorted lines, each a key, an equals sign and the text. See [`words::file`](src/lib.rs).
//!
//! The frame's texts lie in this crate, those of a game in the folder `words` of the game: whatever lies in `games`, and in a development build in `examples`.
//! A key or a value that one language has and another has not stops the build.
//!
//! The rules of a game become a file for each language, in which its tables, its pictures and what explains which key are put in: see
//! [`words::Rules`](src/rules.rs).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs};

const LANGUAGES: [&str; 3] = ["en", "de", "ru"];

fn main() -> Result<(), String> {
    let mut table = Table::new();
    let mut games = String::from("&[\n");
    add_texts(&mut table, "frame", Path::new("."))?;
    let folders = game_folders()?;
    for (game, folder) in &folders {
        add_texts(&mut table, game, folder)?;
        games += &shape(game, folder)?;
    }
    check(&table)?;
    let out = env::var("OUT_DIR").map_err(|error| error.to_string())?;
    let write = |name: &str, text: &str| {
        fs::write(Path::new(&out).join(name), text).map_err(|error| error.to_string())
    };
    write("games.rs", &(games + "]"))?;
    let mut written = String::from("&[\n");
    for (game, folder) in &folders {
        for (number, language) in LANGUAGES.iter().enumerate() {
            if let Some(text) = rules(&table, game, folder, number)? {
                let name = format!("{game}-{language}.rules");
                write(&name, &text)?;
                written += &format!(
                    "({game:?}, {language:?}, include_str!(concat!(env!(\"OUT_DIR\"), \"/{name}\"))),\n"
                );
            }
        }
    }
    write("rules.rs", &(written + "]"))?;
    for (number, language) in LANGUAGES.iter().enumerate() {
        let line = |(key, texts): (&String, &Texts)| {
            Some(format!("{key}={}", texts.get(number)?.as_deref()?))
        };
        let lines: Vec<String> = table.iter().filter_map(line).collect();
        write(language, &lines.join("\n"))?;
    }
    Ok(())
}

/// The texts of each key.
type Table = BTreeMap<String, Texts>;

/// A text in all languages.
type Texts = [Option<String>; LANGUAGES.len()];

/// The games with the folders of their words, in the order of their keys.
fn game_folders() -> Result<Vec<(String, PathBuf)>, String> {
    let mut roots = vec!["../../games"];
    if env::var("PROFILE").is_ok_and(|profile| profile == "debug")
        && Path::new("../../examples").is_dir()
    {
        roots.push("../../examples");
    }
    let mut found = Vec::new();
    for root in roots {
        println!("cargo::rerun-if-changed={root}");
        let entries = fs::read_dir(root).map_err(|error| format!("{root}: {error}"))?;
        for entry in entries.filter_map(Result::ok) {
            let words = entry.path().join("words");
            if words.is_dir() {
                found.push((entry.file_name().to_string_lossy().into_owned(), words));
            }
        }
    }
    found.sort();
    Ok(found)
}

fn read(path: &Path) -> Result<String, String> {
    println!("cargo::rerun-if-changed={}", path.display());
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Adds the texts of a folder, in all languages.
fn add_texts(table: &mut Table, part: &str, folder: &Path) -> Result<(), String> {
    for (number, language) in LANGUAGES.iter().enumerate() {
        let path = folder.join(format!("{language}.ftl"));
        let in_file = |error: String| format!("{}: {error}", path.display());
        for (key, pattern) in messages(&read(&path)?).map_err(in_file)? {
            let texts = table.entry(format!("{part}/{key}")).or_default();
            let place = texts.get_mut(number).ok_or("a language too many")?;
            if place.replace(pattern).is_some() {
                return Err(in_file(format!("{key} appears twice")));
            }
        }
    }
    Ok(())
}

/// How the words of a game read its JSON and its actions, as a Rust expression.
fn shape(game: &str, folder: &Path) -> Result<String, String> {
    let path = folder.join("shape");
    let (mut chapter, mut per_seat, mut hidden) = ("", Vec::new(), Vec::new());
    let (mut turn, mut opponent, mut nobody) = (Vec::new(), Vec::new(), Vec::new());
    let (mut kinds, mut actions) = (Vec::new(), Vec::new());
    let text = read(&path)?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    for line in lines.filter(|line| !line.is_empty()) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let words = || rest.split_whitespace();
        match word {
            "chapter" => chapter = rest,
            "turn" => turn.extend(words()),
            "opponent" => opponent.extend(words()),
            "nobody" => nobody.extend(words()),
            "per-seat" => per_seat.extend(words()),
            "hidden" => hidden.extend(words()),
            "called" => kinds.push(rest.split_once(" like ").ok_or_else(|| {
                format!(
                    "{}: a line is ‘called winners like seat’, not ‘{line}’",
                    path.display()
                )
            })?),
            "action" => actions.push(rest),
            _ => return Err(format!("{}: ‘{line}’ is not understood", path.display())),
        }
    }
    Ok(format!(
        "GameWords {{ key: {game:?}, kinds: &{kinds:?}, per_seat: &{per_seat:?}, chapter: {chapter:?}, turn: &{turn:?}, opponent: &{opponent:?}, nobody: &{nobody:?}, actions: &{actions:?}, hidden: &{hidden:?} }},\n"
    ))
}

/// The rules of a game in a language, if there are any: below each `@table` its rows, below each `@picture` its drawing, and at the end `%` lines, each with a
/// heading and the keys that it explains.
fn rules(
    table: &Table,
    game: &str,
    folder: &Path,
    number: usize,
) -> Result<Option<String>, String> {
    let language = LANGUAGES.get(number).ok_or("a language too many")?;
    let path = folder.join(format!("{language}.rules"));
    if !path.exists() {
        return Ok(None);
    }
    let in_file = |error: String| format!("{}: {error}", path.display());
    let rows = read(&folder.join("tables"))?;
    let mut whole = String::new();
    for line in read(&path)?.lines() {
        whole += &format!("{line}\n");
        let name = |rest: &str| rest.split(" | ").next().unwrap_or_default().to_owned();
        if let Some(name) = line.strip_prefix("@table ").map(name) {
            let heading = format!("[{name}]");
            let below = rows.lines().skip_while(|row| *row != heading).skip(1);
            for row in below.take_while(|row| !row.is_empty()) {
                whole += &format!("| {}\n", filled(table, game, number, row).map_err(in_file)?);
            }
        } else if let Some(name) = line.strip_prefix("@picture ").map(name) {
            let drawing = read(&folder.join(format!("../art/rules/{name}.svg")))?;
            let drawing: Vec<&str> = drawing.lines().map(str::trim).collect();
            let drawing = filled(table, game, number, &drawing.join(" ")).map_err(in_file)?;
            whole += &format!("{drawing}\n");
        }
    }
    for line in read(&folder.join("explains"))?.lines() {
        whole += &format!("%{line}\n");
    }
    Ok(Some(whole))
}

/// A row of a table with the texts of the keys in it: `{rice}`.
fn filled(table: &Table, game: &str, number: usize, row: &str) -> Result<String, String> {
    let mut parts = row.split('{');
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (key, rest) = part
            .split_once('}')
            .ok_or_else(|| format!("an open brace in ‘{row}’"))?;
        let key = key.trim();
        let texts = table.get(&format!("{game}/{key}"));
        let text = texts.and_then(|texts| texts.get(number)?.as_deref());
        let text = text.ok_or_else(|| format!("‘{key}’ in ‘{row}’ has no text"))?;
        if text.contains('$') {
            return Err(format!("‘{key}’ in ‘{row}’ takes values"));
        }
        filled += &self::filled(table, game, number, text)?;
        filled += rest;
    }
    Ok(filled)
}

/// The messages of a Fluent file: a key, an equals sign, and a pattern that goes on in indented lines; here it becomes one line.
fn messages(text: &str) -> Result<Vec<(String, String)>, String> {
    let mut messages: Vec<(String, String)> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if line.trim().is_empty() {
            continue;
        }
        if line.starts_with(' ') {
            let (_, pattern) = messages
                .last_mut()
                .ok_or("it begins with an indented line")?;
            pattern.push(' ');
            pattern.push_str(line.trim());
        } else {
            let (key, pattern) = line
                .split_once('=')
                .ok_or_else(|| format!("no ‘=’ in ‘{line}’"))?;
            messages.push((key.trim().to_owned(), pattern.trim().to_owned()));
        }
    }
    Ok(messages)
}

/// Every key stands in every language, with the same values.
fn check(table: &Table) -> Result<(), String> {
    for (key, texts) in table {
        let [english, ..] = texts;
        let english = english
            .as_ref()
            .ok_or_else(|| format!("{key} is missing in English"))?;
        for (language, text) in LANGUAGES.iter().zip(texts) {
            let text = text
                .as_ref()
                .ok_or_else(|| format!("{key} is missing in ‘{language}’"))?;
            if values(text) != values(english) {
                return Err(format!(
                    "{key} has other values in ‘{language}’ than in English"
                ));
            }
            if text.matches('{').count() != text.matches('}').count() {
                return Err(format!("{key} has an open brace in ‘{language}’"));
            }
        }
    }
    Ok(())
}

/// The values that a text takes: `$seat`.
fn values(text: &str) -> BTreeSet<&str> {
    let starts = text
        .match_indices('$')
        .filter_map(|(at, _)| text.get(at + 1..));
    let name = |rest: &'_ str| {
        rest.find(|letter: char| !(letter.is_alphanumeric() || letter == '-' || letter == '_'))
    };
    starts
        .map(|rest| rest.get(..name(rest).unwrap_or(rest.len())).unwrap_or(rest))
        .collect()
}
