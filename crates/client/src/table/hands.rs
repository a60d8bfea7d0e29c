//! Hands at a table: keys for every decision, and guards against slips.

use super::story::is_asked;
use crate::boards::Seen;
use crate::browser;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::Closure;
use web_sys::{AddEventListenerOptions, Element, Event, HtmlElement, KeyboardEvent};

/// Taps so soon after the table changed were meant for what was there before, in milliseconds.
const TOO_SOON: u64 = 400;

/// The choices of the stage, in the order of their digits.
const CHOICES: &str = ".choices :is(button.lit, button.choice, button.confirm, .wheel-part, .choice-card):not(:disabled, [aria-disabled])";

/// Listens to the keys of a table until the page is left.
pub fn listen_to_keys() {
    let listener = window_event_listener(ev::keydown, move |event| {
        if !event.default_prevented() && key(&event) {
            event.prevent_default();
        }
    });
    on_cleanup(move || listener.remove());
    if !browser::matches_media("(pointer: coarse)") {
        print_digits();
    }
}

/// Keeps the digit of each choice in its `data-digit`, where the style sheet prints it.
fn print_digits() {
    let print = || {
        let page = browser::document().and_then(|document| document.body());
        let Some(page) = page else {
            return;
        };
        let choices: Vec<Element> = all_visible(CHOICES).take(10).collect();
        let printed = browser::elements_in(&page, "[data-digit]");
        for gone in printed.filter(|printed| !choices.contains(printed)) {
            let _ = gone.remove_attribute("data-digit");
        }
        for (number, choice) in choices.iter().enumerate() {
            let digit = ((number + 1) % 10).to_string();
            if choice.get_attribute("data-digit").as_ref() != Some(&digit) {
                let _ = choice.set_attribute("data-digit", &digit);
            }
        }
    };
    let planned = StoredValue::new(false);
    browser::watch(
        &["class", "disabled", "aria-disabled", "hidden"],
        move || {
            if planned.try_update_value(|planned| !std::mem::replace(planned, true)) == Some(true) {
                request_animation_frame(move || {
                    planned.try_set_value(false);
                    print();
                });
            }
        },
    );
}

/// What takes a selection or a question back.
const CANCELS: &str = ".stage .cancel, .choices :is(.deed-buttons, .options) > .quiet";

/// Handles a key of the table: a digit for a choice, a letter for what carries it in `data-key`, Enter to confirm, Escape to cancel, U to take back.
/// Returns whether it was one.
fn key(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
    let inside = |selector: &str| {
        target
            .as_ref()
            .is_some_and(|target| matches!(target.closest(selector), Ok(Some(_))))
    };
    let modified = event.ctrl_key() || event.meta_key() || event.alt_key();
    if modified || inside("input, textarea, select, [role=dialog], .drawer") {
        return false;
    }
    match event.key().as_str() {
        digit if matches!(digit.as_bytes(), [b'0'..=b'9']) => {
            let number = digit.parse::<usize>().unwrap_or_default();
            press(CHOICES, (number + 9) % 10)
        }
        "u" | "U" => take_back(),
        // On what is selected already, it carries that out.
        "Enter"
            if inside(".choices [aria-pressed='true']")
                || !inside("button, a, summary, [tabindex='0']") =>
        {
            press(".stage .primary:enabled", 0)
        }
        "Escape" => press(CANCELS, 0),
        letter if matches!(letter.as_bytes(), [b'a'..=b'z' | b'A'..=b'Z']) => {
            let letter = letter.to_ascii_lowercase();
            press(&format!(".stage [data-key='{letter}']:enabled"), 0)
        }
        _ => false,
    }
}

/// Moves the focus to the visible element of this number and clicks it, and tells whether there was one.
fn press(selector: &str, number: usize) -> bool {
    let found = visible(selector, number);
    if let Some(element) = &found {
        if let Some(element) = element.dyn_ref::<HtmlElement>() {
            let _ = element.focus();
        }
        browser::click(element);
    }
    found.is_some()
}

/// Clicks what takes back. The focus stays: with it there, Enter would take back once more.
fn take_back() -> bool {
    let undo = visible(".bar .undo:enabled", 0);
    undo.inspect(browser::click).is_some()
}

/// Returns the visible element of this number.
fn visible(selector: &str, number: usize) -> Option<Element> {
    all_visible(selector).nth(number)
}

/// Returns the visible elements in the order of the document.
fn all_visible(selector: &str) -> impl Iterator<Item = Element> {
    let visible = |element: &Element| element.get_bounding_client_rect().height() > 0.0;
    browser::all(selector).filter(visible)
}

/// Ignores taps that follow a change of the table too soon.
pub fn ignore_early_taps(seen: Seen) {
    let changed = StoredValue::new(0_u64);
    let state = Memo::new(move |_| {
        let shown = seen
            .update
            .with(|update| (update.version, is_asked(update)));
        (shown, seen.sheet.get())
    });
    Effect::new(move |before: Option<()>| {
        state.with(|_| ());
        if before.is_some() {
            changed.set_value(browser::now());
        }
    });
    on_capture("click", move |event| {
        let by_touch = browser::is_touch(event);
        let on_table = event.target().and_then(|it| it.dyn_into::<Element>().ok());
        let on_table =
            on_table.is_some_and(|target| matches!(target.closest(".table-grid"), Ok(Some(_))));
        let since = changed
            .try_get_value()
            .map_or(TOO_SOON, |changed| browser::now().saturating_sub(changed));
        by_touch && on_table && since < TOO_SOON
    });
}

/// Listens to events before anything else does, until the component is gone. An event for which `swallow` answers yes goes no further.
pub fn on_capture(event: &'static str, swallow: impl Fn(&Event) -> bool + 'static) {
    let heard = Closure::<dyn Fn(Event)>::new(move |event: Event| {
        if swallow(&event) {
            event.stop_immediate_propagation();
            event.prevent_default();
        }
    });
    let Some(window) = browser::window() else {
        return;
    };
    let how = AddEventListenerOptions::new();
    how.set_capture(true);
    let _ = window.add_event_listener_with_callback_and_add_event_listener_options(
        event,
        heard.as_ref().unchecked_ref(),
        &how,
    );
    let heard = StoredValue::new_local(heard);
    on_cleanup(move || {
        heard.try_with_value(|heard| {
            let heard = heard.as_ref().unchecked_ref();
            let _ = window.remove_event_listener_with_callback_and_bool(event, heard, true);
        });
    });
}
