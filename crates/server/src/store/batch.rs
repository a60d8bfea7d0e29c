//! A batch of writes in few statements.

use super::sql::Connection;
use super::sql::Value::{Number, OptionalNumber, OptionalText, Text};
use super::writer::{Append, Op, Standing};
use super::{StoreError, status_word};
use serde_json::{Value, json};
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
    Ok(round)
}

/// Returns the rows for one statement, which saves a round trip to the database for each row: a JSON object with a value for each table.
/// In both databases `json_each(json($1))` expands it to rows with a `key` and a `value`, in the order of the tables.
fn rows(
    round: &Round<'_>,
    row: fn(&Append) -> Result<Value, StoreError>,
) -> Result<String, StoreError> {
    let rows = round
        .iter()
        .map(|(_, append)| Ok((append.table.as_str(), row(append)?)));
    let rows = rows.collect::<Result<BTreeMap<_, _>, StoreError>>()?;
    serde_json::to_string(&rows).map_err(|_| StoreError::BadRow("entries"))
}

/// Writes the entries whose version is free, and returns their tables.
async fn write_entries(
    connection: &mut Connection<'_>,
    round: &Round<'_>,
) -> Result<HashSet<String>, StoreError> {
    // Without a condition, SQLite would parse ON CONFLICT as a part of the selection.
    let sql = "INSERT INTO entries (table_id, version, at, person, key, digest, what) \
        SELECT key, CAST(value->>'version' AS BIGINT), CAST(value->>'at' AS BIGINT), \
        value->>'person', value->>'key', value->>'digest', value->>'what' FROM json_each(json($1)) WHERE true \
        ON CONFLICT DO NOTHING RETURNING table_id";
    let entries = rows(round, |append| {
        let entry = &append.entry;
        let what = serde_json::to_string(&entry.change);
        Ok(json!({
            "version": entry.version,
            "at": entry.at,
            "person": entry.by.as_ref().map(PersonId::as_str),
            "key": entry.key,
            "digest": entry.digest,
            "what": what.map_err(|_| StoreError::BadRow("entries"))?,
        }))
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
    let sql = "INSERT INTO tables (id, owner, status, listed, changed, deadline, bots, bot_due, leased_until, line) \
        SELECT key, value->>'owner', value->>'status', CAST(value->>'listed' AS BIGINT), \
        CAST(value->>'changed' AS BIGINT), CAST(value->>'deadline' AS BIGINT), CAST(value->>'bots' AS BIGINT), \
        CAST(value->>'bot_due' AS BIGINT), \
        CAST(value->>'leased_until' AS BIGINT), value->>'line' FROM json_each(json($1)) WHERE true \
        ON CONFLICT (id) DO UPDATE SET status = excluded.status, changed = excluded.changed, \
        deadline = excluded.deadline, bots = excluded.bots, bot_due = excluded.bot_due, \
        leased_until = excluded.leased_until, line = excluded.line";
    let tables = rows(round, |append| {
        Ok(json!({
            "owner": append.owner.as_str(),
            "status": status_word(append.status),
            "listed": u8::from(append.listed),
            "changed": append.entry.at,
            "deadline": append.deadline,
            "bots": u8::from(append.bots),
            "bot_due": u8::from(append.bot_due),
            "leased_until": append.leased_until,
            "line": append.line,
        }))
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
            let sql =
                "INSERT INTO people (id, name, created) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
            let values = [Text(person.as_str()), Text(name), Number(*created)];
            connection.execute(sql, &values).await?
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
        Op::DeleteTable(table) => {
            let table = [Text(table.as_str())];
            for sql in [
                "DELETE FROM entries WHERE table_id = $1",
                "DELETE FROM chat WHERE table_id = $1",
                "DELETE FROM mine WHERE table_id = $1",
            ] {
                connection.execute(sql, &table).await?;
            }
            let sql = "DELETE FROM tables WHERE id = $1";
            connection.execute(sql, &table).await?
        }
        Op::DeletePerson(person) => {
            let person = [Text(person.as_str())];
            for sql in [
                "DELETE FROM sessions WHERE person = $1",
                "DELETE FROM mine WHERE person = $1",
            ] {
                connection.execute(sql, &person).await?;
            }
            let sql = "DELETE FROM people WHERE id = $1";
            connection.execute(sql, &person).await?
        }
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
        Op::Carried { id, at, outcome } => {
            let sql = "UPDATE orders SET done = $2, outcome = $3 WHERE id = $1 AND done IS NULL";
            let values = [Text(id), Number(*at), Text(outcome)];
            connection.execute(sql, &values).await?
        }
    };
    Ok(changed > 0)
}
