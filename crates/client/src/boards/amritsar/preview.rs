//! Previews of decisions, drawn on the board.

use super::glyphs::{self, Glyph};
use super::layout;
use super::scene::Scene;
use super::subject::Subject;
use amritsar::components::*;
use amritsar::{Action, Landing, Pending, Way};
use kit::Key;
use leptos::prelude::Get as _;
use std::fmt::Write as _;

/// Returns the way of the group at the pointer, or of the lifted one.
fn way(scene: Scene) -> Option<Way> {
    let open = scene.open()?;
    if let Some(way) = open.way_on() {
        return Some(way);
    }
    let Some(Subject::Section(section)) = scene.pointed.get() else {
        return None;
    };
    let seat = open.actor()?;
    let choosing = open.stack.last() == Some(&Pending::ChooseGroup);
    (choosing && open.ring[section].size() > 0).then(|| open.way_from(seat, section))
}

/// Draws the way over the ring, and the actions at the landing.
pub fn drawn(scene: Scene) -> String {
    let mut svg = String::new();
    let Some(way) = way(scene) else {
        return svg;
    };
    for (number, &stop) in way.stops.iter().enumerate() {
        let (x, y) = layout::worker(stop, 3);
        let _ = write!(
            svg,
            r#"<circle class="stop" cx="{x}" cy="{y}" r="17"/><text class="stop-number" x="{x}" y="{}">{}</text>"#,
            y + 6,
            number + 1
        );
    }
    for landing in &way.landings {
        svg += &landing_flag(landing);
    }
    if let Some(Subject::Section(section)) = scene.pointed.get()
        && way.stops.is_empty()
        && way
            .landings
            .iter()
            .any(|landing| landing.section == section)
    {
        svg += &offers(scene, section).unwrap_or_default();
    }
    svg
}

/// Draws a landing for the last worker, with its price.
fn landing_flag(landing: &Landing) -> String {
    let (x, y) = layout::worker(landing.section, 4);
    let mut svg = format!(r#"<circle class="landing" cx="{x}" cy="{y}" r="18"/>"#);
    if landing.coins == 0 {
        let _ = write!(
            svg,
            r#"<path class="landing-free" d="M{} {} l6 7 l11 -13"/>"#,
            x - 9,
            y
        );
    } else {
        let _ = write!(
            svg,
            r#"<text class="landing-coins" x="{x}" y="{}">−{}</text>"#,
            y + 6,
            landing.coins
        );
    }
    svg
}

/// Draws the actions of the last worker in the district of a section.
fn offers(scene: Scene, section: Section) -> Option<String> {
    let open = scene.open()?;
    let Some(Pending::Sow(sowing)) = open.stack.first() else {
        return None;
    };
    let worker = Colour::all().find(|&colour| sowing.hand[colour] > 0)?;
    let (player, district) = (open.players[open.active], section.district());
    let mut svg = String::new();
    for (place, tile) in open.districts[district].iter().enumerate() {
        let [main, second] = layout::tile(district, place);
        svg += &outline(main);
        if open.counts_as(open.active, worker, tile.colour()) {
            svg += &outline(second);
        }
    }
    if player.elephant == Some(district) {
        svg += &outline(layout::path(district));
    }
    Some(svg)
}

fn outline([x, y, width, height]: [i32; 4]) -> String {
    format!(
        r#"<rect class="offered" x="{}" y="{}" width="{}" height="{}" rx="9"/>"#,
        x + 2,
        y + 2,
        width - 4,
        height - 4
    )
}

/// Describes the cost and the actions of a landing.
pub fn landing_words(scene: Scene, section: Section) -> Option<String> {
    let open = scene.open()?;
    let way = open.way_on().filter(|way| way.stops.is_empty())?;
    let landing = way
        .landings
        .iter()
        .find(|landing| landing.section == section)?;
    let coins = scene.items(Items::coins(landing.coins));
    let key = match (landing.coins, open.players[open.active].elephant) {
        (0, elephant) if elephant == Some(section.district()) => "board-landing-free-elephant",
        (0, _) => "board-landing-free",
        (_, elephant) if elephant == Some(section.district()) => "board-landing-elephant",
        _ => "board-landing",
    };
    Some(scene.phrase(key, &[("coins", &coins)]))
}

/// Draws the cost of a walk on the path.
pub fn walk(scene: Scene, district: District) -> String {
    let Some((open, me)) = scene.open().zip(scene.me()) else {
        return String::new();
    };
    let actions = scene.actions_of(Subject::Path(district));
    let mut glyphs = Vec::new();
    for action in &actions {
        match *action {
            Action::Step(steps) => {
                let (coins, penalty) = (steps.coins(), open.walk_penalty(me, steps));
                glyphs.extend(glyphs::items(Items::coins(coins)));
                if penalty > 0 {
                    glyphs.push(Glyph::Text("−".to_owned()));
                    glyphs.push(Glyph::Prestige(penalty));
                }
            }
            Action::Free(..) => glyphs.push(Glyph::Icon("unlock")),
            _ => (),
        }
    }
    // Beside one another along the edge, below one another at the sides.
    let (along, widest) = match district {
        District::North | District::South => (752, 150),
        District::East | District::West => (806, 50),
    };
    glyphs::drawn(&glyphs, layout::at(district, along, 34), 30, widest)
}
