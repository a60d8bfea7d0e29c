//! A net learns: its gradient is right, it can remember, and it gets better at a game.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use bots::{Bot, Random};
use kit::{Dice, Seed, below, dice};
use nets::{Net, NetAlone, Shape};
use oware::{Options, Oware};
use std::sync::Arc;
use train::{Budgets, Cast, Gradient, Learner, Lesson, duel, lessons, self_play};

/// What can be learned from a number of games, in which all decisions are thorough.
fn some_lessons(games: u64, worlds: u32) -> Vec<Lesson> {
    let budgets = Budgets {
        thorough: worlds,
        quick: worlds,
        seldom: 1,
    };
    let play = |number| {
        let seed = Seed::from_text("lessons").child(number);
        let played = self_play::<Oware>(Options::default(), &Cast::default(), budgets, seed);
        lessons(&played.unwrap()).unwrap()
    };
    (0..games).flat_map(play).collect()
}

fn beginner(lessons: &[Lesson], dice: &mut Dice) -> Learner {
    Learner::beginner(Shape::of::<Oware>(), lessons, dice)
}

#[test]
fn the_gradient_is_the_slope_of_the_errors() {
    let lessons = some_lessons(1, 10);
    let mut dice = dice(Seed::from_text("gradient"));
    let net = beginner(&lessons, &mut dice).net().clone();
    let mut gradient = Gradient::new(net.layout());
    let lesson = lessons
        .iter()
        .find(|lesson| lesson.choices.len() > 2)
        .unwrap();
    gradient.add(&net, lesson);
    let slopes = gradient.sums().to_vec();
    let mut errors = |net: &Net| f64::from(gradient.add(net, lesson).total());
    let used: Vec<usize> = (net.layout().units.end..slopes.len())
        .filter(|&weight| slopes[weight].abs() > 1e-2)
        .collect();
    let (mut compared, mut wrong) = (0, 0);
    for _ in 0..400 {
        let weight = used[below(&mut dice, used.len() as u32) as usize];
        let mut shifted = |by: f32| {
            let mut shifted = net.clone();
            shifted.weights_mut()[weight] += by;
            errors(&shifted)
        };
        let slope = (shifted(1e-3) - shifted(-1e-3)) / 2e-3;
        let expected = f64::from(slopes[weight]);
        compared += 1;
        // A neuron that begins or ceases to be cut within the shift has no slope there.
        wrong += u32::from((slope - expected).abs() > 0.02 + 0.05 * expected.abs());
    }
    assert!(
        compared == 400 && wrong <= 8,
        "{wrong} of {compared} differ"
    );
}

#[test]
fn a_thousand_positions_can_be_remembered() {
    let mut lessons = some_lessons(40, 10);
    let mut dice = dice(Seed::from_text("memory"));
    kit::shuffle(&mut dice, &mut lessons);
    for lesson in &mut lessons {
        lesson.teaches_outcome = true;
    }
    lessons.truncate(1000);
    assert_eq!(lessons.len(), 1000);
    let mut learner = beginner(&lessons, &mut dice).with_good_memory();
    let before = learner.test(&lessons);
    for _ in 0..120 {
        learner.learn(&mut lessons, 0.005, &mut dice);
    }
    let after = learner.test(&lessons);
    assert!(before.shares > 0.5 && before.policy > 0.2, "{before:?}");
    assert!(after.shares < 0.12 && after.right > 0.95, "{after:?}");
    assert!(after.policy < 0.15 && after.agrees > 0.9, "{after:?}");
}

#[test]
fn a_net_that_has_learned_a_game_beats_random_play() {
    let mut lessons = some_lessons(150, 60);
    let mut dice = dice(Seed::from_text("strength"));
    let mut learner = beginner(&lessons, &mut dice);
    for rate in [0.002, 0.001, 0.0003] {
        learner.learn(&mut lessons, rate, &mut dice);
    }
    let net = Arc::new(learner.net().clone());
    let challenger = |_| -> Box<dyn Bot<Oware>> { Box::new(NetAlone::new(net.clone())) };
    let others = |seed| -> Box<dyn Bot<Oware>> { Box::new(Random::new(seed)) };
    let seed = Seed::from_text("duel");
    let won = |number| duel(&Options::default(), seed, number, &challenger, &others).unwrap();
    let wins: f64 = (0..60).map(won).sum();
    assert!(wins > 50.0, "{wins} of 60");
}
