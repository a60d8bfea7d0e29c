//! A player's board and possessions.

use crate::components::*;
use crate::market::Trade;
use crate::prestige::{Prestige, Source};
use kit::{By, Key, Set};
use serde::{Deserialize, Serialize};

kit::ids! {
    /// The state of the movement token, which unlocks the second elephant move.
    pub enum Movement: "state of the movement token" {
        /// The second move is closed.
        Locked = "locked",
        /// The second move is open, and the token can be spent for a free move.
        Available = "available",
        /// The second move is open.
        Spent = "spent",
    }
}

/// The public state of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Prestige by source.
    pub pp: Prestige,
    /// Coins and resources in the storehouses.
    pub items: Items,
    /// Storehouses on the board, besides the printed one.
    pub storehouses: Set<Storehouse>,
    /// Whether `free_elephant` has been used and flipped.
    pub flipped: bool,
    /// The district of the elephant; `None` before the first turn.
    pub elephant: Option<District>,
    /// Counters on the elephant.
    pub counters_elephant: u8,
    /// Counters on the market space.
    pub counters_market: u8,
    /// Mahout tiles on the board; the others are in hand.
    #[serde(with = "kit::sparse")]
    pub mahouts: By<Colour, Option<Mahout>, 4>,
    /// Objective spaces with a tile; which tile is secret.
    pub objectives_played: Set<ObjectiveSpace>,
    /// Steps on the knowledge tracks.
    pub knowledge: By<Track, u8, 3>,
    /// The movement token.
    pub movement: Movement,
    /// The resources bought or sold in this turn window, which cannot be traded in the other direction (spec 8.3).
    #[serde(with = "kit::sparse")]
    pub ledger: By<Resource, Option<Trade>, 3>,
    /// Whether the `exchange` storehouse was used in this turn.
    pub exchange_used: bool,
    /// The number of turns begun.
    pub turns: u8,
}

impl Default for Player {
    /// A player before the opening decisions (spec 4.1).
    fn default() -> Self {
        let mut pp = Prestige::default();
        pp.gain(Source::Start, START_PRESTIGE);
        Player {
            pp,
            items: Items::coins(START_COINS),
            storehouses: Set::EMPTY,
            flipped: false,
            elephant: None,
            counters_elephant: 0,
            counters_market: COUNTERS_IN_MARKET,
            mahouts: By::default(),
            objectives_played: Set::EMPTY,
            knowledge: By::default(),
            movement: Movement::Locked,
            ledger: By::default(),
            exchange_used: false,
            turns: 0,
        }
    }
}

impl Player {
    /// Returns whether the storehouse is on the board and still has its benefit.
    pub fn owns(&self, storehouse: Storehouse) -> bool {
        self.storehouses.contains(storehouse)
            && !(self.flipped && storehouse == Storehouse::FreeElephant)
    }

    /// Returns the number of storage spaces.
    pub fn capacity(&self) -> u8 {
        let spaces = |storehouse: Storehouse| {
            if self.owns(storehouse) {
                storehouse.spaces()
            } else {
                Storehouse::FLIPPED_SPACES
            }
        };
        STARTING_STOREHOUSE + self.storehouses.iter().map(spaces).sum::<u8>()
    }

    /// Returns the tax icons on the board; a flipped storehouse shows none. [`Open::tax`](crate::Open::tax) takes earlier rules into account.
    pub fn tax(&self) -> u8 {
        let objectives = self.objectives_played.len() as u8 * OBJECTIVE_TAX;
        let faces = self.storehouses.iter().filter(|&tile| self.owns(tile));
        let storehouses: u8 = faces.map(Storehouse::tax).sum();
        let mahouts: u8 = self.mahouts_played().map(Mahout::tax).sum();
        objectives + storehouses + mahouts
    }

    /// Returns the tax in coins for a number of icons, with the discounts of this board.
    pub(crate) fn due_for(&self, icons: u8) -> u8 {
        let discounts = u8::from(self.owns(Storehouse::TaxDiscount))
            + u8::from(self.knowledge[Track::Money] >= TAX_DISCOUNT_STEP);
        coins_due(icons).saturating_sub(discounts)
    }

    /// Returns whether a worker has that colour, or is white and counts as it because of a storehouse. [`Open::counts_as`](crate::Open::counts_as)
    /// takes editions into account in which such a storehouse works both ways.
    pub(crate) fn counts_as(&self, worker: Colour, colour: Colour) -> bool {
        let storehouse = || Storehouse::white_as(colour);
        worker == colour
            || worker == Colour::White && storehouse().is_some_and(|tile| self.owns(tile))
    }

    /// Returns the mahout tiles on the board, in the order of their colours.
    pub fn mahouts_played(&self) -> impl Iterator<Item = Mahout> + '_ {
        self.mahouts.iter().filter_map(|(_, mahout)| *mahout)
    }

    /// Returns the mahout tiles in hand.
    pub fn mahouts_in_hand(&self) -> Set<Mahout> {
        let all: Set<Mahout> = Mahout::all().collect();
        all.without(self.mahouts_played().collect())
    }

    /// Returns the number of counters on the spaces of the board.
    pub fn counters_board(&self) -> u8 {
        let covered = self.storehouses.len()
            + self.objectives_played.len()
            + self.mahouts_played().count() as u32;
        COUNTERS_ON_BOARD.saturating_sub(covered as u8)
    }

    /// Returns the number of items that do not fit.
    pub fn overflow(&self) -> u8 {
        self.items.total().saturating_sub(self.capacity())
    }

    /// Moves the counter of a covered board space to the elephant, or to the market space if the elephant is full (spec 8.4).
    pub(crate) fn free_counter(&mut self) {
        if self.counters_elephant < ELEPHANT_CAPACITY {
            self.counters_elephant += 1;
        } else {
            self.counters_market += 1;
        }
    }
}

/// A player's objectives: secret until the end; those in hand stay secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Objectives {
    /// In hand.
    pub hand: Set<Objective>,
    /// Face down on the board.
    #[serde(with = "kit::sparse")]
    pub played: By<ObjectiveSpace, Option<Objective>, 4>,
}

impl Objectives {
    /// Returns all objectives, in hand or on the board.
    pub fn all(&self) -> Set<Objective> {
        self.hand
            .or(self.played.iter().filter_map(|(_, tile)| *tile).collect())
    }

    /// Moves a tile from the hand to a space.
    pub(crate) fn play(&mut self, objective: Objective, space: ObjectiveSpace) {
        self.hand.remove(objective);
        self.played[space] = Some(objective);
    }
}
