//! Time at tables.

use crate::house::{House, TestClock, asked, eventually, play_on};
use protocol::{Pace, Update};
use serde_json::{Value, json};
use std::time::Duration;

fn live_table() -> Value {
    json!({
        "game": "taj-mahal", "options": {"players": 2}, "seats": ["me"], "stand_in": "easy",
        "pace": {"live": {"seconds": 60, "increment": 5}},
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_runs_out_is_played_on_by_a_bot_and_can_take_the_seat_back() {
    let clock = TestClock::new();
    let now = clock.now();
    let house = House::with(|config| config.now = now).await;
    let (anna, ben, table) = house.duel_with(live_table()).await;
    let mut people = [anna, ben];
    let (who, update) = asked(&mut people, &table).await.unwrap();
    assert_eq!(
        update.pace,
        Pace::Live {
            seconds: 60,
            increment: 5
        }
    );
    clock.forward(Duration::from_secs(20));
    let running = people[who].look(&table).await.unwrap().seats[who]
        .clock
        .unwrap();
    assert_eq!((running.left, running.running), (40_000, true));
    play_on(&mut people, &table, 1).await;
    let (next, _) = asked(&mut people, &table).await.unwrap();
    let gained = people[who].look(&table).await.unwrap();
    let gained = gained.seats[who].clock.unwrap();
    assert_eq!((gained.left, gained.running), (45_000, next == who));
    clock.forward(Duration::from_secs(61));
    eventually(&mut people[next], &table, |update| {
        update.seats[next].played_by_bot
    })
    .await;
    people[next]
        .want(&table, "return", Value::Null)
        .await
        .unwrap();
    let back = people[next].look(&table).await.unwrap();
    assert!(!back.seats[next].played_by_bot);
    assert_eq!(back.seats[next].clock.unwrap().left, 60_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn correspondence_lasts_days_and_survives_a_restart() {
    let clock = TestClock::new();
    let now = clock.now();
    let mut house = House::with(|config| config.now = now).await;
    let mut table = live_table();
    table["pace"] = json!({"correspondence": {"days": 3}});
    let (anna, ben, table) = house.duel_with(table).await;
    let mut people = [anna, ben];
    let (who, _) = asked(&mut people, &table).await.unwrap();
    clock.forward(Duration::from_secs(2 * 24 * 60 * 60));
    house.restart().await;
    let mut people = people.map(|person| person.at(house.address));
    let left = people[who].look(&table).await.unwrap().seats[who]
        .clock
        .unwrap()
        .left;
    assert_eq!(left, 24 * 60 * 60 * 1000);
    clock.forward(Duration::from_secs(24 * 60 * 60));
    eventually(&mut people[who], &table, |update| {
        update.seats[who].played_by_bot
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_set_back_stands_still_and_everybody_plays_on() {
    let clock = TestClock::new();
    let now = clock.now();
    let mut house = House::with(|config| config.now = now).await;
    let (anna, ben, table) = house.duel_with(live_table()).await;
    let mut people = [anna, ben];
    let before = play_on(&mut people, &table, 4).await;
    let left = |update: &Update| {
        let seats = update.seats.iter();
        seats
            .map(|seat| seat.clock.unwrap().left)
            .collect::<Vec<_>>()
    };
    clock.back(Duration::from_secs(2 * 24 * 3600));
    let after = play_on(&mut people, &table, 4).await;
    assert_eq!(after.version, before.version + 4);
    assert!(
        left(&after)
            .iter()
            .zip(left(&before))
            .all(|(now, then)| *now >= then)
    );
    // A server that starts with such a clock goes on from where time was.
    house.restart().await;
    let mut people = people.map(|person| person.at(house.address));
    let still = people[0].look(&table).await.unwrap();
    assert_eq!(left(&still), left(&after));
    assert_eq!(
        play_on(&mut people, &table, 4).await.version,
        after.version + 4
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn while_no_server_runs_nobody_loses_time() {
    let clock = TestClock::new();
    let now = clock.now();
    let mut house = House::with(|config| config.now = now).await;
    let (anna, ben, table) = house.duel_with(live_table()).await;
    let mut people = [anna, ben];
    let (who, _) = asked(&mut people, &table).await.unwrap();
    clock.forward(Duration::from_secs(20));
    house.stop().await;
    // Three days later, or with a clock that is three days ahead.
    clock.forward(Duration::from_secs(3 * 24 * 3600));
    house.start().await;
    let mut people = people.map(|person| person.at(house.address));
    clock.forward(Duration::from_secs(10));
    let update = people[who].look(&table).await.unwrap();
    assert_eq!(update.seats[who].clock.unwrap().left, 30_000);
    // The rounds look at deadlines twice a second.
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    assert!(!people[who].look(&table).await.unwrap().seats[who].played_by_bot);
    clock.forward(Duration::from_secs(31));
    eventually(&mut people[who], &table, |update| {
        update.seats[who].played_by_bot
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pace_without_time_is_refused() {
    let house = House::open().await;
    let bad = json!({"game": "taj-mahal", "pace": {"live": {"seconds": 0, "increment": 0}}});
    let refused = house.guest("Anna").await.create(bad).await.unwrap_err();
    assert_eq!(refused.status(), Some(422));
}
