//! Export and import: a whole site as lines of text.

use crate::store::{
    Block, ConductOp, Contact, ContactOp, OneTime, Op, Passkey, RatingRow, Report, Standing, Store,
    StoreError,
};
use crate::tables::{Before, append_of};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::{BufRead, Write};
use std::sync::Arc;
use table::{Change, Entry, Hosting, Message, Pauses, PersonId, Table, TableId};

/// One line: a person, what they sign in with, or an entry or chat message of a table.
#[derive(Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "kebab-case", deny_unknown_fields)]
enum Exported {
    Person {
        id: PersonId,
        name: String,
        created: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        standing: Option<Standing>,
    },
    Session {
        hash: String,
        person: PersonId,
        kind: String,
        created: u64,
        #[serde(default)]
        used: u64,
    },
    Passkey(Passkey),
    Code(OneTime),
    Joined {
        guest: PersonId,
        person: PersonId,
    },
    /// Where a person is told that it is their turn.
    Contact(Contact),
    /// The strength of a person in a game.
    Rating(RatingRow),
    /// Whom a person has blocked.
    Block(Block),
    /// What a person has reported to the host.
    Report(Report),
    /// A secret of the site.
    Secret {
        name: String,
        value: String,
    },
    Pause {
        since: u64,
        until: u64,
    },
    Entry {
        table: TableId,
        version: u64,
        at: u64,
        by: Option<PersonId>,
        key: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        digest: Option<String>,
        entry: Change,
    },
    Chat {
        table: TableId,
        line: Message,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
    },
    /// The last line, which counts the others: without it, the text is not complete.
    End(Moved),
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
    /// The last line is missing, or counts something else.
    #[error(
        "the text is not complete: it contains {0}, and its last line {1}; nothing was imported"
    )]
    Incomplete(Moved, String),
}

/// The number of items moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moved {
    /// People.
    pub people: usize,
    /// Sessions and tokens.
    pub sessions: usize,
    /// Passkeys.
    #[serde(default)]
    pub passkeys: usize,
    /// Unused recovery codes.
    #[serde(default)]
    pub codes: usize,
    /// Guests who became part of an account.
    #[serde(default)]
    pub joined: usize,
    /// Contacts.
    #[serde(default)]
    pub contacts: usize,
    /// Ratings.
    #[serde(default)]
    pub ratings: usize,
    /// Pairs of people of whom one has blocked the other.
    #[serde(default)]
    pub blocks: usize,
    /// Reports to the host.
    #[serde(default)]
    pub reports: usize,
    /// Tables.
    pub tables: usize,
    /// The number of entries of all tables.
    pub entries: usize,
    /// The number of chat messages of all tables.
    pub messages: usize,
}

impl fmt::Display for Moved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Moved {
            people,
            sessions,
            passkeys,
            codes,
            joined,
            contacts,
            ratings,
            blocks,
            reports,
            tables,
            entries,
            messages,
        } = self;
        write!(
            f,
            "{people} people ({joined} more joined them), {sessions} sessions, {passkeys} passkeys, {codes} recovery codes, {contacts} contacts, {ratings} ratings, {blocks} blocks, {reports} reports, {tables} tables, {entries} entries, {messages} messages"
        )
    }
}

/// Writes a whole site as lines of JSON, as it is at one moment. They contain every seed, the key for browsers and the hashes of sessions, so protect them like the store.
pub async fn export(store: &Store, out: &mut impl Write) -> Result<Moved, MoveError> {
    let mut whole = store.snapshot().await?;
    let mut moved = Moved::default();
    for (id, name, created, standing) in whole.people().await? {
        let person = Exported::Person {
            id,
            name,
            created,
            standing,
        };
        write(out, &person)?;
        moved.people += 1;
    }
    for (hash, person, kind, created, used) in whole.sessions().await? {
        let session = Exported::Session {
            hash,
            person,
            kind,
            created,
            used,
        };
        write(out, &session)?;
        moved.sessions += 1;
    }
    for passkey in whole.passkeys().await? {
        write(out, &Exported::Passkey(passkey))?;
        moved.passkeys += 1;
    }
    for code in whole.codes().await? {
        write(out, &Exported::Code(code))?;
        moved.codes += 1;
    }
    for (guest, person) in whole.joined().await? {
        write(out, &Exported::Joined { guest, person })?;
        moved.joined += 1;
    }
    for contact in whole.contacts().await? {
        write(out, &Exported::Contact(contact))?;
        moved.contacts += 1;
    }
    for rating in whole.ratings().await? {
        write(out, &Exported::Rating(rating))?;
        moved.ratings += 1;
    }
    for block in whole.blocks().await? {
        write(out, &Exported::Block(block))?;
        moved.blocks += 1;
    }
    for report in whole.reports().await? {
        write(out, &Exported::Report(report))?;
        moved.reports += 1;
    }
    for (name, value) in whole.secrets().await? {
        write(out, &Exported::Secret { name, value })?;
    }
    // Before the tables, whose clocks depend on them.
    for (since, until) in whole.pauses().await? {
        write(out, &Exported::Pause { since, until })?;
    }
    for table in whole.tables().await? {
        for entry in whole.entries(&table).await? {
            let row = Exported::Entry {
                table: table.clone(),
                version: entry.version,
                at: entry.at,
                by: entry.by,
                key: entry.key,
                digest: entry.digest,
                entry: entry.change,
            };
            write(out, &row)?;
            moved.entries += 1;
        }
        for (line, key) in whole.chat(&table).await? {
            let table = table.clone();
            write(out, &Exported::Chat { table, line, key })?;
            moved.messages += 1;
        }
        moved.tables += 1;
    }
    write(out, &Exported::End(moved))?;
    out.flush()?;
    Ok(moved)
}

fn write(out: &mut impl Write, row: &Exported) -> Result<(), MoveError> {
    serde_json::to_writer(&mut *out, row).map_err(std::io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// Reads the output of [`export`] into a store: all of it, or nothing. Every table is replayed and checked by the rules.
pub async fn import(store: &Store, input: impl BufRead) -> Result<Moved, MoveError> {
    let mut whole = store.fill().await?;
    let mut moved = Moved::default();
    let mut said = None;
    let mut tables = Tables::default();
    for (index, text) in input.lines().enumerate() {
        let bad = |problem: String| MoveError::BadLine {
            line: index + 1,
            problem,
        };
        let row = serde_json::from_str(&text?).map_err(|error| bad(error.to_string()))?;
        if said.is_some() {
            return Err(bad("nothing is expected after the last line".to_owned()));
        }
        let op = match row {
            Exported::End(counted) => {
                said = Some(counted);
                continue;
            }
            row => tables.op(row, &mut moved).map_err(bad)?,
        };
        for op in op {
            if !whole.write(&op).await? {
                let problem = "this already exists in the store; import into an empty one";
                return Err(bad(problem.to_owned()));
            }
        }
    }
    match said {
        Some(said) if said == moved => (),
        Some(said) => return Err(MoveError::Incomplete(moved, format!("counts {said}"))),
        None => return Err(MoveError::Incomplete(moved, "is missing".to_owned())),
    }
    whole.commit().await?;
    Ok(moved)
}

/// The tables of an import, which are complete one after the other.
#[derive(Default)]
struct Tables {
    present: Option<Table>,
    pauses: Pauses,
}

impl Tables {
    /// Returns what a row writes.
    fn op(&mut self, row: Exported, moved: &mut Moved) -> Result<Vec<Op>, String> {
        Ok(match row {
            Exported::Person {
                id,
                name,
                created,
                standing,
            } => {
                moved.people += 1;
                let person = Op::Person(id.clone(), name, created);
                let judged = standing.map(|standing| Op::Judge(id, Some(standing)));
                [person].into_iter().chain(judged).collect()
            }
            Exported::Session {
                hash,
                person,
                kind,
                created,
                used,
            } => {
                moved.sessions += 1;
                vec![Op::Session {
                    hash,
                    person,
                    kind,
                    created,
                    used: used.max(created),
                }]
            }
            Exported::Passkey(passkey) => {
                moved.passkeys += 1;
                vec![Op::Passkey(Box::new(passkey))]
            }
            Exported::Code(code) => {
                moved.codes += 1;
                vec![Op::OneTime(code)]
            }
            Exported::Joined { guest, person } => {
                moved.joined += 1;
                vec![Op::Join(guest, person)]
            }
            Exported::Contact(contact) => {
                moved.contacts += 1;
                vec![Op::Contact(ContactOp::Add(Box::new(contact)))]
            }
            Exported::Rating(rating) => {
                moved.ratings += 1;
                vec![Op::Rating(Box::new(rating))]
            }
            Exported::Block(block) => {
                moved.blocks += 1;
                vec![Op::Conduct(ConductOp::Block(block))]
            }
            Exported::Report(report) => {
                moved.reports += 1;
                vec![Op::Conduct(ConductOp::Import(Box::new(report)))]
            }
            Exported::Secret { name, value } => {
                vec![Op::Contact(ContactOp::Secret(name, value))]
            }
            Exported::Pause { since, until } => {
                self.pauses.add(since, until);
                vec![Op::Pause(since, until)]
            }
            Exported::Chat { table, line, key } => {
                moved.messages += 1;
                vec![Op::Say(table, line, key)]
            }
            Exported::Entry {
                table,
                version,
                at,
                by,
                key,
                digest,
                entry,
            } => {
                moved.entries += 1;
                moved.tables += usize::from(version == 1);
                let entry = Entry {
                    version,
                    at,
                    by,
                    key,
                    digest,
                    change: entry,
                };
                let hosting = Hosting {
                    steps: 1,
                    pauses: Arc::new(self.pauses.clone()),
                    ..Hosting::default()
                };
                vec![replayed(&mut self.present, table, entry, &hosting)?]
            }
            Exported::End(_) => Vec::new(),
        })
    }
}

/// Adds the entry to the table. Returns it with its data for lists and clocks.
fn replayed(
    present: &mut Option<Table>,
    id: TableId,
    entry: Entry,
    hosting: &Hosting,
) -> Result<Op, String> {
    let (before, table) = match present.take().filter(|table| *table.id() == id) {
        Some(mut table) => {
            let before = Before::of(&table);
            table.add(&entry).map_err(|error| error.to_string())?;
            (before, table)
        }
        None => {
            let table = Table::open(id, &entry, hosting);
            (Before::default(), table.map_err(|error| error.to_string())?)
        }
    };
    let mut append = append_of(entry, &table, &before);
    // Nobody is told of what happened long ago.
    append.asked.clear();
    // Ratings are rows of their own: games may come in another order than they ended.
    append.ended = None;
    *present = Some(table);
    Ok(Op::Append(Box::new(append)))
}
