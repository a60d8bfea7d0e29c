//! Local play.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use browser_tests::{Browser, Device, Site, Tab};

#[test]
fn a_whole_game_of_each_kind_against_bots_by_clicking() {
    let (site, browser) = (Site::open(), Browser::start());
    for game in ["taj-mahal", "amritsar", "maharaja"] {
        let mut tab = browser.player(Device::Desk, &site, game);
        let decisions = tab.play(u32::MAX);
        assert!(decisions >= 10, "{game}: only {decisions} decisions");
        assert_eq!(tab.count(".ranking tbody tr"), 3, "{game}");
        tab.check_accessibility();
        tab.run("scrollTo(0, 0)");
        tab.picture(&format!("end-{game}-1440x900-light"));
        walk_through(&mut tab);
        assert_eq!(tab.errors(), Vec::<String>::new(), "{game}");
    }
}

/// From the end of a game to its replay, and back and forth.
fn walk_through(tab: &mut Tab) {
    tab.click(".end-actions a");
    tab.wait_for(".replay-slider");
    tab.check_accessibility();
    tab.click(".replay-first");
    tab.wait("document.querySelector('.prompt-text').textContent.includes(' 0 ')");
    tab.click(".replay-forward");
    tab.wait("document.querySelector('.prompt-text').textContent.includes(' 1 ')");
    // To the last chapter, and one move further: that is still the same chapter.
    let last = "document.querySelector('.replay-stops option:last-child')";
    let place = tab.run(&format!("{last}.value"));
    tab.choose(".replay-stops", place.as_str().unwrap());
    tab.wait(&format!(
        "document.querySelector('.replay-slider').value === {place}"
    ));
    tab.click(".replay-forward");
    tab.wait(&format!("{last}.selected"));
    tab.choose(".replay-eyes", "1");
    tab.click(".replay-last");
    tab.wait("document.querySelector('.replay-slider').value === document.querySelector('.replay-slider').max");
}

/// Every move of a bot is an answer of the one worker, so the page itself never thinks.
#[test]
fn bots_think_beside_the_page() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    let count = "window.workers = window.answers = 0; window.Worker = class extends Worker { constructor(...how) { super(...how); workers += 1; this.addEventListener('message', () => { answers += 1; }); } };";
    tab.call(
        "Page.addScriptToEvaluateOnNewDocument",
        serde_json::json!({"source": count}),
    );
    tab.start(&site);
    tab.play_now("taj-mahal");
    let decisions = u64::from(tab.play(6));
    tab.is_asked();
    let others = tab.version() - 1 - decisions;
    assert!(others > 0);
    assert_eq!(
        tab.run("[workers, answers]"),
        serde_json::json!([1, others])
    );
}

#[test]
fn a_game_goes_on_after_a_reload() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.player(Device::Desk, &site, "amritsar");
    tab.play(5);
    tab.is_asked();
    let (prompt, board) = (tab.text("#prompt"), tab.text(".table-board"));
    tab.call("Page.reload", serde_json::json!({}));
    tab.is_asked();
    assert_eq!(
        (tab.text("#prompt"), tab.text(".table-board")),
        (prompt, board)
    );
    tab.open(&site.address);
    tab.click(".go-on a");
    tab.play(1);
}

#[test]
fn between_two_people_a_curtain_hides_everything() {
    let (site, browser) = (Site::open(), Browser::start());
    for game in ["taj-mahal", "amritsar"] {
        let mut tab = browser.person(Device::Phone);
        tab.open(&format!("{}/new/{game}", site.address));
        tab.choose("#players", "3");
        tab.choose(".chairs li:nth-child(2) select", "person");
        tab.click("#begin");
        for _ in 0..6 {
            tab.wait("document.querySelector('.curtain, .lit')");
            if tab.has(".curtain") {
                tab.check_accessibility();
                tab.picture("curtain-390x844-light");
                assert!(!tab.has(".explained, .log"));
                tab.click(".curtain button");
            }
            tab.play(1);
        }
    }
}

#[test]
fn the_last_action_can_be_taken_back_and_a_bot_can_take_over() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.player(Device::Desk, &site, "amritsar");
    let lift = "[data-action^='lift ']";
    while tab.is_asked() && !tab.has(lift) {
        tab.decide();
    }
    let before = tab.text(".table-board");
    tab.click(lift);
    tab.wait(&format!("!document.querySelector(\"{lift}\")"));
    tab.click(".undo");
    tab.wait_for(lift);
    assert_eq!(tab.text(".table-board"), before);
    tab.click(".resign");
    tab.click(".prompt .danger");
    // Nobody is asked any more; the bots play on.
    let version = tab.version();
    tab.wait(&format!(
        "Number(document.querySelector('.table').dataset.version) > {version} + 20"
    ));
    assert!(!tab.decides());
    assert_eq!(tab.errors(), Vec::<String>::new());
}

#[test]
fn the_page_speaks_three_languages() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    tab.start(&site);
    tab.click(".settings-button");
    for (language, play, turn) in [
        ("de", "Sofort spielen", "Karte ausspielen"),
        ("ru", "Играть", "Выложить карту"),
        ("en", "Play now", "Lay a card"),
    ] {
        tab.choose("#language", language);
        tab.wait(&format!(
            "document.querySelector('.play-now').textContent === '{play}'"
        ));
        assert_eq!(tab.run("document.documentElement.lang"), language);
        tab.play_now("taj-mahal");
        tab.wait_for(".withdraw.lit");
        assert!(
            tab.text("#prompt").contains(turn),
            "{}",
            tab.text("#prompt")
        );
        tab.click(".brand");
    }
}

#[test]
fn once_loaded_it_plays_without_a_server() {
    let browser = Browser::start();
    let mut tab = browser.person(Device::Desk);
    let site = Site::open();
    let address = site.address.clone();
    tab.start(&site);
    tab.wait(
        "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)",
    );
    drop(site);
    tab.open(&address);
    tab.play_now("maharaja");
    tab.play(8);
}

#[test]
fn a_game_is_played_with_the_keyboard_alone() {
    let (site, browser) = (Site::open(), Browser::start());
    let reach = |tab: &mut Tab, selector: &str| {
        for _ in 0..160 {
            if tab.run(&format!("document.activeElement.matches({selector:?})")) == true {
                return;
            }
            tab.press("Tab");
        }
        panic!("{selector} cannot be reached");
    };
    for game in ["taj-mahal", "amritsar"] {
        let mut tab = browser.person(Device::Desk);
        tab.open(&site.address);
        tab.wait_for(".play-now");
        reach(&mut tab, &format!("[data-game='{game}'] .play-now"));
        tab.press("Enter");
        for _ in 0..8 {
            tab.is_asked();
            let version = tab.run("document.querySelector('.table').dataset.version");
            reach(&mut tab, ".choice, .city.lit, .withdraw.lit");
            tab.press("Enter");
            if tab.run("!!document.querySelector('.confirm')") == true {
                reach(&mut tab, ".confirm");
                tab.press("Enter");
            }
            tab.wait(&format!(
                "document.querySelector('.table').dataset.version !== {version}"
            ));
        }
    }
}

#[test]
fn bad_input_gets_a_sentence_and_a_way_on() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    for path in ["/local/none", "/new/chess", "/nowhere"] {
        tab.open(&format!("{}{path}", site.address));
        tab.wait_for("main a.button");
    }
    tab.open(&format!("{}/replay", site.address));
    tab.wait_for("#record-text");
    tab.click("#record-text");
    tab.call(
        "Input.insertText",
        serde_json::json!({"text": "[Game \"taj-mahal\"]"}),
    );
    tab.click("#record-open");
    tab.wait_for("[role='alert']");
    assert!(
        tab.text("[role='alert']")
            .starts_with("This record does not replay: "),
        "{}",
        tab.text("[role='alert']")
    );
    tab.open(&format!("{}/new/amritsar", site.address));
    tab.choose("[data-option='hard']", "true");
    tab.click("#begin");
    tab.wait_for("[role='alert']");
    assert!(
        tab.text("[role='alert']").contains("for one player"),
        "{}",
        tab.text("[role='alert']")
    );
}
