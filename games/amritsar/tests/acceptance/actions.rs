//! 14.4 Actions.

use crate::table::{Table, seat};
use amritsar::components::*;

/// AT-22: everything happens in the west.
fn in_the_west(worker: &str) -> Table {
    let mut table = Table::new(3);
    table.landed(worker, "west_1").items(0, 0, [0; 3]);
    table.player(0).elephant = Some(District::West);
    table
}

#[test]
fn at_22_three_actions_of_one_worker() {
    let mut table = in_the_west("white");
    table.play("elephant blue_a");
    assert_eq!(table.holds(0), (0, [2, 0, 0]));
    table.play("main white_a; advance development");
    assert_eq!(table.player(0).knowledge[Track::Development], 1);
    assert_eq!(table.counters(0), (3, 4));
    table.play("second white_a; sell marble");
    assert_eq!((table.holds(0), table.pp(0)), ((1, [1, 0, 0]), 5));
    assert_eq!(table.game.open.market[Resource::Marble], 5);
    table.play("finish");
    assert_eq!(table.counters(0), (4, 3));
    assert_eq!(table.legal(), ["done"]);
}

#[test]
fn at_23_no_elephant_action_between_main_and_secondary() {
    let mut table = in_the_west("white");
    table.play("main white_a; advance development");
    assert_eq!(table.refuses("elephant blue_a"), "elephant-between");
    assert_eq!(table.refuses("main blue_a"), "other-tile");
    table.play("close");
    assert!(table.allows("elephant blue_a"));
    assert_eq!(table.refuses("main blue_a"), "block-closed");
}

#[test]
fn at_24_a_secondary_action_needs_the_colour() {
    let mut table = in_the_west("green");
    assert_eq!(table.refuses("second white_a"), "colour-differs");
    table.landed("green", "north_1");
    assert!(table.allows("second green_a"));
}

#[test]
fn at_25_white_counts_as_another_colour_but_not_the_reverse() {
    let mut table = in_the_west("white");
    table.own(0, "white_as_blue").items(0, 1, [1, 0, 0]);
    assert_eq!(table.offers("second"), ["second blue_a", "second white_a"]);
    table.landed("blue", "west_1");
    assert_eq!(table.offers("second"), ["second blue_a"]);
    assert_eq!(table.refuses("second white_a"), "colour-differs");
    // Followers of the white worker need a tile on white: seat 2 has one, seat 1 (blue) has not.
    table.items(1, 0, [1, 0, 0]).items(2, 0, [1, 0, 0]);
    table.landed("white", "west_1").play("done");
    assert_eq!(table.decider(), seat(2));
}

#[test]
fn at_26_worker_and_elephant_use_the_same_tile() {
    let mut table = in_the_west("green");
    table.play("main blue_a; elephant blue_a");
    assert_eq!(table.holds(0), (0, [4, 0, 0]));
}

#[test]
fn at_27_an_elephant_elsewhere_does_nothing() {
    let mut table = in_the_west("green");
    table.player(0).elephant = Some(District::South);
    assert!(table.offers("elephant").is_empty());
    assert_eq!(table.refuses("elephant blue_a"), "elephant-elsewhere");
}

#[test]
fn at_28_old_and_new_items_may_be_discarded_alike() {
    let mut table = in_the_west("green");
    table.items(0, 2, [1, 1, 0]).play("main blue_a");
    assert_eq!(table.holds(0), (2, [3, 1, 0]));
    table.play("discard coin; discard coin");
    assert_eq!(table.holds(0), (0, [3, 1, 0]));
    assert!(table.allows("done"));
}

#[test]
fn at_88_a_coin_and_a_market_action_in_either_order() {
    let mut table = Table::new(3);
    table.landed("green", "south_1").items(0, 0, [0; 3]);
    table.play("main yellow_c");
    assert_eq!(table.legal(), ["first coin", "first market"]);
    let mut market_first = Table {
        game: table.game,
        told: Vec::new(),
    };
    table.play("first coin; buy marble; finish");
    assert_eq!(table.holds(0), (0, [1, 0, 0]));
    assert_eq!(table.game.open.market[Resource::Marble], 3);
    assert_eq!(table.counters(0), (3, 4));
    market_first.play("first market");
    assert_eq!(market_first.legal(), ["finish"]);
    market_first.play("finish");
    assert_eq!(market_first.holds(0), (1, [0; 3]));
    assert_eq!(market_first.counters(0), (2, 5));
}
