//! Things that can be looked at and, when a decision is about them, clicked.

use super::scene::Scene;
use super::subject::Subject;
use amritsar::Action;
use leptos::prelude::*;

/// A text that follows the position.
pub fn text(said: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
    let said: Box<dyn Fn() -> String + Send + Sync> = Box::new(said);
    Memo::new(move |_| said()).into()
}

/// What a thing says of itself and what a click does.
#[derive(Clone, Copy)]
struct Deed {
    scene: Scene,
    subject: Subject,
    actions: Memo<Vec<Action>>,
    lit: Memo<bool>,
    label: Signal<String>,
    tip: Signal<String>,
}

impl Deed {
    fn new(scene: Scene, subject: Subject, about: Signal<String>) -> Deed {
        let actions = Memo::new(move |_| scene.actions_of(subject));
        let request = move || {
            let actions = actions.get();
            let (first, only) = (*actions.first()?, actions.len() == 1);
            Some(scene.request(first, only))
        };
        Deed {
            scene,
            subject,
            actions,
            lit: Memo::new(move |_| actions.with(|actions| !actions.is_empty())),
            label: text(move || {
                let request = request().map(|request| request + ". ");
                request.unwrap_or_default() + &about.get().replace('\n', " ")
            }),
            tip: text(move || {
                let more = request().or_else(|| scene.why_not_click(subject));
                match more {
                    Some(more) => format!("{}\n{more}", about.get()),
                    None => about.get(),
                }
            }),
        }
    }

    /// The only action that a click can mean.
    fn action(self) -> Option<String> {
        self.actions.with(|actions| match actions.as_slice() {
            [action] => Some(action.to_string()),
            _ => None,
        })
    }

    fn act(self) {
        self.scene.click(self.subject);
    }

    fn point(self) {
        self.scene.pointed.set(Some(self.subject));
    }

    /// The last to leave may be a thing of a board that is gone.
    fn leave(self) {
        let pointed = self.scene.pointed;
        if pointed.try_get_untracked().flatten() == Some(self.subject) {
            pointed.set(None);
        }
    }
}

/// A thing on the drawn board.
#[component]
pub fn Thing(
    scene: Scene,
    subject: Subject,
    class: String,
    about: Signal<String>,
    drawing: Signal<String>,
) -> impl IntoView {
    let deed = Deed::new(scene, subject, about);
    view! {
        <g
            class=class
            class:lit=deed.lit
            class:choice=move || deed.action().is_some()
            role=move || if deed.lit.get() { "button" } else { "img" }
            tabindex=move || deed.lit.get().then_some("0")
            aria-label=deed.label
            data-action=move || deed.action()
            data-place=subject.id()
            data-tip=deed.tip
            on:click=move |_| deed.act()
            on:keydown=move |event| {
                if event.key() == "Enter" || event.key() == " " {
                    event.prevent_default();
                    deed.act();
                }
            }
            on:pointerenter=move |_| deed.point()
            on:focus=move |_| deed.point()
            on:pointerleave=move |_| deed.leave()
            on:blur=move |_| deed.leave()
            inner_html=drawing
        ></g>
    }
}

/// A thing beside the drawn board.
#[component]
pub fn Piece(
    scene: Scene,
    subject: Subject,
    class: String,
    about: Signal<String>,
    drawing: Signal<String>,
) -> impl IntoView {
    let deed = Deed::new(scene, subject, about);
    view! {
        <button
            class=class
            class:piece=true
            class:lit=deed.lit
            class:choice=move || deed.action().is_some()
            aria-disabled=move || (!deed.lit.get()).then_some("true")
            aria-label=deed.label
            data-action=move || deed.action()
            data-place=subject.id()
            data-tip=deed.tip
            on:click=move |_| deed.act()
            on:pointerenter=move |_| deed.point()
            on:focus=move |_| deed.point()
            on:pointerleave=move |_| deed.leave()
            on:blur=move |_| deed.leave()
            inner_html=drawing
        ></button>
    }
}

/// A thing beside the drawn board that only explains itself.
pub fn shown(class: &'static str, about: Signal<String>, drawing: Signal<String>) -> impl IntoView {
    view! { <span class=class role="img" aria-label=about data-tip=about inner_html=drawing></span> }
}

/// A thing on the drawn board that only explains itself.
pub fn drawn(class: String, about: Signal<String>, drawing: Signal<String>) -> impl IntoView {
    view! { <g class=class role="img" aria-label=about data-tip=about inner_html=drawing></g> }
}
