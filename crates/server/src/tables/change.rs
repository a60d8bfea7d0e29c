//! Changes of a table: nothing is acknowledged before it is stored.

use super::summary::{Before, append_of};
use super::{STEPS_KEPT, Slot};
use crate::App;
use crate::measures::{self, Counter};
use crate::problem::{Answer, Problem};
use crate::store::{Append, Op, StoreError};
use protocol::{Done, Reason, Status, Watch};
use table::{Change, Entry, Person, PersonId, Refused, Request, Setup, Table, TableId};

/// How often a change is tried when other nodes change the same table.
const ATTEMPTS: u32 = 4;
/// Every so many versions, an entry contains a digest of the game's state.
const DIGEST_EVERY: u64 = 16;

/// The author, expected version and key of a requested change.
#[derive(Clone, Default)]
pub struct Submission {
    /// The author; `None` for a bot or a clock.
    pub by: Option<Person>,
    /// The version of the table for which it was chosen; `None` if any version is accepted.
    pub version: Option<u64>,
    /// The idempotency key of the request.
    pub key: Option<String>,
    /// The order that the change is a part of.
    pub order: Option<String>,
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
    /// Creates a table. With a key, the same request creates it only once.
    pub async fn create(&self, id: TableId, setup: Setup, by: &Person) -> Answer<Done> {
        let entry = Entry {
            version: 1,
            at: self.now(),
            by: Some(by.id.clone()),
            key: None,
            digest: None,
            change: Change::Create(Box::new(setup)),
        };
        let table = Table::open(id.clone(), &entry, &self.hosting(STEPS_KEPT))?;
        let game = table.setup().game;
        let append = append_of(entry, &table, &Before::default());
        if self.store.write(Op::Append(Box::new(append))).await? {
            measures::TABLES_CREATED.count();
            tracing::info!(table = %id, %game, "a table was created");
        }
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
        let app = self.clone();
        self.change(id, submission, move |table| {
            table.request(&by, &request, app.now())
        })
        .await
    }

    /// Gives a person another name or account at a table. Returns whether that changed anything.
    pub async fn rename_at(&self, table: &TableId, from: &PersonId, to: &Person) -> Answer<bool> {
        let (from, to) = (from.clone(), to.clone());
        let rename = move |table: &Table| table.rename(&from, &to);
        let renamed = self.change(table, Submission::default(), rename).await;
        self.took_effect(table, renamed)
    }

    /// Returns whether a change was made; `false` if the table refuses it, or cannot be replayed and so has nobody who sits there.
    pub fn took_effect(&self, table: &TableId, answer: Answer<Done>) -> Answer<bool> {
        match answer {
            Ok(_) => Ok(true),
            Err(problem) if problem.status() < 500 || self.broken.get(table).is_some() => Ok(false),
            Err(problem) => Err(problem),
        }
    }

    /// Changes a table. Runs to completion even if the client no longer waits. `want` may be asked again, after the table has caught up with other nodes.
    pub async fn change(
        &self,
        id: &TableId,
        submission: Submission,
        want: impl Fn(&Table) -> Result<Change, Refused> + Send + 'static,
    ) -> Answer<Done> {
        let (app, slot) = (self.clone(), self.tables.slot(id));
        let change = tokio::spawn(async move { app.change_here(&slot, submission, want).await });
        change.await.unwrap_or_else(|_| Err(Problem::internal()))
    }

    async fn change_here(
        &self,
        slot: &Slot,
        submission: Submission,
        want: impl Fn(&Table) -> Result<Change, Refused>,
    ) -> Answer<Done> {
        let mut place = slot.table.lock().await;
        // Other nodes may have written what this one has not heard of: a refusal must be true of what is stored.
        let mut is_current = !self.store.is_shared() || place.is_none();
        // Taken out while it changes: after any failure, the next access reads the table from the store again.
        let mut table = match place.take() {
            Some(table) => table,
            None => self.load(&slot.id).await?,
        };
        for _ in 0..ATTEMPTS {
            let before = table.version();
            let known = Before::of(&table);
            let tried = match submission.version {
                Some(version) if version != before => Err(None),
                _ => self.try_on(&mut table, &submission, &want).map_err(Some),
            };
            let entry = match tried {
                Ok(entry) => entry,
                Err(_) if !is_current => {
                    is_current = true;
                    if let Err(problem) = self.catch_up(&mut table).await {
                        slot.tick();
                        return Err(problem);
                    }
                    continue;
                }
                Err(refused) => {
                    let answer = match refused {
                        Some(problem) => Err(problem),
                        None => self.repeated_or_stale(slot, &table, &submission).await,
                    };
                    slot.put(&mut place, table);
                    return answer;
                }
            };
            let change = measured(&entry.change);
            let append = Append {
                order: submission.order.clone(),
                ..append_of(entry, &table, &known)
            };
            match self.store.write(Op::Append(Box::new(append))).await {
                Ok(true) => (),
                Ok(false) => {
                    // Another node was faster, has deleted the table, or has carried out the order.
                    table = self.load(&slot.id).await?;
                    continue;
                }
                Err(error) => return Err(not_confirmed(slot, error)),
            }
            if let Some(counter) = change {
                counter.count();
            }
            slot.put(&mut place, table);
            drop(place);
            self.ask_bot(slot).await;
            return Ok(done(&slot.id, before + 1));
        }
        slot.put(&mut place, table);
        Err(Problem::unavailable(
            "others change this table too quickly; nothing was changed, please try again",
        ))
    }

    /// Applies the change in memory; if it fails, the table is unchanged.
    fn try_on(
        &self,
        table: &mut Table,
        submission: &Submission,
        want: impl Fn(&Table) -> Result<Change, Refused>,
    ) -> Answer<Entry> {
        let by = submission.by.as_ref().map(|person| &person.id);
        let change = want(table)?;
        // Who played at a finished table changes nothing about its age.
        let now = match (&change, table.status()) {
            (Change::Rename { .. }, Status::Over) => table.changed(),
            _ => self.now(),
        };
        let mut entry = Entry {
            key: submission.key.clone(),
            ..table.entry(change, by, now)
        };
        let game = table.setup().game;
        table
            .add(&entry)
            .map_err(|refused| Problem::from(refused).in_words_of(game.about().key))?;
        if entry.version.is_multiple_of(DIGEST_EVERY) {
            entry.digest = table.digest();
        }
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
                let by = submission.by.as_ref();
                let mut update = self.update_of(slot, table, by, Watch::default());
                self.without_blocked(by, &mut update).await?;
                Err(Problem::stale(update))
            }
        }
    }

    /// Adds a chat message. With a key, the same request adds it only once.
    pub async fn say(
        &self,
        id: &TableId,
        by: &Person,
        text: String,
        key: Option<String>,
    ) -> Answer<Done> {
        let slot = self.tables.slot(id);
        let mut place = slot.table.lock().await;
        for _ in 0..ATTEMPTS {
            let mut table = match place.take() {
                Some(table) => table,
                None => self.load(id).await?,
            };
            let version = table.version();
            if table.messages() >= self.config.limits.messages_per_table {
                slot.put(&mut place, table);
                return Err(Reason::ChatFull.into());
            }
            let message = table.say(by, text.clone(), self.now());
            let say = Op::Say(id.clone(), message.clone(), key.clone());
            let written = self.store.write(say).await;
            if written.map_err(|error| not_confirmed(slot.as_ref(), error))? {
                table.hear([message]);
                slot.put(&mut place, table);
                return Ok(done(id, version));
            }
            if let Some(key) = &key
                && self.store.message_of_key(id, &by.id, key).await?.is_some()
            {
                return Ok(done(id, version));
            }
        }
        Err(Problem::unavailable(
            "the chat is busy; nothing was changed, please try again",
        ))
    }
}

/// The table in memory is gone. What may be stored nevertheless is told to viewers, who read the table again.
fn not_confirmed(slot: &Slot, error: StoreError) -> Problem {
    if matches!(error, StoreError::Unknown) {
        slot.tick();
    }
    error.into()
}

/// Returns the counter of a change, if it has one.
fn measured(change: &Change) -> Option<&'static Counter> {
    match change {
        Change::Play { .. } => Some(&measures::MOVES),
        Change::RunOut { .. } => Some(&measures::TIME_OUTS),
        _ => None,
    }
}

impl App {
    /// Returns the answer to a change that led to this version.
    pub fn done(&self, table: &TableId, version: u64) -> Done {
        done(table, version)
    }
}

fn done(table: &TableId, version: u64) -> Done {
    Done {
        table: table.to_string(),
        version,
    }
}
