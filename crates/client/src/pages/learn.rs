//! The lessons of a game: the list, and one of them at a real table. They are loaded when somebody opens them.

mod coach;
mod guide;
mod marks;

use crate::browser::{self, BrowserShelf};
use crate::frame::{frame, t};
use crate::guided::{self, Guided};
use crate::hosts::local;
use crate::learnt;
use crate::pages::Lost;
use crate::route::Route;
use coach::Coached;
pub use guide::GuidedTable;
use leptos::prelude::*;
use leptos::task::spawn_local;
use lessons::{Course, Kind, Lesson};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use table::{AnyGame, Person, PersonId};

/// The lessons of a game, or one of them.
#[component]
pub fn LearnPage(game: String, lesson: Option<String>) -> impl IntoView {
    let Ok(known) = game.parse::<AnyGame>() else {
        return view! { <Lost/> }.into_any();
    };
    // `Err` if they cannot be loaded.
    let course = RwSignal::new(None::<Result<Arc<Course>, ()>>);
    spawn_local(async move {
        let loaded = load(known).await;
        course.try_set(Some(loaded.ok_or(())));
    });
    (move || match course.get() {
        None => view! { <p class="loading" role="status">{t("loading")}</p> }.into_any(),
        Some(Err(())) => view! { <NoLessons game=known/> }.into_any(),
        Some(Ok(course)) => match &lesson {
            None => view! { <Lessons course/> }.into_any(),
            Some(name) => match course.lesson(name).cloned() {
                Some(lesson) => view! { <Coached course lesson/> }.into_any(),
                None => view! { <Lost/> }.into_any(),
            },
        },
    })
    .into_any()
}

/// Says that there are no lessons, and where the rules are.
#[component]
fn NoLessons(game: AnyGame) -> impl IntoView {
    let about = game.about();
    let rules = Route::Rules(about.key.to_owned()).to_string();
    view! {
        <section class="narrow">
            <h1>{about.name}</h1>
            <p role="alert">{move || t("learn-missing")}</p>
            <p><a class="button primary" href=rules>{move || t("rules")}</a></p>
        </section>
    }
}

/// The list of the lessons, with what is done.
#[component]
fn Lessons(course: Arc<Course>) -> impl IntoView {
    let frame = frame();
    let about = course.game.about();
    let learnt = learnt::of(&BrowserShelf, course.game);
    let parts: Vec<Lesson> = course.parts().cloned().collect();
    let count = parts.len();
    let done = parts
        .iter()
        .filter(|lesson| learnt.contains(&lesson.name))
        .count();
    let next = parts.iter().find(|lesson| !learnt.contains(&lesson.name));
    let next = next.or(parts.first()).map(|lesson| lesson.name.clone());
    let examples: Vec<Lesson> = course
        .lessons
        .iter()
        .filter(|lesson| lesson.kind != Kind::Lesson)
        .cloned()
        .collect();
    let link = {
        let next = next.clone();
        move |lesson: Lesson, learnt: &BTreeSet<String>| {
            let is_done = learnt.contains(&lesson.name);
            let is_next = next.as_ref() == Some(&lesson.name);
            let route = Route::Learn(about.key.to_owned(), Some(lesson.name.clone())).to_string();
            view! {
                <li class:done=is_done>
                    <a class="button" class:primary=is_next data-lesson=lesson.name.clone() href=route>
                        <span>{move || lesson.title.of(frame.language.get()).to_owned()}</span>
                        {is_done.then(|| view! { <span class="tag">{move || t("learn-done")}</span> })}
                    </a>
                </li>
            }
        }
    };
    let lessons = parts
        .into_iter()
        .map(|lesson| link(lesson, &learnt))
        .collect_view();
    let has_examples = !examples.is_empty();
    let examples = examples
        .into_iter()
        .map(|lesson| link(lesson, &learnt))
        .collect_view();
    view! {
        <article class="narrow learn">
            <h1>{move || frame.say("learn-named", &[("game", &about.name)])}</h1>
            <p>{move || t("learn-lead")}</p>
            <p><progress max=count value=done aria-hidden="true"></progress> {move || frame.say("learn-progress", &[("done", &done), ("count", &count)])}</p>
            <ol class="lessons">{lessons}</ol>
            {course.guide.is_some().then(|| view! { <p><GuidedGame course=course.clone()/></p> })}
            <p class="actions">
                <a class="button" href=Route::New(about.key.to_owned()).to_string()>{move || t("new-table")}</a>
                <a class="button" href=Route::Rules(about.key.to_owned()).to_string()>{move || t("rules")}</a>
            </p>
            {has_examples.then(|| view! {
                <h2>{move || t("learn-examples")}</h2>
                <ul class="lessons">{examples}</ul>
            })}
        </article>
    }
}

/// Begins the guided first game.
#[component]
fn GuidedGame(course: Arc<Course>) -> impl IntoView {
    let frame = frame();
    let begin = move |_| {
        let Some(guide) = &course.guide else {
            return;
        };
        let person = Person {
            id: PersonId::from_random(browser::random_bytes()),
            name: frame.own_name().unwrap_or_default(),
        };
        let setup = guide.setup(course.game, &person).ok();
        if let Some(id) = setup.and_then(|setup| local::begin(setup).ok()) {
            guided::keep(&BrowserShelf, id.as_str(), Some(&Guided::default()));
            frame.go(Route::Local(id.to_string()));
        }
    };
    view! { <button class="primary" id="guided-game" on:click=begin>{move || t("guide-begin")}</button> }
}

thread_local! {
    /// The lessons that were loaded, by the addresses of their files.
    static LOADED: RefCell<BTreeMap<String, Arc<Course>>> = const { RefCell::new(BTreeMap::new()) };
}

/// Loads the lessons of a game, unless they are loaded; `None` if that is impossible.
pub async fn load(game: AnyGame) -> Option<Arc<Course>> {
    let file = browser::body_attribute(&format!("data-lessons-{game}"))?;
    if let Some(course) = LOADED.with_borrow(|loaded| loaded.get(&file).cloned()) {
        return Some(course);
    }
    match browser::fetch("GET", &file, None).await {
        Ok((200, text)) => {
            let course = Arc::new(Course::read(game, &text).ok()?);
            LOADED.with_borrow_mut(|loaded| loaded.insert(file, course.clone()));
            Some(course)
        }
        _ => None,
    }
}
