//! What every bot owes: a legal choice, the same one for the same seed, and none made with cards it cannot see.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use bots::{Bot, Budget, Chair, Search, Spec};
use kit::{Eyes, Game, Seat, Seed, dice};
use std::collections::HashSet;
use std::sync::atomic::{AtomicU32, Ordering};
use taj_mahal::{Options, TajMahal};

const BOTS: [&str; 6] = ["random", "greedy", "value", "search:60", "easy", "medium"];

fn seated(bot: &str, seed: Seed) -> Box<dyn Bot<TajMahal>> {
    bot.parse::<Spec>().unwrap().seat(seed, bots::now)
}

fn new_game(players: u8, seed: Seed) -> TajMahal {
    TajMahal::new(
        &Options {
            players,
            ..Options::default()
        },
        seed,
    )
    .unwrap()
}

/// The decisions of a random game that offer a choice.
fn decisions(players: u8) -> Vec<TajMahal> {
    let seed = Seed::from_text("decisions").child(players.into());
    let mut game = new_game(players, seed);
    let mut random = seated("random", seed);
    let (mut found, mut legal) = (Vec::new(), Vec::new());
    while let Some(seat) = game.deciders().lowest() {
        let chair = Chair::new(&game, seat, &mut legal).unwrap();
        let action = random.choose(&chair);
        if chair.legal().len() > 1 {
            found.push(game);
        }
        game.apply(seat, action, &mut ()).unwrap();
    }
    found
}

fn choice(bot: &str, game: &TajMahal, seed: Seed) -> String {
    let seat = game.deciders().lowest().unwrap();
    let mut legal = Vec::new();
    let chair = Chair::new(game, seat, &mut legal).unwrap();
    let action = seated(bot, seed).choose(&chair);
    assert!(chair.legal().contains(&action), "{bot} wants {action}");
    action.to_string()
}

#[test]
fn a_bot_chooses_the_same_in_two_worlds_that_look_the_same_to_it() {
    let mut differing = 0;
    for (number, game) in decisions(4).iter().enumerate().step_by(3) {
        let seat = game.deciders().lowest().unwrap();
        let seed = Seed::from_text("fair").child(number as u64);
        let twin = TajMahal::imagine(&game.view(Eyes::Seat(seat)), &mut dice(seed));
        differing += usize::from(twin.hands != game.hands);
        for bot in BOTS {
            assert_eq!(
                choice(bot, game, seed),
                choice(bot, &twin, seed),
                "{bot} at decision {number}"
            );
        }
    }
    assert!(
        differing > 20,
        "the twins must differ in hidden cards, or this proves nothing"
    );
}

#[test]
fn the_same_seed_makes_the_same_choice_and_another_seed_may_not() {
    let game = decisions(3).remove(10);
    let choices = |bot| {
        (0..12)
            .map(|number| choice(bot, &game, Seed::from_text("same").child(number)))
            .collect::<Vec<_>>()
    };
    for bot in BOTS {
        assert_eq!(choices(bot), choices(bot));
    }
    assert!(HashSet::<String>::from_iter(choices("random")).len() > 1);
}

#[test]
fn a_search_can_be_stopped_at_any_moment_and_still_ranks_every_alternative() {
    let game = decisions(4).remove(5);
    let mut legal = Vec::new();
    let chair = Chair::new(&game, game.deciders().lowest().unwrap(), &mut legal).unwrap();
    let mut search =
        Search::<TajMahal>::new(Budget::Iterations(1_000_000), Seed::from_text("stop"));
    let mut asked = 0;
    let ranking = search.think(&chair, || {
        asked += 1;
        asked == 50
    });
    assert_eq!(ranking.iter().map(|ranked| ranked.visits).sum::<u32>(), 50);
    assert_eq!(ranking.len(), chair.legal().len());
    assert!(
        ranking
            .windows(2)
            .all(|pair| pair[0].visits >= pair[1].visits)
    );
    assert!(
        ranking
            .iter()
            .all(|ranked| (0.0..=1.0).contains(&ranked.reward))
    );
}

#[test]
fn a_search_by_the_clock_stops_when_its_time_is_over() {
    fn a_clock_that_counts_questions() -> f64 {
        static QUESTIONS: AtomicU32 = AtomicU32::new(0);
        QUESTIONS.fetch_add(1, Ordering::Relaxed).into()
    }
    let game = decisions(4).remove(5);
    let mut legal = Vec::new();
    let chair = Chair::new(&game, game.deciders().lowest().unwrap(), &mut legal).unwrap();
    let budget = Budget::Milliseconds {
        thinking: 30.0,
        now: a_clock_that_counts_questions,
    };
    let ranking = Search::<TajMahal>::new(budget, Seed::from_text("clock")).think(&chair, || false);
    assert_eq!(ranking.iter().map(|ranked| ranked.visits).sum::<u32>(), 30);
}

#[test]
fn a_short_search_beats_random_play_from_every_seat() {
    for number in 0..6 {
        let seed = Seed::from_text("strength").child(number);
        let hero = Seat::first(3).nth(number as usize % 3).unwrap();
        let sit = |seat: Seat| {
            seated(
                if seat == hero { "search:40" } else { "random" },
                seed.child(seat.number().into()),
            )
        };
        let mut bots: Vec<_> = Seat::first(3).map(sit).collect();
        let mut game = new_game(3, seed);
        let mut legal = Vec::new();
        while let Some(seat) = game.deciders().lowest() {
            let chair = Chair::new(&game, seat, &mut legal).unwrap();
            let action = bots[usize::from(seat.number())].choose(&chair);
            game.apply(seat, action, &mut ()).unwrap();
        }
        assert_eq!(
            game.standings().winners,
            Seat::first(3).filter(|&seat| seat == hero).collect()
        );
    }
}
