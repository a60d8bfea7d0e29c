//! The frame around the boards.

use browser_tests::{Browser, Device, Site};
use serde_json::json;

#[test]
fn rules_are_at_hand_on_a_page_and_beside_the_board() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    for game in ["taj-mahal", "amritsar", "maharaja"] {
        tab.open(&format!("{}/rules/{game}", site.address));
        tab.wait("document.querySelectorAll('.rules h3').length > 4");
        tab.check_accessibility();
        tab.open(&site.address);
        tab.play_now(game);
        tab.click(".rules-button");
        tab.wait_for(".drawer h3");
        tab.check_accessibility();
        tab.picture(&format!("rules-{game}-1440x900-light"));
        tab.click(".drawer button");
        tab.wait("!document.querySelector('.drawer')");
    }
    assert_eq!(tab.errors(), Vec::<String>::new());
}

#[test]
fn light_and_dark_and_the_language_are_kept() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Phone);
    tab.open(&site.address);
    tab.click(".settings-button");
    tab.choose("#theme", "dark");
    tab.choose("#language", "ru");
    tab.wait("document.documentElement.dataset.theme === 'dark' && document.documentElement.lang === 'ru'");
    tab.check_accessibility();
    tab.open(&format!("{}/tables", site.address));
    tab.wait_for("main h1");
    assert_eq!(tab.run("document.documentElement.dataset.theme"), "dark");
    assert_eq!(tab.text("main h1"), "Мои столы");
}

#[test]
fn a_deleted_table_can_be_restored_and_each_place_has_a_title() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.player(Device::Desk, &site, "taj-mahal");
    tab.is_asked();
    tab.click(".menu summary");
    tab.click(".menu [href='/tables']");
    tab.wait("document.title === 'My tables · Durbar'");
    tab.click(".table-list button");
    tab.wait("document.querySelector('.table-list li') === null");
    tab.check_accessibility();
    tab.click(".restore");
    tab.wait_for(".table-list li");
    tab.click("[href='/replay']");
    tab.wait("document.title === 'Replay · Durbar'");
    tab.click(".brand");
    tab.wait("document.title === 'Durbar: three board games of India'");
}

#[test]
fn without_storage_a_game_can_still_be_played() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    let script = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } })";
    tab.call(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({"source": script}),
    );
    tab.open(&site.address);
    tab.play_now("amritsar");
    tab.is_asked();
    tab.click(".menu summary");
    tab.click(".menu [href='/tables']");
    tab.wait_for("main [role='alert']");
    tab.wait_for(".table-list li");
}

#[test]
fn a_mistake_of_the_page_says_so_and_loses_no_game() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.player(Device::Desk, &site, "taj-mahal");
    tab.play(3);
    tab.is_asked();
    let (version, hand) = (tab.version(), tab.count(".hand-card"));
    tab.run("dispatchEvent(new Event('mistake'))");
    tab.wait_for(".broken [role='alert']");
    tab.check_accessibility();
    assert!(tab.text(".broken pre").contains("a mistake <for a test>"));
    tab.errors();
    tab.click(".broken a");
    tab.click(".go-on a");
    tab.is_asked();
    assert_eq!((tab.version(), tab.count(".hand-card")), (version, hand));
}

#[test]
fn a_tap_chooses_and_a_long_press_explains() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.player(Device::Phone, &site, "taj-mahal");
    tab.with_movements();
    tab.call(
        "Emulation.setTouchEmulationEnabled",
        json!({"enabled": true}),
    );
    let card = ".hand-card.lit:not(.of-white):not(.of-special)";
    tab.wait_for(card);
    tab.touch(card, 0);
    tab.wait_for(".hand-card.chosen");
    assert!(!tab.has(".tip.shown"));
    tab.touch(".hand-card.chosen", 700);
    tab.wait_for(".tip.shown");
    // From there to the rules, at the paragraph about it.
    tab.touch(".tip-rules", 0);
    tab.wait("document.activeElement.id === 'rules-laying'");
    assert!(!tab.has(".tip.shown"));
    assert_eq!(tab.errors(), Vec::<String>::new());
}

#[test]
fn a_double_tap_brings_a_part_of_a_drawing_near_and_back() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.player(Device::Phone, &site, "amritsar");
    let nothing = ".temple-tile";
    while tab.is_asked() && !tab.shows(nothing) {
        tab.decide();
    }
    // Nothing lies on the drawing that a finger could hit instead.
    assert!(!tab.shows(".pan-buttons"));
    let is_near = "document.querySelector('.town svg').viewBox.baseVal.width < 500";
    let version = tab.version();
    for near in [true, false] {
        // The second of two taps that follow each other soon enough; on a busy machine, more of them.
        let mut taps = 0;
        while tab.run(is_near) != near {
            tab.touch(nothing, 0);
            taps += 1;
            assert!(taps < 40, "near: {near}");
        }
        assert!(taps > 1, "one tap alone changes nothing");
    }
    assert_eq!(tab.version(), version, "and does nothing else");
}

#[test]
fn the_keyboard_finds_the_rules_of_what_it_points_at() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.player(Device::Desk, &site, "taj-mahal");
    tab.is_asked();
    tab.run("document.querySelector('.withdraw.lit').focus({focusVisible: true})");
    tab.wait_for(".tip.shown");
    assert_eq!(
        tab.run("document.querySelector('.withdraw').getAttribute('aria-describedby')"),
        "tip"
    );
    tab.press("?");
    tab.wait("document.activeElement.id === 'rules-withdrawing'");
    assert!(!tab.has("[aria-describedby='tip']"));
    assert!(tab.count(".drawer .pictures svg") >= 10);
    tab.press("Escape");
    tab.wait("document.activeElement.matches('.withdraw')");
}

#[test]
fn each_choice_shows_the_digit_that_chooses_it() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.player(Device::Desk, &site, "taj-mahal");
    tab.is_asked();
    tab.wait_for(".hand-card[data-digit='2']");
    let card = tab.run("document.querySelector('.hand-card:nth-child(2)').dataset.card");
    tab.press("2");
    tab.wait_for(".hand-card.chosen");
    assert_eq!(
        tab.run("document.querySelector('.hand-card.chosen').dataset.card"),
        card
    );
    let mut phone = browser.player(Device::Phone, &site, "taj-mahal");
    phone.is_asked();
    assert!(!phone.has("[data-digit]"), "a phone has no keys");
}

#[test]
fn the_settings_close_when_one_goes_elsewhere() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    tab.open(&site.address);
    tab.click(".settings-button");
    tab.wait_for("#settings");
    tab.click("nav [href='/tables']");
    tab.wait("document.title === 'My tables · Durbar'");
    assert!(!tab.has("#settings"));
}

/// Whether the tooltip of the lit places covers another one, or its own.
const COVERS: &str = "(() => {
    const tip = document.querySelector('.tip.shown').getBoundingClientRect();
    return [...document.querySelectorAll('.table-grid :is([data-action], .lit):not(:disabled, [aria-disabled])')].filter(e => e.checkVisibility()).some(e => {
        const lit = e.getBoundingClientRect();
        return Math.min(tip.right, lit.right) - Math.max(tip.left, lit.left) > 1 && Math.min(tip.bottom, lit.bottom) - Math.max(tip.top, lit.top) > 1;
    });
})()";

#[test]
fn an_explainer_covers_nothing_that_can_be_chosen() {
    let (site, browser) = (Site::open(), Browser::start());
    for game in ["taj-mahal", "amritsar", "maharaja"] {
        let mut tab = browser.player(Device::Laptop, &site, game);
        tab.is_asked();
        for number in 0..6 {
            tab.run(&format!(
                "(all => all[{number} % all.length]?.focus({{ focusVisible: true }}))([...document.querySelectorAll('.table-grid :is(.lit, [data-action])[data-tip]:not(:disabled, [aria-disabled])')].filter(e => e.checkVisibility()))"
            ));
            tab.wait_for(".tip.shown");
            tab.run("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => 1)");
            assert_eq!(tab.run(COVERS), false, "{game}, {number}");
        }
    }
}
