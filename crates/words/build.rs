//! Compiles the Fluent files to one sorted table: key, then the text in each language.
//!
//! A key or a value that one language has and another has not stops the build.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

const LANGUAGES: [&str; 3] = ["en", "de", "ru"];
const FILES: [&str; 4] = ["frame", "taj-mahal", "amritsar", "maharaja"];

fn main() -> Result<(), String> {
    let mut table = BTreeMap::<String, [Option<String>; LANGUAGES.len()]>::new();
    for (number, language) in LANGUAGES.iter().enumerate() {
        for file in FILES {
            let path = format!("{language}/{file}.ftl");
            println!("cargo::rerun-if-changed={path}");
            let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
            for (key, pattern) in messages(&text).map_err(|error| format!("{path}: {error}"))? {
                let texts = table.entry(format!("{file}/{key}")).or_default();
                let place = texts.get_mut(number).ok_or("a language too many")?;
                if place.replace(pattern).is_some() {
                    return Err(format!("{path}: {key} stands there twice"));
                }
            }
        }
    }
    let folder = env::var("OUT_DIR").map_err(|error| error.to_string())?;
    let source = source(&table)?;
    fs::write(Path::new(&folder).join("table.rs"), source).map_err(|error| error.to_string())
}

/// The messages of a Fluent file: a key, an equals sign, and a pattern that goes on in indented lines.
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
            pattern.push('\n');
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

fn source(table: &BTreeMap<String, [Option<String>; LANGUAGES.len()]>) -> Result<String, String> {
    let mut source = String::from("&[\n");
    for (key, texts) in table {
        let [english, ..] = texts;
        let english = english
            .as_ref()
            .ok_or_else(|| format!("{key} is missing in English"))?;
        let mut row = String::new();
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
            let _ = write!(row, "{text:?}, ");
        }
        let _ = writeln!(source, "    ({key:?}, [{}]),", row.trim_end_matches(", "));
    }
    Ok(source + "]\n")
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
