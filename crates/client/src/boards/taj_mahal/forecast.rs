//! What withdrawing now brings and leaves.

use super::vain::Vain;
use crate::boards::scene::Scene;
use kit::{Key, Seat, Set};
use leptos::prelude::With as _;
use std::fmt::Display;
use taj_mahal::components::{MARKERS_FOR_A_SPECIAL, Marker, Symbol};
use taj_mahal::{Open, TajMahal};

/// Returns the sentences on a withdrawal of the viewer beyond its points: the special cards that it completes, or why it wins nothing.
pub fn forecast(scene: Scene<TajMahal>) -> Vec<String> {
    let Some((open, me)) = seen(scene) else {
        return Vec::new();
    };
    let won = open.wins(me);
    match won.is_empty() {
        true => why_nothing(scene, &open, me),
        false => completed(scene, &open, me, won).collect(),
    }
}

/// Returns the prizes that a withdrawal of the viewer leaves to the others.
pub fn left(scene: Scene<TajMahal>) -> Set<Symbol> {
    let left = seen(scene).filter(|(open, me)| !open.active.without(Set::only(*me)).is_empty());
    left.map(|(open, me)| open.court.without(open.wins(me)))
        .unwrap_or_default()
}

fn seen(scene: Scene<TajMahal>) -> Option<(Open, Seat)> {
    let open = scene.view.with(|view| view.as_ref().map(|view| view.open));
    open.zip(scene.me())
}

/// Returns why no prize is won, a sentence for each reason.
fn why_nothing(scene: Scene<TajMahal>, open: &Open, me: Seat) -> Vec<String> {
    let mut vain = Vain::default();
    for symbol in Symbol::all().filter(|&symbol| open.shows(me, symbol) > 0) {
        let name = scene.called(symbol);
        if !open.court.contains(symbol) {
            vain.taken.push(name);
            continue;
        }
        let most = open.rivals_show(me, symbol);
        let rivals = open.active.iter().filter(|&seat| seat != me);
        let rivals = rivals.filter(|&seat| open.shows(seat, symbol) == most);
        let rivals = rivals.map(|seat| scene.name(seat)).collect();
        let rivals = scene.seen.teller.with(|teller| teller.listed(rivals));
        match open.shows(me, symbol) == most {
            true => vain.tied.push(format!("{name} ({rivals})")),
            false => vain.beaten.push(format!("{name} ({rivals}: {most})")),
        }
    }
    let said = scene.seen.teller.with(|teller| vain.said(teller));
    match said.is_empty() {
        true => vec![scene.phrase("board-shows-nothing", &[])],
        false => said,
    }
}

/// Returns the special cards that the markers won complete, and whom they are taken from.
fn completed(
    scene: Scene<TajMahal>,
    open: &Open,
    me: Seat,
    won: Set<Symbol>,
) -> impl Iterator<Item = String> {
    let markers = Marker::all().filter(move |marker| won.contains(marker.symbol()));
    let owned = open.players[me].markers;
    let special_cards = open.special_cards;
    let complete = markers.filter(move |&marker| owned[marker] + 1 >= MARKERS_FOR_A_SPECIAL);
    complete.filter_map(move |marker| {
        let special = scene.called(marker.special());
        match special_cards[marker.special()] {
            Some(holder) if holder == me => None,
            Some(holder) => {
                let values: [(&str, &dyn Display); 2] =
                    [("special", &special), ("name", &scene.name(holder))];
                Some(scene.phrase("board-completes-from", &values))
            }
            None => Some(scene.phrase("board-completes", &[("special", &special)])),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::tests::{play, scene};
    use leptos::prelude::Owner;
    use std::collections::BTreeSet;
    use words::Language;

    #[test]
    fn a_withdrawal_says_why_it_wins_nothing_and_what_it_completes_and_leaves() {
        let (mut said, mut leaves) = (BTreeSet::new(), BTreeSet::new());
        play("taj-mahal", 3, |mine, _| {
            for language in Language::ALL {
                said.extend(Owner::new().with(|| forecast(scene(&mine, language))));
            }
            leaves.insert(Owner::new().with(|| left(scene(&mine, Language::En)).len()));
        });
        for words in [
            "You have laid no symbol yet.",
            "A tie wins nothing: monk (Bharat).",
            "Others show more: elephant (Asha: 2).",
            "Already taken: monk.",
        ] {
            assert!(said.contains(words), "{words}: {said:#?}");
        }
        assert!(leaves.contains(&0) && leaves.len() > 3, "{leaves:?}");
        let completes = "Your second marker brings the special card";
        assert!(said.iter().any(|words| words.starts_with(completes)));
        assert!(
            said.iter()
                .any(|words| words.ends_with(", taken from Asha."))
        );
        assert!(said.iter().all(|words| !words.contains(['{', '$', '_'])));
    }
}
