//! People who trouble others, those who watch, and channels that are told.

use crate::online::{anna_makes_a_table, ben_sits_down};
use browser_tests::{Browser, Device, Site, Tab};
use serde_json::json;

/// Says something in the chat, by a request of the page.
fn say(tab: &mut Tab, text: &str) {
    let text = json!({"text": text}).to_string();
    tab.run(&format!(
        "fetch(location.href.replace('/table/', '/api/tables/') + '/chat', {{method: 'POST', headers: {{'content-type': 'application/json'}}, body: {text:?}}}).then(r => r.status)"
    ));
}

/// The page knows this guest from now on.
fn introduce(tab: &mut Tab, name: &str) {
    let body = json!({"name": name}).to_string();
    tab.run(&format!(
        "fetch('/api/me', {{method: 'POST', headers: {{'content-type': 'application/json'}}, body: {body:?}}}).then(() => localStorage.setItem('durbar.guest', '1'))"
    ));
    tab.run(&format!(
        "localStorage['durbar.settings'] = JSON.stringify({{...JSON.parse(localStorage['durbar.settings'] ?? '{{}}'), name: {}}})",
        json!(name)
    ));
}

fn hears(tab: &mut Tab, text: &str) {
    tab.wait(&format!(
        "document.querySelector('.chat')?.textContent.includes({})",
        json!(text)
    ));
}

/// Anna at a desk and Ben at a phone, at a table that has just started.
fn at_a_table(browser: &Browser, site: &Site) -> (Tab, Tab, String) {
    let (mut anna, mut ben) = (browser.person(Device::Desk), browser.person(Device::Phone));
    let address = anna_makes_a_table(&mut anna, &site.address, "taj-mahal", "relaxed");
    ben_sits_down(&mut ben, &address);
    anna.click(".lobby .start:not(:disabled)");
    for tab in [&mut anna, &mut ben] {
        tab.wait("!document.querySelector('.lobby')");
        tab.wait_for(".chat");
    }
    (anna, ben, address)
}

#[test]
fn somebody_is_reported_and_blocked_by_keyboard_and_unblocked_in_the_account() {
    let (site, browser) = (Site::open(), Browser::start());
    let (mut anna, mut ben, _) = at_a_table(&browser, &site);
    say(&mut ben, "You fool!");
    hears(&mut anna, "Ben: You fool!");
    say(&mut anna, "Be polite.");
    hears(&mut anna, "Be polite.");
    // Nobody can do anything about their own words.
    assert_eq!(
        anna.run("document.querySelectorAll('.line-more').length"),
        1
    );
    anna.reach(".line-more");
    anna.press("Enter");
    anna.wait_for(".chat .conduct");
    anna.reach(".conduct .report");
    anna.press("Enter");
    anna.wait_for(".conduct textarea");
    anna.reach(".conduct textarea");
    anna.call("Input.insertText", json!({"text": "He insults me."}));
    anna.check_accessibility();
    anna.picture("conduct-1440x900-light");
    anna.reach(".conduct form button");
    anna.press("Enter");
    anna.wait("document.querySelector('.conduct')?.textContent.includes('has got your report')");
    anna.run("document.querySelector('.conduct .block').focus()");
    anna.press("Enter");
    anna.wait("!document.querySelector('.chat').textContent.includes('You fool!')");
    say(&mut ben, "Once more!");
    hears(&mut ben, "Once more!");
    say(&mut anna, "Good.");
    hears(&mut anna, "Good.");
    assert!(!anna.text(".chat").contains("Once more!"));
    // On a phone, from the page of a person.
    let profile = "[...document.querySelectorAll('.player-name a')].find(a => a.textContent.includes('Anna')).href";
    let profile = ben.run(profile).as_str().unwrap().to_owned();
    ben.open(&profile);
    ben.wait_for(".person .conduct");
    assert_eq!(ben.text(".conduct .block"), "Block", "he is not told");
    ben.look("person-conduct-390x844");
    ben.tap(".conduct .report");
    ben.wait_for(".conduct textarea");
    ben.look("person-report-390x844");
    ben.tap(".conduct .block");
    ben.wait("document.querySelector('.conduct .block').textContent === 'Unblock'");
    ben.tap(".conduct .block");
    ben.wait("document.querySelector('.conduct .block').textContent === 'Block'");
    anna.open(&format!("{}/account", site.address));
    anna.wait("document.querySelector('.blocked')?.textContent.includes('Ben')");
    anna.run("document.querySelector('.blocked').scrollIntoView({block: 'center'})");
    anna.picture("account-blocked-1440x900-light");
    anna.check_accessibility();
    anna.click(".blocked button");
    anna.wait("document.querySelector('.sessions') && !document.querySelector('.blocked')");
    for tab in [&mut anna, &mut ben] {
        assert_eq!(tab.errors(), Vec::<String>::new());
    }
}

#[test]
fn spectators_are_listed_and_their_chat_is_read_by_the_players_after_the_game() {
    let (site, browser) = (Site::open(), Browser::start());
    let (mut anna, mut ben, address) = at_a_table(&browser, &site);
    let mut carl = browser.person(Device::Desk);
    carl.open(&address);
    anna.wait(
        "document.querySelector('.spectators')?.textContent.includes('1 person without a name')",
    );
    introduce(&mut carl, "Carl");
    carl.open(&address);
    anna.wait("document.querySelector('.spectators')?.textContent === 'Watching: Carl'");
    carl.wait_for(".apart");
    carl.click(".chat-form input");
    carl.call("Input.insertText", json!({"text": "Red is strong."}));
    carl.press("Enter");
    hears(&mut carl, "Red is strong.");
    assert!(carl.text(".chat").contains("watching"));
    carl.check_accessibility();
    carl.picture("spectator-1440x900-light");
    say(&mut ben, "Good luck!");
    hears(&mut anna, "Good luck!");
    assert!(!anna.text(".chat").contains("Red"));
    ben.click(".sheet-tabs button:last-child");
    ben.picture("chat-390x844-light");
    ben.check_accessibility();
    anna.leave_the_rest_to_a_bot();
    ben.leave_the_rest_to_a_bot();
    // Between what was heard before and after it.
    for tab in [&mut anna, &mut ben] {
        tab.wait_for(".end .ranking");
        hears(tab, "Red is strong.");
        let order = "(text => text.indexOf('Red is strong.') < text.indexOf('Good luck!'))(document.querySelector('.chat').textContent)";
        assert_eq!(tab.run(order), true);
        assert_eq!(tab.errors(), Vec::<String>::new());
    }
}

fn enter_webhook(tab: &mut Tab, address: &str) {
    tab.tap(".webhooks input");
    tab.run("document.activeElement.select()");
    tab.call("Input.insertText", json!({"text": address}));
    tab.tap(".webhooks form button");
}

#[test]
fn the_owner_has_each_turn_posted_to_a_channel() {
    let (site, browser) = (Site::open(), Browser::start());
    let (mut anna, mut ben) = (browser.person(Device::Phone), browser.person(Device::Desk));
    let address = anna_makes_a_table(&mut anna, &site.address, "taj-mahal", "relaxed");
    ben_sits_down(&mut ben, &address);
    assert!(!ben.has(".webhooks"), "only the owner");
    anna.tap(".webhooks summary");
    anna.wait("document.querySelector('.webhooks').open");
    enter_webhook(&mut anna, "https://127.0.0.1/unguessable");
    anna.wait(
        "document.querySelector('.webhooks [role=alert]').textContent.includes('public server')",
    );
    enter_webhook(&mut anna, "https://hooks.chat.example/unguessable");
    anna.wait_for(".webhooks li");
    assert!(anna.text(".webhooks li").starts_with("hooks.chat.example"));
    assert!(!anna.text("body").contains("unguessable"));
    anna.run("document.querySelector('.webhooks').scrollIntoView()");
    anna.picture("webhooks-390x844-light");
    anna.check_accessibility();
    anna.tap(".webhooks li button");
    anna.wait("!document.querySelector('.webhooks li')");
    // It is at the table, too, beside the chat.
    anna.click(".lobby .start:not(:disabled)");
    anna.wait("!document.querySelector('.lobby') && document.querySelector('.webhooks')");
}
