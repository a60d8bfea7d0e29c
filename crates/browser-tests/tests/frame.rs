//! The frame around the boards.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use browser_tests::{Browser, Device, Site};

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
fn without_storage_a_game_can_still_be_played() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    let script = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } })";
    tab.call(
        "Page.addScriptToEvaluateOnNewDocument",
        serde_json::json!({"source": script}),
    );
    tab.open(&site.address);
    tab.play_now("amritsar");
    tab.is_asked();
    tab.click("[href='/tables']");
    tab.wait_for("main [role='alert']");
    tab.wait_for(".table-list li");
}
