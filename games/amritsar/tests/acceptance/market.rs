//! 14.5 Market.

use crate::table::{Table, seat};
use amritsar::components::*;

/// Seat 0 is about to trade: the main action of `yellow_b` in the north.
fn trading(coins: u8, resources: [u8; 3]) -> Table {
    let mut table = Table::new(3);
    table.own(0, "two_marble").own(0, "coin_and_any_resource");
    table.landed("green", "north_1").items(0, coins, resources);
    table.player(0).elephant = Some(District::South);
    table
}

fn stock(table: &mut Table, resource: Resource) -> &mut u8 {
    &mut table.game.open.market[resource]
}

#[test]
fn at_29_prices_rise_with_scarcity() {
    let mut table = trading(3, [0; 3]);
    table.play("main yellow_b; buy marble");
    assert_eq!(table.holds(0), (2, [1, 0, 0]));
    table.play("buy marble; finish");
    assert_eq!(table.holds(0), (0, [2, 0, 0]));
    assert_eq!(*stock(&mut table, Resource::Marble), 2);
    assert_eq!(table.counters(0), (3, 4));
}

#[test]
fn at_30_an_empty_column_sells_from_the_reserve() {
    let mut table = trading(2, [0; 3]);
    *stock(&mut table, Resource::Copper) = 0;
    table.play("main yellow_b; buy copper");
    assert_eq!(table.holds(0), (0, [0, 1, 0]));
    assert_eq!(*stock(&mut table, Resource::Copper), 0);
}

#[test]
fn at_31_selling_gold_to_the_end_of_the_column() {
    let mut table = trading(0, [0, 0, 3]);
    table.play("main yellow_b");
    let mut after = Vec::new();
    for _ in 0..3 {
        table.play("sell gold");
        after.push((table.holds(0).0, table.pp(0)));
    }
    assert_eq!(after, [(1, 6), (2, 8), (3, 8)]);
    assert_eq!(*stock(&mut table, Resource::Gold), 6);
}

#[test]
fn at_32_selling_into_the_upper_rows_brings_two_coins() {
    let mut table = trading(0, [0, 1, 0]);
    *stock(&mut table, Resource::Copper) = 2;
    table.play("main yellow_b; sell copper");
    assert_eq!((table.holds(0), table.pp(0)), ((2, [0; 3]), 5));
    assert_eq!(*stock(&mut table, Resource::Copper), 3);
}

#[test]
fn at_33_what_was_bought_is_not_sold_in_the_same_turn() {
    let mut table = trading(4, [0, 1, 0]);
    table.mahout(0, "market", "green");
    table.player(0).elephant = Some(District::North);
    table.play("main yellow_b; buy marble; finish; elephant market");
    assert_eq!(table.refuses("sell marble"), "bought-already");
    assert!(table.allows("buy marble") && table.allows("sell copper"));
    // On the turn of seat 1, seat 0 follows a green worker with the market tile.
    table.play("finish; done");
    assert_eq!(table.decider(), seat(1));
    table.landed("green", "north_1").play("done");
    assert_eq!(table.decider(), seat(0));
    table.play("follow");
    assert!(table.allows("sell marble"));
}

#[test]
fn at_34_the_discount_is_for_the_first_purchase() {
    let mut table = trading(1, [0; 3]);
    table.own(0, "market_discount");
    table.play("main yellow_b; buy copper");
    assert_eq!(table.holds(0), (1, [0, 1, 0]));
    table.play("buy gold");
    assert_eq!(table.holds(0), (0, [0, 1, 1]));
}

#[test]
fn at_35_a_missing_counter_is_worth_a_point_unless_the_elephant_is_full() {
    let outcome = |elephant, market| {
        let mut table = trading(0, [1, 0, 0]);
        table
            .set_counters(0, elephant, market)
            .play("main yellow_b; sell marble; finish");
        (table.counters(0), table.pp(0) - 5)
    };
    assert_eq!(outcome(3, 0), ((3, 0), 1));
    assert_eq!(outcome(6, 3), ((6, 3), 0));
    assert_eq!(outcome(6, 0), ((6, 0), 0));
}

#[test]
fn at_36_the_bridge_pays_for_a_market_action_without_a_trade() {
    let mut table = trading(1, [0; 3]);
    table.bridge("market_pp").play("main yellow_b; finish");
    assert_eq!((table.counters(0), table.pp(0)), ((2, 5), 6));
    let mut table = trading(1, [0; 3]);
    table
        .bridge("market_pp")
        .play("main yellow_b; buy marble; finish");
    assert_eq!((table.counters(0), table.pp(0)), ((3, 4), 6));
}
