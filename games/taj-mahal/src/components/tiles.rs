//! Goods, province tiles and bonus tiles.

use super::VISITS;
use Good::{Jewels, Rice, Spices, Tea};
use kit::{By, Key, ids};
use serde::{Deserialize, Deserializer, Serialize};

ids! {
    /// A good of the provinces. Source: rulebook.
    pub enum Good: "good" {
        /// Rice.
        Rice = "rice",
        /// Tea.
        Tea = "tea",
        /// Spices.
        Spices = "spices",
        /// Jewels.
        Jewels = "jewels",
    }
}

/// A province tile, numbered from 1; its number is the visit in which it is at stake.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(transparent)]
pub struct Tile(u8);

/// The goods on the province tiles 1 to 12. Source: public.
const TILE_GOODS: [&[Good]; Tile::COUNT] = [
    &[Rice],
    &[Jewels, Tea],
    &[Spices, Jewels],
    &[Rice, Tea],
    &[Spices, Tea],
    &[Rice, Jewels],
    &[Rice, Spices],
    &[Rice, Jewels],
    &[Spices, Tea],
    &[Spices, Jewels],
    &[Rice, Tea],
    &[Rice, Spices],
];

impl Tile {
    /// Returns the tile with that number.
    pub fn new(number: u8) -> Option<Tile> {
        (1..=VISITS).contains(&number).then_some(Tile(number))
    }

    /// Returns the tile of a visit.
    pub fn of_visit(visit: u8) -> Tile {
        Tile(visit.clamp(1, VISITS))
    }

    /// Returns the number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns the goods on the tile.
    #[expect(
        clippy::indexing_slicing,
        reason = "a tile's number is 1 to 12 by construction"
    )]
    pub fn goods(self) -> &'static [Good] {
        TILE_GOODS[self.index()]
    }
}

impl Key for Tile {
    const COUNT: usize = VISITS as usize;

    fn index(self) -> usize {
        usize::from(self.0) - 1
    }

    fn at(index: usize) -> Option<Self> {
        u8::try_from(index)
            .ok()
            .and_then(|index| Tile::new(index.checked_add(1)?))
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Tile::new(number).ok_or_else(|| {
            serde::de::Error::custom(format!(
                "there is no province tile {number}; they are 1 to {VISITS}"
            ))
        })
    }
}

ids! {
    /// A bonus tile on a fortress. Source: kinds rulebook; that rice is missing reconstructed, and disputed by public reports.
    pub enum Bonus: "bonus tile" {
        /// The Taj Mahal itself, always on Agra: four points.
        TajMahal = "taj-mahal",
        /// Two points.
        TwoPoints = "points-2",
        /// A card from the draw pile.
        Card = "card-1",
        /// Tea.
        Tea = "good-tea",
        /// Spices.
        Spices = "good-spices",
        /// Jewels.
        Jewels = "good-jewels",
    }
}

/// The gain from a bonus tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gain {
    /// Immediate points.
    Points(u16),
    /// A card drawn blind.
    Card,
    /// A good, kept and scored.
    Good(Good),
}

/// The number of each bonus tile. Source: the Taj Mahal rulebook, the others reconstructed.
pub const BONUS_TILES: By<Bonus, u8, 6> = By::new([1, 5, 5, 2, 1, 2]);

impl Bonus {
    /// Returns the gain.
    pub const fn gain(self) -> Gain {
        match self {
            Bonus::TajMahal => Gain::Points(4),
            Bonus::TwoPoints => Gain::Points(2),
            Bonus::Card => Gain::Card,
            Bonus::Tea => Gain::Good(Tea),
            Bonus::Spices => Gain::Good(Spices),
            Bonus::Jewels => Gain::Good(Jewels),
        }
    }
}
