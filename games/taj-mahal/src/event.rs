//! What happens, for logs and animation.

use crate::action::Extra;
use crate::cards::Cards;
use crate::components::{
    Bonus, Card, City, Good, LARGEST_DISPLAY, Marker, Province, Special, Symbol, Tile,
};
use kit::{Eyes, PerSeat, Seat, SeatSet, Set};
use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

kit::tagged! {
    /// Something that happened.
    #[derive(Clone, PartialEq, Eq, Debug)]
    #[allow(missing_docs, reason = "events and their fields are named after what a player would name")]
    pub enum Event: "event" {
        VisitBegan {
            visit: u8,
            province: Province,
            start: Seat,
        },
        DisplayTurnedUp {
            cards: ArrayVec<[Card; LARGEST_DISPLAY]>,
        },
        Reshuffled {
            cards: u8,
        },
        Laid {
            seat: Seat,
            card: Card,
            extra: Option<Extra>,
        },
        TurnedUp {
            seat: Seat,
            card: Card,
        },
        Withdrew {
            seat: Seat,
            won: Set<Symbol>,
        },
        Placed {
            seat: Seat,
            kind: PalaceKind,
            city: City,
        },
        TookBonus {
            seat: Seat,
            city: City,
            bonus: Bonus,
        },
        TookTile {
            seat: Seat,
            tile: Tile,
        },
        Scored {
            seat: Seat,
            points: u16,
            reason: Reason,
        },
        /// The card is known to its owner only.
        DrewBlind {
            seat: Seat,
            card: Option<Card>,
        },
        Took {
            seat: Seat,
            card: Card,
        },
        Discarded {
            card: Card,
        },
        /// `from` is somebody else who held the special card until now.
        Exchanged {
            seat: Seat,
            marker: Marker,
            special: Special,
            from: Option<Seat>,
        },
        TileLeft {
            tile: Tile,
        },
        BonusLeft {
            city: City,
            bonus: Bonus,
        },
        HandsOpened {
            hands: PerSeat<Cards>,
        },
        GameOver {
            winners: SeatSet,
        },
    }
}

/// Which kind of palace.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PalaceKind {
    /// One for each marker won; at most one on a city.
    Normal,
    /// The one that comes with the crown; it shares a city with a normal palace.
    Crown,
}

kit::tagged! {
    /// Why points were scored.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[allow(missing_docs, reason = "reasons and their fields are named after what a player would name")]
    pub enum Reason: "for" {
        SpecialCard,
        Bonus { city: City },
        Good { good: Good },
        Palaces { provinces: Set<Province> },
        Hand,
    }
}

impl Event {
    /// The card of a blind draw is for its owner's eyes only; everything else is open.
    pub(crate) fn seen_by(&self, eyes: Eyes) -> Event {
        match *self {
            Event::DrewBlind { seat, .. } if !eyes.are(seat) => {
                Event::DrewBlind { seat, card: None }
            }
            _ => self.clone(),
        }
    }

    /// Whether a card became known that these eyes could not see before.
    pub(crate) fn reveals_to(&self, eyes: Eyes) -> bool {
        match *self {
            Event::DrewBlind { seat, .. } => eyes.are(seat),
            Event::Laid { seat, .. } => !eyes.are(seat),
            Event::DisplayTurnedUp { .. } | Event::TurnedUp { .. } | Event::HandsOpened { .. } => {
                true
            }
            _ => false,
        }
    }
}
