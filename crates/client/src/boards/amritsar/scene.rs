//! Shared data of the board's components: the position, and the subject at the pointer.

use super::sowing::{Way, asks_for_last, next_left};
use super::subject::Subject;
use crate::boards::{Seen, scene};
use crate::hosts::lesson::InLesson;
use amritsar::components::{Colour, UpgradeKind};
use amritsar::{Action, Amritsar, Open, Side};
use kit::{Game as _, Seat};
use leptos::prelude::*;
use std::ops::Deref;

/// Shared data of the board's components.
#[derive(Clone, Copy)]
pub struct Scene {
    position: scene::Scene<Amritsar>,
    /// The legal actions with their subjects.
    decisions: Memo<Vec<(Option<Subject>, Action)>>,
    /// The subject at the pointer or the focus.
    pub pointed: RwSignal<Option<Subject>>,
    /// A clicked subject with several actions, and then the space for it.
    pub narrowed: RwSignal<Vec<Subject>>,
    /// How the viewer sows the group in hand.
    pub way: RwSignal<Way>,
    /// The action that follows as soon as it is legal.
    then: RwSignal<Option<Action>>,
}

impl Deref for Scene {
    type Target = scene::Scene<Amritsar>;

    fn deref(&self) -> &Self::Target {
        &self.position
    }
}

impl Scene {
    /// Returns the scene of the surrounding table, with one choice for all of its components.
    pub fn new(seen: Seen) -> Scene {
        use_context().unwrap_or_else(|| Scene::create(seen))
    }

    /// Creates the scene for all components of a table.
    pub fn provide(seen: Seen) {
        scene::Scene::<Amritsar>::provide(seen);
        provide_context(Scene::create(seen));
    }

    fn create(seen: Seen) -> Scene {
        let position = scene::Scene::<Amritsar>::new(seen);
        let decisions = Memo::new(move |_| {
            let me = position.me();
            let subject = |action: Action| {
                position.view.with(|view| {
                    let open = &view.as_ref()?.open;
                    Subject::of(action, open, me?)
                })
            };
            let legal = position.legal.get();
            let both = legal.into_iter().chain(afterwards(position));
            both.map(|action| (subject(action), action)).collect()
        });
        Scene {
            position,
            decisions,
            pointed: RwSignal::new(None),
            narrowed: RwSignal::default(),
            way: RwSignal::default(),
            then: RwSignal::new(None),
        }
    }

    /// Returns to the pending decision after any change.
    pub fn come_back(self) {
        Effect::new(move |_| {
            self.view.with(|_| ());
            self.narrowed.set(Vec::new());
            self.go_on();
            if self.am_asked() {
                self.seen.looked_at.set(None);
            }
        });
        // In a lesson, something else changes nothing, and what led to it is forgotten.
        let Some(InLesson { others }) = use_context() else {
            return;
        };
        Effect::new(move |before: Option<usize>| {
            let now = others.get();
            if before.is_some_and(|before| now > before) {
                self.then.set(None);
                self.narrowed.set(Vec::new());
                self.way.set(Way::Open);
            }
            now
        });
    }

    /// Returns the public part of the position.
    pub fn open(self) -> Option<Open> {
        self.view.with(|view| view.as_ref().map(|view| view.open))
    }

    /// Returns the player whose board is shown large.
    pub fn looks_at(self) -> Option<Seat> {
        let open = self.open()?;
        let looked_at = self.seen.looked_at.get();
        let seat = looked_at.or_else(|| self.me()).unwrap_or(Seat::FIRST);
        open.players.seats().find(|&other| other == seat)
    }

    /// Returns the actions of a subject; of a space, while something is to be put there.
    pub fn actions_of(self, subject: Subject) -> Vec<Action> {
        let picked = self.narrowed.with(|narrowed| narrowed.first().copied());
        self.decisions.with(|decisions| {
            let about_it = decisions.iter().filter(|(about, action)| {
                *about == Some(subject)
                    || picked.is_some()
                        && *about == picked
                        && Subject::onto(*action) == Some(subject)
            });
            about_it.map(|(_, action)| *action).collect()
        })
    }

    /// Returns the things of the decision that are cards, each once; after a click on one with several spaces, these spaces. The sections of the ring are only on
    /// the town, and so are the paths while sections are to be chosen, too: they would be too many.
    pub fn cards(self) -> Vec<Subject> {
        let narrowed = self.narrowed.get();
        let subjects: Vec<Subject> = match *narrowed {
            [] => self.decisions.with(|decisions| {
                let subjects = decisions.iter().filter_map(|(subject, _)| *subject);
                let is_section = |subject: &Subject| matches!(subject, Subject::Section(_));
                let sections = subjects.clone().any(|subject| is_section(&subject));
                let on_the_town = |subject: &Subject| {
                    is_section(subject) || sections && matches!(subject, Subject::Path(_))
                };
                subjects.filter(|subject| !on_the_town(subject)).collect()
            }),
            [picked] => {
                let actions = self.actions_of(picked).into_iter();
                actions.filter_map(Subject::onto).collect()
            }
            _ => Vec::new(),
        };
        let mut found = Vec::new();
        for subject in subjects {
            if !found.contains(&subject) {
                found.push(subject);
            }
        }
        // A choice between one space and itself is none.
        if found.len() < 2 && !narrowed.is_empty() {
            found.clear();
        }
        found
    }

    /// Returns the actions without a place on the board, except for those that end something; after a click on something with several actions, these.
    pub fn buttons(self) -> Vec<Action> {
        let narrowed = self.narrowed.get();
        match *narrowed {
            [] => self.decisions.with(|decisions| {
                let placeless = decisions.iter().filter(|(about, _)| about.is_none());
                let actions = placeless.map(|(_, action)| *action);
                actions
                    .filter(|action| !matches!(action, Action::Close | Action::Done))
                    .collect()
            }),
            [_] if !self.cards().is_empty() => Vec::new(),
            [.., last] => self.actions_of(last),
        }
    }

    /// Handles a click: carries out the only action, or offers a choice.
    pub fn click(self, subject: Subject) {
        if let Subject::Carried(colour) = subject
            && self.asks_for_last()
        {
            self.way.set(Way::Last(colour));
            return;
        }
        match self.actions_of(subject).as_slice() {
            [] => (),
            [action] => {
                self.pointed.set(None);
                self.carry_out(*action);
            }
            [action, ..] => {
                let is_space = Subject::onto(*action) == Some(subject);
                self.narrowed.update(|narrowed| {
                    narrowed.truncate(is_space.into());
                    narrowed.push(subject);
                });
            }
        }
    }

    /// Plays an action, or first what it implies.
    fn carry_out(self, action: Action) {
        if self.can(action) {
            self.play(action);
        } else if let Some(first) = implied(self.position) {
            self.then.set(Some(action));
            self.play(first);
        }
    }

    /// Plays the action that was to follow.
    fn go_on(self) {
        if let Some(action) = self.then.get_untracked() {
            self.then.set(None);
            if self.can(action) {
                self.play(action);
            }
        }
    }

    /// Returns whether the viewer has to choose the worker that lands last.
    pub fn asks_for_last(self) -> bool {
        let open = self.open().filter(|_| self.am_asked());
        open.is_some_and(|open| asks_for_last(&open, self.way.get()))
    }

    /// Returns the action of a click that chooses the worker which lands last: another one is left first.
    pub fn left_before(self, subject: Subject) -> Option<Action> {
        let Subject::Carried(colour) = subject else {
            return None;
        };
        let open = self.open().filter(|_| self.asks_for_last())?;
        next_left(&open, Way::Last(colour))
    }

    /// Describes the effect of a click: `Lift a group of workers: North 1`.
    pub fn request(self, action: Action, only: bool) -> String {
        let groups = self
            .seen
            .teller
            .with(|teller| teller.groups(&[action.to_string()]));
        let Some(group) = groups.into_iter().next() else {
            return String::new();
        };
        let words = group.choices.into_iter().next().map(|choice| choice.words);
        match words.filter(|words| only && *words != group.heading) {
            Some(words) => format!("{}: {words}", group.heading),
            None => group.heading,
        }
    }

    /// Returns why a subject cannot be clicked although the decision concerns its kind.
    pub fn why_not_click(self, subject: Subject) -> Option<String> {
        if !self.am_asked() {
            return None;
        }
        match subject.meant(&self.open()?, self.me()?) {
            Some(meant) => self.missing(meant),
            None => self.needs(subject),
        }
    }

    /// Returns the action that a subject waits for, while another decision is pending.
    fn needs(self, subject: Subject) -> Option<String> {
        match subject {
            Subject::Buy(_) | Subject::Sell(_) => Some(self.phrase("board-why-no-market", &[])),
            Subject::Offer(_) => self.upgrade_needs(UpgradeKind::Storehouse),
            Subject::MahoutInHand(_) => self.upgrade_needs(UpgradeKind::Mahout),
            Subject::Objective(tile) => {
                let in_hand = self
                    .view
                    .with(|view| Some(view.as_ref()?.objectives[self.me()?].hand.contains(tile)));
                (in_hand == Some(true)).then(|| self.upgrade_needs(UpgradeKind::Objective))?
            }
            _ => None,
        }
    }

    /// Returns the points of a donation for the viewer, while it is possible.
    pub fn donation_points(self, subject: Subject) -> Option<u8> {
        let Subject::Space(district, space) = subject else {
            return None;
        };
        let can = !self.actions_of(subject).is_empty();
        let (open, me) = (self.open()?, self.me()?);
        can.then(|| open.donation_points(Side::Player(me), district, space))
    }

    /// Returns whether a player could follow a worker now.
    pub fn can_follow(self, seat: Seat, worker: Colour) -> bool {
        self.imagined.with(|game| {
            game.as_ref()
                .is_some_and(|game| game.can_follow(seat, worker))
        })
    }

    /// Returns the number of a side: that of its seat, or the next one after all seats.
    pub fn number(self, side: Side) -> u8 {
        match side {
            Side::Player(seat) => seat.number(),
            Side::Maharajah => self.open().map_or(1, |open| open.options.players),
        }
    }

    /// Returns the name of a side.
    pub fn side(self, side: Side) -> String {
        let number = self.number(side).into();
        self.seen.teller.with(|teller| teller.name(number))
    }
}

/// Returns whether the viewer could use a part of a tile.
pub fn has_tile(position: scene::Scene<Amritsar>) -> bool {
    let of_a_tile = |action: &Action| matches!(action, Action::Main(_) | Action::Second(_));
    position.legal.with(|legal| legal.iter().any(of_a_tile))
}

/// Returns what becomes legal by an action of the viewer.
pub fn legal_after(position: scene::Scene<Amritsar>, first: Action) -> Vec<Action> {
    let after = || {
        let me = position.me().filter(|_| position.can(first))?;
        let mut game = position.imagined.get()?;
        game.apply(me, first, &mut ()).ok()?;
        let mut legal = Vec::new();
        game.legal(me, &mut legal);
        Some(legal)
    };
    after().unwrap_or_default()
}

/// Returns what a click may imply and loses nothing: the elephant stays, or a tile with nothing left to do is left.
fn implied(position: scene::Scene<Amritsar>) -> Option<Action> {
    if position.can(Action::Stay) {
        return Some(Action::Stay);
    }
    (position.can(Action::Close) && !has_tile(position)).then_some(Action::Close)
}

/// Returns what needs no other click before it: groups can be lifted while the elephant could move, and the elephant can be used while the tile is open.
pub fn afterwards(position: scene::Scene<Amritsar>) -> Vec<Action> {
    let Some(first) = implied(position) else {
        return Vec::new();
    };
    let mut legal = legal_after(position, first);
    legal.retain(|action| matches!(action, Action::Lift(_) | Action::Elephant(_)));
    legal
}
