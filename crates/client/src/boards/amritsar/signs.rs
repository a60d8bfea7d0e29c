//! What happened, without words.

use super::glyphs::{Glyph, html, items};
use crate::boards::sign::Sign;
use ::amritsar::components::{Colour, Items};
use ::amritsar::{Event, Installed};
use kit::Id;
use leptos::prelude::*;

/// Returns what an event shows: workers, elephants, goods, what was built, and points.
pub fn signs(event: Event) -> Vec<Sign> {
    let picture = |glyphs: &[Glyph]| {
        let drawn = html(glyphs);
        vec![Sign::Picture(
            view! { <span inner_html=drawn></span> }.into_any(),
        )]
    };
    let one = |symbol: &'static str| picture(&[Glyph::Icon(symbol)]);
    let text = |text: String| Glyph::Text(text);
    match event {
        Event::ElephantPlaced { .. }
        | Event::ElephantWalked { .. }
        | Event::ElephantMovedFreely { .. } => one("elephant"),
        Event::Landed { worker, .. } | Event::MaharajahActed { colour: worker } => {
            one(worker_symbol(worker))
        }
        Event::UsedMahout { .. } | Event::Followed { .. } => one("mahout"),
        Event::Gained { items: gained, .. } if gained != Items::NONE => picture(&items(gained)),
        Event::Bought { resource, .. } => picture(&[text("+".into()), Glyph::Icon(resource.id())]),
        Event::Sold { resource, .. } => picture(&[text("−".into()), Glyph::Icon(resource.id())]),
        Event::Exchanged { give, take, .. } => picture(&[
            Glyph::Icon(give.id()),
            text("→".into()),
            Glyph::Icon(take.id()),
        ]),
        Event::Upgraded { installed, .. } => one(match installed {
            Installed::Storehouse { .. } => "storehouse",
            Installed::Objective { .. } => "objective",
            Installed::Mahout { .. } => "mahout",
        }),
        Event::Advanced { track, .. } => one(track.id()),
        Event::MovementUnlocked { .. } => one("unlock"),
        Event::CounterLoaded { .. } | Event::MaharajahTookCounter => one("counter"),
        Event::Donated { .. } => one("donate"),
        Event::BridgePaid { .. } => one("bridge"),
        Event::Scored { points, .. } | Event::ObjectiveScored { points, .. } => {
            vec![Sign::Points(points.into())]
        }
        Event::Lost { points, .. } => vec![Sign::Points(-i32::from(points))],
        Event::MaharajahTookResource { resource } => one(resource.id()),
        Event::MaharajahRemoved { resource } => {
            picture(&[text("−".into()), Glyph::Icon(resource.id())])
        }
        _ => Vec::new(),
    }
}

fn worker_symbol(colour: Colour) -> &'static str {
    match colour {
        Colour::Yellow => "worker-yellow",
        Colour::Blue => "worker-blue",
        Colour::White => "worker-white",
        Colour::Green => "worker-green",
    }
}
