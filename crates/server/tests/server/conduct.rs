//! People who trouble others: they are blocked, without being told, and reported to the host.

use crate::accounts::sign_in;
use crate::house::{House, TestClock, asked};
use crate::ratings::profile_of;
use crate::stores::person;
use protocol::{Blocked, Codes, NewReport, Reason, Rematch, Tables, Update, Watch, Who};
use serde_json::{Value, json};
use server::orders::{Order, give};
use server::store::{Block, ConductOp, Op, Report, Store};
use std::time::Duration;
use visitor::{Browser, Inbox, VisitError, Visitor};

const FROM_HERE: Watch = Watch {
    since: None,
    chat: None,
    at_least: None,
};

/// What one person does about another, and the status of the answer.
async fn conduct(visitor: &mut Visitor, method: &str, other: &str, what: &str, body: Value) -> u16 {
    let path = format!("/api/people/{other}/{what}");
    let body = (!body.is_null()).then_some(body);
    let reply = visitor.send(method, &path, body).await.unwrap();
    reply.status.as_u16()
}

async fn block(visitor: &mut Visitor, other: &str) {
    let status = conduct(visitor, "POST", other, "block", Value::Null).await;
    assert_eq!(status, 204);
}

async fn blocked(visitor: &mut Visitor) -> Vec<String> {
    let blocked: Blocked = visitor.get("/api/me/blocked").await.unwrap();
    blocked.people.into_iter().map(|one| one.name).collect()
}

async fn said(visitor: &mut Visitor, table: &str) -> Vec<String> {
    let path = format!("/api/tables/{table}?chat=0");
    let update: Update = visitor.get(&path).await.unwrap();
    update.chat.into_iter().map(|line| line.text).collect()
}

async fn offered(visitor: &mut Visitor) -> Vec<String> {
    let tables: Tables = visitor.get("/api/tables?free=true").await.unwrap();
    tables.tables.into_iter().map(|line| line.table).collect()
}

fn reason(refused: Result<protocol::Done, VisitError>) -> Option<Reason> {
    match refused.unwrap_err() {
        VisitError::Refused(problem) => problem.reason,
        other => panic!("{other}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_hears_whom_they_have_blocked() {
    let house = House::open().await;
    let (mut anna, mut ben, table) = house.duel("taj-mahal").await;
    let bens = profile_of(&mut ben).await.id;
    for text in ["first", "second"] {
        ben.want(&table, "chat", json!({"text": text}))
            .await
            .unwrap();
    }
    let mut live = anna.watch(&table, FROM_HERE).await.unwrap();
    live.until(|update| update.chat.len() == 2).await.unwrap();
    block(&mut anna, &bens).await;
    assert_eq!(blocked(&mut anna).await, ["Ben"]);
    assert!(
        anna.get::<protocol::Profile>(&format!("/api/people/{bens}"))
            .await
            .unwrap()
            .blocked
    );
    assert_eq!(said(&mut anna, &table).await, [""; 0]);
    // What comes later is not heard either, in a stream that was already open; one's own words are.
    ben.want(&table, "chat", json!({"text": "third"}))
        .await
        .unwrap();
    anna.want(&table, "chat", json!({"text": "mine"}))
        .await
        .unwrap();
    let heard = live.until(|update| !update.chat.is_empty()).await.unwrap();
    let heard: Vec<&str> = heard.chat.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(heard, ["mine"]);
    // Neither does a refusal tell it, which shows the table.
    let stale = anna.play(&table, 1, "withdraw").await.unwrap_err();
    let VisitError::Refused(problem) = stale else {
        panic!("{stale}");
    };
    let shown = problem.update.unwrap().chat;
    assert!(shown.iter().all(|line| line.text == "mine"), "{shown:?}");
    // Ben is not told: he sees what he saw before, and has blocked nobody.
    assert_eq!(
        said(&mut ben, &table).await,
        ["first", "second", "third", "mine"]
    );
    assert_eq!(blocked(&mut ben).await, [""; 0]);
    let annas = profile_of(&mut anna).await.id;
    let seen: protocol::Profile = ben.get(&format!("/api/people/{annas}")).await.unwrap();
    assert!(!seen.blocked);
    // Everything is there again for whoever unblocks.
    let status = conduct(&mut anna, "DELETE", &bens, "block", Value::Null).await;
    assert_eq!(status, 204);
    assert_eq!(
        said(&mut anna, &table).await,
        ["first", "second", "third", "mine"]
    );
    assert_eq!(blocked(&mut anna).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_who_is_blocked_is_not_offered_the_tables_and_finds_no_seat() {
    let house = House::open().await;
    let (mut anna, mut ben) = (house.guest("Anna").await, house.guest("Ben").await);
    let open =
        json!({"game": "taj-mahal", "options": {"players": 3}, "seats": ["me"], "listed": true});
    let annas = anna.create(open.clone()).await.unwrap();
    let bens = ben.create(open.clone()).await.unwrap();
    let (id_of_anna, id_of_ben) = (
        profile_of(&mut anna).await.id,
        profile_of(&mut ben).await.id,
    );
    assert_eq!(offered(&mut ben).await.len(), 2);
    block(&mut anna, &id_of_ben).await;
    assert_eq!(offered(&mut ben).await, std::slice::from_ref(&bens));
    assert_eq!(offered(&mut anna).await, std::slice::from_ref(&annas));
    assert_eq!(offered(&mut house.stranger()).await.len(), 2);
    // Nor a table at which Ben sits.
    let mut carl = house.guest("Carl").await;
    let carls = carl.create(open).await.unwrap();
    assert!(offered(&mut anna).await.contains(&carls));
    ben.want(&carls, "sit", json!({})).await.unwrap();
    assert!(!offered(&mut anna).await.contains(&carls));
    // The words are those for a full table; others still find a seat.
    let refused = ben.want(&annas, "sit", json!({})).await;
    assert_eq!(reason(refused), Some(Reason::NoOpenSeat));
    let refused = ben.want(&annas, "sit", json!({"seat": 2})).await;
    assert_eq!(reason(refused), Some(Reason::NoOpenSeat));
    carl.want(&annas, "sit", json!({})).await.unwrap();
    // Nobody can block themselves, a stranger nobody, and nobody who is not there.
    for (visitor, other, status) in [
        (&mut anna, id_of_anna.as_str(), 409),
        (&mut carl, "nobody", 404),
        (&mut house.stranger(), id_of_ben.as_str(), 401),
    ] {
        assert_eq!(
            conduct(visitor, "POST", other, "block", Value::Null).await,
            status
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_leaves_the_seats_of_people_open_who_block_each_other() {
    let house = House::open().await;
    let (anna, ben, table) = house.duel("taj-mahal").await;
    let mut people = [anna, ben];
    crate::house::play_on(&mut people, &table, 10_000).await;
    let [anna, ben] = &mut people;
    block(anna, &profile_of(ben).await.id).await;
    let path = format!("/api/tables/{table}/rematch");
    let rematch: Rematch = ben.post(&path, Value::Null).await.unwrap();
    let seats = anna.look(&rematch.table).await.unwrap().seats;
    let seats: Vec<&Who> = seats.iter().map(|seat| &seat.who).collect();
    assert_eq!(seats.iter().filter(|who| ***who == Who::Open).count(), 1);
    assert!(
        seats
            .iter()
            .any(|who| matches!(who, Who::Person { name, .. } if name == "Ben"))
    );
}

/// What a browser of the test is told by.
fn subscription(service: &Inbox) -> Value {
    let (p256dh, auth) = Browser::new([7; 32], [1; 16]).unwrap().keys();
    let endpoint = format!("http://{}/push", service.address);
    json!({"push": {"endpoint": endpoint, "p256dh": p256dh, "auth": auth}, "language": "en"})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_nudge_tells_contacts_unless_it_comes_from_somebody_who_is_blocked() {
    let (service, hook) = (Inbox::http().await.unwrap(), Inbox::http().await.unwrap());
    for is_blocked in [false, true] {
        let clock = TestClock::new();
        let now = clock.now();
        let house = House::with(move |config| {
            config.now = now;
            config.notices.private = true;
        });
        let house = house.await;
        let wanted = json!({"game": "taj-mahal", "options": {"players": 2}, "seats": ["me"], "patience": 60});
        let (anna, ben, table) = house.duel_with(wanted).await;
        let mut people = [anna, ben];
        let (late, _) = asked(&mut people, &table).await.unwrap();
        // From now on: the turn itself was told before.
        let contact = subscription(&service);
        let _: Value = people[late]
            .post("/api/me/contacts", contact)
            .await
            .unwrap();
        let url = json!({"url": format!("http://{}/hook", hook.address), "language": "en"});
        let webhooks = format!("/api/tables/{table}/webhooks");
        let _: Value = people[0].post(&webhooks, url).await.unwrap();
        if is_blocked {
            let other = profile_of(&mut people[1 - late]).await.id;
            block(&mut people[late], &other).await;
        }
        clock.forward(Duration::from_secs(60));
        let (told, hooked) = (service.letters().len(), hook.letters().len());
        // Whoever nudges learns nothing: it is accepted as always.
        people[1 - late]
            .want(&table, "nudge", json!({"seat": late}))
            .await
            .unwrap();
        let mut nudged = Vec::new();
        for viewer in &mut people {
            let update = viewer.look(&table).await.unwrap();
            nudged.push(update.seats[late].absence.nudged);
        }
        assert!(nudged[1 - late], "whoever nudged sees it");
        assert_eq!(nudged[late], !is_blocked);
        if is_blocked {
            tokio::time::sleep(Duration::from_millis(1_500)).await;
            assert_eq!(
                (service.letters().len(), hook.letters().len()),
                (told, hooked)
            );
        } else {
            assert_eq!(service.wait_for(told + 1).await.len(), told + 1);
            assert_eq!(hook.wait_for(hooked + 1).await.len(), hooked + 1);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_who_is_blocked_cannot_ask_for_a_seat() {
    let house = House::open().await;
    let (mut anna, mut ben, table) = house.duel("taj-mahal").await;
    let mut carl = house.guest("Carl").await;
    ben.want(&table, "resign", Value::Null).await.unwrap();
    block(&mut anna, &profile_of(&mut carl).await.id).await;
    let refused = carl.want(&table, "substitute", json!({"seat": 1})).await;
    assert_eq!(reason(refused), Some(Reason::NoSubstitute));
    house
        .guest("Dora")
        .await
        .want(&table, "substitute", json!({"seat": 1}))
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn blocks_follow_a_guest_into_an_account_and_end_with_the_person() {
    let house = House::open().await;
    let mut account = house.guest("Anna").await;
    let codes: Codes = account.post("/api/me/codes", Value::Null).await.unwrap();
    let (mut guest, mut ben, mut carl) = (
        house.guest("Anna").await,
        house.guest("Ben").await,
        house.guest("Carl").await,
    );
    let id_of_guest = profile_of(&mut guest).await.id;
    let id_of_account = profile_of(&mut account).await.id;
    for other in [&mut ben, &mut carl] {
        block(&mut guest, &profile_of(other).await.id).await;
    }
    block(&mut guest, &id_of_account).await;
    block(&mut ben, &id_of_guest).await;
    let body = json!({"code": codes.codes[0], "take_along": true});
    sign_in(&mut guest, "code", body).await.unwrap();
    let mut names = blocked(&mut account).await;
    names.sort();
    assert_eq!(names, ["Ben", "Carl"], "and not themselves");
    assert!(
        ben.get::<protocol::Profile>(&format!("/api/people/{id_of_account}"))
            .await
            .unwrap()
            .blocked
    );
    assert_eq!(
        carl.send("DELETE", "/api/me/account", None)
            .await
            .unwrap()
            .status,
        204
    );
    assert_eq!(blocked(&mut account).await, ["Ben"]);
    assert_eq!(
        account
            .send("DELETE", "/api/me/account", None)
            .await
            .unwrap()
            .status,
        204
    );
    let store = Store::visit(&house.database()).await.unwrap();
    let mut whole = store.snapshot().await.unwrap();
    assert_eq!(whole.blocks().await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_reaches_the_host_with_messages_that_its_author_can_read() {
    let house = House::open().await;
    let (mut anna, mut ben, table) = house.duel("taj-mahal").await;
    let mut carl = house.guest("Carl").await;
    let bens = profile_of(&mut ben).await.id;
    let carls = profile_of(&mut carl).await.id;
    ben.want(&table, "chat", json!({"text": "you fool"}))
        .await
        .unwrap();
    carl.want(&table, "chat", json!({"text": "only for spectators"}))
        .await
        .unwrap();
    let report = |messages: &[u64]| {
        json!(NewReport {
            text: "He insults me.".to_owned(),
            table: Some(table.clone()),
            messages: messages.to_vec()
        })
    };
    // Not what somebody else wrote, what is not there, or what a player cannot read yet.
    for (other, wrong) in [(&bens, 2), (&bens, 9), (&bens, u64::MAX), (&carls, 2)] {
        assert_eq!(
            conduct(&mut anna, "POST", other, "report", report(&[wrong])).await,
            422
        );
    }
    let text = |text: &str| json!({"text": text});
    for (body, status) in [
        (text(""), 422),
        (text(" \u{200b} "), 422),
        (text("\u{1b}[2J"), 422),
        (text(&"x".repeat(1_001)), 422),
        (report(&[1; 21]), 422),
        (json!({"text": "x", "messages": [1]}), 422),
        (json!({"text": "x", "table": "nonsense"}), 404),
        (json!({"text": "x", "person": "y"}), 400),
    ] {
        assert_eq!(
            conduct(&mut anna, "POST", &bens, "report", body.clone()).await,
            status,
            "{body}"
        );
    }
    let store = Store::visit(&house.database()).await.unwrap();
    assert_eq!(store.open_reports(9).await.unwrap(), []);
    assert_eq!(
        conduct(&mut anna, "POST", &bens, "report", report(&[1])).await,
        204
    );
    assert_eq!(
        conduct(&mut house.stranger(), "POST", &bens, "report", text("x")).await,
        401
    );
    let [report] = <[Report; 1]>::try_from(store.open_reports(9).await.unwrap()).unwrap();
    assert_eq!(
        (report.said.as_str(), &report.messages[..]),
        ("He insults me.", &[1][..])
    );
    assert_eq!(report.about.public(), bens);
    let message = store
        .message(&report.table.unwrap(), 1)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(message.said.text, "you fool");
    // The host closes it, once, and the log says so.
    let config = house.config();
    let close = Order::CloseReport { report: report.id };
    assert_eq!(give(config.clone(), &close).await.unwrap(), "closed");
    assert_eq!(store.open_reports(9).await.unwrap(), []);
    let again = give(config, &close).await.unwrap();
    assert_eq!(again, "failed: there is no open report with this id");
    let log = store.last_orders(9).await.unwrap();
    assert_eq!(
        log.iter()
            .filter(|order| order.what.contains("close-report"))
            .count(),
        2
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_reports_a_day_are_taken() {
    let clock = TestClock::new();
    let now = clock.now();
    let house = House::with(move |config| config.now = now).await;
    let (mut anna, mut ben) = (house.guest("Anna").await, house.guest("Ben").await);
    let bens = profile_of(&mut ben).await.id;
    let mut statuses = Vec::new();
    for _ in 0..11 {
        statuses.push(conduct(&mut anna, "POST", &bens, "report", json!({"text": "again"})).await);
    }
    assert_eq!(statuses[..10], [204; 10]);
    assert_eq!(statuses[10], 429);
    clock.forward(Duration::from_secs(24 * 60 * 60 + 1));
    assert_eq!(
        conduct(&mut anna, "POST", &bens, "report", json!({"text": "again"})).await,
        204
    );
    // Whoever goes takes along what they reported, and what was reported about them.
    assert_eq!(
        ben.send("DELETE", "/api/me/account", None)
            .await
            .unwrap()
            .status,
        204
    );
    let store = Store::visit(&house.database()).await.unwrap();
    assert_eq!(store.open_reports(99).await.unwrap(), []);
}

/// Blocks and reports in a store, for the suite of both stores.
pub async fn keeps_conduct(store: &Store) {
    let people = ['p', 'q', 'r'].map(person);
    for one in &people {
        let made = Op::Person(one.clone(), "One".to_owned(), 1);
        store.write(made).await.unwrap();
    }
    let [one, other, guest] = &people;
    let block = |person: &table::PersonId, blocked: &table::PersonId| {
        let (person, blocked) = (person.clone(), blocked.clone());
        store.write(Op::Conduct(ConductOp::Block(Block {
            person,
            blocked,
            at: 7,
        })))
    };
    assert!(block(one, other).await.unwrap());
    assert!(!block(one, other).await.unwrap(), "once");
    assert!(block(guest, other).await.unwrap());
    assert!(block(guest, one).await.unwrap());
    assert!(block(other, guest).await.unwrap());
    assert!(store.has_blocked(one, other).await.unwrap());
    assert!(!store.has_blocked(other, one).await.unwrap());
    store
        .write(Op::Join(guest.clone(), one.clone()))
        .await
        .unwrap();
    store.write(Op::DeletePerson(guest.clone())).await.unwrap();
    let known = store.blocked_by(one).await.unwrap();
    assert_eq!(known, [(other.clone(), "One".to_owned(), 7)]);
    assert!(store.has_blocked(other, one).await.unwrap());
    let unblock = Op::Conduct(ConductOp::Unblock(one.clone(), other.clone()));
    assert!(store.write(unblock).await.unwrap());
    let report = |id: &str, at: u64| Report {
        id: id.to_owned(),
        at,
        person: one.clone(),
        about: other.clone(),
        table: None,
        messages: vec![3],
        said: "words".to_owned(),
        closed: None,
    };
    let send = |report: Report| store.write(Op::Conduct(ConductOp::Report(Box::new(report))));
    for number in 0..10 {
        assert!(
            send(report(&format!("report {number}"), 100))
                .await
                .unwrap()
        );
    }
    assert!(!send(report("one more", 100)).await.unwrap());
    let close = |at| Op::Conduct(ConductOp::Close("report 3".to_owned(), at));
    assert!(store.write(close(200)).await.unwrap());
    assert!(!store.write(close(300)).await.unwrap());
    assert_eq!(store.open_reports(99).await.unwrap().len(), 9);
    let forget = |closed, at| Op::Conduct(ConductOp::Forget(closed, at));
    assert!(!store.write(forget(200, 100)).await.unwrap());
    assert!(store.write(forget(201, 100)).await.unwrap());
    assert_eq!(
        store.open_reports(1).await.unwrap(),
        [report("report 0", 100)]
    );
    assert!(store.write(forget(0, 101)).await.unwrap());
    for one in [one, other] {
        store.write(Op::DeletePerson(one.clone())).await.unwrap();
    }
    assert!(!store.has_blocked(other, one).await.unwrap());
}
