//! What can be chosen before the game.

use kit::{BadOptions, OptionAbout};
use serde::{Deserialize, Serialize};

/// Players and the strength of the Maharajah.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// People at the table; one plays against the Maharajah.
    pub players: u8,
    /// Whether the Maharajah is a hard opponent.
    pub hard: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            players: 4,
            hard: false,
        }
    }
}

impl Options {
    pub(crate) const ABOUT: &[OptionAbout] = &[
        OptionAbout {
            name: "players",
            values: &["1", "2", "3", "4"],
            default: "4",
            together: &[],
            players: &[1, 2, 3, 4],
            says: "How many people play; one alone plays against the Maharajah.",
        },
        OptionAbout {
            name: "hard",
            values: &["false", "true"],
            default: "false",
            together: &[],
            players: &[1],
            says: "Alone only: the Maharajah starts with a second counter, and his objective counts twice.",
        },
    ];

    pub(crate) fn check(&self) -> Result<(), BadOptions> {
        match (self.players, self.hard) {
            (1, _) | (2..=4, false) => Ok(()),
            (2..=4, true) => Err(BadOptions(format!(
                "‘hard’ is for one player against the Maharajah, not for {} players",
                self.players
            ))),
            (players, _) => Err(BadOptions(format!(
                "Amritsar has 1 to 4 players, not {players}"
            ))),
        }
    }

    /// Whether one person plays against the Maharajah.
    pub(crate) fn solo(&self) -> bool {
        self.players == 1
    }

    /// Whether workers stand beside the Maharajah's spaces.
    pub(crate) fn maharajah_workers(&self) -> bool {
        self.players <= 2
    }
}
