//! The picture of a table, drawn as SVG of our own and made a PNG.

use super::font::{can_write, line};
use super::{Player, Scene};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::fmt::Write as _;

const WIDTH: u32 = 1200;
const HEIGHT: u32 = 630;

/// Where the board is drawn: left, top, width, height.
pub(super) const BOARD: [f32; 4] = [690.0, 74.0, 440.0, 482.0];
/// The widths of what is written: alone, and beside the board.
const WIDTHS: [f32; 2] = [1032.0, 586.0];

const PAPER: &str = "#fbf4e6";
const PAPER_2: &str = "#f4e8d0";
const INK: &str = "#23264f";
const INK_2: &str = "#4a4c72";
const SAFFRON: &str = "#d97706";

/// The colour and the shape of each seat, as at the table.
pub(super) const MARKS: [(&str, &str); 5] = [
    ("#a92b62", "M18 0a18 18 0 1 0 .01 0z"),
    ("#2b4ea8", "M2 2h32v32h-32z"),
    ("#a35700", "M18 0l18 36h-36z"),
    ("#13694c", "M18 0l18 18-18 18-18-18z"),
    (
        "#6d3a9c",
        "M18 0l4 13h14l-11 8 4 13-11-8-11 8 4-13-11-8h14z",
    ),
];

/// A lotus, as in the logo of the page.
const LOTUS: [(&str, &str); 4] = [
    (
        "#b5346b",
        "M24 6c5 6 7 13 7 18s-3 11-7 13c-4-2-7-8-7-13s2-12 7-18z",
    ),
    (
        "#d98aa9",
        "M11 13c6 2 9 6 10 12 1 5 1 9 3 12-7 0-12-5-14-11-1-4-1-9 1-13zM37 13c-6 2-9 6-10 12-1 5-1 9-3 12 7 0 12-5 14-11 1-4 1-9-1-13z",
    ),
    (
        "#d97706",
        "M3 25c7-1 12 1 15 5 3 3 4 6 6 8-8 2-17-2-21-13zM45 25c-7-1-12 1-15 5-3 3-4 6-6 8 8 2 17-2 21-13z",
    ),
    (
        "#14694f",
        "M8 41c5-2 11-2 16 0 5-2 11-2 16 0-5 3-11 3-16 1-5 2-11 2-16-1z",
    ),
];

/// Draws the picture.
pub fn png(scene: &Scene) -> Option<Vec<u8>> {
    let tree = Tree::from_str(&svg(scene), &Options::default()).ok()?;
    let mut pixels = Pixmap::new(WIDTH, HEIGHT)?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().ok()
}

/// Returns the picture as SVG without text elements.
fn svg(scene: &Scene) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\">\
         <path fill=\"{PAPER}\" d=\"M0 0h{WIDTH}v{HEIGHT}H0z\"/>\
         <path fill=\"none\" stroke=\"{SAFFRON}\" stroke-width=\"6\" d=\"M24 24h1152v582H24z\"/>\
         <path fill=\"none\" stroke=\"{INK}\" stroke-width=\"2\" d=\"M36 36h1128v558H36z\"/>"
    );
    let (width, most) = match &scene.board {
        Some(board) => {
            svg.push_str(board);
            (WIDTHS[1], WIDTHS[1])
        }
        None => {
            svg.push_str("<g transform=\"translate(960 62) scale(3.6)\">");
            for (colour, path) in LOTUS {
                let _ = write!(svg, "<path fill=\"{colour}\" d=\"{path}\"/>");
            }
            svg.push_str("</g>");
            (WIDTHS[0], 840.0)
        }
    };
    write(&mut svg, &scene.game, (84.0, 138.0), 84.0, most, INK);
    write(&mut svg, &scene.state, (84.0, 204.0), 40.0, most, INK_2);
    let highest = scene
        .players
        .iter()
        .filter_map(|player| player.points)
        .max();
    for (place, (player, mark)) in scene.players.iter().zip(MARKS).enumerate() {
        let top = 246.0 + 66.0 * place as f32;
        row(&mut svg, player, mark, highest.unwrap_or(0), (top, width));
    }
    svg.push_str("</svg>");
    svg
}

/// One player: mark, name, points as a bar and as a number. Whoever decides has a frame and an arrow.
fn row(
    svg: &mut String,
    player: &Player,
    (colour, mark): (&str, &str),
    most: i32,
    (top, width): (f32, f32),
) {
    let left = 84.0;
    let share = player.points.unwrap_or(0).max(0) as f32 / most.max(1) as f32;
    let stroke = if player.decides { SAFFRON } else { PAPER_2 };
    let _ = write!(
        svg,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"58\" rx=\"12\" fill=\"{PAPER_2}\" stroke=\"{stroke}\" stroke-width=\"4\"/>\
         <rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"58\" rx=\"12\" fill=\"{colour}\" fill-opacity=\".16\"/>",
        width * share
    );
    let faint = if player.free {
        " fill-opacity=\".35\""
    } else {
        ""
    };
    let (x, y) = (left + 20.0, top + 11.0);
    let _ = write!(
        svg,
        "<path transform=\"translate({x} {y})\" fill=\"{colour}\"{faint} d=\"{mark}\"/>"
    );
    if player.decides {
        let _ = write!(
            svg,
            "<path transform=\"translate(50 {})\" fill=\"{SAFFRON}\" d=\"M0 0l24 14-24 14z\"/>",
            top + 15.0
        );
    }
    let name = if can_write(&player.name) {
        player.name.as_str()
    } else {
        "?"
    };
    let ink = if player.free { INK_2 } else { INK };
    write(
        svg,
        name,
        (left + 78.0, top + 41.0),
        36.0,
        width - 200.0,
        ink,
    );
    if let Some(points) = player.points {
        let number = line(&points.to_string(), 38.0, 160.0);
        let x = left + width - 24.0 - number.width;
        put(svg, &number.path, (x, top + 42.0), INK);
    }
}

fn write(svg: &mut String, text: &str, at: (f32, f32), size: f32, most: f32, colour: &str) {
    put(svg, &line(text, size, most).path, at, colour);
}

fn put(svg: &mut String, path: &str, (x, y): (f32, f32), colour: &str) {
    if !path.is_empty() {
        let _ = write!(
            svg,
            "<path transform=\"translate({x} {y})\" fill=\"{colour}\" stroke=\"{colour}\" stroke-width=\".7\" d=\"{path}\"/>"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn scene(players: usize) -> Scene {
        let player = |seat: usize| Player {
            name: [
                "Anna",
                "Бен </text>",
                "漢字",
                "A very long name that goes on and on and on and on",
                "Eve",
            ][seat]
                .to_owned(),
            points: Some(seat as i32 * 7 - 3),
            decides: seat == 1,
            free: false,
        };
        Scene {
            game: "Taj Mahal".to_owned(),
            state: "Бен to move · Visit 5".to_owned(),
            players: (0..players).map(player).collect(),
            board: None,
        }
    }

    #[test]
    fn a_picture_is_a_png_of_the_usual_size_and_not_too_large() {
        let png = png(&scene(5)).unwrap();
        assert_eq!(&png[1..4], b"PNG");
        assert_eq!(png[16..24], [0, 0, 4, 176, 0, 0, 2, 118]);
        assert!(png.len() < 150_000, "{} bytes", png.len());
        keep("preview-of-a-table", png);
    }

    #[test]
    fn a_picture_with_a_board_is_not_too_large_either() {
        let taj_mahal = json!({"players": [
            {"palaces": ["kab1", "kab4", "kas2", "del3", "all4"], "crown_palaces": ["kas2"]},
            {"palaces": ["pun1", "mul1", "kab4"], "crown_palaces": []},
            {"palaces": ["raj2", "awa4", "guj1"], "crown_palaces": ["guj1"]},
        ]});
        let maharaja = json!({
            "villages": {"v02": [0, 1], "v07": [2, 2], "v10": [0, 0], "v30": [1]},
            "cities": {"delhi": {"statues": {"1": 2, "3": 0, "5": 0, "6": 1}}},
        });
        let amritsar = json!({
            "players": [{"elephant": "east"}, {"elephant": "south"}, {"elephant": "south"}],
            "donations": {"north": {"a0": 1, "a1": 2, "b0": 0}, "west": {"a3": 0}},
        });
        for (game, view) in [
            ("taj-mahal", taj_mahal),
            ("maharaja", maharaja),
            ("amritsar", amritsar),
        ] {
            let board = super::super::sketch::board(game, &view, BOARD);
            assert!(board.is_some());
            let png = png(&Scene { board, ..scene(5) }).unwrap();
            assert!(png.len() < 150_000, "{} bytes", png.len());
            keep(&format!("preview-of-{game}"), png);
        }
    }

    /// Keeps a picture to look at, if `SCREENSHOTS` names a folder for it.
    fn keep(name: &str, png: Vec<u8>) {
        if let Ok(folder) = std::env::var("SCREENSHOTS") {
            let file = std::path::Path::new(&folder).join(format!("{name}.png"));
            std::fs::write(file, png).unwrap();
        }
    }

    #[test]
    fn a_name_is_only_ever_an_outline() {
        let svg = svg(&scene(2));
        assert!(!svg.contains("</text") && !svg.contains("Anna"));
    }
}
