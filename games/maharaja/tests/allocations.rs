//! Playing on does not allocate: neither listing actions into a vector that is large enough, nor carrying them out, nor counting points, nor judging.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use kit::{Dice, Eyes, Features, Game, Judge, Learn, PerSeat, SeatSet, Seed, below, dice};
use maharaja::{Action, Maharaja, Options};

fn play(
    mut game: Maharaja,
    dice: &mut Dice,
    actions: &mut Vec<Action>,
    features: &mut Features,
) -> u64 {
    let mut decisions = 0;
    while let Some(seat) = game.deciders().lowest() {
        game.legal(seat, actions);
        let action = actions
            .get(below(dice, actions.len() as u32) as usize)
            .copied()
            .unwrap();
        game.apply(seat, action, &mut ()).unwrap();
        let mut amounts = PerSeat::of(game.seats());
        game.prospects(SeatSet::only(seat), &mut amounts);
        std::hint::black_box((game.score(seat), game.automatic_score(), amounts));
        Maharaja::features(&game.view(Eyes::Seat(seat)), seat, features);
        std::hint::black_box(&features);
        Maharaja::parts(action, features);
        std::hint::black_box(&features);
        decisions += 1;
    }
    decisions
}

#[test]
fn playing_does_not_allocate() {
    for players in 1..=4 {
        let options = Options {
            players,
            ..Options::default()
        };
        let seed = Seed::from_bytes([players; 32]);
        let mut dice = dice(seed);
        let mut actions = Vec::with_capacity(512);
        let game = Maharaja::new(&options, seed).unwrap();
        let mut features = Features::with_room(Maharaja::FEATURES);
        // The numbering is made when it is first needed.
        Maharaja::parts(Action::Close, &mut features);
        let mut decisions = 0;
        let measured = allocation_counter::measure(|| {
            for _ in 0..20 {
                decisions += play(game, &mut dice, &mut actions, &mut features);
            }
        });
        assert!(decisions > 20 * 30);
        assert_eq!(measured.count_total, 0, "{players} players");
    }
}
