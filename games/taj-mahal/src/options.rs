//! The options of the game.

use kit::{BadOptions, OptionAbout, Seat};
use serde::{Deserialize, Serialize};

/// The number of players and the variants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The number of people; two play with an absent maharaja.
    pub players: u8,
    /// The rule for equal scores.
    pub tie_break: TieBreak,
}

kit::ids! {
    /// The rule for equal scores.
    pub enum TieBreak: "tie-break" {
        /// Equal scores share the victory.
        Shared = "shared",
        /// More goods win, then more palaces; otherwise the victory is shared (variant 9.2).
        Ladder = "ladder",
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            players: 4,
            tie_break: TieBreak::Shared,
        }
    }
}

impl Options {
    pub(crate) const ABOUT: &[OptionAbout] = &[
        OptionAbout {
            name: "players",
            values: &["2", "3", "4", "5"],
            default: "4",
            together: &[],
            players: &[2, 3, 4, 5],
            says: "How many people play; two are joined by an absent maharaja who lays cards from the draw pile.",
        },
        OptionAbout {
            name: "tie_break",
            values: &["shared", "ladder"],
            default: "shared",
            together: &[],
            players: &[2, 3, 4, 5],
            says: "Whether equal scores share the victory, or more goods and then more palaces decide.",
        },
    ];

    pub(crate) fn check(&self) -> Result<(), BadOptions> {
        match self.players {
            2..=5 => Ok(()),
            players => Err(BadOptions(format!(
                "Taj Mahal has 2 to 5 players, not {players}"
            ))),
        }
    }

    /// Returns the number of participants in a visit: the people, and the absent maharaja as a third beside two.
    pub(crate) fn visitors(&self) -> u8 {
        self.players.max(3)
    }

    /// Returns the seat of the absent maharaja in a two-player game.
    pub(crate) fn absent_maharaja(&self) -> Option<Seat> {
        if self.players == 2 {
            Seat::new(2)
        } else {
            None
        }
    }
}
