//! Whole games that must never go another way: rules, set-up and notation changed if one does.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use amritsar::{Amritsar, Options};
use kit::{Game, Seed, below, dice};

/// The number of decisions, the scores and the Maharajah's score of a game in which every second choice is that of the dice, and the
/// others are the first that is listed.
fn play(players: u8, hard: bool) -> (u32, Vec<i32>, Option<i32>) {
    let seed: Seed = "the golden temple".parse().unwrap();
    let mut game = Amritsar::new(&Options { players, hard }, seed).unwrap();
    let mut whim = dice(seed);
    let (mut decisions, mut legal) = (0, Vec::new());
    while let Some(seat) = game.deciders().lowest() {
        game.legal(seat, &mut legal);
        let bound = if decisions % 2 == 0 {
            legal.len() as u32
        } else {
            1
        };
        let choice = legal[below(&mut whim, bound) as usize];
        game.apply(seat, choice, &mut ()).unwrap();
        decisions += 1;
    }
    let standings = game.standings();
    let totals = standings.scores.iter().map(|score| score.total).collect();
    (
        decisions,
        totals,
        standings.automatic.map(|score| score.total),
    )
}

#[test]
fn games_go_as_they_always_went() {
    assert_eq!(play(1, false), (117, vec![14], Some(68)));
    assert_eq!(play(1, true), (117, vec![13], Some(84)));
    assert_eq!(play(2, false), (248, vec![35, 24], None));
    assert_eq!(play(3, false), (336, vec![23, 6, 7], None));
    assert_eq!(play(4, false), (487, vec![30, 14, 3, 26], None));
}
