//! The names of people and bots.

use crate::frame::Frame;
use protocol::{Update, Who};
use words::Teller;

/// Returns the names of all seats in the reader's language, followed by an automatic opponent's.
pub fn names(update: &Update, frame: Frame) -> Vec<String> {
    let seats = update.seats.iter().enumerate().map(|(seat, state)| {
        let open = || frame.say("seat-number", &[("number", &(seat + 1))]);
        frame.seated(seat, &state.who).unwrap_or_else(open)
    });
    let automatic = frame.teller(&update.game, Vec::new()).text("automatic");
    seats.chain(automatic.map(str::to_owned)).collect()
}

/// Returns the teller of a table: “You” is a viewer who plays alone and has given no name. In a lesson, the others are no people.
pub fn teller(update: &Update, frame: Frame, in_lesson: bool) -> Teller {
    let teller = frame.teller(&update.game, names(update, frame));
    match nameless(update, in_lesson) {
        Some(seat) => teller.to(seat),
        None => teller,
    }
}

/// Returns the seat of a viewer who plays alone and has given no name.
fn nameless(update: &Update, in_lesson: bool) -> Option<usize> {
    let name = |seat: usize| match update.seats.get(seat).map(|state| &state.who) {
        Some(Who::Person { name, .. }) => Some(name),
        _ => None,
    };
    let seat = usize::from(update.you.seat?.number());
    let people = (0..update.seats.len()).filter_map(name).count();
    let alone = people == 1 || in_lesson;
    (alone && name(seat)?.is_empty()).then_some(seat)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::local_table::tests::{created, update};
    use crate::shelf::Memory;
    use kit::Seat;

    #[test]
    fn whoever_plays_alone_without_a_name_is_called_you() {
        let shelf = Memory::default();
        let seat = |people, bots, seat| {
            let table = created("taj-mahal", people, bots, &shelf);
            let mut update = update(&table, seat, 0);
            if let Some(Who::Person { name, .. }) = update.seats.first_mut().map(|it| &mut it.who) {
                name.clear();
            }
            update
        };
        assert_eq!(nameless(&seat(1, 2, Some(Seat::FIRST)), false), Some(0));
        // Not where others look on, or sit at the same screen; in a lesson they are no people.
        assert_eq!(nameless(&seat(1, 2, None), false), None);
        assert_eq!(nameless(&seat(2, 0, Some(Seat::FIRST)), false), None);
        assert_eq!(nameless(&seat(2, 0, Some(Seat::FIRST)), true), Some(0));
        let mut named = seat(1, 2, Some(Seat::FIRST));
        if let Some(Who::Person { name, .. }) = named.seats.first_mut().map(|it| &mut it.who) {
            "Anna".clone_into(name);
        }
        assert_eq!(nameless(&named, false), None);
    }
}
