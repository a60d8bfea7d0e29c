//! The cache of tables in memory. The store is authoritative.

mod broken;
mod change;
mod results;
mod summary;
mod sync;
mod tell;

pub use broken::Broken;
pub use change::Submission;
pub use summary::{Before, Outcome, Turn, append_of, line, names, result_of, turn_of};
pub use sync::listen;

use crate::App;
use crate::limits::LAST_MESSAGES;
use crate::measures;
use crate::people::Viewer;
use crate::problem::{Answer, Problem};
use crate::thinkers::Job;
use kit::Seat;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use table::{Entry, Hosting, PersonId, Presence, Refused, Table, TableId};
use tokio::sync::watch;

/// The time after which viewers are told of spectators who came or went.
const SPECTATORS_EVERY: Duration = Duration::from_secs(2);
/// The number of steps of each table kept in memory; older ones are replayed from the store.
const STEPS_KEPT: usize = 32;
/// A table with more entries is replayed on a thread for long work.
const SHORT_REPLAY: usize = 300;
/// The time in milliseconds for which a node is responsible for a bot's decision before another node takes over.
pub const LEASE: u64 = 3_000;

/// A table in memory.
pub struct Slot {
    /// The id of the table.
    pub id: TableId,
    /// Built from the store alone; locked while it changes, until the change is stored.
    table: tokio::sync::Mutex<Option<Table>>,
    /// The version, for comparison with notifications from other nodes without locking the table.
    version: AtomicU64,
    messages: AtomicU64,
    tick: watch::Sender<()>,
    /// Whether viewers are going to be notified.
    ticks_soon: AtomicBool,
    seated: Mutex<Vec<PersonId>>,
    presence: Mutex<Presence>,
    /// Those of them who look at the table: its page is not hidden.
    looking: Mutex<Presence>,
}

/// The tables in memory, limited in number.
pub struct Tables {
    slots: Mutex<BTreeMap<TableId, (Arc<Slot>, u64)>>,
    uses: AtomicU64,
    most: usize,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Tables {
    /// Creates a cache for a number of tables.
    pub fn new(most: usize) -> Self {
        Tables {
            slots: Mutex::default(),
            uses: AtomicU64::new(0),
            most: most.max(1),
        }
    }

    /// Returns the slot of a table, whether the table exists or not.
    fn slot(&self, id: &TableId) -> Arc<Slot> {
        let used = self.uses.fetch_add(1, Ordering::Relaxed);
        let mut slots = locked(&self.slots);
        if let Some((slot, last_used)) = slots.get_mut(id) {
            *last_used = used;
            return slot.clone();
        }
        if slots.len() >= self.most {
            forget_oldest(&mut slots, self.most);
        }
        let slot = Arc::new(Slot {
            id: id.clone(),
            table: tokio::sync::Mutex::new(None),
            version: AtomicU64::new(0),
            messages: AtomicU64::new(0),
            tick: watch::Sender::new(()),
            ticks_soon: AtomicBool::new(false),
            seated: Mutex::default(),
            presence: Mutex::default(),
            looking: Mutex::default(),
        });
        slots.insert(id.clone(), (slot.clone(), used));
        measures::TABLES_IN_MEMORY.set(slots.len());
        slot
    }

    fn in_use(&self, id: &TableId) -> Option<Arc<Slot>> {
        locked(&self.slots).get(id).map(|(slot, _)| slot.clone())
    }

    fn all_in_use(&self) -> Vec<Arc<Slot>> {
        let slots = locked(&self.slots);
        slots.values().map(|(slot, _)| slot.clone()).collect()
    }

    fn forget(&self, id: &TableId) {
        locked(&self.slots).remove(id);
    }

    /// Returns whether a person looks at a table, at this node.
    pub fn sees(&self, id: &TableId, person: &PersonId) -> bool {
        let slot = self.in_use(id);
        slot.is_some_and(|slot| locked(&slot.looking).has(person))
    }
}

/// Makes room for another slot: removes the oldest tenth, and as many as there are too many; slots in use stay.
fn forget_oldest(slots: &mut BTreeMap<TableId, (Arc<Slot>, u64)>, most: usize) {
    let mut free: Vec<(u64, TableId)> = slots
        .iter()
        .filter(|(_, (slot, _))| Arc::strong_count(slot) == 1)
        .map(|(id, (_, used))| (*used, id.clone()))
        .collect();
    free.sort();
    let excess = (slots.len() + 1).saturating_sub(most);
    for (_, id) in free.into_iter().take(most / 10 + excess) {
        slots.remove(&id);
    }
}

impl Slot {
    /// Notifies every viewer of a change.
    fn tick(&self) {
        self.tick.send_replace(());
    }

    /// Returns a receiver that is notified of every change.
    pub fn subscribe(&self) -> watch::Receiver<()> {
        self.tick.subscribe()
    }

    /// Returns whether anybody watches the table at this node.
    pub fn is_watched(&self) -> bool {
        self.tick.receiver_count() > 0
    }

    /// Sets whether a viewer is here. The others are notified: at once if that person sits at the table, otherwise soon.
    pub fn set_present(self: &Arc<Self>, viewer: &Viewer, here: bool) {
        let mut presence = locked(&self.presence);
        let changed = match (&viewer.0, here) {
            (Some(person), true) => presence.enter(&person.id, &person.name),
            (Some(person), false) => presence.leave(&person.id),
            (None, true) => {
                presence.stranger_enters();
                true
            }
            (None, false) => {
                presence.stranger_leaves();
                true
            }
        };
        drop(presence);
        let person = viewer.0.as_ref().map(|person| &person.id);
        match person.is_some_and(|person| locked(&self.seated).contains(person)) {
            true if changed => self.tick(),
            false if changed => self.tick_soon(),
            _ => (),
        }
    }

    /// Notifies every viewer after a while: however many spectators come and go, the list of them is not told more often.
    fn tick_soon(self: &Arc<Self>) {
        if self.ticks_soon.swap(true, Ordering::Relaxed) {
            return;
        }
        let slot = Arc::downgrade(self);
        let ticks = async move {
            tokio::time::sleep(SPECTATORS_EVERY).await;
            if let Some(slot) = slot.upgrade() {
                slot.ticks_soon.store(false, Ordering::Relaxed);
                slot.tick();
            }
        };
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(ticks)),
            // The server has stopped.
            Err(_) => self.ticks_soon.store(false, Ordering::Relaxed),
        }
    }

    /// Sets whether a person looks at the table.
    pub fn set_looking(&self, person: &PersonId, looking: bool) {
        let mut presence = locked(&self.looking);
        match looking {
            true => presence.enter(person, ""),
            false => presence.leave(person),
        };
    }

    /// Sets whether a bot has been thinking for a while.
    pub fn set_thinking(&self, seat: Seat, thinking: bool) {
        if locked(&self.presence).set_thinking(seat, thinking) {
            self.tick();
        }
    }

    /// Puts the table into the slot, and updates the data that is available without locking. Viewers are notified if it is not what they know.
    fn put(&self, place: &mut Option<Table>, table: Table) {
        let now = (table.version(), table.messages());
        let before = (
            self.version.swap(now.0, Ordering::Relaxed),
            self.messages.swap(now.1, Ordering::Relaxed),
        );
        *locked(&self.seated) = table.seated().cloned().collect();
        *place = Some(table);
        if now != before {
            self.tick();
        }
    }
}

impl App {
    fn hosting(&self, steps: usize) -> Hosting {
        Hosting {
            steps,
            messages: LAST_MESSAGES,
            entries: self.config.limits.entries_per_table,
            pauses: self.pauses.borrow().clone(),
            begin: self.config.begin.clone(),
        }
    }

    /// Replays entries, off the threads that answer requests if there are many.
    async fn replay(
        &self,
        id: &TableId,
        entries: Vec<Entry>,
        steps: usize,
    ) -> Result<Table, Refused> {
        let (id, hosting) = (id.clone(), self.hosting(steps));
        if entries.len() <= SHORT_REPLAY {
            return Table::replay(id, &entries, &hosting);
        }
        let replay = move || Table::replay(id, &entries, &hosting);
        let replay = tokio::task::spawn_blocking(replay).await;
        replay.unwrap_or(Err(Refused::BrokenHistory(0)))
    }

    /// Reads the table from the store.
    async fn load(&self, id: &TableId) -> Answer<Table> {
        if let Some(refused) = self.broken.get(id) {
            return Err(refused.into());
        }
        let entries = self.store.entries(id, 0).await?;
        if entries.is_empty() {
            self.tables.forget(id);
            return Err(Problem::no_table());
        }
        let mut table = match self.replay(id, entries, STEPS_KEPT).await {
            Ok(table) => table,
            Err(refused) => return Err(self.leave_alone(id, refused).await),
        };
        table.hear(self.store.last_chat(id, LAST_MESSAGES).await?);
        measures::TABLES_LOADED.count();
        Ok(table)
    }

    /// Reads every table in memory again when it is next needed.
    pub async fn reload_all(&self) {
        for slot in self.tables.all_in_use() {
            *slot.table.lock().await = None;
            slot.tick();
        }
    }

    /// Reads a table again when it is next needed.
    pub async fn reload(&self, id: &TableId) {
        if let Some(slot) = self.tables.in_use(id) {
            *slot.table.lock().await = None;
            slot.tick();
        }
    }

    /// Queues the next decision of a bot, unless nobody could see it: bots rest where no person sits and nobody watches.
    pub async fn ask_bot(&self, slot: &Slot) {
        let watched = slot.is_watched();
        if let Ok(Some(job)) = self.look(slot, |table| job(table, watched)).await {
            self.thinkers.ask(job);
        }
    }

    /// Returns whether the table exists.
    pub async fn exists(&self, id: &TableId) -> Answer<bool> {
        Ok(!self.store.entries(id, 0).await?.is_empty())
    }

    /// Reads from a table in memory.
    async fn look<T>(&self, slot: &Slot, look: impl FnOnce(&Table) -> T) -> Answer<T> {
        let mut place = slot.table.lock().await;
        if place.is_none() {
            let table = self.load(&slot.id).await?;
            slot.put(&mut place, table);
        }
        let table = place.as_ref().ok_or_else(Problem::no_table)?;
        Ok(look(table))
    }

    /// Returns the slot of an existing table.
    pub async fn open(&self, id: &TableId) -> Answer<Arc<Slot>> {
        let slot = self.tables.slot(id);
        self.look(&slot, |_| ()).await?;
        Ok(slot)
    }

    /// Reads from a table.
    pub async fn look_at<T>(&self, id: &TableId, look: impl FnOnce(&Table) -> T) -> Answer<T> {
        let slot = self.tables.slot(id);
        self.look(&slot, look).await
    }
}

/// Returns the next decision of a bot that is to be taken now.
fn job(table: &Table, watched: bool) -> Option<Job> {
    let (_, level) = table.bots_due().next()?;
    let wanted = watched || table.people().next().is_some();
    wanted.then(|| Job {
        table: table.id().clone(),
        owner: table.setup().owner.clone(),
        level,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Seed;
    use protocol::{Audience, NewTable, Watch};
    use table::{Change, Message, Person, Said, Setup};

    #[test]
    fn a_table_in_memory_keeps_the_last_messages_alone() {
        let anna = Person {
            id: PersonId::from_random([1; 22]),
            name: "Anna".to_owned(),
        };
        let setup = Setup::new(NewTable::of("oware"), &anna, Seed::from_text("chat")).unwrap();
        let created = Entry {
            version: 1,
            at: 1,
            by: Some(anna.id.clone()),
            key: None,
            digest: None,
            change: Change::Create(Box::new(setup)),
        };
        let hosting = Hosting {
            messages: LAST_MESSAGES,
            ..Hosting::default()
        };
        let id = TableId::from_random([1; 22]);
        let mut table = Table::open(id, &created, &hosting).unwrap();
        let message = |number| Message {
            number,
            at: 1,
            person: anna.id.clone(),
            said: Said {
                name: "Anna".to_owned(),
                seat: None,
                room: Audience::Table,
                text: "hello".to_owned(),
            },
        };
        table.hear((1..=20_000).map(message));
        let all = Watch {
            chat: Some(0),
            ..Watch::default()
        };
        let update = table.update(None, all, &Presence::default(), 1);
        assert_eq!(table.messages(), 20_000);
        let kept = update.chat.iter().map(|line| line.number);
        assert!(kept.eq(20_000 - LAST_MESSAGES as u64 + 1..=20_000));
    }

    #[tokio::test(start_paused = true)]
    async fn however_many_spectators_come_viewers_are_told_once_in_a_while() {
        let slot = Tables::new(1).slot(&TableId::from_random([1; _]));
        let mut ticks = slot.subscribe();
        let mut told = 0;
        for _ in 0..10 {
            for _ in 0..100 {
                slot.set_present(&Viewer(None), true);
            }
            assert!(!ticks.has_changed().unwrap());
            tokio::time::sleep(SPECTATORS_EVERY + Duration::from_millis(1)).await;
            told += u32::from(ticks.has_changed().unwrap());
            ticks.mark_unchanged();
        }
        assert_eq!(told, 10);
        tokio::time::sleep(10 * SPECTATORS_EVERY).await;
        assert!(!ticks.has_changed().unwrap(), "nobody came");
    }
}
