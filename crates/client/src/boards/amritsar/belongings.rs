//! A small version of a player's board, for the players' panel; a click shows it large.

use super::glyphs;
use super::scene::Scene;
use super::thing::{shown, text};
use amritsar::components::Track;
use amritsar::components::*;
use kit::{Id, Key, Seat};
use leptos::prelude::*;
use std::fmt::Write as _;

/// The belongings of one player.
#[component]
pub fn Belongings(scene: Scene, seat: Seat) -> impl IntoView {
    let player = move || {
        let open = scene.open()?;
        let mut players = open.players.iter();
        players
            .find(|(other, _)| *other == seat)
            .map(|(_, player)| *player)
    };
    let tax = move || scene.open().map_or(0, |open| open.tax_due(seat));
    let face = text(move || {
        let Some(player) = player() else {
            return String::new();
        };
        let mut face = String::new();
        for item in Item::all() {
            let (id, count) = (item.id(), player.items.count(item));
            let icon = glyphs::icon(id);
            // Only coins lie on the board before somebody takes them.
            let purse = if item == Item::Coin {
                format!(r#" data-purse="{id}-{seat}" data-amount="{count}" data-from="coin bank""#)
            } else {
                String::new()
            };
            let _ = write!(face, r#"<span class="owned"{purse}>{icon}{count}</span>"#);
        }
        let _ = write!(
            face,
            r#"<span class="owned">{}{}</span><span class="owned">{}{}</span>"#,
            glyphs::icon("elephant"),
            player.counters_elephant,
            glyphs::icon("tax"),
            tax()
        );
        face += r#"<span class="small-row">"#;
        for colour in Colour::all() {
            let id = colour.id();
            let tile =
                player.mahouts[colour].map(|tile| glyphs::html(&glyphs::effect(tile.effect())));
            let _ = write!(
                face,
                r#"<span class="small-mahout of-{id}">{}</span>"#,
                tile.unwrap_or_default()
            );
        }
        for track in Track::all() {
            let _ = write!(
                face,
                r#"<span class="owned">{}{}</span>"#,
                glyphs::icon(track.id()),
                player.knowledge[track]
            );
        }
        face + "</span>"
    });
    let about = text(move || {
        let Some(player) = player() else {
            return String::new();
        };
        let said = [
            ("name", &scene.name(seat) as &dyn std::fmt::Display),
            ("items", &scene.items(player.items)),
            ("room", &player.capacity()),
            ("counters", &player.counters_elephant),
            ("tax", &tax()),
        ];
        scene.phrase("board-small", &said)
    });
    let is_there = player().is_some();
    let mine = scene.me() == Some(seat);
    let look = move |_| {
        let seen = scene.seen;
        let shown = seen.looked_at.get_untracked() == Some(seat);
        seen.looked_at.set((!shown && !mine).then_some(seat));
    };
    is_there.then(|| {
        if mine {
            shown("belongings", about, face).into_any()
        } else {
            view! { <button class="belongings look" aria-label=about title=move || scene.phrase("board-look", &[]) on:click=look inner_html=face></button> }
                .into_any()
        }
    })
}
