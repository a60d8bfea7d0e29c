//! 14.10 Decade end.

use crate::table::{Table, seat};
use amritsar::components::*;
use amritsar::{Pending, Source};

/// Three players without taxes to pay.
fn rich() -> Table {
    let mut table = Table::new(3);
    (0..3).for_each(|number| {
        table.items(number, 1, [0; 3]);
    });
    table
}

#[test]
fn at_58_everybody_with_the_most_counters_scores() {
    let mut table = rich();
    table
        .donated("south", 0, "a0 a1")
        .donated("south", 1, "a2 a3")
        .donated("south", 2, "a4");
    table.end_decade(Decade::I);
    assert_eq!([table.pp(0), table.pp(1), table.pp(2)], [7, 7, 5]);
    assert_eq!(table.player(0).pp.0[Source::MajoritiesI], 2);
}

#[test]
fn at_59_a_district_without_counters_pays_nobody() {
    let mut table = rich();
    table.donated("north", 0, "a0").end_decade(Decade::I);
    assert_eq!([table.pp(0), table.pp(1), table.pp(2)], [9, 5, 5]);
}

/// A player with that many tax icons, whatever they lie on.
fn taxed(icons: u8) -> Table {
    let mut table = rich();
    let [first, second, third] = ["two_marble", "exchange", "free_skip"];
    table.mahout(0, "market", "blue");
    match icons {
        2 => &mut table,
        4 => table.own(0, first).own(0, second),
        5 => table.own(0, first).own(0, second).own(0, third),
        _ => panic!("{icons}"),
    };
    assert_eq!(table.player(0).tax(), icons);
    table
}

#[test]
fn at_60_unpaid_taxes_cost_prestige() {
    let mut table = taxed(4);
    table
        .own(0, "tax_discount")
        .step(0, "money", 1)
        .items(0, 2, [0; 3])
        .set_pp(0, 30);
    assert_eq!(table.player(0).tax(), 5);
    table.end_decade(Decade::Ii);
    assert_eq!((table.holds(0).0, table.pp(0)), (0, 26));
}

#[test]
fn at_61_taxes_never_take_more_than_there_is() {
    let mut table = taxed(4);
    table.items(0, 1, [0; 3]).set_pp(0, 5);
    table.game.objectives[seat(0)].played = Default::default(); // final scoring adds nothing
    table.end_decade(Decade::Iii);
    assert_eq!((table.holds(0).0, table.pp(0)), (0, 0));
    assert_eq!(table.player(0).pp.0[Source::Taxes], -5);
}

#[test]
fn at_62_income_comes_after_taxes() {
    let mut table = taxed(2);
    table.step(0, "money", 4).items(0, 1, [0; 3]).set_pp(0, 12);
    table.end_decade(Decade::I);
    assert_eq!((table.holds(0).0, table.pp(0)), (1, 13));
}

#[test]
fn at_63_income_for_a_full_elephant_is_nothing() {
    let mut table = rich();
    table.step(0, "development", 4).set_counters(0, 6, 2);
    table.end_decade(Decade::I);
    assert_eq!((table.counters(0), table.pp(0)), ((6, 2), 5));
}

#[test]
fn at_64_all_face_up_bridges_count() {
    let upgrade_in = |decade| {
        let mut table = rich();
        table.game.open.bridges = [
            BridgeTile::DonationCoin,
            BridgeTile::UpgradePp,
            BridgeTile::UpgradeCoin,
        ];
        table.game.open.decade = decade;
        table
            .own(0, "all_bridges")
            .offer("no_penalty")
            .items(0, 0, [1, 0, 0]);
        table
            .landed("blue", "west_1")
            .play("second blue_a; upgrade storehouse no_penalty");
        (table.pp(0), table.holds(0).0)
    };
    assert_eq!(upgrade_in(Decade::I), (6, 1));
    assert_eq!(upgrade_in(Decade::Iii), (5, 1));
}

#[test]
fn at_65_one_exchange_on_the_own_turn() {
    let mut table = rich();
    table
        .own(0, "exchange")
        .mahout(0, "upgrade_any", "green")
        .items(0, 1, [0, 1, 0]);
    table.main_state(Pending::Elephant1);
    assert_eq!(
        table.offers("exchange"),
        ["exchange copper marble", "exchange copper gold"]
    );
    table.play("exchange copper gold");
    assert_eq!(table.holds(0), (1, [0, 0, 1]));
    assert_eq!(table.refuses("exchange gold copper"), "exchange-once");
    // While following on the next turn it is not allowed.
    table.game.open.active = seat(1);
    table.player(0).exchange_used = false;
    table.landed("green", "west_1").play("done");
    assert_eq!(table.decider(), seat(0));
    table.play("follow");
    assert!(table.offers("exchange").is_empty());
    assert_eq!(table.refuses("exchange gold copper"), "exchange-own-turn");
}
