//! Taj Mahal on its drawn board.
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
    tab.click("[data-game='taj-mahal'] .play-now");
    tab.is_asked();
}

/// Plays a whole game, and looks at its beginning and its end.
fn play(device: Device, size: &str) {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(device);
    begin(&mut tab, &site);
    tab.look(&format!("taj-mahal-begin-{size}"));
    let (mut placed, mut taken) = (0, 0);
    while tab.is_asked() {
        if tab.run("!!document.querySelector('.city.lit')") == true {
            placed += 1;
        }
        if tab.run("!!document.querySelector('.offer.lit')") == true {
            taken += 1;
        }
        tab.decide();
    }
    tab.look(&format!("taj-mahal-end-{size}"));
    assert!(
        placed > 0 && taken >= 12,
        "{placed} palaces placed, {taken} cards taken"
    );
    assert_eq!(
        tab.run("document.querySelectorAll('.ranking tbody tr').length"),
        3
    );
}

#[test]
fn taj_mahal_from_beginning_to_end_at_a_desk() {
    play(Device::Desk, "1440x900");
}

#[test]
fn taj_mahal_from_beginning_to_end_on_a_phone() {
    play(Device::Phone, "390x844");
}

/// Choosing a card changes the tally before anything is laid; choosing it again takes that back.
#[test]
fn a_chosen_card_shows_the_tally_to_come() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    begin(&mut tab, &site);
    let version = tab.run("document.querySelector('.table').dataset.version");
    let card = ".hand-card.lit:not(.of-white):not(.of-special)";
    tab.click(card);
    tab.wait_for(".tm-court.previewing td.changed");
    tab.wait_for(".confirm:not(:disabled)");
    tab.click(".hand-card.chosen");
    tab.wait("!document.querySelector('.tm-court.previewing')");
    tab.click(".withdraw.lit");
    tab.wait_for(".promised");
    assert_eq!(
        tab.run("document.querySelector('.table').dataset.version"),
        version
    );
}
