//! A drawing that can be moved and zoomed, with touch, mouse, wheel or buttons.

use super::Seen;
use crate::browser;
use crate::frame::t;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, MouseEvent, PointerEvent};

/// A point, across and down.
pub type Point = (f64, f64);

/// The visible part of a drawing: its top left corner and its width, in the drawing's units.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Window {
    pub x: f64,
    pub y: f64,
    pub width: f64,
}

impl Window {
    /// Returns the point of the drawing under a screen position, which is relative to the top left corner of the displayed drawing, in units
    /// of its displayed width.
    fn under(self, (x, y): Point) -> Point {
        (self.x + x * self.width, self.y + y * self.width)
    }
}

/// The area of something on the drawing, in the drawing's units.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Area {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Area {
    /// Returns the smaller of width and height.
    fn size(self) -> f64 {
        (self.right - self.left).min(self.bottom - self.top)
    }

    /// Returns the area around both.
    fn with(self, other: Area) -> Area {
        Area {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// The size of a whole drawing, in its own units.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Sheet {
    width: f64,
    height: f64,
}

impl Sheet {
    /// Returns the whole drawing as a window.
    fn whole(self) -> Window {
        Window {
            x: 0.0,
            y: 0.0,
            width: self.width,
        }
    }

    /// Returns the middle of the screen.
    fn middle(self) -> Point {
        (0.5, self.height / self.width / 2.0)
    }

    /// Returns the nearest possible width of a window.
    fn size(self, width: f64) -> f64 {
        width.clamp(self.width / CLOSEST, self.width)
    }

    /// Returns the nearest possible window: not larger than the drawing, and inside it.
    fn fit(self, wished: Window) -> Window {
        let width = self.size(wished.width);
        let height = width / self.width * self.height;
        Window {
            x: wished.x.clamp(0.0, self.width - width),
            y: wished.y.clamp(0.0, self.height - height),
            width,
        }
    }

    /// Returns the window for lit places: all of them, and if possible so large that the smallest has the size `wanted`. Nothing is enlarged
    /// without need.
    fn showing(self, lit: &[Area], wanted: f64) -> Window {
        let around = lit.iter().copied().reduce(Area::with);
        let smallest = lit.iter().copied().map(Area::size).reduce(f64::min);
        let Some((around, smallest)) = around.zip(smallest).filter(|(_, size)| *size < wanted)
        else {
            return self.whole();
        };
        let margin = self.width * MARGIN;
        let across = around.right - around.left + margin;
        let down = (around.bottom - around.top + margin) * self.width / self.height;
        let width = (self.width * smallest / wanted).max(across).max(down);
        let height = width / self.width * self.height;
        self.fit(Window {
            x: (around.left + around.right - width) / 2.0,
            y: (around.top + around.bottom - height) / 2.0,
            width,
        })
    }

    /// Returns the window after a movement: the point under its start is then under its end, as far as the drawing reaches.
    fn after(self, seen: Window, movement: Movement) -> Window {
        let (x, y) = seen.under(movement.from);
        let (right, down) = movement.to;
        let width = self.size(seen.width / movement.factor);
        self.fit(Window {
            x: x - right * width,
            y: y - down * width,
            width,
        })
    }
}

/// A movement: the drawing is held at one position, moved to another, and scaled.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Movement {
    from: Point,
    to: Point,
    factor: f64,
}

impl Movement {
    /// Zooms around a fixed position.
    fn zoom(factor: f64, around: Point) -> Self {
        Movement {
            from: around,
            to: around,
            factor,
        }
    }
}

/// The maximum zoom.
const CLOSEST: f64 = 5.0;
/// The maximum distance in pixels that a finger moves in a tap.
const TAP: f64 = 6.0;
/// What does something when it is tapped.
const ACTS: &str = ".lit, [data-action], [role=button], button";
/// The space around lit places, as a part of the whole width.
const MARGIN: f64 = 0.06;
/// The size of a place that a finger can hit, and of one for a mouse, in pixels.
const FINGER: f64 = 44.0;
const MOUSE: f64 = 24.0;
/// The zoom factor of a button, and the maximum of one turn of the wheel.
const STEP: f64 = 1.5;

/// A drawing of this size. For each decision it moves to the lit places, and enlarges them if they would be too small to be hit.
#[component]
pub fn Pan(
    seen: Seen,
    width: f64,
    height: f64,
    label: Signal<String>,
    children: Children,
) -> impl IntoView {
    let sheet = Sheet { width, height };
    let window = RwSignal::new(sheet.whole());
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
    let pixels = move || shown().map_or(1.0, |(_, _, across)| across);
    // Converts a position in the window to one on the displayed drawing.
    let place = move |(x, y): Point| {
        shown().map_or((x, y), |(left, top, across)| {
            ((x - left) / across, (y - top) / across)
        })
    };
    let carry_out = move |movement| window.update(|seen| *seen = sheet.after(*seen, movement));
    let lit = move || {
        let drawing = drawing.get_untracked()?;
        Some(browser::elements_in(&drawing, ".lit"))
    };
    let go_to_lit = move || {
        let Some((seen, lit)) = window.try_get_untracked().zip(lit()) else {
            return;
        };
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
        // What is marked with `leads` is more important on a small screen than what is lit, and is shown as near as possible.
        let coarse = browser::matches_media("(pointer: coarse)");
        let leads = drawing.get_untracked().filter(|_| coarse);
        let leads = leads.map(|drawing| browser::elements_in(&drawing, ".leads").map(area));
        let leads: Vec<Area> = leads.into_iter().flatten().collect();
        let (lit, wanted) = match (leads.is_empty(), coarse) {
            (false, _) => (leads, f64::INFINITY),
            (true, true) => (lit.map(area).collect(), FINGER),
            (true, false) => (lit.map(area).collect(), MOUSE),
        };
        window.set(sheet.showing(&lit, wanted * width / pixels()));
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
    let resized = window_event_listener(ev::resize, move |_| go_to_lit());
    on_cleanup(move || resized.remove());
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
        <div class="pan" class:near=move || window.with(|seen| seen.width < width)>
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
    use super::*;

    const SHEET: Sheet = Sheet {
        width: 1000.0,
        height: 960.0,
    };

    /// Somewhere in the middle, where nothing is in the way.
    const SEEN: Window = Window {
        x: 300.0,
        y: 320.0,
        width: 400.0,
    };

    fn window(x: f64, y: f64, width: f64) -> Window {
        Window { x, y, width }
    }

    fn finger(id: i32, x: f64, y: f64) -> Finger {
        Finger { id, x, y, way: 0.0 }
    }

    #[track_caller]
    fn assert_near((x, y): Point, (other_x, other_y): Point) {
        let apart = (x - other_x).hypot(y - other_y);
        assert!(apart < 1e-9, "{x} {y} and {other_x} {other_y}");
    }

    #[track_caller]
    fn assert_inside(seen: Window) {
        let height = seen.width * 0.96;
        let right = seen.x + seen.width <= 1000.0 + 1e-9;
        let bottom = seen.y + height <= 960.0 + 1e-9;
        assert!(
            seen.x >= 0.0 && seen.y >= 0.0 && right && bottom,
            "{seen:?}"
        );
        assert!((200.0..=1000.0).contains(&seen.width), "{seen:?}");
    }

    #[test]
    fn a_finger_takes_the_drawing_along() {
        // A quarter of the screen to the right and down: a quarter of what is seen, to the left and up.
        let movement = Movement {
            from: (0.5, 0.5),
            to: (0.75, 0.75),
            factor: 1.0,
        };
        assert_eq!(SHEET.after(SEEN, movement), window(200.0, 220.0, 400.0));
    }

    #[test]
    fn what_is_under_the_pointer_stays_there() {
        for around in [(0.0, 0.0), (0.1, 0.9), (0.5, 0.48), (0.7, 0.2)] {
            for factor in [0.8, 1.0, 1.3, 2.0] {
                let after = SHEET.after(SEEN, Movement::zoom(factor, around));
                assert_eq!(after.width, 400.0 / factor);
                assert_near(after.under(around), SEEN.under(around));
            }
        }
    }

    #[test]
    fn what_is_between_two_fingers_stays_between_them() {
        // The drawing is shown 500 pixels wide, at the corner of the browser's window.
        let shown = |(x, y): Point| (x / 500.0, y / 500.0);
        let mut fingers = vec![finger(1, 200.0, 200.0), finger(2, 300.0, 200.0)];
        let mut seen = SEEN;
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
            seen = SHEET.after(seen, movement);
        }
        assert_near(seen.under(shown((230.0, 225.0))), held);
        let apart = 160.0_f64.hypot(10.0);
        assert!((seen.width - 400.0 * 100.0 / apart).abs() < 1e-9);
    }

    #[test]
    fn nothing_beside_the_drawing_is_ever_seen() {
        for by in [
            (-9.0, 0.0),
            (9.0, 0.0),
            (0.0, -9.0),
            (0.0, 9.0),
            (-9.0, 9.0),
        ] {
            let movement = Movement {
                from: (0.0, 0.0),
                to: by,
                factor: 1.0,
            };
            assert_inside(SHEET.after(SEEN, movement));
        }
        // From a corner, farther and farther away around the opposite one.
        let mut seen = window(800.0, 768.0, 200.0);
        for _ in 0..10 {
            seen = SHEET.after(seen, Movement::zoom(0.7, (0.0, 0.0)));
            assert_inside(seen);
        }
        assert_eq!(seen, SHEET.whole());
    }

    #[test]
    fn enlarging_ends_at_the_limits() {
        let near = SHEET.after(SEEN, Movement::zoom(100.0, (0.25, 0.25)));
        assert_eq!(near, window(350.0, 370.0, 200.0));
        let again = SHEET.after(near, Movement::zoom(STEP, (0.9, 0.9)));
        assert_eq!(again, near);
        let far = SHEET.after(SEEN, Movement::zoom(0.01, (0.25, 0.25)));
        assert_eq!(far, SHEET.whole());
    }

    #[test]
    fn a_button_keeps_the_middle() {
        let near = SHEET.after(SHEET.whole(), Movement::zoom(STEP, SHEET.middle()));
        assert_near(near.under(SHEET.middle()), (500.0, 480.0));
        let back = SHEET.after(near, Movement::zoom(1.0 / STEP, SHEET.middle()));
        assert_near((back.x, back.y), (0.0, 0.0));
    }

    #[test]
    fn what_is_brought_near_fits_into_the_drawing() {
        assert_eq!(SHEET.fit(SEEN), SEEN);
        let corner = SHEET.fit(window(-50.0, 900.0, 380.0));
        assert_eq!((corner.x, corner.width), (0.0, 380.0));
        assert_near((0.0, corner.y + 380.0 * 0.96), (0.0, 960.0));
        assert_eq!(SHEET.fit(window(-50.0, -50.0, 2000.0)), SHEET.whole());
        assert_eq!(
            SHEET.fit(window(10.0, 20.0, 50.0)),
            window(10.0, 20.0, 200.0)
        );
    }

    fn area(left: f64, top: f64, size: f64) -> Area {
        Area {
            left,
            top,
            right: left + size,
            bottom: top + size,
        }
    }

    #[test]
    fn lit_places_that_are_large_enough_move_nothing() {
        let lit = [area(100.0, 100.0, 50.0), area(700.0, 700.0, 60.0)];
        assert_eq!(SHEET.showing(&lit, 50.0), SHEET.whole());
        assert_eq!(SHEET.showing(&[], 50.0), SHEET.whole());
    }

    #[test]
    fn small_lit_places_are_enlarged_as_far_as_needed() {
        let seen = SHEET.showing(&[area(480.0, 460.0, 40.0)], 80.0);
        assert_eq!(seen.width, 500.0);
        assert_near(seen.under(SHEET.middle()), (500.0, 480.0));
    }

    #[test]
    fn all_lit_places_stay_in_sight() {
        let lit = [area(100.0, 100.0, 20.0), area(880.0, 300.0, 20.0)];
        let seen = SHEET.showing(&lit, 80.0);
        assert!(seen.x <= 100.0 && seen.x + seen.width >= 900.0, "{seen:?}");
        let far = [area(0.0, 0.0, 20.0), area(980.0, 940.0, 20.0)];
        assert_eq!(SHEET.showing(&far, 80.0), SHEET.whole());
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
