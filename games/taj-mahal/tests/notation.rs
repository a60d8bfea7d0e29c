//! The text of actions (spec 11a).

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use kit::Key;
use taj_mahal::components::{Card, City, Special};
use taj_mahal::{Action, Extra};

fn every_action() -> impl Iterator<Item = Action> {
    let extras = || {
        let cards = Card::all().map(Extra::Card);
        let specials = Special::all().map(Extra::Special);
        let some = cards.chain(specials).map(Some);
        std::iter::once(None).chain(some)
    };
    Card::all()
        .flat_map(move |card| extras().map(move |extra| Action::Play { card, extra }))
        .chain([Action::Withdraw])
        .chain(City::all().map(Action::Palace))
        .chain(City::all().map(Action::Crown))
        .chain(Card::all().map(Action::Take))
}

#[test]
fn every_text_reads_back_as_its_action() {
    for action in every_action() {
        assert_eq!(action.to_string().parse(), Ok(action));
    }
}

#[test]
fn the_texts_of_the_specification_print_as_they_are_read() {
    let texts = [
        "play red-ev",
        "play red-ev white-e",
        "play red-ev special-points",
        "withdraw",
        "palace kas2",
        "crown kas4",
        "take red-ev",
    ];
    for text in texts {
        assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
    }
}

#[test]
fn an_unknown_word_is_named() {
    let refused = |text: &str| text.parse::<Action>().unwrap_err().to_string();
    assert_eq!(
        refused("play red-xy"),
        "‘play red-xy’ is not a valid action: there is no card ‘red-xy’"
    );
    assert_eq!(
        refused("play red-ev white-x"),
        "‘play red-ev white-x’ is not a valid action: there is no card ‘white-x’"
    );
    assert_eq!(
        refused("play red-ev special-luck"),
        "‘play red-ev special-luck’ is not a valid action: there is no special card ‘special-luck’"
    );
    assert_eq!(
        refused("palace kas5"),
        "‘palace kas5’ is not a valid action: there is no city ‘kas5’"
    );
    assert_eq!(
        refused("crown Leh"),
        "‘crown Leh’ is not a valid action: there is no city ‘Leh’"
    );
    assert_eq!(
        refused("take special-points"),
        "‘take special-points’ is not a valid action: there is no card ‘special-points’"
    );
    // One space too many makes an empty word.
    assert_eq!(
        refused("take  red-ev"),
        "‘take  red-ev’ is not a valid action: expected ‘play red-ev’, ‘play red-ev white-e’, ‘play red-ev special-points’, ‘withdraw’, \
         ‘palace kas2’, ‘crown kas4’ or ‘take red-ev’"
    );
    assert_eq!(
        refused("play red-ev "),
        "‘play red-ev ’ is not a valid action: there is no card ‘’"
    );
}

#[test]
fn anything_else_is_answered_with_what_was_expected() {
    let too_long = "withdraw ".repeat(10_000);
    let strange = [
        "",
        " ",
        "withdraw ",
        " withdraw",
        "withdraw now",
        "Withdraw",
        "WITHDRAW",
        "PLAY red-ev",
        "play",
        "palace",
        "palace kas2 kas4",
        "take red-ev red-ev",
        "play red-ev white-e white-e",
        "play\tred-ev",
        "withdraw\n",
        "0",
        "‘",
        &too_long,
    ];
    for text in strange {
        let error = text.parse::<Action>().unwrap_err();
        assert!(
            error.expected.starts_with("expected ‘play red-ev’, ") && error.text.len() < 100,
            "{error}"
        );
    }
}

#[test]
fn a_card_is_written_in_lower_case() {
    for text in ["play RED-EV", "play Red-ev", "take red-EV", "palace KAS2"] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}
