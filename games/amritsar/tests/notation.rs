//! The notation of spec 14a, and the rules that refusals name.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod universe;

use amritsar::{Action, rules};
use std::collections::HashSet;
use universe::every_action;

#[test]
fn every_action_reads_back_and_has_a_text_of_its_own() {
    let mut texts = HashSet::new();
    for action in every_action() {
        let text = action.to_string();
        assert_eq!(text.parse(), Ok(action), "{text}");
        assert!(texts.insert(text.clone()), "{text}");
    }
}

#[test]
fn the_texts_of_the_specification_are_understood_word_for_word() {
    for text in [
        "objective B4",
        "mahout white",
        "place north",
        "stay",
        "step 2",
        "free north token",
        "free north storehouse",
        "lift east_1",
        "drop blue",
        "land west_2",
        "land west_2 free south_2",
        "elephant yellow_a",
        "elephant donate",
        "main yellow_a",
        "second yellow_a",
        "close",
        "done",
        "gain marble",
        "gain copper",
        "first coin",
        "first market",
        "pick gold",
        "discard coin",
        "discard marble",
        "buy marble",
        "sell gold",
        "finish",
        "exchange marble copper",
        "upgrade storehouse free_skip",
        "upgrade objective C5 coins",
        "upgrade mahout market blue",
        "upgrade mahout market blue pay gold",
        "upgrade storehouse free_skip pay marble",
        "skip",
        "advance money",
        "use donate",
        "donate c0",
        "follow",
        "decline",
    ] {
        assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
    }
}

#[test]
fn other_texts_are_errors_that_say_what_was_expected() {
    let error = |text: &str| text.parse::<Action>().unwrap_err().to_string();
    assert_eq!(
        error("drop red"),
        "‘drop red’ is not a valid action: there is no colour ‘red’"
    );
    assert_eq!(
        error("step 4"),
        "‘step 4’ is not a valid action: there is no number of steps ‘4’"
    );
    assert_eq!(
        error("elephant x"),
        "‘elephant x’ is not a valid action: there is no district or mahout tile ‘x’"
    );
    assert_eq!(
        error("upgrade objective ? coins"),
        "‘upgrade objective ? coins’ is not a valid action: there is no objective ‘?’"
    );
    for text in [
        "",
        " ",
        "stay ",
        "Stay",
        "land west_2  free south_2",
        "land west_2 free",
        "upgrade",
        "upgrade pay gold",
        "upgrade storehouse",
        "upgrade storehouse free_skip pay",
        "upgrade mahout market blue pay gold pay gold",
        "objective B4 B5",
        "\u{0}",
    ] {
        assert!(error(text).contains("expected ‘objective B4’"), "{text}");
    }
}

#[test]
fn rules_have_keys_of_their_own_and_a_section() {
    let keys: HashSet<&str> = rules::ALL.iter().map(|rule| rule.key).collect();
    assert_eq!(keys.len(), rules::ALL.len());
    for rule in rules::ALL {
        assert!(!rule.section.is_empty(), "{rule:?}");
    }
}
