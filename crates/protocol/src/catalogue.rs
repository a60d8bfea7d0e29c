//! The catalogue of games.

use bots::Level;
use serde::{Deserialize, Serialize};

/// All games, and the levels of bots.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Catalogue {
    /// The games.
    pub games: Vec<GameAbout>,
    /// The levels of bots, from weakest to strongest.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    pub levels: Vec<Level>,
}

/// One game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameAbout {
    /// The identifier for programs: `taj-mahal`.
    pub key: String,
    /// The name for people.
    pub name: String,
    /// The version of its rules.
    pub rules: u32,
    /// The possible numbers of players.
    pub seats: Vec<u8>,
    /// The options that can be chosen before the game.
    pub options: Vec<OptionAbout>,
}

/// An option that can be chosen before the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OptionAbout {
    /// The name of its field in the options.
    pub name: String,
    /// The possible values.
    pub values: Vec<String>,
    /// The value if the option is omitted.
    pub default: String,
    /// The values that can be combined, separated by commas. Usually empty.
    pub together: Vec<String>,
    /// The numbers of players for which the option applies.
    pub players: Vec<u8>,
    /// A description in one sentence.
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
