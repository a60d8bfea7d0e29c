//! Playing, judging and finding features do not allocate: a search plays millions of decisions.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use allocation_counter::measure;
use kit::{Eyes, Features, Game, Judge, Learn, PerSeat, SeatSet, Seed, below, dice};
use std::hint::black_box;
use taj_mahal::{Action, Options, TajMahal, TieBreak};

/// Plays a game at random from its set-up to its end; tells how many decisions it took.
fn play(players: u8, seed: Seed, actions: &mut Vec<Action>, features: &mut Features) -> u32 {
    let options = Options {
        players,
        tie_break: TieBreak::Ladder,
    };
    let mut game = TajMahal::new(&options, seed).unwrap();
    let (mut dice, mut decisions) = (dice(seed), 0);
    while let Some(seat) = game.deciders().lowest() {
        game.legal(seat, actions);
        let chosen = below(&mut dice, actions.len() as u32) as usize;
        game.apply(seat, actions[chosen], &mut ()).unwrap();
        let mut amounts = PerSeat::of(players);
        game.prospects(SeatSet::only(seat), &mut amounts);
        black_box(amounts);
        TajMahal::features(&game.view(Eyes::Seat(seat)), seat, features);
        black_box(&features);
        TajMahal::parts(actions[chosen % actions.len()], features);
        black_box(&features);
        decisions += 1;
    }
    decisions
}

#[test]
fn a_whole_game_is_set_up_played_judged_and_described_without_an_allocation() {
    let evening = Seed::from_bytes([7; 32]);
    // The list of actions grows to its size once.
    let mut actions = Vec::with_capacity(256);
    let mut features = Features::with_room(TajMahal::FEATURES);
    let mut decisions = 0;
    let allocated = measure(|| {
        for number in 0..100 {
            for players in 2..=5 {
                decisions += play(players, evening.child(number), &mut actions, &mut features);
            }
        }
    });
    assert!(decisions > 40_000, "{decisions}");
    assert_eq!(allocated.count_total, 0, "in {decisions} decisions");
    assert_eq!(actions.capacity(), 256);
}

#[test]
fn a_copy_of_a_state_is_a_copy_of_its_bytes() {
    let game = TajMahal::new(&Options::default(), Seed::from_bytes([7; 32])).unwrap();
    let copied = measure(|| {
        black_box(Clone::clone(&game));
    });
    // A list of copies does allocate, so the counter counts.
    let listed = measure(|| {
        black_box(vec![game; 2]);
    });
    assert_eq!((copied.count_total, listed.count_total), (0, 1));
}
