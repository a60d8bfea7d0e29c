//! What the symbols mean.

use super::explain;
use super::glyphs;
use super::scene::Scene;
use amritsar::components::{Effect, Item, Track, UpgradeChoice};
use kit::{Id, Key};
use leptos::prelude::*;

/// All symbols with their meaning, folded away until somebody asks.
#[component]
pub fn Legend(scene: Scene) -> impl IntoView {
    let open = RwSignal::new(false);
    let line = |(icon, words): (&'static str, String)| {
        view! { <li><span inner_html=glyphs::icon(icon)></span><span>{words}</span></li> }
    };
    view! {
        <details class="legend" on:toggle=move |_| open.update(|open| *open = !*open)>
            <summary>{move || scene.phrase("board-legend", &[])}</summary>
            <ul>{move || open.get().then(|| meanings(scene).into_iter().map(line).collect_view())}</ul>
        </details>
    }
}

fn meanings(scene: Scene) -> Vec<(&'static str, String)> {
    let items = Item::all().map(|item| (item.id(), scene.sentence(&scene.called(item))));
    let tracks = Track::all().map(|track| (track.id(), scene.sentence(&scene.track(track))));
    let effect = |icon, effect| (icon, explain::effect(scene, effect));
    let phrase = |icon, key| (icon, scene.phrase(key, &[]));
    items
        .chain([effect("any", Effect::any_resources(1))])
        .chain(tracks)
        .chain([
            effect("knowledge", Effect::AnyKnowledge(1)),
            effect("market", Effect::Market),
            effect("mahout", Effect::MahoutAction),
            effect("donate", Effect::Donation),
            effect("counter", Effect::Counter),
            effect("upgrade", Effect::Upgrade(UpgradeChoice::Any)),
            phrase("storehouse", "board-stores"),
            phrase("objective", "board-objectives"),
            phrase("pp", "board-legend-prestige"),
            phrase("tax", "board-legend-tax"),
            effect("unlock", Effect::UnlockMovement),
            phrase("group", "board-bridge-group"),
            phrase("bridge", "board-legend-bridge"),
        ])
        .collect()
}
