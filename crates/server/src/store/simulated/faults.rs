//! What goes wrong with the database.

use std::collections::BTreeMap;

/// What goes wrong with one call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The call fails before anything happens.
    Fails,
    /// The connection is lost when the database is asked to commit; nothing is written.
    LostBefore,
    /// The connection is lost after the database has committed.
    LostAfter,
    /// The call takes so many milliseconds before anything happens.
    Slow(u64),
    /// The database commits after so many milliseconds, whether anybody still waits for it or not.
    Late(u64),
    /// The call never returns; nothing happens.
    Hangs,
    /// The database commits, and the call never returns.
    HangsAfter,
}

/// A deliberate defect of store or network, which the checks have to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Defect {
    /// Writes are confirmed that do not happen.
    AcknowledgesUnwritten,
    /// An entry whose version exists is confirmed.
    IgnoresVersions,
    /// A write that failed after the commit is told as not written.
    ForgetsThatItAsked,
    /// The last entry that was written is not read, now and then.
    ReadsThePast,
    /// Pauses are not written.
    LosesPauses,
    /// A viewer is told what another one may see.
    TellsAnothersView,
    /// Updates reach a viewer in another order.
    ReordersUpdates,
    /// Nobody leases bots of a dead node.
    LosesBots,
    /// Nobody finds clocks that have run out.
    LosesDeadlines,
    /// Nobody finds the orders of the host.
    LosesOrders,
    /// Orders are carried out by nodes that are late, after others have done so.
    RepeatsOrders,
    /// What the host decides about people is not written.
    LosesJudgements,
    /// A new name does not reach the tables.
    LosesNames,
    /// The table of a rematch is announced, and never written.
    LosesRematches,
    /// What is kept no longer is not deleted.
    KeepsOldRows,
    /// A node that is stopped in good order does not wait for what is under way.
    StopsAtOnce,
}

/// Settings that the world changes while it runs.
#[derive(Clone, Debug, Default)]
pub struct Weather {
    /// The longest usual delay of a call, in milliseconds.
    pub delay: u64,
    /// The longest delay of a notification, in milliseconds.
    pub news_delay: u64,
    /// Whether all calls fail.
    pub down: bool,
    /// The clock of the database, in milliseconds since 1970 at the beginning of the world.
    pub clock: u64,
    /// What goes wrong at the n-th read from now on.
    pub reads: BTreeMap<u64, Fault>,
    /// What goes wrong at the n-th write from now on.
    pub writes: BTreeMap<u64, Fault>,
}

/// Counts a call. Returns what goes wrong with it.
pub fn fault(faults: &mut BTreeMap<u64, Fault>) -> Option<Fault> {
    if faults.is_empty() {
        return None;
    }
    let counted = std::mem::take(faults);
    let mut now = None;
    for (number, fault) in counted {
        match number {
            0 => now = Some(fault),
            _ => drop(faults.insert(number - 1, fault)),
        }
    }
    now
}
