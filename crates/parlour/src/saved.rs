//! Tables that survive a reload.

use crate::local::{BadTable, LocalTable, Seated};
use serde::{Deserialize, Serialize};
use table::Record;

/// Where things are kept under a name; in a browser, its local storage.
pub trait Shelf {
    /// What lies there.
    fn get(&self, name: &str) -> Option<String>;
    /// Puts something there; `false` if there is no room or the browser forbids it.
    fn put(&self, name: &str, text: &str) -> bool;
    /// Clears the place.
    fn remove(&self, name: &str);
    /// All names.
    fn names(&self) -> Vec<String>;
}

/// A local table as it is kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Saved {
    /// Its name in links.
    #[serde(skip)]
    pub id: String,
    /// The game's key.
    pub game: String,
    /// Who sits where.
    pub seats: Vec<Seated>,
    /// Whether the game is over.
    pub over: bool,
    /// When it was last played, in milliseconds since 1970.
    pub changed: u64,
    /// The table of the rematch.
    #[serde(default)]
    pub rematch: Option<String>,
    /// The whole game.
    pub record: String,
}

const PREFIX: &str = "durbar.table.";

impl Saved {
    /// Keeps a table; `false` if the shelf refuses.
    pub fn keep(table: &LocalTable, changed: u64, shelf: &dyn Shelf) -> bool {
        let Some(record) = table.record() else {
            return false;
        };
        let saved = Saved {
            id: table.id().to_owned(),
            game: record.game.clone(),
            seats: table.seats().to_vec(),
            over: record.result.is_some(),
            changed,
            rematch: table.rematch().map(str::to_owned),
            record: record.to_string(),
        };
        let text = serde_json::to_string(&saved).unwrap_or_default();
        shelf.put(&format!("{PREFIX}{}", saved.id), &text)
    }

    /// A kept table by its name in links.
    pub fn find(id: &str, shelf: &dyn Shelf) -> Option<Self> {
        let saved: Saved = serde_json::from_str(&shelf.get(&format!("{PREFIX}{id}"))?).ok()?;
        Some(Saved {
            id: id.to_owned(),
            ..saved
        })
    }

    /// All kept tables, the one played last first.
    pub fn all(shelf: &dyn Shelf) -> Vec<Self> {
        let names = shelf.names();
        let ids = names.iter().filter_map(|name| name.strip_prefix(PREFIX));
        let mut all: Vec<Self> = ids.filter_map(|id| Saved::find(id, shelf)).collect();
        all.sort_by_key(|saved| std::cmp::Reverse(saved.changed));
        all
    }

    /// Throws a kept table away.
    pub fn forget(id: &str, shelf: &dyn Shelf) {
        shelf.remove(&format!("{PREFIX}{id}"));
    }

    /// The table as it was left.
    pub fn open(&self) -> Result<LocalTable, BadTable> {
        let record: Record = self.record.parse()?;
        let mut table = LocalTable::restore(self.id.clone(), self.seats.clone(), &record)?;
        if let Some(rematch) = &self.rematch {
            table.set_rematch(rematch.clone());
        }
        Ok(table)
    }
}
