//! Queries.

use super::sql::Value::{self, Number, Text};
use super::sql::{Pool, Row};
use super::{Standing, Store, StoreError, in_time, status_word};
use protocol::Status;
use table::{Entry, Message, Pauses, PersonId, TableId};

/// The stored list entry of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Listed {
    /// The id of the table.
    pub table: TableId,
    /// The status of the table.
    pub status: Status,
    /// The time of the last change.
    pub changed: u64,
    /// The rest as JSON.
    pub line: String,
}

/// Selects a table's entries after a version.
pub const ENTRIES: &str = "SELECT version, at, person, key, digest, what FROM entries \
    WHERE table_id = $1 AND version > $2 ORDER BY version";

/// Who has not come since a time, cannot sign in again and sits at no unfinished table.
macro_rules! idle {
    () => {
        "created < $1 \
            AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.person = people.id AND used >= $1) \
            AND NOT EXISTS (SELECT 1 FROM passkeys WHERE passkeys.person = people.id) \
            AND NOT EXISTS (SELECT 1 FROM one_time WHERE one_time.person = people.id AND expires IS NULL) \
            AND NOT EXISTS (SELECT 1 FROM mine JOIN tables ON tables.id = mine.table_id \
            WHERE mine.person = people.id AND tables.status <> 'over')"
    };
}
pub(super) use idle;

/// Tables whose owner has neither blocked the viewer, who is $1, nor been blocked by them.
macro_rules! unblocked {
    () => {
        " AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.person = tables.owner AND blocks.blocked = $1) \
            AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.person = $1 AND blocks.blocked = tables.owner)"
    };
}

/// A person behind a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// The id of the person.
    pub id: PersonId,
    /// Their name.
    pub name: String,
    /// What the host decided about them.
    pub standing: Option<Standing>,
    /// When the session was last used, up to a day.
    pub used: u64,
}

/// A session or token of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// The hash of its secret.
    pub hash: String,
    /// `cookie` or `token`.
    pub kind: String,
    /// When it was created.
    pub created: u64,
    /// When it was last used, up to a day.
    pub used: u64,
}

/// An order of the host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// Its id.
    pub id: String,
    /// When it was given.
    pub at: u64,
    /// The order as JSON.
    pub what: String,
    /// When it was carried out.
    pub done: Option<u64>,
    /// The result in words.
    pub outcome: Option<String>,
}

impl Store {
    /// Returns all results of a statement.
    pub(super) async fn find<T>(
        &self,
        sql: &'static str,
        values: &[Value<'_>],
        read: fn(&Row) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let rows = in_time(self.pool.rows(sql, values)).await?;
        rows.iter().map(read).collect()
    }

    /// Returns the result of a statement with at most one.
    pub(super) async fn find_one<T>(
        &self,
        sql: &'static str,
        values: &[Value<'_>],
        read: fn(&Row) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        Ok(self.find(sql, values, read).await?.pop())
    }

    /// Checks that the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.find("SELECT 1", &[], |_| Ok(())).await.map(drop)
    }

    /// Returns the time of the database in milliseconds since 1970, if nodes share it.
    pub async fn time(&self) -> Result<Option<u64>, StoreError> {
        match &self.pool {
            Pool::Sqlite(_) => Ok(None),
            Pool::Postgres(_) => {
                let sql = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
                self.find_one(sql, &[], number).await
            }
            #[cfg(test)]
            Pool::Simulated(link) => in_time(link.time()).await,
        }
    }

    /// Returns a table's entries after a version, in order.
    pub async fn entries(&self, table: &TableId, after: u64) -> Result<Vec<Entry>, StoreError> {
        let values = [Text(table.as_str()), Number(after)];
        self.find(ENTRIES, &values, entry).await
    }

    /// Returns the version that a request with this key made.
    pub async fn version_of_key(
        &self,
        table: &TableId,
        by: &PersonId,
        key: &str,
    ) -> Result<Option<u64>, StoreError> {
        let sql = "SELECT version FROM entries WHERE table_id = $1 AND person = $2 AND key = $3 ORDER BY version LIMIT 1";
        let values = [Text(table.as_str()), Text(by.as_str()), Text(key)];
        self.find_one(sql, &values, number).await
    }

    /// Returns a table's chat messages after a number, in order, but not more than so many.
    pub async fn chat(
        &self,
        table: &TableId,
        after: u64,
        most: usize,
    ) -> Result<Vec<Message>, StoreError> {
        let sql = "SELECT number, at, person, said FROM chat WHERE table_id = $1 AND number > $2 \
            ORDER BY number LIMIT $3";
        let values = [Text(table.as_str()), Number(after), Number(most as u64)];
        self.find(sql, &values, message).await
    }

    /// Returns a table's last chat messages, in order.
    pub async fn last_chat(
        &self,
        table: &TableId,
        most: usize,
    ) -> Result<Vec<Message>, StoreError> {
        let sql = "SELECT number, at, person, said FROM chat WHERE table_id = $1 \
            ORDER BY number DESC LIMIT $2";
        let values = [Text(table.as_str()), Number(most as u64)];
        let mut messages = self.find(sql, &values, message).await?;
        messages.reverse();
        Ok(messages)
    }

    /// Returns the number of the chat message that a request with this key made.
    pub async fn message_of_key(
        &self,
        table: &TableId,
        by: &PersonId,
        key: &str,
    ) -> Result<Option<u64>, StoreError> {
        let sql = "SELECT number FROM chat WHERE table_id = $1 AND person = $2 AND key = $3";
        let values = [Text(table.as_str()), Text(by.as_str()), Text(key)];
        self.find_one(sql, &values, number).await
    }

    /// Returns the person behind a session.
    pub async fn session(&self, hash: &str) -> Result<Option<Account>, StoreError> {
        let sql = "SELECT people.id, people.name, people.standing, sessions.used \
            FROM sessions JOIN people ON people.id = sessions.person WHERE hash = $1";
        self.find_one(sql, &[Text(hash)], |row| {
            Ok(Account {
                id: person(row.text(0)?)?,
                name: row.text(1)?.to_owned(),
                standing: standing(row.optional_text(2)?)?,
                used: row.number(3)?,
            })
        })
        .await
    }

    /// Returns the sessions of a person, the most recently used first.
    pub async fn sessions(&self, person: &PersonId) -> Result<Vec<Session>, StoreError> {
        let sql = "SELECT hash, kind, created, used FROM sessions WHERE person = $1 ORDER BY used DESC, hash";
        self.find(sql, &[Text(person.as_str())], |row| {
            Ok(Session {
                hash: row.text(0)?.to_owned(),
                kind: row.text(1)?.to_owned(),
                created: row.number(2)?,
                used: row.number(3)?,
            })
        })
        .await
    }

    /// Returns the number of unfinished tables that a person owns.
    pub async fn unfinished_tables(&self, owner: &PersonId) -> Result<u64, StoreError> {
        let sql = "SELECT COUNT(*) FROM tables WHERE owner = $1 AND status <> 'over'";
        self.count(sql, owner).await
    }

    /// Returns the number of unfinished tables with bots that a person owns.
    pub async fn unfinished_bot_tables(&self, owner: &PersonId) -> Result<u64, StoreError> {
        let sql = "SELECT COUNT(*) FROM tables WHERE owner = $1 AND status <> 'over' AND bots = 1";
        self.count(sql, owner).await
    }

    /// Returns the number of a person's sessions.
    pub async fn sessions_of(&self, person: &PersonId) -> Result<u64, StoreError> {
        let sql = "SELECT COUNT(*) FROM sessions WHERE person = $1";
        self.count(sql, person).await
    }

    /// Returns the result of a counting statement for a person.
    async fn count(&self, sql: &'static str, person: &PersonId) -> Result<u64, StoreError> {
        let count = self.find_one(sql, &[Text(person.as_str())], number).await?;
        Ok(count.unwrap_or(0))
    }

    /// Returns the public tables that this viewer is offered, the most recently changed first.
    pub async fn listed(
        &self,
        viewer: Option<&PersonId>,
        most: u32,
    ) -> Result<Vec<Listed>, StoreError> {
        let sql = concat!(
            "SELECT id, status, changed, line FROM tables WHERE listed = 1",
            unblocked!(),
            " ORDER BY changed DESC LIMIT $2"
        );
        let viewer = Text(viewer.map_or("", PersonId::as_str));
        self.find(sql, &[viewer, Number(most.into())], listed).await
    }

    /// Returns the public tables that have not started and that this viewer is offered, the most recently changed first.
    pub async fn listed_waiting(
        &self,
        viewer: Option<&PersonId>,
        most: u32,
    ) -> Result<Vec<Listed>, StoreError> {
        let sql = concat!(
            "SELECT id, status, changed, line FROM tables WHERE listed = 1 AND status = 'waiting'",
            unblocked!(),
            " ORDER BY changed DESC LIMIT $2"
        );
        let viewer = Text(viewer.map_or("", PersonId::as_str));
        self.find(sql, &[viewer, Number(most.into())], listed).await
    }

    /// Returns the tables of a person, the most recently changed first.
    pub async fn tables_of(&self, person: &PersonId, most: u32) -> Result<Vec<Listed>, StoreError> {
        let sql = "SELECT id, status, changed, line FROM tables JOIN mine ON mine.table_id = tables.id \
            WHERE person = $1 ORDER BY changed DESC LIMIT $2";
        let values = [Text(person.as_str()), Number(most.into())];
        self.find(sql, &values, listed).await
    }

    /// Returns the tables of a person that are not over.
    pub async fn unfinished_tables_of(&self, person: &PersonId) -> Result<Vec<Listed>, StoreError> {
        let sql = "SELECT id, status, changed, line FROM tables JOIN mine ON mine.table_id = tables.id \
            WHERE person = $1 AND status <> 'over' ORDER BY changed DESC";
        self.find(sql, &[Text(person.as_str())], listed).await
    }

    /// Returns tables of a status that have not changed since a time, the oldest first.
    pub async fn tables_before(
        &self,
        status: &str,
        before: u64,
        most: u32,
    ) -> Result<Vec<TableId>, StoreError> {
        let sql =
            "SELECT id FROM tables WHERE changed < $2 AND status = $1 ORDER BY changed LIMIT $3";
        let values = [Text(status), Number(before), Number(most.into())];
        self.find(sql, &values, id).await
    }

    /// Returns people who have not come since a time, cannot sign in again and sit at no unfinished table.
    pub async fn people_before(&self, before: u64, most: u32) -> Result<Vec<PersonId>, StoreError> {
        let sql = concat!("SELECT id FROM people WHERE ", idle!(), " LIMIT $2");
        let values = [Number(before), Number(most.into())];
        self.find(sql, &values, |row| person(row.text(0)?)).await
    }

    /// Returns the hashes of sessions that were not used since a time.
    pub async fn sessions_before(&self, before: u64, most: u32) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT hash FROM sessions WHERE used < $1 LIMIT $2";
        let values = [Number(before), Number(most.into())];
        self.find(sql, &values, |row| Ok(row.text(0)?.to_owned()))
            .await
    }

    /// Returns the spans of time at which all clocks stood still.
    pub async fn pauses(&self) -> Result<Pauses, StoreError> {
        let sql = "SELECT since, until FROM pauses ORDER BY since";
        let spans = self.find(sql, &[], |row| Ok((row.number(0)?, row.number(1)?)));
        let mut pauses = Pauses::default();
        for (since, until) in spans.await? {
            pauses.add(since, until);
        }
        Ok(pauses)
    }

    /// Returns the last time at which a server was running.
    pub async fn last_beat(&self) -> Result<Option<u64>, StoreError> {
        self.find_one("SELECT at FROM clock WHERE one = 1", &[], number)
            .await
    }

    /// Returns whether any clock is running.
    pub async fn has_clocks(&self) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM tables WHERE deadline IS NOT NULL LIMIT 1";
        Ok(self.find_one(sql, &[], |_| Ok(())).await?.is_some())
    }

    /// Returns the orders that nobody has carried out yet, the oldest first.
    pub async fn open_orders(&self) -> Result<Vec<Order>, StoreError> {
        let sql = "SELECT id, at, what, done, outcome FROM orders WHERE done IS NULL ORDER BY at, id LIMIT 100";
        self.find(sql, &[], order).await
    }

    /// Returns one order.
    pub async fn order(&self, id: &str) -> Result<Option<Order>, StoreError> {
        let sql = "SELECT id, at, what, done, outcome FROM orders WHERE id = $1";
        self.find_one(sql, &[Text(id)], order).await
    }

    /// Returns the last orders, the newest first.
    pub async fn last_orders(&self, most: u32) -> Result<Vec<Order>, StoreError> {
        let sql = "SELECT id, at, what, done, outcome FROM orders ORDER BY at DESC, id LIMIT $1";
        self.find(sql, &[Number(most.into())], order).await
    }
}

/// Reads a row that is one number.
pub fn number(row: &Row) -> Result<u64, StoreError> {
    row.number(0)
}

/// Reads the table id at the start of a row.
pub fn id(row: &Row) -> Result<TableId, StoreError> {
    let id = row.text(0)?.parse();
    id.map_err(|_| StoreError::BadRow("tables"))
}

pub fn listed(row: &Row) -> Result<Listed, StoreError> {
    Ok(Listed {
        table: id(row)?,
        status: status(row.text(1)?)?,
        changed: row.number(2)?,
        line: row.text(3)?.to_owned(),
    })
}

pub fn entry(row: &Row) -> Result<Entry, StoreError> {
    let change = serde_json::from_str(row.text(5)?);
    Ok(Entry {
        version: row.number(0)?,
        at: row.number(1)?,
        by: row.optional_text(2)?.map(person).transpose()?,
        key: row.optional_text(3)?.map(str::to_owned),
        digest: row.optional_text(4)?.map(str::to_owned),
        change: change.map_err(|_| StoreError::BadRow("entries"))?,
    })
}

pub fn message(row: &Row) -> Result<Message, StoreError> {
    let said = serde_json::from_str(row.text(3)?);
    Ok(Message {
        number: row.number(0)?,
        at: row.number(1)?,
        person: person(row.text(2)?)?,
        said: said.map_err(|_| StoreError::BadRow("chat"))?,
    })
}

pub fn person(text: &str) -> Result<PersonId, StoreError> {
    text.parse().map_err(|_| StoreError::BadRow("people"))
}

pub fn standing(word: Option<&str>) -> Result<Option<Standing>, StoreError> {
    let Some(word) = word else {
        return Ok(None);
    };
    let mut all = [Standing::Muted, Standing::Banned].into_iter();
    let found = all.find(|standing| standing.word() == word);
    found.map(Some).ok_or(StoreError::BadRow("people"))
}

fn order(row: &Row) -> Result<Order, StoreError> {
    Ok(Order {
        id: row.text(0)?.to_owned(),
        at: row.number(1)?,
        what: row.text(2)?.to_owned(),
        done: row.optional_number(3)?,
        outcome: row.optional_text(4)?.map(str::to_owned),
    })
}

fn status(word: &str) -> Result<Status, StoreError> {
    let mut all = [Status::Waiting, Status::Running, Status::Over].into_iter();
    let found = all.find(|status| status_word(*status) == word);
    found.ok_or(StoreError::BadRow("tables"))
}
