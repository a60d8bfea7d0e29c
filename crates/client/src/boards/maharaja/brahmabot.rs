//! Brahmabot's tiles: the open ones, the one used, and his last turn.

use super::pieces::icon;
use super::scene::Scene;
use super::tale::Tale;
use kit::{Id, Key};
use leptos::prelude::*;
use maharaja::components::{BotAction, BotTile, Slot, Target};

/// The row of tiles and the last turn, in a game against Brahmabot.
#[component]
pub fn BrahmabotRow(scene: Scene, tale: RwSignal<Tale>) -> impl IntoView {
    let row = Memo::new(move |_| {
        scene
            .of(|open| open.brahmabot.and_then(|bot| bot.row))
            .flatten()
    });
    let told = move || {
        tale.with(|tale| {
            let told = tale.turn.iter().filter_map(|event| scene.tell(event));
            told.map(|sentence| view! { <li>{sentence}</li> })
                .collect_view()
        })
    };
    let has_acted = Memo::new(move |_| tale.with(|tale| !tale.turn.is_empty()));
    view! {
        <Show when=move || row.get().is_some() || has_acted.get()>
            <section class="mr-brahmabot" data-rules="alone" aria-labelledby="mr-brahmabot-title">
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
                <Show when=move || has_acted.get()><ol class="told" tabindex="0" aria-labelledby="mr-brahmabot-title">{told}</ol></Show>
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
            .map(|action| scene.called(*action))
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
            <span>{main}<small>{tile.main().first().map(|action| action.id().to_uppercase())}</small></span>
            <span>{icon("priest")}"→"{target}</span>
            <span class="ticks">{ticks}</span>
        </span>
    }
    .into_any()
}

fn main_symbol(action: BotAction) -> &'static str {
    match action {
        BotAction::ShrineMaharaja => "shrine",
        _ => "statue",
    }
}
