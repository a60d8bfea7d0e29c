//! Events, for logs and animation.

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
        /// The card is visible only to its owner.
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
        /// `from` is the previous holder of the special card, if there was one.
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

/// The kind of a palace.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PalaceKind {
    /// One for each marker won; at most one on a city.
    Normal,
    /// The palace that comes with the crown; it can share a city with a normal palace.
    Crown,
}

kit::tagged! {
    /// The reason for scoring points.
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
    /// Returns the event as these eyes see it: only the card of a blind draw is hidden from others.
    pub(crate) fn seen_by(&self, eyes: Eyes) -> Event {
        match *self {
            Event::DrewBlind { seat, .. } if !eyes.are(seat) => {
                Event::DrewBlind { seat, card: None }
            }
            _ => self.clone(),
        }
    }

    /// Returns whether the event shows these eyes a card that they could not see before.
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
