//! The static background.

use crate::boards::amritsar::layout;
use amritsar::components::*;
use kit::{Id, Key};
use std::fmt::Write as _;

/// Draws the static background: districts, lake, terraces, the way around.
pub(super) fn ground() -> String {
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
