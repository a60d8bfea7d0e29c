//! Shared data of the board's components: the position, and the subject at the pointer.

use super::subject::Subject;
use crate::boards::{Seen, scene};
use amritsar::components::Colour;
use amritsar::{Action, Amritsar, Open, Side};
use kit::Seat;
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
    /// A clicked subject with several actions.
    pub narrowed: RwSignal<Option<Subject>>,
}

impl Deref for Scene {
    type Target = scene::Scene<Amritsar>;

    fn deref(&self) -> &Self::Target {
        &self.position
    }
}

impl Scene {
    pub fn new(seen: Seen) -> Scene {
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
            legal
                .into_iter()
                .map(|action| (subject(action), action))
                .collect()
        });
        Scene {
            position,
            decisions,
            pointed: RwSignal::new(None),
            narrowed: RwSignal::new(None),
        }
    }

    /// Returns to the pending decision after any change.
    pub fn come_back(self) {
        Effect::new(move |_| {
            self.view.track();
            self.narrowed.set(None);
            if self.am_asked() {
                self.seen.looked_at.set(None);
            }
        });
    }

    /// Returns the public part of the position.
    pub fn open(self) -> Option<Open> {
        self.view.with(|view| view.as_ref().map(|view| view.open))
    }

    /// Returns whether the viewer has to decide.
    pub fn am_asked(self) -> bool {
        self.legal.with(|legal| !legal.is_empty())
    }

    /// Returns the player whose board is shown large.
    pub fn looks_at(self) -> Option<Seat> {
        let open = self.open()?;
        let looked_at = self.seen.looked_at.get();
        let seat = looked_at.or_else(|| self.me()).unwrap_or(Seat::FIRST);
        open.players.seats().find(|&other| other == seat)
    }

    /// Returns the actions of a subject.
    pub fn actions_of(self, subject: Subject) -> Vec<Action> {
        self.decisions.with(|decisions| {
            let about_it = decisions
                .iter()
                .filter(|(about, _)| *about == Some(subject));
            about_it.map(|(_, action)| *action).collect()
        })
    }

    /// Returns the actions without a place on the board.
    pub fn buttons(self) -> Vec<Action> {
        self.decisions.with(|decisions| {
            let placeless = decisions.iter().filter(|(about, _)| about.is_none());
            placeless.map(|(_, action)| *action).collect()
        })
    }

    /// Handles a click: carries out the only action, or offers a choice.
    pub fn click(self, subject: Subject) {
        match self.actions_of(subject).as_slice() {
            [] => (),
            [action] => {
                self.pointed.set(None);
                self.play(*action);
            }
            _ => self.narrowed.set(Some(subject)),
        }
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
        let meant = subject.meant(&self.open()?, self.me()?)?;
        self.why_not(meant)
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
