//! The live stream.

use crate::house::{House, asked, play_on};
use protocol::{Status, Watch};
use serde_json::{Value, json};

const FROM_HERE: Watch = Watch {
    since: None,
    chat: None,
};

#[tokio::test(flavor = "multi_thread")]
async fn every_viewer_sees_every_version_in_order_with_their_own_eyes() {
    let house = House::open().await;
    let (anna, ben, table) = house.duel("taj-mahal").await;
    let mut own = anna.watch(&table, FROM_HERE).await.unwrap();
    let mut public = house.stranger().watch(&table, FROM_HERE).await.unwrap();
    let first = own.next().await.unwrap().unwrap();
    let mut people = [anna, ben];
    let end = play_on(&mut people, &table, 10_000).await;
    for (live, seat) in [(&mut own, kit::Seat::new(0)), (&mut public, None)] {
        let mut known = first.version;
        while known < end.version {
            let update = live.next().await.unwrap().unwrap();
            assert_eq!(update.you.seat, seat);
            for step in &update.steps {
                assert_eq!(step.version, known + 1);
                known = step.version;
            }
            assert_eq!(update.version, known.max(first.version));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_stream_resumes_without_loss() {
    let mut house = House::open().await;
    let (anna, ben, table) = house.duel("amritsar").await;
    let mut people = [anna, ben];
    let known = play_on(&mut people, &table, 5).await.version;
    play_on(&mut people, &table, 60).await;
    house.restart().await;
    let ben = people[1].at(house.address);
    let watch = Watch {
        since: Some(known),
        chat: Some(0),
    };
    let update = ben
        .watch(&table, watch)
        .await
        .unwrap()
        .next()
        .await
        .unwrap()
        .unwrap();
    let versions: Vec<u64> = update.steps.iter().map(|step| step.version).collect();
    assert_eq!(versions, (known + 1..=known + 60).collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_and_presence_are_told_at_once() {
    let house = House::open().await;
    let (anna, mut ben, table) = house.duel("taj-mahal").await;
    let mut live = anna.watch(&table, FROM_HERE).await.unwrap();
    let seen = live
        .until(|update| update.seats[0].connected)
        .await
        .unwrap();
    assert!(!seen.seats[1].connected);
    let other = ben.watch(&table, FROM_HERE).await.unwrap();
    live.until(|update| update.seats[1].connected)
        .await
        .unwrap();
    ben.want(&table, "chat", json!({"text": "hello"}))
        .await
        .unwrap();
    let told = live.until(|update| !update.chat.is_empty()).await.unwrap();
    assert_eq!(
        (told.chat[0].text.as_str(), told.chat[0].name.as_str()),
        ("hello", "Ben")
    );
    ben.want(&table, "chat", json!({"text": "again"}))
        .await
        .unwrap();
    let told = live.until(|update| !update.chat.is_empty()).await.unwrap();
    assert_eq!(told.chat.len(), 1);
    other.leave().await;
    live.until(|update| !update.seats[1].connected)
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_reader_gets_the_present_and_no_backlog() {
    let house = House::open().await;
    let (anna, ben, table) = house.duel("taj-mahal").await;
    let mut slow = ben.watch(&table, FROM_HERE).await.unwrap();
    let mut people = [anna, ben];
    let end = play_on(&mut people, &table, 10_000).await;
    assert_eq!(end.status, Status::Over);
    let (mut messages, mut last) = (0, 0);
    while last < end.version {
        last = slow.next().await.unwrap().unwrap().version;
        messages += 1;
    }
    // What the operating system buffers arrives; the rest came together.
    assert!(messages <= end.version, "{messages}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_says_so_to_its_viewers() {
    let mut house = House::open().await;
    let (anna, ..) = house.duel("taj-mahal").await;
    let mut anna = anna;
    let table = anna.create(json!({"game": "maharaja"})).await.unwrap();
    let mut live = anna.watch(&table, FROM_HERE).await.unwrap();
    live.next().await.unwrap().unwrap();
    house.restart().await;
    while let Some(update) = live.next().await.unwrap() {
        assert_eq!(update.table, table);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_viewer_who_shouts_is_not_heard() {
    let house = House::open().await;
    let (anna, ben, table) = house.duel("taj-mahal").await;
    let mut live = anna.watch(&table, FROM_HERE).await.unwrap();
    live.next().await.unwrap();
    live.shout("{\"action\":\"withdraw\"}").await.unwrap();
    let mut people = [anna, ben];
    let (_, update) = asked(&mut people, &table).await.unwrap();
    play_on(&mut people, &table, 1).await;
    live.until(|seen| seen.version == update.version + 1)
        .await
        .unwrap();
    live.shout(&"x".repeat(100_000)).await.unwrap();
    while let Ok(Some(_)) = live.next().await {}
    people[0].want(&table, "resign", Value::Null).await.unwrap();
}
