//! What was written down, read again.

use super::sql::Row;
use super::sql::Value::{self, Number, Text};
use super::{Store, StoreError, in_time, status_word};
use protocol::Status;
use table::{Entry, Message, PersonId, TableId};

/// What a list tells of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Listed {
    /// Which table.
    pub table: TableId,
    /// How far it is.
    pub status: Status,
    /// When something last happened.
    pub changed: u64,
    /// The rest, as it was written.
    pub line: String,
}

impl Store {
    /// All that a statement finds.
    pub(super) async fn find<T>(
        &self,
        sql: &'static str,
        values: &[Value<'_>],
        read: fn(&Row) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let rows = in_time(self.pool.rows(sql, values)).await?;
        rows.iter().map(read).collect()
    }

    /// What a statement finds that finds one thing at most.
    async fn find_one<T>(
        &self,
        sql: &'static str,
        values: &[Value<'_>],
        read: fn(&Row) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        Ok(self.find(sql, values, read).await?.pop())
    }

    /// Whether it answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.find("SELECT 1", &[], |_| Ok(())).await.map(drop)
    }

    /// A table's entries after that version, in order.
    pub async fn entries(&self, table: &TableId, after: u64) -> Result<Vec<Entry>, StoreError> {
        let sql = "SELECT version, at, person, key, what FROM entries WHERE table_id = $1 AND version > $2 ORDER BY version";
        let values = [Text(table.as_str()), Number(after)];
        self.find(sql, &values, entry).await
    }

    /// The version that a request with this key made.
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

    /// A table's lines of chat after that number, in order.
    pub async fn chat(&self, table: &TableId, after: u64) -> Result<Vec<Message>, StoreError> {
        let sql = "SELECT number, at, person, said FROM chat WHERE table_id = $1 AND number > $2 ORDER BY number";
        let values = [Text(table.as_str()), Number(after)];
        self.find(sql, &values, message).await
    }

    /// The person of a session, with their name.
    pub async fn session(&self, hash: &str) -> Result<Option<(PersonId, String)>, StoreError> {
        let sql = "SELECT people.id, people.name FROM sessions JOIN people ON people.id = sessions.person WHERE hash = $1";
        self.find_one(sql, &[Text(hash)], |row| {
            Ok((person(row.text(0)?)?, row.text(1)?.to_owned()))
        })
        .await
    }

    /// How many tables a person has made that are not over.
    pub async fn unfinished_tables(&self, owner: &PersonId) -> Result<u64, StoreError> {
        let sql = "SELECT COUNT(*) FROM tables WHERE owner = $1 AND status <> 'over'";
        self.count(sql, owner).await
    }

    /// How many sessions a person has.
    pub async fn sessions_of(&self, person: &PersonId) -> Result<u64, StoreError> {
        let sql = "SELECT COUNT(*) FROM sessions WHERE person = $1";
        self.count(sql, person).await
    }

    /// What a statement counts of a person.
    async fn count(&self, sql: &'static str, person: &PersonId) -> Result<u64, StoreError> {
        let count = self.find_one(sql, &[Text(person.as_str())], number).await?;
        Ok(count.unwrap_or(0))
    }

    /// The tables that everybody may find, the one that changed last first.
    pub async fn listed(&self, most: u32) -> Result<Vec<Listed>, StoreError> {
        let sql = "SELECT id, status, changed, line FROM tables WHERE listed = 1 ORDER BY changed DESC LIMIT $1";
        self.find(sql, &[Number(most.into())], listed).await
    }

    /// The tables of a person, the one that changed last first.
    pub async fn tables_of(&self, person: &PersonId, most: u32) -> Result<Vec<Listed>, StoreError> {
        let sql = "SELECT id, status, changed, line FROM tables JOIN mine ON mine.table_id = tables.id \
            WHERE person = $1 ORDER BY changed DESC LIMIT $2";
        let values = [Text(person.as_str()), Number(most.into())];
        self.find(sql, &values, listed).await
    }

    /// Everybody: who, by which name, since when.
    pub async fn people(&self) -> Result<Vec<(PersonId, String, u64)>, StoreError> {
        let sql = "SELECT id, name, created FROM people ORDER BY created, id";
        self.find(sql, &[], |row| {
            let name = row.text(1)?.to_owned();
            Ok((person(row.text(0)?)?, name, row.number(2)?))
        })
        .await
    }

    /// All sessions: the hash of the secret, whose, of which kind, since when.
    pub async fn all_sessions(&self) -> Result<Vec<(String, PersonId, String, u64)>, StoreError> {
        let sql = "SELECT hash, person, kind, created FROM sessions ORDER BY created, hash";
        self.find(sql, &[], |row| {
            let (hash, kind) = (row.text(0)?.to_owned(), row.text(2)?.to_owned());
            Ok((hash, person(row.text(1)?)?, kind, row.number(3)?))
        })
        .await
    }

    /// The names of all tables.
    pub async fn table_names(&self) -> Result<Vec<TableId>, StoreError> {
        let sql = "SELECT id FROM tables ORDER BY id";
        self.find(sql, &[], id).await
    }
}

/// A row that is one number.
fn number(row: &Row) -> Result<u64, StoreError> {
    row.number(0)
}

/// A row that begins with a table's name.
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
