//! Names: whoever has a new one has it wherever they sit at a table that is not over.

use super::{Violation, ensure};
use crate::simulation::people::{Attempt, Want};
use crate::simulation::schedule::History;
use crate::store::simulated::Written;
use ::table::{Change, Hosting, Person, Sitter, Table};
use protocol::Status;

/// Every new name at a table was asked for, and the last one that was acknowledged is at all of them.
pub fn check(history: &History) -> Result<(), Violation> {
    for row in &history.log {
        let Written::Entry(entry) = &row.what else {
            continue;
        };
        let Change::Rename { to, name, .. } = &entry.change else {
            continue;
        };
        let person = history.people.iter().position(|person| person.id == *to);
        let asked = wishes(history, person).any(|(_, wanted)| wanted == name);
        ensure(asked, || {
            format!("nobody asked to be called {name}: {entry:?}")
        })?;
    }
    for (number, person) in history.people.iter().enumerate() {
        if let Some(name) = settled(history, number, person) {
            at_all_tables(history, person, name)?;
        }
    }
    Ok(())
}

fn wishes(history: &History, person: Option<usize>) -> impl Iterator<Item = (&Attempt, &String)> {
    let own = history
        .attempts
        .iter()
        .filter(move |attempt| attempt.person == person);
    own.filter_map(|attempt| match &attempt.want {
        Want::Rename(name) => Some((attempt, name)),
        _ => None,
    })
}

/// Returns the last name that a person wanted, if it was acknowledged, and nothing else that concerns it was under way.
fn settled<'a>(history: &'a History, number: usize, person: &Person) -> Option<&'a str> {
    let (last, name) = wishes(history, Some(number)).last()?;
    let is_alone = wishes(history, Some(number)).all(|(other, _)| {
        std::ptr::eq(other, last) || (other.answered.is_some() && other.arrived < last.sent)
    });
    let acknowledged = last.answered.as_ref()?.result.is_ok();
    // A seat may be taken under the name that a node remembers.
    let sits_down = history.log.iter().any(|row| {
        let Written::Entry(entry) = &row.what else {
            return false;
        };
        let sits = !matches!(entry.change, Change::Rename { .. } | Change::Play { .. })
            && entry.by.as_ref() == Some(&person.id);
        sits && row.at >= last.sent
    });
    (is_alone && acknowledged && !sits_down).then_some(name.as_str())
}

fn at_all_tables(history: &History, person: &Person, name: &str) -> Result<(), Violation> {
    for (id, entries) in &history.stored {
        let table = Table::replay(id.clone(), entries, &Hosting::default());
        let table = table.map_err(|refused| refused.to_string())?;
        if table.status() == Status::Over {
            continue;
        }
        let called = table.seats().find_map(|(_, sitter, _)| match sitter {
            Sitter::Person {
                person: who,
                name: called,
            } if *who == person.id => Some(called),
            _ => None,
        });
        ensure(called.is_none_or(|called| called == name), || {
            format!("{name} is called {called:?} at {id}")
        })?;
    }
    Ok(())
}
