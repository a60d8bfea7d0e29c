//! 14.2 Elephant.

use crate::table::Table;
use amritsar::components::*;
use amritsar::{Movement, Pending};

/// Purple's turn begins: 1 coin, 9 PP, elephant in the east.
fn purple(token: MaharajahSpace) -> Table {
    let mut table = Table::new(3);
    table
        .main_state(Pending::Elephant1)
        .items(0, 1, [0; 3])
        .set_pp(0, 9);
    table.player(0).elephant = Some(District::East);
    table.game.open.token = token;
    table
}

fn elephant(table: &mut Table) -> (Option<District>, (u8, [u8; 3]), i16) {
    (table.player(0).elephant, table.holds(0), table.pp(0))
}

#[test]
fn at_06_the_first_turn_places_the_elephant() {
    let mut table = Table::new(4);
    table.main_state(Pending::Elephant1);
    table.player(0).elephant = None;
    table.game.open.token = MaharajahSpace::WestNorth;
    assert_eq!(
        table.legal(),
        ["place north", "place east", "place south", "place west"]
    );
    assert_eq!(table.refuses("stay"), "place-elephant");
    table.play("place north");
    assert_eq!(
        elephant(&mut table),
        (Some(District::North), (1, [0; 3]), 5)
    );
}

#[test]
fn at_07_passing_the_token_costs_prestige() {
    let mut table = purple(MaharajahSpace::EastSouth);
    table.play("step 2");
    assert_eq!(elephant(&mut table), (Some(District::West), (0, [0; 3]), 8));
}

#[test]
fn at_08_a_token_elsewhere_costs_nothing() {
    let mut table = purple(MaharajahSpace::WestNorth);
    table.play("step 2");
    assert_eq!(elephant(&mut table), (Some(District::West), (0, [0; 3]), 9));
}

#[test]
fn at_09_a_score_never_drops_below_nothing() {
    let mut table = purple(MaharajahSpace::NorthEast);
    table.game.open.decade = Decade::Iii;
    table.set_pp(0, 2).player(0).elephant = Some(District::North);
    table.play("step 1");
    assert_eq!(elephant(&mut table), (Some(District::East), (1, [0; 3]), 0));
}

#[test]
fn at_10_coins_pay_for_steps() {
    let mut table = purple(MaharajahSpace::WestNorth);
    assert_eq!(table.legal(), ["stay", "step 1", "step 2"]);
    assert_eq!(table.refuses("step 3"), "steps-cost-coins");
    table.items(0, 0, [0; 3]);
    assert_eq!(table.legal(), ["stay", "step 1"]);
    table.items(0, 2, [0; 3]);
    assert_eq!(table.legal(), ["stay", "step 1", "step 2", "step 3"]);
}

#[test]
fn at_11_no_penalty_with_the_storehouse() {
    let mut table = purple(MaharajahSpace::EastSouth);
    table.own(0, "no_penalty").play("step 2");
    assert_eq!(elephant(&mut table), (Some(District::West), (0, [0; 3]), 9));
}

#[test]
fn at_12_the_movement_token_is_spent_once() {
    let mut table = purple(MaharajahSpace::WestNorth);
    table.game.open.decade = Decade::Ii;
    table
        .step(0, "development", 3)
        .items(0, 0, [0; 3])
        .set_pp(0, 20);
    table.player(0).elephant = Some(District::South);
    table.main_state(Pending::Elephant2 {
        worker: Colour::Green,
    });
    assert_eq!(
        table.offers("free"),
        ["free north token", "free east token", "free west token"]
    );
    table.play("free east token");
    assert_eq!(
        elephant(&mut table),
        (Some(District::East), (0, [0; 3]), 20)
    );
    assert_eq!(table.player(0).movement, Movement::Spent);
    table.game.open.active = crate::table::seat(0);
    table.landed("green", "north_1").play("done");
    assert_eq!(table.legal(), ["stay", "step 1"]);
    assert_eq!(table.refuses("free north token"), "no-token");
}

#[test]
fn at_13_the_free_elephant_storehouse_flips() {
    let mut table = purple(MaharajahSpace::EastSouth);
    table.own(0, "free_elephant");
    assert_eq!((table.player(0).capacity(), table.player(0).tax()), (6, 2));
    table.play("free west storehouse");
    assert_eq!(elephant(&mut table), (Some(District::West), (1, [0; 3]), 9));
    assert_eq!((table.player(0).capacity(), table.player(0).tax()), (8, 1));
    table.main_state(Pending::Elephant1);
    assert_eq!(table.refuses("free north storehouse"), "no-free-elephant");
}
