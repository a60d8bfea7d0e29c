//! The main board: the ring of workers and the donation tiles.

use crate::components::*;
use kit::{By, Key, Seat};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The number of workers of each colour.
pub type Workers = By<Colour, u8, 4>;

/// Returns the number of workers of all colours.
pub(crate) fn head_count(workers: &Workers) -> u8 {
    workers
        .iter()
        .fold(0, |sum, (_, &count)| sum.saturating_add(count))
}

/// One section of the ring.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SectionState {
    /// The workers in the section.
    pub workers: Workers,
    /// The coins left by players who skipped it.
    pub coins: u8,
}

impl SectionState {
    /// Returns the number of workers in the section.
    pub fn size(&self) -> u8 {
        head_count(&self.workers)
    }

    /// Returns whether the section has no room for another worker.
    pub fn is_full(&self) -> bool {
        self.size() >= SECTION_CAPACITY
    }
}

/// The eight sections.
pub type Ring = By<Section, SectionState, 8>;

/// The owner of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "WrittenSide", into = "WrittenSide")]
pub enum Side {
    /// A player's.
    Player(Seat),
    /// The automatic opponent's.
    Maharajah,
}

/// In JSON a side is the number of a seat, or `"maharajah"`.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum WrittenSide {
    Player(Seat),
    Automatic(Automatic),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Automatic {
    Maharajah,
}

impl From<WrittenSide> for Side {
    fn from(written: WrittenSide) -> Side {
        match written {
            WrittenSide::Player(seat) => Side::Player(seat),
            WrittenSide::Automatic(Automatic::Maharajah) => Side::Maharajah,
        }
    }
}

impl From<Side> for WrittenSide {
    fn from(side: Side) -> WrittenSide {
        match side {
            Side::Player(seat) => WrittenSide::Player(seat),
            Side::Maharajah => WrittenSide::Automatic(Automatic::Maharajah),
        }
    }
}

impl Side {
    /// Returns the seat if the side is a player.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Side::Player(seat) => Some(seat),
            Side::Maharajah => None,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Side::Player(seat) => write!(f, "Seat {seat}"),
            Side::Maharajah => f.write_str("The Maharajah"),
        }
    }
}

/// The counters on the donation tile of a district.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DonationTile {
    /// The owner of the counter on each space.
    #[serde(with = "kit::sparse")]
    pub counters: By<Space, Option<Side>, { Space::COUNT }>,
}

impl DonationTile {
    /// Returns the number of counters of a side.
    pub fn count(&self, side: Side) -> u8 {
        self.spaces_of(side).count() as u8
    }

    /// Returns the spaces where a side has a counter.
    pub fn spaces_of(&self, side: Side) -> impl Iterator<Item = Space> + '_ {
        self.counters
            .iter()
            .filter(move |&(_, &owner)| owner == Some(side))
            .map(|(space, _)| space)
    }

    /// Returns whether a space is free and both spaces below it have a counter of any side (spec 8.6).
    pub fn is_open(&self, set: DonationSet, district: District, space: Space) -> bool {
        set.prestige(district, space).is_some()
            && self.counters[space].is_none()
            && set
                .below(space)
                .is_none_or(|below| below.iter().all(|&space| self.counters[space].is_some()))
    }
}
