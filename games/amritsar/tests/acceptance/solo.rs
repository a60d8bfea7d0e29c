//! 14.12 Solo.

use crate::table::{Table, prestige, seat};
use amritsar::components::*;
use amritsar::{Event, Options, Pending, Side, Source};
use kit::{By, Game, Key};

/// A solo game in which the human is about to end the actions of a worker; nobody follows afterwards.
fn alone(human_worker: &str, beside_the_token: Colour) -> Table {
    let mut table = Table::new(1);
    table.player(0).mahouts = Default::default();
    table.landed(human_worker, "west_1");
    let mut colours = Colour::all().filter(|&colour| colour != beside_the_token);
    let token = table.game.open.token;
    table.game.open.maharajah_workers = By::from_fn(|space| {
        if space == token {
            Some(beside_the_token)
        } else {
            colours.next()
        }
    });
    let first = table.game.open.temple[0];
    let maharajah = table.maharajah();
    maharajah.elephant = District::all()
        .find(|&district| first.prestige(district) == 4)
        .unwrap();
    maharajah.objective = Objective::C2;
    table
}

/// What happened in his action of that colour.
fn action(told: &[Event], colour: Colour) -> Vec<Event> {
    let acted = Event::MaharajahActed { colour };
    let begin = told.iter().position(|&event| event == acted).unwrap() + 1;
    let ends = |event: &Event| {
        matches!(
            event,
            Event::MaharajahActed { .. } | Event::TokenMoved { .. }
        )
    };
    let end = told[begin..].iter().position(ends).unwrap();
    told[begin..begin + end].to_vec()
}

/// What happened in the first step of his turn.
fn donation_attempt(told: &[Event]) -> Vec<Event> {
    let begin = told
        .iter()
        .position(|&event| event == Event::MaharajahTurnBegan)
        .unwrap()
        + 1;
    let acts = |event: &Event| matches!(event, Event::MaharajahActed { .. });
    let end = told[begin..].iter().position(acts).unwrap();
    told[begin..begin + end].to_vec()
}

fn his_points(points: i16) -> Event {
    Event::Scored {
        side: Side::Maharajah,
        points,
        source: Source::MaharajahBoard,
    }
}

fn he_donated(district: District, space: Space) -> Event {
    Event::Donated {
        side: Side::Maharajah,
        district,
        space,
    }
}

fn took(resource: Resource) -> Event {
    Event::MaharajahTookResource { resource }
}

fn quarry(table: &mut Table) -> [u8; 3] {
    let maharajah = *table.maharajah();
    Resource::ALL.map(|resource| maharajah.quarry(resource))
}

#[test]
fn at_73_his_set_up() {
    for number in 0..20 {
        let seed = kit::Seed::from_bytes([7; 32]).child(number);
        let options = Options {
            players: 1,
            ..Options::default()
        };
        let game = amritsar::Amritsar::new(&options, seed).unwrap();
        let he = game.open.maharajah.unwrap();
        assert_eq!(game.open.temple[0].prestige(he.elephant), 4);
        assert_eq!(
            (he.pp.total(), he.counters_elephant, he.counters_board),
            (5, 1, 15)
        );
        assert_eq!(he.storehouse, By::new([1, 0, 0]));
        assert_eq!(Resource::ALL.map(|resource| he.quarry(resource)), [3, 3, 2]);
        assert_eq!(he.white_track, 0);
        assert!(he.objective.star().is_some());
        assert!(!game.objectives[seat(0)].hand.contains(he.objective));
        assert_eq!(game.open.start_player, seat(0));
    }
    assert_eq!(TempleTile::Temple1.prestige(District::North), 4);
}

#[test]
fn at_74_he_donates_where_the_temple_is_worth_most() {
    let mut table = alone("white", Colour::White);
    table.maharajah().white_track = 5; // his two actions bring a point each, and nothing else
    table.play("done");
    let printed = Event::Scored {
        side: Side::Maharajah,
        points: 2,
        source: Source::Donations,
    };
    assert_eq!(
        donation_attempt(&table.told),
        [he_donated(District::North, Space::A0), printed]
    );
    let he = *table.maharajah();
    assert_eq!((he.pp.total() - 2, he.counters_elephant), (7, 0));
    assert_eq!((he.resources(), quarry(&mut table)), (0, [4, 3, 2]));
}

#[test]
fn at_75_his_two_actions_come_in_the_order_of_the_rows() {
    let mut table = alone("green", Colour::Yellow);
    table.play("done");
    let yellow = action(&table.told, Colour::Yellow);
    assert_eq!(
        yellow,
        [
            Event::MaharajahTookCounter,
            took(Resource::Marble),
            Event::MaharajahRemoved {
                resource: Resource::Marble
            }
        ]
    );
    let green = action(&table.told, Colour::Green);
    assert_eq!(green[0], he_donated(District::East, Space::A1));
    assert_eq!(table.game.open.market[Resource::Marble], 3);
    let he = *table.maharajah();
    assert_eq!(
        (he.pp.total(), he.counters_elephant, he.counters_board),
        (9, 0, 14)
    );
    assert_eq!(
        (he.elephant, he.resources(), quarry(&mut table)),
        (District::East, 0, [4, 3, 2])
    );
    let acted: Vec<Event> = table
        .told
        .iter()
        .copied()
        .filter(|event| matches!(event, Event::MaharajahActed { .. }))
        .collect();
    assert_eq!(
        acted,
        [
            Event::MaharajahActed {
                colour: Colour::Yellow
            },
            Event::MaharajahActed {
                colour: Colour::Green
            }
        ]
    );
}

#[test]
fn at_76_without_a_counter_he_takes_one_and_stays() {
    let mut table = alone("white", Colour::Blue);
    table.maharajah().counters_elephant = 0;
    table.maharajah().elephant = District::South;
    table.play("done");
    assert_eq!(donation_attempt(&table.told), [Event::MaharajahTookCounter]);
    assert_eq!(table.maharajah().elephant, District::South);
}

#[test]
fn at_77_another_resource_or_prestige_from_an_empty_quarry() {
    let mut table = alone("blue", Colour::White);
    table.game.open.decade = Decade::Iii;
    table.maharajah().counters_elephant = 0;
    table.maharajah().storehouse = By::new([1, 3, 2]);
    table.maharajah().white_track = 2; // white brings 2 PP next, and no resource
    table.maharajah().storehouse[Resource::Marble] = 2;
    table.play("done");
    assert_eq!(
        action(&table.told, Colour::Blue),
        [took(Resource::Marble), took(Resource::Marble)]
    );

    let mut table = alone("blue", Colour::White);
    table.maharajah().counters_elephant = 0;
    table.maharajah().storehouse = By::new([4, 3, 2]);
    table.play("done");
    assert_eq!(
        action(&table.told, Colour::Blue),
        [his_points(1), his_points(1)]
    );
}

#[test]
fn at_78_a_row_of_counters_gives_something() {
    let row_ends = |board| {
        let mut table = alone("blue", Colour::White);
        table.maharajah().counters_elephant = 0;
        table.maharajah().counters_board = board;
        table.play("done");
        assert_eq!(table.maharajah().counters_board, board - 1);
        donation_attempt(&table.told)
    };
    assert_eq!(row_ends(13), [Event::MaharajahTookCounter, his_points(1)]);
    assert_eq!(
        row_ends(10),
        [Event::MaharajahTookCounter, took(Resource::Gold)]
    );
    assert_eq!(row_ends(12), [Event::MaharajahTookCounter]);
    assert_eq!(
        row_ends(4),
        [
            Event::MaharajahTookCounter,
            took(Resource::Gold),
            his_points(1)
        ]
    );
    assert_eq!(row_ends(1), [Event::MaharajahTookCounter, his_points(2)]);
}

#[test]
fn at_79_back_and_forth_at_the_end_of_the_white_track() {
    let mut table = alone("white", Colour::White);
    table.maharajah().white_track = 5;
    table.play("done");
    let white: Vec<Event> = action(&table.told, Colour::White);
    assert_eq!(
        white,
        [Event::MaharajahAdvanced { place: 6 }, his_points(1)]
    );
    assert_eq!(table.maharajah().white_track, 7);
    let before = table.maharajah().pp.0[Source::MaharajahBoard];
    let mut again = alone("white", Colour::Blue);
    again.maharajah().white_track = 7;
    again.play("done");
    assert_eq!(again.maharajah().white_track, 6);
    assert_eq!(
        action(&again.told, Colour::White),
        [Event::MaharajahAdvanced { place: 6 }, his_points(1)]
    );
    assert_eq!(before, 2);
}

#[test]
fn at_80_the_best_space_is_worth_most_to_him() {
    let mut table = alone("blue", Colour::White);
    table
        .counters_of("north", Side::Maharajah, "a0 a1")
        .donated("north", 0, "a2");
    table.maharajah().storehouse = By::new([1, 1, 0]);
    table.play("done");
    let first = donation_attempt(&table.told);
    assert_eq!(first[0], he_donated(District::North, Space::B0));
    let gained: i16 = first
        .iter()
        .map(|event| match event {
            Event::Scored {
                side: Side::Maharajah,
                points,
                ..
            } => *points,
            _ => 0,
        })
        .sum();
    assert_eq!((gained, table.pp(0)), (4, 5));
}

/// The solo game ends, with the marker there and that storehouse.
fn ended(marker: u8, storehouse: [u8; 3]) -> Table {
    let mut table = alone("blue", Colour::White);
    let open = &mut table.game.open;
    open.decade = Decade::Iii;
    open.round = 4;
    open.token = MaharajahSpace::SouthWest;
    open.maharajah_workers = By::new([
        Some(Colour::Yellow),
        Some(Colour::White),
        Some(Colour::Green),
        Some(Colour::Blue),
    ]);
    // Blue twice would take resources, so the quarry is made to be what is wanted afterwards.
    table.maharajah().counters_elephant = 0;
    table.maharajah().white_track = marker;
    table.maharajah().storehouse = By::new(storehouse);
    table
}

#[test]
fn at_81_the_end_of_the_white_track() {
    // The human's worker is green and so is the one beside the token: he can only take counters.
    let scored = |marker| {
        let mut table = ended(marker, [2, 2, 0]);
        let token = table.game.open.token;
        table.game.open.maharajah_workers[token] = Some(Colour::Green);
        table.game.open.maharajah_workers[MaharajahSpace::EastSouth] = Some(Colour::Blue);
        table.maharajah().counters_board = 0;
        table.landed("green", "west_1").play("done");
        // Three counters were due and missing.
        table.maharajah().pp.0[Source::MaharajahBoard] - 3
    };
    assert_eq!([scored(6), scored(7), scored(5)], [4, 5, 0]);
}

#[test]
fn at_82_hard_mode() {
    let hard = Table::fresh(Options {
        players: 1,
        hard: true,
        ..Options::default()
    });
    let he = hard.game.open.maharajah.unwrap();
    assert_eq!((he.counters_elephant, he.counters_board), (2, 14));
    let mut table = ended(0, [0; 3]);
    table.game.open.options.hard = true;
    table.maharajah().objective = Objective::C1;
    table.counters_of("north", Side::Maharajah, "a0 a1 a2 a3 b0");
    table.play("done");
    assert!(table.game.deciders().is_empty());
    assert_eq!(table.maharajah().pp.0[Source::ObjectiveC], 10);
}

#[test]
fn at_83_a_tie_is_lost() {
    let mut table = Table::new(1);
    table.game.open.stack.clear();
    table.player(0).pp = prestige(70);
    table.maharajah().pp = prestige(70);
    assert!(table.game.standings().winners.is_empty());
    table.player(0).pp = prestige(71);
    assert!(table.game.standings().winners.contains(seat(0)));
    assert_eq!(table.game.standings().automatic.unwrap().total, 70);
}

#[test]
fn at_84_the_human_follows_the_worker_beside_the_token() {
    let mut table = alone("green", Colour::Yellow);
    table.mahout(0, "any_resource", "white");
    table.game.open.maharajah_workers[MaharajahSpace::EastSouth] = Some(Colour::White);
    table.play("done");
    let before = table.maharajah().pp.total();
    assert_eq!(table.legal(), ["follow", "decline"]);
    table.play("follow; pick gold");
    assert_eq!(table.holds(0), (1, [0, 0, 1]));
    assert_eq!(table.maharajah().pp.total(), before);
    assert_eq!(table.game.open.stack.as_slice(), [Pending::Elephant1]);
}

#[test]
fn at_85_a_full_elephant_and_an_empty_board() {
    let due = |elephant, board| {
        let mut table = alone("blue", Colour::White);
        table.maharajah().storehouse = By::new([0; 3]); // so that he cannot donate
        table.maharajah().counters_elephant = elephant;
        table.maharajah().counters_board = board;
        table.play("done");
        donation_attempt(&table.told)
    };
    assert_eq!(
        due(6, 4),
        [Event::ElephantFull {
            side: Side::Maharajah
        }]
    );
    assert_eq!(due(6, 0), [his_points(1)]);
    assert_eq!(due(2, 0), [his_points(1)]);
}

#[test]
fn at_86_the_same_colour_twice() {
    let mut table = alone("blue", Colour::Blue);
    table.maharajah().counters_elephant = 0;
    table.maharajah().storehouse = By::new([0; 3]);
    table.play("done");
    assert_eq!(table.maharajah().storehouse, By::new([4, 0, 0]));
    assert_eq!(quarry(&mut table), [0, 3, 2]);
}

#[test]
fn at_87_the_humans_coins_against_his_visible_ones() {
    let mut table = Table::new(1);
    table.maharajah().storehouse = By::new([4, 0, 0]);
    let points = |table: &Table| {
        table
            .game
            .open
            .objective_points(Side::Player(seat(0)), Objective::A5)
    };
    table.items(0, 3, [0; 3]);
    assert_eq!(points(&table), 2);
    table.items(0, 5, [0; 3]);
    assert_eq!(points(&table), 5);
}

#[test]
fn r_51_to_r_54_his_first_row_in_a_hard_game_and_no_penalty_for_passing() {
    let mut table = alone("blue", Colour::White);
    table.game.open.options.hard = true;
    table.maharajah().counters_elephant = 0;
    table.maharajah().counters_board = 13; // two of the first row are gone, one of them at set-up
    table.maharajah().storehouse = By::new([4, 3, 2]);
    table.play("done");
    assert_eq!(
        donation_attempt(&table.told),
        [Event::MaharajahTookCounter, his_points(1)]
    );
    assert!(
        !table
            .told
            .iter()
            .any(|event| matches!(event, Event::Lost { .. } | Event::BridgePaid { .. }))
    );
}

#[test]
fn r_52_a_row_of_gold_from_an_empty_quarry_is_a_point() {
    let mut table = alone("blue", Colour::White);
    table.maharajah().counters_elephant = 0;
    table.maharajah().counters_board = 10;
    table.maharajah().storehouse = By::new([4, 3, 2]);
    table.play("done");
    assert_eq!(
        donation_attempt(&table.told),
        [Event::MaharajahTookCounter, his_points(1)]
    );
}

#[test]
fn ties_of_his_best_space_go_to_the_left_and_support_pays_the_human() {
    // In the south a0, a1 and a3 are worth 1 and a2 is worth 2; with a2 gone, the leftmost is a0.
    let mut table = alone("blue", Colour::White);
    table.game.open.temple[0] = TempleTile::Temple3;
    table.donated("south", 0, "a2").play("done");
    let donated = |space| he_donated(District::South, space);
    assert_eq!(donation_attempt(&table.told)[0], donated(Space::A0));
    // On b1 he pays support to the human who owns both counters below.
    let mut table = alone("blue", Colour::White);
    table.game.open.temple[0] = TempleTile::Temple3;
    table.maharajah().storehouse = By::new([1, 1, 0]);
    table.donated("south", 0, "a1 a2").play("done");
    assert_eq!(donation_attempt(&table.told)[0], donated(Space::B1));
    assert_eq!(table.player(0).pp.0[Source::Support], 2);
}
