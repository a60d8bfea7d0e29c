//! Things with a tooltip that can be clicked when a decision concerns them.

use super::scene::Scene;
use super::subject::Subject;
pub use crate::boards::spot::text;
use crate::boards::spot::{Spot, sentences};
use leptos::prelude::*;

/// Creates the spot of a subject; `about` describes it.
pub fn spot(scene: Scene, subject: Subject, about: Signal<String>) -> Spot {
    let actions = Memo::new(move |_| scene.actions_of(subject));
    // A click on a worker that lands last leaves another one first.
    let first = Memo::new(move |_| scene.left_before(subject));
    let request = move || {
        let actions = actions.get();
        let (any, only) = (*actions.first()?, actions.len() == 1);
        let direct = first.with(Option::is_none);
        direct.then(|| scene.request(any, only))
    };
    Spot {
        place: subject.id(),
        lit: Memo::new(move |_| actions.with(|actions| !actions.is_empty())),
        action: Memo::new(move |_| {
            let only = actions.with(|actions| match actions.as_slice() {
                [action] => Some(*action),
                _ => None,
            });
            Some(first.get().or(only)?.to_string())
        }),
        label: text(move || {
            let request = request().map(|request| request + ". ");
            request.unwrap_or_default() + &sentences(&about.get())
        }),
        // The question already says what a click is for.
        tip: Signal::derive(move || {
            let lit = actions.with(|actions| !actions.is_empty());
            let why = scene.why_not_click(subject).filter(|_| !lit);
            Some(match why {
                Some(why) => format!("{}\n{why}", about.get()),
                None => about.get(),
            })
        }),
        act: Callback::new(move |()| scene.click(subject)),
        point: Callback::new(move |comes| {
            let pointed = scene.pointed;
            if comes {
                pointed.set(Some(subject));
            } else if pointed.try_get_untracked().flatten() == Some(subject) {
                pointed.set(None);
            }
        }),
    }
}

/// A thing on the drawn board.
#[component]
pub fn Thing(
    scene: Scene,
    subject: Subject,
    class: &'static str,
    about: Signal<String>,
    drawing: Signal<String>,
) -> impl IntoView {
    let inside = view! { <g inner_html=drawing></g> }.into_any();
    spot(scene, subject, about).drawn(class.into(), (0, 0), inside)
}

/// A thing beside the drawn board.
#[component]
pub fn Piece(
    scene: Scene,
    subject: Subject,
    class: &'static str,
    about: Signal<String>,
    drawing: Signal<String>,
) -> impl IntoView {
    let inside = view! { <span class="spot-face" inner_html=drawing></span> }.into_any();
    let class = text(move || {
        let picked = scene.narrowed.with(|narrowed| narrowed.contains(&subject));
        format!("piece {class}{}", if picked { " picked" } else { "" })
    });
    spot(scene, subject, about).tile(class, inside)
}

/// A thing beside the drawn board with a tooltip only.
pub fn shown(class: &'static str, about: Signal<String>, drawing: Signal<String>) -> impl IntoView {
    view! { <span class=class role="img" aria-label=about data-tip=about inner_html=drawing></span> }
}

/// A thing on the drawn board with a tooltip only.
pub fn drawn(class: String, about: Signal<String>, drawing: Signal<String>) -> impl IntoView {
    view! { <g class=class role="img" aria-label=about data-tip=about inner_html=drawing></g> }
}
