//! Which things travel, and from where.

/// A point: across, down.
pub type Point = (f64, f64);

/// More things than this do not travel at once: the table was laid anew.
const MOST: usize = 40;
/// What moved less far, in pixels, stays where it is.
const NEAR: f64 = 4.0;
/// The maximum number of coins that fly to one owner.
const MOST_COINS: i64 = 3;

/// Where a thing is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Place {
    /// Its middle, on the screen.
    pub middle: Point,
    pub size: Point,
    /// What it lies on: a drawing, or the element around it. The ground itself may move, without anything on it.
    pub ground: usize,
    /// Its middle on the ground, in units of the ground.
    pub on_ground: Point,
    /// The number of pixels in such a unit.
    pub unit: f64,
}

impl Place {
    /// Returns how far it is to another place, in pixels.
    fn distance(self, other: Place) -> f64 {
        let ((x, y), unit) = if self.ground == other.ground {
            (minus(self.on_ground, other.on_ground), self.unit)
        } else {
            (minus(self.middle, other.middle), 1.0)
        };
        x.hypot(y) * unit
    }
}

pub fn minus(one: Point, other: Point) -> Point {
    (one.0 - other.0, one.1 - other.1)
}

/// A thing before a change.
#[derive(Clone, PartialEq, Debug)]
pub struct Before {
    pub key: String,
    pub place: Place,
}

/// A thing after a change.
#[derive(Clone, PartialEq, Debug)]
pub struct After {
    pub key: String,
    pub place: Place,
    /// The number of the same element before the change.
    pub was: Option<usize>,
    /// The things and homes from which it comes if it is new, best first.
    pub from: Vec<String>,
}

/// The origin of a thing that travels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Journey {
    /// The number of the thing after the change.
    pub thing: usize,
    pub from: Place,
    /// Whether it comes from a home, whose size means nothing.
    pub home: bool,
}

/// Returns what travels. A thing that stays the same element comes from its own place. A new one comes from one with the same key that has disappeared, or
/// from the first thing or home of its list that is there.
pub fn journeys(before: &[Before], homes: &[Before], after: &[After]) -> Vec<Journey> {
    let mut gone = vec![true; before.len()];
    for thing in after.iter().filter_map(|thing| thing.was) {
        take(&mut gone, thing);
    }
    let mut found = Vec::new();
    for (number, thing) in after.iter().enumerate() {
        let origin = match thing.was {
            Some(was) => before.get(was).map(|was| (was.place, false)),
            None => origin(thing, before, homes, &mut gone),
        };
        let moved = origin.filter(|(from, _)| thing.place.distance(*from) > NEAR);
        found.extend(moved.map(|(from, home)| Journey {
            thing: number,
            from,
            home,
        }));
    }
    if found.len() > MOST {
        found.clear();
    }
    found
}

/// Returns where a new thing comes from, and whether that is a home.
fn origin(
    thing: &After,
    before: &[Before],
    homes: &[Before],
    gone: &mut [bool],
) -> Option<(Place, bool)> {
    let names = std::iter::once(&thing.key).chain(&thing.from);
    for (number, name) in names.enumerate() {
        let left = |at: &usize| gone.get(*at) == Some(&true);
        let vanished = nearest(thing.place, name, before, left);
        if let Some((at, place)) = vanished {
            take(gone, at);
            return Some((place, false));
        }
        // Others of its kind that are still there are not this one.
        let stays =
            || nearest(thing.place, name, before, |_| true).map(|(_, place)| (place, false));
        let home = || nearest(thing.place, name, homes, |_| true).map(|(_, place)| (place, true));
        if let Some(origin) = (number > 0).then(|| stays().or_else(home)).flatten() {
            return Some(origin);
        }
    }
    None
}

/// Returns the nearest thing with this name, and its number.
fn nearest(
    to: Place,
    name: &str,
    all: &[Before],
    fits: impl Fn(&usize) -> bool,
) -> Option<(usize, Place)> {
    let named = all.iter().enumerate().filter(|(_, it)| it.key == name);
    let fitting = named.filter(|(at, _)| fits(at));
    fitting
        .map(|(at, it)| (at, it.place))
        .min_by(|(_, one), (_, other)| one.distance(to).total_cmp(&other.distance(to)))
}

fn take(gone: &mut [bool], at: usize) {
    if let Some(gone) = gone.get_mut(at) {
        *gone = false;
    }
}

/// How many of a kind somebody has.
#[derive(Clone, PartialEq, Debug)]
pub struct Purse {
    /// The kind and the owner: `coin-0`.
    pub key: String,
    pub amount: i64,
    pub place: Place,
}

impl Purse {
    fn kind(&self) -> &str {
        self.key.rsplit_once('-').map_or("", |(kind, _)| kind)
    }
}

/// Something that an owner gained.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gain {
    /// The number of the purse after the change.
    pub purse: usize,
    /// How many are shown.
    pub count: i64,
    /// The place of whoever paid it, if somebody did.
    pub payer: Option<Place>,
}

/// Returns what was gained. Whoever has lost most of the same kind has paid for it. Nothing is known if no purse was to be seen.
pub fn gains(before: &[Purse], after: &[Purse]) -> Vec<Gain> {
    let had = |purse: &Purse| {
        let same = before.iter().find(|other| other.key == purse.key);
        same.map_or(0, |same| same.amount)
    };
    let payer = |kind: &str| {
        let lost = after.iter().filter(|purse| purse.kind() == kind);
        let lost = lost.map(|purse| (had(purse) - purse.amount, purse.place));
        let most = lost.max_by_key(|(lost, _)| *lost);
        most.filter(|(lost, _)| *lost > 0).map(|(_, place)| place)
    };
    let gained = after.iter().enumerate().filter_map(|(number, purse)| {
        let gained = purse.amount - had(purse);
        (gained > 0).then(|| Gain {
            purse: number,
            count: gained.min(MOST_COINS),
            payer: payer(purse.kind()),
        })
    });
    gained.filter(|_| !before.is_empty()).collect()
}

/// Returns the points of a way with the part of the time at which each is reached, so that the speed is the same everywhere.
pub fn timed(way: &[Point]) -> Vec<(Point, f64)> {
    let mut length = 0.0;
    let mut reached = Vec::new();
    let mut last = None;
    for &point in way {
        if let Some(last) = last {
            let (x, y) = minus(point, last);
            length += x.hypot(y);
        }
        reached.push((point, length));
        last = Some(point);
    }
    let whole = if length > 0.0 { length } else { 1.0 };
    let part = |(point, length): (Point, f64)| (point, length / whole);
    reached.into_iter().map(part).collect()
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "a test may panic")]
mod tests {
    use super::*;

    fn at(x: f64, y: f64) -> Place {
        Place {
            middle: (x, y),
            size: (10.0, 10.0),
            ground: 0,
            on_ground: (x, y),
            unit: 1.0,
        }
    }

    fn before(key: &str, place: Place) -> Before {
        Before {
            key: key.to_owned(),
            place,
        }
    }

    fn after(key: &str, place: Place, was: Option<usize>, from: &[&str]) -> After {
        After {
            key: key.to_owned(),
            place,
            was,
            from: from.iter().map(|&name| name.to_owned()).collect(),
        }
    }

    fn origins(before: &[Before], homes: &[Before], after: &[After]) -> Vec<(usize, Point)> {
        let journeys = journeys(before, homes, after).into_iter();
        journeys
            .map(|journey| (journey.thing, journey.from.middle))
            .collect()
    }

    #[test]
    fn what_stays_the_same_element_comes_from_where_it_was() {
        let was = [
            before("priest-0", at(0.0, 0.0)),
            before("priest-1", at(9.0, 9.0)),
        ];
        let now = [
            after("priest-0", at(50.0, 0.0), Some(0), &[]),
            after("priest-1", at(10.0, 10.0), Some(1), &[]),
        ];
        // A step of a pixel is no journey.
        assert_eq!(origins(&was, &[], &now), [(0, (0.0, 0.0))]);
    }

    #[test]
    fn a_drawing_that_moves_or_grows_takes_its_pieces_along() {
        let was = at(100.0, 100.0);
        let now = Place {
            middle: (300.0, 300.0),
            unit: 2.0,
            ..was
        };
        let was = [before("priest-0", was)];
        assert_eq!(
            origins(&was, &[], &[after("priest-0", now, Some(0), &[])]),
            []
        );
        // On the larger drawing, the same step is larger.
        let step = Place {
            on_ground: (103.0, 100.0),
            ..now
        };
        let step = [after("priest-0", step, Some(0), &[])];
        assert_eq!(origins(&was, &[], &step).len(), 1);
    }

    #[test]
    fn a_new_thing_comes_from_one_of_its_kind_that_disappeared() {
        let was = [
            before("card-a", at(0.0, 0.0)),
            before("card-a", at(20.0, 0.0)),
            before("card-a", at(500.0, 0.0)),
        ];
        // The first two are in the hand and the second is laid; the third stays in somebody's row.
        let now = [
            after("card-a", at(0.0, 0.0), Some(0), &["seat-0"]),
            after("card-a", at(500.0, 0.0), Some(2), &["seat-0"]),
            after("card-a", at(400.0, 0.0), None, &["seat-0"]),
        ];
        let homes = [before("seat-0", at(900.0, 0.0))];
        assert_eq!(origins(&was, &homes, &now), [(2, (20.0, 0.0))]);
        // If none is missing, it comes from home.
        let now = [
            after("card-a", at(0.0, 0.0), Some(0), &[]),
            after("card-a", at(20.0, 0.0), Some(1), &[]),
            after("card-a", at(500.0, 0.0), Some(2), &[]),
            after("card-a", at(400.0, 0.0), None, &["seat-0"]),
        ];
        assert_eq!(origins(&was, &homes, &now), [(3, (900.0, 0.0))]);
        assert_eq!(origins(&was, &[], &now), []);
    }

    #[test]
    fn one_that_disappeared_becomes_only_one_new_thing() {
        let was = [before("offer-a", at(0.0, 0.0))];
        let now = [
            after("card-a", at(50.0, 0.0), None, &["offer-a"]),
            after("card-a", at(90.0, 0.0), None, &["card-b", "seat-1"]),
        ];
        assert_eq!(origins(&was, &[], &now), [(0, (0.0, 0.0))]);
    }

    #[test]
    fn workers_come_from_a_hand_that_keeps_some() {
        let was = [before("carried-blue", at(500.0, 500.0))];
        let now = [
            after("carried-blue", at(500.0, 500.0), Some(0), &[]),
            after("worker-blue", at(300.0, 200.0), None, &["carried-blue"]),
        ];
        assert_eq!(origins(&was, &[], &now), [(1, (500.0, 500.0))]);
    }

    #[test]
    fn a_table_that_is_laid_anew_does_not_travel() {
        let was: Vec<_> = (0..=MOST).map(|_| before("card", at(0.0, 0.0))).collect();
        let moved = |number| after("card", at(100.0, 0.0), Some(number), &[]);
        let now: Vec<_> = (0..=MOST).map(moved).collect();
        assert_eq!(journeys(&was, &[], &now[..MOST]).len(), MOST);
        assert_eq!(journeys(&was, &[], &now), []);
    }

    #[test]
    fn coins_come_from_whoever_paid_them() {
        let purse = |key: &str, amount, x| Purse {
            key: key.to_owned(),
            amount,
            place: at(x, 0.0),
        };
        let was = [
            purse("coin-0", 5, 0.0),
            purse("coin-1", 5, 1.0),
            purse("good-0", 1, 2.0),
        ];
        let now = [
            purse("coin-0", 7, 0.0),
            purse("coin-1", 3, 1.0),
            purse("good-0", 9, 2.0),
            purse("good-1", 1, 3.0),
        ];
        let gain = |purse, count, payer: Option<f64>| Gain {
            purse,
            count,
            payer: payer.map(|x| at(x, 0.0)),
        };
        assert_eq!(
            gains(&was, &now),
            [
                gain(0, 2, Some(1.0)),
                gain(2, MOST_COINS, None),
                gain(3, 1, None)
            ]
        );
        // What comes into sight was not gained.
        assert_eq!(gains(&[], &now), []);
    }

    #[test]
    fn a_way_is_walked_at_one_speed() {
        let way = [(0.0, 0.0), (30.0, 0.0), (30.0, 10.0)];
        let parts: Vec<f64> = timed(&way).into_iter().map(|(_, part)| part).collect();
        assert_eq!(parts, [0.0, 0.75, 1.0]);
        assert_eq!(timed(&[(1.0, 1.0)]), [((1.0, 1.0), 0.0)]);
    }
}
