//! Sowing a group of workers: the viewer chooses which worker lands last and acts; the others are left on the way by themselves, unless the
//! viewer wants to place each.

use super::scene::Scene;
use crate::frame::frame;
use amritsar::components::Colour;
use amritsar::{Action, Open, Pending, Sowing};
use kit::Key;
use leptos::prelude::*;
use std::time::Duration;

/// How the viewer sows the group in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Way {
    /// It is not chosen yet which worker lands last.
    #[default]
    Open,
    /// This worker lands last, the others are left on the way.
    Last(Colour),
    /// The viewer places each worker.
    Each,
}

/// Returns the group in hand, while workers are to be left on the way.
fn group(open: &Open) -> Option<Sowing> {
    match *open.stack.last()? {
        Pending::Sow(sowing) => {
            let workers: u8 = Colour::all().map(|colour| sowing.hand[colour]).sum();
            (workers > 1).then_some(sowing)
        }
        _ => None,
    }
}

/// Returns whether the colours in hand differ, so that it matters which worker lands last.
pub fn asks_for_last(open: &Open, way: Way) -> bool {
    let colours = |sowing: Sowing| {
        let there = Colour::all().filter(|&colour| sowing.hand[colour] > 0);
        there.count()
    };
    way == Way::Open && group(open).is_some_and(|sowing| colours(sowing) > 1)
}

/// Returns the worker that is left next by itself.
pub fn next_left(open: &Open, way: Way) -> Option<Action> {
    let Way::Last(last) = way else {
        return None;
    };
    let sowing = group(open)?;
    let spare = |colour: Colour| sowing.hand[colour] > u8::from(colour == last);
    Colour::all()
        .find(|&colour| spare(colour))
        .map(Action::Drop)
}

/// Leaves the workers on the way, one after the other, once the last one is chosen.
pub fn leave_by_itself(scene: Scene) {
    let settings = frame().settings;
    Effect::new(move |_| {
        let open = scene.open().filter(|_| scene.am_asked());
        let way = scene.way.get();
        let Some(open) = open.filter(|open| group(open).is_some()) else {
            if way != Way::Open {
                scene.way.set(Way::Open);
            }
            return;
        };
        if let Some(action) = next_left(&open, way) {
            let pause = settings.with_untracked(|settings| settings.speed.pause()) / 2;
            set_timeout(
                move || {
                    if scene
                        .legal
                        .try_with_untracked(|legal| legal.contains(&action))
                        == Some(true)
                    {
                        scene.play(action);
                    }
                },
                Duration::from_millis(pause.into()),
            );
        }
    });
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use amritsar::Amritsar;
    use kit::{Eyes, Game, Seed};

    /// Clicks of one random game: of every decision, and with the help of the page. Also the number of turns.
    fn clicks(seed: &str) -> (u32, u32, u32) {
        let mut game = Amritsar::new(&Default::default(), Seed::from_text(seed)).unwrap();
        let mut number = 1_usize;
        let (mut all, mut needed, mut turns, mut way) = (0, 0, 0, Way::Open);
        let mut lifted = None;
        while let Some(seat) = game.deciders().lowest() {
            let mut legal = Vec::new();
            game.legal(seat, &mut legal);
            let open = &game.view(Eyes::Public).open;
            if group(open).is_none() {
                way = Way::Open;
            }
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let action = legal[(number >> 33) % legal.len()];
            let action = match (action, next_left(open, way)) {
                (_, Some(action)) => action,
                (Action::Drop(colour), None) if asks_for_last(open, way) => {
                    way = Way::Last(colour);
                    needed += 1;
                    next_left(open, way).unwrap()
                }
                (action, None) => {
                    // Lifting a group means that the elephant stays.
                    let implied =
                        action == Action::Stay && open.stack.last() == Some(&Pending::Elephant1);
                    needed += u32::from(legal.len() > 1 && !implied);
                    action
                }
            };
            all += 1;
            if matches!(action, Action::Lift(_)) && lifted.replace(seat) != Some(seat) {
                turns += 1;
            }
            game.apply(seat, action, &mut ()).unwrap();
        }
        (all, needed, turns)
    }

    #[test]
    fn a_turn_takes_at_most_six_clicks_on_average() {
        let (mut all, mut needed, mut turns) = (0, 0, 0);
        for number in 0..40 {
            let counted = clicks(&format!("clicks {number}"));
            all += counted.0;
            needed += counted.1;
            turns += counted.2;
        }
        println!("{turns} turns: {all} decisions, {needed} clicks");
        assert!(needed <= 6 * turns, "{needed} clicks in {turns} turns");
        assert!(needed * 10 < all * 9, "{needed} of {all}");
    }
}
