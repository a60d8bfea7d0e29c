//! Text, options and states that come from outside.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

mod position;

use kit::{Game, Refusal, Seat};
use maharaja::components::{City, Field, Level, Node};
use maharaja::{Command, Maharaja, Options, Rules, Stage};
use position::*;
use serde_json::{Value, json};

#[test]
fn every_form_of_the_notation_reads_and_prints() {
    for text in [
        "character 12",
        "shrine v21",
        "plan 2 3",
        "plan 5 5",
        "travel r12",
        "travel r14 r11",
        "start 3",
        "start 8 15",
        "start 9 delhi",
        "marker 4",
        "marker 9 delhi",
        "marker 8 15",
        "statue delhi 0",
        "shrine delhi",
        "ability 2",
        "ability 4",
        "ability 6",
        "ability 14",
        "ability 3 +2",
        "ability 3 -1",
        "ability 3 +1-2",
        "ability 10 delhi",
        "ability 13 delhi",
        "close",
        "end",
        "reward 3",
        "buy 0",
        "buy 3",
        "maharani 15",
        "decline",
    ] {
        let command: Command = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(command.to_string(), text);
    }
}

#[test]
fn bad_text_says_what_was_expected() {
    for (text, expected) in [
        ("", "a command begins with"),
        ("dance", "a command begins with"),
        ("Plan 2 3", "a command begins with"),
        ("plan 3 2", "the smaller number first"),
        ("plan 3", "as in ‘plan 2 3’"),
        ("plan 0 3", "there is no action ‘0’"),
        ("plan 2  3", "as in ‘plan 2 3’"),
        ("travel", "as in ‘travel r14 r11’"),
        ("travel r17", "there is no road ‘r17’"),
        (
            "travel r01 r02 r03 r04 r05 r06 r07 r08",
            "no route is that long",
        ),
        ("start 8", "action 8 needs a character"),
        ("start 9", "action 9 needs a city"),
        ("start 3 delhi", "action 3 stands alone"),
        ("marker 10", "there is no action ‘10’"),
        ("statue delhi", "as in ‘statue delhi 0’"),
        ("statue start 0", "there is no city ‘start’"),
        ("statue delhi 7", "there is no field ‘7’"),
        ("shrine mumbai", "there is no city or village ‘mumbai’"),
        ("ability 3", "ability 3 needs its exchanges"),
        ("ability 3 +0-1", "as in ‘+2’, ‘-1’ or ‘+1-2’"),
        ("ability 3 +2-2", "one to three in all"),
        ("ability 2 delhi", "ability 2 stands alone"),
        ("ability 10", "ability 10 needs a city"),
        ("ability 9", "2, 3, 4, 6, 10, 13 and 14 are"),
        ("character 012", "there is no character ‘012’"),
        ("reward x", "‘x’ is no number"),
        ("buy +1", "‘+1’ is no number"),
        ("end now", "stand alone"),
    ] {
        let error = text.parse::<Command>().unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    let long = "x"
        .repeat(10_000)
        .parse::<Command>()
        .unwrap_err()
        .to_string();
    assert!(long.len() < 500);
}

fn options(json: Value) -> Result<Options, String> {
    serde_json::from_value(json).map_err(|error| error.to_string())
}

fn set_up(json: Value) -> Result<Maharaja, String> {
    let options = options(json)?;
    Maharaja::new(&options, "options".parse().unwrap()).map_err(|bad| bad.to_string())
}

#[test]
fn options_read_lists_and_words() {
    let game = set_up(json!({"players": 1, "level": "hard", "rules": ["s1", "s3"], "final": "f2"}))
        .unwrap();
    assert_eq!(game.public.brahmabot.unwrap().level, Level::Hard);
    assert_eq!(
        serde_json::to_value(game.public.rules).unwrap(),
        json!(["s1", "s3"])
    );
    assert_eq!(game.public.final_tile.unwrap().to_string(), "f2");
    assert_eq!(
        options(json!({"rules": "s1,s3"})),
        options(json!({"rules": ["s3", "s1"]}))
    );
    for none in [json!(""), json!("none"), json!([]), json!(["none"])] {
        assert_eq!(options(json!({"rules": none})), Ok(Options::default()));
    }
    let written = serde_json::to_value(Options::default()).unwrap();
    assert_eq!(
        written,
        json!({"players": 4, "level": null, "rules": [], "final": "none", "first_game": false})
    );
    assert_eq!(
        options(json!({"rules": ["random"]})).unwrap().rules,
        Rules::Random
    );
    assert_eq!(options(json!({})), Ok(Options::default()));
}

#[test]
fn random_variants_are_drawn_from_the_seed() {
    let random = options(json!({"rules": "random", "final": "random"})).unwrap();
    let drawn = |seed: &str| {
        let game = Maharaja::new(&random, seed.parse().unwrap()).unwrap();
        (game.public.rules, game.public.final_tile)
    };
    assert_eq!(drawn("one"), drawn("one"));
    let all: Vec<_> = (0..100).map(|seed| drawn(&seed.to_string())).collect();
    for tile in maharaja::components::FinalTile::ALL {
        assert!(all.iter().any(|(_, drawn)| *drawn == Some(tile)));
    }
    for rule in maharaja::components::SpecialRule::ALL {
        let times = all.iter().filter(|(rules, _)| rules.contains(rule)).count();
        assert!((30..=70).contains(&times), "{rule}: {times}");
    }
    let only_rules = options(json!({"rules": "random"})).unwrap();
    assert_eq!(
        Maharaja::new(&only_rules, "x".parse().unwrap())
            .unwrap()
            .public
            .final_tile,
        None
    );
}

#[test]
fn impossible_options_are_refused_in_words() {
    for (bad, expected) in [
        (json!({"players": 5}), "1 to 4 players"),
        (json!({"players": 0}), "1 to 4 players"),
        (json!({"players": 3, "level": "easy"}), "without a level"),
        (
            json!({"players": 1, "level": "brutal"}),
            "there is no level ‘brutal’",
        ),
        (json!({"rules": ["s5"]}), "there is no special rule ‘s5’"),
        (json!({"rules": ["s1", "s1"]}), "twice"),
        (json!({"rules": 3}), "special rules are a list"),
        (
            json!({"final": "f6"}),
            "there is no final-scoring tile ‘f6’",
        ),
        (json!({"players": 3, "first_game": true}), "4 players"),
        (json!({"player": 3}), "unknown field"),
    ] {
        let error = set_up(bad.clone()).unwrap_err();
        assert!(error.contains(expected), "{bad}: {error}");
    }
}

#[test]
fn only_those_who_are_asked_can_act() {
    let mut table = position(2).turn(RED, "5 5").ready();
    let end: Command = "end".parse().unwrap();
    let refusal = table.game.apply(seat(GREEN), end, &mut ()).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "seat 1 has nothing to decide now; the decision is with seat 0"
    );
    let nobody = Seat::new(4).unwrap();
    assert!(matches!(
        table.game.apply(nobody, end, &mut ()),
        Err(Refusal::NotYourTurn { .. })
    ));
    assert_eq!(table.refused(RED, "buy 1"), "not-now");
    let mut over = position(2).over().ready();
    assert_eq!(over.game.apply(seat(RED), end, &mut ()), Err(Refusal::Over));
}

#[test]
fn keys_of_the_rules_are_unique() {
    let keys: std::collections::BTreeSet<_> =
        maharaja::rules::ALL.iter().map(|rule| rule.key).collect();
    assert_eq!(keys.len(), maharaja::rules::ALL.len());
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
    expect("asks seat 0 nothing", |state| {
        state["acted"] = json!([0, 1, 2]);
        state["stage"] = json!({"reward": {"waiting": [0], "applying": {"reward": 1, "times": 1}}});
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
    assert!(matches!(read.public.stage, Stage::Turn(_)));
}
