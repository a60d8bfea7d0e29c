//! 14.6 Upgrades.

use crate::table::{Table, seat};
use amritsar::components::*;
use kit::Set;

/// Seat 0 may use the secondary action of `blue_a`: any upgrade. All storehouses are on offer.
fn upgrading() -> Table {
    let mut table = Table::new(3);
    table.game.open.offer = Storehouse::ALL.into_iter().collect();
    table.landed("blue", "west_1");
    table
}

fn objective(table: &Table) -> String {
    table.game.objectives[seat(0)]
        .hand
        .lowest()
        .unwrap()
        .to_string()
}

#[test]
fn at_37_the_order_of_an_upgrade() {
    let mut table = upgrading();
    table
        .bridge("upgrade_pp")
        .items(0, 3, [1, 0, 0])
        .set_pp(0, 10);
    table.play("second blue_a; upgrade storehouse two_marble");
    assert_eq!(table.holds(0), (3, [2, 0, 0]));
    assert_eq!((table.player(0).capacity(), table.player(0).tax()), (7, 2));
    assert_eq!((table.counters(0), table.pp(0)), ((3, 5), 11));
    assert!(
        table.allows("done"),
        "nothing had to be discarded: {:?}",
        table.legal()
    );
}

#[test]
fn at_38_a_full_elephant_sends_the_counter_to_the_market() {
    let mut table = upgrading();
    table.items(0, 0, [1, 0, 0]).set_counters(0, 6, 1);
    table.play("second blue_a; upgrade storehouse tax_discount");
    assert_eq!(table.counters(0), (6, 2));
}

#[test]
fn at_39_objective_spaces_give_something() {
    let mut table = upgrading();
    table
        .own(0, "two_marble")
        .own(0, "exchange")
        .items(0, 0, [0, 1, 0]);
    assert_eq!(table.player(0).tax(), 3);
    let tile = objective(&table);
    table.play("second blue_a");
    let mut other = Table {
        game: table.game,
        told: Vec::new(),
    };
    table.play(&format!("upgrade objective {tile} coins"));
    assert_eq!((table.holds(0), table.player(0).tax()), ((2, [0; 3]), 4));
    assert!(
        table
            .player(0)
            .objectives_played
            .contains(ObjectiveSpace::Coins)
    );
    other.play(&format!("upgrade objective {tile} prestige"));
    assert_eq!((other.holds(0), other.pp(0)), ((0, [0; 3]), 7));
}

#[test]
fn at_40_any_resource_pays_with_the_storehouse() {
    let mut table = upgrading();
    table.items(0, 0, [1, 0, 0]).play("second blue_a");
    assert_eq!(table.refuses("upgrade mahout market blue"), "upgrade-costs");
    assert_eq!(
        table.refuses("upgrade mahout market blue pay marble"),
        "payment-fixed"
    );
    table.own(0, "upgrade_any_resource");
    assert_eq!(
        table.refuses("upgrade mahout market blue"),
        "payment-choice"
    );
    table.play("upgrade mahout market blue pay marble");
    assert_eq!(table.holds(0), (0, [0; 3]));
    assert_eq!(table.player(0).mahouts[Colour::Blue], Some(Mahout::Market));
}

#[test]
fn at_41_three_storehouses_fill_the_board() {
    let mut table = upgrading();
    table
        .own(0, "two_marble")
        .own(0, "exchange")
        .own(0, "no_penalty")
        .items(0, 0, [1, 0, 1]);
    table.play("second blue_a");
    assert!(
        table
            .legal()
            .iter()
            .all(|text| !text.starts_with("upgrade storehouse"))
    );
    assert_eq!(
        table.refuses("upgrade storehouse free_skip"),
        "upgrade-space"
    );
}

#[test]
fn at_42_a_free_upgrade() {
    let mut table = upgrading();
    table.step(0, "development", 5).items(0, 0, [0; 3]);
    table
        .landed("green", "west_1")
        .play("main white_a; advance development");
    assert_eq!(table.player(0).knowledge[Track::Development], 6);
    let on_the_coins = format!("upgrade objective {} coins", objective(&table));
    for text in [
        "upgrade storehouse two_marble",
        &on_the_coins,
        "upgrade mahout market blue",
    ] {
        assert!(table.allows(text), "{text}");
    }
    assert_eq!(
        table.refuses("upgrade mahout market blue pay gold"),
        "payment-fixed"
    );
    table.play("upgrade mahout market blue");
    assert_eq!((table.holds(0), table.player(0).tax()), ((0, [0; 3]), 2));
    assert_eq!(table.counters(0), (3, 5));
    assert_eq!(table.player(0).storehouses, Set::EMPTY);
}
