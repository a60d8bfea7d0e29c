//! Sources of tables. Each provides a [`Link`].

pub mod api;
pub mod bots;
pub mod lesson;
pub mod local;
pub mod online;
pub mod passkeys;
pub mod push;
mod trouble;

pub use trouble::Trouble;

use kit::Seat;
use leptos::prelude::{Update as _, *};
use protocol::{ChatLine, Step, Update, WhatHappened};
use std::sync::Arc;
use table::Request;

/// A table as the page sees it, local or online.
#[derive(Clone, Copy)]
pub struct Link {
    /// The last update; its steps are the news.
    pub update: RwSignal<Arc<Update>>,
    /// The last update and those before it, oldest first, back to the one before the viewer's last own action.
    pub recent: RwSignal<Vec<Arc<Update>>>,
    /// All steps, oldest first.
    pub log: RwSignal<Vec<Arc<Step>>>,
    /// The person who has to take over the screen before anything is shown.
    pub curtain: RwSignal<Option<Seat>>,
    /// The last error, as a sentence.
    pub problem: RwSignal<Option<String>>,
    /// The key of the rule that the last error names.
    pub rule: RwSignal<Option<String>>,
    /// The record of a finished game.
    pub record: RwSignal<Option<String>>,
    /// All chat messages, oldest first.
    pub chat: RwSignal<Vec<ChatLine>>,
    /// The state of the connection.
    pub connection: RwSignal<Connection>,
    /// Whether a local table waits with the bots' next move, until the last one has been told.
    pub held: RwSignal<bool>,
    /// Receives the viewer's requests.
    pub ask: Callback<Ask>,
}

impl Link {
    /// Creates a link with a first update; requests are ignored until `ask` is set.
    pub fn new(first: Update, connection: Connection) -> Self {
        let log = shared(&first.steps);
        let chat = first.chat.clone();
        let first = Arc::new(first);
        Link {
            log: RwSignal::new(log),
            chat: RwSignal::new(chat),
            recent: RwSignal::new(vec![first.clone()]),
            update: RwSignal::new(first),
            curtain: RwSignal::new(None),
            problem: RwSignal::new(None),
            rule: RwSignal::new(None),
            record: RwSignal::new(None),
            connection: RwSignal::new(connection),
            held: RwSignal::new(false),
            ask: Callback::new(|_| ()),
        }
    }
}

/// Wraps steps for the log.
pub fn shared(steps: &[Step]) -> Vec<Arc<Step>> {
    steps.iter().cloned().map(Arc::new).collect()
}

/// The state of the connection to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Connection {
    /// The table is local.
    Local,
    /// The connection is open.
    Live,
    /// The connection is lost; the page tries to restore it.
    Lost,
}

/// A request of a viewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ask {
    /// A request to the table.
    Request(Request),
    /// Play again, at another table.
    Rematch,
    /// Send a chat message.
    Say(String),
    /// The right person is in front of the screen.
    OpenCurtain,
}

/// Marks a table at which, while this is true, the viewer carries out only choices as well: whoever learns should read why there is no other.
#[derive(Clone, Copy)]
pub struct ByHand(pub Memo<bool>);

impl Link {
    /// Sends a request to the table.
    pub fn request(self, request: Request) {
        self.ask.run(Ask::Request(request));
    }

    /// Takes over an update with what is new in it; `anew` if the viewer's eyes have changed, so that nothing before it counts.
    pub fn take_over(self, update: Update, anew: bool) {
        let known = if anew {
            0
        } else {
            self.update.with_untracked(|known| known.version)
        };
        let update = Arc::new(update);
        let news = update.steps.iter().filter(|step| step.version > known);
        let news: Vec<_> = news.cloned().map(Arc::new).collect();
        if anew || !news.is_empty() {
            self.log.update(|log| {
                if anew {
                    log.clear();
                }
                log.extend(news);
            });
        }
        self.recent.update(|recent| {
            if anew {
                recent.clear();
            }
            remember(recent, update.clone());
        });
        self.update.set(update);
    }
}

/// The maximum number of updates that are remembered.
const MOST_REMEMBERED: usize = 100;

/// Adds an update, unless the position is known, and forgets those that are not needed any more.
fn remember(recent: &mut Vec<Arc<Update>>, update: Arc<Update>) {
    recent.retain(|known| known.you.seat == update.you.seat);
    if recent
        .last()
        .is_some_and(|last| last.version >= update.version)
    {
        return;
    }
    if has_acted(&update) {
        let last = recent.len().saturating_sub(1);
        recent.drain(..last);
    }
    recent.push(update);
    if recent.len() > MOST_REMEMBERED {
        recent.remove(0);
    }
}

/// Returns whether the viewer has acted since the update before.
pub fn has_acted(update: &Update) -> bool {
    let me = update.you.seat;
    let acted = |what: &WhatHappened| matches!(what, WhatHappened::Played { seat, .. } if me == Some(*seat));
    update.steps.iter().any(|step| acted(&step.what))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::local_table::tests::{created, update};
    use crate::shelf::Memory;
    use serde_json::json;

    #[test]
    fn updates_are_remembered_until_the_viewer_has_acted() {
        let local = created("taj-mahal", 2, 0, &Memory::default());
        let at = |version: u64, seat: Seat, actor: u8| {
            let mut update = update(&local, Some(seat), 0);
            update.version = version;
            let step = json!({"step": "played", "version": version, "seat": actor, "action": "withdraw", "events": []});
            update.steps = vec![serde_json::from_value(step).unwrap()];
            Arc::new(update)
        };
        let mut recent = Vec::new();
        let mut versions = |update| {
            remember(&mut recent, update);
            recent
                .iter()
                .map(|update| update.version)
                .collect::<Vec<_>>()
        };
        let other = Seat::first(2).nth(1).unwrap();
        assert_eq!(versions(at(4, Seat::FIRST, 1)), [4]);
        assert_eq!(versions(at(5, Seat::FIRST, 1)), [4, 5]);
        // Presence and chat change no position.
        assert_eq!(versions(at(5, Seat::FIRST, 1)), [4, 5]);
        assert_eq!(versions(at(6, Seat::FIRST, 0)), [5, 6]);
        assert_eq!(versions(at(7, Seat::FIRST, 1)), [5, 6, 7]);
        // Other eyes must not see what these saw.
        assert_eq!(versions(at(8, other, 0)), [8]);
    }
}
