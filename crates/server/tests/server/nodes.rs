//! Several nodes on one PostgreSQL.

use crate::house::{asked, eventually, fresh_folder, play_on, start};
use protocol::{Status, Watch};
use serde_json::{Value, json};
use server::{Config, Limits, Running};
use std::path::PathBuf;
use std::time::Duration;
use visitor::{Postgres, Visitor};

/// Two nodes that share a store.
struct Nodes {
    folder: PathBuf,
    postgres: Postgres,
    nodes: Vec<Running>,
}

impl Nodes {
    async fn open() -> Self {
        let folder = fresh_folder();
        let postgres = Postgres::start(&folder.join("pg")).unwrap();
        let config = Config {
            database: postgres.url(),
            bot_threads: 1,
            limits: Limits {
                requests_per_address: 0,
                requests_per_session: 0,
                ..Limits::default()
            },
            ..Config::default()
        };
        let nodes = vec![start(&config).await, start(&config).await];
        Nodes {
            folder,
            postgres,
            nodes,
        }
    }

    /// Anna at the first node and Ben at the second, at one table.
    async fn duel(&self, game: &str) -> ([Visitor; 2], String) {
        let mut anna = Visitor::guest(self.nodes[0].address, "Anna").await.unwrap();
        let mut ben = Visitor::guest(self.nodes[1].address, "Ben").await.unwrap();
        let table = json!({"game": game, "options": {"players": 2}, "seats": ["me"]});
        let table = anna.create(table).await.unwrap();
        ben.want(&table, "sit", json!({})).await.unwrap();
        anna.want(&table, "start", Value::Null).await.unwrap();
        eventually(&mut ben, &table, |update| update.status == Status::Running).await;
        ([anna, ben], table)
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn players_at_different_nodes_see_every_version_in_order() {
    let house = Nodes::open().await;
    let (mut people, table) = house.duel("taj-mahal").await;
    let from_the_start = Watch {
        since: Some(0),
        chat: Some(0),
    };
    let mut lives = Vec::new();
    for person in &people {
        lives.push(person.watch(&table, from_the_start).await.unwrap());
    }
    while people[1].look(&table).await.unwrap().version < 40 {
        match asked(&mut people, &table).await {
            // A node that has not yet heard of the last move refuses the next one.
            Some((who, update)) => {
                let legal = &update.position.as_ref().unwrap().legal;
                let _ = people[who].play(&table, update.version, &legal[0]).await;
            }
            None => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
    people[1]
        .want(&table, "chat", json!({"text": "hello"}))
        .await
        .unwrap();
    let last = people[1].look(&table).await.unwrap().version;
    for live in &mut lives {
        let (mut known, mut heard) = (0, false);
        while known < last || !heard {
            let update = live.until(|_| true).await.unwrap();
            for step in &update.steps {
                assert_eq!(step.version, known + 1);
                known = step.version;
            }
            heard |= update.chat.iter().any(|line| line.text == "hello");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_moves_at_the_same_version_one_is_taken_and_one_is_stale() {
    let house = Nodes::open().await;
    let (mut people, table) = house.duel("taj-mahal").await;
    let (who, update) = asked(&mut people, &table).await.unwrap();
    let action = update.position.as_ref().unwrap().legal[0].clone();
    let mut here = people[who].at(house.nodes[0].address);
    let mut there = people[who].at(house.nodes[1].address);
    let (one, other) = tokio::join!(
        here.play(&table, update.version, &action),
        there.play(&table, update.version, &action),
    );
    let statuses = [one, other].map(|outcome| outcome.err().and_then(|error| error.status()));
    assert!(
        statuses == [None, Some(409)] || statuses == [Some(409), None],
        "{statuses:?}"
    );
    let after = here.look(&table).await.unwrap();
    assert_eq!(after.version, update.version + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_of_a_node_that_is_gone_is_taken_over() {
    let mut house = Nodes::open().await;
    let mut anna = Visitor::guest(house.nodes[0].address, "Anna")
        .await
        .unwrap();
    let table = json!({"game": "amritsar", "options": {"players": 2}, "seats": [{"bot": "medium"}, {"bot": "easy"}]});
    let table = anna.create(table).await.unwrap();
    anna.want(&table, "start", Value::Null).await.unwrap();
    house.nodes.remove(0).stop().await;
    let mut anna = anna.at(house.nodes[0].address);
    let end = eventually(&mut anna, &table, |update| update.status == Status::Over).await;
    let all: protocol::Update = anna
        .get(&format!("/api/tables/{table}?since=0"))
        .await
        .unwrap();
    assert!(
        all.steps
            .iter()
            .map(|step| step.version)
            .eq(1..=end.version)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_away_is_said_so_and_nothing_is_lost() {
    let mut house = Nodes::open().await;
    let (mut people, table) = house.duel("maharaja").await;
    let before = play_on(&mut people, &table, 1).await;
    eventually(&mut people[1], &table, |update| {
        update.version >= before.version
    })
    .await;
    // A node that has noticed the crash no longer shows the table, so look before it; the other node may hear of the last move a little later.
    let (who, update) = loop {
        match asked(&mut people, &table).await {
            Some(asked) => break asked,
            None => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    };
    house.postgres.crash().unwrap();
    let action = update
        .position
        .as_ref()
        .unwrap()
        .legal
        .first()
        .cloned()
        .unwrap_or("end".to_owned());
    let key = json!({"version": update.version, "action": action, "key": "once"});
    let refused = people[who]
        .want(&table, "moves", key.clone())
        .await
        .unwrap_err();
    assert_eq!(refused.status(), Some(503), "{refused}");
    assert!(refused.to_string().contains("try again soon"), "{refused}");
    house.postgres.revive().unwrap();
    let mut done = people[who].want(&table, "moves", key.clone()).await;
    for _ in 0..100 {
        if done
            .as_ref()
            .is_err_and(|error| error.status() == Some(503))
        {
            tokio::time::sleep(Duration::from_millis(100)).await;
            done = people[who].want(&table, "moves", key.clone()).await;
        }
    }
    assert_eq!(done.unwrap().version, update.version + 1);
}
