//! The actions and their text form.

use crate::components::{Card, City, Special};
use kit::BadText;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// One decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Lay a card, alone or with a second one.
    Play {
        /// The coloured card.
        card: Card,
        /// The card laid with it.
        extra: Option<Extra>,
    },
    /// Leave the visit.
    Withdraw,
    /// Put a normal palace on a city.
    Palace(City),
    /// Put the crown palace on a city.
    Crown(City),
    /// Take a card from the display.
    Take(Card),
}

/// What is laid beside a coloured card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Extra {
    /// A white card.
    Card(Card),
    /// A special card.
    Special(Special),
}

impl fmt::Display for Extra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Extra::Card(card) => card.fmt(f),
            Extra::Special(special) => special.fmt(f),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Play { card, extra: None } => write!(f, "play {card}"),
            Action::Play {
                card,
                extra: Some(extra),
            } => write!(f, "play {card} {extra}"),
            Action::Withdraw => f.write_str("withdraw"),
            Action::Palace(city) => write!(f, "palace {city}"),
            Action::Crown(city) => write!(f, "crown {city}"),
            Action::Take(card) => write!(f, "take {card}"),
        }
    }
}

const EXPECTED: &str = "expected ‘play red-ev’, ‘play red-ev white-e’, ‘play red-ev special-points’, ‘withdraw’, ‘palace kas2’, ‘crown kas4’ or ‘take red-ev’";

impl FromStr for Action {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Self, BadText> {
        // Words are separated by single spaces, so that each action has exactly one text.
        let words: Vec<&str> = text.split(' ').take(4).collect();
        match *words.as_slice() {
            ["play", card] => Ok(Action::Play {
                card: named(text, card)?,
                extra: None,
            }),
            ["play", card, extra] => Ok(Action::Play {
                card: named(text, card)?,
                extra: Some(read_extra(text, extra)?),
            }),
            ["withdraw"] => Ok(Action::Withdraw),
            ["palace", city] => Ok(Action::Palace(named(text, city)?)),
            ["crown", city] => Ok(Action::Crown(named(text, city)?)),
            ["take", card] => Ok(Action::Take(named(text, card)?)),
            _ => Err(BadText::new(text, EXPECTED)),
        }
    }
}

fn read_extra(text: &str, word: &str) -> Result<Extra, BadText> {
    match word.strip_prefix("special-") {
        Some(_) => named(text, word).map(Extra::Special),
        None => named(text, word).map(Extra::Card),
    }
}

fn named<T: FromStr<Err = kit::UnknownId>>(text: &str, word: &str) -> Result<T, BadText> {
    word.parse()
        .map_err(|unknown: kit::UnknownId| BadText::new(text, unknown.to_string()))
}
