//! Where prestige was earned, so that it floats up there.

use super::layout;
use super::scene::Scene;
use crate::boards::floating::Earned;
use amritsar::components::{District, Space};
use kit::{Id as _, Seat};
use serde_json::Value;

/// The prestige that the events of one action tell of.
pub fn earned(scene: Scene, events: &[Value]) -> Vec<Earned> {
    let Some(open) = scene.open() else {
        return Vec::new();
    };
    let set = open.donation_set();
    let mut place = None;
    let mut news = Vec::new();
    for event in events {
        let district = || District::named(event.get("district")?.as_str()?).ok();
        let space = || Space::named(event.get("space")?.as_str()?).ok();
        if let Some(district) = district() {
            // A donation, or a majority at the temple.
            place = Some(match space() {
                Some(space) => layout::space(set, district, space),
                None => layout::at(district, 500, 443),
            });
            continue;
        }
        let sign = match event["event"].as_str() {
            Some("scored") => 1,
            Some("lost") => -1,
            _ => continue,
        };
        let side = event.get("side").or_else(|| event.get("seat"));
        let number = side.and_then(Value::as_u64);
        let number = number.and_then(|number| u8::try_from(number).ok());
        let seat = number.unwrap_or(open.options.players);
        let Some((seat, points)) = Seat::new(seat).zip(event["points"].as_i64()) else {
            continue;
        };
        let at_the_board = matches!(
            event["source"].as_str(),
            Some("donations" | "support" | "majorities_1" | "majorities_2" | "majorities_3")
        );
        let home = || {
            let player = open.players.iter().find(|(other, _)| *other == seat);
            let elephant = player.and_then(|(_, player)| player.elephant);
            layout::elephant(elephant.unwrap_or(District::North), seat.number())
        };
        let place = place.filter(|_| at_the_board).unwrap_or_else(home);
        news.push(Earned {
            seat,
            points: sign * points,
            place,
        });
    }
    news
}
