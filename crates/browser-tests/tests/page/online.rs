//! Tables on the server.

use browser_tests::{Browser, Device, Site, Tab, play_together};
use serde_json::json;

/// Anna makes a table for two and tells its address.
pub fn anna_makes_a_table(tab: &mut Tab, site: &str, game: &str, pace: &str) -> String {
    tab.open(&format!("{site}/new/{game}"));
    tab.click("#place-online");
    tab.click("#my-name");
    tab.call("Input.insertText", json!({"text": "Anna"}));
    tab.choose("#pace", pace);
    tab.choose("#players", "2");
    tab.choose(".chairs li:nth-child(2) select", "person");
    tab.click("#begin");
    tab.wait_for(".lobby");
    tab.run("location.href").as_str().unwrap().to_owned()
}

/// Ben opens the link and takes the free seat.
pub fn ben_sits_down(tab: &mut Tab, address: &str) {
    tab.open(address);
    tab.click("#lobby-name");
    tab.call("Input.insertText", json!({"text": "Ben"}));
    tab.click(".lobby .sit");
    tab.wait("[...document.querySelectorAll('.lobby .player-name')].some(name => name.textContent === 'Ben (you)')");
}

#[test]
fn two_people_play_and_a_spectator_sees_no_card_and_the_end() {
    let (site, browser) = (Site::open(), Browser::start());
    let (mut anna, mut ben, mut carl) = (
        browser.person(Device::Desk),
        browser.person(Device::Phone),
        browser.person(Device::Desk),
    );
    let address = anna_makes_a_table(&mut anna, &site.address, "taj-mahal", "relaxed");
    anna.check_accessibility();
    anna.picture("lobby-1440x900-light");
    ben_sits_down(&mut ben, &address);
    carl.open(&address);
    carl.wait_for(".lobby");
    anna.click(".lobby .start:not(:disabled)");
    carl.wait("!document.querySelector('.lobby')");
    play_together(&mut [&mut anna, &mut ben], 6);
    let read = format!(
        "fetch('{}').then(r => r.json()).then(u => JSON.stringify(u.position.view.hands))",
        address.replace("/table/", "/api/tables/")
    );
    assert_eq!(carl.run(&read), "[null,null]");
    assert!(!carl.decides());
    // On a phone the chat is one tap away.
    if ben.shows(".sheet-tabs") {
        ben.click(".sheet-tabs button:last-child");
    }
    ben.click(".chat-form input");
    ben.call("Input.insertText", json!({"text": "Good luck!"}));
    ben.press("Enter");
    anna.wait("document.querySelector('.chat')?.textContent.includes('Ben: Good luck!')");
    if ben.shows(".sheet-tabs") {
        ben.click(".sheet-tabs button:first-child");
    }
    anna.check_accessibility();
    anna.picture("online-1440x900-light");
    play_together(&mut [&mut anna, &mut ben], 30);
    anna.leave_the_rest_to_a_bot();
    ben.leave_the_rest_to_a_bot();
    for tab in [&mut anna, &mut ben, &mut carl] {
        tab.wait_for(".end .ranking");
        assert_eq!(tab.errors(), Vec::<String>::new());
    }
    let result = anna.text(".ranking");
    assert_eq!(carl.text(".ranking"), result);
    anna.click(".rematch");
    anna.wait(&format!("location.href !== '{address}'"));
    ben.wait("document.querySelector('.rematch').textContent.includes('To the rematch')");
}

#[test]
fn two_people_play_amritsar_and_a_spectator_sees_no_objective() {
    let (site, browser) = (Site::open(), Browser::start());
    let (mut anna, mut ben) = anna_and_ben(&browser, &site, "amritsar", "relaxed");
    let address = anna.run("location.href").as_str().unwrap().to_owned();
    let mut carl = browser.person(Device::Desk);
    carl.open(&address);
    carl.wait_for(".household");
    play_together(&mut [&mut anna, &mut ben], 24);
    let read = format!(
        "fetch('{}').then(r => r.json()).then(u => u.position.view.objectives.every(o => !o.hand.length && !Object.keys(o.played).length))",
        address.replace("/table/", "/api/tables/")
    );
    assert_eq!(carl.run(&read), true);
    assert_eq!(carl.text(".household .objective.laid"), "?");
    assert!(!carl.has(".objective.hand") && !carl.decides());
    assert!(ben.has(".household .objective.hand"));
    for tab in [&mut anna, &mut ben, &mut carl] {
        tab.check_accessibility();
        // On a busy machine a second click can come too late; the server refuses it, and the browser lists that.
        let too_late = |error: &String| error.contains("409 (Conflict)");
        let errors = tab.errors();
        let errors: Vec<_> = errors.iter().filter(|error| !too_late(error)).collect();
        assert_eq!(errors, Vec::<&String>::new());
    }
}

#[test]
fn a_dead_server_loses_no_move_and_doubles_none() {
    let (site, browser) = (Site::open(), Browser::start());
    let (mut anna, mut ben) = anna_and_ben(&browser, &site, "maharaja", "relaxed");
    let address = anna.run("location.href").as_str().unwrap().to_owned();
    play_together(&mut [&mut anna, &mut ben], 4);
    let closed = site.close();
    anna.wait_for(".connection");
    ben.wait_for(".connection");
    // Whoever is asked decides while the server is away; the move waits.
    let (mover, other) = if anna.decides() {
        (&mut anna, &mut ben)
    } else {
        (&mut ben, &mut anna)
    };
    let before = mover.version();
    mover.act();
    let site = closed.open();
    mover.wait(&format!(
        "Number(document.querySelector('.table').dataset.version) > {before}"
    ));
    other.wait(&format!(
        "Number(document.querySelector('.table').dataset.version) > {before}"
    ));
    other.wait("!document.querySelector('.connection')");
    let read = |tab: &mut Tab| {
        tab.run(&format!(
            "fetch('{}?since={before}').then(r => r.json()).then(u => u.steps.length)",
            address.replace("/table/", "/api/tables/")
        ))
    };
    assert_eq!(read(other), 1);
    assert!(play_together(&mut [&mut anna, &mut ben], 4) >= 4);
    drop(site);
}

#[test]
fn wrong_links_and_full_tables_get_a_sentence() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    tab.open(&format!("{}/table/nosuchtable", site.address));
    tab.wait_for("main [role='alert']");
    assert_eq!(
        tab.text("main [role='alert']"),
        "The server knows no table under this link."
    );
    tab.click(".settings-button");
    tab.choose("#language", "de");
    tab.open(&format!("{}/table/nosuchtable", site.address));
    tab.wait("document.querySelector(\"main [role='alert']\")?.textContent.startsWith('Unter diesem Link')");
    tab.click(".settings-button");
    tab.choose("#language", "en");
    tab.wait_for("main a.button");
    tab.check_accessibility();
    tab.open(&format!("{}/open", site.address));
    tab.wait("document.body?.textContent.includes('Nobody is waiting')");
    tab.check_accessibility();
}

/// Anna and Ben sit down to a game.
pub fn anna_and_ben(browser: &Browser, site: &Site, game: &str, pace: &str) -> (Tab, Tab) {
    let (mut anna, mut ben) = (browser.person(Device::Desk), browser.person(Device::Desk));
    let address = anna_makes_a_table(&mut anna, &site.address, game, pace);
    ben_sits_down(&mut ben, &address);
    anna.click(".lobby .start:not(:disabled)");
    anna.wait("!document.querySelector('.lobby')");
    (anna, ben)
}

#[test]
fn clocks_show_the_time_that_is_left() {
    let (site, browser) = (Site::open(), Browser::start());
    let (mut anna, mut ben) = anna_and_ben(&browser, &site, "taj-mahal", "live");
    anna.wait("document.querySelectorAll('.player .clock').length === 2");
    // Whoever decides sees their clock run down, without any news from the server.
    anna.wait("document.querySelector('.player.decides .clock').textContent < '20:00'");
    assert_eq!(
        anna.text(".player:not(.decides) .clock"),
        "20:00",
        "nobody else's clock runs"
    );
    anna.look("clocks-1440x900");
    play_together(&mut [&mut anna, &mut ben], 1);
    assert_eq!(anna.errors(), Vec::<String>::new());
    let (mut anna, _) = anna_and_ben(&browser, &site, "taj-mahal", "days");
    anna.wait("document.querySelector('.player.decides .clock')?.textContent === '2 days 23 h'");
}

/// Both plan at the same time; whoever comes second chose on an older version, which changes nothing for them.
#[test]
fn a_secret_plan_is_sent_again_when_another_was_quicker() {
    let (site, browser) = (Site::open(), Browser::start());
    let (mut anna, mut ben) = anna_and_ben(&browser, &site, "maharaja", "relaxed");
    // Up to the first plans, which both owe at the same time.
    while !(anna.has(".wheel") && ben.has(".wheel")) {
        for tab in [&mut anna, &mut ben] {
            if tab.decides() && !tab.has(".wheel") {
                tab.decide();
            }
        }
    }
    ben.run("(() => { const real = window.realFetch = window.fetch; window.fetch = (address, what) => address.endsWith('/moves') ? new Promise(done => { window.letGo = () => done(real(address, what)); }) : real(address, what); })()");
    let version = ben.version();
    ben.click("[data-wheel='5']");
    ben.click("[data-wheel='6']");
    ben.click("[data-action^='plan ']");
    ben.wait("window.letGo");
    anna.decide();
    ben.run("window.fetch = window.realFetch, window.letGo()");
    ben.wait(&format!(
        "Number(document.querySelector('.table').dataset.version) > {version} + 1"
    ));
    assert!(!ben.has(".notice"), "{}", ben.text(".notice"));
}
