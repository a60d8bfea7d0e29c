//! The data of a table that lists and clocks need, stored with each entry.

use super::LEASE;
use super::results::{Place, ended, places};
use crate::store::{Append, Listed};
use protocol::{Pace, Status, TableLine};
use serde::{Deserialize, Serialize};
use table::{AnyGame, Change, Entry, Person, PersonId, Sitter, Table};

/// The data that a list needs of a table.
#[derive(Serialize, Deserialize)]
struct Summary {
    game: String,
    pace: Pace,
    seats: Vec<Sitter>,
    /// The people who have to decide.
    waits_for: Vec<PersonId>,
    #[serde(default)]
    began: u64,
    #[serde(default)]
    rated: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    /// The result, once the game is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    places: Vec<Place>,
}

impl Summary {
    fn of(table: &Table) -> Self {
        Summary {
            game: table.setup().game.to_string(),
            pace: table.setup().pace,
            seats: table.seats().map(|(_, sitter, _)| sitter.clone()).collect(),
            waits_for: waits_for(table),
            began: table.began(),
            rated: table.setup().rated,
            language: table.setup().language.clone(),
            places: places(table),
        }
    }
}

/// Returns whether a table names this person as they are called, or not at all.
pub fn names(listed: &Listed, person: &Person) -> bool {
    let summary = serde_json::from_str::<Summary>(&listed.line);
    let fits = |sitter: &Sitter| !sitter.is(&person.id) || *sitter == person.into();
    summary.is_ok_and(|summary| summary.seats.iter().all(fits))
}

/// The result of a table.
pub struct Outcome {
    /// The game's key.
    pub game: String,
    /// Whether it changed ratings.
    pub rated: bool,
    /// Who sat there.
    pub seats: Vec<Sitter>,
    /// The result of each seat; empty if it is not known.
    pub places: Vec<Place>,
}

/// Returns the result of a table whose game is over.
pub fn result_of(listed: &Listed) -> Option<Outcome> {
    let summary: Summary = serde_json::from_str(&listed.line).ok()?;
    (listed.status == Status::Over).then_some(Outcome {
        game: summary.game,
        rated: summary.rated && !summary.places.is_empty(),
        seats: summary.seats,
        places: summary.places,
    })
}

/// Returns the people who have to decide.
fn waits_for(table: &Table) -> Vec<PersonId> {
    let deciders = table.deciders();
    let asked = table
        .seats()
        .filter(|(seat, _, away)| deciders.contains(*seat) && !away);
    asked
        .filter_map(|(_, sitter, _)| sitter.person().cloned())
        .collect()
}

/// What an entry may change: who sat at the table before it, and who had to decide.
#[derive(Default)]
pub struct Before {
    seated: Vec<PersonId>,
    asked: Vec<PersonId>,
}

impl Before {
    /// Returns it for an entry that comes next.
    pub fn of(table: &Table) -> Self {
        Before {
            seated: table.seated().cloned().collect(),
            asked: waits_for(table),
        }
    }
}

/// What a notice says of a turn.
pub struct Turn {
    /// The name of the game.
    pub game: &'static str,
    /// The name of the person whose turn it is.
    pub name: String,
    /// The names of the other people at the table.
    pub others: Vec<String>,
}

/// Returns what to tell of a person's turn, if it is still their turn.
pub fn turn_of(listed: &Listed, person: &PersonId) -> Option<Turn> {
    let summary: Summary = serde_json::from_str(&listed.line).ok()?;
    if listed.status != Status::Running || !summary.waits_for.contains(person) {
        return None;
    }
    let game = AnyGame::find(&summary.game).ok()?;
    let mut turn = Turn {
        game: game.about().name,
        name: String::new(),
        others: Vec::new(),
    };
    for sitter in summary.seats {
        match sitter {
            Sitter::Person { person: id, name } if id == *person => turn.name = name,
            Sitter::Person { name, .. } => turn.others.push(name),
            _ => (),
        }
    }
    Some(turn)
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
        began: summary.began,
        rated: summary.rated,
        language: summary.language,
    })
}

/// Returns an entry with its data for lists and clocks.
pub fn append_of(entry: Entry, table: &Table, before: &Before) -> Append {
    let owner = &table.setup().owner;
    let mut after: Vec<PersonId> = table.seated().cloned().collect();
    // The owner always keeps the table in their list, with or without a seat.
    after.push(owner.clone());
    let came = after
        .iter()
        .filter(|person| !before.seated.contains(person));
    let mut went = before.seated.clone();
    if let Change::Rename { from, .. } = &entry.change {
        went.push(from.clone());
    }
    went.retain(|person| !after.contains(person));
    let mut asked = waits_for(table);
    let nudged = match &entry.change {
        Change::Nudge { seat, .. } => {
            let sitter = table.seats().find(|(other, ..)| other == seat);
            sitter.and_then(|(_, sitter, _)| sitter.person())
        }
        _ => None,
    };
    asked.retain(|person| {
        let is_new = !before.asked.contains(person) || nudged == Some(person);
        is_new && entry.by.as_ref() != Some(person)
    });
    let ended = ended(&entry, table).map(Box::new);
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
            Change::Create(_)
            | Change::Seat { .. }
            | Change::Rename { .. }
            | Change::Substitute { .. } => came.cloned().collect(),
            _ => Vec::new(),
        },
        went,
        asked,
        order: None,
        ended,
        entry,
    }
}
