//! States from outside: those of play are taken, impossible ones are refused with a sentence, and whatever is taken can be played.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may panic"
)]

use amritsar::{Amritsar, Options};
use kit::{Dice, Game, Seed, below, dice};
use serde_json::{Value, json};

/// A random game after that many decisions.
fn played(players: u8, number: u64, decisions: u32) -> Amritsar {
    let options = Options {
        players,
        ..Options::default()
    };
    let seed = Seed::from_bytes([6; 32]).child(number);
    let mut game = Amritsar::new(&options, seed).unwrap();
    let mut whim = dice(seed);
    let mut legal = Vec::new();
    for _ in 0..decisions {
        let Some(seat) = game.deciders().lowest() else {
            break;
        };
        game.legal(seat, &mut legal);
        let choice = legal[below(&mut whim, legal.len() as u32) as usize];
        game.apply(seat, choice, &mut ()).unwrap();
    }
    game
}

/// Why the state is refused, as it is read or as it is checked.
fn flaw(state: &Value) -> String {
    match serde_json::from_value::<Amritsar>(state.clone()) {
        Ok(game) => game.check().unwrap_err().to_string(),
        Err(error) => error.to_string(),
    }
}

/// A state of play in which something is changed.
fn changed(players: u8, pointer: &str, value: Value) -> Value {
    let mut state = serde_json::to_value(played(players, 1, 40)).unwrap();
    *state
        .pointer_mut(pointer)
        .unwrap_or_else(|| panic!("{pointer}")) = value;
    state
}

#[test]
fn states_of_play_are_taken_and_read_well() {
    let game = played(2, 1, 40);
    let state = serde_json::to_value(game).unwrap();
    assert_eq!(
        serde_json::from_value::<Amritsar>(state.clone()).unwrap(),
        game
    );
    assert_eq!(state["options"], json!({"players": 2, "hard": false}));
    assert_eq!(state["market"].as_object().unwrap().len(), 3);
    assert!(state["players"][0]["items"]["coin"].is_u64());
    assert!(state["ring"]["east_2"]["workers"]["white"].is_u64());
    assert!(state["stack"].is_array() && state["bridges"][2].is_string());
}

#[test]
fn impossible_states_are_refused_with_a_sentence() {
    let workers = json!({"workers": {"yellow": 3, "blue": 3, "white": 3, "green": 3}, "coins": 0});
    for (pointer, value, expected) in [
        (
            "/ring/north_1",
            workers,
            "workers on the ring and in hand instead of 3",
        ),
        (
            "/players/0/counters_market",
            json!(17),
            "counters instead of 16",
        ),
        (
            "/players/0/counters_elephant",
            json!(7),
            "7 counters on an elephant that carries 6",
        ),
        ("/donations/east", json!({"b0": 0}), "floats"),
        (
            "/donations/east",
            json!({"a4": 0}),
            "the donation tile p2_east has no space a4",
        ),
        (
            "/donations/east",
            json!({"a0": 3}),
            "Seat 3 has a counter in the east, but does not play",
        ),
        (
            "/donations/east",
            json!({"a0": "maharajah"}),
            "The Maharajah has a counter in the east",
        ),
        (
            "/players/1/items/gold",
            json!(30),
            "items in 4 spaces with no discard pending",
        ),
        (
            "/players/1/knowledge/money",
            json!(8),
            "there is no step 8 of money",
        ),
        (
            "/players/1/movement",
            json!("available"),
            "the movement token is available on step",
        ),
        (
            "/players/1/pp/taxes",
            json!(-500),
            "a score never drops below 0",
        ),
        ("/players/1/pp/taxes", json!(-32768), "-32768 PP from taxes"),
        ("/players/1/turns", json!(9), "9 turns begun instead of"),
        (
            "/players/1/elephant",
            json!(null),
            "the elephant is placed in the first turn",
        ),
        (
            "/players/1/flipped",
            json!(true),
            "only the free_elephant storehouse is flipped",
        ),
        ("/round", json!(5), "there is no round 5"),
        (
            "/token",
            json!("south_west"),
            "the token is not on south_west",
        ),
        ("/active", json!(3), "a seat that this table does not have"),
        (
            "/market/gold",
            json!(7),
            "the market has 7 gold; there is room for 6",
        ),
        ("/offer", json!([]), "storehouses"),
        (
            "/temple/1",
            json!("temple_9"),
            "there is no temple tile ‘temple_9’",
        ),
        (
            "/districts/north",
            json!(["blue_a", "blue_b", "blue_c"]),
            "three tiles of three colours",
        ),
        (
            "/maharajah_workers",
            json!({}),
            "workers of 0 colours stand beside",
        ),
        ("/stack", json!([]), "the last round did not end"),
        (
            "/stack",
            json!(["discard"]),
            "a discard is pending, but everything fits",
        ),
        (
            "/stack",
            json!(["elephant1", "market_tile"]),
            "unknown variant `market_tile`",
        ),
        (
            "/stack",
            json!(["elephant1", "donate"]),
            "decisions above a main state",
        ),
        ("/stack", json!(["donate"]), "where a main state belongs"),
        (
            "/stack",
            json!([{"elephant2": {"worker": "blue"}}]),
            "the second elephant move is locked",
        ),
        (
            "/objectives/0/hand",
            json!(["A1", "A2"]),
            "objectives of type A instead of 1",
        ),
        ("/options/players", json!(3), "in players instead of 3"),
        ("/options/hard", json!(true), "‘hard’ is for one player"),
        (
            "/options/players",
            json!(9),
            "Amritsar has 1 to 4 players, not 9",
        ),
    ] {
        let found = flaw(&changed(2, pointer, value.clone()));
        assert!(found.contains(expected), "{pointer} = {value}: {found}");
    }
    for (pointer, value, expected) in [
        (
            "/maharajah",
            json!(null),
            "the Maharajah plays against one player",
        ),
        (
            "/maharajah/storehouse/gold",
            json!(3),
            "the Maharajah has 3 gold; there are 2",
        ),
        (
            "/maharajah/white_track",
            json!(8),
            "the white-worker track has no space 8",
        ),
        ("/maharajah/objective", json!("C5"), "has no star"),
        (
            "/maharajah/counters_board",
            json!(3),
            "counters instead of 16",
        ),
    ] {
        let found = flaw(&changed(1, pointer, value.clone()));
        assert!(found.contains(expected), "{pointer} = {value}: {found}");
    }
}

/// Changes one thing somewhere in the JSON to something else of its kind.
fn mutate(value: &mut Value, whim: &mut Dice, strings: &[String]) {
    let leaf = |whim: &mut Dice| below(whim, 4) == 0;
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let nth = below(whim, fields.len() as u32) as usize;
            mutate(fields.values_mut().nth(nth).unwrap(), whim, strings);
        }
        Value::Array(items) if !items.is_empty() && !leaf(whim) => {
            let nth = below(whim, items.len() as u32) as usize;
            mutate(&mut items[nth], whim, strings);
        }
        Value::Array(items) => match (items.is_empty(), below(whim, 2)) {
            (false, 0) => drop(items.pop()),
            (false, _) => items.push(items[below(whim, items.len() as u32) as usize].clone()),
            (true, _) => items.push(
                strings[below(whim, strings.len() as u32) as usize]
                    .clone()
                    .into(),
            ),
        },
        Value::Number(number) => {
            let small = number.as_i64().unwrap_or_default() + i64::from(below(whim, 5)) - 2;
            *value = [small, 0, 255, -1, 7][below(whim, 5) as usize].into();
        }
        Value::String(text) => *text = strings[below(whim, strings.len() as u32) as usize].clone(),
        Value::Bool(flag) => *flag = !*flag,
        _ => {
            *value = strings[below(whim, strings.len() as u32) as usize]
                .clone()
                .into()
        }
    }
}

fn all_strings(value: &Value, strings: &mut Vec<String>) {
    match value {
        Value::String(text) => strings.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| all_strings(item, strings)),
        Value::Object(fields) => fields
            .values()
            .for_each(|field| all_strings(field, strings)),
        _ => (),
    }
}

/// Plays to the end, or at least for a while, and checks that somebody always can.
fn play_on(mut game: Amritsar, whim: &mut Dice) {
    let mut legal = Vec::new();
    while let Some(seat) = game.deciders().lowest() {
        game.legal(seat, &mut legal);
        assert!(!legal.is_empty(), "nobody can go on: {:?}", game.open.stack);
        let choice = legal[below(whim, legal.len() as u32) as usize];
        game.apply(seat, choice, &mut ()).unwrap();
        let flaw = game.check();
        assert!(flaw.is_ok(), "{flaw:?} after {choice}");
    }
}

#[test]
fn whatever_is_taken_can_be_played_to_the_end() {
    let mut whim = dice(Seed::from_bytes([8; 32]));
    let (mut taken, mut refused) = (0, 0);
    for number in 0..8000 {
        let players = 1 + (number % 4) as u8;
        let decisions = below(&mut whim, 100 * u32::from(players));
        let mut state = serde_json::to_value(played(players, number % 40, decisions)).unwrap();
        let mut strings = Vec::new();
        all_strings(&state, &mut strings);
        for _ in 0..=below(&mut whim, 2) {
            mutate(&mut state, &mut whim, &strings);
        }
        match serde_json::from_value::<Amritsar>(state) {
            Ok(game) if game.check().is_ok() => {
                taken += 1;
                play_on(game, &mut whim);
            }
            _ => refused += 1,
        }
    }
    assert!(
        taken > 400 && refused > 4000,
        "{taken} taken, {refused} refused"
    );
}

#[test]
fn any_stack_that_is_taken_can_be_played_to_the_end() {
    let entries = [
        json!("choose_gain"),
        json!("order"),
        json!({"choose_resource": {"left": 1, "batch": {"coin": 0, "marble": 0, "copper": 0, "gold": 1}}}),
        json!("discard"),
        json!({"market": {"bought": false, "sold": false}}),
        json!({"upgrade": {"kinds": "any", "free": true}}),
        json!({"knowledge": {"due": null}}),
        json!({"knowledge": {"due": "development"}}),
        json!("mahout_tile"),
        json!("donate"),
        json!({"bridges": "upgrade"}),
        json!({"bridge": "group4_resource"}),
        json!({"coins": 2}),
        json!({"prestige": {"points": 2, "source": "market"}}),
        json!("elephant1"),
        json!({"follow": {"seat": 1, "worker": "white", "progress": "begun"}}),
    ];
    let mut whim = dice(Seed::from_bytes([9; 32]));
    let mut taken = 0;
    for number in 0..6000 {
        let players = 1 + (number % 4) as u8;
        let decisions = below(&mut whim, 100 * u32::from(players));
        let mut state = serde_json::to_value(played(players, number % 40, decisions)).unwrap();
        let stack = state["stack"].as_array_mut().unwrap();
        for _ in 0..=below(&mut whim, 7) {
            stack.push(entries[below(&mut whim, entries.len() as u32) as usize].clone());
        }
        match serde_json::from_value::<Amritsar>(state) {
            Ok(game) if game.check().is_ok() => {
                taken += 1;
                play_on(game, &mut whim);
            }
            _ => (),
        }
    }
    assert!(taken > 100, "{taken} taken");
}

#[test]
fn a_stack_without_end_is_refused() {
    let endless: Vec<Value> = (0..40).map(|_| json!({"coins": 1})).collect();
    assert!(flaw(&changed(2, "/stack", endless.into())).contains("invalid length"));
}
