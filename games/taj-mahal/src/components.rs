//! Everything printed on cardboard. The only place for its numbers.
//!
//! Each table says where it comes from: the *rulebook*; *public* reports about the printed game; *memory* of it, unconfirmed; or
//! *reconstructed*, which means designed so that everything known about the original holds.

use Colour::{Green, Red, Violet, Yellow};
use Good::{Jewels, Rice, Spices, Tea};
use Province::*;
use Symbol::{Elephant, General, Mogul, Monk, Princess, Vizier};
use kit::{By, Id, Key, Set, ids, text_by_id};
use serde::{Deserialize, Deserializer, Serialize};

/// Visits in a game, one to each province. Source: rulebook.
pub const VISITS: u8 = 12;
/// Cards dealt to each player. Source: rulebook.
pub const HAND_SIZE: u8 = 6;
/// Cards taken from the display when withdrawing; the last player takes [`DRAFT_LAST`]. Source: rulebook.
pub const DRAFT: u8 = 2;
/// Cards taken from the display by the last player to withdraw. Source: rulebook.
pub const DRAFT_LAST: u8 = 1;
/// Cards laid by the absent maharaja in one visit. Source: reconstructed.
pub const ABSENT_MAHARAJA_CARDS: u32 = 3;
/// Influence markers of each kind. Source: rulebook (24 in all) and public (an even split).
pub const MARKERS_OF_A_KIND: u8 = 6;
/// Influence markers of one kind that are worth a special card. Source: rulebook.
pub const MARKERS_FOR_A_SPECIAL: u8 = 2;
/// Points for laying [`Special::Points`]. Source: public.
pub const SPECIAL_POINTS: u16 = 2;
/// Cards in the deck. Source: rulebook.
pub const DECK: usize = 96;
/// The largest display: two cards for each of five players, less one. Source: rulebook.
pub const LARGEST_DISPLAY: usize = 9;
/// Normal palaces that one visit can bring into a province. Source: rulebook (one for each marker).
pub const PALACES_PER_VISIT: u8 = 4;

/// Cards in the display for that many visitors. Source: rulebook.
pub const fn display_size(visitors: u8) -> u8 {
    2 * visitors - 1
}

ids! {
    /// What cards show. Each symbol competes for one prize at the court. Source: rulebook.
    pub enum Symbol: "symbol" {
        /// Political influence; its prize is a marker and a palace.
        Vizier = "vizier",
        /// Military influence; its prize is a marker and a palace.
        General = "general",
        /// Religious influence; its prize is a marker and a palace.
        Monk = "monk",
        /// Social influence; its prize is a marker and a palace.
        Princess = "princess",
        /// The Grand Mogul; his prize is the crown, for a crown palace.
        Mogul = "mogul",
        /// Economic influence; its prize is the province tile.
        Elephant = "elephant",
    }
}

ids! {
    /// An influence marker; two of a kind are worth a special card. Source: rulebook.
    pub enum Marker: "marker" {
        /// Won with [`Symbol::Vizier`].
        Vizier = "vizier",
        /// Won with [`Symbol::General`].
        General = "general",
        /// Won with [`Symbol::Monk`].
        Monk = "monk",
        /// Won with [`Symbol::Princess`].
        Princess = "princess",
    }
}

impl Symbol {
    /// The marker that this symbol wins, if it wins one.
    pub fn marker(self) -> Option<Marker> {
        Marker::at(self.index())
    }
}

impl Marker {
    /// The symbol that wins this marker.
    pub const fn symbol(self) -> Symbol {
        match self {
            Marker::Vizier => Vizier,
            Marker::General => General,
            Marker::Monk => Monk,
            Marker::Princess => Princess,
        }
    }

    /// The special card that two of this marker are worth. Source: general and princess public, vizier and monk memory.
    pub const fn special(self) -> Special {
        match self {
            Marker::Vizier => Special::FreeColour,
            Marker::General => Special::Elephant,
            Marker::Monk => Special::Mogul,
            Marker::Princess => Special::Points,
        }
    }
}

/// The symbols whose prize is a marker.
pub const MARKER_SYMBOLS: Set<Symbol> =
    Set::from_bits(1 << Vizier as u8 | 1 << General as u8 | 1 << Monk as u8 | 1 << Princess as u8);

ids! {
    /// A special card. Source: kinds rulebook.
    pub enum Special: "special card" {
        /// Counts as one elephant.
        Elephant = "special-elephant",
        /// Counts as one Grand Mogul.
        Mogul = "special-mogul",
        /// Brings two points at once.
        Points = "special-points",
        /// Lets the coloured card laid with it have any colour.
        FreeColour = "special-free-colour",
    }
}

impl Special {
    /// The symbol that it counts as.
    pub const fn symbol(self) -> Option<Symbol> {
        match self {
            Special::Elephant => Some(Elephant),
            Special::Mogul => Some(Mogul),
            Special::Points | Special::FreeColour => None,
        }
    }
}

ids! {
    /// A good of the provinces. Source: rulebook.
    pub enum Good: "good" {
        /// Rice.
        Rice = "rice",
        /// Tea.
        Tea = "tea",
        /// Spices.
        Spices = "spices",
        /// Jewels.
        Jewels = "jewels",
    }
}

ids! {
    /// The colour of a coloured card. Source: rulebook.
    pub enum Colour: "colour" {
        /// Red.
        Red = "red",
        /// Yellow.
        Yellow = "yellow",
        /// Green.
        Green = "green",
        /// Violet.
        Violet = "violet",
    }
}

// ---------------------------------------------------------------- cards

/// A card of the deck. Cards with the same face are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Card(u8);

struct Face {
    id: &'static str,
    colour: Option<Colour>,
    symbols: [Option<Symbol>; 2],
    copies: u8,
}

const fn coloured(id: &'static str, colour: Colour, [one, two]: [Symbol; 2], copies: u8) -> Face {
    Face {
        id,
        colour: Some(colour),
        symbols: [Some(one), Some(two)],
        copies,
    }
}

const fn white(id: &'static str, symbol: Symbol, copies: u8) -> Face {
    Face {
        id,
        colour: None,
        symbols: [Some(symbol), None],
        copies,
    }
}

/// The faces of the deck. Source: faces with an elephant and white faces public; which two persons share a card reconstructed.
const FACES: [Face; Card::COUNT] = [
    coloured("red-ee", Red, [Elephant, Elephant], 2),
    coloured("red-ev", Red, [Elephant, Vizier], 3),
    coloured("red-eg", Red, [Elephant, General], 3),
    coloured("red-em", Red, [Elephant, Monk], 3),
    coloured("red-ep", Red, [Elephant, Princess], 3),
    coloured("red-ek", Red, [Elephant, Mogul], 2),
    coloured("red-vg", Red, [Vizier, General], 1),
    coloured("red-gm", Red, [General, Monk], 1),
    coloured("red-mp", Red, [Monk, Princess], 1),
    coloured("red-pk", Red, [Princess, Mogul], 1),
    coloured("red-vk", Red, [Vizier, Mogul], 1),
    coloured("yellow-ee", Yellow, [Elephant, Elephant], 2),
    coloured("yellow-ev", Yellow, [Elephant, Vizier], 3),
    coloured("yellow-eg", Yellow, [Elephant, General], 3),
    coloured("yellow-em", Yellow, [Elephant, Monk], 3),
    coloured("yellow-ep", Yellow, [Elephant, Princess], 3),
    coloured("yellow-ek", Yellow, [Elephant, Mogul], 2),
    coloured("yellow-vm", Yellow, [Vizier, Monk], 1),
    coloured("yellow-mk", Yellow, [Monk, Mogul], 1),
    coloured("yellow-gk", Yellow, [General, Mogul], 1),
    coloured("yellow-gp", Yellow, [General, Princess], 1),
    coloured("yellow-vp", Yellow, [Vizier, Princess], 1),
    coloured("green-ee", Green, [Elephant, Elephant], 2),
    coloured("green-ev", Green, [Elephant, Vizier], 3),
    coloured("green-eg", Green, [Elephant, General], 3),
    coloured("green-em", Green, [Elephant, Monk], 3),
    coloured("green-ep", Green, [Elephant, Princess], 3),
    coloured("green-ek", Green, [Elephant, Mogul], 2),
    coloured("green-vm", Green, [Vizier, Monk], 1),
    coloured("green-gm", Green, [General, Monk], 1),
    coloured("green-gk", Green, [General, Mogul], 1),
    coloured("green-pk", Green, [Princess, Mogul], 1),
    coloured("green-vp", Green, [Vizier, Princess], 1),
    coloured("violet-ee", Violet, [Elephant, Elephant], 2),
    coloured("violet-ev", Violet, [Elephant, Vizier], 3),
    coloured("violet-eg", Violet, [Elephant, General], 3),
    coloured("violet-em", Violet, [Elephant, Monk], 3),
    coloured("violet-ep", Violet, [Elephant, Princess], 3),
    coloured("violet-ek", Violet, [Elephant, Mogul], 2),
    coloured("violet-vg", Violet, [Vizier, General], 1),
    coloured("violet-gp", Violet, [General, Princess], 1),
    coloured("violet-mp", Violet, [Monk, Princess], 1),
    coloured("violet-mk", Violet, [Monk, Mogul], 1),
    coloured("violet-vk", Violet, [Vizier, Mogul], 1),
    white("white-e", Elephant, 7),
    white("white-v", Vizier, 1),
    white("white-g", General, 1),
    white("white-m", Monk, 1),
    white("white-p", Princess, 1),
    white("white-k", Mogul, 1),
];

impl Key for Card {
    const COUNT: usize = 50;

    fn index(self) -> usize {
        self.0.into()
    }

    fn at(index: usize) -> Option<Self> {
        (index < Self::COUNT).then_some(Card(index as u8))
    }
}

impl Id for Card {
    const NOUN: &'static str = "card";

    fn id(self) -> &'static str {
        self.face().id
    }
}

text_by_id!(Card);

impl Card {
    #[expect(
        clippy::indexing_slicing,
        reason = "a card is below COUNT by construction"
    )]
    fn face(self) -> &'static Face {
        &FACES[self.index()]
    }

    /// Its colour; `None` if it is white.
    pub fn colour(self) -> Option<Colour> {
        self.face().colour
    }

    /// The one or two symbols on it.
    pub fn symbols(self) -> impl Iterator<Item = Symbol> {
        self.face().symbols.into_iter().flatten()
    }

    /// How many of it are in the deck.
    pub fn copies(self) -> u8 {
        self.face().copies
    }
}

/// The cards of one colour.
pub const COLOURED: By<Colour, Set<Card>, 4> = By::new([
    cards_of(Some(Red)),
    cards_of(Some(Yellow)),
    cards_of(Some(Green)),
    cards_of(Some(Violet)),
]);
/// The white cards.
pub const WHITE: Set<Card> = cards_of(None);
/// The cards that show a symbol at least once.
pub const SHOWING: By<Symbol, Set<Card>, 6> = By::new([
    cards_showing(Vizier, 1),
    cards_showing(General, 1),
    cards_showing(Monk, 1),
    cards_showing(Princess, 1),
    cards_showing(Mogul, 1),
    cards_showing(Elephant, 1),
]);
/// The cards that show two elephants.
pub const TWO_ELEPHANTS: Set<Card> = cards_showing(Elephant, 2);

#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn cards_of(colour: Option<Colour>) -> Set<Card> {
    let (mut bits, mut card) = (0, 0);
    while card < Card::COUNT {
        let same = match (FACES[card].colour, colour) {
            (Some(one), Some(two)) => one as u8 == two as u8,
            (None, None) => true,
            _ => false,
        };
        bits |= (same as u64) << card;
        card += 1;
    }
    Set::from_bits(bits)
}

#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn cards_showing(symbol: Symbol, times: u8) -> Set<Card> {
    let (mut bits, mut card) = (0, 0);
    while card < Card::COUNT {
        let [one, two] = FACES[card].symbols;
        let shown = matches!(one, Some(shown) if shown as u8 == symbol as u8) as u8
            + matches!(two, Some(shown) if shown as u8 == symbol as u8) as u8;
        bits |= ((shown >= times) as u64) << card;
        card += 1;
    }
    Set::from_bits(bits)
}

// ---------------------------------------------------------------- tiles

/// A province tile, numbered from 1; its number is the visit in which it is at stake.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(transparent)]
pub struct Tile(u8);

/// The goods on the province tiles 1 to 12. Source: public.
const TILE_GOODS: [&[Good]; Tile::COUNT] = [
    &[Rice],
    &[Jewels, Tea],
    &[Spices, Jewels],
    &[Rice, Tea],
    &[Spices, Tea],
    &[Rice, Jewels],
    &[Rice, Spices],
    &[Rice, Jewels],
    &[Spices, Tea],
    &[Spices, Jewels],
    &[Rice, Tea],
    &[Rice, Spices],
];

impl Tile {
    /// The tile with that number.
    pub fn new(number: u8) -> Option<Tile> {
        (1..=VISITS).contains(&number).then_some(Tile(number))
    }

    /// The tile at stake in that visit.
    pub fn of_visit(visit: u8) -> Tile {
        Tile(visit.clamp(1, VISITS))
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The goods on it.
    #[expect(
        clippy::indexing_slicing,
        reason = "a tile's number is 1 to 12 by construction"
    )]
    pub fn goods(self) -> &'static [Good] {
        TILE_GOODS[self.index()]
    }
}

impl Key for Tile {
    const COUNT: usize = VISITS as usize;

    fn index(self) -> usize {
        usize::from(self.0) - 1
    }

    fn at(index: usize) -> Option<Self> {
        u8::try_from(index)
            .ok()
            .and_then(|index| Tile::new(index.checked_add(1)?))
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Tile::new(number).ok_or_else(|| {
            serde::de::Error::custom(format!(
                "there is no province tile {number}; they are 1 to {VISITS}"
            ))
        })
    }
}

ids! {
    /// A bonus tile on a fortress. Source: kinds rulebook; that rice is missing reconstructed.
    pub enum Bonus: "bonus tile" {
        /// The Taj Mahal itself, always on Agra: four points.
        TajMahal = "taj-mahal",
        /// Two points.
        TwoPoints = "points-2",
        /// A card from the draw pile.
        Card = "card-1",
        /// Tea.
        Tea = "good-tea",
        /// Spices.
        Spices = "good-spices",
        /// Jewels.
        Jewels = "good-jewels",
    }
}

/// What a bonus tile brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gain {
    /// Points at once.
    Points(u16),
    /// A card drawn blind.
    Card,
    /// A good, kept and scored.
    Good(Good),
}

/// How many there are of each bonus tile. Source: the Taj Mahal rulebook, the others reconstructed.
pub const BONUS_TILES: By<Bonus, u8, 6> = By::new([1, 5, 5, 2, 1, 2]);

impl Bonus {
    /// What it brings.
    pub const fn gain(self) -> Gain {
        match self {
            Bonus::TajMahal => Gain::Points(4),
            Bonus::TwoPoints => Gain::Points(2),
            Bonus::Card => Gain::Card,
            Bonus::Tea => Gain::Good(Tea),
            Bonus::Spices => Gain::Good(Spices),
            Bonus::Jewels => Gain::Good(Jewels),
        }
    }
}

// ---------------------------------------------------------------- the map

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

/// The cities, each province's in the order of its ring. Source: 49 cities and 16 fortresses rulebook; which and where reconstructed.
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

/// Roads between provinces; the ring roads inside them follow from the order of the cities. Source: reconstructed.
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

    /// Its name for people.
    pub fn name(self) -> &'static str {
        self.place().name
    }

    /// Where it lies.
    pub fn province(self) -> Province {
        self.place().province
    }

    /// Whether a bonus tile lies there at the start.
    pub fn is_fortress(self) -> bool {
        self.place().fortress
    }

    /// The cities at the other ends of its roads.
    pub fn neighbours(self) -> Set<City> {
        NEIGHBOURS[self]
    }
}

impl Province {
    /// The cities of other provinces that have a road into this one.
    pub fn surroundings(self) -> Set<City> {
        SURROUNDINGS[self]
    }

    /// Its cities.
    pub fn cities(self) -> Set<City> {
        CITIES_IN[self]
    }

    /// Its name for people.
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

/// Only for the tables of this file: an unknown id does not compile.
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
