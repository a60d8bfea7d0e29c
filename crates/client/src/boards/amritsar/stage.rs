//! The choices in the stage: those without a place on the town as cards, and the rest as buttons.

use super::ending::Ending;
use super::explain::{self, Price};
use super::following::Following;
use super::glyphs::{self, Glyph};
use super::household::goal;
use super::market::store_face;
use super::preview::{last_words, walk_words};
use super::scene::Scene;
use super::sowing::Way;
use super::subject::Subject;
use super::thing::{spot, text};
use crate::boards::cards::card;
use crate::boards::choices::ChoiceGroups;
use amritsar::components::{Items, Resource, Space, Storehouse, UpgradeKind};
use amritsar::{Action, Open, Pending, Side};
use kit::{Id, Seat};
use leptos::prelude::*;

/// The choices of the present decision; after a click on something with several actions, only these.
#[component]
pub fn Stage(scene: Scene) -> impl IntoView {
    let narrowed = Memo::new(move |_| scene.narrowed.with(|narrowed| !narrowed.is_empty()));
    let actions = Signal::derive(move || {
        let actions = scene.buttons();
        let actions = actions.iter().filter(|action| exchange(**action).is_none());
        actions.map(ToString::to_string).collect::<Vec<_>>()
    });
    let exchanges = move || {
        let mut actions = scene.buttons();
        actions.retain(|action| exchange(*action).is_some());
        actions
    };
    let asks_for_last = Memo::new(move |_| scene.asks_for_last());
    view! {
        <div class="choice-cards">
            <For each=move || scene.cards() key=|subject| *subject let:subject>{subject_card(scene, subject)}</For>
        </div>
        <div class="choice-rest">
            <ChoiceGroups seen=scene.seen actions/>
            <For each=exchanges key=|action| *action let:action>{exchange_button(scene, action)}</For>
            <Show when=move || asks_for_last.get()>
                <button class="quiet" data-place="each" on:click=move |_| scene.way.set(Way::Each)>{move || scene.phrase("board-each-worker", &[])}</button>
            </Show>
            <Show when=move || narrowed.get()>
                <button class="quiet cancel" on:click=move |_| scene.narrowed.set(Vec::new())>{move || scene.phrase("board-back", &[])}</button>
            </Show>
            <Ending scene/>
            <Following scene/>
        </div>
    }
}

/// Returns what is given for what.
fn exchange(action: Action) -> Option<(Resource, Resource)> {
    match action {
        Action::Exchange { give, take } => Some((give, take)),
        _ => None,
    }
}

/// An exchange, which is possible in between, in icons.
fn exchange_button(scene: Scene, action: Action) -> AnyView {
    let words = text(move || scene.action_words(action));
    let face = exchange(action).map(|(give, take)| {
        let arrow = Glyph::Text("→".to_owned());
        glyphs::html(&[Glyph::Icon(give.id()), arrow, Glyph::Icon(take.id())])
    });
    view! {
        <button class="choice exchange" data-action=action.to_string() aria-label=words data-tip=words on:click=move |_| scene.play(action)>
            <span class="spot-face" inner_html=face></span>
        </button>
    }
    .into_any()
}

/// A thing of the decision as a card.
fn subject_card(scene: Scene, subject: Subject) -> AnyView {
    let plain = text(move || {
        let words = scene.open().zip(scene.me());
        words.map_or(String::new(), |(open, me)| about(scene, subject, &open, me))
    });
    let about = text(move || {
        let priced = scene.open().zip(scene.me()).and_then(|(open, me)| {
            let (kind, price) = offered(subject, &open, me)?;
            Some(explain::upgrade(scene, kind, price, &plain.get()))
        });
        priced.unwrap_or_else(|| plain.get())
    });
    let face = text(move || {
        let words = scene.open().zip(scene.me());
        words.map_or(String::new(), |(open, me)| face(subject, &open, me))
    });
    card(
        // Its label is that of the same thing on the board.
        spot(scene, subject, plain),
        about,
        view! { <span class="spot-face" inner_html=face></span> }.into_any(),
    )
}

/// Describes a thing: its name, then what it brings.
fn about(scene: Scene, subject: Subject, open: &Open, me: Seat) -> String {
    let side = Side::Player(me);
    match subject {
        Subject::Buy(resource) => explain::buying(scene, resource, open.price_for(me, resource)),
        Subject::Sell(resource) => explain::selling(scene, resource, open.selling_price(resource)),
        Subject::Offer(tile) => explain::storehouse(scene, tile),
        Subject::Item(item) => scene.sentence(&scene.called(item)),
        Subject::Carried(colour) => {
            let name = scene.sentence(&scene.called(colour));
            match last_words(*scene, colour).filter(|_| scene.asks_for_last()) {
                Some(lands) => format!("{name}\n{lands}"),
                None => name,
            }
        }
        Subject::Path(district) => {
            let walk = walk_words(scene, district);
            format!("{}\n{walk}", scene.called(district))
        }
        Subject::Main(tile) => {
            let kind = scene.phrase("board-tile-main", &[]);
            let effect = explain::effect(scene, tile.main().effect());
            format!("{}\n{kind}. {effect}", scene.of_kind("main", tile.id()))
        }
        Subject::Second(tile) => {
            let kind = scene.phrase("board-tile-second-card", &[]);
            let effect = explain::effect(scene, tile.secondary().effect());
            format!("{}\n{kind}. {effect}", scene.of_kind("second", tile.id()))
        }
        Subject::Elephant(tile) => {
            let action = scene.of_kind("main", tile.id());
            scene.phrase("board-elephant-does", &[("action", &action)])
        }
        Subject::Space(district, space) => {
            let points = open.donation_points(side, district, space);
            let values: [(&str, &dyn std::fmt::Display); 2] =
                [("cost", &scene.items(cost(space))), ("points", &points)];
            let brings = scene.phrase("board-space", &values);
            format!("{}\n{brings}", scene.sentence(&scene.called(space)))
        }
        Subject::Choice(action) => scene.action_words(action),
        Subject::MahoutSpace(colour) => {
            match (open.players[me].mahouts[colour], open.stack.last()) {
                (Some(mahout), Some(Pending::Actions(_))) => {
                    let action = scene.mahout(mahout);
                    scene.phrase("board-elephant-does", &[("action", &action)])
                }
                // The tax is no price of its action.
                (Some(mahout), _) => {
                    let action = explain::effect(scene, mahout.effect());
                    format!("{}\n{action}", scene.sentence(&scene.mahout(mahout)))
                }
                (None, _) => scene.sentence(&scene.called(colour)),
            }
        }
        Subject::ObjectiveSpace(space) => scene.sentence(&scene.of_kind("space", space.id())),
        Subject::MahoutInHand(mahout) => explain::mahout(scene, mahout),
        Subject::Objective(tile) => explain::objective(scene, open, side, tile),
        Subject::Track(track) => explain::track(scene, track, open.players[me].knowledge[track]),
        _ => String::new(),
    }
}

/// Returns the resources that a donation costs.
fn cost(space: Space) -> Items {
    let cost = space.level().cost();
    let resources = [Resource::Marble, Resource::Copper, Resource::Gold];
    Items::new(0, resources.map(|resource| cost[resource]))
}

/// Returns the kind of an upgrade and what is paid for it, while one is chosen.
fn offered(subject: Subject, open: &Open, me: Seat) -> Option<(UpgradeKind, Price)> {
    let Some(Pending::Upgrade(upgrades)) = open.stack.last() else {
        return None;
    };
    let kind = match subject {
        Subject::Offer(_) => UpgradeKind::Storehouse,
        Subject::Objective(_) => UpgradeKind::Objective,
        Subject::MahoutInHand(_) => UpgradeKind::Mahout,
        _ => return None,
    };
    let any = open.players[me].owns(Storehouse::UpgradeAnyResource);
    let price = match (upgrades.free, any) {
        (true, _) => Price::Free,
        (false, true) => Price::Any,
        (false, false) => Price::Usual,
    };
    Some((kind, price))
}

/// Draws a thing in the size of the text; an upgrade with its kind and its price before it.
fn face(subject: Subject, open: &Open, me: Seat) -> String {
    let mark = offered(subject, open, me).map(|(kind, price)| {
        let price = match price {
            Price::Free => String::new(),
            Price::Any => glyphs::icon("any"),
            Price::Usual => glyphs::icon(kind.cost().id()),
        };
        let kind = glyphs::icon(kind.id());
        format!(r#"<span class="card-kind">{kind}{price}</span>"#)
    });
    mark.unwrap_or_default() + &picture(subject, open, me)
}

fn picture(subject: Subject, open: &Open, me: Seat) -> String {
    let icon = |name: &'static str| glyphs::icon(name);
    match subject {
        Subject::Path(_) => icon("elephant"),
        Subject::Main(tile) => glyphs::html(&glyphs::effect(tile.main().effect())),
        Subject::Second(tile) => {
            glyphs::icon(&format!("worker-{}", tile.colour().id()))
                + &glyphs::html(&glyphs::effect(tile.secondary().effect()))
        }
        Subject::Space(district, space) => {
            let points = open.donation_points(Side::Player(me), district, space);
            let mut trade = glyphs::items(cost(space));
            trade.extend([Glyph::Text("→".to_owned()), Glyph::Prestige(points)]);
            glyphs::html(&trade)
        }
        Subject::Choice(Action::Pick(resource)) => icon(resource.id()),
        Subject::Choice(Action::Gain(resource)) => {
            let count = if resource == Resource::Marble { 2 } else { 1 };
            glyphs::html(&glyphs::items(Items::of(resource, count)))
        }
        Subject::Choice(Action::First(half)) => icon(half.id()),
        Subject::Buy(resource) => glyphs::html(&[
            Glyph::Text(open.price_for(me, resource).to_string()),
            Glyph::Icon("coin"),
            Glyph::Text("→".to_owned()),
            Glyph::Icon(resource.id()),
        ]),
        Subject::Sell(resource) => {
            let (coins, points) = open.selling_price(resource);
            let mut trade = vec![
                Glyph::Icon(resource.id()),
                Glyph::Text(format!("→{coins}")),
                Glyph::Icon("coin"),
            ];
            if points > 0 {
                trade.push(Glyph::Prestige(points));
            }
            glyphs::html(&trade)
        }
        Subject::Offer(tile) => store_face(tile, tile.spaces()),
        Subject::Item(item) => icon(item.id()),
        Subject::Carried(colour) => glyphs::icon(&format!("worker-{}", colour.id())),
        Subject::Elephant(tile) => {
            icon("elephant") + &glyphs::html(&glyphs::effect(tile.main().effect()))
        }
        Subject::ObjectiveSpace(space) => glyphs::html(&glyphs::effect(space.benefit())),
        Subject::MahoutSpace(colour) => {
            let mahout = open.players[me].mahouts[colour];
            let mahout = mahout.map(|mahout| glyphs::html(&glyphs::effect(mahout.effect())));
            glyphs::icon(&format!("worker-{}", colour.id())) + &mahout.unwrap_or_default()
        }
        Subject::MahoutInHand(mahout) => {
            let tax = if mahout.tax() > 0 {
                icon("tax")
            } else {
                String::new()
            };
            glyphs::html(&glyphs::effect(mahout.effect())) + &tax
        }
        Subject::Objective(tile) => glyphs::html(&goal(tile.goal())),
        Subject::Track(track) => icon(track.id()),
        _ => String::new(),
    }
}
