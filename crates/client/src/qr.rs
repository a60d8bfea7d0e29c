//! QR codes of links, so that a phone opens them with its camera.

use crate::frame::t;
use leptos::prelude::*;
use qrcodegen::{QrCode, QrCodeEcc};

/// The margin that cameras need around a code, in modules.
const MARGIN: i32 = 4;

/// Draws a text as a QR code; nothing if the text is too long for one.
pub fn qr(text: &str) -> impl IntoView + use<> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let size = code.size() + 2 * MARGIN;
    Some(view! {
        <svg class="qr" role="img" aria-label=move || t("qr-label") viewBox=format!("0 0 {size} {size}") shape-rendering="crispEdges">
            <path fill="currentColor" d=dark(&code)/>
        </svg>
    })
}

/// Returns the dark modules as a path: one rectangle for each run in a row.
fn dark(code: &QrCode) -> String {
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let start = x;
            while code.get_module(x, y) {
                x += 1;
            }
            let width = x - start;
            if width > 0 {
                let (left, top) = (start + MARGIN, y + MARGIN);
                path += &format!("M{left} {top}h{width}v1h-{width}z");
            }
            x += 1;
        }
    }
    path
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    /// Fills the rectangles of a path, and compares them with the modules of the code.
    #[test]
    fn the_path_covers_exactly_the_dark_modules() {
        let code = QrCode::encode_text("https://durbar.example/table/x", QrCodeEcc::Medium);
        let code = code.unwrap();
        let path = dark(&code);
        let mut filled = std::collections::BTreeSet::new();
        for run in path.split('M').skip(1) {
            let (at, rest) = run.split_once('h').unwrap();
            let (x, y) = at.split_once(' ').unwrap();
            let width: i32 = rest.split('v').next().unwrap().parse().unwrap();
            let (x, y): (i32, i32) = (x.parse().unwrap(), y.parse().unwrap());
            filled.extend((x..x + width).map(|x| (x - MARGIN, y - MARGIN)));
        }
        let all = (0..code.size()).flat_map(|x| (0..code.size()).map(move |y| (x, y)));
        let modules = all.filter(|(x, y)| code.get_module(*x, *y)).collect();
        assert_eq!(filled, modules);
        assert!(!code.get_module(code.size(), 0), "nothing beside the code");
    }
}
