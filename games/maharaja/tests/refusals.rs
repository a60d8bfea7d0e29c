//! Every rule is broken here at least once, at each place where the game refuses for it, and the refusal names just that rule.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

mod position;

use kit::{Game, Refusal, Rule};
use maharaja::components::doubts::{OWN_SHRINES_PER_VILLAGE, SUPPLY_SHRINE_PRICE};
use maharaja::components::{City, Field, Level, MOST_VILLAGE_SPACES, Node, table};
use maharaja::{Action, Maharaja, Options, Route, Stage, rules};
use position::*;

/// Somebody tries what a rule forbids.
struct Case {
    /// The name of the rule's constant.
    name: &'static str,
    rule: Rule,
    position: Position,
    player: u8,
    action: Action,
}

macro_rules! case {
    (rules::$rule:ident, $position:expr, $player:expr, $action:expr) => {
        Case {
            name: stringify!($rule),
            rule: rules::$rule,
            position: $position.clone(),
            player: $player,
            action: $action.parse().unwrap(),
        }
    };
}

/// Rules that no state can break, and why.
///
/// * A village holds two shrines at most, and an owner may have two there. Whoever has enough shrines in a village has filled it, so that it is
///   [`rules::VILLAGE_FULL`] first. Another figure of `OWN_SHRINES_PER_VILLAGE` (one of the doubts) would let the rule be met.
const NEVER_MET: [Rule; 1] = [rules::ENOUGH_OWN_SHRINES];

#[test]
fn every_rule_is_refused_by_its_name() {
    let cases: Vec<Case> = [
        other_choices(),
        beginnings(),
        actions(),
        statues(),
        shrines(),
        two_shrines(),
        journeys(),
        swaps(),
        flags(),
        abilities(),
        rewards(),
    ]
    .into_iter()
    .flatten()
    .collect();
    for case in &cases {
        let Case { name, action, .. } = case;
        let before = case.position.game;
        if let Err(flaw) = before.check() {
            panic!("‘{action}’ against {name}: the position is impossible: {flaw}");
        }
        let (mut game, mut events) = (before, Vec::new());
        assert_eq!(
            game.apply(seat(case.player), *action, &mut events),
            Err(Refusal::Breaks(case.rule)),
            "‘{action}’ against {name}"
        );
        assert_eq!(game, before, "‘{action}’ changed the game");
        assert_eq!(events, [], "‘{action}’ told something");
        assert_eq!(case.rule.key, key(name));
        assert!(rules::ALL.contains(&case.rule), "{name} is not listed");
    }
    for rule in rules::ALL {
        let met = cases.iter().any(|case| case.rule == *rule);
        let never = NEVER_MET.contains(rule);
        assert!(met != never, "‘{}’: met {met}, never {never}", rule.key);
    }
}

/// The key of a rule is the name of its constant: `NOT_NOW` is `not-now`.
fn key(name: &str) -> String {
    name.to_lowercase().replace('_', "-")
}

/// The reasons of [`NEVER_MET`], and why ability 13 is never [`rules::NOT_PAYABLE`].
#[test]
fn what_is_never_met_follows_from_the_components() {
    for players in 1..=4 {
        assert!(table(players).village_spaces <= MOST_VILLAGE_SPACES);
    }
    assert_eq!(OWN_SHRINES_PER_VILLAGE, MOST_VILLAGE_SPACES);
    assert_eq!(SUPPLY_SHRINE_PRICE, 0);
    assert_eq!(
        rules::ENOUGH_OWN_SHRINES.key,
        key(stringify!(ENOUGH_OWN_SHRINES))
    );
}

/// A new game of two, in which nobody has a character yet.
fn fresh() -> Position {
    let options = Options {
        players: 2,
        ..Options::default()
    };
    let game = Maharaja::new(&options, "fresh".parse().unwrap()).unwrap();
    Position { game }
}

/// Both have taken the first character of the display.
fn placing() -> Position {
    let mut table = fresh();
    while let Stage::ChooseCharacter { seat } = table.game.open.stage {
        let first = table.legal(seat.number())[0].clone();
        table.play(seat.number(), &[&first]);
    }
    table
}

/// Green has lost character 16 to Red, and the display shows 1, 2, 3, 4.
fn robbed() -> Position {
    let mut table = position(2).turn(RED, "8 8").ready();
    table.play(RED, &["start 8 16"]);
    table
}

/// Round 1 is scored: Red is first and takes a reward, that tile at the bottom; Green is second.
fn rewarded(tile: u8, characters: &[u8]) -> Position {
    let others = (1..=8).filter(|&other| other != tile);
    let tiles: Vec<u8> = [tile].into_iter().chain(others).collect();
    let mut table = position(2)
        .characters(characters)
        .city_shrines(RED, City::Jodhpur, 5)
        .city_shrines(GREEN, City::Jodhpur, 1)
        .rewards(&tiles)
        .turn(GREEN, "5 5")
        .last()
        .ready();
    table.play(GREEN, &["end"]);
    table
}

fn played(mut table: Position, player: u8, actions: &[&str]) -> Position {
    table.play(player, actions);
    table
}

/// Spec 6: only what is asked for.
fn other_choices() -> Vec<Case> {
    let (choosing, placing, robbed) = (fresh(), placing(), robbed());
    let (chooser, placer) = (choosing.deciding()[0], placing.deciding()[0]);
    let planning = position(2).ready();
    let turn = position(2).turn(RED, "5 6").ready();
    let reward = rewarded(6, &[16, 2]);
    let buying = played(reward.clone(), RED, &["reward 1"]);
    let shrine = played(rewarded(7, &[16, 2]), RED, &["reward 1"]);
    vec![
        case!(rules::NOT_NOW, choosing, chooser, "plan 5 5"),
        case!(rules::NOT_NOW, placing, placer, "character 1"),
        case!(rules::NOT_NOW, planning, RED, "start 5"),
        case!(rules::NOT_NOW, robbed, GREEN, "end"),
        case!(rules::NOT_NOW, turn, RED, "plan 5 5"),
        case!(rules::NOT_NOW, turn, RED, "character 2"),
        case!(rules::NOT_NOW, turn, RED, "reward 1"),
        case!(rules::NOT_NOW, turn, RED, "decline"),
        case!(rules::NOT_NOW, reward, RED, "decline"),
        case!(rules::NOT_NOW, reward, RED, "buy 1"),
        case!(rules::NOT_NOW, buying, RED, "reward 2"),
        case!(rules::NOT_NOW, buying, RED, "decline"),
        case!(rules::NOT_NOW, shrine, RED, "maharani 3"),
    ]
}

/// Spec 5: the first characters and shrines.
fn beginnings() -> Vec<Case> {
    let (choosing, placing, robbed) = (fresh(), placing(), robbed());
    let chooser = choosing.deciding()[0];
    let hidden = (1..=16)
        .map(|number| format!("character {number}"))
        .find(|action| !choosing.legal(chooser).contains(action));
    let first = placing.deciding()[0];
    let full = played(placing.clone(), first, &["shrine v21"]);
    let second = full.deciding()[0];
    vec![
        case!(rules::NOT_IN_DISPLAY, choosing, chooser, hidden.unwrap()),
        case!(rules::NOT_IN_DISPLAY, robbed, GREEN, "character 9"),
        case!(rules::NOT_IN_DISPLAY, robbed, GREEN, "character 16"),
        case!(rules::STARTS_IN_A_VILLAGE, placing, first, "shrine delhi"),
        case!(rules::VILLAGE_FULL, full, second, "shrine v21"),
    ]
}

/// Spec 7 and 8.1: planned actions and action markers.
fn actions() -> Vec<Case> {
    let turn = position(2).markers(RED, 2).turn(RED, "5 8").ready();
    let without_marker = position(2).turn(RED, "5 6").ready();
    let used = played(turn.clone(), RED, &["marker 5"]);
    let started = played(turn.clone(), RED, &["start 5"]);
    let open = position(2).markers(RED, 1).opened(RED, 3).ready();
    let poor = position(2)
        .coins(RED, 2)
        .markers(RED, 1)
        .turn(RED, "5 7")
        .ready();
    vec![
        case!(rules::ACTION_OPEN, open, RED, "start 5"),
        case!(rules::ACTION_OPEN, open, RED, "marker 5"),
        case!(rules::ACTION_OPEN, open, RED, "end"),
        case!(rules::NOTHING_OPEN, turn, RED, "close"),
        case!(rules::NOT_PLANNED, turn, RED, "start 7"),
        case!(rules::NOT_PLANNED, started, RED, "start 5"),
        case!(rules::ONE_MARKER, used, RED, "marker 5"),
        case!(rules::NO_MARKER, without_marker, RED, "marker 5"),
        case!(rules::NOT_BY_MARKER, turn, RED, "marker 8 2"),
        case!(rules::PRESTIGE_TOO_DEAR, poor, RED, "start 7"),
        case!(rules::PRESTIGE_TOO_DEAR, poor, RED, "marker 7"),
    ]
}

/// Spec 8.2.
fn statues() -> Vec<Case> {
    let in_delhi = || position(2).priest(RED, Node::Delhi);
    let turn = in_delhi().turn(RED, "1 1").ready();
    let shrine_only = in_delhi().opened(RED, 2).ready();
    let built = played(in_delhi().opened(RED, 3).ready(), RED, &["statue delhi 0"]);
    let all_built = in_delhi()
        .statues(RED, City::Agra, &Field::ALL)
        .opened(RED, 1)
        .ready();
    let taken = in_delhi()
        .statues(GREEN, City::Delhi, &[Field::Centre])
        .opened(RED, 1)
        .ready();
    // Ten coins, one less with action 1.
    let poor = in_delhi().coins(RED, 8).opened(RED, 1).ready();
    vec![
        case!(rules::NOTHING_OPEN, turn, RED, "statue delhi 0"),
        case!(rules::NO_STATUE_PART, shrine_only, RED, "statue delhi 0"),
        case!(rules::NO_STATUE_PART, built, RED, "statue delhi 1"),
        case!(rules::NO_STATUE, all_built, RED, "statue delhi 0"),
        case!(rules::PRIEST_ELSEWHERE, taken, RED, "statue agra 0"),
        case!(rules::STATUE_TOO_DEAR, poor, RED, "statue delhi 0"),
        case!(rules::FIELD_TAKEN, taken, RED, "statue delhi 0"),
    ]
}

/// Spec 4.3 and 8.3.
fn shrines() -> Vec<Case> {
    let in_delhi = || position(2).priest(RED, Node::Delhi);
    let turn = in_delhi().turn(RED, "2 2").ready();
    let statue_only = in_delhi().opened(RED, 1).ready();
    let built = played(in_delhi().opened(RED, 3).ready(), RED, &["shrine delhi"]);
    let none = in_delhi().shrines(RED, 0).opened(RED, 2).ready();
    let poor = in_delhi().coins(RED, 0).opened(RED, 3).ready();
    let open = in_delhi().villages(&["v01 g"]).opened(RED, 3).ready();
    let two_own = position(3).villages(&["v10 rr"]).opened(RED, 2).ready();
    vec![
        case!(rules::NOTHING_OPEN, turn, RED, "shrine delhi"),
        case!(rules::NO_SHRINE_PART, statue_only, RED, "shrine delhi"),
        case!(rules::NO_SHRINE_PART, built, RED, "shrine v01"),
        case!(rules::NO_SHRINE, none, RED, "shrine delhi"),
        case!(rules::SHRINE_TOO_DEAR, poor, RED, "shrine delhi"),
        case!(rules::PRIEST_ELSEWHERE, open, RED, "shrine agra"),
        case!(rules::VILLAGE_FULL, open, RED, "shrine v01"),
        case!(rules::VILLAGE_FULL, two_own, RED, "shrine v10"),
    ]
}

/// Spec 8.1: after a shrine in a village, action 4 owes one in a city.
fn two_shrines() -> Vec<Case> {
    // The priest is at the crossroads; one village of the road to Jaipur is still empty.
    let village_first = |coins| {
        position(2)
            .villages(&["v23 r"])
            .coins(RED, coins)
            .shrines(RED, 2)
            .opened(RED, 4)
            .ready()
    };
    let owing = played(village_first(2), RED, &["shrine v24"]);
    let in_jaipur = position(2)
        .villages(&["v17 v18 v23 v24 r"])
        .priest(RED, Node::Jaipur)
        .shrines(RED, 2)
        .coins(RED, 2)
        .opened(RED, 4)
        .ready();
    let owing_in_jaipur = played(in_jaipur.clone(), RED, &["shrine v01"]);
    // The toll to Delhi would take the last coin.
    let toll = position(2)
        .villages(&["v17 r", "v18 g"])
        .priest(RED, Node::Jaipur)
        .shrines(RED, 2)
        .coins(RED, 2)
        .opened(RED, 4)
        .ready();
    let owing_toll = played(toll, RED, &["shrine v01"]);
    let exchanging = position(2)
        .characters(&[3, 1])
        .priest(RED, Node::Delhi)
        .shrines(RED, 3)
        .coins(RED, 3)
        .opened(RED, 4)
        .ready();
    let exchanging = played(exchanging, RED, &["shrine v01"]);
    vec![
        case!(rules::OWES_CITY_SHRINE, owing, RED, "close"),
        case!(rules::OWES_CITY_SHRINE, owing, RED, "shrine v01"),
        case!(rules::OWES_CITY_SHRINE, owing_in_jaipur, RED, "travel r13"),
        case!(rules::OWES_CITY_SHRINE, owing_toll, RED, "travel r10"),
        case!(
            rules::CITY_SHRINE_IMPOSSIBLE,
            village_first(1),
            RED,
            "shrine v24"
        ),
        case!(
            rules::CITY_SHRINE_IMPOSSIBLE,
            exchanging,
            RED,
            "ability 3 +1"
        ),
    ]
}

/// Spec 8.4.
fn journeys() -> Vec<Case> {
    let open = position(3)
        .villages(&["v21 v22 v23 v24 r", "v25 g"])
        .turn(RED, "5 6")
        .ready();
    let travelled = played(open.clone(), RED, &["travel r12"]);
    let toll = position(3)
        .villages(&["v21 v22 g"])
        .coins(RED, 1)
        .turn(RED, "5 6")
        .ready();
    // To Delhi by Green's villages, or by the own ones of two other roads.
    let own_way = position(3)
        .villages(&["v21 v22 g", "v25 v26 v19 v20 r"])
        .turn(RED, "5 6")
        .ready();
    let mut nowhere = case!(rules::NO_ROUTE, open, RED, "end");
    nowhere.action = Action::Travel(Route::default());
    vec![
        case!(rules::TRAVELLED, travelled, RED, "travel r12"),
        nowhere,
        case!(rules::NO_ROUTE, open, RED, "travel r01"),
        case!(rules::NO_ROUTE, open, RED, "travel r12 r12"),
        case!(rules::NO_ROUTE, open, RED, "travel r12 r13"),
        case!(rules::ROAD_CLOSED, open, RED, "travel r14"),
        case!(rules::TOLL_TOO_HIGH, toll, RED, "travel r12"),
        case!(rules::NEEDLESS_PAYMENT, own_way, RED, "travel r12"),
    ]
}

/// Spec 8.5 and 12.
fn swaps() -> Vec<Case> {
    let turn = position(2).turn(RED, "8 8").ready();
    let no_stealing = with_rules(2, &["s4"]).turn(RED, "8 8").ready();
    // Spec 14.20: with an empty row, Brahmabot would be left without a character.
    let mut empty_row = solo(Level::Normal)
        .characters_and_display(&[1, 16], &[])
        .turn(RED, "8 8");
    let secret = empty_row.game.face_down.as_mut().unwrap();
    empty_row.game.open.out = secret.characters.iter().copied().collect();
    secret.characters.clear();
    vec![
        case!(rules::SAME_CHARACTER, turn, RED, "start 8 1"),
        case!(rules::OUT_OF_REACH, turn, RED, "start 8 9"),
        case!(rules::OUT_OF_REACH, no_stealing, RED, "start 8 9"),
        case!(rules::OUT_OF_REACH, empty_row, RED, "start 8 16"),
        case!(rules::NO_STEALING, no_stealing, RED, "start 8 16"),
    ]
}

/// Spec 8.6.
fn flags() -> Vec<Case> {
    let table = position(2)
        .characters(&[10, 1])
        .markers(RED, 1)
        .track("delhi@1 khajuraho@4 agra@5 jaipur@6 ahmadabad@8 varanasi@9 jodhpur@10")
        .turn(RED, "9 9")
        .ready();
    vec![
        case!(rules::FLAG_TOO_FAR_LEFT, table, RED, "start 9 delhi"),
        case!(rules::FLAG_TOO_FAR_LEFT, table, RED, "marker 9 delhi"),
        case!(rules::FLAG_TOO_FAR_LEFT, table, RED, "ability 10 delhi"),
    ]
}

/// Spec 9.
fn abilities() -> Vec<Case> {
    let with = |character| position(2).characters(&[character, 1]);
    let turn = |position: Position| position.turn(RED, "5 6").ready();
    let nothing = turn(position(2));
    let used = played(turn(with(6)), RED, &["ability 6"]);
    let no_supply = |character| turn(with(character).supply(RED, 0));
    let no_markers = |character| turn(with(character).markers(GREEN, 7));
    let exchange = turn(with(3).round(2).coins(RED, 1).prestige(RED, 1));
    let no_prestige = turn(with(4).round(4).prestige(RED, 0));
    let supply_shrine = turn(with(13));
    vec![
        case!(rules::NOT_YOUR_ABILITY, nothing, RED, "ability 6"),
        case!(rules::USED, used, RED, "ability 6"),
        case!(rules::NO_EFFECT, no_supply(2), RED, "ability 2"),
        case!(rules::NO_EFFECT, exchange, RED, "ability 3 +1-1"),
        case!(rules::NO_EFFECT, no_markers(4), RED, "ability 4"),
        case!(rules::NO_EFFECT, no_supply(13), RED, "ability 13 delhi"),
        case!(rules::NO_EFFECT, no_markers(14), RED, "ability 14"),
        case!(rules::NOT_PAYABLE, exchange, RED, "ability 3 +1"),
        case!(rules::NOT_PAYABLE, exchange, RED, "ability 3 -2"),
        case!(rules::NOT_PAYABLE, no_prestige, RED, "ability 4"),
        case!(rules::CITIES_ONLY, supply_shrine, RED, "ability 13 v01"),
    ]
}

/// Spec 10.3 to 10.5.
fn rewards() -> Vec<Case> {
    let choosing = rewarded(1, &[1, 2]);
    let taken = played(choosing.clone(), RED, &["reward 1"]);
    let buying = played(rewarded(6, &[1, 2]).coins(RED, 2), RED, &["reward 1"]);
    let rich = played(rewarded(6, &[1, 2]).coins(RED, 9), RED, &["reward 1"]);
    let shrine = played(rewarded(7, &[1, 2]), RED, &["reward 1"]);
    let marked = played(rewarded(8, &[16, 2]), RED, &["reward 1", "maharani 3"]);
    vec![
        case!(rules::NO_REWARD, choosing, RED, "reward 0"),
        case!(rules::NO_REWARD, choosing, RED, "reward 4"),
        case!(rules::NO_REWARD, taken, GREEN, "reward 1"),
        case!(rules::TOO_MANY_PURCHASES, buying, RED, "buy 3"),
        case!(rules::TOO_MANY_PURCHASES, rich, RED, "buy 4"),
        case!(rules::CITIES_ONLY, shrine, RED, "shrine v01"),
        case!(rules::NOT_IN_DISPLAY, marked, RED, "maharani 2"),
        case!(rules::MARKED_ALREADY, marked, RED, "maharani 3"),
    ]
}
