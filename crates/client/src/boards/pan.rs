//! A drawing that can be moved and zoomed, with touch, mouse, wheel or buttons.

mod window;

use super::Seen;
use crate::browser;
use crate::frame::t;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, MouseEvent, PointerEvent};
pub use window::Point;
use window::{Area, Movement, STEP, Sheet};

/// The maximum distance in pixels that a finger moves in a tap.
const TAP: f64 = 6.0;
/// The longest time in milliseconds and the largest distance in pixels between the taps of a double tap, and how far it enlarges.
const DOUBLE_TAP: (f64, f64, f64) = (350.0, 30.0, 2.2);
/// What does something when it is tapped.
const ACTS: &str = ".lit, [data-action], [role=button], button";
/// The size of a place that a finger can hit, and of one for a mouse, in pixels.
const FINGER: f64 = 44.0;
const MOUSE: f64 = 24.0;

/// A drawing of this size. It keeps its scale, and for each decision it moves no farther than it has to, so that the lit places are in sight.
#[component]
pub fn Pan(
    seen: Seen,
    width: f64,
    height: f64,
    /// The size of the places that lie near one another whenever they are lit: then they are enlarged as far as a finger needs it.
    #[prop(optional)]
    near: Option<f64>,
    label: Signal<String>,
    children: Children,
) -> impl IntoView {
    let sheet = Sheet { width, height };
    let window = RwSignal::new(sheet.whole());
    // On a phone the stage may cover the lower part.
    let open = RwSignal::new(1.0_f64);
    // Whether somebody has chosen the scale.
    let by_hand = StoredValue::new(false);
    let frame = NodeRef::<leptos::html::Div>::new();
    let drawing = NodeRef::<leptos::svg::Svg>::new();
    // The drawing is as large as fits into its place; the rest around it is empty.
    let shown = move || {
        let place = drawing.get_untracked()?.get_bounding_client_rect();
        let across = place.width().min(place.height() * width / height).max(1.0);
        let down = across * height / width;
        let left = place.left() + (place.width() - across) / 2.0;
        let top = place.top() + (place.height() - down) / 2.0;
        Some((left, top, across))
    };
    // Converts a position in the window to one on the displayed drawing.
    let place = move |(x, y): Point| {
        shown().map_or((x, y), |(left, top, across)| {
            ((x - left) / across, (y - top) / across)
        })
    };
    let carry_out = move |movement: Movement| {
        window.update(|seen| *seen = sheet.after(*seen, movement, open.get_untracked()));
        if movement.factor != 1.0 {
            by_hand.set_value(window.with_untracked(|seen| seen.width < width));
        }
    };
    let lit = move || {
        let drawing = drawing.get_untracked()?;
        Some(browser::elements_in(&drawing, ".lit"))
    };
    let go_to_lit = move || {
        let Some(((seen, lit), (_, top, across))) =
            window.try_get_untracked().zip(lit()).zip(shown())
        else {
            return;
        };
        let bottom = frame
            .get_untracked()
            .map(|it| it.get_bounding_client_rect().bottom());
        let covered = bottom.map(|bottom| (bottom - top) * width / (across * height));
        // What is not shown at all is looked at when it is.
        let Some(part) = covered.filter(|part| *part > 0.0) else {
            return;
        };
        let part = part.min(1.0);
        open.set(part);
        let area = |element: Element| {
            let shown = element.get_bounding_client_rect();
            let (left, top) = seen.under(place((shown.left(), shown.top())));
            let (right, bottom) = seen.under(place((shown.right(), shown.bottom())));
            Area {
                left,
                top,
                right,
                bottom,
            }
        };
        // Where not everything fits, what is marked with `leads` is more important than what is lit.
        let lit: Vec<Area> = lit.map(area).collect();
        let leads = drawing
            .get_untracked()
            .map(|drawing| browser::elements_in(&drawing, ".leads").map(area));
        let leads: Vec<Area> = leads.into_iter().flatten().collect();
        let all: Vec<Area> = lit.iter().chain(&leads).copied().collect();
        let smallest = near.filter(|_| !lit.is_empty());
        let wanted = match browser::matches_media("(pointer: coarse)") {
            true => FINGER,
            false => MOUSE,
        };
        let scale = smallest.map_or(width, |size| size * across / wanted);
        let keeps = by_hand.get_value() && sheet.can_show(&all, seen.width, part);
        by_hand.set_value(keeps);
        let scale = if keeps { seen.width } else { scale };
        let places = match leads.is_empty() || sheet.can_show(&all, scale.min(width), part) {
            true => &all,
            false => &leads,
        };
        window.set(sheet.showing(places, scale, seen, part));
    };
    let asked = Memo::new(move |_| {
        let legal = seen.update.with(|update| {
            let position = update.position.as_ref();
            position.map(|position| position.legal.clone())
        });
        (legal, seen.sheet.get())
    });
    Effect::new(move |_| {
        asked.with(|_| ());
        // The board is drawn by then.
        request_animation_frame(go_to_lit);
    });
    Effect::new(move |_| {
        if let Some(frame) = frame.get() {
            browser::watch_size(&frame, go_to_lit);
        }
    });
    // When and where a finger last tapped on nothing.
    let last_tap = StoredValue::new(None::<(f64, Point)>);
    // What the table was when the finger came down.
    let touched = StoredValue::new(None::<u64>);
    let version = move || seen.update.with_untracked(|update| update.version);
    // A finger that hits nothing means the nearest lit place. This is decided before anything hears the tap: whatever it hits may be lit no longer
    // once it has acted, and a tap carries out one action. An early tap does not come here at all (`table::hands`).
    let tapped = move |event: MouseEvent| {
        let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
        let hits = target.is_some_and(|target| matches!(target.closest(ACTS), Ok(Some(_))));
        let changed = touched
            .get_value()
            .is_some_and(|before| before != version());
        if hits || changed || !browser::is_touch(&event) {
            return;
        }
        let at = (event.client_x().into(), event.client_y().into());
        if let Some(element) = nearest(lit().into_iter().flatten(), at) {
            // Instead of this click, and not from within it: the drawing hears the other one, too.
            event.stop_propagation();
            queue_microtask(move || browser::click(&element));
            return;
        }
        let (time, again) = (event.time_stamp(), last_tap.get_value());
        let (longest, farthest, factor) = DOUBLE_TAP;
        let is_second = again.is_some_and(|(before, (x, y)): (f64, Point)| {
            time - before < longest && (at.0 - x).hypot(at.1 - y) < farthest
        });
        last_tap.set_value((!is_second).then_some((time, at)));
        if is_second && window.with_untracked(|seen| seen.width >= width) {
            carry_out(Movement::zoom(factor, place(at)));
        } else if is_second {
            by_hand.set_value(false);
            window.set(sheet.whole());
        }
    };
    let fingers = StoredValue::new(Vec::<Finger>::new());
    let moved = move |event: PointerEvent| {
        let to = (event.client_x().into(), event.client_y().into());
        let movement = fingers.try_update_value(|fingers| {
            let movement = move_finger(fingers, event.pointer_id(), to)?;
            Some((movement, fingers.len()))
        });
        let Some((movement, fingers)) = movement.flatten() else {
            return;
        };
        if let (Some(drawing), 1) = (drawing.get_untracked(), fingers) {
            let _ = drawing.set_pointer_capture(event.pointer_id());
        }
        carry_out(Movement {
            from: place(movement.from),
            to: place(movement.to),
            ..movement
        });
    };
    let lifted = move |event: PointerEvent| {
        fingers.update_value(|fingers| fingers.retain(|finger| finger.id != event.pointer_id()));
    };
    view! {
        <div class="pan" class:near=move || window.with(|seen| seen.width < width) || open.get() < 1.0 node_ref=frame style=("--shape", format!("{width} / {height}"))>
            <svg
                node_ref=drawing
                viewBox=move || window.with(|seen| format!("{:.1} {:.1} {:.1} {:.1}", seen.x, seen.y, seen.width, seen.width / width * height))
                role="group"
                aria-label=label
                on:pointerdown=move |event| {
                    touched.set_value(Some(version()));
                    let finger = Finger { id: event.pointer_id(), x: event.client_x().into(), y: event.client_y().into(), way: 0.0 };
                    fingers.update_value(|fingers| fingers.push(finger));
                }
                on:pointermove=moved
                on:pointerup=lifted
                on:pointercancel=lifted
                on:pointerleave=lifted
                on:click:capture=tapped
                // The wheel alone scrolls the page. A pinch on a touchpad is reported as a wheel event with this key.
                on:wheel=move |event| if event.ctrl_key() {
                    event.prevent_default();
                    let pointer = (event.client_x().into(), event.client_y().into());
                    carry_out(Movement::zoom(turned(event.delta_y()), place(pointer)));
                }
            >
                {children()}
            </svg>
            <div class="pan-buttons">
                <button aria-label=move || t("zoom-in") data-tip=move || t("zoom-in") on:click=move |_| carry_out(Movement::zoom(STEP, sheet.middle()))>"+"</button>
                <button aria-label=move || t("zoom-out") data-tip=move || t("zoom-out") on:click=move |_| carry_out(Movement::zoom(1.0 / STEP, sheet.middle()))>"−"</button>
            </div>
        </div>
    }
}

/// Returns the element that a finger at a point means, if one is near enough.
pub fn nearest(elements: impl Iterator<Item = Element>, at: Point) -> Option<Element> {
    let nearest = elements
        .map(|element| (distance(&element, at), element))
        .min_by(|(one, _), (other, _)| one.total_cmp(other));
    let near = nearest.filter(|(distance, _)| *distance < FINGER / 2.0);
    near.map(|(_, element)| element)
}

/// Returns how far a point is from an element, in pixels.
fn distance(element: &Element, (x, y): Point) -> f64 {
    let area = element.get_bounding_client_rect();
    let right = (area.left() - x).max(x - area.right()).max(0.0);
    let down = (area.top() - y).max(y - area.bottom()).max(0.0);
    right.hypot(down)
}

/// A finger on the drawing, or the mouse with its button down, with the distance moved.
#[derive(Clone, Copy)]
struct Finger {
    id: i32,
    x: f64,
    y: f64,
    way: f64,
}

impl Finger {
    fn place(self) -> Point {
        (self.x, self.y)
    }
}

/// Returns the movement when a finger moves: the drawing follows one finger, and scales with two. Positions are in the window.
fn move_finger(fingers: &mut [Finger], id: i32, to: Point) -> Option<Movement> {
    let before = between(fingers);
    let finger = fingers.iter_mut().find(|finger| finger.id == id)?;
    let from = finger.place();
    (finger.x, finger.y) = to;
    finger.way += (to.0 - from.0).abs() + (to.1 - from.1).abs();
    let far = finger.way > TAP;
    match before.zip(between(fingers)) {
        Some(((from, before), (to, now))) => Some(Movement {
            from,
            to,
            factor: now.max(1.0) / before.max(1.0),
        }),
        None => far.then_some(Movement {
            from,
            to,
            factor: 1.0,
        }),
    }
}

/// Returns the middle between the first two fingers, and their distance.
fn between(fingers: &[Finger]) -> Option<(Point, f64)> {
    match fingers {
        [one, two, ..] => {
            let middle = ((one.x + two.x) / 2.0, (one.y + two.y) / 2.0);
            Some((middle, (one.x - two.x).hypot(one.y - two.y)))
        }
        _ => None,
    }
}

/// Returns the zoom factor for a turn of the wheel in pixels: forwards zooms in.
fn turned(pixels: f64) -> f64 {
    let step = (1.0 + pixels.abs() / 100.0).min(STEP);
    if pixels < 0.0 { step } else { 1.0 / step }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::window::Window;
    use super::*;

    fn finger(id: i32, x: f64, y: f64) -> Finger {
        Finger { id, x, y, way: 0.0 }
    }

    #[test]
    fn what_is_between_two_fingers_stays_between_them() {
        // The drawing is shown 500 pixels wide, at the corner of the browser's window.
        let shown = |(x, y): Point| (x / 500.0, y / 500.0);
        let mut fingers = vec![finger(1, 200.0, 200.0), finger(2, 300.0, 200.0)];
        let sheet = Sheet {
            width: 1000.0,
            height: 960.0,
        };
        let mut seen = Window {
            x: 300.0,
            y: 320.0,
            width: 400.0,
        };
        let held = seen.under(shown((250.0, 200.0)));
        for (id, to) in [
            (1, (180.0, 220.0)),
            (2, (310.0, 230.0)),
            (1, (150.0, 220.0)),
        ] {
            let movement = move_finger(&mut fingers, id, to).unwrap();
            let movement = Movement {
                from: shown(movement.from),
                to: shown(movement.to),
                ..movement
            };
            seen = sheet.after(seen, movement, 1.0);
        }
        let ((x, y), (held_x, held_y)) = (seen.under(shown((230.0, 225.0))), held);
        assert!((x - held_x).hypot(y - held_y) < 1e-9);
        let apart = 160.0_f64.hypot(10.0);
        assert!((seen.width - 400.0 * 100.0 / apart).abs() < 1e-9);
    }

    #[test]
    fn a_finger_that_hardly_moves_taps() {
        let mut fingers = vec![finger(1, 100.0, 100.0)];
        assert_eq!(move_finger(&mut fingers, 1, (103.0, 102.0)), None);
        // Too far for a tap: it drags from where it was.
        let dragged = Movement {
            from: (103.0, 102.0),
            to: (105.0, 102.0),
            factor: 1.0,
        };
        assert_eq!(move_finger(&mut fingers, 1, (105.0, 102.0)), Some(dragged));
        // A mouse whose button is up is no finger.
        assert_eq!(move_finger(&mut fingers, 7, (0.0, 0.0)), None);
    }

    #[test]
    fn fingers_that_meet_do_not_tear_the_drawing() {
        let mut fingers = vec![finger(1, 100.0, 100.0), finger(2, 110.0, 100.0)];
        let movement = move_finger(&mut fingers, 1, (110.0, 100.0)).unwrap();
        assert_eq!(movement.factor, 0.1);
        let movement = move_finger(&mut fingers, 1, (105.0, 100.0)).unwrap();
        assert_eq!(movement.factor, 5.0);
    }

    #[test]
    fn a_wheel_turns_both_ways_alike_and_never_too_far() {
        assert_eq!(turned(-20.0), 1.2);
        assert_eq!(turned(20.0), 1.0 / 1.2);
        assert_eq!(turned(0.0), 1.0);
        assert_eq!((turned(-5000.0), turned(5000.0)), (STEP, 1.0 / STEP));
    }
}
