//! What happened, without words.

use super::pieces::{icon, piece};
use crate::boards::sign::Sign;
use ::maharaja::Event;
use ::maharaja::components::Character;
use leptos::prelude::*;

/// Returns what an event shows: characters, journeys, what was built, coins and points.
pub fn signs(event: Event) -> Vec<Sign> {
    let one = |view: AnyView| vec![Sign::Picture(view)];
    let counted = |sign: &str, count: u16, symbol: &str| {
        let words = format!("{sign}{count}");
        one(view! { <span>{words}{icon(symbol)}</span> }.into_any())
    };
    match event {
        Event::CharacterTaken { character, .. }
        | Event::Swapped { character, .. }
        | Event::AbilityUsed { character, .. } => one(number(character)),
        Event::Travelled { seat, .. } => one(piece("priest", seat)),
        Event::BrahmabotTravelled { .. } => one(icon("priest")),
        Event::StatueBuilt { seat, .. } => one(piece("statue", seat)),
        Event::ShrineBuilt { seat, .. } => one(piece("shrine", seat)),
        Event::ShrineMoved { .. } => one(icon("shrine")),
        Event::CoinsTaken { coins, .. } => counted("+", coins, "coin"),
        Event::ShrinesTaken { shrines, .. } => counted("+", shrines.into(), "shrine"),
        Event::MarkersTaken { markers, .. } => counted("+", markers.into(), "marker"),
        Event::Prestige { points, .. } => vec![Sign::Points(points.into())],
        Event::FlagShifted { .. } => one(icon("flag")),
        Event::RewardTaken { .. } => one(icon("gift")),
        Event::MaharaniPlaced { .. } => one(icon("maharani")),
        _ => Vec::new(),
    }
}

fn number(character: Character) -> AnyView {
    view! { <span class="number-badge">{character.number()}</span> }.into_any()
}
