//! The tiles beside the map: characters and rewards.

use super::pieces::{icon, of_character, of_reward, piece};
use super::place::Place;
use super::say::{character_sentence, reward_sentence};
use super::scene::Scene;
use super::spot::spot;
use leptos::prelude::*;
use maharaja::Stage;
use maharaja::components::{Character, Reward, Timing, table};

/// All characters in the game: first those in the display, then the owned ones.
#[component]
pub fn CharacterTiles(scene: Scene) -> impl IntoView {
    let characters = Memo::new(move |_| {
        scene
            .of(|open| {
                let owned = open.tableaus.iter();
                let owned = owned.filter_map(|(_, tableau)| tableau.character);
                let mut all: Vec<Character> = open.display.iter().copied().collect();
                all.extend(owned);
                all
            })
            .unwrap_or_default()
    });
    view! {
        <section class="mr-characters" data-rules="characters" aria-labelledby="mr-characters-title">
            <h2 id="mr-characters-title" data-tip=move || scene.phrase("board-characters-about", &[])>{move || scene.phrase("board-characters", &[])}</h2>
            <div class="tiles">
                <For each=move || characters.get() key=|character| *character let:character>{character_tile(scene, character)}</For>
            </div>
        </section>
    }
}

fn character_tile(scene: Scene, character: Character) -> AnyView {
    let owner = Memo::new(move |_| scene.of(|open| open.owner(character)).flatten());
    let marks = Memo::new(move |_| {
        scene
            .of(|open| {
                let marks = open.maharani.iter().flatten();
                let here = marks.filter(|mark| mark.character == character);
                here.map(|mark| mark.seat).collect::<Vec<_>>()
            })
            .unwrap_or_default()
    });
    let used = Memo::new(move |_| {
        let seat = owner.get()?;
        scene.of(|open| open.tableaus[seat].used.contains(character))
    });
    let about = Signal::derive(move || {
        let mut said = vec![about_character(scene, character)];
        if let Some(seat) = owner.get() {
            said.push(scene.phrase("board-owned-by", &[("name", &scene.name(seat))]));
        }
        for seat in marks.get() {
            said.push(scene.phrase("board-marked-by", &[("name", &scene.name(seat))]));
        }
        if used.get() == Some(true) {
            said.push(scene.phrase("board-used", &[]));
        }
        said.join("\n")
    });
    let class = Signal::derive(move || match owner.get() {
        Some(seat) => format!("tile character owned-tile seat-{seat}"),
        None => "tile character".to_owned(),
    });
    let inside = view! {
        <span class="tile-number">{character.number()}</span>
        {of_character(character).inline()}
        <span class="tile-foot">
            {move || owner.get().map(|_| view! { <span class="player-mark" aria-hidden="true"></span> })}
            {move || marks.get().into_iter().map(|seat| view! { <span class=format!("maharani-mark seat-{seat}")>{icon("maharani")}</span> }).collect_view()}
            {move || (used.get() == Some(true)).then_some("✓")}
        </span>
    };
    spot(scene, Place::Character(character), about).tile(class, inside.into_any())
}

/// Returns the name, ability and timing of a character.
pub fn about_character(scene: Scene, character: Character) -> String {
    let name = scene.numbered("character", character);
    let ability = character_sentence(scene, character);
    let timing = match character.timing() {
        Timing::Never => return format!("{name}\n{ability}"),
        Timing::Once => "board-timing-once",
        Timing::Permanent => "board-timing-permanent",
        Timing::Scoring => "board-timing-scoring",
    };
    format!("{name}\n{ability} {}", scene.phrase(timing, &[]))
}

/// Returns the name of a reward, and what it does.
pub fn about_reward(scene: Scene, reward: Reward) -> String {
    let name = scene.numbered("reward", reward);
    format!("{name}\n{}", reward_sentence(scene, reward))
}

/// The reward track from the bottom; the lowest tiles can be taken.
#[component]
pub fn RewardTiles(scene: Scene) -> impl IntoView {
    let tiles = Memo::new(move |_| {
        scene
            .of(|open| {
                let all =
                    (1..=12).filter_map(|position| Some((position, open.rewards.at(position)?)));
                all.collect::<Vec<_>>()
            })
            .unwrap_or_default()
    });
    let selectable = move |position: u8| {
        scene.of(|open| position <= table(open.options.players).selectable_rewards) == Some(true)
    };
    // Beside the track: Maharani markers, and the supply of action markers.
    let beside = move || {
        let (free, markers) = scene.of(|open| {
            let free = open.maharani.iter().filter(|mark| mark.is_none());
            (free.count(), open.markers)
        })?;
        let stock = |class, key, symbol, count: usize| {
            let tip = scene.phrase(key, &[("count", &count)]);
            view! { <span class=class role="img" aria-label=tip.clone() data-tip=tip>{icon(symbol)}{count}</span> }
        };
        Some(view! {
            <small>
                {stock("maharani-free", "board-maharani-free", "maharani", free)}
                " "
                {stock("", "board-markers-supply", "marker", markers.into())}
            </small>
        })
    };
    view! {
        <section class="mr-rewards" data-rules="rewards" aria-labelledby="mr-rewards-title">
            <h2 id="mr-rewards-title" data-tip=move || scene.phrase("board-rewards-about", &[])>{move || scene.phrase("board-rewards", &[])}{beside}</h2>
            <div class="tiles">
                <For each=move || tiles.get() key=|tile| *tile let((position, reward))>
                    {{
                        let about = Signal::derive(move || {
                            let state = if selectable(position) { "board-reward-selectable" } else { "board-reward-later" };
                            format!("{}\n{}", about_reward(scene, reward), scene.phrase(state, &[]))
                        });
                        let class = Signal::derive(move || if selectable(position) { "tile reward selectable".to_owned() } else { "tile reward".to_owned() });
                        spot(scene, Place::Reward(position), about).tile(class, of_reward(reward).inline())
                    }}
                </For>
            </div>
        </section>
    }
}

/// A player's belongings, for the players' panel.
#[component]
pub fn Belongings(scene: Scene, seat: kit::Seat) -> impl IntoView {
    let tableau = Memo::new(move |_| scene.of(|open| open.tableaus[seat]));
    let count = move |key: &'static str, drawn: AnyView, count: String| {
        let tip = scene.phrase(key, &[("count", &count)]);
        view! { <span class="owned" role="img" aria-label=tip.clone() data-tip=tip>{drawn}{count}</span> }
    };
    let over = move || scene.of(|open| open.stage == Stage::Over) == Some(true);
    // What the final scoring adds, as things stand.
    let now = move || {
        let open = scene.open().filter(|_| !over())?;
        let parts = open.final_scoring(seat).by_source();
        let parts = parts.into_iter().filter(|(_, points)| *points != 0);
        let parts = parts.map(|(source, points)| {
            let source = scene.numbered("source", source.replace(' ', "-"));
            format!("{source} {points}")
        });
        let parts = scene
            .seen
            .teller
            .with(|teller| teller.listed(parts.collect()));
        let total = open.total_if_over(seat);
        let tip = scene.phrase("board-now", &[("points", &total), ("parts", &parts)]);
        Some(
            view! { <span class="owned now" role="img" aria-label=tip.clone() data-tip=tip>"→ "{total}</span> },
        )
    };
    view! {
        <div class="belongings" data-rules="building">
            <span class="belongings-line">
                {move || tableau.get().map(|tableau| view! {
                    {tableau.character.filter(|_| !over()).map(|character| {
                        let tip = about_character(scene, character);
                        view! { <span class="number-badge" role="img" aria-label=tip.replace('\n', ". ") data-tip=tip>{character.number()}</span> }
                    })}
                    <span class="owned" data-purse=format!("coin-{seat}") data-amount=tableau.coins data-from="bank">{count("board-coins", icon("coin"), tableau.coins.to_string())}</span>
                    {count("board-statues-left", piece("statue", seat), tableau.statues.to_string())}
                    {count("board-shrines-ready", piece("shrine", seat), tableau.shrines.to_string())}
                    {count("board-shrines-supply", icon("shrine"), tableau.supply.to_string())}
                    {(tableau.markers > 0).then(|| count("board-markers", icon("marker"), tableau.markers.to_string()))}
                    {now()}
                })}
            </span>
        </div>
    }
}
