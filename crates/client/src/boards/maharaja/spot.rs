//! A place on the board that explains itself and can be clicked while something can be done there.

use super::place::Place;
use super::say;
use super::scene::Scene;
use leptos::prelude::*;
use maharaja::Command;

/// What is the same about every place: whether it is lit, what it says, and what a click does.
#[derive(Clone, Copy)]
pub struct Spot {
    scene: Scene,
    place: Place,
    offers: Memo<Vec<Command>>,
    words: Memo<String>,
}

impl Spot {
    /// A place; `about` tells what it is.
    pub fn new(scene: Scene, place: Place, about: Signal<String>) -> Spot {
        let offers = Memo::new(move |_| scene.offers_at(place));
        let words = Memo::new(move |_| {
            let about = about.get();
            let more = match scene.meant_at(place).as_slice() {
                [] => scene.why_not_there(place),
                offers => {
                    let said = offers.iter().map(|&offer| say::offer(scene, offer));
                    Some(said.collect::<Vec<_>>().join("\n"))
                }
            };
            match more {
                Some(more) => format!("{about}\n{more}"),
                None => about,
            }
        });
        Spot {
            scene,
            place,
            offers,
            words,
        }
    }

    pub fn is_lit(self) -> bool {
        self.offers.with(|offers| !offers.is_empty())
    }

    /// The words, for a tip.
    pub fn tip(self) -> String {
        self.words.get()
    }

    /// The words, for a screen reader.
    pub fn label(self) -> String {
        self.words.with(|words| words.replace('\n', ". "))
    }

    /// The command that a click gives at once.
    pub fn action(self) -> Option<String> {
        self.offers.with(|offers| match offers.as_slice() {
            [one] => Some(one.to_string()),
            // Several are offered side by side.
            _ => None,
        })
    }

    pub fn act(self) {
        self.scene.act(self.place);
    }

    /// The pointer or the keyboard comes.
    pub fn point(self) {
        let meant = untrack(|| self.scene.meant_at(self.place));
        self.scene.pointed.set(meant.first().copied());
        if let Place::Flag(city) = self.place {
            self.scene.flag.set(Some(city));
        }
    }

    /// The pointer or the keyboard goes.
    pub fn leave(self) {
        self.scene.pointed.set(None);
        self.scene.flag.set(None);
    }
}

/// A place in a drawing. What is drawn inside is the caller's.
pub fn drawn(
    spot: Spot,
    class: &'static str,
    (x, y): (i32, i32),
    inside: AnyView,
) -> impl IntoView {
    view! {
        <g
            class=class
            class:lit=move || spot.is_lit()
            data-action=move || spot.action()
            transform=format!("translate({x} {y})")
            role=move || if spot.is_lit() { "button" } else { "img" }
            tabindex=move || spot.is_lit().then_some("0")
            aria-label=move || spot.label()
            data-tip=move || spot.tip()
            on:click=move |_| spot.act()
            on:keydown=move |event| {
                if event.key() == "Enter" || event.key() == " " {
                    event.prevent_default();
                    spot.act();
                }
            }
            on:pointerenter=move |_| spot.point()
            on:focus=move |_| spot.point()
            on:pointerleave=move |_| spot.leave()
            on:blur=move |_| spot.leave()
        >
            {inside}
        </g>
    }
}

/// A place that is a tile beside the map.
pub fn tile(spot: Spot, class: Signal<String>, inside: AnyView) -> impl IntoView {
    view! {
        <button
            class=move || format!("tile {}", class.get())
            class:lit=move || spot.is_lit()
            aria-disabled=move || (!spot.is_lit()).then_some("true")
            aria-label=move || spot.label()
            data-action=move || spot.action()
            data-tip=move || spot.tip()
            on:click=move |_| spot.act()
            on:pointerenter=move |_| spot.point()
            on:focus=move |_| spot.point()
            on:pointerleave=move |_| spot.leave()
            on:blur=move |_| spot.leave()
        >
            {inside}
        </button>
    }
}
