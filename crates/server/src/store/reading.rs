//! Queries.

use super::sql::Row;
use super::sql::Value::{self, Number, Text};
use super::{Store, StoreError, in_time, status_word};
use protocol::Status;
use table::{Entry, Message, PersonId, TableId};

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
    async fn find_one<T>(
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

    /// Returns a table's entries after a version, in order.
    pub async fn entries(&self, table: &TableId, after: u64) -> Result<Vec<Entry>, StoreError> {
        let sql = "SELECT version, at, person, key, what FROM entries WHERE table_id = $1 AND version > $2 ORDER BY version";
        let values = [Text(table.as_str()), Number(after)];
        self.find(sql, &values, entry).await
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

    /// Returns a table's chat messages after a number, in order.
    pub async fn chat(&self, table: &TableId, after: u64) -> Result<Vec<Message>, StoreError> {
        let sql = "SELECT number, at, person, said FROM chat WHERE table_id = $1 AND number > $2 ORDER BY number";
        let values = [Text(table.as_str()), Number(after)];
        self.find(sql, &values, message).await
    }

    /// Returns the person of a session, with their name.
    pub async fn session(&self, hash: &str) -> Result<Option<(PersonId, String)>, StoreError> {
        let sql = "SELECT people.id, people.name FROM sessions JOIN people ON people.id = sessions.person WHERE hash = $1";
        self.find_one(sql, &[Text(hash)], |row| {
            Ok((person(row.text(0)?)?, row.text(1)?.to_owned()))
        })
        .await
    }

    /// Returns the number of unfinished tables that a person owns.
    pub async fn unfinished_tables(&self, owner: &PersonId) -> Result<u64, StoreError> {
        let sql = "SELECT COUNT(*) FROM tables WHERE owner = $1 AND status <> 'over'";
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

    /// Returns the public tables, the most recently changed first.
    pub async fn listed(&self, most: u32) -> Result<Vec<Listed>, StoreError> {
        let sql = "SELECT id, status, changed, line FROM tables WHERE listed = 1 ORDER BY changed DESC LIMIT $1";
        self.find(sql, &[Number(most.into())], listed).await
    }

    /// Returns the tables of a person, the most recently changed first.
    pub async fn tables_of(&self, person: &PersonId, most: u32) -> Result<Vec<Listed>, StoreError> {
        let sql = "SELECT id, status, changed, line FROM tables JOIN mine ON mine.table_id = tables.id \
            WHERE person = $1 ORDER BY changed DESC LIMIT $2";
        let values = [Text(person.as_str()), Number(most.into())];
        self.find(sql, &values, listed).await
    }

    /// Returns all people: id, name, time of creation.
    pub async fn people(&self) -> Result<Vec<(PersonId, String, u64)>, StoreError> {
        let sql = "SELECT id, name, created FROM people ORDER BY created, id";
        self.find(sql, &[], |row| {
            let name = row.text(1)?.to_owned();
            Ok((person(row.text(0)?)?, name, row.number(2)?))
        })
        .await
    }

    /// Returns all sessions: hash of the secret, person, kind, time of creation.
    pub async fn all_sessions(&self) -> Result<Vec<(String, PersonId, String, u64)>, StoreError> {
        let sql = "SELECT hash, person, kind, created FROM sessions ORDER BY created, hash";
        self.find(sql, &[], |row| {
            let (hash, kind) = (row.text(0)?.to_owned(), row.text(2)?.to_owned());
            Ok((hash, person(row.text(1)?)?, kind, row.number(3)?))
        })
        .await
    }

    /// Returns the ids of all tables.
    pub async fn table_names(&self) -> Result<Vec<TableId>, StoreError> {
        let sql = "SELECT id FROM tables ORDER BY id";
        self.find(sql, &[], id).await
    }
}

/// Reads a row that is one number.
fn number(row: &Row) -> Result<u64, StoreError> {
    row.number(0)
}

/// Reads the table id at the start of a row.
pub fn id(row: &Row) -> Result<TableId, StoreError> {
    let id = row.text(0)?.parse();
    id.map_err(|_| StoreError::BadRow("tables"))
}

fn listed(row: &Row) -> Result<Listed, StoreError> {
    Ok(Listed {
        table: id(row)?,
        status: status(row.text(1)?)?,
        changed: row.number(2)?,
        line: row.text(3)?.to_owned(),
    })
}

fn entry(row: &Row) -> Result<Entry, StoreError> {
    let change = serde_json::from_str(row.text(4)?);
    Ok(Entry {
        version: row.number(0)?,
        at: row.number(1)?,
        by: row.optional_text(2)?.map(person).transpose()?,
        key: row.optional_text(3)?.map(str::to_owned),
        change: change.map_err(|_| StoreError::BadRow("entries"))?,
    })
}

fn message(row: &Row) -> Result<Message, StoreError> {
    let said = serde_json::from_str(row.text(3)?);
    Ok(Message {
        number: row.number(0)?,
        at: row.number(1)?,
        person: person(row.text(2)?)?,
        said: said.map_err(|_| StoreError::BadRow("chat"))?,
    })
}

fn person(text: &str) -> Result<PersonId, StoreError> {
    text.parse().map_err(|_| StoreError::BadRow("people"))
}

fn status(word: &str) -> Result<Status, StoreError> {
    let mut all = [Status::Waiting, Status::Running, Status::Over].into_iter();
    let found = all.find(|status| status_word(*status) == word);
    found.ok_or(StoreError::BadRow("tables"))
}
