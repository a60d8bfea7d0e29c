//! Compiles the Fluent files to lists in one order: the sorted keys, and for each language their texts.
//!
//! A key or a value that one language has and another has not stops the build.

use std::collections::{BTreeMap, BTreeSet};
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
                    return Err(format!("{path}: {key} appears twice"));
                }
            }
        }
    }
    check(&table)?;
    let folder = env::var("OUT_DIR").map_err(|error| error.to_string())?;
    let write = |name: &str, lines: Vec<&str>| {
        fs::write(Path::new(&folder).join(name), lines.join("\n"))
            .map_err(|error| error.to_string())
    };
    write("keys", table.keys().map(String::as_str).collect())?;
    for (number, language) in LANGUAGES.iter().enumerate() {
        let texts = table
            .values()
            .filter_map(|texts| texts.get(number)?.as_deref());
        write(language, texts.collect())?;
    }
    Ok(())
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
fn check(table: &BTreeMap<String, [Option<String>; LANGUAGES.len()]>) -> Result<(), String> {
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
