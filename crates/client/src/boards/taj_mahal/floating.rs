//! Points that float up where they were earned.

use super::atlas::{CITIES, TILES};
use super::scene::Scene;
use kit::{Id as _, Seat};
use leptos::prelude::*;
use protocol::WhatHappened;
use serde_json::Value;
use taj_mahal::components::City;

/// So many steps at once are news; more are a past that was just loaded.
const NEWS: usize = 3;

#[derive(Clone, PartialEq)]
struct Earned {
    /// Tells two gains apart.
    key: (u64, usize),
    seat: Seat,
    points: i64,
    place: (i32, i32),
}

/// The points of the latest steps.
#[component]
pub fn Floating(scene: Scene) -> impl IntoView {
    let earned = Memo::new(move |_| {
        let province = scene.open().map(|open| open.province());
        scene.seen.update.with(|update| {
            if update.steps.len() > NEWS {
                return Vec::new();
            }
            let mut earned: Vec<Earned> = Vec::new();
            for step in &update.steps {
                let WhatHappened::Played { events, .. } = &step.what else {
                    continue;
                };
                // What is earned in a province is earned before the next visit begins.
                let mut home = events.iter().find_map(|event| place_of(event, "city"));
                home = home.or_else(|| province.map(|province| TILES[province]));
                for (number, event) in events.iter().enumerate() {
                    let gain = || {
                        let points = event
                            .get("points")
                            .filter(|_| event["event"] == "scored")?
                            .as_i64()?;
                        let seat = Seat::new(event.get("seat")?.as_u64()?.try_into().ok()?)?;
                        let (x, y) = place_of(event.get("reason")?, "city").or(home)?;
                        Some((seat, points, x, y))
                    };
                    if let Some((seat, points, x, y)) = gain() {
                        let above = earned.len() as i32 * 34;
                        earned.push(Earned {
                            key: (step.version, number),
                            seat,
                            points,
                            place: (x, y - above),
                        });
                    }
                }
            }
            earned
        })
    });
    view! {
        <g aria-hidden="true">
            <For each=move || earned.get() key=|earned| earned.key let:earned>
                <g transform=format!("translate({} {})", earned.place.0, earned.place.1)>
                    <text class=format!("floating seat-{}", earned.seat)>{format!("+{}", earned.points)}</text>
                </g>
            </For>
        </g>
    }
}

fn place_of(value: &Value, field: &str) -> Option<(i32, i32)> {
    let city = City::named(value.get(field)?.as_str()?).ok()?;
    Some(CITIES[city])
}
