//! A small drawing of the board: where the players stand, from the public view and the file `art/sketch` of the game.
//!
//! Each line of that file begins with a word: `size` of the board in its own units; `land` is a path; `road` leads through points; `spot` names a place; `mark` and
//! `crown` say where the view tells that a seat has something at a spot. Such a path goes through the view by names; `SEAT` and `SPOT` stand for a key, an index or
//! the value at its end, `-` for any key. Several parts of a spot are joined by points.

use super::picture::MARKS;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The sketches of the games, as the build script finds them.
static SKETCHES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/sketches.rs"));

const LAND: &str = "#efdcb8";
const ROAD: &str = "#c9ab78";
const SPOT: &str = "#fffaf0";
const LINE: &str = "#8d7349";
const CROWN: &str = "#f6b73c";
/// The size of a mark in units of the board; its paths have 36.
const MARK: f32 = 46.0;
/// How much of a mark's width the next one at the same spot is aside.
const ASIDE: f32 = 0.62;

/// Something of a player at a spot.
#[derive(Clone, Copy)]
struct Piece {
    seat: usize,
    crown: bool,
}

/// Draws the board into a rectangle: left, top, width, height. Games without a sketch have no drawing.
pub fn board(game: &str, view: &Value, area: [f32; 4]) -> Option<String> {
    let (_, text) = SKETCHES.iter().find(|(key, _)| *key == game)?;
    let [left, top, width, height] = area;
    let (mut ground, mut spots) = (String::new(), BTreeMap::new());
    let (mut size, mut pieces) = ((1000.0, 1000.0), BTreeMap::new());
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "size" => size = *points(rest).first()?,
            "land" => {
                let _ = write!(ground, "<path fill=\"{LAND}\" d=\"{rest}\"/>");
            }
            "road" => {
                let way = points(rest).into_iter().map(|(x, y)| format!("{x} {y}"));
                let way = way.collect::<Vec<_>>().join("L");
                let _ = write!(
                    ground,
                    "<path fill=\"none\" stroke=\"{ROAD}\" stroke-width=\"7\" d=\"M{way}\"/>"
                );
            }
            "spot" => {
                let (name, place) = rest.split_once(' ')?;
                spots.insert(name, *points(place).first()?);
            }
            "mark" | "crown" => {
                let path: Vec<&str> = rest.split(' ').collect();
                collect(view, &path, (None, ""), word == "crown", &mut pieces);
            }
            _ => (),
        }
    }
    let scale = (width / size.0).min(height / size.1);
    let (x, y) = (
        left + (width - scale * size.0) / 2.0,
        top + (height - scale * size.1) / 2.0,
    );
    let mut svg = format!("<g transform=\"translate({x} {y}) scale({scale})\">{ground}");
    for (name, (x, y)) in &spots {
        let here = pieces.get(*name).map_or(&[][..], Vec::as_slice);
        if here.is_empty() {
            let _ = write!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"{SPOT}\" stroke=\"{LINE}\" stroke-width=\"3\"/>"
            );
        }
        let first = (here.len() as f32 - 1.0) / 2.0;
        for (number, piece) in here.iter().enumerate() {
            let x = x + (number as f32 - first) * MARK * ASIDE;
            draw(&mut svg, *piece, (x, *y));
        }
    }
    svg.push_str("</g>");
    Some(svg)
}

/// Draws a piece: the mark of its seat, with a dot for a crown.
fn draw(svg: &mut String, piece: Piece, (x, y): (f32, f32)) {
    let Some((colour, path)) = MARKS.get(piece.seat) else {
        return;
    };
    let (left, top, scale) = (x - MARK / 2.0, y - MARK / 2.0, MARK / 36.0);
    let _ = write!(
        svg,
        "<path transform=\"translate({left} {top}) scale({scale})\" fill=\"{colour}\" stroke=\"{SPOT}\" stroke-width=\"3\" d=\"{path}\"/>"
    );
    if piece.crown {
        let _ = write!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"{CROWN}\"/>"
        );
    }
}

/// Reads pairs of numbers.
fn points(text: &str) -> Vec<(f32, f32)> {
    let numbers = text.split(' ').filter_map(|number| number.parse().ok());
    let numbers: Vec<f32> = numbers.collect();
    let pairs = numbers.chunks_exact(2);
    pairs
        .filter_map(|pair| Some((*pair.first()?, *pair.last()?)))
        .collect()
}

/// Collects the pieces that a view tells of along a path.
fn collect(
    value: &Value,
    path: &[&str],
    (seat, spot): (Option<usize>, &str),
    crown: bool,
    pieces: &mut BTreeMap<String, Vec<Piece>>,
) {
    let at = |part: &str| match spot {
        "" => part.to_owned(),
        spot => format!("{spot}.{part}"),
    };
    let Some((first, rest)) = path.split_first() else {
        return;
    };
    if rest.is_empty() {
        let (seat, spot) = match (*first, value) {
            ("SEAT", Value::Number(number)) => {
                (number.as_u64().map(|seat| seat as usize), spot.to_owned())
            }
            ("SPOT", Value::String(part)) => (seat, at(part)),
            _ => return,
        };
        if let Some(seat) = seat {
            pieces.entry(spot).or_default().push(Piece { seat, crown });
        }
        return;
    }
    let mut inside = |key: &str, value: &Value| match *first {
        "SEAT" => collect(value, rest, (key.parse().ok(), spot), crown, pieces),
        "SPOT" => collect(value, rest, (seat, &at(key)), crown, pieces),
        any if any == "-" || any == key => collect(value, rest, (seat, spot), crown, pieces),
        _ => (),
    };
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| inside(key, value)),
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(index, value)| inside(&index.to_string(), value));
        }
        _ => (),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn found(view: Value, path: &str) -> Vec<(String, Vec<usize>)> {
        let path: Vec<&str> = path.split(' ').collect();
        let mut pieces = BTreeMap::new();
        collect(&view, &path, (None, ""), false, &mut pieces);
        let seats = |pieces: Vec<Piece>| pieces.iter().map(|piece| piece.seat).collect();
        pieces
            .into_iter()
            .map(|(spot, pieces)| (spot, seats(pieces)))
            .collect()
    }

    #[test]
    fn a_path_leads_through_the_view_to_seats_and_spots() {
        let players = json!({"players": [{"palaces": ["a", "b"]}, {"palaces": ["b"]}]});
        let at = |spot: &str, seats: &[usize]| (spot.to_owned(), seats.to_vec());
        assert_eq!(
            found(players, "players SEAT palaces - SPOT"),
            [at("a", &[0]), at("b", &[0, 1])]
        );
        let villages = json!({"villages": {"v1": [], "v2": [1, 1]}, "others": {"v1": [0]}});
        assert_eq!(found(villages, "villages SPOT - SEAT"), [at("v2", &[1, 1])]);
        let donations = json!({"donations": {"north": {"a0": 2, "a1": null}}});
        assert_eq!(
            found(donations, "donations SPOT SPOT SEAT"),
            [at("north.a0", &[2])]
        );
        assert_eq!(found(json!(null), "players SEAT palaces - SPOT"), []);
    }

    #[test]
    fn whatever_a_game_begins_with_is_drawn_at_its_spots() {
        for (game, sketch) in SKETCHES {
            let view = json!({});
            let empty = board(game, &view, [0.0, 0.0, 400.0, 400.0]).unwrap();
            let spots = sketch.lines().filter(|line| line.starts_with("spot "));
            assert_eq!(empty.matches("<circle").count(), spots.count(), "{game}");
        }
        assert!(SKETCHES.len() >= 3);
    }
}
