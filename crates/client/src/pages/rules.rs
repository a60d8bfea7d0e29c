//! The rules of a game as a page, which can be searched and printed.

use crate::boards::symbols;
use crate::browser;
use crate::frame::{frame, t};
use crate::pages::Lost;
use crate::pages::learn;
use crate::route::Route;
use crate::table::{BesideRules, RulesPlace, RulesText};
use leptos::prelude::*;
use leptos::task::spawn_local;
use lessons::Course;
use std::sync::Arc;
use table::AnyGame;

/// The rules of a game.
#[component]
pub fn RulesPage(game: String) -> impl IntoView {
    let Ok(known) = game.parse::<AnyGame>() else {
        return view! { <Lost/> }.into_any();
    };
    let (about, new) = (known.about(), Route::New(game.clone()).to_string());
    let learn = Route::Learn(game.clone(), None).to_string();
    let at = Signal::stored(browser::fragment());
    let course = RwSignal::new(None::<Arc<Course>>);
    spawn_local(async move {
        course.try_set(learn::load(known).await);
    });
    provide_context(BesideRules(Callback::new(move |section: String| {
        let examples = move || course.get().map(|course| examples(&course, &section));
        view! { {examples} }.into_any()
    })));
    view! {
        <article class="narrow rules rules-text">
            <h1>{about.name}</h1>
            <div class="visually-hidden" inner_html=symbols(about.key)></div>
            <p>{move || frame().teller(about.key, Vec::new()).text("about")}</p>
            <p class="actions">
                <a class="button" href=learn>{move || t("learn")}</a>
                <a class="button primary" href=new>{move || t("new-table")}</a>
                <button on:click=|_| browser::print()>{move || t("print")}</button>
            </p>
            <RulesText game at place=RulesPlace::Page/>
        </article>
    }
    .into_any()
}

/// The examples of a section that can be played.
fn examples(course: &Course, section: &str) -> Vec<AnyView> {
    let language = frame().language.get();
    let link = |lesson: &lessons::Lesson| {
        let route = Route::Learn(course.game.to_string(), Some(lesson.name.clone()));
        let title = lesson.title.of(language).to_owned();
        view! { <p><a class="button example-link" href=route.to_string()>{t("lesson-try")} ": " {title}</a></p> }
            .into_any()
    };
    course.examples(section).map(link).collect()
}
