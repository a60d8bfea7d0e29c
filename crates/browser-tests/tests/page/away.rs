//! Lost connections, and people whom the others wait for.

use crate::online::{anna_makes_a_table, ben_sits_down};
use browser_tests::{Browser, Device, Mortal, Site, Tab, Wire, play_together, serve};
use serde_json::json;
use std::time::{Duration, Instant};

/// The server of the tests that kill it, in a process of its own.
#[test]
#[ignore = "started by other tests"]
fn a_server_to_be_killed() {
    serve();
}

/// Waits for a notice and tells how long it took.
fn noticed(tab: &mut Tab, script: &str, since: Instant) -> Duration {
    assert!(
        tab.soon(script),
        "not noticed within 8 s: {script}\n{}",
        tab.text("body")
    );
    since.elapsed()
}

fn steps(tab: &mut Tab, address: &str) -> String {
    let read = format!(
        "fetch('{}?since=0').then(r => r.json()).then(u => u.version + ' ' + u.steps.length)",
        address.replace("/table/", "/api/tables/")
    );
    tab.run(&read).as_str().unwrap().to_owned()
}

#[test]
fn a_killed_server_and_a_cut_network_are_noticed_on_both_sides_and_nothing_is_lost() {
    let (mut server, browser) = (
        Mortal::start("away::a_server_to_be_killed"),
        Browser::start(),
    );
    let wire = Wire::to(&server.address);
    let (mut anna, mut ben) = (browser.person(Device::Desk), browser.person(Device::Phone));
    let address = anna_makes_a_table(&mut anna, &server.address, "taj-mahal", "relaxed");
    let through_wire = address.replace(&server.address, &wire.address);
    ben_sits_down(&mut ben, &through_wire);
    anna.click(".lobby .start:not(:disabled)");
    anna.wait("!document.querySelector('.lobby')");
    assert!(play_together(&mut [&mut anna, &mut ben], 4) >= 4);

    // Killed and started again.
    let before = steps(&mut anna, &address);
    let since = Instant::now();
    server.kill();
    let lost = "document.querySelector('.notice.connection')";
    let told = [
        noticed(&mut anna, lost, since),
        noticed(&mut ben, lost, since),
    ];
    println!("the killed server was noticed after {told:.1?}");
    server.revive();
    for tab in [&mut anna, &mut ben] {
        tab.wait("!document.querySelector('.notice.connection')");
    }
    assert_eq!(steps(&mut anna, &address), before);
    assert!(play_together(&mut [&mut anna, &mut ben], 3) >= 3);

    // Ben's network is gone for half a minute, and nobody closes a connection.
    let before = steps(&mut anna, &address);
    let offline = |offline: bool| json!({"offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1});
    let since = Instant::now();
    wire.cut(true);
    let told = [
        noticed(
            &mut anna,
            "document.querySelector('.notice.person-lost')",
            since,
        ),
        noticed(&mut ben, lost, since),
    ];
    println!("the cut network was noticed after {told:.1?}");
    ben.call("Network.emulateNetworkConditions", offline(true));
    std::thread::sleep(Duration::from_secs(30).saturating_sub(since.elapsed()));
    let since = Instant::now();
    wire.cut(false);
    ben.call("Network.emulateNetworkConditions", offline(false));
    ben.wait("!document.querySelector('.notice.connection')");
    println!("Ben was back after {:.1?}", since.elapsed());
    anna.wait("!document.querySelector('.notice.person-lost')");
    assert_eq!(steps(&mut anna, &address), before);
    assert!(play_together(&mut [&mut anna, &mut ben], 3) >= 3);
}

/// Makes a table for two whose people wait for half a minute.
fn impatient_table(tab: &mut Tab, site: &Site) -> String {
    tab.open(&site.address);
    tab.wait_for("[data-game]");
    let make = "(async () => {
        const post = (path, body) => fetch(path, {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)}).then(r => r.json());
        const settings = JSON.parse(localStorage['durbar.settings'] ?? '{}');
        localStorage['durbar.settings'] = JSON.stringify({...settings, name: 'Anna'});
        await post('/api/me', {name: 'Anna'});
        const made = await post('/api/tables', {game: 'taj-mahal', options: {players: 2}, seats: ['me'], patience: 30});
        return made.table;
    })()";
    let table = tab.run(make).as_str().unwrap().to_owned();
    let address = format!("{}/table/{table}", site.address);
    tab.open(&address);
    tab.wait_for(".lobby");
    address
}

#[test]
fn the_others_remind_somebody_who_does_not_act_and_let_a_bot_play_on() {
    let (site, browser) = (Site::open(), Browser::start());
    let (mut anna, mut ben) = (browser.person(Device::Desk), browser.person(Device::Phone));
    let address = impatient_table(&mut anna, &site);
    ben_sits_down(&mut ben, &address);
    anna.click(".lobby .start:not(:disabled)");
    for tab in [&mut anna, &mut ben] {
        tab.wait("!document.querySelector('.lobby')");
    }
    // Whoever is asked does nothing.
    while !anna.decides() && !ben.decides() {}
    let (late, other) = if anna.decides() {
        (&mut anna, &mut ben)
    } else {
        (&mut ben, &mut anna)
    };
    assert!(!other.has(".notice.overdue"));
    other.wait_for(".notice.overdue .nudge");
    other.check_accessibility();
    other.picture("overdue-light");
    other.click(".notice.overdue .nudge");
    late.wait_for(".notice.nudged");
    other.click(".notice.overdue .stand-in");
    late.wait_for(".notice.absence .play-again");
    late.picture("stood-in-light");
    late.click(".notice.absence .play-again");
    late.wait("!document.querySelector('.play-again')");
    assert!(play_together(&mut [&mut anna, &mut ben], 2) >= 2);
}

#[test]
fn a_pace_of_ones_own_a_vacation_and_its_end() {
    let (site, browser) = (Site::open(), Browser::start());
    let (mut anna, mut ben) = (browser.person(Device::Desk), browser.person(Device::Phone));
    anna.open(&format!("{}/new/taj-mahal", site.address));
    anna.click("#place-online");
    anna.click("#my-name");
    anna.call("Input.insertText", json!({"text": "Anna"}));
    anna.choose("#pace", "own-days");
    anna.click("#pace-per-move");
    anna.run("document.activeElement.select()");
    anna.call("Input.insertText", json!({"text": "5"}));
    anna.choose("#players", "2");
    anna.choose(".chairs li:nth-child(2) select", "person");
    anna.click("#begin");
    anna.wait("document.querySelector('.lobby .facts')?.textContent.includes('5 days')");
    let address = anna.run("location.href").as_str().unwrap().to_owned();
    ben_sits_down(&mut ben, &address);
    anna.click(".lobby .start:not(:disabled)");
    for tab in [&mut anna, &mut ben] {
        tab.wait("!document.querySelector('.lobby')");
    }
    // Ben goes away for a week, on his phone; Anna sees until when.
    ben.click(".menu summary");
    ben.wait_for(".vacation input");
    let week = "new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)";
    ben.run(&format!(
        "(e => {{ e.value = {week}; e.dispatchEvent(new Event('input', {{bubbles: true}})); }})(document.querySelector('.vacation input'))"
    ));
    ben.picture("vacation-390x844-light");
    ben.check_accessibility();
    ben.click(".vacation button");
    anna.wait("[...document.querySelectorAll('.player-about')].some(e => e.textContent.includes('vacation'))");
    ben.click(".vacation-end");
    anna.wait("![...document.querySelectorAll('.player-about')].some(e => e.textContent.includes('vacation'))");
    for tab in [&mut anna, &mut ben] {
        assert_eq!(tab.errors(), Vec::<String>::new());
    }
}

#[test]
fn a_spectator_plays_on_for_somebody_who_has_left_once_the_others_agree() {
    let (site, browser) = (Site::open(), Browser::start());
    let (mut anna, mut ben, mut carl) = (
        browser.person(Device::Desk),
        browser.person(Device::Phone),
        browser.person(Device::Phone),
    );
    let address = anna_makes_a_table(&mut anna, &site.address, "taj-mahal", "relaxed");
    ben_sits_down(&mut ben, &address);
    anna.click(".lobby .start:not(:disabled)");
    for tab in [&mut anna, &mut ben] {
        tab.wait("!document.querySelector('.lobby')");
    }
    carl.open(&address);
    carl.wait_for(".notice.watching");
    carl.run("localStorage['durbar.settings'] = JSON.stringify({...JSON.parse(localStorage['durbar.settings'] ?? '{}'), name: 'Carl'})");
    carl.open(&address);
    carl.wait_for(".notice.watching");
    assert!(!carl.has(".substitute"), "Ben plays");
    ben.leave_the_rest_to_a_bot();
    carl.tap(".substitute");
    anna.wait("document.querySelector('.notice.absence')?.textContent.includes('Carl')");
    anna.picture("substitute-1440x900-light");
    anna.check_accessibility();
    anna.click(".notice.absence .agree");
    carl.wait("!document.querySelector('.notice.watching')");
    // Carl has Ben's cards now, and Ben watches.
    ben.wait_for(".notice.watching");
    assert!(play_together(&mut [&mut anna, &mut carl], 4) >= 4);
}
