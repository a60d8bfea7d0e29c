//! Everything explains itself: whatever has a `data-tip` tells it to the pointer, the keyboard and a long press.

use crate::browser;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, EventTarget};

/// How long a finger rests before it asks.
const LONG_PRESS: Duration = Duration::from_millis(450);
/// Room that a tip needs, in pixels.
const WIDTH: f64 = 288.0;
const HEIGHT: f64 = 104.0;

/// A board whose parts explain themselves.
#[component]
pub fn Explained(children: Children) -> impl IntoView {
    let tip = RwSignal::new(String::new());
    let place = NodeRef::<leptos::html::Div>::new();
    let finger = StoredValue::new(None::<TimeoutHandle>);
    let show = move |target: Option<EventTarget>| {
        let Some(thing) = target.and_then(explained) else {
            tip.set(String::new());
            return;
        };
        tip.set(thing.get_attribute("data-tip").unwrap_or_default());
        if let Some(element) = place.get_untracked() {
            let (left, top) = beside(&thing);
            let style = web_sys::HtmlElement::style(&element);
            let _ = style.set_property("left", &format!("{left}px"));
            let _ = style.set_property("top", &format!("{top}px"));
        }
    };
    let let_go = move || {
        if let Some(Some(timer)) = finger.try_update_value(Option::take) {
            timer.clear();
        }
    };
    view! {
        <div
            class="explained"
            on:pointerover=move |event| {
                if event.pointer_type() == "mouse" {
                    show(event.target());
                }
            }
            on:pointerleave=move |_| tip.set(String::new())
            on:pointerdown=move |event| {
                let_go();
                tip.set(String::new());
                if event.pointer_type() != "mouse" {
                    let target = event.target();
                    let timer = set_timeout_with_handle(move || show(target), LONG_PRESS);
                    finger.set_value(timer.ok());
                }
            }
            on:pointerup=move |_| let_go()
            on:pointercancel=move |_| let_go()
            on:focusin=move |event| show(event.target())
            on:focusout=move |_| tip.set(String::new())
            on:keydown=move |event| {
                if event.key() == "Escape" {
                    tip.set(String::new());
                }
            }
        >
            {children()}
            <div class="tip" role="tooltip" class:shown=move || tip.with(|tip| !tip.is_empty()) node_ref=place>{tip}</div>
        </div>
    }
}

fn explained(target: EventTarget) -> Option<Element> {
    let element: Element = target.dyn_into().ok()?;
    element.closest("[data-tip]").ok()?
}

/// Below the thing where there is room, else above it.
fn beside(thing: &Element) -> (f64, f64) {
    let size = |size: Option<wasm_bindgen::JsValue>| size.and_then(|size| size.as_f64());
    let window = browser::window();
    let width = size(window.as_ref().and_then(|window| window.inner_width().ok())).unwrap_or(WIDTH);
    let height = size(
        window
            .as_ref()
            .and_then(|window| window.inner_height().ok()),
    )
    .unwrap_or(0.0);
    let around = thing.get_bounding_client_rect();
    let left = (around.left() + around.width() / 2.0 - WIDTH / 2.0).min(width - WIDTH - 8.0);
    let below = around.bottom() + 8.0;
    let top = if below + HEIGHT < height {
        below
    } else {
        around.top() - HEIGHT
    };
    (left.max(8.0), top.max(8.0))
}
