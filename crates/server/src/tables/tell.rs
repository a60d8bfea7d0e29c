//! Updates for viewers.

use super::{Slot, locked};
use crate::App;
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
        self.look(slot, |table| {
            self.update_of(slot, table, viewer.0.as_ref(), watch)
        })
        .await
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
                let table = Table::replay(slot.id.clone(), &entries, &self.hosting(usize::MAX))?;
                let steps = table.steps_since(since, table.eyes_of(person));
                update.steps = steps.unwrap_or_default();
            }
        }
        if let Some(after) = watch.chat {
            let told = update.chat.first().map(|line| line.number);
            if told.is_some_and(|told| told > after + 1) {
                let messages = self.store.chat(&slot.id, after).await?;
                let audible = |table: &Table| table.audible(&messages, table.eyes_of(person));
                update.chat = self.look(slot, audible).await?;
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
        table.update(person, watch, &locked(&slot.presence), (self.now)())
    }
}
