//! Tables that look for players: found, filtered, and joined by one tap.

use browser_tests::{Browser, Device, Site, Tab};
use serde_json::json;

/// Anna makes a public table for two.
pub fn anna_looks_for_players(tab: &mut Tab, site: &str, game: &str) -> String {
    tab.open(&format!("{site}/new/{game}"));
    tab.click("#place-online");
    tab.click("#my-name");
    tab.call("Input.insertText", json!({"text": "Anna"}));
    tab.choose("#players", "2");
    tab.choose(".chairs li:nth-child(2) select", "person");
    tab.click("#listed");
    tab.click("#begin");
    tab.wait_for(".lobby");
    tab.run("location.href").as_str().unwrap().to_owned()
}

#[test]
fn a_public_table_is_found_and_joined_by_one_tap() {
    let (site, browser) = (Site::open(), Browser::start());
    let (mut anna, mut ben) = (browser.person(Device::Desk), browser.person(Device::Phone));
    let address = anna_looks_for_players(&mut anna, &site.address, "taj-mahal");
    ben.open(&format!("{}/tables", site.address));
    ben.click("main a[href='/open']");
    ben.wait_for(".table-list.free .join");
    assert!(ben.text(".table-list.free li").contains("English"));
    // The filters leave what fits.
    ben.choose("#open-game", "amritsar");
    ben.wait("!document.querySelector('.join')");
    ben.wait("document.querySelector('main').textContent.includes('Nobody is waiting')");
    ben.choose("#open-game", "taj-mahal");
    ben.choose("#open-language", "de");
    ben.wait("!document.querySelector('.join')");
    ben.choose("#open-language", "en");
    ben.wait_for(".join");
    ben.look("open-tables-390x844");
    // Without a name nobody sits down: the field is asked for.
    ben.tap(".join");
    ben.wait("document.activeElement.id === 'open-name'");
    ben.call("Input.insertText", json!({"text": "Ben"}));
    ben.press("Tab");
    ben.tap(".join");
    ben.wait(&format!("location.href === '{address}'"));
    ben.wait("[...document.querySelectorAll('.lobby .player-name')].some(name => name.textContent === 'Ben (you)')");
    anna.wait("document.querySelectorAll('.chairs .ready').length === 2");
    for tab in [&mut anna, &mut ben] {
        assert_eq!(tab.errors(), Vec::<String>::new());
    }
}

#[test]
fn open_tables_are_joined_by_keyboard_and_running_ones_are_watched() {
    let (site, browser) = (Site::open(), Browser::start());
    let (mut anna, mut ben, mut carl) = (
        browser.person(Device::Desk),
        browser.person(Device::Desk),
        browser.person(Device::Desk),
    );
    let address = anna_looks_for_players(&mut anna, &site.address, "maharaja");
    ben.open(&format!("{}/open", site.address));
    ben.wait_for(".join");
    ben.run("document.querySelector('#open-name').focus()");
    ben.call("Input.insertText", json!({"text": "Ben"}));
    ben.reach(".join");
    assert_eq!(
        ben.run("document.activeElement.getAttribute('aria-label')"),
        "Join Maharaja with Anna"
    );
    ben.press("Enter");
    ben.wait(&format!("location.href === '{address}'"));
    anna.click(".lobby .start:not(:disabled)");
    anna.wait("!document.querySelector('.lobby')");
    carl.open(&format!("{}/open", site.address));
    carl.wait_for(".table-list.watched a.button");
    assert!(!carl.has(".join"));
    carl.look("open-tables-1440x900");
    carl.click(".table-list.watched a.button");
    carl.wait(&format!("location.href === '{address}'"));
    carl.wait_for(".table-grid");
}
