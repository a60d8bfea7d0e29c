//! Games without a mouse: by finger, by keys, and by what a screen reader is told.

use browser_tests::{Browser, Device, Site, Tab};

fn play(game: &str, to_the_end: fn(&mut Tab)) {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.player(Device::Desk, &site, game);
    to_the_end(&mut tab);
    tab.wait_for(".end .ranking");
    assert_eq!(tab.errors(), Vec::<String>::new());
}

#[test]
fn a_tap_does_one_thing() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.player(Device::Phone, &site, "maharaja");
    // Each tap checks what the one before it did.
    tab.play(40);
    assert_eq!(tab.errors(), Vec::<String>::new());
}

#[test]
fn taj_mahal_by_keys() {
    play("taj-mahal", Tab::play_on_by_keys);
}

#[test]
fn amritsar_by_keys() {
    play("amritsar", Tab::play_on_by_keys);
}

#[test]
fn maharaja_by_keys() {
    play("maharaja", Tab::play_on_by_keys);
}

#[test]
fn taj_mahal_by_screen_reader() {
    play("taj-mahal", Tab::play_on_by_screen_reader);
}

#[test]
fn amritsar_by_screen_reader() {
    play("amritsar", Tab::play_on_by_screen_reader);
}

#[test]
fn maharaja_by_screen_reader() {
    play("maharaja", Tab::play_on_by_screen_reader);
}
