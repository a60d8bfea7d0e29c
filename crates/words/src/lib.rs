//! What the page says, in English, German and Russian.
//!
//! The texts are Fluent files, one for the frame and one for each game, compiled to a table. Events and actions come as a game gives
//! them, as JSON and as text; [`Teller`] makes sentences of them.
//!
//! ```
//! use words::{Language, say};
//!
//! assert_eq!(say(Language::De, "points", &[("points", &1)]), "1 Punkt");
//! ```

mod game;
mod language;
mod panel;
mod pattern;
mod rules;
mod teller;
#[cfg(test)]
mod tests;

pub use language::Language;
pub use panel::Panel;
pub use rules::{RulesPart, rules};
pub use teller::{Choice, Group, Teller};

use std::fmt::Display;

/// Every key with its text in each language, sorted by key.
static TABLE: &[(&str, [&str; 3])] = include!(concat!(env!("OUT_DIR"), "/table.rs"));

/// The pattern of a key such as `taj-mahal/event-laid`.
fn find(language: Language, key: &str) -> Option<&'static str> {
    let found = TABLE
        .binary_search_by(|(other, _)| (*other).cmp(key))
        .ok()?;
    let (_key, texts) = TABLE.get(found)?;
    #[cfg(test)]
    tests::note(_key);
    texts.get(language as usize).copied()
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
