//! A seat's clock, which keeps running between updates.

use crate::browser;
use crate::frame::{frame, t};
use leptos::prelude::*;
use protocol::{Clock, Pace};
use std::time::Duration;
use words::time_left;

/// The limits below which time is short, in milliseconds: at a live table and in correspondence.
const SHORT_LIVE: u64 = 60_000;
const SHORT_DAYS: u64 = 12 * 60 * 60_000;

/// Shows the time left; for the viewer's own clock (`mine`), short time is announced once.
#[component]
pub fn ClockFace(
    clock: Memo<Option<Clock>>,
    pace: Signal<Pace>,
    mine: Signal<bool>,
) -> impl IntoView {
    let frame = frame();
    let told = Memo::new(move |_| (clock.get(), browser::now()));
    let now = RwSignal::new(browser::now());
    if let Ok(ticking) = set_interval_with_handle(
        move || {
            now.try_set(browser::now());
        },
        Duration::from_secs(1),
    ) {
        on_cleanup(move || ticking.clear());
    }
    let left = move || {
        let (clock, at) = told.get();
        Some(left(clock?, now.get().saturating_sub(at)))
    };
    let shown = Memo::new(move |_| left().map(|left| time_left(frame.language.get(), left)));
    let short = Memo::new(move |_| {
        let clock = clock.get();
        clock.is_some_and(|clock| clock.running)
            && left().is_some_and(|left| is_short(left, pace.get()))
    });
    view! {
        <span class="clock" class:short=short role="timer" aria-label=move || t("clock-label")>{shown}</span>
        <Show when=move || short.get()>
            <span class="tag clock-short">{move || t("clock-short")}</span>
        </Show>
        <Show when=move || short.get() && mine.get()>
            <span class="visually-hidden" role="alert">{move || t("clock-short-yours")}</span>
        </Show>
    }
}

/// Returns the time left after `passed` milliseconds.
fn left(clock: Clock, passed: u64) -> u64 {
    match clock.running {
        true => clock.left.saturating_sub(passed),
        false => clock.left,
    }
}

/// Returns whether the time left is short at this pace.
fn is_short(left: u64, pace: Pace) -> bool {
    let limit = match pace {
        Pace::Correspondence { .. } => SHORT_DAYS,
        _ => SHORT_LIVE,
    };
    left < limit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_runs_on_by_itself_and_ends_at_nothing() {
        let clock = |running| Clock {
            left: 5_000,
            running,
        };
        assert_eq!(left(clock(true), 1_200), 3_800);
        assert_eq!(left(clock(true), 60_000), 0);
        assert_eq!(left(clock(false), 1_200), 5_000);
    }

    #[test]
    fn time_is_short_sooner_over_days() {
        let live = Pace::Live {
            seconds: 1_200,
            increment: 15,
        };
        let days = Pace::Correspondence { days: 3 };
        assert!(is_short(59_999, live) && !is_short(60_000, live));
        let hours = 60 * 60_000;
        assert!(is_short(11 * hours, days) && !is_short(12 * hours, days));
    }
}
