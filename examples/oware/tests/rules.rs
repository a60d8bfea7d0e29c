//! One test for each rule. A position is written as the rows of A, who is to move, and of B, each from its owner's left.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use kit::{Game, PerSeat, Refusal, Seat, Seed};
use oware::{Event, House, Options, Oware, Row, Sow, rules};

const A: Seat = Seat::FIRST;

fn b() -> Seat {
    A.after(1, 2)
}

/// A has captured as many seeds as are said, B the rest of all that are not on the board.
fn position(a: [u8; 6], b: [u8; 6], a_captured: u8) -> Oware {
    let b_captured = 48 - a_captured - a.iter().chain(&b).sum::<u8>();
    let game = Oware {
        houses: PerSeat::new(2, |seat| Row::new(if seat == A { a } else { b })),
        captured: PerSeat::new(2, |seat| if seat == A { a_captured } else { b_captured }),
        turn: A,
        quiet_moves: 0,
    };
    game.check().unwrap();
    game
}

/// A sows a house; gives what happened.
#[track_caller]
fn sow(game: &mut Oware, house: House) -> Vec<Event> {
    let mut events = Vec::new();
    game.apply(A, Sow(house), &mut events).unwrap();
    game.check().unwrap();
    events
}

fn listed(game: &Oware) -> Vec<String> {
    let mut actions = Vec::new();
    game.legal(game.turn, &mut actions);
    actions.iter().map(ToString::to_string).collect()
}

#[track_caller]
fn assert_rows(game: &Oware, a: [u8; 6], b_row: [u8; 6]) {
    assert_eq!(game.houses[A], Row::new(a));
    assert_eq!(game.houses[b()], Row::new(b_row));
}

#[test]
fn four_seeds_lie_in_each_house_and_the_seed_says_who_starts() {
    let game = |number| {
        let seed = Seed::from_bytes([0; 32]).child(number);
        Oware::new(&Options::default(), seed).unwrap()
    };
    assert_rows(&game(0), [4; 6], [4; 6]);
    for seat in [A, b()] {
        assert!((0..20).any(|number| game(number).turn == seat));
    }
    assert!(Oware::new(&Options { players: 3 }, Seed::from_bytes([0; 32])).is_err());
}

#[test]
fn seeds_are_sown_to_the_right_and_on_into_the_opponents_row() {
    let mut game = position([4; 6], [4; 6], 0);
    let events = sow(&mut game, House::Five);
    assert_rows(&game, [4, 4, 4, 4, 0, 5], [5, 5, 5, 4, 4, 4]);
    let sown = Event::Sown {
        seat: A,
        house: House::Five,
        seeds: 4,
    };
    assert_eq!((events, game.turn), (vec![sown], b()));
}

#[test]
fn sowing_skips_the_house_that_the_seeds_came_from_on_each_lap() {
    let mut game = position([0, 12, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0], 18);
    sow(&mut game, House::Two);
    assert_rows(&game, [1, 0, 2, 1, 1, 1], [2, 1, 1, 1, 1, 1]);

    let mut game = position([0, 23, 0, 0, 0, 0], [4, 0, 0, 0, 0, 0], 10);
    sow(&mut game, House::Two);
    assert_rows(&game, [2, 0, 3, 2, 2, 2], [6, 2, 2, 2, 2, 2]);
}

#[test]
fn only_a_house_with_seeds_can_be_sown() {
    let mut game = position([0, 4, 4, 4, 4, 4], [4; 6], 4);
    let refusal = game.apply(A, Sow(House::One), &mut ()).unwrap_err();
    assert_eq!(refusal, Refusal::Breaks(rules::EMPTY_HOUSE));
    assert_eq!(listed(&game), ["sow 2", "sow 3", "sow 4", "sow 5", "sow 6"]);
}

#[test]
fn the_last_seed_captures_two_or_three_and_so_do_the_houses_before_it() {
    let mut game = position([4; 6], [4, 1, 2, 1, 4, 4], 4);
    let events = sow(&mut game, House::Six);
    // House 1 has five now, which ends the chain.
    assert_rows(&game, [4, 4, 4, 4, 4, 0], [5, 0, 0, 0, 4, 4]);
    assert_eq!((game.captured[A], game.quiet_moves), (4 + 7, 0));
    let captured = [(House::Four, 2), (House::Three, 3), (House::Two, 2)];
    let captured = captured.map(|(house, seeds)| Event::Captured {
        seat: A,
        house,
        seeds,
    });
    assert_eq!(events[1..], captured);
}

#[test]
fn a_last_seed_that_makes_four_or_falls_into_the_own_row_captures_nothing() {
    let mut game = position([4, 4, 4, 4, 4, 3], [1, 1, 3, 4, 4, 4], 4);
    sow(&mut game, House::Six);
    assert_rows(&game, [4, 4, 4, 4, 4, 0], [2, 2, 4, 4, 4, 4]);

    let mut game = position([1, 1, 4, 4, 4, 4], [4; 6], 4);
    sow(&mut game, House::One);
    assert_rows(&game, [0, 2, 4, 4, 4, 4], [4; 6]);
    assert_eq!((game.captured[A], game.quiet_moves), (4, 1));
}

#[test]
fn a_chain_does_not_reach_back_into_the_own_row() {
    let mut game = position([4, 4, 4, 4, 2, 2], [1, 1, 4, 4, 4, 4], 4);
    sow(&mut game, House::Six);
    assert_rows(&game, [4, 4, 4, 4, 2, 0], [0, 0, 4, 4, 4, 4]);
}

#[test]
fn a_grand_slam_captures_nothing() {
    let mut game = position([1, 0, 0, 0, 0, 2], [1, 2, 0, 0, 0, 0], 20);
    let events = sow(&mut game, House::Six);
    assert_rows(&game, [1, 0, 0, 0, 0, 0], [2, 3, 0, 0, 0, 0]);
    assert_eq!((game.captured[A], events.len()), (20, 1));
}

#[test]
fn an_opponent_without_seeds_must_be_fed() {
    let mut game = position([2, 0, 0, 3, 1, 1], [0; 6], 20);
    assert_eq!(listed(&game), ["sow 4", "sow 6"]);
    let refusal = game.apply(A, Sow(House::One), &mut ()).unwrap_err();
    assert_eq!(refusal, Refusal::Breaks(rules::FEED));
    sow(&mut game, House::Four);
    assert_rows(&game, [2, 0, 0, 0, 2, 2], [1, 0, 0, 0, 0, 0]);
}

#[test]
fn who_cannot_feed_captures_their_own_row_and_the_game_ends() {
    let mut game = position([0, 0, 0, 0, 0, 1], [2, 1, 0, 0, 0, 0], 20);
    let events = sow(&mut game, House::Six);
    // One of B's houses has three now and is captured; with the other B cannot reach A.
    assert_eq!((game.captured[A], game.captured[b()]), (23, 25));
    let seat = b();
    let winners = [seat].into_iter().collect();
    assert_eq!(
        events[2..],
        [Event::Swept { seat, seeds: 1 }, Event::Over { winners }]
    );
}

#[test]
fn more_than_half_of_the_seeds_end_the_game_at_once() {
    let mut game = position([1, 0, 0, 0, 0, 1], [1, 4, 0, 0, 0, 0], 23);
    let events = sow(&mut game, House::Six);
    let standings = game.standings();
    assert!(standings.over && standings.winners.contains(A));
    assert_eq!((standings.total(A), standings.winners.len()), (25, 1));
    assert_rows(&game, [1, 0, 0, 0, 0, 0], [0, 4, 0, 0, 0, 0]);
    let winners = standings.winners;
    assert_eq!(events.last(), Some(&Event::Over { winners }));
    let refusal = game.apply(b(), Sow(House::Two), &mut ()).unwrap_err();
    assert_eq!(refusal, Refusal::Over);
}

#[test]
fn twenty_four_each_share_the_victory() {
    let mut game = position([0, 0, 0, 0, 0, 1], [3, 0, 0, 0, 0, 0], 24);
    sow(&mut game, House::Six);
    let standings = game.standings();
    assert_eq!((standings.total(A), standings.total(b())), (24, 24));
    assert!(standings.over && standings.winners.len() == 2);
}

#[test]
fn after_a_hundred_moves_without_a_capture_both_capture_their_own_row() {
    let mut game = position([1, 0, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0], 23);
    game.quiet_moves = 98;
    sow(&mut game, House::One);
    assert!(!game.standings().over);
    game.apply(b(), Sow(House::One), &mut ()).unwrap();
    let standings = game.standings();
    assert_eq!((standings.total(A), standings.total(b())), (24, 24));
    assert!(standings.over);
}

#[test]
fn states_that_cannot_be_are_refused() {
    let sound = position([4; 6], [4; 6], 0);
    let flaw = |change: fn(&mut Oware)| {
        let mut game = sound;
        change(&mut game);
        game.check().unwrap_err().to_string()
    };
    assert_eq!(flaw(|game| game.captured[A] = 1), "not 48 seeds");
    assert_eq!(
        flaw(|game| game.captured = PerSeat::of(3)),
        "not two players"
    );
    assert_eq!(
        flaw(|game| game.turn = Seat::new(2).unwrap()),
        "nobody's turn"
    );
    assert_eq!(
        flaw(|game| game.quiet_moves = 100),
        "the game should be over"
    );
    let stuck = |game: &mut Oware| {
        game.houses = PerSeat::of(2);
        game.houses[A][House::One] = 4;
        game.captured = PerSeat::new(2, |_| 22);
    };
    assert_eq!(flaw(stuck), "the game should be over");
    assert!(serde_json::from_str::<Oware>(r#"{"houses":[]}"#).is_err());
}

#[test]
fn an_action_has_one_text() {
    assert_eq!("sow 3".parse(), Ok(Sow(House::Three)));
    for text in ["sow", "sow 0", "sow 7", "sow  3", "Sow 3", "sow 3 "] {
        assert!(text.parse::<Sow>().is_err(), "{text}");
    }
}
