//! Details of chapter 13a, secrecy, and what several chapters say together.

use crate::table::{Table, seat};
use amritsar::components::*;
use amritsar::{Action, Amritsar, Event, Installed, Options, Pending, Progress, Side, Upgrade};
use kit::{Eyes, Game, Set};

#[test]
fn r_13a_the_secondary_is_looked_up_each_time_but_a_closed_block_stays_closed() {
    // The main action of green_c buys white_as_green: the secondary of green_c is allowed at once.
    let mut table = Table::new(3);
    table.offer("white_as_green").items(0, 0, [1, 0, 0]);
    table.landed("white", "south_1");
    assert_eq!(table.refuses("second green_c"), "colour-differs");
    table.play("main green_c; upgrade storehouse white_as_green");
    assert!(table.allows("second green_c") && table.allows("close"));
    // If the elephant buys it after the block was closed, it is too late.
    let mut table = Table::new(3);
    table.offer("white_as_green").items(0, 0, [2, 0, 1]);
    table.player(0).elephant = Some(District::South);
    table
        .landed("white", "south_1")
        .play("main green_c; upgrade mahout market blue");
    table.play("elephant green_c; upgrade storehouse white_as_green");
    assert_eq!(table.legal(), ["done"]);
}

#[test]
fn r_13a_an_exchange_must_leave_a_donation() {
    let mut table = Table::new(3);
    table
        .own(0, "exchange")
        .landed("green", "north_1")
        .items(0, 0, [1, 1, 0]);
    table.play("elephant donate");
    // Giving the only marble away would leave nothing to donate with; copper for gold leaves the marble.
    assert_eq!(table.refuses("exchange marble copper"), "exchange-dead-end");
    assert_eq!(
        table.offers("exchange"),
        ["exchange copper marble", "exchange copper gold"]
    );
    table.play("exchange copper gold; donate a1");
    assert_eq!(table.holds(0), (0, [0, 0, 1]));
}

#[test]
fn r_13a_a_follower_is_asked_and_then_acts() {
    let mut table = Table::new(3);
    table.mahout(1, "any_resource", "green");
    table.landed("green", "west_1").play("done; follow");
    let Some(Pending::Follow(following)) = table.game.open.stack.first() else {
        panic!("{:?}", table.game.open.stack)
    };
    assert_eq!(
        (following.seat, following.progress),
        (seat(1), Progress::Performed)
    );
    assert_eq!(table.pp(0), 5);
    table.play("pick copper");
    assert_eq!(table.pp(0), 6);
}

#[test]
fn r_13a_objectives_are_secret_in_texts_and_events() {
    let upgrade = Upgrade::Objective(Objective::C5, ObjectiveSpace::Coins);
    let pay = Some(Resource::Gold);
    let paid = Action::Upgrade { upgrade, pay };
    let own = Eyes::Seat(seat(1));
    for other in [Eyes::Public, Eyes::Seat(seat(0))] {
        let text = |action| Amritsar::text_for(action, seat(1), other);
        assert_eq!(text(Action::Objective(Objective::B4)), "objective ?");
        assert_eq!(text(paid), "upgrade objective ? coins pay gold");
        assert_eq!(text(Action::Stay), "stay");
    }
    assert_eq!(
        Amritsar::text_for(paid, seat(1), own),
        "upgrade objective C5 coins pay gold"
    );

    let mut table = Table::new(2);
    table
        .items(0, 0, [0, 1, 0])
        .landed("blue", "west_1")
        .play("second blue_a");
    let tile = table.game.objectives[seat(0)].hand.lowest().unwrap();
    table.play(&format!("upgrade objective {tile} prestige"));
    let upgraded = |event: &Event| matches!(event, Event::Upgraded { .. });
    let event = *table.told.iter().find(|event| upgraded(event)).unwrap();
    let adds = |tile| Event::Upgraded {
        seat: seat(0),
        installed: Installed::Objective {
            tile,
            space: ObjectiveSpace::Prestige,
        },
        paid: Some(Resource::Copper),
    };
    assert_eq!(event, adds(Some(tile)));
    assert_eq!(Amritsar::seen(&event, Eyes::Public), Some(adds(None)));
}

#[test]
fn hidden_objectives_stay_hidden_and_those_in_hand_for_ever() {
    let mut table = Table::new(2);
    let view = table.game.view(Eyes::Seat(seat(0)));
    assert_eq!(view.objectives[seat(0)], table.game.objectives[seat(0)]);
    assert_eq!(view.objectives[seat(1)], Default::default());
    table.player(0).mahouts = Default::default();
    table.player(1).mahouts = Default::default();
    table.end_decade(Decade::Iii);
    assert!(table.game.standings().over);
    let view = table.game.view(Eyes::Public);
    let truth = table.game.objectives[seat(1)];
    assert_eq!(view.objectives[seat(1)].played, truth.played);
    assert_eq!(view.objectives[seat(1)].hand, Set::EMPTY);
    let revealed = table
        .told
        .iter()
        .filter(|event| Amritsar::reveals(event, Eyes::Public));
    assert_eq!(revealed.count(), 2);
}

#[test]
fn both_tiles_of_one_trigger_pay_in_the_order_of_their_decades() {
    let mut table = Table::new(2);
    table.game.open.bridges = [
        BridgeTile::MarketPp,
        BridgeTile::UpgradeCoin,
        BridgeTile::UpgradePp,
    ];
    table.own(0, "all_bridges").items(0, 0, [0, 0, 1]);
    table
        .landed("blue", "west_1")
        .play("second blue_a; upgrade mahout market white");
    let paid: Vec<Event> = table
        .told
        .iter()
        .copied()
        .filter(|event| matches!(event, Event::BridgePaid { .. }))
        .collect();
    let pays = |tile| Event::BridgePaid {
        seat: seat(0),
        tile,
    };
    assert_eq!(
        paid,
        [pays(BridgeTile::UpgradeCoin), pays(BridgeTile::UpgradePp)]
    );
}

#[test]
fn standings_name_their_sources() {
    let mut table = Table::new(2);
    table
        .donated("north", 0, "a0 a1")
        .landed("green", "north_1")
        .items(0, 0, [1, 1, 0]);
    table.play("elephant donate; donate b0");
    let standings = table.game.standings();
    let points = |name| {
        standings.scores[0]
            .sources
            .iter()
            .find(|source| source.name == name)
            .unwrap()
            .points
    };
    assert_eq!(
        ["start", "donations", "support", "taxes"].map(points),
        [5, 2, 2, 0]
    );
    assert_eq!(standings.scores[0].total, 9);
    assert!(standings.automatic.is_none() && !standings.over);
    assert_eq!(table.game.open.donated(Side::Player(seat(0))), 3);
}

#[test]
fn the_exchange_is_offered_in_exactly_the_states_of_chapter_6_2() {
    let own_turn = || {
        let mut table = Table::new(3);
        table
            .own(0, "exchange")
            .own(0, "two_marble")
            .offer("free_skip")
            .items(0, 2, [1, 1, 0]);
        table.step(0, "development", 3);
        table
    };
    let offered = |table: &Table| table.offers("exchange").len();
    let mut table = own_turn();
    assert_eq!(offered(table.main_state(Pending::Elephant1)), 3);
    assert_eq!(offered(table.play("stay")), 3);
    assert_eq!(
        offered(table.main_state(Pending::Elephant2 {
            worker: Colour::Green
        })),
        3
    );
    assert_eq!(offered(table.landed("green", "north_1")), 3);
    assert_eq!(offered(table.play("main yellow_b")), 3);
    let mut table = own_turn();
    assert_eq!(
        offered(table.landed("blue", "west_1").play("second blue_a")),
        3
    );
    let mut table = own_turn();
    table
        .landed("green", "north_1")
        .mahout(0, "any_resource", "green");
    assert_eq!(offered(table.play("elephant any_resource")), 0);
    let mut table = own_turn();
    table
        .ring(&[("north_1", "yb")])
        .main_state(Pending::ChooseGroup);
    assert_eq!(offered(table.play("lift north_1")), 0);
    assert_eq!(offered(table.play("drop blue")), 0);
}

#[test]
fn a_maharajah_follow_triggers_the_bridge_but_no_exchange() {
    let mut table = Table::new(2);
    table
        .bridge("market_pp")
        .own(0, "exchange")
        .mahout(0, "market", "green")
        .items(0, 1, [1, 0, 0]);
    table.game.open.active = seat(1);
    table.game.open.maharajah_workers[MaharajahSpace::EastSouth] = Some(Colour::Green);
    table.landed("white", "west_1").play("done; follow");
    assert_eq!(table.refuses("exchange marble copper"), "exchange-own-turn");
    table.play("sell marble; finish");
    assert_eq!((table.pp(0), table.pp(1)), (6, 5));
    assert_eq!(table.game.open.round, 3);
}

#[test]
fn imagining_redraws_objectives_type_by_type() {
    let table = Table::new(4);
    let view = table.game.view(Eyes::Seat(seat(0)));
    let mut dice = kit::dice("imagine".parse().unwrap());
    let own = table.game.objectives[seat(0)].all();
    let mut of_others = Set::<Objective>::EMPTY;
    let mut first_types = Set::<ObjectiveType>::EMPTY;
    for _ in 0..400 {
        let imagined = Amritsar::imagine(&view, &mut dice);
        assert_eq!(imagined.objectives[seat(0)], table.game.objectives[seat(0)]);
        of_others = of_others.or(imagined.objectives[seat(1)].all());
        let played = imagined.objectives[seat(1)].played[ObjectiveSpace::Start].unwrap();
        first_types.insert(played.kind());
    }
    let not_mine: Set<Objective> = Objective::ALL
        .into_iter()
        .filter(|&tile| !own.contains(tile))
        .collect();
    assert_eq!(of_others, not_mine);
    assert_eq!(first_types.len(), 4);
}

#[test]
fn the_opening_tells_the_decade_the_starting_player_and_the_maharajah() {
    let opening = |options| {
        let game = Table::fresh(options).game;
        (game.open, game.opening())
    };
    let (open, told) = opening(Options::default());
    let decade = Event::DecadeBegan {
        decade: Decade::I,
        temple: open.temple[0],
        bridge: open.bridges[0],
    };
    let begins = Event::StartPlayerDrawn {
        seat: open.start_player,
    };
    assert_eq!(told, [decade, begins]);

    let (open, told) = opening(Options {
        players: 1,
        hard: true,
        ..Options::default()
    });
    let he = open.maharajah.unwrap();
    assert_eq!(
        told[2..],
        [Event::MaharajahSetUp {
            elephant: he.elephant,
            objective: he.objective,
        }]
    );
}

#[test]
fn coins_are_left_clockwise_and_a_loss_of_nothing_is_not_told() {
    let mut table = Table::new(2);
    table.ring(&[("west_1", "y")]).items(0, 2, [0; 3]);
    table
        .main_state(Pending::ChooseGroup)
        .play("lift west_1; land north_2");
    let skipped = |section| Event::Skipped {
        seat: seat(0),
        section,
        coins: 1,
    };
    assert_eq!(
        table.told[1..3],
        [skipped(Section::West2), skipped(Section::North1)]
    );

    let mut table = Table::new(2);
    table.set_pp(0, 0).main_state(Pending::Elephant1);
    table.play("step 1");
    let lost = |event: &Event| matches!(event, Event::Lost { .. });
    assert!(!table.told.iter().any(lost), "{:?}", table.told);
}
