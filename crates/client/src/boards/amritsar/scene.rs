//! Shared data of the board's components: the position, and the subject at the pointer.

use super::sowing::{Way, asks_for_last};
use super::subject::Subject;
use crate::boards::{Seen, scene};
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
    /// A clicked subject with several actions.
    pub narrowed: RwSignal<Option<Subject>>,
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
            let next = after_staying(position);
            let both = legal.into_iter().chain(next);
            both.map(|action| (subject(action), action)).collect()
        });
        Scene {
            position,
            decisions,
            pointed: RwSignal::new(None),
            narrowed: RwSignal::new(None),
            way: RwSignal::default(),
            then: RwSignal::new(None),
        }
    }

    /// Returns to the pending decision after any change.
    pub fn come_back(self) {
        Effect::new(move |_| {
            self.view.with(|_| ());
            self.narrowed.set(None);
            self.go_on();
            if self.am_asked() {
                self.seen.looked_at.set(None);
            }
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

    /// Returns the actions of a subject.
    pub fn actions_of(self, subject: Subject) -> Vec<Action> {
        self.decisions.with(|decisions| {
            let about_it = decisions
                .iter()
                .filter(|(about, _)| *about == Some(subject));
            about_it.map(|(_, action)| *action).collect()
        })
    }

    /// Returns the things of the decision that do not lie on the town, each once. Carried workers are among them: they lie there, but small.
    pub fn off_the_town(self) -> Vec<Subject> {
        let mut found = Vec::new();
        self.decisions.with(|decisions| {
            for subject in decisions.iter().filter_map(|(subject, _)| *subject) {
                if !subject.is_on_the_town() && !found.contains(&subject) {
                    found.push(subject);
                }
            }
        });
        found
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
            _ => self.narrowed.set(Some(subject)),
        }
    }

    /// Plays an action. A group that is lifted while the elephant could still move means that it stays.
    fn carry_out(self, action: Action) {
        if self.can(action) {
            self.play(action);
        } else {
            self.then.set(Some(action));
            self.play(Action::Stay);
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

/// Returns the groups that can be lifted if the elephant stays, while it could move.
fn after_staying(position: scene::Scene<Amritsar>) -> Vec<Action> {
    let lifts = || {
        let me = position.me().filter(|_| position.can(Action::Stay))?;
        let mut game = position.imagined.get()?;
        game.apply(me, Action::Stay, &mut ()).ok()?;
        let mut legal = Vec::new();
        game.legal(me, &mut legal);
        legal.retain(|action| matches!(action, Action::Lift(_)));
        Some(legal)
    };
    lifts().unwrap_or_default()
}
