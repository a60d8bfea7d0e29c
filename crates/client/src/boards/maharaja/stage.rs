//! The choices in the stage: plan on the wheel, carry out actions, choose a tile, or one of several actions of one kind or at one place.

use super::fold::{Chosen, Fold};
use super::pieces::{icon, of_action, of_bonus, of_character, of_reward};
use super::place::Place;
use super::say;
use super::scene::{OPTIONS, Scene};
use super::spot::spot;
use super::tiles::{about_character, about_reward};
use super::wheel::Wheel;
use crate::boards::cards::card;
use crate::boards::spot::{Spot, sentences, text};
use kit::{Id, Key};
use leptos::prelude::*;
use maharaja::components::{Character, City, WheelAction};
use maharaja::{Ability, Action, Begin, Stage as Now};

/// So many ways to use an ability are shown at once; more are listed on demand.
const FEW: usize = 2;

/// The choices of the present decision.
#[component]
pub fn Stage(scene: Scene) -> impl IntoView {
    let planning = Memo::new(move |_| {
        scene.of(|open| open.stage == Now::Plan) == Some(true) && scene.am_asked()
    });
    let acting = Memo::new(move |_| scene.my_turn().is_some() && scene.am_asked());
    let asked = Memo::new(move |_| scene.am_asked());
    let few_abilities = Memo::new(move |_| {
        let loose = scene.loose();
        let all = scene.folded(Fold::Ability);
        all.len() <= FEW && all.iter().all(|action| loose.contains(action))
    });
    // Plans are made on the wheel, planned actions begin with their own buttons, and much else is listed on demand.
    let loose = Memo::new(move |_| {
        let mut loose = scene.loose();
        loose.retain(|&action| match Fold::of(action) {
            Some(Fold::Ability) => few_abilities.get(),
            Some(_) => false,
            None => !matches!(action, Action::Plan(_) | Action::Start(_)),
        });
        loose
    });
    // Where fields and villages are too small to be hit, they are listed, too.
    let folds = Memo::new(move |_| {
        let small = scene.small.get();
        let mut folds = vec![Fold::Statue, Fold::Shrine, Fold::Ability, Fold::Marker];
        folds.retain(|&fold| match fold {
            Fold::Statue | Fold::Shrine if !small => false,
            Fold::Ability if few_abilities.get() => false,
            // A city is large enough on the map, and lists its own fields.
            Fold::Statue => statue_cities(scene) == 1,
            Fold::Shrine => scene.folded(fold).len() > 1,
            _ => !scene.folded(fold).is_empty(),
        });
        folds
    });
    let tiles = Memo::new(move |_| scene.off_the_map());
    let listing = Memo::new(move |_| scene.chosen.get().filter(|_| !scene.listed().is_empty()));
    view! {
        <Show when=move || listing.get().is_none() fallback=move || view! { <List scene/> }>
            <Show when=move || planning.get()><Wheel scene/></Show>
            <Show when=move || acting.get()><Planned scene/></Show>
            <Show when=move || !acting.get()>
                <div class="choice-cards">
                    <For each=move || tiles.get() key=|place| *place let:place>{place_card(scene, place)}</For>
                </div>
            </Show>
            <div class="choice-rest">
                <Show when=move || asked.get() && !planning.get()><Says scene/></Show>
                <div class="deeds">
                    <For each=move || folds.get() key=|fold| *fold let:fold>{fold_button(scene, fold)}</For>
                    <For each=move || loose.get() key=|action| *action let:action>{loose_button(scene, action)}</For>
                </div>
            </div>
        </Show>
    }
}

/// Returns the number of cities where a statue can be built.
fn statue_cities(scene: Scene) -> usize {
    let statues = scene.folded(Fold::Statue).into_iter();
    let cities = statues.filter_map(|action| match action {
        Action::Statue(city, _) => Some(city),
        _ => None,
    });
    cities.collect::<std::collections::BTreeSet<_>>().len()
}

/// Leads to the list of choices of one kind.
fn fold_button(scene: Scene, fold: Fold) -> AnyView {
    view! {
        <button class="deed choice lit" data-place=fold.place() on:click=move |_| scene.choose(Chosen::Of(fold))>
            {move || fold.label(scene)}
        </button>
    }
    .into_any()
}

/// The choices of one kind or at one place, and nothing else.
#[component]
fn List(scene: Scene) -> impl IntoView {
    let actions = Memo::new(move |_| scene.listed());
    let ending = move || scene.chosen.get() == Some(Chosen::End);
    let heading = Memo::new(move |_| match scene.chosen.get() {
        Some(Chosen::Of(Fold::Marker)) => {
            let markers = scene.of(|open| scene.me().map(|seat| open.tableaus[seat].markers));
            scene.phrase(
                "board-marker-row",
                &[("count", &markers.flatten().unwrap_or(0))],
            )
        }
        Some(Chosen::Of(fold)) => fold.label(scene),
        Some(Chosen::End) => scene.losses(),
        _ => scene.phrase("board-options", &[]),
    });
    view! {
        <div class="listed" id=OPTIONS tabindex="-1" role="group" aria-label=heading>
            <p class="listed-what" role=move || ending().then_some("alert")>{heading}</p>
            <div class="choice-cards">
                <For each=move || actions.get() key=|action| *action let:action>{action_card(scene, action)}</For>
            </div>
            <button class="quiet cancel" on:click=move |_| scene.forget()>{move || scene.phrase("board-cancel", &[])}</button>
        </div>
    }
}

/// An action as a card: with its picture, its name, and what it brings.
fn action_card(scene: Scene, action: Action) -> AnyView {
    let anyway = match action {
        Action::End => Some("board-end-anyway"),
        Action::Close => Some("board-close-anyway"),
        _ => None,
    };
    if let Some(key) = anyway {
        let inside = view! { {move || scene.phrase(key, &[])} };
        return deed_button(scene, action, Some(inside.into_any()));
    }
    let about = text(move || match action {
        Action::Start(Begin::Swap(character)) => about_character(scene, character),
        // In the list of flags, each is only named.
        Action::Start(Begin::Shift(city))
            if scene.chosen.get() == Some(Chosen::Of(Fold::Shift)) =>
        {
            let position = scene.of(|open| open.track.position(city)).unwrap_or(0);
            let values: [(&str, &dyn std::fmt::Display); 2] =
                [("city", &scene.called(city)), ("position", &position)];
            let flag = scene.phrase("board-flag", &values);
            let more = say::preview(scene, action);
            more.map_or(flag.clone(), |more| format!("{flag}\n{more}"))
        }
        _ => say::offer(scene, action),
    });
    let words = text(move || match action {
        Action::Start(Begin::Swap(_) | Begin::Shift(_)) => {
            format!("{}\n{}", about.get(), say::offer(scene, action))
        }
        _ => about.get(),
    });
    let spot = Spot {
        place: None,
        lit: Memo::new(move |_| scene.can(action)),
        action: Memo::new(move |_| scene.can(action).then(|| action.to_string())),
        label: Signal::derive(move || words.with(|words| sentences(words))),
        tip: Signal::derive(|| None),
        act: Callback::new(move |()| scene.give(action)),
        point: Callback::new(move |comes: bool| {
            scene.pointed.set(comes.then_some(action));
            scene.flag.set(flag_of(action).filter(|_| comes));
        }),
    };
    card(spot, about, picture(action))
}

/// Returns the city whose flag an action shifts.
fn flag_of(action: Action) -> Option<City> {
    match action {
        Action::Start(Begin::Shift(city))
        | Action::Marker(Begin::Shift(city))
        | Action::Ability(Ability::ShiftFlag(city)) => Some(city),
        _ => None,
    }
}

fn picture(action: Action) -> AnyView {
    if let Some(city) = flag_of(action) {
        return flag(city);
    }
    match action {
        Action::Start(Begin::Swap(character)) => character_picture(character),
        Action::Marker(begin) => of_action(begin.action()).inline(),
        Action::Ability(ability) => of_character(ability.character()).inline(),
        Action::Statue(city, field) => {
            let bonus = city.bonus(field).map(of_bonus);
            let bonus = bonus.map(
                |(kind, count)| view! { {icon(kind)}<small>{(count > 1).then_some(count)}</small> },
            );
            view! { {icon("statue")}{bonus} }.into_any()
        }
        Action::Travel(_) => icon("road"),
        _ => icon("shrine"),
    }
}

fn flag(city: City) -> AnyView {
    view! { <span class=format!("target-city city-{}", city.id())>{icon("flag")}</span> }.into_any()
}

fn character_picture(character: Character) -> AnyView {
    view! {
        <span class="tile-number">{character.number()}</span>
        {of_character(character).inline()}
    }
    .into_any()
}

/// A character or a reward of the decision as a card.
fn place_card(scene: Scene, place: Place) -> AnyView {
    let about = text(move || match place {
        Place::Character(character) => about_character(scene, character),
        Place::Reward(position) => {
            let reward = scene.of(|open| open.rewards.at(position)).flatten();
            reward.map_or(String::new(), |reward| about_reward(scene, reward))
        }
        _ => String::new(),
    });
    let picture = match place {
        Place::Character(character) => character_picture(character),
        Place::Reward(position) => {
            let reward = untrack(|| scene.of(|open| open.rewards.at(position)).flatten());
            reward.map(|reward| of_reward(reward).inline()).into_any()
        }
        _ => ().into_any(),
    };
    card(spot(scene, place, about), about, picture)
}

/// The preview at the pointer, or the instruction.
#[component]
fn Says(scene: Scene) -> impl IntoView {
    let words = move || match scene.pointed.get() {
        // A card already says what it is.
        Some(Action::Character(_) | Action::Maharani(_) | Action::Reward(_)) => ().into_any(),
        Some(action) => {
            let more = say::preview(scene, action);
            let deed = say::deed(scene, action);
            view! { <b>{deed}</b>" "<span class="promise">{more}</span> }.into_any()
        }
        None => ().into_any(),
    };
    view! { <p class="dock-says">{words}</p> }
}

/// An action without a place on the board: with what it brings, or with what it loses.
fn loose_button(scene: Scene, action: Action) -> AnyView {
    match action {
        Action::Decline => deed_button(scene, action, None),
        Action::Close | Action::End => view! { <End scene action/> }.into_any(),
        _ => option_button(scene, action),
    }
}

/// Ends the turn or the open action. If something would be left, it asks once and names that.
#[component]
fn End(scene: Scene, action: Action) -> impl IntoView {
    let losses = Memo::new(move |_| scene.losses());
    move || {
        match losses.with(String::is_empty) {
        true => deed_button(scene, action, None),
        false => view! {
            <button class="deed choice lit" data-place=action.to_string() on:click=move |_| scene.choose(Chosen::End)>
                <b>{move || say::deed(scene, action)}</b><small>{move || losses.get()}</small>
            </button>
        }
        .into_any(),
    }
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

/// The planned actions, and what is special about the character.
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
    if let Some(begin) = Begin::plain(action).filter(|_| left) {
        return deed_button(scene, Action::Start(begin), Some(inside));
    }
    // A character or a flag is chosen from a list.
    let fold = match action {
        WheelAction::SwapCharacter => Fold::Swap,
        _ => Fold::Shift,
    };
    if left && !scene.folded(fold).is_empty() {
        return view! {
            <button class="deed choice lit" data-place=fold.place() on:click=move |_| scene.choose(Chosen::Of(fold))>
                {inside}
                <small>{move || fold.label(scene)}</small>
            </button>
        }
        .into_any();
    }
    let state = (!left).then_some(if open {
        "board-action-open"
    } else {
        "board-action-done"
    });
    let state = move || state.map(|key| scene.phrase(key, &[]));
    // Any target tells why none is possible now.
    let target = match fold {
        Fold::Swap => Character::all().next().map(Begin::Swap),
        _ => City::all().next().map(Begin::Shift),
    };
    let why = move || target.and_then(|target| scene.missing(Action::Start(target)));
    let tip = move || format!("{}\n{}", name(), state().or_else(why).unwrap_or_default());
    view! {
        <span class="deed told" class:open=open class:done=!left && !open data-tip=tip>
            {inside}
            <small>{state}</small>
        </span>
    }
    .into_any()
}
