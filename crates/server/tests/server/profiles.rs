//! What others see of a person.

use crate::house::{House, play_on};
use crate::ratings::profile_of;
use crate::stores::{append, created, person, write};
use protocol::{Finished, Me, Status, Together, Who};
use serde_json::{Value, json};
use server::random;
use server::store::{Append, Op, Store};
use visitor::Visitor;

async fn finished(visitor: &mut Visitor, id: &str) -> Vec<String> {
    let found: Finished = visitor
        .get(&format!("/api/people/{id}/games"))
        .await
        .unwrap();
    found.games.into_iter().map(|game| game.table).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_tells_finished_games_by_present_names_and_nothing_of_running_ones() {
    let house = House::open().await;
    let table = |listed: bool| json!({"game": "taj-mahal", "options": {"players": 2}, "seats": ["me"], "listed": listed});
    let (anna, ben, public) = house.duel_with(table(true)).await;
    let mut people = [anna, ben];
    let bens = profile_of(&mut people[1]).await;
    assert!(bens.you && bens.together.is_none() && bens.since > 0);
    let mut stranger = house.stranger();
    assert_eq!(finished(&mut stranger, &bens.id).await, [""; 0]);
    let end = play_on(&mut people, &public, 10_000).await;
    // A private game of the same people.
    let private = people[0].create(table(false)).await.unwrap();
    people[1].want(&private, "sit", json!({})).await.unwrap();
    people[0]
        .want(&private, "start", Value::Null)
        .await
        .unwrap();
    play_on(&mut people, &private, 10_000).await;
    // And one that runs.
    let running = people[0].create(table(true)).await.unwrap();
    people[1].want(&running, "sit", json!({})).await.unwrap();
    people[0]
        .want(&running, "start", Value::Null)
        .await
        .unwrap();
    let _: Me = people[0]
        .post("/api/me", json!({"name": "Annapurna"}))
        .await
        .unwrap();
    let seen = finished(&mut stranger, &bens.id).await;
    assert_eq!(seen, std::slice::from_ref(&public));
    for person in &mut people {
        let seen = finished(person, &bens.id).await;
        assert_eq!(seen, [private.clone(), public.clone()]);
    }
    let path = format!("/api/people/{}/games", bens.id);
    let found: Finished = stranger.get(&path).await.unwrap();
    let game = &found.games[0];
    assert!(matches!(&game.seats[0].who, Who::Person { name, .. } if name == "Annapurna"));
    let points: Vec<i32> = game.seats.iter().filter_map(|seat| seat.points).collect();
    let scores = end.position.unwrap().standings.scores;
    assert_eq!(
        points,
        scores.iter().map(|score| score.total).collect::<Vec<_>>()
    );
    let reply = stranger.send("GET", &path, None).await.unwrap();
    for secret in [&private, &running] {
        assert!(!reply.text().contains(secret.as_str()));
    }
    // Head to head: every game counts, whoever may list it.
    let bens = format!("/api/people/{}", bens.id);
    let seen: protocol::Profile = people[0].get(&bens).await.unwrap();
    let Together {
        games,
        ahead,
        behind,
    } = seen.together.unwrap();
    assert!(games == 2 && ahead + behind <= 2);
    let seen: protocol::Profile = stranger.get(&bens).await.unwrap();
    assert!(seen.together.is_none() && !seen.you);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_public_id_is_not_the_persons_own() {
    let house = House::open().await;
    let mut anna = house.guest("Anna").await;
    let me: Me = anna.get("/api/me").await.unwrap();
    let table = anna
        .create(json!({"game": "taj-mahal", "seats": ["me"]}))
        .await
        .unwrap();
    let update = house.stranger().look(&table).await.unwrap();
    assert!(matches!(&update.seats[0].who, Who::Person { id: Some(id), .. } if *id == me.id));
    let store = Store::visit(&house.database()).await.unwrap();
    let known = store.person_of_public(&me.id).await.unwrap().unwrap();
    assert_ne!(known.id.as_str(), me.id);
    assert_eq!(known.id.public(), me.id);
    // Nobody is found by their own id, and nonsense is not found either.
    for wrong in [known.id.as_str(), "nobody", "%2e%2e", &"x".repeat(300)] {
        let reply = anna
            .send("GET", &format!("/api/people/{wrong}"), None)
            .await;
        assert_eq!(reply.unwrap().status, 404, "{wrong}");
    }
    let bad = format!("/api/people/{}/games?before=soon", me.id);
    assert_eq!(anna.send("GET", &bad, None).await.unwrap().status, 400);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_games_come_in_parts() {
    let mut house = House::open().await;
    house.stop().await;
    let store = Store::open(&house.database()).await.unwrap();
    let anna = person('a');
    // What is old is cleaned up.
    let now = server::steady_clock()();
    store
        .write(Op::Person(anna.clone(), "Anna".to_owned(), now))
        .await
        .unwrap();
    let line = json!({
        "game": "taj-mahal", "pace": "relaxed", "waits_for": [],
        "seats": [{"who": "person", "person": anna, "name": "Anna"}, {"who": "bot", "level": "easy"}],
    });
    for number in 0..45 {
        let table = random::table_id(&random::system_random()).unwrap();
        let mut over = Append {
            status: Status::Over,
            listed: true,
            line: line.to_string(),
            came: vec![anna.clone()],
            ..append(&table, 1, created(&anna))
        };
        // Several at the same time.
        over.entry.at = now + number / 7;
        assert!(write(&store, over).await);
    }
    store.close().await;
    house.start().await;
    let mut stranger = house.stranger();
    let path = format!("/api/people/{}/games", anna.public());
    let (mut tables, mut parts, mut next) = (Vec::new(), 0, None);
    loop {
        let before = next.map(|next: String| format!("?before={next}"));
        let path = format!("{path}{}", before.unwrap_or_default());
        let found: Finished = stranger.get(&path).await.unwrap();
        tables.extend(found.games.into_iter().map(|game| game.table));
        parts += 1;
        next = found.next;
        if next.is_none() {
            break;
        }
    }
    tables.sort();
    tables.dedup();
    assert_eq!((tables.len(), parts), (45, 3));
}
