//! 14.3 Sowing.

use crate::table::Table;
use amritsar::Pending;
use amritsar::components::*;

fn lifting(groups: &[(&str, &str)]) -> Table {
    let mut table = Table::new(3);
    table.main_state(Pending::ChooseGroup).ring(groups);
    table
}

fn coins(table: &Table, section: Section) -> u8 {
    table.game.open.ring[section].coins
}

/// AT-15: four workers in the north, two full sections, nothing else.
fn four_workers() -> Table {
    lifting(&[("north_1", "ybwg"), ("north_2", "ybwg"), ("east_2", "ybwg")])
}

#[test]
fn at_14_skipping_with_a_coin_from_the_origin() {
    let mut table = lifting(&[
        ("east_1", "wb"),
        ("east_2", "yyyb"),
        ("south_2", "g"),
        ("west_1", "wwgb"),
        ("west_2", "g"),
    ]);
    table.items(0, 0, [0; 3]);
    table.game.open.ring[Section::East1].coins = 1;
    table.play("lift east_1; drop blue; land west_2");
    assert_eq!(table.holds(0), (0, [0; 3]));
    assert_eq!(coins(&table, Section::South2), 1);
    assert_eq!(coins(&table, Section::East1), 0);
    assert_eq!(coins(&table, Section::West1), 0);
    assert_eq!(
        table.game.open.ring[Section::South1].workers[Colour::Blue],
        1
    );
    let Some(Pending::Actions(menu)) = table.game.open.stack.last() else {
        panic!("{:?}", table.game.open.stack)
    };
    assert_eq!((menu.worker, menu.section), (Colour::White, Section::West2));
}

#[test]
fn at_15_full_sections_are_passed_for_free() {
    let mut table = four_workers();
    table.items(0, 0, [0; 3]);
    table.play("lift north_1; drop yellow; drop blue; drop white");
    assert_eq!(table.legal(), ["land west_1"]);
    table.play("land west_1");
    let sizes: Vec<u8> = table
        .game
        .open
        .ring
        .iter()
        .map(|(_, state)| state.size())
        .collect();
    assert_eq!(sizes, [0, 4, 1, 4, 1, 1, 1, 0]);
    assert_eq!(table.holds(0), (0, [0; 3]));
}

#[test]
fn at_16_coins_that_do_not_fit_are_discarded_by_choice() {
    let mut table = four_workers();
    table.items(0, 1, [1, 0, 0]);
    table.game.open.ring[Section::West1].coins = 3;
    table.play("lift north_1; drop yellow; drop blue; drop white; land west_1");
    assert_eq!(coins(&table, Section::West1), 0);
    assert_eq!(table.holds(0), (4, [1, 0, 0]));
    assert_eq!(table.legal(), ["discard coin", "discard marble"]);
    table.play("discard marble");
    assert_eq!(table.holds(0), (4, [0; 3]));
    assert!(table.allows("done"));
}

#[test]
fn at_17_one_skipped_section_is_free() {
    let groups = [
        ("south_1", "g"),
        ("south_2", "yb"),
        ("west_1", "w"),
        ("west_2", "g"),
        ("east_1", "yyww"),
        ("north_1", "bbg"),
    ];
    let mut table = lifting(&groups);
    table
        .own(0, "free_skip")
        .items(0, 1, [0; 3])
        .play("lift south_1");
    assert_eq!(
        table.legal(),
        [
            "land south_2",
            "land west_1 free south_2",
            "land west_2 free south_2",
            "land west_2 free west_1"
        ]
    );
    assert_eq!(table.refuses("land west_1"), "name-free-skip");
    table.play("land west_1 free south_2");
    assert_eq!((table.holds(0).0, coins(&table, Section::South2)), (1, 0));

    let mut table = lifting(&groups);
    table
        .own(0, "free_skip")
        .items(0, 1, [0; 3])
        .play("lift south_1; land west_2 free south_2");
    assert_eq!(table.holds(0).0, 0);
    assert_eq!(
        (
            coins(&table, Section::South2),
            coins(&table, Section::West1)
        ),
        (0, 1)
    );
}

#[test]
fn at_18_without_coins_there_is_only_the_natural_landing() {
    let mut table = lifting(&[("south_1", "g"), ("south_2", "yb")]);
    table.items(0, 0, [0; 3]).play("lift south_1");
    assert_eq!(table.legal(), ["land south_2"]);
    assert_eq!(table.refuses("land west_1"), "skips-cost-coins");
}

#[test]
fn at_19_the_bridge_pays_before_sowing() {
    let mut table = four_workers();
    table.bridge("group4_resource").items(0, 4, [0; 3]);
    table.play("lift north_1; pick gold");
    assert_eq!(table.holds(0), (4, [0, 0, 1]));
    assert_eq!(table.legal(), ["discard coin", "discard gold"]);
    table.play("discard coin");
    assert_eq!(table.holds(0), (3, [0, 0, 1]));
    assert_eq!(table.offers("drop").len(), 4);
}

#[test]
fn at_20_only_a_group_of_four_counts() {
    let mut table = lifting(&[("north_1", "ybw"), ("north_2", "ybwg"), ("east_2", "ybwg")]);
    table.bridge("group4_pp").play("lift north_1");
    assert_eq!(table.pp(0), 5);
    let mut table = four_workers();
    table.bridge("group4_pp").play("lift north_1");
    assert_eq!(table.pp(0), 6);
}

#[test]
fn at_21_all_the_way_round() {
    let mut table = lifting(&[("north_1", "w")]);
    table
        .own(0, "two_marble")
        .items(0, 7, [0; 3])
        .play("lift north_1");
    assert_eq!(table.legal().len(), 8);
    table.play("land north_1");
    assert_eq!(table.holds(0).0, 0);
    for (section, state) in table.game.open.ring.iter() {
        assert_eq!(
            state.coins,
            u8::from(section != Section::North1),
            "{section}"
        );
    }
}
