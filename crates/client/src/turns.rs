//! How many tables on the server wait for the person: shown beside the link to them, and on the icon of an installed page.

use crate::browser;
use crate::frame::Frame;
use crate::hosts::api;
use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen_futures::spawn_local;

/// The interval between two looks.
const INTERVAL: Duration = Duration::from_secs(30);

/// Counts now, after each navigation, and from time to time while the page is visible.
pub fn count_from_now_on(frame: Frame) {
    Effect::new(move |_| {
        frame.route.with(|_| ());
        count(frame);
    });
    set_interval(
        move || {
            if browser::is_visible() {
                count(frame);
            }
        },
        INTERVAL,
    );
}

fn count(frame: Frame) {
    if !api::is_guest() {
        return;
    }
    spawn_local(async move {
        if let Ok(mine) = api::get::<protocol::Tables>("/api/me/tables").await {
            let turns = mine.tables.iter().filter(|table| table.your_turn).count();
            frame.turns.try_set(turns);
            browser::set_badge(turns);
        }
    });
}

/// The text of the link to the tables: `My tables (2)`.
pub fn nav_text(frame: Frame) -> String {
    match frame.turns.get() {
        0 => frame.say("nav-tables", &[]),
        count => frame.say("nav-tables-waiting", &[("count", &count)]),
    }
}
