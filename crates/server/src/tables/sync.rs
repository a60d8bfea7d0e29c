//! Synchronisation with what other nodes wrote.

use super::Slot;
use crate::App;
use crate::limits::LAST_MESSAGES;
use crate::problem::{Answer, Problem};
use crate::store::{Heard, StoreError};
use std::sync::atomic::Ordering;
use std::time::Duration;
use table::{Message, Table};
use tokio::time::{Instant, MissedTickBehavior};

impl App {
    /// Handles a notification that another node has written something, with the version or chat message that it reached.
    pub async fn heard(&self, heard: &Heard) {
        let Some(slot) = self.tables.in_use(&heard.table) else {
            return;
        };
        if heard.is_reload() {
            return self.reload(&heard.table).await;
        }
        let is_new = heard.version > slot.version.load(Ordering::Relaxed)
            || heard.line > slot.messages.load(Ordering::Relaxed);
        if is_new {
            self.resync(&slot).await;
        }
    }

    /// Synchronises every table in memory, because notifications may have been lost.
    pub async fn resync_all(&self) {
        for slot in self.tables.all_in_use() {
            self.resync(&slot).await;
        }
    }

    /// Reads what other nodes have written, so that whatever was acknowledged before is seen.
    pub async fn see_all(&self, slot: &Slot) -> Answer<()> {
        if self.store.is_shared() {
            self.resync(slot).await;
        }
        self.look(slot, |_| ()).await
    }

    async fn resync(&self, slot: &Slot) {
        let mut place = slot.table.lock().await;
        let Some(mut table) = place.take() else {
            // Dropped after a failure: nothing says what viewers have missed.
            return slot.tick();
        };
        match self.catch_up(&mut table).await {
            Ok(()) => slot.put(&mut place, table),
            Err(_) => slot.tick(), // The slot stays empty; the next access reads the store again.
        }
    }

    pub(super) async fn catch_up(&self, table: &mut Table) -> Answer<()> {
        // The last known entry tells whether the table is still there.
        let last = table.version().saturating_sub(1);
        let entries = self.store.entries(table.id(), last).await?;
        if entries.is_empty() {
            self.tables.forget(table.id());
            return Err(Problem::no_table());
        }
        let known = table.messages();
        let messages = self.store.last_chat(table.id(), LAST_MESSAGES).await?;
        let messages: Vec<Message> = messages
            .into_iter()
            .filter(|message| message.number > known)
            .collect();
        for entry in entries.into_iter().skip(1) {
            if let Err(refused) = table.add(&entry) {
                return Err(self.leave_alone(&table.id().clone(), refused).await);
            }
        }
        table.hear(messages);
        Ok(())
    }
}

/// The delay before reconnecting.
const PAUSE: Duration = Duration::from_millis(500);
/// The interval at which a node notifies itself.
const CHECK: Duration = Duration::from_secs(3);
/// The time without any notification after which a node no longer hears the others.
const DEAF: Duration = Duration::from_secs(8);

impl App {
    /// Returns whether notifications of other nodes arrive, as far as this node knows.
    pub fn hears_others(&self) -> bool {
        let heard = *self.heard_at.borrow();
        !self.store.is_shared() || heard.is_some_and(|at| at.elapsed() < DEAF)
    }
}

/// Listens to other nodes until the server stops.
pub async fn listen(app: App) {
    loop {
        tokio::select! {
            () = app.stops() => return,
            result = listen_once(&app) => {
                match result {
                    Ok(()) => return,
                    Err(error) => tracing::warn!(%error, "lost the LISTEN connection"),
                }
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn listen_once(app: &App) -> Result<(), StoreError> {
    let Some(mut news) = app.store.news().await? else {
        return Ok(()); // No other node writes to this store.
    };
    app.resync_all().await;
    let mut checks = tokio::time::interval(CHECK);
    checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        app.heard_at.send_replace(Some(Instant::now()));
        let heard = loop {
            tokio::select! {
                heard = news.next() => break heard?,
                // A connection can be swallowed without being closed: then not even this node's own notification comes back.
                _ = checks.tick() => {
                    if !app.hears_others() {
                        return Err(StoreError::TooSlow);
                    }
                    app.store.notify_nobody().await?;
                }
            }
        };
        match heard {
            Some(heard) => {
                for heard in &heard {
                    app.heard(heard).await;
                }
            }
            None => app.resync_all().await,
        }
    }
}
