//! What withdrawing now brings and leaves, as text.

use crate::boards::scene::Scene;
use kit::{Key, Seat, Set};
use leptos::prelude::With as _;
use std::fmt::Display;
use taj_mahal::components::{MARKERS_FOR_A_SPECIAL, Marker, Symbol};
use taj_mahal::{Open, TajMahal};

/// Returns the sentences on a withdrawal of the viewer beyond its points: the special cards that it completes and what it leaves to the others, or why it
/// wins nothing.
pub fn forecast(scene: Scene<TajMahal>) -> Vec<String> {
    let open = scene.view.with(|view| view.as_ref().map(|view| view.open));
    let Some((open, me)) = open.zip(scene.me()) else {
        return Vec::new();
    };
    let won = open.wins(me);
    if won.is_empty() {
        return why_nothing(scene, &open, me);
    }
    completed(scene, &open, me, won)
        .chain(left(scene, &open, me, won))
        .collect()
}

/// Returns why no prize is won, a sentence for each symbol that the player shows.
fn why_nothing(scene: Scene<TajMahal>, open: &Open, me: Seat) -> Vec<String> {
    let shown = Symbol::all().filter(|&symbol| open.shows(me, symbol) > 0);
    let said: Vec<String> = shown
        .map(|symbol| why_not_won(scene, open, me, symbol))
        .collect();
    match said.is_empty() {
        true => vec![scene.phrase("board-shows-nothing", &[])],
        false => said,
    }
}

fn why_not_won(scene: Scene<TajMahal>, open: &Open, me: Seat, symbol: Symbol) -> String {
    let name = scene.sentence(&scene.called(symbol));
    if !open.court.contains(symbol) {
        return scene.phrase("board-prize-gone", &[("symbol", &name)]);
    }
    let (mine, most) = (open.shows(me, symbol), open.rivals_show(me, symbol));
    let rivals = open.active.iter().filter(|&seat| seat != me);
    let rivals = rivals.filter(|&seat| open.shows(seat, symbol) == most);
    let rivals: Vec<String> = rivals.map(|seat| scene.name(seat)).collect();
    let count = rivals.len();
    let names = scene.seen.teller.with(|teller| teller.listed(rivals));
    let values: [(&str, &dyn Display); 5] = [
        ("symbol", &name),
        ("names", &names),
        ("rivals", &count),
        ("count", &most),
        ("mine", &mine),
    ];
    let key = match mine == most {
        true => "board-tied",
        false => "board-beaten",
    };
    scene.phrase(key, &values)
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

/// Returns the prizes that stay for the others.
fn left(scene: Scene<TajMahal>, open: &Open, me: Seat, won: Set<Symbol>) -> Option<String> {
    let prizes = open.court.without(won);
    let others = open.active.without(Set::only(me));
    if prizes.is_empty() || others.is_empty() {
        return None;
    }
    let prizes = prizes.iter().map(|symbol| scene.called(symbol)).collect();
    let prizes = scene.seen.teller.with(|teller| teller.listed(prizes));
    Some(scene.phrase("board-leaves", &[("prizes", &prizes)]))
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
        let mut said = BTreeSet::new();
        play("taj-mahal", 3, |mine, _| {
            for language in Language::ALL {
                said.extend(Owner::new().with(|| forecast(scene(&mine, language))));
            }
        });
        for words in [
            "You have laid no symbol yet.",
            "Monk: Bharat also shows 1; a tie wins nothing.",
            "Elephant: Asha shows 2, you 1.",
            "Monk: already taken.",
            "The others can still win: general, monk, princess and elephant.",
        ] {
            assert!(said.contains(words), "{words}: {said:#?}");
        }
        let completes = "Your second marker brings the special card";
        assert!(said.iter().any(|words| words.starts_with(completes)));
        assert!(
            said.iter()
                .any(|words| words.ends_with(", taken from Asha."))
        );
        assert!(said.iter().all(|words| !words.contains(['{', '$', '_'])));
    }
}
