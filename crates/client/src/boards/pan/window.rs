//! The part of a drawing that is seen, and how it moves.

/// The maximum zoom.
const CLOSEST: f64 = 5.0;
/// The zoom factor of a button, and the maximum of one turn of the wheel.
pub(super) const STEP: f64 = 1.5;
/// The space around lit places, as a part of the whole width.
const MARGIN: f64 = 0.06;

/// A point, across and down.
pub type Point = (f64, f64);

/// The visible part of a drawing: its top left corner and its width, in the drawing's units.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Window {
    pub x: f64,
    pub y: f64,
    pub width: f64,
}

impl Window {
    /// Returns the point of the drawing under a screen position, which is relative to the top left corner of the displayed drawing, in units
    /// of its displayed width.
    pub fn under(self, (x, y): Point) -> Point {
        (self.x + x * self.width, self.y + y * self.width)
    }
}

/// The area of something on the drawing, in the drawing's units.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Area {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Area {
    /// Returns the area around both.
    fn with(self, other: Area) -> Area {
        Area {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Returns this area with some space around it, as far as the drawing reaches.
    fn wider(self, by: f64, sheet: Sheet) -> Area {
        Area {
            left: (self.left - by).max(0.0),
            top: (self.top - by).max(0.0),
            right: (self.right + by).min(sheet.width),
            bottom: (self.bottom + by).min(sheet.height),
        }
    }
}

/// The size of a whole drawing, in its own units.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sheet {
    pub width: f64,
    pub height: f64,
}

impl Sheet {
    /// Returns the whole drawing as a window.
    pub fn whole(self) -> Window {
        Window {
            x: 0.0,
            y: 0.0,
            width: self.width,
        }
    }

    /// Returns the middle of the screen.
    pub fn middle(self) -> Point {
        (0.5, self.height / self.width / 2.0)
    }

    /// Returns the nearest possible width of a window.
    fn size(self, width: f64) -> f64 {
        width.clamp(self.width / CLOSEST, self.width)
    }

    /// Returns the height of a window of which only the upper part is open.
    fn down(self, width: f64, open: f64) -> f64 {
        width / self.width * self.height * open
    }

    /// Returns the nearest possible window: not larger than the drawing, and inside it with its open part.
    pub fn fit(self, wished: Window, open: f64) -> Window {
        let width = self.size(wished.width);
        Window {
            x: wished.x.clamp(0.0, self.width - width),
            y: wished.y.clamp(0.0, self.height - self.down(width, open)),
            width,
        }
    }

    /// Returns the window of this width that shows these places in its open part. It moves no farther from the present one than it has to, and from another
    /// width to their middle.
    pub fn showing(self, lit: &[Area], width: f64, before: Window, open: f64) -> Window {
        let width = self.size(width);
        let around = lit.iter().copied().reduce(Area::with);
        let Some(around) = around.map(|around| around.wider(self.width * MARGIN, self)) else {
            return self.fit(Window { width, ..before }, open);
        };
        let (x, y) = match before.width == width {
            true => (before.x, before.y),
            false => (f64::NAN, f64::NAN),
        };
        let wished = Window {
            x: moved(x, width, around.left, around.right),
            y: moved(y, self.down(width, open), around.top, around.bottom),
            width,
        };
        self.fit(wished, open)
    }

    /// Returns whether a window of this width can show all these places in its open part.
    pub fn can_show(self, lit: &[Area], width: f64, open: f64) -> bool {
        let around = lit.iter().copied().reduce(Area::with);
        around.is_none_or(|around| {
            around.right - around.left <= width
                && around.bottom - around.top <= self.down(width, open)
        })
    }

    /// Returns the window after a movement: the point under its start is then under its end, as far as the drawing reaches.
    pub fn after(self, seen: Window, movement: Movement, open: f64) -> Window {
        let (x, y) = seen.under(movement.from);
        let (right, down) = movement.to;
        let width = self.size(seen.width / movement.factor);
        let wished = Window {
            x: x - right * width,
            y: y - down * width,
            width,
        };
        self.fit(wished, open)
    }
}

/// Returns where a stretch of this length begins that shows what is between two ends: where it was, if it does; otherwise as near as possible. A stretch that
/// was nowhere, or is too short, has the same middle.
fn moved(before: f64, length: f64, from: f64, to: f64) -> f64 {
    if before.is_nan() || to - from > length {
        return (from + to - length) / 2.0;
    }
    before.clamp(to - length, from)
}

/// A movement: the drawing is held at one position, moved to another, and scaled.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Movement {
    pub from: Point,
    pub to: Point,
    pub factor: f64,
}

impl Movement {
    /// Zooms around a fixed position.
    pub fn zoom(factor: f64, around: Point) -> Self {
        Movement {
            from: around,
            to: around,
            factor,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: Sheet = Sheet {
        width: 1000.0,
        height: 960.0,
    };

    /// Somewhere in the middle, where nothing is in the way.
    const SEEN: Window = Window {
        x: 300.0,
        y: 320.0,
        width: 400.0,
    };

    fn window(x: f64, y: f64, width: f64) -> Window {
        Window { x, y, width }
    }

    #[track_caller]
    fn assert_near((x, y): Point, (other_x, other_y): Point) {
        let apart = (x - other_x).hypot(y - other_y);
        assert!(apart < 1e-9, "{x} {y} and {other_x} {other_y}");
    }

    #[track_caller]
    fn assert_inside(seen: Window) {
        let height = seen.width * 0.96;
        let right = seen.x + seen.width <= 1000.0 + 1e-9;
        let bottom = seen.y + height <= 960.0 + 1e-9;
        assert!(
            seen.x >= 0.0 && seen.y >= 0.0 && right && bottom,
            "{seen:?}"
        );
        assert!((200.0..=1000.0).contains(&seen.width), "{seen:?}");
    }

    #[test]
    fn a_finger_takes_the_drawing_along() {
        // A quarter of the screen to the right and down: a quarter of what is seen, to the left and up.
        let movement = Movement {
            from: (0.5, 0.5),
            to: (0.75, 0.75),
            factor: 1.0,
        };
        assert_eq!(
            SHEET.after(SEEN, movement, 1.0),
            window(200.0, 220.0, 400.0)
        );
    }

    #[test]
    fn what_is_under_the_pointer_stays_there() {
        for around in [(0.0, 0.0), (0.1, 0.9), (0.5, 0.48), (0.7, 0.2)] {
            for factor in [0.8, 1.0, 1.3, 2.0] {
                let after = SHEET.after(SEEN, Movement::zoom(factor, around), 1.0);
                assert_eq!(after.width, 400.0 / factor);
                assert_near(after.under(around), SEEN.under(around));
            }
        }
    }

    #[test]
    fn nothing_beside_the_drawing_is_ever_seen() {
        for by in [
            (-9.0, 0.0),
            (9.0, 0.0),
            (0.0, -9.0),
            (0.0, 9.0),
            (-9.0, 9.0),
        ] {
            let movement = Movement {
                from: (0.0, 0.0),
                to: by,
                factor: 1.0,
            };
            assert_inside(SHEET.after(SEEN, movement, 1.0));
        }
        // From a corner, farther and farther away around the opposite one.
        let mut seen = window(800.0, 768.0, 200.0);
        for _ in 0..10 {
            seen = SHEET.after(seen, Movement::zoom(0.7, (0.0, 0.0)), 1.0);
            assert_inside(seen);
        }
        assert_eq!(seen, SHEET.whole());
    }

    #[test]
    fn enlarging_ends_at_the_limits() {
        let near = SHEET.after(SEEN, Movement::zoom(100.0, (0.25, 0.25)), 1.0);
        assert_eq!(near, window(350.0, 370.0, 200.0));
        let again = SHEET.after(near, Movement::zoom(STEP, (0.9, 0.9)), 1.0);
        assert_eq!(again, near);
        let far = SHEET.after(SEEN, Movement::zoom(0.01, (0.25, 0.25)), 1.0);
        assert_eq!(far, SHEET.whole());
    }

    #[test]
    fn a_button_keeps_the_middle() {
        let near = SHEET.after(SHEET.whole(), Movement::zoom(STEP, SHEET.middle()), 1.0);
        assert_near(near.under(SHEET.middle()), (500.0, 480.0));
        let back = SHEET.after(near, Movement::zoom(1.0 / STEP, SHEET.middle()), 1.0);
        assert_near((back.x, back.y), (0.0, 0.0));
    }

    #[test]
    fn what_is_brought_near_fits_into_the_drawing() {
        assert_eq!(SHEET.fit(SEEN, 1.0), SEEN);
        let corner = SHEET.fit(window(-50.0, 900.0, 380.0), 1.0);
        assert_eq!((corner.x, corner.width), (0.0, 380.0));
        assert_near((0.0, corner.y + 380.0 * 0.96), (0.0, 960.0));
        assert_eq!(SHEET.fit(window(-50.0, -50.0, 2000.0), 1.0), SHEET.whole());
        assert_eq!(
            SHEET.fit(window(10.0, 20.0, 50.0), 1.0),
            window(10.0, 20.0, 200.0)
        );
    }

    #[test]
    fn a_covered_part_can_be_moved_into_sight() {
        let whole = SHEET.fit(window(0.0, 900.0, 1000.0), 0.25);
        assert_eq!(whole, window(0.0, 720.0, 1000.0));
        assert_eq!(SHEET.fit(whole, 1.0), SHEET.whole());
    }

    fn area(left: f64, top: f64, size: f64) -> Area {
        Area {
            left,
            top,
            right: left + size,
            bottom: top + size,
        }
    }

    #[test]
    fn what_is_in_sight_already_moves_nothing() {
        let lit = [area(100.0, 100.0, 50.0), area(700.0, 700.0, 60.0)];
        let whole = SHEET.whole();
        assert_eq!(SHEET.showing(&lit, 1000.0, whole, 1.0), whole);
        assert_eq!(SHEET.showing(&[], 1000.0, whole, 0.5), whole);
        let lit = [area(400.0, 400.0, 100.0)];
        assert_eq!(SHEET.showing(&lit, 400.0, SEEN, 1.0), SEEN);
        assert_eq!(SHEET.showing(&lit, 1000.0, whole, 0.6), whole);
    }

    #[test]
    fn a_drawing_moves_no_farther_than_it_has_to() {
        let lit = [area(600.0, 840.0, 60.0)];
        // The lower half is covered: 900 and a margin are at its upper edge.
        let seen = SHEET.showing(&lit, 1000.0, SHEET.whole(), 0.5);
        assert_eq!(seen, window(0.0, 480.0, 1000.0));
        let lit = [area(600.0, 500.0, 60.0)];
        let seen = SHEET.showing(&lit, 400.0, SEEN, 1.0);
        assert_eq!(seen, window(320.0, 320.0, 400.0));
        // Back at the top.
        let lit = [area(0.0, 0.0, 60.0)];
        let seen = SHEET.showing(&lit, 1000.0, window(0.0, 480.0, 1000.0), 0.5);
        assert_eq!(seen, SHEET.whole());
    }

    #[test]
    fn what_is_brought_near_is_in_the_middle() {
        let lit = [area(480.0, 460.0, 40.0)];
        let seen = SHEET.showing(&lit, 500.0, SHEET.whole(), 1.0);
        assert_eq!(seen.width, 500.0);
        assert_near(seen.under(SHEET.middle()), (500.0, 480.0));
    }

    #[test]
    fn what_does_not_fit_is_known() {
        let lit = [area(100.0, 100.0, 20.0), area(880.0, 300.0, 20.0)];
        assert!(SHEET.can_show(&lit, 800.0, 1.0) && !SHEET.can_show(&lit, 790.0, 1.0));
        assert!(SHEET.can_show(&lit, 1000.0, 0.25) && !SHEET.can_show(&lit, 1000.0, 0.2));
        assert!(SHEET.can_show(&[], 200.0, 0.1));
    }
}
