//! The end: everything works again, and is looked at.

use super::{History, LONG_STEP, SECOND, Schedule};
use crate::simulation::people::{Attempt, Want, send};
use crate::store::simulated::Written;
use protocol::Watch;

/// The longest time that bots and nodes have to come to rest.
const REST: u64 = 90_000;
/// The time after which a node has noticed that it hears nothing.
const DEAF: u64 = 12_500;

impl Schedule {
    /// Everything works again, and the world comes to rest.
    pub fn end(mut self) -> History {
        self.note(format_args!("everything works again"));
        self.world.heal();
        self.down_until = 0;
        self.world.database.weather(|weather| {
            weather.delay = 0;
            weather.news_delay = 0;
            weather.down = false;
            weather.reads.clear();
            weather.writes.clear();
        });
        self.run(1_500);
        while self.world.database.is_slow(self.world.time) {
            self.run(LONG_STEP);
        }
        self.last_orders();
        if self.deaf {
            self.run(DEAF);
        }
        let until = self.world.time + REST;
        while self.world.time < until && !self.rests() {
            self.run(500);
        }
        self.run(500);
        self.look_at_the_end();
        let mut history = self.history;
        // Bots go on where somebody watches: what was written a moment ago may be under way.
        let lately = self.world.time - SECOND;
        for viewer in self.viewers.iter().filter(|viewer| !viewer.is_away()) {
            let (person, table) = (viewer.person, viewer.table.clone());
            let rows = history.log.iter().filter(|row| row.at < lately);
            let last = rows.filter_map(|row| match &row.what {
                Written::Entry(entry) if row.table == table => Some(entry.version),
                _ => None,
            });
            if last.max() > viewer.known.since {
                history.unsettled.push((person, table, viewer.known));
            }
        }
        history.idle.clone_from(&self.world.idle);
        history.judged = self.world.database.judged();
        drop((self.viewers, self.open));
        let database = self.world.database.clone();
        drop(self.world);
        history.statements = database.statements();
        database.close();
        history
    }

    /// Returns whether nothing is left to be done.
    fn rests(&mut self) -> bool {
        let sql = "SELECT (SELECT COUNT(*) FROM tables WHERE bot_due = 1 OR deadline IS NOT NULL) \
            + (SELECT COUNT(*) FROM orders WHERE done IS NULL)";
        let nodes = 0..self.world.len();
        nodes
            .into_iter()
            .all(|node| self.world.node(node).is_some())
            && self.open.is_empty()
            && !self.world.database.is_slow(self.world.time)
            && self.world.database.count(sql) == 0
    }

    /// Returns which rows are left that are kept no longer.
    fn left_over(&self, tables: u64) -> Option<&'static str> {
        let rows = |sql| self.world.database.count(sql);
        let people = self.people.len() as u64;
        let entries = self.history.log.iter();
        let entries = entries.filter(|row| matches!(row.what, Written::Entry(_)));
        let (now, kept) = (rows("SELECT COUNT(*) FROM entries"), entries.count() as u64);
        [
            ("a table", rows("SELECT COUNT(*) FROM tables") > tables),
            ("entries", now > kept),
            ("a person", rows("SELECT COUNT(*) FROM people") > people),
            ("a session", rows("SELECT COUNT(*) FROM sessions") > people),
        ]
        .into_iter()
        .find_map(|(what, is_left)| is_left.then_some(what))
    }

    /// Every node shows every table to everybody.
    fn look_at_the_end(&mut self) {
        let tables = self.world.database.tables();
        let mut open = Vec::new();
        for table in &tables {
            for node in 0..self.world.len() {
                for person in [None, Some(0), Some(1)] {
                    let attempt = Attempt {
                        person,
                        node,
                        table: Some(table.clone()),
                        want: Want::Read(Watch::default()),
                        sent: self.world.time,
                        arrived: self.world.time,
                        answered: None,
                    };
                    let receiver = send(&self.world, &self.people, &attempt, 0);
                    open.push((attempt, receiver));
                }
            }
        }
        self.run(50);
        for (mut attempt, receiver) in open {
            attempt.answered = receiver.and_then(|mut receiver| receiver.try_recv().ok());
            self.history.last.push(attempt);
        }
        self.history.log = self.world.database.log();
        if self.old_rows {
            self.history.left_over = self.left_over(tables.len() as u64);
        }
        for table in tables {
            let entries = self.world.database.entries(&table);
            self.history.stored.insert(table, entries);
        }
    }
}
