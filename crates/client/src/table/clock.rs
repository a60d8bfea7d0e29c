//! A seat's clock. It runs on between two updates.

use crate::browser;
use crate::frame::{frame, t};
use leptos::prelude::*;
use protocol::{Clock, Pace};
use std::time::Duration;
use words::time_left;

/// With less than this, time is short: in milliseconds, at a live table and over days.
const SHORT_LIVE: u64 = 60_000;
const SHORT_DAYS: u64 = 12 * 60 * 60_000;

/// The time that is left to somebody; `mine` is said aloud once when it is short.
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
        let clock = clock?;
        let passed = match clock.running {
            true => now.get().saturating_sub(at),
            false => 0,
        };
        Some(clock.left.saturating_sub(passed))
    };
    let shown = Memo::new(move |_| left().map(|left| time_left(frame.language.get(), left)));
    let short = Memo::new(move |_| {
        let limit = match pace.get() {
            Pace::Correspondence { .. } => SHORT_DAYS,
            _ => SHORT_LIVE,
        };
        clock.with(|clock| clock.is_some_and(|clock| clock.running))
            && left().is_some_and(|left| left < limit)
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
