//! The stored settings.

use crate::shelf::Shelf;
use protocol::Level;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The stored settings of a person.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language tag; by default the browser's language.
    pub language: Option<String>,
    /// The colour theme.
    pub theme: Theme,
    /// The speed at which others' moves are shown.
    pub speed: Speed,
    /// The last name used.
    pub name: String,
    /// The last level of bots used.
    pub level: Option<Level>,
    /// The last number of players, by game.
    pub players: BTreeMap<String, u8>,
}

/// The colour theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// Follows the system.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// The speed at which others' moves are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Speed {
    /// Slow enough to follow at leisure.
    Slow,
    /// Normal.
    #[default]
    Normal,
    /// Quickly.
    Fast,
    /// All at once.
    Instant,
}

impl Speed {
    /// Returns the minimum time for which a bot's move is shown, in milliseconds.
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
    /// Loads the settings, or the defaults if there are none.
    pub fn load(shelf: &dyn Shelf) -> Self {
        let text = shelf.get(PLACE).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// Stores the settings.
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
