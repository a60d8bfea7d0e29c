//! Being told of one's turn while no page looks at the table.

use browser_tests::{Browser, Device, Site, Tab};
use serde_json::{Value, json};
use std::time::Duration;

/// Lets a message arrive as the server sends it, and some time for it to be shown.
fn deliver(tab: &mut Tab, origin: &str, table: &str, version: u64) {
    let message = json!({"table": table, "version": version, "title": "Taj Mahal: your turn", "body": "With Ben."});
    let data = message.to_string();
    let push = json!({"origin": origin, "registrationId": "0", "data": data});
    tab.call("ServiceWorker.deliverPushMessage", push);
    std::thread::sleep(Duration::from_millis(300));
}

/// Waits until these messages are shown: the table, and whether it was shown without a sound.
fn wait_for(tab: &mut Tab, expected: &Value) {
    let mut shown = Value::Null;
    for _ in 0..100 {
        shown = tab.run(
            "navigator.serviceWorker.ready.then(worker => worker.getNotifications())
                .then(all => all.map(one => [one.tag, one.silent]).sort())",
        );
        if shown == *expected {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("{shown} is shown instead of {expected}");
}

#[test]
fn a_message_that_is_sent_again_is_shown_without_a_sound() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Phone);
    tab.open(&format!("{}/tables", site.address));
    tab.wait("navigator.serviceWorker.controller");
    let origin = site.address.clone();
    let person =
        tab.call("Target.getTargetInfo", json!({}))["targetInfo"]["browserContextId"].take();
    let allowed =
        json!({"origin": origin, "browserContextId": person, "permissions": ["notifications"]});
    tab.call("Browser.grantPermissions", allowed);
    tab.call("ServiceWorker.enable", json!({}));
    deliver(&mut tab, &origin, "one", 7);
    wait_for(&mut tab, &json!([["one", false]]));
    // The server did not know that it had arrived.
    deliver(&mut tab, &origin, "one", 7);
    wait_for(&mut tab, &json!([["one", true]]));
    deliver(&mut tab, &origin, "two", 3);
    wait_for(&mut tab, &json!([["one", true], ["two", false]]));
}

#[test]
fn the_account_says_where_one_is_told() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Phone);
    tab.open(&format!("{}/tables", site.address));
    tab.run(
        "fetch('/api/me', {method: 'POST', headers: {'content-type': 'application/json'}, body: '{\"name\":\"Anna\"}'})
            .then(() => localStorage.setItem('durbar.guest', '1'))",
    );
    tab.open(&format!("{}/account", site.address));
    tab.wait_for(".contacts button.primary");
    tab.run("document.querySelector('.contacts').scrollIntoView()");
    tab.look("contacts-390x844");
    // A headless browser has no push service: that is told, and nothing else happens.
    tab.click(".contacts button.primary");
    tab.wait("document.querySelector('.contacts [role=alert]').textContent.length > 0");
    assert_eq!(
        tab.run("document.querySelectorAll('.contact-list li').length"),
        0
    );
}
