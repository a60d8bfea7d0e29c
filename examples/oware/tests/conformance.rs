//! Every promise of `Game`.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use kit::conformance::Suite;
use kit::{Dice, Eyes, Features, Game, Key, Learn, Seed, below, dice};
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
    let mut features = Features::with_room(Oware::FEATURES);
    let allocated = allocation_counter::measure(|| {
        for number in 0..100 {
            let seed = Seed::from_bytes([7; 32]).child(number);
            let mut game = Oware::new(&Options::default(), seed).unwrap();
            let mut dice = dice(seed);
            while let Some(seat) = game.deciders().lowest() {
                game.legal(seat, &mut actions);
                Oware::features(&game.view(Eyes::Seat(seat)), seat, &mut features);
                let chosen = below(&mut dice, actions.len() as u32) as usize;
                game.apply(seat, actions[chosen], &mut ()).unwrap();
            }
        }
    });
    assert_eq!(allocated.count_total, 0);
}

/// Changes with the rules alone: records of learning name actions by number, and nets are trained for these features.
#[test]
fn oware_can_be_learned_and_its_numbers_have_not_changed() {
    let suite = Suite::<Oware> {
        games: 40,
        ..Suite::new(any_options, any_action)
    };
    let learned = suite.check_learning();
    let learned = learned.unwrap_or_else(|breach| panic!("{breach}"));
    assert_eq!((learned.actions, learned.most_features), (6, 49));
    assert_eq!(
        [learned.numbering.as_str(), learned.features.as_str()],
        [
            "2b28cffe831d5ff3eb75023fc19f95aed520f8eab8f84db59de82eb9668180f6",
            "0d4eb1af7a244e09c7ad6f8a8c03486e704ac8f7809aadb31f54ccfcd128f973",
        ]
    );
}
