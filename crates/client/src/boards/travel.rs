//! Things that travel from where they were to where they are, on all boards.
//!
//! A thing has `data-travel`, a name that it keeps wherever it is shown. A new thing comes from one with the same name that has disappeared; if there is none,
//! from the first thing (`data-travel`) or place (`data-home`) that its `data-from` names. In a drawing, `data-way` are points on the way there, relative to where
//! it comes to rest. A number of coins has `data-purse`, `data-amount`, and `data-from`: what is gained flies to it.

mod plan;

use super::Seen;
use crate::browser;
use crate::frame::frame;
use crate::settings::Speed;
use js_sys::{Array, Function, Map, Object, Reflect};
use leptos::prelude::*;
use plan::{After, Before, Journey, Place, Point, Purse, gains, journeys, minus, timed};
use std::time::Duration;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{CssStyleDeclaration, Element, SvgGraphicsElement};

/// The maximum number of steps that count as news; more are history that was just loaded.
const NEWS: u64 = 3;
/// The time between two coins, in milliseconds.
const APART: u32 = 90;
const EASING: &str = "cubic-bezier(.35, .05, .25, 1)";

/// Returns how long a thing travels, in milliseconds; `None` if it does not.
fn duration(speed: Speed) -> Option<u32> {
    match speed {
        Speed::Slow => Some(900),
        Speed::Normal => Some(500),
        Speed::Fast => Some(250),
        Speed::Instant => None,
    }
}

/// The things of a table at one time.
#[derive(Default)]
struct Noted {
    version: u64,
    things: Vec<Thing>,
    homes: Vec<Before>,
    purses: Vec<(Element, Purse)>,
    grounds: Vec<Element>,
}

struct Thing {
    element: Element,
    key: String,
    place: Place,
}

impl Noted {
    /// Reads where everything is. Grounds that were known before keep their numbers.
    fn read(version: u64, grounds: Vec<Element>) -> Self {
        let mut noted = Noted {
            version,
            grounds,
            ..Noted::default()
        };
        for element in browser::all(".table :is([data-travel], [data-home], [data-purse])") {
            let Some(place) = noted.place(&element) else {
                continue;
            };
            let named = |name| element.get_attribute(name);
            if let Some(key) = named("data-home") {
                noted.homes.push(Before { key, place });
            }
            if let (Some(key), Some(amount)) = (named("data-purse"), named("data-amount")) {
                let amount = amount.parse().unwrap_or(0);
                let purse = Purse { key, amount, place };
                noted.purses.push((element.clone(), purse));
            }
            if let Some(key) = named("data-travel") {
                noted.things.push(Thing {
                    element,
                    key,
                    place,
                });
            }
        }
        noted
    }

    /// Returns the place of an element; `None` if it cannot be seen.
    fn place(&mut self, element: &Element) -> Option<Place> {
        let area = element.get_bounding_client_rect();
        let size = (area.width(), area.height());
        if size.0 < 1.0 || size.1 < 1.0 {
            return None;
        }
        let middle = (area.x() + size.0 / 2.0, area.y() + size.1 / 2.0);
        let drawing = element.closest("svg[viewBox]").ok().flatten();
        let ground = drawing.clone().or_else(|| element.parent_element())?;
        let (corner, unit) = match drawing {
            Some(drawing) => origin(drawing)?,
            None => {
                let area = ground.get_bounding_client_rect();
                ((area.x(), area.y()), 1.0)
            }
        };
        let known = self.grounds.iter().position(|known| *known == ground);
        let number = known.unwrap_or_else(|| {
            self.grounds.push(ground);
            self.grounds.len() - 1
        });
        let (x, y) = minus(middle, corner);
        Some(Place {
            middle,
            size,
            ground: number,
            on_ground: (x / unit, y / unit),
            unit,
        })
    }
}

/// Returns where the origin of a drawing is on the screen, and the pixels of a unit.
fn origin(drawing: Element) -> Option<(Point, f64)> {
    let matrix = drawing
        .unchecked_into::<SvgGraphicsElement>()
        .get_screen_ctm()?;
    let unit = f64::from(matrix.a());
    let corner = (f64::from(matrix.e()), f64::from(matrix.f()));
    (unit > 0.0).then_some((corner, unit))
}

/// Returns the text of a way: the points of a drawing, relative to where the thing comes to rest.
pub fn way_text(way: &[(i32, i32)], rest: (i32, i32)) -> String {
    let points = way.iter();
    let points = points.map(|(x, y)| format!("{} {}", x - rest.0, y - rest.1));
    points.collect::<Vec<_>>().join(" ")
}

/// What is known between two updates.
#[derive(Default)]
struct Travel {
    /// Everything before the last change; `None` when it has been shown.
    before: Option<Noted>,
    /// The version that is shown.
    version: u64,
    /// The journeys that may still be under way.
    under_way: Vec<JsValue>,
}

/// Lets things travel at this table.
pub fn let_travel(seen: Seen) {
    let settings = frame().settings;
    let travel = StoredValue::new_local(Travel::default());
    let wanted = move || {
        let speed = settings.try_with_untracked(|settings| settings.speed)?;
        let still = browser::matches_media("(prefers-reduced-motion: reduce)");
        let hidden = browser::document().is_none_or(|document| document.hidden());
        duration(speed).filter(|_| !still && !hidden)
    };
    let arrived = move || {
        travel.try_update_value(|travel| {
            if let (Some(before), Some(duration)) = (travel.before.take(), wanted()) {
                travel.show(before, duration);
            }
        });
    };
    // It runs within the change of the update itself. What is shown follows later, so everything is still where it was.
    ImmediateEffect::new_scoped(move || {
        let version = seen.update.with(|update| update.version);
        travel.try_update_value(|travel| {
            let shown = std::mem::replace(&mut travel.version, version);
            if travel.before.is_none() && shown > 0 && shown != version && wanted().is_some() {
                travel.before = Some(Noted::read(shown, Vec::new()));
                request_animation_frame(arrived);
            }
        });
    });
}

impl Travel {
    /// Lets everything travel that is elsewhere now. First everything is read, then everything is set in motion.
    fn show(&mut self, mut before: Noted, duration: u32) {
        let steps = self.version.checked_sub(before.version);
        if !steps.is_some_and(|steps| (1..=NEWS).contains(&steps)) {
            return;
        }
        for journey in self.under_way.drain(..) {
            call(&journey, "cancel", &[]);
        }
        let grounds = std::mem::take(&mut before.grounds);
        let after = Noted::read(self.version, grounds);
        let found = found(&before, &after);
        let was: Vec<Before> = before.things.iter().map(Thing::before).collect();
        let travelling = journeys(&was, &before.homes, &found);
        let flying = coins(&before, &after, &was, &found);
        let ghosts: Vec<Option<Element>> = travelling
            .iter()
            .map(|journey| ghost_of(&after, *journey))
            .collect();
        for (journey, ghost) in travelling.into_iter().zip(ghosts) {
            let Some(thing) = after.things.get(journey.thing) else {
                continue;
            };
            match ghost {
                Some(ghost) => {
                    fly(&ghost, journey, thing.place, (0, duration));
                    let hidden = Array::of2(&frame_of("opacity", "0"), &frame_of("opacity", "0"));
                    animate(&thing.element, &hidden, (0, duration), "linear");
                }
                None => self.under_way.extend(walk(thing, journey.from, duration)),
            }
        }
        for (ghost, journey, to, delay) in flying {
            fly(&ghost, journey, to, (delay, duration));
        }
    }
}

impl Thing {
    fn before(&self) -> Before {
        Before {
            key: self.key.clone(),
            place: self.place,
        }
    }
}

/// Returns the things after a change, with what they were before.
fn found(before: &Noted, after: &Noted) -> Vec<After> {
    let known = Map::new();
    for (number, thing) in before.things.iter().enumerate() {
        known.set(&thing.element, &JsValue::from(number as f64));
    }
    let found = after.things.iter().map(|thing| After {
        key: thing.key.clone(),
        place: thing.place,
        was: known
            .get(&thing.element)
            .as_f64()
            .map(|number| number as usize),
        from: names(&thing.element),
    });
    found.collect()
}

/// Returns the names of the things and places from which something comes.
fn names(element: &Element) -> Vec<String> {
    let from = element.get_attribute("data-from").unwrap_or_default();
    from.split_whitespace().map(str::to_owned).collect()
}

/// Returns the coins that fly to their owners: their picture, their journey, where it ends and when it begins.
fn coins(
    before: &Noted,
    after: &Noted,
    was: &[Before],
    found: &[After],
) -> Vec<(Element, Journey, Place, u32)> {
    let amounts = |noted: &Noted| -> Vec<Purse> {
        noted
            .purses
            .iter()
            .map(|(_, purse)| purse.clone())
            .collect()
    };
    let (then, now) = (amounts(before), amounts(after));
    let mut flying = Vec::new();
    for gain in gains(&then, &now) {
        let Some((element, purse)) = after.purses.get(gain.purse) else {
            continue;
        };
        // A coin that is not at its place any more, or a place of this name.
        let coin = After {
            key: String::new(),
            place: purse.place,
            was: None,
            from: names(element),
        };
        let all: Vec<After> = found.iter().cloned().chain([coin]).collect();
        let found = journeys(was, &before.homes, &all);
        let last = found.into_iter().find(|it| it.thing + 1 == all.len());
        let from = gain.payer.or(last.map(|journey| journey.from));
        let picture = element.query_selector("svg").ok().flatten();
        let (Some(from), Some(picture)) = (from, picture) else {
            continue;
        };
        let area = picture.get_bounding_client_rect();
        let to = Place {
            middle: (
                area.x() + area.width() / 2.0,
                area.y() + area.height() / 2.0,
            ),
            size: (area.width(), area.height()),
            ..purse.place
        };
        let journey = Journey {
            thing: 0,
            from,
            home: true,
        };
        for number in 0..gain.count {
            if let Some(ghost) = ghost(&picture, to) {
                flying.push((ghost, journey, to, number as u32 * APART));
            }
        }
    }
    flying
}

/// Returns a picture of a thing that comes from another ground: on the way there, the edges of the grounds would hide the thing itself.
fn ghost_of(after: &Noted, journey: Journey) -> Option<Element> {
    let thing = after.things.get(journey.thing)?;
    let crosses = journey.from.ground != thing.place.ground;
    crosses
        .then(|| ghost(&thing.element, thing.place))
        .flatten()
}

/// Returns a copy of an element, above everything else; what is around it keeps its classes, so that it looks the same.
fn ghost(element: &Element, place: Place) -> Option<Element> {
    let document = browser::document()?;
    let parent = element.parent_element()?;
    let copy: Element = element.clone_node_with_deep(true).ok()?.unchecked_into();
    for name in [
        "data-action",
        "data-card",
        "data-from",
        "data-place",
        "data-tip",
        "data-travel",
        "tabindex",
    ] {
        let _ = copy.remove_attribute(name);
    }
    let _ = copy.class_list().remove_2("lit", "chosen");
    let (width, height) = place.size;
    let drawn = element.tag_name() != "svg" && element.closest("svg[viewBox]").ok()?.is_some();
    let around = if drawn {
        let svg = document
            .create_element_ns(Some("http://www.w3.org/2000/svg"), "svg")
            .ok()?;
        // The middle of the thing, as the drawing around it measures, is in the middle.
        let ((x, y), unit) = origin(parent.clone())?;
        let (x, y) = (
            x - place.middle.0 + width / 2.0,
            y - place.middle.1 + height / 2.0,
        );
        let scaled = document.create_element_ns(svg.namespace_uri().as_deref(), "g");
        let scaled = scaled.ok()?;
        let transform = format!("translate({x} {y}) scale({unit})");
        let _ = scaled.set_attribute("transform", &transform);
        let _ = scaled.append_child(&copy);
        let _ = svg.append_child(&scaled);
        svg
    } else {
        let around = document.create_element("div").ok()?;
        let _ = around.append_child(&copy);
        around
    };
    let class = parent.get_attribute("class").unwrap_or_default();
    let _ = around.set_attribute("class", &format!("{class} traveller"));
    let _ = around.set_attribute("aria-hidden", "true");
    let _ = around.set_attribute("inert", "");
    let (left, top) = (place.middle.0 - width / 2.0, place.middle.1 - height / 2.0);
    for (name, value) in [
        ("left", left),
        ("top", top),
        ("width", width),
        ("height", height),
    ] {
        set_style(&around, name, &format!("{value}px"));
    }
    Some(around)
}

/// Sets a style of an element, drawn or not.
fn set_style(element: &Element, name: &str, value: &str) {
    if let Ok(style) = Reflect::get(element, &"style".into()) {
        let style: CssStyleDeclaration = style.unchecked_into();
        let _ = style.set_property(name, value);
    }
}

/// Lets a picture fly to its place, and removes it there.
fn fly(ghost: &Element, journey: Journey, to: Place, (delay, duration): (u32, u32)) {
    let Some(table) = browser::all(".table").next() else {
        return;
    };
    let (x, y) = minus(journey.from.middle, to.middle);
    let scale = if journey.home {
        1.0
    } else {
        journey.from.size.0 / to.size.0.max(1.0)
    };
    let start = frame_of("translate", &format!("{x}px {y}px"));
    set(&start, "scale", &scale.to_string().into());
    let end = frame_of("translate", "0px 0px");
    set(&end, "scale", &"1".into());
    let _ = table.append_child(ghost);
    animate(ghost, &Array::of2(&start, &end), (delay, duration), EASING);
    let ghost = ghost.clone();
    set_timeout(
        move || ghost.remove(),
        Duration::from_millis((delay + duration).into()),
    );
}

/// Lets a thing move on its ground, on its way if it has one.
fn walk(thing: &Thing, from: Place, duration: u32) -> Option<JsValue> {
    let mut way = vec![minus(from.on_ground, thing.place.on_ground)];
    let between = thing.element.get_attribute("data-way").unwrap_or_default();
    let numbers: Vec<f64> = between
        .split_whitespace()
        .filter_map(|number| number.parse().ok())
        .collect();
    let pairs = numbers.chunks_exact(2).filter_map(|pair| match *pair {
        [x, y] => Some((x, y)),
        _ => None,
    });
    way.extend(pairs);
    way.push((0.0, 0.0));
    let frames = Array::new();
    for ((x, y), part) in timed(&way) {
        let frame = frame_of("translate", &format!("{x}px {y}px"));
        set(&frame, "offset", &part.into());
        frames.push(&frame);
    }
    animate(&thing.element, &frames, (0, duration), EASING)
}

fn frame_of(property: &str, value: &str) -> Object {
    let frame = Object::new();
    set(&frame, property, &value.into());
    frame
}

fn set(object: &Object, name: &str, value: &JsValue) {
    let _ = Reflect::set(object, &name.into(), value);
}

/// Sets an element in motion; the element is then as it is without it.
fn animate(
    element: &Element,
    frames: &Array,
    (delay, duration): (u32, u32),
    easing: &str,
) -> Option<JsValue> {
    let how = Object::new();
    set(&how, "delay", &delay.into());
    set(&how, "duration", &duration.into());
    set(&how, "easing", &easing.into());
    set(&how, "fill", &"backwards".into());
    call(element, "animate", &[frames, &how])
}

/// Calls a method that not every browser may have.
fn call(object: &JsValue, method: &str, values: &[&JsValue]) -> Option<JsValue> {
    let method = Reflect::get(object, &method.into()).ok()?;
    let values: Array = values.iter().collect();
    method.dyn_ref::<Function>()?.apply(object, &values).ok()
}
