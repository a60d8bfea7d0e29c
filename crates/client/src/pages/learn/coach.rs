//! A lesson: the task and what is said about it, above a real table.

use super::marks::mark;
use crate::browser;
use crate::frame::{frame, t};
use crate::hosts::lesson::{InLesson, Said, Tutor};
use crate::pages::Lost;
use crate::route::Route;
use crate::table::TablePage;
use leptos::prelude::*;
use lessons::{Course, Kind, Lesson, Question};
use std::sync::Arc;

/// After so many other attempts the hint is shown.
const HINT_AFTER: usize = 2;

/// A lesson with its table.
#[component]
pub fn Coached(course: Arc<Course>, lesson: Lesson) -> impl IntoView {
    let Ok(tutor) = Tutor::begin(course.clone(), &lesson) else {
        return view! { <Lost/> }.into_any();
    };
    let others = Memo::new(move |_| tutor.state.with(|state| state.others));
    provide_context(InLesson { others });
    mark(lit(tutor));
    view! {
        <div class="lesson">
            <Coach tutor course lesson/>
            <TablePage link=tutor.link/>
        </div>
    }
    .into_any()
}

/// The panel above the table.
#[component]
fn Coach(tutor: Tutor, course: Arc<Course>, lesson: Lesson) -> impl IntoView {
    let frame = frame();
    let state = tutor.state;
    let key = course.game.about().key;
    let names_of: Vec<String> = course.parts().map(|lesson| lesson.name.clone()).collect();
    let number = names_of.iter().position(|name| *name == lesson.name);
    let (count, steps) = (names_of.len(), lesson.steps.len());
    let following = number.and_then(|number| names_of.get(number + 1).cloned());
    let title = lesson.title.clone();
    let place = move || match number {
        Some(number) => frame.say("lesson-of", &[("number", &(number + 1)), ("count", &count)]),
        None => t("lesson-example"),
    };
    let leave = match &lesson.kind {
        Kind::Example(section) => format!("{}#{section}", Route::Rules(key.to_owned())),
        Kind::Lesson => Route::Learn(key.to_owned(), None).to_string(),
    };
    let hinted = RwSignal::new(None::<usize>);
    let language = move || frame.language.get();
    let of_step = move |read: fn(&lessons::Step) -> Option<&lessons::Text>| {
        tutor
            .of_step(|step| read(step).map(|text| text.of(language()).to_owned()))
            .flatten()
    };
    let has_hint = Memo::new(move |_| tutor.of_step(|step| step.hint.is_some()) == Some(true));
    let hint = Memo::new(move |_| {
        let wanted = state.with(|state| {
            !state.done && (hinted.get() == Some(state.step) || state.others >= HINT_AFTER)
        });
        if wanted {
            of_step(|step| step.hint.as_ref())
        } else {
            None
        }
    });
    let task = Memo::new(move |_| match state.with(|state| state.done) {
        true => of_step(|step| step.after.as_ref()).unwrap_or_else(|| t("lesson-done")),
        false => of_step(|step| Some(&step.task)).unwrap_or_default(),
    });
    let said = Memo::new(move |_| state.with(|state| state.said.clone()));
    let answer = move || match said.get()? {
        Said::Other(Some(text)) => Some(text.of(language()).to_owned()),
        Said::Other(None) => Some(t("lesson-other")),
        Said::Refused(sentence, _) => Some(sentence),
    };
    let rule = move || match said.get()? {
        Said::Refused(_, rule) => Some(format!("rule-{}", rule?)),
        Said::Other(_) => None,
    };
    // What was done is read first, then Enter goes on.
    Effect::new(move |_| {
        if state.with(|state| state.done) {
            request_animation_frame(|| browser::focus("lesson-next"));
        }
    });
    let next = move || {
        state.with(|state| state.done).then(|| {
            if !state.with(|state| state.over) {
                return view! { <button id="lesson-next" class="primary" on:click=move |_| tutor.next()>{t("lesson-next")}</button> }.into_any();
            }
            let (to, says) = match (&following, number) {
                (Some(name), _) => (Route::Learn(key.to_owned(), Some(name.clone())).to_string(), t("lesson-following")),
                (None, Some(_)) => (Route::Learn(key.to_owned(), None).to_string(), t("lesson-all")),
                (None, None) => (leave_of(key, tutor), t("lesson-leave")),
            };
            view! {
                <a id="lesson-next" class="button primary" href=to>{says}</a>
                <button on:click=move |_| tutor.again()>{t("lesson-again")}</button>
            }
            .into_any()
        })
    };
    view! {
        <section class="coach" aria-label=place data-step=move || state.with(|state| state.step) class:done=move || state.with(|state| state.done) class:finished=move || state.with(|state| state.over)>
            <p class="coach-place">
                <a class="button quiet" id="lesson-leave" href=leave aria-label=move || t("lesson-leave")>"×"</a>
                <span>{place}</span>
                <b>{move || title.of(language()).to_owned()}</b>
                <span class="coach-steps">{move || frame.say("lesson-step", &[("number", &(state.with(|state| state.step) + 1)), ("count", &steps)])}</span>
            </p>
            <p class="coach-task" role="status">{task}</p>
            <Show when=move || said.with(Option::is_some)>
                <p class="coach-answer" role="alert">
                    {answer}
                    {move || rule().map(|rule| view! { " " <RuleLink key rule/> })}
                </p>
            </Show>
            <Show when=move || hint.with(Option::is_some)>
                <p class="coach-hint" role="status">{hint}</p>
            </Show>
            <div class="coach-buttons">
                {next}
                <Show when=move || has_hint.get() && !state.with(|state| state.done) && hint.with(Option::is_none)>
                    <button class="quiet" id="lesson-hint" on:click=move |_| hinted.set(Some(state.with_untracked(|state| state.step)))>{move || t("lesson-hint")}</button>
                </Show>
                <Questions tutor/>
            </div>
        </section>
    }
}

fn leave_of(key: &str, tutor: Tutor) -> String {
    let section = tutor.of_step(|step| step.rules.first().cloned()).flatten();
    format!(
        "{}#{}",
        Route::Rules(key.to_owned()),
        section.unwrap_or_default()
    )
}

/// Where the rules explain a rule that was broken.
#[component]
fn RuleLink(key: &'static str, rule: String) -> impl IntoView {
    let address = format!("{}#{rule}", Route::Rules(key.to_owned()));
    view! { <a class="rules-link" href=address target="_blank">{move || t("rules")}</a> }
}

/// What the reader can ask the rules: about actions that are not legal here.
#[component]
fn Questions(tutor: Tutor) -> impl IntoView {
    let frame = frame();
    let questions = Memo::new(move |_| {
        let open = tutor.state.with(|state| !state.done);
        open.then(|| tutor.of_step(|step| step.questions.clone()))
            .flatten()
            .unwrap_or_default()
    });
    let list = NodeRef::<leptos::html::Details>::new();
    let ask = move |action: &str| {
        tutor.attempt(action);
        if let Some(list) = list.get_untracked() {
            let _ = list.remove_attribute("open");
        }
    };
    let button = move |question: Question| {
        let Question { action, text, .. } = question;
        let id = action.clone();
        let words = move || text.of(frame.language.get()).to_owned();
        view! { <button class="quiet" data-question=id on:click=move |_| ask(&action)>{words}</button> }
    };
    view! {
        <Show when=move || questions.with(|questions| !questions.is_empty())>
            <details class="coach-questions" node_ref=list>
                <summary class="button quiet">{move || t("lesson-ask")}</summary>
                <div class="coach-asked">
                    {move || questions.get().into_iter().map(button).collect_view()}
                </div>
            </details>
        </Show>
    }
}

/// What the step lights on the board, as long as its task is open.
fn lit(tutor: Tutor) -> Memo<Vec<String>> {
    Memo::new(move |_| {
        let open = tutor.state.with(|state| !state.done);
        open.then(|| tutor.of_step(|step| step.light.clone()))
            .flatten()
            .unwrap_or_default()
    })
}
