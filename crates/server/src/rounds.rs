//! Periodic tasks: clocks that run out, and bots whose node is gone.

use crate::App;
use crate::tables::{LEASE, Submission};
use std::time::Duration;
use table::Refused;

/// The interval between checks of deadlines and leases.
const ROUND: Duration = Duration::from_millis(500);
/// The maximum number of tables handled in one round.
const MOST_IN_A_ROUND: u32 = 500;

/// Handles expired clocks and unattended bots until the server stops.
pub async fn run(app: App) {
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = rounds.tick() => (),
            () = app.stops() => return,
        }
        let now = (app.now)();
        let until = now + LEASE;
        if let Ok(tables) = app.store.past_deadline(now, MOST_IN_A_ROUND).await {
            for table in tables {
                let time_out = app.change(&table, Submission::default(), move |table| {
                    table.time_out(now).ok_or(Refused::Late)
                });
                // Another node may have handled it; then no time has run out any more.
                let _ = time_out.await;
            }
        }
        let at_work = app.thinkers.at_work();
        if !at_work.is_empty() {
            let _ = app.store.renew_leases(&at_work, until).await;
        }
        if let Ok(tables) = app.store.lease_bots(now, until, MOST_IN_A_ROUND).await {
            for table in tables {
                app.thinkers.ask(&table);
            }
        }
    }
}
