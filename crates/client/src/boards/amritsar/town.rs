//! The drawn board: the town around the temple.

use super::earned::earned;
use super::glyphs::{self, Glyph};
use super::layout;
use super::scene::Scene;
use super::subject::Subject;
use super::thing::{Thing, drawn, text};
use super::{explain, preview};
use crate::boards::floating::Floating;
use crate::boards::pan::{Pan, Window};
use crate::browser;
use amritsar::components::*;
use amritsar::components::{Effect, Resource};
use amritsar::{Pending, Side};
use kit::{Id, Key};
use leptos::prelude::*;
use std::fmt::Write as _;

/// The main board.
#[component]
pub fn Town(scene: Scene) -> impl IntoView {
    let label = text(move || scene.phrase("board-town", &[]));
    // Tiles and pyramids stay where they are for a whole game.
    let plan = Memo::new(move |_| {
        scene
            .open()
            .map(|open| (open.donation_set(), open.districts, open.options.players))
    });
    view! {
        <div class="town" data-rules="turn">
            <Pan width=layout::SIZE height=layout::SIZE label near=Signal::derive(move || near(scene))>
                <g inner_html=ground()></g>
                {District::all().map(|district| path(scene, district)).collect_view()}
                {MaharajahSpace::all().map(|space| corner(scene, space)).collect_view()}
                {move || plan.get().map(|(set, districts, _)| {
                    District::all().map(|district| view! {
                        {districts[district].iter().enumerate().map(|(place, tile)| district_tile(scene, district, place, tile)).collect_view()}
                        {Space::all().filter(|&space| set.prestige(district, space).is_some()).map(|space| donation_space(scene, set, district, space)).collect_view()}
                    }).collect_view()
                })}
                {Section::all().map(|section| ring_section(scene, section)).collect_view()}
                <Workers scene/>
                {Decade::all().map(|decade| bridge_tile(scene, decade)).collect_view()}
                {cartouche(scene)}
                {temple(scene)}
                <Hand scene/>
                {move || plan.get().map(|(_, _, players)| elephants(scene, players))}
                <Token scene/>
                <g class="previews" aria-hidden="true" inner_html=text(move || preview::drawn(scene))></g>
                <Floating seen=scene.seen earned=move |events| earned(scene, events)/>
            </Pan>
        </div>
    }
}

/// A screen of at most this width is small, in pixels; the styles say the same.
const SMALL: f64 = 768.0;

/// The part of the board that the person's decision is about, for small screens.
fn near(scene: Scene) -> Option<Window> {
    let open = scene.open().filter(|_| scene.am_asked())?;
    let screen = browser::window().and_then(|window| window.inner_width().ok()?.as_f64());
    if screen.is_none_or(|width| width > SMALL) {
        return None;
    }
    let ((x, y), width) = match *open.stack.last()? {
        Pending::Actions(menu) => (layout::at(menu.section.district(), 500, 200), 640.0),
        Pending::Donate => {
            let district = open.players[scene.me()?].elephant?;
            (layout::at(district, 500, 340), 420.0)
        }
        _ => return None,
    };
    Some(Window {
        x: f64::from(x) - width / 2.0,
        y: f64::from(y) - width / 2.0,
        width,
    })
}

fn rect(class: &str, [x, y, width, height]: [i32; 4], round: i32) -> String {
    format!(
        r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}" rx="{round}"/>"#
    )
}

fn middle([x, y, width, height]: [i32; 4]) -> (i32, i32) {
    (x + width / 2, y + height / 2)
}

/// What never changes: districts, lake, terraces, the way around.
fn ground() -> String {
    let mut svg = String::from(r#"<rect class="ground" width="1000" height="1000"/>"#);
    for district in District::all() {
        let corner = |along, depth| {
            let (x, y) = layout::at(district, along, depth);
            format!("{x} {y}")
        };
        let shape = |class: &str, corners: [(i32, i32); 4]| {
            let corners = corners
                .map(|(along, depth)| corner(along, depth))
                .join(" L");
            format!(r#"<path class="{class}" d="M{corners}z"/>"#)
        };
        let quarter = [(0, 0), (1000, 0), (750, 250), (250, 250)];
        svg += &shape(&format!("quarter quarter-{}", district.id()), quarter);
    }
    svg += r#"<rect class="lake" x="246" y="246" width="508" height="508" rx="14"/><rect class="shore" x="253" y="253" width="494" height="494" rx="9"/>"#;
    for decade in Decade::all() {
        let (x, y) = layout::bridge(decade);
        let _ = write!(
            svg,
            r#"<line class="causeway" x1="{x}" y1="{y}" x2="500" y2="500"/>"#
        );
    }
    for district in District::all() {
        let point = |along, depth| {
            let (x, y) = layout::at(district, along, depth);
            format!("{x} {y}")
        };
        let _ = write!(
            svg,
            r#"<path class="terrace" d="M{} L{} L{} L{}z"/>"#,
            point(362, 250),
            point(638, 250),
            point(545, 424),
            point(455, 424)
        );
        let _ = write!(
            svg,
            r#"<path class="flow" d="M{} Q{} {}"/><path class="flow-head" d="M{} L{} L{}z"/>"#,
            point(756, 204),
            point(796, 204),
            point(796, 232),
            point(784, 230),
            point(808, 230),
            point(796, 248)
        );
    }
    for space in MaharajahSpace::all() {
        let (x, y) = layout::corner(space);
        let red = if space == MaharajahSpace::RED {
            " red"
        } else {
            ""
        };
        let _ = write!(
            svg,
            r#"<circle class="plaza{red}" cx="{x}" cy="{y}" r="56"/><circle class="plaza-ring" cx="{x}" cy="{y}" r="46"/>"#
        );
    }
    for (x, y, size) in [
        (392, 330, 26),
        (600, 668, 22),
        (332, 590, 24),
        (664, 404, 20),
    ] {
        let _ = write!(
            svg,
            r##"<use href="#am-lotus" class="lake-lotus" x="{x}" y="{y}" width="{size}" height="{size}"/>"##
        );
    }
    svg
}

/// The path of the elephants through a district.
fn path(scene: Scene, district: District) -> impl IntoView {
    let area = layout::path(district);
    let subject = Subject::Path(district);
    let drawing = text(move || {
        let mut svg = rect("path", area, 29);
        let (x, y) = layout::at(district, 205, 34);
        let turn = match district {
            District::North | District::South => 0,
            District::East => 90,
            District::West => -90,
        };
        let name = scene.called(district);
        let _ = write!(
            svg,
            r#"<text class="district-name" transform="translate({x} {y}) rotate({turn})" y="6">{name}</text>"#
        );
        svg + &preview::walk(scene, district)
    });
    let about = text(move || {
        let mut words = scene.called(district);
        if let Some(open) = scene.open() {
            let tile = open.donations[district];
            for (seat, player) in open.players.iter() {
                if player.elephant == Some(district) {
                    let said = [
                        ("name", &scene.name(seat) as &dyn std::fmt::Display),
                        ("count", &player.counters_elephant),
                    ];
                    let _ = write!(words, "\n{}", scene.phrase("board-elephant-of", &said));
                }
            }
            let counts = open.sides().map(|side| {
                let count = tile.count(side);
                format!("{} {count}", scene.side(side))
            });
            let counts = counts.collect::<Vec<_>>().join(", ");
            let _ = write!(
                words,
                "\n{}",
                scene.phrase("board-counters", &[("counts", &counts)])
            );
        }
        words
    });
    view! { <Thing scene subject class="path-place" about drawing/> }
}

/// A Maharajah space in its corner, with the worker beside it.
fn corner(scene: Scene, space: MaharajahSpace) -> impl IntoView {
    let worker = Memo::new(move |_| scene.open().and_then(|open| open.maharajah_workers[space]));
    let drawing = text(move || {
        let (x, y) = layout::corner(space);
        let mut svg = format!(r#"<circle class="plaza-touch" cx="{x}" cy="{y}" r="46"/>"#);
        if let Some(colour) = worker.get() {
            let (x, y) = layout::beside(space);
            let _ = write!(
                svg,
                r#"<circle class="gold-slot" cx="{x}" cy="{y}" r="25"/>"#
            );
            svg += &worker_drawing(colour, (x, y), 34);
        }
        svg
    });
    let about = text(move || {
        let mut words = scene.sentence(&scene.called(space));
        let here = scene.open().is_some_and(|open| open.token == space);
        let penalty = scene.open().map_or(1, |open| open.decade.penalty());
        let key = if here {
            "board-token-here"
        } else {
            "board-token-space"
        };
        let _ = write!(words, "\n{}", scene.phrase(key, &[("points", &penalty)]));
        if let Some(colour) = worker.get() {
            let said = scene.phrase("board-token-worker", &[("colour", &scene.called(colour))]);
            let _ = write!(words, " {said}");
        }
        words
    });
    drawn("corner".to_owned(), about, drawing)
}

fn worker_drawing(colour: Colour, (x, y): (i32, i32), size: i32) -> String {
    let id = colour.id();
    format!(
        r##"<use href="#am-worker-{id}" class="worker worker-{id}" x="{}" y="{}" width="{size}" height="{size}"/>"##,
        x - size / 2,
        y - size / 2
    )
}

/// A district tile: two actions, and what the elephant adds.
fn district_tile(
    scene: Scene,
    district: District,
    place: usize,
    tile: DistrictTile,
) -> impl IntoView {
    let [main, second] = layout::tile(district, place);
    let colour = tile.colour().id();
    let widest = main[2] - 12;
    let part = move |class: &str, area: [i32; 4], effect: Effect, size: i32| {
        let glyphs = glyphs::effect(effect);
        rect(class, area, 9) + &glyphs::drawn(&glyphs, middle(area), size, widest.min(area[2] - 6))
    };
    let main_drawing = part("tile-main", main, tile.main().effect(), 42);
    let second_drawing = part("tile-second", second, tile.secondary().effect(), 36)
        + &colour_mark(tile.colour(), second);
    let means = move |heading: &'static str, effect: Effect| {
        text(move || {
            let said = [(
                "colour",
                &scene.called(tile.colour()) as &dyn std::fmt::Display,
            )];
            let heading = scene.phrase(heading, &said);
            format!("{heading}\n{}", explain::effect(scene, effect))
        })
    };
    let elephant = Subject::Elephant(tile);
    let badge = {
        let [x, y, ..] = main;
        format!(
            r##"<circle class="badge" cx="{0}" cy="{1}" r="24"/><use href="#am-elephant" class="badge-elephant" x="{2}" y="{3}" width="34" height="28"/>"##,
            x + 16,
            y + 12,
            x - 1,
            y - 2
        )
    };
    let by_elephant = Memo::new(move |_| !scene.actions_of(elephant).is_empty());
    view! {
        <g class=format!("tile tile-{colour}")>
            <Thing scene subject=Subject::Main(tile) class="tile-part" about=means("board-tile-main", tile.main().effect()) drawing=Signal::stored(main_drawing.clone())/>
            <Thing scene subject=Subject::Second(tile) class="tile-part" about=means("board-tile-second", tile.secondary().effect()) drawing=Signal::stored(second_drawing)/>
            <Show when=move || by_elephant.get()>
                <Thing scene subject=elephant class="tile-elephant" about=means("board-tile-elephant", tile.main().effect()) drawing=Signal::stored(badge.clone())/>
            </Show>
        </g>
    }
}

/// The worker that allows a secondary action, in the corner of it.
fn colour_mark(colour: Colour, [x, y, width, _]: [i32; 4]) -> String {
    worker_drawing(colour, (x + width - 14, y + 14), 18)
}

/// A section of the ring: room for four workers, and coins.
fn ring_section(scene: Scene, section: Section) -> impl IntoView {
    let state = Memo::new(move |_| scene.open().map(|open| open.ring[section]));
    let drawing = text(move || {
        let mut svg = rect("section", layout::section(section), 16);
        for place in 0..usize::from(SECTION_CAPACITY) {
            let (x, y) = layout::worker(section, place);
            let _ = write!(svg, r#"<circle class="slot" cx="{x}" cy="{y}" r="20"/>"#);
        }
        let (x, y) = layout::worker(section, SECTION_CAPACITY.into());
        let coins = state.get().map_or(0, |state| state.coins);
        let _ = write!(
            svg,
            r#"<circle class="coin-slot" cx="{x}" cy="{y}" r="15"/>"#
        );
        if coins > 0 {
            svg += &glyphs::drawn(&[Glyph::Icon("coin")], (x, y), 32, 99);
        }
        if coins > 1 {
            let _ = write!(
                svg,
                r#"<text class="coin-count" x="{x}" y="{}">{coins}</text>"#,
                y + 7
            );
        }
        svg
    });
    let about = text(move || {
        let Some(state) = state.get() else {
            return String::new();
        };
        let workers = serde_json::to_value(state.workers).unwrap_or_default();
        let workers = scene
            .seen
            .teller
            .with(|teller| teller.value("workers", &workers));
        let coins = scene.items(Items::coins(state.coins));
        let said = [
            ("workers", &workers as &dyn std::fmt::Display),
            ("coins", &coins),
        ];
        let mut words = format!(
            "{}\n{}",
            scene.called(section),
            scene.phrase("board-section", &said)
        );
        if let Some(more) = preview::landing_words(scene, section) {
            let _ = write!(words, "\n{more}");
        }
        words
    });
    view! { <Thing scene subject=Subject::Section(section) class="section-place" about drawing/> }
}

/// The workers on the ring; a new one comes flying from the hand in the middle.
#[component]
fn Workers(scene: Scene) -> impl IntoView {
    let workers = move || {
        let Some(open) = scene.open() else {
            return Vec::new();
        };
        let sections = open.ring.iter();
        let all = sections.flat_map(|(section, state)| {
            let counts = Colour::all().map(move |colour| (colour, state.workers[colour]));
            counts.flat_map(move |(colour, count)| {
                (0..count).map(move |number| (section, colour, number))
            })
        });
        all.collect()
    };
    view! {
        <g class="workers" aria-hidden="true">
            <For each=workers key=|worker| *worker let((section, colour, number))>
                {{
                    let place = Memo::new(move |_| {
                        let workers = scene.open().map(|open| open.ring[section].workers).unwrap_or_default();
                        let before: u8 = Colour::all().take_while(|&other| other != colour).map(|other| workers[other]).sum();
                        layout::worker(section, usize::from(before + number))
                    });
                    view! {
                        <svg class="moving" x=move || place.get().0 y=move || place.get().1>
                            <g class=format!("comes to-{}", section.id()) inner_html=worker_drawing(colour, (0, 0), 38)></g>
                        </svg>
                    }
                }}
            </For>
        </g>
    }
}

/// A space of a pyramid: its points, or whose counter lies there.
fn donation_space(
    scene: Scene,
    set: DonationSet,
    district: District,
    space: Space,
) -> impl IntoView {
    let (x, y) = layout::space(set, district, space);
    let points = set.prestige(district, space).unwrap_or_default();
    let owner = Memo::new(move |_| {
        scene
            .open()
            .and_then(|open| open.donations[district].counters[space])
    });
    let subject = Subject::Space(district, space);
    let level = space.level();
    let drawing = text(move || match owner.get() {
        Some(side) => counter(scene.number(side), (x, y), 20),
        None => {
            let worth = scene.donation_points(subject).unwrap_or(points);
            let class = level.index();
            format!(
                r#"<circle class="space level-{class}" cx="{x}" cy="{y}" r="20"/><text class="space-points" x="{x}" y="{}">{worth}</text>"#,
                y + 7
            )
        }
    });
    let about = text(move || {
        let place = format!("{}, {}", scene.called(district), scene.called(space));
        let state = match owner.get() {
            Some(side) => scene.phrase("board-space-of", &[("name", &scene.side(side))]),
            None => {
                let cost = level.cost();
                let cost = Items::new(
                    0,
                    [Resource::Marble, Resource::Copper, Resource::Gold]
                        .map(|resource| cost[resource]),
                );
                let said = [
                    ("points", &points as &dyn std::fmt::Display),
                    ("cost", &scene.items(cost)),
                ];
                scene.phrase("board-space", &said)
            }
        };
        let mut words = format!("{place}\n{state}");
        if let Some(worth) = scene
            .donation_points(subject)
            .filter(|&worth| worth > points)
        {
            let said = scene.phrase("board-space-support", &[("points", &worth)]);
            let _ = write!(words, " {said}");
        }
        words
    });
    view! { <Thing scene subject class="space-place" about drawing/> }
}

/// A counter of a side, with its mark.
pub fn counter(number: u8, (x, y): (i32, i32), radius: i32) -> String {
    let mark = match number {
        0 => format!(
            r#"<circle class="counter-mark" cx="{x}" cy="{y}" r="{}"/>"#,
            radius * 2 / 5
        ),
        1 => {
            let half = radius * 2 / 5;
            rect("counter-mark", [x - half, y - half, 2 * half, 2 * half], 0)
        }
        2 => {
            let half = radius / 2;
            format!(
                r#"<path class="counter-mark" d="M{x} {} l{half} {} h{}z"/>"#,
                y - half,
                half * 9 / 5,
                -2 * half
            )
        }
        _ => {
            let half = radius * 3 / 5;
            format!(
                r#"<path class="counter-mark" d="M{x} {} l{half} {half} l-{half} {half} l-{half} -{half}z"/>"#,
                y - half
            )
        }
    };
    format!(
        r#"<g class="counter seat-{number}"><circle class="counter-disc" cx="{x}" cy="{y}" r="{radius}"/>{mark}</g>"#
    )
}

/// A bridge tile in its inner corner; the one of the decade is lit.
fn bridge_tile(scene: Scene, decade: Decade) -> impl IntoView {
    let (x, y) = layout::bridge(decade);
    let tile = Memo::new(move |_| {
        scene
            .open()
            .map(|open| (decade.pick(open.bridges), open.decade.cmp(&decade)))
    });
    let drawing = text(move || {
        let Some((tile, now)) = tile.get() else {
            return String::new();
        };
        let class = match now {
            std::cmp::Ordering::Less => "bridge later",
            std::cmp::Ordering::Equal => "bridge now",
            std::cmp::Ordering::Greater => "bridge over",
        };
        let mut svg = rect(class, [x - 49, y - 40, 98, 80], 12);
        let _ = write!(
            svg,
            r#"<text class="bridge-decade" x="{x}" y="{}">{}</text>"#,
            y - 20,
            decade.id()
        );
        if now != std::cmp::Ordering::Greater {
            let (deed, reward) = glyphs::bridge(tile);
            svg += &glyphs::drawn(&[deed], (x - 24, y + 10), 34, 99);
            let _ = write!(
                svg,
                r#"<path class="bridge-arrow" d="M{} {} l10 7 l-10 7z"/>"#,
                x - 4,
                y + 3
            );
            svg += &glyphs::drawn(&reward, (x + 27, y + 10), 34, 99);
        } else {
            svg += &glyphs::drawn(&[Glyph::Icon("bridge")], (x, y + 10), 34, 99);
        }
        svg
    });
    let about = text(move || {
        let Some((tile, now)) = tile.get() else {
            return String::new();
        };
        let key = match now {
            std::cmp::Ordering::Less => "board-bridge-later",
            std::cmp::Ordering::Equal => "board-bridge-now",
            std::cmp::Ordering::Greater => "board-bridge-over",
        };
        let heading = scene.phrase(key, &[("decade", &decade.id())]);
        format!("{heading}\n{}", explain::bridge(scene, tile))
    });
    drawn("bridge-place".to_owned(), about, drawing)
}

/// Decade and round, in the fourth inner corner.
fn cartouche(scene: Scene) -> impl IntoView {
    let drawing = text(move || {
        let Some(open) = scene.open() else {
            return String::new();
        };
        let mut svg = rect("cartouche", [259, 652, 98, 80], 12);
        let decade = scene.phrase("board-decade", &[("decade", &open.decade.id())]);
        let _ = write!(
            svg,
            r#"<text class="cartouche-decade" x="308" y="686">{decade}</text>"#
        );
        for round in 1..=ROUNDS {
            let past = if round <= open.round { " past" } else { "" };
            let x = 278 + 20 * i32::from(round - 1);
            let _ = write!(
                svg,
                r#"<circle class="round{past}" cx="{x}" cy="710" r="7"/>"#
            );
        }
        svg
    });
    let about = text(move || {
        scene.open().map_or(String::new(), |open| {
            scene.phrase(
                "board-clock",
                &[("decade", &open.decade.id()), ("round", &open.round)],
            )
        })
    });
    drawn("cartouche-place".to_owned(), about, drawing)
}

/// The temple in the lake, a section higher in each decade, with what majorities bring.
fn temple(scene: Scene) -> impl IntoView {
    let state = Memo::new(move |_| {
        scene
            .open()
            .map(|open| (open.temple_tile(), open.decade, open.stack.is_empty()))
    });
    let drawing = text(move || {
        let Some((tile, decade, over)) = state.get() else {
            return String::new();
        };
        let built = |section: Decade| {
            if over || section < decade {
                "built"
            } else if section == decade {
                "building"
            } else {
                "planned"
            }
        };
        let mut svg = rect("temple-tile", [426, 426, 148, 148], 16);
        let _ = write!(
            svg,
            r#"<path class="temple {}" d="M462 540h76v-17h-76zM468 523h64v-3h-64z"/><path class="temple {}" d="M470 520v-21h60v21zM495 520v-12c0-6 10-6 10 0v12z" fill-rule="evenodd"/><path class="temple {}" d="M472 499c-4-12 8-18 28-36 20 18 32 24 28 36zM499 463v-9h2v9z"/>"#,
            built(Decade::I),
            built(Decade::Ii),
            built(Decade::Iii)
        );
        for district in District::all() {
            let (x, y) = layout::at(district, 500, 443);
            let points = tile.prestige(district);
            svg += &glyphs::drawn(&[Glyph::Prestige(points)], (x, y), 36, 99);
        }
        svg
    });
    let about = text(move || {
        let Some(open) = scene.open() else {
            return String::new();
        };
        let tile = open.temple_tile();
        let mut words = scene.phrase("board-temple", &[("decade", &open.decade.id())]);
        for district in District::all() {
            let most = open
                .sides()
                .map(|side| open.donations[district].count(side))
                .max();
            let leads = open.sides().filter(|&side| {
                most > Some(0) && Some(open.donations[district].count(side)) == most
            });
            let leaders: Vec<String> = leads.map(|side| scene.side(side)).collect();
            let leaders = scene.seen.teller.with(|teller| teller.listed(leaders));
            let said = [
                (
                    "district",
                    &scene.called(district) as &dyn std::fmt::Display,
                ),
                ("points", &tile.prestige(district)),
                ("names", &leaders),
            ];
            let _ = write!(words, "\n{}", scene.phrase("board-temple-district", &said));
        }
        words
    });
    drawn("temple-place".to_owned(), about, drawing)
}

/// The workers on the way, over the temple.
#[component]
fn Hand(scene: Scene) -> impl IntoView {
    let hand = Memo::new(move |_| match scene.open()?.stack.first() {
        Some(Pending::Sow(sowing)) => Some(sowing.hand),
        _ => None,
    });
    let colours = move || {
        let hand = hand.get().unwrap_or_default();
        Colour::all()
            .filter(|&colour| hand[colour] > 0)
            .collect::<Vec<_>>()
    };
    let frame = text(move || match hand.get() {
        Some(_) => {
            let heading = scene.phrase("board-carried", &[]);
            rect("carried", [420, 420, 160, 160], 18)
                + &format!(r#"<text class="carried-heading" x="500" y="442">{heading}</text>"#)
        }
        None => String::new(),
    });
    view! {
        <g class="hand" aria-hidden="true" inner_html=frame></g>
        <For each=colours key=|colour| *colour let:colour>
            {{
                let place = Memo::new(move |_| {
                    let colours = colours();
                    let number = colours.iter().position(|&other| other == colour).unwrap_or(0);
                    let alone = colours.len() == 1;
                    let x = if alone { 500 } else { 464 + 72 * (number as i32 % 2) };
                    let y = if colours.len() <= 2 { 510 } else { 482 + 62 * (number as i32 / 2) };
                    (x, y)
                });
                let drawing = text(move || {
                    let (x, y) = place.get();
                    let count = hand.get().unwrap_or_default()[colour];
                    let mut svg = format!(r#"<circle class="carried-back" cx="{x}" cy="{y}" r="30"/>"#) + &worker_drawing(colour, (x, y), 46);
                    if count > 1 {
                        let _ = write!(svg, r#"<circle class="count-back" cx="{0}" cy="{1}" r="12"/><text class="count" x="{0}" y="{2}">{count}</text>"#, x + 23, y - 20, y - 14);
                    }
                    svg
                });
                let about = text(move || {
                    let count = hand.get().unwrap_or_default()[colour];
                    scene.phrase("board-carried-worker", &[("colour", &scene.called(colour)), ("count", &count)])
                });
                view! { <Thing scene subject=Subject::Carried(colour) class="carried-worker" about drawing/> }
            }}
        </For>
    }
}

/// The elephants walk along the paths.
fn elephants(scene: Scene, players: u8) -> impl IntoView {
    (0..players + 1)
        .map(|number| {
            let stands = Memo::new(move |_| {
                let open = scene.open()?;
                let side = open.sides().nth(number.into())?;
                Some(match (side, open.maharajah) {
                    (Side::Player(seat), _) => {
                        let player = open.players[seat];
                        (player.elephant?, player.counters_elephant)
                    }
                    (Side::Maharajah, Some(he)) => (he.elephant, he.counters_elephant),
                    (Side::Maharajah, None) => return None,
                })
            });
            let place = move || stands.get().map(|(district, _)| layout::elephant(district, number));
            let drawing = text(move || match stands.get() {
                None => String::new(),
                Some((_, counters)) => {
                    let shift = -26;
                    format!(
                        r##"<use href="#am-elephant" class="elephant seat-{number}" x="{shift}" y="-22" width="54" height="45"/>{}<text class="elephant-count" x="12" y="2">{counters}</text>"##,
                        counter_disc(number)
                    )
                }
            });
            view! {
                <svg class="moving" aria-hidden="true" x=move || place().map(|place| place.0) y=move || place().map(|place| place.1)>
                    <g inner_html=drawing></g>
                </svg>
            }
        })
        .collect_view()
}

fn counter_disc(number: u8) -> String {
    format!(r#"<circle class="elephant-load seat-{number}" cx="12" cy="-5" r="13"/>"#)
}

/// The Maharajah goes around.
#[component]
fn Token(scene: Scene) -> impl IntoView {
    let place = Memo::new(move |_| scene.open().map(|open| layout::corner(open.token)));
    view! {
        <svg class="moving" aria-hidden="true" x=move || place.get().map(|place| place.0) y=move || place.get().map(|place| place.1)>
            <circle class="token-back" r="36"></circle>
            <use href="#am-turban" class="token" x="-26" y="-27" width="52" height="52"></use>
        </svg>
    }
}
