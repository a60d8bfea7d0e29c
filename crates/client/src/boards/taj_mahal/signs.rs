//! What happened, without words.

use super::pieces::{card_face, good_icon, icon, marker, palace_icon, special_face};
use crate::boards::sign::Sign;
use kit::Id;
use leptos::prelude::*;
use taj_mahal::components::{Card, Gain, Symbol};
use taj_mahal::{Event, Extra, PalaceKind};

/// Returns what an event shows: cards, prizes, palaces, goods and points.
pub fn signs(event: Event) -> Vec<Sign> {
    let picture = |view: AnyView| Sign::Picture(view);
    let card = |card: Card| {
        picture(view! { <span class="small-card">{card_face(card)}</span> }.into_any())
    };
    match event {
        Event::Laid {
            card: laid, extra, ..
        } => {
            let extra = extra.map(|extra| match extra {
                Extra::Card(white) => card(white),
                Extra::Special(special) => picture(
                    view! { <span class="small-card">{special_face(special)}</span> }.into_any(),
                ),
            });
            std::iter::once(card(laid)).chain(extra).collect()
        }
        Event::TurnedUp { card: laid, .. } | Event::Took { card: laid, .. } => vec![card(laid)],
        Event::Withdrew { won, .. } => {
            let prize = |symbol: Symbol| picture(prize(symbol));
            won.iter().map(prize).collect()
        }
        Event::Placed { seat, kind, .. } => match kind {
            PalaceKind::Normal => vec![picture(palace_icon(seat).into_any())],
            PalaceKind::Crown => vec![
                picture(icon("crown").into_any()),
                picture(palace_icon(seat).into_any()),
            ],
        },
        Event::TookBonus { bonus, .. } => match bonus.gain() {
            Gain::Good(good) => vec![picture(good_icon(good).into_any())],
            Gain::Card => vec![picture(icon("card-1").into_any())],
            // The points are told by themselves.
            Gain::Points(_) => Vec::new(),
        },
        Event::TookTile { tile, .. } => {
            let goods = tile.goods().iter();
            goods
                .map(|good| picture(good_icon(*good).into_any()))
                .collect()
        }
        Event::Scored { points, .. } => vec![Sign::Points(points.into())],
        Event::DrewBlind { .. } => vec![picture(icon("card-1").into_any())],
        _ => Vec::new(),
    }
}

/// An influence marker, the crown, or the symbol of the province tile.
fn prize(symbol: Symbol) -> AnyView {
    match symbol.marker() {
        Some(prize) => marker(prize).into_any(),
        None => icon(if symbol == Symbol::Mogul {
            "crown"
        } else {
            symbol.id()
        })
        .into_any(),
    }
}
