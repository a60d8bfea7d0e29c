//! Previews of decisions, drawn on the board.

use super::glyphs::{self, Glyph};
use super::layout;
use super::scene::{Scene, afterwards};
use super::sowing::Way as Sowing;
use super::subject::Subject;
use crate::boards::scene::Scene as Position;
use amritsar::components::*;
use amritsar::{Action, Amritsar, Landing, Open, Pending, Way};
use kit::{Id, Key, Seat};
use leptos::prelude::{Get as _, With as _};
use std::fmt::{Display, Write as _};

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
    let choosing = matches!(
        open.stack.last(),
        Some(Pending::ChooseGroup | Pending::Elephant1)
    );
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
    if scene.open().is_some_and(|open| open.way_on().is_some()) && !way.stops.is_empty() {
        svg += &leads(scene, &way);
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

/// Marks what a small screen shows while workers are left on the way: the tiles around the possible landings, and the section of a worker that the viewer places.
fn leads(scene: Scene, way: &Way) -> String {
    let landings = nearest(way).into_iter();
    let districts = landings.map(|landing| layout::surroundings(landing.section.district()));
    let next = way.stops.first().map(|&stop| layout::section(stop));
    let next = next.filter(|_| scene.way.get() == Sowing::Each);
    let draw = |[x, y, width, height]: [i32; 4]| {
        format!(r#"<rect class="leads" x="{x}" y="{y}" width="{width}" height="{height}"/>"#)
    };
    districts.chain(next).map(draw).collect()
}

/// Returns the cheapest landing in each district, the nearest first.
fn nearest(way: &Way) -> Vec<Landing> {
    let mut found: Vec<Landing> = Vec::new();
    for &landing in &way.landings {
        let district = landing.section.district();
        if found.iter().all(|at| at.section.district() != district) {
            found.push(landing);
        }
    }
    found
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

/// Describes what a landing costs and what it offers, if the last worker can land there.
pub fn landing_words(scene: Scene, section: Section) -> Option<String> {
    landing(*scene, section)
}

fn landing(scene: Position<Amritsar>, section: Section) -> Option<String> {
    let open = scene
        .view
        .with(|view| view.as_ref().map(|view| view.open))?;
    let Some(Pending::Sow(sowing)) = open.stack.first() else {
        return None;
    };
    let way = open.way_on().filter(|way| way.stops.is_empty())?;
    let at = |wanted: Section| way.landings.iter().find(|at| at.section == wanted);
    let coins = at(section)?.coins;
    let worker = Colour::all().find(|&colour| sowing.hand[colour] > 0)?;
    let district = section.district();
    let cheaper = way
        .landings
        .iter()
        .find(|at| at.section.district() == district && at.coins < coins);
    if let Some(cheaper) = cheaper {
        let (there, more) = (
            scene.called(cheaper.section),
            price(scene, coins - cheaper.coins),
        );
        return Some(scene.phrase(
            "board-landing-same",
            &[("section", &there), ("coins", &more)],
        ));
    }
    let mut said = vec![scene.phrase("board-landing", &[("price", &price(scene, coins))])];
    said.push(offer(scene, &open, open.active, district, &[worker]));
    if open.players[open.active].elephant == Some(district) {
        said.push(scene.phrase("board-landing-elephant", &[]));
    }
    Some(said.join("\n"))
}

/// Describes where the last worker of a group can land and what each of its colours would offer there, if the group can be lifted now.
pub fn lift_words(scene: Scene, section: Section) -> Option<String> {
    lift(*scene, section)
}

fn lift(scene: Position<Amritsar>, section: Section) -> Option<String> {
    let action = Action::Lift(section);
    if !scene.can(action) && !afterwards(scene).contains(&action) {
        return None;
    }
    let open = scene
        .view
        .with(|view| view.as_ref().map(|view| view.open))?;
    let workers = open.ring[section].workers;
    let colours: Vec<Colour> = Colour::all()
        .filter(|&colour| workers[colour] > 0)
        .collect();
    let way = open.way_from(open.active, section);
    let said = nearest(&way).into_iter().map(|landing| {
        let district = landing.section.district();
        let offer = offer(scene, &open, open.active, district, &colours);
        at_landing(scene, "board-lift", landing, &offer)
    });
    Some(said.collect::<Vec<_>>().join("\n"))
}

fn at_landing(scene: Position<Amritsar>, key: &str, landing: Landing, offer: &str) -> String {
    let values: [(&str, &dyn Display); 3] = [
        ("section", &scene.called(landing.section)),
        ("price", &price(scene, landing.coins)),
        ("offer", &offer),
    ];
    scene.phrase(key, &values)
}

/// Describes where a worker of the group in hand would land as the last one, and the tiles that it could use there.
pub fn last_words(scene: Position<Amritsar>, worker: Colour) -> Option<String> {
    let open = scene
        .view
        .with(|view| view.as_ref().map(|view| view.open))?;
    let way = open.way_on().filter(|way| !way.stops.is_empty())?;
    let said = nearest(&way)
        .into_iter()
        .enumerate()
        .map(|(number, landing)| {
            let district = landing.section.district();
            let tiles = open.districts[district].iter().map(|tile| {
                let main = scene.of_kind("main", tile.id());
                match open.counts_as(open.active, worker, tile.colour()) {
                    true => format!("{main} + {}", scene.of_kind("second", tile.id())),
                    false => main,
                }
            });
            let offer = scene.either(tiles.collect());
            let key = match number {
                0 => "board-last-lands",
                _ => "board-last-or",
            };
            let mut words = at_landing(scene, key, landing, &offer);
            if open.players[open.active].elephant == Some(district) {
                let elephant = scene.phrase("board-landing-elephant", &[]);
                let _ = write!(words, " {elephant}");
            }
            words
        });
    Some(said.collect::<Vec<_>>().join("\n"))
}

/// `free`, or `2 coins`.
fn price(scene: Position<Amritsar>, coins: u8) -> String {
    match coins {
        0 => scene.phrase("board-landing-free", &[]),
        _ => scene.items(Items::coins(coins)),
    }
}

/// Lists the main actions of a district, and for each colour the secondary actions that it adds: `2 coins, Market, 1 gold; blue also Any upgrade`.
fn offer(
    scene: Position<Amritsar>,
    open: &Open,
    seat: Seat,
    district: District,
    workers: &[Colour],
) -> String {
    let tiles = open.districts[district];
    let mains = tiles.iter().map(|tile| scene.of_kind("main", tile.id()));
    let mut said = vec![mains.collect::<Vec<_>>().join(", ")];
    for &worker in workers {
        let seconds = tiles
            .iter()
            .filter(|tile| open.counts_as(seat, worker, tile.colour()));
        let seconds: Vec<String> = seconds
            .map(|tile| scene.of_kind("second", tile.id()))
            .collect();
        if !seconds.is_empty() {
            let values: [(&str, &dyn Display); 2] =
                [("colour", &worker.id()), ("actions", &seconds.join(", "))];
            said.push(scene.phrase("board-landing-colour", &values));
        }
    }
    said.join("; ")
}

/// Describes what a move of the viewer's elephant to a district costs, and the tiles there; empty if there is none.
pub fn walk_words(scene: Scene, district: District) -> String {
    let actions = scene.actions_of(Subject::Path(district));
    let Some((open, me)) = scene.open().zip(scene.me()).filter(|_| !actions.is_empty()) else {
        return String::new();
    };
    let said = actions.into_iter().filter_map(|action| match action {
        Action::Stay => Some(scene.phrase("board-walk-stay", &[])),
        Action::Step(steps) => {
            let values: [(&str, &dyn Display); 2] = [
                ("price", &price(*scene, steps.coins())),
                ("points", &open.walk_penalty(me, steps)),
            ];
            Some(scene.phrase("board-walk", &values))
        }
        Action::Free(_, by) => Some(scene.phrase("board-walk-free", &[("by", &by.id())])),
        _ => None,
    });
    let tiles = offer(*scene, &open, me, district, &[]);
    let tiles = scene.phrase("board-walk-tiles", &[("tiles", &tiles)]);
    let said: Vec<String> = said.chain([tiles]).collect();
    said.join("\n")
}

/// Draws the cost of a walk on the path.
pub fn walk(scene: Scene, district: District) -> String {
    let Some((open, me)) = scene.open().zip(scene.me()) else {
        return String::new();
    };
    let actions = scene.actions_of(Subject::Path(district));
    let (mut glyphs, mut loss) = (Vec::new(), Vec::new());
    for action in &actions {
        match *action {
            Action::Step(steps) => {
                let (coins, penalty) = (steps.coins(), open.walk_penalty(me, steps));
                glyphs.extend(glyphs::items(Items::coins(coins)));
                if penalty > 0 {
                    loss = vec![Glyph::Text("−".to_owned()), Glyph::Prestige(penalty)];
                }
            }
            Action::Free(..) => glyphs.push(Glyph::Icon("unlock")),
            _ => (),
        }
    }
    let draw = |glyphs: &[Glyph], (x, y)| glyphs::drawn(glyphs, (x, y), 30, i32::MAX);
    let (x, y) = layout::at(district, 740, 34);
    match district {
        // Beside one another.
        District::North | District::South => {
            glyphs.extend(loss);
            draw(&glyphs, (x, y))
        }
        // Below one another.
        District::East | District::West if loss.is_empty() => draw(&glyphs, (x, y)),
        District::East | District::West if glyphs.is_empty() => draw(&loss, (x, y)),
        District::East | District::West => draw(&glyphs, (x, y - 17)) + &draw(&loss, (x, y + 17)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::tests::{play, scene};
    use leptos::prelude::Owner;
    use std::collections::BTreeSet;
    use words::Language;

    #[test]
    fn a_landing_says_what_it_offers_for_which_price() {
        let mut said = BTreeSet::new();
        play("amritsar", 3, |mine, _| {
            Owner::new().with(|| {
                let scene = scene(&mine, Language::En);
                said.extend(Section::all().filter_map(|section| landing(scene, section)));
                said.extend(Section::all().filter_map(|section| lift(scene, section)));
                said.extend(Colour::all().filter_map(|worker| last_words(scene, worker)));
            });
        });
        let has = |part: &str| said.iter().any(|words| words.contains(part));
        for part in [
            "To land here: free\n",
            "To land here: 1 coin\n",
            "; blue + ",
            "The same tiles as ",
            ", for 1 coin more.",
            "Lands in North 1 (free): ",
            "\nOr ",
            " + Any upgrade",
        ] {
            assert!(has(part), "{part}: {said:#?}");
        }
        assert!(has("Your elephant is here: one more main action."));
        assert!(!has("-landing") && !has("{"), "{said:#?}");
    }
}
