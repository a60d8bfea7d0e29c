//! Nobody's time is taken wrongly, measured by the time of the world.

use super::{Versions, Violation, ensure};
use crate::simulation::schedule::History;
use protocol::Pace;
use std::collections::BTreeMap;
use table::{Change, Hosting, Table, TableId};

/// A time without a working node that is longer than this takes nobody's time, in milliseconds.
const NOTICED: u64 = 10_500;
/// The time that may be taken by delays, in milliseconds.
const TOLERANCE: u64 = 2_000;
/// A jump of the database's clock that is shorter than this is not noticed, in milliseconds.
const JUMP: u64 = 5_000;
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
    let Pace::Live { seconds, increment } = setup.pace else {
        return Ok(());
    };
    let mut table = Table::open(id.clone(), first, &Hosting::default())
        .map_err(|refused| refused.to_string())?;
    let budget = u64::from(seconds) * 1_000;
    // What each seat has, and what it has used.
    let mut times: BTreeMap<u8, (u64, u64)> = BTreeMap::new();
    let slack = TOLERANCE + JUMP * history.jumps.len() as u64;
    for pair in versions.entries.windows(2) {
        let [(_, before, _), (_, after, entry)] = pair else {
            continue;
        };
        let running = table.deciders();
        let passed = worked(history, before.at, after.at);
        for seat in table.people().filter(|seat| running.contains(*seat)) {
            let time = times.entry(seat.number()).or_insert((budget, 0));
            time.1 += passed;
        }
        match &entry.change {
            Change::Play { seat, .. } if table.plays_self(*seat) => {
                let time = times.entry(seat.number()).or_insert((budget, 0));
                time.0 += u64::from(increment) * 1_000;
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

/// Returns the time between two times in which some node worked.
fn worked(history: &History, from: u64, to: u64) -> u64 {
    let long = history
        .idle
        .iter()
        .filter(|(start, end)| end - start > NOTICED);
    let idle = long.map(|(start, end)| (*end).min(to).saturating_sub((*start).max(from)));
    to.saturating_sub(from).saturating_sub(idle.sum())
}
