//! The names of people and bots.

use crate::frame::Frame;
use protocol::{Update, Who};

/// Returns the names of all seats in the reader's language, followed by an automatic opponent's.
pub fn names(update: &Update, frame: Frame) -> Vec<String> {
    let seats = update
        .seats
        .iter()
        .enumerate()
        .map(|(seat, state)| match &state.who {
            Who::Person { name } if name.is_empty() => {
                frame.say("player-number", &[("number", &(seat + 1))])
            }
            Who::Person { name } => name.clone(),
            Who::Bot { .. } => frame.say(&format!("bot-{seat}"), &[]),
            Who::Open => frame.say("seat-number", &[("number", &(seat + 1))]),
        });
    let automatic = frame.teller(&update.game, Vec::new()).text("automatic");
    seats.chain(automatic.map(str::to_owned)).collect()
}
