//! Shared data of a board's components: the position, the legal actions, and their texts.

use super::Seen;
use kit::{Game, Id, Refusal, Rule, Seat, Seed, dice};
use leptos::prelude::*;
use protocol::{Step, WhatHappened};
use serde_json::Value;
use std::fmt::Display;

/// A recent action with its events.
#[derive(Clone, PartialEq, Debug)]
pub struct Played<G: Game> {
    /// The version of the table after it.
    pub version: u64,
    /// The seat that acted.
    pub seat: Seat,
    /// The events, as the viewer sees them.
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

/// A position of one game, as a board draws it. Boards add their own interaction state.
pub struct Scene<G: Game> {
    /// The input of the board.
    pub seen: Seen,
    /// The view; `None` before the game, or if it cannot be parsed.
    pub view: Memo<Option<G::View>>,
    /// A whole state that looks the same, for previews.
    pub imagined: Memo<Option<G>>,
    /// The legal actions.
    pub legal: Memo<Vec<G::Action>>,
    /// The actions since the last update, oldest first.
    pub played: Memo<Vec<Played<G>>>,
}

impl<G: Game> Clone for Scene<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Scene<G> {}

impl<G: Game> Scene<G> {
    /// Returns the scene of the surrounding table, which is parsed only once.
    pub fn new(seen: Seen) -> Self {
        use_context().unwrap_or_else(|| Self::read(seen))
    }

    /// Parses the position for all components of a table.
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
        // Nothing that is shown may depend on hidden information, so any seed works.
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

    /// Returns the seat of the viewer.
    pub fn me(self) -> Option<Seat> {
        self.seen.update.with(|update| update.you.seat)
    }

    /// Returns whether the viewer has to decide.
    pub fn am_asked(self) -> bool {
        self.legal.with(|legal| !legal.is_empty())
    }

    pub fn can(self, action: G::Action) -> bool {
        self.legal.with(|legal| legal.contains(&action))
    }

    pub fn play(self, action: G::Action) {
        self.seen.play.run(action.to_string());
    }

    /// Returns whether the viewer has nothing more to decide after an action. If it cannot be told, it is assumed.
    pub fn would_end_turn(self, action: &str) -> bool {
        let goes_on = || {
            let (me, action) = (self.me()?, action.parse().ok()?);
            let mut game = self.imagined.get()?;
            game.apply(me, action, &mut ()).ok()?;
            Some(game.deciders().contains(me))
        };
        !goes_on().unwrap_or(false)
    }

    /// Returns why an action is not possible, in the reader's language.
    pub fn why_not(self, action: G::Action) -> Option<String> {
        let rule = self.broken(action)?;
        let language = self.seen.teller.with(words::Teller::language);
        words::rule(language, G::ABOUT.key, rule.key).map(str::to_owned)
    }

    /// Returns the rule that an action of the viewer would break.
    pub fn broken(self, action: G::Action) -> Option<Rule> {
        let me = self.me()?;
        let refusal = self
            .imagined
            .with(|game| game.as_ref()?.clone().apply(me, action, &mut ()).err());
        match refusal? {
            Refusal::Breaks(rule) => Some(rule),
            _ => None,
        }
    }

    /// Returns a text of the board.
    pub fn phrase(self, key: &str, values: &[(&str, &dyn Display)]) -> String {
        self.seen.teller.with(|teller| teller.phrase(key, values))
    }

    /// Returns the name of a thing.
    pub fn called(self, thing: impl Id) -> String {
        self.called_id(thing.id())
    }

    /// Returns the name of the thing with this id.
    pub fn called_id(self, id: &str) -> String {
        let id = Value::from(id);
        self.seen.teller.with(|teller| teller.value("", &id))
    }

    pub fn name(self, seat: Seat) -> String {
        let seat = seat.number().into();
        self.seen.teller.with(|teller| teller.name(seat))
    }

    /// Capitalises a text.
    pub fn sentence(self, words: &str) -> String {
        let mut letters = words.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters).collect()
    }

    /// Joins alternatives: `a, b or c`.
    pub fn either(self, words: Vec<String>) -> String {
        self.seen.teller.with(|teller| teller.either(words))
    }

    pub fn action_words(self, action: G::Action) -> String {
        let action = action.to_string();
        self.seen.teller.with(|teller| teller.action(&action))
    }
}
