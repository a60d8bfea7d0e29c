//! The map: provinces, cities, fortresses and roads.

use Province::*;
use kit::{By, Id, Key, Set, ids, text_by_id};

ids! {
    /// A province. Source: that there are twelve, and Agra among them, rulebook; the other names reconstructed.
    pub enum Province: "province" {
        /// Kabulistan.
        Kabulistan = "kabulistan",
        /// Kashmir.
        Kashmir = "kashmir",
        /// Punjab.
        Punjab = "punjab",
        /// Multan.
        Multan = "multan",
        /// Delhi.
        Delhi = "delhi",
        /// Awadh.
        Awadh = "awadh",
        /// Sind.
        Sind = "sind",
        /// Rajputana.
        Rajputana = "rajputana",
        /// Agra.
        Agra = "agra",
        /// Gujarat.
        Gujarat = "gujarat",
        /// Malwa.
        Malwa = "malwa",
        /// Allahabad.
        Allahabad = "allahabad",
    }
}

/// A city of the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct City(u8);

struct Place {
    id: &'static str,
    name: &'static str,
    province: Province,
    fortress: bool,
}

const fn city(id: &'static str, name: &'static str, province: Province) -> Place {
    Place {
        id,
        name,
        province,
        fortress: false,
    }
}

const fn fortress(id: &'static str, name: &'static str, province: Province) -> Place {
    Place {
        id,
        name,
        province,
        fortress: true,
    }
}

/// The cities, each province's in the order of its ring. Source: 49 cities and 16 fortresses, and Agra among both, rulebook; rings around the
/// province tiles public; the other names, which cities are fortresses, and that Agra's fifth city lies on the ring, reconstructed. That
/// every province has a fortress is disputed by public reports.
const CITIES: [Place; City::COUNT] = [
    fortress("kab1", "Kabul", Kabulistan),
    city("kab2", "Jalalabad", Kabulistan),
    city("kab3", "Peshawar", Kabulistan),
    city("kab4", "Ghazni", Kabulistan),
    city("kas1", "Srinagar", Kashmir),
    fortress("kas2", "Leh", Kashmir),
    fortress("kas3", "Kangra", Kashmir),
    city("kas4", "Jammu", Kashmir),
    fortress("pun1", "Rohtas", Punjab),
    city("pun2", "Sialkot", Punjab),
    city("pun3", "Amritsar", Punjab),
    city("pun4", "Lahore", Punjab),
    fortress("mul1", "Bhakkar", Multan),
    city("mul2", "Multan", Multan),
    city("mul3", "Uch", Multan),
    city("mul4", "Dera Ghazi Khan", Multan),
    city("del1", "Sirhind", Delhi),
    city("del2", "Haridwar", Delhi),
    fortress("del3", "Delhi", Delhi),
    city("del4", "Hisar", Delhi),
    city("awa1", "Bahraich", Awadh),
    fortress("awa2", "Gorakhpur", Awadh),
    city("awa3", "Faizabad", Awadh),
    city("awa4", "Lucknow", Awadh),
    fortress("sin1", "Bukkur", Sind),
    city("sin2", "Umarkot", Sind),
    city("sin3", "Thatta", Sind),
    fortress("sin4", "Sehwan", Sind),
    city("raj1", "Ajmer", Rajputana),
    fortress("raj2", "Chittor", Rajputana),
    city("raj3", "Jodhpur", Rajputana),
    city("raj4", "Bikaner", Rajputana),
    fortress("agr1", "Agra", Agra),
    city("agr2", "Mathura", Agra),
    city("agr3", "Kannauj", Agra),
    city("agr4", "Kalpi", Agra),
    city("agr5", "Gwalior", Agra),
    city("guj1", "Patan", Gujarat),
    city("guj2", "Ahmedabad", Gujarat),
    fortress("guj3", "Surat", Gujarat),
    fortress("guj4", "Junagadh", Gujarat),
    city("mal1", "Ujjain", Malwa),
    city("mal2", "Sironj", Malwa),
    city("mal3", "Bhopal", Malwa),
    fortress("mal4", "Mandu", Malwa),
    city("all1", "Allahabad", Allahabad),
    city("all2", "Jaunpur", Allahabad),
    fortress("all3", "Varanasi", Allahabad),
    fortress("all4", "Kalinjar", Allahabad),
];

/// Roads between provinces; the ring roads inside them follow from the order of the cities. Source: that neighbouring provinces are joined public;
/// which cities reconstructed.
const BORDER_ROADS: [(&str, &str); 34] = [
    ("kab2", "kas1"),
    ("kab3", "pun1"),
    ("kab4", "mul4"),
    ("kas4", "pun2"),
    ("kas3", "del1"),
    ("pun2", "del1"),
    ("pun3", "del4"),
    ("pun4", "mul2"),
    ("pun4", "mul1"),
    ("mul2", "raj4"),
    ("mul3", "raj4"),
    ("mul3", "sin2"),
    ("mul4", "sin1"),
    ("sin2", "guj1"),
    ("sin3", "guj4"),
    ("raj3", "guj1"),
    ("raj3", "guj2"),
    ("raj2", "mal1"),
    ("raj2", "agr1"),
    ("raj1", "agr1"),
    ("raj1", "del4"),
    ("del3", "agr2"),
    ("del2", "awa1"),
    ("del3", "awa4"),
    ("awa4", "agr3"),
    ("awa3", "agr4"),
    ("awa3", "all2"),
    ("awa2", "all3"),
    ("agr4", "all1"),
    ("agr5", "mal2"),
    ("mal2", "all1"),
    ("mal3", "all4"),
    ("mal1", "guj2"),
    ("mal4", "guj3"),
];

impl Key for City {
    const COUNT: usize = 49;

    fn index(self) -> usize {
        self.0.into()
    }

    fn at(index: usize) -> Option<Self> {
        (index < Self::COUNT).then_some(City(index as u8))
    }
}

impl Id for City {
    const NOUN: &'static str = "city";

    fn id(self) -> &'static str {
        self.place().id
    }
}

text_by_id!(City);

impl City {
    /// The city of the Taj Mahal.
    pub const AGRA: City = City(city_index("agr1"));

    #[expect(
        clippy::indexing_slicing,
        reason = "a city is below COUNT by construction"
    )]
    fn place(self) -> &'static Place {
        &CITIES[self.index()]
    }

    /// Returns the name for people.
    pub fn name(self) -> &'static str {
        self.place().name
    }

    /// Returns the province of the city.
    pub fn province(self) -> Province {
        self.place().province
    }

    /// Returns whether a bonus tile lies there at the start.
    pub fn is_fortress(self) -> bool {
        self.place().fortress
    }

    /// Returns the cities at the other ends of its roads.
    pub fn neighbours(self) -> Set<City> {
        NEIGHBOURS[self]
    }
}

impl Province {
    /// Returns the cities of other provinces that have a road into this one.
    pub fn surroundings(self) -> Set<City> {
        SURROUNDINGS[self]
    }

    /// Returns the cities of the province.
    pub fn cities(self) -> Set<City> {
        CITIES_IN[self]
    }

    /// Returns the name for people.
    pub fn name(self) -> &'static str {
        match self {
            Kabulistan => "Kabulistan",
            Kashmir => "Kashmir",
            Punjab => "Punjab",
            Multan => "Multan",
            Delhi => "Delhi",
            Awadh => "Awadh",
            Sind => "Sind",
            Rajputana => "Rajputana",
            Agra => "Agra",
            Gujarat => "Gujarat",
            Malwa => "Malwa",
            Allahabad => "Allahabad",
        }
    }
}

const CITIES_IN: By<Province, Set<City>, 12> = By::new(cities_in());
const NEIGHBOURS: By<City, Set<City>, { City::COUNT }> = By::new(neighbours());

const SURROUNDINGS: By<Province, Set<City>, 12> = By::new(surroundings());

#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn surroundings() -> [Set<City>; Province::COUNT] {
    let (inside, roads) = (cities_in(), neighbours());
    let mut sets = [Set::EMPTY; Province::COUNT];
    let mut city = 0;
    while city < City::COUNT {
        let province = CITIES[city].province as usize;
        sets[province] = sets[province].or(roads[city].without(inside[province]));
        city += 1;
    }
    sets
}

#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn cities_in() -> [Set<City>; Province::COUNT] {
    let mut sets = [Set::EMPTY; Province::COUNT];
    let mut city = 0;
    while city < City::COUNT {
        let province = CITIES[city].province as usize;
        sets[province] = sets[province].or(Set::from_bits(1 << city));
        city += 1;
    }
    sets
}

#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn neighbours() -> [Set<City>; City::COUNT] {
    let mut sets = [Set::EMPTY; City::COUNT];
    let mut city = 0;
    while city < City::COUNT {
        let ring = cities_in()[CITIES[city].province as usize].bits();
        let next = if ring >> (city + 1) & 1 == 1 {
            city + 1
        } else {
            ring.trailing_zeros() as usize
        };
        sets = joined(sets, city, next);
        city += 1;
    }
    let mut road = 0;
    while road < BORDER_ROADS.len() {
        let (from, to) = BORDER_ROADS[road];
        sets = joined(sets, city_index(from) as usize, city_index(to) as usize);
        road += 1;
    }
    sets
}

#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn joined(
    mut sets: [Set<City>; City::COUNT],
    from: usize,
    to: usize,
) -> [Set<City>; City::COUNT] {
    sets[from] = sets[from].or(Set::from_bits(1 << to));
    sets[to] = sets[to].or(Set::from_bits(1 << from));
    sets
}

/// Only for the tables in this file: an unknown id does not compile.
#[expect(
    clippy::indexing_slicing,
    clippy::panic,
    reason = "evaluated at compile time"
)]
const fn city_index(id: &str) -> u8 {
    let mut city = 0;
    while city < City::COUNT {
        if same(CITIES[city].id.as_bytes(), id.as_bytes()) {
            return city as u8;
        }
        city += 1;
    }
    panic!("no city has this id")
}

#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn same(one: &[u8], two: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < two.len() {
        if one[at] != two[at] {
            return false;
        }
        at += 1;
    }
    one.len() == two.len()
}
