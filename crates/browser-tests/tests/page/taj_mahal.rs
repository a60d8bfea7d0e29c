//! Taj Mahal on its drawn board.

use browser_tests::{Browser, Device, Site};

/// Plays a whole game, and looks at its beginning, its middle and its end.
fn play(device: Device, size: &str) {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.player(device, &site, "taj-mahal");
    tab.is_asked();
    tab.look(&format!("begin-taj-mahal-{size}"));
    while !(tab.has(".tm-journey li:nth-child(7).now") && tab.has(".withdraw.lit")) {
        tab.decide();
        tab.is_asked();
    }
    tab.look(&format!("table-taj-mahal-{size}"));
    assert!(
        tab.count(".tm-map .palace") > 0,
        "no palace stands after six visits"
    );
    tab.play_on(device);
    tab.look(&format!("end-taj-mahal-{size}"));
    let lights_up = "[...document.querySelectorAll('.log li')].some(entry => { entry.dispatchEvent(new PointerEvent('pointerenter')); return document.querySelector('.city.named'); })";
    assert_eq!(tab.run(lights_up), true, "the log names cities");
    assert_eq!(tab.count(".ranking tbody tr"), 3);
    tab.walk_through();
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
    let mut tab = browser.player(Device::Desk, &site, "taj-mahal");
    tab.with_movements();
    tab.is_asked();
    let version = tab.version();
    let card = ".hand-card.lit:not(.of-white):not(.of-special)";
    tab.click(card);
    tab.wait_for(".tm-court.previewing td.changed");
    tab.wait_for(".confirm:not(:disabled)");
    tab.click(".hand-card.chosen");
    tab.wait("!document.querySelector('.tm-court.previewing')");
    tab.click(".withdraw.lit");
    tab.wait_for(".promised");
    assert_eq!(tab.version(), version);
}
