//! Accounts: passkeys, recovery codes, links to other devices, one account from two, and the end of one.

use crate::authenticator::Authenticator;
use crate::house::{House, fresh_folder};
use protocol::{
    AccountAbout, Codes, DELETED, DeviceLink, Done, Me, PasskeyAbout, PasskeyChallenge, Sessions,
    SignInChallenge, Status, Token, Update, Watch, WhatHappened, Who,
};
use serde_json::{Value, json};
use server::Config;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use visitor::{Reply, VisitError, Visitor};

async fn safe_house() -> House {
    House::with(|config| config.origin = Some("https://durbar.example".to_owned())).await
}

fn keep_cookie(visitor: &mut Visitor, reply: &Reply) {
    let cookie = reply.headers["set-cookie"].to_str().unwrap();
    visitor.cookie = cookie.split(';').next().map(str::to_owned);
}

/// Sends a sign-in, and keeps the session.
pub async fn sign_in(visitor: &mut Visitor, path: &str, body: Value) -> Result<Me, VisitError> {
    let path = format!("/api/sign-in/{path}");
    let reply = visitor.send("POST", &path, Some(body)).await.unwrap();
    let me = reply.read::<Me>()?;
    keep_cookie(visitor, &reply);
    Ok(me)
}

async fn account(visitor: &mut Visitor) -> AccountAbout {
    visitor.get("/api/me/account").await.unwrap()
}

async fn asked_to_create(visitor: &mut Visitor) -> PasskeyChallenge {
    let path = "/api/me/passkeys/challenge";
    visitor.post(path, Value::Null).await.unwrap()
}

/// Makes a passkey. Returns its user handle.
pub async fn register(visitor: &mut Visitor, device: &Authenticator) -> String {
    let asked = asked_to_create(visitor).await;
    let new = device.create(&asked.challenge, "webauthn.create");
    visitor
        .post::<PasskeyAbout>("/api/me/passkeys", new)
        .await
        .unwrap();
    asked.user
}

pub async fn asked_to_get(visitor: &mut Visitor) -> String {
    let path = "/api/sign-in/challenge";
    let asked: SignInChallenge = visitor.post(path, Value::Null).await.unwrap();
    assert_eq!(asked.rp, "durbar.example");
    asked.challenge
}

async fn codes(visitor: &mut Visitor) -> Vec<String> {
    let codes: Codes = visitor.post("/api/me/codes", Value::Null).await.unwrap();
    codes.codes
}

async fn link(visitor: &mut Visitor) -> String {
    let link: DeviceLink = visitor.post("/api/me/link", Value::Null).await.unwrap();
    link.link
}

fn names(update: &Update) -> Vec<&str> {
    let names = update.seats.iter().map(|seat| match &seat.who {
        Who::Person { name, .. } => name.as_str(),
        _ => "",
    });
    names.collect()
}

const FAILED: &str = "403: this passkey, code or link is not valid, or was used already";

#[tokio::test(flavor = "multi_thread")]
async fn a_new_name_reaches_the_seats_that_are_taken() {
    let house = House::open().await;
    let (mut anna, mut ben, table) = house.duel("taj-mahal").await;
    let waiting = anna
        .create(json!({"game": "amritsar", "seats": ["me"]}))
        .await
        .unwrap();
    let mut live = ben.watch(&table, Watch::default()).await.unwrap();
    let before = live.next().await.unwrap().unwrap().version;
    let _: Me = anna
        .post("/api/me", json!({"name": "Annapurna"}))
        .await
        .unwrap();
    let told = live.until(|update| update.version > before).await.unwrap();
    assert_eq!(names(&told), ["Annapurna", "Ben"]);
    assert!(
        matches!(&told.steps[0].what, WhatHappened::Renamed { seat: Some(seat), .. } if seat.number() == 0)
    );
    assert_eq!(names(&anna.look(&waiting).await.unwrap())[0], "Annapurna");
    // The same name again changes nothing.
    let version = ben.look(&table).await.unwrap().version;
    let _: Me = anna
        .post("/api/me", json!({"name": "Annapurna"}))
        .await
        .unwrap();
    assert_eq!(ben.look(&table).await.unwrap().version, version);
    // A name that was not told everywhere, because a server died, is told when it is given again.
    let refused = anna.post::<Me>("/api/me", json!({"name": DELETED})).await;
    assert_eq!(refused.unwrap_err().status(), Some(422));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_passkey_signs_in_on_another_device() {
    let house = safe_house().await;
    let (mut anna, device) = (house.guest("Anna").await, Authenticator::number(1));
    assert!(!account(&mut anna).await.kept);
    let user = register(&mut anna, &device).await;
    let about = account(&mut anna).await;
    assert!(about.kept && about.passkeys_work);
    assert_eq!(about.passkeys[0].name, "My phone");
    let mut second = house.stranger();
    let challenge = asked_to_get(&mut second).await;
    let answer = device.get(&challenge, "webauthn.get", &user);
    let me = sign_in(&mut second, "passkey", answer.clone())
        .await
        .unwrap();
    assert_eq!(me.name, "Anna");
    assert_eq!(account(&mut second).await.passkeys.len(), 1);
    // The same answer again.
    let again = sign_in(&mut house.stranger(), "passkey", answer).await;
    assert_eq!(again.unwrap_err().to_string(), FAILED);
    // Removed, it opens nothing any more.
    let path = format!("/api/me/passkeys/{}", about.passkeys[0].id);
    assert_eq!(anna.send("DELETE", &path, None).await.unwrap().status, 204);
    assert_eq!(anna.send("DELETE", &path, None).await.unwrap().status, 404);
    let challenge = asked_to_get(&mut second).await;
    let answer = device.get(&challenge, "webauthn.get", &user);
    let refused = sign_in(&mut house.stranger(), "passkey", answer).await;
    assert_eq!(refused.unwrap_err().to_string(), FAILED);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_passkey_is_refused_with_one_answer_whatever_is_wrong() {
    let house = safe_house().await;
    let (mut anna, mut ben) = (house.guest("Anna").await, house.guest("Ben").await);
    let device = Authenticator {
        counter: 5,
        ..Authenticator::number(1)
    };
    let user = register(&mut anna, &device).await;
    let bens = register(&mut ben, &Authenticator::number(2)).await;
    let mut stranger = house.stranger();
    let created = asked_to_create(&mut anna).await.challenge;
    let grown = Authenticator {
        counter: 6,
        ..device.clone()
    };
    let challenge = asked_to_get(&mut stranger).await;
    let mut wrong = vec![
        grown.get("AAAA", "webauthn.get", &user),
        grown.get(&created, "webauthn.get", &user),
        grown.get(&challenge, "webauthn.create", &user),
        grown.get(&challenge, "webauthn.get", &bens),
        // The counter says that another device signed meanwhile.
        device.get(&challenge, "webauthn.get", &user),
        // A credential that nobody has.
        Authenticator::number(3).get(&challenge, "webauthn.get", &user),
    ];
    let liars = [
        Authenticator {
            origin: "https://evil.example".to_owned(),
            ..grown.clone()
        },
        Authenticator {
            origin: "http://durbar.example".to_owned(),
            ..grown.clone()
        },
        Authenticator {
            domain: "evil.example".to_owned(),
            ..grown.clone()
        },
        Authenticator {
            flags: 0x01,
            ..grown.clone()
        },
        Authenticator {
            flags: 0x04,
            ..grown.clone()
        },
        Authenticator {
            flags: 0x45,
            ..grown.clone()
        },
        // Another key under the same id.
        Authenticator {
            id: device.id.clone(),
            counter: 6,
            ..Authenticator::number(2)
        },
    ];
    for liar in &liars {
        // Each with a challenge of its own: none fails only because the one before used it up.
        let challenge = asked_to_get(&mut stranger).await;
        wrong.push(liar.get(&challenge, "webauthn.get", &user));
    }
    let mut cut = grown.get(&asked_to_get(&mut stranger).await, "webauthn.get", &user);
    cut["signature"] = json!("AAAA");
    wrong.push(cut);
    for answer in wrong {
        let refused = sign_in(&mut stranger, "passkey", answer.clone()).await;
        assert_eq!(refused.unwrap_err().to_string(), FAILED, "{answer}");
    }
    let challenge = asked_to_get(&mut stranger).await;
    let right = grown.get(&challenge, "webauthn.get", &user);
    assert_eq!(
        sign_in(&mut stranger, "passkey", right).await.unwrap().name,
        "Anna"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_passkey_is_checked_and_their_number_is_bounded() {
    let house = safe_house().await;
    let (mut anna, mut ben) = (house.guest("Anna").await, house.guest("Ben").await);
    let device = Authenticator::number(1);
    let foreign = asked_to_create(&mut ben).await.challenge;
    let to_get = asked_to_get(&mut anna).await;
    let mut wrong = vec![
        device.create(&foreign, "webauthn.create"),
        device.create(&to_get, "webauthn.create"),
        device.create("AAAA", "webauthn.create"),
    ];
    for liar in [
        Authenticator {
            origin: "https://evil.example".to_owned(),
            ..device.clone()
        },
        Authenticator {
            domain: "evil.example".to_owned(),
            ..device.clone()
        },
        Authenticator {
            flags: 0x01,
            ..device.clone()
        },
        Authenticator {
            id: vec![1; 1024],
            ..device.clone()
        },
    ] {
        let asked = asked_to_create(&mut anna).await;
        wrong.push(liar.create(&asked.challenge, "webauthn.create"));
    }
    let asked = asked_to_create(&mut anna).await;
    wrong.push(device.create(&asked.challenge, "webauthn.get"));
    let mut nameless = device.create(&asked.challenge, "webauthn.create");
    nameless["name"] = json!(" ");
    wrong.push(nameless);
    for new in wrong {
        let refused = anna.post::<PasskeyAbout>("/api/me/passkeys", new).await;
        assert_eq!(refused.unwrap_err().status(), Some(422));
    }
    register(&mut ben, &device).await;
    // Somebody else's credential, and a challenge twice.
    let asked = asked_to_create(&mut anna).await;
    let new = device.create(&asked.challenge, "webauthn.create");
    let refused = anna.post::<PasskeyAbout>("/api/me/passkeys", new).await;
    assert_eq!(refused.unwrap_err().status(), Some(409));
    let new = Authenticator::number(2).create(&asked.challenge, "webauthn.create");
    let refused = anna.post::<PasskeyAbout>("/api/me/passkeys", new).await;
    assert_eq!(refused.unwrap_err().status(), Some(422));
    for number in 11..21 {
        register(&mut anna, &Authenticator::number(number)).await;
    }
    let path = "/api/me/passkeys/challenge";
    let full = anna.post::<PasskeyChallenge>(path, Value::Null).await;
    let full = full.unwrap_err().to_string();
    assert_eq!(full, "409: you already have 10 passkeys; remove one first");
}

#[tokio::test(flavor = "multi_thread")]
async fn browsers_offer_no_passkeys_at_a_bare_address() {
    let house = House::open().await;
    let mut anna = house.guest("Anna").await;
    assert!(!account(&mut anna).await.passkeys_work);
    let path = "/api/me/passkeys/challenge";
    let refused = anna.post::<Value>(path, Value::Null).await;
    assert_eq!(refused.unwrap_err().status(), Some(409));
    let path = "/api/sign-in/challenge";
    let refused = anna.post::<Value>(path, Value::Null).await;
    assert_eq!(refused.unwrap_err().to_string(), FAILED);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recovery_code_signs_in_once() {
    let folder = fresh_folder();
    let file = folder.join("durbar.sqlite").display().to_string();
    let house = House::with(|config| config.database = file).await;
    let mut anna = house.guest("Anna").await;
    let old = codes(&mut anna).await;
    let new = codes(&mut anna).await;
    assert_eq!((new.len(), account(&mut anna).await.codes), (8, 8));
    let mut lost = house.stranger();
    for wrong in [old[0].as_str(), "", "0000-0000", "' OR 1=1"] {
        let refused = sign_in(&mut lost, "code", json!({"code": wrong})).await;
        assert_eq!(refused.unwrap_err().to_string(), FAILED, "{wrong}");
    }
    let typed = new[0].to_uppercase().replace('-', " ");
    let me = sign_in(&mut lost, "code", json!({"code": typed}))
        .await
        .unwrap();
    assert_eq!(me.name, "Anna");
    assert_eq!(account(&mut lost).await.codes, 7);
    let again = sign_in(&mut house.stranger(), "code", json!({"code": new[0]})).await;
    assert_eq!(again.unwrap_err().to_string(), FAILED);
    // Two at the same time: one of them.
    let (mut one, mut other) = (house.stranger(), house.stranger());
    let body = json!({"code": new[1]});
    let (first, second) = tokio::join!(
        sign_in(&mut one, "code", body.clone()),
        sign_in(&mut other, "code", body)
    );
    assert!(first.is_ok() != second.is_ok());
    for entry in std::fs::read_dir(&folder).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        for code in &new {
            let code = code.replace('-', "");
            assert!(
                !bytes
                    .windows(code.len())
                    .any(|part| part == code.as_bytes())
            );
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_signs_in_another_device_once_and_for_ten_minutes() {
    let later = Arc::new(AtomicU64::new(0));
    let clock = (server::steady_clock(), later.clone());
    let now = Arc::new(move || (clock.0)() + clock.1.load(Ordering::Relaxed));
    let house = House::with(|config: &mut Config| config.now = now).await;
    let mut anna = house.guest("Anna").await;
    let old = link(&mut anna).await;
    let new = link(&mut anna).await;
    let mut phone = house.stranger();
    for _ in 0..2 {
        let me: Me = phone
            .post("/api/sign-in/link/owner", json!({"link": new}))
            .await
            .unwrap();
        assert_eq!(me.name, "Anna");
    }
    let refused = sign_in(&mut phone, "link", json!({"link": old})).await;
    assert_eq!(refused.unwrap_err().to_string(), FAILED);
    sign_in(&mut phone, "link", json!({"link": new}))
        .await
        .unwrap();
    let sessions: Sessions = phone.get("/api/me/sessions").await.unwrap();
    assert_eq!(sessions.sessions.len(), 2);
    let again = sign_in(&mut house.stranger(), "link", json!({"link": new})).await;
    assert_eq!(again.unwrap_err().to_string(), FAILED);
    let late = link(&mut anna).await;
    later.store(10 * 60 * 1000, Ordering::Relaxed);
    let refused = sign_in(&mut house.stranger(), "link", json!({"link": late})).await;
    assert_eq!(refused.unwrap_err().to_string(), FAILED);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_who_signs_in_takes_the_tables_along() {
    let house = House::open().await;
    let mut account_of_anna = house.guest("Anna").await;
    let codes = codes(&mut account_of_anna).await;
    // On another device, Anna has begun as a guest.
    let (mut guest, mut ben, table) = house.duel("taj-mahal").await;
    let own = guest.create(json!({"game": "amritsar"})).await.unwrap();
    let both = account_of_anna
        .create(json!({"game": "amritsar", "seats": ["me"]}))
        .await
        .unwrap();
    guest.want(&both, "sit", json!({})).await.unwrap();
    let old = guest.cookie.clone();
    let body = json!({"code": codes[0], "take_along": true});
    sign_in(&mut guest, "code", body).await.unwrap();
    assert_eq!(
        guest.look(&table).await.unwrap().you.seat.unwrap().number(),
        0
    );
    assert!(guest.look(&own).await.unwrap().you.owner);
    assert_eq!(
        account_of_anna
            .look(&table)
            .await
            .unwrap()
            .you
            .seat
            .unwrap()
            .number(),
        0
    );
    // Where both sat, the guest has left.
    let at_both = guest.look(&both).await.unwrap();
    assert_eq!(at_both.you.seat.unwrap().number(), 0);
    assert_eq!(at_both.seats[1].who, Who::Open);
    let mut gone = house.stranger();
    gone.cookie = old;
    assert_eq!(
        gone.get::<Me>("/api/me").await.unwrap_err().status(),
        Some(401)
    );
    // The game goes on.
    let ben_sees = ben.look(&table).await.unwrap();
    assert_eq!(names(&ben_sees), ["Anna", "Ben"]);
    for visitor in [&mut guest, &mut ben] {
        let update = visitor.look(&table).await.unwrap();
        if let Some(action) = update.position.unwrap().legal.first() {
            visitor.play(&table, update.version, action).await.unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_who_does_not_want_that_leaves_the_tables_behind() {
    let house = House::open().await;
    let codes = codes(&mut house.guest("Anna").await).await;
    let (mut guest, mut ben, table) = house.duel("taj-mahal").await;
    sign_in(&mut guest, "code", json!({"code": codes[0]}))
        .await
        .unwrap();
    assert_eq!(guest.look(&table).await.unwrap().you.seat, None);
    assert_eq!(names(&ben.look(&table).await.unwrap()), ["Anna", "Ben"]);
    // An account that can be signed in to again is never merged.
    let mut other = house.guest("Cleo").await;
    let cleos = self::codes(&mut other).await;
    let body = json!({"code": codes[1], "take_along": true});
    sign_in(&mut other, "code", body).await.unwrap();
    let body = json!({"code": cleos[0]});
    assert_eq!(
        sign_in(&mut other, "code", body).await.unwrap().name,
        "Cleo"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_too_many_sessions_is_not_locked_out() {
    let house = House::open().await;
    let mut anna = house.guest("Anna").await;
    let codes = codes(&mut anna).await;
    for _ in 0..19 {
        let _: Token = anna.post("/api/me/token", Value::Null).await.unwrap();
    }
    sign_in(&mut house.stranger(), "code", json!({"code": codes[0]}))
        .await
        .unwrap();
    let mut phone = house.stranger();
    sign_in(&mut phone, "code", json!({"code": codes[1]}))
        .await
        .unwrap();
    let sessions: Sessions = phone.get("/api/me/sessions").await.unwrap();
    assert_eq!(sessions.sessions.len(), 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_cannot_change_how_somebody_signs_in() {
    let house = safe_house().await;
    let mut anna = house.guest("Anna").await;
    let token: Token = anna.post("/api/me/token", Value::Null).await.unwrap();
    let mut program = house.stranger();
    program.token = Some(token.token);
    for (method, path) in [
        ("POST", "/api/me/codes"),
        ("POST", "/api/me/link"),
        ("POST", "/api/me/passkeys/challenge"),
        ("DELETE", "/api/me/passkeys/0123456789abcdef"),
        ("DELETE", "/api/me/account"),
    ] {
        let reply = program.send(method, path, None).await.unwrap();
        assert_eq!(reply.status, 403, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn attempts_to_sign_in_are_limited() {
    let house = House::with(|config| config.limits.sign_ins_per_address = 4).await;
    let mut stranger = house.stranger();
    let mut statuses = Vec::new();
    for _ in 0..3 {
        let refused = sign_in(&mut stranger, "code", json!({"code": "x"})).await;
        statuses.push(refused.unwrap_err().status().unwrap());
    }
    assert_eq!(statuses, [403, 403, 429]);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_deletes_their_data_leaves_no_name() {
    let folder = fresh_folder();
    let file = folder.join("durbar.sqlite").display().to_string();
    let mut house = House::with(|config| config.database = file).await;
    let (mut zenobia, mut ben) = (house.guest("Zenobia").await, house.guest("Ben").await);
    let new = json!({"game": "taj-mahal", "options": {"players": 2}, "seats": ["me"]});
    let table = zenobia.create(new.clone()).await.unwrap();
    ben.want(&table, "sit", json!({})).await.unwrap();
    zenobia.want(&table, "start", Value::Null).await.unwrap();
    let waiting = zenobia.create(new.clone()).await.unwrap();
    let left = ben
        .create(json!({"game": "amritsar", "seats": ["me"]}))
        .await
        .unwrap();
    zenobia.want(&left, "sit", json!({})).await.unwrap();
    zenobia.want(&left, "leave", json!({})).await.unwrap();
    let say = json!({"text": "good game"});
    let _: Done = zenobia.want(&table, "chat", say).await.unwrap();
    codes(&mut zenobia).await;
    // A guest of the same person, who was called the same, is part of the account.
    let code = codes(&mut zenobia).await.remove(0);
    let mut guest = house.guest("Zenobia").await;
    guest.want(&left, "sit", json!({})).await.unwrap();
    guest.want(&left, "leave", json!({})).await.unwrap();
    let body = json!({"code": code, "take_along": true});
    sign_in(&mut guest, "code", body).await.unwrap();
    let mut live = zenobia.watch(&table, Watch::default()).await.unwrap();
    live.next().await.unwrap();
    let reply = zenobia
        .send("DELETE", "/api/me/account", None)
        .await
        .unwrap();
    assert_eq!(reply.status, 204);
    while live.next().await.unwrap().is_some() {}
    assert_eq!(live.closing_code, Some(1008));
    for gone in [&mut zenobia, &mut guest] {
        assert_eq!(
            gone.get::<Me>("/api/me").await.unwrap_err().status(),
            Some(401)
        );
    }
    house.restart().await;
    let mut ben = ben.at(house.address);
    let watch = format!("/api/tables/{table}?since=0&chat=0");
    let update: Update = ben.get(&watch).await.unwrap();
    assert_eq!(names(&update), [DELETED, "Ben"]);
    assert!(update.seats[0].played_by_bot);
    assert_eq!(
        (update.chat[0].name.as_str(), update.chat[0].text.as_str()),
        (DELETED, "good game")
    );
    assert_eq!(ben.look(&waiting).await.unwrap().status, Status::Over);
    house.stop().await;
    let store = server::store::Store::open(&house.database()).await.unwrap();
    let mut text = Vec::new();
    server::moving::export(&store, &mut text).await.unwrap();
    store.close().await;
    let text = String::from_utf8(text).unwrap();
    assert!(
        !text.contains("Zenobia") && text.contains(DELETED),
        "{text}"
    );
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_move_with_the_site() {
    let mut house = safe_house().await;
    let mut anna = house.guest("Anna").await;
    let device = Authenticator::number(1);
    let user = register(&mut anna, &device).await;
    let codes = codes(&mut anna).await;
    house.stop().await;
    let folder = fresh_folder();
    let file = folder.join("other.sqlite").display().to_string();
    let (from, to) = (house.database(), file.clone());
    let (from, to) = (
        server::store::Store::open(&from).await.unwrap(),
        server::store::Store::open(&to).await.unwrap(),
    );
    let mut text = Vec::new();
    let moved = server::moving::export(&from, &mut text).await.unwrap();
    assert_eq!((moved.passkeys, moved.codes), (1, 8));
    server::moving::import(&to, text.as_slice()).await.unwrap();
    from.close().await;
    to.close().await;
    house.start().await;
    house.move_to(file).await;
    let mut phone = house.stranger();
    let challenge = asked_to_get(&mut phone).await;
    let answer = device.get(&challenge, "webauthn.get", &user);
    assert_eq!(
        sign_in(&mut phone, "passkey", answer).await.unwrap().name,
        "Anna"
    );
    let body = json!({"code": codes[0]});
    assert_eq!(
        sign_in(&mut house.stranger(), "code", body)
            .await
            .unwrap()
            .name,
        "Anna"
    );
    house.stop().await;
    std::fs::remove_dir_all(folder).unwrap();
}
