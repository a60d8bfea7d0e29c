//! Which lessons have been played on this device.

use crate::shelf::Shelf;
use std::collections::{BTreeMap, BTreeSet};
use table::AnyGame;

const PLACE: &str = "durbar.learnt";

type Learnt = BTreeMap<String, BTreeSet<String>>;

fn all(shelf: &dyn Shelf) -> Learnt {
    let stored = shelf.get(PLACE);
    let stored = stored.and_then(|text| serde_json::from_str(&text).ok());
    stored.unwrap_or_default()
}

/// Returns the lessons of a game that were played to their end.
pub fn of(shelf: &dyn Shelf, game: AnyGame) -> BTreeSet<String> {
    all(shelf).remove(&game.to_string()).unwrap_or_default()
}

/// Returns whether no lesson was played to its end.
pub fn nothing(shelf: &dyn Shelf) -> bool {
    shelf.get(PLACE).is_none()
}

/// Remembers a lesson.
pub fn add(shelf: &dyn Shelf, game: AnyGame, lesson: &str) {
    let mut learnt = all(shelf);
    let lessons = learnt.entry(game.to_string()).or_default();
    if lessons.insert(lesson.to_owned()) {
        shelf.put(PLACE, &serde_json::to_string(&learnt).unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shelf::Memory;

    #[test]
    fn lessons_are_remembered_by_game() {
        let shelf = Memory::default();
        assert!(of(&shelf, AnyGame::TajMahal).is_empty() && nothing(&shelf));
        for lesson in ["ties", "cards", "ties"] {
            add(&shelf, AnyGame::TajMahal, lesson);
        }
        let learnt: Vec<String> = of(&shelf, AnyGame::TajMahal).into_iter().collect();
        assert_eq!(learnt, ["cards", "ties"]);
        assert!(of(&shelf, AnyGame::Amritsar).is_empty() && !nothing(&shelf));
        // What cannot be read is as good as nothing.
        shelf.put(PLACE, "?");
        assert!(of(&shelf, AnyGame::TajMahal).is_empty());
    }
}
