//! Every rule is broken here at least once, at each place where the game refuses for it, and the refusal names just that rule.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

mod position;

use kit::{Game, Refusal, Rule};
use position::{A, B, C, D, Position, seat};
use taj_mahal::{Action, TajMahal, rules};

/// Somebody tries what a rule forbids.
struct Case {
    /// The name of the rule's constant.
    name: &'static str,
    rule: Rule,
    game: TajMahal,
    who: u8,
    action: &'static str,
}

macro_rules! case {
    (rules::$rule:ident, $game:expr, $who:expr, $action:expr) => {
        Case {
            name: stringify!($rule),
            rule: rules::$rule,
            game: $game,
            who: $who,
            action: $action,
        }
    };
}

#[test]
fn every_rule_is_refused_by_its_name() {
    let cases: Vec<Case> = [decisions(), cards(), palaces(), display()]
        .into_iter()
        .flatten()
        .collect();
    for case in &cases {
        let mut game = case.game;
        let action: Action = case.action.parse().unwrap();
        let mut events = Vec::new();
        assert_eq!(
            game.apply(seat(case.who), action, &mut events),
            Err(Refusal::Breaks(case.rule)),
            "‘{action}’ against {}",
            case.name
        );
        assert_eq!(game, case.game, "‘{action}’ changed the game");
        assert_eq!(events, [], "‘{action}’ told something");
        assert_eq!(case.rule.key, key(case.name));
    }
    for rule in rules::ALL.iter() {
        let met = cases.iter().any(|case| case.rule == *rule);
        assert!(met, "no case breaks the rule ‘{}’", rule.key);
    }
    for case in &cases {
        assert!(rules::ALL.contains(&case.rule), "{} is unlisted", case.name);
    }
}

/// The key of a rule is the name of its constant: `SAME_COLOUR` is `same-colour`.
fn key(name: &str) -> String {
    name.to_lowercase().replace('_', "-")
}

/// Spec 5: laying cards or withdrawing, placing palaces, taking cards, each in its time.
fn decisions() -> Vec<Case> {
    let visit = || {
        Position::players(4)
            .current("kashmir")
            .withdrawn(&[C, D])
            .row(A, "red-vk")
            .hand(A, "red-ee")
            .display("red-ev white-e white-v")
            .table()
    };
    let turn = visit().game;
    let place = visit().does(A, "withdraw").game;
    let draft = visit().does(A, "withdraw, palace kas1, crown kas1").game;
    vec![
        case!(rules::TURN, turn, A, "palace kas1"),
        case!(rules::TURN, turn, A, "crown kas1"),
        case!(rules::TURN, turn, A, "take white-e"),
        case!(rules::PLACE, place, A, "play red-ee"),
        case!(rules::PLACE, place, A, "withdraw"),
        case!(rules::PLACE, place, A, "take white-e"),
        case!(rules::DRAFT, draft, A, "play red-ee"),
        case!(rules::DRAFT, draft, A, "withdraw"),
        case!(rules::DRAFT, draft, A, "palace kas2"),
        case!(rules::DRAFT, draft, A, "crown kas2"),
    ]
}

/// Spec 5.2.
fn cards() -> Vec<Case> {
    // Red is bound by the row. The points are held by A and not laid, the elephant is laid, the free colour is held by B.
    let bound = Position::players(4)
        .row(A, "red-ev special-elephant")
        .hand(A, "red-ee red-eg green-ee white-e")
        .special(A, "special-points")
        .special(B, "special-free-colour")
        .game();
    let first = Position::players(4).hand(A, "red-ee white-e").game();
    let free = Position::players(4)
        .row(A, "red-ev special-free-colour")
        .hand(A, "green-ee")
        .game();
    vec![
        case!(rules::COLOURED_CARD, first, A, "play white-e"),
        case!(
            rules::COLOURED_CARD,
            bound,
            A,
            "play white-e special-points"
        ),
        // A white card that is not in hand is above all not coloured.
        case!(rules::COLOURED_CARD, bound, A, "play white-v"),
        case!(rules::IN_HAND, first, A, "play green-ee"),
        case!(rules::IN_HAND, first, A, "play red-ee white-v"),
        case!(rules::ONE_COLOURED_CARD, bound, A, "play red-ee red-eg"),
        case!(rules::ONE_COLOURED_CARD, bound, A, "play red-ee red-ee"),
        case!(rules::HOLD_SPECIAL, first, A, "play red-ee special-points"),
        case!(
            rules::HOLD_SPECIAL,
            bound,
            A,
            "play green-ee special-free-colour"
        ),
        case!(
            rules::SPECIAL_ONCE,
            bound,
            A,
            "play red-ee special-elephant"
        ),
        case!(
            rules::SPECIAL_ONCE,
            free,
            A,
            "play green-ee special-free-colour"
        ),
        case!(rules::SAME_COLOUR, bound, A, "play green-ee"),
        case!(rules::SAME_COLOUR, bound, A, "play green-ee white-e"),
        case!(rules::SAME_COLOUR, bound, A, "play green-ee special-points"),
    ]
}

/// Spec 5.4.
fn palaces() -> Vec<Case> {
    let withdraws = |row: &str| {
        Position::players(4)
            .current("kashmir")
            .withdrawn(&[A, B, D])
            .won(B, "general")
            .palaces(B, "kas2")
            .row(C, row)
            .turn_of(C)
            .table()
            .does(C, "withdraw")
            .game
    };
    let (both, normal, crown) = (
        withdraws("red-vk"),
        withdraws("red-ev"),
        withdraws("red-ek"),
    );
    vec![
        case!(rules::CURRENT_PROVINCE, both, C, "palace pun1"),
        case!(rules::CURRENT_PROVINCE, both, C, "crown pun1"),
        case!(rules::FREE_CITY, both, C, "palace kas2"),
        case!(rules::FREE_CITY, normal, C, "palace kas2"),
        case!(rules::NORMAL_PALACE, crown, C, "palace kas1"),
        case!(rules::CROWN_PALACE, normal, C, "crown kas1"),
    ]
}

/// Spec 5.6.
fn display() -> Vec<Case> {
    let draft = Position::players(4)
        .withdrawn(&[C, D])
        .hand(A, "green-ee")
        .display("red-ev white-e white-v")
        .table()
        .does(A, "withdraw")
        .game;
    vec![
        case!(rules::ON_DISPLAY, draft, A, "take violet-ee"),
        case!(rules::ON_DISPLAY, draft, A, "take green-ee"),
    ]
}
