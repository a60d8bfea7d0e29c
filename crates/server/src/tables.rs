//! The cache of tables in memory. The store is authoritative.

mod change;
mod summary;
mod sync;
mod tell;

pub use change::Submission;
pub use summary::{append_of, line};
pub use sync::listen;

use crate::App;
use crate::measures;
use crate::problem::{Answer, Problem};
use kit::Seat;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use table::{Hosting, PersonId, Presence, Table, TableId};
use tokio::sync::watch;

/// The number of steps of each table kept in memory; older ones are replayed from the store.
const STEPS_KEPT: usize = 32;
/// The number of chat messages of each table kept in memory.
const MESSAGES_KEPT: usize = 50;
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
    seated: Mutex<Vec<PersonId>>,
    presence: Mutex<Presence>,
}

/// The tables in memory, limited in number.
pub struct Tables {
    slots: Mutex<HashMap<TableId, (Arc<Slot>, u64)>>,
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
            seated: Mutex::default(),
            presence: Mutex::default(),
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
}

/// Removes the oldest tenth of the slots; slots in use stay.
fn forget_oldest(slots: &mut HashMap<TableId, (Arc<Slot>, u64)>, most: usize) {
    let mut free: Vec<(u64, TableId)> = slots
        .iter()
        .filter(|(_, (slot, _))| Arc::strong_count(slot) == 1)
        .map(|(id, (_, used))| (*used, id.clone()))
        .collect();
    free.sort();
    for (_, id) in free.into_iter().take(most / 10 + 1) {
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

    /// Sets whether a person is watching. The others are notified if that person sits at the table.
    pub fn set_present(&self, person: &PersonId, here: bool) {
        let mut presence = locked(&self.presence);
        let changed = match here {
            true => presence.enter(person),
            false => presence.leave(person),
        };
        drop(presence);
        if changed && locked(&self.seated).contains(person) {
            self.tick();
        }
    }

    /// Sets whether a bot has been thinking for a while.
    pub fn set_thinking(&self, seat: Seat, thinking: bool) {
        if locked(&self.presence).set_thinking(seat, thinking) {
            self.tick();
        }
    }

    /// Puts the table into the slot, and updates the data that is available without locking.
    fn put(&self, place: &mut Option<Table>, table: Table) {
        self.version.store(table.version(), Ordering::Relaxed);
        self.messages.store(table.messages(), Ordering::Relaxed);
        *locked(&self.seated) = table.seated().cloned().collect();
        *place = Some(table);
    }
}

impl App {
    fn hosting(&self, steps: usize) -> Hosting {
        Hosting {
            steps,
            messages: MESSAGES_KEPT,
            begin: self.config.begin.clone(),
        }
    }

    /// Reads the table from the store.
    async fn load(&self, id: &TableId) -> Answer<Table> {
        let entries = self.store.entries(id, 0).await?;
        if entries.is_empty() {
            self.tables.forget(id);
            return Err(Problem::no_table());
        }
        let table = Table::replay(id.clone(), &entries, &self.hosting(STEPS_KEPT));
        let mut table = table.inspect_err(|error| {
            tracing::error!(table = %id, %error, "a table cannot be replayed");
        })?;
        table.hear(self.store.chat(id, 0).await?);
        measures::TABLES_LOADED.count();
        Ok(table)
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
