//! The four districts: paths, tiles, corners, elephants and the Maharajah.

use super::ring::worker_drawing;
use super::{middle, rect};
use crate::boards::amritsar::glyphs;
use crate::boards::amritsar::layout;
use crate::boards::amritsar::scene::Scene;
use crate::boards::amritsar::subject::Subject;
use crate::boards::amritsar::thing::{Thing, drawn, text};
use crate::boards::amritsar::{explain, preview};
use crate::boards::travel::way_text;
use amritsar::Side;
use amritsar::components::Effect;
use amritsar::components::*;
use kit::Id;
use leptos::prelude::*;
use std::fmt::Write as _;

/// How far beside a path it can still be hit.
const REACH: i32 = 6;

/// The path of the elephants through a district.
pub(super) fn path(scene: Scene, district: District) -> impl IntoView {
    let area = layout::path(district);
    let subject = Subject::Path(district);
    let drawing = text(move || {
        // A path is narrow; a finger may hit beside it.
        let [left, top, width, height] = area;
        let around = [
            left - REACH,
            top - REACH,
            width + 2 * REACH,
            height + 2 * REACH,
        ];
        let mut svg = rect("reach", around, 29) + &rect("path", area, 29);
        let (x, y) = layout::at(district, 216, 34);
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
        let walk = preview::walk_words(scene, district);
        if !walk.is_empty() {
            let _ = write!(words, "\n{walk}");
        }
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
pub(super) fn corner(scene: Scene, space: MaharajahSpace) -> impl IntoView {
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

/// A district tile: two actions, and what the elephant adds.
pub(super) fn district_tile(
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
            r##"<circle class="reach" cx="{0}" cy="{1}" r="28"/><circle class="badge" cx="{0}" cy="{1}" r="24"/><use href="#am-elephant" class="badge-elephant" x="{2}" y="{3}" width="34" height="28"/>"##,
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

/// The worker that allows a secondary action, in its corner.
pub(super) fn colour_mark(colour: Colour, [x, y, width, _]: [i32; 4]) -> String {
    worker_drawing(colour, (x + width - 14, y + 14), 18)
}

/// The elephants walk along the paths.
pub(super) fn elephants(scene: Scene, players: u8) -> impl IntoView {
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
            // Where it stands, and where it stood before.
            let walked = Memo::new(move |before: Option<&Option<(District, District)>>| {
                let (now, _) = stands.get()?;
                Some(match before.copied().flatten() {
                    Some((last, from)) if last == now => (now, from),
                    Some((last, _)) => (now, last),
                    None => (now, now),
                })
            });
            let way = move || {
                let (to, from) = walked.get()?;
                Some(way_text(&layout::around(from, to), layout::elephant(to, number)))
            };
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
                    <g data-travel=format!("elephant-{number}") data-way=way inner_html=drawing></g>
                </svg>
            }
        })
        .collect_view()
}

pub(super) fn counter_disc(number: u8) -> String {
    format!(r#"<circle class="elephant-load seat-{number}" cx="12" cy="-5" r="13"/>"#)
}

/// The Maharajah on his way around the board.
#[component]
pub(super) fn Token(scene: Scene) -> impl IntoView {
    let place = Memo::new(move |_| scene.open().map(|open| layout::corner(open.token)));
    view! {
        <svg class="moving" aria-hidden="true" x=move || place.get().map(|place| place.0) y=move || place.get().map(|place| place.1)>
            <g data-travel="token">
                <circle class="token-back" r="36"></circle>
                <use href="#am-turban" class="token" x="-26" y="-27" width="52" height="52"></use>
            </g>
        </svg>
    }
}
