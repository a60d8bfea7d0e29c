//! Tables from their making to their rematch.

use crate::house::{House, asked, play_on};
use bots::Level;
use protocol::{Audience, Rematch, Status, Tables, Update, WhatHappened, Who};
use serde_json::{Value, json};
use table::{AnyGame, Player, Record};
use visitor::Visitor;

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_to_its_end_and_its_record_holds() {
    let house = House::open().await;
    for game in AnyGame::ALL {
        let (anna, ben, table) = house.duel(&game.to_string()).await;
        let mut people = [anna, ben];
        let end = play_on(&mut people, &table, 10_000).await;
        assert_eq!(end.status, Status::Over, "{game}");
        let record = people[0]
            .send("GET", &format!("/api/tables/{table}/record"), None)
            .await;
        let record: Record = record.unwrap().text().parse().unwrap();
        assert_eq!(record.players, ["Anna", "Ben"].map(Player::person));
        assert_eq!(Some(record.commitment.clone()), end.commitment);
        assert_eq!(record.seed.map(|seed| seed.to_string()), end.seed);
        verify(game, &record);
    }
}

fn verify(game: AnyGame, record: &Record) {
    struct Verify<'a>(&'a Record);
    impl table::ForGame for Verify<'_> {
        type Output = ();
        fn run<G: kit::Game>(self) {
            table::History::<G>::replay(self.0).unwrap();
        }
    }
    game.run(Verify(record));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seed_is_shown_only_when_the_game_is_over_and_its_hash_from_the_start() {
    let house = House::open().await;
    let mut anna = house.guest("Anna").await;
    let table = anna
        .create(json!({"game": "amritsar", "options": {"players": 1}, "seats": ["me"]}))
        .await
        .unwrap();
    let before = anna.look(&table).await.unwrap();
    assert_eq!((before.commitment, before.seed), (None, None));
    anna.want(&table, "start", Value::Null).await.unwrap();
    let running = anna.look(&table).await.unwrap();
    assert!(running.commitment.is_some() && running.seed.is_none());
    let end = play_on(&mut [anna], &table, 10_000).await;
    let seed: kit::Seed = end.seed.unwrap().parse().unwrap();
    assert_eq!(Some(seed.commitment()), running.commitment);
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_is_there_after_a_restart() {
    let mut house = House::open().await;
    let (anna, ben, table) = house.duel("maharaja").await;
    let mut people = [anna, ben];
    play_on(&mut people, &table, 40).await;
    people[1]
        .want(&table, "chat", json!({"text": "good evening"}))
        .await
        .unwrap();
    let before = people[1].look(&table).await.unwrap();
    house.restart().await;
    let mut ben = people[1].at(house.address);
    assert_eq!(ben.look(&table).await.unwrap(), before);
    let mut people = people.map(|person| person.at(house.address));
    play_on(&mut people, &table, 10).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stale_move_is_answered_with_the_present_table() {
    let house = House::open().await;
    let (anna, ben, table) = house.duel("taj-mahal").await;
    let mut people = [anna, ben];
    let (first, update) = asked(&mut people, &table).await.unwrap();
    let action = &update.position.as_ref().unwrap().legal[0];
    people[first]
        .play(&table, update.version, action)
        .await
        .unwrap();
    let body = json!({"version": update.version, "action": action});
    let path = format!("/api/tables/{table}/moves");
    let stale = people[first].send("POST", &path, Some(body)).await.unwrap();
    assert_eq!(stale.status, 409);
    let problem: protocol::Problem = serde_json::from_slice(&stale.body).unwrap();
    assert_eq!(problem.kind, "/problems/version-conflict");
    let now = people[first].look(&table).await.unwrap();
    assert_eq!(problem.update, Some(Box::new(now)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_move_is_answered_as_the_first_time_even_after_a_restart() {
    let mut house = House::open().await;
    let (anna, ben, table) = house.duel("taj-mahal").await;
    let mut people = [anna, ben];
    let (first, update) = asked(&mut people, &table).await.unwrap();
    let action = &update.position.as_ref().unwrap().legal[0];
    let body = json!({"version": update.version, "action": action, "key": "k-1"});
    let path = format!("/api/tables/{table}/moves");
    let once = people[first]
        .send("POST", &path, Some(body.clone()))
        .await
        .unwrap();
    assert_eq!(once.status, 200);
    play_on(&mut people, &table, 3).await;
    let twice = people[first]
        .send("POST", &path, Some(body.clone()))
        .await
        .unwrap();
    assert_eq!((twice.status, &twice.body), (once.status, &once.body));
    house.restart().await;
    let mut again = people[first].at(house.address);
    let thrice = again.send("POST", &path, Some(body.clone())).await.unwrap();
    assert_eq!((thrice.status, &thrice.body), (once.status, &once.body));
    // The same name in somebody else's mouth means nothing.
    let mut other = people[1 - first].at(house.address);
    assert_eq!(
        other.send("POST", &path, Some(body)).await.unwrap().status,
        409
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_are_taken_left_and_given_to_bots() {
    let house = House::open().await;
    let mut anna = house.guest("Anna").await;
    let mut ben = house.guest("Ben").await;
    let table = anna.create(json!({"game": "taj-mahal", "options": {"players": 3}, "seats": ["me", {"bot": "easy"}]})).await.unwrap();
    let refused = anna.want(&table, "start", Value::Null).await.unwrap_err();
    assert_eq!(
        refused.to_string(),
        "409: A seat is still open. Invite somebody, or give it to a bot."
    );
    assert_eq!(
        ben.want(&table, "sit", json!({"seat": 1}))
            .await
            .unwrap_err()
            .to_string(),
        "409: This seat is taken."
    );
    assert_eq!(
        ben.want(&table, "sit", json!({"seat": 4}))
            .await
            .unwrap_err()
            .status(),
        Some(422)
    );
    ben.want(&table, "sit", json!({})).await.unwrap();
    assert_eq!(
        ben.want(&table, "sit", json!({}))
            .await
            .unwrap_err()
            .to_string(),
        "409: You already sit at this table."
    );
    assert_eq!(
        ben.want(&table, "start", Value::Null)
            .await
            .unwrap_err()
            .status(),
        Some(403)
    );
    ben.want(&table, "leave", Value::Null).await.unwrap();
    let hard = json!({"seat": 2, "place": {"bot": "hard"}});
    assert_eq!(
        ben.want(&table, "seat", hard.clone())
            .await
            .unwrap_err()
            .status(),
        Some(403)
    );
    anna.want(&table, "seat", hard).await.unwrap();
    let update = anna.look(&table).await.unwrap();
    let bot = |level| Who::Bot { level };
    let own: protocol::Me = anna.get("/api/me").await.unwrap();
    let seats: Vec<Who> = update.seats.into_iter().map(|seat| seat.who).collect();
    assert_eq!(
        seats,
        [
            Who::Person {
                name: "Anna".to_owned(),
                id: Some(own.id),
            },
            bot(Level::Easy),
            bot(Level::Hard)
        ]
    );
    anna.want(&table, "start", Value::Null).await.unwrap();
    assert_eq!(
        ben.want(&table, "sit", json!({}))
            .await
            .unwrap_err()
            .to_string(),
        "409: The game has already started."
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_action_that_showed_nothing_is_taken_back_at_once() {
    let house = House::open().await;
    let (anna, ben, table) = house.duel("maharaja").await;
    let mut people = [anna, ben];
    let mut seen = 0;
    for _ in 0..60 {
        let Some((who, before)) = asked(&mut people, &table).await else {
            break;
        };
        play_on(&mut people, &table, 1).await;
        let after = people[who].look(&table).await.unwrap();
        if after.you.can_undo {
            people[who]
                .want(&table, "undo", json!({"version": after.version}))
                .await
                .unwrap();
            let back = people[who].look(&table).await.unwrap();
            assert_eq!(back.position, before.position);
            assert_eq!(back.version, after.version + 1);
            seen += 1;
            play_on(&mut people, &table, 1).await;
        }
    }
    assert!(seen > 10, "{seen}");
}

/// Plays until one person has acted and then the other; who was first, and what they saw before.
async fn both_act(people: &mut [Visitor], table: &str) -> (usize, Update) {
    loop {
        let (first, before) = asked(people, table).await.unwrap();
        play_on(people, table, 1).await;
        let (second, _) = asked(people, table).await.unwrap();
        if second != first {
            play_on(people, table, 1).await;
            return (first, before);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_showed_something_is_taken_back_if_everybody_agrees() {
    let house = House::open().await;
    let (anna, ben, table) = house.duel("taj-mahal").await;
    let mut people = [anna, ben];
    let (who, before) = both_act(&mut people, &table).await;
    let other = 1 - who;
    let version = people[who].look(&table).await.unwrap().version;
    people[who]
        .want(&table, "undo", json!({"version": version}))
        .await
        .unwrap();
    let asked = people[other].look(&table).await.unwrap();
    assert_eq!(asked.undo_asked.as_ref().unwrap().actions, 2);
    let answer = |agree| json!({"version": asked.version, "agree": agree});
    assert_eq!(
        people[who]
            .want(&table, "undo/answer", answer(true))
            .await
            .unwrap_err()
            .status(),
        Some(409)
    );
    people[other]
        .want(&table, "undo/answer", answer(true))
        .await
        .unwrap();
    let back = people[who].look(&table).await.unwrap();
    assert_eq!(back.position, before.position);
    assert_eq!(back.undo_asked, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_taken_back_if_somebody_disagrees() {
    let house = House::open().await;
    let (anna, ben, table) = house.duel("taj-mahal").await;
    let mut people = [anna, ben];
    let (who, _) = both_act(&mut people, &table).await;
    let before = people[who].look(&table).await.unwrap();
    people[who]
        .want(&table, "undo", json!({"version": before.version}))
        .await
        .unwrap();
    let no = json!({"version": before.version + 1, "agree": false});
    people[1 - who]
        .want(&table, "undo/answer", no)
        .await
        .unwrap();
    let after = people[who].look(&table).await.unwrap();
    assert_eq!(after.position, before.position);
    assert_eq!(after.undo_asked, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_is_one_table_for_everybody() {
    let house = House::open().await;
    let (anna, ben, table) = house.duel("taj-mahal").await;
    let mut people = [anna, ben];
    let path = format!("/api/tables/{table}/rematch");
    assert_eq!(
        people[0]
            .post::<Rematch>(&path, Value::Null)
            .await
            .unwrap_err()
            .status(),
        Some(409)
    );
    play_on(&mut people, &table, 10_000).await;
    let one: Rematch = people[0].post(&path, Value::Null).await.unwrap();
    let other: Rematch = people[1].post(&path, Value::Null).await.unwrap();
    assert_eq!(one, other);
    let mut stranger = house.guest("Chandra").await;
    assert_eq!(
        stranger
            .post::<Rematch>(&path, Value::Null)
            .await
            .unwrap_err()
            .status(),
        Some(403)
    );
    let update = people[1].look(&one.table).await.unwrap();
    assert_eq!(update.you.seat, kit::Seat::new(0), "now Ben begins");
    people[0]
        .want(&one.table, "start", Value::Null)
        .await
        .unwrap();
    assert_ne!(
        people[0].look(&one.table).await.unwrap().commitment,
        people[0].look(&table).await.unwrap().commitment
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_show_listed_tables_to_all_and_own_tables_with_whose_turn_it_is() {
    let house = House::open().await;
    let (anna, ben, private) = house.duel("taj-mahal").await;
    let mut people = [anna, ben];
    let listed = people[0]
        .create(json!({"game": "maharaja", "listed": true}))
        .await
        .unwrap();
    let all: Tables = house.stranger().get("/api/tables").await.unwrap();
    let names: Vec<&String> = all.tables.iter().map(|line| &line.table).collect();
    assert_eq!(names, [&listed]);
    let (who, _) = asked(&mut people, &private).await.unwrap();
    for (index, person) in people.iter_mut().enumerate() {
        let mine: Tables = person.get("/api/me/tables").await.unwrap();
        let line = mine
            .tables
            .iter()
            .find(|line| line.table == private)
            .unwrap();
        assert_eq!(line.your_turn, index == who);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_talk_among_themselves_while_the_game_runs() {
    let house = House::open().await;
    let (anna, ben, table) = house.duel("taj-mahal").await;
    let mut chandra = house.guest("Chandra").await;
    let mut people = [anna, ben];
    people[0]
        .want(&table, "chat", json!({"text": "hello"}))
        .await
        .unwrap();
    chandra
        .want(&table, "chat", json!({"text": "Anna has the red cards"}))
        .await
        .unwrap();
    let heard = |update: &Update| update.chat.iter().map(|line| line.room).collect::<Vec<_>>();
    assert_eq!(
        heard(&people[1].look(&table).await.unwrap()),
        [Audience::Table]
    );
    assert_eq!(
        heard(&house.stranger().look(&table).await.unwrap()),
        [Audience::Table, Audience::Spectators]
    );
    let end = play_on(&mut people, &table, 10_000).await;
    assert_eq!(heard(&end), [Audience::Table, Audience::Spectators]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_left_memory_comes_back_as_it_was() {
    let house = House::with(|config| config.tables_in_memory = 2).await;
    let (anna, ben, table) = house.duel("amritsar").await;
    let mut people = [anna, ben];
    let before = play_on(&mut people, &table, 30).await;
    for _ in 0..10 {
        let other = people[1]
            .create(json!({"game": "taj-mahal"}))
            .await
            .unwrap();
        people[1].look(&other).await.unwrap();
    }
    assert_eq!(people[0].look(&table).await.unwrap(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_step_is_told_from_any_version_on() {
    let house = House::open().await;
    let (anna, ben, table) = house.duel("taj-mahal").await;
    let mut people = [anna, ben];
    let now = play_on(&mut people, &table, 100).await;
    for since in [0, 1, 50, now.version - 1, now.version] {
        let path = format!("/api/tables/{table}?since={since}");
        let update: Update = people[0].get(&path).await.unwrap();
        let versions: Vec<u64> = update.steps.iter().map(|step| step.version).collect();
        assert_eq!(versions, (since + 1..=now.version).collect::<Vec<_>>());
    }
    let all: Update = people[0]
        .get(&format!("/api/tables/{table}?since=0"))
        .await
        .unwrap();
    assert_eq!(all.steps[0].what, WhatHappened::Created);
    assert!(matches!(&all.steps[2].what, WhatHappened::Started { events } if !events.is_empty()));
    assert!(matches!(&all.steps[3].what, WhatHappened::Played { .. }));
    assert_eq!(people[0].look(&table).await.unwrap().steps, []);
}
