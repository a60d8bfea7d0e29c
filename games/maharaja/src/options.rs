//! The options of the game.

use crate::components::{FinalTile, Level, SpecialRule};
use kit::{BadOptions, OptionAbout, Set};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The number of players and the variants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The number of people; one plays against Brahmabot.
    pub players: u8,
    /// Brahmabot's difficulty level; the default is normal.
    pub level: Option<Level>,
    /// The special rules in play.
    pub rules: Rules,
    /// The final-scoring tile in play.
    #[serde(rename = "final")]
    pub final_tile: FinalChoice,
    /// Whether four players use the characters recommended for a first game.
    pub first_game: bool,
}

/// The choice of special rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rules {
    /// The given rules.
    Chosen(Set<SpecialRule>),
    /// Each rule with a probability of one half.
    Random,
}

kit::ids! {
    /// The choice of the final-scoring tile.
    pub enum FinalChoice: "final-scoring tile" {
        /// No tile: majorities count.
        None = "none",
        /// One of the five, with equal probability.
        Random = "random",
        /// Majorities count more.
        F1 = "f1",
        /// Each city with a piece of the player.
        F2 = "f2",
        /// Each road with shrines of the player.
        F3 = "f3",
        /// Each city with two statues of the player.
        F4 = "f4",
        /// A loss for each unused shrine.
        F5 = "f5",
    }
}

impl FinalChoice {
    /// Returns the tile, if a particular one was chosen.
    pub const fn tile(self) -> Option<FinalTile> {
        match self {
            FinalChoice::None | FinalChoice::Random => None,
            FinalChoice::F1 => Some(FinalTile::StrongMajority),
            FinalChoice::F2 => Some(FinalTile::Presence),
            FinalChoice::F3 => Some(FinalTile::Roads),
            FinalChoice::F4 => Some(FinalTile::TwoStatues),
            FinalChoice::F5 => Some(FinalTile::UnusedShrines),
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            players: 4,
            level: None,
            rules: Rules::Chosen(Set::EMPTY),
            final_tile: FinalChoice::None,
            first_game: false,
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
            says: "How many people play; one plays against Brahmabot.",
        },
        OptionAbout {
            name: "level",
            values: &["easy", "normal", "hard"],
            default: "normal",
            together: &[],
            players: &[1],
            says: "How hard Brahmabot is to beat; for one player only.",
        },
        OptionAbout {
            name: "rules",
            values: &["none", "random", "s1", "s2", "s3", "s4"],
            default: "none",
            together: &["s1", "s2", "s3", "s4"],
            players: &[1, 2, 3, 4],
            says: "Special rules, any number of them: prestige for the first rank, weak outer statues, no cheaper statues, no stealing of \
                   characters.",
        },
        OptionAbout {
            name: "final",
            values: &["none", "random", "f1", "f2", "f3", "f4", "f5"],
            default: "none",
            together: &[],
            players: &[1, 2, 3, 4],
            says: "What the final scoring counts instead of majorities: strong majorities, presence, roads, pairs of statues, or unused \
                   shrines.",
        },
        OptionAbout {
            name: "first_game",
            values: &["false", "true"],
            default: "false",
            together: &[],
            players: &[4],
            says: "Four players take the characters recommended for a first game.",
        },
    ];

    pub(crate) fn check(&self) -> Result<(), BadOptions> {
        let wrong = |says: String| Err(BadOptions(says));
        match self.players {
            1..=4 => {}
            players => return wrong(format!("Maharaja has 1 to 4 players, not {players}")),
        }
        if self.level.is_some() && self.players > 1 {
            return wrong(format!(
                "a level is only for one person against Brahmabot, not for {} people",
                self.players
            ));
        }
        if self.first_game && self.players != 4 {
            return wrong(format!(
                "the characters for a first game are meant for 4 players, not {}",
                self.players
            ));
        }
        Ok(())
    }
}

impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Rules::Chosen(rules) => rules.serialize(serializer),
            Rules::Random => ["random"].serialize(serializer),
        }
    }
}

/// Reads a list of ids, or one text with ids separated by commas.
impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(
            untagged,
            expecting = "special rules are a list such as [\"s1\", \"s3\"]"
        )]
        enum Words {
            List(Vec<String>),
            Text(String),
        }
        let mut words = match Words::deserialize(deserializer)? {
            Words::List(words) => words,
            Words::Text(text) => text.split(',').map(|word| word.trim().to_owned()).collect(),
        };
        words.retain(|word| !word.is_empty() && word != "none");
        if words == ["random"] {
            return Ok(Rules::Random);
        }
        let mut rules = Set::EMPTY;
        for word in words {
            if !rules.insert(word.parse().map_err(D::Error::custom)?) {
                return Err(D::Error::custom(format!(
                    "the special rule ‘{word}’ appears twice"
                )));
            }
        }
        Ok(Rules::Chosen(rules))
    }
}
