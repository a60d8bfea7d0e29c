//! Maharaja on its drawn board.

use crate::online::{anna_makes_a_table, ben_sits_down};
use browser_tests::{Browser, Device, Site, Tab};
use serde_json::json;

/// Somebody at the start page, with others' moves shown at once.
fn visitor(browser: &Browser, device: Device, site: &Site) -> Tab {
    let mut tab = browser.person(device);
    tab.open(&site.address);
    tab.wait_for("button.play-now");
    tab
}

/// Waits until the person is asked; `false` if the game is over instead.
fn is_asked(tab: &mut Tab) -> bool {
    tab.wait_for(".end, .stage.mine");
    !tab.has(".end")
}

/// What is clicked, the most wanted first: build, set out, begin, choose a tile, travel, end.
const WISHES: [&str; 9] = [
    ".listed [data-action]",
    ".spot.lit[data-action^='statue']",
    ".spot.lit[data-action^='shrine']",
    ".mr-map:has(~ .mr-side .planned .deed[data-action] + .deed[data-action]) .spot.lit[data-action^='travel']",
    ".planned [data-action]",
    ".planned .lit",
    ".choice-card.lit, .tile.lit, .mr-track .spot.lit",
    ".spot.lit[data-action^='travel']",
    ".deeds [data-action]",
];

/// Sets both pointers of the wheel and commits.
fn plan(tab: &mut Tab, one: u64, other: u64) {
    for action in [one, other] {
        let part = format!("[data-wheel='{action}']");
        tab.click(&part);
        // A click on what is drawn anew in the same moment is lost; a person clicks again.
        if !tab.soon(&format!("document.querySelector(\"{part}.chosen\")")) {
            tab.click(&part);
        }
    }
    tab.click(".wheel .confirm:not(:disabled)");
}

/// Takes one decision by clicking on the board.
fn decide(tab: &mut Tab) {
    let before = tab.version();
    if tab.has(".wheel") {
        // Two different actions, one of them always the same.
        let one = 1 + before % 9;
        plan(tab, if one == 3 { 4 } else { one }, 3);
    } else {
        match WISHES.iter().find(|wish| tab.shows(wish)) {
            Some(wish) => tab.click(wish),
            None => tab.act(),
        }
    }
    tab.wait(&format!(
        "document.querySelector('.listed') || Number(document.querySelector('.table').dataset.version) !== {before}"
    ));
}

/// Looks at the page with the pointer out of the way.
fn look(tab: &mut Tab, name: &str) {
    let away = json!({"type": "mouseMoved", "x": 1, "y": 1});
    tab.call("Input.dispatchMouseEvent", away);
    tab.look(name);
}

/// Plays on the drawn board, and looks at planning, at building and at the end; on a phone, a bot plays on after that.
fn play(tab: &mut Tab, device: Device, size: &str) {
    let (mut plans, mut looked) = (0, false);
    while is_asked(tab) && !(device == Device::Phone && plans > 3 && looked) {
        if tab.has(".wheel") {
            plans += 1;
            if plans == 3 {
                look(tab, &format!("plan-maharaja-{size}"));
            }
        }
        if !looked && tab.has(".spot.lit[data-action^='statue']") {
            looked = true;
            look(tab, &format!("table-maharaja-{size}"));
        }
        decide(tab);
    }
    if !tab.has(".end") {
        tab.leave_the_rest_to_a_bot();
        tab.wait_for(".end");
    }
    look(tab, &format!("end-maharaja-{size}"));
    assert!(plans >= 4, "planned only {plans} times");
    assert!(looked, "no statue could be built");
}

#[test]
fn maharaja_from_beginning_to_end_at_a_desk() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = visitor(&browser, Device::Desk, &site);
    tab.play_now("maharaja");
    is_asked(&mut tab);
    look(&mut tab, "begin-maharaja-1440x900");
    play(&mut tab, Device::Desk, "1440x900");
    assert_eq!(tab.count(".ranking tbody tr"), 3);
    tab.walk_through();
}

#[test]
fn maharaja_alone_against_brahmabot_on_a_phone() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = visitor(&browser, Device::Phone, &site);
    tab.open(&format!("{}/new/maharaja", site.address));
    tab.choose("#players", "1");
    tab.choose("[data-option='level']", "easy");
    tab.click("#begin");
    is_asked(&mut tab);
    look(&mut tab, "begin-maharaja-390x844");
    tab.play(16);
    assert!(tab.has(".log-block.seat-1 li"));
    tab.play_on();
    look(&mut tab, "end-maharaja-390x844");
    tab.walk_through();
}

/// A plan is secret: behind the curtain, and from whoever else sits at the screen.
#[test]
fn maharaja_between_two_people_at_one_screen() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = visitor(&browser, Device::Desk, &site);
    tab.open(&format!("{}/new/maharaja", site.address));
    tab.choose("#players", "2");
    tab.choose(".chairs li:nth-child(2) select", "person");
    tab.click("#begin");
    let mut plans = 0;
    while plans < 2 {
        tab.wait_for(".curtain, .stage.mine");
        if tab.has(".curtain") {
            assert!(tab.has(".board") && !tab.has(".wheel, .planned, .lit"));
            tab.click(".curtain button");
            tab.wait_for(".stage.mine");
        }
        if tab.has(".wheel") {
            assert!(!tab.has(".line-plan"), "a plan can be seen");
            plans += 1;
        }
        decide(&mut tab);
    }
    // Whoever acts shows the plan; the other one's stays secret. A reload changes nothing.
    tab.wait_for(".curtain, .planned");
    if tab.has(".curtain") {
        tab.click(".curtain button");
    }
    tab.wait_for(".planned");
    let (prompt, court) = (tab.text("#prompt"), tab.text(".mr-court"));
    tab.call("Page.reload", json!({}));
    tab.wait_for(".curtain, .planned");
    if tab.has(".curtain") {
        tab.click(".curtain button");
    }
    tab.wait_for(".planned");
    assert_eq!(
        (tab.text("#prompt"), tab.text(".mr-court")),
        (prompt, court)
    );
    assert_eq!(tab.count(".mr-court .line-plan"), 1);
    assert_eq!(tab.errors(), Vec::<String>::new());
}

#[test]
fn maharaja_online_for_two_with_a_spectator() {
    let (site, browser) = (Site::open(), Browser::start());
    let [mut anna, mut ben, mut carl] = [(); 3].map(|()| visitor(&browser, Device::Desk, &site));
    let address = anna_makes_a_table(&mut anna, &site.address, "maharaja", "relaxed");
    ben_sits_down(&mut ben, &address);
    carl.open(&address);
    carl.wait_for(".lobby");
    anna.click(".lobby .start:not(:disabled)");
    carl.wait_for(".board");
    while !(anna.has(".wheel") && ben.has(".wheel")) {
        for tab in [&mut anna, &mut ben] {
            if tab.has(".stage.mine") && !tab.has(".wheel") {
                decide(tab);
            }
        }
    }
    plan(&mut anna, 5, 6);
    // That she has planned is seen by all, what she has planned by nobody else.
    for tab in [&mut ben, &mut carl] {
        tab.wait(
            "document.querySelector('.mr-court .seat-0')?.textContent.includes('Has planned')",
        );
        assert!(!tab.has(".line-plan"));
    }
    let read = format!(
        "fetch('{}').then(r => r.json()).then(u => JSON.stringify(u.position.view.plans))",
        address.replace("/table/", "/api/tables/")
    );
    assert_eq!(carl.run(&read), "[null,null]");
    assert!(!carl.has(".stage.mine"));
    plan(&mut ben, 5, 6);
    carl.wait_for(".line-plan");
    carl.check_accessibility();
    // Until the Maharaja comes to the next city.
    while !anna.text(".mr-court").contains("Round 2") {
        for tab in [&mut anna, &mut ben] {
            if tab.has(".stage.mine") {
                decide(tab);
            }
        }
    }
    carl.wait("document.querySelector('.mr-court').textContent.includes('Round 2')");
    for tab in [&mut anna, &mut ben, &mut carl] {
        assert_eq!(tab.errors(), Vec::<String>::new());
    }
}

#[test]
fn maharaja_with_the_keyboard_alone() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = visitor(&browser, Device::Desk, &site);
    tab.reach("[data-game='maharaja'] button.play-now");
    tab.press("Enter");
    let mut turns = 0;
    while turns < 3 {
        is_asked(&mut tab);
        let before = tab.version();
        if tab.has(".wheel") {
            tab.reach("[data-wheel='5']");
            tab.press("Enter");
            tab.reach("[data-wheel='7']");
            tab.press(" ");
            tab.reach(".wheel .confirm");
        } else {
            turns += u32::from(tab.has(".planned"));
            tab.reach(".spot.lit[data-action], .tile.lit[data-action], .deed[data-action]");
        }
        tab.press("Enter");
        tab.wait(&format!(
            "Number(document.querySelector('.table').dataset.version) !== {before}"
        ));
    }
}

/// Pointing at a statue field tells what it costs and what it is worth; pointing elsewhere says why not.
#[test]
fn maharaja_tells_what_a_statue_would_bring_and_why_not() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = visitor(&browser, Device::Desk, &site);
    tab.play_now("maharaja");
    while !tab.has(".spot.lit[data-action^='statue']") {
        assert!(is_asked(&mut tab), "no statue could be built");
        decide(&mut tab);
    }
    let before = tab.version();
    let lit = ".spot.lit[data-action^='statue']";
    let place = tab.run(&format!(
        "(() => {{ const r = document.querySelector({lit:?}).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
    ));
    // From elsewhere: the pointer may rest there since the last click.
    for (x, y) in [(&json!(1), &json!(1)), (&place[0], &place[1])] {
        let moved = json!({"type": "mouseMoved", "x": x, "y": y});
        tab.call("Input.dispatchMouseEvent", moved);
    }
    tab.wait_for(".dock-says .promise");
    let says = tab.text(".dock-says");
    assert!(
        says.contains("coins") && says.contains("worship in"),
        "{says}"
    );
    let why = tab.run("[...document.querySelectorAll('.spot:not(.lit) > .field:not(.built)')].map(e => e.parentElement.dataset.tip).join()");
    assert!(
        why.as_str().unwrap().contains("Your priest is elsewhere: "),
        "{why}"
    );
    assert_eq!(tab.version(), before);
}

/// What a finger cannot hit on the map is listed by name, and an action does not end unasked while something is left of it.
#[test]
fn maharaja_lists_small_places_by_name_and_asks_before_an_action_ends() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = visitor(&browser, Device::Desk, &site);
    tab.play_now("maharaja");
    while !tab.has(".spot.lit[data-action^='statue']") {
        assert!(is_asked(&mut tab), "no statue could be built");
        decide(&mut tab);
    }
    let before = tab.version();
    tab.turn(Device::Phone);
    // A city with its fields is one place there, and flags are none.
    tab.wait("!document.querySelector('.field')?.closest('.lit')");
    assert_eq!(tab.count(".mr-track .lit"), 0);
    tab.click(".deeds .lit");
    tab.wait_for(".listed .choice-card[data-action]");
    let cards = tab.text(".listed .choice-cards");
    assert!(cards.contains(" in "), "{cards}");
    tab.press("Escape");
    tab.wait("!document.querySelector('.listed')");
    tab.click(".deeds .lit:last-child");
    tab.wait_for(".listed [data-action='close']");
    let asks = tab.text(".listed-what");
    assert!(asks.contains("not built yet"), "{asks}");
    tab.press("Escape");
    tab.wait("!document.querySelector('.listed')");
    assert_eq!(tab.version(), before);
}
