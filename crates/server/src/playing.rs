//! A game in play, whichever it is.

use bots::{Chair, Level, Spec};
use kit::{Eyes, Refusal, Seat, SeatSet, Seed};
use protocol::{Position, WhatHappened};
use serde_json::Value;
use std::sync::Arc;
use table::{AnyGame, CannotUndo, ForGame, Playable, Record, Table, options_from_json};

/// Tells something that happened, as these eyes may know it.
pub type Tell = Box<dyn Fn(Eyes) -> WhatHappened + Send + Sync>;

/// A decision that a bot can think about, away from the table; stops early when asked to.
pub type Thought = Box<dyn FnOnce(&mut dyn FnMut() -> bool) -> String + Send>;

/// Why an action was not taken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadAction {
    /// It is no action at all.
    #[error(transparent)]
    Text(#[from] kit::BadText),
    /// The rules do not allow it now.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// A game in play, whichever it is.
pub trait Playing: Send + Sync {
    /// Carries out an action.
    fn play(&mut self, seat: Seat, action: &str) -> Result<Tell, BadAction>;
    /// Tells of the set-up; only asked before the first action.
    fn opening(&self) -> Tell;
    /// Whether the seat can take back the last action alone.
    fn can_undo(&self, seat: Seat) -> Result<(), CannotUndo>;
    /// Takes back the last so many actions.
    fn take_back(&mut self, actions: u32);
    /// How many actions there are from the seat's own last one on.
    fn actions_since(&self, seat: Seat) -> Option<u32>;
    /// Who owes a decision; nobody when the game is over.
    fn deciders(&self) -> SeatSet;
    /// How it stands.
    fn position(&self, eyes: Eyes) -> Position;
    /// The record, as these eyes may have it.
    fn record(&self, eyes: Eyes, names: &[String]) -> Option<Record>;
    /// What a bot of this level would think about.
    fn think(&self, seat: Seat, level: Level, whim: Seed) -> Option<Thought>;
}

impl<G: Playable> Playing for Table<G> {
    fn play(&mut self, seat: Seat, text: &str) -> Result<Tell, BadAction> {
        let action: G::Action = text.parse()?;
        let events = Table::play(self, seat, action)?;
        Ok(Box::new(move |eyes| {
            protocol::played::<G>(seat, action, &events, eyes)
        }))
    }

    fn opening(&self) -> Tell {
        let game = self.game().clone();
        Box::new(move |eyes| protocol::opening(&game, eyes))
    }

    fn can_undo(&self, seat: Seat) -> Result<(), CannotUndo> {
        Table::can_undo(self, seat).map(drop)
    }

    fn take_back(&mut self, actions: u32) {
        Table::take_back(self, actions as usize);
    }

    fn actions_since(&self, seat: Seat) -> Option<u32> {
        let own = self
            .moves()
            .iter()
            .rposition(|played| played.seat == seat)?;
        u32::try_from(self.moves().len() - own).ok()
    }

    fn deciders(&self) -> SeatSet {
        self.game().deciders()
    }

    fn position(&self, eyes: Eyes) -> Position {
        Position::of(self.game(), eyes)
    }

    fn record(&self, eyes: Eyes, names: &[String]) -> Option<Record> {
        self.record_for(eyes, names)
    }

    fn think(&self, seat: Seat, level: Level, whim: Seed) -> Option<Thought> {
        let game = self.game().clone();
        Chair::new(&game, seat, &mut Vec::new())?;
        Some(Box::new(move |stop| {
            let mut legal = Vec::new();
            match Chair::new(&game, seat, &mut legal) {
                Some(chair) => G::seat_bot(Spec::Level(level), whim, bots::now)
                    .choose_until(&chair, stop)
                    .to_string(),
                None => String::new(), // Not reached: the chair was tried before.
            }
        }))
    }
}

/// Options as a table keeps them: complete and checked, with the number of seats.
pub fn complete_options(game: AnyGame, options: Value) -> Result<(Value, u8), kit::BadOptions> {
    struct Complete(Value);
    impl ForGame for Complete {
        type Output = Result<(Value, u8), kit::BadOptions>;

        fn run<G: Playable>(self) -> Self::Output {
            let options = options_from_json::<G>(self.0)?;
            let game = G::new(&options, Seed::from_bytes([0; 32]))?;
            let json = serde_json::to_value(options);
            Ok((json.unwrap_or_default(), game.seats()))
        }
    }
    game.run(Complete(options))
}

/// Sets a game up. Injected like the clock, so that a test can begin in any state.
pub type Begin =
    Arc<dyn Fn(AnyGame, &Value, Seed) -> Result<Box<dyn Playing>, kit::BadOptions> + Send + Sync>;

/// Sets the game up by its rules.
pub fn begin(
    game: AnyGame,
    options: &Value,
    seed: Seed,
) -> Result<Box<dyn Playing>, kit::BadOptions> {
    struct Start<'a>(&'a Value, Seed);
    impl ForGame for Start<'_> {
        type Output = Result<Box<dyn Playing>, kit::BadOptions>;

        fn run<G: Playable>(self) -> Self::Output {
            let options = options_from_json::<G>(self.0.clone())?;
            Ok(Box::new(Table::<G>::new(&options, self.1)?))
        }
    }
    game.run(Start(options, seed))
}
