//! Where tables live. Whatever the place, the page gets a [`Link`].

pub mod bots;
pub mod local;

use kit::Seat;
use leptos::prelude::*;
use protocol::{Step, Update};
use std::sync::Arc;

/// A table as the page sees it, wherever it lives.
#[derive(Clone, Copy)]
pub struct Link {
    /// What the viewer was told last; its steps are the news.
    pub update: RwSignal<Arc<Update>>,
    /// All that the viewer was told, oldest first.
    pub log: RwSignal<Vec<Step>>,
    /// Who has to take over the screen before anything is shown.
    pub curtain: RwSignal<Option<Seat>>,
    /// What went wrong, as a sentence.
    pub problem: RwSignal<Option<String>>,
    /// The record of a finished game.
    pub record: RwSignal<Option<String>>,
    /// Where the viewer's wishes go.
    pub ask: Callback<Ask>,
}

/// What a viewer can ask of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Carry out an action.
    Play(String),
    /// Take back the last action.
    Undo,
    /// Let a bot play on.
    Resign,
    /// Play oneself again.
    ComeBack,
    /// Play the same again.
    Rematch,
    /// The right person sits in front of the screen.
    OpenCurtain,
}
