//! How a table changes: nothing is acknowledged before it is stored.

use super::summary::append_of;
use super::{STEPS_KEPT, Slot};
use crate::App;
use crate::measures;
use crate::problem::{Answer, Problem};
use crate::store::Op;
use protocol::{Done, Watch};
use table::{Change, Entry, Person, PersonId, Refused, Request, Setup, Table, TableId};

/// The clocks of two nodes may differ by so much; a clock that is further behind was set back.
const CLOCKS_DIFFER: u64 = 5_000;

/// A change that somebody wants: who, on which version, under which key.
#[derive(Clone, Default)]
pub struct Submission {
    /// Whose submission; nobody's if it is a bot's or a clock's.
    pub by: Option<Person>,
    /// The version on which it was chosen; `None` if any will do.
    pub version: Option<u64>,
    /// The key of the request.
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

    /// A person's submission for a table as it was at that version.
    pub fn at(person: &Person, version: u64) -> Self {
        Submission {
            version: Some(version),
            ..Submission::of(person)
        }
    }
}

impl App {
    /// Makes a table.
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
            return Err(Problem::conflict("this table exists already"));
        }
        measures::TABLES_CREATED.count();
        Ok(done(&id, 1))
    }

    /// Carries out what a person requests.
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

    /// Lets something happen at a table. It runs to its end even if whoever asked no longer waits.
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
        // Taken out while it changes: whatever goes wrong, the next one reads the truth from the store again.
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
            // Another node was quicker.
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

    /// Lets it happen in memory; unless it can, the table is as it was.
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

    /// The answer to a request for another version than the present one: the first answer again if it was repeated, otherwise the present table.
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

    /// Says something at a table.
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
        Err(Problem::unavailable("Chat is busy; please send again"))
    }
}

fn done(table: &TableId, version: u64) -> Done {
    Done {
        table: table.to_string(),
        version,
    }
}
