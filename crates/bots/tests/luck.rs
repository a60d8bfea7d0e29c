//! Luck is what turned up against what could have turned up: zero on average, whoever plays.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use bots::{Bot, Luck, Spec, play_out};
use kit::{Game, Seat, Seed};
use taj_mahal::{Options, TajMahal};

const GAMES: u64 = 120;

/// The luck of each of three seats in some games. The first seat plays better than the others.
fn games() -> Vec<[f64; 3]> {
    let mut legal = Vec::new();
    let mut play = |number| {
        let seed = Seed::from_text("luck").child(number);
        let options = Options {
            players: 3,
            ..Options::default()
        };
        let mut game = TajMahal::new(&options, seed).unwrap();
        let mut luck = Luck::new(&game, seed.child(9));
        let mut bots: Vec<Box<dyn Bot<TajMahal>>> = (0..)
            .zip(["value", "easy", "easy"])
            .map(|(seat, bot)| {
                let bot: Spec = bot.parse().unwrap();
                bot.seat(seed.child(seat), bots::now)
            })
            .collect();
        play_out(&mut game, &mut bots, &mut legal, &mut |seat, action| {
            luck.follow(seat, action).unwrap();
        })
        .unwrap();
        [0, 1, 2].map(|seat| luck.of_seats()[Seat::new(seat).unwrap()].into())
    };
    (0..GAMES).map(&mut play).collect()
}

fn mean(numbers: impl Iterator<Item = f64> + Clone) -> f64 {
    numbers.clone().sum::<f64>() / numbers.count() as f64
}

#[test]
fn luck_is_zero_on_average_for_good_and_bad_players_alike() {
    let games = games();
    for seat in 0..3 {
        let luck = games.iter().map(|seats| seats[seat]);
        let average = mean(luck.clone());
        let spread = mean(luck.map(|luck| luck * luck)).sqrt();
        let error = spread / (GAMES as f64).sqrt();
        assert!(spread > 0.02, "something turns up in this game");
        assert!(
            average.abs() < 3.0 * error,
            "seat {seat}: {average} ± {error}"
        );
    }
    for seats in &games {
        let sum: f64 = seats.iter().sum();
        assert!(sum.abs() < 1e-4, "what one gains, others lose");
    }
}

#[test]
fn only_what_turns_up_from_a_pile_is_luck_and_not_what_a_hand_shows() {
    let options = Options {
        players: 3,
        ..Options::default()
    };
    let seed = Seed::from_text("hand");
    let mut game = TajMahal::new(&options, seed).unwrap();
    let mut luck = Luck::new(&game, seed);
    let (mut legal, mut laid) = (Vec::new(), 0);
    // Cards are laid until the first player withdraws: all of them were hidden from somebody.
    while let Some(seat) = game.deciders().lowest() {
        game.legal(seat, &mut legal);
        let Some(&play) = legal
            .iter()
            .find(|action| action.to_string().starts_with("play"))
        else {
            break;
        };
        game.apply(seat, play, &mut ()).unwrap();
        luck.follow(seat, play).unwrap();
        laid += 1;
    }
    assert!(laid >= 3);
    for (_, &luck) in luck.of_seats().iter() {
        assert_eq!(luck, 0.0);
    }
}
