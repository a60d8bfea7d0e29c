//! 14.8 Donations.

use crate::table::{Table, seat};
use amritsar::components::*;

/// Seat 0 has worker and elephant in a district and uses the mahout tile `donate`.
fn donating(players: u8, section: &str, resources: [u8; 3]) -> Table {
    let mut table = Table::new(players);
    table.landed("green", section).items(0, 0, resources);
    table.player(0).elephant = Some(section.parse::<Section>().unwrap().district());
    table
}

#[test]
fn at_49_support_for_the_counters_below() {
    let mut table = donating(3, "west_1", [1, 1, 0]);
    table.donated("west", 0, "a1").donated("west", 1, "a2");
    table.play("elephant donate; donate b1");
    assert_eq!((table.pp(0), table.pp(1)), (8, 6));
    assert_eq!((table.holds(0), table.counters(0)), ((0, [0; 3]), (1, 5)));
}

#[test]
fn at_50_two_own_counters_below() {
    let mut table = donating(4, "north_1", [0, 1, 1]);
    table
        .donated("north", 0, "b0 b1")
        .donated("north", 1, "a0 a1 a2");
    table.play("elephant donate; donate c0");
    assert_eq!((table.pp(0), table.pp(1)), (11, 5));
    assert_eq!(table.holds(0), (0, [0; 3]));
}

#[test]
fn at_51_donations_need_support_a_counter_and_resources() {
    let mut table = donating(4, "north_1", [1, 1, 0]);
    table.donated("north", 1, "a0").play("elephant donate");
    assert_eq!(table.refuses("donate b0"), "floating");
    assert_eq!(table.refuses("donate a0"), "space-taken");
    assert_eq!(
        table.offers("donate"),
        ["donate a1", "donate a2", "donate a3", "donate a4"]
    );
    let mut without_counter = donating(4, "north_1", [1, 1, 0]);
    without_counter.set_counters(0, 0, 7);
    assert_eq!(
        without_counter.refuses("elephant donate"),
        "not-performable"
    );
    assert_eq!(
        donating(4, "north_1", [0, 1, 0]).refuses("elephant donate"),
        "not-performable"
    );
}

#[test]
fn at_52_the_top_of_the_pyramid() {
    let mut table = donating(2, "north_1", [0, 0, 2]);
    table
        .donated("north", 0, "c0")
        .donated("north", 1, "a0 a1 a2 a3 b0 b1 b2 c1");
    table.play("elephant donate; donate d0");
    assert_eq!((table.pp(0), table.pp(1)), (5 + 5 + 1, 5 + 1));
    assert_eq!(table.holds(0), (0, [0; 3]));
}

#[test]
fn at_53_the_bridge_pays_a_follower() {
    let mut table = donating(3, "north_1", [0; 3]);
    table.bridge("donation_coin").items(1, 0, [1, 0, 0]);
    table.landed("blue", "north_1").play("done");
    assert_eq!(table.decider(), seat(1));
    table.play("follow; donate a0");
    assert_eq!(table.holds(1), (1, [0; 3]));
    assert_eq!((table.pp(1), table.pp(0)), (7, 6));
}
