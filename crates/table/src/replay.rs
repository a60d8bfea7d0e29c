//! Replays of records: the table after any number of actions.

use crate::any::AnyGame;
use crate::any_history::replay;
use crate::entry::{Change, Entry, Sitter};
use crate::people::{PersonId, TableId};
use crate::record::{BadRecord, Player, Record};
use crate::setup::Setup;
use crate::table::{Hosting, Table};
use crate::update::Presence;
use bots::Level;
use kit::{Eyes, Id as _, Seat};
use protocol::{Pace, Update, Watch, You};

/// A record that was checked from its first action to its result.
pub struct Replay {
    record: Record,
    entries: Vec<Entry>,
    course: Vec<Vec<i32>>,
}

/// The number of entries before the first action: creation and start.
pub const ENTRIES_BEFORE_PLAY: usize = 2;

impl Replay {
    /// Reads a record and plays it completely once, which checks everything in it.
    pub fn open(text: &str) -> Result<Self, BadRecord> {
        let record: Record = text.parse()?;
        let seats = sitters(&record.players);
        let owner = person(Seat::FIRST);
        let entries = record.entries(seats, owner)?;
        let mut walk = Replay {
            record,
            entries,
            course: Vec::new(),
        };
        let mut table = walk.table(0)?;
        let totals = |table: &Table| table.history().map(|game| game.totals_if_over());
        walk.course.extend(totals(&table));
        for entry in walk.entries.iter().skip(ENTRIES_BEFORE_PLAY) {
            table.add(entry).map_err(BadRecord::in_header)?;
            walk.course.extend(totals(&table));
        }
        Ok(walk)
    }

    /// Returns the record.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Returns the number of actions.
    pub fn moves(&self) -> usize {
        self.record.moves.len()
    }

    /// Returns the points of all after each action, beginning with the set-up: those that they have if the game ends there, with the final scoring.
    pub fn course(&self) -> &[Vec<i32>] {
        &self.course
    }

    /// Returns what these eyes are told of the table after a number of actions, with all steps up to there.
    pub fn after(&self, moves: usize, eyes: Eyes) -> Result<Update, BadRecord> {
        let table = self.table(moves)?;
        let watch = Watch {
            since: Some(0),
            chat: None,
            at_least: None,
        };
        let mut update = table.seen_by(eyes, watch, &Presence::default(), 0);
        // A viewer of a replay cannot act.
        update.you = You {
            seat: eyes.seat(),
            ..You::default()
        };
        if let Some(position) = &mut update.position {
            position.legal.clear();
        }
        Ok(update)
    }

    fn table(&self, moves: usize) -> Result<Table, BadRecord> {
        let count = self.entries.len().min(moves + ENTRIES_BEFORE_PLAY);
        let entries = self.entries.get(..count).unwrap_or_default();
        let id = TableId::from_random([0; _]);
        Table::replay(id, entries, &Hosting::default()).map_err(BadRecord::in_header)
    }
}

impl Record {
    /// Checks the record and converts it to the entries of a table.
    pub fn entries(&self, seats: Vec<Sitter>, owner: PersonId) -> Result<Vec<Entry>, BadRecord> {
        let game = AnyGame::named(&self.game).map_err(BadRecord::in_header)?;
        let options = replay(self)?.options();
        let Some(seed) = self.seed else {
            return Err(BadRecord::in_header("it has no Seed yet"));
        };
        let setup = Setup {
            game,
            rules: self.rules,
            options,
            seats,
            pace: Pace::Relaxed,
            stand_in: Level::Medium,
            patience: None,
            listed: false,
            rated: false,
            language: None,
            owner,
            seed,
        };
        let plays = self.moves.iter().map(|(seat, action)| Change::Play {
            seat: *seat,
            action: action.clone(),
        });
        let changes = [Change::Create(Box::new(setup)), Change::Start];
        let entries = changes.into_iter().chain(plays).zip(1..);
        Ok(entries
            .map(|(change, version)| Entry {
                version,
                at: 0,
                by: None,
                key: None,
                digest: None,
                change,
            })
            .collect())
    }
}

/// Returns the sitters. A bot that is not one of the levels is shown by its name.
fn sitters(players: &[Player]) -> Vec<Sitter> {
    let sitter = |(seat, player): (Seat, &Player)| {
        let level = player.bot.as_deref().and_then(|bot| Level::named(bot).ok());
        match level {
            Some(level) => Sitter::Bot { level },
            None => Sitter::Person {
                person: person(seat),
                name: player.name.clone(),
            },
        }
    };
    Seat::first(u8::MAX).zip(players).map(sitter).collect()
}

/// Nobody sends requests to a replayed table, so the ids need not be real.
fn person(seat: Seat) -> PersonId {
    PersonId::from_random([seat.number(); _])
}
