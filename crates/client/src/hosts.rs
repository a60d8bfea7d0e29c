//! Sources of tables. Each provides a [`Link`].

pub mod api;
pub mod bots;
pub mod local;
pub mod online;
mod trouble;

pub use trouble::Trouble;

use kit::Seat;
use leptos::prelude::*;
use protocol::{ChatLine, Step, Update};
use std::sync::Arc;
use table::Request;

/// A table as the page sees it, local or online.
#[derive(Clone, Copy)]
pub struct Link {
    /// The last update; its steps are the news.
    pub update: RwSignal<Arc<Update>>,
    /// All steps, oldest first.
    pub log: RwSignal<Vec<Arc<Step>>>,
    /// The person who has to take over the screen before anything is shown.
    pub curtain: RwSignal<Option<Seat>>,
    /// The last error, as a sentence.
    pub problem: RwSignal<Option<String>>,
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
        Link {
            log: RwSignal::new(shared(&first.steps)),
            chat: RwSignal::new(first.chat.clone()),
            update: RwSignal::new(Arc::new(first)),
            curtain: RwSignal::new(None),
            problem: RwSignal::new(None),
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

impl Link {
    /// Sends a request to the table.
    pub fn request(self, request: Request) {
        self.ask.run(Ask::Request(request));
    }
}
