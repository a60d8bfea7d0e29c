//! How long data is kept.

use crate::App;
use crate::measures;
use crate::people::SESSION_LIFE;
use crate::problem::Problem;
use crate::store::{ConductOp, Op};
use kit::Eyes;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::PoisonError;
use std::time::Duration;
use table::TableId;
use tokio::time::Instant;

/// A day, in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1000;
/// How long a report is kept that the host has closed, in days.
const CLOSED_REPORTS: u64 = 30;
/// How long any report is kept, in days.
const REPORTS: u64 = 365;
/// The interval between two clean-ups.
const INTERVAL: Duration = Duration::from_secs(60 * 60);
/// The maximum number of rows of one kind that are deleted at a time.
const MOST: u32 = 500;

/// How long data is kept, in days since its last change; 0 for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Retention {
    /// Guests who have not come and sit at no unfinished table.
    pub guests: u32,
    /// Tables that have not started.
    pub waiting: u32,
    /// Tables at play.
    pub running: u32,
    /// Tables whose game is over.
    pub finished: u32,
    /// The folder that gets the records of finished games before they are deleted.
    pub archive: Option<PathBuf>,
}

impl Default for Retention {
    fn default() -> Self {
        Retention {
            guests: 180,
            waiting: 30,
            running: 180,
            finished: 365,
            archive: None,
        }
    }
}

/// The number of things deleted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cleaned {
    /// Tables.
    pub tables: usize,
    /// People.
    pub people: usize,
    /// Sessions.
    pub sessions: usize,
}

impl fmt::Display for Cleaned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cleaned {
            tables,
            people,
            sessions,
        } = self;
        write!(
            f,
            "deleted {tables} tables, {people} people, {sessions} sessions"
        )
    }
}

impl App {
    /// Deletes what is kept no longer, once an hour.
    pub async fn clean_up(&self) {
        let mut last = self.cleaned.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_some_and(|last| last.elapsed() < INTERVAL) {
            return;
        }
        *last = Some(Instant::now());
        drop(last);
        let app = self.clone();
        tokio::spawn(async move {
            match app.clean_up_now().await {
                Ok(cleaned) if cleaned == Cleaned::default() => (),
                Ok(cleaned) => tracing::info!("{cleaned}"),
                Err(problem) => tracing::warn!(%problem, "old data was not deleted"),
            }
        });
    }

    /// Deletes what is kept no longer.
    pub async fn clean_up_now(&self) -> Result<Cleaned, Problem> {
        let now = self.now();
        let before = |days: u32| match days {
            0 => 0,
            days => now.saturating_sub(u64::from(days) * DAY),
        };
        let kept = &self.config.retention;
        let mut cleaned = Cleaned::default();
        for (status, days) in [
            ("waiting", kept.waiting),
            ("running", kept.running),
            ("over", kept.finished),
        ] {
            for table in self.store.tables_before(status, before(days), MOST).await? {
                if status == "over"
                    && let Some(folder) = &kept.archive
                {
                    self.archive(&table, folder).await?;
                }
                // Whoever goes on there meanwhile keeps it.
                let delete = Op::DeleteTable(table.clone(), Some(before(days)));
                if self.store.write(delete).await? {
                    self.reload(&table).await;
                    cleaned.tables += 1;
                }
            }
        }
        for person in self.store.people_before(before(kept.guests), MOST).await? {
            let delete = Op::DeleteIdle(person, before(kept.guests));
            cleaned.people += usize::from(self.store.write(delete).await?);
        }
        self.store.write(Op::ExpireOneTime(now)).await?;
        let forget = ConductOp::Forget(
            now.saturating_sub(CLOSED_REPORTS * DAY),
            now.saturating_sub(REPORTS * DAY),
        );
        self.store.write(Op::Conduct(forget)).await?;
        let unused = now.saturating_sub(SESSION_LIFE);
        for hash in self.store.sessions_before(unused, MOST).await? {
            let end = Op::EndUnused(hash, unused);
            cleaned.sessions += usize::from(self.store.write(end).await?);
        }
        measures::CLEANED.add(cleaned.tables + cleaned.people + cleaned.sessions);
        Ok(cleaned)
    }

    /// Writes the record of a finished game into a folder.
    async fn archive(&self, table: &TableId, folder: &Path) -> Result<(), Problem> {
        let record = self.look_at(table, |table| table.record(Eyes::Public));
        // What cannot be replayed has no record, and is kept.
        let Some(record) = record.await? else {
            return Ok(());
        };
        let file = folder.join(format!("{table}.record"));
        let written = tokio::fs::write(&file, record.to_string()).await;
        written.map_err(|error| {
            tracing::error!(%error, file = %file.display(), "a record cannot be written");
            Problem::unavailable("the archive cannot be written")
        })
    }
}
