//! Actions and options as text.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

mod position;

use kit::{Game, Refusal, Seat};
use maharaja::components::Level;
use maharaja::{Action, Maharaja, Options, Rules};
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
        let action: Action = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(action.to_string(), text);
    }
}

#[test]
fn bad_text_says_what_was_expected() {
    for (text, expected) in [
        ("", "an action begins with"),
        ("dance", "an action begins with"),
        ("Plan 2 3", "an action begins with"),
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
        let error = text.parse::<Action>().unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    let long = "x"
        .repeat(10_000)
        .parse::<Action>()
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
    assert_eq!(game.open.brahmabot.unwrap().level, Level::Hard);
    assert_eq!(
        serde_json::to_value(game.open.rules).unwrap(),
        json!(["s1", "s3"])
    );
    assert_eq!(game.open.final_tile.unwrap().to_string(), "f2");
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
        (game.open.rules, game.open.final_tile)
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
            .open
            .final_tile,
        None
    );
}

#[test]
fn impossible_options_are_refused_in_words() {
    for (bad, expected) in [
        (json!({"players": 5}), "1 to 4 players"),
        (json!({"players": 0}), "1 to 4 players"),
        (
            json!({"players": 3, "level": "easy"}),
            "a level is only for one person",
        ),
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
    let end: Action = "end".parse().unwrap();
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
