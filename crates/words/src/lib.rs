//! What people are told, in English, German and Russian.
//!
//! The texts are Fluent files, one for the frame and one for each game, compiled to one file for each language. Events and actions come as a game gives
//! them, as JSON and as text; [`Teller`] makes sentences of them.
//!
//! ```
//! use words::{Language, say};
//!
//! assert_eq!(say(Language::De, "points", &[("points", &1)]), "1 Punkt");
//! ```

mod clock;
mod game;
mod language;
mod panel;
mod pattern;
mod rules;
mod teller;
#[cfg(test)]
mod tests;

pub use clock::{span, time_left};
pub use language::Language;
pub use panel::Panel;
#[cfg(not(target_arch = "wasm32"))]
pub use rules::rules_file;
pub use rules::{Found, Piece, Rules, RulesPart, Section};
pub use teller::{Acting, Choice, Group, Teller};

use std::fmt::Display;
use std::sync::OnceLock;

/// The texts of each language, by their sorted keys such as `taj-mahal/event-laid`.
static TEXTS: [OnceLock<Texts>; Language::ALL.len()] = [const { OnceLock::new() }; _];

type Texts = Vec<(&'static str, &'static str)>;

/// The texts of a language as one file, a line for each: a key, an equals sign and the text.
///
/// Programs carry all languages. The page carries none: it loads the file of the one that its reader wants and [`add`]s it.
#[cfg(not(target_arch = "wasm32"))]
pub fn file(language: Language) -> &'static str {
    match language {
        Language::En => include_str!(concat!(env!("OUT_DIR"), "/en")),
        Language::De => include_str!(concat!(env!("OUT_DIR"), "/de")),
        Language::Ru => include_str!(concat!(env!("OUT_DIR"), "/ru")),
    }
}

/// Makes the texts of a language known, from its [`file`](fn@file). They stay for as long as the program runs.
pub fn add(language: Language, file: String) {
    cell(language).get_or_init(|| read(file.leak()));
}

/// Whether the texts of a language are known.
pub fn is_known(language: Language) -> bool {
    texts(language).is_some()
}

fn read(file: &'static str) -> Texts {
    file.lines()
        .filter_map(|line| line.split_once('='))
        .collect()
}

fn cell(language: Language) -> &'static OnceLock<Texts> {
    let [en, de, ru] = &TEXTS;
    match language {
        Language::En => en,
        Language::De => de,
        Language::Ru => ru,
    }
}

fn texts(language: Language) -> Option<&'static Texts> {
    let texts = cell(language);
    #[cfg(not(target_arch = "wasm32"))]
    texts.get_or_init(|| read(file(language)));
    texts.get()
}

/// The pattern of a key such as `taj-mahal/event-laid`.
fn find(language: Language, key: &str) -> Option<&'static str> {
    let texts = texts(language)?;
    let found = texts.binary_search_by_key(&key, |(key, _)| key).ok()?;
    let (_key, text) = texts.get(found)?;
    #[cfg(test)]
    tests::note(_key);
    Some(text)
}

/// All keys, such as `frame/points` or `taj-mahal/event-laid`: for tests that look for unused texts.
#[cfg(not(target_arch = "wasm32"))]
pub fn keys() -> impl Iterator<Item = &'static str> {
    texts(Language::En)
        .into_iter()
        .flatten()
        .map(|(key, _)| *key)
}

/// A problem in words, by its name; `None` if nobody wrote them.
pub fn problem(language: Language, name: &str) -> Option<&'static str> {
    find(language, &format!("frame/problem-{name}"))
}

/// A rule of a game in words, by the keys of both; `None` if nobody wrote them.
pub fn rule(language: Language, game: &str, rule: &str) -> Option<&'static str> {
    find(language, &format!("{game}/rule-{rule}"))
}

/// A broken rule in English, and where the game's specification states it, for programs; `None` if nobody wrote the words.
///
/// ```
/// let words = words::broken("taj-mahal", "in-hand", "5.2").unwrap();
/// assert_eq!(words, "Only a card in your hand can be laid (rule 5.2)");
/// ```
pub fn broken(game: &str, rule: &str, section: &str) -> Option<String> {
    let sentence = self::rule(Language::En, game, rule)?;
    Some(format!(
        "{} (rule {section})",
        sentence.trim_end_matches('.')
    ))
}

/// A text of the frame, with its values. A key that nobody wrote is shown as it is.
pub fn say(language: Language, key: &str, values: &[(&str, &dyn Display)]) -> String {
    say_with(language, key, &Given(values))
}

fn say_with(language: Language, key: &str, values: &dyn pattern::Values) -> String {
    match find(language, &format!("frame/{key}")) {
        Some(pattern) => pattern::fill(pattern, language, values),
        None => key.to_owned(),
    }
}

/// Values that somebody wrote down.
pub(crate) struct Given<'a>(pub &'a [(&'a str, &'a dyn Display)]);

impl pattern::Values for Given<'_> {
    fn text(&self, name: &str) -> String {
        let found = self.0.iter().find(|(other, _)| *other == name);
        found.map_or_else(|| name.to_owned(), |(_, value)| value.to_string())
    }
}
