//! States from outside: those of play are taken, impossible ones are refused with a sentence, and whatever is taken can be played.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may panic"
)]

mod players;

use amritsar::components::*;
use amritsar::{Amritsar, Pending, RulesVersion, Side, Source};
use kit::{Dice, Game, Key, Seat, Seed, below, dice};
use players::{Kind, busy_choice};
use serde_json::{Value, json};

/// A game after that many decisions, of players who seldom do without.
fn played(kind: Kind, number: u64, decisions: u32) -> Amritsar {
    let seed = Seed::from_bytes([6; 32]).child(number);
    let mut game = kind.set_up(seed);
    let mut whim = dice(seed);
    let mut legal = Vec::new();
    for _ in 0..decisions {
        let Some(seat) = game.deciders().lowest() else {
            break;
        };
        game.legal(seat, &mut legal);
        game.apply(seat, busy_choice(&mut whim, &legal), &mut ())
            .unwrap();
    }
    game
}

/// The kind of game that tests of single flaws use.
fn usual(players: u8) -> Kind {
    let mut kinds = Kind::all().filter(|kind| kind.rules == RulesVersion::Two);
    kinds.find(|kind| kind.options.players == players).unwrap()
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
    let mut state = serde_json::to_value(played(usual(players), 1, 40)).unwrap();
    *state
        .pointer_mut(pointer)
        .unwrap_or_else(|| panic!("{pointer}")) = value;
    state
}

#[test]
fn states_of_play_are_taken_and_read_well() {
    let game = played(usual(2), 1, 40);
    let state = serde_json::to_value(game).unwrap();
    assert_eq!(
        serde_json::from_value::<Amritsar>(state.clone()).unwrap(),
        game
    );
    assert_eq!(
        state["options"],
        json!({"players": 2, "hard": false, "edition": "de"})
    );
    assert_eq!(state["rules"], 2);
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
        ("/options/edition", json!("fr"), "there is no edition ‘fr’"),
        (
            "/rules",
            json!(3),
            "version 3 of the rules is not supported",
        ),
        (
            "/players/1/exchange_used",
            json!(true),
            "the exchange storehouse was used, but is not there",
        ),
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

/// A state in the middle of a game of any kind, and its JSON.
fn somewhere(whim: &mut Dice, number: u64) -> (Amritsar, Value) {
    let kinds: Vec<Kind> = Kind::all().collect();
    let kind = kinds[number as usize % kinds.len()];
    let decisions = below(whim, 130 * u32::from(kind.options.players));
    let game = played(kind, number % 60, decisions);
    (game, serde_json::to_value(game).unwrap())
}

/// Plays on from the state if it is one, and tells whether it is.
fn plays_on(state: Value, whim: &mut Dice) -> bool {
    match serde_json::from_value::<Amritsar>(state) {
        Ok(game) if game.check().is_ok() => {
            play_on(game, whim);
            true
        }
        _ => false,
    }
}

#[test]
fn every_state_of_every_kind_of_game_loads_again() {
    for kind in Kind::all() {
        for number in 0..8 {
            let seed = Seed::from_bytes([7; 32]).child(number);
            let mut whim = dice(seed);
            let mut game = kind.set_up(seed);
            let mut legal = Vec::new();
            loop {
                let json = serde_json::to_string(&game).unwrap();
                let read: Amritsar = serde_json::from_str(&json).unwrap();
                assert_eq!(read, game);
                assert!(read.check().is_ok(), "{:?}: {json}", read.check());
                let Some(seat) = game.deciders().lowest() else {
                    break;
                };
                game.legal(seat, &mut legal);
                let choice = match number % 2 {
                    0 => legal[below(&mut whim, legal.len() as u32) as usize],
                    _ => busy_choice(&mut whim, &legal),
                };
                game.apply(seat, choice, &mut ()).unwrap();
            }
        }
    }
}

#[test]
fn whatever_is_taken_can_be_played_to_the_end() {
    let mut whim = dice(Seed::from_bytes([8; 32]));
    let (mut taken, mut refused) = (0, 0);
    for number in 0..5000 {
        let (_, mut state) = somewhere(&mut whim, number);
        let mut strings = Vec::new();
        all_strings(&state, &mut strings);
        for _ in 0..=below(&mut whim, 2) {
            mutate(&mut state, &mut whim, &strings);
        }
        if plays_on(state, &mut whim) {
            taken += 1;
        } else {
            refused += 1;
        }
    }
    assert!(
        taken > 120 && refused > 3000,
        "{taken} taken, {refused} refused"
    );
}

/// Changes what can often be otherwise: points, items, goods, coins on the board.
fn vary(state: &mut Value, whim: &mut Dice) {
    let players = state["players"].as_array().unwrap().len() as u32;
    let seat = below(whim, players);
    let sources = [
        "market",
        "bridges",
        "actions",
        "knowledge",
        "following",
        "taxes",
        "penalties",
        "majorities_1",
        "majorities_2",
    ];
    let items = ["coin", "marble", "copper", "gold"];
    let mut one_of = |names: &[&str]| names[below(whim, names.len() as u32) as usize].to_owned();
    let pointer = match one_of(&["pp", "pp", "items", "market", "ring", "maharajah"]).as_str() {
        "pp" => format!("/players/{seat}/pp/{}", one_of(&sources)),
        "items" => format!("/players/{seat}/items/{}", one_of(&items)),
        "market" => format!("/market/{}", one_of(&items[1..])),
        "maharajah" => "/maharajah/pp/maharajah_board".to_owned(),
        _ => format!("/ring/{}/coins", one_of(&["north_1", "east_2", "south_1"])),
    };
    let other = match below(whim, 8) {
        0 => 500,
        1 => 499,
        _ => i64::from(below(whim, 9)) - 4,
    };
    if let Some(number) = state.pointer_mut(&pointer) {
        *number = (number.as_i64().unwrap() + other).clamp(-500, 500).into();
    }
}

#[test]
fn varied_states_that_are_taken_can_be_played_to_the_end() {
    let mut whim = dice(Seed::from_bytes([10; 32]));
    let (mut taken, mut refused) = (0, 0);
    for number in 0..1500 {
        let (_, mut state) = somewhere(&mut whim, number);
        for _ in 0..=below(&mut whim, 3) {
            vary(&mut state, &mut whim);
        }
        if plays_on(state, &mut whim) {
            taken += 1;
        } else {
            refused += 1;
        }
    }
    assert!(
        taken > 200 && refused > 500,
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
        json!({"bridges": "market"}),
        json!({"bridge": "group4_resource"}),
        json!({"bridge": "upgrade_pp"}),
        json!({"coins": 1}),
        json!({"prestige": {"points": 2, "source": "market"}}),
        json!({"prestige": {"points": 1, "source": "actions"}}),
        json!({"prestige": {"points": 1, "source": "knowledge"}}),
        json!("elephant1"),
        json!({"follow": {"seat": 1, "worker": "white", "progress": "begun"}}),
    ];
    let mut whim = dice(Seed::from_bytes([9; 32]));
    let mut taken = 0;
    for number in 0..4000 {
        let (_, mut state) = somewhere(&mut whim, number);
        let stack = state["stack"].as_array_mut().unwrap();
        for _ in 0..=below(&mut whim, 7) {
            stack.push(entries[below(&mut whim, entries.len() as u32) as usize].clone());
        }
        taken += u32::from(plays_on(state, &mut whim));
    }
    assert!(taken > 60, "{taken} taken");
}

/// The first state of a game of that kind that fits, of many games.
fn first(kind: Kind, fits: impl Fn(&Amritsar) -> bool) -> Value {
    for number in 0..100 {
        let seed = Seed::from_bytes([11; 32]).child(number);
        let mut whim = dice(seed);
        let mut game = kind.set_up(seed);
        let mut legal = Vec::new();
        while let Some(seat) = game.deciders().lowest() {
            game.legal(seat, &mut legal);
            game.apply(seat, busy_choice(&mut whim, &legal), &mut ())
                .unwrap();
            if fits(&game) {
                return serde_json::to_value(game).unwrap();
            }
        }
    }
    panic!("no state fits")
}

/// The state with something else in one place is refused in these words.
#[track_caller]
fn refused(state: &Value, pointer: &str, value: Value, expected: &str) {
    assert!(flawless(state), "{}", flaw(state));
    let mut changed = state.clone();
    *changed
        .pointer_mut(pointer)
        .unwrap_or_else(|| panic!("{pointer}")) = value;
    let found = flaw(&changed);
    assert!(found.contains(expected), "{pointer}: {found}");
}

fn flawless(state: &Value) -> bool {
    serde_json::from_value::<Amritsar>(state.clone()).is_ok_and(|game| game.check().is_ok())
}

/// The points of a side, one more or fewer.
fn other(state: &Value, pointer: &str, by: i64) -> Value {
    json!(state.pointer(pointer).unwrap().as_i64().unwrap() + by)
}

#[test]
fn points_that_follow_from_the_rest_of_the_state_must_agree_with_it() {
    let donated = |game: &Amritsar| {
        let pp = &game.open.players[Seat::FIRST].pp.0;
        pp[Source::Donations] > 0 && pp[Source::Support] > 0 && pp[Source::Upgrades] > 0
    };
    let state = first(usual(3), donated);
    for source in ["start", "donations", "support", "upgrades"] {
        let pointer = format!("/players/0/pp/{source}");
        for by in [-1, 1] {
            let value = other(&state, &pointer, by);
            refused(
                &state,
                &pointer,
                value,
                &format!("PP from {source} instead of"),
            );
        }
    }
    // Points of the Maharajah's own are for him alone.
    let pointer = "/players/0/pp/maharajah_board";
    refused(
        &state,
        pointer,
        json!(1),
        "1 PP from maharajah_board instead of 0",
    );
}

#[test]
fn objectives_bring_points_at_the_end_and_then_exactly_theirs() {
    let state = first(usual(2), |game| game.open.round == 3);
    for kind in ["a", "b", "c", "d"] {
        let (pointer, source) = (
            format!("/players/1/pp/objective_{kind}"),
            format!("1 PP from objective_{kind} instead of 0"),
        );
        refused(&state, &pointer, json!(1), &source);
    }
    let over = first(usual(2), |game| game.standings().over);
    for kind in ["a", "b", "c", "d"] {
        let pointer = format!("/players/1/pp/objective_{kind}");
        let value = other(&over, &pointer, 1);
        refused(
            &over,
            &pointer,
            value,
            &format!("PP from objective_{kind} instead of"),
        );
    }
}

#[test]
fn taxes_and_penalties_are_losses_within_what_can_be_lost() {
    let state = first(usual(2), |game| game.open.decade == Decade::Ii);
    for source in ["taxes", "penalties"] {
        let pointer = format!("/players/0/pp/{source}");
        refused(
            &state,
            &pointer,
            json!(1),
            &format!("1 PP from {source} instead of -"),
        );
        refused(
            &state,
            &pointer,
            json!(-20),
            &format!("-20 PP from {source} instead of -"),
        );
    }
    // Before the first decade is over nobody has paid taxes, and before the first walk nobody has passed the Maharajah.
    let early = first(usual(2), |game| game.open.round == 2);
    refused(
        &early,
        "/players/0/pp/taxes",
        json!(-1),
        "-1 PP from taxes instead of 0",
    );
    let placed = first(usual(2), |game| game.open.players[Seat::FIRST].turns == 1);
    refused(
        &placed,
        "/players/0/pp/penalties",
        json!(-1),
        "instead of 0",
    );
}

#[test]
fn a_score_never_drops_below_nothing() {
    let losses = |game: &Amritsar| {
        let player = &game.open.players[Seat::FIRST];
        let more_to_lose = -player.pp.0[Source::Taxes] < player.tax().into();
        player.pp.total() == 0 && more_to_lose && game.open.decade == Decade::Ii
    };
    let state = first(usual(2), losses);
    let pointer = "/players/0/pp/taxes";
    let value = other(&state, pointer, -1);
    refused(
        &state,
        pointer,
        value,
        "-1 PP in all; a score never drops below 0",
    );
}

#[test]
fn majorities_count_when_their_decade_ends_and_where_there_are_counters() {
    let early = first(usual(2), |game| game.open.round == 4);
    for decade in 1..=3 {
        let pointer = format!("/players/0/pp/majorities_{decade}");
        refused(&early, &pointer, json!(1), "instead of 0");
    }
    refused(
        &early,
        "/players/0/pp/majorities_2",
        json!(-1),
        "instead of 0",
    );
    let later = first(usual(2), |game| game.open.decade == Decade::Iii);
    refused(
        &later,
        "/players/0/pp/majorities_1",
        json!(11),
        "instead of 0 to 10",
    );
    refused(
        &later,
        "/players/0/pp/majorities_3",
        json!(1),
        "instead of 0",
    );
    // With counters in one district only, a majority brings what that district is worth, or nothing.
    let one_district = |game: &Amritsar| {
        let own = Side::Player(Seat::FIRST);
        let tiles = game.open.donations.iter();
        let there = tiles.filter(|(_, tile)| tile.count(own) > 0).count();
        let [first, ..] = game.open.temple;
        let worth_four = |district| first.prestige(district) == 4;
        let tile = District::all()
            .find(|&district| worth_four(district))
            .unwrap();
        game.open.decade == Decade::Ii && there == 1 && game.open.donations[tile].count(own) > 0
    };
    let state = first(usual(2), one_district);
    let pointer = "/players/0/pp/majorities_1";
    refused(
        &state,
        pointer,
        json!(3),
        "which no districts bring together",
    );
    // While the income of a decade is paid, its majorities are what the counters say.
    let income = first(usual(2), |game| {
        let stack = game.open.stack.first();
        matches!(stack, Some(Pending::Income { .. })) && game.open.decade == Decade::Ii
    });
    let pointer = "/players/0/pp/majorities_2";
    let value = other(&income, pointer, 1);
    refused(&income, pointer, value, "PP from majorities_2 instead of");
}

#[test]
fn other_points_need_something_that_pays_them() {
    let early = first(usual(3), |game| {
        let player = &game.open.players[Seat::FIRST];
        let all_zero = Track::all().all(|track| player.knowledge[track] == 0);
        let mut mahouts = player.mahouts_played();
        let bridge = game.open.bridges[0].reward();
        let all_bridges = player.owns(Storehouse::AllBridges);
        all_zero
            && mahouts.all(|mahout| mahout == Mahout::Donate)
            && !matches!(bridge, Effect::Prestige(_))
            && !all_bridges
            && player.turns == 2
    });
    for source in ["bridges", "actions", "knowledge"] {
        let pointer = format!("/players/0/pp/{source}");
        refused(
            &early,
            &pointer,
            json!(1),
            &format!("1 PP from {source} instead of 0"),
        );
    }
    for source in ["market", "following"] {
        let pointer = format!("/players/0/pp/{source}");
        refused(&early, &pointer, json!(-1), &format!("-1 PP from {source}"));
        refused(
            &early,
            &pointer,
            json!(501),
            &format!("501 PP from {source}"),
        );
    }
    let pointer = "/players/0/pp/following";
    refused(
        &early,
        pointer,
        json!(5),
        "5 PP from following instead of 0 to",
    );
}

#[test]
fn the_maharajahs_points_are_those_of_his_board() {
    let state = first(usual(1), |game| {
        let he = game.open.maharajah.as_ref().unwrap();
        he.white_track >= 3 && game.open.decade == Decade::Ii
    });
    refused(
        &state,
        "/maharajah/pp/maharajah_board",
        json!(1),
        "1 PP from maharajah_board instead of",
    );
    refused(
        &state,
        "/maharajah/pp/maharajah_board",
        json!(90),
        "90 PP from maharajah_board instead of",
    );
    let value = other(&state, "/maharajah/pp/donations", 1);
    refused(&state, "/maharajah/pp/donations", value, "the Maharajah: ");
    refused(
        &state,
        "/maharajah/pp/market",
        json!(1),
        "1 PP from market instead of 0",
    );
    refused(
        &state,
        "/maharajah/pp/objective_c",
        json!(1),
        "1 PP from objective_c instead of 0",
    );
    let over = first(usual(1), |game| game.standings().over);
    let value = other(&over, "/maharajah/pp/objective_c", 1);
    refused(
        &over,
        "/maharajah/pp/objective_c",
        value,
        "PP from objective_c instead of",
    );
    let new = first(usual(1), |game| game.open.players[Seat::FIRST].turns == 1);
    refused(
        &new,
        "/maharajah/white_track",
        json!(1),
        "before his first turn",
    );
}

#[test]
fn nothing_changes_before_the_first_turn() {
    let opening = first(usual(2), |_| true);
    for (pointer, value, expected) in [
        (
            "/players/0/pp/market",
            json!(1),
            "something changed before the first turn",
        ),
        (
            "/players/1/items/gold",
            json!(1),
            "something changed before the first turn",
        ),
        (
            "/players/1/knowledge/money",
            json!(1),
            "something changed before the first turn",
        ),
        (
            "/market/gold",
            json!(3),
            "workers or goods moved before the first turn",
        ),
        (
            "/ring/east_1/coins",
            json!(1),
            "workers or goods moved before the first turn",
        ),
    ] {
        refused(&opening, pointer, value, expected);
    }
    // The second player has not had a turn while the first has the own first turn.
    let first_turn = first(usual(2), |game| {
        game.open
            .players
            .iter()
            .any(|(_, player)| player.turns == 1)
    });
    let waits = 1 - first_turn["active"].as_u64().unwrap();
    let pointer = format!("/players/{waits}/items/coin");
    refused(
        &first_turn,
        &pointer,
        json!(2),
        "something changed before the first turn",
    );
}

#[test]
fn entries_of_the_stack_have_a_cause() {
    let actions = first(usual(2), |game| {
        matches!(game.open.stack.as_slice(), [Pending::Actions(_)]) && game.open.round == 2
    });
    let bridges: Vec<&str> = actions["bridges"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tile| tile.as_str().unwrap())
        .collect();
    let counts = |tile: &&str| !bridges.contains(tile) && !tile.starts_with("group4");
    let all = ["donation_coin", "upgrade_pp", "upgrade_coin", "market_pp"];
    let dead = all.into_iter().find(counts).unwrap();
    let market = json!({"market": {"bought": false, "sold": false}});
    for (entry, expected) in [
        (json!({"bridge": dead}), "does not count for seat"),
        (
            json!({"bridges": "move_group_of_4"}),
            "where it cannot come from",
        ),
        (json!({"coins": 2}), "gives more than anything in the game"),
        (
            json!({"prestige": {"points": 3, "source": "market"}}),
            "gives more than anything in the game",
        ),
        (
            json!({"prestige": {"points": 1, "source": "taxes"}}),
            "gives more than anything in the game",
        ),
        (
            json!({"market": {"bought": true, "sold": true}}),
            "a trade of the market action is missing in the ledger",
        ),
    ] {
        let menu = actions["stack"][0].clone();
        refused(&actions, "/stack", json!([menu, entry, market]), expected);
    }
}

#[test]
fn states_without_a_version_of_the_rules_are_of_the_first() {
    let old = Kind {
        rules: RulesVersion::One,
        ..usual(2)
    };
    let game = played(old, 1, 40);
    let mut state = serde_json::to_value(game).unwrap();
    assert_eq!(state["rules"], 1);
    state.as_object_mut().unwrap().remove("rules");
    state["options"].as_object_mut().unwrap().remove("edition");
    assert_eq!(
        serde_json::from_value::<Amritsar>(state.clone()).unwrap(),
        game
    );
    assert!(flawless(&state));
    state["options"]["edition"] = json!("en");
    assert!(flaw(&state).contains("version 1 of the rules knows the edition ‘de’ only"));
}

#[test]
fn a_stack_without_end_is_refused() {
    let endless: Vec<Value> = (0..40).map(|_| json!({"coins": 1})).collect();
    assert!(flaw(&changed(2, "/stack", endless.into())).contains("invalid length"));
}
