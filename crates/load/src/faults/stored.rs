//! What the store contains at the end, as `durbar export` tells it.

use crate::check::Stored;
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::collections::HashMap;
use std::path::Path;
use std::process::Command;
use table::{Change, Entry, Message, PersonId};

/// The rows of an export that matter here.
#[derive(Deserialize)]
#[serde(tag = "row", rename_all = "kebab-case")]
enum Row {
    Entry {
        table: String,
        version: u64,
        at: u64,
        by: Option<PersonId>,
        key: Option<String>,
        #[serde(default)]
        digest: Option<String>,
        entry: Change,
    },
    Chat {
        table: String,
        line: Message,
        #[serde(default)]
        key: Option<String>,
    },
    #[serde(other)]
    Other,
}

/// Reads all tables of a database that no server uses any more.
pub fn read(durbar: &Path, database: &str) -> Result<HashMap<String, Stored>> {
    let export = Command::new(durbar)
        .args(["export", "--database", database])
        .env("RUST_LOG", "error")
        .output()
        .context("the store cannot be exported")?;
    if !export.status.success() {
        bail!("{}", String::from_utf8_lossy(&export.stderr));
    }
    let mut tables = HashMap::<String, Stored>::new();
    for line in String::from_utf8(export.stdout)?.lines() {
        match serde_json::from_str(line).with_context(|| line.to_owned())? {
            Row::Entry {
                table,
                version,
                at,
                by,
                key,
                digest,
                entry,
            } => tables.entry(table).or_default().entries.push(Entry {
                version,
                at,
                by,
                key,
                digest,
                change: entry,
            }),
            Row::Chat { table, line, key } => {
                tables.entry(table).or_default().chat.push((line, key));
            }
            Row::Other => (),
        }
    }
    Ok(tables)
}
