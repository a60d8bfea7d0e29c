//! Bots at tables.

use crate::house::{House, asked, eventually, play_on};
use crate::problems::measures;
use protocol::{Status, Update, Watch};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use table::AnyGame;

#[tokio::test(flavor = "multi_thread")]
async fn a_person_plays_a_whole_game_against_bots() {
    let house = House::open().await;
    for game in AnyGame::ALL {
        let mut anna = house.guest("Anna").await;
        let players = (*game.about().seats.end()).min(3);
        let seats = [
            json!("me"),
            json!({"bot": "easy"}),
            json!({"bot": "medium"}),
        ];
        let seats: Vec<Value> = seats.into_iter().take(players.into()).collect();
        let table =
            json!({"game": game.to_string(), "options": {"players": players}, "seats": seats});
        let table = anna.create(table).await.unwrap();
        anna.want(&table, "start", Value::Null).await.unwrap();
        loop {
            let update = eventually(&mut anna, &table, |update| {
                let position = update.position.as_ref().unwrap();
                !position.legal.is_empty() || update.status == Status::Over
            });
            let update = update.await;
            if update.status == Status::Over {
                break;
            }
            let legal = update.position.unwrap().legal;
            let played = anna.play(&table, update.version, &legal[0]).await;
            // While Anna made her plan, a bot may have made its own; then she chooses again.
            assert!(played.is_ok() || played.is_err_and(|error| error.status() == Some(409)));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_resigns_is_played_on_by_a_bot_and_can_come_back() {
    let house = House::open().await;
    let (anna, ben, table) = house.duel("taj-mahal").await;
    let mut people = [anna, ben];
    let (who, before) = asked(&mut people, &table).await.unwrap();
    people[who]
        .want(&table, "resign", Value::Null)
        .await
        .unwrap();
    let other = 1 - who;
    eventually(&mut people[other], &table, |update| {
        update.version > before.version + 1
    })
    .await;
    let away = people[who].look(&table).await.unwrap();
    assert!(away.seats[who].played_by_bot && away.position.unwrap().legal.is_empty());
    let refused = people[who]
        .play(&table, away.version, "withdraw")
        .await
        .unwrap_err();
    assert_eq!(
        refused.to_string(),
        "409: A bot plays for you. Come back first."
    );
    people[who]
        .want(&table, "return", Value::Null)
        .await
        .unwrap();
    assert_eq!(
        play_on(&mut people, &table, 10_000).await.status,
        Status::Over
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_goes_on_after_a_restart() {
    let mut house = House::with(|config| config.bot_threads = 1).await;
    let mut anna = house.guest("Anna").await;
    let table = json!({"game": "amritsar", "options": {"players": 2}, "seats": [{"bot": "easy"}, {"bot": "medium"}]});
    let table = anna.create(table).await.unwrap();
    anna.want(&table, "start", Value::Null).await.unwrap();
    house.restart().await;
    let mut anna = anna.at(house.address);
    let _live = anna.watch(&table, Watch::default()).await.unwrap();
    eventually(&mut anna, &table, |update| update.status == Status::Over).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn long_thinking_is_announced() {
    let house = House::with(|config| config.bot_announced = Duration::ZERO).await;
    let mut anna = house.guest("Anna").await;
    let table = json!({"game": "maharaja", "options": {"players": 2}, "seats": [{"bot": "expert"}, {"bot": "expert"}]});
    let table = anna.create(table).await.unwrap();
    let mut live = anna.watch(&table, Watch::default()).await.unwrap();
    anna.want(&table, "start", Value::Null).await.unwrap();
    let thinking = live
        .until(|update| !update.thinking.is_empty())
        .await
        .unwrap();
    let deciders = thinking.position.unwrap().deciders;
    assert!(deciders.contains(&thinking.thinking[0]), "{deciders:?}");
    live.until(|update| update.thinking.is_empty())
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn taking_back_against_bots_needs_nobodys_consent() {
    let house = House::open().await;
    let mut anna = house.guest("Anna").await;
    let table =
        json!({"game": "taj-mahal", "options": {"players": 2}, "seats": ["me", {"bot": "easy"}]});
    let table = anna.create(table).await.unwrap();
    anna.want(&table, "start", Value::Null).await.unwrap();
    let asks = |update: &Update| !update.position.as_ref().unwrap().legal.is_empty();
    let before = eventually(&mut anna, &table, asks).await;
    let action = before.position.as_ref().unwrap().legal[0].clone();
    anna.play(&table, before.version, &action).await.unwrap();
    let later = eventually(&mut anna, &table, |update| {
        asks(update) && update.version > before.version
    })
    .await;
    anna.want(&table, "undo", json!({"version": later.version}))
        .await
        .unwrap();
    assert_eq!(anna.look(&table).await.unwrap().position, before.position);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_that_panics_takes_no_thread_and_is_taken_again() {
    let panicked = Arc::new(AtomicBool::new(false));
    let told = panicked.clone();
    let house = House::with(|config| {
        config.tables_in_memory = 1;
        config.bot_longest = Duration::from_secs(1);
        let usual = config.begin.clone();
        config.begin = Arc::new(move |game, rules, options, seed| {
            let thread = std::thread::current();
            let is_thinker = thread
                .name()
                .is_some_and(|name| name.starts_with("thinker"));
            if is_thinker && !told.swap(true, Ordering::Relaxed) {
                panic!("a test lets a bot's thread panic");
            }
            usual(game, rules, options, seed)
        });
    })
    .await;
    let seats = |game: &str, level: &str| json!({"game": game, "options": {"players": 2}, "seats": [{"bot": level}, "me"]});
    // The only thread is busy with another table, while this one leaves the memory: the thread reads it again. It depends on the shuffle whether the bots begin.
    // Each time somebody else asks: bots take few of one person's tables at once.
    for _ in 0..30 {
        let mut anna = house.guest("Anna").await;
        let busy = anna.create(seats("maharaja", "expert")).await.unwrap();
        let table = anna.create(seats("taj-mahal", "easy")).await.unwrap();
        anna.want(&busy, "start", Value::Null).await.unwrap();
        anna.want(&table, "start", Value::Null).await.unwrap();
        // Whoever looks at the other table keeps this one out of the memory until the thread comes to it.
        for _ in 0..40 {
            anna.look(&busy).await.unwrap();
            if panicked.load(Ordering::Relaxed) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let acts = |update: &Update| !update.position.as_ref().unwrap().legal.is_empty();
        eventually(&mut anna, &table, acts).await;
        if panicked.load(Ordering::Relaxed) {
            let measures = measures().await;
            let counted = measures
                .lines()
                .find_map(|line| line.strip_prefix("durbar_panics_total "));
            assert_eq!(counted, Some("1"));
            return;
        }
    }
    panic!("no bot's thread ever read a table");
}
