//! Local play.

use browser_tests::{Browser, Device, Site};

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
    tab.open(&site.address);
    tab.play_now("taj-mahal");
    let decisions = u64::from(tab.play(6));
    tab.is_asked();
    // The table was made and the game began before anybody decided.
    let others = tab.version() - 2 - decisions;
    assert!(others > 0);
    assert_eq!(
        tab.run("[workers, answers]"),
        serde_json::json!([1, others])
    );
}

/// A game in two tabs stays one game: both show the present, and neither overwrites what the other did.
#[test]
fn two_tabs_of_one_browser_play_one_game() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut one = browser.player(Device::Desk, &site, "taj-mahal");
    one.play(2);
    one.is_asked();
    let mut other = browser.beside(&one, Device::Desk);
    let address = one.run("location.href").as_str().unwrap().to_owned();
    other.open(&address);
    other.is_asked();
    assert_eq!(other.version(), one.version());
    for _ in 0..4 {
        let [actor, viewer] = [&mut one, &mut other];
        actor.decide();
        actor.is_asked();
        let version = actor.version();
        viewer.wait(&format!(
            "document.querySelector('.table').dataset.version === '{version}'"
        ));
        assert_eq!(viewer.text("#prompt"), actor.text("#prompt"));
        std::mem::swap(&mut one, &mut other);
    }
    for tab in [&mut one, &mut other] {
        assert_eq!(tab.errors(), Vec::<String>::new());
    }
    let version = one.version();
    one.call("Page.reload", serde_json::json!({}));
    one.is_asked();
    assert_eq!(one.version(), version);
}

/// An only choice is carried out after a moment, which is shown.
#[test]
fn an_only_choice_shows_how_long_it_waits() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    tab.open(&site.address);
    tab.run(r#"localStorage["durbar.settings"] = '{"speed":"instant","skip_moments":true,"single":true}'"#);
    tab.open(&site.address);
    tab.play_now("taj-mahal");
    tab.run("(window.beats = [], new MutationObserver(() => { const beat = document.querySelector('.beat'); if (beat) beats.push(getComputedStyle(beat).getPropertyValue('--beat')); }).observe(document.body, {childList: true, subtree: true}), 1)");
    // A person who clicks whatever can be clicked: decisions may be carried out by themselves in between.
    for _ in 0..400 {
        if tab.run("beats.length > 0") == true {
            break;
        }
        tab.click_anything();
    }
    tab.wait("beats.length > 0");
    assert_eq!(tab.run("beats.every(beat => beat.endsWith('ms'))"), true);
    assert_eq!(tab.errors(), Vec::<String>::new());
}

/// Alone against bots, one's last action can be taken back with all that the bots did since.
#[test]
fn against_bots_the_last_own_action_can_be_taken_back() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.player(Device::Desk, &site, "taj-mahal");
    tab.is_asked();
    let board = tab.text(".board");
    tab.decide();
    tab.is_asked();
    assert_ne!(tab.text(".board"), board);
    tab.click(".undo:not(:disabled)");
    tab.wait("[...document.querySelectorAll('.log li')].some(entry => entry.textContent.includes('You take back'))");
    assert_eq!(tab.text(".board"), board);
}

#[test]
fn a_game_goes_on_after_a_reload() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.player(Device::Desk, &site, "amritsar");
    tab.play(5);
    tab.is_asked();
    let (prompt, board) = (tab.text("#prompt"), tab.text(".board"));
    tab.call("Page.reload", serde_json::json!({}));
    tab.is_asked();
    assert_eq!((tab.text("#prompt"), tab.text(".board")), (prompt, board));
    tab.open(&site.address);
    tab.click(".go-on a");
    tab.play(1);
}

#[test]
fn between_two_people_a_curtain_hides_the_hands_and_nothing_else() {
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
                // The table stays in sight, but nobody's secrets do.
                assert!(tab.has(".board") && !tab.has(".hand-card, .objective.hand, .lit"));
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
    tab.with_movements();
    let lift = "[data-action^='lift ']";
    while tab.is_asked() && !tab.has(lift) {
        tab.decide();
    }
    let before = tab.text(".board");
    tab.click(lift);
    tab.wait(&format!("!document.querySelector(\"{lift}\")"));
    tab.click(".undo");
    tab.wait_for(lift);
    assert_eq!(tab.text(".board"), before);
    tab.leave_the_rest_to_a_bot();
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
    tab.open(&site.address);
    for (language, play, turn) in [
        ("de", "Sofort spielen", "Spiele eine Karte aus"),
        ("ru", "Играть", "выложите карту"),
        ("en", "Play now", "lay a card"),
    ] {
        tab.click(".settings-button");
        tab.choose("#language", language);
        tab.wait(&format!(
            "document.querySelector('button.play-now').textContent === '{play}'"
        ));
        assert_eq!(tab.run("document.documentElement.lang"), language);
        tab.play_now("taj-mahal");
        tab.wait_for(".withdraw.lit");
        assert!(
            tab.text("#prompt").contains(turn),
            "{}",
            tab.text("#prompt")
        );
        tab.click(".bar-home");
    }
}

#[test]
fn once_loaded_it_plays_without_a_server() {
    let browser = Browser::start();
    let mut tab = browser.person(Device::Desk);
    let site = Site::open();
    let address = site.address.clone();
    tab.open(&site.address);
    tab.wait("navigator.serviceWorker.controller");
    drop(site);
    tab.open(&address);
    tab.play_now("maharaja");
    tab.play(8);
}

#[test]
fn a_game_is_played_with_the_keyboard_alone() {
    let (site, browser) = (Site::open(), Browser::start());
    for game in ["taj-mahal", "amritsar"] {
        let mut tab = browser.person(Device::Desk);
        tab.open(&site.address);
        tab.wait_for("button.play-now");
        tab.reach(&format!("[data-game='{game}'] button.play-now"));
        tab.press("Enter");
        for _ in 0..8 {
            tab.is_asked();
            let version = tab.run("document.querySelector('.table').dataset.version");
            tab.reach("[data-action], .withdraw.lit");
            tab.press("Enter");
            if tab.run("!!document.querySelector('.confirm')") == true {
                tab.reach(".confirm");
                tab.press("Enter");
            }
            tab.wait(&format!(
                "document.querySelector('.table').dataset.version !== {version}"
            ));
            tab.is_asked();
            // What was chosen may be gone, but the keyboard is still near.
            assert_eq!(tab.run("!!document.activeElement.closest('.table')"), true);
        }
    }
}

/// Tab finds what can be chosen; the arrows lead to everything else of a drawing.
#[test]
fn arrows_lead_over_the_board() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.player(Device::Desk, &site, "amritsar");
    while tab.is_asked() && !tab.has("g.lit") {
        tab.decide();
    }
    tab.run("document.querySelector('g.lit').focus()");
    let place = "(({x, y, width, height}) => [x + width / 2, y + height / 2])(document.activeElement.getBoundingClientRect())";
    for (key, axis, sign) in [
        ("ArrowDown", 1, 1.0),
        ("ArrowLeft", 0, -1.0),
        ("ArrowUp", 1, -1.0),
        ("ArrowRight", 0, 1.0),
    ] {
        let before = tab.run(place);
        tab.press(key);
        let moved = tab.run(place)[axis].as_f64().unwrap() - before[axis].as_f64().unwrap();
        assert!(moved * sign > 1.0, "{key}: {moved}");
        assert_eq!(
            tab.run("document.activeElement.matches('svg [data-tip]')"),
            true
        );
    }
}

/// Below the log's newest entry lie the older ones, and each lights what it tells of.
#[test]
fn arrows_lead_through_the_log() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.player(Device::Desk, &site, "taj-mahal");
    while tab.is_asked() && tab.count(".log li") < 16 {
        tab.decide();
    }
    tab.reach(".log");
    let mut lit = false;
    for place in 0..16 {
        tab.press("ArrowDown");
        let entry =
            format!("document.activeElement === document.querySelectorAll('.log li')[{place}]");
        assert_eq!(tab.run(&entry), true, "entry {place}");
        lit |= tab.has(".named");
    }
    assert!(lit, "nothing was lit");
    tab.press("Tab");
    assert!(!tab.has(".named"), "what was left is still lit");
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
            .starts_with("This record cannot be replayed: "),
        "{}",
        tab.text("[role='alert']")
    );
}

#[test]
fn an_imported_record_is_walked_by_keys_plays_by_itself_and_survives_a_reload() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    tab.open(&format!("{}/replay", site.address));
    tab.wait_for("#record-text");
    tab.click("#record-text");
    let record = include_str!("../../../table/tests/golden/taj-mahal-2.record");
    tab.call("Input.insertText", serde_json::json!({"text": record}));
    tab.click("#record-open");
    tab.wait_for(".replay-slider");
    let shows =
        |number: u32| format!("document.querySelector('.replay-slider')?.value === '{number}'");
    tab.run("document.activeElement.blur()");
    tab.press("Home");
    tab.wait(&shows(0));
    tab.press("ArrowRight");
    tab.press("ArrowRight");
    tab.press("ArrowLeft");
    tab.wait(&shows(1));
    tab.wait("location.search.includes('move=1')");
    let address = tab.run("location.href");
    tab.open(address.as_str().unwrap());
    tab.wait(&shows(1));
    tab.click(".replay-play");
    tab.wait("Number(document.querySelector('.replay-slider')?.value) >= 3");
    tab.click(".replay-play");
    tab.check_accessibility();
}

/// A new table offers what its number of players can choose, and several things where they go together.
#[test]
fn a_new_table_offers_what_can_be_chosen() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    tab.open(&format!("{}/new/maharaja", site.address));
    tab.choose("#players", "1");
    tab.wait_for("[data-option='level']");
    tab.choose("[data-option='level']", "hard");
    tab.choose("#players", "3");
    tab.wait("!document.querySelector('[data-option=level]')");
    let checked = "[...document.querySelectorAll('[data-option=rules]:checked')].map(one => one.value).join()";
    for (clicked, then) in [
        ("s3", "s3"),
        ("s1", "s1,s3"),
        ("random", "random"),
        ("s2", "s2"),
        ("s4", "s2,s4"),
    ] {
        tab.click(&format!("[data-option='rules'][value='{clicked}']"));
        tab.wait(&format!("{checked} === '{then}'"));
    }
    tab.check_accessibility();
    tab.click("#begin");
    tab.is_asked();
    let game = tab.run(
        "Object.entries(localStorage).map(([_, kept]) => kept).find(kept => kept.includes('s2'))",
    );
    assert!(
        game.as_str().is_some_and(|game| game.contains("s4")),
        "{game}"
    );
}
