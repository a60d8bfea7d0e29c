//! Choices as cards in the stage: a picture, a name, and what it is about.

use super::spot::{Spot, text};
use leptos::prelude::*;

/// A choice as a card. The first line of `about` is its name. Where there is little room the card shows only a part, and a tooltip all of it.
pub fn card(spot: Spot, about: Signal<String>, picture: AnyView) -> AnyView {
    let line = move |first: bool| {
        about.with(|about| {
            let mut lines = about.lines();
            let name = lines.next().unwrap_or_default();
            if first {
                name.to_owned()
            } else {
                lines.collect::<Vec<_>>().join(" ")
            }
        })
    };
    let inside = view! {
        <span class="card-picture" aria-hidden="true">{picture}</span>
        <span class="card-words"><b>{text(move || line(true))}</b><small>{text(move || line(false))}</small></span>
    };
    let spot = Spot {
        tip: Signal::derive(move || Some(about.get())),
        ..spot
    };
    spot.tile("choice-card".into(), inside.into_any())
}
