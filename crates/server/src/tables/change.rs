//! Changes of a table: nothing is acknowledged before it is stored.

use super::summary::append_of;
use super::{STEPS_KEPT, Slot};
use crate::App;
use crate::measures;
use crate::problem::{Answer, Problem};
use crate::store::Op;
use protocol::{Done, Watch};
use table::{Change, Entry, Person, PersonId, Refused, Request, Setup, Table, TableId};

/// The tolerated difference between the clocks of two nodes, in milliseconds. A clock that is further behind was set back.
const CLOCKS_DIFFER: u64 = 5_000;

/// The author, expected version and key of a requested change.
#[derive(Clone, Default)]
pub struct Submission {
    /// The author; `None` for a bot or a clock.
    pub by: Option<Person>,
    /// The version of the table for which it was chosen; `None` if any version is accepted.
    pub version: Option<u64>,
    /// The idempotency key of the request.
    pub key: Option<String>,
}

impl Submission {
    /// A person's submission that does not depend on the table's version.
    pub fn of(person: &Person) -> Self {
        Submission {
            by: Some(person.clone()),
            ..Submission::default()
        }
    }

    /// A person's submission for a version of the table.
    pub fn at(person: &Person, version: u64) -> Self {
        Submission {
            version: Some(version),
            ..Submission::of(person)
        }
    }
}

impl App {
    /// Creates a table.
    pub async fn create(&self, id: TableId, setup: Setup, by: &Person) -> Answer<Done> {
        let entry = Entry {
            version: 1,
            at: (self.now)(),
            by: Some(by.id.clone()),
            key: None,
            change: Change::Create(Box::new(setup)),
        };
        let table = Table::open(id.clone(), &entry, &self.hosting(STEPS_KEPT))?;
        let append = append_of(entry, &table, &[]);
        if !self.store.write(Op::Append(Box::new(append))).await? {
            return Err(Problem::conflict("this table already exists"));
        }
        measures::TABLES_CREATED.count();
        Ok(done(&id, 1))
    }

    /// Carries out a person's request.
    pub async fn request(
        &self,
        id: &TableId,
        submission: Submission,
        request: Request,
    ) -> Answer<Done> {
        let Some(by) = submission.by.clone() else {
            return Err(Problem::no_session());
        };
        self.change(id, submission, move |table| table.request(&by, &request))
            .await
    }

    /// Changes a table. Runs to completion even if the client no longer waits.
    pub async fn change(
        &self,
        id: &TableId,
        submission: Submission,
        want: impl FnOnce(&Table) -> Result<Change, Refused> + Send + 'static,
    ) -> Answer<Done> {
        let (app, slot) = (self.clone(), self.tables.slot(id));
        let change = tokio::spawn(async move { app.change_here(&slot, submission, want).await });
        change.await.unwrap_or_else(|_| Err(Problem::internal()))
    }

    async fn change_here(
        &self,
        slot: &Slot,
        submission: Submission,
        want: impl FnOnce(&Table) -> Result<Change, Refused>,
    ) -> Answer<Done> {
        let mut place = slot.table.lock().await;
        // Taken out while it changes: after any failure, the next access reads the table from the store again.
        let mut table = match place.take() {
            Some(table) => table,
            None => self.load(&slot.id).await?,
        };
        let before = table.version();
        if submission.version.is_some_and(|version| version != before) {
            let answer = self.repeated_or_stale(slot, &table, &submission).await;
            *place = Some(table);
            return answer;
        }
        let seated: Vec<PersonId> = table.seated().cloned().collect();
        let entry = match self.try_on(&mut table, &submission, want) {
            Ok(entry) => entry,
            Err(problem) => {
                *place = Some(table);
                return Err(problem);
            }
        };
        let is_move = matches!(entry.change, Change::Play { .. });
        let append = append_of(entry, &table, &seated);
        if !self.store.write(Op::Append(Box::new(append))).await? {
            // Another node was faster.
            let table = self.load(&slot.id).await?;
            let answer = self.repeated_or_stale(slot, &table, &submission).await;
            slot.put(&mut place, table);
            slot.tick();
            return answer;
        }
        if is_move {
            measures::MOVES.count();
        }
        let bot_due = table.bots_due().next().is_some();
        slot.put(&mut place, table);
        drop(place);
        slot.tick();
        if bot_due {
            self.thinkers.ask(&slot.id);
        }
        Ok(done(&slot.id, before + 1))
    }

    /// Applies the change in memory; if it fails, the table is unchanged.
    fn try_on(
        &self,
        table: &mut Table,
        submission: &Submission,
        want: impl FnOnce(&Table) -> Result<Change, Refused>,
    ) -> Answer<Entry> {
        let (now, last) = ((self.now)(), table.changed());
        if now + CLOCKS_DIFFER < last {
            return Err(Problem::clock_behind(last - now));
        }
        let by = submission.by.as_ref().map(|person| &person.id);
        let entry = Entry {
            key: submission.key.clone(),
            ..table.entry(want(table)?, by, now)
        };
        let game = table.setup().game;
        table
            .add(&entry)
            .map_err(|refused| Problem::from(refused).in_words_of(game.about().key))?;
        Ok(entry)
    }

    /// Answers a request for another version than the current one: with the first answer if it is a repetition, otherwise with the current table.
    async fn repeated_or_stale(
        &self,
        slot: &Slot,
        table: &Table,
        submission: &Submission,
    ) -> Answer<Done> {
        let repeated = match (&submission.by, &submission.key) {
            (Some(by), Some(key)) => self.store.version_of_key(&slot.id, &by.id, key).await?,
            _ => None,
        };
        match repeated {
            Some(version) => Ok(done(&slot.id, version)),
            None => {
                let update = self.update_of(slot, table, submission.by.as_ref(), Watch::default());
                Err(Problem::stale(update))
            }
        }
    }

    /// Adds a chat message.
    pub async fn say(&self, id: &TableId, by: &Person, text: String) -> Answer<Done> {
        let slot = self.tables.slot(id);
        let mut place = slot.table.lock().await;
        for _ in 0..3 {
            let mut table = match place.take() {
                Some(table) => table,
                None => self.load(id).await?,
            };
            let message = table.say(by, text.clone(), (self.now)());
            if self
                .store
                .write(Op::Say(id.clone(), message.clone()))
                .await?
            {
                table.hear([message]);
                let version = table.version();
                slot.put(&mut place, table);
                slot.tick();
                return Ok(done(id, version));
            }
        }
        Err(Problem::unavailable("the chat is busy; please try again"))
    }
}

fn done(table: &TableId, version: u64) -> Done {
    Done {
        table: table.to_string(),
        version,
    }
}
