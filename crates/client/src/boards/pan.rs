//! A drawing that can be moved and enlarged, with fingers, mouse or buttons.

use crate::frame::t;
use leptos::prelude::*;
use web_sys::PointerEvent;

/// The part of a drawing that is seen: its left upper corner and its width, in the drawing's own units.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Window {
    pub x: f64,
    pub y: f64,
    pub width: f64,
}

/// The largest enlargement.
const CLOSEST: f64 = 5.0;
/// A finger that moved less than this has tapped.
const TAP: f64 = 6.0;

/// A drawing of this size. Where the screen is small, the part in `near` is brought near whenever it changes.
#[component]
pub fn Pan(
    width: f64,
    height: f64,
    label: Signal<String>,
    near: Signal<Option<Window>>,
    children: Children,
) -> impl IntoView {
    let whole = Window {
        x: 0.0,
        y: 0.0,
        width,
    };
    let window = RwSignal::new(whole);
    let drawing = NodeRef::<leptos::svg::Svg>::new();
    let pixels = move || {
        drawing.get_untracked().map_or(1.0, |drawing| {
            drawing.get_bounding_client_rect().width().max(1.0)
        })
    };
    let keep_inside = move |seen: Window| {
        let size = seen.width.clamp(width / CLOSEST, width);
        let share = size / width;
        Window {
            x: seen.x.clamp(0.0, width - size),
            y: seen.y.clamp(0.0, height * (1.0 - share)),
            width: size,
        }
    };
    // Around the middle, or around where the fingers are.
    let zoom = move |factor: f64, (x, y): (f64, f64)| {
        window.update(|seen| {
            let size = (seen.width / factor).clamp(width / CLOSEST, width);
            let kept = size / seen.width;
            *seen = keep_inside(Window {
                x: x - (x - seen.x) * kept,
                y: y - (y - seen.y) * kept,
                width: size,
            });
        });
    };
    let middle = move || {
        window.with_untracked(|seen| {
            (
                seen.x + seen.width / 2.0,
                seen.y + seen.width / width * height / 2.0,
            )
        })
    };
    Effect::new(move |_| {
        if let Some(near) = near.get()
            && pixels() < 600.0
        {
            window.set(keep_inside(near));
        } else {
            window.set(whole);
        }
    });
    let fingers = StoredValue::new(Vec::<Finger>::new());
    let moved = move |event: PointerEvent| {
        let unit = window.with_untracked(|seen| seen.width) / pixels();
        let change = fingers
            .try_update_value(|fingers| move_finger(fingers, &event))
            .flatten();
        match change {
            Some(Change::Drag { x, y }) => {
                if let Some(drawing) = drawing.get_untracked() {
                    let _ = drawing.set_pointer_capture(event.pointer_id());
                }
                window.update(|seen| {
                    *seen = keep_inside(Window {
                        x: seen.x - x * unit,
                        y: seen.y - y * unit,
                        ..*seen
                    })
                });
            }
            Some(Change::Pinch { factor }) => zoom(factor, middle()),
            None => {}
        }
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
                    let finger = Finger { id: event.pointer_id(), x: event.client_x().into(), y: event.client_y().into(), way: 0.0 };
                    fingers.update_value(|fingers| fingers.push(finger));
                }
                on:pointermove=moved
                on:pointerup=lifted
                on:pointercancel=lifted
                on:pointerleave=lifted
            >
                {children()}
            </svg>
            <div class="pan-buttons">
                <button aria-label=move || t("zoom-in") data-tip=move || t("zoom-in") on:click=move |_| zoom(1.5, middle())>"+"</button>
                <button aria-label=move || t("zoom-out") data-tip=move || t("zoom-out") on:click=move |_| zoom(1.0 / 1.5, middle())>"−"</button>
            </div>
        </div>
    }
}

/// A finger on the drawing, or the mouse with its button down; how far it went.
#[derive(Clone, Copy)]
struct Finger {
    id: i32,
    x: f64,
    y: f64,
    way: f64,
}

enum Change {
    Drag { x: f64, y: f64 },
    Pinch { factor: f64 },
}

fn move_finger(fingers: &mut [Finger], event: &PointerEvent) -> Option<Change> {
    let apart = distance(fingers);
    let finger = fingers
        .iter_mut()
        .find(|finger| finger.id == event.pointer_id())?;
    let (x, y) = (
        f64::from(event.client_x()) - finger.x,
        f64::from(event.client_y()) - finger.y,
    );
    finger.x += x;
    finger.y += y;
    finger.way += x.abs() + y.abs();
    let far = finger.way > TAP;
    match apart {
        Some(before) => distance(fingers).map(|now| Change::Pinch {
            factor: now / before.max(1.0),
        }),
        None if far => Some(Change::Drag { x, y }),
        None => None,
    }
}

/// How far the first two fingers are apart.
fn distance(fingers: &[Finger]) -> Option<f64> {
    match fingers {
        [one, two, ..] => Some((one.x - two.x).hypot(one.y - two.y)),
        _ => None,
    }
}
