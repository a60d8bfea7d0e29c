//! The places of the board.

use super::place::Place;
use super::say;
use super::scene::Scene;
use crate::boards::spot::{Spot, sentences, text};
use leptos::prelude::*;

/// Creates the spot of a place; `about` describes it.
pub fn spot(scene: Scene, place: Place, about: Signal<String>) -> Spot {
    let offers = Memo::new(move |_| scene.offers_at(place));
    let words = text(move || {
        let about = about.get();
        let more = match scene.meant_at(place).as_slice() {
            [] => scene.why_not_there(place),
            offers => {
                let said = offers.iter().map(|&offer| say::offer(scene, offer));
                Some(said.collect::<Vec<_>>().join("\n"))
            }
        };
        match more {
            Some(more) => format!("{about}\n{more}"),
            None => about,
        }
    });
    Spot {
        place: match place {
            Place::Node(node) => Some(kit::Id::id(node)),
            _ => None,
        },
        lit: Memo::new(move |_| offers.with(|offers| !offers.is_empty())),
        action: Memo::new(move |_| {
            offers.with(|offers| match offers.as_slice() {
                [one] => Some(one.to_string()),
                // Several actions are offered side by side.
                _ => None,
            })
        }),
        label: Signal::derive(move || words.with(|words| sentences(words))),
        tip: Signal::derive(move || Some(words.get())),
        act: Callback::new(move |()| scene.act(place)),
        point: Callback::new(move |comes| {
            let meant = move || untrack(|| scene.meant_at(place)).first().copied();
            scene.pointed.set(if comes { meant() } else { None });
            scene.flag.set(match place {
                Place::Flag(city) if comes => Some(city),
                _ => None,
            });
        }),
    }
}
