//! Deletes the name of a person from what is stored of a table. Everything else stays, so that the table replays as before.

use super::StoreError;
use super::sql::Connection;
use super::sql::Value::{Number, Text};
use protocol::DELETED;
use table::{Change, PersonId, Said, Sitter, TableId};

/// Replaces the name of a person in the entries and the chat of a table. Returns the number of changed rows.
pub async fn delete(
    connection: &mut Connection<'_>,
    person: &PersonId,
    table: &TableId,
) -> Result<u64, StoreError> {
    Ok(in_entries(connection, person, table).await? + in_chat(connection, person, table).await?)
}

async fn in_entries(
    connection: &mut Connection<'_>,
    person: &PersonId,
    table: &TableId,
) -> Result<u64, StoreError> {
    let sql = "SELECT version, what FROM entries WHERE table_id = $1 AND what LIKE $2";
    let pattern = format!("%{person}%");
    let values = [Text(table.as_str()), Text(&pattern)];
    let mut changed = 0;
    for row in connection.rows(sql, &values).await? {
        let bad = |_| StoreError::BadRow("entries");
        let mut change: Change = serde_json::from_str(row.text(1)?).map_err(bad)?;
        if !forget(&mut change, person) {
            continue;
        }
        let what = serde_json::to_string(&change).map_err(bad)?;
        let sql = "UPDATE entries SET what = $3 WHERE table_id = $1 AND version = $2";
        let values = [Text(table.as_str()), Number(row.number(0)?), Text(&what)];
        changed += connection.execute(sql, &values).await?;
    }
    Ok(changed)
}

async fn in_chat(
    connection: &mut Connection<'_>,
    person: &PersonId,
    table: &TableId,
) -> Result<u64, StoreError> {
    let sql = "SELECT number, said FROM chat WHERE table_id = $1 AND person = $2";
    let values = [Text(table.as_str()), Text(person.as_str())];
    let mut changed = 0;
    for row in connection.rows(sql, &values).await? {
        let bad = |_| StoreError::BadRow("chat");
        let mut said: Said = serde_json::from_str(row.text(1)?).map_err(bad)?;
        said.name = DELETED.to_owned();
        let said = serde_json::to_string(&said).map_err(bad)?;
        let sql = "UPDATE chat SET said = $3 WHERE table_id = $1 AND number = $2";
        let values = [Text(table.as_str()), Number(row.number(0)?), Text(&said)];
        changed += connection.execute(sql, &values).await?;
    }
    Ok(changed)
}

/// Replaces the person's name in a change. Returns whether it was there.
fn forget(change: &mut Change, who: &PersonId) -> bool {
    let in_seat = |sitter: &mut Sitter| match sitter {
        Sitter::Person { person, name } if person == who => replace(name),
        _ => false,
    };
    match change {
        Change::Create(setup) => {
            let changed = setup.seats.iter_mut().map(in_seat);
            changed.filter(|changed| *changed).count() > 0
        }
        Change::Seat { sitter, .. } => in_seat(sitter),
        Change::Rename { to, name, .. } if to == who => replace(name),
        _ => false,
    }
}

fn replace(name: &mut String) -> bool {
    let differs = name != DELETED;
    DELETED.clone_into(name);
    differs
}
