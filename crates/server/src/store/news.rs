//! Notifications between the nodes of a shared store.

use super::StoreError;
#[cfg(test)]
use super::simulated::Listener;
use super::writer::Op;
use sqlx::postgres::PgListener;
use std::fmt;
use std::str::FromStr;
use table::TableId;

/// The maximum length of a notification; PostgreSQL allows at most 8,000 bytes.
const LONGEST: usize = 7_000;
/// The version of a table that has to be read again from the beginning.
const RELOAD: u64 = u64::MAX;

/// Notifications of other nodes.
pub enum News {
    /// From PostgreSQL.
    Postgres(Box<PgListener>),
    /// From the simulation.
    #[cfg(test)]
    Simulated(Listener),
}

impl News {
    /// Returns what was written since the last call, or `None` if the connection was lost in between, so that notifications may be missing.
    pub async fn next(&mut self) -> Result<Option<Vec<Heard>>, StoreError> {
        match self {
            News::Postgres(listener) => {
                let news = listener.try_recv().await?;
                Ok(news.map(|news| read(news.payload())))
            }
            #[cfg(test)]
            News::Simulated(listener) => Ok(listener.next().await?.map(|news| read(&news))),
        }
    }
}

fn read(news: &str) -> Vec<Heard> {
    let items = news.split_whitespace();
    items.filter_map(|item| item.parse().ok()).collect()
}

/// Returns the notifications about the writes that took effect.
pub fn news_of(batch: &[&Op], took_effect: &[bool]) -> Vec<String> {
    let mut news: Vec<String> = Vec::new();
    let written = batch.iter().zip(took_effect).filter(|(_, took)| **took);
    let parts = written.flat_map(|(op, _)| op.parts());
    for heard in parts.filter_map(Heard::of) {
        let heard = heard.to_string();
        match news.last_mut() {
            Some(last) if last.len() + heard.len() < LONGEST => *last += &heard,
            _ => news.push(heard),
        }
    }
    news
}

/// A notification: the version or the chat message that a table has reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heard {
    /// The id of the table.
    pub table: TableId,
    /// The version, or 0.
    pub version: u64,
    /// The number of the last chat message, or 0.
    pub line: u64,
}

impl Heard {
    /// Returns whether the table has to be read again from the beginning.
    pub fn is_reload(&self) -> bool {
        self.version == RELOAD
    }

    fn of(op: &Op) -> Option<Self> {
        let (version, line) = match op {
            Op::Append(append) => (append.entry.version, 0),
            Op::Say(_, line, _) => (0, line.number),
            Op::DeleteTable(..) | Op::DeleteName(..) => (RELOAD, 0),
            _ => return None,
        };
        let table = op.table()?.clone();
        Some(Heard {
            table,
            version,
            line,
        })
    }
}

impl fmt::Display for Heard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{} ", self.table, self.version, self.line)
    }
}

impl FromStr for Heard {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let parts: Vec<&str> = text.split(':').collect();
        let [table, version, line] = *parts.as_slice() else {
            return Err(());
        };
        Ok(Heard {
            table: table.parse().map_err(drop)?,
            version: version.parse().map_err(drop)?,
            line: line.parse().map_err(drop)?,
        })
    }
}
