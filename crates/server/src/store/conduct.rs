//! Whom people have blocked, and what they have reported to the host.

use super::reading::{self, person};
use super::sql::Value::{Number, OptionalNumber, OptionalText, Text};
use super::sql::{Connection, Row};
use super::{Store, StoreError};
use serde::{Deserialize, Serialize};
use table::{PersonId, TableId};

/// The maximum number of reports of one person in a day.
const REPORTS_PER_DAY: u64 = 10;
/// A day, in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1000;

/// A person who has blocked another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// Who.
    pub person: PersonId,
    /// Whom.
    pub blocked: PersonId,
    /// When.
    pub at: u64,
}

/// What a person has reported to the host about another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// Its random id.
    pub id: String,
    /// When it came.
    pub at: u64,
    /// Who reports.
    pub person: PersonId,
    /// Whom.
    pub about: PersonId,
    /// Where it happened.
    pub table: Option<TableId>,
    /// The numbers of chat messages at that table.
    pub messages: Vec<u64>,
    /// The person's words.
    pub said: String,
    /// When the host closed it.
    pub closed: Option<u64>,
}

/// A write about blocks and reports.
#[derive(Clone, PartialEq, Debug)]
pub enum ConductOp {
    /// A person blocks another.
    Block(Block),
    /// A person blocks another no longer.
    Unblock(PersonId, PersonId),
    /// A new report, if its person has not sent too many within a day.
    Report(Box<Report>),
    /// The host has closed a report at this time.
    Close(String, u64),
    /// A report as another store had it.
    Import(Box<Report>),
    /// Reports that were closed before the first time, or came before the second one, are gone.
    Forget(u64, u64),
}

/// Selects the reports with this condition.
macro_rules! reports {
    ($condition:literal) => {
        concat!(
            "SELECT id, at, person, about, table_id, messages, said, closed FROM reports ",
            $condition
        )
    };
}

/// Selects all blocks.
pub const BLOCKS: &str = "SELECT person, blocked, at FROM blocks ORDER BY person, blocked";
/// Selects all reports.
pub const REPORTS: &str = reports!("ORDER BY at, id");

impl Store {
    /// Returns whom a person has blocked, with their present names and the time, the last one first.
    pub async fn blocked_by(
        &self,
        who: &PersonId,
    ) -> Result<Vec<(PersonId, String, u64)>, StoreError> {
        let sql = "SELECT blocks.blocked, people.name, blocks.at FROM blocks JOIN people ON people.id = blocks.blocked \
            WHERE blocks.person = $1 ORDER BY blocks.at DESC, blocks.blocked";
        self.find(sql, &[Text(who.as_str())], |row| {
            Ok((
                person(row.text(0)?)?,
                row.text(1)?.to_owned(),
                row.number(2)?,
            ))
        })
        .await
    }

    /// Returns whether a person has blocked another.
    pub async fn has_blocked(&self, who: &PersonId, whom: &PersonId) -> Result<bool, StoreError> {
        let sql = "SELECT at FROM blocks WHERE person = $1 AND blocked = $2";
        let values = [Text(who.as_str()), Text(whom.as_str())];
        let found = self.find_one(sql, &values, reading::number).await?;
        Ok(found.is_some())
    }

    /// Returns the reports that the host has not closed, the oldest first.
    pub async fn open_reports(&self, most: u32) -> Result<Vec<Report>, StoreError> {
        let sql = reports!("WHERE closed IS NULL ORDER BY at, id LIMIT $1");
        self.find(sql, &[Number(most.into())], report).await
    }

    /// Returns the chat message of a table with this number.
    pub async fn message(
        &self,
        table: &TableId,
        number: u64,
    ) -> Result<Option<table::Message>, StoreError> {
        let sql = "SELECT number, at, person, said FROM chat WHERE table_id = $1 AND number = $2";
        let values = [Text(table.as_str()), Number(number)];
        self.find_one(sql, &values, reading::message).await
    }
}

/// Reads a block.
pub fn block(row: &Row) -> Result<Block, StoreError> {
    Ok(Block {
        person: person(row.text(0)?)?,
        blocked: person(row.text(1)?)?,
        at: row.number(2)?,
    })
}

/// Reads a report.
pub fn report(row: &Row) -> Result<Report, StoreError> {
    let bad = StoreError::BadRow("reports");
    let table = row.optional_text(4)?.map(str::parse).transpose();
    let messages = serde_json::from_str(row.text(5)?);
    Ok(Report {
        id: row.text(0)?.to_owned(),
        at: row.number(1)?,
        person: person(row.text(2)?)?,
        about: person(row.text(3)?)?,
        table: table.map_err(|_| StoreError::BadRow("reports"))?,
        messages: messages.map_err(|_| bad)?,
        said: row.text(6)?.to_owned(),
        closed: row.optional_number(7)?,
    })
}

/// Carries out a write. Returns the number of changed rows.
pub async fn carry_out(connection: &mut Connection<'_>, op: &ConductOp) -> Result<u64, StoreError> {
    match op {
        ConductOp::Block(Block {
            person,
            blocked,
            at,
        }) => {
            let sql = "INSERT INTO blocks (person, blocked, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
            let values = [Text(person.as_str()), Text(blocked.as_str()), Number(*at)];
            connection.execute(sql, &values).await
        }
        ConductOp::Unblock(person, blocked) => {
            let sql = "DELETE FROM blocks WHERE person = $1 AND blocked = $2";
            let values = [Text(person.as_str()), Text(blocked.as_str())];
            connection.execute(sql, &values).await
        }
        ConductOp::Report(report) => add_report(connection, report, REPORTS_PER_DAY).await,
        ConductOp::Import(report) => add_report(connection, report, i64::MAX as u64).await,
        ConductOp::Close(id, at) => {
            let sql = "UPDATE reports SET closed = $2 WHERE id = $1 AND closed IS NULL";
            connection.execute(sql, &[Text(id), Number(*at)]).await
        }
        ConductOp::Forget(closed, at) => {
            let sql = "DELETE FROM reports WHERE closed < $1 OR at < $2";
            let values = [Number(*closed), Number(*at)];
            connection.execute(sql, &values).await
        }
    }
}

async fn add_report(
    connection: &mut Connection<'_>,
    report: &Report,
    most: u64,
) -> Result<u64, StoreError> {
    let sql = "INSERT INTO reports (id, at, person, about, table_id, messages, said, closed) \
        SELECT $1, $2, $3, $4, $5, $6, $7, $8 \
        WHERE (SELECT COUNT(*) FROM reports WHERE person = $3 AND at > $9) < $10 ON CONFLICT DO NOTHING";
    let messages = serde_json::to_string(&report.messages);
    let messages = messages.map_err(|_| StoreError::BadRow("reports"))?;
    let values = [
        Text(&report.id),
        Number(report.at),
        Text(report.person.as_str()),
        Text(report.about.as_str()),
        OptionalText(report.table.as_ref().map(TableId::as_str)),
        Text(&messages),
        Text(&report.said),
        OptionalNumber(report.closed),
        Number(report.at.saturating_sub(DAY)),
        Number(most),
    ];
    connection.execute(sql, &values).await
}

/// Gives the blocks and reports of a guest to an account, and those about the guest.
pub async fn join(
    connection: &mut Connection<'_>,
    guest: &PersonId,
    person: &PersonId,
) -> Result<(), StoreError> {
    for sql in [
        "INSERT INTO blocks (person, blocked, at) SELECT $2, blocked, at FROM blocks \
            WHERE person = $1 AND blocked <> $2 ON CONFLICT DO NOTHING",
        "INSERT INTO blocks (person, blocked, at) SELECT person, $2, at FROM blocks \
            WHERE blocked = $1 AND person <> $2 ON CONFLICT DO NOTHING",
        "UPDATE reports SET person = $2 WHERE person = $1",
        "UPDATE reports SET about = $2 WHERE about = $1",
    ] {
        let values = [Text(guest.as_str()), Text(person.as_str())];
        connection.execute(sql, &values).await?;
    }
    Ok(())
}
