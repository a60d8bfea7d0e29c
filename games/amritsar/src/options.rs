//! The options of the game.

use crate::components::Resource;
use kit::{BadOptions, OptionAbout};
use serde::{Deserialize, Serialize};

/// The number of players, the strength of the Maharajah, and the edition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The number of people; one plays against the Maharajah.
    pub players: u8,
    /// Whether the Maharajah is a hard opponent.
    pub hard: bool,
    /// The edition to follow where the editions differ.
    pub edition: Edition,
}

kit::ids! {
    /// An edition of the rulebook, for the two rules on which the editions differ (spec 4.4).
    pub enum Edition: "edition" {
        /// The German edition.
        De = "de",
        /// The English edition; the Russian one agrees with it.
        En = "en",
    }
}

impl Edition {
    /// Returns whether a worker of the colour of a white-worker storehouse also counts as white (spec 7.4).
    pub(crate) fn white_storehouses_work_both_ways(self) -> bool {
        self == Edition::En
    }

    /// Returns what the Maharajah removes from the market after taking this resource (spec 12.4).
    pub(crate) fn removed_from_the_market(self, taken: Option<Resource>) -> Option<Resource> {
        match self {
            Edition::De => Some(Resource::Marble),
            Edition::En => taken,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            players: 4,
            hard: false,
            edition: Edition::De,
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
        OptionAbout {
            name: "edition",
            values: &["de", "en"],
            default: "de",
            together: &[],
            players: &[1, 2, 3, 4],
            says: "Which edition decides where they differ: de or en. In en the white-worker storehouses work both ways, and the Maharajah removes from the market what he took instead of marble.",
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

    /// Returns whether one person plays against the Maharajah.
    pub(crate) fn solo(&self) -> bool {
        self.players == 1
    }

    /// Returns whether workers stand beside the Maharajah's spaces.
    pub(crate) fn maharajah_workers(&self) -> bool {
        self.players <= 2
    }
}
