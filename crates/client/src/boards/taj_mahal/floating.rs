//! The places where the points of an action are earned.

use super::atlas::{CITIES, TILES};
use crate::boards::floating::Earned;
use taj_mahal::components::{City, Province};
use taj_mahal::{Event, Reason};

/// Returns the points in these events; points without a place of their own are shown in the province.
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

/// Returns the city of an event.
fn city_of(event: &Event) -> Option<City> {
    match *event {
        Event::Placed { city, .. }
        | Event::TookBonus { city, .. }
        | Event::BonusLeft { city, .. } => Some(city),
        _ => None,
    }
}
