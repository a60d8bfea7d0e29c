//! The choices in the stage: those without a place on the town as cards, and the rest as buttons.

use super::ending::Ending;
use super::explain;
use super::following::Following;
use super::glyphs::{self, Glyph};
use super::household::goal;
use super::market::store_face;
use super::scene::Scene;
use super::sowing::Way;
use super::subject::Subject;
use super::thing::{spot, text};
use crate::boards::cards::card;
use crate::boards::choices::ChoiceGroups;
use amritsar::{Open, Pending, Side};
use kit::{Id, Seat};
use leptos::prelude::*;

/// The choices of the present decision; after a click on something with several actions, only these.
#[component]
pub fn Stage(scene: Scene) -> impl IntoView {
    let narrowed = Memo::new(move |_| scene.narrowed.with(|narrowed| !narrowed.is_empty()));
    let actions = Signal::derive(move || {
        let actions = scene.buttons();
        actions.iter().map(ToString::to_string).collect::<Vec<_>>()
    });
    let asks_for_last = Memo::new(move |_| scene.asks_for_last());
    view! {
        <div class="choice-cards">
            <For each=move || scene.off_the_town() key=|subject| *subject let:subject>{subject_card(scene, subject)}</For>
        </div>
        <div class="choice-rest">
            <ChoiceGroups seen=scene.seen actions/>
            <Show when=move || asks_for_last.get()>
                <button class="quiet" on:click=move |_| scene.way.set(Way::Each)>{move || scene.phrase("board-each-worker", &[])}</button>
            </Show>
            <Show when=move || narrowed.get()>
                <button class="quiet cancel" on:click=move |_| scene.narrowed.set(Vec::new())>{move || scene.phrase("board-back", &[])}</button>
            </Show>
            <Ending scene/>
            <Following scene/>
        </div>
    }
}

/// A thing of the decision as a card.
fn subject_card(scene: Scene, subject: Subject) -> AnyView {
    let about = text(move || {
        let words = scene.open().zip(scene.me());
        words.map_or(String::new(), |(open, me)| about(scene, subject, &open, me))
    });
    let face = text(move || {
        let words = scene.open().zip(scene.me());
        words.map_or(String::new(), |(open, me)| face(subject, &open, me))
    });
    card(
        spot(scene, subject, about),
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
        Subject::Carried(colour) => scene.sentence(&scene.called(colour)),
        Subject::Elephant(tile) => {
            let action = scene.of_kind("main", tile.id());
            scene.phrase("board-elephant-does", &[("action", &action)])
        }
        Subject::MahoutSpace(colour) => {
            match (open.players[me].mahouts[colour], open.stack.last()) {
                (Some(mahout), Some(Pending::Actions(_))) => {
                    let action = scene.mahout(mahout);
                    scene.phrase("board-elephant-does", &[("action", &action)])
                }
                (Some(mahout), _) => explain::mahout(scene, mahout),
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

/// Draws a thing in the size of the text.
fn face(subject: Subject, open: &Open, me: Seat) -> String {
    let icon = |name: &'static str| glyphs::icon(name);
    match subject {
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
        Subject::MahoutInHand(mahout) => glyphs::html(&glyphs::effect(mahout.effect())),
        Subject::Objective(tile) => glyphs::html(&goal(tile.goal())),
        Subject::Track(track) => icon(track.id()),
        _ => String::new(),
    }
}
