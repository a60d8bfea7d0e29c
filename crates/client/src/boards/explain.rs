//! Tooltips: an element with `data-tip` shows it for pointer, keyboard and long press. The key `?` opens the rules at the heading that `data-rules`
//! of the element or an ancestor names.

use super::pan::{Point, nearest};
use crate::browser;
use crate::frame::t;
use crate::table::{OpenRules, on_capture};
use leptos::ev;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, EventTarget};

/// The duration of a long press.
const LONG_PRESS: Duration = Duration::from_millis(450);
/// The size of a tooltip, in pixels.
const WIDTH: f64 = 288.0;
const HEIGHT: f64 = 104.0;
/// The distance to the element and to the edge of the screen, in pixels.
const GAP: f64 = 8.0;

/// The current tooltip.
#[derive(Clone, PartialEq, Default)]
struct Tip {
    says: String,
    rules: Option<String>,
}

/// A container whose elements have tooltips.
#[component]
pub fn Explained(children: Children) -> impl IntoView {
    let tip = RwSignal::new(Tip::default());
    let place = NodeRef::<leptos::html::Div>::new();
    let finger = StoredValue::new(None::<TimeoutHandle>);
    // Whether the finger on the screen has opened a tooltip: then it does not also click.
    let reads = StoredValue::new(false);
    // A tooltip that a finger has opened stays, whatever gets the focus when the finger is lifted.
    let by_touch = StoredValue::new(false);
    // What comes to lie under a resting mouse does not explain itself: at the beginning, after a click, and when something is drawn anew.
    let moves = StoredValue::new(false);
    let rests_at = StoredValue::new((-1, -1));
    // Whatever the tooltip describes refers to it, so that it is also read out.
    let described = StoredValue::new_local(None::<Element>);
    // When the page is left, its elements still lose pointer and focus, while nothing of this is there any more: hence `try_` everywhere.
    let hide = move || {
        tip.try_set(Tip::default());
        by_touch.try_set_value(false);
        if let Some(Some(thing)) = described.try_update_value(Option::take) {
            let _ = thing.remove_attribute("aria-describedby");
        }
    };
    let show = move |target: Option<EventTarget>| {
        hide();
        let thing = target.and_then(|target| around(&target, "[data-tip]"));
        let Some(thing) = thing else {
            return;
        };
        let rules = around(&thing, "[data-rules]");
        tip.try_set(Tip {
            says: thing.get_attribute("data-tip").unwrap_or_default(),
            rules: rules.and_then(|place| place.get_attribute("data-rules")),
        });
        if let Some(Some(element)) = place.try_get_untracked() {
            let Place { left, top, above } = beside(&thing);
            let style = web_sys::HtmlElement::style(&element);
            let _ = style.set_property("left", &format!("{left}px"));
            let _ = style.set_property("top", &format!("{top}px"));
            // Above something, it grows upwards.
            let up = if above { "translateY(-100%)" } else { "none" };
            let _ = style.set_property("transform", up);
        }
        let _ = thing.set_attribute("aria-describedby", "tip");
        described.try_set_value(Some(thing));
    };
    let let_go = move || {
        if let Some(Some(timer)) = finger.try_update_value(Option::take) {
            timer.clear();
        }
    };
    let rules = use_context::<OpenRules>();
    let open_rules = move || {
        let at = tip.with_untracked(|tip| tip.rules.clone());
        hide();
        if let Some(OpenRules(open)) = rules {
            open.set(Some(at.unwrap_or_default()));
        }
    };
    // A tooltip opened by touch stays until the next touch anywhere.
    let touched = window_event_listener(ev::pointerdown, move |event| {
        let inside = event.target().and_then(|target| around(&target, ".tip"));
        if inside.is_none() {
            hide();
        }
    });
    on_capture("click", move |event| {
        browser::is_touch(event) && reads.try_update_value(std::mem::take).unwrap_or(false)
    });
    let asked = window_event_listener(ev::keydown, move |event| {
        let writes = event
            .target()
            .and_then(|target| around(&target, "input, textarea"));
        if event.key() == "?" && writes.is_none() {
            open_rules();
        }
    });
    on_cleanup(move || {
        touched.remove();
        asked.remove();
    });
    view! {
        <div
            class="explained"
            on:pointerover=move |event| {
                let here = (event.client_x(), event.client_y());
                let moved = moves.try_get_value() == Some(true) && rests_at.try_get_value() != Some(here);
                if event.pointer_type() == "mouse" && moved {
                    show(event.target());
                }
            }
            on:pointermove=move |event| {
                rests_at.try_set_value((event.client_x(), event.client_y()));
                if event.pointer_type() == "mouse" && moves.try_get_value() == Some(false) {
                    moves.try_set_value(true);
                    show(event.target());
                }
            }
            on:pointerleave=move |event| {
                if event.pointer_type() == "mouse" {
                    hide();
                }
            }
            on:pointerdown=move |event| {
                let_go();
                moves.set_value(false);
                if event.pointer_type() != "mouse" {
                    // A finger beside a lit place means it, when it reads as when it taps.
                    let at = (event.client_x().into(), event.client_y().into());
                    let explained = event.target().filter(|target| around(target, "[data-tip]").is_some());
                    reads.set_value(false);
                    let open = move || {
                        show(explained.or_else(|| meant_by_finger(at)));
                        let shown = tip.try_with_untracked(|tip| !tip.says.is_empty()) == Some(true);
                        // Whoever holds the finger down for long wants to read, even where there is nothing to read.
                        reads.try_set_value(true);
                        by_touch.try_set_value(shown);
                    };
                    let timer = set_timeout_with_handle(open, LONG_PRESS);
                    finger.set_value(timer.ok());
                }
            }
            on:pointerup=move |_| let_go()
            on:pointercancel=move |_| let_go()
            // A tap moves the focus too, but must not open the tooltip.
            on:focusin=move |event| if by_touch.try_get_value() == Some(false) {
                show(event.target().filter(is_by_key));
            }
            on:focusout=move |_| if by_touch.try_get_value() == Some(false) {
                hide();
            }
            on:keydown=move |event| {
                if event.key() == "Escape" {
                    hide();
                }
            }
        >
            {children()}
        </div>
        <div class="tip" class:shown=move || tip.with(|tip| !tip.says.is_empty()) node_ref=place>
            <span id="tip" role="tooltip">{move || tip.with(|tip| tip.says.clone())}</span>
            <Show when=move || rules.is_some() && tip.with(|tip| tip.rules.is_some())>
                // The focus must not move, or the tooltip would close before the click.
                <button class="tip-rules" tabindex="-1" on:mousedown=|event| event.prevent_default() on:click=move |_| open_rules()><kbd>"?"</kbd>" "{move || t("rules")}</button>
            </Show>
        </div>
    }
}

/// Returns the element or its nearest ancestor that matches.
fn around(target: &EventTarget, selector: &str) -> Option<Element> {
    target.dyn_ref::<Element>()?.closest(selector).ok()?
}

/// Returns the lit place of a drawing that a finger beside it means.
fn meant_by_finger(at: Point) -> Option<EventTarget> {
    let lit = browser::all(".pan .lit[data-tip]");
    Some(nearest(lit, at)?.unchecked_into())
}

fn is_by_key(target: &EventTarget) -> bool {
    let element = target.dyn_ref::<Element>();
    element.is_some_and(|element| element.matches(":focus-visible").unwrap_or(false))
}

/// Where a tooltip is: its left edge, and its upper edge, or its lower one if it is above something.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Place {
    left: f64,
    top: f64,
    above: bool,
}

/// Returns a position below the element if there is room, otherwise above. In the stage it is above or beside the whole stage, so that neither the question
/// nor a choice is covered.
fn beside(thing: &Element) -> Place {
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
    let across = (around.left(), around.right());
    let stage = thing.closest(".stage").ok().flatten();
    match stage.map(|stage| stage.get_bounding_client_rect()) {
        Some(stage) if stage.top() < HEIGHT && stage.left() > WIDTH => Place {
            left: stage.left() - WIDTH - GAP,
            top: around.top().min(height - HEIGHT).max(GAP),
            above: false,
        },
        Some(stage) => room(across, (stage.top(), height), (width, height)),
        None => room(across, (around.top(), around.bottom()), (width, height)),
    }
}

/// Returns the position of a tooltip, given the horizontal and vertical extent of the element and the size of the screen.
fn room(
    (left, right): (f64, f64),
    (top, bottom): (f64, f64),
    (width, height): (f64, f64),
) -> Place {
    let middle = (left + right) / 2.0;
    let left = (middle - WIDTH / 2.0).min(width - WIDTH - GAP).max(GAP);
    let below = bottom + GAP;
    let above = below + HEIGHT >= height && top > HEIGHT;
    let top = match above {
        true => top - GAP,
        false => below.min(height - HEIGHT).max(GAP),
    };
    Place { left, top, above }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DESK: (f64, f64) = (1280.0, 800.0);

    fn below(left: f64, top: f64) -> Place {
        let above = false;
        Place { left, top, above }
    }

    #[test]
    fn a_tip_is_below_the_middle_of_its_thing() {
        let tip = room((600.0, 700.0), (100.0, 150.0), DESK);
        assert_eq!(tip, below(506.0, 158.0));
    }

    #[test]
    fn near_the_bottom_it_is_above() {
        let above = Place {
            left: 506.0,
            top: 692.0,
            above: true,
        };
        assert_eq!(room((600.0, 700.0), (700.0, 750.0), DESK), above);
    }

    #[test]
    fn it_never_leaves_the_screen() {
        let phone = (320.0, 150.0);
        assert_eq!(room((0.0, 40.0), (100.0, 150.0), DESK), below(8.0, 158.0));
        let right = room((1240.0, 1280.0), (0.0, 20.0), DESK);
        assert_eq!(right, below(984.0, 28.0));
        assert_eq!(room((280.0, 320.0), (20.0, 60.0), phone), below(24.0, 46.0));
        // Narrower than the tooltip: aligned to the left.
        let narrow = room((0.0, 200.0), (0.0, 20.0), (200.0, 800.0));
        assert_eq!(narrow, below(8.0, 28.0));
    }
}
