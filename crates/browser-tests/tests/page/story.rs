//! What happened is told: in steps, and in cards that stop the game.

use browser_tests::{Browser, Device, Site, Tab};

/// Somebody with these settings who begins a game against bots.
fn player(browser: &Browser, site: &Site, settings: &str, game: &str) -> Tab {
    let mut tab = browser.person(Device::Desk);
    tab.open(&site.address);
    tab.run(&format!(
        "localStorage['durbar.settings'] = JSON.stringify({settings})"
    ));
    tab.open(&site.address);
    tab.play_now(game);
    tab
}

/// Decides until others act.
fn end_turn(tab: &mut Tab) {
    tab.is_asked();
    tab.act();
    tab.wait_for(".story-now");
}

#[test]
fn a_story_is_told_in_steps_skipped_and_looked_at_again() {
    let (site, browser) = (Site::open(), Browser::start());
    let settings = r#"{"speed": "slow", "skip_moments": true}"#;
    let mut tab = player(&browser, &site, settings, "taj-mahal");
    end_turn(&mut tab);
    // One sentence, with the mark of the one who acts, and announced.
    let told = tab.text(".story-now");
    assert!(!told.is_empty() && tab.has(".story-now .player-mark"));
    tab.wait("document.querySelector('#news').textContent !== ''");
    assert_eq!(tab.text(".story-button"), "Skip");
    // The next sentence comes by itself.
    tab.wait(&format!(
        "document.querySelector('.story-now')?.textContent !== {}",
        serde_json::json!(told)
    ));
    // After a skip, everything until my turn comes at once.
    if tab.text(".story-button") == "Skip" {
        tab.click(".story-button");
    }
    tab.wait_for(".since li");
    assert!(tab.decides());
    assert_eq!(tab.text(".story-button"), "Look again");
    tab.click(".story-button");
    tab.wait_for(".story-now");
    assert!(!tab.has(".since"));
    tab.click(".story-button");
    tab.wait_for(".since");
}

/// Notes whether choices are there while something is told.
const WATCH: &str = "(() => {
    window.early = 0;
    const look = () => {
        const asked = document.querySelector('.table-grid :is([data-action], .lit):not(:disabled, [aria-disabled])');
        // Where all plan at once, what others do takes nothing away.
        const together = document.querySelector('.wheel-part.lit');
        if (document.querySelector('.story-now') && asked && !together) window.early += 1;
    };
    new MutationObserver(look).observe(document.querySelector('.table'), { subtree: true, childList: true, attributes: true });
})()";

#[test]
fn nothing_is_lit_before_the_story_has_been_told() {
    let (site, browser) = (Site::open(), Browser::start());
    for game in ["taj-mahal", "amritsar", "maharaja"] {
        let settings = r#"{"speed": "fast", "skip_moments": true}"#;
        let mut tab = player(&browser, &site, settings, game);
        tab.is_asked();
        tab.run(WATCH);
        for _ in 0..6 {
            tab.decide();
            tab.is_asked();
        }
        assert_eq!(tab.run("window.early"), 0, "{game}");
        assert_eq!(tab.errors(), Vec::<String>::new());
    }
}

#[test]
fn what_happened_since_my_turn_stays_until_i_act() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.player(Device::Desk, &site, "taj-mahal");
    tab.decide();
    tab.is_asked();
    tab.wait_for(".since li");
    // Pictures, and one line for each player, on every screen.
    assert!(tab.has(".since-signs svg"));
    for (device, size) in Device::ALL {
        tab.turn(device);
        let higher = tab.run("[...document.querySelectorAll('.since li')].filter(line => line.getBoundingClientRect().height > 40).length");
        assert_eq!(higher, 0, "{size}");
    }
    tab.turn(Device::Desk);
    let since = tab.text(".since");
    tab.call("Page.reload", serde_json::json!({}));
    tab.is_asked();
    tab.wait_for(".since li");
    assert_eq!(tab.text(".since"), since);
    tab.check_accessibility();
    let version = tab.version();
    tab.decide();
    tab.is_asked();
    assert!(tab.version() > version);
    assert_ne!(tab.text(".since"), since);
}

#[test]
fn a_moment_stops_a_game_with_bots_until_continue() {
    let (site, browser) = (Site::open(), Browser::start());
    let settings = r#"{"speed": "instant"}"#;
    let mut tab = player(&browser, &site, settings, "taj-mahal");
    while !tab.has(".moment[open]") {
        tab.wait_for(".moment[open], [data-action]:not(:disabled):not([aria-disabled='true']), .lit:not(:disabled)");
        if !tab.has(".moment[open]") {
            tab.act();
            tab.soon("document.querySelector('.moment[open], .lit:not(:disabled)')");
        }
    }
    assert!(tab.text(".moment h2").starts_with("Visit 1"));
    assert_eq!(tab.count(".moment tbody tr"), 3);
    assert_eq!(
        tab.run("document.activeElement.matches('.moment button')"),
        true
    );
    tab.check_accessibility();
    // Nothing goes on behind it.
    let version = tab.version();
    assert!(!tab.soon(&format!(
        "document.querySelector('.table').dataset.version !== '{version}'"
    )));
    tab.press("Enter");
    tab.wait("!document.querySelector('.moment[open]')");
    assert!(tab.is_asked());
    assert!(tab.text(".log h3").starts_with("Visit 2"));
}
