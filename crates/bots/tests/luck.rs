//! Luck is what turned up against what could have turned up: zero on average, whoever plays.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use bots::{Bot, Luck, Spec, play_out};
use kit::{Game, Seat, Seed};
use taj_mahal::{Options, TajMahal};

const GAMES: u64 = 240;

/// The luck of each of three seats in some games, and whether it won. The first seat plays better than the others.
fn games() -> Vec<[(f64, bool); 3]> {
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
        let winners = game.standings().winners;
        [0, 1, 2].map(|seat| {
            let seat = Seat::new(seat).unwrap();
            (f64::from(luck.of_seats()[seat]), winners.contains(seat))
        })
    };
    (0..GAMES).map(&mut play).collect()
}

fn mean(numbers: impl Iterator<Item = f64> + Clone) -> f64 {
    numbers.clone().sum::<f64>() / numbers.count() as f64
}

#[test]
fn luck_is_zero_on_average_in_every_seat_and_winners_have_more_of_it() {
    let games = games();
    for seat in 0..3 {
        let luck = games.iter().map(|seats| seats[seat].0);
        let average = mean(luck.clone());
        let spread = mean(luck.map(|luck| luck * luck)).sqrt();
        let error = spread / (GAMES as f64).sqrt();
        assert!(spread > 0.02, "there is luck in this game");
        assert!(
            average.abs() < 3.0 * error,
            "seat {seat}: {average} ± {error}"
        );
    }
    for seats in &games {
        let sum: f64 = seats.iter().map(|(luck, _)| luck).sum();
        assert!(sum.abs() < 1e-4, "what one gains, others lose");
    }
    let all = games.iter().flatten();
    let of = |who: bool| {
        mean(
            all.clone()
                .filter(move |(_, won)| *won == who)
                .map(|(luck, _)| *luck),
        )
    };
    assert!(of(true) > of(false) + 0.02);
}
