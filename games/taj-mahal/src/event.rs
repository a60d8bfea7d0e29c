//! What happens, for logs and animation.

use crate::action::Extra;
use crate::cards::Cards;
use crate::components::{
    Bonus, Card, City, Gain, Good, LARGEST_DISPLAY, Marker, Province, Special, Symbol, Tile,
};
use kit::{Eyes, PerSeat, Seat, SeatSet, Set};
use serde::{Serialize, Serializer};
use std::fmt::{self, Display};
use tinyvec::ArrayVec;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[expect(
    missing_docs,
    reason = "each event is said in words by its Display, with all its fields"
)]
pub enum Event {
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

/// Which kind of palace.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PalaceKind {
    /// One for each marker won; at most one on a city.
    Normal,
    /// The one that comes with the crown; it shares a city with a normal palace.
    Crown,
}

/// Why points were scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "for", rename_all = "kebab-case")]
#[expect(
    missing_docs,
    reason = "each reason is said in words by its Display, with all its fields"
)]
pub enum Reason {
    SpecialCard,
    Bonus { city: City },
    Good { good: Good },
    Palaces { provinces: Set<Province> },
    Hand,
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

impl Serialize for Extra {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::VisitBegan {
                visit,
                province,
                start,
            } => write!(
                f,
                "Visit {visit} leads to {}; seat {start} starts.",
                province.name()
            ),
            Event::DisplayTurnedUp { cards } => write!(f, "The display shows {}.", listed(cards)),
            Event::Reshuffled { cards } => write!(
                f,
                "The discard pile is shuffled into a new draw pile of {cards}."
            ),
            Event::Laid {
                seat,
                card,
                extra: None,
            } => write!(f, "Seat {seat} lays {card}."),
            Event::Laid {
                seat,
                card,
                extra: Some(extra),
            } => write!(f, "Seat {seat} lays {card} with {extra}."),
            Event::TurnedUp { card, .. } => write!(f, "The absent maharaja turns up {card}."),
            Event::Withdrew { seat, won } if won.is_empty() => {
                write!(f, "Seat {seat} withdraws with nothing.")
            }
            Event::Withdrew { seat, won } => write!(
                f,
                "Seat {seat} withdraws and wins {}.",
                listed(won.iter().map(prize))
            ),
            Event::Placed { seat, kind, city } => {
                let palace = match kind {
                    PalaceKind::Normal => "a palace",
                    PalaceKind::Crown => "the crown palace",
                };
                write!(f, "Seat {seat} places {palace} on {}.", city.name())
            }
            Event::TookBonus { seat, city, bonus } => write!(
                f,
                "Seat {seat} takes the bonus of {}: {}.",
                city.name(),
                said(*bonus)
            ),
            Event::TookTile { seat, tile } => write!(
                f,
                "Seat {seat} takes province tile {}: {}.",
                tile.number(),
                listed(tile.goods())
            ),
            Event::Scored {
                seat,
                points: 1,
                reason,
            } => write!(f, "Seat {seat} scores 1 point {reason}."),
            Event::Scored {
                seat,
                points,
                reason,
            } => write!(f, "Seat {seat} scores {points} points {reason}."),
            Event::DrewBlind { seat, card: None } => write!(f, "Seat {seat} draws a card."),
            Event::DrewBlind {
                seat,
                card: Some(card),
            } => write!(f, "Seat {seat} draws {card}."),
            Event::Took { seat, card } => write!(f, "Seat {seat} takes {card} from the display."),
            Event::Discarded { card } => write!(
                f,
                "{card} of the display is discarded for the absent maharaja."
            ),
            Event::Exchanged {
                seat,
                marker,
                special,
                from,
            } => {
                write!(
                    f,
                    "Seat {seat} exchanges two {marker} markers for {special}"
                )?;
                match from {
                    Some(holder) if holder == seat => write!(f, ", which it holds already."),
                    Some(holder) => write!(f, ", taken from seat {holder}."),
                    None => write!(f, "."),
                }
            }
            Event::TileLeft { tile } => {
                write!(f, "Province tile {} leaves the game.", tile.number())
            }
            Event::BonusLeft { city, bonus } => write!(
                f,
                "The bonus of {} ({}) leaves the game.",
                city.name(),
                said(*bonus)
            ),
            Event::HandsOpened { .. } => f.write_str("All hands are opened."),
            Event::GameOver { winners } if winners.len() == 1 => {
                write!(f, "The game is over; seat {} wins.", listed(winners.iter()))
            }
            Event::GameOver { winners } => write!(
                f,
                "The game is over; seats {} share the victory.",
                listed(winners.iter())
            ),
        }
    }
}

impl Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::SpecialCard => f.write_str("for the special card"),
            Reason::Bonus { city } => write!(f, "for the bonus of {}", city.name()),
            Reason::Good { good } => write!(f, "for {good}"),
            Reason::Palaces { provinces } => write!(
                f,
                "for palaces connecting {}",
                listed(provinces.iter().map(Province::name))
            ),
            Reason::Hand => f.write_str("for the cards in hand"),
        }
    }
}

fn prize(symbol: Symbol) -> String {
    match symbol {
        Symbol::Mogul => "the crown".to_owned(),
        Symbol::Elephant => "the province tile".to_owned(),
        person => format!("the {person}"),
    }
}

fn said(bonus: Bonus) -> String {
    match bonus.gain() {
        Gain::Points(points) => format!("{points} points"),
        Gain::Card => "a card".to_owned(),
        Gain::Good(good) => good.to_string(),
    }
}

/// `a, b and c`.
fn listed<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match words.as_slice() {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
