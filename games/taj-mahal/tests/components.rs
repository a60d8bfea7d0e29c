//! The totals of the printed game (spec 2.1 to 2.6).

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use kit::{Id, Key, Set};
use std::collections::BTreeMap;
use taj_mahal::Cards;
use taj_mahal::components::{
    BONUS_TILES, Bonus, Card, City, Colour, Gain, Good, MARKERS_OF_A_KIND, Marker, Province,
    Special, Symbol, Tile, VISITS, display_size,
};

/// Its symbols as letters: `ev`.
fn letters(card: Card) -> String {
    let letters = card.symbols().map(|symbol| match symbol {
        Symbol::Mogul => 'k',
        other => other.id().chars().next().unwrap(),
    });
    letters.collect()
}

#[test]
fn the_deck_has_84_coloured_and_12_white_cards() {
    let deck = Cards::deck();
    assert_eq!((deck.len(), deck.white()), (96, 12));
    for colour in Colour::all() {
        let cards: Cards = deck
            .iter()
            .filter(|card| card.colour() == Some(colour))
            .collect();
        assert_eq!(cards.len(), 21, "{colour}");
        assert_eq!(
            Symbol::ALL.map(|symbol| cards.showing(symbol)),
            [5, 5, 5, 5, 4, 18],
            "{colour}"
        );
        assert_eq!(cards.faces().len(), 11, "{colour}");
    }
    assert_eq!(
        Symbol::ALL.map(|symbol| deck.showing(symbol)),
        [21, 21, 21, 21, 17, 79]
    );
}

#[test]
fn each_colour_has_the_same_elephants_and_its_own_pairs_of_persons() {
    let pairs = [
        (Colour::Red, "vg gm mp pk vk"),
        (Colour::Yellow, "vm mk gk gp vp"),
        (Colour::Green, "vm gm gk pk vp"),
        (Colour::Violet, "vg gp mp mk vk"),
    ];
    for (colour, pairs) in pairs {
        let faces: BTreeMap<String, u8> = Card::all()
            .filter(|card| card.colour() == Some(colour))
            .map(|card| (letters(card), card.copies()))
            .collect();
        let mut expected: BTreeMap<String, u8> =
            pairs.split(' ').map(|pair| (pair.to_owned(), 1)).collect();
        for (face, copies) in [
            ("ee", 2),
            ("ev", 3),
            ("eg", 3),
            ("em", 3),
            ("ep", 3),
            ("ek", 2),
        ] {
            expected.insert(face.to_owned(), copies);
        }
        assert_eq!(faces, expected, "{colour}");
    }
}

#[test]
fn each_pair_of_persons_is_on_two_cards_of_the_deck() {
    let mut pairs = BTreeMap::new();
    for card in Card::all().filter(|card| card.colour().is_some()) {
        let letters = letters(card);
        if !letters.contains('e') {
            *pairs.entry(letters).or_insert(0) += card.copies();
        }
    }
    assert_eq!(pairs.len(), 10);
    assert!(pairs.values().all(|&copies| copies == 2), "{pairs:?}");
}

#[test]
fn white_cards_show_one_symbol() {
    let white = Card::all().filter(|card| card.colour().is_none());
    let faces: Vec<(String, u8)> = white.map(|card| (letters(card), card.copies())).collect();
    let expected = [("e", 7), ("v", 1), ("g", 1), ("m", 1), ("p", 1), ("k", 1)];
    assert_eq!(
        faces,
        expected.map(|(face, copies)| (face.to_owned(), copies))
    );
}

#[test]
fn a_cards_id_says_its_colour_and_symbols() {
    for card in Card::all() {
        let colour = card.colour().map_or("white", Colour::id);
        assert_eq!(card.id(), format!("{colour}-{}", letters(card)));
    }
}

#[test]
fn each_special_card_belongs_to_a_pair_of_markers() {
    let links = Marker::ALL.map(|marker| (marker.id(), marker.special().id()));
    assert_eq!(
        links,
        [
            ("vizier", "special-free-colour"),
            ("general", "special-elephant"),
            ("monk", "special-mogul"),
            ("princess", "special-points"),
        ]
    );
    let shown = Special::ALL.map(Special::symbol);
    assert_eq!(
        shown,
        [Some(Symbol::Elephant), Some(Symbol::Mogul), None, None]
    );
}

#[test]
fn there_are_six_markers_of_each_of_the_four_kinds() {
    assert_eq!(usize::from(MARKERS_OF_A_KIND) * Marker::COUNT, 24);
    for marker in Marker::all() {
        assert_eq!(marker.symbol().id(), marker.id());
        assert_eq!(marker.symbol().marker(), Some(marker));
    }
    assert_eq!(
        (Symbol::Mogul.marker(), Symbol::Elephant.marker()),
        (None, None)
    );
}

#[test]
fn the_province_tiles_show_their_goods() {
    use Good::{Jewels, Rice, Spices, Tea};
    let goods: Vec<&[Good]> = Tile::all().map(Tile::goods).collect();
    let expected: [&[Good]; 12] = [
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
    assert_eq!(goods, expected);
    let counts = [Rice, Spices, Tea, Jewels].map(|good| {
        goods
            .concat()
            .iter()
            .filter(|&&other| other == good)
            .count()
    });
    assert_eq!(counts, [7, 6, 5, 5]);
    assert_eq!(VISITS, 12);
}

#[test]
fn there_are_sixteen_bonus_tiles() {
    let counts: Vec<(&str, Gain, u8)> = BONUS_TILES
        .iter()
        .map(|(bonus, &count)| (bonus.id(), bonus.gain(), count))
        .collect();
    assert_eq!(
        counts,
        [
            ("taj-mahal", Gain::Points(4), 1),
            ("points-2", Gain::Points(2), 5),
            ("card-1", Gain::Card, 5),
            ("good-tea", Gain::Good(Good::Tea), 2),
            ("good-spices", Gain::Good(Good::Spices), 1),
            ("good-jewels", Gain::Good(Good::Jewels), 2),
        ]
    );
    let total: u8 = Bonus::all().map(|bonus| BONUS_TILES[bonus]).sum();
    assert_eq!(total, 16);
}

#[test]
fn the_display_has_two_cards_for_each_player_less_one() {
    assert_eq!([3, 4, 5].map(display_size), [5, 7, 9]);
}

/// The map as the specification prints it: each province's ring, `*` for a fortress.
const RINGS: [(&str, &str); 12] = [
    ("Kabulistan", "Kabul*, Jalalabad, Peshawar, Ghazni"),
    ("Kashmir", "Srinagar, Leh*, Kangra*, Jammu"),
    ("Punjab", "Rohtas*, Sialkot, Amritsar, Lahore"),
    ("Multan", "Bhakkar*, Multan, Uch, Dera Ghazi Khan"),
    ("Delhi", "Sirhind, Haridwar, Delhi*, Hisar"),
    ("Awadh", "Bahraich, Gorakhpur*, Faizabad, Lucknow"),
    ("Sind", "Bukkur*, Umarkot, Thatta, Sehwan*"),
    ("Rajputana", "Ajmer, Chittor*, Jodhpur, Bikaner"),
    ("Agra", "Agra*, Mathura, Kannauj, Kalpi, Gwalior"),
    ("Gujarat", "Patan, Ahmedabad, Surat*, Junagadh*"),
    ("Malwa", "Ujjain, Sironj, Bhopal, Mandu*"),
    ("Allahabad", "Allahabad, Jaunpur, Varanasi*, Kalinjar*"),
];

const BORDER_ROADS: &str = "Jalalabad-Srinagar, Peshawar-Rohtas, Ghazni-Dera Ghazi Khan, Jammu-Sialkot, Kangra-Sirhind, \
    Sialkot-Sirhind, Amritsar-Hisar, Lahore-Multan, Lahore-Bhakkar, Multan-Bikaner, Uch-Bikaner, Uch-Umarkot, \
    Dera Ghazi Khan-Bukkur, Umarkot-Patan, Thatta-Junagadh, Jodhpur-Patan, Jodhpur-Ahmedabad, Chittor-Ujjain, Ajmer-Agra, \
    Chittor-Agra, Ajmer-Hisar, Delhi-Mathura, Haridwar-Bahraich, Delhi-Lucknow, Lucknow-Kannauj, Faizabad-Kalpi, \
    Faizabad-Jaunpur, Gorakhpur-Varanasi, Kalpi-Allahabad, Gwalior-Sironj, Sironj-Allahabad, Bhopal-Kalinjar, \
    Ujjain-Ahmedabad, Mandu-Surat";

/// Every road once.
fn roads() -> Vec<(City, City)> {
    let both_ways = City::all().flat_map(|from| from.neighbours().iter().map(move |to| (from, to)));
    both_ways.filter(|(from, to)| from < to).collect()
}

fn names((from, to): (City, City)) -> [&'static str; 2] {
    let mut names = [from.name(), to.name()];
    names.sort_unstable();
    names
}

#[test]
fn the_provinces_have_their_cities_and_fortresses() {
    for (province, (name, ring)) in Province::all().zip(RINGS) {
        let cities: Vec<String> = province
            .cities()
            .iter()
            .map(|city| city.name().to_owned() + if city.is_fortress() { "*" } else { "" })
            .collect();
        assert_eq!((province.name(), cities.join(", ").as_str()), (name, ring));
        for (number, city) in (1..).zip(province.cities().iter()) {
            assert_eq!(city.id(), format!("{}{number}", &province.id()[..3]));
            assert_eq!(city.province(), province);
        }
    }
    assert_eq!(City::COUNT, 49);
    assert_eq!(City::all().filter(|city| city.is_fortress()).count(), 16);
    assert_eq!(City::AGRA.id(), "agr1");
}

#[test]
fn forty_nine_ring_roads_and_thirty_four_border_roads() {
    let (mut ring, mut border): (Vec<_>, Vec<_>) = roads()
        .into_iter()
        .partition(|(from, to)| from.province() == to.province());
    let mut expected_ring = Vec::new();
    for province in Province::all() {
        let cities: Vec<City> = province.cities().iter().collect();
        let next = cities.iter().cycle().skip(1);
        expected_ring.extend(cities.iter().zip(next).map(|(&from, &to)| (from, to)));
    }
    let sorted = |roads: &mut Vec<(City, City)>| {
        let mut names: Vec<_> = roads.drain(..).map(names).collect();
        names.sort_unstable();
        names
    };
    assert_eq!((ring.len(), border.len()), (49, 34));
    assert_eq!(sorted(&mut ring), sorted(&mut expected_ring));

    let mut expected_border: Vec<[&str; 2]> = BORDER_ROADS
        .split(", ")
        .map(|road| {
            let mut names: Vec<&str> = road.split('-').collect();
            names.sort_unstable();
            [names[0], names[1]]
        })
        .collect();
    expected_border.sort_unstable();
    assert_eq!(sorted(&mut border), expected_border);
}

#[test]
fn every_city_has_two_to_four_roads() {
    let mut degrees = BTreeMap::new();
    for city in City::all() {
        *degrees.entry(city.neighbours().len()).or_insert(0) += 1;
        assert!(!city.neighbours().contains(city));
        assert!(
            city.neighbours().len() > 2 || city.is_fortress(),
            "{}",
            city.name()
        );
        assert!(
            city.neighbours()
                .iter()
                .all(|other| other.neighbours().contains(city))
        );
    }
    assert_eq!(degrees, BTreeMap::from([(2, 3), (3, 24), (4, 22)]));
}

#[test]
fn twenty_two_pairs_of_provinces_are_neighbours() {
    let mut neighbours = BTreeMap::<Province, Set<Province>>::new();
    for (from, to) in roads() {
        let (from, to) = (from.province(), to.province());
        if from != to {
            neighbours.entry(from).or_default().insert(to);
            neighbours.entry(to).or_default().insert(from);
        }
    }
    let ends: u32 = neighbours.values().map(|set| set.len()).sum();
    assert_eq!(ends, 2 * 22);
    assert!(
        neighbours.values().all(|set| (2..=5).contains(&set.len())),
        "{neighbours:?}"
    );
}

#[test]
fn every_province_has_a_fortress_or_two_and_all_cities_are_connected() {
    for province in Province::all() {
        let fortresses = province.cities().iter().filter(|city| city.is_fortress());
        assert!((1..=2).contains(&fortresses.count()), "{province}");
    }
    let mut reached = Set::only(City::AGRA);
    for _ in 0..City::COUNT {
        reached = reached
            .iter()
            .fold(reached, |set, city| set.or(city.neighbours()));
    }
    assert_eq!(reached.len(), 49);
}
