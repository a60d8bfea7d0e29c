//! Games of players who like to act, with every action there is tried before each decision.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may panic"
)]

mod universe;

use amritsar::{Action, Amritsar, Edition, Event, Options};
use kit::{Dice, Game, Seed, Sink, below, dice};
use std::collections::HashSet;
use universe::every_action;

/// Players who seldom do without.
fn busy_choice(whim: &mut Dice, legal: &[Action]) -> Action {
    let idle = |action: &Action| {
        matches!(
            action,
            Action::Done
                | Action::Decline
                | Action::Skip
                | Action::Finish
                | Action::Stay
                | Action::Close
        )
    };
    let busy: Vec<Action> = legal
        .iter()
        .copied()
        .filter(|action| !idle(action))
        .collect();
    let choices = if busy.is_empty() || below(whim, 8) == 0 {
        legal
    } else {
        &busy
    };
    choices[below(whim, choices.len() as u32) as usize]
}

/// Plays one game and calls `look` before each decision.
fn busy_game(options: Options, number: u64, look: impl FnMut(&Amritsar, &[Action])) -> Amritsar {
    told_game(options, number, look, &mut ())
}

/// Plays one game, calls `look` before each decision, and tells what happens.
fn told_game(
    options: Options,
    number: u64,
    mut look: impl FnMut(&Amritsar, &[Action]),
    events: &mut impl Sink<Event>,
) -> Amritsar {
    let seed = Seed::from_bytes([9; 32]).child(number);
    let mut game = Amritsar::new(&options, seed).unwrap();
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

fn all_options() -> impl Iterator<Item = Options> {
    let tables = [(1, false), (1, true), (2, false), (3, false), (4, false)];
    let editions = tables.map(|table| Edition::ALL.map(|edition| (table, edition)));
    let all = editions.into_iter().flatten();
    all.map(|((players, hard), edition)| Options {
        players,
        hard,
        edition,
    })
}

#[test]
fn legal_lists_exactly_what_apply_accepts() {
    let universe = every_action();
    for options in all_options() {
        for number in 0..6 {
            busy_game(options, number, |game, legal| {
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
    for options in all_options() {
        for number in 100..160 {
            let last = busy_game(options, number, |game, _| {
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
    for options in all_options() {
        for number in 200..260 {
            busy_game(options, number, |_, legal| {
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
    for options in all_options() {
        for number in 300..320 {
            let mut events = Vec::new();
            told_game(options, number, |_, _| (), &mut events);
            for event in events {
                let json = serde_json::to_value(event).unwrap();
                assert_eq!(serde_json::from_value::<Event>(json).unwrap(), event);
            }
        }
    }
}
