//! Bots make no null moves: nothing that a person at the table would call pointless.
//!
//! `NULL_MOVES="expert 100" cargo test -p table --test null_moves -- --nocapture measure` measures a bot in more games.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use bots::{Chair, Spec};
use kit::{Game, Seat, Seed};
use maharaja::components::Node;
use maharaja::{Event, Maharaja, Options};
use std::fmt;
use table::Playable;

/// The pointless moves of all players in some games of Maharaja.
#[derive(Default)]
struct NullMoves {
    turns: u32,
    /// Journeys that lead back to where the priest was in the same turn, with nothing built in between.
    there_and_back: u32,
    /// Building actions in which nothing was built.
    empty: u32,
    /// Those of them that cost an action marker.
    wasted_markers: u32,
}

impl NullMoves {
    fn per_turn(&self, count: u32) -> f64 {
        f64::from(count) / f64::from(self.turns)
    }

    fn all(&self) -> f64 {
        self.per_turn(self.there_and_back + self.empty)
    }
}

impl fmt::Display for NullMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} turns; for each {:.4} journeys there and back, {:.4} empty building actions ({:.4} with a marker)",
            self.turns,
            self.per_turn(self.there_and_back),
            self.per_turn(self.empty),
            self.per_turn(self.wasted_markers)
        )
    }
}

/// What happened in the present turn.
#[derive(Default)]
struct Turn {
    /// Where the priest has been since something was built.
    been: Vec<Node>,
    /// Whether a building action is going on, with which nothing has been built.
    open: bool,
    by_marker: bool,
}

impl NullMoves {
    fn watch(&mut self, turn: &mut Turn, event: &Event) {
        match event {
            Event::TurnBegan { .. } => {
                self.turns += 1;
                *turn = Turn::default();
            }
            Event::Travelled { from, to, .. } => {
                self.there_and_back += u32::from(turn.been.contains(to));
                turn.been.push(*from);
            }
            Event::ActionStarted { .. } | Event::MarkerUsed { .. } => {
                turn.open = true;
                turn.by_marker = matches!(event, Event::MarkerUsed { .. });
            }
            Event::StatueBuilt { .. } | Event::ShrineBuilt { .. } => {
                turn.been.clear();
                turn.open = false;
            }
            Event::ActionClosed { .. } => {
                self.empty += u32::from(turn.open);
                self.wasted_markers += u32::from(turn.open && turn.by_marker);
                turn.open = false;
            }
            _ => {}
        }
    }
}

/// Plays games of four of these bots.
fn null_moves(bot: &str, games: u64) -> NullMoves {
    let bot: Spec = bot.parse().unwrap();
    let mut found = NullMoves::default();
    for number in 0..games {
        let seed = Seed::from_text("null moves").child(number);
        let options = Options {
            players: 4,
            ..Options::default()
        };
        let mut game = Maharaja::new(&options, seed).unwrap();
        let mut seated = Maharaja::seat_bots(&[bot; 4], seed);
        let mut turns: [Turn; 4] = Default::default();
        let (mut legal, mut events) = (Vec::new(), Vec::new());
        while let Some(seat) = game.deciders().lowest() {
            let chair = Chair::new(&game, seat, &mut legal).unwrap();
            let action = seated[usize::from(seat.number())].choose(&chair);
            events.clear();
            game.apply(seat, action, &mut events).unwrap();
            for event in &events {
                if let Some(seat) = actor(event) {
                    found.watch(&mut turns[usize::from(seat.number())], event);
                }
            }
        }
    }
    found
}

/// Returns whose turn an event belongs to, if it is about journeys or buildings.
fn actor(event: &Event) -> Option<Seat> {
    match event {
        Event::TurnBegan { seat, .. }
        | Event::Travelled { seat, .. }
        | Event::ActionStarted { seat, .. }
        | Event::MarkerUsed { seat, .. }
        | Event::StatueBuilt { seat, .. }
        | Event::ShrineBuilt { seat, .. }
        | Event::ActionClosed { seat, .. } => Some(*seat),
        _ => None,
    }
}

#[test]
fn no_level_wanders_or_opens_building_actions_in_vain() {
    for (bot, most) in [
        ("turn", 0.03),
        ("easy", 0.06),
        ("medium", 0.03),
        ("hard", 0.06),
    ] {
        let found = null_moves(bot, 10);
        assert!(found.all() < most, "{bot}: {found}");
    }
    // Looking one step ahead cannot see this: so the count can fail.
    assert!(null_moves("value", 10).all() > 0.1);
}

#[test]
fn measure() {
    let Ok(asked) = std::env::var("NULL_MOVES") else {
        return;
    };
    let (bot, games) = asked.split_once(' ').unwrap();
    println!("{bot}: {}", null_moves(bot, games.parse().unwrap()));
}
