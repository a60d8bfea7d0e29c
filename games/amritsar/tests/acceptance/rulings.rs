//! Rulings of chapter 13 that no acceptance example covers.

use crate::table::{Table, seat};
use amritsar::components::*;
use amritsar::{Movement, Pending, Source};
use kit::{Game, Set};

#[test]
fn r_02_nothing_is_discarded_voluntarily() {
    let mut table = Table::new(3);
    table.landed("green", "north_1").items(0, 1, [1, 0, 0]);
    assert_eq!(table.refuses("discard coin"), "other-decision");
}

#[test]
fn r_05_a_missing_counter_of_the_income_is_worth_a_point() {
    let mut table = Table::new(3);
    table
        .step(0, "development", 4)
        .set_counters(0, 3, 0)
        .end_decade(Decade::I);
    assert_eq!(
        (table.counters(0), table.player(0).pp.0[Source::Knowledge]),
        ((3, 0), 1)
    );
}

#[test]
fn r_06_only_the_last_worker_skips() {
    let mut table = Table::new(3);
    table
        .ring(&[("north_1", "yb"), ("north_2", "w")])
        .items(0, 3, [0; 3]);
    table.main_state(Pending::ChooseGroup).play("lift north_1");
    assert_eq!(table.legal(), ["drop yellow", "drop blue"]);
    assert_eq!(table.refuses("land east_2"), "only-last-lands");
    table.play("drop blue");
    assert_eq!(table.refuses("drop yellow"), "last-worker-lands");
}

#[test]
fn r_07_r_09_anybody_takes_the_coins_and_must() {
    let mut table = Table::new(2);
    table
        .ring(&[("north_1", "y"), ("east_2", "b")])
        .items(0, 1, [0; 3])
        .items(1, 0, [0; 3]);
    table
        .main_state(Pending::ChooseGroup)
        .play("lift north_1; land east_1; done");
    assert_eq!(table.game.open.ring[Section::North2].coins, 1);
    table.ring(&[("north_1", "y")]).game.open.ring[Section::North2].coins = 1;
    table.play("stay; lift north_1; land north_2");
    assert_eq!((table.decider(), table.holds(1).0), (seat(1), 1));
}

#[test]
fn r_08_coins_of_the_landing_come_too_late_for_its_skips() {
    let mut table = Table::new(2);
    table.ring(&[("north_1", "y")]).items(0, 0, [0; 3]);
    table.game.open.ring[Section::East1].coins = 3;
    table.main_state(Pending::ChooseGroup).play("lift north_1");
    assert_eq!(table.legal(), ["land north_2"]);
}

#[test]
fn r_11_r_12_r_13_any_section_and_no_further_than_the_origin() {
    let mut table = Table::new(2);
    table
        .ring(&[("west_1", "y"), ("north_1", "bb")])
        .items(0, 4, [0; 3]);
    table.main_state(Pending::ChooseGroup);
    assert_eq!(table.legal(), ["lift north_1", "lift west_1"]);
    assert_eq!(table.refuses("lift east_1"), "no-workers");
    table.play("lift north_1; drop blue");
    // The other worker was left in north_2, so the way goes on from east_1; four coins do not reach the origin.
    assert_eq!(
        table.legal(),
        [
            "land east_1",
            "land east_2",
            "land south_1",
            "land south_2",
            "land west_1"
        ]
    );
    assert_eq!(table.refuses("land north_2"), "no-landing");
}

#[test]
fn r_15_standing_beside_the_token_is_no_pass() {
    let mut table = Table::new(2);
    table.game.open.token = MaharajahSpace::WestNorth;
    table.main_state(Pending::Elephant1).play("step 1");
    assert_eq!(
        (table.player(0).elephant, table.pp(0)),
        (Some(District::East), 5)
    );
    let mut table = Table::new(2);
    table.game.open.token = MaharajahSpace::EastSouth;
    table.main_state(Pending::Elephant1).play("step 1");
    assert_eq!(table.pp(0), 5);
}

#[test]
fn r_16_the_token_moves_past_an_elephant_without_effect() {
    let mut table = Table::new(3);
    table.game.open.active = seat(2);
    table.player(0).elephant = Some(District::East);
    table.landed("green", "west_1").play("done");
    assert_eq!(table.game.open.token, MaharajahSpace::EastSouth);
    assert_eq!([0, 1, 2].map(|number| table.pp(number)), [5, 5, 5]);
    assert_eq!(table.player(0).elephant, Some(District::East));
}

#[test]
fn r_19_unlocking_while_following_opens_the_next_turn() {
    let mut table = Table::new(2);
    table
        .mahout(1, "knowledge_any", "white")
        .step(1, "development", 2);
    table
        .landed("white", "west_1")
        .play("done; follow; advance development");
    assert_eq!(table.player(1).movement, Movement::Available);
    assert_eq!(table.game.open.stack.as_slice(), [Pending::Elephant1]);
    assert_eq!(table.decider(), seat(1));
    table.landed("green", "west_1").play("done");
    assert_eq!(
        table.game.open.stack.as_slice(),
        [Pending::Elephant2 {
            worker: Colour::Green
        }]
    );
}

#[test]
fn r_20_two_free_moves_with_two_sources() {
    let mut table = Table::new(2);
    table
        .own(0, "free_elephant")
        .step(0, "development", 3)
        .items(0, 0, [0; 3]);
    table.main_state(Pending::Elephant1);
    assert_eq!(table.offers("free").len(), 6);
    assert_eq!(table.refuses("free north token"), "other-district");
    table.play("free south storehouse");
    table
        .landed("green", "west_1")
        .play("done; free north token");
    assert_eq!(table.player(0).elephant, Some(District::North));
}

#[test]
fn r_21_the_secondary_may_come_first_or_alone() {
    let mut table = Table::new(3);
    table
        .landed("green", "north_1")
        .items(0, 0, [0; 3])
        .play("second green_a");
    assert_eq!(table.holds(0), (2, [0; 3]));
    assert!(table.allows("close"));
    assert_eq!(table.refuses("main green_a"), "not-performable");
    assert_eq!(table.refuses("second green_a"), "part-done");
    table
        .items(0, 2, [1, 0, 0])
        .play("main green_a; use donate; donate a0");
    assert_eq!(table.refuses("close"), "block-not-open");
}

#[test]
fn r_23_every_action_may_be_left_out() {
    let mut table = Table::new(2);
    table.landed("green", "north_1").play("done");
    assert_eq!(table.decider(), seat(1));
}

#[test]
fn r_24_the_maharajah_follow_is_a_window_of_its_own() {
    let mut table = Table::new(2);
    table.game.open.active = seat(1);
    table.mahout(1, "market", "green").items(1, 3, [0; 3]);
    table.game.open.maharajah_workers[MaharajahSpace::EastSouth] = Some(Colour::Green);
    table
        .landed("yellow", "north_1")
        .play("main yellow_b; buy marble; finish; done; follow");
    assert!(table.allows("sell marble"));
}

#[test]
fn r_25_the_discount_never_goes_below_nothing() {
    let mut table = Table::new(3);
    table
        .own(0, "market_discount")
        .landed("green", "north_1")
        .items(0, 0, [0; 3]);
    table.play("main yellow_b; buy marble");
    assert_eq!(table.holds(0), (0, [1, 0, 0]));
    assert_eq!(table.refuses("buy copper"), "buy-costs");
}

#[test]
fn r_26_a_follow_that_comes_to_nothing_pays_nothing() {
    for (mahout, answer) in [("market", "finish"), ("upgrade_any", "skip")] {
        let mut table = Table::new(3);
        table.mahout(1, mahout, "green").items(1, 2, [1, 0, 0]);
        table.landed("green", "west_1").play("done; follow");
        table.play(answer);
        assert_eq!((table.pp(0), table.decider()), (5, seat(1)), "{mahout}");
        assert_eq!(table.game.open.active, seat(1));
    }
    // A skipped upgrade inside a knowledge step does not undo the follow.
    let mut table = Table::new(3);
    table
        .mahout(1, "knowledge_any", "green")
        .step(1, "development", 1);
    table
        .landed("green", "west_1")
        .play("done; follow; advance development; skip");
    assert_eq!(table.pp(0), 6);
}

#[test]
fn r_26_a_performed_market_follow_pays_when_it_is_complete() {
    let mut table = Table::new(3);
    table.mahout(1, "market", "green").items(1, 2, [0; 3]);
    table
        .landed("green", "west_1")
        .play("done; follow; buy marble");
    assert_eq!(table.pp(0), 5);
    table.play("finish");
    assert_eq!(
        (table.pp(0), table.player(0).pp.0[Source::Following]),
        (6, 1)
    );
}

#[test]
fn r_28_no_exchange_inside_other_decisions() {
    let mut table = Table::new(3);
    table
        .own(0, "exchange")
        .own(0, "two_marble")
        .items(0, 0, [1, 0, 0]);
    table.landed("green", "west_1").play("main white_a");
    assert_eq!(table.refuses("exchange marble copper"), "other-decision");
    table.play("advance development");
    assert_eq!(table.refuses("exchange marble gold"), "exchange-pair");
    assert_eq!(table.refuses("exchange gold copper"), "exchange-empty");
    table.play("exchange marble copper");
    assert_eq!(table.holds(0), (0, [0, 1, 0]));
}

#[test]
fn r_33_an_empty_offer_has_no_storehouses() {
    let mut table = Table::new(3);
    table.game.open.offer = Set::EMPTY;
    table.landed("blue", "west_1").items(0, 0, [1, 0, 0]);
    assert_eq!(table.refuses("second blue_a"), "not-performable");
}

#[test]
fn r_38_r_46_final_scoring_counts_what_lies_on_the_board_after_income() {
    let mut table = Table::new(2);
    for number in 0..2 {
        let objectives = &mut table.game.objectives[seat(number)];
        *objectives = Default::default();
        objectives.played[ObjectiveSpace::Start] = Some(Objective::A5);
        objectives.hand.insert(Objective::C5);
    }
    table.player(0).mahouts = Default::default();
    table.player(1).mahouts = Default::default();
    table
        .donated("north", 0, "a0")
        .items(0, 3, [0; 3])
        .items(1, 4, [0; 3]);
    // One objective is one coin of tax; seat 0 has one coin of income, so both have three.
    table.step(0, "money", 4).items(0, 2, [0; 3]);
    table.end_decade(Decade::Iii);
    assert!(table.game.standings().over);
    assert_eq!((table.holds(0).0, table.holds(1).0), (3, 3));
    assert_eq!(table.player(0).pp.0[Source::ObjectiveA], 5);
    assert_eq!(table.player(0).pp.0[Source::ObjectiveC], 0);
    assert_eq!(table.player(1).pp.0[Source::ObjectiveA], 5);
}

#[test]
fn r_39_tiles_are_never_exhausted() {
    let mut table = Table::new(2);
    table
        .mahout(0, "coin_and_pp", "green")
        .landed("green", "north_1")
        .items(0, 0, [0; 3]);
    table.play("elephant coin_and_pp; main green_a; use coin_and_pp");
    assert_eq!((table.holds(0).0, table.pp(0)), (2, 7));
}

#[test]
fn r_41_nobody_follows_the_own_worker() {
    let mut table = Table::new(2);
    table
        .mahout(0, "coin_and_marble", "green")
        .landed("green", "north_1")
        .play("done");
    assert_eq!(table.game.open.stack.as_slice(), [Pending::Elephant1]);
    assert_eq!(table.decider(), seat(1));
}

#[test]
fn r_44_free_upgrades_and_follows_trigger_the_bridge() {
    let mut table = Table::new(2);
    table.bridge("upgrade_pp").step(0, "development", 5);
    table
        .landed("green", "west_1")
        .play("main white_a; advance development; upgrade mahout market blue");
    assert_eq!(table.player(0).pp.0[Source::Bridges], 1);
    let mut table = Table::new(2);
    table
        .bridge("upgrade_pp")
        .mahout(1, "upgrade_any", "green")
        .items(1, 0, [0, 0, 1]);
    table
        .landed("green", "west_1")
        .play("done; follow; upgrade mahout market white");
    assert_eq!((table.player(1).pp.0[Source::Bridges], table.pp(0)), (1, 6));
}

#[test]
fn r_49_support_for_the_donation_of_a_follower() {
    let mut table = Table::new(3);
    table
        .donated("north", 0, "a0")
        .donated("north", 2, "a1")
        .items(1, 0, [1, 1, 0]);
    table
        .landed("blue", "west_1")
        .play("done; follow; donate b0");
    assert_eq!(
        [table.pp(0), table.pp(1), table.pp(2)],
        [5 + 1 + 1, 5 + 2, 5 + 1]
    );
}

#[test]
fn r_55_scores_go_on_beyond_a_hundred() {
    let mut table = Table::new(3);
    table.set_pp(0, 100).mahout(0, "coin_and_pp", "green");
    table
        .landed("green", "north_1")
        .play("elephant coin_and_pp");
    assert_eq!(table.pp(0), 101);
}

#[test]
fn r_56_the_proceeds_of_a_trade_may_overflow() {
    let mut table = Table::new(3);
    table.game.open.market[Resource::Gold] = 2;
    table
        .landed("green", "north_1")
        .items(0, 2, [1, 0, 1])
        .play("main yellow_b; sell gold");
    assert_eq!(
        (table.holds(0), table.game.open.market[Resource::Gold]),
        ((4, [1, 0, 0]), 3)
    );
    assert_eq!(table.legal(), ["discard coin", "discard marble"]);
    table.play("discard marble");
    assert!(table.allows("finish") && table.allows("buy marble"));
}

#[test]
fn r_58_income_is_paid_track_by_track_with_a_discard_after_each() {
    let mut table = Table::new(3);
    table
        .step(0, "development", 4)
        .step(0, "resource", 4)
        .step(0, "money", 4);
    table.items(0, 0, [2, 2, 0]);
    table.player(0).objectives_played = Set::EMPTY; // no taxes
    table.end_decade(Decade::I);
    assert_eq!(table.counters(0), (3, 4));
    table.play("pick gold");
    assert_eq!(
        table.legal(),
        ["discard marble", "discard copper", "discard gold"]
    );
    table.play("discard gold");
    assert_eq!(
        table.pp(0),
        5,
        "the point comes after the coin and its discard"
    );
    table.play("discard coin");
    assert_eq!((table.pp(0), table.holds(0)), (6, (0, [2, 2, 0])));
}

#[test]
fn r_62_a_storehouse_works_from_the_moment_it_lies_there() {
    let mut table = Table::new(3);
    table.offer("market_discount").items(0, 0, [1, 0, 1]);
    table.player(0).elephant = Some(District::West);
    table.mahout(0, "market", "green");
    table.landed("blue", "west_1").play(
        "second blue_a; upgrade storehouse market_discount; close; elephant market; buy marble",
    );
    assert_eq!(table.holds(0), (0, [1, 0, 1]));
}

#[test]
fn r_62_all_bridges_counts_for_the_upgrade_that_brings_it() {
    let mut table = Table::new(3);
    table.game.open.bridges = [
        BridgeTile::UpgradePp,
        BridgeTile::MarketPp,
        BridgeTile::UpgradeCoin,
    ];
    table.offer("all_bridges").items(0, 0, [1, 0, 0]);
    table
        .landed("blue", "west_1")
        .play("second blue_a; upgrade storehouse all_bridges");
    assert_eq!((table.pp(0), table.holds(0)), (6, (1, [0; 3])));
}

#[test]
fn r_01_a_follower_discards_before_the_active_player_is_paid() {
    let mut table = Table::new(3);
    table
        .mahout(1, "coin_and_marble", "green")
        .items(1, 0, [0, 2, 1]);
    table.landed("green", "west_1").play("done; follow");
    assert_eq!((table.decider(), table.pp(0)), (seat(1), 5));
    assert_eq!(table.offers("discard").len(), 4);
    table.play("discard coin");
    assert_eq!((table.holds(1), table.pp(0)), ((0, [1, 2, 1]), 6));
}

#[test]
fn the_donation_chain_of_chapter_11() {
    let mut table = Table::new(4);
    table
        .donated("north", 0, "a0 b0")
        .donated("north", 1, "a1 a2");
    table
        .landed("green", "north_1")
        .items(0, 0, [1, 1, 0])
        .play("elephant donate; donate b1");
    assert_eq!((table.pp(0), table.pp(1)), (5 + 2, 5 + 2));
    table
        .landed("green", "north_1")
        .items(0, 0, [0, 1, 1])
        .play("elephant donate; donate c0");
    assert_eq!((table.pp(0), table.pp(1)), (7 + 6, 7));
}

#[test]
fn r_29_r_30_any_track_may_be_a_full_one() {
    let mut table = Table::new(3);
    table
        .mahout(0, "knowledge_any", "green")
        .step(0, "resource", 7)
        .items(0, 0, [0; 3]);
    table
        .landed("green", "north_1")
        .play("elephant knowledge_any; advance resource; pick gold");
    assert_eq!(
        (table.player(0).knowledge[Track::Resource], table.holds(0)),
        (7, (0, [0, 0, 1]))
    );
    // With knowledge_swap a step that is due elsewhere may overflow a full track.
    let mut table = Table::new(3);
    table
        .own(0, "knowledge_swap")
        .step(0, "money", 7)
        .items(0, 0, [0; 3]);
    table
        .landed("green", "west_1")
        .play("main white_a; advance money");
    assert_eq!(
        (
            table.player(0).knowledge[Track::Development],
            table.holds(0)
        ),
        (0, (1, [0; 3]))
    );
}

#[test]
fn r_57_a_coin_and_a_resource_come_as_one_batch_into_the_new_storehouse() {
    let mut table = Table::new(3);
    table.offer("coin_and_any_resource").items(0, 3, [1, 0, 0]);
    table
        .landed("blue", "west_1")
        .play("second blue_a; upgrade storehouse coin_and_any_resource");
    assert_eq!(table.holds(0), (3, [0; 3]), "the coin waits for the choice");
    table.play("pick copper");
    assert_eq!(
        (table.holds(0), table.player(0).capacity()),
        ((4, [0, 1, 0]), 7)
    );
}
