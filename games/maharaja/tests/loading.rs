//! States that come from outside: impossible ones are refused, and whatever passes the check can be played on.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

mod position;

use kit::{Dice, Eyes, Game, Key, Seat, below, dice};
use maharaja::components::{City, Field, Level, Node, SpecialRule};
use maharaja::{FinalChoice, Maharaja, Options, Rules, Stage};
use position::*;
use serde_json::{Value, json};

fn any_options(dice: &mut Dice) -> Options {
    let players = 1 + below(dice, 4) as u8;
    let rules = match below(dice, 4) {
        0 => Rules::Random,
        _ => Rules::Chosen(SpecialRule::all().filter(|_| below(dice, 2) == 1).collect()),
    };
    let level = Level::at(below(dice, 1 + Level::COUNT as u32) as usize);
    let final_tile = FinalChoice::at(below(dice, FinalChoice::COUNT as u32) as usize);
    Options {
        players,
        level: level.filter(|_| players == 1),
        rules,
        final_tile: final_tile.unwrap(),
        first_game: players == 4 && below(dice, 4) == 0,
    }
}

/// Plays so many random decisions, or to the end. Every state on the way must pass the check.
fn play_on(game: &mut Maharaja, decisions: u32, dice: &mut Dice) {
    let mut actions = Vec::new();
    for _ in 0..decisions {
        let deciders: Vec<Seat> = game.deciders().iter().collect();
        if deciders.is_empty() {
            return;
        }
        let seat = deciders[below(dice, deciders.len() as u32) as usize];
        game.legal(seat, &mut actions);
        assert!(
            !actions.is_empty(),
            "seat {seat} is stuck in {}",
            json(game)
        );
        let action = actions[below(dice, actions.len() as u32) as usize];
        game.apply(seat, action, &mut ()).unwrap();
        if let Err(flaw) = game.check() {
            panic!("after {action} of seat {seat}, {flaw}: {}", json(game));
        }
    }
}

/// More decisions than any game has.
const WHOLE_GAME: u32 = 10_000;

fn json(game: &Maharaja) -> String {
    serde_json::to_string(game).unwrap()
}

fn any_state(options: &Options, dice: &mut Dice) -> Maharaja {
    let mut game = Maharaja::new(options, kit::Seed::random(dice)).unwrap();
    let decisions = below(dice, 60 * u32::from(options.players));
    play_on(&mut game, decisions, dice);
    game
}

#[test]
fn whatever_a_game_reaches_can_be_loaded() {
    let mut dice = dice("reached".parse().unwrap());
    for _ in 0..200 {
        let options = any_options(&mut dice);
        let mut game = Maharaja::new(&options, kit::Seed::random(&mut dice)).unwrap();
        assert_eq!(game.check(), Ok(()));
        while !game.deciders().is_empty() {
            play_on(&mut game, 40, &mut dice);
            let read: Maharaja = serde_json::from_str(&json(&game)).unwrap();
            assert_eq!(read, game);
            for eyes in Eyes::all(game.seats()) {
                let imagined = Maharaja::imagine(&game.view(eyes), &mut dice);
                assert_eq!(imagined.check(), Ok(()));
            }
        }
    }
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
    for _ in 0..150 {
        let options = any_options(&mut dice);
        let state = serde_json::to_value(any_state(&options, &mut dice)).unwrap();
        let donor = serde_json::to_value(any_state(&options, &mut dice)).unwrap();
        for _ in 0..50 {
            let mut tampered = state.clone();
            for _ in 0..=below(&mut dice, 3) {
                tamper(&mut tampered, &donor, &mut dice);
            }
            if tampered == state {
                continue;
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
            play_on(&mut game, WHOLE_GAME, &mut dice);
            assert!(game.standings().over);
        }
    }
    assert!(
        refused > 5_000 && played > 200,
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

fn refuses(table: &Position, expected: &str, change: impl FnOnce(&mut Value)) {
    let flaw = flaw(table, change);
    assert!(
        flaw.contains(expected),
        "expected ‘{expected}’ and not ‘{flaw}’"
    );
}

/// Four players wait for a reward in the order of their seats; character 16 is the last's. Tile 6 lies on position 1, tile 7 on 2, tile 8 on 6.
fn four_ranked() -> Position {
    let mut table = position(4)
        .characters(&[1, 2, 9, 16])
        .city_shrines(RED, City::Jodhpur, 8)
        .city_shrines(GREEN, City::Jodhpur, 6)
        .city_shrines(BLUE, City::Jodhpur, 4)
        .city_shrines(YELLOW, City::Jodhpur, 1)
        .rewards(&[6, 7, 1, 2, 3, 8, 4, 5])
        .turn(RED, "5 5")
        .last()
        .ready();
    table.play(RED, &["end"]);
    table
}

#[test]
fn a_reward_is_applied_by_whoever_has_taken_it() {
    let table = four_ranked();
    let applying = |reward: u8, times: u8| {
        move |state: &mut Value| {
            state["stage"]["reward"]["applying"] = json!({"reward": reward, "times": times});
        }
    };
    refuses(&table, "does not lie where seat 0", applying(8, 1));
    refuses(&table, "does not apply a reward 2 times", applying(6, 2));
    refuses(&table, "does not apply a reward 0 times", applying(6, 0));
    refuses(&table, "reward 1 asks seat 0 nothing", applying(1, 1));
    // Taken and applied, it lies on top.
    let mut taken = table.clone();
    taken.play(RED, &["reward 1", "buy 2"]);
    refuses(&taken, "does not lie where seat 1", applying(6, 1));
    // Character 16 applies it twice, and not three times.
    let mut last = taken;
    last.play(GREEN, &["reward 3"]);
    last.play(BLUE, &["reward 4"]);
    last.play(YELLOW, &["reward 2"]);
    assert_eq!(
        flaw(&last, applying(7, 3)),
        "seat 3 does not apply a reward 3 times"
    );
    last.play(YELLOW, &["shrine delhi"]);
}

#[test]
fn players_wait_for_rewards_in_the_order_of_their_ranks() {
    let mut table = four_ranked();
    let waiting = |seats: &'static [u8]| {
        move |state: &mut Value| state["stage"]["reward"]["waiting"] = json!(seats)
    };
    refuses(
        &table,
        "in the order of their ranks",
        waiting(&[1, 0, 2, 3]),
    );
    refuses(&table, "has taken a reward or waits", waiting(&[0, 1, 2]));
    refuses(&table, "each once", waiting(&[0, 1, 2, 2]));
    table.play(RED, &["reward 3"]);
    refuses(&table, "in the order of their ranks", waiting(&[0, 2, 3]));
    refuses(&table, "has taken a reward or waits", waiting(&[2, 3]));
}

#[test]
fn turns_follow_the_numbers() {
    let table = position(3).characters(&[5, 8, 2]).turn(RED, "3 5").ready();
    let order = "out of the order of the numbers";
    refuses(&table, order, |state| state["acted"] = json!([]));
    refuses(&table, order, |state| {
        state["acted"] = json!([1, 2]);
        state["plans"] = json!([[3, 5], [5, 5], [5, 5]]);
    });
    refuses(&table, "without a swap", |state| {
        state["stage"] = json!({"victim": {"seat": 1, "turn": state["stage"]["turn"]}});
        state["tableaus"][1]["character"] = json!(null);
        state["display"] = json!([1, 3, 4, 8]);
    });
    refuses(&table, "a road that is not open", |state| {
        state["stage"]["turn"]["travelled"] = json!(true);
    });
}

#[test]
fn maharani_markers_come_from_their_tile() {
    let mark = |seat: u8, character: u8, round: u8| json!({"seat": seat, "character": character, "round": round});
    let table = position(3).round(2).characters(&[1, 16, 8]).ready();
    refuses(&table, "a tile of the display", |state| {
        state["maharani"][0] = mark(0, 16, 1);
    });
    refuses(&table, "has not taken the tile", |state| {
        state["maharani"][0] = mark(0, 2, 1);
        state["rewards"] = json!([1, 2, 8, 3, 4, 5, 6, 7, null, null, null, null]);
    });
    let two =
        |one: Value, other: Value| move |state: &mut Value| state["maharani"] = json!([one, other]);
    let twice = "one tile puts two Maharani markers";
    refuses(&table, twice, two(mark(0, 2, 1), mark(1, 3, 1)));
    refuses(&table, twice, two(mark(1, 2, 1), mark(1, 2, 1)));
    refuses(&table, twice, two(mark(0, 2, 1), mark(0, 3, 1)));
    let mut scored = four_ranked();
    refuses(&scored, "has not taken the tile", |state| {
        state["maharani"][0] = mark(0, 3, 1);
    });
    scored.play(RED, &["reward 3"]);
    refuses(&scored, "has not taken the tile", |state| {
        state["rewards"] = json!([6, 7, null, 2, 3, 1, 4, 5, 8, null, null, null]);
        state["maharani"][0] = mark(1, 3, 1);
    });
}

#[test]
fn a_solo_marker_lies_on_a_character_in_sight() {
    let table = solo(Level::Normal)
        .round(2)
        .row("b07 b09 b12", "b03")
        .ready();
    let hidden = table.game.face_down.unwrap().characters[0];
    refuses(&table, "is of no use to anybody", |state| {
        state["maharani"][0] = json!({"seat": 0, "character": hidden, "round": 1});
    });
}

#[test]
fn used_abilities_were_those_of_a_character_that_somebody_had() {
    let table = position(2).characters(&[2, 16]).turn(RED, "5 5").ready();
    let used = |numbers: &'static [u8]| {
        move |state: &mut Value| state["tableaus"][0]["used"] = json!(numbers)
    };
    refuses(&table, "a character that nobody had", used(&[14]));
    refuses(&table, "more abilities were used", used(&[3]));
    refuses(&table, "more abilities were used", used(&[2, 4]));
    let later = position(2)
        .round(2)
        .characters(&[2, 16])
        .turn(RED, "5 5")
        .ready();
    let marked = |state: &mut Value| {
        state["maharani"][0] = json!({"seat": 1, "character": 1, "round": 1});
        state["tableaus"][0]["used"] = json!([2, 3, 4]);
    };
    refuses(&later, "more abilities were used", marked);
}

#[test]
fn points_are_those_that_the_state_explains() {
    // Characters 1, 2 and 3 are in the display, nobody can have had 11 or 4.
    let table = with_rules(3, &["s1"])
        .round(3)
        .characters(&[5, 16, 8])
        .statues(RED, City::Delhi, &[Field::Bottom])
        .prestige(RED, 4)
        .turn(RED, "7 5")
        .ready();
    let points = |source: &'static str, points: i16| {
        move |state: &mut Value| state["tableaus"][0]["prestige"][source] = json!(points)
    };
    refuses(
        &table,
        "4 prestige of start, and not 3 to 3",
        points("start", 4),
    );
    refuses(
        &table,
        "14 prestige of actions, and not 0 to 12",
        points("actions", 14),
    );
    refuses(&table, "no sum of deals", points("actions", 3));
    refuses(
        &table,
        "0 prestige of fields, and not 1 to 1",
        points("fields", 0),
    );
    refuses(
        &table,
        "2 prestige of fields, and not 1 to 1",
        points("fields", 2),
    );
    refuses(
        &table,
        "7 prestige of abilities, and not 0 to 6",
        points("abilities", 7),
    );
    refuses(
        &table,
        "13 prestige of rewards, and not 0 to 12",
        points("rewards", 13),
    );
    refuses(
        &table,
        "3 prestige of ranks, and not 0 to 2",
        points("ranks", 3),
    );
    refuses(
        &table,
        "-7 prestige of paid, and not -6 to 0",
        points("paid", -7),
    );
    refuses(&table, "paid more prestige", points("paid", -5));
    refuses(&table, "one player has the first rank", |state| {
        state["tableaus"][0]["prestige"]["ranks"] = json!(2);
        state["tableaus"][1]["prestige"]["ranks"] = json!(1);
    });
    refuses(&table, "coins, and at most", |state| {
        state["tableaus"][2]["coins"] = json!(60_000)
    });
    // Without S1 no rank gives prestige, and nobody gains before the own turn.
    let first = position(2).ready();
    refuses(
        &first,
        "1 prestige of ranks, and not 0 to 0",
        points("ranks", 1),
    );
    refuses(
        &first,
        "1 prestige of rewards, and not 0 to 0",
        points("rewards", 1),
    );
    refuses(
        &first,
        "2 prestige of actions, and not 0 to 0",
        points("actions", 2),
    );
    refuses(&first, "there are 31 coins, and at most 30", |state| {
        state["tableaus"][1]["coins"] = json!(16)
    });
}

#[test]
fn brahmabots_points_are_those_of_his_ranks() {
    let table = solo(Level::Normal)
        .round(3)
        .row("b07 b09 b12", "b03")
        .ready();
    let points = |source: &'static str, points: i16| {
        move |state: &mut Value| state["tableaus"][1]["prestige"][source] = json!(points)
    };
    refuses(
        &table,
        "4 prestige of start, and not 3 to 3",
        points("start", 4),
    );
    refuses(
        &table,
        "1 prestige of rewards, and not 0 to 0",
        points("rewards", 1),
    );
    // Two scorings: two first ranks are 8, one is 4 or 5, none is 0, 1 or 2.
    for sound in [0, 1, 2, 4, 5, 8] {
        let mut state = serde_json::to_value(table.game).unwrap();
        points("ranks", sound)(&mut state);
        let game: Maharaja = serde_json::from_value(state).unwrap();
        assert_eq!(game.check(), Ok(()));
    }
    for unsound in [3, 6, 7, 9] {
        refuses(
            &table,
            "one player has the first rank",
            points("ranks", unsound),
        );
    }
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
        village.contains("a list of 3 items, but at most 2 are allowed"),
        "{village}"
    );
    let planned = flaw(&table, |state| {
        state["stage"]["turn"]["planned"] = json!([3, 3, 8]);
    });
    assert!(
        planned.contains("a list of 3 items, but at most 2 are allowed"),
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
    assert!(
        flaw(&fresh, |state| state["face_down"] = json!(null))
            .contains("both be present or both be absent")
    );
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
    assert_eq!(state["plans"], json!([[2, 3], [5, 8]]));
    assert_eq!(state["track"]["jodhpur"], json!(10));
    assert_eq!(state["stage"]["turn"]["planned"], json!([2, 3]));
    let read: Maharaja = serde_json::from_value(state).unwrap();
    assert_eq!(read, table.game);
    assert!(matches!(read.open.stage, Stage::Turn(_)));
}
