//! Every promise of `Game`.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use kit::conformance::{Promise, Suite};
use kit::{Dice, Game, Key, Seed, below, dice};
use oware::{House, Options, Oware, Sow};

fn any_options(_: &mut Dice) -> Options {
    Options::default()
}

fn any_action(dice: &mut Dice) -> Sow {
    Sow(House::at(below(dice, House::COUNT as u32) as usize).unwrap())
}

/// Nothing is hidden in Oware, so nothing can be redrawn. That is all the suite finds fault with, once its last game is over and
/// every other promise was kept.
#[test]
fn oware_keeps_every_promise_that_a_game_without_secrets_can_keep() {
    let suite = Suite::<Oware> {
        games: 60,
        // At most 25 captures of at least two seeds, and before each at most 99 other moves.
        longest: 2_500,
        ..Suite::new(any_options, any_action)
    };
    let breach = suite.check().unwrap_err();
    assert_eq!(
        (breach.promise, breach.game),
        (Promise::ImagineRedraws, suite.games),
        "{breach}"
    );
    assert!(breach.decisions > 4_000, "{breach}");
}

#[test]
fn whole_games_are_played_without_an_allocation() {
    let mut actions = Vec::with_capacity(House::COUNT);
    let allocated = allocation_counter::measure(|| {
        for number in 0..100 {
            let seed = Seed::from_bytes([7; 32]).child(number);
            let mut game = Oware::new(&Options::default(), seed).unwrap();
            let mut dice = dice(seed);
            while let Some(seat) = game.deciders().lowest() {
                game.legal(seat, &mut actions);
                let chosen = below(&mut dice, actions.len() as u32) as usize;
                game.apply(seat, actions[chosen], &mut ()).unwrap();
            }
        }
    });
    assert_eq!(allocated.count_total, 0);
}
