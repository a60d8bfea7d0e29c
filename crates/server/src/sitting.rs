//! A table as its entries tell it: replayed one by one, or continued by a new one. Nothing here knows of networks or stores.

use crate::clocks::Clocks;
use crate::entry::{Entry, Setting, Sitter, What};
use crate::ids::{PersonId, TableId};
use crate::playing::{BadAction, Begin, Playing, Tell};
use bots::Level;
use kit::{Eyes, Id, Seat, SeatSet};
use protocol::{Reason, Status, Step, UndoAsked, WhatHappened};
use std::collections::VecDeque;
use table::AnyGame;

/// A table, as it stands after its last entry.
pub struct Sitting {
    version: u64,
    changed: u64,
    setting: Setting,
    chairs: Vec<Chair>,
    clocks: Clocks,
    playing: Option<Box<dyn Playing>>,
    undo_asked: Option<UndoAsked>,
    rematch: Option<TableId>,
    steps: VecDeque<(u64, Tell)>,
    kept: Kept,
}

/// How a table is kept in memory.
#[derive(Clone)]
pub struct Kept {
    /// How many steps can be told.
    pub steps: usize,
    /// How games are set up.
    pub begin: Begin,
}

/// One seat.
#[derive(Clone, Debug)]
struct Chair {
    sitter: Sitter,
    /// A bot plays on for the person.
    away: bool,
}

/// Why something cannot happen at a table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Cannot {
    /// Too late.
    #[error("the game has already started")]
    Started,
    /// Too early.
    #[error("the game has not started yet")]
    NotStarted,
    /// Much too late.
    #[error("the game is over")]
    Over,
    /// Too early for this.
    #[error("the game is not over yet")]
    NotOver,
    /// There is no such seat.
    #[error("this table has seats 0 to {last}, not {seat}")]
    NoSuchSeat {
        /// What was asked for.
        seat: Seat,
        /// What there is.
        last: usize,
    },
    /// Somebody was quicker.
    #[error("seat {0} is taken")]
    SeatTaken(Seat),
    /// Nothing is free.
    #[error("all seats are taken")]
    NoOpenSeat,
    /// One person, one seat.
    #[error("you sit in seat {0} already")]
    AlreadySeated(Seat),
    /// Spectators cannot do this.
    #[error("you do not sit at this table")]
    NotSeated,
    /// Only whoever made the table can do this.
    #[error("only the owner of the table can do this")]
    NotOwner,
    /// A seat has nobody.
    #[error("seat {0} is still open; invite somebody or give it to a bot")]
    SeatOpen(Seat),
    /// A bot plays for this person.
    #[error("a bot plays for you; come back first")]
    Away,
    /// No bot plays for this person.
    #[error("you play for yourself already")]
    NotAway,
    /// Nothing to take back.
    #[error("you have not played yet, so there is nothing to take back")]
    NothingToTakeBack,
    /// Two questions at once.
    #[error("seat {0} has asked already; answer that first")]
    AlreadyAsked(Seat),
    /// No question is open.
    #[error("nobody has asked you whether something may be taken back")]
    NotAsked,
    /// Time is left.
    #[error("nobody's time has run out")]
    NoTimeRanOut,
    /// The rematch stands somewhere already.
    #[error("the rematch is at table {0}")]
    RematchExists(TableId),
    /// The game says no.
    #[error(transparent)]
    Action(#[from] BadAction),
    /// Entries that no table can have.
    #[error(
        "the table's history does not hold at version {0}; please tell whoever runs this server"
    )]
    BrokenHistory(u64),
}

impl Cannot {
    /// The name of what stands in the way, where a person can meet it.
    pub fn reason(&self) -> Option<Reason> {
        Some(match self {
            Cannot::Started => Reason::Started,
            Cannot::NotStarted => Reason::NotStarted,
            Cannot::Over => Reason::Over,
            Cannot::NotOver => Reason::NotOver,
            Cannot::SeatTaken(_) => Reason::SeatTaken,
            Cannot::NoOpenSeat => Reason::NoOpenSeat,
            Cannot::AlreadySeated(_) => Reason::AlreadySeated,
            Cannot::NotSeated => Reason::NotSeated,
            Cannot::NotOwner => Reason::NotOwner,
            Cannot::SeatOpen(_) => Reason::SeatOpen,
            Cannot::Away => Reason::Away,
            Cannot::NotAway => Reason::NotAway,
            Cannot::NothingToTakeBack => Reason::NothingToTakeBack,
            Cannot::AlreadyAsked(_) => Reason::AlreadyAsked,
            Cannot::NotAsked => Reason::NotAsked,
            Cannot::RematchExists(_) => Reason::RematchExists,
            Cannot::NoSuchSeat { .. }
            | Cannot::NoTimeRanOut
            | Cannot::Action(_)
            | Cannot::BrokenHistory(_) => return None,
        })
    }
}

impl Sitting {
    /// A table from its first entry.
    pub fn open(first: &Entry, kept: &Kept) -> Result<Self, Cannot> {
        let What::Create(setting) = &first.what else {
            return Err(Cannot::BrokenHistory(first.version));
        };
        let chair = |sitter: &Sitter| Chair {
            sitter: sitter.clone(),
            away: false,
        };
        let mut sitting = Sitting {
            version: 0,
            changed: first.at,
            chairs: setting.seats.iter().map(chair).collect(),
            clocks: Clocks::new(setting.pace, setting.seats.len()),
            setting: (**setting).clone(),
            playing: None,
            undo_asked: None,
            rematch: None,
            steps: VecDeque::new(),
            kept: kept.clone(),
        };
        sitting.close(first, Box::new(|_| WhatHappened::Created));
        Ok(sitting)
    }

    /// A table from all its entries.
    pub fn replay(entries: &[Entry], kept: &Kept) -> Result<Self, Cannot> {
        let (first, rest) = entries.split_first().ok_or(Cannot::BrokenHistory(0))?;
        let mut sitting = Sitting::open(first, kept)?;
        for entry in rest {
            sitting
                .add(entry)
                .map_err(|_| Cannot::BrokenHistory(entry.version))?;
        }
        Ok(sitting)
    }

    /// Lets one more thing happen. Unless it can, nothing changes.
    pub fn add(&mut self, entry: &Entry) -> Result<(), Cannot> {
        if entry.version != self.version + 1 {
            return Err(Cannot::BrokenHistory(entry.version));
        }
        let told: Tell = match &entry.what {
            What::Create(_) => return Err(Cannot::BrokenHistory(entry.version)),
            What::Seat { seat, sitter } => self.seat(*seat, sitter)?,
            What::Start => self.start()?,
            What::Play { seat, action } => self.play(*seat, action, entry.at)?,
            What::TakeBack { seat, actions } => self.take_back(*seat, *actions)?,
            What::AskUndo { seat, actions } => self.ask_undo(*seat, *actions)?,
            What::AnswerUndo { seat, agrees } => self.answer_undo(*seat, *agrees)?,
            What::Resign { seat } => {
                self.send_away(*seat, WhatHappened::Resigned { seat: *seat })?
            }
            What::RunOut { seat } => {
                self.send_away(*seat, WhatHappened::RanOutOfTime { seat: *seat })?
            }
            What::ComeBack { seat } => self.come_back(*seat, entry.at)?,
            What::Rematch { table } => self.arrange_rematch(table)?,
        };
        self.close(entry, told);
        Ok(())
    }

    /// What every entry does at its end: time passes, the next clocks run, the step is kept.
    fn close(&mut self, entry: &Entry, told: Tell) {
        self.clocks.pass(entry.at);
        let people = self.deciders().iter().filter(|&seat| self.plays_self(seat));
        let mut running = SeatSet::default();
        for seat in people {
            running.insert(seat);
        }
        self.clocks.run(running);
        self.version = entry.version;
        self.changed = self.changed.max(entry.at);
        self.steps.push_back((entry.version, told));
        while self.steps.len() > self.kept.steps {
            self.steps.pop_front();
        }
    }

    fn seat(&mut self, seat: Seat, sitter: &Sitter) -> Result<Tell, Cannot> {
        self.in_status(Status::Waiting)?;
        let last = self.last_seat();
        let chair = self.chairs.get_mut(usize::from(seat.number()));
        chair.ok_or(Cannot::NoSuchSeat { seat, last })?.sitter = sitter.clone();
        let who = sitter.shown();
        Ok(told(WhatHappened::Seated { seat, who }))
    }

    fn start(&mut self) -> Result<Tell, Cannot> {
        self.in_status(Status::Waiting)?;
        let mut seated = Seat::first(u8::MAX).zip(&self.chairs);
        if let Some((seat, _)) = seated.find(|(_, chair)| chair.sitter == Sitter::Open) {
            return Err(Cannot::SeatOpen(seat));
        }
        let broken = Cannot::BrokenHistory(self.version);
        let game = AnyGame::named(&self.setting.game).map_err(|_| broken.clone())?;
        let playing = (self.kept.begin)(game, &self.setting.options, self.setting.seed);
        let playing = playing.map_err(|_| broken)?;
        let opening = playing.opening();
        self.playing = Some(playing);
        Ok(opening)
    }

    fn play(&mut self, seat: Seat, action: &str, at: u64) -> Result<Tell, Cannot> {
        self.in_status(Status::Running)?;
        let playing = self.playing.as_mut().ok_or(Cannot::NotStarted)?;
        let told = playing.play(seat, action)?;
        self.undo_asked = None;
        self.clocks.pass(at);
        if self.plays_self(seat) {
            self.clocks.decided(seat);
        }
        Ok(told)
    }

    fn take_back(&mut self, seat: Seat, actions: u32) -> Result<Tell, Cannot> {
        self.in_status(Status::Running)?;
        let playing = self.playing.as_mut().ok_or(Cannot::NotStarted)?;
        playing.take_back(actions);
        self.undo_asked = None;
        Ok(told(WhatHappened::TookBack { seat, actions }))
    }

    fn ask_undo(&mut self, seat: Seat, actions: u32) -> Result<Tell, Cannot> {
        self.in_status(Status::Running)?;
        let agreed = vec![seat];
        self.undo_asked = Some(UndoAsked {
            seat,
            actions,
            agreed,
        });
        Ok(told(WhatHappened::AskedUndo { seat }))
    }

    fn answer_undo(&mut self, seat: Seat, agrees: bool) -> Result<Tell, Cannot> {
        let asked = self.undo_asked.as_mut().ok_or(Cannot::NotAsked)?;
        if agrees {
            asked.agreed.push(seat);
        } else {
            self.undo_asked = None;
        }
        Ok(told(WhatHappened::AnsweredUndo { seat, agrees }))
    }

    fn send_away(&mut self, seat: Seat, step: WhatHappened) -> Result<Tell, Cannot> {
        self.in_status(Status::Running)?;
        self.chair_mut(seat)?.away = true;
        // Whoever is away has no say any more; a question that hung on them is dropped, not granted.
        self.undo_asked = None;
        Ok(told(step))
    }

    fn come_back(&mut self, seat: Seat, at: u64) -> Result<Tell, Cannot> {
        self.in_status(Status::Running)?;
        self.clocks.pass(at);
        self.chair_mut(seat)?.away = false;
        self.clocks.welcome_back(seat);
        Ok(told(WhatHappened::CameBack { seat }))
    }

    fn arrange_rematch(&mut self, table: &TableId) -> Result<Tell, Cannot> {
        self.in_status(Status::Over)?;
        if let Some(table) = &self.rematch {
            return Err(Cannot::RematchExists(table.clone()));
        }
        self.rematch = Some(table.clone());
        let table = table.to_string();
        Ok(told(WhatHappened::Rematch { table }))
    }

    fn in_status(&self, wanted: Status) -> Result<(), Cannot> {
        match (self.status(), wanted) {
            (now, wanted) if now == wanted => Ok(()),
            (Status::Waiting, Status::Over) => Err(Cannot::NotOver),
            (Status::Waiting, _) => Err(Cannot::NotStarted),
            (Status::Running, Status::Over) => Err(Cannot::NotOver),
            (Status::Over, Status::Running) => Err(Cannot::Over),
            _ => Err(Cannot::Started),
        }
    }

    fn chair_mut(&mut self, seat: Seat) -> Result<&mut Chair, Cannot> {
        let last = self.last_seat();
        let chair = self.chairs.get_mut(usize::from(seat.number()));
        chair.ok_or(Cannot::NoSuchSeat { seat, last })
    }

    fn last_seat(&self) -> usize {
        self.chairs.len().saturating_sub(1)
    }

    fn plays_self(&self, seat: Seat) -> bool {
        let chair = self.chairs.get(usize::from(seat.number()));
        chair.is_some_and(|chair| chair.sitter.person().is_some() && !chair.away)
    }
}

/// The same for all eyes.
fn told(step: WhatHappened) -> Tell {
    Box::new(move |_| step.clone())
}

/// What can be asked of a table.
impl Sitting {
    /// Counts what has happened.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// When something last happened.
    pub fn changed(&self) -> u64 {
        self.changed
    }

    /// What it was set up with.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// Its clocks.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// The game, once it has started.
    pub fn playing(&self) -> Option<&dyn Playing> {
        self.playing.as_deref()
    }

    /// The open question whether something may be taken back.
    pub fn undo_asked(&self) -> Option<&UndoAsked> {
        self.undo_asked.as_ref()
    }

    /// Where the rematch is.
    pub fn rematch(&self) -> Option<&TableId> {
        self.rematch.as_ref()
    }

    /// How far it is.
    pub fn status(&self) -> Status {
        match &self.playing {
            None => Status::Waiting,
            Some(playing) if playing.deciders().is_empty() => Status::Over,
            Some(_) => Status::Running,
        }
    }

    /// Who owes a decision.
    pub fn deciders(&self) -> SeatSet {
        self.playing
            .as_ref()
            .map(|playing| playing.deciders())
            .unwrap_or_default()
    }

    /// All seats with whoever sits there, and whether a bot plays on for them.
    pub fn seats(&self) -> impl Iterator<Item = (Seat, &Sitter, bool)> {
        Seat::first(u8::MAX)
            .zip(&self.chairs)
            .map(|(seat, chair)| (seat, &chair.sitter, chair.away))
    }

    /// Where this person sits.
    pub fn seat_of(&self, person: &PersonId) -> Option<Seat> {
        let mut seats = self.seats();
        seats
            .find(|(_, sitter, _)| sitter.is(person))
            .map(|(seat, ..)| seat)
    }

    /// What this person may see.
    pub fn eyes_of(&self, person: Option<&PersonId>) -> Eyes {
        person
            .and_then(|person| self.seat_of(person))
            .map_or(Eyes::Public, Eyes::Seat)
    }

    /// Seats whose decision is a bot's, with its level.
    pub fn bots_due(&self) -> impl Iterator<Item = (Seat, Level)> {
        let deciders = self.deciders();
        self.seats().filter_map(move |(seat, sitter, away)| {
            let level = match sitter {
                Sitter::Bot { level } => level,
                Sitter::Person { .. } if away => &self.setting.stand_in,
                _ => return None,
            };
            let level = level.parse().unwrap_or(Level::Medium);
            deciders.contains(seat).then_some((seat, level))
        })
    }

    /// People who can decide for themselves.
    pub fn people(&self) -> impl Iterator<Item = Seat> {
        self.seats()
            .map(|(seat, ..)| seat)
            .filter(|&seat| self.plays_self(seat))
    }

    /// What happened after that version, as these eyes may know it; `None` if it is too long ago to be kept.
    pub fn steps_since(&self, version: u64, eyes: Eyes) -> Option<Vec<Step>> {
        let (first, _) = self.steps.front()?;
        if version + 1 < *first {
            return None;
        }
        let later = self.steps.iter().filter(|(step, _)| *step > version);
        let step = |(version, tell): &(u64, Tell)| Step {
            version: *version,
            what: tell(eyes),
        };
        Some(later.map(step).collect())
    }
}

/// What people can want, and what is written down for it.
impl Sitting {
    fn own_seat(&self, person: &PersonId) -> Result<Seat, Cannot> {
        self.seat_of(person).ok_or(Cannot::NotSeated)
    }

    fn own_seat_in_play(&self, person: &PersonId) -> Result<Seat, Cannot> {
        let seat = self.own_seat(person)?;
        self.in_status(Status::Running)?;
        match self.plays_self(seat) {
            true => Ok(seat),
            false => Err(Cannot::Away),
        }
    }

    fn sitter(&self, seat: Seat) -> Result<&Sitter, Cannot> {
        let last = self.last_seat();
        let chair = self.chairs.get(usize::from(seat.number()));
        let chair = chair.ok_or(Cannot::NoSuchSeat { seat, last })?;
        Ok(&chair.sitter)
    }

    /// Takes a seat, the first open one if nobody says which.
    pub fn wants_to_sit(
        &self,
        person: &PersonId,
        name: &str,
        seat: Option<Seat>,
    ) -> Result<What, Cannot> {
        self.in_status(Status::Waiting)?;
        if let Some(seat) = self.seat_of(person) {
            return Err(Cannot::AlreadySeated(seat));
        }
        let mut open = self
            .seats()
            .filter(|(_, sitter, _)| **sitter == Sitter::Open);
        let seat = match seat {
            Some(seat) => seat,
            None => open
                .next()
                .map(|(seat, ..)| seat)
                .ok_or(Cannot::NoOpenSeat)?,
        };
        if *self.sitter(seat)? != Sitter::Open {
            return Err(Cannot::SeatTaken(seat));
        }
        let (person, name) = (person.clone(), name.to_owned());
        let sitter = Sitter::Person { person, name };
        Ok(What::Seat { seat, sitter })
    }

    /// Gives up the seat; once the game runs, to a bot.
    pub fn wants_to_leave(&self, person: &PersonId) -> Result<What, Cannot> {
        let seat = self.own_seat(person)?;
        match self.status() {
            Status::Waiting => Ok(What::Seat {
                seat,
                sitter: Sitter::Open,
            }),
            _ => self.wants_to_resign(person),
        }
    }

    /// The owner opens a seat or gives it to a bot.
    pub fn wants_to_set_seat(
        &self,
        person: &PersonId,
        seat: Seat,
        sitter: Sitter,
    ) -> Result<What, Cannot> {
        self.in_status(Status::Waiting)?;
        self.only_owner(person)?;
        self.sitter(seat)?;
        match (&sitter, self.seat_of(person)) {
            (Sitter::Person { .. }, Some(own)) => Err(Cannot::AlreadySeated(own)),
            _ => Ok(What::Seat { seat, sitter }),
        }
    }

    /// The owner starts the game.
    pub fn wants_to_start(&self, person: &PersonId) -> Result<What, Cannot> {
        self.in_status(Status::Waiting)?;
        self.only_owner(person)?;
        Ok(What::Start)
    }

    fn only_owner(&self, person: &PersonId) -> Result<(), Cannot> {
        match self.setting.owner == *person {
            true => Ok(()),
            false => Err(Cannot::NotOwner),
        }
    }

    /// Acts.
    pub fn wants_to_play(&self, person: &PersonId, action: String) -> Result<What, Cannot> {
        let seat = self.own_seat_in_play(person)?;
        Ok(What::Play { seat, action })
    }

    /// Takes back the last own action: alone if the table allows it, otherwise by asking everybody.
    pub fn wants_to_undo(&self, person: &PersonId) -> Result<What, Cannot> {
        let seat = self.own_seat_in_play(person)?;
        let playing = self.playing().ok_or(Cannot::NotStarted)?;
        if playing.can_undo(seat).is_ok() {
            return Ok(What::TakeBack { seat, actions: 1 });
        }
        let actions = playing.actions_since(seat);
        let actions = actions.ok_or(Cannot::NothingToTakeBack)?;
        if let Some(asked) = &self.undo_asked {
            return Err(Cannot::AlreadyAsked(asked.seat));
        }
        match self.people().all(|other| other == seat) {
            true => Ok(What::TakeBack { seat, actions }),
            false => Ok(What::AskUndo { seat, actions }),
        }
    }

    /// Answers whoever wants to take back; the last one to agree lets it happen.
    pub fn wants_to_answer(&self, person: &PersonId, agrees: bool) -> Result<What, Cannot> {
        let seat = self.own_seat_in_play(person)?;
        let asked = self.undo_asked.as_ref().ok_or(Cannot::NotAsked)?;
        if asked.agreed.contains(&seat) {
            return Err(Cannot::NotAsked);
        }
        let all_agree = agrees
            && self
                .people()
                .all(|other| other == seat || asked.agreed.contains(&other));
        match all_agree {
            true => Ok(What::TakeBack {
                seat: asked.seat,
                actions: asked.actions,
            }),
            false => Ok(What::AnswerUndo { seat, agrees }),
        }
    }

    /// Lets a bot play on.
    pub fn wants_to_resign(&self, person: &PersonId) -> Result<What, Cannot> {
        let seat = self.own_seat_in_play(person)?;
        Ok(What::Resign { seat })
    }

    /// Plays again after a bot did.
    pub fn wants_to_come_back(&self, person: &PersonId) -> Result<What, Cannot> {
        let seat = self.own_seat(person)?;
        self.in_status(Status::Running)?;
        match self.plays_self(seat) {
            true => Err(Cannot::NotAway),
            false => Ok(What::ComeBack { seat }),
        }
    }

    /// Somebody's clock has run out.
    pub fn wants_the_time(&self, now: u64) -> Result<What, Cannot> {
        let seat = self.clocks.run_out(now).ok_or(Cannot::NoTimeRanOut)?;
        Ok(What::RunOut { seat })
    }

    /// The same people play again at another table.
    pub fn wants_rematch(&self, person: &PersonId, table: TableId) -> Result<What, Cannot> {
        self.own_seat(person)?;
        self.in_status(Status::Over)?;
        match &self.rematch {
            Some(table) => Err(Cannot::RematchExists(table.clone())),
            None => Ok(What::Rematch { table }),
        }
    }
}
