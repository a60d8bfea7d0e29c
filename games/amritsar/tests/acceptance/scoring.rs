//! 14.11 Final scoring.

use crate::table::{Table, prestige, seat};
use amritsar::components::*;
use amritsar::{Side, Source};
use kit::{Game, Set};

fn points(table: &Table, number: u8, objective: &str) -> u8 {
    let side = Side::Player(seat(number));
    table
        .game
        .open
        .objective_points(side, objective.parse().unwrap())
}

#[test]
fn at_66_full_tracks_count_what_they_are_about() {
    let mut table = Table::new(3);
    table
        .step(0, "development", 7)
        .step(0, "resource", 7)
        .step(0, "money", 6);
    // Development and resource income of decade III would come first: with a full elephant and one resource less it fits.
    table
        .set_counters(0, 2, 5)
        .items(0, 4, [1, 1, 0])
        .own(0, "two_marble");
    table.end_decade(Decade::Iii).play("pick copper");
    assert!(table.game.deciders().is_empty());
    assert_eq!((table.counters(0).0, table.holds(0)), (3, (4, [1, 2, 0])));
    // 3 for the counters, 3 for the resources, and 1 for the money income; nothing for 4 coins on step 6.
    assert_eq!(table.player(0).pp.0[Source::Knowledge], 3 + 3 + 1);
}

#[test]
fn at_67_dense_ranks() {
    let mut table = Table::new(4);
    table
        .donated("north", 0, "a0 a1 a2")
        .donated("north", 1, "a3 a4 b0")
        .donated("north", 2, "b1 b2");
    assert_eq!(
        [0, 1, 2, 3].map(|number| points(&table, number, "A1")),
        [5, 5, 2, 0]
    );
    (0..4).for_each(|number| {
        table.items(number, 0, [0; 3]);
    });
    assert_eq!(
        [0, 1, 2, 3].map(|number| points(&table, number, "A5")),
        [0; 4]
    );
}

#[test]
fn at_68_knowledge_objectives() {
    let mut table = Table::new(3);
    table.step(0, "development", 4).step(0, "resource", 5);
    assert_eq!((points(&table, 0, "B1"), points(&table, 0, "B2")), (6, 0));
    table.step(0, "development", 6);
    assert_eq!(points(&table, 0, "B4"), 0);
    table.step(0, "development", 7);
    assert_eq!(points(&table, 0, "B4"), 5);
}

#[test]
fn at_69_districts_and_levels() {
    let mut table = Table::new(3);
    table
        .donated("north", 0, "a0 a1")
        .donated("south", 0, "b0")
        .donated("west", 0, "c0");
    let scored =
        ["C1", "C5", "C6", "D3", "D4", "D5", "D1", "D2", "D6"].map(|tile| points(&table, 0, tile));
    assert_eq!(scored, [2, 3, 4, 2, 2, 3, 0, 0, 0]);
}

#[test]
fn at_70_many_counters_low_down() {
    let mut table = Table::new(3);
    table
        .donated("north", 0, "a0 a1 a2 a3")
        .donated("south", 0, "b0 b1");
    assert_eq!(
        ["D1", "D3", "D4"].map(|tile| points(&table, 0, tile)),
        [6, 5, 3]
    );
}

#[test]
fn at_71_donations_break_ties() {
    let mut table = Table::new(2);
    let eight = "a0 a1 a2 a3 b0 b1 b2 c0";
    table
        .donated("north", 0, eight)
        .donated("south", 0, "a0")
        .donated("west", 1, eight);
    table.game.open.stack.clear();
    for number in 0..2 {
        table.player(number).pp = prestige(50);
    }
    assert_eq!(table.game.standings().winners, Set::only(seat(0)));
    table.donated("south", 1, "a1");
    assert_eq!(table.game.standings().winners.len(), 2);
    table.player(1).pp = prestige(51);
    assert_eq!(table.game.standings().winners, Set::only(seat(1)));
}

#[test]
fn at_72_ranks_of_two() {
    let mut table = Table::new(2);
    table
        .donated("north", 0, "a0 a1 a2 a3")
        .donated("north", 1, "b0");
    assert_eq!([0, 1].map(|number| points(&table, number, "A1")), [5, 2]);
    let mut table = Table::new(2);
    table
        .donated("north", 0, "a0 a1 a2")
        .donated("north", 1, "a3 b0 b1");
    assert_eq!([0, 1].map(|number| points(&table, number, "A1")), [5, 5]);
    assert_eq!([0, 1].map(|number| points(&table, number, "A2")), [0, 0]);
}

#[test]
fn the_worked_final_score_of_chapter_11() {
    let mut table = Table::new(3);
    table
        .step(0, "development", 7)
        .step(0, "money", 6)
        .set_counters(0, 3, 0);
    table.donated("east", 0, "a0 a1 b0 b1 c0");
    let open = &table.game.open;
    let points = |tile: &str| open.objective_points(Side::Player(seat(0)), tile.parse().unwrap());
    assert_eq!([points("A2"), points("C6"), points("D4")], [5, 4, 3]);
}
