//! A game with its history.

use crate::options::{options_from_words, options_to_words};
use crate::record::{BadRecord, Player, Record};
use kit::{BadOptions, Eyes, Flaw, Game, Refusal, Seat, Seed, Standings};

/// A game with all its actions.
#[derive(Clone, Debug)]
pub struct History<G: Game> {
    seed: Option<Seed>,
    first: G,
    game: G,
    moves: Vec<Move<G::Action>>,
}

/// One action in a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move<A> {
    /// The seat that acted.
    pub seat: Seat,
    /// The action.
    pub action: A,
    /// Whether the action revealed something to anybody.
    pub revealed: bool,
}

/// The reason why the last action cannot be undone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CannotUndo {
    /// No action was played.
    #[error("nothing has been played yet")]
    Nothing,
    /// Another seat played last.
    #[error("seat {0} has played since; only your own last action can be taken back")]
    SomebodyElsePlayed(Seat),
    /// The action revealed hidden information.
    #[error("this action revealed hidden information; it cannot be taken back")]
    Revealed,
}

impl<G: Game> History<G> {
    /// Starts a new game under the current rules.
    pub fn new(options: &G::Options, seed: Seed) -> Result<Self, BadOptions> {
        History::new_under(G::ABOUT.rules, options, seed)
    }

    /// Starts a new game under a version of the rules.
    pub fn new_under(rules: u32, options: &G::Options, seed: Seed) -> Result<Self, BadOptions> {
        let first = G::new_under(rules, options, seed)?;
        Ok(History {
            seed: Some(seed),
            game: first.clone(),
            first,
            moves: Vec::new(),
        })
    }

    /// Continues from a given state. The actions before are unknown, so the history has no record.
    pub fn resume(game: G) -> Result<Self, Flaw> {
        game.check()?;
        Ok(History {
            seed: None,
            first: game.clone(),
            game,
            moves: Vec::new(),
        })
    }

    /// Returns the current state.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns all actions, in order.
    pub fn moves(&self) -> &[Move<G::Action>] {
        &self.moves
    }

    /// Carries out an action and returns its events.
    pub fn play(&mut self, seat: Seat, action: G::Action) -> Result<Vec<G::Event>, Refusal> {
        let mut events = Vec::new();
        self.game.apply(seat, action, &mut events)?;
        let revealed = Eyes::all(self.game.seats())
            .any(|eyes| events.iter().any(|event| G::reveals(event, eyes)));
        self.moves.push(Move {
            seat,
            action,
            revealed,
        });
        Ok(events)
    }

    /// Takes back the last action, if it was this seat's and revealed nothing to anybody.
    pub fn undo(&mut self, seat: Seat) -> Result<G::Action, CannotUndo> {
        let last = self.can_undo(seat)?.action;
        self.take_back(1);
        Ok(last)
    }

    /// Returns the last action if this seat can take it back without asking.
    pub fn can_undo(&self, seat: Seat) -> Result<Move<G::Action>, CannotUndo> {
        let last = *self.moves.last().ok_or(CannotUndo::Nothing)?;
        if last.seat != seat {
            return Err(CannotUndo::SomebodyElsePlayed(last.seat));
        }
        if last.revealed {
            return Err(CannotUndo::Revealed);
        }
        Ok(last)
    }

    /// Takes back the last `actions` actions, even if they revealed something. For takebacks that everybody at the table agreed to.
    pub fn take_back(&mut self, actions: usize) {
        self.moves
            .truncate(self.moves.len().saturating_sub(actions));
        self.game = self.first.clone();
        for played in &self.moves {
            // These actions were accepted before, and a game is deterministic.
            let _ = self.game.apply(played.seat, played.action, &mut ());
        }
    }

    /// Returns the complete record, including the seed. Only for readers who may know everything. `None` if the beginning of the game is unknown.
    pub fn record(&self, players: Vec<Player>) -> Option<Record> {
        let seed = self.seed?;
        let moves = self
            .moves
            .iter()
            .map(|played| (played.seat, played.action.to_string()))
            .collect();
        Some(Record {
            game: G::ABOUT.key.to_owned(),
            rules: self.game.rules(),
            options: options_to_words::<G>(&self.game.options()),
            players,
            date: None,
            commitment: seed.commitment(),
            seed: Some(seed),
            result: result(&self.game.standings()),
            moves,
        })
    }

    /// Returns the record as these eyes may see it: during the game without the seed and without secret choices, unless they see everything.
    pub fn record_for(&self, eyes: Eyes, players: Vec<Player>) -> Option<Record> {
        let record = self.record(players)?;
        if record.result.is_some() || eyes == Eyes::AllSeeing {
            return Some(record);
        }
        let shown =
            |played: &Move<G::Action>| (played.seat, G::text_for(played.action, played.seat, eyes));
        Some(Record {
            seed: None,
            moves: self.moves.iter().map(shown).collect(),
            ..record
        })
    }

    /// Replays a record and checks everything in it: options, seed and commitment, every action, the result.
    pub fn replay(record: &Record) -> Result<Self, BadRecord> {
        let mut history = History::set_up(record)?;
        for number in 0..record.moves.len() {
            history.play_recorded(record, number)?;
        }
        history.check_result(record)?;
        Ok(history)
    }

    /// Sets up the game of a record, before its first action.
    pub fn set_up(record: &Record) -> Result<Self, BadRecord> {
        let bad = |problem: String| Err(BadRecord::in_header(problem));
        let about = G::ABOUT;
        if record.game != about.key {
            return bad(format!(
                "a record of ‘{}’, not of ‘{}’",
                record.game, about.key
            ));
        }
        let Some(seed) = record.seed else {
            return bad(
                "it has no Seed yet: a table in progress only publishes the Commitment".to_owned(),
            );
        };
        if seed.commitment() != record.commitment {
            return bad(format!(
                "the Seed does not match the Commitment; its own is {}",
                seed.commitment()
            ));
        }
        let options = options_from_words::<G, _>(record.options.split_whitespace())
            .map_err(|error| BadRecord::in_header(error.0))?;
        let history = History::<G>::new_under(record.rules, &options, seed)
            .map_err(|error| BadRecord::in_header(error.0))?;
        let seats = usize::from(history.game.seats());
        if record.players.len() != seats {
            return bad(format!(
                "it names {} seats, but {seats} play",
                record.players.len()
            ));
        }
        Ok(history)
    }

    /// Plays the recorded action at an index, counted from 0, and returns its events.
    pub fn play_recorded(
        &mut self,
        record: &Record,
        number: usize,
    ) -> Result<Vec<G::Event>, BadRecord> {
        let Some((seat, text)) = record.moves.get(number) else {
            return Ok(Vec::new());
        };
        let bad = |problem: String| BadRecord::in_move(number + 1, problem);
        let action = text
            .parse::<G::Action>()
            .map_err(|error| bad(error.to_string()))?;
        self.play(*seat, action)
            .map_err(|refusal| bad(format!("seat {seat} cannot ‘{text}’: {refusal}")))
    }

    fn check_result(&self, record: &Record) -> Result<(), BadRecord> {
        let (said, true_one) = (record.result.as_deref(), result(&self.game.standings()));
        let problem = match (said, true_one.as_deref()) {
            (said, true_one) if said == true_one => return Ok(()),
            (Some(said), None) => format!(
                "the Result is {said}, but the game is not over after {} moves: some are missing",
                record.moves.len()
            ),
            (None, Some(true_one)) => {
                format!("the Result says that the game goes on, but it is over with {true_one}")
            }
            (said, true_one) => format!(
                "the Result is {}, but the game ends with {}",
                said.unwrap_or("*"),
                true_one.unwrap_or("*")
            ),
        };
        Err(BadRecord::in_header(problem))
    }
}

/// Returns the scores of a finished game in seat order, followed by `vs` and an automatic opponent's; `None` during the game.
fn result(standings: &Standings) -> Option<String> {
    let totals = standings
        .scores
        .iter()
        .map(|score| score.total.to_string())
        .collect::<Vec<_>>()
        .join(" ");
    let against = standings
        .automatic
        .as_ref()
        .map(|score| format!(" vs {}", score.total))
        .unwrap_or_default();
    standings.over.then_some(totals + &against)
}
