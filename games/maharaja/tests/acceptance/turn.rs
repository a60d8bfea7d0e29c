//! Acceptance examples: building, travelling, abilities.

use crate::position::*;
use maharaja::components::{City, Field, Node, Village, WheelAction};
use maharaja::{Event, Stage};

fn statue_prices(table: &Position, city: City) -> [u16; 2] {
    [WheelAction::StatueAndShrine, WheelAction::StatueDiscount]
        .map(|action| table.game.open.statue_price(seat(RED), city, action))
}

#[test]
fn t19_a_statue_can_take_all_coins() {
    let mut table = position(2)
        .maharaja(City::Delhi)
        .coins(RED, 12)
        .priest(RED, Node::Delhi)
        .opened(RED, 3)
        .ready();
    table.play(RED, &["statue delhi 0"]);
    assert_eq!(table.coins_of(RED), 0);
    assert_eq!(table.refused(RED, "shrine delhi"), "shrine-too-dear");
    table.play(RED, &["close"]);
}

#[test]
fn t20_statue_prices() {
    let plain = position(2).maharaja(City::Delhi);
    assert_eq!(statue_prices(&plain, City::Delhi), [12, 11]);
    assert_eq!(statue_prices(&plain, City::Agra), [10, 9]);
    let cheap = plain.characters(&[15, 1]);
    assert_eq!(statue_prices(&cheap, City::Delhi), [9, 8]);
    assert_eq!(statue_prices(&cheap, City::Agra), [7, 6]);
    let no_rebate = with_rules(2, &["s3"]).maharaja(City::Delhi);
    assert_eq!(statue_prices(&no_rebate, City::Agra), [12, 11]);
    assert_eq!(
        statue_prices(&no_rebate.characters(&[15, 1]), City::Agra),
        [9, 8]
    );
}

#[test]
fn t21_the_priest_must_be_there_except_with_ability_12() {
    let elsewhere = position(2).priest(RED, Node::Jaipur).opened(RED, 3).ready();
    assert_eq!(elsewhere.refused(RED, "statue agra 2"), "priest-elsewhere");
    let mut remote = elsewhere.characters(&[12, 1]).ready();
    remote.play(RED, &["statue agra 2"]);
    assert_eq!(remote.coins_of(RED), 15 - 10);
}

#[test]
fn t22_the_top_field_gives_an_action_marker_while_there_is_one() {
    let table = position(2).priest(RED, Node::Agra).opened(RED, 3).ready();
    let mut with_supply = table.clone();
    with_supply.play(RED, &["statue agra 1"]);
    assert_eq!(with_supply.tableau(RED).markers, 1);
    assert_eq!(with_supply.game.open.markers, 6);
    let mut without = table.markers(GREEN, 7).ready();
    without.play(RED, &["statue agra 1"]);
    assert_eq!(without.tableau(RED).markers, 0);
}

#[test]
fn t23_the_bottom_field_of_delhi_gives_prestige() {
    let table = position(2).priest(RED, Node::Delhi).opened(RED, 3).ready();
    let mut plain = table.clone();
    plain.play(RED, &["statue delhi 4"]);
    assert_eq!(plain.prestige_of(RED), 3 + 1);
    let mut extra = table.characters(&[11, 1]).ready();
    extra.play(RED, &["statue delhi 4"]);
    assert_eq!(extra.prestige_of(RED), 3 + 2);
}

#[test]
fn t24_the_bottom_field_of_jaipur_gives_shrines_while_there_are_some() {
    let mut table = position(2)
        .priest(RED, Node::Jaipur)
        .supply(RED, 1)
        .opened(RED, 3)
        .ready();
    table.play(RED, &["statue jaipur 4"]);
    assert_eq!(
        (table.tableau(RED).shrines, table.tableau(RED).supply),
        (20, 0)
    );
}

#[test]
fn t25_the_bottom_field_of_jodhpur_gives_coins() {
    let mut table = position(2)
        .maharaja(City::Delhi)
        .priest(RED, Node::Jodhpur)
        .coins(RED, 10)
        .opened(RED, 3)
        .ready();
    table.play(RED, &["statue jodhpur 4"]);
    assert_eq!(table.coins_of(RED), 2);
}

#[test]
fn t26_action_2_is_free_and_needs_no_priest_in_a_village() {
    let table = position(2).coins(RED, 0).opened(RED, 2).ready();
    for priest in Node::ALL {
        let mut elsewhere = table.clone().priest(RED, priest);
        elsewhere.play(RED, &["shrine v01"]);
        assert_eq!(
            elsewhere.game.open.villages[Village::V01].seats(),
            [seat(RED)]
        );
    }
    let full = position(2).villages(&["v01 g"]).opened(RED, 2).ready();
    assert_eq!(full.refused(RED, "shrine v01"), "village-full");
}

/// Action 4 with the priest on the start field and one village of R13 still empty.
fn village_first(coins: u16) -> Position {
    position(2)
        .villages(&["v23 r"])
        .coins(RED, coins)
        .shrines(RED, 2)
        .opened(RED, 4)
        .ready()
}

#[test]
fn t27_a_village_may_come_first() {
    let mut table = village_first(2);
    table.play(RED, &["shrine v24", "travel r13", "shrine jaipur"]);
    assert_eq!(
        (table.coins_of(RED), table.tableau(RED).priest),
        (0, Node::Jaipur)
    );
    let Stage::Turn(turn) = table.game.open.stage else {
        panic!()
    };
    assert_eq!(turn.open, None, "the action has closed by itself");
}

#[test]
fn t28_not_if_the_city_could_not_be_paid() {
    assert_eq!(
        village_first(1).refused(RED, "shrine v24"),
        "city-shrine-impossible"
    );
}

#[test]
fn t29_the_owed_shrine_leaves_no_other_choice() {
    let mut table = village_first(2);
    table.play(RED, &["shrine v24"]);
    assert_eq!(table.legal(RED), ["travel r13"]);
    assert_eq!(table.refused(RED, "close"), "owes-city-shrine");
    assert_eq!(table.refused(RED, "end"), "action-open");
    assert_eq!(table.refused(RED, "shrine v01"), "owes-city-shrine");
    table.play(RED, &["travel r13"]);
    assert_eq!(table.legal(RED), ["shrine jaipur"]);
}

#[test]
fn t30_one_city_shrine_is_enough() {
    let mut table = position(2).priest(RED, Node::Delhi).opened(RED, 4).ready();
    table.play(RED, &["shrine delhi", "close"]);
    assert_eq!(table.coins_of(RED), 14);
}

#[test]
fn t31_every_foreign_shrine_takes_a_toll() {
    let table = position(4)
        .villages(&["v21 rb", "v22 y"])
        .coins(GREEN, 3)
        .turn(GREEN, "5 6")
        .ready();
    let mut paid = table.clone();
    paid.play(GREEN, &["travel r12"]);
    assert_eq!(
        [0, 1, 2, 3].map(|player| paid.coins_of(player)),
        [16, 0, 16, 16]
    );
    assert_eq!(
        table.coins(GREEN, 2).refused(GREEN, "travel r12"),
        "toll-too-high"
    );
}

#[test]
fn t32_an_own_shrine_frees_its_village() {
    let mut table = position(4)
        .villages(&["v21 rg", "v22 y"])
        .turn(GREEN, "5 6")
        .ready();
    table.play(GREEN, &["travel r12"]);
    assert_eq!(
        [0, 1, 2, 3].map(|player| table.coins_of(player)),
        [15, 14, 15, 16]
    );
}

#[test]
fn t33_two_shrines_of_one_owner_take_two() {
    let mut table = position(4)
        .villages(&["v21 rr", "v22 g"])
        .turn(GREEN, "5 6")
        .ready();
    table.play(GREEN, &["travel r12"]);
    assert_eq!((table.coins_of(GREEN), table.coins_of(RED)), (13, 17));
}

#[test]
fn t34_an_empty_village_closes_the_road() {
    let table = position(4).villages(&["v21 rb"]).turn(GREEN, "5 6").ready();
    for player in [RED, GREEN, BLUE, YELLOW] {
        let table = table.clone().turn(player, "5 6");
        assert_eq!(table.refused(player, "travel r12"), "road-closed");
        assert!(table.listed(player, "travel").is_empty());
    }
    let mut detour = table.villages(&["v23 v24 v17 v18 r"]).ready();
    detour.play(GREEN, &["travel r13 r10"]);
    assert_eq!(
        (detour.tableau(GREEN).priest, detour.coins_of(GREEN)),
        (Node::Delhi, 11)
    );
}

#[test]
fn t35_ability_9_pays_nobody() {
    let mut table = position(4)
        .characters(&[1, 9, 8, 5])
        .villages(&["v21 rb", "v22 y"])
        .coins(GREEN, 0)
        .turn(GREEN, "5 6")
        .ready();
    table.play(GREEN, &["travel r12"]);
    assert_eq!(
        [0, 1, 2, 3].map(|player| table.coins_of(player)),
        [15, 0, 15, 15]
    );
}

#[test]
fn t36_tolls_are_due_in_both_directions() {
    let mut table = position(3)
        .villages(&["v01 b"])
        .priest(RED, Node::Jodhpur)
        .coins(RED, 2)
        .turn(RED, "5 6")
        .ready();
    table.play(RED, &["travel r01", "start 6", "travel r01"]);
    assert_eq!(
        (
            table.tableau(RED).priest,
            table.coins_of(RED),
            table.coins_of(BLUE)
        ),
        (Node::Jodhpur, 0, 17)
    );
}

#[test]
fn t37_ability_3_exchanges_both_ways() {
    let table = position(2)
        .characters(&[3, 1])
        .coins(RED, 5)
        .turn(RED, "5 6")
        .ready();
    let mut bought = table.clone();
    bought.play(RED, &["ability 3 +2"]);
    assert_eq!((bought.coins_of(RED), bought.prestige_of(RED)), (1, 5));
    let mut sold = table;
    sold.play(RED, &["ability 3 -3"]);
    assert_eq!((sold.coins_of(RED), sold.prestige_of(RED)), (11, 0));
    assert_eq!(sold.refused(RED, "ability 3 -1"), "used");
}

#[test]
fn t38_each_purchase_is_a_gain_of_its_own() {
    let mut table = position(2)
        .characters_and_display(&[3, 1], &[2, 6, 11])
        .round(2)
        .maharani(RED, 11)
        .coins(RED, 6)
        .prestige(RED, 0)
        .turn(RED, "5 6")
        .ready();
    table.play(RED, &["ability 3 +3"]);
    assert_eq!((table.coins_of(RED), table.prestige_of(RED)), (0, 6));
}

#[test]
fn t39_ability_4_pays_prestige_for_a_marker() {
    let poor = position(2)
        .round(4)
        .characters(&[4, 1])
        .prestige(RED, 0)
        .turn(RED, "5 6")
        .ready();
    assert_eq!(poor.refused(RED, "ability 4"), "not-payable");
    let mut table = poor.prestige(RED, 1).ready();
    table.play(RED, &["ability 4"]);
    assert_eq!((table.prestige_of(RED), table.tableau(RED).markers), (0, 1));
    table.play(RED, &["marker 5"]);
    assert_eq!((table.coins_of(RED), table.tableau(RED).markers), (18, 0));
}

#[test]
fn t40_ability_13_builds_from_the_supply() {
    let mut table = position(2)
        .characters(&[13, 1])
        .supply(RED, 9)
        .coins(RED, 0)
        .turn(RED, "5 6")
        .ready();
    let on_tableau = table.tableau(RED).shrines;
    assert_eq!(table.refused(RED, "ability 13 v01"), "cities-only");
    table.play(RED, &["ability 13 varanasi"]);
    assert_eq!(table.game.open.cities[City::Varanasi].shrines[seat(RED)], 1);
    assert_eq!(
        (
            table.tableau(RED).supply,
            table.tableau(RED).shrines,
            table.coins_of(RED)
        ),
        (8, on_tableau, 0)
    );
}

#[test]
fn t41_a_once_ability_is_used_once_even_after_giving_the_tile_away() {
    let mut table = position(2)
        .characters_and_display(&[14, 1], &[2, 3, 6])
        .turn(RED, "8 8")
        .ready();
    table.play(RED, &["ability 14", "start 8 6", "ability 6", "start 8 14"]);
    assert_eq!((table.tableau(RED).markers, table.prestige_of(RED)), (1, 4));
    assert_eq!(table.refused(RED, "ability 14"), "used");
}

#[test]
fn t42_another_player_may_use_the_same_number() {
    let mut table = position(2)
        .characters_and_display(&[14, 16], &[2, 3, 6])
        .ready();
    table.play(RED, &["plan 5 8"]);
    table.play(GREEN, &["plan 5 8"]);
    table.play(RED, &["ability 14", "start 8 6", "end"]);
    table.play(GREEN, &["start 8 14", "ability 14"]);
    assert_eq!(
        (table.tableau(RED).markers, table.tableau(GREEN).markers),
        (1, 1)
    );
}

#[test]
fn t43_one_action_marker_a_turn_and_never_for_a_swap() {
    let mut table = position(2).markers(RED, 2).turn(RED, "8 8").ready();
    assert_eq!(table.refused(RED, "marker 8 2"), "not-by-marker");
    table.play(RED, &["marker 5"]);
    assert_eq!(table.tableau(RED).markers, 1);
    assert_eq!(table.refused(RED, "marker 5"), "one-marker");
    assert_eq!(table.refused(RED, "marker 8 2"), "not-by-marker");
}

#[test]
fn t81_using_an_owned_tile_leaves_the_maharani_marker() {
    let mut table = position(2)
        .round(2)
        .characters_and_display(&[1, 16], &[2, 3, 14])
        .maharani(GREEN, 14)
        .turn(GREEN, "5 8")
        .last()
        .ready();
    table.play(GREEN, &["start 8 14", "ability 14"]);
    assert_eq!(table.tableau(GREEN).markers, 1);
    assert!(table.game.open.maharani[0].is_some());
    assert_eq!(table.refused(GREEN, "ability 14"), "used");
    table.play(GREEN, &["end"]);
    assert_eq!(
        (table.game.open.round, table.game.open.maharani),
        (3, [None, None])
    );
}

/// Three players, red on the start field.
fn crossroads(villages: &[&str]) -> Position {
    position(3).villages(villages).turn(RED, "5 6").ready()
}

#[test]
fn t83_routes_that_spare_different_owners_are_both_offered() {
    let table = crossroads(&["v21 v22 g", "v25 r", "v26 v19 v20 b"]);
    assert_eq!(
        table.travels_to(RED, Node::Delhi),
        ["travel r12", "travel r14 r11"]
    );
    let mut by_green = table.clone();
    by_green.play(RED, &["travel r12"]);
    assert_eq!(
        [0, 1, 2].map(|player| by_green.coins_of(player)),
        [13, 17, 15]
    );
    let mut by_blue = table.clone();
    by_blue.play(RED, &["travel r14 r11"]);
    assert_eq!(
        [0, 1, 2].map(|player| by_blue.coins_of(player)),
        [12, 15, 18]
    );
    assert_eq!(
        table.clone().coins(RED, 2).travels_to(RED, Node::Delhi),
        ["travel r12"]
    );
    let mut free = table.characters(&[9, 16, 8]).ready();
    assert_eq!(free.travels_to(RED, Node::Delhi), ["travel r12"]);
    free.play(RED, &["travel r12"]);
    assert_eq!(free.coins_of(GREEN), 15);
}

#[test]
fn t84_dominated_and_equal_routes_are_not_offered() {
    let dominated = crossroads(&["v21 v22 g", "v25 v26 v19 v20 r"]);
    assert_eq!(dominated.travels_to(RED, Node::Delhi), ["travel r14 r11"]);
    assert_eq!(dominated.refused(RED, "travel r12"), "needless-payment");
    let equal = dominated.villages(&["v21 v22 r"]).ready();
    assert_eq!(equal.travels_to(RED, Node::Delhi), ["travel r12"]);

    let shorter = position(3)
        .villages(&["v05 v06 v13 v14 v19 v20 r"])
        .priest(RED, Node::Delhi)
        .turn(RED, "5 6")
        .ready();
    assert_eq!(shorter.travels_to(RED, Node::Khajuraho), ["travel r11"]);
    assert_eq!(shorter.refused(RED, "travel r04 r08"), "needless-payment");

    let by_ids = position(3)
        .villages(&["v01 v03 v04 v11 v12 v17 v18 v21 v22 v27 v28 r"])
        .priest(RED, Node::Delhi)
        .turn(RED, "5 6")
        .ready();
    assert_eq!(by_ids.travels_to(RED, Node::Ahmadabad), ["travel r03 r01"]);
    assert_eq!(by_ids.refused(RED, "travel r10 r07"), "needless-payment");
    assert_eq!(by_ids.refused(RED, "travel r12 r15"), "needless-payment");
}

#[test]
fn t85_two_travels_never_follow_each_other() {
    let base = || {
        position(2)
            .round(2)
            .characters(&[2, 1])
            .villages(&["v01 v11 v12 r"])
            .priest(RED, Node::Jodhpur)
            .coins(RED, 30)
            .markers(RED, 1)
    };
    let mut table = base().turn(RED, "3 6").ready();
    table.play(RED, &["travel r01"]);
    assert!(table.listed(RED, "travel").is_empty());
    assert_eq!(table.refused(RED, "travel r01"), "travelled");
    assert_eq!(table.refused(RED, "travel r07"), "travelled");
    for others in [
        &["start 6"][..],
        &["start 3"],
        &["start 3", "statue ahmadabad 1"],
        &["start 3", "shrine ahmadabad"],
        &["ability 2"],
        &["marker 4"],
        &["marker 4", "close"],
    ] {
        let mut table = base().turn(RED, "3 6").ready();
        table.play(RED, &["travel r01"]);
        table.play(RED, others);
        assert!(table.is_legal(RED, "travel r01"), "after {others:?}");
        assert!(table.is_legal(RED, "travel r07"), "after {others:?}");
    }
}

#[test]
fn t86_the_shrine_in_a_city_must_stay_possible() {
    let toll = |coins| {
        position(2)
            .villages(&["v23 v24 g"])
            .shrines(RED, 2)
            .coins(RED, coins)
            .opened(RED, 4)
            .ready()
    };
    assert_eq!(toll(3).refused(RED, "shrine v01"), "city-shrine-impossible");
    let mut table = toll(4);
    table.play(RED, &["shrine v01", "travel r13", "shrine jaipur"]);
    assert_eq!(table.coins_of(RED), 0);

    let in_jaipur = position(2)
        .villages(&["v23 v24 r"])
        .priest(RED, Node::Jaipur)
        .shrines(RED, 2)
        .coins(RED, 2)
        .opened(RED, 4)
        .ready();
    let mut owing = in_jaipur.clone();
    owing.play(RED, &["shrine v01"]);
    assert_eq!(owing.refused(RED, "travel r13"), "owes-city-shrine");
    let mut remote = in_jaipur.clone().characters(&[12, 1]).ready();
    remote.play(RED, &["shrine v01", "travel r13"]);
    assert_eq!(remote.listed(RED, "shrine").len(), 7);
    assert_eq!(
        in_jaipur.shrines(RED, 1).refused(RED, "shrine v01"),
        "city-shrine-impossible"
    );
}

#[test]
fn t87_an_exchange_must_change_something() {
    let table = position(2)
        .round(2)
        .characters_and_display(&[3, 1], &[2, 6, 11])
        .coins(RED, 2)
        .turn(RED, "5 6")
        .ready();
    assert_eq!(table.refused(RED, "ability 3 +1-1"), "no-effect");
    let mut extra = table.maharani(RED, 11).ready();
    extra.play(RED, &["ability 3 +1-1"]);
    assert_eq!((extra.coins_of(RED), extra.prestige_of(RED)), (2, 4));
}

#[test]
fn an_exchange_needs_some_payable_order() {
    let none = position(2)
        .round(2)
        .characters(&[3, 1])
        .coins(RED, 1)
        .prestige(RED, 1)
        .turn(RED, "5 6")
        .ready();
    assert_eq!(
        none.listed(RED, "ability"),
        ["ability 3 -1", "ability 3 +1-2"]
    );
    assert_eq!(none.refused(RED, "ability 3 -2"), "not-payable");
    assert_eq!(none.refused(RED, "ability 3 +1-1"), "no-effect");
    assert_eq!(none.refused(RED, "ability 3 +2-1"), "not-payable");
}

#[test]
fn an_owed_shrine_keeps_its_coin_from_exchanges() {
    let mut table = position(2)
        .characters(&[3, 1])
        .priest(RED, Node::Delhi)
        .shrines(RED, 3)
        .coins(RED, 3)
        .opened(RED, 4)
        .ready();
    table.play(RED, &["shrine v01"]);
    assert_eq!(table.coins_of(RED), 2);
    assert_eq!(table.refused(RED, "ability 3 +1"), "city-shrine-impossible");
    assert!(table.is_legal(RED, "ability 3 -1"));
}

#[test]
fn ruling_14_1_action_7_stays_planned_until_it_can_be_paid() {
    let mut table = position(2).coins(RED, 1).turn(RED, "5 7").ready();
    assert_eq!(table.refused(RED, "start 7"), "prestige-too-dear");
    table.play(RED, &["start 5", "start 7"]);
    assert_eq!((table.coins_of(RED), table.prestige_of(RED)), (1, 5));
    assert_eq!(table.refused(RED, "start 7"), "not-planned");
}

#[test]
fn ruling_14_1_action_6_with_an_empty_supply_does_nothing() {
    let mut table = position(2).supply(RED, 0).turn(RED, "6 6").ready();
    table.play(RED, &["start 6", "start 6", "end"]);
    assert_eq!(table.tableau(RED).shrines, 20);
}

#[test]
fn ruling_14_3_a_tile_given_away_can_be_taken_back() {
    let mut table = position(3)
        .characters_and_display(&[1, 16, 8], &[2, 3, 6])
        .turn(RED, "8 8")
        .ready();
    assert_eq!(table.refused(RED, "start 8 1"), "same-character");
    assert_eq!(table.refused(RED, "start 8 9"), "out-of-reach");
    table.play(RED, &["start 8 16"]);
    assert_eq!(
        table.legal(GREEN),
        ["character 1", "character 2", "character 3", "character 6"]
    );
    assert!(table.legal(RED).is_empty());
    table.play(GREEN, &["character 3"]);
    table.play(RED, &["start 8 1"]);
    let display: Vec<u8> = table
        .game
        .open
        .display
        .iter()
        .map(|character| character.number())
        .collect();
    assert_eq!(display, [2, 6, 16]);
}

#[test]
fn ruling_14_4_a_stolen_tile_can_be_used_again_by_the_thief() {
    let mut table = position(2)
        .characters_and_display(&[6, 14], &[2, 3, 4])
        .ready();
    table.play(RED, &["plan 5 5"]);
    table.play(GREEN, &["plan 8 8"]);
    table.play(RED, &["ability 6", "end"]);
    table.play(GREEN, &["start 8 6"]);
    table.play(RED, &["character 14"]);
    table.play(GREEN, &["ability 6"]);
    assert_eq!((table.prestige_of(RED), table.prestige_of(GREEN)), (4, 4));
}

#[test]
fn ruling_14_7_ability_12_pays_the_price_of_the_city_built_in() {
    let mut table = position(2)
        .round(2)
        .characters(&[12, 1])
        .coins(RED, 22)
        .opened(RED, 1)
        .markers(RED, 1)
        .ready();
    table.play(RED, &["statue jodhpur 0", "marker 1", "statue delhi 0"]);
    assert_eq!(table.coins_of(RED), 22 - 11 - 9);
    assert_eq!(
        table.game.open.cities[City::Delhi].statues[Field::Centre],
        Some(seat(RED))
    );
}

#[test]
fn a_shift_by_ability_10_is_no_action() {
    let mut table = position(2).characters(&[10, 1]).turn(RED, "5 5").ready();
    let events = table.play(RED, &["ability 10 varanasi"]);
    assert!(events.contains(&Event::FlagShifted {
        seat: seat(RED),
        city: City::Varanasi,
        from: 9,
        to: 6
    }));
    assert_eq!(table.refused(RED, "ability 10 varanasi"), "used");
    table.play(RED, &["start 5", "start 5"]);
}

#[test]
fn nothing_can_be_started_while_an_action_is_open() {
    let table = position(2).markers(RED, 1).opened(RED, 3).ready();
    assert_eq!(table.refused(RED, "start 5"), "action-open");
    assert_eq!(table.refused(RED, "marker 5"), "action-open");
    assert_eq!(table.refused(RED, "end"), "action-open");
    assert_eq!(
        position(2).turn(RED, "1 1").refused(RED, "close"),
        "nothing-open"
    );
}

#[test]
fn fields_and_statues_run_out() {
    let taken = position(2)
        .statues(GREEN, City::Delhi, &[Field::Centre])
        .priest(RED, Node::Delhi)
        .opened(RED, 1)
        .ready();
    assert_eq!(taken.refused(RED, "statue delhi 0"), "field-taken");
    assert_eq!(taken.listed(RED, "statue").len(), 6);
    let none_left = position(2)
        .statues(RED, City::Agra, &Field::ALL)
        .priest(RED, Node::Delhi)
        .opened(RED, 1)
        .ready();
    assert_eq!(none_left.refused(RED, "statue delhi 0"), "no-statue");
    assert_eq!(taken.refused(RED, "shrine delhi"), "no-shrine-part");
    assert_eq!(
        position(2).opened(RED, 2).refused(RED, "statue delhi 0"),
        "no-statue-part"
    );
}

#[test]
fn spec_9_ability_11_raises_every_gain_by_one() {
    let mut table = position(2)
        .round(2)
        .characters_and_display(&[11, 1], &[2, 6, 14])
        .maharani(RED, 6)
        .turn(RED, "5 7")
        .ready();
    table.play(RED, &["start 7"]);
    assert_eq!(table.prestige_of(RED), 3 + 3);
    table.play(RED, &["ability 6"]);
    assert_eq!(table.prestige_of(RED), 3 + 3 + 2);
}

#[test]
fn spec_10_5_a_maharani_marker_lets_the_priest_travel_free() {
    let mut table = position(2)
        .round(2)
        .characters_and_display(&[1, 16], &[2, 6, 9])
        .villages(&["v21 v22 g"])
        .coins(RED, 0)
        .maharani(RED, 9)
        .turn(RED, "5 6")
        .ready();
    table.play(RED, &["travel r12"]);
    assert_eq!((table.coins_of(RED), table.coins_of(GREEN)), (0, 15));
}
