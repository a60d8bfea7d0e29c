//! The two databases behind one interface: a statement is text with values, and what it finds is rows.
//!
//! Statements are written in the SQL that both speak; what only one of them can do says so where it stands.

use super::StoreError;
use sqlx::postgres::PgRow;
use sqlx::query::Query;
use sqlx::sqlite::SqliteRow;
use sqlx::{
    Database, Decode, Encode, PgConnection, PgPool, Postgres, Row as _, Sqlite, SqliteConnection,
    SqlitePool, Type,
};

/// What stands in a statement for `$1`, `$2` and so on.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    Text(&'a str),
    Number(u64),
}

/// The statement with its values.
fn query<'a, D>(sql: &'static str, values: &[Value<'a>]) -> Query<'a, D, D::Arguments>
where
    D: Database,
    &'a str: Encode<'a, D> + Type<D>,
    i64: Encode<'a, D> + Type<D>,
{
    values
        .iter()
        .fold(sqlx::query(sql), |query, value| match value {
            Value::Text(text) => query.bind(*text),
            Value::Number(number) => query.bind(*number as i64),
        })
}

/// Something that a statement found.
pub enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl Row {
    /// The number in that column; the first is 0.
    pub fn number(&self, column: usize) -> Result<u64, StoreError> {
        Ok(self.get::<i64>(column)? as u64)
    }

    /// The text in that column.
    pub fn text(&self, column: usize) -> Result<&str, StoreError> {
        self.get(column)
    }

    /// The text in that column, if there is one.
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

/// A connection, by itself or inside of a transaction.
pub enum Connection<'c> {
    Sqlite(&'c mut SqliteConnection),
    Postgres(&'c mut PgConnection),
}

impl Connection<'_> {
    /// Carries out a statement, and gives the rows that it finds.
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

    /// Carries out a statement, and tells how many rows it changed.
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

    /// Carries out several statements without values.
    pub async fn script(&mut self, sql: &'static str) -> Result<(), StoreError> {
        let script = sqlx::raw_sql(sql);
        let done = match self {
            Connection::Sqlite(connection) => script.execute(&mut **connection).await.map(drop),
            Connection::Postgres(connection) => script.execute(&mut **connection).await.map(drop),
        };
        Ok(done?)
    }
}

/// Connections that wait for something to do.
#[derive(Clone, Debug)]
pub enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

impl Pool {
    /// Carries out a statement by itself on any connection, and gives the rows that it finds.
    ///
    /// The pool itself takes the statement: to acquire a connection first would take five kilobytes in every task that reads.
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
        })
    }

    /// Ends all connections.
    pub async fn close(&self) {
        match self {
            Pool::Sqlite(pool) => pool.close().await,
            Pool::Postgres(pool) => pool.close().await,
        }
    }
}
