//! 14.7 Knowledge.

use crate::table::{Table, seat};
use amritsar::components::*;
use amritsar::{Movement, Pending};

/// Seat 0 has an active green worker in the west (`white_a`: development) or the south (`white_c`: money).
fn learning(section: &str) -> Table {
    let mut table = Table::new(3);
    table.game.open.offer = Storehouse::ALL.into_iter().collect();
    table.landed("green", section).items(0, 0, [0; 3]);
    table
}

#[test]
fn at_43_development_unlocks_the_second_elephant_move() {
    let mut table = learning("west_1");
    table
        .step(0, "development", 2)
        .play("main white_a; advance development");
    assert_eq!(table.player(0).knowledge[Track::Development], 3);
    assert_eq!(table.player(0).movement, Movement::Available);
    table.play("done");
    assert_eq!(
        table.game.open.stack.last(),
        Some(&Pending::Elephant2 {
            worker: Colour::Green
        })
    );
}

#[test]
fn at_44_a_full_track_overflows() {
    let mut table = learning("south_1");
    table
        .step(0, "money", 7)
        .play("main white_c; advance money");
    assert_eq!(
        (table.player(0).knowledge[Track::Money], table.holds(0).0),
        (7, 1)
    );
    let mut table = learning("west_1");
    table
        .step(0, "development", 7)
        .set_counters(0, 2, 0)
        .play("main white_a; advance development");
    assert_eq!((table.counters(0), table.pp(0)), ((2, 0), 6));
}

#[test]
fn at_45_a_step_may_be_taken_on_another_track() {
    let mut table = learning("south_1");
    table.step(0, "resource", 1).play("main white_c");
    assert_eq!(table.legal(), ["advance money"]);
    assert_eq!(table.refuses("advance resource"), "track-given");
    table.own(0, "knowledge_swap").play("advance resource");
    assert_eq!(table.player(0).knowledge[Track::Resource], 2);
    assert_eq!(table.player(0).knowledge[Track::Money], 0);
    assert_eq!(table.holds(0), (0, [0, 1, 0]));
}

#[test]
fn at_46_an_upgrade_inside_a_step_inside_an_upgrade() {
    let mut table = learning("west_1");
    table
        .bridge("upgrade_pp")
        .set_pp(0, 10)
        .step(0, "development", 1)
        .items(0, 0, [1, 1, 0]);
    table
        .landed("blue", "west_1")
        .play("second blue_a; upgrade storehouse two_knowledge");
    assert_eq!(
        (table.holds(0), table.player(0).tax(), table.counters(0).0),
        ((0, [0, 1, 0]), 2, 3)
    );
    assert_eq!(table.pp(0), 10);
    table.play("advance development");
    let tile = table.game.objectives[seat(0)].hand.lowest().unwrap();
    table.play(&format!("upgrade objective {tile} prestige"));
    assert_eq!(
        (table.holds(0), table.player(0).tax(), table.counters(0).0),
        ((0, [0; 3]), 3, 4)
    );
    assert_eq!(table.pp(0), 13);
    table.play("advance development");
    assert_eq!(table.player(0).movement, Movement::Available);
    assert_eq!(
        (table.pp(0), table.player(0).tax(), table.counters(0).0),
        (14, 3, 4)
    );
}

#[test]
fn at_47_two_resources_of_choice() {
    let mut table = Table::new(3);
    table.landed("green", "east_1").items(0, 0, [0; 3]);
    table
        .step(0, "resource", 5)
        .play("main white_b; advance resource; pick gold");
    assert_eq!(
        table.holds(0),
        (0, [0; 3]),
        "the batch is gained after the last pick"
    );
    table.play("pick gold");
    assert_eq!(
        (table.player(0).knowledge[Track::Resource], table.holds(0)),
        (6, (0, [0, 0, 2]))
    );
}

#[test]
fn at_48_development_lends_a_mahout_action() {
    let mut table = learning("west_1");
    table
        .mahout(0, "coin_and_pp", "blue")
        .step(0, "development", 4)
        .items(0, 0, [1, 0, 0]);
    table.play("main white_a; advance development");
    assert_eq!(table.legal(), ["use donate", "use coin_and_pp", "skip"]);
    table.play("use coin_and_pp");
    assert_eq!((table.holds(0), table.pp(0)), ((1, [1, 0, 0]), 6));
}
