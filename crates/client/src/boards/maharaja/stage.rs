//! The choices in the stage: plan on the wheel, carry out actions, choose a tile, or one of several actions at one place.

use super::pieces::{icon, of_action, of_character, of_reward};
use super::place::Place;
use super::say;
use super::scene::{OPTIONS, Scene};
use super::spot::spot;
use super::tiles::{about_character, about_reward};
use super::wheel::Wheel;
use crate::boards::cards::card;
use crate::boards::spot::text;
use kit::{Id, Key};
use leptos::prelude::*;
use maharaja::components::{Character, WheelAction};
use maharaja::{Action, Begin, Stage as Now};

/// So many ways to use an ability are shown at once; more are shown on demand.
const FEW: usize = 2;

/// What is shown on demand instead of the other choices.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unfolded {
    Tiles,
    Abilities,
}

/// The choices of the present decision.
#[component]
pub fn Stage(scene: Scene) -> impl IntoView {
    let planning = Memo::new(move |_| {
        scene.of(|open| open.stage == Now::Plan) == Some(true) && scene.am_asked()
    });
    let acting = Memo::new(move |_| scene.my_turn().is_some() && scene.am_asked());
    let asked = Memo::new(move |_| scene.am_asked());
    // Plans are made on the wheel, and actions begin with their own buttons.
    let loose = Memo::new(move |_| {
        let mut loose = scene.loose();
        loose.retain(|action| {
            !matches!(
                action,
                Action::Plan(_) | Action::Start(_) | Action::Marker(_)
            )
        });
        loose
    });
    let abilities = Memo::new(move |_| {
        let mut abilities = loose.get();
        abilities.retain(|action| matches!(action, Action::Ability(_)));
        abilities
    });
    let many = Memo::new(move |_| abilities.with(Vec::len) > FEW);
    let others = move || {
        let mut others = loose.get();
        others.retain(|action| !(many.get() && matches!(action, Action::Ability(_))));
        others
    };
    // In a turn, characters and flags are some of many choices; a small screen shows them on demand.
    let unfolded = RwSignal::new(None);
    Effect::new(move |_| {
        scene.view.with(|_| ());
        unfolded.set(None);
    });
    let tiles = Memo::new(move |_| scene.off_the_map());
    let shown = Memo::new(move |_| unfolded.get().filter(|_| acting.get()));
    let rest = move || shown.get().is_none();
    view! {
        <Show when=move || planning.get()><Wheel scene/></Show>
        <Show when=move || acting.get() && rest()><Planned scene/></Show>
        <div class="choice-cards" class:brief=move || acting.get() && shown.get() != Some(Unfolded::Tiles)>
            <For each=move || tiles.get() key=|place| *place let:place>{place_card(scene, place)}</For>
        </div>
        <div class="choice-rest" class:many=move || shown.get() == Some(Unfolded::Abilities)>
            <Show when=move || asked.get() && !planning.get()><Says scene/></Show>
            <Options scene/>
            <div class="deeds">
                <Show when=rest fallback=move || view! {
                    <Show when=move || shown.get() == Some(Unfolded::Abilities)>
                        <For each=move || abilities.get() key=|action| *action let:action>{option_button(scene, action)}</For>
                    </Show>
                    <button class="quiet cancel" on:click=move |_| unfolded.set(None)>{move || scene.phrase("board-cancel", &[])}</button>
                }>
                    <Show when=move || acting.get() && tiles.with(|tiles| !tiles.is_empty())>
                        <button class="deed choice lit tiles-button" on:click=move |_| unfolded.set(Some(Unfolded::Tiles))>{move || scene.phrase("board-tiles", &[])}</button>
                    </Show>
                    <Show when=move || many.get()>
                        <button class="deed choice lit" on:click=move |_| unfolded.set(Some(Unfolded::Abilities))>{move || scene.phrase("board-abilities", &[])}</button>
                    </Show>
                    <For each=others key=|action| *action let:action>{loose_button(scene, action)}</For>
                </Show>
            </div>
        </div>
    }
}

/// A character, a reward or a flag of the decision as a card.
fn place_card(scene: Scene, place: Place) -> AnyView {
    let about = text(move || match place {
        Place::Character(character) => about_character(scene, character),
        Place::Reward(position) => {
            let reward = scene.of(|open| open.rewards.at(position)).flatten();
            reward.map_or(String::new(), |reward| about_reward(scene, reward))
        }
        Place::Flag(city) => scene.called(city),
        _ => String::new(),
    });
    let picture = match place {
        Place::Character(character) => view! {
            <span class="tile-number">{character.number()}</span>
            {of_character(character).inline()}
        }
        .into_any(),
        Place::Reward(position) => {
            let reward = untrack(|| scene.of(|open| open.rewards.at(position)).flatten());
            reward.map(|reward| of_reward(reward).inline()).into_any()
        }
        Place::Flag(city) => {
            view! { <span class=format!("target-city city-{}", city.id())>{icon("flag")}</span> }
                .into_any()
        }
        _ => ().into_any(),
    };
    card(spot(scene, place, about), about, picture)
}

/// The preview at the pointer, or the instruction.
#[component]
fn Says(scene: Scene) -> impl IntoView {
    let words = move || match scene.pointed.get() {
        Some(action) => {
            let more = say::preview(scene, action);
            let deed = say::deed(scene, action);
            view! { <b>{deed}</b>" "<span class="promise">{more}</span> }.into_any()
        }
        None => ().into_any(),
    };
    view! { <p class="dock-says">{words}</p> }
}

/// Several actions at one place, side by side.
#[component]
fn Options(scene: Scene) -> impl IntoView {
    let options = move || {
        let place = scene.chosen.get();
        place.map(|place| scene.meant_at(place)).unwrap_or_default()
    };
    let any = Memo::new(move |_| !options().is_empty());
    view! {
        <Show when=move || any.get()>
            <div class="options" id=OPTIONS tabindex="-1" role="group" aria-label=move || scene.phrase("board-options", &[])>
                <For each=options key=|action| *action let:action>{option_button(scene, action)}</For>
                <button class="quiet" on:click=move |_| scene.forget()>{move || scene.phrase("board-cancel", &[])}</button>
            </div>
        </Show>
    }
}

/// An action without a place on the board: with what it brings, or with what it loses.
fn loose_button(scene: Scene, action: Action) -> AnyView {
    match action {
        Action::Close | Action::Decline => deed_button(scene, action, None),
        Action::End => view! { <End scene/> }.into_any(),
        _ => option_button(scene, action),
    }
}

/// Ends the turn. If something would be lost by it, it asks once and names that.
#[component]
fn End(scene: Scene) -> impl IntoView {
    let losses = Memo::new(move |_| {
        let planned = scene.my_turn().map_or(0, |turn| turn.planned.len());
        let unused = |action: &Action| matches!(action, Action::Ability(_));
        let ability = scene.legal.with(|legal| legal.iter().any(unused));
        let planned =
            (planned > 0).then(|| scene.phrase("board-end-loses", &[("count", &planned)]));
        let ability = ability.then(|| scene.phrase("board-end-ability", &[]));
        planned
            .into_iter()
            .chain(ability)
            .collect::<Vec<_>>()
            .join(". ")
    });
    let asking = RwSignal::new(false);
    Effect::new(move |_| {
        scene.my_turn();
        asking.set(false);
    });
    let deed = move || say::deed(scene, Action::End);
    view! {
        {move || match (losses.with(String::is_empty), asking.get()) {
            (true, _) => deed_button(scene, Action::End, None),
            (false, false) => view! {
                <button class="deed choice lit" on:click=move |_| asking.set(true)>
                    <b>{deed}</b><small>{move || losses.get()}</small>
                </button>
            }
            .into_any(),
            (false, true) => {
                let anyway = view! { {move || scene.phrase("board-end-anyway", &[])} };
                view! {
                    <div class="options" role="group" aria-label=move || losses.get()>
                        <p role="alert">{move || losses.get()}</p>
                        {deed_button(scene, Action::End, Some(anyway.into_any()))}
                        <button class="quiet" on:click=move |_| asking.set(false)>{move || scene.phrase("board-cancel", &[])}</button>
                    </div>
                }
                .into_any()
            }
        }}
    }
}

fn option_button(scene: Scene, action: Action) -> AnyView {
    let inside = view! {
        <b>{move || say::deed(scene, action)}</b>
        <small>{move || say::preview(scene, action)}</small>
    };
    deed_button(scene, action, Some(inside.into_any()))
}

/// A button for an action; when disabled, it shows why.
fn deed_button(scene: Scene, action: Action, inside: Option<AnyView>) -> AnyView {
    let can = Memo::new(move |_| scene.can(action));
    let tip = move || match can.get() {
        true => say::offer(scene, action),
        false => {
            let why = scene.missing(action).unwrap_or_default();
            format!("{}\n{why}", say::deed(scene, action))
        }
    };
    let primary = matches!(action, Action::End) && inside.is_none();
    let point = move || {
        scene
            .pointed
            .set(Some(action).filter(|_| can.get_untracked()))
    };
    let label = inside
        .is_some()
        .then_some(move || tip().replace('\n', ". "));
    let inside = inside.unwrap_or_else(|| view! { {move || say::deed(scene, action)} }.into_any());
    view! {
        <button
            class="deed choice"
            class:primary=primary
            aria-disabled=move || (!can.get()).then_some("true")
            aria-label=label
            data-action=move || can.get().then(|| action.to_string())
            data-tip=tip
            on:click=move |_| {
                if can.get_untracked() {
                    scene.give(action);
                }
            }
            on:pointerenter=move |_| point()
            on:focus=move |_| point()
            on:pointerleave=move |_| scene.pointed.set(None)
            on:blur=move |_| scene.pointed.set(None)
        >
            {inside}
        </button>
    }
    .into_any()
}

/// The planned actions, the action marker, and the open action.
#[component]
fn Planned(scene: Scene) -> impl IntoView {
    // The two actions of the plan, and whether each is done, open or still to come.
    let actions = Memo::new(move |_| {
        let turn = scene.my_turn()?;
        let plan = scene.view.with(|view| view.as_ref()?.plans[turn.seat])?;
        let mut left = turn.planned;
        let actions = plan.actions().map(|action| {
            let place = left.iter().position(|&other| other == action);
            if let Some(place) = place {
                left.remove(place);
            }
            (action, place.is_some())
        });
        Some(actions)
    });
    let open = Memo::new(move |_| scene.my_turn()?.open.map(|open| open.action));
    let has_marker = Memo::new(move |_| {
        let turn = scene.my_turn()?;
        let markers = scene.of(|open| open.tableaus[turn.seat].markers)?;
        (markers > 0 && !turn.marker_used).then_some(markers)
    });
    let uses = Memo::new(move |_| {
        let seat = scene.me()?;
        scene.of(|open| open.tableaus[seat].character)?
    });
    view! {
        <div class="planned">
            {move || actions.get().into_iter().flatten().map(|(action, left)| planned_button(scene, action, left, open.get() == Some(action))).collect_view()}
        </div>
        {move || uses.get().filter(|character| passive(*character)).map(|character| view! {
            <p class="dock-note">{about_character(scene, character).lines().nth(1).map(str::to_owned)}</p>
        })}
        {move || has_marker.get().map(|markers| view! {
            <div class="marker-row" role="group" aria-label=scene.phrase("board-marker-row", &[("count", &markers)])>
                <span class="marker-count" data-tip=scene.phrase("board-marker-row", &[("count", &markers)])>{icon("marker")}{markers}</span>
                {WheelAction::all().filter(|action| action.by_marker()).filter_map(Begin::plain).map(|begin| {
                    deed_button(scene, Action::Marker(begin), Some(of_action(begin.action()).inline()))
                }).collect_view()}
            </div>
        })}
    }
}

/// Returns whether a character's ability is passive.
fn passive(character: Character) -> bool {
    !character.is_once()
}

fn planned_button(scene: Scene, action: WheelAction, left: bool, open: bool) -> AnyView {
    let name = move || scene.numbered("action", action);
    let inside = view! {
        {of_action(action).inline()}
        <span class="planned-name">{name}</span>
    }
    .into_any();
    match Begin::plain(action).filter(|_| left) {
        Some(begin) => deed_button(scene, Action::Start(begin), Some(inside)),
        None => {
            let key = match (left, open, action) {
                (false, true, _) => "board-action-open",
                (false, false, _) => "board-action-done",
                (true, _, WheelAction::SwapCharacter) => "board-action-swap",
                (true, ..) => "board-action-shift",
            };
            let tip = move || format!("{}\n{}", name(), scene.phrase(key, &[]));
            view! {
                <span class="deed told" class:open=open class:done=!left && !open data-tip=tip>
                    {inside}
                    <small>{move || scene.phrase(key, &[])}</small>
                </span>
            }
            .into_any()
        }
    }
}
