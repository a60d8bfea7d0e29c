//! Contacts, by which people are told that it is their turn, and the notices that wait for them.

use super::batch::is_there;
use super::sql::Value::{Number, OptionalText, Text};
use super::sql::{Connection, Pool, Row};
use super::writer::Append;
use super::{Listed, Store, StoreError, reading};
use crate::notices::Manner;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::{Change, Entry, PersonId, TableId};

/// Where a person is told that it is their turn while they are not here.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    /// Its random id.
    pub id: String,
    /// Whose turns; of a webhook, who added it.
    pub person: PersonId,
    /// The only table, for a webhook.
    pub table: Option<TableId>,
    /// The browser's endpoint, the mail address or the URL.
    pub target: String,
    /// How it is told.
    pub manner: Manner,
    /// When it was added.
    pub created: u64,
    /// When the last notice was sent.
    pub told: u64,
    /// The hash of the code that confirms it, until it is confirmed.
    pub code: Option<String>,
}

/// A turn that a contact is still to be told of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// The table.
    pub table: TableId,
    /// The version of the table that began the turn.
    pub version: u64,
    /// Whose turn it is.
    pub person: PersonId,
    /// How often sending failed.
    pub attempts: u64,
}

/// A write about contacts and their notices.
#[derive(Clone, PartialEq, Debug)]
pub enum ContactOp {
    /// A new contact, or an existing one of the same person or table with the same target in a new manner.
    Add(Box<Contact>),
    /// A contact is gone, with its notices.
    Remove(String),
    /// A contact is confirmed, if this is the hash of its code and not too many others were tried.
    Confirm(String, String),
    /// A wrong code was tried.
    Try(String),
    /// A contact was told of a turn at this time.
    Told(String, Notice, u64),
    /// A contact need not be told of a turn.
    Drop(String, Notice),
    /// The contact's notices wait until a time, because sending failed or because it is to be calm.
    Wait {
        /// The contact.
        contact: String,
        /// Those that are due now.
        now: u64,
        /// Until when.
        until: u64,
        /// Whether sending failed.
        failed: bool,
    },
    /// Other nodes may tell the contact again.
    Release(String),
    /// A new secret of the site, unless there is one with this name.
    NewSecret(String, String),
    /// A secret of the site, instead of the one with this name.
    Secret(String, String),
}

/// How many wrong codes can be tried.
pub const MOST_TRIES: u64 = 5;
/// How many notices a contact is told of at once.
const MOST_AT_ONCE: u64 = 50;

/// Selects the contacts with this condition.
macro_rules! contacts {
    ($condition:literal) => {
        concat!(
            "SELECT id, person, table_id, target, what, created, told, code FROM contacts WHERE ",
            $condition
        )
    };
}

/// Leases contacts with due notices to a node; several nodes do so at the same time, and only PostgreSQL locks rows.
const LEASE: &str = "UPDATE contacts SET leased_until = $3 WHERE id IN (SELECT id FROM contacts WHERE leased_until <= $1 \
    AND id IN (SELECT contact FROM notices WHERE due <= $1 ORDER BY due LIMIT $2) FOR UPDATE SKIP LOCKED) RETURNING id";
/// The same for a single node, which knows what it is sending.
const DUE: &str = "SELECT DISTINCT contact FROM (SELECT contact FROM notices WHERE due <= $1 ORDER BY due LIMIT $2)";

impl Store {
    /// Returns contacts with due notices that no other node is telling, and leases them to this node until the given time.
    pub async fn lease_contacts(
        &self,
        now: u64,
        until: u64,
        most: u32,
    ) -> Result<Vec<String>, StoreError> {
        let id = |row: &Row| Ok(row.text(0)?.to_owned());
        let most = Number(most.into());
        match &self.pool {
            Pool::Postgres(_) => {
                let values = [Number(now), most, Number(until)];
                self.find(LEASE, &values, id).await
            }
            _ => self.find(DUE, &[Number(now), most], id).await,
        }
    }

    /// Returns a contact.
    pub async fn contact(&self, id: &str) -> Result<Option<Contact>, StoreError> {
        self.find_one(contacts!("id = $1"), &[Text(id)], contact)
            .await
    }

    /// Returns a person's own contacts, the oldest first.
    pub async fn contacts_of(&self, person: &PersonId) -> Result<Vec<Contact>, StoreError> {
        let sql = contacts!("person = $1 AND table_id IS NULL ORDER BY created, id");
        self.find(sql, &[Text(person.as_str())], contact).await
    }

    /// Returns a table's webhooks, the oldest first.
    pub async fn webhooks_of(&self, table: &TableId) -> Result<Vec<Contact>, StoreError> {
        let sql = contacts!("table_id = $1 ORDER BY created, id");
        self.find(sql, &[Text(table.as_str())], contact).await
    }

    /// Returns the due notices of a contact; of each table the latest comes last.
    pub async fn due_notices(&self, contact: &str, now: u64) -> Result<Vec<Notice>, StoreError> {
        let sql = "SELECT table_id, version, person, attempts FROM notices \
            WHERE contact = $1 AND due <= $2 ORDER BY table_id, version LIMIT $3";
        let values = [Text(contact), Number(now), Number(MOST_AT_ONCE)];
        self.find(sql, &values, |row| {
            Ok(Notice {
                table: reading::id(row)?,
                version: row.number(1)?,
                person: reading::person(row.text(2)?)?,
                attempts: row.number(3)?,
            })
        })
        .await
    }

    /// Returns the list entry of a table.
    pub async fn listed_one(&self, table: &TableId) -> Result<Option<Listed>, StoreError> {
        let sql = "SELECT id, status, changed, line FROM tables WHERE id = $1";
        self.find_one(sql, &[Text(table.as_str())], reading::listed)
            .await
    }

    /// Returns a secret of the site.
    pub async fn secret(&self, name: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT value FROM secrets WHERE name = $1";
        self.find_one(sql, &[Text(name)], |row| Ok(row.text(0)?.to_owned()))
            .await
    }
}

pub(super) fn contact(row: &Row) -> Result<Contact, StoreError> {
    let table = row.optional_text(2)?.map(str::parse).transpose();
    let manner = serde_json::from_str(row.text(4)?);
    Ok(Contact {
        id: row.text(0)?.to_owned(),
        person: reading::person(row.text(1)?)?,
        table: table.map_err(|_| StoreError::BadRow("contacts"))?,
        target: row.text(3)?.to_owned(),
        manner: manner.map_err(|_| StoreError::BadRow("contacts"))?,
        created: row.number(5)?,
        told: row.number(6)?,
        code: row.optional_text(7)?.map(str::to_owned),
    })
}

/// Writes a notice for every contact of the people who have to decide since these entries.
pub async fn write(
    connection: &mut Connection<'_>,
    round: &[(usize, &Append)],
) -> Result<(), StoreError> {
    let sql = "INSERT INTO notices (contact, table_id, version, person, due, attempts) \
        SELECT contacts.id, value->>'table', CAST(value->>'version' AS BIGINT), value->>'person', \
        CAST(value->>'at' AS BIGINT), 0 FROM json_each(json($1)) \
        JOIN contacts ON contacts.person = value->>'person' AND contacts.table_id IS NULL \
        WHERE contacts.code IS NULL AND NOT EXISTS \
        (SELECT 1 FROM blocks WHERE blocks.person = value->>'person' AND blocks.blocked = value->>'nudged_by') \
        UNION ALL \
        SELECT contacts.id, value->>'table', CAST(value->>'version' AS BIGINT), value->>'person', \
        CAST(value->>'at' AS BIGINT), 0 FROM json_each(json($1)) \
        JOIN contacts ON contacts.table_id = value->>'table' \
        WHERE contacts.code IS NULL AND NOT EXISTS \
        (SELECT 1 FROM blocks WHERE blocks.person = value->>'person' AND blocks.blocked = value->>'nudged_by') \
        ON CONFLICT DO NOTHING";
    let asked = round.iter().flat_map(|(_, append)| {
        let turn = |person: &PersonId| {
            let Entry { version, at, .. } = append.entry;
            // A nudge of somebody whom they have blocked does not reach them.
            let nudged_by = match append.entry.change {
                Change::Nudge { .. } => append.entry.by.as_ref().map(PersonId::as_str),
                _ => None,
            };
            json!({
                "table": append.table.as_str(), "version": version, "at": at,
                "person": person.as_str(), "nudged_by": nudged_by,
            })
        };
        append.asked.iter().map(turn)
    });
    // As an object: both databases expand it to rows with a `value`.
    let asked: serde_json::Map<String, Value> = (0..)
        .map(|number: u32| number.to_string())
        .zip(asked)
        .collect();
    if asked.is_empty() {
        return Ok(());
    }
    let asked = Value::Object(asked).to_string();
    connection.execute(sql, &[Text(&asked)]).await?;
    Ok(())
}

/// Carries out a write about contacts. Returns the number of changed rows.
pub async fn carry_out(connection: &mut Connection<'_>, op: &ContactOp) -> Result<u64, StoreError> {
    match op {
        ContactOp::Add(contact) => add(connection, contact).await,
        ContactOp::Remove(id) => {
            let sql = "DELETE FROM notices WHERE contact = $1";
            connection.execute(sql, &[Text(id)]).await?;
            let sql = "DELETE FROM contacts WHERE id = $1";
            connection.execute(sql, &[Text(id)]).await
        }
        ContactOp::Confirm(id, code) => {
            let sql = "UPDATE contacts SET code = NULL WHERE id = $1 AND code = $2 AND tries < $3";
            let values = [Text(id), Text(code), Number(MOST_TRIES)];
            connection.execute(sql, &values).await
        }
        ContactOp::Try(id) => {
            let sql = "UPDATE contacts SET tries = tries + 1 WHERE id = $1";
            connection.execute(sql, &[Text(id)]).await
        }
        ContactOp::Told(contact, notice, at) => {
            let sql = "UPDATE contacts SET told = $2 WHERE id = $1";
            connection
                .execute(sql, &[Text(contact), Number(*at)])
                .await?;
            forget(connection, contact, notice).await
        }
        ContactOp::Drop(contact, notice) => forget(connection, contact, notice).await,
        ContactOp::Wait {
            contact,
            now,
            until,
            failed,
        } => {
            let sql = "UPDATE notices SET due = $3, attempts = attempts + $4 WHERE contact = $1 AND due <= $2";
            let failed = u64::from(*failed);
            let values = [Text(contact), Number(*now), Number(*until), Number(failed)];
            connection.execute(sql, &values).await
        }
        ContactOp::Release(id) => {
            let sql = "UPDATE contacts SET leased_until = 0 WHERE id = $1";
            connection.execute(sql, &[Text(id)]).await
        }
        ContactOp::Secret(name, value) => {
            let sql = "INSERT INTO secrets (name, value) VALUES ($1, $2) \
                ON CONFLICT (name) DO UPDATE SET value = excluded.value";
            connection.execute(sql, &[Text(name), Text(value)]).await
        }
        ContactOp::NewSecret(name, value) => {
            let sql = "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            connection.execute(sql, &[Text(name), Text(value)]).await
        }
    }
}

/// Adds a contact. One with the same target is told in the new manner from now on, and keeps what it has.
async fn add(connection: &mut Connection<'_>, contact: &Contact) -> Result<u64, StoreError> {
    let manner = serde_json::to_string(&contact.manner);
    let manner = manner.map_err(|_| StoreError::BadRow("contacts"))?;
    let table = contact.table.as_ref().map(TableId::as_str);
    let known = match table {
        None => {
            "UPDATE contacts SET what = $3 WHERE person = $1 AND target = $2 AND table_id IS NULL"
        }
        Some(_) => "UPDATE contacts SET what = $3 WHERE table_id = $1 AND target = $2",
    };
    let owner = table.unwrap_or(contact.person.as_str());
    let values = [Text(owner), Text(&contact.target), Text(&manner)];
    if connection.execute(known, &values).await? > 0 {
        return Ok(0);
    }
    if let Some(table) = &contact.table
        && !is_there(connection, table).await?
    {
        return Ok(0);
    }
    let sql = "INSERT INTO contacts (id, person, table_id, target, what, created, told, code, tries, leased_until) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 0) ON CONFLICT DO NOTHING";
    let values = [
        Text(&contact.id),
        Text(contact.person.as_str()),
        OptionalText(table),
        Text(&contact.target),
        Text(&manner),
        Number(contact.created),
        Number(contact.told),
        OptionalText(contact.code.as_deref()),
    ];
    connection.execute(sql, &values).await
}

/// Deletes a turn's notice, and those of earlier turns of the same person at the same table.
async fn forget(
    connection: &mut Connection<'_>,
    contact: &str,
    notice: &Notice,
) -> Result<u64, StoreError> {
    let sql = "DELETE FROM notices WHERE contact = $1 AND table_id = $2 AND version <= $3 AND person = $4";
    let values = [
        Text(contact),
        Text(notice.table.as_str()),
        Number(notice.version),
        Text(notice.person.as_str()),
    ];
    connection.execute(sql, &values).await
}
