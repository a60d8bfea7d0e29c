//! In the steady state a decision allocates nothing.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use amritsar::{Amritsar, Options};
use kit::{Eyes, Features, Game, Judge, Learn, PerSeat, SeatSet, Seed, below, dice};
use std::hint::black_box;

#[test]
fn listing_playing_and_judging_allocate_nothing() {
    let mut legal = Vec::with_capacity(256);
    let mut features = Features::with_room(Amritsar::FEATURES);
    let mut whim = dice(Seed::from_bytes([4; 32]));
    for players in 1..=4 {
        let options = Options {
            players,
            ..Options::default()
        };
        for number in 0..20 {
            let mut game =
                Amritsar::new(&options, Seed::from_bytes([5; 32]).child(number)).unwrap();
            let counted = allocation_counter::measure(|| {
                while let Some(seat) = game.deciders().lowest() {
                    game.legal(seat, &mut legal);
                    let choice = legal[below(&mut whim, legal.len() as u32) as usize];
                    let before = game;
                    black_box((game.score(seat), game.automatic_score()));
                    let mut amounts = PerSeat::of(players);
                    game.prospects(SeatSet::only(seat), &mut amounts);
                    black_box(amounts);
                    Amritsar::features(&game.view(Eyes::Seat(seat)), seat, &mut features);
                    black_box(&features);
                    Amritsar::parts(choice, &mut features);
                    black_box(&features);
                    game.apply(seat, choice, &mut ()).unwrap();
                    assert!(before != game || before.open.stack.is_empty());
                }
            });
            assert_eq!(counted.count_total, 0, "{players} players, game {number}");
        }
    }
}
