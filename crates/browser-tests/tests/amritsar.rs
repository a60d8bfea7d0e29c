//! Amritsar on its drawn board.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use browser_tests::{Browser, Device, Site, Tab};

fn begin(tab: &mut Tab, site: &Site) {
    tab.open(&site.address);
    tab.click(".settings-button");
    tab.choose(".settings .speed", "instant");
    tab.click("[data-game='amritsar'] .play-now");
    tab.is_asked();
}

/// Plays a whole game, and looks at its beginning, its middle and its end.
fn play(device: Device, size: &str) {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(device);
    begin(&mut tab, &site);
    tab.look(&format!("amritsar-begin-{size}"));
    let (mut decisions, mut donations) = (0, 0);
    while tab.is_asked() {
        if tab.run("!!document.querySelector('.space-place.lit')") == true {
            donations += 1;
        }
        tab.decide();
        decisions += 1;
        if decisions == 60 {
            tab.is_asked();
            tab.look(&format!("amritsar-middle-{size}"));
        }
    }
    tab.look(&format!("amritsar-end-{size}"));
    assert!(
        decisions > 60 && donations > 0,
        "{decisions} decisions, {donations} donations"
    );
    assert_eq!(
        tab.run("document.querySelectorAll('.ranking tbody tr').length"),
        3
    );
}

#[test]
fn amritsar_from_beginning_to_end_at_a_desk() {
    play(Device::Desk, "1440x900");
}

#[test]
fn amritsar_from_beginning_to_end_on_a_phone() {
    play(Device::Phone, "390x844");
}
