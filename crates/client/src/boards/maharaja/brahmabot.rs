//! Brahmabot's tiles: the open ones, and the one used.

use super::pieces::icon;
use super::scene::Scene;
use kit::{Id, Key};
use leptos::prelude::*;
use maharaja::components::{BotAction, BotTile, City, Field, Slot, Target};

/// The row of tiles, in a game against Brahmabot.
#[component]
pub fn BrahmabotRow(scene: Scene) -> impl IntoView {
    let row = Memo::new(move |_| {
        scene
            .of(|open| open.brahmabot.and_then(|bot| bot.row))
            .flatten()
    });
    view! {
        <Show when=move || row.get().is_some()>
            <section class="mr-brahmabot" data-rules="bot-turn" aria-labelledby="mr-brahmabot-title">
                <h2 id="mr-brahmabot-title" data-tip=move || scene.phrase("board-brahmabot-about", &[])>{move || scene.phrase("board-brahmabot", &[])}</h2>
                {move || row.get().map(|row| {
                    let named = row.named();
                    let tiles = Slot::all().map(|slot| bot_tile(scene, row.tile(slot), named == Some(slot))).collect_view();
                    view! {
                        <div class="tiles">
                            {tiles}
                            {row.drawn.map(|drawn| view! { <span class="drawn-arrow" aria-hidden="true">"←"</span>{bot_tile(scene, Some(drawn), false)} })}
                        </div>
                    }
                })}
            </section>
        </Show>
    }
}

fn bot_tile(scene: Scene, tile: Option<BotTile>, named: bool) -> AnyView {
    let Some(tile) = tile else {
        let tip = move || scene.phrase("board-tile-hidden", &[]);
        return view! { <span class="bot-tile hidden" role="img" aria-label=tip data-tip=tip>{icon("hidden")}</span> }.into_any();
    };
    let about = move || {
        let main = tile
            .main()
            .iter()
            .map(|action| main_words(scene, *action))
            .collect();
        let main = scene.seen.teller.with(|teller| teller.listed(main));
        let target = match tile.target() {
            Target::Maharaja => scene.phrase("board-target-maharaja", &[]),
            Target::City(city) => scene.called(city),
        };
        let slot = scene.numbered("slot", tile.tick());
        let values = [
            ("main", &main as &dyn std::fmt::Display),
            ("target", &target),
            ("slot", &slot),
        ];
        format!(
            "{}\n{}",
            scene.called(tile),
            scene.phrase("board-tile-about", &values)
        )
    };
    let main = tile
        .main()
        .iter()
        .map(|action| icon(main_symbol(*action)))
        .collect_view();
    let target = match tile.target() {
        Target::Maharaja => view! { <svg class="icon target-maharaja" aria-hidden="true"><use href="#mr-maharaja"></use></svg> }.into_any(),
        Target::City(city) => view! { <span class=format!("target-city city-{}", city.id())>{icon("flag")}</span> }.into_any(),
    };
    let ticks = Slot::all()
        .map(|slot| if slot == tile.tick() { '●' } else { '○' })
        .collect::<String>();
    view! {
        <span class="bot-tile" class:taken=named role="img" aria-label=move || about().replace('\n', ". ") data-tip=about>
            <span>{main}<small>{move || tile.main().first().map(|action| scene.phrase(where_it_builds(*action), &[]))}</small></span>
            <span>{icon("priest")}"→"{target}</span>
            <span class="ticks">{ticks}</span>
        </span>
    }
    .into_any()
}

/// Returns the key of the place where an action builds.
fn where_it_builds(action: BotAction) -> &'static str {
    match action {
        BotAction::StatueMaharaja | BotAction::ShrineMaharaja => "board-builds-maharaja",
        BotAction::StatueNext => "board-builds-next",
        BotAction::StatueFreeCentre => "board-builds-centre",
        BotAction::StatueCloseSecond => "board-builds-second",
    }
}

/// Returns what Brahmabot builds, with the city if it is known already: `a statue with the Maharaja (Delhi)`.
fn main_words(scene: Scene, action: BotAction) -> String {
    let city = scene.of(|open| match action {
        BotAction::StatueMaharaja | BotAction::ShrineMaharaja => open.maharaja,
        BotAction::StatueNext => Some(open.track.leftmost()),
        BotAction::StatueFreeCentre => {
            let is_free = |city: &City| open.cities[*city].statues[Field::Centre].is_none();
            open.track.from_left().into_iter().find(is_free)
        }
        BotAction::StatueCloseSecond => None,
    });
    match city.flatten() {
        Some(city) => format!("{} ({})", scene.called(action), scene.called(city)),
        None => scene.called(action),
    }
}

/// Returns the symbol of what an action builds.
pub fn main_symbol(action: BotAction) -> &'static str {
    match action {
        BotAction::ShrineMaharaja => "shrine",
        _ => "statue",
    }
}
