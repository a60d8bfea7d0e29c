//! Export and import: a whole site as lines of text.

use crate::store::{Op, Store, StoreError};
use crate::tables::append_of;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, Write};
use table::{Change, Entry, Hosting, Message, PersonId, Table, TableId};

/// One line: a person, a session, or an entry or chat message of a table.
#[derive(Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "kebab-case", deny_unknown_fields)]
enum Exported {
    Person {
        id: PersonId,
        name: String,
        created: u64,
    },
    Session {
        hash: String,
        person: PersonId,
        kind: String,
        created: u64,
    },
    Entry {
        table: TableId,
        version: u64,
        at: u64,
        by: Option<PersonId>,
        key: Option<String>,
        entry: Change,
    },
    Chat {
        table: TableId,
        line: Message,
    },
}

/// The reason why a site cannot be moved.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// An error of the store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The text cannot be read or written.
    #[error(transparent)]
    Text(#[from] std::io::Error),
    /// An invalid line.
    #[error("line {line}: {problem}")]
    BadLine {
        /// The line number, counted from 1.
        line: usize,
        /// A description of the problem.
        problem: String,
    },
}

/// The number of items moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moved {
    /// People.
    pub people: usize,
    /// Tables.
    pub tables: usize,
    /// The number of entries of all tables.
    pub entries: usize,
}

/// Writes a whole site as lines of JSON. They contain every seed and the hashes of sessions, so protect them like the store.
pub async fn export(store: &Store, out: &mut impl Write) -> Result<Moved, MoveError> {
    let mut moved = Moved::default();
    for (id, name, created) in store.people().await? {
        write(out, &Exported::Person { id, name, created })?;
        moved.people += 1;
    }
    for (hash, person, kind, created) in store.all_sessions().await? {
        let session = Exported::Session {
            hash,
            person,
            kind,
            created,
        };
        write(out, &session)?;
    }
    for table in store.table_names().await? {
        for entry in store.entries(&table, 0).await? {
            let row = Exported::Entry {
                table: table.clone(),
                version: entry.version,
                at: entry.at,
                by: entry.by,
                key: entry.key,
                entry: entry.change,
            };
            write(out, &row)?;
            moved.entries += 1;
        }
        for line in store.chat(&table, 0).await? {
            let table = table.clone();
            write(out, &Exported::Chat { table, line })?;
        }
        moved.tables += 1;
    }
    out.flush()?;
    Ok(moved)
}

fn write(out: &mut impl Write, row: &Exported) -> Result<(), MoveError> {
    serde_json::to_writer(&mut *out, row).map_err(std::io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// Reads the output of [`export`] into a store. Every table is replayed and checked by the rules.
pub async fn import(store: &Store, input: impl BufRead) -> Result<Moved, MoveError> {
    let mut moved = Moved::default();
    let mut present: Option<Table> = None;
    for (index, text) in input.lines().enumerate() {
        let bad = |problem: String| MoveError::BadLine {
            line: index + 1,
            problem,
        };
        let row = serde_json::from_str(&text?).map_err(|error| bad(error.to_string()))?;
        let op = match row {
            Exported::Person { id, name, created } => {
                moved.people += 1;
                Op::Person(id, name, created)
            }
            Exported::Session {
                hash,
                person,
                kind,
                created,
            } => Op::Session {
                hash,
                person,
                kind,
                created,
            },
            Exported::Chat { table, line } => Op::Say(table, line),
            Exported::Entry {
                table,
                version,
                at,
                by,
                key,
                entry,
            } => {
                moved.entries += 1;
                moved.tables += usize::from(version == 1);
                let entry = Entry {
                    version,
                    at,
                    by,
                    key,
                    change: entry,
                };
                replayed(&mut present, table, entry).map_err(bad)?
            }
        };
        if !store.write(op).await? {
            return Err(bad(
                "this already exists in the store; import into an empty one".to_owned(),
            ));
        }
    }
    Ok(moved)
}

/// Adds the entry to the table. Returns it with its data for lists and clocks.
fn replayed(present: &mut Option<Table>, id: TableId, entry: Entry) -> Result<Op, String> {
    let (seated, table) = match present.take().filter(|table| *table.id() == id) {
        Some(mut table) => {
            let seated: Vec<PersonId> = table.seated().cloned().collect();
            table.add(&entry).map_err(|error| error.to_string())?;
            (seated, table)
        }
        None => {
            let hosting = Hosting {
                steps: 1,
                ..Hosting::default()
            };
            let table = Table::open(id, &entry, &hosting);
            (Vec::new(), table.map_err(|error| error.to_string())?)
        }
    };
    let append = append_of(entry, &table, &seated);
    *present = Some(table);
    Ok(Op::Append(Box::new(append)))
}
