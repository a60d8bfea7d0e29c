//! The names of people and bots.

use crate::boards::Seen;
use crate::frame::{Frame, frame};
use crate::hosts::lesson::InLesson;
use leptos::prelude::*;
use protocol::{Update, Who};

/// Returns the names of all seats in the reader's language, followed by an automatic opponent's.
pub fn names(update: &Update, frame: Frame) -> Vec<String> {
    let seats = update.seats.iter().enumerate().map(|(seat, state)| {
        let open = || frame.say("seat-number", &[("number", &(seat + 1))]);
        frame.seated(seat, &state.who).unwrap_or_else(open)
    });
    let automatic = frame.teller(&update.game, Vec::new()).text("automatic");
    seats.chain(automatic.map(str::to_owned)).collect()
}

/// Returns what stands above or beside the belongings of a seat: its name, and for a viewer who plays alone and has given no name, “You”.
pub fn label(seen: Seen, seat: usize) -> String {
    match is_nameless(seen, seat) {
        true => frame().say("you", &[]),
        false => seen.teller.with(|teller| teller.name(seat)),
    }
}

/// Returns whether a seat is that of a viewer who plays alone and has given no name. In a lesson, the others are no people.
pub fn is_nameless(seen: Seen, seat: usize) -> bool {
    let in_lesson = use_context::<InLesson>().is_some();
    seen.update.with(|update| {
        let name = |seat: usize| match update.seats.get(seat).map(|state| &state.who) {
            Some(Who::Person { name, .. }) => Some(name),
            _ => None,
        };
        let viewer = update.you.seat.map(|seat| usize::from(seat.number()));
        let people = (0..update.seats.len()).filter_map(name).count();
        viewer == Some(seat)
            && name(seat).is_some_and(String::is_empty)
            && (people == 1 || in_lesson)
    })
}
