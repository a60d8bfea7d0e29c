//! What people are told, in English, German and Russian.
//!
//! The texts are Fluent files, one for the frame and one for each game, compiled to a table. Events and actions come as a game gives
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

pub use clock::time_left;
pub use language::Language;
pub use panel::Panel;
pub use rules::{Illustrated, RulesPart, rules};
pub use teller::{Choice, Group, Teller};

use std::fmt::Display;
use std::sync::LazyLock;

/// Every key, sorted, and its text in each language, in the same order. They lie in the page as a few long texts: a table of pointers to short
/// ones would make it larger.
struct Table {
    keys: Vec<&'static str>,
    texts: [Vec<&'static str>; 3],
}

static TABLE: LazyLock<Table> = LazyLock::new(|| Table {
    keys: include_str!(concat!(env!("OUT_DIR"), "/keys"))
        .split('\n')
        .collect(),
    texts: [
        include_str!(concat!(env!("OUT_DIR"), "/en"))
            .split('\n')
            .collect(),
        include_str!(concat!(env!("OUT_DIR"), "/de"))
            .split('\n')
            .collect(),
        include_str!(concat!(env!("OUT_DIR"), "/ru"))
            .split('\n')
            .collect(),
    ],
});

/// The pattern of a key such as `taj-mahal/event-laid`.
fn find(language: Language, key: &str) -> Option<&'static str> {
    let found = TABLE.keys.binary_search(&key).ok()?;
    #[cfg(test)]
    tests::note(TABLE.keys.get(found)?);
    let [en, de, ru] = &TABLE.texts;
    let texts = match language {
        Language::En => en,
        Language::De => de,
        Language::Ru => ru,
    };
    texts.get(found).copied()
}

/// All keys, such as `frame/points` or `taj-mahal/event-laid`: for tests that look for unused texts.
pub fn keys() -> &'static [&'static str] {
    &TABLE.keys
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
    match find(language, &format!("frame/{key}")) {
        Some(pattern) => pattern::fill(pattern, language, &Given(values)),
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
