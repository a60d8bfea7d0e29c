//! Queries about accounts: passkeys, secrets that work once, and where a person left their name.

use super::reading::{id, number, person};
use super::sql::Row;
use super::sql::Value::{Number, Text};
use super::{OneTime, Passkey, Store, StoreError};
use table::{PersonId, TableId};

/// The columns of a passkey.
pub const PASSKEYS: &str = "SELECT id, person, name, public_key, counter, created, used FROM passkeys ORDER BY created, id";

impl Store {
    /// Returns the name of a person and when they first came.
    pub async fn person(&self, person: &PersonId) -> Result<Option<(String, u64)>, StoreError> {
        let sql = "SELECT name, created FROM people WHERE id = $1";
        self.find_one(sql, &[Text(person.as_str())], |row| {
            Ok((row.text(0)?.to_owned(), row.number(1)?))
        })
        .await
    }

    /// Returns the passkey with this id.
    pub async fn passkey(&self, id: &str) -> Result<Option<Passkey>, StoreError> {
        let sql = "SELECT id, person, name, public_key, counter, created, used FROM passkeys WHERE id = $1";
        self.find_one(sql, &[Text(id)], passkey).await
    }

    /// Returns the passkeys of a person, the oldest first.
    pub async fn passkeys(&self, person: &PersonId) -> Result<Vec<Passkey>, StoreError> {
        let sql = "SELECT id, person, name, public_key, counter, created, used FROM passkeys \
            WHERE person = $1 ORDER BY created, id";
        self.find(sql, &[Text(person.as_str())], passkey).await
    }

    /// Returns the secret with this hash, unless it has expired.
    pub async fn one_time(&self, hash: &str, now: u64) -> Result<Option<OneTime>, StoreError> {
        let sql = "SELECT hash, kind, person, expires FROM one_time \
            WHERE hash = $1 AND (expires IS NULL OR expires > $2)";
        self.find_one(sql, &[Text(hash), Number(now)], one_time)
            .await
    }

    /// Returns the number of a person's secrets that do not expire: recovery codes.
    pub async fn codes_of(&self, person: &PersonId) -> Result<u64, StoreError> {
        let sql = "SELECT COUNT(*) FROM one_time WHERE person = $1 AND expires IS NULL";
        let count = self.find_one(sql, &[Text(person.as_str())], number).await?;
        Ok(count.unwrap_or(0))
    }

    /// Returns the guests who became part of an account.
    pub async fn joined(&self, into: &PersonId) -> Result<Vec<PersonId>, StoreError> {
        let sql = "SELECT guest FROM joined WHERE person = $1 ORDER BY guest";
        self.find(sql, &[Text(into.as_str())], |row| person(row.text(0)?))
            .await
    }

    /// Returns the tables where a person ever sat or wrote.
    pub async fn traces(&self, person: &PersonId) -> Result<Vec<TableId>, StoreError> {
        let sql = "SELECT table_id FROM sat WHERE person = $1 UNION SELECT table_id FROM chat WHERE person = $1";
        self.find(sql, &[Text(person.as_str())], id).await
    }
}

/// Reads a passkey.
pub fn passkey(row: &Row) -> Result<Passkey, StoreError> {
    Ok(Passkey {
        id: row.text(0)?.to_owned(),
        person: person(row.text(1)?)?,
        name: row.text(2)?.to_owned(),
        public_key: row.text(3)?.to_owned(),
        counter: row.number(4)?,
        created: row.number(5)?,
        used: row.number(6)?,
    })
}

/// Reads a secret that works once.
pub fn one_time(row: &Row) -> Result<OneTime, StoreError> {
    Ok(OneTime {
        hash: row.text(0)?.to_owned(),
        kind: row.text(1)?.to_owned(),
        person: row.optional_text(2)?.map(person).transpose()?,
        expires: row.optional_number(3)?,
    })
}
