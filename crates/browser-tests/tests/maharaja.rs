//! Maharaja on its drawn board.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use browser_tests::{Browser, Device, Site, Tab};

/// Opens a table with others' moves shown at once.
fn begin(tab: &mut Tab, site: &Site) {
    tab.open(&site.address);
    tab.click(".settings-button");
    tab.choose(".settings .speed", "instant");
    tab.click("[data-game='maharaja'] .play-now");
}

fn is_there(tab: &mut Tab, selector: &str) -> bool {
    tab.run(&format!("!!document.querySelector({selector:?})")) == true
}

/// Waits until the person is asked; `false` if the game is over instead.
fn is_asked(tab: &mut Tab) -> bool {
    tab.wait("document.querySelector('.end, .mr-dock')");
    !is_there(tab, ".end")
}

/// What a click would do, the most wanted first: build, begin, choose a tile, travel, end.
const WISHES: [&str; 8] = [
    ".options .deed[data-action]",
    ".spot.lit[data-action^='statue']",
    ".spot.lit[data-action^='shrine']",
    ".planned [data-action]",
    ".tile.lit, .mr-track .spot.lit",
    ".spot.lit[data-action^='travel']",
    ".marker-row [data-action]",
    ".deeds [data-action]",
];

/// Takes one decision by clicking on the board. After a journey something else is done first.
fn decide(tab: &mut Tab) {
    let version = tab.run("document.querySelector('.table').dataset.version");
    if is_there(tab, ".wheel") {
        let number: u64 = version.as_str().unwrap().parse().unwrap();
        tab.click(&format!("[data-wheel='{}']", 1 + number % 9));
        tab.click("[data-wheel='3']");
        tab.click(".wheel .confirm:not(:disabled)");
    } else {
        let wish = WISHES.iter().find(|wish| is_there(tab, wish)).unwrap();
        tab.click(wish);
    }
    tab.wait(&format!(
        "document.querySelector('.options') || document.querySelector('.table').dataset.version !== {version}"
    ));
}

/// Plays a whole game on the drawn board, and looks at its beginning, its middle and its end.
fn play(device: Device, size: &str) {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(device);
    begin(&mut tab, &site);
    is_asked(&mut tab);
    tab.look(&format!("maharaja-begin-{size}"));
    let mut plans = 0;
    while is_asked(&mut tab) {
        if is_there(&mut tab, ".wheel") {
            plans += 1;
            if plans == 3 {
                tab.look(&format!("maharaja-plan-{size}"));
            }
        }
        if plans == 4 && is_there(&mut tab, ".spot.lit[data-action^='statue']") {
            plans += 10;
            tab.look(&format!("maharaja-build-{size}"));
        }
        decide(&mut tab);
    }
    tab.look(&format!("maharaja-end-{size}"));
    assert!(plans >= 7, "planned only {plans} times");
}

#[test]
fn maharaja_from_beginning_to_end_at_a_desk() {
    play(Device::Desk, "1440x900");
}

#[test]
fn maharaja_from_beginning_to_end_on_a_phone() {
    play(Device::Phone, "390x844");
}
