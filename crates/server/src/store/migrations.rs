//! The schema, as a sequence of forward migrations.

use super::StoreError;
use super::sql::{Connection, Value};

/// The migrations for SQLite.
pub const SQLITE: &[&str] = &[
    include_str!("../../migrations/sqlite/1.sql"),
    include_str!("../../migrations/sqlite/2.sql"),
    include_str!("../../migrations/sqlite/3.sql"),
    include_str!("../../migrations/sqlite/4.sql"),
    include_str!("../../migrations/sqlite/5.sql"),
    include_str!("../../migrations/sqlite/6.sql"),
];
/// The migrations for PostgreSQL.
pub const POSTGRES: &[&str] = &[
    include_str!("../../migrations/postgres/1.sql"),
    include_str!("../../migrations/postgres/2.sql"),
    include_str!("../../migrations/postgres/3.sql"),
    include_str!("../../migrations/postgres/4.sql"),
    include_str!("../../migrations/postgres/5.sql"),
    include_str!("../../migrations/postgres/6.sql"),
];

/// Applies the missing migrations inside a transaction.
pub async fn migrate(
    connection: &mut Connection<'_>,
    steps: &[&'static str],
) -> Result<(), StoreError> {
    let sql = "CREATE TABLE IF NOT EXISTS schema (step BIGINT PRIMARY KEY)";
    connection.execute(sql, &[]).await?;
    let sql = "SELECT step FROM schema ORDER BY step DESC LIMIT 1";
    let last = connection.rows(sql, &[]).await?;
    let found = last.first().map_or(Ok(0), |row| row.number(0))?;
    let known = steps.len() as u64;
    if found > known {
        let (found, known) = (found as i64, known as i64);
        return Err(StoreError::TooNew { found, known });
    }
    for (number, step) in (1..).zip(steps).skip(found as usize) {
        connection.script(step).await?;
        let sql = "INSERT INTO schema (step) VALUES ($1)";
        connection.execute(sql, &[Value::Number(number)]).await?;
    }
    Ok(())
}
