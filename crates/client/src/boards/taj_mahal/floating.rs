//! Where the points of an action are earned.

use super::atlas::{CITIES, TILES};
use crate::boards::floating::Earned;
use kit::{Id as _, Seat};
use serde_json::Value;
use taj_mahal::components::{City, Province};

/// The points that these events tell of; what has no place of its own was earned in the province.
pub fn earned(events: &[Value], province: Option<Province>) -> Vec<Earned> {
    let home = events.iter().find_map(|event| place_of(event, "city"));
    let home = home.or_else(|| province.map(|province| TILES[province]));
    let gains = events.iter().filter(|event| event["event"] == "scored");
    let gains = gains.filter_map(|event| {
        Some(Earned {
            seat: Seat::new(event.get("seat")?.as_u64()?.try_into().ok()?)?,
            points: event.get("points")?.as_i64()?,
            place: place_of(event.get("reason")?, "city").or(home)?,
        })
    });
    gains.collect()
}

fn place_of(value: &Value, field: &str) -> Option<(i32, i32)> {
    let city = City::named(value.get(field)?.as_str()?).ok()?;
    Some(CITIES[city])
}
