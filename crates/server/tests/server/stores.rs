//! One suite for both stores.

use crate::house::{House, fresh_folder, play_on};
use kit::{Seat, Seed};
use protocol::{Pace, Room, Status};
use server::entry::{Entry, Line, Said, Setting, Sitter, What};
use server::ids::{PersonId, TableId};
use server::moving::{export, import};
use server::store::{Append, Op, Store, StoreError};
use visitor::Postgres;

fn person(letter: char) -> PersonId {
    letter.to_string().repeat(22).parse().unwrap()
}

fn created(owner: &PersonId) -> What {
    What::Create(Box::new(Setting {
        game: "taj-mahal".to_owned(),
        options: serde_json::json!({"players": 2}),
        seats: vec![
            Sitter::Open,
            Sitter::Bot {
                level: "easy".to_owned(),
            },
        ],
        pace: Pace::Relaxed,
        stand_in: "medium".to_owned(),
        listed: true,
        owner: owner.clone(),
        seed: Seed::from_text("a store's test"),
    }))
}

fn append(table: &TableId, version: u64, what: What) -> Append {
    let owner = person('a');
    Append {
        table: table.clone(),
        entry: Entry {
            version,
            at: 1_000 + version,
            by: Some(owner.clone()),
            key: Some(format!("key {version}")),
            what,
        },
        owner,
        status: Status::Waiting,
        listed: false,
        deadline: None,
        bot_due: false,
        leased_until: 0,
        line: "{}".to_owned(),
        came: Vec::new(),
        went: Vec::new(),
    }
}

async fn write(store: &Store, append: Append) -> bool {
    store.write(Op::Append(Box::new(append))).await.unwrap()
}

async fn keeps_what_a_server_needs(store: Store) {
    let table = TableId::random().unwrap();
    assert!(write(&store, append(&table, 1, created(&person('a')))).await);
    let start = append(&table, 2, What::Start);
    assert!(write(&store, start.clone()).await);
    // The key decides between writers: the second one changes nothing.
    let late = append(&table, 2, What::Resign { seat: Seat::FIRST });
    assert!(
        !write(
            &store,
            Append {
                status: Status::Over,
                ..late
            }
        )
        .await
    );
    assert_eq!(store.unfinished_tables(&person('a')).await.unwrap(), 1);
    let entries = store.entries(&table, 0).await.unwrap();
    assert_eq!(
        entries,
        [
            append(&table, 1, created(&person('a'))).entry,
            start.entry.clone()
        ]
    );
    assert_eq!(store.entries(&table, 1).await.unwrap(), [start.entry]);
    assert_eq!(
        store
            .version_of_key(&table, &person('a'), "key 2")
            .await
            .unwrap(),
        Some(2)
    );
    assert_eq!(
        store
            .version_of_key(&table, &person('b'), "key 2")
            .await
            .unwrap(),
        None
    );

    keeps_people(&store).await;
    keeps_chat(&store, &table).await;
    finds_deadlines_and_bots(&store).await;
    lists(&store).await;
    store.ping().await.unwrap();
    store.close().await;
}

async fn keeps_people(store: &Store) {
    let (ben, hash) = (person('b'), "a hash".to_owned());
    assert_eq!(store.session(&hash).await.unwrap(), None);
    store
        .write(Op::Person(ben.clone(), "Ben".to_owned(), 1))
        .await
        .unwrap();
    let session = Op::Session {
        hash: hash.clone(),
        person: ben.clone(),
        kind: "token".to_owned(),
        created: 2,
    };
    store.write(session).await.unwrap();
    store
        .write(Op::Rename(
            ben.clone(),
            "Benares ‘the’ \u{1f418}".to_owned(),
        ))
        .await
        .unwrap();
    assert_eq!(
        store.session(&hash).await.unwrap(),
        Some((ben.clone(), "Benares ‘the’ \u{1f418}".to_owned()))
    );
    assert_eq!(store.sessions_of(&ben).await.unwrap(), 1);
    store.write(Op::EndSession(hash.clone())).await.unwrap();
    assert_eq!(store.session(&hash).await.unwrap(), None);
}

async fn keeps_chat(store: &Store, table: &TableId) {
    let line = |number| Line {
        number,
        at: 5,
        person: person('b'),
        said: Said {
            name: "Ben".to_owned(),
            seat: Seat::new(1),
            room: Room::Table,
            text: "नमस्ते".to_owned(),
        },
    };
    assert!(store.write(Op::Say(table.clone(), line(1))).await.unwrap());
    assert!(store.write(Op::Say(table.clone(), line(2))).await.unwrap());
    assert!(!store.write(Op::Say(table.clone(), line(2))).await.unwrap());
    assert_eq!(store.chat(table, 1).await.unwrap(), [line(2)]);
}

async fn finds_deadlines_and_bots(store: &Store) {
    let (late, due) = (TableId::random().unwrap(), TableId::random().unwrap());
    write(
        store,
        Append {
            deadline: Some(500),
            ..append(&late, 1, created(&person('a')))
        },
    )
    .await;
    write(
        store,
        Append {
            bot_due: true,
            leased_until: 100,
            ..append(&due, 1, created(&person('a')))
        },
    )
    .await;
    assert_eq!(store.past_deadline(499, 10).await.unwrap(), []);
    assert_eq!(store.past_deadline(500, 10).await.unwrap(), [late]);
    assert_eq!(store.lease_bots(99, 300, 10).await.unwrap(), []);
    assert_eq!(
        store.lease_bots(100, 300, 10).await.unwrap(),
        std::slice::from_ref(&due)
    );
    if store.is_shared() {
        // It is this node's now, and stays so as long as the lease is renewed.
        assert_eq!(store.lease_bots(200, 300, 10).await.unwrap(), []);
        store
            .renew_leases(std::slice::from_ref(&due), 400)
            .await
            .unwrap();
        assert_eq!(store.lease_bots(399, 500, 10).await.unwrap(), []);
        assert_eq!(store.lease_bots(400, 500, 10).await.unwrap(), [due]);
    }
}

async fn lists(store: &Store) {
    let table = TableId::random().unwrap();
    let first = append(&table, 1, created(&person('a')));
    write(
        store,
        Append {
            listed: true,
            came: vec![person('c')],
            ..first
        },
    )
    .await;
    let names = |listed: Vec<server::store::Listed>| {
        listed
            .into_iter()
            .map(|listed| listed.table)
            .collect::<Vec<_>>()
    };
    let only = std::slice::from_ref(&table);
    assert_eq!(names(store.listed(10).await.unwrap()), only);
    assert_eq!(
        names(store.tables_of(&person('c'), 10).await.unwrap()),
        only
    );
    write(
        store,
        Append {
            went: vec![person('c')],
            ..append(&table, 2, What::Start)
        },
    )
    .await;
    assert_eq!(store.tables_of(&person('c'), 10).await.unwrap(), []);
}

/// Whatever waits together is committed together, and each is told its own outcome.
async fn groups(store: Store) {
    let tables: Vec<TableId> = (0..50).map(|_| TableId::random().unwrap()).collect();
    let mut writers = tokio::task::JoinSet::new();
    for table in tables.iter().cycle().take(200) {
        let (store, table) = (store.clone(), table.clone());
        writers.spawn(async move { write(&store, append(&table, 1, created(&person('a')))).await });
    }
    let took_effect = writers
        .join_all()
        .await
        .into_iter()
        .filter(|&yes| yes)
        .count();
    assert_eq!(took_effect, 50);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_is_a_store() {
    let folder = fresh_folder();
    let file = folder.join("one.sqlite").display().to_string();
    keeps_what_a_server_needs(Store::open(&file).await.unwrap()).await;
    groups(Store::open(&format!("sqlite://{file}")).await.unwrap()).await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_is_a_store() {
    let folder = fresh_folder();
    let postgres = Postgres::start(&folder.join("pg")).unwrap();
    keeps_what_a_server_needs(Store::open(&postgres.url()).await.unwrap()).await;
    groups(Store::open(&postgres.url()).await.unwrap()).await;
    drop(postgres);
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_is_no_database_is_refused_with_a_sentence() {
    let error = Store::open("mysql://somewhere").await.unwrap_err();
    assert!(matches!(error, StoreError::BadAddress(_)));
    assert!(
        error
            .to_string()
            .contains("give a file such as durbar.sqlite")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_site_moves_from_one_store_to_another() {
    let mut house = House::open().await;
    let (anna, ben, table) = house.duel("maharaja").await;
    let mut people = [anna, ben];
    play_on(&mut people, &table, 50).await;
    people[0]
        .want(&table, "chat", serde_json::json!({"text": "moving"}))
        .await
        .unwrap();
    let before = people[1].look(&table).await.unwrap();
    let mine: protocol::Tables = people[1].get("/api/me/tables").await.unwrap();
    let folder = fresh_folder();
    let postgres = Postgres::start(&folder.join("pg")).unwrap();
    let (mut there, mut back) = (Vec::new(), Vec::new());
    let moved = export(&Store::open(&house.database()).await.unwrap(), &mut there)
        .await
        .unwrap();
    assert_eq!(
        (moved.people, moved.tables, moved.entries),
        (2, 1, before.version as usize)
    );
    let other = Store::open(&postgres.url()).await.unwrap();
    assert_eq!(import(&other, there.as_slice()).await.unwrap(), moved);
    assert_eq!(export(&other, &mut back).await.unwrap(), moved);
    assert_eq!(String::from_utf8(there.clone()), String::from_utf8(back));
    let twice = import(&other, there.as_slice()).await.unwrap_err();
    assert_eq!(
        twice.to_string(),
        "line 1: this is in the store already; import into an empty one"
    );
    house.move_to(postgres.url()).await;
    let mut ben = people[1].at(house.address);
    assert_eq!(ben.look(&table).await.unwrap(), before);
    assert_eq!(
        ben.get::<protocol::Tables>("/api/me/tables").await.unwrap(),
        mine
    );
    drop(house);
    drop(postgres);
    std::fs::remove_dir_all(folder).unwrap();
}
