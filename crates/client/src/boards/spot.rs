//! A place with a tooltip that can be clicked while an action is possible there. Boards define the content; the handling of pointer, touch, keyboard and
//! screen reader is the same on all of them.

use crate::browser;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

/// The description of a place, and the effect of a click.
#[derive(Clone, Copy)]
pub struct Spot {
    /// The id of the thing there, so that the log can highlight it.
    pub place: Option<&'static str>,
    /// Whether an action is possible there.
    pub lit: Memo<bool>,
    /// The action of a click, if it is unique.
    pub action: Memo<Option<String>>,
    /// The tooltip, line by line.
    pub tip: Signal<Option<String>>,
    /// The label for screen readers.
    pub label: Signal<String>,
    /// Called on a click.
    pub act: Callback<()>,
    /// Called when the pointer or the focus enters or leaves.
    pub point: Callback<bool>,
}

impl Spot {
    /// Draws the place in an SVG, centred at a point.
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

    /// Draws the place beside the drawing.
    pub fn tile(self, class: Signal<String>, inside: AnyView) -> AnyView {
        view! {
            <button
                class=self.class(class)
                tabindex=move || (!self.lit.get()).then_some("-1")
                aria-disabled=move || (!self.lit.get()).then_some("true")
                aria-label=self.label
                data-action=self.action
                data-place=self.place
                data-tip=self.tip
                on:click=move |_| self.act.run(())
                on:keydown=|event| browser::follow_arrow(&event)
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

    /// Tab moves from one lit place to the next; the arrow keys also reach the others, so that their tooltips can be read.
    fn key(self, event: &KeyboardEvent) {
        let acts = matches!(event.key().as_str(), "Enter" | " ");
        if acts && self.lit.get_untracked() {
            event.prevent_default();
            self.act.run(());
        } else if !acts {
            // Where nothing can be done, Enter confirms what is chosen elsewhere.
            browser::follow_arrow(event);
        }
    }

    /// Sets the class as a whole: a part set separately would be lost when the class changes.
    fn class(self, class: Signal<String>) -> impl Fn() -> String + Clone + Send + 'static {
        move || class.with(|class| format!("{class}{}", if self.lit.get() { " lit" } else { "" }))
    }

    /// The last place to be left may belong to a board that no longer exists.
    fn points(self, comes: bool) {
        self.point.try_run(comes);
    }
}

/// Returns a text that follows the position.
pub fn text(said: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
    let said: Box<dyn Fn() -> String + Send + Sync> = Box::new(said);
    Memo::new(move |_| said()).into()
}

/// Joins lines to sentences, for screen readers.
pub fn sentences(lines: &str) -> String {
    let lines = lines.lines().map(|line| line.trim_end_matches('.'));
    lines.collect::<Vec<_>>().join(". ")
}
