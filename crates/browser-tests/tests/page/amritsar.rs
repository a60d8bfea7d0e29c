//! Amritsar on its drawn board.

use browser_tests::{Browser, Device, Site, Tab};
use serde_json::json;

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
    while tab.is_asked() && !tab.has(&asked) {
        tab.decide();
    }
}

#[test]
fn alone_against_the_maharajah_from_beginning_to_end() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    tab.open(&format!("{}/new/amritsar", site.address));
    tab.choose("#players", "1");
    tab.click("#begin");
    tab.is_asked();
    assert_eq!(tab.count(".his-row"), 5);
    let (mut decisions, mut told) = (0, 0);
    while tab.is_asked() {
        tab.decide();
        decisions += 1;
        told = told.max(tab.count(".log-block.seat-1 li"));
        if decisions == 40 {
            tab.is_asked();
            tab.look("alone-amritsar-1440x900");
        }
    }
    assert!(
        decisions > 60 && told > 3,
        "{decisions} decisions, {told} steps of the Maharajah"
    );
    assert_eq!(tab.count(".ranking tbody tr"), 2);
    // The last decade was told, with the Maharajah's objective.
    assert!(
        tab.text(".log").contains("for “counters"),
        "{}",
        tab.text(".log")
    );
}

/// Looks at a game from its beginning to its end.
fn play(device: Device, size: &str) {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(device);
    tab.open(&format!("{}/new/amritsar", site.address));
    tab.choose("#players", "2");
    tab.click("#begin");
    tab.is_asked();
    tab.look(&format!("begin-amritsar-{size}"));
    tab.play(24);
    tab.is_asked();
    tab.look(&format!("table-amritsar-{size}"));
    tab.play_on();
    tab.look(&format!("end-amritsar-{size}"));
    assert_eq!(tab.count(".ranking tbody tr"), 2);
    tab.walk_through();
}

#[test]
fn amritsar_from_beginning_to_end_at_a_desk() {
    play(Device::Desk, "1440x900");
}

#[test]
fn amritsar_from_beginning_to_end_on_a_phone() {
    play(Device::Phone, "390x844");
}

/// Before anything is decided, the board shows where the workers would go and what the last one would find.
#[test]
fn pointing_at_a_section_shows_the_way_of_its_workers() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.player(Device::Desk, &site, "amritsar");
    go_on_to(&mut tab, "lift");
    let version = tab.version();
    assert!(!tab.has(".landing"));
    point(&mut tab, "[data-action^='lift ']");
    tab.wait_for(".landing");
    assert_eq!(tab.version(), version);
    go_on_to(&mut tab, "land");
    assert_eq!(tab.count(".carried-worker"), 1);
    point(&mut tab, "[data-action^='land ']");
    tab.wait("document.querySelectorAll('.offered').length >= 3");
    tab.picture("landing-amritsar-1440x900-light");
    tab.click("[data-action^='land ']");
    tab.wait("!document.querySelector('.carried-worker')");
}

/// Whoever chooses the worker that acts reads where it would land, and a phone shows these places.
#[test]
fn the_choice_of_the_last_worker_says_and_shows_where_it_lands() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.player(Device::SmallPhone, &site, "amritsar");
    go_on_to(&mut tab, "drop");
    assert!(tab.text(".stage .choice-card.lit").contains("Lands in "));
    tab.wait("[...document.querySelectorAll('.leads')].every(e => { const r = e.getBoundingClientRect(), pan = document.querySelector('.pan').getBoundingClientRect(); return r.left >= pan.left - 1 && r.right <= pan.right + 1 && r.top >= pan.top - 1 && r.bottom <= pan.bottom + 1; })");
    assert!(tab.count(".leads") > 0);
    tab.picture("last-worker-amritsar-360x640");
}

#[test]
fn others_boards_are_shown_large_and_what_is_disabled_says_why() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.player(Device::Desk, &site, "amritsar");
    tab.is_asked();
    assert_eq!(tab.count(".belongings.look"), 2);
    tab.click(".belongings.look");
    tab.wait_for(".looked-at.elsewhere .household.seat-1");
    assert!(!tab.has(".household .piece"));
    tab.check_accessibility();
    tab.click(".to-own");
    tab.wait_for(".household.seat-0 .piece");
    go_on_to(&mut tab, "main");
    // A tile is lit on the town, and it is a card with what it brings.
    assert!(tab.has(".town [data-action^='main ']"));
    assert!(
        tab.text(".stage [data-action^='main ']")
            .contains("Main action.")
    );
    let tips = tab.run(
        "[...document.querySelectorAll('.tile-part:not(.lit)')].map(e => e.dataset.tip).join('\\n')",
    );
    let says = tips.as_str().unwrap();
    assert!(
        says.contains("Only a tile in the district of the active worker can be used."),
        "{says}"
    );
}

/// Ending the actions with something left is asked once, says what is lost, and is not what Enter presses.
#[test]
fn nothing_of_a_turn_is_lost_by_a_slip() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.player(Device::Desk, &site, "amritsar");
    let mut heights = Vec::new();
    while tab.is_asked() && !tab.has("[data-action^='main ']") {
        heights.push(tab.run("document.querySelector('.town').getBoundingClientRect().height"));
        tab.decide();
    }
    // The board keeps its size from decision to decision.
    heights.dedup();
    assert_eq!(heights.len(), 1, "{heights:?}");
    assert!(!tab.has("[data-action='done']") && !tab.has(".stage .primary"));
    let version = tab.version();
    tab.click(".choice-rest .choice.lit");
    tab.wait_for(".asks-once [data-action='done']");
    let says = tab.text(".asks-once");
    assert!(says.contains("Unused: a tile"), "{says}");
    tab.click(".asks-once .cancel");
    tab.wait("!document.querySelector('.asks-once')");
    assert_eq!(tab.version(), version);
}

/// A turn takes few clicks, and none where there is only one choice: the page carries that out.
#[test]
fn a_turn_takes_few_clicks() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    tab.open(&site.address);
    tab.run(r#"localStorage["durbar.settings"] = '{"speed":"instant","skip_moments":true,"single":true}'"#);
    // Choices seen at one moment, as their names. Which worker lands last is a choice, although another one is left first in any case.
    let choices = "[...new Set([...document.querySelectorAll('.table-grid :is([data-action], .lit):not(:disabled, [aria-disabled])')].map(e => e.dataset.action?.startsWith('drop ') ? e.getAttribute('aria-label') : e.dataset.action ?? e.textContent))]";
    let (mut clicks, mut alone, mut needless) = (0, 0, Vec::new());
    // How many clicks a turn takes depends on the game, so one game says little.
    const GAMES: u64 = 2;
    for _ in 0..GAMES {
        tab.open(&format!("{}/new/amritsar", site.address));
        tab.choose("#players", "3");
        tab.click("#begin");
        tab.run("(window.heard = 0, addEventListener('click', event => { if (event.isTrusted && event.target.closest('.table-grid')) window.heard += 1; }, true), addEventListener('keydown', event => { if (event.key === 'Enter' && event.target.matches('.table-grid svg *')) window.heard += 1; }, true), 0)");
        while tab.is_asked() {
            let version = tab.version();
            if tab.run(&format!("{choices}.length")) == 1 {
                alone += 1;
                for _ in 0..40 {
                    std::thread::sleep(std::time::Duration::from_millis(100));
                    if tab.has(".end") || tab.version() != version {
                        break;
                    }
                }
                if tab.has(".end") || tab.version() != version {
                    continue;
                }
                needless.push(tab.run(choices));
            }
            tab.decide();
        }
        clicks += tab.run("window.heard").as_u64().unwrap();
    }
    // Four rounds in each of three decades.
    let turns = GAMES * 12;
    eprintln!(
        "{clicks} clicks in {turns} turns; {alone} decisions had one choice; clicked all the same: {needless:?}"
    );
    // Whoever plays at random, and is asked in others' turns whether to follow, needs between six and seven.
    assert!(clicks <= 7 * turns && alone > 0, "{clicks} clicks");
    assert!(needless.is_empty(), "{needless:?}");
}
