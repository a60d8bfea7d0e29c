//! Acceptance examples: city scorings, rewards, the end.

use crate::position::*;
use maharaja::components::{City, Field, Node, Reward};
use maharaja::{Event, Stage};

const OUTER: [Field; 2] = [Field::UpperRight, Field::LowerRight];

/// Ends the last turn of the round and tells what everybody's coins grew by.
fn coins_from_scoring(mut table: Position, last: u8) -> (Position, Vec<u16>) {
    let players = table.game.open.options.players;
    let coins = |table: &Position| {
        (0..players)
            .map(|player| table.coins_of(player))
            .collect::<Vec<_>>()
    };
    let before = coins(&table);
    table.play(last, &["end"]);
    let after = coins(&table);
    (
        table,
        after
            .iter()
            .zip(before)
            .map(|(after, before)| after - before)
            .collect(),
    )
}

fn worship(table: &Position, player: u8) -> u8 {
    table.game.open.scored_worship(seat(player), City::Jodhpur)
}

#[test]
fn t44_four_ranks() {
    let table = position(4)
        .statues(RED, City::Jodhpur, &[Field::Centre])
        .city_shrines(RED, City::Jodhpur, 2)
        .priest(RED, Node::Jodhpur)
        .city_shrines(GREEN, City::Jodhpur, 5)
        .city_shrines(BLUE, City::Jodhpur, 2)
        .city_shrines(YELLOW, City::Jodhpur, 4)
        .characters(&[1, 2, 9, 10])
        .turn(RED, "5 5")
        .last()
        .ready();
    assert_eq!(
        [RED, GREEN, YELLOW, BLUE].map(|player| worship(&table, player)),
        [6, 5, 4, 2]
    );
    let (table, coins) = coins_from_scoring(table, RED);
    assert_eq!(coins, [12, 10, 6, 8]);
    let Stage::Reward(rewarding) = table.game.open.stage else {
        panic!()
    };
    assert_eq!(
        rewarding.waiting.as_slice(),
        [RED, GREEN, YELLOW, BLUE].map(seat)
    );
}

#[test]
fn t45_ties_go_to_the_lower_number() {
    let table = position(3)
        .characters(&[9, 2, 10])
        .statues(RED, City::Jodhpur, &[Field::Centre])
        .city_shrines(RED, City::Jodhpur, 2)
        .statues(GREEN, City::Jodhpur, &[Field::Top])
        .city_shrines(GREEN, City::Jodhpur, 2)
        .priest(GREEN, Node::Jodhpur)
        .turn(RED, "5 5")
        .last()
        .ready();
    assert_eq!([worship(&table, RED), worship(&table, GREEN)], [5, 5]);
    let (table, coins) = coins_from_scoring(table, RED);
    assert_eq!(coins, [9, 12, 3]);
    let Stage::Reward(rewarding) = table.game.open.stage else {
        panic!()
    };
    assert_eq!(rewarding.waiting.as_slice(), [GREEN, RED].map(seat));
}

#[test]
fn t46_two_players_one_without_worship() {
    let table = position(2)
        .city_shrines(RED, City::Jodhpur, 1)
        .characters(&[1, 2])
        .turn(GREEN, "5 5")
        .last()
        .ready();
    assert_eq!(coins_from_scoring(table, GREEN).1, [12, 3]);
}

#[test]
fn t47_only_whoever_has_worship_takes_a_reward() {
    let table = position(4)
        .characters(&[1, 2, 9, 10])
        .city_shrines(RED, City::Jodhpur, 4)
        .turn(GREEN, "5 5")
        .last()
        .ready();
    let (mut table, coins) = coins_from_scoring(table, GREEN);
    assert_eq!(coins, [12, 3, 3, 3]);
    table.play(RED, &["reward 1"]);
    assert_eq!(table.game.open.round, 2);
}

#[test]
fn t48_ability_8_needs_no_piece() {
    let table = position(2)
        .characters(&[8, 1])
        .turn(GREEN, "5 5")
        .last()
        .ready();
    assert_eq!(worship(&table, RED), 1);
    let (table, coins) = coins_from_scoring(table, GREEN);
    assert_eq!(coins, [12, 3]);
    assert_eq!(table.legal(RED), ["reward 1", "reward 2", "reward 3"]);
}

#[test]
fn t49_ability_5_doubles_the_priest() {
    let table = position(2).characters(&[5, 1]).ready();
    assert_eq!(worship(&table, RED), 0);
    assert_eq!(worship(&table.priest(RED, Node::Jodhpur), RED), 2);
}

#[test]
fn t50_ability_7_counts_pairs() {
    let table = position(2)
        .characters(&[7, 1])
        .city_shrines(RED, City::Jodhpur, 5)
        .statues(RED, City::Jodhpur, &[Field::Top])
        .priest(RED, Node::Jodhpur)
        .ready();
    assert_eq!(worship(&table, RED), 10);
}

#[test]
fn t51_special_rules_of_the_scoring() {
    let weak = with_rules(2, &["s2"])
        .statues(RED, City::Jodhpur, &OUTER)
        .city_shrines(RED, City::Jodhpur, 1)
        .ready();
    assert_eq!(worship(&weak, RED), 3);
    for (character, gain) in [(1, 1), (11, 2)] {
        let table = with_rules(2, &["s1"])
            .characters(&[character, 2])
            .city_shrines(RED, City::Jodhpur, 1)
            .turn(GREEN, "5 5")
            .last()
            .ready();
        let (table, _) = coins_from_scoring(table, GREEN);
        assert_eq!(table.prestige_of(RED), 3 + gain);
        assert_eq!(table.points(RED, "ranks"), i32::from(gain));
    }
}

/// All four have worship, in the order of their seats; the scoring has come to the rewards.
fn four_ranked(rewards: &[u8], characters: &[u8]) -> Position {
    let table = position(4)
        .characters(characters)
        .city_shrines(RED, City::Jodhpur, 8)
        .city_shrines(GREEN, City::Jodhpur, 6)
        .city_shrines(BLUE, City::Jodhpur, 4)
        .city_shrines(YELLOW, City::Jodhpur, 1)
        .rewards(rewards)
        .turn(RED, "5 5")
        .last()
        .ready();
    coins_from_scoring(table, RED).0
}

fn order_of_rewards(table: &Position) -> Vec<u8> {
    table
        .game
        .open
        .rewards
        .tiles()
        .map(Reward::number)
        .collect()
}

#[test]
fn t52_taken_rewards_go_to_the_top() {
    let mut table = four_ranked(&[1, 2, 3, 6, 5, 7, 8, 4], &[1, 2, 9, 10]);
    table.play(RED, &["reward 3"]);
    table.play(GREEN, &["reward 1"]);
    table.play(BLUE, &["reward 5"]);
    let at = |position| table.game.open.rewards.at(position).map(Reward::number);
    assert_eq!([4, 6, 7, 8].map(at), [6, 7, 8, 4].map(Some));
    assert_eq!([9, 10, 11].map(at), [3, 1, 5].map(Some));
    assert_eq!([1, 3, 5, 12].map(at), [None; 4]);
    assert_eq!(table.legal(YELLOW), ["reward 2", "reward 4"]);
    table.play(YELLOW, &["reward 2"]);
    assert_eq!(order_of_rewards(&table), [6, 7, 8, 4, 3, 1, 5, 2]);
    assert_eq!(table.game.open.rewards.at(1), Some(Reward::BuyPrestige));
}

#[test]
fn spec_10_3_a_tile_lies_where_it_was_until_it_is_applied() {
    // Red applies the tile twice, and is asked both times.
    let mut table = four_ranked(&[1, 2, 6, 3, 5, 7, 8, 4], &[16, 2, 9, 10]);
    let at = |table: &Position, position| table.game.open.rewards.at(position).map(Reward::number);
    let before = table.game.open.rewards;
    table.play(RED, &["reward 3"]);
    assert_eq!(table.game.open.rewards, before);
    table.play(RED, &["buy 1"]);
    assert_eq!(table.game.open.rewards, before);
    table.play(RED, &["buy 0"]);
    assert_eq!([3, 9].map(|position| at(&table, position)), [None, Some(6)]);
    // A tile that asks nothing goes up at once.
    table.play(GREEN, &["reward 4"]);
    assert_eq!(
        [4, 10].map(|position| at(&table, position)),
        [None, Some(3)]
    );
}

/// The first of so many players takes a reward; the second has worship too.
fn first_of(players: u8, tile: u8, characters: &[u8]) -> Position {
    let others = (1..=8).filter(|&other| other != tile);
    let rewards: Vec<u8> = [tile].into_iter().chain(others).collect();
    position(players)
        .characters(characters)
        .city_shrines(RED, City::Jodhpur, 5)
        .city_shrines(GREEN, City::Jodhpur, 1)
        .rewards(&rewards)
        .turn(GREEN, "5 5")
        .last()
}

fn scored(table: Position) -> Position {
    let mut table = table.ready();
    table.play(GREEN, &["end"]);
    table
}

#[test]
fn t53_selectable_positions() {
    let three = scored(first_of(3, 1, &[1, 2, 9]));
    assert_eq!(
        three.legal(RED),
        ["reward 1", "reward 2", "reward 3", "reward 4"]
    );
    assert_eq!(three.refused(RED, "reward 5"), "no-reward");
    let two = scored(first_of(2, 1, &[1, 2]));
    assert_eq!(two.refused(RED, "reward 4"), "no-reward");
    assert_eq!(two.refused(RED, "reward 0"), "no-reward");
}

#[test]
fn t54_others_pay_what_they_have() {
    for (character, left) in [(1, [3, 0, 0]), (16, [1, 0, 0])] {
        let mut table = four_ranked(&[4, 1, 2, 3, 5, 6, 7, 8], &[character, 2, 9, 10])
            .coins(GREEN, 5)
            .coins(BLUE, 1)
            .coins(YELLOW, 0);
        table.play(RED, &["reward 1"]);
        assert_eq!(
            [GREEN, BLUE, YELLOW].map(|player| table.coins_of(player)),
            left
        );
    }
}

#[test]
fn t55_two_prestige_with_abilities_11_and_16() {
    let gain = |character, marked: Option<u8>| {
        let others: Vec<u8> = [2, 6].into_iter().chain([marked.unwrap_or(7)]).collect();
        let mut table = first_of(2, 5, &[1, 4])
            .round(2)
            .rewards(&[5, 1, 2, 3, 4, 6, 7, 8]);
        table = table.characters_and_display(&[character, 4], &others);
        if let Some(marked) = marked {
            table = table.maharani(RED, marked);
        }
        let mut table = scored(table);
        table.play(RED, &["reward 1"]);
        table.points(RED, "rewards")
    };
    assert_eq!(
        [
            gain(1, None),
            gain(11, None),
            gain(16, None),
            gain(11, Some(16))
        ],
        [2, 3, 4, 6]
    );
}

#[test]
fn t56_buying_prestige() {
    let mut extra = scored(first_of(2, 6, &[11, 2])).coins(RED, 3);
    extra.play(RED, &["reward 1"]);
    assert_eq!(extra.legal(RED), ["buy 0", "buy 1", "buy 2", "buy 3"]);
    extra.play(RED, &["buy 3"]);
    assert_eq!((extra.coins_of(RED), extra.points(RED, "rewards")), (0, 6));
    let mut twice = scored(first_of(2, 6, &[16, 2])).coins(RED, 6);
    twice.play(RED, &["reward 1", "buy 3", "buy 3"]);
    assert_eq!((twice.coins_of(RED), twice.points(RED, "rewards")), (0, 6));
    let mut limited = scored(first_of(2, 6, &[16, 2])).coins(RED, 4);
    limited.play(RED, &["reward 1", "buy 3"]);
    assert_eq!(limited.legal(RED), ["buy 0", "buy 1"]);
    assert_eq!(limited.refused(RED, "buy 2"), "too-many-purchases");
}

#[test]
fn t57_two_maharani_markers_go_on_two_characters() {
    let table = first_of(2, 8, &[16, 2]);
    let mut both = scored(table.clone());
    both.play(RED, &["reward 1"]);
    assert_eq!(
        both.legal(RED),
        ["maharani 1", "maharani 3", "maharani 4", "decline"]
    );
    both.play(RED, &["maharani 3"]);
    assert_eq!(both.refused(RED, "maharani 3"), "marked-already");
    assert_eq!(both.refused(RED, "maharani 2"), "not-in-display");
    both.play(RED, &["maharani 4"]);
    assert!(both.game.open.maharani.iter().all(Option::is_some));
    assert!(both.legal(RED).is_empty(), "green takes a reward now");
    // With four players a tile that was taken last can be taken again in the next round.
    let mut one = first_of(4, 1, &[16, 2, 9, 10])
        .round(2)
        .rewards(&[1, 2, 3, 4, 8, 5, 6, 7])
        .maharani(GREEN, 1);
    one = scored(one);
    one.play(RED, &["reward 5", "maharani 3"]);
    assert_eq!(one.deciding(), [GREEN]);
}

/// In round 3 red marks that character with the first reward.
fn marked_in_round_3(characters: &[u8], display: &[u8], marked: &str) -> Position {
    let table = first_of(2, 8, characters)
        .characters_and_display(characters, display)
        .round(3);
    let mut table = scored(table.rewards(&[8, 1, 2, 3, 4, 5, 6, 7]));
    table.play(RED, &["reward 1", marked]);
    table.finish_round();
    assert_eq!(table.game.open.round, 4);
    table
}

#[test]
fn t58_a_maharani_marker_lasts_to_the_end_of_the_next_round() {
    use maharaja::components::WheelAction::StatueAndShrine;
    let mut table = marked_in_round_3(&[1, 2], &[3, 14, 15], "maharani 15");
    let [visited, elsewhere] = [City::Delhi, City::Agra];
    assert_eq!(table.game.open.maharaja, Some(visited));
    let price = |city| {
        table
            .game
            .open
            .statue_price(seat(RED), city, StatueAndShrine)
    };
    assert_eq!([price(visited), price(elsewhere)], [9, 7]);
    table.finish_round();
    assert_eq!(
        (table.game.open.round, table.game.open.maharani),
        (5, [None, None])
    );

    let mut once = marked_in_round_3(&[1, 2], &[3, 14, 15], "maharani 14");
    once.play(RED, &["plan 5 5"]);
    once.play(GREEN, &["plan 5 5"]);
    let events = once.play(RED, &["ability 14"]);
    assert_eq!(once.tableau(RED).markers, 1);
    assert_eq!(once.game.open.maharani, [None, None]);
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::MaharaniReturned { .. }))
    );
    assert_eq!(once.refused(RED, "ability 14"), "not-your-ability");
}

#[test]
fn t59_the_marker_stays_when_somebody_takes_the_tile() {
    let mut table = marked_in_round_3(&[5, 2], &[3, 12, 15], "maharani 12");
    table.play(RED, &["plan 3 5"]);
    table.play(GREEN, &["plan 3 8"]);
    table.play(
        GREEN,
        &["start 8 12", "start 3", "statue varanasi 2", "close", "end"],
    );
    table.play(RED, &["start 3", "statue varanasi 3"]);
    assert!(table.game.open.maharani[0].is_some());
}

#[test]
fn t60_the_seventh_statue_ends_the_game_after_its_round() {
    let mut table = position(2)
        .round(5)
        .characters(&[1, 2])
        .statues(RED, City::Agra, &Field::ALL[1..])
        .statues(RED, City::Jaipur, &[])
        .priest(RED, Node::Jodhpur)
        .opened(RED, 1)
        .ready();
    table.play(RED, &["statue jodhpur 0", "end"]);
    assert_eq!(table.tableau(RED).statues, 0);
    let coins = table.coins_of(RED);
    table.play(GREEN, &["end"]);
    assert_eq!(table.coins_of(RED), coins + 12);
    table.play(RED, &["reward 1"]);
    assert_eq!(
        (table.game.open.stage, table.game.open.round),
        (Stage::Over, 5)
    );
    assert_eq!(table.points(RED, "statues"), 21);
}

/// The printed example of a final scoring.
fn printed_example() -> Position {
    use City::*;
    position(4)
        .statues(GREEN, Jodhpur, &[Field::Centre])
        .city_shrines(GREEN, Jodhpur, 1)
        .priest(GREEN, Node::Jodhpur)
        .statues(RED, Delhi, &OUTER)
        .city_shrines(RED, Delhi, 1)
        .priest(RED, Node::Delhi)
        .statues(BLUE, Agra, &[Field::Centre])
        .priest(BLUE, Node::Agra)
        .statues(YELLOW, Jaipur, &OUTER)
        .city_shrines(YELLOW, Jaipur, 1)
        .priest(YELLOW, Node::Jaipur)
        .statues(RED, Khajuraho, &[Field::Centre])
        .city_shrines(RED, Khajuraho, 2)
        .statues(GREEN, Khajuraho, &[Field::Top])
        .city_shrines(GREEN, Khajuraho, 3)
        .statues(YELLOW, Ahmadabad, &[Field::Centre, Field::Top])
        .statues(BLUE, Varanasi, &[Field::Centre])
        .city_shrines(BLUE, Varanasi, 1)
        .statues(GREEN, Varanasi, &OUTER)
        .coins(GREEN, 13)
        .coins(YELLOW, 5)
        .coins(RED, 9)
        .coins(BLUE, 4)
        .prestige(GREEN, 9)
        .prestige(YELLOW, 8)
        .prestige(RED, 12)
        .prestige(BLUE, 14)
        .over()
        .ready()
}

#[test]
fn t61_the_printed_final_scoring() {
    let table = printed_example();
    let points = |source| [GREEN, YELLOW, RED, BLUE].map(|player| table.points(player, source));
    assert_eq!(points("majorities"), [4, 4, 3, 3]);
    assert_eq!(points("statues"), [12, 12, 9, 6]);
    assert_eq!(points("total"), [27, 25, 25, 23]);
    assert_eq!(table.winners(), [GREEN]);
}

#[test]
fn t62_five_coins_are_a_point() {
    for (coins, points) in [(14, 2), (15, 3), (4, 0)] {
        let table = position(2).coins(RED, coins).over().ready();
        assert_eq!(table.points(RED, "coins"), points);
    }
}

#[test]
fn t63_ties_are_broken_by_statues_then_coins() {
    let statues = |red: usize, green: usize| {
        let points = |statues: usize| 31 - 3 * statues as i16;
        let majorities = [2, 2];
        position(2)
            .statues(RED, City::Agra, &Field::ALL[..red])
            .statues(GREEN, City::Delhi, &Field::ALL[..green])
            .coins(RED, 0)
            .coins(GREEN, 0)
            .prestige(RED, points(red) - majorities[0])
            .prestige(GREEN, points(green) - majorities[1])
    };
    let more_statues = statues(5, 6).over().ready();
    assert_eq!(
        [
            more_statues.points(RED, "total"),
            more_statues.points(GREEN, "total")
        ],
        [31, 31]
    );
    assert_eq!(more_statues.winners(), [GREEN]);
    let more_coins = statues(5, 5).coins(RED, 3).coins(GREEN, 4).over().ready();
    assert_eq!(more_coins.winners(), [GREEN]);
    let shared = statues(5, 5).over().ready();
    assert_eq!(shared.winners(), [RED, GREEN]);
}

#[test]
fn t63_seven_coins_beat_three_at_equal_points() {
    let table = position(2)
        .coins(RED, 3)
        .coins(GREEN, 7)
        .prestige(RED, 31)
        .prestige(GREEN, 30)
        .over()
        .ready();
    assert_eq!(
        [table.points(RED, "total"), table.points(GREEN, "total")],
        [31, 31]
    );
    assert_eq!(table.winners(), [GREEN]);
}

#[test]
fn t64_final_scoring_tiles() {
    let points = |table: Position| {
        let table = table.over().ready();
        assert_eq!(table.points(RED, "majorities"), 0);
        table.points(RED, "final tile")
    };
    let f1 = with_final(2, "f1")
        .city_shrines(RED, City::Agra, 1)
        .city_shrines(RED, City::Delhi, 1)
        .city_shrines(RED, City::Jaipur, 1)
        .city_shrines(GREEN, City::Jaipur, 1);
    assert_eq!(points(f1), 8);
    let f2 = with_final(2, "f2")
        .city_shrines(RED, City::Agra, 2)
        .city_shrines(RED, City::Delhi, 1)
        .statues(RED, City::Jaipur, &[Field::Top])
        .statues(RED, City::Varanasi, &OUTER)
        .statues(RED, City::Jodhpur, &[Field::Top])
        .priest(RED, Node::Ahmadabad);
    assert_eq!(points(f2), 5);
    assert_eq!(points(with_final(2, "f3").villages(&["v23 v24 v01 r"])), 2);
    let f4 = with_final(2, "f4")
        .statues(RED, City::Agra, &OUTER)
        .statues(RED, City::Delhi, &Field::ALL[..3])
        .statues(RED, City::Jaipur, &[Field::Top]);
    assert_eq!(points(f4), 4);
    assert_eq!(points(with_final(2, "f5").supply(RED, 6)), -6);
}

#[test]
fn t82_ability_16_from_a_marker_counts_from_the_next_reward() {
    let mut table = scored(
        first_of(2, 8, &[1, 2])
            .characters_and_display(&[1, 2], &[3, 4, 16])
            .rewards(&[8, 2, 3, 1, 4, 5, 6, 7]),
    );
    table.play(RED, &["reward 1", "maharani 16"]);
    assert_eq!(table.deciding(), [GREEN], "applied once");
    table.play(GREEN, &["reward 2"]);
    assert_eq!(table.game.open.maharaja, Some(City::Delhi));
    let mut table = table.priest(RED, Node::Delhi);
    table.play(RED, &["plan 5 5"]);
    table.play(GREEN, &["plan 5 5"]);
    table.play(RED, &["end"]);
    table.play(GREEN, &["end"]);
    let coins = table.coins_of(RED);
    let position = (1..)
        .find(|&position| table.game.open.rewards.at(position) == Some(Reward::Coins))
        .unwrap();
    table.play(RED, &[&format!("reward {position}")]);
    assert_eq!(table.coins_of(RED), coins + 6);
    assert_eq!(
        (table.game.open.round, table.game.open.maharani),
        (3, [None, None])
    );
}

#[test]
fn t88_choices_without_a_choice_are_skipped() {
    let skips = |table: &mut Position, reward: &str| {
        table.play(RED, &[reward]);
        assert_eq!(table.deciding(), [GREEN]);
    };
    let skipped = |table: &mut Position| skips(table, "reward 1");
    skipped(&mut scored(first_of(2, 6, &[1, 2])).coins(RED, 0));
    skipped(&mut scored(first_of(2, 7, &[1, 2]).shrines(RED, 0)));
    // With four players a tile that was taken last can be taken again in the next round.
    let taken = first_of(4, 1, &[1, 2, 9, 10])
        .round(2)
        .rewards(&[1, 2, 3, 4, 8, 5, 6, 7])
        .maharani(GREEN, 3)
        .maharani(GREEN, 4);
    skips(&mut scored(taken), "reward 5");
    skipped(&mut scored(
        first_of(2, 8, &[1, 2])
            .round(7)
            .rewards(&[8, 1, 2, 3, 4, 5, 6, 7]),
    ));
}

#[test]
fn rulings_14_7_and_10_4_a_free_shrine_goes_into_any_city() {
    let mut table = scored(first_of(2, 7, &[16, 2]));
    let (shrines, coins) = (table.tableau(RED).shrines, table.coins_of(RED));
    table.play(RED, &["reward 1"]);
    assert_eq!(table.refused(RED, "shrine v01"), "cities-only");
    table.play(RED, &["shrine agra", "shrine agra"]);
    assert_eq!(table.game.open.cities[City::Agra].shrines[seat(RED)], 2);
    assert_eq!(
        (table.tableau(RED).shrines, table.coins_of(RED)),
        (shrines - 2, coins)
    );
    let mut declined = scored(first_of(2, 7, &[16, 2]));
    declined.play(RED, &["reward 1", "decline", "shrine delhi"]);
    assert_eq!(declined.tableau(RED).shrines, shrines - 1);
}

#[test]
fn ruling_14_8_weak_outer_statues_count_fully_at_the_end() {
    let table = with_rules(2, &["s2"]).statues(RED, City::Jodhpur, &OUTER);
    assert_eq!(table.game.open.worship(seat(RED), City::Jodhpur), 2);
    assert_eq!(table.game.open.final_worship(seat(RED), City::Jodhpur), 4);
}

#[test]
fn ruling_14_12_nobody_with_worship_takes_no_tile() {
    let table = position(3)
        .characters(&[1, 2, 9])
        .turn(RED, "5 5")
        .last()
        .ready();
    let before = order_of_rewards(&table);
    let (table, coins) = coins_from_scoring(table, RED);
    assert_eq!(coins, [3, 3, 3]);
    assert_eq!(
        (table.game.open.round, order_of_rewards(&table)),
        (2, before)
    );
}

#[test]
fn ruling_14_17_an_ability_counts_once() {
    let table = position(2)
        .round(2)
        .characters(&[8, 1])
        .maharani(RED, 8)
        .turn(RED, "5 5")
        .ready();
    assert_eq!(worship(&table, RED), 1);
}

#[test]
fn shrines_and_one_of_each_are_rewards_too() {
    let mut shrines = scored(first_of(2, 2, &[16, 2]).supply(RED, 5));
    shrines.play(RED, &["reward 1"]);
    assert_eq!(shrines.tableau(RED).supply, 0);
    let mut both = scored(first_of(2, 3, &[16, 2]));
    let coins = both.coins_of(RED);
    both.play(RED, &["reward 1"]);
    assert_eq!(
        (both.coins_of(RED), both.points(RED, "rewards")),
        (coins + 2, 2)
    );
}
