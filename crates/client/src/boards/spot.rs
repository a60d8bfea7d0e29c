//! A place that explains itself and can be clicked while something can be done there. A board says what; how is the same on all of them, for pointer,
//! finger, keyboard and screen reader.

use crate::browser;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

/// What a place says of itself, and what a click there does.
#[derive(Clone, Copy)]
pub struct Spot {
    /// The id of what lies there, so that the log can light it up.
    pub place: Option<&'static str>,
    /// Whether something can be done there.
    pub lit: Memo<bool>,
    /// The action that a click means, if it can only be one.
    pub action: Memo<Option<String>>,
    /// What it says to the pointer, line by line.
    pub tip: Signal<Option<String>>,
    /// What it says to a screen reader.
    pub label: Signal<String>,
    /// It is clicked.
    pub act: Callback<()>,
    /// The pointer or the keyboard comes, or goes.
    pub point: Callback<bool>,
}

impl Spot {
    /// A place in a drawing, moved there from its middle.
    pub fn drawn(self, class: Signal<String>, at: (i32, i32), inside: AnyView) -> AnyView {
        let (x, y) = at;
        view! {
            <g
                class=self.class(class)
                transform=(at != (0, 0)).then(|| format!("translate({x} {y})"))
                role=move || if self.lit.get() { "button" } else { "img" }
                tabindex=move || if self.lit.get() { "0" } else { "-1" }
                aria-label=self.label
                data-action=self.action
                data-place=self.place
                data-tip=self.tip
                on:click=move |_| self.act.run(())
                on:keydown=move |event| self.key(&event)
                on:pointerenter=move |_| self.points(true)
                on:focus=move |_| self.points(true)
                on:pointerleave=move |_| self.points(false)
                on:blur=move |_| self.points(false)
            >
                {inside}
            </g>
        }
        .into_any()
    }

    /// A place beside the drawing.
    pub fn tile(self, class: Signal<String>, inside: AnyView) -> AnyView {
        view! {
            <button
                class=self.class(class)
                aria-disabled=move || (!self.lit.get()).then_some("true")
                aria-label=self.label
                data-action=self.action
                data-place=self.place
                data-tip=self.tip
                on:click=move |_| self.act.run(())
                on:pointerenter=move |_| self.points(true)
                on:focus=move |_| self.points(true)
                on:pointerleave=move |_| self.points(false)
                on:blur=move |_| self.points(false)
            >
                {inside}
            </button>
        }
        .into_any()
    }

    /// Tab leads from one lit place to the next; the arrows lead to the others, so that these can explain themselves too.
    fn key(self, event: &KeyboardEvent) {
        if matches!(event.key().as_str(), "Enter" | " ") {
            event.prevent_default();
            self.act.run(());
        } else {
            browser::follow_arrow(event);
        }
    }

    /// In one piece: where the whole class changes, a part that is set on its own would be lost.
    fn class(self, class: Signal<String>) -> impl Fn() -> String + Clone + Send + 'static {
        move || class.with(|class| format!("{class}{}", if self.lit.get() { " lit" } else { "" }))
    }

    /// The last to leave may be a place of a board that is gone.
    fn points(self, comes: bool) {
        self.point.try_run(comes);
    }
}

/// A text that follows the position.
pub fn text(said: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
    let said: Box<dyn Fn() -> String + Send + Sync> = Box::new(said);
    Memo::new(move |_| said()).into()
}

/// Lines as one sentence after the other, for a screen reader.
pub fn sentences(lines: &str) -> String {
    let lines = lines.lines().map(|line| line.trim_end_matches('.'));
    lines.collect::<Vec<_>>().join(". ")
}
