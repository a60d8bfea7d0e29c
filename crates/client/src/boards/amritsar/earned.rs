//! The places where prestige was earned.

use super::layout;
use super::scene::Scene;
use crate::boards::floating::Earned;
use amritsar::components::District;
use amritsar::{Event, Side, Source};
use kit::Seat;

/// Returns the prestige in the events of one action.
pub fn earned(scene: Scene, events: &[Event]) -> Vec<Earned> {
    let Some(open) = scene.open() else {
        return Vec::new();
    };
    let set = open.donation_set();
    let mut place = None;
    let mut news = Vec::new();
    for event in events {
        let (side, points, source) = match *event {
            Event::Donated {
                district, space, ..
            } => {
                place = Some(layout::space(set, district, space));
                continue;
            }
            // At the temple.
            Event::WonMajority { district, .. } => {
                place = Some(layout::at(district, 500, 443));
                continue;
            }
            Event::Scored {
                side,
                points,
                source,
            } => (side, points, source),
            Event::Lost {
                seat,
                points,
                source,
            } => (Side::Player(seat), -points, source),
            _ => continue,
        };
        // The Maharajah is drawn after the last player.
        let seat = match side {
            Side::Player(seat) => Some(seat),
            Side::Maharajah => Seat::new(open.options.players),
        };
        let Some(seat) = seat else {
            continue;
        };
        let at_the_board = matches!(
            source,
            Source::Donations
                | Source::Support
                | Source::MajoritiesI
                | Source::MajoritiesIi
                | Source::MajoritiesIii
        );
        let home = || {
            let player = open.players.iter().find(|(other, _)| *other == seat);
            let elephant = player.and_then(|(_, player)| player.elephant);
            layout::elephant(elephant.unwrap_or(District::North), seat.number())
        };
        let place = place.filter(|_| at_the_board).unwrap_or_else(home);
        news.push(Earned {
            seat,
            points: points.into(),
            place,
        });
    }
    news
}
