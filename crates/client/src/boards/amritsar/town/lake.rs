//! The lake: pyramids, bridges, the temple.

use super::rect;
use crate::boards::amritsar::explain;
use crate::boards::amritsar::glyphs::{self, Glyph};
use crate::boards::amritsar::layout;
use crate::boards::amritsar::scene::Scene;
use crate::boards::amritsar::subject::Subject;
use crate::boards::amritsar::thing::{Thing, drawn, text};
use amritsar::components::Resource;
use amritsar::components::*;
use kit::{Id, Key};
use leptos::prelude::*;
use std::fmt::Write as _;

/// How far from its middle a space can be hit; it is then 24 pixels wide on the smallest desk.
const SPACE_REACH: i32 = 26;

/// A space of a pyramid: its points, or the counter there.
pub(super) fn donation_space(
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
        Some(side) => {
            let number = scene.number(side);
            let drawn = counter(number, (x, y), 20);
            let (district, space) = (district.id(), space.id());
            format!(
                r#"<g data-travel="counter-{district}-{space}" data-from="elephant-{number} seat-{number}">{drawn}</g>"#
            )
        }
        None => {
            let worth = scene.donation_points(subject).unwrap_or(points);
            let class = level.index();
            format!(
                r#"<circle class="reach" cx="{x}" cy="{y}" r="{SPACE_REACH}"/><circle class="space level-{class}" cx="{x}" cy="{y}" r="20"/><text class="space-points" x="{x}" y="{}">{worth}</text>"#,
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
pub(super) fn counter(number: u8, (x, y): (i32, i32), radius: i32) -> String {
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
pub(super) fn bridge_tile(scene: Scene, decade: Decade) -> impl IntoView {
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
pub(super) fn cartouche(scene: Scene) -> impl IntoView {
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

/// The temple, one section higher in each decade, with the points for majorities.
pub(super) fn temple(scene: Scene) -> impl IntoView {
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
