//! Whole sites from one seed: servers with their real code, whose store, clocks, network and deaths are simulated in one process.
//!
//! ```text
//! cargo test -p server simulation                                            # 10,000 schedules
//! DURBAR_SIM_SEED=17 cargo test -p server simulation -- --nocapture          # one of them, with everything that happens in it
//! DURBAR_SIM_SCHEDULES=1000000 cargo test --release -p server simulation     # tells how far it is, and how to go on if it is interrupted
//! ```
//!
//! `world` runs the nodes, `crate::store::simulated` is their store, `people` and `viewers` are their clients, `schedule` draws what happens from the seed, and
//! `check` says what must be true of it, whatever happens.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

mod check;
mod people;
mod schedule;
mod takeover;
mod viewers;
mod world;

use crate::store::simulated::Defect;
use check::check;
use schedule::{History, run};
use std::env;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The number of schedules of a usual test.
const SCHEDULES: u64 = 10_000;
/// A long run tells after so many schedules how far it is.
const PORTION: u64 = 10_000;

/// Runs the schedule of a seed. Returns the history, and what is wrong with it.
fn examine(seed: u64, defect: Option<Defect>) -> Result<History, String> {
    let history = run(seed, defect, false);
    match check(&history) {
        Ok(()) => Ok(history),
        Err(violation) => {
            // Once more, in words.
            let events = run(seed, defect, true).events.join("\n");
            Err(format!(
                "{events}\n\nschedule {seed}: {violation}\n\nto repeat it: DURBAR_SIM_SEED={seed} cargo test -p server simulation"
            ))
        }
    }
}

/// Runs schedules on all cores until one is wrong. Returns what is wrong with it.
fn first_wrong(seeds: std::ops::Range<u64>, defect: Option<Defect>) -> Option<String> {
    let (next, wrong) = (AtomicU64::new(seeds.start), AtomicBool::new(false));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let work = || {
        while !wrong.load(Ordering::Relaxed) {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end {
                return None;
            }
            let examined = catch_unwind(AssertUnwindSafe(|| examine(seed, defect)));
            let examined = examined.unwrap_or_else(|_| Err(format!("schedule {seed} panics")));
            if let Err(words) = examined {
                wrong.store(true, Ordering::Relaxed);
                return Some(words);
            }
        }
        None
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let found = threads.into_iter().map(|thread| thread.join().unwrap());
        found.flatten().collect::<Vec<_>>().into_iter().next()
    })
}

fn number(variable: &str) -> Option<u64> {
    env::var(variable).ok()?.parse().ok()
}

#[test]
fn simulation() {
    if let Some(seed) = number("DURBAR_SIM_SEED") {
        match examine(seed, None) {
            Ok(history) => {
                let events = run(seed, None, true).events.join("\n");
                println!("{events}\n{} statements", history.statements);
            }
            Err(words) => panic!("{words}"),
        }
        return;
    }
    let first = number("DURBAR_SIM_FIRST").unwrap_or(0);
    let end = first + number("DURBAR_SIM_SCHEDULES").unwrap_or(SCHEDULES);
    let begin = Instant::now();
    for portion in (first..end).step_by(PORTION as usize) {
        let next = end.min(portion + PORTION);
        if let Some(words) = first_wrong(portion..next, None) {
            panic!("{words}");
        }
        if end - first > PORTION {
            tell(next, end, begin.elapsed());
        }
    }
}

/// Tells how far a long run is. Not by `println!`, which a test shows only when it is over.
fn tell(next: u64, end: u64, took: Duration) {
    let left = end - next;
    let words = format!(
        "schedules up to {next} of {end} are fine, after {took:.0?}; to go on from here: DURBAR_SIM_FIRST={next} DURBAR_SIM_SCHEDULES={left}\n"
    );
    let _ = std::io::stderr().write_all(words.as_bytes());
}

#[test]
fn the_same_seed_gives_the_same_history() {
    for seed in 0..24 {
        let told = || {
            let History {
                events,
                log,
                told,
                attempts,
                ..
            } = run(seed, None, true);
            (events, format!("{log:?}\n{told:?}\n{attempts:?}"))
        };
        let (once, again) = (told(), told());
        assert_eq!(once.0, again.0, "schedule {seed}");
        assert!(once.1 == again.1, "schedule {seed}");
    }
}

#[test]
fn deliberate_defects_are_found() {
    for defect in [
        Defect::AcknowledgesUnwritten,
        Defect::IgnoresVersions,
        Defect::ForgetsThatItAsked,
        Defect::ReadsThePast,
        Defect::LosesPauses,
        Defect::TellsAnothersView,
        Defect::ReordersUpdates,
        Defect::LosesBots,
        Defect::LosesDeadlines,
        Defect::LosesOrders,
        Defect::RepeatsOrders,
        Defect::LosesJudgements,
        Defect::LosesNames,
        Defect::LosesRematches,
        Defect::KeepsOldRows,
        Defect::StopsAtOnce,
    ] {
        let found = first_wrong(0..600, Some(defect));
        let found = found.unwrap_or_else(|| panic!("{defect:?} is not found"));
        let words = found.lines().find(|line| line.starts_with("schedule"));
        println!("{defect:?}: {}", words.unwrap_or(&found));
    }
}
