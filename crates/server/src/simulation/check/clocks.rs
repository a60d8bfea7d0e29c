//! Nobody's time is taken wrongly, measured by the time of the world.

use super::{Versions, Violation, ensure};
use crate::simulation::schedule::{DAY, History, SECOND};
use crate::simulation::world::BEGINNING;
use crate::store::simulated::Committed;
use protocol::Pace;
use std::collections::BTreeMap;
use table::{Change, Entry, Hosting, Table, TableId};

/// A time without a working node that is longer than this takes nobody's time, in milliseconds.
const NOTICED: u64 = 10_500;
/// The time that may be taken by delays, in milliseconds.
const TOLERANCE: u64 = 2_000;
/// A jump of the database's clock that is shorter than this is not noticed, in milliseconds.
const JUMP: u64 = 5_000;
/// The longest time between the time of an entry and its commit, if nothing is wrong, in milliseconds.
const WRITING: u64 = 200;
/// The minimum time for somebody who comes back, in milliseconds.
const WELCOME_BACK: u64 = 60_000;

/// Checks that everybody had their time when it ran out.
pub fn check(history: &History, id: &TableId, versions: &Versions<'_>) -> Result<(), Violation> {
    let Some((_, _, first)) = versions.entries.first() else {
        return Ok(());
    };
    let Change::Create(setup) = &first.change else {
        return Ok(());
    };
    let (budget, increment, resets) = match setup.pace {
        Pace::Relaxed => return Ok(()),
        Pace::Live { seconds, increment } => (u64::from(seconds) * SECOND, increment, false),
        Pace::Correspondence { days } => (u64::from(days) * DAY, 0, true),
    };
    let mut table = Table::open(id.clone(), first, &Hosting::default())
        .map_err(|refused| refused.to_string())?;
    // What each seat has, and what it has used.
    let mut times: BTreeMap<u8, (u64, u64)> = BTreeMap::new();
    let slack = TOLERANCE + JUMP * history.jumps.len() as u64;
    for pair in versions.entries.windows(2) {
        let [(_, before, entry_before), (_, after, entry)] = pair else {
            continue;
        };
        let running = table.deciders();
        let passed = worked(history, begun(history, before), after.at)
            + before_the_world(before, entry_before);
        for seat in table.people().filter(|seat| running.contains(*seat)) {
            let time = times.entry(seat.number()).or_insert((budget, 0));
            time.1 += passed;
        }
        match &entry.change {
            Change::Play { seat, .. } if table.plays_self(*seat) => {
                let time = times.entry(seat.number()).or_insert((budget, 0));
                match resets {
                    true => *time = (budget, 0),
                    false => time.0 += u64::from(increment) * SECOND,
                }
            }
            Change::ComeBack { seat } if resets => {
                times.insert(seat.number(), (budget, 0));
            }
            Change::ComeBack { seat } => {
                let time = times.entry(seat.number()).or_insert((budget, 0));
                time.0 = time.0.max(time.1.min(time.0) + WELCOME_BACK);
            }
            Change::RunOut { seat } => {
                let (had, used) = times.get(&seat.number()).copied().unwrap_or((budget, 0));
                ensure(used + slack >= had, || {
                    format!(
                        "seat {seat} of {id} had {had} ms and was timed out after {used} ms: {entry:?}"
                    )
                })?;
            }
            _ => (),
        }
        table.add(entry).map_err(|refused| refused.to_string())?;
    }
    Ok(())
}

/// Returns the time from an entry to the beginning of the world, if it was written before. A server ran all the time.
fn before_the_world(row: &Committed, entry: &Entry) -> u64 {
    match row.at {
        0 => BEGINNING.saturating_sub(entry.at),
        _ => 0,
    }
}

/// Returns since when the time after an entry counts: if the node stood still for a moment while it wrote the entry, since then.
fn begun(history: &History, row: &Committed) -> u64 {
    let mut begun = row.at;
    let short = |(start, end): &&(u64, u64)| end - start <= NOTICED;
    for (start, end) in history.idle.iter().filter(short).rev() {
        if *start < begun && end + WRITING >= begun {
            begun = *start;
        }
    }
    begun
}

/// Returns the time between two times in which some node worked.
fn worked(history: &History, from: u64, to: u64) -> u64 {
    let long = history
        .idle
        .iter()
        .filter(|(start, end)| end - start > NOTICED);
    let idle = long.map(|(start, end)| (*end).min(to).saturating_sub((*start).max(from)));
    to.saturating_sub(from).saturating_sub(idle.sum())
}
