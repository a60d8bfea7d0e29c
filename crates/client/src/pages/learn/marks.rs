//! Marks on the board: what a task or a tip is about.

use crate::browser;
use leptos::prelude::*;

/// Marks the places, cards, actions and things with these ids, and no others, whenever the board draws something anew.
pub fn mark(wanted: Memo<Vec<String>>) {
    let draw = move || {
        let Some(ids) = wanted.try_get_untracked() else {
            return;
        };
        for marked in browser::all("[data-taught]") {
            let name = marked.get_attribute("data-taught");
            if !name.is_some_and(|name| ids.contains(&name)) {
                let _ = marked.remove_attribute("data-taught");
            }
        }
        // What carries out an action is marked when all the cards are chosen that belong to it.
        let is_card = |id: &&String| {
            browser::all(&format!("[data-card='{id}']"))
                .next()
                .is_some()
        };
        let cards = ids.iter().filter(is_card);
        let complete: String = cards.map(|id| format!("[data-action~='{id}']")).collect();
        for id in &ids {
            let names = ["place", "card", "action", "home", "travel"];
            let mut selectors = names.map(|name| format!("[data-{name}='{id}']")).to_vec();
            // A part of an action that is named whole stands for no other action.
            if !ids.iter().any(|other| other.ends_with(&format!(" {id}"))) {
                selectors.push(format!("[data-action$=' {id}']{complete}"));
            }
            // What leads to an action is a button of its class.
            if id.bytes().all(|letter| letter.is_ascii_lowercase()) {
                selectors.push(format!("button.{id}"));
            }
            set(id, &selectors.join(", "));
            // On a small screen, what leads to an action is a place that has a word of it.
            if browser::all(&format!("[data-taught='{id}']"))
                .next()
                .is_none()
                && id.contains(' ')
            {
                let places = id.split(' ').map(|word| format!("[data-place='{word}']"));
                set(id, &places.collect::<Vec<_>>().join(", "));
            }
        }
    };
    Effect::new(move |_| {
        wanted.with(|_| ());
        draw();
    });
    browser::watch(&["data-action", "data-place", "data-card"], draw);
}

fn set(id: &str, selectors: &str) {
    let unmarked = format!(".table-grid :is({selectors}):not([data-taught])");
    for element in browser::all(&unmarked) {
        let _ = element.set_attribute("data-taught", id);
    }
}
