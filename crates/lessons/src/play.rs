//! A lesson that somebody plays.

use crate::condition::matches;
use crate::course::{Course, Lesson, Step, Text};
use kit::{BadOptions, Eyes, Seat, Seed};
use protocol::{Level, Pace, Update, Watch, WhatHappened};
use serde_json::Value;
use std::sync::Arc;
use table::{
    AnyGame, Change, ENTRIES_BEFORE_PLAY, Entry, ForGame, Hosting, PersonId, Playable, Presence,
    Refused, Setup, Sitter, Table, TableId, options_from_words,
};

/// A lesson at a point of play: a real table, at which the others do what the lesson says.
pub struct Play {
    lesson: Arc<Lesson>,
    entries: Vec<Entry>,
    table: Table,
    /// The number of the present step.
    step: usize,
    /// Whether its task is done.
    done: bool,
    /// How often something else was attempted.
    others: usize,
}

/// The answer to an attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The task is done.
    Right,
    /// The action is legal, but does not carry out the task; the position stays. Some have an answer of their own.
    Other(Option<Text>),
    /// The rules refuse the action.
    Refused(Refused),
}

impl Play {
    /// Begins a lesson; the reader has the first of these names, the others the rest. The error says which of its moves is not legal.
    pub fn begin(course: &Course, lesson: &Lesson, names: &[&str]) -> Result<Self, String> {
        let entries = entries(course, lesson, names).map_err(|error| error.to_string())?;
        let table = replayed(&entries).map_err(|refused| match refused {
            Refused::BrokenHistory(version) => format!(
                "action {} of its moves is not legal",
                version.saturating_sub(ENTRIES_BEFORE_PLAY as u64)
            ),
            other => other.to_string(),
        })?;
        Ok(Play {
            lesson: Arc::new(lesson.clone()),
            entries,
            table,
            step: 0,
            done: false,
            others: 0,
        })
    }

    /// Returns the lesson.
    pub fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// Returns the number of the present step, from 0.
    pub fn number(&self) -> usize {
        self.step
    }

    /// Returns the present step; `None` after the last.
    pub fn step(&self) -> Option<&Step> {
        self.lesson.steps.get(self.step)
    }

    /// Returns whether the present task is done, and only its words are left.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Returns whether all tasks are done.
    pub fn is_over(&self) -> bool {
        self.step >= self.lesson.steps.len()
    }

    /// Returns how often something else was attempted in this step.
    pub fn others(&self) -> usize {
        self.others
    }

    /// Returns the table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Returns what the reader is told since a version.
    pub fn update(&self, since: u64) -> Update {
        let mut presence = Presence::default();
        for person in self.table.seated() {
            presence.enter(person, "");
        }
        let watch = Watch {
            since: Some(since),
            chat: None,
            at_least: None,
        };
        let person = person(self.lesson.eyes);
        self.table.update(Some(&person), watch, &presence, 0)
    }

    /// Judges an action of the reader. Only what carries out the task changes the table.
    pub fn attempt(&mut self, action: &str) -> Answer {
        if self.done && self.go_on().is_err() {
            return Answer::Other(None);
        }
        let lesson = self.lesson.clone();
        let Some(step) = lesson.steps.get(self.step) else {
            return Answer::Other(None);
        };
        let before = self.table.version();
        if let Err(refused) = self.play(self.lesson.eyes, action) {
            return Answer::Refused(refused);
        }
        let events = self.events_since(before, Eyes::Seat(self.lesson.eyes));
        let history = self.table.history();
        let view = history.map(|history| history.view(Eyes::Seat(self.lesson.eyes)));
        let view = view.unwrap_or_default();
        let mut accepted = step.accepted.iter();
        if accepted.any(|accepted| accepted.accepts(action, &events, &view)) {
            self.done = true;
            return match step.after.is_none() && self.go_on().is_err() {
                // A test plays every lesson, so that this does not happen.
                true => Answer::Other(None),
                false => Answer::Right,
            };
        }
        let mut buts = step.buts.iter();
        let but = buts.find(|but| but.action.accepts(action, &events, &view));
        let text = but.map(|but| but.text.clone());
        self.others += 1;
        self.entries.pop();
        if let Ok(table) = replayed(&self.entries) {
            self.table = table;
        }
        Answer::Other(text)
    }

    /// Goes on with the next step, when the task is done and its words are read. The error says which action of `then` is not legal.
    pub fn go_on(&mut self) -> Result<(), String> {
        if !self.done {
            return Ok(());
        }
        let then = self.step().map(|step| step.then.clone());
        (self.step, self.done, self.others) = (self.step + 1, false, 0);
        for (seat, pattern) in then.unwrap_or_default() {
            let history = self.table.history();
            let legal = history.map(|history| history.legal(seat));
            let legal = legal.unwrap_or_default();
            let mut fitting = legal.iter().filter(|action| matches(&pattern, action));
            let action = fitting.next().ok_or_else(|| {
                format!("‘{seat} {pattern}’ is not legal; seat {seat} can {legal:?}")
            })?;
            let played = self.play(seat, &action.clone());
            played.map_err(|refused| refused.to_string())?;
        }
        Ok(())
    }

    /// Plays an action of any seat; an error changes nothing.
    pub fn play(&mut self, seat: Seat, action: &str) -> Result<(), Refused> {
        let action = action.to_owned();
        let entry = self.table.entry(Change::Play { seat, action }, None, 0);
        self.table.add(&entry)?;
        self.entries.push(entry);
        Ok(())
    }

    /// Returns the events since a version, as these eyes see them.
    pub fn events_since(&self, version: u64, eyes: Eyes) -> Vec<Value> {
        let steps = self.table.steps_since(version, eyes).unwrap_or_default();
        let events = steps.into_iter().map(|step| match step.what {
            WhatHappened::Played { events, .. } | WhatHappened::Started { events } => events,
            _ => Vec::new(),
        });
        events.flatten().collect()
    }
}

/// Returns the first entries of the lesson's table: its creation, its start, and the actions before the lesson begins.
fn entries(course: &Course, lesson: &Lesson, names: &[&str]) -> Result<Vec<Entry>, BadOptions> {
    let (options, seats) = read_options(course.game, &lesson.options)?;
    let (reader, others) = names.split_first().unwrap_or((&"", &[]));
    let mut others = others.iter();
    let seats = Seat::first(seats).map(|seat| Sitter::Person {
        person: person(seat),
        name: match seat == lesson.eyes {
            true => (*reader).to_owned(),
            false => (*others.next().unwrap_or(&"")).to_owned(),
        },
    });
    let owner = person(lesson.eyes);
    let setup = setup(course.game, options, seats.collect(), owner, &lesson.seed);
    let changes = [Change::Create(Box::new(setup)), Change::Start];
    let moves = lesson.moves.iter().cloned();
    let moves = moves.map(|(seat, action)| Change::Play { seat, action });
    let entries = changes.into_iter().chain(moves).zip(1..);
    let entry = |(change, version)| Entry {
        version,
        at: 0,
        by: None,
        key: None,
        digest: None,
        change,
    };
    Ok(entries.map(entry).collect())
}

/// Reads options: as JSON, with the number of seats.
pub fn read_options(game: AnyGame, options: &str) -> Result<(Value, u8), BadOptions> {
    game.run(Options(options))
}

struct Options<'a>(&'a str);

impl ForGame for Options<'_> {
    type Output = Result<(Value, u8), BadOptions>;

    fn run<G: Playable>(self) -> Self::Output {
        let options = options_from_words::<G, _>(self.0.split_whitespace())?;
        let seats = G::new(&options, Seed::from_bytes([0; 32]))?.seats();
        Ok((serde_json::to_value(&options).unwrap_or_default(), seats))
    }
}

fn replayed(entries: &[Entry]) -> Result<Table, Refused> {
    Table::replay(TableId::from_random([0; _]), entries, &Hosting::default())
}

fn person(seat: Seat) -> PersonId {
    PersonId::from_random([seat.number(); _])
}

/// Returns the set-up of a table that nobody else finds, and that counts for nothing.
pub(crate) fn setup(
    game: AnyGame,
    options: Value,
    seats: Vec<Sitter>,
    owner: PersonId,
    seed: &str,
) -> Setup {
    Setup {
        game,
        rules: game.about().rules,
        options,
        seats,
        pace: Pace::Relaxed,
        stand_in: Level::Easy,
        patience: None,
        listed: false,
        rated: false,
        language: None,
        owner,
        seed: Seed::from_text(seed),
    }
}
