//! A game with its history, whichever game it is.

use kit::{Eyes, Game, Seat};
use protocol::{Position, Step, WhatHappened};
use table::{BadRecord, Record, Table};

/// A game in play, with everything that was told of it.
pub(crate) trait Sitting {
    fn seats(&self) -> u8;
    fn deciders(&self) -> Vec<Seat>;
    fn position(&self, eyes: Eyes) -> Position;
    /// What these eyes are told of all that happened after `since`.
    fn steps(&self, eyes: Eyes, since: u64) -> Vec<Step>;
    fn version(&self) -> u64;
    fn play(&mut self, seat: Seat, action: &str) -> Result<(), String>;
    fn undo(&mut self, seat: Seat) -> Result<(), String>;
    fn can_undo(&self, seat: Seat) -> bool;
    fn note(&mut self, what: WhatHappened);
    /// Plays one action of a record, counted from 0.
    fn advance(&mut self, record: &Record, number: usize) -> Result<(), BadRecord>;
    fn record(&self, names: &[String]) -> Option<Record>;
    fn options(&self) -> serde_json::Value;
}

/// Something that happened. Who may know what of it is only decided when it is told.
enum Told<G: Game> {
    Started,
    Played {
        seat: Seat,
        action: G::Action,
        events: Vec<G::Event>,
    },
    Other(WhatHappened),
}

/// The history of one game.
pub(crate) struct Chronicle<G: Game> {
    table: Table<G>,
    first: G,
    told: Vec<Told<G>>,
}

impl<G: Game> Chronicle<G> {
    pub(crate) fn new(table: Table<G>) -> Self {
        Chronicle {
            first: table.game().clone(),
            table,
            told: vec![Told::Started],
        }
    }

    /// The game of a record after its first `moves` actions.
    pub(crate) fn of_record(record: &Record, moves: usize) -> Result<Self, BadRecord> {
        let mut chronicle = Chronicle::new(Table::<G>::set_up(record)?);
        for number in 0..moves.min(record.moves.len()) {
            chronicle.advance(record, number)?;
        }
        Ok(chronicle)
    }

    /// Tells of the action that was just played.
    fn tell(&mut self, events: Vec<G::Event>) {
        if let Some(played) = self.table.moves().last() {
            self.told.push(Told::Played {
                seat: played.seat,
                action: played.action,
                events,
            });
        }
    }
}

impl<G: Game> Sitting for Chronicle<G> {
    fn seats(&self) -> u8 {
        self.table.game().seats()
    }

    fn deciders(&self) -> Vec<Seat> {
        self.table.game().deciders().iter().collect()
    }

    fn position(&self, eyes: Eyes) -> Position {
        Position::of(self.table.game(), eyes)
    }

    fn steps(&self, eyes: Eyes, since: u64) -> Vec<Step> {
        let numbered = self.told.iter().zip(1..);
        let news = numbered.filter(|(_, version)| *version > since);
        news.map(|(told, version)| Step {
            version,
            what: match told {
                Told::Started => protocol::opening(&self.first, eyes),
                Told::Played {
                    seat,
                    action,
                    events,
                } => protocol::played::<G>(*seat, *action, events, eyes),
                Told::Other(what) => what.clone(),
            },
        })
        .collect()
    }

    fn version(&self) -> u64 {
        self.told.len() as u64
    }

    fn play(&mut self, seat: Seat, action: &str) -> Result<(), String> {
        let action = action
            .parse::<G::Action>()
            .map_err(|error| error.to_string())?;
        let events = self
            .table
            .play(seat, action)
            .map_err(|refusal| refusal.to_string())?;
        self.tell(events);
        Ok(())
    }

    fn undo(&mut self, seat: Seat) -> Result<(), String> {
        self.table.undo(seat).map_err(|error| error.to_string())?;
        self.told
            .push(Told::Other(WhatHappened::TookBack { seat, actions: 1 }));
        Ok(())
    }

    fn can_undo(&self, seat: Seat) -> bool {
        let last = self.table.moves().last();
        last.is_some_and(|last| last.seat == seat && !last.revealed)
    }

    fn note(&mut self, what: WhatHappened) {
        self.told.push(Told::Other(what));
    }

    fn advance(&mut self, record: &Record, number: usize) -> Result<(), BadRecord> {
        let events = self.table.play_recorded(record, number)?;
        self.tell(events);
        Ok(())
    }

    fn record(&self, names: &[String]) -> Option<Record> {
        self.table.record(names)
    }

    fn options(&self) -> serde_json::Value {
        serde_json::to_value(self.table.game().options()).unwrap_or_default()
    }
}
