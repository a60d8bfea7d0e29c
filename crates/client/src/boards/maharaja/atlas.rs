//! The layout of the map, in its own units: 1000 wide.

use kit::{By, Id as _, Key, Seat};
use maharaja::components::{Field, Node, Road, Village};

/// The width of the map.
pub const WIDTH: f64 = 1000.0;
/// The height of the map.
pub const HEIGHT: f64 = 966.0;

/// A point of the map.
pub type Point = (i32, i32);

/// The positions of the places for priests.
pub const NODES: By<Node, Point, { Node::COUNT }> = By::new([
    (150, 168),
    (500, 128),
    (850, 168),
    (236, 500),
    (764, 500),
    (158, 838),
    (842, 838),
    (500, 612),
]);

/// The offset of each place's name.
pub const LABELS: By<Node, Point, { Node::COUNT }> = By::new([
    (0, -96),
    (0, -96),
    (0, -96),
    (62, 117),
    (-66, 117),
    (0, 117),
    (0, 117),
    (0, 72),
]);

/// The positions of the villages.
pub const VILLAGES: By<Village, Point, 30> = By::new([
    (50, 508),
    (950, 508),
    (286, 152),
    (364, 144),
    (636, 144),
    (714, 152),
    (388, 908),
    (612, 908),
    (184, 298),
    (202, 370),
    (188, 708),
    (206, 635),
    (816, 298),
    (798, 370),
    (812, 708),
    (794, 635),
    (410, 278),
    (316, 386),
    (590, 278),
    (684, 386),
    (500, 464),
    (500, 314),
    (417, 577),
    (354, 550),
    (583, 577),
    (646, 550),
    (395, 685),
    (295, 754),
    (605, 685),
    (705, 754),
]);

/// Returns the offset of a village's name: above it, or where it leaves room for the names of others and for the tolls of roads.
pub fn name_of(village: Village) -> Point {
    match village.id() {
        "v05" | "v10" | "v11" | "v14" | "v15" => (0, 37),
        "v02" | "v12" | "v25" => (-15, -27),
        "v16" => (15, -27),
        _ => (0, -27),
    }
}

/// The offsets of the statue fields in their city.
pub const FIELDS: By<Field, Point, 7> = By::new([
    (0, 0),
    (0, -50),
    (43, -25),
    (43, 25),
    (0, 50),
    (-43, 25),
    (-43, -25),
]);

/// Returns the offset of a player's shrines on the ring of a city.
pub fn shrine_at(seat: Seat) -> Point {
    match seat.number() {
        0 => (-41, -71),
        1 => (41, -71),
        2 => (-41, 71),
        _ => (41, 71),
    }
}

/// Returns the position of a player's priest.
pub fn priest_at(node: Node, seat: Seat) -> Point {
    let (x, y) = NODES[node];
    let aside = if node.city().is_some() { 88 } else { 19 };
    match seat.number() {
        0 => (x - aside, y - 17),
        1 => (x + aside, y - 17),
        2 => (x - aside, y + 20),
        _ => (x + aside, y + 20),
    }
}

/// Returns the path of a road: a smooth curve through its villages (Catmull and Rom).
pub fn course(road: Road) -> String {
    let points = points(road);
    let near = |index: usize| points.get(index.min(points.len().saturating_sub(1)));
    let mut path = String::new();
    for index in 0..points.len().saturating_sub(1) {
        let (Some(before), Some(from), Some(to), Some(after)) = (
            near(index.saturating_sub(1)),
            near(index),
            near(index + 1),
            near(index + 2),
        ) else {
            break;
        };
        if index == 0 {
            path += &format!("M{} {}", from.0, from.1);
        }
        path += &format!(
            "C{} {} {} {} {} {}",
            from.0 + (to.0 - before.0) / 6,
            from.1 + (to.1 - before.1) / 6,
            to.0 - (after.0 - from.0) / 6,
            to.1 - (after.1 - from.1) / 6,
            to.0,
            to.1
        );
    }
    path
}

fn points(road: Road) -> Vec<Point> {
    let [from, to] = road.ends();
    let villages = road.villages().iter().map(|&village| VILLAGES[village]);
    std::iter::once(NODES[from])
        .chain(villages)
        .chain(std::iter::once(NODES[to]))
        .collect()
}

/// Returns the villages and places on a journey that ends at a place, in the order of the journey.
pub fn way(roads: &[Road], end: Node) -> Vec<Point> {
    let (mut way, mut node) = (Vec::new(), end);
    for road in roads.iter().rev() {
        let mut points = points(*road);
        // From the end of the journey to its beginning.
        if road.ends().first() != Some(&node) {
            points.reverse();
        }
        way.extend(points.iter().skip(1));
        node = road.leads_to(node).unwrap_or(node);
    }
    way.reverse();
    way
}

/// Returns the position of a road's toll: beside its middle.
pub fn toll_at(road: Road) -> Point {
    let [from, to] = road.ends().map(|node| NODES[node]);
    let villages = || road.villages().iter().map(|&village| VILLAGES[village]);
    let count = road.villages().len().max(1) as i32;
    let (x, y) = (
        villages().map(|(x, _)| x).sum::<i32>() / count,
        villages().map(|(_, y)| y).sum::<i32>() / count,
    );
    let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let aside = if count == 1 { 40.0 } else { 27.0 } / dx.hypot(dy).max(1.0);
    // Towards the middle of the map, where there is most room.
    let inwards = if (f64::from(x) - 500.0) * -dy + (f64::from(y) - 480.0) * dx > 0.0 {
        -aside
    } else {
        aside
    };
    (
        x - (dy * inwards).round() as i32,
        y + (dx * inwards).round() as i32,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journey_passes_its_villages_in_order() {
        for road in Road::all() {
            let [from, to] = road.ends();
            let villages: Vec<Point> = road.villages().iter().map(|&it| VILLAGES[it]).collect();
            let there: Vec<Point> = [vec![NODES[from]], villages.clone()].concat();
            assert_eq!(way(&[road], to), there);
            let back = villages.into_iter().rev();
            let back: Vec<Point> = std::iter::once(NODES[to]).chain(back).collect();
            assert_eq!(way(&[road], from), back);
            // There and back again.
            assert_eq!(way(&[road, road], from), [there, back].concat());
        }
    }
}
