//! The state of the game.

use crate::board::{DonationTile, Ring, Side};
use crate::components::*;
use crate::maharajah::Maharajah;
use crate::options::Options;
use crate::pending::{DEEPEST, Pending};
use crate::player::{Objectives, Player};
use crate::version::RulesVersion;
use kit::{By, PerSeat, Seat, Set};
use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

/// The state at one point of play: what lies open on the table, and the secret objectives.
///
/// There is no randomness after the set-up, so the state does not contain its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Amritsar {
    /// The public part.
    #[serde(flatten)]
    pub open: Open,
    /// The objectives, known only to their owners.
    pub objectives: PerSeat<Objectives>,
}

/// The public part of the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Open {
    /// The version of the rules that the game is played under.
    #[serde(default = "RulesVersion::unnamed")]
    pub rules: RulesVersion,
    /// The options that the game was set up with.
    pub options: Options,
    /// The decade.
    pub decade: Decade,
    /// The round of the decade, 1 to 4.
    pub round: u8,
    /// The player who begins every round.
    pub start_player: Seat,
    /// The player whose turn it is.
    pub active: Seat,
    /// The pending decisions, the next at the end; empty when the game is over.
    pub stack: ArrayVec<[Pending; DEEPEST]>,
    /// The workers on the ring, and the coins beside them.
    pub ring: Ring,
    /// The space of the Maharajah.
    pub token: MaharajahSpace,
    /// The workers beside his spaces, with one or two players.
    #[serde(with = "kit::sparse")]
    pub maharajah_workers: By<MaharajahSpace, Option<Colour>, 4>,
    /// The three tiles of each district.
    pub districts: By<District, Set<DistrictTile>, 4>,
    /// The counters on each donation tile.
    pub donations: By<District, DonationTile, 4>,
    /// The temple tiles of the three decades.
    pub temple: [TempleTile; 3],
    /// The bridge tiles of the three decades; those of past decades are face down.
    pub bridges: [BridgeTile; 3],
    /// Resources in each column of the market.
    pub market: By<Resource, u8, 3>,
    /// The storehouses that can be bought.
    pub offer: Set<Storehouse>,
    /// The public state of each player.
    pub players: PerSeat<Player>,
    /// The automatic opponent in the solo game.
    pub maharajah: Option<Maharajah>,
}

impl Open {
    /// Returns the player who decides, or whose effects are being carried out; `None` when the game is over.
    pub fn actor(&self) -> Option<Seat> {
        Some(match *self.stack.first()? {
            Pending::SetupObjective { seat }
            | Pending::SetupMahout { seat }
            | Pending::Income { seat, .. } => seat,
            Pending::Follow(following) | Pending::MaharajahFollow(following) => following.seat,
            _ => self.active,
        })
    }

    /// Returns whether the actor is the active player in their own turn, not a follower.
    pub fn in_own_turn(&self) -> bool {
        matches!(
            self.stack.first(),
            Some(
                Pending::Elephant1
                    | Pending::ChooseGroup
                    | Pending::Sow(_)
                    | Pending::Actions(_)
                    | Pending::Elephant2 { .. }
            )
        )
    }

    /// Returns the tax icons on a player's board.
    pub fn tax(&self, seat: Seat) -> u8 {
        let player = &self.players[seat];
        let flipped = if player.flipped && self.rules.flipped_storehouse_is_taxed() {
            Storehouse::FreeElephant.tax()
        } else {
            0
        };
        player.tax() + flipped
    }

    /// Returns the tax in coins that a player owes at the end of a decade.
    pub fn tax_due(&self, seat: Seat) -> u8 {
        self.players[seat].due_for(self.tax(seat))
    }

    /// Returns the tax in coins that a player could not pay now.
    pub fn tax_missing(&self, seat: Seat) -> u8 {
        let coins = self.players[seat].items.count(Item::Coin);
        self.tax_due(seat).saturating_sub(coins)
    }

    /// Returns whether a player's active worker counts as one of that colour for a secondary action (spec 7.4).
    pub fn counts_as(&self, seat: Seat, worker: Colour, colour: Colour) -> bool {
        let player = &self.players[seat];
        player.counts_as(worker, colour)
            || self.options.edition.white_storehouses_work_both_ways()
                && player.counts_as(colour, worker)
    }

    /// Returns the donation tiles in use.
    pub fn donation_set(&self) -> DonationSet {
        DonationSet::of(self.options.players)
    }

    /// Returns the temple tile for the scoring of the current decade.
    pub fn temple_tile(&self) -> TempleTile {
        self.decade.pick(self.temple)
    }

    /// Returns the bridge tile of the current decade.
    pub fn bridge_tile(&self) -> BridgeTile {
        self.decade.pick(self.bridges)
    }

    /// Returns the players in turn order.
    pub fn turn_order(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        let (start, players) = (self.start_player, self.options.players);
        (0..players).map(move |steps| start.after(steps, players))
    }

    /// Returns all sides with counters: the players, and the Maharajah if he plays.
    pub fn sides(&self) -> impl Iterator<Item = Side> + Clone + use<> {
        let maharajah = self.maharajah.map(|_| Side::Maharajah);
        self.players.seats().map(Side::Player).chain(maharajah)
    }

    /// Returns the number of counters of a side on all donation tiles.
    pub fn donated(&self, side: Side) -> u8 {
        self.donations
            .iter()
            .map(|(_, tile)| tile.count(side))
            .sum()
    }
}
