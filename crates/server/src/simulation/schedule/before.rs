//! What is in the store at the beginning: days pass too slowly for a simulation.

use super::{SECOND, Schedule};
use crate::simulation::people::{Attempt, Want};
use crate::simulation::world::BEGINNING;
use crate::store::Op;
use crate::tables::{Before, append_of};
use kit::{Seat, Seed};
use protocol::{NewTable, Pace, Play};
use table::{Change, Entry, Hosting, PersonId, Setup, Sitter, Table, TableId};

/// A day.
pub const DAY: u64 = 24 * 3_600 * SECOND;

/// The ids of these tables and people; the others are drawn, or from 1 on.
const GONE: u8 = 9;
const NEVER_STARTED: u8 = 8;
const BY_CORRESPONDENCE: u8 = 7;
const FINISHED: u8 = 6;

impl Schedule {
    /// Writes what happened before the beginning. Returns whether a game has begun.
    pub fn before(&mut self) -> bool {
        if self.percent(10) {
            self.old_rows = true;
            self.write_old_rows();
        }
        let correspondence = self.plan.clocks && self.percent(30);
        if correspondence {
            self.write_correspondence();
        }
        let finished = !correspondence && self.percent(5);
        if finished {
            self.write_finished();
        }
        correspondence || finished
    }

    /// A guest, their session and a table that are kept no longer.
    fn write_old_rows(&mut self) {
        let gone = PersonId::from_random([GONE; _]);
        let at = BEGINNING - 300 * DAY;
        let session = Op::Session {
            hash: "of somebody who is gone".to_owned(),
            person: gone.clone(),
            kind: "cookie".to_owned(),
            created: at,
            used: at,
        };
        let name = "Gone".to_owned();
        self.world
            .database
            .fill(&[Op::Person(gone, name, at), session]);
        let table = self.new_table(false);
        self.write_table(NEVER_STARTED, table, &[BEGINNING - 100 * DAY]);
        self.world.database.forget_log();
    }

    /// A game by correspondence whose first decision is due soon.
    fn write_correspondence(&mut self) {
        let mut table = self.new_table(false);
        table.pace = Pace::Correspondence { days: 1 };
        table.key = None;
        let left = self.between(8 * SECOND, 24 * SECOND);
        let start = BEGINNING - DAY + left;
        let times = [start - 2 * SECOND, start - SECOND, start];
        self.write_table(BY_CORRESPONDENCE, table.clone(), &times);
        // A server was running all the time.
        self.world.database.fill(&[Op::Beat(BEGINNING)]);
        let created = Want::Create(Box::new(table));
        self.remember_all(vec![(0, created), (1, Want::Sit), (0, Want::Start)]);
    }

    /// A game that is over: people talk about it, and play again.
    fn write_finished(&mut self) {
        let mut table = self.new_table(false);
        table.key = None;
        let at = BEGINNING - DAY;
        let start = self.write_table(FINISHED, table.clone(), &[at; 3]);
        let mut asked = vec![
            (0, Want::Create(Box::new(table))),
            (1, Want::Sit),
            (0, Want::Start),
        ];
        let Some(mut table) = start else { return };
        while let Some(decider) = table.deciders().iter().next() {
            let history = table.history();
            let legal = history.map(|game| game.legal(decider)).unwrap_or_default();
            let action = legal.get(self.dice_index(legal.len() as u32)).cloned();
            let action = action.unwrap_or_default();
            let person = usize::from(decider != Seat::FIRST);
            let by = self.people.get(person).map(|person| person.id.clone());
            let version = table.version();
            let play = Change::Play {
                seat: decider,
                action: action.clone(),
            };
            let before = Before::of(&table);
            let entry = table.entry(play, by.as_ref(), at);
            table.add(&entry).unwrap();
            let append = Op::Append(Box::new(append_of(entry, &table, &before)));
            self.world.database.fill(&[append]);
            let play = Play {
                version,
                action,
                key: None,
            };
            asked.push((person, Want::Play(play)));
        }
        self.remember_all(asked);
    }

    /// Remembers what was asked before the beginning.
    fn remember_all(&mut self, asked: Vec<(usize, Want)>) {
        for (person, want) in asked {
            self.remember(Attempt {
                person: Some(person),
                node: 0,
                table: None,
                want,
                sent: 0,
                arrived: 0,
                answered: None,
            });
        }
    }

    /// Writes the first entries of a table with these times: it is created, the second person sits down, the game starts.
    fn write_table(&mut self, id: u8, wanted: NewTable, times: &[u64]) -> Option<Table> {
        let (owner, guest) = (self.people.first()?, self.people.get(1)?);
        let id = TableId::from_random([id; _]);
        let seed = Seed::from_text("before");
        let setup = Setup::new(wanted, owner, seed).ok()?;
        let sits = Change::Seat {
            seat: Seat::FIRST.after(1, 2),
            sitter: Sitter::Person {
                person: guest.id.clone(),
                name: guest.name.clone(),
            },
        };
        let changes = [
            (owner, Change::Create(Box::new(setup))),
            (guest, sits),
            (owner, Change::Start),
        ];
        let mut table: Option<Table> = None;
        let mut ops = Vec::new();
        for (version, (at, (by, change))) in (1..).zip(times.iter().zip(changes)) {
            let entry = Entry {
                version,
                at: *at,
                by: Some(by.id.clone()),
                key: None,
                digest: None,
                change,
            };
            let before = table.as_ref().map(Before::of).unwrap_or_default();
            match &mut table {
                None => table = Table::open(id.clone(), &entry, &Hosting::default()).ok(),
                Some(table) => table.add(&entry).unwrap_or_default(),
            }
            if let Some(table) = &table {
                ops.push(Op::Append(Box::new(append_of(entry, table, &before))));
            }
        }
        for op in ops {
            self.world.database.fill(&[op]);
        }
        table
    }
}
