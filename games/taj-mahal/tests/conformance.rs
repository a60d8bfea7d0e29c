//! Every promise of `Game`, over all numbers of players and variants.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use kit::conformance::Suite;
use kit::{Dice, Eyes, Features, Game, Key, Learn, PerSeat, Seat, Seed, below};
use taj_mahal::components::{Card, City, Good, Special};
use taj_mahal::{Action, Extra, Options, Stage, TajMahal, TieBreak};

fn any<K: Key>(dice: &mut Dice) -> K {
    K::at(below(dice, K::COUNT as u32) as usize).unwrap()
}

fn any_options(dice: &mut Dice) -> Options {
    Options {
        players: 2 + below(dice, 4) as u8,
        tie_break: any::<TieBreak>(dice),
    }
}

fn any_action(dice: &mut Dice) -> Action {
    match below(dice, 16) {
        0 => Action::Withdraw,
        1..4 => Action::Palace(any::<City>(dice)),
        4..7 => Action::Crown(any::<City>(dice)),
        7..10 => Action::Take(any::<Card>(dice)),
        extra => {
            let card = any::<Card>(dice);
            let extra = match extra {
                10..12 => None,
                12..14 => Some(Extra::Card(any::<Card>(dice))),
                _ => Some(Extra::Special(any::<Special>(dice))),
            };
            Action::Play { card, extra }
        }
    }
}

#[test]
fn taj_mahal_keeps_every_promise() {
    let report = Suite::<TajMahal>::new(any_options, any_action)
        .check()
        .unwrap_or_else(|breach| panic!("{breach}"));
    assert!(
        report.decisions > 20_000 && report.refused > 100_000 && report.compared > 50_000,
        "{report:?}"
    );
}

/// Changes with the rules alone: records of learning name actions by number, and nets are trained for these features.
#[test]
fn taj_mahal_can_be_learned_and_its_numbers_have_not_changed() {
    let suite = Suite::<TajMahal> {
        games: 40,
        ..Suite::new(any_options, any_action)
    };
    let learned = suite.check_learning();
    let learned = learned.unwrap_or_else(|breach| panic!("{breach}"));
    assert_eq!((learned.actions, learned.most_features), (633, 241));
    assert_eq!(
        [learned.numbering.as_str(), learned.features.as_str()],
        [
            "695c5c0d01580923e7ed68af0d1df72dae15f6bddcda828104d59cd6f530d35b",
            "e1d2ca134a6697fb794fb58da3b5e6ecbfd07a687022e40bbe9504824810108b",
        ]
    );
}

/// Returns what the player `steps` seats after `first` sees, if `first` begins and alone has rice.
fn seen_after(first: Seat, steps: u8) -> Features {
    let mut game = TajMahal::new(&Options::default(), Seed::from_text("turned")).unwrap();
    let hand = game.hands[Seat::FIRST];
    game.hands = PerSeat::new(4, |_| hand);
    game.open.first_start_seat = first;
    game.open.stage = Stage::Turn { seat: first };
    game.open.players[first].goods[Good::Rice] = 2;
    let viewer = first.after(steps, 4);
    let mut features = Features::default();
    TajMahal::features(&game.view(Eyes::Seat(viewer)), viewer, &mut features);
    features
}

#[test]
fn seats_are_counted_from_the_viewer() {
    for steps in 0..4 {
        for first in Seat::first(4) {
            assert_eq!(seen_after(first, steps), seen_after(Seat::FIRST, steps));
        }
    }
    assert_ne!(seen_after(Seat::FIRST, 0), seen_after(Seat::FIRST, 1));
}
