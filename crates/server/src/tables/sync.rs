//! Synchronisation with what other nodes wrote.

use super::Slot;
use crate::App;
use crate::problem::Answer;
use crate::store::{Heard, StoreError};
use std::sync::atomic::Ordering;
use std::time::Duration;
use table::Table;

impl App {
    /// Handles a notification that another node has written something, with the version or chat message that it reached.
    pub async fn heard(&self, heard: &Heard) {
        let Some(slot) = self.tables.in_use(&heard.table) else {
            return;
        };
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

    async fn resync(&self, slot: &Slot) {
        let mut place = slot.table.lock().await;
        let Some(mut table) = place.take() else {
            return;
        };
        match self.catch_up(&mut table).await {
            Ok(news) => {
                slot.put(&mut place, table);
                if news {
                    slot.tick();
                }
            }
            Err(_) => slot.tick(), // The slot stays empty; the next access reads the store again.
        }
    }

    async fn catch_up(&self, table: &mut Table) -> Answer<bool> {
        let entries = self.store.entries(table.id(), table.version()).await?;
        let messages = self.store.chat(table.id(), table.messages()).await?;
        let news = !entries.is_empty() || !messages.is_empty();
        for entry in entries {
            table.add(&entry)?;
        }
        table.hear(messages);
        Ok(news)
    }
}

/// The delay before reconnecting.
const PAUSE: Duration = Duration::from_millis(500);

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
    loop {
        match news.next().await? {
            Some(heard) => {
                for heard in &heard {
                    app.heard(heard).await;
                }
            }
            None => app.resync_all().await,
        }
    }
}
