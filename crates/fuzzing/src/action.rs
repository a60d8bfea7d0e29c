//! The text of an action.

use crate::remembered;
use crate::state::any_state;
use kit::{Key as _, Seat, Seed};
use table::{AnyGame, ForGame, Playable, every_options};

/// In how many states of each game an action is tried.
const STATES: u16 = 16;

/// Reads a text as an action of each game. What is read must print and read back as the same, and be accepted exactly where it is listed.
pub fn action(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        AnyGame::all().for_each(|game| game.run(Try(text)));
    }
}

struct Try<'a>(&'a str);

impl ForGame for Try<'_> {
    type Output = ();

    fn run<G: Playable>(self) {
        let Ok(action) = self.0.parse::<G::Action>() else {
            return;
        };
        let printed = action.to_string();
        assert_eq!(printed.parse(), Ok(action), "‘{printed}’ reads back");
        let mut legal = Vec::new();
        for game in remembered(make_states::<G>).iter() {
            for seat in Seat::first(game.seats()) {
                game.legal(seat, &mut legal);
                let mut after = game.clone();
                let answer = after.apply(seat, action, &mut ());
                let listed = legal.contains(&action);
                assert_eq!(answer.is_ok(), listed, "seat {seat}: {action}: {answer:?}");
                assert!(listed || after == *game, "a refusal changes nothing");
            }
        }
    }
}

/// States of a game in which actions are tried.
fn make_states<G: Playable>() -> Vec<G> {
    let options = every_options::<G>();
    let seed = Seed::from_text("action");
    let state = |number: u16| {
        let options = options.iter().cycle().nth(usize::from(number) * 7);
        let options = options.expect("options");
        any_state(options, seed.child(number.into()), number * 11)
    };
    (0..STATES).map(state).collect()
}
