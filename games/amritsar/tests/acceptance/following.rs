//! 14.9 Following.

use crate::table::{Table, seat};
use amritsar::components::*;
use amritsar::{Event, Pending};

#[test]
fn at_54_only_a_performable_follow_is_offered() {
    let mut table = Table::new(3);
    // Seat 0 is purple; seat 1 grey with donate on white but no resources; seat 2 pink.
    table.player(1).mahouts = Default::default();
    table.player(2).mahouts = Default::default();
    table
        .mahout(1, "donate", "white")
        .mahout(2, "coin_and_marble", "white");
    table.items(1, 1, [0; 3]).items(2, 0, [0; 3]);
    table.landed("white", "west_1").play("done");
    assert_eq!(table.decider(), seat(2));
    assert_eq!(table.legal(), ["follow", "decline"]);
    table.play("follow");
    assert_eq!((table.holds(2), table.pp(0)), ((1, [1, 0, 0]), 6));
}

#[test]
fn at_55_followers_come_in_clockwise_order() {
    let everybody_can = || {
        let mut table = Table::new(4);
        for number in 0..4 {
            table.mahout(number, "coin_and_marble", "white");
        }
        table.game.open.active = seat(1);
        table.landed("white", "west_1").play("done");
        table
    };
    let mut table = everybody_can();
    let mut order = Vec::new();
    for _ in 0..3 {
        order.push(table.decider());
        table.play("follow");
    }
    assert_eq!(order, [seat(2), seat(3), seat(0)]);
    assert_eq!(table.pp(1), 8);
    let mut table = everybody_can();
    table.play("follow; decline; follow");
    assert_eq!(table.pp(1), 7);
    assert_eq!(table.decider(), seat(2));
}

#[test]
fn at_56_no_donation_before_the_elephant_is_placed() {
    let mut table = Table::new(2);
    table.mahout(1, "donate", "yellow").items(1, 0, [1, 0, 0]);
    table.player(1).elephant = None;
    table.landed("yellow", "west_1").play("done");
    // Seat 1 was passed over and begins its own turn.
    assert_eq!(table.offers("place").len(), 4);
    assert_eq!((table.decider(), table.pp(0)), (seat(1), 5));
}

#[test]
fn at_57_the_maharajah_is_followed_before_the_decade_ends() {
    let mut table = Table::new(2);
    table.game.open.maharajah_workers[MaharajahSpace::WestNorth] = Some(Colour::Blue);
    for number in 0..2 {
        table
            .mahout(number, "coin_and_marble", "blue")
            .items(number, 1, [0; 3]);
    }
    table.end_decade(Decade::I);
    assert_eq!(table.game.open.token, MaharajahSpace::RED);
    assert!(
        !table
            .told
            .contains(&Event::DecadeEnded { decade: Decade::I })
    );
    assert_eq!(table.decider(), seat(0));
    table.play("follow");
    assert_eq!((table.decider(), table.holds(0)), (seat(1), (2, [1, 0, 0])));
    assert!(matches!(
        table.game.open.stack.last(),
        Some(Pending::MaharajahFollow(_))
    ));
    assert!(
        !table
            .told
            .contains(&Event::DecadeEnded { decade: Decade::I })
    );
    table.play("follow");
    assert!(
        table
            .told
            .contains(&Event::DecadeEnded { decade: Decade::I })
    );
    assert_eq!((table.pp(0), table.pp(1)), (5, 5));
    assert_eq!(table.game.open.decade, Decade::Ii);
}
