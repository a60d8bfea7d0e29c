//! A table at play, rebuilt by replaying its entries. Independent of networks, stores and browsers.

mod absence;
mod lobby;

use crate::any_history::{AnyHistory, Begin, Tell, begin};
use crate::bot::Question;
use crate::clocks::Clocks;
use crate::entry::{Change, Entry, Message, Sitter};
use crate::pauses::Pauses;
use crate::people::{PersonId, TableId};
use crate::record::{End, Record, date};
use crate::request::Refused;
use crate::setup::Setup;
use bots::{Level, Spec};
use kit::{Eyes, Seat, SeatSet, Seed, hexadecimal};
use protocol::{DELETED, Reason, Status, Step, UndoAsked, WhatHappened};
use sha2::{Digest as _, Sha256};
use std::collections::VecDeque;
use std::sync::Arc;

/// The length of a state's digest, in hexadecimal digits.
const DIGEST: usize = 16;

/// A table after its last entry.
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
    /// Whether the seats are drawn at the start.
    shuffle: bool,
    substitute: Option<absence::Substitute>,
    /// How many people have asked to play on for somebody.
    substitutes_asked: u32,
    rematch: Option<TableId>,
    closed: bool,
    steps: VecDeque<(u64, Tell)>,
    chat: VecDeque<Message>,
    messages: u64,
    hosting: Hosting,
}

/// The configuration of a table's host.
#[derive(Clone)]
pub struct Hosting {
    /// The maximum number of steps kept in memory for each table.
    pub steps: usize,
    /// The maximum number of chat messages kept in memory for each table.
    pub messages: usize,
    /// The number of entries from which on a table accepts nothing but actions and time-outs, which come to an end.
    pub entries: u64,
    /// When all clocks stood still.
    pub pauses: Arc<Pauses>,
    /// Sets up games.
    pub begin: Begin,
}

impl Default for Hosting {
    /// Keeps everything, and sets up games by their rules.
    fn default() -> Self {
        Hosting {
            steps: usize::MAX,
            messages: usize::MAX,
            entries: u64::MAX,
            pauses: Arc::default(),
            begin: Arc::new(begin),
        }
    }
}

/// One seat of the table.
#[derive(Clone, Debug)]
struct TableSeat {
    sitter: Sitter,
    /// Whether the person said that they are ready to start.
    ready: bool,
    /// Why a bot plays for the person, if one does.
    away: Option<End>,
    waited: absence::Waited,
}

impl TableSeat {
    fn new(sitter: &Sitter) -> Self {
        TableSeat {
            sitter: sitter.clone(),
            // Whoever sits down is there.
            ready: sitter.person().is_some(),
            away: None,
            waited: absence::Waited::default(),
        }
    }
}

impl Table {
    /// Creates a table from its first entry.
    pub fn open(id: TableId, first: &Entry, hosting: &Hosting) -> Result<Self, Refused> {
        let Change::Create(setup) = &first.change else {
            return Err(Refused::BrokenHistory(first.version));
        };
        let mut table = Table {
            id,
            version: 0,
            changed: first.at,
            started: first.at,
            seats: setup.seats.iter().map(TableSeat::new).collect(),
            clocks: Clocks::new(setup.pace, setup.seats.len(), hosting.pauses.clone()),
            setup: (**setup).clone(),
            history: None,
            undo_asked: None,
            shuffle: false,
            substitute: None,
            substitutes_asked: 0,
            rematch: None,
            closed: false,
            steps: VecDeque::new(),
            chat: VecDeque::new(),
            messages: 0,
            hosting: hosting.clone(),
        };
        table.close(first, Box::new(|_| WhatHappened::Created));
        Ok(table)
    }

    /// Rebuilds a table from all its entries.
    pub fn replay(id: TableId, entries: &[Entry], hosting: &Hosting) -> Result<Self, Refused> {
        let (first, rest) = entries.split_first().ok_or(Refused::BrokenHistory(0))?;
        let mut table = Table::open(id, first, hosting)?;
        for entry in rest {
            table.add(entry).map_err(|refused| match refused {
                Refused::Diverged(version) => Refused::Diverged(version),
                _ => Refused::BrokenHistory(entry.version),
            })?;
        }
        Ok(table)
    }

    /// Creates the entry of a change at the current time.
    pub fn entry(&self, change: Change, by: Option<&PersonId>, now: u64) -> Entry {
        Entry {
            version: self.version + 1,
            at: now.max(self.changed),
            by: by.cloned(),
            key: None,
            digest: None,
            change,
        }
    }

    /// Applies an entry. If it returns an error, the table is unchanged, except after [`Refused::Diverged`].
    pub fn add(&mut self, entry: &Entry) -> Result<(), Refused> {
        if entry.version != self.version + 1 {
            return Err(Refused::BrokenHistory(entry.version));
        }
        let told: Tell = match &entry.change {
            Change::Create(_) => return Err(Refused::BrokenHistory(entry.version)),
            Change::Seat { seat, sitter } => self.seat(*seat, sitter)?,
            Change::Ready { seat, ready } => self.set_ready(*seat, *ready)?,
            Change::Shuffle { shuffle } => self.set_shuffle(*shuffle)?,
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
            Change::Rename { from, to, name } => self.give_name(from, to, name)?,
            Change::Nudge { seat, by } => self.nudge(*seat, *by, entry.at)?,
            Change::AgreeToBot { seat, by } => self.agree_to_bot(*seat, *by)?,
            Change::StandIn { seat } => {
                self.send_away(*seat, End::Absent, WhatHappened::StoodIn { seat: *seat })?
            }
            Change::Vacation { seat, until } => self.vacation(*seat, *until, entry.at)?,
            Change::AskSeat { seat, person, name } => self.ask_seat(*seat, person, name)?,
            Change::AnswerSeat { seat, agrees } => self.answer_seat(*seat, *agrees)?,
            Change::Substitute { seat, sitter } => self.substitute(*seat, sitter, entry.at)?,
            Change::Rematch { table } => self.arrange_rematch(table)?,
            Change::Close => self.close_down()?,
        };
        self.close(entry, told);
        match &entry.digest {
            Some(digest) if self.digest().as_ref() != Some(digest) => {
                Err(Refused::Diverged(entry.version))
            }
            _ => Ok(()),
        }
    }

    /// Returns a digest of the game's whole state, or `None` before the game starts. Programs that disagree about the rules disagree about it.
    pub fn digest(&self) -> Option<String> {
        let state = self.history.as_ref()?.state();
        let digest = Sha256::digest(state.to_string());
        Some(hexadecimal(&digest).chars().take(DIGEST).collect())
    }

    /// The end of every entry: advances the clocks, selects which ones run, and stores the step.
    fn close(&mut self, entry: &Entry, told: Tell) {
        self.clocks.pass(entry.at);
        let people = self.deciders().iter().filter(|&seat| self.plays_self(seat));
        let mut running = SeatSet::default();
        for seat in people {
            running.insert(seat);
        }
        self.clocks.run(running);
        self.wait_for(running, entry.at);
        self.version = entry.version;
        self.changed = self.changed.max(entry.at);
        self.steps.push_back((entry.version, told));
        while self.steps.len() > self.hosting.steps {
            self.steps.pop_front();
        }
    }

    fn seat(&mut self, seat: Seat, sitter: &Sitter) -> Result<Tell, Refused> {
        self.in_status(Status::Waiting)?;
        *self.seat_mut(seat)? = TableSeat::new(sitter);
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
        self.draw_seats();
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
            self.end_vacation(seat, at);
            self.clocks.decided(seat);
        }
        self.acted(seat);
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
        // A person who is away cannot answer any more; an open question is dropped, not granted.
        self.undo_asked = None;
        self.substitute = None;
        Ok(told(step))
    }

    fn come_back(&mut self, seat: Seat, at: u64) -> Result<Tell, Refused> {
        self.in_status(Status::Running)?;
        self.clocks.pass(at);
        self.seat_mut(seat)?.away = None;
        self.end_vacation(seat, at);
        self.clocks.welcome_back(seat);
        if self
            .substitute
            .as_ref()
            .is_some_and(|asked| asked.seat == seat)
        {
            self.substitute = None;
        }
        Ok(told(WhatHappened::CameBack { seat }))
    }

    /// Possible at any time, so that names can be deleted.
    fn give_name(&mut self, from: &PersonId, to: &PersonId, name: &str) -> Result<Tell, Refused> {
        let seat = self.seat_of(from);
        let owns = self.setup.owner == *from;
        if seat.is_none() && !owns {
            return Err(Reason::NotSeated.into());
        }
        if from != to && self.seat_of(to).is_some() {
            return Err(Reason::AlreadySeated.into());
        }
        let name = name.to_owned();
        if let Some(seat) = seat {
            let (person, name) = (to.clone(), name.clone());
            self.seat_mut(seat)?.sitter = Sitter::Person { person, name };
        }
        if owns {
            self.setup.owner = to.clone();
        }
        let sitter = Sitter::Person {
            person: to.clone(),
            name,
        };
        let who = sitter.shown();
        Ok(told(WhatHappened::Renamed { seat, who }))
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

    fn close_down(&mut self) -> Result<Tell, Refused> {
        if self.closed {
            return Err(Reason::Closed.into());
        }
        self.closed = true;
        self.undo_asked = None;
        Ok(told(WhatHappened::Closed))
    }

    /// Returns whether the table has so many entries that it accepts only what comes to an end.
    pub(crate) fn is_full(&self) -> bool {
        self.version >= self.hosting.entries
    }

    pub(crate) fn in_status(&self, wanted: Status) -> Result<(), Refused> {
        if self.closed {
            return Err(Reason::Closed.into());
        }
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

    /// Returns whether a person decides for this seat.
    pub fn plays_self(&self, seat: Seat) -> bool {
        let place = self.seats.get(usize::from(seat.number()));
        place.is_some_and(|place| place.sitter.person().is_some() && place.away.is_none())
    }
}

/// Returns a step that looks the same to all eyes.
fn told(step: WhatHappened) -> Tell {
    Box::new(move |_| step.clone())
}

/// Queries.
impl Table {
    /// Returns the version, which counts the entries.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns the time of the last entry.
    pub fn changed(&self) -> u64 {
        self.changed
    }

    /// Returns when the game started, or before that when the table was created.
    pub fn began(&self) -> u64 {
        self.started
    }

    /// Returns the id.
    pub fn id(&self) -> &TableId {
        &self.id
    }

    /// Returns what the table was set up with.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the clocks.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// Returns the game, or `None` before it starts.
    pub fn history(&self) -> Option<&dyn AnyHistory> {
        self.history.as_deref()
    }

    /// Returns the open request to take back actions.
    pub fn undo_asked(&self) -> Option<&UndoAsked> {
        self.undo_asked.as_ref()
    }

    /// Returns the table of the rematch.
    pub fn rematch(&self) -> Option<&TableId> {
        self.rematch.as_ref()
    }

    /// Returns the status.
    pub fn status(&self) -> Status {
        match &self.history {
            _ if self.closed => Status::Over,
            None => Status::Waiting,
            Some(history) if history.deciders().is_empty() => Status::Over,
            Some(_) => Status::Running,
        }
    }

    /// Returns the seats that have to decide.
    pub fn deciders(&self) -> SeatSet {
        self.history
            .as_ref()
            .filter(|_| !self.closed)
            .map(|history| history.deciders())
            .unwrap_or_default()
    }

    /// Returns all seats with their sitter, and whether a bot plays for them.
    pub fn seats(&self) -> impl Iterator<Item = (Seat, &Sitter, bool)> {
        Seat::first(u8::MAX)
            .zip(&self.seats)
            .map(|(seat, place)| (seat, &place.sitter, place.away.is_some()))
    }

    /// Returns the seat of a person.
    pub fn seat_of(&self, person: &PersonId) -> Option<Seat> {
        let mut seats = self.seats();
        seats
            .find(|(_, sitter, _)| sitter.is(person))
            .map(|(seat, ..)| seat)
    }

    /// Returns the eyes of a person, or of a spectator.
    pub fn eyes_of(&self, person: Option<&PersonId>) -> Eyes {
        person
            .and_then(|person| self.seat_of(person))
            .map_or(Eyes::Public, Eyes::Seat)
    }

    /// Returns the people who sit at the table.
    pub fn seated(&self) -> impl Iterator<Item = &PersonId> {
        self.seats.iter().filter_map(|place| place.sitter.person())
    }

    /// Returns the seats whose decision is a bot's, with its level.
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

    /// Returns the next decision for a bot. The same table and seed lead to the same answer.
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

    /// Returns the change that a bot's answer leads to, if the table still waits for it.
    pub fn answer(&self, version: u64, seat: Seat, action: String) -> Result<Change, Refused> {
        let due = self.bots_due().any(|(due, _)| due == seat);
        match version == self.version && due {
            true => Ok(Change::Play { seat, action }),
            false => Err(Refused::Late),
        }
    }

    /// Returns the record of the game as these eyes may see it, or `None` before the game starts.
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

    /// Returns the seats whose people decide for themselves.
    pub fn people(&self) -> impl Iterator<Item = Seat> {
        self.seats()
            .map(|(seat, ..)| seat)
            .filter(|&seat| self.plays_self(seat))
    }

    /// Returns the steps after a version as these eyes may see them, or `None` if they are no longer kept.
    pub fn steps_since(&self, version: u64, eyes: Eyes) -> Option<Vec<Step>> {
        let (first, _) = self.steps.front()?;
        if version.saturating_add(1) < *first {
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

/// Rematches.
impl Table {
    /// Returns the setup of a rematch: the same game under its current rules with the same sitters, one seat further so that another begins, owned by the person
    /// who asked. The seats of deleted people are open.
    pub fn again(&self, owner: &PersonId, seed: Seed) -> Setup {
        let mut seats: Vec<Sitter> = self.seats().map(|(_, sitter, _)| again(sitter)).collect();
        if !seats.is_empty() {
            seats.rotate_left(1);
        }
        Setup {
            rules: self.setup.game.about().rules,
            seats,
            owner: owner.clone(),
            seed,
            ..self.setup.clone()
        }
    }
}

/// Returns who sits in a seat at the rematch.
fn again(sitter: &Sitter) -> Sitter {
    match sitter {
        Sitter::Person { name, .. } if name == DELETED => Sitter::Open,
        sitter => sitter.clone(),
    }
}

/// Chat is not part of the entries: it does not change the game, and hosts store it separately.
impl Table {
    /// Returns the number of the last chat message.
    pub fn messages(&self) -> u64 {
        self.messages
    }

    /// Adds messages.
    pub fn hear(&mut self, messages: impl IntoIterator<Item = Message>) {
        for message in messages {
            self.messages = self.messages.max(message.number);
            self.chat.push_back(message);
        }
        while self.chat.len() > self.hosting.messages {
            self.chat.pop_front();
        }
    }

    /// Returns the messages after the given number that are still kept.
    pub(crate) fn heard_since(&self, number: u64) -> impl Iterator<Item = &Message> {
        self.chat
            .iter()
            .filter(move |message| message.number > number)
    }
}
