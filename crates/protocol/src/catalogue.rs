//! Which games there are.

use bots::Level;
use serde::{Deserialize, Serialize};

/// All games, and the levels of bots.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Catalogue {
    /// The games.
    pub games: Vec<GameAbout>,
    /// The levels of bots, from forgiving to strong.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    pub levels: Vec<Level>,
}

/// One game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameAbout {
    /// Its name for programs: `taj-mahal`.
    pub key: String,
    /// Its name for people.
    pub name: String,
    /// The version of its rules.
    pub rules: u32,
    /// The possible numbers of people.
    pub seats: Vec<u8>,
    /// What can be chosen before the game.
    pub options: Vec<OptionAbout>,
}

/// Something that can be chosen before the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OptionAbout {
    /// Its field in the options.
    pub name: String,
    /// What it can be.
    pub values: Vec<String>,
    /// What it is if omitted.
    pub default: String,
    /// Those of its values that can be chosen together, separated by commas; usually none.
    pub together: Vec<String>,
    /// For which numbers of people there is a choice.
    pub players: Vec<u8>,
    /// What it does, in a sentence.
    pub says: String,
}

impl From<kit::About> for GameAbout {
    fn from(about: kit::About) -> Self {
        GameAbout {
            key: about.key.to_owned(),
            name: about.name.to_owned(),
            rules: about.rules,
            seats: about.seats.collect(),
            options: about.options.iter().map(OptionAbout::from).collect(),
        }
    }
}

impl From<&kit::OptionAbout> for OptionAbout {
    fn from(about: &kit::OptionAbout) -> Self {
        let list = |values: &[&str]| values.iter().map(|&value| value.to_owned()).collect();
        OptionAbout {
            name: about.name.to_owned(),
            values: list(about.values),
            default: about.default.to_owned(),
            together: list(about.together),
            players: about.players.to_vec(),
            says: about.says.to_owned(),
        }
    }
}
