//! The schema, in steps that only lead forward.

/// The steps for SQLite.
pub const SQLITE: &[&str] = &[include_str!("../../migrations/sqlite/1.sql")];
/// The steps for PostgreSQL.
pub const POSTGRES: &[&str] = &[include_str!("../../migrations/postgres/1.sql")];

/// Takes the steps that a database has not taken yet, inside of the transaction.
macro_rules! migrate {
    ($connection:expr, $steps:expr) => {{
        sqlx::query("CREATE TABLE IF NOT EXISTS schema (step BIGINT PRIMARY KEY)")
            .execute(&mut *$connection)
            .await?;
        let row = sqlx::query("SELECT COALESCE(MAX(step), 0) FROM schema")
            .fetch_one(&mut *$connection)
            .await?;
        let found: i64 = sqlx::Row::try_get(&row, 0)?;
        let known = $steps.len() as i64;
        if found > known {
            return Err(StoreError::TooNew { found, known });
        }
        for (index, step) in $steps.iter().enumerate().skip(found as usize) {
            sqlx::raw_sql(*step).execute(&mut *$connection).await?;
            sqlx::query("INSERT INTO schema (step) VALUES ($1)")
                .bind(index as i64 + 1)
                .execute(&mut *$connection)
                .await?;
        }
    }};
}
pub(super) use migrate;
