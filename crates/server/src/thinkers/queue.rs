//! Whose bot decides next: one person's many tables do not make those of others wait.

use bots::Level;
use std::collections::{BTreeMap, HashMap, VecDeque};
use table::{PersonId, TableId};

/// A table whose bot has to decide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// The table.
    pub table: TableId,
    /// The owner of the table, whose tables take turns with those of others.
    pub owner: PersonId,
    /// The level of the bot.
    pub level: Level,
}

impl Job {
    /// Returns whether the decision takes about a millisecond.
    fn is_cheap(&self) -> bool {
        matches!(self.level, Level::Easy | Level::Medium | Level::Hard)
    }
}

/// After so many cheap decisions in a row, an expensive one comes first.
const CHEAP_IN_A_ROW: u32 = 16;
/// The maximum number of tables in the queue. Further ones are found again in the store.
const LONGEST: usize = 10_000;

/// The tables whose bots wait for a thread.
#[derive(Default)]
pub struct Queue {
    cheap: Ring,
    expensive: Ring,
    in_a_row: u32,
    /// Tables in the queue or being thought about, with what must be asked again afterwards.
    known: BTreeMap<TableId, Option<Job>>,
}

/// Jobs of which each owner's next one comes in turn.
#[derive(Default)]
struct Ring {
    owners: VecDeque<PersonId>,
    jobs: HashMap<PersonId, VecDeque<Job>>,
}

impl Ring {
    fn push(&mut self, job: Job) {
        let jobs = self.jobs.entry(job.owner.clone()).or_default();
        if jobs.is_empty() {
            self.owners.push_back(job.owner.clone());
        }
        jobs.push_back(job);
    }

    fn pop(&mut self) -> Option<Job> {
        let owner = self.owners.pop_front()?;
        let jobs = self.jobs.get_mut(&owner)?;
        let job = jobs.pop_front();
        if jobs.is_empty() {
            self.jobs.remove(&owner);
        } else {
            self.owners.push_back(owner);
        }
        job
    }
}

impl Queue {
    /// Adds a table, unless it is in the queue; if it is being thought about, it comes again afterwards. Returns whether it is new in the queue.
    pub fn add(&mut self, job: Job) -> bool {
        if let Some(again) = self.known.get_mut(&job.table) {
            *again = Some(job);
            return false;
        }
        if self.known.len() >= LONGEST {
            return false;
        }
        self.known.insert(job.table.clone(), None);
        self.push(job);
        true
    }

    /// Returns the next table; it has to be [finished](Queue::finish).
    pub fn next(&mut self) -> Option<Job> {
        let expensive_first = self.in_a_row >= CHEAP_IN_A_ROW;
        let job = match expensive_first {
            true => self.expensive.pop().or_else(|| self.cheap.pop()),
            false => self.cheap.pop().or_else(|| self.expensive.pop()),
        }?;
        self.in_a_row = match job.is_cheap() {
            true => self.in_a_row + 1,
            false => 0,
        };
        // Requests from before this moment are about to be handled.
        self.known.insert(job.table.clone(), None);
        Some(job)
    }

    /// Ends the work on a table. Returns whether it is in the queue again.
    pub fn finish(&mut self, table: &TableId) -> bool {
        match self.known.remove(table).flatten() {
            Some(job) => self.add(job),
            None => false,
        }
    }

    /// Returns the tables in the queue or being thought about.
    pub fn tables(&self) -> impl Iterator<Item = &TableId> {
        self.known.keys()
    }

    /// Returns the number of tables in the queue or being thought about.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    fn push(&mut self, job: Job) {
        match job.is_cheap() {
            true => self.cheap.push(job),
            false => self.expensive.push(job),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(owner: u8, table: u8, level: Level) -> Job {
        Job {
            table: TableId::from_random([table; 22]),
            owner: PersonId::from_random([owner; 22]),
            level,
        }
    }

    #[test]
    fn owners_take_turns_however_many_tables_one_has() {
        let mut queue = Queue::default();
        for table in 0..20 {
            assert!(queue.add(job(1, table, Level::Expert)));
        }
        queue.add(job(2, 30, Level::Expert));
        queue.add(job(3, 31, Level::Expert));
        let owners = std::iter::from_fn(|| queue.next()).map(|job| job.owner);
        let first: Vec<_> = owners.take(4).collect();
        let person = |number| PersonId::from_random([number; 22]);
        assert_eq!(first, [1, 2, 3, 1].map(person));
    }

    #[test]
    fn cheap_decisions_come_first_but_not_for_ever() {
        let mut queue = Queue::default();
        queue.add(job(1, 0, Level::Expert));
        for table in 1..30 {
            queue.add(job(2, table, Level::Easy));
        }
        let order: Vec<_> = std::iter::from_fn(|| queue.next()).collect();
        let expert = order.iter().position(|job| job.level == Level::Expert);
        assert_eq!(expert, Some(CHEAP_IN_A_ROW as usize));
        assert_eq!(order.len(), 30);
    }

    #[test]
    fn a_table_is_in_the_queue_once_and_comes_again_if_it_was_asked_meanwhile() {
        let mut queue = Queue::default();
        let table = job(1, 0, Level::Easy);
        assert!(queue.add(table.clone()));
        assert!(!queue.add(table.clone()));
        assert_eq!(queue.next(), Some(table.clone()));
        assert_eq!(queue.next(), None);
        assert!(!queue.finish(&table.table));
        queue.add(table.clone());
        queue.next();
        assert!(!queue.add(table.clone()));
        assert!(queue.finish(&table.table));
        assert_eq!(queue.next(), Some(table));
    }
}
