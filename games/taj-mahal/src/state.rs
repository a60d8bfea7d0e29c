//! One point of play.

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

/// One point of play of *Taj Mahal*: what lies open on the table, and what is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TajMahal {
    /// What everybody sees.
    #[serde(flatten)]
    pub open: Open,
    /// The hands, known to their owners only. The absent maharaja has none.
    pub hands: PerSeat<Cards>,
    /// The draw pile, known to nobody.
    pub draw_pile: Pile,
    /// All further shuffles, known to nobody.
    pub chance: Chance,
}

/// Everything that lies open on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Open {
    /// What the game was set up with.
    pub options: Options,
    /// The number of the current visit, 1 to 12.
    pub visit: u8,
    /// What is to be decided, and by whom.
    pub stage: Stage,
    /// The start player of the first visit; later visits start one seat further.
    pub first_start_seat: Seat,
    /// The provinces in the order in which they are visited.
    pub route: [Province; VISITS as usize],
    /// The prizes at the court: markers, the crown (mogul) and the province tile (elephant).
    pub court: Set<Symbol>,
    /// Markers that are neither at the court nor with a player.
    pub supply: By<Marker, u8, 4>,
    /// Who holds each special card; nobody while it lies beside the board.
    pub special_cards: By<Special, Option<Seat>, 4>,
    /// The bonus tiles on the map.
    #[serde(with = "kit::sparse")]
    pub bonus_tiles: By<City, Option<Bonus>, { City::COUNT }>,
    /// The cards from which withdrawing players choose, in the order in which they were turned up.
    pub display: ArrayVec<[Card; LARGEST_DISPLAY]>,
    /// Cards that were laid and cleared away.
    pub discard_pile: Cards,
    /// Who has not withdrawn from this visit.
    pub active: SeatSet,
    /// What belongs to each player. In a game of two, seat 2 is the absent maharaja.
    pub players: PerSeat<Player>,
}

/// What lies open before a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Points, by where they came from.
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
    /// The colour of the coloured cards in this visit, once it is bound.
    pub bound_colour: Option<Colour>,
    /// Cards that everybody saw this player take from the display, as long as no equal card was laid since.
    pub known: Cards,
}

/// What is to be decided, and by whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "phase", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Stage {
    /// Lay cards or withdraw.
    Turn {
        /// Whose turn it is.
        seat: Seat,
    },
    /// Place the palaces that were won by withdrawing.
    Place(Withdrawal),
    /// Take cards from the display.
    Draft {
        /// Who withdraws.
        seat: Seat,
        /// Cards still to take.
        takes: u8,
    },
    /// The game is over.
    Over,
}

/// A withdrawal whose palaces are being placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Withdrawal {
    /// Who withdraws.
    pub seat: Seat,
    /// Normal palaces still to place.
    pub normal: u8,
    /// Whether the crown palace is still to place.
    pub crown: bool,
    /// Whether the province tile was won; it is scored after the palaces are placed.
    pub tile: bool,
    /// Palaces placed so far.
    pub placed: u8,
}

impl Open {
    /// The province of this visit.
    pub fn province(&self) -> Province {
        self.province_of(self.tile())
    }

    /// The tile of this visit.
    pub fn tile(&self) -> Tile {
        Tile::of_visit(self.visit)
    }

    /// Where a province tile was put at the start.
    #[expect(
        clippy::indexing_slicing,
        reason = "there are as many tiles as provinces"
    )]
    pub fn province_of(&self, tile: Tile) -> Province {
        self.route[tile.index()]
    }

    /// Who begins this visit.
    pub fn start_seat(&self) -> Seat {
        self.first_start_seat
            .after(self.visit.saturating_sub(1), self.options.players)
    }

    /// Who sits next in the order of turns.
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

    /// The cities where somebody has a normal palace.
    pub fn built(&self) -> Set<City> {
        self.players
            .iter()
            .fold(Set::EMPTY, |built, (_, player)| built.or(player.palaces))
    }

    /// The cities of this visit where a normal palace can be placed.
    pub fn free_cities(&self) -> Set<City> {
        self.province().cities().without(self.built())
    }
}
