//! Every page in light and dark, at a desk and on a phone: no barriers, no errors, and pictures for the documentation.

use browser_tests::{Browser, Device, Site};

fn visit(device: Device, size: &str) {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(device);
    tab.open(&site.address);
    tab.wait_for(".card button.play-now");
    tab.look(&format!("start-{size}"));
    tab.click(".settings-button");
    tab.look(&format!("settings-{size}"));
    for game in ["taj-mahal", "amritsar", "maharaja"] {
        tab.open(&format!("{}/new/{game}", site.address));
        tab.wait_for("#begin");
        tab.look(&format!("new-{game}-{size}"));
        tab.open(&site.address);
        tab.play_now(game);
        tab.play(6);
        tab.is_asked();
        tab.look(&format!("first-turns-{game}-{size}"));
    }
    tab.open(&format!("{}/tables", site.address));
    tab.wait_for(".table-list li");
    tab.look(&format!("tables-{size}"));
    tab.open(&format!("{}/no/such/place", site.address));
    tab.wait_for("main h1");
    // The browser itself says that the server knows no such place.
    let errors = tab.errors();
    assert!(
        errors.iter().all(|error| error.contains("404")),
        "{errors:?}"
    );
    tab.look(&format!("lost-{size}"));
}

#[test]
fn every_page_at_a_desk() {
    visit(Device::Desk, "1440x900");
}

#[test]
fn every_page_on_a_phone() {
    visit(Device::Phone, "390x844");
}
