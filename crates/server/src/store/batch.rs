//! A batch of writes in few statements.

use super::names;
use super::reading::idle;
use super::sql::Connection;
use super::sql::Value::{Number, OptionalNumber, OptionalText, Text};
use super::writer::{Append, Op, Standing};
use super::{StoreError, conduct, notices, ratings, status_word};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap, HashSet};
use table::{PersonId, TableId};

/// Carries out a batch inside a transaction. Returns which writes took effect.
pub async fn carry_out(
    connection: &mut Connection<'_>,
    batch: &[&Op],
) -> Result<Vec<bool>, StoreError> {
    let mut took_effect = vec![false; batch.len()];
    for round in rounds(batch) {
        for (place, _) in append(connection, round).await? {
            if let Some(took_effect) = took_effect.get_mut(place) {
                *took_effect = true;
            }
        }
    }
    let written = batch.iter().zip(&took_effect);
    let ended = written.filter_map(|(op, took_effect)| match op {
        Op::Append(append) if *took_effect => append.ended.as_deref(),
        _ => None,
    });
    ratings::write(connection, &ended.collect::<Vec<_>>()).await?;
    for (op, took_effect) in batch.iter().zip(&mut took_effect) {
        if !matches!(op, Op::Append(_)) {
            *took_effect = carry_out_alone(connection, op).await?;
        }
    }
    Ok(took_effect)
}

/// Entries of different tables, with their indexes in the batch.
type Round<'a> = Vec<(usize, &'a Append)>;

/// Divides the entries of a batch into rounds, so that no table occurs twice in one statement.
fn rounds<'a>(batch: &[&'a Op]) -> Vec<Round<'a>> {
    let mut rounds: Vec<Round<'_>> = Vec::new();
    let mut seen: HashMap<&TableId, usize> = HashMap::new();
    for (place, op) in batch.iter().enumerate() {
        let Op::Append(append) = op else {
            continue;
        };
        let round = seen.entry(&append.table).or_default();
        match rounds.get_mut(*round) {
            Some(appends) => appends.push((place, append)),
            None => rounds.push(vec![(place, append)]),
        }
        *round += 1;
    }
    rounds
}

/// Writes the entries whose version is free, with their data for lists and clocks, and returns them.
async fn append<'a>(
    connection: &mut Connection<'_>,
    mut round: Round<'a>,
) -> Result<Round<'a>, StoreError> {
    let written = write_entries(connection, &round).await?;
    round.retain(|(_, append)| written.contains(append.table.as_str()));
    for (_, append) in &round {
        write_mine(connection, append).await?;
    }
    write_tables(connection, &round).await?;
    notices::write(connection, &round).await?;
    Ok(round)
}

/// Returns the rows for one statement, which saves a round trip to the database for each row: a JSON object with a value for each table.
/// In both databases `json_each(json($1))` expands it to rows with a `key` and a `value`, in the order of the tables.
fn rows<'a, T: Serialize>(
    round: &Round<'a>,
    row: fn(&'a Append) -> Result<T, StoreError>,
) -> Result<String, StoreError> {
    let rows = round
        .iter()
        .map(|(_, append)| Ok((append.table.as_str(), row(append)?)));
    let rows = rows.collect::<Result<BTreeMap<_, _>, StoreError>>()?;
    serde_json::to_string(&rows).map_err(|_| StoreError::BadRow("entries"))
}

/// A row of `entries`.
#[derive(Serialize)]
struct EntryRow<'a> {
    version: u64,
    at: u64,
    person: Option<&'a str>,
    key: Option<&'a str>,
    digest: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<&'a str>,
    what: String,
}

/// A row of `tables`.
#[derive(Serialize)]
struct TableRow<'a> {
    owner: &'a str,
    status: &'static str,
    listed: u8,
    changed: u64,
    deadline: Option<u64>,
    bots: u8,
    bot_due: u8,
    leased_until: u64,
    line: &'a str,
}

/// Inserts entries whose version is free, if their table exists and nobody has carried out the order that they are a part of. Tables and orders stay as they
/// are until the transaction ends: SQLite has one writer, PostgreSQL locks the rows.
macro_rules! insert_entries {
    ($lock_tables:literal, $lock_order:literal) => {
        concat!(
            "WITH there AS (SELECT id FROM tables WHERE id IN (SELECT key FROM json_each(json($1))) ORDER BY id",
            $lock_tables,
            ") INSERT INTO entries (table_id, version, at, person, key, digest, what) \
            SELECT key, CAST(value->>'version' AS BIGINT), CAST(value->>'at' AS BIGINT), \
            value->>'person', value->>'key', value->>'digest', value->>'what' FROM json_each(json($1)) \
            WHERE (CAST(value->>'version' AS BIGINT) = 1 OR key IN (SELECT id FROM there)) \
            AND (value->>'order' IS NULL OR EXISTS (SELECT 1 FROM orders WHERE id = value->>'order' AND done IS NULL",
            $lock_order,
            ")) ON CONFLICT DO NOTHING RETURNING table_id"
        )
    };
}

/// Writes the entries that can be written, and returns their tables.
async fn write_entries(
    connection: &mut Connection<'_>,
    round: &Round<'_>,
) -> Result<HashSet<String>, StoreError> {
    let sql = match connection {
        Connection::Sqlite(_) => insert_entries!("", ""),
        Connection::Postgres(_) => insert_entries!(" FOR NO KEY UPDATE", " FOR SHARE"),
    };
    let entries = rows(round, |append| {
        let entry = &append.entry;
        let what = serde_json::to_string(&entry.change);
        Ok(EntryRow {
            version: entry.version,
            at: entry.at,
            person: entry.by.as_ref().map(PersonId::as_str),
            key: entry.key.as_deref(),
            digest: entry.digest.as_deref(),
            order: append.order.as_deref(),
            what: what.map_err(|_| StoreError::BadRow("entries"))?,
        })
    })?;
    let written = connection.rows(sql, &[Text(&entries)]).await?;
    let tables = written.iter().map(|row| Ok(row.text(0)?.to_owned()));
    tables.collect()
}

/// Writes the entries' data for lists and clocks.
async fn write_tables(
    connection: &mut Connection<'_>,
    round: &Round<'_>,
) -> Result<(), StoreError> {
    // Without a condition, SQLite would parse ON CONFLICT as a part of the selection.
    let sql = "INSERT INTO tables (id, owner, status, listed, changed, deadline, bots, bot_due, leased_until, line) \
        SELECT key, value->>'owner', value->>'status', CAST(value->>'listed' AS BIGINT), \
        CAST(value->>'changed' AS BIGINT), CAST(value->>'deadline' AS BIGINT), CAST(value->>'bots' AS BIGINT), \
        CAST(value->>'bot_due' AS BIGINT), \
        CAST(value->>'leased_until' AS BIGINT), value->>'line' FROM json_each(json($1)) WHERE true \
        ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, status = excluded.status, changed = excluded.changed, \
        deadline = excluded.deadline, bots = excluded.bots, bot_due = excluded.bot_due, \
        leased_until = excluded.leased_until, line = excluded.line";
    let tables = rows(round, |append| {
        Ok(TableRow {
            owner: append.owner.as_str(),
            status: status_word(append.status),
            listed: append.listed.into(),
            changed: append.entry.at,
            deadline: append.deadline,
            bots: append.bots.into(),
            bot_due: append.bot_due.into(),
            leased_until: append.leased_until,
            line: &append.line,
        })
    })?;
    connection.execute(sql, &[Text(&tables)]).await?;
    Ok(())
}

/// Writes the people who gain or lose the table.
async fn write_mine(connection: &mut Connection<'_>, append: &Append) -> Result<(), StoreError> {
    let table = Text(append.table.as_str());
    for person in &append.came {
        let sql = "INSERT INTO mine (person, table_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        let values = [Text(person.as_str()), table];
        connection.execute(sql, &values).await?;
        let sql = "INSERT INTO sat (person, table_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        connection.execute(sql, &values).await?;
    }
    for person in &append.went {
        let sql = "DELETE FROM mine WHERE person = $1 AND table_id = $2";
        let values = [Text(person.as_str()), table];
        connection.execute(sql, &values).await?;
    }
    Ok(())
}

/// Carries out a write other than an entry. Returns whether it took effect.
async fn carry_out_alone(connection: &mut Connection<'_>, op: &Op) -> Result<bool, StoreError> {
    let changed = match op {
        Op::Append(_) => 0, // Written together with the other entries.
        Op::Say(table, ..) if !is_there(connection, table).await? => 0,
        Op::Say(table, line, key) => {
            let sql = "INSERT INTO chat (table_id, number, at, person, key, said) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";
            let said = serde_json::to_string(&line.said);
            let said = said.map_err(|_| StoreError::BadRow("chat"))?;
            let values = [
                Text(table.as_str()),
                Number(line.number),
                Number(line.at),
                Text(line.person.as_str()),
                OptionalText(key.as_deref()),
                Text(&said),
            ];
            connection.execute(sql, &values).await?
        }
        Op::Person(person, name, created) => {
            let sql = "INSERT INTO people (id, name, created, public) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
            let public = person.public();
            let values = [
                Text(person.as_str()),
                Text(name),
                Number(*created),
                Text(&public),
            ];
            connection.execute(sql, &values).await?
        }
        Op::PublicId(person) => {
            let sql = "UPDATE people SET public = $2 WHERE id = $1";
            let public = person.public();
            connection
                .execute(sql, &[Text(person.as_str()), Text(&public)])
                .await?
        }
        Op::Rename(person, name) => {
            let sql = "UPDATE people SET name = $2 WHERE id = $1";
            let values = [Text(person.as_str()), Text(name)];
            connection.execute(sql, &values).await?
        }
        Op::Session {
            hash,
            person,
            kind,
            created,
            used,
        } => {
            let sql = "INSERT INTO sessions (hash, person, kind, created, used) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
            let values = [
                Text(hash),
                Text(person.as_str()),
                Text(kind),
                Number(*created),
                Number(*used),
            ];
            connection.execute(sql, &values).await?
        }
        Op::EndSession(hash) => {
            let sql = "DELETE FROM sessions WHERE hash = $1";
            connection.execute(sql, &[Text(hash)]).await?
        }
        Op::EndUnused(hash, since) => {
            let sql = "DELETE FROM sessions WHERE hash = $1 AND used < $2";
            connection
                .execute(sql, &[Text(hash), Number(*since)])
                .await?
        }
        Op::EndOtherSessions(person, hash) => {
            let sql = "DELETE FROM sessions WHERE person = $1 AND hash <> $2";
            let values = [Text(person.as_str()), Text(hash)];
            connection.execute(sql, &values).await?
        }
        Op::UseSession(hash, at) => {
            let sql = "UPDATE sessions SET used = $2 WHERE hash = $1 AND used < $2";
            connection.execute(sql, &[Text(hash), Number(*at)]).await?
        }
        Op::Pause(since, until) => {
            let sql = "INSERT INTO pauses (since, until) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            let values = [Number(*since), Number(*until)];
            connection.execute(sql, &values).await?
        }
        Op::Beat(at) => {
            let sql = "INSERT INTO clock (one, at) VALUES (1, $1) \
                ON CONFLICT (one) DO UPDATE SET at = excluded.at WHERE clock.at < excluded.at";
            connection.execute(sql, &[Number(*at)]).await?
        }
        Op::Rest(table, until) => {
            let sql = "UPDATE tables SET rests_until = $2 WHERE id = $1";
            let values = [Text(table.as_str()), Number(*until)];
            connection.execute(sql, &values).await?
        }
        Op::Deadline {
            table,
            deadline,
            now,
        } => {
            let sql = "UPDATE tables SET deadline = $2 WHERE id = $1 AND deadline <= $3";
            let values = [
                Text(table.as_str()),
                OptionalNumber(*deadline),
                Number(*now),
            ];
            connection.execute(sql, &values).await?
        }
        Op::DeleteTable(table, unchanged_since) => {
            // The row of the table comes first: whoever is writing an entry holds it, and that entry goes, too.
            let sql = "DELETE FROM tables WHERE id = $1 AND ($2 IS NULL OR changed < $2)";
            let values = [Text(table.as_str()), OptionalNumber(*unchanged_since)];
            if connection.execute(sql, &values).await? == 0 {
                return Ok(false);
            }
            let table = [Text(table.as_str())];
            for sql in [
                "DELETE FROM entries WHERE table_id = $1",
                "DELETE FROM chat WHERE table_id = $1",
                "DELETE FROM mine WHERE table_id = $1",
                "DELETE FROM sat WHERE table_id = $1",
                "DELETE FROM notices WHERE table_id = $1",
                "DELETE FROM contacts WHERE table_id = $1",
            ] {
                connection.execute(sql, &table).await?;
            }
            1
        }
        Op::DeleteIdle(person, since) => {
            let sql = concat!("SELECT id FROM people WHERE id = $2 AND ", idle!());
            let values = [Number(*since), Text(person.as_str())];
            if connection.rows(sql, &values).await?.is_empty() {
                return Ok(false);
            }
            Box::pin(carry_out_alone(
                connection,
                &Op::DeletePerson(person.clone()),
            ))
            .await?
            .into()
        }
        Op::DeletePerson(person) => {
            let person = [Text(person.as_str())];
            for sql in [
                "DELETE FROM sessions WHERE person = $1",
                "DELETE FROM mine WHERE person = $1",
                "DELETE FROM passkeys WHERE person = $1",
                "DELETE FROM one_time WHERE person = $1",
                "DELETE FROM notices WHERE person = $1",
                "DELETE FROM ratings WHERE person = $1",
                "DELETE FROM contacts WHERE person = $1",
                "DELETE FROM blocks WHERE person = $1 OR blocked = $1",
                "DELETE FROM reports WHERE person = $1 OR about = $1",
            ] {
                connection.execute(sql, &person).await?;
            }
            let sql = "DELETE FROM people WHERE id = $1";
            connection.execute(sql, &person).await?
        }
        Op::DeleteName(person, table) => names::delete(connection, person, table).await?,
        Op::Rating(row) => ratings::set(connection, row).await?,
        Op::Join(guest, person) => {
            ratings::join(connection, guest, person).await?;
            conduct::join(connection, guest, person).await?;
            let values = [Text(guest.as_str()), Text(person.as_str())];
            for sql in [
                "UPDATE joined SET person = $2 WHERE person = $1",
                // A contact of both stays once.
                "DELETE FROM contacts WHERE person = $1 AND table_id IS NULL \
                    AND target IN (SELECT target FROM contacts WHERE person = $2 AND table_id IS NULL)",
                "UPDATE contacts SET person = $2 WHERE person = $1",
            ] {
                connection.execute(sql, &values).await?;
            }
            let sql = "INSERT INTO joined (guest, person) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            connection.execute(sql, &values).await?
        }
        Op::ForgetJoined(person) => {
            let sql = "DELETE FROM joined WHERE person = $1";
            connection.execute(sql, &[Text(person.as_str())]).await?
        }
        Op::Passkey(passkey) => {
            let sql = "INSERT INTO passkeys (id, person, name, public_key, counter, created, used) \
                VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
            let values = [
                Text(&passkey.id),
                Text(passkey.person.as_str()),
                Text(&passkey.name),
                Text(&passkey.public_key),
                Number(passkey.counter),
                Number(passkey.created),
                Number(passkey.used),
            ];
            connection.execute(sql, &values).await?
        }
        // A counter that does not grow tells of a copied key; authenticators without one always say 0.
        Op::UsePasskey { id, counter, at } => {
            let sql = "UPDATE passkeys SET counter = $2, used = $3 \
                WHERE id = $1 AND (counter < $2 OR counter + $2 = 0)";
            let values = [Text(id), Number(*counter), Number(*at)];
            connection.execute(sql, &values).await?
        }
        Op::RemovePasskey(person, id) => {
            let sql = "DELETE FROM passkeys WHERE person = $1 AND id = $2";
            let values = [Text(person.as_str()), Text(id)];
            connection.execute(sql, &values).await?
        }
        Op::OneTime(one_time) => {
            let sql = "INSERT INTO one_time (hash, kind, person, expires) VALUES ($1, $2, $3, $4) \
                ON CONFLICT DO NOTHING";
            let values = [
                Text(&one_time.hash),
                Text(&one_time.kind),
                OptionalText(one_time.person.as_ref().map(PersonId::as_str)),
                OptionalNumber(one_time.expires),
            ];
            connection.execute(sql, &values).await?
        }
        Op::Replace(person, kind, secrets) => {
            let sql = "DELETE FROM one_time WHERE person = $1 AND kind = $2";
            let values = [Text(person.as_str()), Text(kind)];
            connection.execute(sql, &values).await?;
            for secret in secrets {
                Box::pin(carry_out_alone(connection, &Op::OneTime(secret.clone()))).await?;
            }
            1
        }
        Op::Redeem { hash, now, then } => {
            let sql = "DELETE FROM one_time WHERE hash = $1 AND (expires IS NULL OR expires > $2)";
            let values = [Text(hash), Number(*now)];
            let redeemed = connection.execute(sql, &values).await? > 0;
            (redeemed && one_by_one(connection, then).await?).into()
        }
        Op::ExpireOneTime(now) => {
            let sql = "DELETE FROM one_time WHERE expires <= $1";
            connection.execute(sql, &[Number(*now)]).await?
        }
        Op::Contact(op) => notices::carry_out(connection, op).await?,
        Op::Conduct(op) => conduct::carry_out(connection, op).await?,
        Op::Judge(person, standing) => {
            let sql = "UPDATE people SET standing = $2 WHERE id = $1";
            let standing = standing.map(Standing::word);
            let values = [Text(person.as_str()), OptionalText(standing)];
            connection.execute(sql, &values).await?
        }
        Op::Order { id, at, what } => {
            let sql =
                "INSERT INTO orders (id, at, what) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
            let values = [Text(id), Number(*at), Text(what)];
            connection.execute(sql, &values).await?
        }
        Op::InOrder(id, parts) => {
            let sql = match connection {
                Connection::Sqlite(_) => "SELECT id FROM orders WHERE id = $1 AND done IS NULL",
                Connection::Postgres(_) => {
                    "SELECT id FROM orders WHERE id = $1 AND done IS NULL FOR UPDATE"
                }
            };
            let is_open = !connection.rows(sql, &[Text(id)]).await?.is_empty();
            (is_open && one_by_one(connection, parts).await?).into()
        }
        Op::Carried { id, at, outcome } => {
            let sql = "UPDATE orders SET done = $2, outcome = $3 WHERE id = $1 AND done IS NULL";
            let values = [Text(id), Number(*at), Text(outcome)];
            connection.execute(sql, &values).await?
        }
    };
    Ok(changed > 0)
}

/// Carries out writes until one takes no effect. Returns whether all did.
async fn one_by_one(connection: &mut Connection<'_>, ops: &[Op]) -> Result<bool, StoreError> {
    for op in ops {
        if !Box::pin(carry_out_alone(connection, op)).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns whether a table exists. Nobody deletes it until the transaction ends.
pub async fn is_there(
    connection: &mut Connection<'_>,
    table: &TableId,
) -> Result<bool, StoreError> {
    let sql = match connection {
        Connection::Sqlite(_) => "SELECT id FROM tables WHERE id = $1",
        Connection::Postgres(_) => "SELECT id FROM tables WHERE id = $1 FOR KEY SHARE",
    };
    Ok(!connection
        .rows(sql, &[Text(table.as_str())])
        .await?
        .is_empty())
}
