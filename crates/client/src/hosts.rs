//! Where tables live. Whatever the place, the page gets a [`Link`].

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

/// A table as the page sees it, wherever it lives.
#[derive(Clone, Copy)]
pub struct Link {
    /// What the viewer was told last; its steps are the news.
    pub update: RwSignal<Arc<Update>>,
    /// All that the viewer was told, oldest first.
    pub log: RwSignal<Vec<Arc<Step>>>,
    /// Who has to take over the screen before anything is shown.
    pub curtain: RwSignal<Option<Seat>>,
    /// What went wrong, as a sentence.
    pub problem: RwSignal<Option<String>>,
    /// The record of a finished game.
    pub record: RwSignal<Option<String>>,
    /// All that was said, oldest first.
    pub chat: RwSignal<Vec<ChatLine>>,
    /// Whether the table can be reached.
    pub connection: RwSignal<Connection>,
    /// Where the viewer's requests go.
    pub ask: Callback<Ask>,
}

impl Link {
    /// A table about which this was told first; requests go nowhere yet.
    pub fn new(first: Update, connection: Connection) -> Self {
        Link {
            log: RwSignal::new(shared(&first.steps)),
            chat: RwSignal::new(first.chat.clone()),
            update: RwSignal::new(Arc::new(first)),
            curtain: RwSignal::new(None),
            problem: RwSignal::new(None),
            record: RwSignal::new(None),
            connection: RwSignal::new(connection),
            ask: Callback::new(|_| ()),
        }
    }
}

/// Steps as the log keeps them.
pub fn shared(steps: &[Step]) -> Vec<Arc<Step>> {
    steps.iter().cloned().map(Arc::new).collect()
}

/// Whether a table can be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Connection {
    /// It lives in this page.
    Local,
    /// The server tells what happens.
    Live,
    /// The connection is lost; the page tries to restore it.
    Lost,
}

/// What a viewer can ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Something that the table decides about.
    Request(Request),
    /// Play the same again, at another table.
    Rematch,
    /// Say something.
    Say(String),
    /// The right person sits in front of the screen.
    OpenCurtain,
}

impl Link {
    /// Requests something of the table.
    pub fn request(self, request: Request) {
        self.ask.run(Ask::Request(request));
    }
}
