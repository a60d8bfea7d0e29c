//! Games of players who like to act, with every action there is tried before each decision.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may panic"
)]

mod players;
mod universe;

use amritsar::{Action, Amritsar, Event};
use kit::{Game, Seed, Sink, dice};
use players::{Kind, busy_choice};
use std::collections::HashSet;
use universe::every_action;

/// Plays one game and calls `look` before each decision.
fn busy_game(kind: Kind, number: u64, look: impl FnMut(&Amritsar, &[Action])) -> Amritsar {
    told_game(kind, number, look, &mut ())
}

/// Plays one game, calls `look` before each decision, and tells what happens.
fn told_game(
    kind: Kind,
    number: u64,
    mut look: impl FnMut(&Amritsar, &[Action]),
    events: &mut impl Sink<Event>,
) -> Amritsar {
    let seed = Seed::from_bytes([9; 32]).child(number);
    let mut game = kind.set_up(seed);
    let mut whim = dice(seed);
    let mut legal = Vec::new();
    while let Some(seat) = game.deciders().lowest() {
        game.legal(seat, &mut legal);
        look(&game, &legal);
        game.apply(seat, busy_choice(&mut whim, &legal), events)
            .unwrap();
    }
    look(&game, &[]);
    game
}

#[test]
fn legal_lists_exactly_what_apply_accepts() {
    let universe = every_action();
    for kind in Kind::all() {
        for number in 0..3 {
            busy_game(kind, number, |game, legal| {
                let listed: HashSet<Action> = legal.iter().copied().collect();
                for &action in &universe {
                    let Some(seat) = game.deciders().lowest() else {
                        return;
                    };
                    let mut tried = *game;
                    let accepted = tried.apply(seat, action, &mut ()).is_ok();
                    assert_eq!(
                        accepted,
                        listed.contains(&action),
                        "{action} in {:?}",
                        game.open.stack
                    );
                    assert!(
                        accepted || tried == *game,
                        "{action} was refused, but changed something"
                    );
                }
            });
        }
    }
}

#[test]
fn invariants_hold_and_turns_are_twelve() {
    let mut deepest = 0;
    for kind in Kind::all() {
        for number in 100..130 {
            let last = busy_game(kind, number, |game, _| {
                deepest = deepest.max(game.open.stack.len());
                game.check().unwrap_or_else(|flaw| panic!("{flaw}"));
                let standings = game.standings();
                assert!(standings.scores.iter().all(|score| score.total >= 0));
                for (seat, _) in game.open.players.iter() {
                    assert_eq!(game.score(seat), standings.total(seat));
                }
                let automatic = standings.automatic.map(|score| score.total);
                assert_eq!(game.automatic_score(), automatic);
            });
            assert!(
                last.open
                    .players
                    .iter()
                    .all(|(_, player)| player.turns == 12)
            );
            assert!(last.standings().over);
        }
    }
    assert!((4..=6).contains(&deepest), "{deepest}");
}

#[test]
fn every_kind_of_decision_comes_up() {
    let mut seen = HashSet::new();
    for kind in Kind::all() {
        for number in 200..230 {
            busy_game(kind, number, |_, legal| {
                let first_word =
                    |action: &Action| action.to_string().split(' ').next().map(str::to_owned);
                seen.extend(legal.iter().filter_map(first_word));
            });
        }
    }
    let all: HashSet<String> = every_action()
        .iter()
        .filter_map(|action| action.to_string().split(' ').next().map(str::to_owned))
        .collect();
    assert_eq!(seen, all);
}

#[test]
fn every_event_reads_back_from_its_json() {
    for kind in Kind::all() {
        for number in 300..310 {
            let mut events = Vec::new();
            told_game(kind, number, |_, _| (), &mut events);
            for event in events {
                let json = serde_json::to_value(event).unwrap();
                assert_eq!(serde_json::from_value::<Event>(json).unwrap(), event);
            }
        }
    }
}
