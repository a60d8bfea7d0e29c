//! Before the game: what the lobby says, and how a guest comes from a link to the first move.

use crate::online::{anna_makes_a_table, ben_sits_down};
use browser_tests::{Browser, Device, Site};
use serde_json::json;
use std::time::Instant;

/// Counts touches of a page.
const COUNT_TAPS: &str = "(() => { window.taps = 0; addEventListener('touchstart', () => { window.taps += 1; }, true); })()";

#[test]
fn a_guest_comes_from_the_link_to_the_first_move_in_four_taps() {
    let (site, browser) = (Site::open(), Browser::start());
    let (mut anna, mut ben) = (browser.person(Device::Desk), browser.person(Device::Phone));
    let address = anna_makes_a_table(&mut anna, &site.address, "taj-mahal", "relaxed");
    let opened = Instant::now();
    ben.open(&address);
    ben.wait_for("#lobby-name");
    ben.run(COUNT_TAPS);
    // Everything that is needed is on the screen, without scrolling.
    let reachable = "['#lobby-name', '.lobby .sit'].every(s => { const r = document.querySelector(s).getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight; })";
    assert_eq!(ben.run(reachable), true);
    ben.picture("lobby-guest-390x844-light");
    ben.tap("#lobby-name");
    ben.call("Input.insertText", json!({"text": "Ben"}));
    ben.tap(".lobby .sit");
    ben.wait_for(".lobby .say-ready");
    let waiting = Instant::now();
    anna.click(".lobby .start:not(:disabled)");
    ben.wait("!document.querySelector('.lobby')");
    while !ben.decides() {
        anna.decide();
        ben.soon("document.querySelector('[data-action], .lit')");
    }
    let waited = waiting.elapsed();
    ben.act();
    ben.wait("!document.querySelector('.stage.mine')");
    let took = opened.elapsed() - waited;
    let taps = ben.run("window.taps").as_u64().unwrap();
    println!("from the link to the first move: {taps} taps, {took:.1?} without waiting for Anna");
    assert!(taps <= 4, "{taps} taps");
    assert_eq!(ben.errors(), Vec::<String>::new());
}

#[test]
fn the_lobby_tells_what_is_played_and_who_is_there() {
    let (site, browser) = (Site::open(), Browser::start());
    let (mut anna, mut ben, mut carl) = (
        browser.person(Device::Desk),
        browser.person(Device::Phone),
        browser.person(Device::Phone),
    );
    anna.open(&format!("{}/new/maharaja", site.address));
    anna.click("#place-online");
    // Nobody sits down without a name.
    anna.click("#begin");
    anna.wait("document.querySelector('[role=alert]')?.textContent.includes('Enter your name')");
    let address = anna_makes_a_table(&mut anna, &site.address, "maharaja", "live");
    let facts = anna.text(".lobby .facts");
    assert!(
        facts.contains("20 minutes each for the whole game, and 15 seconds more"),
        "{facts}"
    );
    assert_eq!(anna.text(".lobby h2"), "Maharaja");
    anna.click(".scan");
    anna.wait_for(".lobby .qr path");
    anna.wait("document.querySelector('.lobby .seat-0 .presence').textContent === 'here'");
    // Without a name, the field is where the guest is led.
    ben.open(&address);
    ben.click(".lobby .sit");
    ben.wait("document.activeElement.id === 'lobby-name' && document.querySelector('.notice')");
    ben_sits_down(&mut ben, &address);
    ben.check_accessibility();
    ben.picture("lobby-seated-390x844-light");
    carl.open(&address);
    carl.wait_for(".lobby .watching");
    ben.click(".lobby .say-ready");
    anna.wait("document.querySelector('.lobby .start').textContent.includes('anyway')");
    ben.click(".lobby .rename");
    ben.click("#lobby-name");
    ben.press("Enter");
    ben.wait_for(".lobby .rename");
    ben.click(".lobby .say-ready");
    anna.click("#shuffle");
    ben.wait("document.querySelector('.lobby').textContent.includes('The seats are drawn')");
    anna.check_accessibility();
    anna.picture("lobby-1440x900-light");
    anna.click(".lobby .start:not(:disabled)");
    for tab in [&mut anna, &mut ben, &mut carl] {
        tab.wait("!document.querySelector('.lobby') && document.querySelector('.stage')");
    }
    carl.wait_for(".notice.watching");
    assert_eq!(ben.errors(), Vec::<String>::new());
    assert_eq!(anna.errors(), Vec::<String>::new());
}
