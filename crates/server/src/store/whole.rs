//! The whole store in one transaction, to read it at one moment or to fill it at once.

use super::batch::carry_out;
use super::reading::{self, entry, message, person, standing};
use super::sql::Value::{Number, Text};
use super::sql::{Connection, Pool, Row, Value};
use super::writer::{Op, Standing};
use super::{
    Block, Contact, OneTime, Passkey, RatingRow, Report, Store, StoreError, accounts, conduct,
    notices, ratings,
};
use sqlx::{Postgres, Sqlite, Transaction};
use table::{Entry, Message, PersonId, TableId};

/// A transaction over the whole store.
pub enum Whole {
    /// Of a SQLite file.
    Sqlite(Transaction<'static, Sqlite>),
    /// Of PostgreSQL.
    Postgres(Transaction<'static, Postgres>),
}

/// A chat message with its idempotency key.
pub type KeyedMessage = (Message, Option<String>);

/// A session: hash of the secret, person, kind, time of creation, time of the last use.
pub type SessionRow = (String, PersonId, String, u64, u64);

impl Store {
    /// Begins to read the store as it is now, whatever is written meanwhile.
    pub async fn snapshot(&self) -> Result<Whole, StoreError> {
        Ok(match &self.pool {
            Pool::Sqlite(pool) => Whole::Sqlite(pool.begin().await?),
            Pool::Postgres(pool) => {
                let sql = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                Whole::Postgres(pool.begin_with(sql).await?)
            }
            #[cfg(test)]
            Pool::Simulated(_) => return Err(StoreError::Closed),
        })
    }

    /// Begins to write much at once: all of it, or nothing.
    pub async fn fill(&self) -> Result<Whole, StoreError> {
        Ok(match &self.pool {
            Pool::Sqlite(pool) => Whole::Sqlite(pool.begin_with("BEGIN IMMEDIATE").await?),
            Pool::Postgres(pool) => Whole::Postgres(pool.begin().await?),
            #[cfg(test)]
            Pool::Simulated(_) => return Err(StoreError::Closed),
        })
    }
}

impl Whole {
    fn connection(&mut self) -> Connection<'_> {
        match self {
            Whole::Sqlite(transaction) => Connection::Sqlite(transaction),
            Whole::Postgres(transaction) => Connection::Postgres(transaction),
        }
    }

    async fn find<T>(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
        read: fn(&Row) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let rows = self.connection().rows(sql, values).await?;
        rows.iter().map(read).collect()
    }

    /// Returns all people: id, name, time of creation, the host's decision.
    pub async fn people(
        &mut self,
    ) -> Result<Vec<(PersonId, String, u64, Option<Standing>)>, StoreError> {
        let sql = "SELECT id, name, created, standing FROM people ORDER BY created, id";
        let people = self.find(sql, &[], |row| {
            let name = row.text(1)?.to_owned();
            let standing = standing(row.optional_text(3)?)?;
            Ok((person(row.text(0)?)?, name, row.number(2)?, standing))
        });
        people.await
    }

    /// Returns all sessions.
    pub async fn sessions(&mut self) -> Result<Vec<SessionRow>, StoreError> {
        let sql = "SELECT hash, person, kind, created, used FROM sessions ORDER BY created, hash";
        let sessions = self.find(sql, &[], |row| {
            let (hash, kind) = (row.text(0)?.to_owned(), row.text(2)?.to_owned());
            let person = person(row.text(1)?)?;
            Ok((hash, person, kind, row.number(3)?, row.number(4)?))
        });
        sessions.await
    }

    /// Returns all passkeys.
    pub async fn passkeys(&mut self) -> Result<Vec<Passkey>, StoreError> {
        self.find(accounts::PASSKEYS, &[], accounts::passkey).await
    }

    /// Returns all recovery codes; other secrets last for minutes only.
    pub async fn codes(&mut self) -> Result<Vec<OneTime>, StoreError> {
        let sql =
            "SELECT hash, kind, person, expires FROM one_time WHERE expires IS NULL ORDER BY hash";
        self.find(sql, &[], accounts::one_time).await
    }

    /// Returns the guests who became part of an account, with it.
    pub async fn joined(&mut self) -> Result<Vec<(PersonId, PersonId)>, StoreError> {
        let sql = "SELECT guest, person FROM joined ORDER BY guest";
        let joined = self.find(sql, &[], |row| {
            Ok((person(row.text(0)?)?, person(row.text(1)?)?))
        });
        joined.await
    }

    /// Returns all contacts.
    pub async fn contacts(&mut self) -> Result<Vec<Contact>, StoreError> {
        let sql = "SELECT id, person, table_id, target, what, created, told, code FROM contacts ORDER BY created, id";
        self.find(sql, &[], notices::contact).await
    }

    /// Returns the secrets of the site with their names.
    pub async fn secrets(&mut self) -> Result<Vec<(String, String)>, StoreError> {
        let sql = "SELECT name, value FROM secrets ORDER BY name";
        self.find(sql, &[], |row| {
            Ok((row.text(0)?.to_owned(), row.text(1)?.to_owned()))
        })
        .await
    }

    /// Returns all ratings.
    pub async fn ratings(&mut self) -> Result<Vec<RatingRow>, StoreError> {
        self.find(ratings::RATINGS, &[], ratings::rating).await
    }

    /// Returns whom people have blocked.
    pub async fn blocks(&mut self) -> Result<Vec<Block>, StoreError> {
        self.find(conduct::BLOCKS, &[], conduct::block).await
    }

    /// Returns all reports to the host.
    pub async fn reports(&mut self) -> Result<Vec<Report>, StoreError> {
        self.find(conduct::REPORTS, &[], conduct::report).await
    }

    /// Returns the ids of all tables.
    pub async fn tables(&mut self) -> Result<Vec<TableId>, StoreError> {
        let sql = "SELECT id FROM tables ORDER BY id";
        self.find(sql, &[], reading::id).await
    }

    /// Returns all entries of a table, in order.
    pub async fn entries(&mut self, table: &TableId) -> Result<Vec<Entry>, StoreError> {
        let values = [Text(table.as_str()), Number(0)];
        self.find(reading::ENTRIES, &values, entry).await
    }

    /// Returns all chat messages of a table, in order.
    pub async fn chat(&mut self, table: &TableId) -> Result<Vec<KeyedMessage>, StoreError> {
        let sql =
            "SELECT number, at, person, said, key FROM chat WHERE table_id = $1 ORDER BY number";
        let table = [Text(table.as_str())];
        let messages = self.find(sql, &table, |row| {
            let key = row.optional_text(4)?.map(str::to_owned);
            Ok((message(row)?, key))
        });
        messages.await
    }

    /// Returns the spans of time at which all clocks stood still.
    pub async fn pauses(&mut self) -> Result<Vec<(u64, u64)>, StoreError> {
        let sql = "SELECT since, until FROM pauses ORDER BY since, until";
        self.find(sql, &[], |row| Ok((row.number(0)?, row.number(1)?)))
            .await
    }

    /// Writes. Returns whether it took effect.
    pub async fn write(&mut self, op: &Op) -> Result<bool, StoreError> {
        let took_effect = carry_out(&mut self.connection(), &[op]).await?;
        Ok(took_effect == [true])
    }

    /// Makes everything that was written durable.
    pub async fn commit(self) -> Result<(), StoreError> {
        match self {
            Whole::Sqlite(transaction) => transaction.commit().await?,
            Whole::Postgres(transaction) => transaction.commit().await?,
        }
        Ok(())
    }
}
