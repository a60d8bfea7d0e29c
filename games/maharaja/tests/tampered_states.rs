//! States that somebody has tampered with: whatever passes the check can be played on, without a panic and without getting stuck.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use kit::{Dice, Eyes, Game, below, dice};
use maharaja::components::Level;
use maharaja::{Maharaja, Options};
use serde_json::{Value, json};

fn any_options(dice: &mut Dice) -> Options {
    let players = 1 + below(dice, 4) as u8;
    Options {
        players,
        level: (players == 1).then_some(Level::Hard),
        ..Options::default()
    }
}

/// Plays so many random decisions, or to the end.
fn play_on(game: &mut Maharaja, decisions: u32, dice: &mut Dice) {
    let mut actions = Vec::new();
    for _ in 0..decisions {
        let Some(seat) = game.deciders().lowest() else {
            return;
        };
        game.legal(seat, &mut actions);
        assert!(
            !actions.is_empty(),
            "seat {seat} is stuck in {}",
            serde_json::to_string(game).unwrap()
        );
        let action = actions[below(dice, actions.len() as u32) as usize];
        game.apply(seat, action, &mut ()).unwrap();
    }
}

fn any_state(options: &Options, dice: &mut Dice) -> Maharaja {
    let mut game = Maharaja::new(options, kit::Seed::random(dice)).unwrap();
    let decisions = below(dice, 60 * u32::from(options.players));
    play_on(&mut game, decisions, dice);
    game
}

/// The paths to all values inside a value.
fn paths(value: &Value, path: &str, all: &mut Vec<String>) {
    all.push(path.to_owned());
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                paths(item, &format!("{path}/{index}"), all);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                paths(field, &format!("{path}/{name}"), all);
            }
        }
        _ => {}
    }
}

fn tamper(state: &mut Value, donor: &Value, dice: &mut Dice) {
    let mut all = Vec::new();
    paths(state, "", &mut all);
    let path = &all[1 + below(dice, all.len() as u32 - 1) as usize];
    let value = state.pointer_mut(path).unwrap();
    *value = match below(dice, 4) {
        0 => match value.as_i64() {
            Some(number) => json!(number + i64::from(below(dice, 5)) - 2),
            None => donor.pointer(path).cloned().unwrap_or(Value::Null),
        },
        1 => json!(below(dice, 256)),
        _ => donor.pointer(path).cloned().unwrap_or(Value::Null),
    };
}

#[test]
fn tampered_states_are_refused_or_playable() {
    let mut dice = dice("tampered".parse().unwrap());
    let (mut refused, mut played) = (0, 0);
    for _ in 0..60 {
        let options = any_options(&mut dice);
        let state = serde_json::to_value(any_state(&options, &mut dice)).unwrap();
        let donor = serde_json::to_value(any_state(&options, &mut dice)).unwrap();
        for _ in 0..60 {
            let mut tampered = state.clone();
            for _ in 0..=below(&mut dice, 3) {
                tamper(&mut tampered, &donor, &mut dice);
            }
            let read = serde_json::from_value::<Maharaja>(tampered);
            let Some(mut game) = read.ok().filter(|game| game.check().is_ok()) else {
                refused += 1;
                continue;
            };
            played += 1;
            for eyes in Eyes::all(game.seats()) {
                let imagined = Maharaja::imagine(&game.view(eyes), &mut dice);
                assert_eq!(imagined.check(), Ok(()));
            }
            play_on(&mut game, 300, &mut dice);
        }
    }
    assert!(
        refused > 1_000 && played > 200,
        "{refused} refused, {played} played"
    );
}
