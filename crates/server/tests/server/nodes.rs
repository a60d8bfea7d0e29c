//! Several nodes on one PostgreSQL.

use crate::accounts::{asked_to_get, register, sign_in};
use crate::authenticator::Authenticator;
use crate::house::{asked, eventually, fresh_folder, play_on, start};
use protocol::{DELETED, Me, Status, Update, Watch, Who};
use serde_json::{Value, json};
use server::{Config, Limits, Running};
use sqlx::{Connection as _, PgConnection};
use std::path::PathBuf;
use std::time::Duration;
use visitor::{Postgres, Visitor};

/// Two nodes that share a store.
struct Nodes {
    folder: PathBuf,
    postgres: Postgres,
    config: Config,
    nodes: Vec<Running>,
}

impl Nodes {
    async fn open() -> Self {
        Nodes::at(None).await
    }

    async fn at(origin: Option<&str>) -> Self {
        let folder = fresh_folder();
        let postgres = Postgres::start(&folder.join("pg")).unwrap();
        let config = Config {
            database: postgres.url(),
            bot_threads: 1,
            limits: Limits::none(),
            origin: origin.map(str::to_owned),
            ..Config::default()
        };
        let nodes = vec![start(&config).await, start(&config).await];
        Nodes {
            folder,
            postgres,
            config,
            nodes,
        }
    }

    /// Anna at the first node and Ben at the second, at one table.
    async fn duel(&self, game: &str) -> ([Visitor; 2], String) {
        self.duel_with(json!({"game": game, "options": {"players": 2}, "seats": ["me"]}))
            .await
    }

    async fn duel_with(&self, table: Value) -> ([Visitor; 2], String) {
        let mut anna = Visitor::guest(self.nodes[0].address, "Anna").await.unwrap();
        let mut ben = Visitor::guest(self.nodes[1].address, "Ben").await.unwrap();
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
async fn an_account_is_the_same_at_every_node() {
    let house = Nodes::at(Some("https://durbar.example")).await;
    let ([mut anna, mut ben], table) = house.duel("taj-mahal").await;
    let device = Authenticator::number(1);
    let user = register(&mut anna, &device).await;
    // Asked at one node, answered at the other, once.
    let mut phone = Visitor::stranger(house.nodes[1].address);
    let answer = device.get(&asked_to_get(&mut phone).await, "webauthn.get", &user);
    phone = phone.at(house.nodes[0].address);
    sign_in(&mut phone, "passkey", answer.clone())
        .await
        .unwrap();
    let mut phone = phone.at(house.nodes[1].address);
    assert!(sign_in(&mut phone, "passkey", answer).await.is_err());
    let called = |name: &'static str| {
        move |update: &Update| {
            let who = &update.seats[0].who;
            matches!(who, Who::Person { name: called, .. } if called == name)
        }
    };
    let _: Me = phone
        .post("/api/me", json!({"name": "Zenobia"}))
        .await
        .unwrap();
    eventually(&mut ben, &table, called("Zenobia")).await;
    assert_eq!(
        anna.look(&table).await.unwrap().you.seat,
        Some(kit::Seat::FIRST)
    );
    let deleted = phone.send("DELETE", "/api/me/account", None).await;
    assert_eq!(deleted.unwrap().status, 204);
    for node in &house.nodes {
        eventually(&mut ben.at(node.address), &table, called(DELETED)).await;
        let update: Update = ben
            .at(node.address)
            .get(&format!("/api/tables/{table}?since=0"))
            .await
            .unwrap();
        let told = serde_json::to_string(&update).unwrap();
        assert!(
            !told.contains("Zenobia") && !told.contains("Anna"),
            "{told}"
        );
    }
    // The other session ends at its own node, too, which may remember it for some seconds.
    let mut ended = false;
    for _ in 0..200 {
        ended = anna.get::<Me>("/api/me").await.is_err();
        if ended {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(ended);
}

#[tokio::test(flavor = "multi_thread")]
async fn players_at_different_nodes_see_every_version_in_order() {
    let house = Nodes::open().await;
    let (mut people, table) = house.duel("taj-mahal").await;
    let from_the_start = Watch {
        since: Some(0),
        chat: Some(0),
        at_least: None,
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
    let _live = anna.watch(&table, Watch::default()).await.unwrap();
    let end = eventually(&mut anna, &table, |update| update.status == Status::Over).await;
    let all: Update = anna
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

#[tokio::test(flavor = "multi_thread")]
async fn what_one_node_acknowledged_every_node_shows_and_accepts() {
    let house = Nodes::open().await;
    let (people, table) = house.duel("taj-mahal").await;
    let address = |turn: u64| house.nodes[turn as usize % 2].address;
    for turn in 0..60 {
        let mut people = people.each_ref().map(|person| person.at(address(turn)));
        let (who, update) = asked(&mut people, &table).await.unwrap();
        let action = update.position.as_ref().unwrap().legal[0].clone();
        // At the other node, which may not have heard of the last move.
        let mut elsewhere = people[who].at(address(turn + 1));
        let done = elsewhere.play(&table, update.version, &action).await;
        let version = done.unwrap().version;
        assert_eq!(people[who].look(&table).await.unwrap().version, version);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_live_stream_begins_with_what_any_node_acknowledged() {
    let house = Nodes::open().await;
    let (people, table) = house.duel("taj-mahal").await;
    let address = |turn: u64| house.nodes[turn as usize % 2].address;
    for turn in 0..60 {
        let mut people = people.each_ref().map(|person| person.at(address(turn)));
        let done = play_on(&mut people, &table, 1).await;
        // At the other node, which may not have heard of the move.
        let elsewhere = people[0].at(address(turn + 1));
        let mut live = elsewhere.watch(&table, Watch::default()).await.unwrap();
        let first = live.next().await.unwrap().unwrap();
        assert_eq!(first.version, done.version);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_with_a_wrong_clock_takes_nobodys_time() {
    let mut house = Nodes::open().await;
    let mut config = house.config.clone();
    let usual = server::steady_clock();
    config.now = std::sync::Arc::new(move || usual() + 2 * 24 * 60 * 60 * 1000);
    house.nodes.push(start(&config).await);
    let table = json!({
        "game": "taj-mahal", "options": {"players": 2}, "seats": ["me"],
        "pace": {"live": {"seconds": 600, "increment": 0}},
    });
    let (mut people, table) = house.duel_with(table).await;
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let (who, update) = asked(&mut people, &table).await.unwrap();
    assert!(update.seats.iter().all(|seat| !seat.played_by_bot));
    // A move through the wrong node, then through the right ones.
    let mut wrong = people[who].at(house.nodes[2].address);
    let action = update.position.as_ref().unwrap().legal[0].clone();
    wrong.play(&table, update.version, &action).await.unwrap();
    let after = play_on(&mut people, &table, 6).await;
    assert!(
        after
            .seats
            .iter()
            .all(|seat| seat.clock.unwrap().left > 500_000)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_whose_connections_are_swallowed_says_so_and_recovers() {
    let mut house = Nodes::open().await;
    let swallowing = Swallowing::before(&house.folder.join("pg"), &house.folder.join("way")).await;
    let mut config = house.config.clone();
    config.database = config.database.replace("/pg", "/way");
    house.nodes.push(start(&config).await);
    let deaf = house.nodes[2].address;
    let (mut people, table) = house.duel("taj-mahal").await;
    let viewer = people[0].at(deaf);
    let mut live = viewer.watch(&table, Watch::default()).await.unwrap();
    live.next().await.unwrap();
    let mut host = viewer.at(deaf);
    let mut says = async |status: u16| {
        for _ in 0..600 {
            let health = host.send("GET", "/health", None).await.unwrap();
            if health.status == status {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the node does not say {status}");
    };
    says(200).await;
    swallowing.swallow();
    let after = play_on(&mut people, &table, 3).await;
    says(503).await;
    // It finds out by itself, connects again, and tells what it has missed.
    let update = live.until(|update| update.version >= after.version).await;
    assert_eq!(update.unwrap().version, after.version);
    says(200).await;
}

/// A way to PostgreSQL on which everything under way can be swallowed without a word.
struct Swallowing(tokio::sync::watch::Sender<()>);

impl Swallowing {
    async fn before(database: &std::path::Path, folder: &std::path::Path) -> Self {
        use tokio::net::{UnixListener, UnixStream};
        std::fs::create_dir_all(folder).unwrap();
        let socket = ".s.PGSQL.5432";
        let listener = UnixListener::bind(folder.join(socket)).unwrap();
        let target = database.join(socket);
        let swallow = tokio::sync::watch::Sender::new(());
        let told = swallow.clone();
        tokio::spawn(async move {
            while let Ok((mut here, _)) = listener.accept().await {
                let mut told = told.subscribe();
                let mut there = UnixStream::connect(&target).await.unwrap();
                tokio::spawn(async move {
                    tokio::select! {
                        _ = tokio::io::copy_bidirectional(&mut here, &mut there) => (),
                        _ = told.changed() => std::future::pending().await,
                    }
                });
            }
        });
        Swallowing(swallow)
    }

    /// From now on, nothing arrives on the connections that exist.
    fn swallow(&self) {
        self.0.send_replace(());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_store_does_not_confirm_is_unknown_and_can_be_asked_again() {
    let house = Nodes::open().await;
    let (mut people, table) = house.duel("taj-mahal").await;
    let (who, update) = asked(&mut people, &table).await.unwrap();
    let action = update.position.as_ref().unwrap().legal[0].clone();
    let mut database = PgConnection::connect(&house.postgres.url()).await.unwrap();
    // A standby that never answers: what is committed waits for it for ever.
    let mut standby = async |name: &'static str| {
        for sql in [name, "SELECT pg_reload_conf()"] {
            sqlx::raw_sql(sql).execute(&mut database).await.unwrap();
        }
        // The server's processes read it soon.
        tokio::time::sleep(Duration::from_millis(500)).await;
    };
    standby("ALTER SYSTEM SET synchronous_standby_names = 'nobody'").await;
    let play = json!({"version": update.version, "action": action, "key": "once"});
    let create = json!({"game": "taj-mahal", "key": "once"});
    let say = json!({"text": "hello", "key": "once"});
    let mut other = people[who].at(house.nodes[1].address);
    let mut third = people[who].at(house.nodes[0].address);
    let mut fourth = people[who].at(house.nodes[1].address);
    let (played, created, said) = tokio::join!(
        third.want(&table, "moves", play.clone()),
        other.create(create.clone()),
        fourth.want(&table, "chat", say.clone()),
    );
    for error in [played.err(), created.err(), said.err()] {
        let text = error.unwrap().to_string();
        assert!(text.starts_with("503: the store did not confirm"), "{text}");
    }
    standby("ALTER SYSTEM RESET synchronous_standby_names").await;
    let mut done = people[who].want(&table, "moves", play.clone()).await;
    for _ in 0..200 {
        if done.is_ok() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
        done = people[who].want(&table, "moves", play.clone()).await;
    }
    assert_eq!(done.unwrap().version, update.version + 1);
    let one = people[who].create(create.clone()).await.unwrap();
    assert_eq!(people[who].create(create).await.unwrap(), one);
    people[who].want(&table, "chat", say).await.unwrap();
    let after = people[who].look(&table).await.unwrap();
    assert_eq!((after.version, after.chat.len()), (update.version + 1, 1));
}
