//! The state of the game.

use crate::cards::{Cards, Pile};
use crate::components::{
    Bonus, Card, City, Colour, Good, LARGEST_DISPLAY, Marker, Province, Special, Symbol, Tile,
    VISITS,
};
use crate::options::Options;
use crate::scoring::Points;
use kit::{By, Chance, Key, PerSeat, Seat, SeatSet, Set};
use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

/// The state at one point of play: what lies open on the table, and what is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TajMahal {
    /// The public part.
    #[serde(flatten)]
    pub open: Open,
    /// The hands, known only to their owners. The absent maharaja has none.
    pub hands: PerSeat<Cards>,
    /// The draw pile, known to nobody.
    pub draw_pile: Pile,
    /// The source of all further shuffles, known to nobody.
    pub chance: Chance,
}

/// The public part of the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Open {
    /// The options that the game was set up with.
    pub options: Options,
    /// The number of the current visit, 1 to 12.
    pub visit: u8,
    /// The pending decision.
    pub stage: Stage,
    /// The start player of the first visit; later visits start one seat further.
    pub first_start_seat: Seat,
    /// The provinces in the order in which they are visited.
    pub route: [Province; VISITS as usize],
    /// The prizes at the court: markers, the crown (mogul) and the province tile (elephant).
    pub court: Set<Symbol>,
    /// Markers that are neither at the court nor with a player.
    pub supply: By<Marker, u8, 4>,
    /// The holder of each special card; `None` while it lies beside the board.
    pub special_cards: By<Special, Option<Seat>, 4>,
    /// The bonus tiles on the map.
    #[serde(with = "kit::sparse")]
    pub bonus_tiles: By<City, Option<Bonus>, { City::COUNT }>,
    /// The cards that withdrawing players can take, in the order in which they were turned up.
    pub display: ArrayVec<[Card; LARGEST_DISPLAY]>,
    /// Cards that were laid and discarded.
    pub discard_pile: Cards,
    /// The players who have not withdrawn from this visit.
    pub active: SeatSet,
    /// The public state of each player. In a two-player game, seat 2 is the absent maharaja.
    pub players: PerSeat<Player>,
}

/// The public state of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Points by source.
    pub points: Points,
    /// Goods of each kind.
    pub goods: By<Good, u8, 4>,
    /// Province tiles.
    pub tiles: Set<Tile>,
    /// Influence markers.
    pub markers: By<Marker, u8, 4>,
    /// Cities with a normal palace.
    pub palaces: Set<City>,
    /// Cities with a crown palace.
    pub crown_palaces: Set<City>,
    /// Cards laid in this visit.
    pub row: Cards,
    /// Special cards laid in this visit.
    pub row_specials: Set<Special>,
    /// The colour that the player is bound to in this visit.
    pub bound_colour: Option<Colour>,
    /// Cards that the player openly took from the display, as long as no equal card was laid since.
    pub known: Cards,
}

/// The pending decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "phase", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Stage {
    /// Lay cards or withdraw.
    Turn {
        /// The player whose turn it is.
        seat: Seat,
    },
    /// Place the palaces that were won by withdrawing.
    Place(Withdrawal),
    /// Take cards from the display.
    Draft {
        /// The player who withdraws.
        seat: Seat,
        /// The number of cards still to take.
        takes: u8,
    },
    /// The game is over.
    Over,
}

/// A withdrawal whose palaces are being placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Withdrawal {
    /// The player who withdraws.
    pub seat: Seat,
    /// The number of normal palaces still to place.
    pub normal: u8,
    /// Whether the crown palace is still to place.
    pub crown: bool,
    /// Whether the province tile was won; it is scored after the palaces are placed.
    pub tile: bool,
    /// The number of palaces placed so far.
    pub placed: u8,
}

impl Open {
    /// Returns the province of this visit.
    pub fn province(&self) -> Province {
        self.province_of(self.tile())
    }

    /// Returns the tile of this visit.
    pub fn tile(&self) -> Tile {
        Tile::of_visit(self.visit)
    }

    /// Returns the province on which a tile was put at the start.
    #[expect(
        clippy::indexing_slicing,
        reason = "there are as many tiles as provinces"
    )]
    pub fn province_of(&self, tile: Tile) -> Province {
        self.route[tile.index()]
    }

    /// Returns the start player of this visit.
    pub fn start_seat(&self) -> Seat {
        self.first_start_seat
            .after(self.visit.saturating_sub(1), self.options.players)
    }

    /// Returns the next seat in turn order.
    pub(crate) fn seat_after(&self, seat: Seat) -> Seat {
        let Some(absent) = self.options.absent_maharaja() else {
            return seat.after(1, self.options.players);
        };
        let (start, other) = (self.start_seat(), self.start_seat().after(1, 2));
        match seat {
            _ if seat == start => other,
            _ if seat == other => absent,
            _ => start,
        }
    }

    /// Returns the cities with a normal palace of any player.
    pub fn built(&self) -> Set<City> {
        self.players
            .iter()
            .fold(Set::EMPTY, |built, (_, player)| built.or(player.palaces))
    }

    /// Returns the cities of this visit where a normal palace can be placed.
    pub fn free_cities(&self) -> Set<City> {
        self.province().cities().without(self.built())
    }
}
