//! A type-erased game with its history.

use crate::any::{AnyGame, ForGame, Playable};
use crate::history::History;
use crate::options::options_from_json;
use crate::record::{BadRecord, Player, Record};
use kit::{About, BadOptions, BadText, Eyes, Id as _, Refusal, Seat, SeatSet, Seed, Standings};
use protocol::{Position, WhatHappened};
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;

/// Returns an event of the table as these eyes may see it.
pub type Tell = Box<dyn Fn(Eyes) -> WhatHappened + Send + Sync>;

/// The reason why an action was not carried out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadAction {
    /// The text is not an action.
    #[error(transparent)]
    Text(#[from] BadText),
    /// The rules refuse the action.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// A [`History`] of any game.
pub trait AnyHistory: Send + Sync {
    /// Returns the catalogue entry of the game.
    fn about(&self) -> About;
    /// Returns the number of seats.
    fn seats(&self) -> u8;
    /// Returns the options that the game was set up with.
    fn options(&self) -> Value;
    /// Returns the number of actions played.
    fn moves(&self) -> usize;
    /// Carries out an action.
    fn play(&mut self, seat: Seat, action: &str) -> Result<Tell, BadAction>;
    /// Returns the events of the set-up. Only called before the first action.
    fn opening(&self) -> Tell;
    /// Returns whether the seat can undo the last action without asking.
    fn can_undo(&self, seat: Seat) -> bool;
    /// Takes back the last `actions` actions.
    fn take_back(&mut self, actions: u32);
    /// Returns the number of actions from the seat's own last one on, or `None` if it has not acted.
    fn actions_since(&self, seat: Seat) -> Option<u32>;
    /// Returns the seats that have to decide; none when the game is over.
    fn deciders(&self) -> SeatSet;
    /// Returns the position as these eyes see it.
    fn position(&self, eyes: Eyes) -> Position;
    /// Returns the texts of all legal actions of a seat.
    fn legal(&self, seat: Seat) -> Vec<String>;
    /// Returns the game's own view for these eyes.
    fn view(&self, eyes: Eyes) -> Value;
    /// Returns the whole state, including all hidden information.
    fn state(&self) -> Value;
    /// Returns the points, and the winners once the game is over.
    fn standings(&self) -> Standings;
    /// Returns the points of all if the game ended now; only for games that are over.
    fn totals_if_over(&self) -> Vec<i32>;
    /// Returns the record as these eyes may see it.
    fn record(&self, eyes: Eyes, players: Vec<Player>) -> Option<Record>;
}

impl<G: Playable> AnyHistory for History<G> {
    fn about(&self) -> About {
        G::ABOUT
    }

    fn seats(&self) -> u8 {
        self.game().seats()
    }

    fn options(&self) -> Value {
        json(&self.game().options())
    }

    fn moves(&self) -> usize {
        History::moves(self).len()
    }

    fn play(&mut self, seat: Seat, text: &str) -> Result<Tell, BadAction> {
        let action: G::Action = text.parse()?;
        let events = History::play(self, seat, action)?;
        Ok(Box::new(move |eyes| {
            protocol::played::<G>(seat, action, &events, eyes)
        }))
    }

    fn opening(&self) -> Tell {
        let game = self.game().clone();
        Box::new(move |eyes| protocol::opening(&game, eyes))
    }

    fn can_undo(&self, seat: Seat) -> bool {
        History::can_undo(self, seat).is_ok()
    }

    fn take_back(&mut self, actions: u32) {
        History::take_back(self, actions as usize);
    }

    fn actions_since(&self, seat: Seat) -> Option<u32> {
        let moves = History::moves(self);
        let own = moves.iter().rposition(|played| played.seat == seat)?;
        u32::try_from(moves.len() - own).ok()
    }

    fn deciders(&self) -> SeatSet {
        self.game().deciders()
    }

    fn position(&self, eyes: Eyes) -> Position {
        Position::of(self.game(), eyes)
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        let mut actions = Vec::new();
        self.game().legal(seat, &mut actions);
        actions.iter().map(G::Action::to_string).collect()
    }

    fn view(&self, eyes: Eyes) -> Value {
        json(&self.game().view(eyes))
    }

    fn state(&self) -> Value {
        json(self.game())
    }

    fn standings(&self) -> Standings {
        self.game().standings()
    }

    fn totals_if_over(&self) -> Vec<i32> {
        self.game().totals_if_over()
    }

    fn record(&self, eyes: Eyes, players: Vec<Player>) -> Option<Record> {
        self.record_for(eyes, players)
    }
}

/// Options, views and states always have a JSON form.
fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// Completes and checks options. Also returns the number of seats.
pub fn complete_options(game: AnyGame, options: Value) -> Result<(Value, u8), BadOptions> {
    struct Complete(Value);
    impl ForGame for Complete {
        type Output = Result<(Value, u8), BadOptions>;

        fn run<G: Playable>(self) -> Self::Output {
            let options = options_from_json::<G>(self.0)?;
            let game = G::new(&options, Seed::from_bytes([0; 32]))?;
            Ok((json(&options), game.seats()))
        }
    }
    game.run(Complete(options))
}

/// Sets up a game. Injected like the clock, so that a test can begin in any state.
pub type Begin = Arc<
    dyn Fn(AnyGame, u32, &Value, Seed) -> Result<Box<dyn AnyHistory>, BadOptions> + Send + Sync,
>;

/// Sets up a game under a version of its rules.
pub fn begin(
    game: AnyGame,
    rules: u32,
    options: &Value,
    seed: Seed,
) -> Result<Box<dyn AnyHistory>, BadOptions> {
    struct Start<'a>(u32, &'a Value, Seed);
    impl ForGame for Start<'_> {
        type Output = Result<Box<dyn AnyHistory>, BadOptions>;

        fn run<G: Playable>(self) -> Self::Output {
            let Start(rules, options, seed) = self;
            let options = options_from_json::<G>(options.clone())?;
            Ok(Box::new(History::<G>::new_under(rules, &options, seed)?))
        }
    }
    game.run(Start(rules, options, seed))
}

/// Continues from a state that comes from outside the program. The error says what is wrong with it.
pub fn resume(game: AnyGame, state: Value) -> Result<Box<dyn AnyHistory>, String> {
    struct Resume(Value);
    impl ForGame for Resume {
        type Output = Result<Box<dyn AnyHistory>, String>;

        fn run<G: Playable>(self) -> Self::Output {
            let game: G = serde_json::from_value(self.0).map_err(|error| error.to_string())?;
            let history = History::resume(game).map_err(|flaw| flaw.to_string())?;
            Ok(Box::new(history))
        }
    }
    game.run(Resume(state))
}

/// Replays a record and checks everything in it.
pub fn replay(record: &Record) -> Result<Box<dyn AnyHistory>, BadRecord> {
    struct Again<'a>(&'a Record);
    impl ForGame for Again<'_> {
        type Output = Result<Box<dyn AnyHistory>, BadRecord>;

        fn run<G: Playable>(self) -> Self::Output {
            Ok(Box::new(History::<G>::replay(self.0)?))
        }
    }
    let game = AnyGame::named(&record.game).map_err(BadRecord::in_header)?;
    game.run(Again(record))
}
