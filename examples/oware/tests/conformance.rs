//! Every promise of `Game`.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use kit::conformance::Suite;
use kit::{Dice, Game, Key, Seed, below, dice};
use oware::{House, Options, Oware, Sow};

fn any_options(_: &mut Dice) -> Options {
    Options::default()
}

fn any_action(dice: &mut Dice) -> Sow {
    Sow(House::at(below(dice, House::COUNT as u32) as usize).unwrap())
}

#[test]
fn oware_keeps_every_promise() {
    let suite = Suite::<Oware> {
        // At most 25 captures of at least two seeds, and before each at most 99 other moves.
        longest: 2_500,
        ..Suite::new(any_options, any_action)
    };
    suite.check().unwrap_or_else(|breach| panic!("{breach}"));
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
