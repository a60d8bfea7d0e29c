//! Acceptance examples: set-up, the track, planning and order, whole rounds.

use crate::position::*;
use kit::{Eyes, Game, Set};
use maharaja::components::{Character, City, FinalTile, Node, SpecialRule, Village};
use maharaja::{Event, FinalChoice, Maharaja, Options, Rules, Stage};

/// A game in which all have taken the lowest character that was left.
fn chosen(players: u8) -> Position {
    let options = Options {
        players,
        ..Options::default()
    };
    let mut table = Position {
        game: Maharaja::new(&options, "chosen".parse().unwrap()).unwrap(),
    };
    while let Stage::ChooseCharacter { seat } = table.game.open.stage {
        let first = table.legal(seat.number())[0].clone();
        table.play(seat.number(), &[&first]);
    }
    table
}

fn place_all(table: &mut Position) -> Vec<u8> {
    let mut order = Vec::new();
    while let Stage::PlaceShrine { seat, .. } = table.game.open.stage {
        order.push(seat.number());
        let first = table.legal(seat.number())[0].clone();
        table.play(seat.number(), &[&first]);
    }
    order
}

#[test]
fn t01_everybody_starts_with_the_same() {
    let mut table = chosen(4);
    place_all(&mut table);
    for player in [RED, GREEN, BLUE, YELLOW] {
        let tableau = table.tableau(player);
        assert_eq!(
            (tableau.coins, tableau.prestige.total(), tableau.statues),
            (15, 3, 7)
        );
        assert_eq!((tableau.shrines, tableau.supply), (4, 12));
        let own = table
            .game
            .open
            .villages
            .iter()
            .flat_map(|(_, owners)| owners.seats());
        assert_eq!(own.filter(|owner| owner.number() == player).count(), 4);
    }
    assert_eq!(table.game.open.display.len(), 3);
    assert_eq!(table.game.open.markers, 7);
    assert_eq!(
        (table.game.open.round, table.game.open.stage),
        (1, Stage::Plan)
    );
}

#[test]
fn t02_two_players_have_five_characters_and_one_space_in_a_village() {
    let mut table = chosen(2);
    assert_eq!(table.game.open.out.len(), 16 - 5);
    let Stage::PlaceShrine { seat, .. } = table.game.open.stage else {
        panic!()
    };
    table.play(seat.number(), &["shrine v21"]);
    let Stage::PlaceShrine { seat, .. } = table.game.open.stage else {
        panic!()
    };
    assert_eq!(table.refused(seat.number(), "shrine v21"), "village-full");
}

#[test]
fn t03_a_village_of_three_players_holds_two_shrines() {
    let two = position(3).villages(&["v10 r"]).opened(RED, 2).ready();
    assert!(two.is_legal(RED, "shrine v10"));
    let full = position(3).villages(&["v10 rr"]).opened(GREEN, 2).ready();
    assert_eq!(full.refused(GREEN, "shrine v10"), "village-full");
}

#[test]
fn t04_starting_shrines_follow_the_numbers() {
    let mut table = position(4).characters(&[12, 2, 9, 15]);
    table.game.open.round = 0;
    table.game.open.maharaja = None;
    table.game.open.track = maharaja::Track::new(City::ALL);
    table.game.open.stage = Stage::PlaceShrine {
        seat: seat(1),
        pass: 1,
    };
    let mut table = table.ready();
    assert_eq!(place_all(&mut table), [1, 2, 0, 3].repeat(4));
    assert_eq!(table.game.open.stage, Stage::Plan);
}

#[test]
fn t05_the_maharaja_visits_the_leftmost_flag() {
    let mut table = position(2);
    table.game.open.round = 0;
    table.game.open.maharaja = None;
    table.game.open.track =
        track("jodhpur@3 delhi@4 agra@5 jaipur@6 khajuraho@7 ahmadabad@8 varanasi@9");
    table.game.open.stage = Stage::PlaceShrine {
        seat: seat(0),
        pass: 1,
    };
    let mut table = table.ready();
    place_all(&mut table);
    assert_eq!(table.game.open.maharaja, Some(City::Jodhpur));
    assert_eq!(table.game.open.track, track(ROUND_1));
}

#[test]
fn t06_flags_make_room_for_a_shifted_one() {
    let mut table = position(2).turn(RED, "9 9").ready();
    assert_eq!(table.game.open.track, track(ROUND_1));
    table.play(RED, &["start 9 ahmadabad"]);
    assert_eq!(
        table.game.open.track,
        track("delhi@4 ahmadabad@5 agra@6 jaipur@7 khajuraho@8 varanasi@9 jodhpur@10")
    );
}

#[test]
fn t07_a_flag_shifted_to_an_empty_position_moves_no_other() {
    let mut table = position(2).turn(RED, "9 9").ready();
    table.play(RED, &["start 9 delhi"]);
    let rest = "jaipur@6 khajuraho@7 ahmadabad@8 varanasi@9 jodhpur@10";
    assert_eq!(
        table.game.open.track,
        track(&format!("delhi@1 agra@5 {rest}"))
    );
    table.play(RED, &["start 9 agra"]);
    assert_eq!(
        table.game.open.track,
        track(&format!("delhi@1 agra@2 {rest}"))
    );
}

const GAPS: &str = "delhi@1 khajuraho@4 agra@5 jaipur@6 ahmadabad@8 varanasi@9 jodhpur@10";

#[test]
fn t08_only_one_flag_makes_room_before_a_gap() {
    let mut table = position(2).track(GAPS).turn(RED, "9 9").ready();
    table.play(RED, &["start 9 khajuraho"]);
    assert_eq!(
        table.game.open.track,
        track("khajuraho@1 delhi@2 agra@5 jaipur@6 ahmadabad@8 varanasi@9 jodhpur@10")
    );
}

#[test]
fn t09_a_flag_on_the_far_left_cannot_be_shifted() {
    let table = position(2).track(GAPS).turn(RED, "9 9").ready();
    assert_eq!(table.refused(RED, "start 9 delhi"), "flag-too-far-left");
    assert_eq!(table.listed(RED, "start").len(), 6);
}

#[test]
fn t10_gaps_close_at_the_end_of_the_round() {
    let mut flags = track("delhi@1 agra@5 jaipur@6 khajuraho@7 ahmadabad@8 varanasi@9 jodhpur@10");
    flags.close_gaps(1);
    assert_eq!(flags, track(ROUND_1));
}

#[test]
fn t11_all_flags_close_up_in_their_order() {
    let mut flags = track(GAPS);
    flags.shift(City::Jodhpur);
    assert_eq!(flags.position(City::Jodhpur), 7);
    flags.close_gaps(1);
    assert_eq!(
        flags,
        track("delhi@4 khajuraho@5 agra@6 jaipur@7 jodhpur@8 ahmadabad@9 varanasi@10")
    );

    let mut table = position(2).track(GAPS).turn(RED, "5 9").last().ready();
    table.play(RED, &["start 9 jodhpur", "end"]);
    assert_eq!(table.game.open.maharaja, Some(City::Delhi));
    assert_eq!(
        table.game.open.track,
        track("khajuraho@5 agra@6 jaipur@7 jodhpur@8 ahmadabad@9 varanasi@10 delhi@11")
    );
}

#[test]
fn t12_the_maharaja_can_stay_for_two_rounds() {
    let mut table = position(2).ready();
    table.play(RED, &["plan 5 9"]);
    table.play(GREEN, &["plan 6 9"]);
    table.play(RED, &["start 9 jodhpur", "end"]);
    table.play(GREEN, &["start 9 jodhpur"]);
    assert_eq!(table.game.open.track.position(City::Jodhpur), 4);
    assert_eq!(table.game.open.track.leftmost(), City::Jodhpur);
    table.play(GREEN, &["end"]);
    assert_eq!(
        (table.game.open.round, table.game.open.maharaja),
        (2, Some(City::Jodhpur))
    );
}

#[test]
fn t13_the_same_action_can_be_planned_twice() {
    let mut table = position(2).ready();
    assert_eq!(table.listed(RED, "plan").len(), 45);
    assert!(table.is_legal(GREEN, "plan 8 8"));
    table.play(RED, &["plan 5 5"]);
    table.play(GREEN, &["plan 8 8"]);
    table.play(RED, &["start 5", "start 5"]);
    assert_eq!(table.coins_of(RED), 15 + 6);
}

#[test]
fn t14_plans_stay_hidden_until_all_have_planned() {
    let mut table = position(4).ready();
    for (player, plan) in [(RED, "plan 1 2"), (GREEN, "plan 3 4"), (BLUE, "plan 5 6")] {
        let events = table.play(player, &[plan]);
        let others = Maharaja::seen(&events[0], Eyes::Public).unwrap();
        assert_eq!(
            others,
            Event::Planned {
                seat: seat(player),
                plan: None
            }
        );
        assert_eq!(
            Maharaja::text_for(plan.parse().unwrap(), seat(player), Eyes::Public),
            "plan ? ?"
        );
    }
    assert_eq!(table.game.open.stage, Stage::Plan);
    assert_eq!(table.deciding(), [YELLOW]);
    for eyes in Eyes::all(4) {
        let view = table.game.view(eyes);
        assert_eq!(view.open.committed.len(), 3);
        for (owner, plan) in view.plans.iter() {
            assert!(
                plan.is_none() || eyes.are(owner),
                "{eyes:?} sees the plan of seat {owner}"
            );
        }
    }
    let own = table.game.view(Eyes::Seat(seat(GREEN)));
    assert_eq!(own.plans[seat(GREEN)].unwrap().to_string(), "3 4");
}

#[test]
fn spec_6_2_a_plan_is_shown_when_its_owners_turn_begins() {
    let mut table = position(3).characters(&[1, 2, 3]).ready();
    for (player, plan) in [(BLUE, "plan 1 2"), (GREEN, "plan 3 4"), (RED, "plan 5 8")] {
        table.play(player, &[plan]);
    }
    let seen_by_green = |table: &Position| {
        let plans = table.game.view(Eyes::Seat(seat(GREEN))).plans;
        [RED, GREEN, BLUE].map(|owner| plans[seat(owner)].is_some())
    };
    assert_eq!(seen_by_green(&table), [true, true, false]);
    table.play(RED, &["start 8 3"]);
    assert_eq!(table.deciding(), [BLUE]);
    assert_eq!(seen_by_green(&table), [true, true, false]);
    table.play(BLUE, &["character 4"]);
    table.play(RED, &["end"]);
    table.play(GREEN, &["end"]);
    assert_eq!(seen_by_green(&table), [true; 3]);
}

/// Who acts, turn after turn, if everybody ends at once.
fn order_of_play(table: &mut Position) -> Vec<u8> {
    let mut order = Vec::new();
    while let Stage::Turn(turn) = table.game.open.stage {
        order.push(turn.seat.number());
        table.play(turn.seat.number(), &["end"]);
    }
    order
}

fn all_plan(table: &mut Position, plan: &str) {
    for player in 0..table.game.seats() {
        table.play(player, &[plan]);
    }
}

#[test]
fn t15_the_lowest_number_acts_first() {
    let mut table = position(4).characters(&[12, 2, 9, 15]).ready();
    all_plan(&mut table, "plan 5 5");
    assert_eq!(order_of_play(&mut table), [1, 2, 0, 3]);
}

#[test]
fn t16_a_swap_changes_the_order_at_once() {
    let mut table = position(4).characters(&[2, 9, 12, 15]).ready();
    all_plan(&mut table, "plan 5 8");
    table.play(RED, &["start 8 15"]);
    assert_eq!(table.deciding(), [YELLOW]);
    assert_eq!(table.listed(YELLOW, "character").len(), 4);
    table.play(YELLOW, &["character 2"]);
    table.play(RED, &["end"]);
    assert_eq!(order_of_play(&mut table), [YELLOW, GREEN, BLUE]);
}

#[test]
fn t17_nobody_acts_twice_and_numbers_break_ties_as_they_are_now() {
    let mut table = position(4)
        .characters(&[9, 2, 12, 15])
        .city_shrines(GREEN, City::Jodhpur, 2)
        .city_shrines(YELLOW, City::Jodhpur, 2)
        .turn(YELLOW, "5 8")
        .last()
        .ready();
    table.play(YELLOW, &["start 8 2"]);
    table.play(GREEN, &["character 15"]);
    let events = table.play(YELLOW, &["end"]);
    let ranked: Vec<u8> = events
        .iter()
        .filter_map(|event| match event {
            Event::Ranked { seat, .. } => Some(seat.number()),
            _ => None,
        })
        .collect();
    assert_eq!(ranked, [YELLOW, GREEN]);
}

#[test]
fn t18_without_stealing_only_the_display_can_be_taken() {
    let table = with_rules(3, &["s4"])
        .characters(&[1, 16, 8])
        .turn(RED, "8 8")
        .ready();
    assert_eq!(table.refused(RED, "start 8 16"), "no-stealing");
    assert_eq!(
        table.listed(RED, "start"),
        ["start 8 2", "start 8 3", "start 8 4"]
    );
}

/// The worked round, after both have planned.
fn worked_round(green_character: u8, v19: &[&str]) -> Position {
    let mut table = position(2)
        .characters(&[2, green_character])
        .maharaja(City::Delhi)
        .rewards(&[5, 1, 2, 3, 4, 6, 7, 8])
        .villages(&["v21 v22 v23 v24 r", "v20 v25 v26 g"])
        .villages(v19)
        .shrines(RED, 4)
        .shrines(GREEN, 4)
        .ready();
    table.play(RED, &["plan 2 3"]);
    table.play(GREEN, &["plan 1 5"]);
    table
}

#[test]
fn t77_the_worked_round() {
    let mut table = worked_round(9, &["v19 g"]);
    table.play(RED, &["ability 2"]);
    assert_eq!(
        (table.tableau(RED).shrines, table.tableau(RED).supply),
        (5, 11)
    );
    table.play(RED, &["travel r12"]);
    assert_eq!(
        (table.tableau(RED).priest, table.coins_of(RED)),
        (Node::Delhi, 15)
    );
    table.play(RED, &["start 3", "statue delhi 0"]);
    assert_eq!(table.coins_of(RED), 3);
    table.play(RED, &["shrine delhi"]);
    assert_eq!(table.coins_of(RED), 2);
    table.play(RED, &["start 2", "shrine delhi", "end"]);
    assert_eq!((table.coins_of(RED), table.tableau(RED).shrines), (2, 3));

    assert_eq!(table.refused(GREEN, "travel r14 r11"), "needless-payment");
    table.play(GREEN, &["travel r12"]);
    assert_eq!((table.coins_of(GREEN), table.coins_of(RED)), (15, 2));
    table.play(GREEN, &["start 5", "start 1", "statue delhi 1"]);
    assert_eq!(
        (table.coins_of(GREEN), table.tableau(GREEN).markers),
        (7, 1)
    );
    table.play(GREEN, &["marker 4", "shrine delhi", "shrine delhi"]);
    assert_eq!(table.coins_of(GREEN), 5);
    table.play(GREEN, &["end"]);
    assert_eq!((table.coins_of(RED), table.coins_of(GREEN)), (14, 11));
    table.play(RED, &["reward 1"]);
    table.play(GREEN, &["reward 2"]);

    let [red, green] = [RED, GREEN].map(|player| *table.tableau(player));
    assert_eq!(
        (
            red.coins,
            red.prestige.total(),
            red.shrines,
            red.supply,
            red.statues
        ),
        (14, 5, 3, 11, 6)
    );
    assert_eq!(
        (
            green.coins,
            green.prestige.total(),
            green.shrines,
            green.supply
        ),
        (14, 3, 2, 12)
    );
    assert_eq!(
        (green.statues, green.markers, table.game.open.markers),
        (6, 0, 7)
    );
    assert_eq!(
        (table.game.open.round, table.game.open.stage),
        (2, Stage::Plan)
    );
    assert_eq!(
        table.game.open.rewards.at(1).map(|tile| tile.number()),
        Some(2)
    );
}

#[test]
fn t78_the_routes_of_the_worked_round() {
    let green_turn = |green_character, v19: &[&str]| {
        let mut table = worked_round(green_character, v19);
        table.play(RED, &["end"]);
        table
    };
    let mut without_v19 = green_turn(9, &[]);
    assert_eq!(without_v19.travels_to(GREEN, Node::Delhi), ["travel r12"]);
    assert_eq!(without_v19.refused(GREEN, "travel r14 r11"), "road-closed");
    without_v19.play(GREEN, &["travel r12"]);
    assert_eq!(
        (without_v19.coins_of(GREEN), without_v19.coins_of(RED)),
        (15, 15)
    );
    let mut other_character = green_turn(16, &[]);
    assert_eq!(
        other_character.travels_to(GREEN, Node::Delhi),
        ["travel r12"]
    );
    other_character.play(GREEN, &["travel r12"]);
    assert_eq!(
        (
            other_character.coins_of(GREEN),
            other_character.coins_of(RED)
        ),
        (13, 17)
    );
    let unchanged = green_turn(16, &["v19 g"]);
    assert_eq!(unchanged.travels_to(GREEN, Node::Delhi), ["travel r14 r11"]);
    assert_eq!(unchanged.refused(GREEN, "travel r12"), "needless-payment");
}

#[test]
fn the_first_game_has_its_own_characters() {
    let options = Options {
        first_game: true,
        ..Options::default()
    };
    let game = Maharaja::new(&options, "first".parse().unwrap()).unwrap();
    let numbers: Vec<u8> = game
        .open
        .display
        .iter()
        .map(|character| character.number())
        .collect();
    assert_eq!(numbers, [1, 2, 5, 9, 12, 14, 15]);
}

#[test]
fn starting_shrines_go_into_villages_only() {
    let mut table = chosen(3);
    let Stage::PlaceShrine { seat, .. } = table.game.open.stage else {
        panic!()
    };
    assert_eq!(
        table.refused(seat.number(), "shrine delhi"),
        "starts-in-a-village"
    );
    let all: Vec<String> = Village::ALL
        .iter()
        .map(|village| format!("shrine {village}"))
        .collect();
    assert_eq!(table.legal(seat.number()), all);
    table.play(seat.number(), &["shrine v01"]);
    assert_eq!(table.game.open.villages[Village::V01].seats(), [seat]);
    assert!(
        table
            .game
            .open
            .owner(Character::NoEffect)
            .is_none_or(|owner| owner.number() < 3)
    );
}

#[test]
fn the_opening_tells_what_the_set_up_has_drawn() {
    let options = Options {
        players: 3,
        rules: Rules::Chosen(Set::only(SpecialRule::WeakOuter)),
        final_tile: FinalChoice::F3,
        ..Options::default()
    };
    let game = Maharaja::new(&options, "opening".parse().unwrap()).unwrap();
    let Stage::ChooseCharacter { seat } = game.open.stage else {
        panic!()
    };
    let opening = game.opening();
    assert_eq!(
        opening[..3],
        [
            Event::RuleInPlay {
                rule: SpecialRule::WeakOuter
            },
            Event::FinalTileInPlay {
                tile: FinalTile::Roads
            },
            Event::FlagsPlaced {
                cities: game.open.track.from_left()
            },
        ]
    );
    assert_eq!(
        opening[3..],
        [
            Event::RewardsPlaced {
                rewards: game.open.rewards.tiles().collect()
            },
            Event::CharactersLaid {
                characters: game.open.display
            },
            Event::StartPlayerDrawn { seat },
        ]
    );
}
