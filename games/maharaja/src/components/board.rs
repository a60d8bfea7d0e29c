//! The map: cities and their statue fields, roads and villages.

use kit::{By, ids};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

ids! {
    /// A city. Source: number rulebook; names public (2004) for Delhi, Jodhpur, Ahmadabad and Khajuraho, otherwise reconstructed; that
    /// one is blue rulebook, the other colours reconstructed.
    pub enum City: "city" {
        /// Jodhpur, the blue city.
        Jodhpur = "jodhpur",
        /// Delhi, the turquoise city.
        Delhi = "delhi",
        /// Agra, the white city.
        Agra = "agra",
        /// Jaipur, the pink city.
        Jaipur = "jaipur",
        /// Khajuraho, the brown city.
        Khajuraho = "khajuraho",
        /// Ahmadabad, the orange city.
        Ahmadabad = "ahmadabad",
        /// Varanasi, the purple city.
        Varanasi = "varanasi",
    }
}

ids! {
    /// A place where a priest can stand: a city, or the crossroads where all start. Source: a crossroads of five roads public, that it
    /// can be passed and entered again public (2004).
    pub enum Node: "place" {
        /// Jodhpur.
        Jodhpur = "jodhpur",
        /// Delhi.
        Delhi = "delhi",
        /// Agra.
        Agra = "agra",
        /// Jaipur.
        Jaipur = "jaipur",
        /// Khajuraho.
        Khajuraho = "khajuraho",
        /// Ahmadabad.
        Ahmadabad = "ahmadabad",
        /// Varanasi.
        Varanasi = "varanasi",
        /// The crossroads in the middle, which is not a city.
        Start = "start",
    }
}

ids! {
    /// A road between two places. Source: that some have only one village rulebook; that these are two along the short edges, and three
    /// to five roads at each place, public (2004); which places are joined reconstructed.
    pub enum Road: "road" {
        /// Jodhpur to Ahmadabad.
        R01 = "r01",
        /// Agra to Varanasi.
        R02 = "r02",
        /// Jodhpur to Delhi.
        R03 = "r03",
        /// Delhi to Agra.
        R04 = "r04",
        /// Ahmadabad to Varanasi.
        R05 = "r05",
        /// Jodhpur to Jaipur.
        R06 = "r06",
        /// Ahmadabad to Jaipur.
        R07 = "r07",
        /// Agra to Khajuraho.
        R08 = "r08",
        /// Varanasi to Khajuraho.
        R09 = "r09",
        /// Delhi to Jaipur.
        R10 = "r10",
        /// Delhi to Khajuraho.
        R11 = "r11",
        /// The crossroads to Delhi.
        R12 = "r12",
        /// The crossroads to Jaipur.
        R13 = "r13",
        /// The crossroads to Khajuraho.
        R14 = "r14",
        /// The crossroads to Ahmadabad.
        R15 = "r15",
        /// The crossroads to Varanasi.
        R16 = "r16",
    }
}

ids! {
    /// A village on a road. Source: number public (2004), names reconstructed.
    pub enum Village: "village" {
        /// Abu.
        V01 = "v01",
        /// Kannauj.
        V02 = "v02",
        /// Nagaur.
        V03 = "v03",
        /// Sikar.
        V04 = "v04",
        /// Mathura.
        V05 = "v05",
        /// Vrindavan.
        V06 = "v06",
        /// Ujjain.
        V07 = "v07",
        /// Sanchi.
        V08 = "v08",
        /// Merta.
        V09 = "v09",
        /// Pushkar.
        V10 = "v10",
        /// Idar.
        V11 = "v11",
        /// Chittor.
        V12 = "v12",
        /// Gwalior.
        V13 = "v13",
        /// Datia.
        V14 = "v14",
        /// Mirzapur.
        V15 = "v15",
        /// Rewa.
        V16 = "v16",
        /// Rewari.
        V17 = "v17",
        /// Amber.
        V18 = "v18",
        /// Aligarh.
        V19 = "v19",
        /// Jhansi.
        V20 = "v20",
        /// Bharatpur.
        V21 = "v21",
        /// Alwar.
        V22 = "v22",
        /// Bundi.
        V23 = "v23",
        /// Tonk.
        V24 = "v24",
        /// Shivpuri.
        V25 = "v25",
        /// Orchha.
        V26 = "v26",
        /// Ratlam.
        V27 = "v27",
        /// Dohad.
        V28 = "v28",
        /// Vidisha.
        V29 = "v29",
        /// Panna.
        V30 = "v30",
    }
}

ids! {
    /// A field for a statue in a city. Source: seven of them, one central, public.
    pub enum Field: "field" {
        /// In the middle of the city.
        Centre = "0",
        /// The upper field with a bonus.
        Top = "1",
        /// Upper right.
        UpperRight = "2",
        /// Lower right.
        LowerRight = "3",
        /// The lower field with a bonus.
        Bottom = "4",
        /// Lower left.
        LowerLeft = "5",
        /// Upper left.
        UpperLeft = "6",
    }
}

/// The bonus of a statue field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bonus {
    /// Action markers from the supply.
    ActionMarkers(u8),
    /// Coins.
    Coins(u16),
    /// Prestige points.
    Prestige(i16),
    /// Shrines from the supply.
    Shrines(u8),
}

/// A site for a shrine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Site {
    /// A city, where the shrine counts for worship.
    City(City),
    /// A village, where the shrine opens a road.
    Village(Village),
}

impl City {
    /// Returns the bonus of a field. Source: that there are an upper and a lower one, and action markers among them, rulebook; which
    /// they are reconstructed.
    pub const fn bonus(self, field: Field) -> Option<Bonus> {
        match (field, self) {
            (Field::Top, _) => Some(Bonus::ActionMarkers(1)),
            (Field::Bottom, City::Jodhpur | City::Agra) => Some(Bonus::Coins(2)),
            (Field::Bottom, City::Jaipur | City::Khajuraho) => Some(Bonus::Shrines(2)),
            (Field::Bottom, City::Delhi | City::Ahmadabad | City::Varanasi) => {
                Some(Bonus::Prestige(1))
            }
            _ => None,
        }
    }

    /// Returns the city as a place for a priest.
    pub const fn node(self) -> Node {
        match self {
            City::Jodhpur => Node::Jodhpur,
            City::Delhi => Node::Delhi,
            City::Agra => Node::Agra,
            City::Jaipur => Node::Jaipur,
            City::Khajuraho => Node::Khajuraho,
            City::Ahmadabad => Node::Ahmadabad,
            City::Varanasi => Node::Varanasi,
        }
    }
}

impl Node {
    /// Returns the city at this place, if there is one.
    pub const fn city(self) -> Option<City> {
        match self {
            Node::Jodhpur => Some(City::Jodhpur),
            Node::Delhi => Some(City::Delhi),
            Node::Agra => Some(City::Agra),
            Node::Jaipur => Some(City::Jaipur),
            Node::Khajuraho => Some(City::Khajuraho),
            Node::Ahmadabad => Some(City::Ahmadabad),
            Node::Varanasi => Some(City::Varanasi),
            Node::Start => None,
        }
    }

    /// Returns the roads from this place with their other ends, in the order of their ids.
    pub fn roads(self) -> impl Iterator<Item = (Road, Node)> + Clone {
        static FROM: By<Node, [Option<(Road, Node)>; MOST_ROADS], 8> = By::new(roads_from_nodes());
        FROM[self].iter().copied().flatten()
    }
}

impl Field {
    /// Returns whether it is the central field.
    pub const fn is_central(self) -> bool {
        matches!(self, Field::Centre)
    }
}

/// The maximum number of roads at a place.
const MOST_ROADS: usize = 5;

/// The data of a road.
struct Course {
    ends: [Node; 2],
    villages: &'static [Village],
}

const COURSES: [Course; Road::ALL.len()] = {
    use Node::*;
    use Village::*;
    [
        course(Jodhpur, Ahmadabad, &[V01]),
        course(Agra, Varanasi, &[V02]),
        course(Jodhpur, Delhi, &[V03, V04]),
        course(Delhi, Agra, &[V05, V06]),
        course(Ahmadabad, Varanasi, &[V07, V08]),
        course(Jodhpur, Jaipur, &[V09, V10]),
        course(Ahmadabad, Jaipur, &[V11, V12]),
        course(Agra, Khajuraho, &[V13, V14]),
        course(Varanasi, Khajuraho, &[V15, V16]),
        course(Delhi, Jaipur, &[V17, V18]),
        course(Delhi, Khajuraho, &[V19, V20]),
        course(Start, Delhi, &[V21, V22]),
        course(Start, Jaipur, &[V23, V24]),
        course(Start, Khajuraho, &[V25, V26]),
        course(Start, Ahmadabad, &[V27, V28]),
        course(Start, Varanasi, &[V29, V30]),
    ]
};

const fn course(from: Node, to: Node, villages: &'static [Village]) -> Course {
    Course {
        ends: [from, to],
        villages,
    }
}

#[expect(clippy::indexing_slicing, reason = "evaluated when compiling")]
const fn roads_from_nodes() -> [[Option<(Road, Node)>; MOST_ROADS]; Node::ALL.len()] {
    let mut from = [[None; MOST_ROADS]; Node::ALL.len()];
    let mut count = [0; Node::ALL.len()];
    let mut road = 0;
    while road < Road::ALL.len() {
        let [a, b] = COURSES[road].ends;
        from[a as usize][count[a as usize]] = Some((Road::ALL[road], b));
        count[a as usize] += 1;
        from[b as usize][count[b as usize]] = Some((Road::ALL[road], a));
        count[b as usize] += 1;
        road += 1;
    }
    from
}

impl Road {
    fn course(self) -> &'static Course {
        static BY_ROAD: By<Road, Course, 16> = By::new(COURSES);
        &BY_ROAD[self]
    }

    /// Returns the two places that it joins.
    pub fn ends(self) -> [Node; 2] {
        self.course().ends
    }

    /// Returns its villages, from the first end to the second.
    pub fn villages(self) -> &'static [Village] {
        self.course().villages
    }

    /// Returns the other end, if the road starts at the given place.
    pub fn leads_to(self, from: Node) -> Option<Node> {
        match self.ends() {
            [a, b] if a == from => Some(b),
            [a, b] if b == from => Some(a),
            _ => None,
        }
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Site::City(city) => city.fmt(f),
            Site::Village(village) => village.fmt(f),
        }
    }
}

impl FromStr for Site {
    type Err = kit::UnknownId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unknown = kit::UnknownId {
            noun: "city or village",
            id: text.to_owned(),
        };
        let city = text.parse().map(Site::City).ok();
        city.or_else(|| text.parse().map(Site::Village).ok())
            .ok_or(unknown)
    }
}
