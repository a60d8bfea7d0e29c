//! What a person has chosen for good.

use crate::shelf::Shelf;
use protocol::Level;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a person has chosen for good.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The tag of the language; the browser's if none was chosen.
    pub language: Option<String>,
    /// Light or dark.
    pub theme: Theme,
    /// How fast others' moves are shown.
    pub speed: Speed,
    /// The name used last.
    pub name: String,
    /// The level of bots used last.
    pub level: Option<Level>,
    /// How many played last, by game.
    pub players: BTreeMap<String, u8>,
}

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// As the system is.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// How fast others' moves are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Speed {
    /// To be followed at leisure.
    Slow,
    /// To be followed.
    #[default]
    Normal,
    /// Quickly.
    Fast,
    /// All at once.
    Instant,
}

impl Speed {
    /// How long a move of a bot is shown at least, in milliseconds.
    pub fn pause(self) -> u32 {
        match self {
            Speed::Slow => 1_600,
            Speed::Normal => 700,
            Speed::Fast => 200,
            Speed::Instant => 0,
        }
    }
}

const PLACE: &str = "durbar.settings";

impl Settings {
    /// The settings on the shelf; the usual ones if there are none.
    pub fn load(shelf: &dyn Shelf) -> Self {
        let text = shelf.get(PLACE).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// Keeps them.
    pub fn keep(&self, shelf: &dyn Shelf) -> bool {
        shelf.put(PLACE, &serde_json::to_string(self).unwrap_or_default())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::shelf::Memory;

    #[test]
    fn settings_survive_and_nonsense_is_passed_over() {
        let shelf = Memory::default();
        let settings = Settings {
            speed: Speed::Fast,
            name: "Anna".to_owned(),
            level: Some(Level::Hard),
            ..Settings::default()
        };
        settings.keep(&shelf);
        assert_eq!(Settings::load(&shelf), settings);
        shelf.put("durbar.settings", "{\"speed\": \"warp\"");
        assert_eq!(Settings::load(&shelf), Settings::default());
    }
}
