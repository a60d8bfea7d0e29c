//! Tooltips: an element with `data-tip` shows it for pointer, keyboard and long press. The key `?` opens the rules at the heading that `data-rules`
//! of the element or an ancestor names.

use super::pan::{Point, nearest};
use crate::browser;
use crate::frame::t;
use crate::table::{OpenRules, on_capture};
use kit::Rule;
use leptos::ev;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::Duration;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, EventTarget};

/// The duration of a long press.
const LONG_PRESS: Duration = Duration::from_millis(450);
/// What can be chosen.
const LIT: &str = ".table-grid :is(.lit, [data-action]):not(:disabled, [aria-disabled])";
/// The distance to the element and to the edge of the screen, in pixels.
const GAP: f64 = 8.0;
/// The distance between two places that are tried when there is no room beside the thing.
const STEP: f64 = 20.0;

thread_local! {
    /// The reasons that were given for what is not possible, with the keys of the rules that explain them.
    static REASONS: RefCell<BTreeMap<String, &'static str>> = const { RefCell::new(BTreeMap::new()) };
}

/// Notes which rule explains a reason, so that the rules can be opened there from whatever says it.
pub fn because(rule: Rule, reason: Option<String>) -> Option<String> {
    if let Some(reason) = &reason {
        REASONS.with_borrow_mut(|reasons| reasons.insert(reason.clone(), rule.key));
    }
    reason
}

/// Returns the key of the rule that explains the last line of a tooltip.
fn reason_in(tip: &str) -> Option<String> {
    let reason = tip.lines().last()?;
    let rule = REASONS.with_borrow(|reasons| reasons.get(reason).copied());
    Some(format!("rule-{}", rule?))
}

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
        let says = thing.get_attribute("data-tip").unwrap_or_default();
        let near = || around(&thing, "[data-rules]")?.get_attribute("data-rules");
        let rules = reason_in(&says).or_else(near);
        tip.try_set(Tip { says, rules });
        let _ = thing.set_attribute("aria-describedby", "tip");
        described.try_set_value(Some(thing.clone()));
        // Its size is known when its text is there.
        request_animation_frame(move || {
            if let Some(Some(element)) = place.try_get_untracked() {
                let (left, top) = beside(&thing, &element);
                let style = web_sys::HtmlElement::style(&element);
                let _ = style.set_property("left", &format!("{left}px"));
                let _ = style.set_property("top", &format!("{top}px"));
            }
        });
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
    // On a screen of another size it would lie elsewhere.
    let resized = window_event_listener(ev::resize, move |_| hide());
    on_cleanup(move || {
        touched.remove();
        asked.remove();
        resized.remove();
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
            <span id="tip" role="tooltip">
                {move || tip.with(|tip| match tip.says.split_once('\n') {
                    Some((name, rest)) => view! { <b>{name.to_owned()}</b>{rest.to_owned()} }.into_any(),
                    None => tip.says.clone().into_any(),
                })}
            </span>
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

/// An area of the screen, in pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Area {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Area {
    fn of(element: &Element) -> Self {
        let area = element.get_bounding_client_rect();
        Area {
            left: area.left(),
            top: area.top(),
            right: area.right(),
            bottom: area.bottom(),
        }
    }

    /// Returns the area of this size at a place.
    fn at((left, top): Point, (width, height): Point) -> Self {
        Area {
            left,
            top,
            right: left + width,
            bottom: top + height,
        }
    }

    /// Returns the number of square pixels that both cover.
    fn shared(self, other: Area) -> f64 {
        let across = self.right.min(other.right) - self.left.max(other.left);
        let down = self.bottom.min(other.bottom) - self.top.max(other.top);
        across.max(0.0) * down.max(0.0)
    }
}

/// Returns where the tooltip of an element lies, its left and its upper edge.
fn beside(thing: &Element, tip: &Element) -> Point {
    let size = |size: Option<wasm_bindgen::JsValue>| size.and_then(|size| size.as_f64());
    let window = browser::window();
    let width = size(window.as_ref().and_then(|window| window.inner_width().ok()));
    let height = size(
        window
            .as_ref()
            .and_then(|window| window.inner_height().ok()),
    );
    let area = tip.get_bounding_client_rect();
    let screen = (width.unwrap_or_default(), height.unwrap_or_default());
    let stage = thing.closest(".stage").ok().flatten();
    let lit = browser::all(LIT).filter(|lit| !lit.is_same_node(Some(thing)));
    let lit: Vec<Area> = lit.map(|lit| Area::of(&lit)).collect();
    let around = stage.as_ref().map(Area::of);
    room(
        Area::of(thing),
        around,
        (area.width(), area.height()),
        screen,
        &lit,
    )
}

/// Returns the place of a tooltip of this size: below its thing, above, to the right or to the left of it, or of the whole stage around it, wherever it
/// covers nothing that can be chosen, or else the nearest place where it covers the least; never the thing.
fn room(thing: Area, stage: Option<Area>, size: Point, screen: Point, lit: &[Area]) -> Point {
    let (width, height) = size;
    let fit = |(left, top): Point| {
        let left = left.min(screen.0 - width - GAP).max(GAP);
        let top = top.min(screen.1 - height - GAP).max(GAP);
        (left, top)
    };
    let middle = (
        (thing.left + thing.right - width) / 2.0,
        (thing.top + thing.bottom - height) / 2.0,
    );
    let around = |area: Area| {
        [
            (middle.0, area.bottom + GAP),
            (middle.0, area.top - height - GAP),
            (area.right + GAP, middle.1),
            (area.left - width - GAP, middle.1),
            (area.right + GAP, area.top - height - GAP),
            (area.left - width - GAP, area.top - height - GAP),
            (area.right + GAP, area.bottom + GAP),
            (area.left - width - GAP, area.bottom + GAP),
        ]
    };
    // Neither the question nor the other choices of the stage are covered, if that is possible.
    let of_stage = stage.map(around).into_iter().flatten();
    let cost = |place: Point| {
        let area = Area::at(place, size);
        let covered: f64 = lit.iter().map(|lit| area.shared(*lit)).sum();
        let stage = stage.map_or(0.0, |stage| area.shared(stage));
        area.shared(thing) * 100.0 + covered * 4.0 + stage
    };
    let of_thing = around(thing);
    let near = of_stage.chain(of_thing).map(fit);
    let free = near.clone().find(|place| cost(*place) < 1.0);
    free.unwrap_or_else(|| {
        // Among many choices it is anywhere, rather near than far.
        let steps = |from: f64, to: f64| {
            let count = ((to - from) / STEP).max(0.0) as u32;
            (0..=count).map(move |step| from + f64::from(step) * STEP)
        };
        let far = |(left, top): Point| (left - middle.0).hypot(top - middle.1);
        let anywhere = steps(GAP, screen.0 - width - GAP)
            .flat_map(|left| steps(GAP, screen.1 - height - GAP).map(move |top| (left, top)));
        let dear = |place: Point| cost(place) + far(place);
        let best = anywhere
            .chain(near)
            .min_by(|one, other| dear(*one).total_cmp(&dear(*other)));
        best.unwrap_or_else(|| fit((middle.0, thing.bottom + GAP)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DESK: Point = (1280.0, 800.0);
    const TIP: Point = (288.0, 100.0);

    fn area(left: f64, top: f64, right: f64, bottom: f64) -> Area {
        Area {
            left,
            top,
            right,
            bottom,
        }
    }

    #[test]
    fn the_last_line_of_a_tip_leads_to_the_rule_that_explains_it() {
        let rule = taj_mahal::rules::SAME_COLOUR;
        assert_eq!(reason_in("A card\nOnly red."), None);
        let said = because(rule, Some("Only red.".to_owned()));
        assert_eq!(said.as_deref(), Some("Only red."));
        let key = reason_in("A card\nOnly red.");
        assert_eq!(key.as_deref(), Some("rule-same-colour"));
        assert_eq!(because(rule, None), None);
    }

    #[test]
    fn a_tip_is_below_the_middle_of_its_thing() {
        let thing = area(600.0, 100.0, 700.0, 150.0);
        assert_eq!(room(thing, None, TIP, DESK, &[]), (506.0, 158.0));
    }

    #[test]
    fn near_the_bottom_it_is_above() {
        let thing = area(600.0, 700.0, 700.0, 750.0);
        assert_eq!(room(thing, None, TIP, DESK, &[]), (506.0, 592.0));
    }

    #[test]
    fn it_covers_nothing_that_can_be_chosen() {
        let thing = area(600.0, 300.0, 700.0, 350.0);
        let below = area(500.0, 360.0, 640.0, 420.0);
        assert_eq!(room(thing, None, TIP, DESK, &[below]), (506.0, 192.0));
        let above = area(600.0, 200.0, 700.0, 290.0);
        assert_eq!(
            room(thing, None, TIP, DESK, &[below, above]),
            (708.0, 275.0)
        );
        let right = area(720.0, 300.0, 800.0, 350.0);
        // At the corner above on the right.
        let all = [below, above, right];
        assert_eq!(room(thing, None, TIP, DESK, &all), (708.0, 192.0));
        // Where everything around can be chosen, it is farther away.
        let ring = area(300.0, 180.0, 1000.0, 470.0);
        let far = Area::at(room(thing, None, TIP, DESK, &[ring]), TIP);
        assert_eq!(far.shared(ring), 0.0);
    }

    #[test]
    fn in_the_stage_it_is_outside_of_the_stage() {
        let thing = area(300.0, 650.0, 400.0, 700.0);
        let stage = area(20.0, 550.0, 960.0, 790.0);
        assert_eq!(room(thing, Some(stage), TIP, DESK, &[]), (206.0, 442.0));
    }

    #[test]
    fn it_never_leaves_the_screen_and_never_covers_its_thing() {
        let phone = (320.0, 300.0);
        for thing in [
            area(0.0, 100.0, 40.0, 150.0),
            area(280.0, 0.0, 320.0, 20.0),
            area(280.0, 250.0, 320.0, 300.0),
        ] {
            let place = room(thing, None, TIP, phone, &[]);
            let tip = Area::at(place, TIP);
            assert!(tip.left >= GAP && tip.right <= 320.0 - GAP, "{tip:?}");
            assert!(tip.top >= GAP && tip.bottom <= 300.0 - GAP, "{tip:?}");
            assert_eq!(tip.shared(thing), 0.0, "{tip:?}");
        }
    }
}
