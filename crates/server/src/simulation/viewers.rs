//! People who watch a table live. The world decides when their connections have room for the next update.

use super::world::World;
use crate::live::{self, Telling};
use crate::people::Viewer;
use crate::problem::Answer;
use crate::store::simulated::Defect;
use ::table::{Person, TableId};
use protocol::{Update, Watch};
use tokio::sync::oneshot;
use tokio::sync::oneshot::error::TryRecvError;

/// How an update was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// `GET`.
    Read,
    /// The first one of a stream.
    First,
    /// A later one of a stream.
    Next,
}

/// What somebody was told.
#[derive(Clone, Debug)]
pub struct Told {
    pub table: TableId,
    /// The number of the person, or `None` for a stranger.
    pub person: Option<usize>,
    pub way: Way,
    /// What the viewer knew.
    pub known: Watch,
    pub update: Update,
}

type Next = (Telling, Update);

enum Stream {
    /// Not connected.
    Away,
    /// Nothing is under way.
    Open(Telling),
    /// An update is under way.
    Busy(oneshot::Receiver<Answer<Next>>, Way),
}

/// Somebody who watches a table.
pub struct Spectator {
    pub person: Option<usize>,
    pub table: TableId,
    pub node: usize,
    /// What the viewer knows.
    pub known: Watch,
    stream: Stream,
    kept: Option<Told>,
}

impl Spectator {
    /// Somebody who is going to watch.
    pub fn new(person: Option<usize>, table: TableId, node: usize) -> Self {
        Spectator {
            person,
            table,
            node,
            known: Watch {
                since: Some(0),
                chat: Some(0),
                at_least: None,
            },
            stream: Stream::Away,
            kept: None,
        }
    }

    /// Returns whether an update is under way.
    pub fn is_busy(&self) -> bool {
        matches!(self.stream, Stream::Busy(..))
    }

    /// Returns whether they are not connected.
    pub fn is_away(&self) -> bool {
        matches!(self.stream, Stream::Away)
    }

    /// The connection ends.
    pub fn leave(&mut self) {
        self.stream = Stream::Away;
    }

    /// Connects to a node, with what is known.
    pub fn come(&mut self, world: &World, people: &[Person], node: usize) {
        let Some((app, runtime)) = world.node(node) else {
            return;
        };
        self.node = node;
        let told_as = match world.database.defect() {
            Some(Defect::TellsAnothersView) => self.person.map(|person| 1 - person.min(1)),
            _ => self.person,
        };
        let viewer = Viewer(told_as.and_then(|person| people.get(person).cloned()));
        let (app, table, known) = (app.clone(), self.table.clone(), self.known);
        let (sender, receiver) = oneshot::channel();
        runtime.spawn(async move {
            let begun = async {
                let slot = live::open(&app, &table).await?;
                Telling::begin(app, slot, viewer, known).await
            };
            let _ = sender.send(begun.await);
        });
        self.stream = Stream::Busy(receiver, Way::First);
    }

    /// Lets news through. Returns what the viewer was told.
    pub fn look(&mut self, world: &World) -> Option<Told> {
        match std::mem::replace(&mut self.stream, Stream::Away) {
            Stream::Away => None,
            Stream::Open(telling) if telling.has_changed() => {
                let (_, runtime) = world.node(self.node)?;
                let (sender, receiver) = oneshot::channel();
                runtime.spawn(async move {
                    let mut telling = telling;
                    let told = telling.next().await;
                    let told = told.map(|update| (telling, update));
                    let _ = sender.send(told);
                });
                self.stream = Stream::Busy(receiver, Way::Next);
                None
            }
            Stream::Open(telling) => {
                self.stream = Stream::Open(telling);
                None
            }
            Stream::Busy(mut receiver, way) => match receiver.try_recv() {
                Ok(Ok((telling, update))) => {
                    self.stream = Stream::Open(telling);
                    let told = self.told(way, update);
                    self.reordered(world, told)
                }
                Err(TryRecvError::Empty) => {
                    self.stream = Stream::Busy(receiver, way);
                    None
                }
                // The stream was closed, or the node died.
                Ok(Err(_)) | Err(TryRecvError::Closed) => None,
            },
        }
    }

    fn told(&mut self, way: Way, update: Update) -> Told {
        let known = self.known;
        self.known.since = Some(update.version);
        let line = update.chat.last().map(|line| line.number);
        self.known.chat = Some(line.unwrap_or(0).max(known.chat.unwrap_or(0)));
        Told {
            table: self.table.clone(),
            person: self.person,
            way,
            known,
            update,
        }
    }

    /// A deliberate defect: one of two updates is skipped, and comes after the other one.
    fn reordered(&mut self, world: &World, told: Told) -> Option<Told> {
        if world.database.defect() != Some(Defect::ReordersUpdates) {
            return Some(told);
        }
        match self.kept.take() {
            Some(mut kept) => {
                kept.known = told.known;
                Some(kept)
            }
            None => {
                self.kept = Some(told.clone());
                Some(told)
            }
        }
    }
}
