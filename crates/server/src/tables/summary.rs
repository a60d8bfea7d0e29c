//! The data of a table that lists and clocks need, stored with each entry.

use super::LEASE;
use crate::store::{Append, Listed};
use protocol::{Pace, TableLine};
use serde::{Deserialize, Serialize};
use table::{Change, Entry, PersonId, Sitter, Table};

/// The data that a list needs of a table.
#[derive(Serialize, Deserialize)]
struct Summary {
    game: String,
    pace: Pace,
    seats: Vec<Sitter>,
    /// The people who have to decide.
    waits_for: Vec<PersonId>,
}

impl Summary {
    fn of(table: &Table) -> Self {
        let deciders = table.deciders();
        let asked = table
            .seats()
            .filter(|(seat, _, away)| deciders.contains(*seat) && !away);
        Summary {
            game: table.setup().game.to_string(),
            pace: table.setup().pace,
            seats: table.seats().map(|(_, sitter, _)| sitter.clone()).collect(),
            waits_for: asked
                .filter_map(|(_, sitter, _)| sitter.person().cloned())
                .collect(),
        }
    }
}

/// Returns what a list shows of a table to this viewer.
pub fn line(listed: &Listed, viewer: Option<&PersonId>) -> Option<TableLine> {
    let summary: Summary = serde_json::from_str(&listed.line).ok()?;
    Some(TableLine {
        table: listed.table.to_string(),
        game: summary.game,
        status: listed.status,
        pace: summary.pace,
        seats: summary.seats.iter().map(Sitter::shown).collect(),
        your_turn: viewer.is_some_and(|viewer| summary.waits_for.contains(viewer)),
        changed: listed.changed,
    })
}

/// Returns an entry with its data for lists and clocks, given the people who sat there before.
pub fn append_of(entry: Entry, table: &Table, before: &[PersonId]) -> Append {
    let owner = &table.setup().owner;
    let mut after: Vec<PersonId> = table.seated().cloned().collect();
    // The owner always keeps the table in their list, with or without a seat.
    after.push(owner.clone());
    let came = after.iter().filter(|person| !before.contains(person));
    let went = before.iter().filter(|person| !after.contains(person));
    // Where no person sits, bots only play while somebody watches: the node of that viewer knows.
    let bot_due = table.bots_due().next().is_some() && table.people().next().is_some();
    Append {
        table: table.id().clone(),
        owner: owner.clone(),
        status: table.status(),
        listed: table.setup().listed,
        deadline: table.clocks().deadline(),
        bots: table.seats().any(|(_, sitter, _)| sitter.is_bot()),
        bot_due,
        leased_until: if bot_due { entry.at + LEASE } else { 0 },
        line: serde_json::to_string(&Summary::of(table)).unwrap_or_default(),
        came: match entry.change {
            Change::Create(_) | Change::Seat { .. } => came.cloned().collect(),
            _ => Vec::new(),
        },
        went: went.cloned().collect(),
        entry,
    }
}
