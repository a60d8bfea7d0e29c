//! Notices: people are told that it is their turn while they are not here.

use crate::house::House;
use protocol::Watch;
use serde_json::{Value, json};
use server::Config;
use server::notices::Notices;
use server::notices::mail::Mailer;
use std::time::Duration;
use visitor::{Browser, Inbox, Letter, Visitor};

/// Notices may go to this machine.
fn to_this_machine(config: &mut Config) {
    config.notices = Notices {
        private: true,
        mail: None,
    };
}

/// Mail goes through this server.
fn through(inbox: &Inbox, every: Duration) -> Mailer {
    let url = format!("smtp://{}", inbox.address);
    Mailer::new(&url, "Durbar <durbar@mail.example>", every).unwrap()
}

fn browser() -> Browser {
    Browser::new([7; 32], [1; 16]).unwrap()
}

/// What a person sends to be told in that browser.
fn subscription(service: &Inbox, path: &str) -> Value {
    let (p256dh, auth) = browser().keys();
    let endpoint = format!("http://{}/{path}", service.address);
    json!({"push": {"endpoint": endpoint, "p256dh": p256dh, "auth": auth}, "language": "de"})
}

async fn post(visitor: &mut Visitor, path: &str, body: Value) -> (u16, Value) {
    let reply = visitor.send("POST", path, Some(body)).await.unwrap();
    let json = serde_json::from_slice(&reply.body).unwrap_or_default();
    (reply.status.as_u16(), json)
}

async fn get(visitor: &mut Visitor, path: &str) -> Value {
    let reply = visitor.send("GET", path, None).await.unwrap();
    reply.read().unwrap()
}

/// The message inside of a push.
fn opened(letter: &Letter) -> Value {
    serde_json::from_slice(&browser().decrypt(&letter.body).unwrap()).unwrap()
}

/// Whoever has to decide does, until it is somebody else's turn; returns the version then.
async fn play_a_turn(visitor: &mut Visitor, table: &str) -> u64 {
    loop {
        let update = visitor.look(table).await.unwrap();
        let legal = update.position.unwrap().legal;
        let Some(action) = legal.first() else {
            return update.version;
        };
        visitor.play(table, update.version, action).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_is_told_once_of_each_turn() {
    let service = Inbox::http().await.unwrap();
    let house = House::with(to_this_machine).await;
    let (mut anna, mut ben) = (house.guest("Anna").await, house.guest("Ben").await);
    for visitor in [&mut anna, &mut ben] {
        let path = format!("of-{}", visitor.cookie.as_ref().unwrap().len());
        let (status, _) = post(visitor, "/api/me/contacts", subscription(&service, &path)).await;
        assert_eq!(status, 201);
    }
    let setup = json!({"game": "taj-mahal", "options": {"players": 2}, "seats": ["me"]});
    let table = anna.create(setup).await.unwrap();
    ben.want(&table, "sit", json!({})).await.unwrap();
    anna.want(&table, "start", Value::Null).await.unwrap();
    let mut versions = Vec::new();
    let mut told = 0;
    for turn in 0..6 {
        let update = anna.look(&table).await.unwrap();
        let annas = !update.position.unwrap().legal.is_empty();
        // Whoever starts the game is here; everybody else is told, once.
        if turn > 0 || !annas {
            told += 1;
        }
        let letters = service.wait_for(told).await;
        assert_eq!(
            letters.len(),
            told,
            "{turn}: {:?}",
            letters.last().map(opened)
        );
        if let Some(letter) = letters.last() {
            let message = opened(letter);
            assert_eq!(message["table"], *table);
            assert_eq!(message["title"], "Taj Mahal: Du bist am Zug");
            let other = if annas { "Mit Ben." } else { "Mit Anna." };
            assert_eq!(message["body"], other);
            versions.push(message["version"].as_u64().unwrap());
            let head = letter.head.to_ascii_lowercase();
            for header in [
                "authorization: vapid t=",
                "content-encoding: aes128gcm",
                "ttl: ",
                "topic: ",
            ] {
                assert!(head.contains(header), "{head}");
            }
        }
        let now = if annas { &mut anna } else { &mut ben };
        play_a_turn(now, &table).await;
    }
    assert!(versions.is_sorted(), "{versions:?}");
    // Nothing comes later: every turn was told once.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert!(service.letters().len() <= told + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_told_who_looks_at_the_table() {
    let service = Inbox::http().await.unwrap();
    let house = House::with(to_this_machine).await;
    let (mut anna, mut ben, table) = house.duel("taj-mahal").await;
    let contact = subscription(&service, "anna");
    assert_eq!(post(&mut anna, "/api/me/contacts", contact).await.0, 201);
    // Anna watches while it becomes her turn.
    let live = anna.watch(&table, Watch::default()).await.unwrap();
    if anna
        .look(&table)
        .await
        .unwrap()
        .position
        .unwrap()
        .legal
        .is_empty()
    {
        play_a_turn(&mut ben, &table).await;
    } else {
        play_a_turn(&mut anna, &table).await;
        play_a_turn(&mut ben, &table).await;
    }
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert!(service.letters().is_empty());
    // She goes away without having moved.
    drop(live);
    assert_eq!(service.wait_for(1).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_is_gone_is_forgotten_and_one_that_fails_is_told_later() {
    let service = Inbox::http().await.unwrap();
    let house = House::with(to_this_machine).await;
    let (mut anna, mut ben, table) = house.duel("taj-mahal").await;
    for visitor in [&mut anna, &mut ben] {
        let contact = subscription(&service, "both");
        assert_eq!(post(visitor, "/api/me/contacts", contact).await.0, 201);
    }
    service.answer(503);
    let annas = !anna
        .look(&table)
        .await
        .unwrap()
        .position
        .unwrap()
        .legal
        .is_empty();
    let (first, second) = if annas {
        (&mut anna, &mut ben)
    } else {
        (&mut ben, &mut anna)
    };
    play_a_turn(first, &table).await;
    tokio::time::sleep(Duration::from_millis(1200)).await;
    assert!(service.letters().is_empty());
    service.answer(201);
    assert_eq!(service.wait_for(1).await.len(), 1);
    service.answer(410);
    play_a_turn(second, &table).await;
    for _ in 0..100 {
        let contacts = get(first, "/api/me/contacts").await;
        if contacts["contacts"].as_array().unwrap().is_empty() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the browser is still a contact");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_address_is_confirmed_first_and_told_in_few_mails() {
    let inbox = Inbox::mail().await.unwrap();
    let mailer = through(&inbox, Duration::from_secs(3));
    let house = House::with(|config| config.notices.mail = Some(mailer)).await;
    let (mut anna, mut ben, table) = house.duel("taj-mahal").await;
    let contact = json!({"mail": "anna@mail.example", "language": "en"});
    let (status, about) = post(&mut anna, "/api/me/contacts", contact).await;
    assert_eq!((status, &about["confirmed"]), (201, &json!(false)));
    let code = inbox.wait_for(1).await[0].head.clone();
    let code = code
        .lines()
        .find_map(|line| line.strip_prefix("Subject: Durbar: your code is "));
    let code = code.unwrap().to_owned();
    let path = format!("/api/me/contacts/{}/confirm", about["id"].as_str().unwrap());
    assert_eq!(post(&mut anna, &path, json!({"code": "none"})).await.0, 422);
    assert_eq!(post(&mut ben, &path, json!({"code": code})).await.0, 404);
    assert_eq!(post(&mut anna, &path, json!({"code": code})).await.0, 204);
    for _ in 0..2 {
        play_until_turn_of(&mut anna, &mut ben, &table).await;
    }
    let mails = inbox.wait_for(2).await;
    assert_eq!(mails.len(), 2);
    assert_eq!(mails[1].to, "anna@mail.example");
    assert!(
        mails[1].head.contains("Subject: Taj Mahal: your turn"),
        "{}",
        mails[1].head
    );
    assert!(mails[1].text().contains("/table/"), "{}", mails[1].text());
    // The next one comes when the time between two mails is over.
    let mails = inbox.wait_for(3).await;
    if let [_, first, second] = mails.as_slice() {
        assert!(second.at - first.at >= Duration::from_millis(2_500));
    }
}

/// Anna moves if it is her turn, then Ben, so that it is Anna's turn again.
async fn play_until_turn_of(anna: &mut Visitor, ben: &mut Visitor, table: &str) {
    play_a_turn(anna, table).await;
    play_a_turn(ben, table).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_five_wrong_codes_the_right_one_is_refused() {
    let inbox = Inbox::mail().await.unwrap();
    let mailer = through(&inbox, Duration::ZERO);
    let house = House::with(|config| config.notices.mail = Some(mailer)).await;
    let mut anna = house.guest("Anna").await;
    let contact = json!({"mail": "anna@mail.example", "language": "en"});
    let (_, about) = post(&mut anna, "/api/me/contacts", contact).await;
    let head = inbox.wait_for(1).await[0].head.clone();
    let code = head
        .split("your code is ")
        .nth(1)
        .unwrap()
        .lines()
        .next()
        .unwrap();
    let path = format!("/api/me/contacts/{}/confirm", about["id"].as_str().unwrap());
    for _ in 0..5 {
        assert_eq!(post(&mut anna, &path, json!({"code": "0"})).await.0, 422);
    }
    assert_eq!(post(&mut anna, &path, json!({"code": code})).await.0, 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_webhook_tells_of_every_turn_and_belongs_to_the_owner() {
    let hook = Inbox::http().await.unwrap();
    let mut house = House::with(to_this_machine).await;
    let (mut anna, mut ben, table) = house.duel("taj-mahal").await;
    let path = format!("/api/tables/{table}/webhooks");
    let webhook = json!({"url": format!("http://{}/secret", hook.address), "language": "en"});
    assert_eq!(post(&mut ben, &path, webhook.clone()).await.0, 403);
    let (status, about) = post(&mut anna, &path, webhook).await;
    assert_eq!(status, 201);
    assert_eq!(
        about["target"],
        hook.address.to_string(),
        "the rest of the URL is a secret"
    );
    play_until_turn_of(&mut anna, &mut ben, &table).await;
    let letters = hook.wait_for(1).await;
    let told: Value = serde_json::from_slice(&letters[0].body).unwrap();
    assert_eq!(letters[0].to, "/secret");
    assert_eq!(told["text"], told["content"]);
    let text = told["text"].as_str().unwrap();
    assert!(
        text.contains("it is your turn in Taj Mahal: http://"),
        "{text}"
    );
    let count = hook.letters().len();
    // What was sent is not sent again after a restart.
    house.restart().await;
    anna.address = house.address;
    tokio::time::sleep(Duration::from_millis(1200)).await;
    assert!(hook.letters().len() <= count + 1);
    let one = format!("{path}/{}", about["id"].as_str().unwrap());
    assert_eq!(anna.send("DELETE", &one, None).await.unwrap().status, 204);
    let left = get(&mut anna, &path).await;
    assert_eq!(left["webhooks"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_cannot_send_the_server_into_its_own_network() {
    let house = House::open().await;
    let service = Inbox::http().await.unwrap();
    let (mut anna, _, table) = house.duel("taj-mahal").await;
    let (status, problem) = post(&mut anna, "/api/me/contacts", subscription(&service, "x")).await;
    assert_eq!(status, 422, "{problem}");
    let webhook = json!({"url": "https://169.254.169.254/", "language": "en"});
    let path = format!("/api/tables/{table}/webhooks");
    assert_eq!(post(&mut anna, &path, webhook).await.0, 422);
    for unfit in [
        json!({"language": "en"}),
        json!({"mail": "anna@mail.example", "language": "en"}),
        json!({"push": {"endpoint": "https://push.example/", "p256dh": "x", "auth": "y"}, "language": "en"}),
        json!({"mail": "anna@mail.example", "language": "xx"}),
    ] {
        let (status, problem) = post(&mut anna, "/api/me/contacts", unfit).await;
        assert!(matches!(status, 409 | 422), "{status} {problem}");
    }
    let contacts = get(&mut anna, "/api/me/contacts").await;
    assert_eq!(contacts["contacts"], json!([]));
    assert_eq!(contacts["mail"], false);
    assert!(contacts["push_key"].as_str().unwrap().len() > 80);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_who_is_gone_has_no_contacts() {
    let service = Inbox::http().await.unwrap();
    let house = House::with(to_this_machine).await;
    let mut anna = house.guest("Anna").await;
    let mut ids = Vec::new();
    for number in 0..11 {
        let contact = subscription(&service, &number.to_string());
        let (status, about) = post(&mut anna, "/api/me/contacts", contact).await;
        assert_eq!(status, if number < 10 { 201 } else { 409 });
        ids.push(about["id"].clone());
    }
    let one = format!("/api/me/contacts/{}", ids[0].as_str().unwrap());
    assert_eq!(anna.send("DELETE", &one, None).await.unwrap().status, 204);
    assert_eq!(anna.send("DELETE", &one, None).await.unwrap().status, 404);
    let contacts = get(&mut anna, "/api/me/contacts").await;
    assert_eq!(contacts["contacts"].as_array().unwrap().len(), 9);
}
