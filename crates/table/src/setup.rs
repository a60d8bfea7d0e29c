//! The setup of a table.

use crate::any::AnyGame;
use crate::any_history::complete_options;
use crate::entry::Sitter;
use crate::people::{Person, PersonId};
use bots::Level;
use kit::{Id as _, Seed};
use protocol::{NewTable, Pace, SeatFor};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a table is set up with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The game.
    pub game: AnyGame,
    /// The version of its rules, which stays the same for the whole game. Missing in old tables, which use the first version.
    #[serde(default = "first_rules")]
    pub rules: u32,
    /// The game's complete options.
    pub options: Value,
    /// The initial sitter of each seat.
    pub seats: Vec<Sitter>,
    /// The time control.
    pub pace: Pace,
    /// The level of the bot that takes over for people who are away.
    pub stand_in: Level,
    /// The time in seconds after which the others may decide about a person who is to act and does not. Missing in old tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patience: Option<u32>,
    /// Whether the table is in the public list.
    pub listed: bool,
    /// Whether the result changes the players' ratings.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rated: bool,
    /// The language that the host speaks, as a tag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The person who created the table.
    pub owner: PersonId,
    /// The seed of all randomness: 256 secret bits, so that its hash needs no salt.
    pub seed: Seed,
}

fn first_rules() -> u32 {
    1
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_false(value: &bool) -> bool {
    !value
}

/// The maximum time on a clock, in seconds.
const LONGEST_SECONDS: u32 = 24 * 60 * 60;
/// The maximum time for a decision, in days.
const LONGEST_DAYS: u32 = 60;
/// A day, in seconds.
const DAY: u32 = 24 * 60 * 60;
/// How long the others wait for a person at least and at most, in seconds.
const PATIENCE: std::ops::RangeInclusive<u32> = 30..=LONGEST_DAYS * DAY;

/// The reason why a table cannot be set up. A message for people.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadSetup(pub String);

impl Setup {
    /// Creates the setup that a person requested. The seed must be secret.
    pub fn new(wanted: NewTable, by: &Person, seed: Seed) -> Result<Self, BadSetup> {
        let game = AnyGame::named(&wanted.game).map_err(|error| BadSetup(error.to_string()))?;
        let options = complete_options(game, Value::Object(wanted.options));
        let (options, seats) = options.map_err(|error| BadSetup(error.to_string()))?;
        let (seats, given) = (usize::from(seats), wanted.seats.len());
        if given > seats {
            return Err(BadSetup(format!("{given} seats for {seats} players")));
        }
        let own = wanted.seats.iter().filter(|&wish| *wish == SeatFor::Me);
        if own.count() > 1 {
            return Err(BadSetup("you can sit in one seat only".to_owned()));
        }
        let sitters = wanted.seats.iter();
        let mut sitters: Vec<_> = sitters.map(|wish| Sitter::of_wish(wish, by)).collect();
        sitters.resize(seats, Sitter::Open);
        check_pace(wanted.pace)?;
        if wanted
            .patience
            .is_some_and(|time| !PATIENCE.contains(&time))
        {
            let (from, to) = (PATIENCE.start(), PATIENCE.end());
            return Err(BadSetup(format!(
                "the others wait {from} to {to} seconds for somebody"
            )));
        }
        let is_tag = |tag: &String| {
            (2..=3).contains(&tag.len()) && tag.bytes().all(|letter| letter.is_ascii_lowercase())
        };
        if !wanted.language.iter().all(is_tag) {
            let problem = "a language is a tag of 2 or 3 small letters, such as ‘de’";
            return Err(BadSetup(problem.to_owned()));
        }
        Ok(Setup {
            game,
            rules: game.about().rules,
            options,
            seats: sitters,
            pace: wanted.pace,
            stand_in: wanted.stand_in.unwrap_or(Level::Medium),
            patience: wanted.patience,
            listed: wanted.listed,
            rated: wanted.rated,
            language: wanted.language,
            owner: by.id.clone(),
            seed,
        })
    }

    /// Returns the time in seconds after which the others may decide about a person who is to act and does not.
    pub fn patience(&self) -> u32 {
        self.patience.unwrap_or(match self.pace {
            Pace::Live { .. } => 2 * 60,
            Pace::Relaxed => 15 * 60,
            Pace::Correspondence { .. } => 2 * DAY,
        })
    }
}

fn check_pace(pace: Pace) -> Result<(), BadSetup> {
    match pace {
        Pace::Live { seconds, increment }
            if !(1..=LONGEST_SECONDS).contains(&seconds) || increment > LONGEST_SECONDS =>
        {
            Err(BadSetup(format!(
                "a clock has 1 to {LONGEST_SECONDS} seconds and an increment of at most {LONGEST_SECONDS}"
            )))
        }
        Pace::Correspondence { days } if !(1..=LONGEST_DAYS).contains(&days) => Err(BadSetup(
            format!("a decision may take 1 to {LONGEST_DAYS} days"),
        )),
        _ => Ok(()),
    }
}
