//! Where the points of an action are earned.

use super::atlas::{CITIES, TILES};
use crate::boards::floating::Earned;
use taj_mahal::components::{City, Province};
use taj_mahal::{Event, Reason};

/// The points that these events tell of; what has no place of its own was earned in the province.
pub fn earned(events: &[Event], province: Option<Province>) -> Vec<Earned> {
    let home = events.iter().find_map(city_of).map(|city| CITIES[city]);
    let home = home.or_else(|| province.map(|province| TILES[province]));
    let gains = events.iter().filter_map(|event| {
        let Event::Scored {
            seat,
            points,
            reason,
        } = *event
        else {
            return None;
        };
        let place = match reason {
            Reason::Bonus { city } => Some(CITIES[city]),
            _ => home,
        };
        Some(Earned {
            seat,
            points: points.into(),
            place: place?,
        })
    });
    gains.collect()
}

/// Where something was placed, taken or left.
fn city_of(event: &Event) -> Option<City> {
    match *event {
        Event::Placed { city, .. }
        | Event::TookBonus { city, .. }
        | Event::BonusLeft { city, .. } => Some(city),
        _ => None,
    }
}
