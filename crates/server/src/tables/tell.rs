//! Updates for viewers.

use super::{Slot, locked};
use crate::App;
use crate::limits::{LAST_MESSAGES, MOST_MESSAGES};
use crate::people::Viewer;
use crate::problem::Answer;
use protocol::{Update, Watch};
use table::{Person, Table};

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
