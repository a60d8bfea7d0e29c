//! Which local tables are guided first games, and what their readers know.

use crate::shelf::Shelf;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const PLACE: &str = "durbar.guided";

/// How far the reader of a guided game is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Guided {
    /// How often each tip was said, by its name.
    pub known: BTreeMap<String, usize>,
    /// The version of the table at the last decision.
    pub version: u64,
    /// The tip of that decision.
    pub tip: Option<String>,
}

type All = BTreeMap<String, Guided>;

fn all(shelf: &dyn Shelf) -> All {
    let stored = shelf.get(PLACE);
    let stored = stored.and_then(|text| serde_json::from_str(&text).ok());
    stored.unwrap_or_default()
}

/// Returns how far a guided game is; `None` if a table is not one.
pub fn of(shelf: &dyn Shelf, table: &str) -> Option<Guided> {
    all(shelf).remove(table)
}

/// Remembers how far a guided game is; `None` if it is guided no longer.
pub fn keep(shelf: &dyn Shelf, table: &str, guided: Option<&Guided>) {
    let mut all = all(shelf);
    match guided {
        Some(guided) => all.insert(table.to_owned(), guided.clone()),
        None => all.remove(table),
    };
    shelf.put(PLACE, &serde_json::to_string(&all).unwrap_or_default());
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::shelf::Memory;

    #[test]
    fn a_guided_game_is_remembered_until_it_is_not_guided_any_more() {
        let shelf = Memory::default();
        assert_eq!(of(&shelf, "a"), None);
        let mut guided = Guided::default();
        keep(&shelf, "a", Some(&guided));
        guided.known.insert("palace".to_owned(), 1);
        keep(&shelf, "b", Some(&guided));
        assert_eq!(of(&shelf, "a"), Some(Guided::default()));
        assert_eq!(of(&shelf, "b"), Some(guided));
        keep(&shelf, "b", None);
        assert_eq!((of(&shelf, "b"), of(&shelf, "a").is_some()), (None, true));
    }
}
