//! What a table is set up with.

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
    /// Which game is played.
    pub game: AnyGame,
    /// The version of its rules; the table keeps it, whatever comes later. Tables that were made before it was written down have the first.
    #[serde(default = "first_rules")]
    pub rules: u32,
    /// The game's options, complete.
    pub options: Value,
    /// Who sits where at first.
    pub seats: Vec<Sitter>,
    /// How fast it is played.
    pub pace: Pace,
    /// The level of the bot that plays on for people who are away.
    pub stand_in: Level,
    /// Whether everybody finds the table.
    pub listed: bool,
    /// Who made it.
    pub owner: PersonId,
    /// Where all chance comes from: 256 bits that nobody knows, so that its hash needs no further salt.
    pub seed: Seed,
}

fn first_rules() -> u32 {
    1
}

/// The longest time that a clock can be set to.
const LONGEST_SECONDS: u32 = 24 * 60 * 60;
/// The longest time that a decision may take.
const LONGEST_DAYS: u32 = 60;

/// Why no table can be set up so; a sentence for people.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadSetup(pub String);

impl Setup {
    /// The table that this person wants. The seed is to be known to nobody.
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
        Ok(Setup {
            game,
            rules: game.about().rules,
            options,
            seats: sitters,
            pace: wanted.pace,
            stand_in: wanted.stand_in.unwrap_or(Level::Medium),
            listed: wanted.listed,
            owner: by.id.clone(),
            seed,
        })
    }
}

fn check_pace(pace: Pace) -> Result<(), BadSetup> {
    match pace {
        Pace::Live { seconds, increment }
            if !(1..=LONGEST_SECONDS).contains(&seconds) || increment > LONGEST_SECONDS =>
        {
            Err(BadSetup(format!(
                "a clock has 1 to {LONGEST_SECONDS} seconds, and as many at most are added"
            )))
        }
        Pace::Correspondence { days } if !(1..=LONGEST_DAYS).contains(&days) => Err(BadSetup(
            format!("a decision may take 1 to {LONGEST_DAYS} days"),
        )),
        _ => Ok(()),
    }
}
