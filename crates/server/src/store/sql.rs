//! A common interface to the two databases: statements with values, and rows.
//!
//! Statements use the SQL that both support; exceptions are marked.

use super::StoreError;
#[cfg(test)]
use super::simulated::Link;
use sqlx::postgres::PgRow;
use sqlx::query::Query;
use sqlx::sqlite::SqliteRow;
use sqlx::{
    Database, Decode, Encode, PgConnection, PgPool, Postgres, Row as _, Sqlite, SqliteConnection,
    SqlitePool, Type,
};

/// A value for `$1`, `$2` and so on.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    Text(&'a str),
    Number(u64),
    OptionalText(Option<&'a str>),
    OptionalNumber(Option<u64>),
}

/// Returns the statement with its values bound.
fn query<'a, D>(sql: &'static str, values: &[Value<'a>]) -> Query<'a, D, D::Arguments>
where
    D: Database,
    &'a str: Encode<'a, D> + Type<D>,
    i64: Encode<'a, D> + Type<D>,
    Option<&'a str>: Encode<'a, D> + Type<D>,
    Option<i64>: Encode<'a, D> + Type<D>,
{
    values
        .iter()
        .fold(sqlx::query(sql), |query, value| match value {
            Value::Text(text) => query.bind(*text),
            Value::Number(number) => query.bind(*number as i64),
            Value::OptionalText(text) => query.bind(*text),
            Value::OptionalNumber(number) => query.bind(number.map(|number| number as i64)),
        })
}

/// A row of a result.
pub enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl Row {
    /// Returns the number in a column; the first is 0.
    pub fn number(&self, column: usize) -> Result<u64, StoreError> {
        Ok(self.get::<i64>(column)? as u64)
    }

    /// Returns the text in a column.
    pub fn text(&self, column: usize) -> Result<&str, StoreError> {
        self.get(column)
    }

    /// Returns the number in a column, or `None` if it is null.
    pub fn optional_number(&self, column: usize) -> Result<Option<u64>, StoreError> {
        let number = self.get::<Option<i64>>(column)?;
        Ok(number.map(|number| number as u64))
    }

    /// Returns the text in a column, or `None` if it is null.
    pub fn optional_text(&self, column: usize) -> Result<Option<&str>, StoreError> {
        self.get(column)
    }

    fn get<'r, T>(&'r self, column: usize) -> Result<T, StoreError>
    where
        T: Decode<'r, Sqlite> + Type<Sqlite> + Decode<'r, Postgres> + Type<Postgres>,
    {
        Ok(match self {
            Row::Sqlite(row) => row.try_get(column)?,
            Row::Postgres(row) => row.try_get(column)?,
        })
    }
}

/// A connection, alone or inside a transaction.
pub enum Connection<'c> {
    Sqlite(&'c mut SqliteConnection),
    Postgres(&'c mut PgConnection),
}

impl Connection<'_> {
    /// Executes a statement and returns its rows.
    pub async fn rows(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        Ok(match self {
            Connection::Sqlite(connection) => {
                let rows = query(sql, values).fetch_all(&mut **connection).await?;
                rows.into_iter().map(Row::Sqlite).collect()
            }
            Connection::Postgres(connection) => {
                let rows = query(sql, values).fetch_all(&mut **connection).await?;
                rows.into_iter().map(Row::Postgres).collect()
            }
        })
    }

    /// Executes a statement and returns the number of changed rows.
    pub async fn execute(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<u64, StoreError> {
        Ok(match self {
            Connection::Sqlite(connection) => {
                let done = query(sql, values).execute(&mut **connection).await?;
                done.rows_affected()
            }
            Connection::Postgres(connection) => {
                let done = query(sql, values).execute(&mut **connection).await?;
                done.rows_affected()
            }
        })
    }

    /// Executes several statements without values.
    pub async fn script(&mut self, sql: &'static str) -> Result<(), StoreError> {
        let script = sqlx::raw_sql(sql);
        let done = match self {
            Connection::Sqlite(connection) => script.execute(&mut **connection).await.map(drop),
            Connection::Postgres(connection) => script.execute(&mut **connection).await.map(drop),
        };
        Ok(done?)
    }
}

/// A connection pool.
#[derive(Clone, Debug)]
pub enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
    #[cfg(test)]
    Simulated(Link),
}

impl Pool {
    /// Executes a statement on any connection and returns its rows.
    ///
    /// The statement is given to the pool itself: acquiring a connection first would take five kilobytes in every task that reads.
    pub async fn rows(
        &self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        Ok(match self {
            Pool::Sqlite(pool) => {
                let rows = query(sql, values).fetch_all(pool).await?;
                rows.into_iter().map(Row::Sqlite).collect()
            }
            Pool::Postgres(pool) => {
                let rows = query(sql, values).fetch_all(pool).await?;
                rows.into_iter().map(Row::Postgres).collect()
            }
            #[cfg(test)]
            Pool::Simulated(link) => link.rows(sql, values).await?,
        })
    }

    /// Closes all connections.
    pub async fn close(&self) {
        match self {
            Pool::Sqlite(pool) => pool.close().await,
            Pool::Postgres(pool) => pool.close().await,
            #[cfg(test)]
            Pool::Simulated(_) => (),
        }
    }
}
