//! 14.13 Editions and rules versions.

use crate::table::{Table, seat};
use amritsar::components::*;
use amritsar::{Amritsar, Edition, Event, Options, Pending, RulesVersion, Side};
use kit::{By, Game, Key, Seed};

/// Seat 0 has 1 marble and room, and the active worker has landed in the west (AT-22).
fn west(edition: Edition, worker: &str, storehouses: &[&str]) -> Table {
    let mut table = Table::new(3);
    table.game.open.options.edition = edition;
    table.landed(worker, "west_1").items(0, 0, [1, 0, 0]);
    for storehouse in storehouses {
        table.own(0, storehouse);
    }
    table
}

/// The secondary actions that are allowed in the west.
fn seconds(edition: Edition, worker: &str, storehouses: &[&str]) -> Vec<String> {
    west(edition, worker, storehouses).offers("second")
}

#[test]
fn at_89_in_the_english_edition_blue_counts_as_white_too() {
    let seconds = |edition| seconds(edition, "blue", &["white_as_blue"]);
    assert_eq!(seconds(Edition::En), ["second blue_a", "second white_a"]);
    assert_eq!(seconds(Edition::De), ["second blue_a"]);
    let table = west(Edition::De, "blue", &["white_as_blue"]);
    assert_eq!(table.refuses("second white_a"), "colour-differs");
}

#[test]
fn at_90_only_white_and_the_colour_of_the_storehouse_count_as_each_other() {
    let seconds = |worker, storehouses: &[&str]| seconds(Edition::En, worker, storehouses);
    let owned = ["white_as_blue"];
    assert_eq!(
        seconds("white", &owned),
        ["second blue_a", "second white_a"]
    );
    assert_eq!(seconds("yellow", &owned), ["second yellow_a"]);
    assert!(seconds("green", &owned).is_empty());
    assert_eq!(seconds("blue", &[]), ["second blue_a"]);
}

#[test]
fn at_91_r_64_two_such_storehouses_are_not_chained() {
    let seconds = |worker| seconds(Edition::En, worker, &["white_as_yellow", "white_as_blue"]);
    assert_eq!(seconds("yellow"), ["second yellow_a", "second white_a"]);
    assert_eq!(
        seconds("white"),
        ["second yellow_a", "second blue_a", "second white_a"]
    );
}

#[test]
fn at_92_followers_and_the_maharajah_look_at_the_real_colour() {
    let mut table = west(Edition::En, "blue", &["white_as_blue"]);
    // Seat 1 has its mahout on blue, seat 2 on white; both could donate.
    table.items(1, 0, [1, 0, 0]).items(2, 0, [1, 0, 0]);
    table.play("second white_a; sell marble; finish; done");
    assert_eq!(table.decider(), seat(1));
    table.play("follow; donate a0");
    // Seat 2 is not asked: the turn of seat 1 begins.
    assert_eq!(table.game.open.stack.as_slice(), [Pending::Elephant1]);

    let mut table = Table::new(1);
    table.game.open.options.edition = Edition::En;
    table.own(0, "white_as_blue").items(0, 0, [1, 0, 0]);
    beside_the_token(&mut table, Colour::Green);
    table.landed("blue", "west_1");
    table.play("second white_a; sell marble; finish; done");
    let acted: Vec<Colour> = table
        .told
        .iter()
        .filter_map(|event| match event {
            Event::MaharajahActed { colour } => Some(*colour),
            _ => None,
        })
        .collect();
    assert_eq!(acted, [Colour::Blue, Colour::Green]);
}

#[test]
fn at_93_a_storehouse_bought_by_the_main_action_counts_at_once() {
    let bought = |edition| {
        let mut table = west(edition, "blue", &[]);
        table.offer("white_as_blue").items(0, 0, [2, 0, 0]);
        table.step(0, "development", 1);
        assert_eq!(table.refuses("second white_a"), "colour-differs");
        table.play("main white_a; advance development; upgrade storehouse white_as_blue");
        table
    };
    assert_eq!(bought(Edition::En).offers("second"), ["second white_a"]);
    assert!(bought(Edition::De).offers("second").is_empty());
}

fn beside_the_token(table: &mut Table, worker: Colour) {
    let token = table.game.open.token;
    let mut others = Colour::all().filter(|&colour| colour != worker);
    table.game.open.maharajah_workers = By::from_fn(|space| {
        if space == token {
            Some(worker)
        } else {
            others.next()
        }
    });
}

/// The Maharajah's yellow action, with that quarry and market and so many counters on his board; a counter is not to be had before
/// it, and what follows it changes neither the market nor his points.
struct Yellow {
    market: [u8; 3],
    points: i16,
    took: Vec<Resource>,
    counters: u8,
}

fn yellow(edition: Edition, quarry: [u8; 3], market: [u8; 3], board: u8) -> Yellow {
    let mut table = Table::new(1);
    table.game.open.options.edition = edition;
    table.player(0).mahouts = Default::default();
    table.game.open.market = By::new(market);
    beside_the_token(&mut table, Colour::Green);
    let he = table.maharajah();
    he.counters_elephant = 0;
    // The attempt to donate before his actions takes one counter.
    he.counters_board = board + 1;
    he.storehouse = By::new([4 - quarry[0], 3 - quarry[1], 2 - quarry[2]]);
    table.landed("yellow", "west_1").play("done");
    let acted = Event::MaharajahActed {
        colour: Colour::Yellow,
    };
    let begin = table.told.iter().position(|&event| event == acted).unwrap() + 1;
    let ends = |event: &Event| matches!(event, Event::MaharajahActed { .. });
    let action = table.told[begin..].iter().take_while(|event| !ends(event));
    let mut yellow = Yellow {
        market: Resource::ALL.map(|resource| table.game.open.market[resource]),
        points: 0,
        took: Vec::new(),
        counters: 0,
    };
    for event in action {
        match *event {
            Event::MaharajahTookResource { resource } => yellow.took.push(resource),
            Event::MaharajahTookCounter => yellow.counters += 1,
            Event::Scored {
                side: Side::Maharajah,
                points,
                ..
            } => yellow.points += points,
            _ => (),
        }
    }
    yellow
}

#[test]
fn at_94_the_maharajah_removes_what_he_took() {
    let full = [4, 4, 4];
    for (edition, market) in [(Edition::En, [4, 3, 4]), (Edition::De, [3, 4, 4])] {
        let acted = yellow(edition, [0, 2, 1], full, 14);
        assert_eq!((acted.took, acted.counters), (vec![Resource::Copper], 1));
        assert_eq!(acted.market, market);
        let acted = yellow(edition, [1, 2, 1], full, 14);
        assert_eq!(acted.took, [Resource::Marble]);
        assert_eq!(acted.market, [3, 4, 4]);
    }
}

#[test]
fn at_95_nothing_is_removed_if_there_is_none_or_nothing_was_taken() {
    let acted = yellow(Edition::En, [0, 2, 1], [4, 0, 4], 14);
    assert_eq!(
        (acted.took, acted.market),
        (vec![Resource::Copper], [4, 0, 4])
    );
    let acted = yellow(Edition::En, [0; 3], [4; 3], 14);
    assert_eq!((acted.points, acted.market), (1, [4, 4, 4]));
    let acted = yellow(Edition::De, [0; 3], [4; 3], 14);
    assert_eq!((acted.points, acted.market), (1, [3, 4, 4]));
}

#[test]
fn at_96_r_65_the_gold_of_a_row_is_not_what_was_just_taken() {
    let acted = yellow(Edition::En, [3, 3, 2], [4; 3], 10);
    assert_eq!(acted.took, [Resource::Gold, Resource::Marble]);
    assert_eq!((acted.points, acted.market), (0, [3, 4, 4]));
    let acted = yellow(Edition::En, [0, 0, 1], [4; 3], 10);
    assert_eq!(acted.took, [Resource::Gold]);
    assert_eq!((acted.points, acted.market), (1, [4, 4, 4]));
}

#[test]
fn at_97_a_market_follow_without_a_trade_is_not_performed() {
    let follower = || {
        let mut table = Table::new(3);
        table.bridge("market_pp").mahout(1, "market", "green");
        table.items(1, 0, [1, 0, 0]);
        table.landed("green", "west_1").play("done; follow");
        table
    };
    let mut table = follower();
    table.play("finish");
    assert_eq!((table.pp(0), table.pp(1)), (5, 5));
    assert_eq!(table.counters(1), (2, 5));
    let not_performed = Event::NotPerformed { seat: seat(1) };
    assert!(table.told.contains(&not_performed));
    let mut table = follower();
    table.play("sell marble; finish");
    assert_eq!((table.pp(0), table.pp(1)), (6, 6));
    assert_eq!(table.counters(1), (3, 4));

    let maharajah_follow = || {
        let mut table = Table::new(2);
        table.game.open.maharajah_workers[MaharajahSpace::WestNorth] = Some(Colour::White);
        table.bridge("market_pp").mahout(1, "market", "white");
        table.items(1, 0, [1, 0, 0]);
        table.player(0).mahouts[Colour::White] = None;
        table.end_decade(Decade::I);
        assert_eq!(table.decider(), seat(1));
        table.play("follow");
        table
    };
    let bridges = |table: &mut Table| table.player(1).pp.0[amritsar::Source::Bridges];
    let mut table = maharajah_follow();
    table.play("finish");
    assert_eq!((table.counters(1), bridges(&mut table)), ((2, 5), 0));
    let mut table = maharajah_follow();
    table.play("sell marble; finish");
    assert_eq!((table.counters(1), bridges(&mut table)), ((3, 4), 1));
    assert_eq!(table.player(0).pp.0[amritsar::Source::Following], 0);
}

#[test]
fn at_97_r_13a_a_market_that_a_followed_step_leads_to_is_an_ordinary_one() {
    let mut table = Table::new(3);
    table
        .bridge("market_pp")
        .mahout(1, "knowledge_any", "green");
    table.mahout(1, "market", "white").step(1, "development", 4);
    table.items(1, 1, [0; 3]);
    table.landed("green", "west_1");
    table.play("done; follow; advance development; use market; finish");
    assert_eq!((table.pp(0), table.pp(1)), (6, 6));
    assert_eq!(table.counters(1), (2, 5));
}

/// `coin_1_and_market` with the market first, and nothing to trade with.
fn market_first(version: RulesVersion) -> Table {
    let mut table = Table::new(3);
    table.game.open.rules = version;
    table.bridge("market_pp");
    table.landed("green", "south_1").items(0, 0, [0; 3]);
    table.play("main yellow_c; first market; finish");
    table
}

#[test]
fn at_98_r_63_a_market_that_can_only_be_finished_is_performed() {
    let table = market_first(RulesVersion::Two);
    assert_eq!((table.pp(0), table.counters(0)), (6, (2, 5)));
    assert_eq!(table.holds(0), (1, [0; 3]));
    let not_performed = Event::NotPerformed { seat: seat(0) };
    assert!(!table.told.contains(&not_performed));
}

#[test]
fn at_99_the_first_version_of_the_rules() {
    // AT-13: the flipped storehouse keeps its icon.
    let mut table = Table::new(3);
    table.game.open.rules = RulesVersion::One;
    table.own(0, "free_elephant").main_state(Pending::Elephant1);
    table.play("free west storehouse");
    assert_eq!(table.player(0).capacity(), 8);
    assert_eq!(table.game.open.tax(seat(0)), 2);
    assert_eq!(table.game.open.tax_due(seat(0)), 2);
    table.game.open.rules = RulesVersion::Two;
    assert_eq!(table.game.open.tax(seat(0)), 1);
    // AT-36 and AT-98: a market action without a trade is not performed.
    let mut table = Table::new(3);
    table.game.open.rules = RulesVersion::One;
    table.bridge("market_pp").landed("green", "north_1");
    table.play("main yellow_b; finish");
    assert_eq!((table.pp(0), table.counters(0)), (5, (2, 5)));
    let table = market_first(RulesVersion::One);
    assert_eq!((table.pp(0), table.holds(0)), (5, (1, [0; 3])));
    // There is no option `edition`.
    let english = Options {
        edition: Edition::En,
        ..Options::default()
    };
    let seed = Seed::from_bytes([0; 32]);
    assert_eq!(
        Amritsar::new_under(1, &english, seed)
            .unwrap_err()
            .to_string(),
        "version 1 of the rules knows the edition ‘de’ only, not ‘en’"
    );
    let old = Amritsar::new_under(1, &Options::default(), seed).unwrap();
    assert_eq!((old.rules(), old.open.rules), (1, RulesVersion::One));
    assert_eq!(Amritsar::new_under(2, &english, seed).unwrap().rules(), 2);
    assert!(Amritsar::new_under(3, &english, seed).is_err());
    // The set-up is the same in both versions.
    let mut new = Amritsar::new(&Options::default(), seed).unwrap();
    assert_eq!(new.rules(), 2);
    new.open.rules = RulesVersion::One;
    assert_eq!(new, old);
}
