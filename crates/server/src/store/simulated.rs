//! A store for the simulation: SQLite in memory, which all nodes of a world share. Time, delays, faults and notifications come from the world's seed.
//!
//! Statements are carried out at once and on the spot, so that a seed always leads to the same history.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod faults;
mod link;

use super::StoreError;
use super::batch::carry_out;
use super::migrations::{SQLITE, migrate};
use super::news::news_of;
use super::sql::{Connection, Row, Value};
use super::writer::Op;
use faults::fault;
pub use faults::{Defect, Fault, Weather};
use kit::{Dice, Seed, below, dice};
pub use link::{Link, Listener, open};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection as _};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;
use std::time::Duration;
use table::{Change, Entry, Message, TableId};
use tokio::sync::mpsc;

/// What took effect, in the order of the commits.
#[derive(Clone, Debug)]
pub struct Committed {
    /// The time of the world, in milliseconds.
    pub at: u64,
    /// The table.
    pub table: TableId,
    /// What was written.
    pub what: Written,
}

/// A row of a table.
#[derive(Clone, Debug)]
pub enum Written {
    /// An entry.
    Entry(Entry),
    /// A chat message with its key.
    Message(Message, Option<String>),
}

/// A commit that the database carries out later.
struct Pending {
    number: u64,
    due: u64,
    ops: Vec<Op>,
}

/// What the rounds of the nodes need not look for.
#[derive(Clone, Copy)]
struct Empty {
    clocks: bool,
    bots: bool,
    pauses: bool,
    orders: bool,
}

/// What the rounds of the nodes look for.
#[derive(Clone, Copy)]
enum Subject {
    Clocks,
    Bots,
    Pauses,
    Orders,
}

struct Ear {
    node: usize,
    sender: mpsc::UnboundedSender<(u64, Option<String>)>,
    swallowed: bool,
    latest: u64,
}

/// The database of a world.
#[derive(Clone, Debug)]
pub struct Database(Arc<Mutex<State>>);

struct State {
    connection: Option<SqliteConnection>,
    shared: bool,
    weather: Weather,
    dice: Dice,
    defect: Option<Defect>,
    log: Vec<Committed>,
    /// What became of people and orders, with the times of the world.
    judged: Vec<(u64, Op)>,
    pending: Vec<Pending>,
    resolved: BTreeMap<u64, Vec<bool>>,
    numbers: u64,
    ears: Vec<Ear>,
    /// Which tables of the database are known to contain nothing that the rounds of the nodes look for, until the next write.
    empty: Option<Empty>,
    /// What each statement looks for.
    subjects: HashMap<&'static str, Option<Subject>>,
    /// When the last slow call ends.
    slow_until: u64,
    statements: u64,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").finish_non_exhaustive()
    }
}

thread_local! {
    /// An empty database costs less than a new one.
    static CONNECTION: RefCell<Option<SqliteConnection>> = const { RefCell::new(None) };
}

const EMPTY: &str = "DELETE FROM entries; DELETE FROM tables; DELETE FROM mine; DELETE FROM chat; DELETE FROM people; \
    DELETE FROM sessions; DELETE FROM pauses; DELETE FROM clock; DELETE FROM orders; DELETE FROM passkeys; \
    DELETE FROM one_time; DELETE FROM sat; DELETE FROM joined; DELETE FROM contacts; DELETE FROM notices; \
    DELETE FROM ratings; DELETE FROM blocks; DELETE FROM reports;";

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Waits on this thread. A runtime would count the time until SQLite's thread answers, which is no part of the world.
fn wait_for<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut context = Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(output) => return output,
            Poll::Pending => std::thread::park(),
        }
    }
}

fn connect() -> SqliteConnection {
    wait_for(async {
        let options = SqliteConnectOptions::new().in_memory(true);
        let mut connection = options.connect().await.unwrap();
        migrate(&mut Connection::Sqlite(&mut connection), SQLITE)
            .await
            .unwrap();
        connection
    })
}

fn failure() -> StoreError {
    sqlx::Error::Io(std::io::Error::other("simulated")).into()
}

impl Database {
    /// Creates an empty database.
    pub fn new(shared: bool, seed: Seed, weather: Weather, defect: Option<Defect>) -> Self {
        let connection = CONNECTION.take();
        let connection = match connection {
            Some(mut connection) => {
                wait_for(sqlx::raw_sql(EMPTY).execute(&mut connection)).unwrap();
                connection
            }
            None => connect(),
        };
        Database(Arc::new(Mutex::new(State {
            connection: Some(connection),
            shared,
            weather,
            dice: dice(seed),
            defect,
            log: Vec::new(),
            judged: Vec::new(),
            pending: Vec::new(),
            resolved: BTreeMap::new(),
            numbers: 0,
            ears: Vec::new(),
            empty: None,
            subjects: HashMap::new(),
            slow_until: 0,
            statements: 0,
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    /// Changes the settings.
    pub fn weather(&self, change: impl FnOnce(&mut Weather)) {
        change(&mut self.state().weather);
    }

    /// Returns the longest usual delay of a call, in milliseconds.
    pub fn delay(&self) -> u64 {
        self.state().weather.delay
    }

    /// Returns whether a slow call is under way, or a commit that comes late.
    pub fn is_slow(&self, now: u64) -> bool {
        let state = self.state();
        now < state.slow_until || !state.pending.is_empty()
    }

    /// Returns whether all calls fail.
    pub fn is_down(&self) -> bool {
        self.state().weather.down
    }

    /// Returns whether no fault is to come and calls are quick.
    pub fn is_calm(&self) -> bool {
        let state = self.state();
        let weather = &state.weather;
        let faults = weather.reads.len() + weather.writes.len();
        faults == 0 && !weather.down && weather.delay < 20 && state.pending.is_empty()
    }

    /// Carries out commits that are due at this time of the world.
    pub fn settle(&self, now: u64) {
        self.state().settle(|pending| pending.due <= now, now);
    }

    /// Returns how much was committed until now.
    pub fn committed(&self) -> usize {
        self.state().log.len()
    }

    /// Returns everything that was committed.
    pub fn log(&self) -> Vec<Committed> {
        self.state().log.clone()
    }

    /// Returns the tables, in the order of their creation.
    pub fn tables(&self) -> Vec<TableId> {
        let state = self.state();
        let created = state.log.iter().filter(|row| match &row.what {
            Written::Entry(entry) => entry.version == 1,
            Written::Message(..) => false,
        });
        created.map(|row| row.table.clone()).collect()
    }

    /// Returns the deliberate defect.
    pub fn defect(&self) -> Option<Defect> {
        self.state().defect
    }

    /// Returns the number of statements carried out.
    pub fn statements(&self) -> u64 {
        self.state().statements
    }

    /// Writes without delay or fault, for the beginning of a world.
    pub fn fill(&self, ops: &[Op]) {
        self.write(ops, 0);
    }

    /// Writes without delay or fault, as a program of the host does.
    pub fn write(&self, ops: &[Op], now: u64) {
        let ops: Vec<&Op> = ops.iter().collect();
        self.state().commit(&ops, now).unwrap();
    }

    /// Forgets what was committed until now.
    pub fn forget_log(&self) {
        self.state().log.clear();
    }

    /// Returns what became of people and orders.
    pub fn judged(&self) -> Vec<(u64, Op)> {
        self.state().judged.clone()
    }

    /// Counts rows, without delay or fault.
    pub fn count(&self, sql: &'static str) -> u64 {
        let rows = self.state().execute(sql, &[]).unwrap();
        rows.first().unwrap().number(0).unwrap()
    }

    /// Returns the entries of a table as they are stored, without delay or fault.
    pub fn entries(&self, table: &TableId) -> Vec<Entry> {
        let values = [Value::Text(table.as_str()), Value::Number(0)];
        let rows = self.state().rows(super::reading::ENTRIES, &values).unwrap();
        rows.iter()
            .map(|row| super::reading::entry(row).unwrap())
            .collect()
    }

    /// Lets a node hear nothing any more, although its connection stays open.
    pub fn swallow(&self, node: usize) {
        for ear in self.state().ears.iter_mut().filter(|ear| ear.node == node) {
            ear.swallowed = true;
        }
    }

    /// Cuts a node's connection for notifications: what is under way is lost.
    pub fn cut(&self, node: usize) {
        for ear in self.state().ears.iter_mut().filter(|ear| ear.node == node) {
            let _ = ear.sender.send((ear.latest, None));
            ear.swallowed = false;
        }
    }

    /// Forgets a node that has ended. A database that is a part of it ends with it: what it was committing is written by then, or never.
    pub fn hang_up(&self, node: usize, now: u64) {
        let mut state = self.state();
        state.ears.retain(|ear| ear.node != node);
        if !state.shared {
            let written = below(&mut state.dice, 2) == 0;
            state.settle(|_| written, now);
            state.pending.clear();
        }
    }

    /// Gives the connection to the next world on this thread.
    pub fn close(self) {
        CONNECTION.set(self.state().connection.take());
    }
}

/// Returns what a statement of the rounds looks for.
fn subject(sql: &str) -> Option<Subject> {
    let parts = [
        ("deadline IS NOT NULL", Subject::Clocks),
        ("deadline <= $1", Subject::Clocks),
        ("bot_due = 1", Subject::Bots),
        ("FROM pauses", Subject::Pauses),
        ("FROM orders", Subject::Orders),
    ];
    let found = parts.iter().find(|(part, _)| sql.contains(part));
    found.map(|(_, subject)| *subject)
}

impl State {
    /// Executes a statement. The rounds look for the same things twice a second, and mostly in vain.
    fn rows(&mut self, sql: &'static str, values: &[Value<'_>]) -> Result<Vec<Row>, StoreError> {
        let empty = match self.empty {
            Some(empty) => empty,
            None => self.look()?,
        };
        let subject = *self.subjects.entry(sql).or_insert_with(|| subject(sql));
        let in_vain = match subject {
            Some(Subject::Clocks) => empty.clocks,
            Some(Subject::Bots) => empty.bots,
            Some(Subject::Pauses) => empty.pauses,
            Some(Subject::Orders) => empty.orders,
            None => false,
        };
        match in_vain {
            true => Ok(Vec::new()),
            false => self.execute(sql, values),
        }
    }

    fn look(&mut self) -> Result<Empty, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM tables WHERE deadline IS NOT NULL), \
            EXISTS (SELECT 1 FROM tables WHERE bot_due = 1), EXISTS (SELECT 1 FROM pauses), \
            EXISTS (SELECT 1 FROM orders WHERE done IS NULL)";
        let rows = self.execute(sql, &[])?;
        let row = rows.first().ok_or(StoreError::Closed)?;
        let empty = Empty {
            clocks: row.number(0)? == 0,
            bots: row.number(1)? == 0,
            pauses: row.number(2)? == 0,
            orders: row.number(3)? == 0,
        };
        self.empty = Some(empty);
        Ok(empty)
    }

    fn execute(&mut self, sql: &'static str, values: &[Value<'_>]) -> Result<Vec<Row>, StoreError> {
        self.statements += 1;
        let connection = self.connection.as_mut().ok_or(StoreError::Closed)?;
        wait_for(Connection::Sqlite(connection).rows(sql, values))
    }

    fn commit(&mut self, ops: &[&Op], now: u64) -> Result<Vec<bool>, StoreError> {
        let tables: Vec<TableId> = ops.iter().filter_map(|op| op.table().cloned()).collect();
        // A transaction that is about to commit holds its rows: others wait for it.
        self.settle(
            |pending| {
                let mut held = pending.ops.iter().filter_map(Op::table);
                held.any(|table| tables.contains(table))
            },
            now,
        );
        self.commit_now(ops, now)
    }

    fn commit_now(&mut self, ops: &[&Op], now: u64) -> Result<Vec<bool>, StoreError> {
        let defect = self.defect;
        let loses_all =
            defect == Some(Defect::AcknowledgesUnwritten) && below(&mut self.dice, 12) == 0;
        let is_lost = |op: &Op| match (defect, op) {
            (Some(Defect::LosesPauses), Op::Pause(..)) => true,
            (Some(Defect::LosesNames), Op::Append(append)) => {
                matches!(append.entry.change, Change::Rename { .. })
            }
            (Some(Defect::LosesRematches), Op::Append(append)) => {
                append.entry.version == 1 && self.is_rematch(&append.table)
            }
            (Some(Defect::KeepsOldRows), Op::DeleteTable(..) | Op::DeleteIdle(..)) => true,
            _ => loses_all,
        };
        let kept: Vec<&Op> = ops.iter().copied().filter(|op| !is_lost(op)).collect();
        let altered: Vec<Op> = kept
            .iter()
            .map(|op| match (defect, op) {
                (Some(Defect::RepeatsOrders), Op::InOrder(_, parts)) => match parts.as_slice() {
                    [judge] => judge.clone(),
                    _ => (*op).clone(),
                },
                (Some(Defect::LosesJudgements), Op::InOrder(id, parts)) => {
                    let others = parts.iter().filter(|op| !matches!(op, Op::Judge(..)));
                    Op::InOrder(id.clone(), others.cloned().collect())
                }
                _ => (*op).clone(),
            })
            .collect();
        let carried_out: Vec<&Op> = match defect {
            None => kept.clone(),
            Some(_) => altered.iter().collect(),
        };
        self.statements += 2 + 2 * kept.len() as u64;
        self.empty = None;
        let connection = self.connection.as_mut().ok_or(StoreError::Closed)?;
        let mut took_effect = wait_for(async {
            let mut transaction = connection.begin().await?;
            let took_effect =
                carry_out(&mut Connection::Sqlite(&mut transaction), &carried_out).await?;
            transaction.commit().await?;
            Ok::<_, StoreError>(took_effect)
        })?;
        let written = kept.iter().zip(&took_effect).filter(|(_, took)| **took);
        for op in written.flat_map(|(op, _)| op.parts()) {
            let (table, what) = match op {
                Op::Append(append) => (append.table.clone(), Written::Entry(append.entry.clone())),
                Op::Say(table, message, key) => (
                    table.clone(),
                    Written::Message(message.clone(), key.clone()),
                ),
                Op::Judge(..) | Op::Carried { .. } => {
                    self.judged.push((now, op.clone()));
                    continue;
                }
                _ => continue,
            };
            let at = now;
            self.log.push(Committed { at, table, what });
        }
        if kept.len() != ops.len() {
            took_effect = vec![true; ops.len()];
        }
        if defect == Some(Defect::IgnoresVersions) {
            took_effect.fill(true);
        }
        Ok(took_effect)
    }

    /// Returns whether a table was announced as a rematch.
    fn is_rematch(&self, id: &TableId) -> bool {
        self.log.iter().any(|row| match &row.what {
            Written::Entry(entry) => {
                matches!(&entry.change, Change::Rematch { table } if table == id)
            }
            Written::Message(..) => false,
        })
    }

    fn settle(&mut self, which: impl Fn(&Pending) -> bool, now: u64) {
        let pending = std::mem::take(&mut self.pending);
        let (due, rest): (Vec<_>, Vec<_>) = pending.into_iter().partition(which);
        self.pending = rest;
        for Pending { number, ops, .. } in due {
            let ops: Vec<&Op> = ops.iter().collect();
            if let Ok(took_effect) = self.commit_now(&ops, now) {
                self.tell(&news_of(&ops, &took_effect), now);
                self.resolved.insert(number, took_effect);
            }
        }
    }

    /// Sends notifications to all nodes that listen, each after its own delay, but in order.
    fn tell(&mut self, news: &[String], now: u64) {
        let longest = self.weather.news_delay as u32 + 1;
        for ear in self.ears.iter_mut().filter(|ear| !ear.swallowed) {
            for news in news {
                let due = now + u64::from(below(&mut self.dice, longest));
                ear.latest = ear.latest.max(due);
                let _ = ear.sender.send((ear.latest, Some(news.clone())));
            }
        }
    }

    /// Counts a call. Returns what goes wrong with it.
    fn fault(&mut self, writes: bool, now: u64) -> Option<Fault> {
        if self.weather.down {
            return Some(Fault::Fails);
        }
        let fault = match writes {
            true => fault(&mut self.weather.writes),
            false => fault(&mut self.weather.reads),
        };
        if let Some(Fault::Slow(time) | Fault::Late(time)) = fault {
            self.slow_until = self.slow_until.max(now + time + 1_000);
        }
        fault
    }

    fn delay(&mut self) -> Duration {
        let longest = self.weather.delay as u32;
        match longest {
            0 => Duration::ZERO,
            _ => Duration::from_millis(below(&mut self.dice, longest + 1).into()),
        }
    }
}
