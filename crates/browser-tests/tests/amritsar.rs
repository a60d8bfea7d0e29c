//! Amritsar on its drawn board.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use browser_tests::{Browser, Device, Site, Tab};
use serde_json::json;

/// Others' moves are shown at once.
fn hurry(tab: &mut Tab, site: &Site) {
    tab.open(&site.address);
    tab.click(".settings-button");
    tab.choose(".settings .speed", "instant");
    tab.click(".settings-button");
}

/// A game against two bots.
fn begin(tab: &mut Tab, site: &Site) {
    hurry(tab, site);
    tab.click("[data-game='amritsar'] .play-now");
    tab.is_asked();
}

fn count(tab: &mut Tab, selector: &str) -> u64 {
    let count = tab.run(&format!("document.querySelectorAll(\"{selector}\").length"));
    count.as_u64().unwrap()
}

/// Points with the mouse at the middle of something.
fn point(tab: &mut Tab, selector: &str) {
    tab.wait_for(selector);
    let place = tab.run(&format!(
        "(() => {{ const r = document.querySelector(\"{selector}\").getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
    ));
    tab.call(
        "Input.dispatchMouseEvent",
        json!({"type": "mouseMoved", "x": place[0], "y": place[1]}),
    );
}

/// Decides until the board asks for something of this kind.
fn go_on_to(tab: &mut Tab, action: &str) {
    let asked = format!("[data-action^='{action} ']");
    while tab.is_asked() && count(tab, &asked) == 0 {
        tab.decide();
    }
}

#[test]
fn alone_against_the_maharajah_from_beginning_to_end() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    hurry(&mut tab, &site);
    tab.open(&format!("{}/new/amritsar", site.address));
    tab.choose("#players", "1");
    tab.click("#begin");
    tab.is_asked();
    assert_eq!(count(&mut tab, ".his-row"), 5);
    let (mut decisions, mut donations, mut turns) = (0, 0, 0);
    while tab.is_asked() {
        donations += u32::from(count(&mut tab, ".space-place.lit") > 0);
        tab.decide();
        decisions += 1;
        turns = turns.max(count(&mut tab, ".maharajah .told li"));
        if decisions == 40 {
            tab.is_asked();
            tab.look("amritsar-alone-1440x900");
        }
    }
    assert!(decisions > 60, "{decisions} decisions");
    assert!(donations > 0 && turns > 3, "{donations}, {turns}");
    assert_eq!(count(&mut tab, ".ranking tbody tr"), 2);
    // Three decades were told, the last one with the objectives.
    assert!(tab.text(".told").contains("for C"), "{}", tab.text(".told"));
    tab.look("amritsar-alone-end-1440x900");
}

#[test]
fn on_a_phone_the_board_comes_near_to_what_is_asked() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Phone);
    begin(&mut tab, &site);
    tab.look("amritsar-begin-390x844");
    go_on_to(&mut tab, "main");
    tab.wait_for(".pan.near");
    tab.look("amritsar-actions-390x844");
    tab.click(".tile-part.lit");
    tab.wait("!document.querySelector('.pan.near') || document.querySelector('.choice')");
}

/// Before anything is decided, the board shows where the workers would go and what the last one would find.
#[test]
fn pointing_at_a_section_shows_the_way_of_its_workers() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    begin(&mut tab, &site);
    go_on_to(&mut tab, "lift");
    let version = tab.run("document.querySelector('.table').dataset.version");
    assert_eq!(count(&mut tab, ".landing"), 0);
    point(&mut tab, "[data-action^='lift ']");
    tab.wait_for(".landing");
    tab.look("amritsar-way-1440x900");
    assert_eq!(
        tab.run("document.querySelector('.table').dataset.version"),
        version
    );
    go_on_to(&mut tab, "land");
    assert!(count(&mut tab, ".carried-worker") == 1);
    point(&mut tab, "[data-action^='land ']");
    tab.wait("document.querySelectorAll('.offered').length >= 3");
    tab.click("[data-action^='land ']");
    tab.wait("document.querySelector('.carried-worker') === null");
}

#[test]
fn others_boards_are_shown_large_and_what_is_disabled_says_why() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    begin(&mut tab, &site);
    assert_eq!(count(&mut tab, ".belongings.look"), 2);
    tab.click(".belongings.look");
    tab.wait_for(".looked-at.elsewhere .household.seat-1");
    assert_eq!(count(&mut tab, ".household .piece"), 0);
    tab.check_accessibility();
    tab.click(".to-own");
    tab.wait_for(".household.seat-0 .piece");
    go_on_to(&mut tab, "main");
    let tips = tab.run(
        "[...document.querySelectorAll('.tile-part:not(.lit)')].map(e => e.dataset.tip).join('\\n')",
    );
    let says = tips.as_str().unwrap();
    assert!(
        says.contains("Only a tile in the district of the active worker can be used."),
        "{says}"
    );
}

#[test]
fn two_people_on_one_screen_keep_their_objectives_to_themselves() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Phone);
    tab.open(&format!("{}/new/amritsar", site.address));
    tab.choose("#players", "2");
    tab.choose(".chairs li:nth-child(2) select", "person");
    tab.click("#begin");
    let mut curtains = 0;
    for _ in 0..8 {
        tab.wait("document.querySelector('.curtain, .choice')");
        if count(&mut tab, ".curtain") > 0 {
            curtains += 1;
            assert_eq!(count(&mut tab, ".explained, .log"), 0);
            tab.click(".curtain button");
        }
        tab.decide();
    }
    assert!(curtains >= 2, "{curtains} curtains");
}

#[test]
fn two_people_and_a_spectator_who_sees_no_objective() {
    let (site, browser) = (Site::open(), Browser::start());
    let (mut anna, mut ben, mut carl) = (
        browser.person(Device::Desk),
        browser.person(Device::Phone),
        browser.person(Device::Desk),
    );
    anna.open(&format!("{}/new/amritsar", site.address));
    anna.click("#place-online");
    anna.choose("#players", "2");
    anna.choose(".chairs li:nth-child(2) select", "person");
    anna.click("#begin");
    anna.wait_for(".lobby");
    let address = anna.run("location.href").as_str().unwrap().to_owned();
    ben.open(&address);
    ben.click(".lobby .sit");
    carl.open(&address);
    anna.click(".lobby .start:not(:disabled)");
    carl.wait_for(".household");
    let mut decisions = 0;
    while decisions < 24 {
        for tab in [&mut anna, &mut ben] {
            if count(tab, ".choice") > 0 {
                tab.decide();
                decisions += 1;
            }
        }
    }
    let read = format!(
        "fetch('{}').then(r => r.json()).then(u => u.position.view.objectives.every(o => !o.hand.length && !Object.keys(o.played).length))",
        address.replace("/table/", "/api/tables/")
    );
    assert_eq!(carl.run(&read), true);
    assert_eq!(carl.text(".household .objective.laid"), "?");
    assert_eq!(count(&mut carl, ".objective.hand, .choice"), 0);
    assert_eq!(count(&mut ben, ".household .objective.hand"), 3);
    for tab in [&mut anna, &mut ben, &mut carl] {
        tab.check_accessibility();
        assert_eq!(tab.errors(), Vec::<String>::new());
    }
}

#[test]
fn a_turn_with_the_keyboard_alone() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    begin(&mut tab, &site);
    for _ in 0..9 {
        tab.is_asked();
        let version = tab.run("document.querySelector('.table').dataset.version");
        let mut steps = 0;
        while tab.run("document.activeElement.matches('.choice')") != true {
            tab.press("Tab");
            steps += 1;
            assert!(steps < 160, "nothing to choose can be reached");
        }
        tab.press("Enter");
        tab.wait(&format!(
            "document.querySelector('.table').dataset.version !== {version}"
        ));
    }
}
