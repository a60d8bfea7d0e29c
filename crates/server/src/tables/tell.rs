//! Updates for viewers.

use super::{SHORT_REPLAY, Slot, locked};
use crate::App;
use crate::limits::{LAST_MESSAGES, MOST_MESSAGES};
use crate::people::Viewer;
use crate::problem::{Answer, Problem};
use protocol::{Update, Watch};
use std::time::Duration;
use table::{Person, Table};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

/// The longest time that somebody waits until others have read their long histories.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// Waits until a history of so many entries may be read. A long one takes a core for tens of milliseconds, and anybody may ask for one as often as for anything
/// else: those who do share a part of the cores.
async fn place_for_history(
    places: &Semaphore,
    entries: u64,
) -> Answer<Option<SemaphorePermit<'_>>> {
    if entries <= SHORT_REPLAY as u64 {
        return Ok(None);
    }
    match timeout(LONGEST_WAIT, places.acquire()).await {
        Ok(Ok(place)) => Ok(Some(place)),
        _ => Err(Problem::unavailable(
            "too many people read long histories at the moment; please try again",
        )),
    }
}

impl App {
    /// Returns the update for a viewer, without steps that are no longer in memory.
    pub async fn recent_update(
        &self,
        slot: &Slot,
        viewer: &Viewer,
        watch: Watch,
    ) -> Answer<Update> {
        let told = self.look(slot, |table| {
            self.update_of(slot, table, viewer.0.as_ref(), watch)
        });
        let mut update = told.await?;
        self.without_blocked(viewer.0.as_ref(), &mut update).await?;
        Ok(update)
    }

    /// Returns the update for a viewer with all steps since the version that they know.
    pub async fn update(&self, slot: &Slot, viewer: &Viewer, watch: Watch) -> Answer<Update> {
        let mut update = self.recent_update(slot, viewer, watch).await?;
        let person = viewer.0.as_ref().map(|person| &person.id);
        if let Some(since) = watch.since.filter(|since| *since < update.version) {
            let told = update.steps.first().map(|step| step.version);
            if told != Some(since + 1) {
                let _place = place_for_history(&self.histories, update.version).await?;
                let mut entries = self.store.entries(&slot.id, 0).await?;
                entries.retain(|entry| entry.version <= update.version);
                let table = self.replay(&slot.id, entries, usize::MAX).await?;
                let steps = table.steps_since(since, table.eyes_of(person));
                update.steps = steps.unwrap_or_default();
            }
        }
        if let Some(after) = watch.chat {
            // The table keeps the last messages; earlier ones come page by page.
            let last = self.look(slot, Table::messages).await?;
            if last.saturating_sub(after) > LAST_MESSAGES as u64 {
                let messages = self.store.chat(&slot.id, after, MOST_MESSAGES).await?;
                let audible = |table: &Table| table.audible(&messages, table.eyes_of(person));
                update.chat = self.look(slot, audible).await?;
                self.without_blocked(viewer.0.as_ref(), &mut update).await?;
            }
        }
        Ok(update)
    }

    pub(super) fn update_of(
        &self,
        slot: &Slot,
        table: &Table,
        person: Option<&Person>,
        watch: Watch,
    ) -> Update {
        let person = person.map(|person| &person.id);
        table.update(person, watch, &locked(&slot.presence), self.now())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn long_histories_are_read_by_few_at_once_and_short_ones_by_everybody() {
        let places = Semaphore::new(1);
        let short = SHORT_REPLAY as u64;
        let first = place_for_history(&places, short + 1).await.unwrap();
        assert!(first.is_some());
        assert!(place_for_history(&places, short).await.unwrap().is_none());
        let refused = place_for_history(&places, 5_000).await.unwrap_err();
        assert_eq!(refused.status(), 503);
        drop(first);
        assert!(place_for_history(&places, 5_000).await.unwrap().is_some());
    }
}
