//! The rules of the games: a page that can be searched and printed, and a drawer beside the board that opens at what explains a thing.

use browser_tests::{Browser, Device, Site};
use serde_json::json;

const GAMES: [&str; 3] = ["taj-mahal", "amritsar", "maharaja"];

#[test]
fn the_rules_are_a_page_with_contents_and_a_search() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    for (game, section) in GAMES.iter().zip(["withdrawing", "landing", "tolls"]) {
        // An address leads to its section.
        tab.open(&format!("{}/rules/{game}#{section}", site.address));
        tab.wait_for(".rules-section table");
        tab.wait(&format!("document.activeElement.id === '{section}'"));
        tab.wait("scrollY > 500");
        tab.check_accessibility();
        tab.picture(&format!("rules-page-{game}-section-1280x800"));
        let contents = "document.querySelectorAll('.contents a').length";
        let headings =
            "document.querySelectorAll('.rules-section > :is(h2, h3):not([id^=short-])').length";
        assert_eq!(tab.run(contents), tab.run(headings));
        tab.run("scrollTo(0, 0)");
        tab.picture(&format!("rules-page-{game}-1280x800"));
        tab.click(".contents a[href='#end']");
        tab.wait("document.activeElement.id === 'end' && location.hash === '#end'");
    }
    // Printed, they are nothing but the rules.
    tab.call("Emulation.setEmulatedMedia", json!({"media": "print"}));
    let left = "[...document.querySelectorAll('header, .rules-search, .contents, .rules button')].filter(e => e.checkVisibility()).length";
    assert_eq!(tab.run(left), 0);
    assert_eq!(
        tab.run("getComputedStyle(document.body).backgroundColor"),
        "rgb(255, 255, 255)"
    );
    tab.call("Emulation.setEmulatedMedia", json!({"media": ""}));
    // By keyboard: a search shows only what has all words.
    tab.run("document.querySelector('.rules-search input').focus()");
    tab.call("Input.insertText", json!({"text": "toll owner"}));
    let shown =
        "[...document.querySelectorAll('.rules-section')].filter(e => e.checkVisibility()).length";
    tab.wait(&format!("{shown} > 0 && {shown} < 12"));
    assert_eq!(
        tab.run("document.querySelector('#tolls').checkVisibility()"),
        true
    );
    assert_eq!(
        tab.run("document.querySelector('#aim').checkVisibility()"),
        false
    );
    tab.picture("rules-search-1280x800");
    tab.call("Input.insertText", json!({"text": "xyz"}));
    tab.wait("document.querySelector('.nothing-found').textContent.length > 5");
    assert_eq!(tab.errors(), Vec::<String>::new());
}

#[test]
fn the_rules_fit_on_a_phone_in_each_language() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Phone);
    tab.open(&site.address);
    for (language, title) in [("de", "Das Ziel"), ("ru", "Цель"), ("en", "The aim")] {
        tab.click(".settings-button");
        tab.choose("#language", language);
        tab.wait(&format!("document.documentElement.lang === '{language}'"));
        for game in GAMES {
            tab.open(&format!("{}/rules/{game}", site.address));
            tab.wait("document.querySelector('#aim')?.checkVisibility()");
            assert_eq!(tab.text("#aim"), title);
            let wider =
                "document.documentElement.scrollWidth > document.documentElement.clientWidth";
            assert_eq!(
                tab.run(wider),
                false,
                "{game} in {language} is wider than the screen"
            );
            tab.picture(&format!("rules-page-{game}-{language}-390x844"));
            tab.run("document.querySelector('.drawing').scrollIntoView()");
            tab.picture(&format!("rules-page-{game}-{language}-drawing-390x844"));
        }
        tab.check_accessibility();
    }
    assert_eq!(tab.errors(), Vec::<String>::new());
}

#[test]
fn beside_the_board_the_rules_can_be_searched_and_need_no_server() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.player(Device::Phone, &site, "maharaja");
    tab.is_asked();
    tab.wait("navigator.serviceWorker.controller");
    tab.offline(true);
    tab.click(".menu summary");
    tab.click(".menu .rules-button");
    tab.wait(
        "document.activeElement.id === 'rules-title' && document.querySelector('.drawer table')",
    );
    tab.picture("rules-drawer-390x844");
    tab.click(".drawer .contents summary");
    tab.click(".drawer .contents a[href='#rules-bot-turn']");
    tab.wait("document.activeElement.id === 'rules-bot-turn'");
    tab.check_accessibility();
    tab.picture("rules-drawer-section-390x844");
    let wider = "(e => e.scrollWidth > e.clientWidth)(document.querySelector('.drawer-text'))";
    assert_eq!(tab.run(wider), false);
    tab.run("document.querySelector('.drawer [type=search]').focus()");
    tab.call("Input.insertText", json!({"text": "brahmabot shrine"}));
    tab.wait("!document.querySelector('#rules-aim').checkVisibility()");
    tab.picture("rules-drawer-search-390x844");
    tab.press("Escape");
    tab.wait("!document.querySelector('.drawer')");
    tab.offline(false);
}
