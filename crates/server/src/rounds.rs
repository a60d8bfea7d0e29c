//! Periodic tasks: clocks that run out, and bots whose node is gone.

use crate::App;
use crate::store::Op;
use crate::tables::{LEASE, Submission};
use std::time::Duration;
use table::{Refused, TableId};
use tokio::task::JoinSet;

/// The interval between checks of deadlines and leases.
const ROUND: Duration = Duration::from_millis(500);
/// The maximum number of tables handled in one round.
const MOST_IN_A_ROUND: u32 = 500;

/// Handles expired clocks, unattended bots, orders of the host and old data until the server stops.
pub async fn run(app: App) {
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = rounds.tick() => (),
            () = app.stops() => return,
        }
        // A clock that jumped is noticed before anybody's time is taken.
        if let Ok(now) = app.check_clock().await
            && let Ok(tables) = app.store.past_deadline(now, MOST_IN_A_ROUND).await
        {
            let mut handled = JoinSet::new();
            for table in tables {
                let app = app.clone();
                handled.spawn(async move { time_out(&app, &table, now).await });
            }
            handled.join_all().await;
        }
        let now = app.now();
        let until = now + LEASE;
        let at_work = app.thinkers.at_work();
        if !at_work.is_empty() {
            let _ = app.store.renew_leases(&at_work, until).await;
        }
        if let Ok(tables) = app.store.lease_bots(now, until, MOST_IN_A_ROUND).await {
            for table in tables {
                if let Ok(slot) = app.open(&table).await {
                    app.ask_bot(&slot).await;
                }
            }
        }
        app.carry_out_orders().await;
        app.clean_up().await;
    }
}

/// Hands a table's seats over whose time has run out.
async fn time_out(app: &App, table: &TableId, now: u64) {
    let time_out = app.change(table, Submission::default(), move |table| {
        table.time_out(now).ok_or(Refused::Late)
    });
    // Another node may have handled it, or the clocks stood still meanwhile; then no time has run out any more.
    if time_out.await.is_err()
        && let Ok(deadline) = app.look_at(table, |table| table.clocks().deadline()).await
        && deadline.is_none_or(|deadline| deadline > now)
    {
        let table = table.clone();
        let later = Op::Deadline {
            table,
            deadline,
            now,
        };
        let _ = app.store.write(later).await;
    }
}
