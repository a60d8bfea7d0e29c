//! What is seen before the page runs, and the pictures of our own art that are files: boards, icons, the preview of a link.

use browser_tests::{Browser, Device, Site, Tab, decoded};
use serde_json::{Value, json};
use std::path::Path;

/// A part of a board: the game, a record, the action after which it is shown, and its left, top and width as parts of the board's width.
const BOARDS: [(&str, &str, u32, [f64; 3]); 3] = [
    (
        "taj-mahal",
        include_str!("../../../table/tests/golden/taj-mahal-4.record"),
        215,
        [0.22, 0.18, 0.62],
    ),
    (
        "amritsar",
        include_str!("../../../table/tests/golden/amritsar-v2-3.record"),
        190,
        [0.24, 0.29, 0.52],
    ),
    (
        "maharaja",
        include_str!("../../../table/tests/golden/maharaja-3.record"),
        108,
        [0.17, 0.0, 0.66],
    ),
];

/// Makes the pictures anew if `PICTURES` is set; they become part of the page when it is built the next time.
#[test]
fn pictures_are_made_of_the_boards() {
    if std::env::var_os("PICTURES").is_none() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    tab.open(&site.address);
    tab.wait_for(".card button.play-now");
    tab.call(
        "Emulation.setDeviceMetricsOverride",
        json!({"width": 1200, "height": 630, "deviceScaleFactor": 1, "mobile": false}),
    );
    let picture = |tab: &mut Tab, path: &str, form: &str, cut: Value| {
        let shot =
            json!({"format": form, "quality": 24, "captureBeyondViewport": true, "clip": cut});
        let data = tab.call("Page.captureScreenshot", shot)["data"].take();
        std::fs::write(root.join(path), decoded(data.as_str().unwrap())).unwrap();
    };
    let whole = json!({"x": 0, "y": 0, "width": 1200, "height": 630, "scale": 1});
    picture(&mut tab, "crates/client/page/preview.png", "png", whole);
    tab.call(
        "Emulation.setDeviceMetricsOverride",
        json!({"width": 1600, "height": 1300, "deviceScaleFactor": 1, "mobile": false}),
    );
    for (game, record, action, [left, top, part]) in BOARDS {
        tab.run(&format!(
            "localStorage.setItem('imported', {})",
            json!(record)
        ));
        tab.open(&format!("{}/replay?imported=1&move={action}", site.address));
        tab.wait_for(".pan svg");
        tab.run("document.querySelectorAll('.pan button').forEach(button => button.remove())");
        let board = tab.run(
            "(() => { const b = document.querySelector('.pan svg').getBoundingClientRect(); return [b.x, b.y + scrollY, b.width] })()",
        );
        let [x, y, width] = [0, 1, 2].map(|at| board[at].as_f64().unwrap());
        let cut = json!({
            "x": x + width * left, "y": y + width * top, "width": width * part, "height": width * part * 242.0 / 420.0,
            "scale": 400.0 / (width * part),
        });
        picture(
            &mut tab,
            &format!("games/{game}/art/board.webp"),
            "webp",
            cut,
        );
    }
}

/// Where the things of the start page are, as text.
const PLACES: &str = "[...document.querySelectorAll('.brand, nav a, h1, .hero p, .card, .card h2, .card-art, .facts, .play-row > *, .card-actions > *')]\
    .filter(e => e.getBoundingClientRect().width)\
    .map(e => { const b = e.getBoundingClientRect(); return e.tagName.replace('BUTTON', 'A').replace('SELECT', 'A').replace('SPAN', 'A') + ' ' + [b.x, b.y, b.width, b.height].map(Math.round) }).join('\\n')";

/// The document shows the same start page as the module, so that nothing moves when it takes over. In all languages, at a desk and on a phone.
#[test]
fn nothing_moves_when_the_page_takes_over() {
    let (site, browser) = (Site::open(), Browser::start());
    for device in [Device::Desk, Device::Phone] {
        for language in ["en", "de", "ru"] {
            let mut tab = browser.person(device);
            tab.call(
                "Network.setExtraHTTPHeaders",
                json!({"headers": {"Accept-Language": language}}),
            );
            tab.call("Emulation.setLocaleOverride", json!({"locale": language}));
            let block = |tab: &mut Tab, files: &[&str]| {
                tab.call("Network.setBlockedURLs", json!({"urls": files}));
            };
            block(&mut tab, &["*/boot-*.js"]);
            tab.open(&site.address);
            tab.wait_for("#loading .card");
            let before = tab.run(PLACES);
            block(&mut tab, &[]);
            tab.run(&format!(
                "localStorage.setItem('durbar.settings', '{{\"language\":\"{language}\"}}')"
            ));
            tab.open(&site.address);
            tab.wait_for("#content .card");
            assert_eq!(before, tab.run(PLACES), "{language}");
        }
    }
}
