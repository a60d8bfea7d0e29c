//! What each pair of eyes is told of a table. [`Update`] is only built here.

use crate::entry::Message;
use crate::people::PersonId;
use crate::table::Table;
use kit::{Eyes, Seat, SeatSet};
use protocol::{
    Audience, ChatLine, Position, SeatState, Spectators, Status, TableLine, Update, Watch, You,
};
use std::collections::HashMap;

/// The maximum number of spectators who are named.
const MOST_NAMED: usize = 20;

/// The state of a table that is lost when its host stops: who is connected, and which bots are thinking.
#[derive(Clone, Debug, Default)]
pub struct Presence {
    people: HashMap<PersonId, Viewing>,
    /// The number of viewers without a session.
    strangers: usize,
    thinking: SeatSet,
}

/// A person who is here.
#[derive(Clone, Debug, Default)]
struct Viewing {
    name: String,
    /// In how many places.
    count: usize,
}

impl Presence {
    /// Registers a person by this name. Returns whether they were away before.
    pub fn enter(&mut self, person: &PersonId, name: &str) -> bool {
        let viewing = self.people.entry(person.clone()).or_default();
        name.clone_into(&mut viewing.name);
        viewing.count += 1;
        viewing.count == 1
    }

    /// Removes a person. Returns whether they are away now.
    pub fn leave(&mut self, person: &PersonId) -> bool {
        let Some(viewing) = self.people.get_mut(person) else {
            return false;
        };
        viewing.count = viewing.count.saturating_sub(1);
        let away = viewing.count == 0;
        if away {
            self.people.remove(person);
        }
        away
    }

    /// Registers a viewer without a session.
    pub fn stranger_enters(&mut self) {
        self.strangers += 1;
    }

    /// Removes a viewer without a session.
    pub fn stranger_leaves(&mut self) {
        self.strangers = self.strangers.saturating_sub(1);
    }

    /// Sets whether the seat's bot has been thinking for a while. Returns whether that changed.
    pub fn set_thinking(&mut self, seat: Seat, thinking: bool) -> bool {
        match thinking {
            true => self.thinking.insert(seat),
            false => self.thinking.remove(seat),
        }
    }

    /// Returns whether a person is here.
    pub fn has(&self, person: &PersonId) -> bool {
        self.people.contains_key(person)
    }
}

impl Table {
    /// Returns the table as a list shows it to this person.
    pub fn line(&self, person: Option<&PersonId>) -> TableLine {
        let deciders = self.deciders();
        let asked = |seat: Seat| deciders.contains(seat) && self.plays_self(seat);
        TableLine {
            table: self.id().to_string(),
            game: self.setup().game.to_string(),
            status: self.status(),
            pace: self.setup().pace,
            seats: self.seats().map(|(_, sitter, _)| sitter.shown()).collect(),
            your_turn: self.eyes_of(person).seat().is_some_and(asked),
            changed: self.changed(),
            began: self.began(),
            rated: self.setup().rated,
            language: self.setup().language.clone(),
        }
    }

    /// Returns what this person is told, given the version and the chat message that they know.
    pub fn update(
        &self,
        person: Option<&PersonId>,
        watch: Watch,
        presence: &Presence,
        now: u64,
    ) -> Update {
        let owner = person.is_some_and(|person| self.setup().owner == *person);
        let update = self.seen_by(self.eyes_of(person), watch, presence, now);
        Update {
            you: You {
                id: person.map(PersonId::public),
                owner,
                ..update.you
            },
            ..update
        }
    }

    /// Returns what these eyes are told.
    pub fn seen_by(&self, eyes: Eyes, watch: Watch, presence: &Presence, now: u64) -> Update {
        let (setup, status) = (self.setup(), self.status());
        Update {
            table: self.id().to_string(),
            version: self.version(),
            game: setup.game.to_string(),
            options: setup.options.clone(),
            status,
            pace: setup.pace,
            stand_in: setup.stand_in,
            patience: setup.patience(),
            listed: setup.listed,
            rated: setup.rated,
            shuffle: self.shuffles() && status == Status::Waiting,
            seats: self.seat_states(presence, now),
            you: self.you(eyes, now),
            position: self.position(eyes),
            steps: watch
                .since
                .and_then(|since| self.steps_since(since, eyes))
                .unwrap_or_default(),
            chat: self.audible(self.heard_since(watch.chat.unwrap_or(0)), eyes),
            thinking: presence.thinking.iter().collect(),
            spectators: self.spectators(presence),
            undo_asked: self.undo_asked().cloned(),
            substitute_asked: self.substitute_asked(),
            commitment: (status != Status::Waiting).then(|| setup.seed.commitment()),
            seed: (status == Status::Over).then(|| setup.seed.to_string()),
            rematch: self.rematch().map(ToString::to_string),
        }
    }

    /// Whoever is here and does not sit here.
    fn spectators(&self, presence: &Presence) -> Spectators {
        let here = presence.people.iter();
        let watching = here.filter(|(person, _)| self.seat_of(person).is_none());
        let mut names: Vec<String> = watching.map(|(_, viewing)| viewing.name.clone()).collect();
        names.sort_unstable();
        let unnamed = names.len().saturating_sub(MOST_NAMED);
        names.truncate(MOST_NAMED);
        Spectators {
            names,
            others: (presence.strangers + unnamed)
                .try_into()
                .unwrap_or(u32::MAX),
        }
    }

    fn seat_states(&self, presence: &Presence, now: u64) -> Vec<SeatState> {
        let seats = self.seats().map(|(seat, sitter, away)| SeatState {
            who: sitter.shown(),
            connected: sitter.person().is_some_and(|person| presence.has(person)),
            ready: self.is_ready(seat),
            played_by_bot: away,
            absence: self.absence(seat, now),
            clock: sitter.person().and_then(|_| self.clocks().shown(seat, now)),
        });
        seats.collect()
    }

    fn you(&self, eyes: Eyes, now: u64) -> You {
        let seat = eyes.seat();
        let in_play = |seat: &Seat| self.status() == Status::Running && self.plays_self(*seat);
        let can_undo = seat.filter(in_play).is_some_and(|seat| {
            let change = self.undo(seat);
            matches!(change, Ok(crate::Change::TakeBack { .. }))
        });
        You {
            seat,
            id: None,
            owner: false,
            can_undo,
            vacation_days: seat.map_or(0, |seat| self.vacation_days(seat, now)),
        }
    }

    /// A person whose seat a bot plays sees the same as before, but has no legal actions.
    fn position(&self, eyes: Eyes) -> Option<Position> {
        let mut position = self.history()?.position(eyes);
        if !eyes.seat().is_some_and(|seat| self.plays_self(seat)) {
            position.legal.clear();
        }
        if self.deciders().is_empty() {
            position.legal.clear();
            position.deciders.clear();
        }
        Some(position)
    }

    /// Returns the chat messages that these eyes may see: during the game, only spectators see what spectators write.
    pub fn audible<'a>(
        &self,
        messages: impl IntoIterator<Item = &'a Message>,
        eyes: Eyes,
    ) -> Vec<ChatLine> {
        let apart = eyes.seat().is_some() && self.status() != Status::Over;
        messages
            .into_iter()
            .filter(|message| message.said.room == Audience::Table || !apart)
            .map(ChatLine::from)
            .collect()
    }
}
