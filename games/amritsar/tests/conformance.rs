//! Every promise of `Game`, over all numbers of players, both strengths of the Maharajah and both editions.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use amritsar::components::*;
use amritsar::{Action, Amritsar, ElephantAction, Options, Pending, Upgrade};
use kit::conformance::Suite;
use kit::{Dice, Eyes, Features, Game, Key, Learn, PerSeat, Seat, Seed, below};

fn any<K: Key>(dice: &mut Dice) -> K {
    K::at(below(dice, K::COUNT as u32) as usize).unwrap()
}

fn maybe<K: Key>(dice: &mut Dice) -> Option<K> {
    (below(dice, 2) == 0).then(|| any(dice))
}

fn any_options(dice: &mut Dice) -> Options {
    let players = 1 + below(dice, 4) as u8;
    Options {
        players,
        hard: players == 1 && below(dice, 2) == 0,
        edition: any(dice),
    }
}

fn any_upgrade(dice: &mut Dice) -> Upgrade {
    match below(dice, 3) {
        0 => Upgrade::Storehouse(any(dice)),
        1 => Upgrade::Objective(any(dice), any(dice)),
        _ => Upgrade::Mahout(any(dice), any(dice)),
    }
}

fn any_elephant_action(dice: &mut Dice) -> ElephantAction {
    match below(dice, 2) {
        0 => ElephantAction::Tile(any(dice)),
        _ => ElephantAction::Mahout(any(dice)),
    }
}

fn any_action(dice: &mut Dice) -> Action {
    match below(dice, 40) {
        0 => Action::Objective(any(dice)),
        1 => Action::Mahout(any(dice)),
        2 => Action::Place(any(dice)),
        3 => Action::Stay,
        4 => Action::Step(any(dice)),
        5 => Action::Free(any(dice), any(dice)),
        6 => Action::Lift(any(dice)),
        7 => Action::Drop(any(dice)),
        8..12 => Action::Land {
            section: any(dice),
            free: maybe(dice),
        },
        12..15 => Action::Elephant(any_elephant_action(dice)),
        15..17 => Action::Main(any(dice)),
        17..19 => Action::Second(any(dice)),
        19 => Action::Close,
        20 => Action::Done,
        21 => Action::Gain(any(dice)),
        22 => Action::First(any(dice)),
        23 => Action::Pick(any(dice)),
        24 => Action::Discard(any(dice)),
        25 => Action::Buy(any(dice)),
        26 => Action::Sell(any(dice)),
        27 => Action::Finish,
        28 => Action::Exchange {
            give: any::<Resource>(dice),
            take: any::<Resource>(dice),
        },
        29..34 => Action::Upgrade {
            upgrade: any_upgrade(dice),
            pay: maybe(dice),
        },
        34 => Action::Skip,
        35 => Action::Advance(any(dice)),
        36 => Action::Use(any(dice)),
        37 => Action::Donate(any(dice)),
        38 => Action::Follow,
        _ => Action::Decline,
    }
}

#[test]
fn amritsar_keeps_every_promise() {
    let suite = Suite::<Amritsar> {
        games: 60,
        longest: 5_000,
        ..Suite::new(any_options, any_action)
    };
    let report = suite.check().unwrap_or_else(|breach| panic!("{breach}"));
    assert!(
        report.decisions > 12_000 && report.refused > 80_000 && report.compared > 30_000,
        "{report:?}"
    );
}

/// Changes with the rules alone: records of learning name actions by number, and nets are trained for these features.
#[test]
fn amritsar_can_be_learned_and_its_numbers_have_not_changed() {
    let suite = Suite::<Amritsar> {
        games: 40,
        ..Suite::new(any_options, any_action)
    };
    let learned = suite.check_learning();
    let learned = learned.unwrap_or_else(|breach| panic!("{breach}"));
    assert_eq!((learned.actions, learned.most_features), (784, 154));
    assert_eq!(
        [learned.numbering.as_str(), learned.features.as_str()],
        [
            "699aa2df8bcca53f0cab7c61db9313765c3185f261fef73f773f3f1e580302f1",
            "81357ec4bbbe0036523b84e6436691a3dfa764013157d15775b13837d3d42be4",
        ]
    );
}

/// Returns what the player `steps` seats after `first` sees, if `first` begins and alone has gold.
fn seen_after(first: Seat, steps: u8) -> Features {
    let mut game = Amritsar::new(&Options::default(), Seed::from_text("turned")).unwrap();
    game.objectives = PerSeat::of(4);
    game.open.start_player = first;
    game.open.active = first;
    game.open.stack.clear();
    game.open
        .stack
        .push(Pending::SetupObjective { seat: first });
    game.open.players[first].items = Items::of(Resource::Gold, 2);
    let viewer = first.after(steps, 4);
    let mut features = Features::default();
    Amritsar::features(&game.view(Eyes::Seat(viewer)), viewer, &mut features);
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
