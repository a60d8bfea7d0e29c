//! A table that lives in the page.

use crate::sitting::{Chronicle, Sitting};
use crate::thinking::Thought;
use kit::{BadOptions, Eyes, Seat, Seed};
use protocol::{Pace, SeatState, Status, Update, WhatHappened, Who, You};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use table::{AnyGame, BadRecord, ForGame, Playable, Record, Table, options_from_json};

/// What a new table is set up with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setting {
    /// The game's key.
    pub game: String,
    /// Its options; `players` among them.
    pub options: Map<String, Value>,
    /// Who sits where, in seat order.
    pub seats: Vec<Seated>,
}

/// Who sits in a seat of a local table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seated {
    /// Somebody in front of this screen.
    Person {
        /// Their name.
        name: String,
        /// Whether a bot plays on for them.
        resigned: bool,
    },
    /// A bot of this level.
    Bot(String),
}

impl Seated {
    /// A person who plays.
    pub fn person(name: impl Into<String>) -> Self {
        Seated::Person {
            name: name.into(),
            resigned: false,
        }
    }

    /// Whether a person decides for this seat.
    pub fn decides(&self) -> bool {
        matches!(
            self,
            Seated::Person {
                resigned: false,
                ..
            }
        )
    }
}

/// Why there is no such table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadTable {
    /// The page does not know the game.
    #[error("there is no game ‘{0}’")]
    UnknownGame(String),
    /// The game cannot be set up so.
    #[error("{0}")]
    Options(#[from] BadOptions),
    /// The saved record is damaged.
    #[error("{0}")]
    Record(#[from] BadRecord),
    /// The seats do not fit the options.
    #[error("the table has {seats} seats, but {people} were filled")]
    Seats {
        /// How many seats the game has.
        seats: usize,
        /// How many were filled.
        people: usize,
    },
}

/// A table that lives in the page: people in front of one screen, and bots.
pub struct LocalTable {
    id: String,
    game: AnyGame,
    seats: Vec<Seated>,
    sitting: Box<dyn Sitting>,
    rematch: Option<String>,
}

/// Who plays on for a person that resigned.
const STAND_IN: &str = "medium";

impl LocalTable {
    /// A new game. Whoever makes the table gives it its name in links and a seed that nobody can guess.
    pub fn new(id: String, setting: &Setting, seed: Seed) -> Result<Self, BadTable> {
        let game = game(&setting.game)?;
        let sitting = game.run(SetUp(&setting.options, seed))?;
        LocalTable::with(id, game, setting.seats.clone(), sitting)
    }

    /// The game of a record, as it was left.
    pub fn restore(id: String, seats: Vec<Seated>, record: &Record) -> Result<Self, BadTable> {
        let game = game(&record.game)?;
        let sitting = game.run(AfterMoves(record, record.moves.len()))?;
        LocalTable::with(id, game, seats, sitting)
    }

    fn with(
        id: String,
        game: AnyGame,
        seats: Vec<Seated>,
        sitting: Box<dyn Sitting>,
    ) -> Result<Self, BadTable> {
        if seats.len() != usize::from(sitting.seats()) {
            return Err(BadTable::Seats {
                seats: sitting.seats().into(),
                people: seats.len(),
            });
        }
        Ok(LocalTable {
            id,
            game,
            seats,
            sitting,
            rematch: None,
        })
    }

    /// Its name in links.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Who sits where.
    pub fn seats(&self) -> &[Seated] {
        &self.seats
    }

    /// What the same people would play again.
    pub fn setting(&self) -> Setting {
        let options = self.sitting.options();
        let again = |seated: &Seated| match seated {
            Seated::Person { name, .. } => Seated::person(name),
            bot => bot.clone(),
        };
        Setting {
            game: self.game.to_string(),
            options: options.as_object().cloned().unwrap_or_default(),
            seats: self.seats.iter().map(again).collect(),
        }
    }

    /// Whether more than one person looks at this screen in turn.
    pub fn is_shared(&self) -> bool {
        self.seats.iter().filter(|seated| seated.decides()).count() > 1
    }

    /// The first person who owes a decision.
    pub fn person_to_decide(&self) -> Option<Seat> {
        self.decider(Seated::decides)
    }

    /// What a bot has to think about, if one owes a decision. The same table and seed give the same answer.
    pub fn thought(&self, seed: Seed) -> Option<Thought> {
        let seat = self.decider(|seated| !seated.decides())?;
        let level = match self.seats.get(usize::from(seat.number()))? {
            Seated::Bot(level) => level.clone(),
            Seated::Person { .. } => STAND_IN.to_owned(),
        };
        Some(Thought {
            version: self.sitting.version(),
            game: self.game.to_string(),
            seat,
            level,
            seed: seed.child(self.sitting.version()),
            view: self.sitting.position(Eyes::Seat(seat)).view,
        })
    }

    fn decider(&self, who: impl Fn(&Seated) -> bool) -> Option<Seat> {
        let mut deciders = self.sitting.deciders().into_iter();
        deciders.find(|seat| self.seats.get(usize::from(seat.number())).is_some_and(&who))
    }

    /// Counts everything that happened here.
    pub fn version(&self) -> u64 {
        self.sitting.version()
    }

    /// All that these eyes are told, with what happened after the version `since`.
    pub fn update(&self, eyes: Eyes, since: u64) -> Update {
        let position = self.sitting.position(eyes);
        let seat = match eyes {
            Eyes::Seat(seat) => Some(seat),
            Eyes::Public => None,
        };
        let seed = self
            .sitting
            .record(&self.names())
            .and_then(|record| record.seed);
        Update {
            table: self.id.clone(),
            version: self.sitting.version(),
            game: self.game.to_string(),
            options: self.sitting.options(),
            status: if position.standings.over {
                Status::Over
            } else {
                Status::Running
            },
            pace: Pace::Relaxed,
            stand_in: STAND_IN.to_owned(),
            listed: false,
            seats: self.seats.iter().map(state).collect(),
            you: You {
                seat,
                owner: true,
                can_undo: seat.is_some_and(|seat| self.sitting.can_undo(seat)),
            },
            steps: self.sitting.steps(eyes, since),
            chat: Vec::new(),
            thinking: Vec::new(),
            undo_asked: None,
            commitment: seed.map(Seed::commitment),
            seed: seed
                .filter(|_| position.standings.over)
                .map(|seed| seed.to_string()),
            rematch: self.rematch.clone(),
            position: Some(position),
        }
    }

    /// Carries out an action; the sentence says why not.
    pub fn play(&mut self, seat: Seat, action: &str) -> Result<(), String> {
        self.sitting.play(seat, action)
    }

    /// Takes back the last action; the sentence says why not.
    pub fn undo(&mut self, seat: Seat) -> Result<(), String> {
        self.sitting.undo(seat)
    }

    /// Whether this seat can take back the last action.
    pub fn can_undo(&self, seat: Seat) -> bool {
        self.sitting.can_undo(seat)
    }

    /// A bot plays on for this seat, or no longer.
    pub fn resign(&mut self, seat: Seat, leave: bool) {
        if let Some(Seated::Person { resigned, .. }) =
            self.seats.get_mut(usize::from(seat.number()))
        {
            *resigned = leave;
            self.sitting.note(match leave {
                true => WhatHappened::Resigned { seat },
                false => WhatHappened::CameBack { seat },
            });
        }
    }

    /// The same people play again at another table.
    pub fn set_rematch(&mut self, table: String) {
        self.sitting.note(WhatHappened::Rematch {
            table: table.clone(),
        });
        self.rematch = Some(table);
    }

    /// The table of the rematch, once there is one.
    pub fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }

    /// The whole record, to be kept on this machine.
    pub fn record(&self) -> Option<Record> {
        self.sitting.record(&self.names())
    }

    fn names(&self) -> Vec<String> {
        let name = |seated: &Seated| match seated {
            Seated::Person { name, .. } => name.clone(),
            Seated::Bot(level) => level.clone(),
        };
        self.seats.iter().map(name).collect()
    }
}

fn game(key: &str) -> Result<AnyGame, BadTable> {
    key.parse()
        .map_err(|_| BadTable::UnknownGame(key.to_owned()))
}

fn state(seated: &Seated) -> SeatState {
    let (who, resigned) = match seated {
        Seated::Person { name, resigned } => (Who::Person { name: name.clone() }, *resigned),
        Seated::Bot(level) => (
            Who::Bot {
                level: level.clone(),
            },
            false,
        ),
    };
    SeatState {
        who,
        connected: true,
        played_by_bot: resigned,
        clock: None,
    }
}

/// Sets up a new game.
struct SetUp<'a>(&'a Map<String, Value>, Seed);

impl ForGame for SetUp<'_> {
    type Output = Result<Box<dyn Sitting>, BadOptions>;

    fn run<G: Playable>(self) -> Self::Output {
        let options = options_from_json::<G>(Value::Object(self.0.clone()))?;
        Ok(Box::new(Chronicle::new(Table::<G>::new(&options, self.1)?)))
    }
}

/// Plays the first moves of a record.
pub(crate) struct AfterMoves<'a>(pub &'a Record, pub usize);

impl ForGame for AfterMoves<'_> {
    type Output = Result<Box<dyn Sitting>, BadRecord>;

    fn run<G: Playable>(self) -> Self::Output {
        Ok(Box::new(Chronicle::<G>::of_record(self.0, self.1)?))
    }
}
