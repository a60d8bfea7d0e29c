//! The layout of the board: a square of 1000 by 1000 around the temple.
//!
//! A district is measured as if it were the northern one: `along` runs clockwise, `depth` from the edge to the temple.

use amritsar::components::*;
use kit::Key;

/// The size of the board.
pub const SIZE: f64 = 1000.0;
/// The position of the lowest level of donation spaces, and the distances between levels and spaces.
const PYRAMID: (i32, i32, i32) = (273, 41, 27);
/// The start of the ring along a district, and the length of a section.
const RING: (i32, i32) = (250, 245);

/// Returns a position in a district.
pub fn at(district: District, along: i32, depth: i32) -> (i32, i32) {
    match district {
        District::North => (along, depth),
        District::East => (1000 - depth, along),
        District::South => (1000 - along, 1000 - depth),
        District::West => (depth, 1000 - along),
    }
}

/// Returns a rectangle of a district: left, top, width, height.
pub fn area(
    district: District,
    (along, depth): (i32, i32),
    (length, height): (i32, i32),
) -> [i32; 4] {
    let (x1, y1) = at(district, along, depth);
    let (x2, y2) = at(district, along + length, depth + height);
    [x1.min(x2), y1.min(y2), (x1 - x2).abs(), (y1 - y2).abs()]
}

/// Returns the path of the elephants.
pub fn path(district: District) -> [i32; 4] {
    area(district, (164, 5), (672, 58))
}

/// Returns the tiles and sections of a district.
pub fn surroundings(district: District) -> [i32; 4] {
    area(district, (155, 63), (690, 185))
}

/// Returns the position of an elephant; each has its own place on the path.
pub fn elephant(district: District, place: u8) -> (i32, i32) {
    at(district, 308 + i32::from(place) * 100, 34)
}

/// Returns the corners that an elephant passes on the shorter way from one district to another; opposite ones are reached clockwise.
pub fn around(from: District, to: District) -> Vec<(i32, i32)> {
    let corner = |district: District| at(district, 966, 34);
    let steps = (to.index() + 4 - from.index()) % 4;
    // Behind each district, clockwise, there is a corner.
    let clockwise = |first: usize, count: usize| {
        let passed = (first..first + count).filter_map(|index| District::at(index % 4));
        passed.map(corner).collect()
    };
    match steps {
        3 => clockwise(to.index(), 1),
        steps => clockwise(from.index(), steps),
    }
}

/// Returns a tile of a district, by its index among the three: its main part, its secondary part.
pub fn tile(district: District, place: usize) -> [[i32; 4]; 2] {
    let [x, y, width, height] = area(district, (160 + 230 * place as i32, 68), (220, 90));
    if width > height {
        [[x, y, width - 84, height], [x + width - 84, y, 84, height]]
    } else {
        [[x, y, width, height - 84], [x, y + height - 84, width, 84]]
    }
}

fn along_section(section: Section) -> i32 {
    let second = section.index() % 2;
    RING.0 + second as i32 * (RING.1 + 10)
}

/// Returns a section of the ring.
pub fn section(section: Section) -> [i32; 4] {
    area(
        section.district(),
        (along_section(section), 165),
        (RING.1, 78),
    )
}

/// Returns the position of a worker in a section, 0 to 3; index 4 is that of the coins.
pub fn worker(section: Section, place: usize) -> (i32, i32) {
    let along = along_section(section) + 30 + 46 * place as i32;
    at(section.district(), along, 204)
}

/// Returns the position of a space of a pyramid.
pub fn space(set: DonationSet, district: District, space: Space) -> (i32, i32) {
    let (depth, level, step) = PYRAMID;
    let widest = match set {
        DonationSet::Two => 6,
        DonationSet::Three | DonationSet::Four => 8,
    };
    let along = 500 + (2 * i32::from(set.x(space)) - widest) * step / 2;
    at(
        district,
        along,
        depth + level * space.level().index() as i32,
    )
}

/// Returns the Maharajah's position on a border, in a corner of the board.
pub fn corner(space: MaharajahSpace) -> (i32, i32) {
    match space {
        MaharajahSpace::WestNorth => (70, 70),
        MaharajahSpace::NorthEast => (930, 70),
        MaharajahSpace::EastSouth => (930, 930),
        MaharajahSpace::SouthWest => (70, 930),
    }
}

/// Returns the position of the worker beside a space of the Maharajah.
pub fn beside(space: MaharajahSpace) -> (i32, i32) {
    let (x, y) = corner(space);
    let inwards = |place: i32| if place < 500 { place + 62 } else { place - 62 };
    (inwards(x), inwards(y))
}

/// Returns the position of the bridge tile of a decade, in an inner corner.
pub fn bridge(decade: Decade) -> (i32, i32) {
    match decade {
        Decade::I => (308, 308),
        Decade::Ii => (692, 308),
        Decade::Iii => (692, 692),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elephants_walk_around_the_corners() {
        use District::{East, North, South, West};
        assert_eq!(around(North, North), []);
        assert_eq!(around(North, East), [(966, 34)]);
        assert_eq!(around(East, North), [(966, 34)]);
        assert_eq!(around(West, North), [(34, 34)]);
        assert_eq!(around(North, South), [(966, 34), (966, 966)]);
        assert_eq!(around(West, East), [(34, 34), (966, 34)]);
    }
}
