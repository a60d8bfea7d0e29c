//! Acceptance examples: the game against Brahmabot.

use crate::position::*;
use kit::{Eyes, Game, Set};
use maharaja::components::{BotTile, City, Field, Level, Node, Reward, SetupTile, Village};
use maharaja::{Aim, Event, Hindrance, Maharaja, Options, Stage};

/// A fresh game in which that set-up tile lies face down and the player chooses the first character.
fn set_up(level: Level, tile: SetupTile) -> Position {
    let options = Options {
        players: 1,
        level: Some(level),
        ..Options::default()
    };
    let mut table = Position {
        game: Maharaja::new(&options, "solo".parse().unwrap()).unwrap(),
    };
    table.game.face_down.as_mut().unwrap().setup = tile;
    let first = table.legal(RED)[0].clone();
    table.play(RED, &[&first]);
    table
}

fn villages_of_brahmabot(table: &Position) -> Set<Village> {
    let own = |village: &Village| table.game.open.villages[*village].include(seat(BOT));
    Village::ALL.into_iter().filter(own).collect()
}

fn villages(list: &str) -> Set<Village> {
    list.split(' ')
        .map(|village| village.parse::<Village>().unwrap())
        .collect()
}

#[test]
fn t65_the_level_decides_what_brahmabot_starts_with() {
    let hard = set_up(Level::Hard, SetupTile::West);
    assert_eq!(
        villages_of_brahmabot(&hard),
        villages("v27 v28 v09 v12 v10 v11 v07 v08")
    );
    assert_eq!(
        (
            hard.tableau(BOT).shrines,
            hard.coins_of(BOT),
            hard.prestige_of(BOT)
        ),
        (12, 4, 4)
    );
    assert_eq!(hard.refused(RED, "shrine v27"), "village-full");
    let easy = set_up(Level::Easy, SetupTile::North);
    assert_eq!(villages_of_brahmabot(&easy), villages("v21 v22 v03 v06"));
    assert_eq!((easy.coins_of(BOT), easy.prestige_of(BOT)), (0, 2));
    let normal = set_up(Level::Normal, SetupTile::East);
    assert_eq!(
        villages_of_brahmabot(&normal),
        villages("v25 v26 v13 v16 v14 v15")
    );
    assert_eq!((normal.coins_of(BOT), normal.prestige_of(BOT)), (2, 3));
}

#[test]
fn t66_the_tick_of_the_drawn_tile_names_a_tile_of_the_row() {
    let mut table = solo(Level::Normal)
        .row("b05 b09 b12", "b02")
        .turn(RED, "5 5")
        .ready();
    let events = table.play(RED, &["end"]);
    let named = events.iter().find_map(|event| match event {
        Event::BrahmabotDrew { drawn, tile, .. } => Some((*drawn, *tile)),
        _ => None,
    });
    assert_eq!(named, Some((BotTile::B02, BotTile::B09)));
}

/// Brahmabot uses that tile after the player's idle turn. Tells what happened.
fn brahmabot_uses(table: Position, tile: &str) -> (Position, Vec<Event>) {
    let others: Vec<&str> = ["b01", "b07", "b04"]
        .into_iter()
        .filter(|other| *other != tile)
        .collect();
    let mut table = table
        .row(&format!("{tile} {} {}", others[0], others[1]), "b08")
        .turn(RED, "5 5")
        .ready();
    let events = table.play(RED, &["end"]);
    (table, events)
}

fn route(events: &[Event]) -> String {
    let travelled = events.iter().find_map(|event| match event {
        Event::BrahmabotTravelled { route, .. } => Some(route.to_string()),
        _ => None,
    });
    travelled.expect("Brahmabot travels")
}

/// An event as a sentence; the player is called Red.
fn told(event: &Event) -> String {
    let names = ["Red", "Brahmabot"].map(str::to_owned).to_vec();
    let teller = words::Teller::new(words::Language::En, "maharaja", names);
    teller.event(&serde_json::to_value(event).unwrap()).unwrap()
}

/// Shrines, statues and coins that came up after Brahmabot's journey.
fn after_the_journey(events: &[Event]) -> Vec<String> {
    let journey = |event: &&Event| !matches!(event, Event::BrahmabotTravelled { .. });
    let scoring = |event: &&Event| !matches!(event, Event::Ranked { .. } | Event::Unranked { .. });
    events
        .iter()
        .skip_while(journey)
        .skip(1)
        .take_while(scoring)
        .map(told)
        .collect()
}

#[test]
fn t67_a_route_that_needs_a_new_shrine() {
    let table = solo(Level::Easy)
        .priest(BOT, Node::Jaipur)
        .villages(&["v12 g", "v10 r"]);
    let (table, events) = brahmabot_uses(table, "b06");
    assert_eq!(route(&events), "r07");
    assert!(table.game.open.villages[Village::V11].include(seat(BOT)));
    assert_eq!(table.tableau(BOT).priest, Node::Ahmadabad);
    assert!(
        after_the_journey(&events).is_empty(),
        "no coins, no further step"
    );
    assert_eq!(table.coins_of(BOT), 0);
}

fn to_varanasi(coins: u16) -> (Position, Vec<Event>) {
    let table = solo(Level::Easy)
        .round(2)
        .priest(BOT, Node::Khajuraho)
        .villages(&["v15 v16 v25 v26 v29 r", "v30 g"])
        .coins(BOT, coins);
    brahmabot_uses(table, "b03")
}

#[test]
fn t68_a_route_that_is_open() {
    let (table, events) = to_varanasi(6);
    assert_eq!(route(&events), "r09");
    assert_eq!(
        after_the_journey(&events),
        [
            "Brahmabot builds a statue in Varanasi (centre) for 6 coins.",
            "Red takes 2 coins."
        ]
    );
    assert_eq!(table.coins_of(BOT), 0);
    let (table, events) = to_varanasi(5);
    assert_eq!(route(&events), "r09");
    assert_eq!(
        after_the_journey(&events),
        [
            "Brahmabot builds a shrine in Varanasi.",
            "Brahmabot takes 1 coin.",
            "Red takes 2 coins."
        ]
    );
    assert_eq!(table.coins_of(BOT), 6);
}

#[test]
fn t69_already_there() {
    let table = solo(Level::Easy)
        .round(2)
        .priest(BOT, Node::Varanasi)
        .coins(BOT, 7);
    let (table, events) = brahmabot_uses(table, "b03");
    assert_eq!(route(&events), "");
    assert_eq!(
        table.game.open.cities[City::Varanasi].statues[Field::Centre],
        Some(seat(BOT))
    );
    assert_eq!(table.coins_of(BOT), 1);
}

#[test]
fn t70_the_order_of_the_fields_and_no_bonus() {
    let table = solo(Level::Easy).maharaja(City::Delhi).statues(
        RED,
        City::Delhi,
        &[Field::Centre, Field::Top],
    );
    let (table, events) = brahmabot_uses(table, "b02");
    assert_eq!(
        table.game.open.cities[City::Delhi].statues[Field::Bottom],
        Some(seat(BOT))
    );
    let gains = events
        .iter()
        .filter(|event| matches!(event, Event::Prestige { .. }))
        .count();
    assert_eq!(
        (gains, table.prestige_of(BOT)),
        (1, 2 + 1),
        "only for the rank"
    );
}

#[test]
fn t71_a_close_second() {
    let table = |player, bot| {
        solo(Level::Easy)
            .characters(&[player, bot])
            .city_shrines(RED, City::Delhi, 5)
            .city_shrines(BOT, City::Delhi, 3)
            .city_shrines(RED, City::Agra, 4)
            .city_shrines(BOT, City::Agra, 3)
            .city_shrines(RED, City::Jaipur, 2)
            .city_shrines(BOT, City::Jaipur, 2)
            .row("b11 b07 b04", "b08")
            .ready()
    };
    let mut behind = table(3, 8);
    let mut events = behind.play(RED, &["plan 5 5"]);
    events.extend(behind.play(RED, &["end"]));
    assert_eq!(
        aim_of(&events),
        Some((City::Jaipur, Aim::CloseSecond { difference: 0 }))
    );
    let mut ahead = table(3, 1);
    let events = ahead.play(RED, &["plan 5 5"]);
    assert_eq!(
        aim_of(&events),
        Some((City::Agra, Aim::CloseSecond { difference: 1 }))
    );
}

/// The last turn of a round, with so many shrines in the Maharaja's city.
fn before_scoring(table: Position, player: u8, bot: u8) -> Position {
    table
        .city_shrines(RED, City::Jodhpur, player)
        .city_shrines(BOT, City::Jodhpur, bot)
        .turn(RED, "5 5")
        .last()
        .ready()
}

#[test]
fn t72_scoring_against_brahmabot() {
    let mut first = before_scoring(solo(Level::Normal), 3, 2);
    first.play(RED, &["end"]);
    assert_eq!(
        (first.coins_of(RED), first.prestige_of(BOT)),
        (15 + 12, 3 + 1)
    );
    assert_eq!(first.legal(RED), ["reward 1", "reward 2"]);
    first.play(RED, &["reward 2"]);
    let left: Vec<u8> = first
        .game
        .open
        .rewards
        .tiles()
        .map(Reward::number)
        .collect();
    assert_eq!(left, [1, 3, 4, 5, 6, 7, 8]);

    let mut second = before_scoring(solo(Level::Normal), 2, 3);
    second.play(RED, &["end"]);
    assert_eq!(
        (second.coins_of(RED), second.prestige_of(BOT)),
        (15 + 6, 3 + 4)
    );

    let mut absent = before_scoring(solo(Level::Normal), 0, 3);
    absent.play(RED, &["end"]);
    assert_eq!(
        (absent.coins_of(RED), absent.prestige_of(BOT)),
        (15 + 3, 3 + 4)
    );
    assert_eq!(absent.game.open.rewards.at(1), Some(Reward::Shrines));
    assert_eq!(absent.game.open.round, 2);

    let mut nobody = before_scoring(solo(Level::Normal), 0, 0);
    nobody.play(RED, &["end"]);
    assert_eq!((nobody.coins_of(RED), nobody.prestige_of(BOT)), (15 + 3, 3));
    let mut without_worship = before_scoring(solo(Level::Normal), 1, 0);
    without_worship.play(RED, &["end"]);
    assert_eq!(without_worship.prestige_of(BOT), 3 + 1);
}

fn row_of_characters(table: &Position) -> Vec<u8> {
    table
        .game
        .open
        .display
        .iter()
        .map(|character| character.number())
        .collect()
}

#[test]
fn t73_taking_brahmabots_tile() {
    let mut table = solo(Level::Normal)
        .characters_and_display(&[5, 16], &[9, 2, 7])
        .turn(RED, "8 8")
        .ready();
    let next = table
        .game
        .face_down
        .unwrap()
        .characters
        .last()
        .unwrap()
        .number();
    table.play(RED, &["start 8 16"]);
    assert!(
        table
            .game
            .open
            .out
            .contains(maharaja::components::Character::PriestPlusOne)
    );
    assert_eq!(table.tableau(RED).character.unwrap().number(), 16);
    assert_eq!(table.tableau(BOT).character.unwrap().number(), 9);
    assert_eq!(row_of_characters(&table), [2, 7, next]);
    assert!(
        matches!(table.game.open.stage, Stage::Turn(_)),
        "nobody else has to choose"
    );
}

#[test]
fn t74_stacks_shrink() {
    let mut table = solo(Level::Normal).ready();
    for _ in 0..3 {
        table.finish_round();
    }
    assert_eq!(table.game.open.round, 4);
    assert_eq!(table.game.open.brahmabot.unwrap().used.len(), 3);
    let secret = table.game.face_down.unwrap();
    assert_eq!(
        secret.tiles.len() + 3,
        9,
        "three of the nine lie in the row again"
    );

    let mut choosing = set_up_choice(&[4, 11, 7], 3);
    choosing.play(RED, &["character 11"]);
    assert_eq!(row_of_characters(&choosing), [4, 7, 3]);
}

/// The first choice of a game, with that row and the next character of the stack.
fn set_up_choice(row: &[u8], next: u8) -> Position {
    let options = Options {
        players: 1,
        ..Options::default()
    };
    let fresh = Maharaja::new(&options, "choice".parse().unwrap()).unwrap();
    let mut table = Position { game: fresh }.characters_and_display(&[5, 16], row);
    let secret = table.game.face_down.as_mut().unwrap();
    secret
        .characters
        .retain(|character| character.number() != next);
    secret
        .characters
        .insert(0, maharaja::components::Character::PriestPlusOne);
    secret
        .characters
        .push(maharaja::components::Character::numbered(next).unwrap());
    table.game.open.tableaus[seat(RED)].character = None;
    table.ready()
}

#[test]
fn t75_without_a_shrine_left_one_is_moved() {
    let table = solo(Level::Easy)
        .maharaja(City::Varanasi)
        .track("delhi@4 agra@5 jaipur@6 khajuraho@7 ahmadabad@8 jodhpur@9 varanasi@10")
        .city_shrines(BOT, City::Agra, 10)
        .city_shrines(BOT, City::Delhi, 10)
        .priest(BOT, Node::Varanasi);
    let (_, events) = brahmabot_uses(table, "b03");
    let moved = events
        .iter()
        .find(|event| matches!(event, Event::ShrineMoved { .. }))
        .unwrap();
    assert_eq!(
        told(moved),
        "Brahmabot moves a shrine from Agra to Varanasi."
    );
}

#[test]
fn t76_brahmabot_pays_what_he_has() {
    let mut table = before_scoring(
        solo(Level::Normal)
            .rewards(&[4, 1, 2, 3, 5, 6, 7, 8])
            .coins(BOT, 1),
        1,
        0,
    );
    table.play(RED, &["end", "reward 1"]);
    assert_eq!(table.coins_of(BOT), 0);
}

#[test]
fn t79_fewer_of_the_players_shrines_before_fewer_roads() {
    let table = solo(Level::Easy)
        .priest(BOT, Node::Khajuraho)
        .villages(&["v15 v16 r", "v25 v26 v29 v30 g"]);
    let (_, events) = brahmabot_uses(table, "b03");
    assert_eq!(route(&events), "r14 r16");
    assert!(
        !after_the_journey(&events)
            .iter()
            .any(|step| step.starts_with("Red"))
    );
}

#[test]
fn t80_the_first_rank_gains_prestige_in_solo_too() {
    let with_s1 = |player, bot| {
        let table = with_rules(1, &["s1"]).characters(&[player, bot]);
        table.row("b07 b09 b12", "b03")
    };
    let mut bot_first = before_scoring(with_s1(12, 11), 1, 2);
    bot_first.play(RED, &["end"]);
    assert_eq!(
        (bot_first.prestige_of(BOT), bot_first.prestige_of(RED)),
        (3 + 5, 3)
    );
    for (character, gain) in [(12, 1), (11, 2)] {
        let mut player_first = before_scoring(with_s1(character, 1), 2, 1);
        player_first.play(RED, &["end"]);
        assert_eq!(
            (player_first.prestige_of(RED), player_first.prestige_of(BOT)),
            (3 + gain, 3 + 1)
        );
    }
}

#[test]
fn ruling_14_19_a_marker_returns_when_its_tile_leaves_the_game() {
    let mut table = solo(Level::Normal)
        .round(2)
        .row("b07 b09 b12", "b03")
        .characters_and_display(&[9, 16], &[2, 3, 4])
        .maharani(RED, 9)
        .turn(RED, "5 8")
        .ready();
    table.play(RED, &["start 8 3"]);
    assert_eq!(table.game.open.maharani, [None, None]);
    let no_stealing = with_rules(1, &["s4"]).turn(RED, "8 8").ready();
    assert_eq!(no_stealing.refused(RED, "start 8 16"), "no-stealing");
}

#[test]
fn ruling_14_20_an_empty_stack_does_not_refill_the_row() {
    let mut table = solo(Level::Normal)
        .characters_and_display(&[1, 16], &[9, 2, 7])
        .turn(RED, "8 8");
    let secret = table.game.face_down.as_mut().unwrap();
    table.game.open.out = secret.characters.iter().copied().collect();
    secret.characters.clear();
    let mut table = table.ready();
    table.play(RED, &["start 8 2"]);
    assert_eq!(row_of_characters(&table), [9, 7]);
    table.play(RED, &["start 8 16"]);
    assert_eq!(row_of_characters(&table), [7]);
    assert_eq!(table.tableau(BOT).character.unwrap().number(), 9);
}

#[test]
fn brahmabot_falls_back_when_no_city_qualifies() {
    let table = solo(Level::Easy).statues(RED, City::Delhi, &[Field::Centre]);
    let (_, events) = brahmabot_uses(table.clone(), "b09");
    assert!(events.iter().any(|event| matches!(
        event,
        Event::BrahmabotAims {
            city: City::Agra,
            aim: Aim::FreeCentre,
            ..
        }
    )));
    let centres = City::ALL.into_iter().skip(2).fold(
        solo(Level::Easy)
            .statues(RED, City::Jodhpur, &[Field::Centre])
            .statues(RED, City::Delhi, &[Field::Centre]),
        |table, city| table.statues(BOT, city, &[Field::Centre]),
    );
    let (_, events) = brahmabot_uses(centres, "b09");
    assert!(events.iter().any(|event| matches!(
        event,
        Event::BrahmabotAims {
            city: City::Delhi,
            aim: Aim::LeftmostFlag,
            ..
        }
    )));
}

#[test]
fn a_route_that_cannot_be_completed_is_not_begun() {
    // All twenty shrines lie in villages, and each way to Jaipur lacks one.
    let table = solo(Level::Easy).priest(BOT, Node::Jodhpur).villages(&[
        "v01 v02 v03 v04 v05 v06 v07 v09 v11 v13 v14 v15 v16 v17 v19 v20 v23 v25 v26 v27 g",
    ]);
    let (after, events) = brahmabot_uses(table, "b10");
    let last = Event::BrahmabotCannot {
        hindrance: Hindrance::NoShrine,
    };
    assert!(events.contains(&last));
    assert_eq!(after.tableau(BOT).priest, Node::Jodhpur);
}

#[test]
fn the_seventh_statue_of_brahmabot_ends_the_game() {
    let table = solo(Level::Hard).statues(BOT, City::Agra, &Field::ALL[..6]);
    let (table, events) = brahmabot_uses(table, "b02");
    assert_eq!(table.game.open.stage, Stage::Over);
    assert!(events.contains(&Event::GameOver {
        winners: Set::EMPTY,
        draw: false
    }));
    assert!(table.winners().is_empty());
}

#[test]
fn the_right_tile_and_both_stacks_stay_hidden() {
    let table = solo(Level::Normal).ready();
    let view = table.game.view(Eyes::Seat(seat(RED)));
    let shown = serde_json::to_value(&view).unwrap();
    assert!(shown["brahmabot"]["row"]["right"].is_null());
    assert_eq!(shown["round"], 1);
    for hidden in ["face_down", "chance"] {
        assert!(shown.get(hidden).is_none(), "{shown}");
    }
}

#[test]
fn spec_13_7_a_complete_tie_is_a_draw() {
    let equal = before_scoring(solo(Level::Normal).round(7).row("b07 b09 b12", "b03"), 0, 0)
        .coins(RED, 0)
        .coins(BOT, 3);
    let mut draw = equal.clone();
    let events = draw.play(RED, &["end"]);
    assert_eq!(
        [RED, BOT].map(|player| draw.points(player, "total")),
        [3; 2]
    );
    let last = events.last().unwrap();
    assert_eq!(told(last), "The game is over. It is a draw.");
    assert_eq!(draw.winners(), [RED]);

    let mut fewer_coins = equal.coins(BOT, 4);
    let events = fewer_coins.play(RED, &["end"]);
    let last = events.last().unwrap();
    assert_eq!(told(last), "The game is over. Brahmabot wins.");
    assert!(fewer_coins.winners().is_empty());
}

fn aim_of(events: &[Event]) -> Option<(City, Aim)> {
    events.iter().find_map(|event| match event {
        Event::BrahmabotAims { city, aim, .. } => Some((*city, *aim)),
        _ => None,
    })
}

#[test]
fn spec_13_5_a5_without_a_qualifying_city_is_a4() {
    let nowhere_second = solo(Level::Easy)
        .statues(RED, City::Delhi, &Field::ALL)
        .prestige(RED, 4);
    let (_, events) = brahmabot_uses(nowhere_second, "b12");
    assert_eq!(aim_of(&events), Some((City::Agra, Aim::FreeCentre)));
}

#[test]
fn spec_13_5_equal_differences_go_to_the_leftmost_flag() {
    let table = solo(Level::Easy)
        .characters(&[1, 16])
        .city_shrines(RED, City::Agra, 2)
        .city_shrines(BOT, City::Agra, 1)
        .city_shrines(RED, City::Varanasi, 1);
    let (_, events) = brahmabot_uses(table.clone(), "b12");
    let by_one = Aim::CloseSecond { difference: 1 };
    assert_eq!(aim_of(&events), Some((City::Agra, by_one)));
    let others = "delhi@4 varanasi@5 jaipur@6 khajuraho@7 ahmadabad@8 agra@9 jodhpur@10";
    let (_, events) = brahmabot_uses(table.track(others), "b12");
    assert_eq!(aim_of(&events), Some((City::Varanasi, by_one)));
}

#[test]
fn spec_13_5_a_main_action_without_a_statue_or_field_is_skipped() {
    let full = solo(Level::Easy)
        .maharaja(City::Delhi)
        .statues(RED, City::Delhi, &Field::ALL[..6])
        .prestige(RED, 4)
        .statues(BOT, City::Delhi, &[Field::UpperLeft]);
    let (after, events) = brahmabot_uses(full, "b02");
    let cannot = Event::BrahmabotCannot {
        hindrance: Hindrance::NoField,
    };
    assert!(events.contains(&cannot));
    assert_eq!(after.tableau(BOT).statues, 6);

    let mut none_left = solo(Level::Easy)
        .row("b01 b07 b04", "b08")
        .statues(BOT, City::Agra, &Field::ALL)
        .turn(RED, "5 5")
        .ready();
    let events = none_left.play(RED, &["end"]);
    let cannot = Event::BrahmabotCannot {
        hindrance: Hindrance::NoStatue,
    };
    assert!(events.contains(&cannot));
}

#[test]
fn spec_13_5_the_coin_is_taken_even_if_no_shrine_can_be_built() {
    let in_villages =
        "v01 v02 v03 v04 v05 v06 v07 v08 v09 v10 v11 v12 v13 v14 v15 v16 v17 v18 v19 v20 g";
    let table = solo(Level::Easy)
        .priest(BOT, Node::Varanasi)
        .villages(&[in_villages]);
    let (after, events) = brahmabot_uses(table, "b03");
    assert_eq!(
        after_the_journey(&events),
        [
            "Brahmabot cannot build: no shrine is left, and none can be moved.",
            "Brahmabot takes 1 coin."
        ]
    );
    assert_eq!(after.coins_of(BOT), 1);
}

#[test]
fn spec_13_7_brahmabot_loses_nothing_for_unused_shrines() {
    let table = with_final(1, "f5").supply(RED, 6).over();
    assert_eq!(table.points(RED, "final tile"), -6);
    assert_eq!(table.points(BOT, "final tile"), 0);
}

#[test]
fn spec_10_3_a_tile_leaves_the_game_when_it_is_applied() {
    let table = solo(Level::Normal).rewards(&[1, 6, 2, 3, 4, 5, 7, 8]);
    let mut table = before_scoring(table, 3, 1);
    table.play(RED, &["end"]);
    let tiles = |table: &Position| table.game.open.rewards.tiles().count();
    table.play(RED, &["reward 2"]);
    assert_eq!(tiles(&table), 8);
    table.play(RED, &["buy 2"]);
    assert_eq!(tiles(&table), 7);
    assert!(
        table
            .game
            .open
            .rewards
            .position(Reward::BuyPrestige)
            .is_none()
    );
}
