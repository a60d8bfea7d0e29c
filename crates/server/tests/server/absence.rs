//! Before the game and while somebody is away, over HTTP; and the pulse of a page.

use crate::house::{House, TestClock, asked, eventually};
use protocol::{Reason, Update, Watch, Who};
use serde_json::{Value, json};
use std::time::Duration;
use visitor::{VisitError, Visitor};

const FROM_HERE: Watch = Watch {
    since: None,
    chat: None,
    at_least: None,
};

async fn refused(visitor: &mut Visitor, table: &str, what: &str, body: Value) -> Option<Reason> {
    match visitor.want(table, what, body).await.unwrap_err() {
        VisitError::Refused(problem) => problem.reason,
        other => panic!("{other}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn readiness_and_drawn_seats_survive_a_restart() {
    let mut house = House::open().await;
    let (mut anna, mut ben) = (house.guest("Anna").await, house.guest("Ben").await);
    let wanted = json!({"game": "taj-mahal", "options": {"players": 2}, "seats": ["me"]});
    let table = anna.create(wanted).await.unwrap();
    ben.want(&table, "sit", json!({})).await.unwrap();
    ben.want(&table, "ready", json!({"ready": false}))
        .await
        .unwrap();
    let shuffle = json!({"shuffle": true});
    let reason = refused(&mut ben, &table, "shuffle", shuffle.clone()).await;
    assert_eq!(reason, Some(Reason::NotOwner));
    anna.want(&table, "shuffle", shuffle).await.unwrap();
    anna.want(&table, "start", Value::Null).await.unwrap();
    let before = anna.look(&table).await.unwrap();
    let is_ben = |who: &Who| matches!(who, Who::Person { name, .. } if name == "Ben");
    let seat = before.seats.iter().find(|seat| is_ben(&seat.who)).unwrap();
    assert!(!seat.ready);
    house.restart().await;
    let after = anna.at(house.address).look(&table).await.unwrap();
    let shown = |update: &Update| -> Vec<(Who, bool)> {
        let seats = update.seats.iter();
        seats.map(|seat| (seat.who.clone(), seat.ready)).collect()
    };
    assert_eq!(shown(&after), shown(&before));
    assert_eq!(after.position, before.position);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_plays_on_for_somebody_away_and_another_takes_the_seat() {
    let clock = TestClock::new();
    let now = clock.now();
    let house = House::with(move |config| config.now = now).await;
    let table =
        json!({"game": "taj-mahal", "options": {"players": 2}, "seats": ["me"], "patience": 60});
    let (anna, ben, table) = house.duel_with(table).await;
    let mut people = [anna, ben];
    let (late, _) = asked(&mut people, &table).await.unwrap();
    let about = json!({"seat": late});
    let other = &mut people[1 - late];
    let reason = refused(other, &table, "stand-in", about.clone()).await;
    assert_eq!(reason, Some(Reason::NotAbsent));
    clock.forward(Duration::from_secs(60));
    other.want(&table, "nudge", about.clone()).await.unwrap();
    other.want(&table, "stand-in", about.clone()).await.unwrap();
    // The bot plays.
    let version = other.look(&table).await.unwrap().version;
    eventually(other, &table, |update| update.version > version).await;
    // Somebody else asks for the seat, and keeps the table in their list.
    let mut carl = house.guest("Carl").await;
    carl.want(&table, "substitute", about).await.unwrap();
    let answer = json!({"agree": true});
    other
        .want(&table, "substitute/answer", answer)
        .await
        .unwrap();
    let update = carl.look(&table).await.unwrap();
    assert_eq!(
        update.you.seat.map(|seat| usize::from(seat.number())),
        Some(late)
    );
    let listed = |mine: Value| mine["tables"].as_array().unwrap().len();
    assert_eq!(listed(carl.get("/api/me/tables").await.unwrap()), 1);
    let reason = refused(&mut people[late], &table, "return", Value::Null).await;
    assert_eq!(reason, Some(Reason::NotSeated));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vacation_moves_the_deadline() {
    let clock = TestClock::new();
    let now = clock.now();
    let house = House::with(move |config| config.now = now).await;
    let table = json!({"game": "amritsar", "options": {"players": 2}, "seats": ["me"], "pace": {"correspondence": {"days": 1}}});
    let (anna, ben, table) = house.duel_with(table).await;
    let mut people = [anna, ben];
    let (late, _) = asked(&mut people, &table).await.unwrap();
    let day = 24 * 60 * 60;
    let until = 1_700_000_000_000_u64 + 10 * day * 1000;
    people[late]
        .want(&table, "vacation", json!({"until": until}))
        .await
        .unwrap();
    clock.forward(Duration::from_secs(9 * day));
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let update = people[late].look(&table).await.unwrap();
    assert!(!update.seats[late].played_by_bot);
    assert_eq!(update.seats[late].absence.vacation, Some(until));
    clock.forward(Duration::from_secs(3 * day));
    eventually(&mut people[late], &table, |update| {
        update.seats[late].played_by_bot
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_whose_pulse_stops_is_away_within_five_seconds() {
    let house = House::open().await;
    let (anna, mut ben, table) = house.duel("amritsar").await;
    let mut live = anna.watch(&table, FROM_HERE).await.unwrap();
    live.next_text().await.unwrap();
    let seat = 0;
    live.shout("pulse").await.unwrap();
    assert_eq!(live.next_text().await.unwrap().as_deref(), Some("pulse"));
    assert!(ben.look(&table).await.unwrap().seats[seat].connected);
    // A page that nobody looks at rests; it stays connected without a pulse.
    live.shout("rest").await.unwrap();
    tokio::time::sleep(Duration::from_millis(4_600)).await;
    assert!(ben.look(&table).await.unwrap().seats[seat].connected);
    live.shout("pulse").await.unwrap();
    tokio::time::sleep(Duration::from_millis(4_600)).await;
    assert!(!ben.look(&table).await.unwrap().seats[seat].connected);
}
