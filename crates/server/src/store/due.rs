//! Due work: clocks that have run out, and bots that have to decide.

use super::sql::Pool;
use super::sql::Value::{Number, Text};
use super::{Store, StoreError, reading};
use std::collections::BTreeMap;
use table::TableId;

/// Leases tables to a node; several nodes do so at the same time, and only PostgreSQL locks rows.
macro_rules! lease {
    ($locking:literal) => {
        concat!(
            "UPDATE tables SET leased_until = $3 WHERE id IN (SELECT id FROM tables WHERE bot_due = 1 ",
            "AND leased_until <= $1 AND rests_until <= $1 ORDER BY leased_until LIMIT $2",
            $locking,
            ") RETURNING id"
        )
    };
}

impl Store {
    /// Returns tables with a clock that has run out.
    pub async fn past_deadline(&self, now: u64, most: u32) -> Result<Vec<TableId>, StoreError> {
        let sql = "SELECT id FROM tables WHERE deadline <= $1 AND rests_until <= $1 ORDER BY deadline LIMIT $2";
        let values = [Number(now), Number(most.into())];
        self.find(sql, &values, reading::id).await
    }

    /// Returns tables that wait for a bot and that no node works on, and leases them to this node until the given time.
    pub async fn lease_bots(
        &self,
        now: u64,
        until: u64,
        most: u32,
    ) -> Result<Vec<TableId>, StoreError> {
        if self.is_shared() {
            let sql = match &self.pool {
                Pool::Postgres(_) => lease!(" FOR UPDATE SKIP LOCKED"),
                _ => lease!(""),
            };
            let values = [Number(now), Number(most.into()), Number(until)];
            self.find(sql, &values, reading::id).await
        } else {
            // A single node needs no lease; its thinkers know what they are working on.
            let sql = "SELECT id FROM tables WHERE bot_due = 1 \
                AND leased_until <= $1 AND rests_until <= $1 ORDER BY leased_until LIMIT $2";
            let values = [Number(now), Number(most.into())];
            self.find(sql, &values, reading::id).await
        }
    }

    /// Renews the leases of these tables while their bots think.
    pub async fn renew_leases(&self, tables: &[TableId], until: u64) -> Result<(), StoreError> {
        if self.is_shared() {
            let sql = "UPDATE tables SET leased_until = $1 WHERE bot_due = 1 \
                AND id IN (SELECT key FROM json_each(json($2)))";
            let names: BTreeMap<&str, bool> = tables.iter().map(|id| (id.as_str(), true)).collect();
            let names = serde_json::to_string(&names);
            let names = names.map_err(|_| StoreError::BadRow("tables"))?;
            let values = [Number(until), Text(&names)];
            self.find(sql, &values, |_| Ok(())).await?;
        }
        Ok(())
    }
}
