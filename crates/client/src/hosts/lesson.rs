//! Lessons as [`Link`]s: a table at which every action of the reader is judged.

use super::{Ask, Connection, Link, Trouble};
use crate::browser::BrowserShelf;
use crate::frame::{Frame, frame};
use crate::learnt;
use leptos::prelude::*;
use lessons::{Answer, Course, Lesson, Play, Step, Text};
use std::sync::Arc;
use table::Request;

/// A lesson in play.
#[derive(Clone, Copy)]
pub struct Tutor {
    /// Its table.
    pub link: Link,
    /// How far it is.
    pub state: RwSignal<State>,
    lesson: StoredValue<(Arc<Course>, Arc<Lesson>)>,
    play: StoredValue<Play, LocalStorage>,
    frame: Frame,
}

/// How far a lesson is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct State {
    /// The step, from 0.
    pub step: usize,
    /// Whether its task is done.
    pub done: bool,
    /// Whether all tasks are done.
    pub over: bool,
    /// The answer to the last attempt, unless it was right.
    pub said: Option<Said>,
    /// How often something else was attempted in this step.
    pub others: usize,
}

/// The answer to an attempt that was not right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// It was legal; some have an answer of their own.
    Other(Option<Text>),
    /// The rules refuse it: the sentence, and the key of the rule.
    Refused(String, Option<String>),
}

/// Marks a table as part of a lesson: nothing is carried out by itself, and what lies before it is not told.
#[derive(Clone, Copy)]
pub struct InLesson {
    /// How often something else was attempted in the present step.
    pub others: Memo<usize>,
}

impl Tutor {
    /// Begins a lesson; the error says why that is impossible.
    pub fn begin(course: Arc<Course>, lesson: &Lesson) -> Result<Self, String> {
        let play = begin(&course, lesson, frame())?;
        let link = Link::new(play.update(0), Connection::Local);
        let tutor = Tutor {
            link,
            state: RwSignal::new(State::default()),
            lesson: StoredValue::new((course, Arc::new(lesson.clone()))),
            play: StoredValue::new_local(play),
            frame: frame(),
        };
        Ok(Tutor {
            link: Link {
                ask: Callback::new(move |ask| tutor.hear(ask)),
                ..link
            },
            ..tutor
        })
    }

    /// Returns something of the present step.
    pub fn of_step<T>(self, read: impl FnOnce(&Step) -> T) -> Option<T> {
        let step = self.state.with(|state| state.step);
        self.lesson
            .with_value(|(_, lesson)| lesson.steps.get(step).map(read))
    }

    fn hear(self, ask: Ask) {
        match ask {
            Ask::Request(Request::Play(action)) => self.attempt(&action),
            Ask::Request(Request::Undo) => self.again(),
            // Nobody resigns from a lesson, and nobody is there to talk to.
            _ => {}
        }
    }

    /// Judges an action.
    pub fn attempt(self, action: &str) {
        let known = self.known();
        let answer = self.play.try_update_value(|play| {
            if play.is_done() {
                let _ = play.go_on();
            }
            let answer = play.attempt(action);
            (answer, play.is_done(), play.number(), play.others())
        });
        let Some((answer, done, number, others)) = answer else {
            return;
        };
        let said = match answer {
            Answer::Right => None,
            Answer::Other(text) => Some(Said::Other(text)),
            Answer::Refused(refused) => {
                let trouble = Trouble::Table(refused);
                let game = self
                    .link
                    .update
                    .with_untracked(|update| update.game.clone());
                let language = self.frame.language.get_untracked();
                let rule = trouble.rule().map(str::to_owned);
                Some(Said::Refused(trouble.sentence(&game, language), rule))
            }
        };
        self.show(known);
        self.state.set(State {
            step: number,
            done,
            over: false,
            said,
            others,
        });
        self.finish();
    }

    /// Goes on with the next step.
    pub fn next(self) {
        let known = self.known();
        let number = self.play.try_update_value(|play| {
            let _ = play.go_on();
            play.number()
        });
        self.show(known);
        if let Some(step) = number {
            self.state.set(State {
                step,
                ..State::default()
            });
        }
    }

    /// Begins the lesson again.
    pub fn again(self) {
        let begun = self
            .lesson
            .with_value(|(course, lesson)| begin(course, lesson, self.frame));
        if let Ok(play) = begun {
            self.link.take_over(play.update(0), true);
            self.play.set_value(play);
            self.state.set(State::default());
        }
    }

    /// After the last task, the others go on at once, and the lesson is learnt.
    fn finish(self) {
        let last = self.lesson.with_value(|(_, lesson)| lesson.steps.len());
        let known = self.known();
        let over = self.play.try_update_value(|play| {
            if play.is_done() && play.number() + 1 == last {
                let _ = play.go_on();
            }
            play.is_over()
        });
        if over != Some(true) {
            return;
        }
        self.show(known);
        self.state.update(|state| {
            state.step = last.saturating_sub(1);
            (state.done, state.over) = (true, true);
        });
        self.lesson
            .with_value(|(course, lesson)| learnt::add(&BrowserShelf, course.game, &lesson.name));
    }

    fn known(self) -> u64 {
        self.link.update.with_untracked(|update| update.version)
    }

    /// Shows what happened since a version.
    fn show(self, known: u64) {
        let update = self.play.try_with_value(|play| play.update(known));
        if let Some(update) = update.filter(|update| update.version > known) {
            self.link.take_over(update, false);
        }
    }
}

fn begin(course: &Course, lesson: &Lesson, frame: Frame) -> Result<Play, String> {
    let names = frame.say("lesson-others", &[]);
    let reader = frame.own_name().unwrap_or_default();
    let names: Vec<&str> = std::iter::once(&*reader).chain(names.split(", ")).collect();
    Play::begin(course, lesson, &names)
}
