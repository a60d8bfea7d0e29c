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
