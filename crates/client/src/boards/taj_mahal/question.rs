//! The present decision as one sentence.

use super::chosen::can_lay_any;
use crate::boards::scene::Scene;
use kit::{Id, Seat};
use leptos::prelude::*;
use taj_mahal::components::{Colour, DRAFT, DRAFT_LAST};
use taj_mahal::{Action, Open, Stage, TajMahal, Withdrawal};

/// Returns the present decision as one sentence: to the viewer, or about whoever decides; `None` when the game is over.
pub fn question(scene: Scene<TajMahal>) -> Option<String> {
    let open = scene
        .view
        .with(|view| view.as_ref().map(|view| view.open))?;
    if !scene.am_asked() {
        let (seat, key) = match open.stage {
            Stage::Turn { seat } => (seat, "board-wait-turn"),
            Stage::Place(Withdrawal { seat, .. }) => (seat, "board-wait-place"),
            Stage::Draft { seat, .. } => (seat, "board-wait-draft"),
            Stage::Over => return None,
        };
        return Some(scene.phrase(key, &[("name", &scene.name(seat))]));
    }
    Some(match open.stage {
        Stage::Turn { seat } => turn(scene, &open, seat),
        Stage::Place(withdrawal) => place(scene, &open, withdrawal),
        Stage::Draft { takes, .. } => draft(scene, &open, takes),
        Stage::Over => return None,
    })
}

/// `Your turn: lay another red card or withdraw`.
fn turn(scene: Scene<TajMahal>, open: &Open, seat: Seat) -> String {
    let bound = open.players[seat].bound_colour;
    let can_lay = scene.legal.with(|legal| can_lay_any(legal));
    match bound.filter(|&colour| !can_lay || lays_only(scene, colour)) {
        Some(colour) => {
            let key = match can_lay {
                true => "board-ask-turn-colour",
                false => "board-ask-withdraw-colour",
            };
            scene.phrase(key, &[("colour", &colour.id())])
        }
        None if can_lay => scene.phrase("board-ask-turn", &[]),
        None => scene.phrase("board-ask-withdraw", &[]),
    }
}

/// Returns whether all cards that can be laid have this colour.
fn lays_only(scene: Scene<TajMahal>, colour: Colour) -> bool {
    scene.legal.with(|legal| {
        legal.iter().all(|action| match action {
            Action::Play { card, .. } => card.colour() == Some(colour),
            _ => true,
        })
    })
}

/// `Place a palace in Kashmir (1 of 3)`.
fn place(scene: Scene<TajMahal>, open: &Open, withdrawal: Withdrawal) -> String {
    let Withdrawal {
        normal,
        crown,
        placed,
        ..
    } = withdrawal;
    let key = match (normal, crown) {
        (0, _) => "board-ask-place-crown",
        (_, true) => "board-ask-place-both",
        (_, false) => "board-ask-place",
    };
    let said = scene.phrase(key, &[("province", &scene.called(open.province()))]);
    counted(scene, said, placed + 1, placed + normal + u8::from(crown))
}

/// `Take a card from the display (1 of 2)`.
fn draft(scene: Scene<TajMahal>, open: &Open, takes: u8) -> String {
    if open.display.len() <= 1 {
        return scene.phrase("board-ask-draft-last", &[]);
    }
    let count = match open.active.is_empty() {
        true => DRAFT_LAST,
        false => DRAFT,
    };
    let said = scene.phrase("board-ask-draft", &[]);
    counted(scene, said, count.saturating_sub(takes) + 1, count)
}

/// Adds `(1 of 2)`, if there is more than one.
fn counted(scene: Scene<TajMahal>, said: String, number: u8, count: u8) -> String {
    if count < 2 {
        return said;
    }
    let values: [(&str, &dyn std::fmt::Display); 3] =
        [("what", &said), ("number", &number), ("count", &count)];
    scene.phrase("board-ask-counted", &values)
}
