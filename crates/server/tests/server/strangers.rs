//! Nobody can take the server from the others.

use crate::house::{House, TestClock, asked, eventually, fresh_folder, play_on};
use protocol::{Done, Problem, Sessions, Status, Update, Watch};
use serde_json::{Value, json};
use server::orders::{Order, give};
use server::store::{Append, Op, Store};
use server::{Config, Limits};
use std::time::Duration;
use table::{Change, Entry, Message, PersonId, Said, TableId};
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;
use visitor::{VisitError, Visitor};

fn reason(error: VisitError) -> (u16, Option<protocol::Reason>) {
    match error {
        VisitError::Refused(problem) => (problem.status, problem.reason),
        other => panic!("{other}"),
    }
}

fn bots(level: &str, seats: usize) -> Value {
    let bots: Vec<Value> = (0..seats).map(|_| json!({"bot": level})).collect();
    json!({"game": "taj-mahal", "options": {"players": seats}, "seats": bots})
}

#[tokio::test(flavor = "multi_thread")]
async fn an_easy_bot_answers_while_somebody_elses_experts_fill_the_queue() {
    let house = House::open().await;
    let mut mallory = house.guest("Mallory").await;
    let mut watched = Vec::new();
    for _ in 0..12 {
        let table = mallory.create(bots("expert", 4)).await.unwrap();
        watched.push(mallory.watch(&table, Watch::default()).await.unwrap());
        mallory.want(&table, "start", Value::Null).await.unwrap();
    }
    let mut anna = house.guest("Anna").await;
    let mut duel = bots("easy", 2);
    duel["seats"][0] = json!("me");
    let table = anna.create(duel).await.unwrap();
    anna.want(&table, "start", Value::Null).await.unwrap();
    for _ in 0..4 {
        let asks = |update: &Update| !update.position.as_ref().unwrap().legal.is_empty();
        let update = eventually(&mut anna, &table, asks).await;
        let action = update.position.unwrap().legal[0].clone();
        anna.play(&table, update.version, &action).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_rest_where_nobody_sits_or_watches_and_go_on_when_somebody_comes() {
    let house = House::open().await;
    let mut anna = house.guest("Anna").await;
    let table = anna.create(bots("easy", 3)).await.unwrap();
    anna.want(&table, "start", Value::Null).await.unwrap();
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert_eq!(anna.look(&table).await.unwrap().version, 2);
    let live = house.stranger().watch(&table, Watch::default()).await;
    let mut live = live.unwrap();
    live.until(|update| update.version > 10).await.unwrap();
    live.leave().await;
    // The decision that was being taken may still come.
    let mut seen = 0;
    for _ in 0..100 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let now = anna.look(&table).await.unwrap();
        if now.version == seen && now.status == Status::Running {
            return;
        }
        seen = now.version;
    }
    panic!("the bots did not rest");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_has_a_limited_number_of_tables_with_bots() {
    let house = House::with(|config| config.limits.bot_tables_per_person = 2).await;
    let mut anna = house.guest("Anna").await;
    for _ in 0..2 {
        anna.create(bots("easy", 2)).await.unwrap();
    }
    let refused = anna.create(bots("easy", 2)).await.unwrap_err();
    assert!(
        refused.to_string().starts_with("409: you already have 2"),
        "{refused}"
    );
    // Not by way of an open seat, either.
    let open = json!({"game": "taj-mahal", "options": {"players": 2}});
    let table = anna.create(open).await.unwrap();
    let seat = json!({"seat": 0, "place": {"bot": "easy"}});
    let refused = anna.want(&table, "seat", seat).await.unwrap_err();
    assert_eq!(refused.status(), Some(409));
    // A rematch is a new table, too.
    let most = House::with(|config| config.limits.tables_per_person = 1).await;
    let (ann, ben, table) = most.duel("taj-mahal").await;
    let mut people = [ann, ben];
    play_on(&mut people, &table, 10_000).await;
    people[0]
        .create(json!({"game": "taj-mahal"}))
        .await
        .unwrap();
    let refused = people[0].want(&table, "rematch", Value::Null).await;
    assert_eq!(refused.unwrap_err().status(), Some(409));
}

fn message(number: u64) -> Message {
    Message {
        number,
        at: number,
        person: "0000000000000000".parse().unwrap(),
        said: Said {
            name: "Mallory".to_owned(),
            seat: None,
            room: protocol::Audience::Table,
            text: format!("line {number}"),
        },
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_comes_in_pages_at_a_rate_and_has_an_end() {
    let house = House::with(|config| config.limits.messages_per_table = 262).await;
    let mut anna = house.guest("Anna").await;
    let table = anna.create(json!({"game": "taj-mahal"})).await.unwrap();
    let store = Store::visit(&house.database()).await.unwrap();
    let id: TableId = table.parse().unwrap();
    for number in 1..=260 {
        let said = Op::Say(id.clone(), message(number), None);
        assert!(store.write(said).await.unwrap());
    }
    let mut numbers = async |query: &str| {
        let update: Update = anna
            .get(&format!("/api/tables/{table}{query}"))
            .await
            .unwrap();
        let numbers: Vec<u64> = update.chat.iter().map(|line| line.number).collect();
        numbers
    };
    assert!(numbers("").await.into_iter().eq(211..=260));
    assert!(numbers("?chat=0").await.into_iter().eq(1..=200));
    assert!(numbers("?chat=200").await.into_iter().eq(201..=260));
    assert!(numbers("?chat=255").await.into_iter().eq(256..=260));
    assert!(numbers(&format!("?chat={}", u64::MAX)).await.is_empty());
    let mut say = async |key: &str| {
        let say = json!({"text": "hello", "key": key});
        anna.want(&table, "chat", say).await.map_err(reason)
    };
    say("one").await.unwrap();
    say("one").await.unwrap();
    say("two").await.unwrap();
    let full = (409, Some(protocol::Reason::ChatFull));
    assert_eq!(say("three").await, Err(full));
    let mut last = 0;
    for number in 0..20 {
        last = say(&number.to_string()).await.unwrap_err().0;
    }
    assert_eq!(last, 429);
    let update = anna.look(&table).await.unwrap();
    let hello = update.chat.iter().filter(|line| line.text == "hello");
    assert_eq!(hello.count(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_and_an_address_have_a_limited_number_of_streams() {
    let house = House::with(|config| {
        config.limits.viewers_per_session = 2;
        config.limits.connections_per_address = 12;
    })
    .await;
    let mut anna = house.guest("Anna").await;
    let table = anna.create(json!({"game": "taj-mahal"})).await.unwrap();
    let mut streams = Vec::new();
    for _ in 0..2 {
        streams.push(anna.watch(&table, Watch::default()).await.unwrap());
    }
    assert!(anna.watch(&table, Watch::default()).await.is_err());
    // Others still come, until the address has too many connections; those who are there stay.
    let mut strangers = Vec::new();
    while let Ok(live) = house.stranger().watch(&table, Watch::default()).await {
        strangers.push(live);
        assert!(strangers.len() < 20);
    }
    assert!(strangers.len() >= 8, "{}", strangers.len());
    assert!(anna.look(&table).await.is_ok());
    drop(strangers);
    for _ in 0..100 {
        if house.stranger().look(&table).await.is_ok() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the places were not free again");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_connects_and_says_nothing_loses_the_place() {
    let house = House::with(|config| config.limits.connections_per_address = 8).await;
    let mut silent = Vec::new();
    for _ in 0..8 {
        silent.push(TcpStream::connect(house.address).await.unwrap());
    }
    let mut host = house.stranger();
    assert!(host.send("GET", "/health", None).await.is_err());
    for mut stream in silent {
        // The server waits ten seconds for a request, and hangs up.
        let heard = stream.read(&mut [0; 64]).await;
        assert!(matches!(heard, Ok(0) | Err(_)), "{heard:?}");
    }
    let health = host.send("GET", "/health", None).await.unwrap();
    assert_eq!(health.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_does_not_grow_for_ever_but_its_game_can_be_finished() {
    let house = House::with(|config| config.limits.entries_per_table = 24).await;
    let (anna, ben, table) = house.duel("amritsar").await;
    let mut people = [anna, ben];
    let mut refused = None;
    for _ in 0..40 {
        let (who, update) = asked(&mut people, &table).await.unwrap();
        let action = update.position.unwrap().legal[0].clone();
        let done = people[who].play(&table, update.version, &action).await;
        let version = json!({"version": done.unwrap().version});
        if let Err(error) = people[who].want(&table, "undo", version).await {
            refused = Some(reason(error));
            if people[who].look(&table).await.unwrap().version > 24 {
                break;
            }
        }
    }
    assert_eq!(refused, Some((409, Some(protocol::Reason::Full))));
    assert_eq!(
        play_on(&mut people, &table, 10_000).await.status,
        Status::Over
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_and_tables_of_one_address_are_counted() {
    let house = House::with(|config| {
        config.limits = Limits {
            guests_per_address: 4,
            tables_per_address: 4,
            ..config.limits
        }
    })
    .await;
    let mut anna = house.guest("Anna").await;
    house.guest("Ben").await;
    let third = Visitor::guest(house.address, "Chris").await;
    assert_eq!(third.err().and_then(|error| error.status()), Some(429));
    for _ in 0..2 {
        anna.create(json!({"game": "taj-mahal"})).await.unwrap();
    }
    let refused = anna.create(json!({"game": "taj-mahal"})).await.unwrap_err();
    assert_eq!(refused.status(), Some(429));
}

/// A table whose first entry, written at this time, is not its creation.
fn unreplayable(table: &TableId, owner: &PersonId, at: u64) -> Append {
    Append {
        table: table.clone(),
        entry: Entry {
            version: 1,
            at,
            by: None,
            key: None,
            digest: None,
            change: Change::Start,
        },
        owner: owner.clone(),
        status: Status::Running,
        listed: false,
        deadline: Some(1),
        bots: true,
        bot_due: true,
        leased_until: 0,
        line: "{}".to_owned(),
        came: Vec::new(),
        went: Vec::new(),
        asked: Vec::new(),
        order: None,
        ended: None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_that_cannot_be_replayed_do_not_hold_up_the_clocks_of_others() {
    let clock = TestClock::new();
    let now = clock.now();
    let house = House::with(|config| config.now = now.clone()).await;
    let owner: PersonId = "0000000000000000".parse().unwrap();
    let store = Store::visit(&house.database()).await.unwrap();
    let mut broken = Vec::new();
    for _ in 0..620 {
        let table = server::random::table_id(&server::random::system_random()).unwrap();
        let append = Op::Append(Box::new(unreplayable(&table, &owner, now())));
        assert!(store.write(append).await.unwrap());
        broken.push(table);
    }
    let table = json!({
        "game": "taj-mahal", "options": {"players": 2}, "seats": ["me"], "stand_in": "easy",
        "pace": {"live": {"seconds": 2, "increment": 0}},
    });
    let (anna, ben, table) = house.duel_with(table).await;
    let mut people = [anna, ben];
    let (who, _) = asked(&mut people, &table).await.unwrap();
    clock.forward(Duration::from_secs(3));
    eventually(&mut people[who], &table, |update| {
        update.seats[who].played_by_bot
    })
    .await;
    let refused = house.stranger().look(broken[0].as_str()).await;
    assert_eq!(refused.unwrap_err().status(), Some(503));
    // They are left alone for a while, so each round finds none of them.
    let due = store.past_deadline(clock.now()(), 1_000).await.unwrap();
    assert!(due.len() < 620, "{}", due.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_with_other_rules_is_noticed() {
    use sqlx::{Connection, SqliteConnection};
    let mut house = House::open().await;
    let (anna, ben, table) = house.duel("taj-mahal").await;
    let mut people = [anna, ben];
    play_on(&mut people, &table, 40).await;
    let mut file = SqliteConnection::connect(&house.database()).await.unwrap();
    let sql =
        "UPDATE entries SET digest = 'another state' WHERE version = 32 AND digest IS NOT NULL";
    let done = sqlx::query(sql).execute(&mut file).await.unwrap();
    assert_eq!(done.rows_affected(), 1);
    house.restart().await;
    let refused = people[0].at(house.address).look(&table).await.unwrap_err();
    assert_eq!(
        refused.to_string(),
        "503: version 32 of the table was written by a program with other rules; please tell the operator of this server"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_are_listed_and_ended_and_their_streams_end_with_them() {
    let house = House::open().await;
    let mut anna = house.guest("Anna").await;
    let token: protocol::Token = anna.post("/api/me/token", Value::Null).await.unwrap();
    let mut program = Visitor::stranger(house.address);
    program.token = Some(token.token);
    let table = anna.create(json!({"game": "taj-mahal"})).await.unwrap();
    let mut live = program.watch(&table, Watch::default()).await.unwrap();
    live.next().await.unwrap();
    let listed: Sessions = anna.get("/api/me/sessions").await.unwrap();
    let kinds: Vec<(&str, bool)> = listed
        .sessions
        .iter()
        .map(|session| (session.kind.as_str(), session.this))
        .collect();
    assert!(
        kinds.contains(&("cookie", true)) && kinds.contains(&("token", false)),
        "{kinds:?}"
    );
    let other = listed
        .sessions
        .iter()
        .find(|session| !session.this)
        .unwrap();
    let path = format!("/api/me/sessions/{}", other.id);
    assert_eq!(anna.send("DELETE", &path, None).await.unwrap().status, 204);
    assert_eq!(live.next().await.unwrap(), None);
    assert_eq!(live.closing_code, Some(1008));
    assert_eq!(program.look(&table).await.unwrap().you.seat, None);
    assert_eq!(
        program
            .get::<protocol::Me>("/api/me")
            .await
            .unwrap_err()
            .status(),
        Some(401)
    );
    assert_eq!(anna.send("DELETE", &path, None).await.unwrap().status, 404);
    // Sign out everywhere else.
    let token: protocol::Token = anna.post("/api/me/token", Value::Null).await.unwrap();
    program.token = Some(token.token);
    assert!(program.get::<protocol::Me>("/api/me").await.is_ok());
    let out = anna.send("DELETE", "/api/me/sessions", None).await.unwrap();
    assert_eq!(out.status, 204);
    assert!(program.get::<protocol::Me>("/api/me").await.is_err());
    assert!(anna.get::<protocol::Me>("/api/me").await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unused_session_ends_and_idle_data_is_deleted() {
    let clock = TestClock::new();
    let now = clock.now();
    let archive = fresh_folder();
    let folder = archive.clone();
    let house = House::with(|config| {
        config.now = now;
        config.retention.archive = Some(folder);
    })
    .await;
    let (anna, ben, over) = house.duel("taj-mahal").await;
    let mut people = [anna, ben];
    play_on(&mut people, &over, 10_000).await;
    let waiting = people[0]
        .create(json!({"game": "taj-mahal"}))
        .await
        .unwrap();
    let clean_up = async || {
        let config = Config {
            database: house.database(),
            ..Config::default()
        };
        give(config, &Order::CleanUp).await.unwrap()
    };
    assert_eq!(clean_up().await, "deleted 0 tables, 0 people, 0 sessions");
    let day = Duration::from_secs(24 * 60 * 60);
    clock.forward(31 * day);
    assert_eq!(clean_up().await, "deleted 1 tables, 0 people, 0 sessions");
    let gone = house.stranger().look(&waiting).await.unwrap_err();
    assert_eq!(gone.status(), Some(404));
    // Anna comes now and then, Ben does not.
    people[0].look(&over).await.unwrap();
    clock.forward(100 * day);
    people[0].get::<protocol::Me>("/api/me").await.unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    clock.forward(100 * day);
    assert_eq!(
        people[1]
            .get::<protocol::Me>("/api/me")
            .await
            .unwrap_err()
            .status(),
        Some(401)
    );
    assert!(people[0].get::<protocol::Me>("/api/me").await.is_ok());
    assert_eq!(clean_up().await, "deleted 0 tables, 1 people, 0 sessions");
    clock.forward(200 * day);
    clean_up().await;
    let file = archive.join(format!("{over}.record"));
    let record = std::fs::read_to_string(&file).unwrap();
    assert!(record.contains("[Seed "), "{record}");
    assert_eq!(
        house.stranger().look(&over).await.unwrap_err().status(),
        Some(404)
    );
    std::fs::remove_dir_all(archive).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_closes_and_deletes_tables_and_mutes_and_bans_people() {
    let house = House::open().await;
    let (anna, mut ben, table) = house.duel("taj-mahal").await;
    let mut people = [anna, house.stranger()];
    let order = async |order: Order| {
        let config = Config {
            database: house.database(),
            ..Config::default()
        };
        give(config, &order).await.unwrap()
    };
    let store = Store::visit(&house.database()).await.unwrap();
    let all = store.all_people(10).await.unwrap();
    let bens = all
        .iter()
        .find(|person| person.name == "Ben")
        .unwrap()
        .id
        .clone();
    assert_eq!(
        order(Order::Mute {
            person: bens.clone()
        })
        .await,
        "muted"
    );
    let refused = ben.want(&table, "chat", json!({"text": "hello"})).await;
    let muted = (403, Some(protocol::Reason::Muted));
    assert_eq!(reason(refused.unwrap_err()), muted);
    assert_eq!(
        order(Order::Pardon {
            person: bens.clone()
        })
        .await,
        "pardoned"
    );
    ben.want(&table, "chat", json!({"text": "hello"}))
        .await
        .unwrap();
    let mut live = ben.watch(&table, Watch::default()).await.unwrap();
    let banned = order(Order::Ban {
        person: bens.clone(),
    })
    .await;
    assert_eq!(banned, "banned, and left 1 tables");
    assert_eq!(ben.look(&table).await.unwrap_err().status(), Some(403));
    while live.next().await.unwrap().is_some() {}
    let update = people[0].look(&table).await.unwrap();
    assert!(update.seats[1].played_by_bot);

    let id: TableId = table.parse().unwrap();
    assert_eq!(
        order(Order::CloseTable { table: id.clone() }).await,
        "closed"
    );
    let update = people[0].look(&table).await.unwrap();
    assert_eq!(update.status, Status::Over);
    assert!(update.position.unwrap().legal.is_empty());
    let refused = people[0].want(&table, "resign", Value::Null).await;
    let closed = (409, Some(protocol::Reason::Closed));
    assert_eq!(reason(refused.unwrap_err()), closed);
    let mut live = people[1].watch(&table, Watch::default()).await.unwrap();
    live.next().await.unwrap();
    assert_eq!(order(Order::DeleteTable { table: id }).await, "deleted");
    assert_eq!(live.next().await.unwrap(), None);
    assert_eq!(
        people[0].look(&table).await.unwrap_err().status(),
        Some(404)
    );
    assert_eq!(
        order(Order::DeletePerson { person: bens }).await,
        "deleted, and left 0 tables"
    );
    let log = store.last_orders(10).await.unwrap();
    assert_eq!(log.len(), 6);
    assert!(log.iter().all(|order| order.outcome.is_some()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_is_created_again_with_its_key_is_the_same() {
    let house = House::open().await;
    let (mut anna, mut ben) = (house.guest("Anna").await, house.guest("Ben").await);
    let wanted = json!({"game": "taj-mahal", "key": "evening"});
    let one: Done = anna.post("/api/tables", &wanted).await.unwrap();
    let other: Done = anna.post("/api/tables", &wanted).await.unwrap();
    assert_eq!(one, other);
    let bens: Done = ben.post("/api/tables", &wanted).await.unwrap();
    assert_ne!(one.table, bens.table);
    let refused = anna.create(json!({"game": "taj-mahal", "key": ""})).await;
    assert_eq!(refused.unwrap_err().status(), Some(422));
}

#[tokio::test(flavor = "multi_thread")]
async fn odd_numbers_in_a_query_are_answered() {
    let house = House::open().await;
    let (mut anna, _, table) = house.duel("taj-mahal").await;
    for query in ["since=18446744073709551615", "at_least=3", "since=0&chat=0"] {
        let update: Update = anna
            .get(&format!("/api/tables/{table}?{query}"))
            .await
            .unwrap();
        assert_eq!(update.version, 3);
    }
    let path = format!("/api/tables/{table}?at_least=99");
    let refused: Problem = match anna.get::<Update>(&path).await {
        Err(VisitError::Refused(problem)) => *problem,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused.status, 409);
}
