//! What an action would bring, told before it is given.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

mod position;

use maharaja::components::{City, Field, Node, Road};
use maharaja::{Preview, Worship};
use position::*;

fn preview(table: &Position, action: &str) -> Option<Preview> {
    table.game.preview(seat(RED), action.parse().unwrap())
}

#[test]
fn a_journey_promises_its_tolls_and_where_the_priest_is_worshipped() {
    let table = position(3)
        .villages(&["v21 g", "v22 gb"])
        .turn(RED, "2 3")
        .ready();
    let preview = preview(&table, "travel r12").unwrap();
    assert_eq!(
        [RED, GREEN, BLUE].map(|player| preview.coins[seat(player)]),
        [-3, 2, 1]
    );
    assert_eq!(preview.worship[City::Delhi], [0, 1]);
    assert_eq!(preview.worship[City::Agra], [0, 0]);
    assert_eq!(preview.after.tableaus[seat(RED)].priest, Node::Delhi);
    assert_eq!(table.tableau(RED).priest, Node::Start);
}

#[test]
fn a_statue_promises_its_price_and_its_bonus() {
    let table = position(2)
        .maharaja(City::Delhi)
        .priest(RED, Node::Delhi)
        .opened(RED, 3)
        .ready();
    let preview = preview(&table, "statue delhi 4").unwrap();
    assert_eq!(preview.coins[seat(RED)], -12);
    assert_eq!(preview.prestige, 1);
    assert_eq!(preview.worship[City::Delhi], [1, 3]);
}

#[test]
fn what_others_decide_and_what_is_forbidden_promises_nothing() {
    let table = position(2).turn(RED, "2 3").ready();
    assert_eq!(preview(&table, "end"), None);
    assert_eq!(preview(&table, "statue delhi 0"), None);
}

#[test]
fn a_road_tells_its_toll_to_each_player() {
    let table = position(3).villages(&["v21 g", "v22 gb", "v01 r"]);
    let toll = |player, road| table.game.open.road_toll(seat(player), road);
    assert_eq!(
        [RED, GREEN, BLUE].map(|player| toll(player, Road::R12)),
        [Some(3), Some(0), Some(1)]
    );
    assert_eq!(toll(RED, Road::R13), None);
    assert!(table.game.open.is_open(Road::R01));
    assert!(!table.game.open.is_open(Road::R13));
}

#[test]
fn worship_is_told_by_piece() {
    let table = position(2)
        .characters(&[7, 1])
        .city_shrines(RED, City::Agra, 5)
        .statues(RED, City::Agra, &[Field::Centre, Field::Top])
        .priest(RED, Node::Agra);
    let worship = table.game.open.worship_by_piece(seat(RED), City::Agra);
    let expected = Worship {
        centre: 3,
        outer: 2,
        shrines: 5,
        priest: 1,
        abilities: 2,
    };
    assert_eq!((worship, worship.total()), (expected, 13));
}
