//! Walking through a record.

use crate::local::{AfterMoves, BadTable};
use crate::sitting::Sitting;
use kit::{Eyes, Seat};
use protocol::{Pace, Position, SeatState, Standings, Status, Step, Update, Who, You};
use serde_json::Value;
use table::{AnyGame, BadRecord, ForGame, Playable, Record, Table};

/// Whose eyes look at a replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// Those of everybody at once.
    All,
    /// Those of one seat, or of the public.
    Eyes(Eyes),
}

/// A record that replays.
pub struct Replay {
    record: Record,
    game: AnyGame,
    seats: u8,
    course: Vec<Standings>,
}

impl Replay {
    /// Reads a record and plays all of it once, so that everything in it is checked.
    pub fn open(text: &str) -> Result<Self, BadTable> {
        let record: Record = text.parse()?;
        let game: AnyGame = record
            .game
            .parse()
            .map_err(|_| BadTable::UnknownGame(record.game.clone()))?;
        game.run(Verify(&record))?;
        let mut sitting = game.run(AfterMoves(&record, 0))?;
        let mut course = vec![sitting.position(Eyes::Public).standings];
        for number in 0..record.moves.len() {
            sitting.advance(&record, number)?;
            course.push(sitting.position(Eyes::Public).standings);
        }
        Ok(Replay {
            seats: sitting.seats(),
            record,
            game,
            course,
        })
    }

    /// How many actions it has.
    pub fn moves(&self) -> usize {
        self.record.moves.len()
    }

    /// How the game stood after each action, beginning with the set-up.
    pub fn course(&self) -> &[Standings] {
        &self.course
    }

    /// Who sat where.
    pub fn names(&self) -> &[String] {
        &self.record.names
    }

    /// The record itself.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The table after so many actions. All that led there is told, so that a log can be shown.
    pub fn after(&self, moves: usize, look: Look) -> Result<Update, BadTable> {
        let sitting = self.game.run(AfterMoves(&self.record, moves))?;
        let (position, steps, seat) = match look {
            Look::Eyes(eyes) => {
                let seat = if let Eyes::Seat(seat) = eyes {
                    Some(seat)
                } else {
                    None
                };
                (sitting.position(eyes), sitting.steps(eyes, 0), seat)
            }
            Look::All => self.all_seeing(sitting.as_ref()),
        };
        let person = |name: &String| SeatState {
            who: match name.parse::<bots::Level>() {
                Ok(level) => Who::Bot {
                    level: level.to_string(),
                },
                Err(_) => Who::Person { name: name.clone() },
            },
            connected: true,
            played_by_bot: false,
            clock: None,
        };
        Ok(Update {
            table: String::new(),
            version: sitting.version(),
            game: self.record.game.clone(),
            options: sitting.options(),
            status: if position.standings.over {
                Status::Over
            } else {
                Status::Running
            },
            pace: Pace::Relaxed,
            stand_in: String::new(),
            listed: false,
            seats: self.record.names.iter().map(person).collect(),
            you: You {
                seat,
                owner: false,
                can_undo: false,
            },
            // Nobody acts in a replay.
            position: Some(Position {
                legal: Vec::new(),
                ..position
            }),
            steps,
            chat: Vec::new(),
            thinking: Vec::new(),
            undo_asked: None,
            commitment: Some(self.record.commitment.clone()),
            seed: self.record.seed.map(|seed| seed.to_string()),
            rematch: None,
        })
    }

    /// What all seats know together.
    fn all_seeing(&self, sitting: &dyn Sitting) -> (Position, Vec<Step>, Option<Seat>) {
        let mut position = sitting.position(Eyes::Public);
        let mut steps = sitting.steps(Eyes::Public, 0);
        for seat in Seat::first(self.seats) {
            let eyes = Eyes::Seat(seat);
            fuller(&mut position.view, sitting.position(eyes).view);
            for (step, other) in steps.iter_mut().zip(sitting.steps(eyes, 0)) {
                if matches!(other.what, protocol::WhatHappened::Played { seat: actor, .. } if actor == seat)
                {
                    *step = other;
                }
            }
        }
        (position, steps, None)
    }
}

/// Checks everything in a record, its result included.
struct Verify<'a>(&'a Record);

impl ForGame for Verify<'_> {
    type Output = Result<(), BadRecord>;

    fn run<G: Playable>(self) -> Self::Output {
        Table::<G>::replay(self.0).map(|_| ())
    }
}

/// Adds to a view what another one knows: something in the place of nothing.
fn fuller(known: &mut Value, other: Value) {
    match (known, other) {
        (Value::Object(known), Value::Object(other)) => {
            for (key, value) in other {
                match known.get_mut(&key) {
                    Some(place) if key != "eyes" => fuller(place, value),
                    Some(_) => {}
                    None => {
                        known.insert(key, value);
                    }
                }
            }
        }
        (Value::Array(known), Value::Array(other)) if known.len() == other.len() => {
            for (place, value) in known.iter_mut().zip(other) {
                fuller(place, value);
            }
        }
        (Value::Array(known), Value::Array(other)) if known.is_empty() => *known = other,
        (known @ Value::Null, other) => *known = other,
        _ => {}
    }
}
