//! What the parts of a board share: the position, what can be done, and words for both.

use super::Seen;
use kit::{Game, Id, Refusal, Seat, Seed, dice};
use leptos::prelude::*;
use protocol::{Step, WhatHappened};
use serde_json::Value;
use std::fmt::Display;

/// An action that is news, with what followed from it.
#[derive(Clone, PartialEq, Debug)]
pub struct Played<G: Game> {
    /// The version of the table after it.
    pub version: u64,
    /// Who acted.
    pub seat: Seat,
    /// What followed, as these eyes see it.
    pub events: Vec<G::Event>,
}

impl<G: Game> Played<G> {
    fn read(step: &Step) -> Option<Self> {
        let WhatHappened::Played { seat, events, .. } = &step.what else {
            return None;
        };
        let events = events.iter();
        Some(Played {
            version: step.version,
            seat: *seat,
            events: events
                .filter_map(|event| serde_json::from_value(event.clone()).ok())
                .collect(),
        })
    }
}

/// A position of one game, as a board draws it. A board adds what the person is about to do.
pub struct Scene<G: Game> {
    /// What the frame gives.
    pub seen: Seen,
    /// The position to these eyes; nothing before the game, or if it cannot be read.
    pub view: Memo<Option<G::View>>,
    /// A whole game that looks the same, to try things out on.
    pub imagined: Memo<Option<G>>,
    /// What can be done.
    pub legal: Memo<Vec<G::Action>>,
    /// What was done since the last update, oldest first.
    pub played: Memo<Vec<Played<G>>>,
}

impl<G: Game> Clone for Scene<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Scene<G> {}

impl<G: Game> Scene<G> {
    /// The position of the table around, so that it is read only once.
    pub fn new(seen: Seen) -> Self {
        use_context().unwrap_or_else(|| Self::read(seen))
    }

    /// Reads the position for all parts of a table.
    pub fn provide(seen: Seen) {
        provide_context(Self::read(seen));
    }

    fn read(seen: Seen) -> Self {
        let view = Memo::new(move |_| {
            seen.update.with(|update| {
                let position = update.position.as_ref()?;
                serde_json::from_value::<G::View>(position.view.clone()).ok()
            })
        });
        // Nothing that is shown may depend on what these eyes cannot see, so any dice do.
        let imagined = Memo::new(move |_| {
            let mut dice = dice(Seed::from_text(""));
            view.with(|view| view.as_ref().map(|view| G::imagine(view, &mut dice)))
        });
        let legal = Memo::new(move |_| {
            seen.update.with(|update| {
                let legal = update.position.iter().flat_map(|position| &position.legal);
                legal.filter_map(|action| action.parse().ok()).collect()
            })
        });
        let played = Memo::new(move |_| {
            let read = |steps: &[Step]| steps.iter().filter_map(Played::read).collect();
            seen.update.with(|update| read(&update.steps))
        });
        Scene {
            seen,
            view,
            imagined,
            legal,
            played,
        }
    }

    /// The seat of the person who looks.
    pub fn me(self) -> Option<Seat> {
        self.seen.update.with(|update| update.you.seat)
    }

    pub fn can(self, action: G::Action) -> bool {
        self.legal.with(|legal| legal.contains(&action))
    }

    pub fn play(self, action: G::Action) {
        self.seen.play.run(action.to_string());
    }

    /// Why an action is not possible, in the reader's language.
    pub fn why_not(self, action: G::Action) -> Option<String> {
        let me = self.me()?;
        let refusal = self
            .imagined
            .with(|game| game.as_ref()?.clone().apply(me, action, &mut ()).err());
        match refusal? {
            Refusal::Breaks(rule) => {
                let language = self.seen.teller.with(words::Teller::language);
                words::rule(language, G::ABOUT.key, rule.key).map(str::to_owned)
            }
            _ => None,
        }
    }

    /// A text of the board.
    pub fn phrase(self, key: &str, values: &[(&str, &dyn Display)]) -> String {
        self.seen.teller.with(|teller| teller.phrase(key, values))
    }

    /// What a thing is called.
    pub fn called(self, thing: impl Id) -> String {
        self.called_id(thing.id())
    }

    /// What the thing with this id is called.
    pub fn called_id(self, id: &str) -> String {
        let id = Value::from(id);
        self.seen.teller.with(|teller| teller.value("", &id))
    }

    pub fn name(self, seat: Seat) -> String {
        let seat = seat.number().into();
        self.seen.teller.with(|teller| teller.name(seat))
    }

    /// What happened, as a sentence; `None` if it is not worth one.
    pub fn tell(self, event: &G::Event) -> Option<String> {
        let event = serde_json::to_value(event).ok()?;
        self.seen.teller.with(|teller| teller.event(&event))
    }

    pub fn action_words(self, action: G::Action) -> String {
        let action = action.to_string();
        self.seen.teller.with(|teller| teller.action(&action))
    }
}
