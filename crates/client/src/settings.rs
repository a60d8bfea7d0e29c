//! The stored settings.

use crate::shelf::Shelf;
use protocol::Level;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The stored settings of a person.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language tag; by default the browser's language.
    pub language: Option<String>,
    /// The colour theme.
    pub theme: Theme,
    /// The speed at which others' moves are shown.
    pub speed: Speed,
    /// What can be heard.
    pub sounds: Sounds,
    /// Whether big events do not stop the game.
    pub skip_moments: bool,
    /// Whether a decision with only one legal action is carried out by itself.
    pub single: bool,
    /// The last name used.
    pub name: String,
    /// The last level of bots used.
    pub level: Option<Level>,
    /// The last number of players, by game.
    pub players: BTreeMap<String, u8>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            language: None,
            theme: Theme::default(),
            speed: Speed::default(),
            sounds: Sounds::default(),
            skip_moments: false,
            single: true,
            name: String::new(),
            level: None,
            players: BTreeMap::new(),
        }
    }
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
    /// Returns the time for which each sentence about others' moves is shown, in milliseconds.
    pub fn pause(self) -> u32 {
        match self {
            Speed::Slow => 1_600,
            Speed::Normal => 700,
            Speed::Fast => 200,
            Speed::Instant => 0,
        }
    }
}

/// What can be heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sounds {
    /// Nothing.
    Off,
    /// The viewer's turn, and the viewer's own moves.
    #[default]
    Own,
    /// Everybody's moves.
    All,
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
