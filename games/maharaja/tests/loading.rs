//! States that come from outside: impossible ones are refused, and whatever passes the check can be played on.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

mod position;

use kit::{Dice, Eyes, Game, below, dice};
use maharaja::components::{City, Field, Level, Node};
use maharaja::{Maharaja, Options, Stage};
use position::*;
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

/// Changes the JSON of a sound state and tells why the result is refused, by the reader or by the check.
fn flaw(table: &Position, change: impl FnOnce(&mut Value)) -> String {
    let mut state = serde_json::to_value(table.game).unwrap();
    change(&mut state);
    match serde_json::from_value::<Maharaja>(state) {
        Ok(game) => game
            .check()
            .expect_err("an impossible state passes")
            .to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn impossible_states_are_refused() {
    let table = position(3).villages(&["v21 rg"]).turn(RED, "3 8").ready();
    let expect = |expected: &str, change: fn(&mut Value)| {
        let flaw = flaw(&table, change);
        assert!(
            flaw.contains(expected),
            "expected ‘{expected}’ and not ‘{flaw}’"
        );
    };
    expect("shrines and not 20", |state| {
        state["tableaus"][0]["shrines"] = json!(9)
    });
    expect("statues and not 7", |state| {
        state["tableaus"][1]["statues"] = json!(6)
    });
    expect("action markers and not 7", |state| {
        state["markers"] = json!(8)
    });
    expect("more than 10000 coins", |state| {
        state["tableaus"][2]["coins"] = json!(60_000)
    });
    expect("prestige from one source", |state| {
        state["tableaus"][2]["prestige"]["start"] = json!(-32_768)
    });
    expect("paid more prestige", |state| {
        state["tableaus"][2]["prestige"]["paid"] = json!(-5)
    });
    expect("belongs to nobody", |state| {
        state["villages"]["v22"] = json!([3])
    });
    expect("no two flags", |state| state["track"]["delhi"] = json!(5));
    expect("the flags stand on", |state| {
        state["track"]["delhi"] = json!(11)
    });
    expect("there twice", |state| state["rewards"][0] = json!(2));
    expect("reward tiles are there", |state| {
        state["rewards"][0] = json!(null)
    });
    expect("is in two places", |state| state["display"][0] = json!(1));
    expect("ascending", |state| state["display"] = json!([4, 3, 2]));
    expect("a round is 1 to 7", |state| state["round"] = json!(200));
    expect("once the set-up is done", |state| {
        state["maharaja"] = json!(null)
    });
    expect("have planned", |state| state["committed"] = json!([0, 1]));
    expect("exactly if it has committed", |state| {
        state["plans"][1] = json!(null)
    });
    expect("was not planned", |state| {
        state["stage"]["turn"]["planned"] = json!([7])
    });
    expect("the smaller number first", |state| {
        state["plans"][1] = json!([3, 1])
    });
    expect("have acted", |state| state["acted"] = json!([0]));
    expect("before its turn", |state| {
        state["tableaus"][2]["used"] = json!([2])
    });
    expect("not used once", |state| {
        state["tableaus"][0]["used"] = json!([9])
    });
    expect("Maharani marker", |state| {
        state["maharani"][0] = json!({"seat": 0, "character": 2, "round": 1});
    });
    expect("only the actions 1 to 4", |state| {
        state["stage"]["turn"]["marker_used"] = json!(true);
        state["stage"]["turn"]["open"] =
            json!({"action": 5, "statues": 0, "shrines": 1, "owes_city": false});
    });
    expect("cannot have that left", |state| {
        state["stage"]["turn"]["marker_used"] = json!(true);
        state["stage"]["turn"]["open"] =
            json!({"action": 3, "statues": 0, "shrines": 0, "owes_city": false});
    });
    expect("owed to a city can be built", |state| {
        state["stage"]["turn"]["marker_used"] = json!(true);
        state["stage"]["turn"]["open"] =
            json!({"action": 4, "statues": 0, "shrines": 1, "owes_city": true});
    });
    expect("Brahmabot plays against one person", |state| {
        state["options"]["players"] = json!(1)
    });
    expect("those of the options", |state| {
        state["rules"] = json!(["s1"])
    });
    expect("unknown field", |state| state["luck"] = json!(1));
    expect("is missing", |state| {
        state["villages"].as_object_mut().unwrap().remove("v30");
    });
    expect("some players wait", |state| {
        state["acted"] = json!([0, 1, 2]);
        state["stage"] = json!({"reward": {"waiting": [], "applying": null}});
    });
    expect("a game ends after", |state| {
        for field in ["acted", "committed"] {
            state[field] = json!([]);
        }
        state["stage"] = json!("over");
    });
}

#[test]
fn a_village_of_two_players_holds_one_shrine() {
    let table = position(2).villages(&["v21 r"]).ready();
    let flaw = flaw(&table, |state| {
        state["villages"]["v21"] = json!([0, 1]);
        state["tableaus"][1]["supply"] = json!(11);
    });
    assert_eq!(flaw, "the village v21 holds more than 1");
}

#[test]
fn lists_that_are_too_long_are_refused_in_words() {
    let table = position(3).turn(RED, "3 8").ready();
    let village = flaw(&table, |state| {
        state["villages"]["v21"] = json!([0, 1, 2]);
    });
    assert!(
        village.contains("a list of 3 where at most 2 can be"),
        "{village}"
    );
    let planned = flaw(&table, |state| {
        state["stage"]["turn"]["planned"] = json!([3, 3, 8]);
    });
    assert!(
        planned.contains("a list of 3 where at most 2 can be"),
        "{planned}"
    );
}

#[test]
fn impossible_set_ups_and_solo_games_are_refused() {
    let options = Options {
        players: 1,
        ..Options::default()
    };
    let fresh = Position {
        game: Maharaja::new(&options, "fresh".parse().unwrap()).unwrap(),
    };
    assert!(
        flaw(&fresh, |state| state["tableaus"][0]["coins"] = json!(16)).contains("at the start")
    );
    assert!(
        flaw(&fresh, |state| state["brahmabot"]["setup"] = json!("p1")).contains("set-up tile")
    );
    assert!(flaw(&fresh, |state| state["face_down"] = json!(null)).contains("belong together"));
    assert!(flaw(&fresh, |state| state["brahmabot"]["level"] = json!("easy")).contains("level"));
    let mut scored = solo(Level::Normal)
        .city_shrines(RED, City::Jodhpur, 1)
        .turn(RED, "5 5")
        .last()
        .ready();
    scored.play(RED, &["end"]);
    let out_of_reach = flaw(&scored, |state| {
        state["rewards"] = json!([null, null, 1, 2, 3, 4, 5, 6, 7, 8, null, null]);
    });
    assert!(out_of_reach.contains("lowest positions"), "{out_of_reach}");
    let solo = solo(Level::Normal).ready();
    assert!(
        flaw(&solo, |state| state["face_down"]["tiles"][0] = json!("b07")).contains("action tiles")
    );
    assert!(flaw(&solo, |state| state["face_down"]["right"] = json!(null)).contains("face down"));
    assert!(
        flaw(&solo, |state| state["brahmabot"]["row"]["drawn"] =
            json!("b03"))
        .contains("draws a tile")
    );
    let next = flaw(&solo, |state| {
        state["face_down"]["characters"]
            .as_array_mut()
            .unwrap()
            .pop();
    });
    assert!(next.contains("stack of characters"), "{next}");
    assert!(flaw(&solo, |state| state["tableaus"][1]["supply"] = json!(1)).contains("not 20"));
}

#[test]
fn a_state_reads_like_the_specification() {
    let table = position(2)
        .statues(GREEN, City::Delhi, &[Field::Centre])
        .priest(GREEN, Node::Delhi)
        .turn(RED, "2 3")
        .ready();
    let state = serde_json::to_value(table.game).unwrap();
    assert_eq!(
        state["cities"]["delhi"],
        json!({"statues": {"0": 1}, "shrines": [0, 0]})
    );
    assert_eq!(state["tableaus"][1]["priest"], json!("delhi"));
    assert_eq!(state["tableaus"][0]["character"], json!(1));
    assert_eq!(state["plans"], json!([[2, 3], [5, 5]]));
    assert_eq!(state["track"]["jodhpur"], json!(10));
    assert_eq!(state["stage"]["turn"]["planned"], json!([2, 3]));
    let read: Maharaja = serde_json::from_value(state).unwrap();
    assert_eq!(read, table.game);
    assert!(matches!(read.open.stage, Stage::Turn(_)));
}
