//! A table at play, as its entries tell it: replayed one by one, or continued by a new one. Nothing here knows of networks, stores or browsers.

use crate::any_history::{AnyHistory, Begin, Tell, begin};
use crate::bot::Question;
use crate::clocks::Clocks;
use crate::entry::{Change, Entry, Message, Sitter};
use crate::people::{PersonId, TableId};
use crate::record::{End, Record, date};
use crate::request::Refused;
use crate::setup::Setup;
use bots::{Level, Spec};
use kit::{Eyes, Seat, SeatSet, Seed};
use protocol::{Reason, Status, Step, UndoAsked, WhatHappened};
use std::collections::VecDeque;
use std::sync::Arc;

/// A table, as it stands after its last entry.
pub struct Table {
    id: TableId,
    version: u64,
    changed: u64,
    started: u64,
    setup: Setup,
    seats: Vec<TableSeat>,
    clocks: Clocks,
    history: Option<Box<dyn AnyHistory>>,
    undo_asked: Option<UndoAsked>,
    rematch: Option<TableId>,
    steps: VecDeque<(u64, Tell)>,
    chat: VecDeque<Message>,
    messages: u64,
    hosting: Hosting,
}

/// What a host of tables decides: how much of each is kept in memory, and how games are set up.
#[derive(Clone)]
pub struct Hosting {
    /// How many steps of a table can be told.
    pub steps: usize,
    /// How many lines of chat of a table can be told.
    pub messages: usize,
    /// How games are set up.
    pub begin: Begin,
}

impl Default for Hosting {
    /// Everything is kept, and games are set up by their rules.
    fn default() -> Self {
        Hosting {
            steps: usize::MAX,
            messages: usize::MAX,
            begin: Arc::new(begin),
        }
    }
}

/// One seat of the table.
#[derive(Clone, Debug)]
struct TableSeat {
    sitter: Sitter,
    /// Why a bot plays on for the person, if one does.
    away: Option<End>,
}

impl Table {
    /// A table from its first entry.
    pub fn open(id: TableId, first: &Entry, hosting: &Hosting) -> Result<Self, Refused> {
        let Change::Create(setup) = &first.change else {
            return Err(Refused::BrokenHistory(first.version));
        };
        let place = |sitter: &Sitter| TableSeat {
            sitter: sitter.clone(),
            away: None,
        };
        let mut table = Table {
            id,
            version: 0,
            changed: first.at,
            started: first.at,
            seats: setup.seats.iter().map(place).collect(),
            clocks: Clocks::new(setup.pace, setup.seats.len()),
            setup: (**setup).clone(),
            history: None,
            undo_asked: None,
            rematch: None,
            steps: VecDeque::new(),
            chat: VecDeque::new(),
            messages: 0,
            hosting: hosting.clone(),
        };
        table.close(first, Box::new(|_| WhatHappened::Created));
        Ok(table)
    }

    /// A table from all its entries.
    pub fn replay(id: TableId, entries: &[Entry], hosting: &Hosting) -> Result<Self, Refused> {
        let (first, rest) = entries.split_first().ok_or(Refused::BrokenHistory(0))?;
        let mut table = Table::open(id, first, hosting)?;
        for entry in rest {
            table
                .add(entry)
                .map_err(|_| Refused::BrokenHistory(entry.version))?;
        }
        Ok(table)
    }

    /// The entry of a change that was requested now.
    pub fn entry(&self, change: Change, by: Option<&PersonId>, now: u64) -> Entry {
        Entry {
            version: self.version + 1,
            at: now.max(self.changed),
            by: by.cloned(),
            key: None,
            change,
        }
    }

    /// Lets one more thing happen. Unless it can, nothing changes.
    pub fn add(&mut self, entry: &Entry) -> Result<(), Refused> {
        if entry.version != self.version + 1 {
            return Err(Refused::BrokenHistory(entry.version));
        }
        let told: Tell = match &entry.change {
            Change::Create(_) => return Err(Refused::BrokenHistory(entry.version)),
            Change::Seat { seat, sitter } => self.seat(*seat, sitter)?,
            Change::Start => self.start(entry.at)?,
            Change::Play { seat, action } => self.play(*seat, action, entry.at)?,
            Change::TakeBack { seat, actions } => self.take_back(*seat, *actions)?,
            Change::AskUndo { seat, actions } => self.ask_undo(*seat, *actions)?,
            Change::AnswerUndo { seat, agrees } => self.answer_undo(*seat, *agrees)?,
            Change::Resign { seat } => {
                self.send_away(*seat, End::Resigned, WhatHappened::Resigned { seat: *seat })?
            }
            Change::RunOut { seat } => self.send_away(
                *seat,
                End::OutOfTime,
                WhatHappened::RanOutOfTime { seat: *seat },
            )?,
            Change::ComeBack { seat } => self.come_back(*seat, entry.at)?,
            Change::Rematch { table } => self.arrange_rematch(table)?,
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
        while self.steps.len() > self.hosting.steps {
            self.steps.pop_front();
        }
    }

    fn seat(&mut self, seat: Seat, sitter: &Sitter) -> Result<Tell, Refused> {
        self.in_status(Status::Waiting)?;
        self.seat_mut(seat)?.sitter = sitter.clone();
        let who = sitter.shown();
        Ok(told(WhatHappened::Seated { seat, who }))
    }

    fn start(&mut self, at: u64) -> Result<Tell, Refused> {
        self.in_status(Status::Waiting)?;
        if self.seats.iter().any(|seat| seat.sitter == Sitter::Open) {
            return Err(Reason::SeatOpen.into());
        }
        let broken = Refused::BrokenHistory(self.version);
        let setup = &self.setup;
        let history = (self.hosting.begin)(setup.game, setup.rules, &setup.options, setup.seed);
        let history = history.map_err(|_| broken)?;
        let opening = history.opening();
        self.history = Some(history);
        self.started = at;
        Ok(opening)
    }

    fn play(&mut self, seat: Seat, action: &str, at: u64) -> Result<Tell, Refused> {
        self.in_status(Status::Running)?;
        let history = self.history.as_mut().ok_or(Reason::NotStarted)?;
        let told = history.play(seat, action)?;
        self.undo_asked = None;
        self.clocks.pass(at);
        if self.plays_self(seat) {
            self.clocks.decided(seat);
        }
        Ok(told)
    }

    fn take_back(&mut self, seat: Seat, actions: u32) -> Result<Tell, Refused> {
        self.in_status(Status::Running)?;
        let history = self.history.as_mut().ok_or(Reason::NotStarted)?;
        history.take_back(actions);
        self.undo_asked = None;
        Ok(told(WhatHappened::TookBack { seat, actions }))
    }

    fn ask_undo(&mut self, seat: Seat, actions: u32) -> Result<Tell, Refused> {
        self.in_status(Status::Running)?;
        let agreed = vec![seat];
        self.undo_asked = Some(UndoAsked {
            seat,
            actions,
            agreed,
        });
        Ok(told(WhatHappened::AskedUndo { seat }))
    }

    fn answer_undo(&mut self, seat: Seat, agrees: bool) -> Result<Tell, Refused> {
        let asked = self.undo_asked.as_mut().ok_or(Reason::NotAsked)?;
        if agrees {
            asked.agreed.push(seat);
        } else {
            self.undo_asked = None;
        }
        Ok(told(WhatHappened::AnsweredUndo { seat, agrees }))
    }

    fn send_away(&mut self, seat: Seat, why: End, step: WhatHappened) -> Result<Tell, Refused> {
        self.in_status(Status::Running)?;
        self.seat_mut(seat)?.away = Some(why);
        // Whoever is away has no say any more; a question that hung on them is dropped, not granted.
        self.undo_asked = None;
        Ok(told(step))
    }

    fn come_back(&mut self, seat: Seat, at: u64) -> Result<Tell, Refused> {
        self.in_status(Status::Running)?;
        self.clocks.pass(at);
        self.seat_mut(seat)?.away = None;
        self.clocks.welcome_back(seat);
        Ok(told(WhatHappened::CameBack { seat }))
    }

    fn arrange_rematch(&mut self, table: &TableId) -> Result<Tell, Refused> {
        self.in_status(Status::Over)?;
        if self.rematch.is_some() {
            return Err(Reason::RematchExists.into());
        }
        self.rematch = Some(table.clone());
        let table = table.to_string();
        Ok(told(WhatHappened::Rematch { table }))
    }

    pub(crate) fn in_status(&self, wanted: Status) -> Result<(), Refused> {
        match (self.status(), wanted) {
            (now, wanted) if now == wanted => Ok(()),
            (Status::Waiting, Status::Over) => Err(Reason::NotOver.into()),
            (Status::Waiting, _) => Err(Reason::NotStarted.into()),
            (Status::Running, Status::Over) => Err(Reason::NotOver.into()),
            (Status::Over, Status::Running) => Err(Reason::Over.into()),
            _ => Err(Reason::Started.into()),
        }
    }

    fn seat_mut(&mut self, seat: Seat) -> Result<&mut TableSeat, Refused> {
        let last = self.last_seat();
        let place = self.seats.get_mut(usize::from(seat.number()));
        place.ok_or(Refused::NoSuchSeat { seat, last })
    }

    pub(crate) fn last_seat(&self) -> usize {
        self.seats.len().saturating_sub(1)
    }

    /// Whether a person decides for this seat.
    pub fn plays_self(&self, seat: Seat) -> bool {
        let place = self.seats.get(usize::from(seat.number()));
        place.is_some_and(|place| place.sitter.person().is_some() && place.away.is_none())
    }
}

/// The same for all eyes.
fn told(step: WhatHappened) -> Tell {
    Box::new(move |_| step.clone())
}

/// What can be asked of a table.
impl Table {
    /// Counts what has happened.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// When something last happened.
    pub fn changed(&self) -> u64 {
        self.changed
    }

    /// Its id.
    pub fn id(&self) -> &TableId {
        &self.id
    }

    /// What it was set up with.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Its clocks.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// The game, once it has started.
    pub fn history(&self) -> Option<&dyn AnyHistory> {
        self.history.as_deref()
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
        match &self.history {
            None => Status::Waiting,
            Some(history) if history.deciders().is_empty() => Status::Over,
            Some(_) => Status::Running,
        }
    }

    /// Who owes a decision.
    pub fn deciders(&self) -> SeatSet {
        self.history
            .as_ref()
            .map(|history| history.deciders())
            .unwrap_or_default()
    }

    /// All seats with whoever sits there, and whether a bot plays on for them.
    pub fn seats(&self) -> impl Iterator<Item = (Seat, &Sitter, bool)> {
        Seat::first(u8::MAX)
            .zip(&self.seats)
            .map(|(seat, place)| (seat, &place.sitter, place.away.is_some()))
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

    /// The people who sit here.
    pub fn seated(&self) -> impl Iterator<Item = &PersonId> {
        self.seats.iter().filter_map(|place| place.sitter.person())
    }

    /// Seats whose decision is a bot's, with its level.
    pub fn bots_due(&self) -> impl Iterator<Item = (Seat, Level)> {
        let deciders = self.deciders();
        self.seats().filter_map(move |(seat, sitter, away)| {
            let level = match sitter {
                Sitter::Bot { level } => *level,
                Sitter::Person { .. } if away => self.setup.stand_in,
                _ => return None,
            };
            deciders.contains(seat).then_some((seat, level))
        })
    }

    /// The next decision that a bot owes. The same table and seed lead to the same answer.
    pub fn question(&self, seed: Seed) -> Option<Question> {
        let (seat, level) = self.bots_due().next()?;
        Some(Question {
            version: self.version,
            game: self.setup.game,
            seat,
            bot: Spec::Level(level),
            seed: seed.child(self.version),
            view: self.history()?.view(Eyes::Seat(seat)),
        })
    }

    /// The change that a bot's answer leads to, if the table still waits for it.
    pub fn answer(&self, version: u64, seat: Seat, action: String) -> Result<Change, Refused> {
        let due = self.bots_due().any(|(due, _)| due == seat);
        match version == self.version && due {
            true => Ok(Change::Play { seat, action }),
            false => Err(Refused::Late),
        }
    }

    /// The record of the game, as these eyes may have it; `None` before the game starts.
    pub fn record(&self, eyes: Eyes) -> Option<Record> {
        let players = self.seats.iter().map(|place| {
            let end = place.away.unwrap_or(End::Finished);
            place.sitter.player(end)
        });
        let record = self.history()?.record(eyes, players.collect())?;
        Some(Record {
            date: (self.started > 0).then(|| date(self.started)),
            ..record
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

/// How the same people play again.
impl Table {
    /// What a rematch is set up with: the same game under its present rules and the same people and bots, at a table of whoever asked.
    pub fn again(&self, owner: &PersonId, seed: Seed) -> Setup {
        Setup {
            rules: self.setup.game.about().rules,
            seats: self.seats().map(|(_, sitter, _)| sitter.clone()).collect(),
            owner: owner.clone(),
            seed,
            ..self.setup.clone()
        }
    }
}

/// Chat is not among the entries: it does not change the game, and hosts keep it apart.
impl Table {
    /// The number of the last line of chat.
    pub fn messages(&self) -> u64 {
        self.messages
    }

    /// Takes note of what was said.
    pub fn hear(&mut self, messages: impl IntoIterator<Item = Message>) {
        for message in messages {
            self.messages = self.messages.max(message.number);
            self.chat.push_back(message);
        }
        while self.chat.len() > self.hosting.messages {
            self.chat.pop_front();
        }
    }

    /// What was said after that line, as far as it is kept.
    pub(crate) fn heard_since(&self, number: u64) -> impl Iterator<Item = &Message> {
        self.chat
            .iter()
            .filter(move |message| message.number > number)
    }
}
