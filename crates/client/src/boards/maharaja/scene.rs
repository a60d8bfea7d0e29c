//! Shared data of the board's components: the position, the legal actions with their places, and the pending choice.

use super::fold::Chosen;
use super::place::Place;
use crate::boards::Seen;
use crate::boards::scene::Scene as Shared;
use crate::browser;
use kit::Seat;
use leptos::ev;
use leptos::prelude::*;
use maharaja::components::{City, Node};
use maharaja::{Action, Maharaja, Open, Preview, Stage, Turn};
use std::ops::Deref;

/// Shared data of the board's components.
#[derive(Clone, Copy)]
pub struct Scene {
    shared: Shared<Maharaja>,
    /// The legal actions with a place on the board.
    offers: Memo<Vec<(Place, Action)>>,
    /// The action of a click at the pointer or the focus.
    pub pointed: RwSignal<Option<Action>>,
    /// The flag at the pointer or the focus, even if it cannot be shifted now.
    pub flag: RwSignal<Option<City>>,
    /// What the stage lists instead of everything else.
    pub chosen: RwSignal<Option<Chosen>>,
    /// Whether the screen is small or touched: fields and flags cannot be hit there one by one.
    pub small: RwSignal<bool>,
}

impl Deref for Scene {
    type Target = Shared<Maharaja>;

    fn deref(&self) -> &Self::Target {
        &self.shared
    }
}

/// The id of the list of choices.
pub const OPTIONS: &str = "mr-options";

/// The screens where a finger chooses, or only one sheet of the board is shown.
const SMALL: &str = "(pointer: coarse), not ((min-width: 60rem) and (min-height: 35rem))";

impl Scene {
    /// Returns the scene of the surrounding table, with one choice for all of its components.
    pub fn new(seen: Seen) -> Scene {
        use_context().unwrap_or_else(|| Scene::create(seen))
    }

    /// Creates the scene for all components of a table.
    pub fn provide(seen: Seen) {
        Shared::<Maharaja>::provide(seen);
        provide_context(Scene::create(seen));
    }

    fn create(seen: Seen) -> Scene {
        let shared = Shared::<Maharaja>::new(seen);
        let small = RwSignal::new(browser::matches_media(SMALL));
        let resized = window_event_listener(ev::resize, move |_| {
            let now = browser::matches_media(SMALL);
            if small.try_get_untracked() == Some(!now) {
                small.set(now);
            }
        });
        on_cleanup(move || resized.remove());
        let offers = Memo::new(move |_| {
            let from = shared.view.with(|view| {
                let seat = shared.me()?;
                Some(view.as_ref()?.open.tableaus[seat].priest)
            });
            let (from, small) = (from.unwrap_or(Node::Start), small.get());
            shared.legal.with(|legal| {
                let placed = |&action: &Action| Some((Place::of(action, from, small)?, action));
                legal.iter().filter_map(placed).collect()
            })
        });
        let scene = Scene {
            shared,
            offers,
            pointed: RwSignal::new(None),
            flag: RwSignal::new(None),
            chosen: RwSignal::new(None),
            small,
        };
        Effect::new(move |_| {
            shared.view.with(|_| ());
            scene.forget();
        });
        scene
    }

    /// Returns the public part of the position.
    pub fn open(self) -> Option<Open> {
        self.view.with(|view| view.as_ref().map(|view| view.open))
    }

    /// Returns a part of the public position.
    pub fn of<T>(self, what: impl FnOnce(&Open) -> T) -> Option<T> {
        self.view
            .with(|view| view.as_ref().map(|view| what(&view.open)))
    }

    /// Returns the seats at the table, including Brahmabot's.
    pub fn seats(self) -> Vec<Seat> {
        self.of(|open| open.tableaus.seats().collect())
            .unwrap_or_default()
    }

    /// Returns the viewer's turn, if it is the current one.
    pub fn my_turn(self) -> Option<Turn> {
        match self.of(|open| open.stage)? {
            Stage::Turn(turn) if Some(turn.seat) == self.me() => Some(turn),
            _ => None,
        }
    }

    /// Returns the actions at a place.
    pub fn offers_at(self, place: Place) -> Vec<Action> {
        self.offers.with(|offers| {
            let there = offers.iter().filter(|(other, _)| *other == place);
            there.map(|(_, action)| *action).collect()
        })
    }

    /// Returns the actions of a click: on a field without actions, those of its city. While a statue can be built, a field never means a shrine.
    pub fn meant_at(self, place: Place) -> Vec<Action> {
        match (self.offers_at(place), place) {
            (none, Place::Field(city, _)) if none.is_empty() => {
                let mut offers = self.offers_at(Place::Node(city.node()));
                let statue = |action: &Action| matches!(action, Action::Statue(..));
                if !self.small.get() && self.legal.with(|legal| legal.iter().any(statue)) {
                    offers.retain(|offer| !matches!(offer, Action::Shrine(_)));
                }
                offers
            }
            (offers, _) => offers,
        }
    }

    /// Returns the places of the decision that do not lie on the map, each once.
    pub fn off_the_map(self) -> Vec<Place> {
        let mut found = Vec::new();
        self.offers.with(|offers| {
            for (place, _) in offers {
                if !place.is_on_the_map() && !found.contains(place) {
                    found.push(*place);
                }
            }
        });
        found
    }

    /// Returns the actions that are buttons.
    pub fn loose(self) -> Vec<Action> {
        self.offers.with(|offers| {
            let placed = |action: &Action| offers.iter().any(|(_, other)| other == action);
            self.legal
                .with(|legal| legal.iter().copied().filter(|it| !placed(it)).collect())
        })
    }

    /// Handles a click: carries out the only action, or offers a choice.
    pub fn act(self, place: Place) {
        match *self.meant_at(place) {
            [] => {}
            [action] => self.give(action),
            _ => self.choose(Chosen::At(place)),
        }
    }

    /// Lists choices instead of everything else.
    pub fn choose(self, chosen: Chosen) {
        self.pointed.set(None);
        self.chosen.set(Some(chosen));
        request_animation_frame(|| browser::focus(OPTIONS));
    }

    /// Carries out an action.
    pub fn give(self, action: Action) {
        self.forget();
        self.play(action);
    }

    /// Clears the pointer and the choice.
    pub fn forget(self) {
        self.pointed.set(None);
        self.chosen.set(None);
    }

    /// Returns the changes of an action.
    pub fn preview(self, action: Action) -> Option<Preview> {
        let me = self.me()?;
        self.imagined
            .with(|game| game.as_ref()?.preview(me, action))
    }

    /// Returns the table after the action at the pointer; without one, as it is.
    pub fn previewed(self) -> Option<Open> {
        let promised = self
            .pointed
            .get()
            .and_then(|action| self.preview(action))
            .map(|preview| preview.after);
        promised.or_else(|| self.open())
    }

    /// Returns why nothing can be done at a place.
    pub fn why_not_there(self, place: Place) -> Option<String> {
        if !self.am_asked() {
            return None;
        }
        let (stage, from) = self.of(|open| {
            let from = self.me().map(|seat| open.tableaus[seat].priest);
            (open.stage, from.unwrap_or(Node::Start))
        })?;
        // Only actions that could be meant now have a reason.
        let builds = match (stage, place) {
            (Stage::Turn(turn), _) => turn.open.is_some_and(|open| open.shrines > 0),
            (Stage::PlaceShrine { .. }, Place::Village(_)) => true,
            (Stage::Reward(_), Place::Reward(_)) => false,
            _ => return None,
        };
        match place.wanted(from, builds) {
            // Nobody travels to where they are.
            None if place == Place::Node(from) => None,
            Some(action) => self.missing(action),
            None => Some(self.phrase("board-no-way", &[])),
        }
    }

    /// Returns the name of a numbered thing: `character` 12, `action` 3, `reward` 5.
    pub fn numbered(self, kind: &str, number: impl std::fmt::Display) -> String {
        self.seen
            .teller
            .with(|teller| teller.label(kind, &number.to_string()))
    }
}
