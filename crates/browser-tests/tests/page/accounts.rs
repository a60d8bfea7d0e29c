//! Accounts: passkeys with an authenticator of the browser's own, recovery codes, links to other devices, and the end of an account.

use browser_tests::{Browser, Device, Site, Tab};
use serde_json::{Value, json};

/// The site under a name: browsers offer no passkeys at a bare address.
fn named(site: &Site) -> String {
    site.address.replace("127.0.0.1", "localhost")
}

/// Opens the account of a guest of this name.
fn guest(tab: &mut Tab, address: &str, name: &str) {
    tab.open(&format!("{address}/account"));
    tab.wait_for(".account .sign-in");
    post(tab, "/api/me", json!({"name": name}));
    tab.run("localStorage['durbar.guest'] = '1'");
    tab.open(&format!("{address}/account"));
    tab.wait_for("#account-name");
}

/// Sends a request as the page would.
fn post(tab: &mut Tab, path: &str, body: Value) -> Value {
    tab.run(&format!(
        "fetch('{path}', {{method: 'POST', headers: {{'content-type': 'application/json'}}, body: '{body}'}}).then(r => r.json())"
    ))
}

fn write(tab: &mut Tab, field: &str, text: &str) {
    tab.click(field);
    tab.run(&format!("document.querySelector('{field}').select()"));
    tab.call("Input.insertText", json!({"text": text}));
}

/// Gives a tab an authenticator that says yes. Returns its id.
fn authenticator(tab: &mut Tab) -> Value {
    tab.call("WebAuthn.enable", json!({}));
    let options = json!({
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": true,
        "hasUserVerification": true, "isUserVerified": true, "automaticPresenceSimulation": true,
    });
    tab.call(
        "WebAuthn.addVirtualAuthenticator",
        json!({"options": options}),
    )["authenticatorId"]
        .take()
}

/// Copies all passkeys of one authenticator to another, as the clouds of browsers do.
fn copy(from: (&mut Tab, &Value), to: (&mut Tab, &Value)) {
    let which = json!({"authenticatorId": from.1});
    let found = from.0.call("WebAuthn.getCredentials", which);
    for credential in found["credentials"].as_array().unwrap() {
        let added = json!({"authenticatorId": to.1, "credential": credential});
        to.0.call("WebAuthn.addCredential", added);
    }
}

const SIGNED_IN: &str = "document.querySelector('.done')?.textContent === 'Signed in as Anna.'";

#[test]
fn a_passkey_is_made_serves_on_another_device_and_is_replaced_by_a_code_when_it_is_lost() {
    let (site, browser) = (Site::open(), Browser::start());
    let address = named(&site);
    let mut anna = browser.person(Device::Desk);
    guest(&mut anna, &address, "Anna");
    let desk = authenticator(&mut anna);
    write(&mut anna, "#passkey-name", "Desk");
    anna.click(".add-passkey");
    anna.wait("document.querySelector('.passkeys li b')?.textContent === 'Desk'");
    anna.wait("document.querySelector('.keep-state').textContent.includes('again')");
    assert_eq!(anna.errors(), Vec::<String>::new());
    // The device has one already.
    anna.click(".add-passkey");
    anna.wait_for("[role=alert] .notice");
    anna.wait("document.querySelectorAll('.passkeys li').length === 1");
    let table = post(&mut anna, "/api/tables", json!({"game": "taj-mahal"}));
    let watch = format!(
        "new WebSocket(location.origin.replace('http', 'ws') + '/api/tables/{}/live').onclose = e => {{ window.streamEnded = e.code; }}, 1",
        table["table"].as_str().unwrap()
    );
    anna.run(&watch);

    let mut phone = browser.person(Device::Phone);
    phone.open(&format!("{address}/account"));
    let pocket = authenticator(&mut phone);
    copy((&mut anna, &desk), (&mut phone, &pocket));
    phone.click(".by-passkey");
    phone.wait(SIGNED_IN);
    phone.wait("document.querySelectorAll('.sessions li').length === 2");
    phone.click(".make-codes");
    phone.wait("document.querySelectorAll('.codes li').length === 8");
    let code = phone.text(".codes li:first-child code");
    phone.click(".passkeys .danger");
    phone.wait("!document.querySelector('.passkeys li')");
    assert_eq!(phone.errors(), Vec::<String>::new());

    // The passkey opens nothing any more, wherever it is; a code does, once.
    let mut new = browser.person(Device::Desk);
    new.open(&format!("{address}/account"));
    let stolen = authenticator(&mut new);
    copy((&mut phone, &pocket), (&mut new, &stolen));
    new.click(".by-passkey");
    new.wait("document.querySelector('[role=alert]').textContent.includes('not valid')");
    write(&mut new, "#recovery-code", &code);
    new.click(".by-code");
    new.wait(SIGNED_IN);
    new.wait("document.querySelector('.codes-left')?.textContent.includes('7')");
    new.click(".sign-out-everywhere");
    new.wait("document.querySelectorAll('.sessions li').length === 1");
    anna.wait("window.streamEnded === 1008");
    anna.open(&format!("{address}/account"));
    anna.wait_for(".account .sign-in");
    assert!(!anna.has("#account-name"));
}

#[test]
fn a_link_continues_on_another_device_and_takes_the_tables_of_a_guest_along() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut anna = browser.person(Device::Desk);
    // At a bare address, the page says that there are no passkeys, and offers the other ways.
    guest(&mut anna, &site.address, "Anna");
    anna.wait_for(".no-passkeys");
    anna.click(".make-link");
    anna.wait_for(".qr");
    let link = anna.run("document.querySelector('#device-link').value");
    let link = link.as_str().unwrap().to_owned();
    anna.picture("device-link-1440x900");

    let mut phone = browser.person(Device::Phone);
    guest(&mut phone, &site.address, "Somebody");
    post(
        &mut phone,
        "/api/tables",
        json!({"game": "amritsar", "seats": ["me"]}),
    );
    // Whoever only shows a preview of the link uses nothing up.
    for _ in 0..2 {
        phone.open("about:blank");
        phone.open(&link);
        phone.wait_for(".continue");
    }
    assert!(phone.text(".continue").contains("Anna"));
    phone.wait_for(".take-along");
    phone.look("continue-390x844");
    phone.click(".continue");
    phone.wait("location.pathname === '/tables'");
    phone.wait("document.querySelector('main')?.textContent.includes('Anna')");
    phone.open("about:blank");
    phone.open(&link);
    phone.wait_for("[role=alert].notice");

    write(&mut anna, "#account-name", "Annapurna");
    anna.press("Enter");
    anna.wait("document.querySelector('.done')?.textContent.includes('saved')");
    phone.open(&format!("{}/tables", site.address));
    phone.wait("document.querySelector('main')?.textContent.includes('Annapurna')");
}

#[test]
fn the_account_and_the_privacy_page_fit_everywhere_and_everything_can_be_deleted() {
    let (site, browser) = (Site::open(), Browser::start());
    let address = named(&site);
    for (device, size) in [(Device::Desk, "1440x900"), (Device::Phone, "390x844")] {
        let mut tab = browser.person(device);
        guest(&mut tab, &address, "Anna");
        authenticator(&mut tab);
        tab.click(".add-passkey");
        tab.wait_for(".passkeys li");
        // The codes move what stands below them, so the link is asked for once they are there.
        tab.click(".make-codes");
        tab.wait_for(".codes li");
        tab.click(".make-link");
        tab.wait_for(".qr");
        for language in ["en", "de", "ru"] {
            tab.click(".settings-button");
            tab.choose("#language", language);
            tab.wait(&format!("document.documentElement.lang === '{language}'"));
            tab.click("#settings > button:last-child");
            tab.look(&format!("account-{language}-{size}"));
            if device == Device::Desk {
                tab.run("scrollTo(0, 900)");
                tab.picture(&format!("account-{language}-below-{size}"));
            }
        }
        tab.click(".settings-button");
        tab.click("#settings a[href='/privacy']");
        tab.wait("location.pathname === '/privacy' && !document.querySelector('#settings')");
        tab.wait("document.querySelectorAll('main li').length > 15");
        tab.look(&format!("privacy-{size}"));
        tab.open(&format!("{address}/account"));
        tab.wait_for(".sessions li");
        tab.click(".delete-account summary");
        tab.click(".delete-account button");
        tab.wait("!document.querySelector('#account-name') && document.querySelector('.done')");
        let status = tab.run("fetch('/api/me').then(r => r.status)");
        assert_eq!(status, 401);
    }
}
