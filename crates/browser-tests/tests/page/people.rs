//! What others see of a person.

use crate::online::ben_sits_down;
use browser_tests::{Browser, Device, Site};
use serde_json::json;

#[test]
fn a_profile_shows_ratings_games_and_those_with_the_viewer() {
    let (site, browser) = (Site::open(), Browser::start());
    let (mut anna, mut ben) = (browser.person(Device::Desk), browser.person(Device::Phone));
    anna.open(&format!("{}/new/taj-mahal", site.address));
    anna.click("#place-online");
    anna.click("#my-name");
    anna.call("Input.insertText", json!({"text": "Anna"}));
    anna.choose("#players", "2");
    anna.choose(".chairs li:nth-child(2) select", "person");
    anna.click("#listed");
    anna.click("#rated");
    anna.click("#begin");
    anna.wait_for(".lobby .rated");
    let address = anna.run("location.href").as_str().unwrap().to_owned();
    ben_sits_down(&mut ben, &address);
    anna.click(".lobby .start:not(:disabled)");
    anna.wait("!document.querySelector('.lobby')");
    anna.leave_the_rest_to_a_bot();
    ben.leave_the_rest_to_a_bot();
    anna.wait_for(".end .ranking");
    ben.wait_for(".end .ranking");
    // From the name at the table; it opens beside the game.
    let link =
        "[...document.querySelectorAll('.player-name a')].find(a => a.textContent.includes('Ben'))";
    assert_eq!(anna.run(&format!("{link}.target")), "_blank");
    let profile = anna.run(&format!("{link}.href"));
    anna.open(profile.as_str().unwrap());
    anna.wait("document.querySelector('.person h1')?.textContent === 'Ben'");
    anna.wait_for(".table-list.finished li .tag");
    assert!(anna.text(".together").contains("1 game"));
    assert!(anna.text(".ratings").contains("Taj Mahal"));
    assert!(anna.text(".levels").contains("expert"));
    anna.look("person-1440x900");
    // One's own page is one tap away from the account.
    ben.open(&format!("{}/account", site.address));
    ben.tap(".own-profile a");
    ben.wait("document.querySelector('.person h1')?.textContent === 'Ben'");
    ben.wait_for(".table-list.finished li");
    assert!(!ben.has(".together"));
    assert!(ben.text(".person").contains("how others see you"));
    ben.look("person-390x844");
    ben.click(".places a[href^='/people/']");
    ben.wait("document.querySelector('.person h1')");
    for tab in [&mut anna, &mut ben] {
        assert_eq!(tab.errors(), Vec::<String>::new());
    }
    ben.open(&format!("{}/people/nobody", site.address));
    ben.wait("document.querySelector('main')?.textContent.includes('no person at this address')");
}
