//! A game with its history.

use crate::options::{options_from_words, options_to_words};
use crate::record::{BadRecord, Player, Record};
use kit::{BadOptions, Eyes, Flaw, Game, Refusal, Seat, Seed, Standings};

/// A game in play, with all that was played.
#[derive(Clone, Debug)]
pub struct History<G: Game> {
    seed: Option<Seed>,
    first: G,
    game: G,
    moves: Vec<Move<G::Action>>,
}

/// One action that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move<A> {
    /// Who acted.
    pub seat: Seat,
    /// What they did.
    pub action: A,
    /// Whether somebody then saw what they could not know before.
    pub revealed: bool,
}

/// Why the last action stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CannotUndo {
    /// There is none.
    #[error("nothing has been played yet")]
    Nothing,
    /// Somebody else played last.
    #[error("seat {0} has played since; only your own last action can be taken back")]
    SomebodyElsePlayed(Seat),
    /// Something hidden was seen.
    #[error("this action showed something that was hidden; it cannot be taken back")]
    Revealed,
}

impl<G: Game> History<G> {
    /// A new game under the present rules.
    pub fn new(options: &G::Options, seed: Seed) -> Result<Self, BadOptions> {
        History::new_under(G::ABOUT.rules, options, seed)
    }

    /// A new game under a version of the rules.
    pub fn new_under(rules: u32, options: &G::Options, seed: Seed) -> Result<Self, BadOptions> {
        let first = G::new_under(rules, options, seed)?;
        Ok(History {
            seed: Some(seed),
            game: first.clone(),
            first,
            moves: Vec::new(),
        })
    }

    /// A game that goes on from a given point. What came before is unknown, so it has no record.
    pub fn resume(game: G) -> Result<Self, Flaw> {
        game.check()?;
        Ok(History {
            seed: None,
            first: game.clone(),
            game,
            moves: Vec::new(),
        })
    }

    /// The point of play.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// All that was played, in order.
    pub fn moves(&self) -> &[Move<G::Action>] {
        &self.moves
    }

    /// Carries out an action and tells what happened.
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

    /// Takes back the last action, if it was this seat's and showed nothing new to anybody.
    pub fn undo(&mut self, seat: Seat) -> Result<G::Action, CannotUndo> {
        let last = self.can_undo(seat)?.action;
        self.take_back(1);
        Ok(last)
    }

    /// The last action, if this seat can take it back alone.
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

    /// Takes back the last so many actions, whatever they showed: for when everybody at the table agrees.
    pub fn take_back(&mut self, actions: usize) {
        self.moves
            .truncate(self.moves.len().saturating_sub(actions));
        self.game = self.first.clone();
        for played in &self.moves {
            // These actions were accepted before, and a game is deterministic.
            let _ = self.game.apply(played.seat, played.action, &mut ());
        }
    }

    /// The whole record, seed included: for whoever may know everything. `None` if the game's beginning is unknown.
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

    /// The record as these eyes may have it: while the game lasts, without its seed and without secret choices, unless they see all.
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

    /// Plays a record again and checks everything in it: options, seed and commitment, every action, the result.
    pub fn replay(record: &Record) -> Result<Self, BadRecord> {
        let mut history = History::set_up(record)?;
        for number in 0..record.moves.len() {
            history.play_recorded(record, number)?;
        }
        history.check_result(record)?;
        Ok(history)
    }

    /// The table of a record before its first action.
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

    /// Plays one recorded action, counted from 0, and tells what happened.
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

/// The scores of a finished game in seat order, an automatic opponent's after `vs`; `None` while it goes on.
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
