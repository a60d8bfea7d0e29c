//! Notices a connection that is silently dead: a network that is gone closes nothing.

use super::Online;
use crate::browser;
use crate::hosts::Connection;
use leptos::prelude::*;
use std::time::Duration;

/// What the page sends, and gets back.
const PULSE: &str = "pulse";
/// What it sends when nobody looks at it any more: its timers may be slowed down.
const REST: &str = "rest";
/// The time between two pulses.
const BEAT: Duration = Duration::from_millis(1_400);
/// The number of beats without any message after which an open connection counts as dead.
const MISSED: u32 = 3;
/// The same for a connection that is being opened: a busy server may take longer.
const MISSED_OPENING: u32 = 8;

/// Whether a connection is dead after so many beats without a message.
fn is_dead(silent: u32, open: bool) -> bool {
    silent >= if open { MISSED } else { MISSED_OPENING }
}

/// Whether a message is the answer to a pulse.
pub(super) fn is_pulse(text: &str) -> bool {
    text == PULSE
}

impl Online {
    /// Sends pulses while the table is shown, and looks at once when the page wakes up or the network changes.
    pub(super) fn keep_pulse(self) {
        if let Ok(beats) = set_interval_with_handle(move || self.beat(), BEAT) {
            on_cleanup(move || beats.clear());
        }
        let wake = move |_| self.wake();
        let offline = window_event_listener_untyped("offline", move |_| self.give_up());
        let online = window_event_listener_untyped("online", wake);
        let shown = window_event_listener_untyped("pageshow", wake);
        let changed = window_event_listener_untyped("visibilitychange", move |_| {
            match browser::is_hidden() {
                true => self.send_text(REST),
                false => self.wake(),
            }
        });
        on_cleanup(move || {
            for listener in [offline, online, shown, changed] {
                listener.remove();
            }
        });
    }

    fn beat(self) {
        // Counted in beats, not in time: a page that was busy or asleep has missed nothing.
        let Some(silent) = self.silent.try_update_value(|silent| {
            *silent += 1;
            *silent
        }) else {
            return;
        };
        if browser::is_hidden() {
            return;
        }
        if is_dead(silent, self.is_open()) {
            return self.give_up();
        }
        self.send_text(PULSE);
    }

    /// After a sleep: the answer to one pulse decides whether the connection still lives. A lost one is opened again at once.
    fn wake(self) {
        let lost = self.link.connection.try_get_untracked() == Some(Connection::Lost);
        match lost || !self.is_open() {
            true => self.give_up(),
            false => {
                self.silent.try_update_value(|silent| *silent = MISSED - 2);
                self.send_text(PULSE);
            }
        }
    }

    /// Leaves a connection without waiting for its end, shows that, and opens another.
    fn give_up(self) {
        self.link.connection.try_set(Connection::Lost);
        self.hang_up();
        self.connect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dead_connection_is_noticed_within_five_seconds() {
        let beats = (0..)
            .find(|silent| is_dead(*silent, true))
            .unwrap_or_default();
        assert!(BEAT * beats < Duration::from_secs(5));
        assert!(!is_dead(MISSED, false) && is_dead(MISSED_OPENING, false));
    }
}
