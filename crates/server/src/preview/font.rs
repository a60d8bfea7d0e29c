//! Text as outlines. The font is embedded, so that pictures look the same on every machine, and no font of the system is read.

use std::fmt::Write as _;
use std::sync::LazyLock;
use ttf_parser::{Face, OutlineBuilder};

static FACE: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(epaint_default_fonts::UBUNTU_LIGHT, 0).ok());

/// A line of text as an SVG path.
pub struct Line {
    /// The path, around the beginning of the base line.
    pub path: String,
    /// The width in pixels.
    pub width: f32,
}

/// Returns a line of text of a height in pixels. It is cut to a width; letters that the font lacks are left out.
pub fn line(text: &str, size: f32, most: f32) -> Line {
    let whole = outline(text.chars(), size);
    if whole.width <= most {
        return whole;
    }
    let letters: Vec<char> = text.chars().collect();
    let mut kept = letters.len();
    loop {
        kept = kept.saturating_sub(1);
        let cut = letters.iter().copied().take(kept).chain(['…']);
        let cut = outline(cut, size);
        if cut.width <= most || kept == 0 {
            return cut;
        }
    }
}

/// Returns whether the font has letters for any of a text.
pub fn can_write(text: &str) -> bool {
    let mut letters = text.chars().filter(|letter| !letter.is_whitespace());
    FACE.as_ref()
        .is_some_and(|face| letters.any(|letter| face.glyph_index(letter).is_some()))
}

fn outline(letters: impl Iterator<Item = char>, size: f32) -> Line {
    let mut pen = Pen::default();
    if let Some(face) = FACE.as_ref() {
        pen.scale = size / f32::from(face.units_per_em());
        for glyph in letters.filter_map(|letter| face.glyph_index(letter)) {
            face.outline_glyph(glyph, &mut pen);
            let advance = face.glyph_hor_advance(glyph).unwrap_or_default();
            pen.x += f32::from(advance) * pen.scale;
        }
    }
    Line {
        path: pen.path,
        width: pen.x,
    }
}

/// Writes outlines behind each other.
#[derive(Default)]
struct Pen {
    path: String,
    x: f32,
    scale: f32,
}

impl Pen {
    fn put(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        for (x, y) in points {
            let (x, y) = (self.x + x * self.scale, -y * self.scale);
            let _ = write!(self.path, "{x:.1} {y:.1} ");
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.put('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.put('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.put('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.put('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_has_the_letters_of_all_languages_of_the_page() {
        for text in ["Anna", "Größe ßäöü", "Анна, ход №5", "… · 12"] {
            let face = FACE.as_ref();
            let has = |letter| face.is_some_and(|face| face.glyph_index(letter).is_some());
            assert!(text.chars().all(has), "{text}");
        }
        assert!(!can_write("漢字 🐘") || can_write("漢"));
    }

    #[test]
    fn a_long_line_is_cut() {
        let short = line("Anna", 40.0, 500.0);
        assert!(short.width > 60.0 && short.path.starts_with('M'));
        let cut = line(&"Anna ".repeat(50), 40.0, 500.0);
        assert!(cut.width <= 500.0 && cut.width > 400.0);
        assert_eq!(line("", 40.0, 500.0).path, "");
    }
}
