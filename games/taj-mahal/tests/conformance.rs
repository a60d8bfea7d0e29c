//! Every promise of `Game`, over all numbers of players and variants.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use kit::conformance::Suite;
use kit::{Dice, Key, below};
use taj_mahal::components::{Card, City, Special};
use taj_mahal::{Action, Extra, Options, TajMahal, TieBreak};

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
