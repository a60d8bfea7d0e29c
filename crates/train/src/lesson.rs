//! What a net learns from: a view with what happened afterwards.

use crate::{Move, Played};
use kit::{Eyes, Features, Learn, MAX_SEATS, Seat, below, dice};
use nets::{Input, final_shares};

/// One view of one seat, with how the game ended and what a thorough search did.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    /// What the seat knew.
    pub input: Input,
    /// The shares of victory, counted from the seat.
    pub shares: [f32; MAX_SEATS],
    /// The final points, counted from the seat.
    pub points: [f32; MAX_SEATS],
    /// Whether the outcome is to be learned. The outcome of a game is the same in all its lessons, so it would be remembered instead if each of them taught it.
    pub teaches_outcome: bool,
    /// The legal actions, if a thorough search chose among them.
    pub choices: Vec<Choice>,
}

/// A legal action.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Its parts.
    pub parts: Vec<u16>,
    /// How often a thorough search tried it, as a share of all tries.
    pub share: f32,
}

/// The weight of what a search found against how the game ended.
const TRUST_IN_SEARCH: f32 = 0.5;

/// One decision in this many teaches the outcome.
const SELDOM: u32 = 12;

/// Replays a game and returns what it teaches: the outcome as each seat could foresee it, and the policy where a thorough search was made. Returns `None` if the game
/// does not fit the rules.
pub fn lessons<G: Learn>(played: &Played<G>) -> Option<Vec<Lesson>> {
    let mut game = G::new(&played.options, played.seed).ok()?;
    let (mut legal, mut parts) = (Vec::new(), Features::default());
    let mut dice = dice(played.seed.child(u64::MAX));
    let mut lessons = Vec::new();
    for step in &played.moves {
        game.legal(step.seat, &mut legal);
        let teaches_outcome = legal.len() > 1 && below(&mut dice, SELDOM) == 0;
        for seat in Seat::first(game.seats()) {
            let teaches_policy = seat == step.seat && !step.tried.is_empty();
            if !teaches_outcome && !teaches_policy {
                continue;
            }
            let mut lesson = Lesson {
                teaches_outcome,
                ..Lesson::default()
            };
            lesson.input.look::<G>(&game.view(Eyes::Seat(seat)), seat);
            if teaches_policy {
                lesson.choices = choices::<G>(&legal, step, &mut parts);
            }
            lessons.push((seat, step, lesson));
        }
        let action = G::numbering().action(step.action)?;
        game.apply(step.seat, action, &mut ()).ok()?;
    }
    let over = game.deciders().is_empty();
    let finish = |(seat, step, lesson)| finished(&game, seat, step, lesson);
    over.then(|| lessons.into_iter().map(finish).collect())
}

/// Returns the legal actions with what a search did.
fn choices<G: Learn>(legal: &[G::Action], step: &Move, parts: &mut Features) -> Vec<Choice> {
    let choice = |&action: &G::Action| {
        G::parts(action, parts);
        let number = G::numbering().number(action);
        let tried = step.tried.iter().find(|(tried, _)| Some(*tried) == number);
        Choice {
            parts: parts.found().to_vec(),
            share: tried.map_or(0.0, |&(_, share)| f32::from(share) / 1000.0),
        }
    };
    legal.iter().map(choice).collect()
}

/// Adds how the game ended, as seen from a seat.
fn finished<G: Learn>(game: &G, seat: Seat, step: &Move, mut lesson: Lesson) -> Lesson {
    lesson.shares = final_shares(game, seat);
    if seat == step.seat && !step.shares.is_empty() {
        for (share, &found) in lesson.shares.iter_mut().zip(&step.shares) {
            *share += TRUST_IN_SEARCH * (f32::from(found) / 1000.0 - *share);
        }
    }
    let seats = game.seats();
    let people = (0..seats).map(|steps| game.score(seat.after(steps, seats)));
    let all = people.chain(game.automatic_score());
    for (points, score) in lesson.points.iter_mut().zip(all) {
        *points = score as f32;
    }
    lesson
}
