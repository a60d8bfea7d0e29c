//! What the parts of the board share: the position, what can be done and where, and what the person is about to do.

use super::place::Place;
use crate::boards::Seen;
use crate::boards::scene::Scene as Shared;
use crate::browser;
use kit::Seat;
use leptos::prelude::*;
use maharaja::components::{City, Node};
use maharaja::{Action, Maharaja, Open, Preview, Stage, Turn};
use std::ops::Deref;

/// What the parts of the board share.
#[derive(Clone, Copy)]
pub struct Scene {
    shared: Shared<Maharaja>,
    /// The legal actions that are given on the board, and where.
    offers: Memo<Vec<(Place, Action)>>,
    /// The action that a click would give where the pointer or the keyboard is.
    pub pointed: RwSignal<Option<Action>>,
    /// The flag where the pointer or the keyboard is, whether it can be shifted now or not.
    pub flag: RwSignal<Option<City>>,
    /// A place where several things can be done, to be chosen side by side.
    pub chosen: RwSignal<Option<Place>>,
}

impl Deref for Scene {
    type Target = Shared<Maharaja>;

    fn deref(&self) -> &Self::Target {
        &self.shared
    }
}

/// The buttons for what can be done at a chosen place.
pub const OPTIONS: &str = "mr-options";

impl Scene {
    pub fn new(seen: Seen) -> Scene {
        let shared = Shared::<Maharaja>::new(seen);
        let offers = Memo::new(move |_| {
            let from = shared.view.with(|view| {
                let seat = shared.me()?;
                Some(view.as_ref()?.open.tableaus[seat].priest)
            });
            let from = from.unwrap_or(Node::Start);
            shared.legal.with(|legal| {
                let placed = |&action: &Action| Some((Place::of(action, from)?, action));
                legal.iter().filter_map(placed).collect()
            })
        });
        let scene = Scene {
            shared,
            offers,
            pointed: RwSignal::new(None),
            flag: RwSignal::new(None),
            chosen: RwSignal::new(None),
        };
        Effect::new(move |_| {
            shared.view.track();
            scene.forget();
        });
        scene
    }

    /// What lies open on the table.
    pub fn open(self) -> Option<Open> {
        self.view.with(|view| view.as_ref().map(|view| view.open))
    }

    /// Something of what lies open.
    pub fn of<T>(self, what: impl FnOnce(&Open) -> T) -> Option<T> {
        self.view
            .with(|view| view.as_ref().map(|view| what(&view.open)))
    }

    /// The seats at the table, Brahmabot's included.
    pub fn seats(self) -> Vec<Seat> {
        self.of(|open| open.tableaus.seats().collect())
            .unwrap_or_default()
    }

    /// The person's turn, if it is that now.
    pub fn my_turn(self) -> Option<Turn> {
        match self.of(|open| open.stage)? {
            Stage::Turn(turn) if Some(turn.seat) == self.me() => Some(turn),
            _ => None,
        }
    }

    /// Whether the person decides anything now.
    pub fn am_asked(self) -> bool {
        self.legal.with(|legal| !legal.is_empty())
    }

    /// What can be done at a place itself.
    pub fn offers_at(self, place: Place) -> Vec<Action> {
        self.offers.with(|offers| {
            let there = offers.iter().filter(|(other, _)| *other == place);
            there.map(|(_, action)| *action).collect()
        })
    }

    /// What a click there does: where nothing can be done on a field, it means its city.
    pub fn meant_at(self, place: Place) -> Vec<Action> {
        match (self.offers_at(place), place) {
            (none, Place::Field(city, _)) if none.is_empty() => {
                self.offers_at(Place::Node(city.node()))
            }
            (offers, _) => offers,
        }
    }

    /// What can be done by buttons alone.
    pub fn loose(self) -> Vec<Action> {
        self.offers.with(|offers| {
            let placed = |action: &Action| offers.iter().any(|(_, other)| other == action);
            self.legal
                .with(|legal| legal.iter().copied().filter(|it| !placed(it)).collect())
        })
    }

    /// A click on a place: does what can be done there, or offers it side by side.
    pub fn act(self, place: Place) {
        match *self.meant_at(place) {
            [] => {}
            [action] => self.give(action),
            _ => {
                self.chosen.set(Some(place));
                request_animation_frame(|| browser::focus(OPTIONS));
            }
        }
    }

    /// Gives an action.
    pub fn give(self, action: Action) {
        self.forget();
        self.play(action);
    }

    /// Nothing is pointed at or chosen any more.
    pub fn forget(self) {
        self.pointed.set(None);
        self.chosen.set(None);
    }

    /// What an action would change.
    pub fn preview(self, action: Action) -> Option<Preview> {
        let me = self.me()?;
        self.imagined
            .with(|game| game.as_ref()?.preview(me, action))
    }

    /// The table as it would be after the action that is pointed at; as it is without.
    pub fn previewed(self) -> Option<Open> {
        let promised = self
            .pointed
            .get()
            .and_then(|action| self.preview(action))
            .map(|preview| preview.after);
        promised.or_else(|| self.open())
    }

    /// What a person who points at a place in vain would like to know.
    pub fn why_not_there(self, place: Place) -> Option<String> {
        if !self.am_asked() {
            return None;
        }
        let (stage, from) = self.of(|open| {
            let from = self.me().map(|seat| open.tableaus[seat].priest);
            (open.stage, from.unwrap_or(Node::Start))
        })?;
        // Only what could be wanted now has a reason of its own.
        let builds = match (stage, place) {
            (Stage::Turn(turn), _) => turn.open.is_some_and(|open| open.shrines > 0),
            (Stage::PlaceShrine { .. }, Place::Village(_)) => true,
            (Stage::Reward(_), Place::Reward(_)) => false,
            _ => return None,
        };
        match place.wanted(from, builds) {
            Some(action) => self.why_not(action),
            None => Some(self.phrase("board-no-way", &[])),
        }
    }

    /// What a numbered or lettered thing is called: `character` 12, `action` 3, `reward` 5.
    pub fn numbered(self, kind: &str, number: impl std::fmt::Display) -> String {
        self.seen
            .teller
            .with(|teller| teller.label(kind, &number.to_string()))
    }
}
