//! Local play.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use browser_tests::{Browser, Device, Site, Tab};

/// Plays the first choice again and again until the game is over.
fn play_to_the_end(tab: &mut Tab) -> u32 {
    let mut decisions = 0;
    loop {
        tab.wait("document.querySelector('.end') || document.querySelector('.choice')");
        if tab.run("!!document.querySelector('.end')") == true {
            return decisions;
        }
        let version = tab.run("document.querySelector('.table').dataset.version");
        tab.click(".choice");
        tab.wait(&format!(
            "document.querySelector('.table').dataset.version !== {version}"
        ));
        decisions += 1;
    }
}

#[test]
fn a_whole_game_of_each_kind_against_bots_by_clicking() {
    let (site, browser) = (Site::open(), Browser::start());
    for game in ["taj-mahal", "amritsar", "maharaja"] {
        let mut tab = browser.person(Device::Desk);
        tab.open(&site.address);
        tab.click(".settings-button");
        tab.choose(".settings .speed", "instant");
        tab.click(&format!("[data-game='{game}'] .play-now"));
        let decisions = play_to_the_end(&mut tab);
        assert!(decisions >= 10, "{game}: only {decisions} decisions");
        assert_eq!(
            tab.run("document.querySelectorAll('.ranking tbody tr').length"),
            3,
            "{game}"
        );
        assert_eq!(tab.errors(), Vec::<String>::new(), "{game}");
    }
}
