//! The sketches of the boards that previews of links draw: `SKETCHES=write cargo test -p client sketches` writes the files `art/sketch` of the games anew.

use super::{amritsar::layout, maharaja::atlas as map, taj_mahal::atlas};
use amritsar::components::{District, DonationSet, Space};
use kit::Key;
use maharaja::components::{Node, Road, Village};
use serde::Serialize;
use std::path::PathBuf;
use taj_mahal::components::City;

/// A place of the land of a player's elephant, priest or palace.
fn spot(name: &str, (x, y): (i32, i32)) -> String {
    format!("spot {name} {x} {y}\n")
}

fn id(thing: impl Serialize) -> String {
    serde_json::to_value(thing)
        .unwrap()
        .as_str()
        .unwrap()
        .to_owned()
}

fn rectangle([x, y, width, height]: [i32; 4]) -> String {
    format!("land M{x} {y}h{width}v{height}h-{width}z\n")
}

fn compare(game: &str, size: (f64, f64), lines: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let path = path.join(format!("../../games/{game}/art/sketch"));
    let whole = format!("size {} {}\n{lines}", size.0, size.1);
    if std::env::var("SKETCHES").is_ok_and(|wish| wish == "write") {
        std::fs::write(&path, &whole).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == whole,
        "the sketch of {game} differs from its board; SKETCHES=write cargo test -p client sketches"
    );
}

#[test]
fn the_sketch_of_taj_mahal_is_its_map() {
    let mut lines = format!("land {}\n", atlas::COAST);
    for (from, to) in atlas::roads() {
        let ((x, y), (u, v)) = (atlas::CITIES[from], atlas::CITIES[to]);
        lines += &format!("road {x} {y} {u} {v}\n");
    }
    for city in City::all() {
        lines += &spot(&id(city), atlas::CITIES[city]);
    }
    lines += "mark players SEAT palaces - SPOT\ncrown players SEAT crown_palaces - SPOT\n";
    compare("taj-mahal", (atlas::WIDTH, atlas::HEIGHT), &lines);
}

#[test]
fn the_sketch_of_maharaja_is_its_map() {
    let (width, height) = (map::WIDTH as i32, map::HEIGHT as i32);
    let mut lines = rectangle([0, 0, width, height]);
    for road in Road::all() {
        let [from, to] = road.ends();
        let villages = road
            .villages()
            .iter()
            .map(|&village| map::VILLAGES[village]);
        let ends = [map::NODES[from], map::NODES[to]];
        let way = [ends[0]].into_iter().chain(villages).chain([ends[1]]);
        let way: Vec<String> = way.map(|(x, y)| format!("{x} {y}")).collect();
        lines += &format!("road {}\n", way.join(" "));
    }
    for village in Village::all() {
        lines += &spot(&id(village), map::VILLAGES[village]);
    }
    for node in Node::all() {
        lines += &spot(&id(node), map::NODES[node]);
    }
    lines += "mark villages SPOT - SEAT\nmark cities SPOT statues - SEAT\n";
    compare("maharaja", (map::WIDTH, map::HEIGHT), &lines);
}

#[test]
fn the_sketch_of_amritsar_is_its_town() {
    let mut lines = String::new();
    for district in District::all() {
        lines += &rectangle(layout::path(district));
        lines += &rectangle(layout::surroundings(district));
    }
    for district in District::all() {
        let name = id(district);
        let (x, y) = layout::at(district, 500, 34);
        lines += &spot(&name, (x, y));
        for space in Space::all() {
            let place = layout::space(DonationSet::Four, district, space);
            lines += &spot(&format!("{name}.{}", id(space)), place);
        }
    }
    lines += "mark players SEAT elephant SPOT\nmark donations SPOT SPOT SEAT\n";
    compare("amritsar", (layout::SIZE, layout::SIZE), &lines);
}
