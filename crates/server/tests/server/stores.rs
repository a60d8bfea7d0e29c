//! One suite for both stores.

use crate::house::{House, fresh_folder, play_on};
use crate::{conduct, stored_accounts, stored_orders};
use bots::Level;
use kit::{Seat, Seed};
use protocol::{Audience, Pace, Status};
use server::moving::{export, import};
use server::random;
use server::store::{Account, Append, Op, Standing, Store, StoreError};
use std::time::Duration;
use table::{AnyGame, Change, Entry, Message, PersonId, Said, Setup, Sitter, TableId};
use visitor::Postgres;

pub fn person(letter: char) -> PersonId {
    letter.to_string().repeat(22).parse().unwrap()
}

pub fn created(owner: &PersonId) -> Change {
    Change::Create(Box::new(Setup {
        game: AnyGame::TajMahal,
        rules: 1,
        options: serde_json::json!({"players": 2}),
        seats: vec![Sitter::Open, Sitter::Bot { level: Level::Easy }],
        pace: Pace::Relaxed,
        stand_in: Level::Medium,
        patience: None,
        listed: true,
        rated: false,
        language: None,
        owner: owner.clone(),
        seed: Seed::from_text("a store's test"),
    }))
}

pub fn append(table: &TableId, version: u64, change: Change) -> Append {
    let owner = person('a');
    Append {
        table: table.clone(),
        entry: Entry {
            version,
            at: 1_000 + version,
            by: Some(owner.clone()),
            key: Some(format!("key {version}")),
            digest: Some(format!("digest {version}")),
            change,
        },
        owner,
        status: Status::Waiting,
        listed: false,
        deadline: None,
        bots: false,
        bot_due: false,
        leased_until: 0,
        line: "{}".to_owned(),
        came: Vec::new(),
        went: Vec::new(),
        ended: None,
        asked: Vec::new(),
        order: None,
    }
}

pub async fn write(store: &Store, append: Append) -> bool {
    store.write(Op::Append(Box::new(append))).await.unwrap()
}

async fn keeps_what_a_server_needs(store: Store) {
    let table = random::table_id(&random::system_random()).unwrap();
    assert!(write(&store, append(&table, 1, created(&person('a')))).await);
    let start = append(&table, 2, Change::Start);
    assert!(write(&store, start.clone()).await);
    // The key decides between writers: the second one changes nothing.
    let late = append(&table, 2, Change::Resign { seat: Seat::FIRST });
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
    stored_accounts::keeps_accounts(&store).await;
    stored_accounts::deletes_names(&store).await;
    stored_orders::deletes_tables_and_people(&store).await;
    stored_orders::carries_out_orders_once(&store).await;
    conduct::keeps_conduct(&store).await;
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
        used: 2,
    };
    store.write(session).await.unwrap();
    store
        .write(Op::Rename(
            ben.clone(),
            "Benares ‘the’ \u{1f418}".to_owned(),
        ))
        .await
        .unwrap();
    let used = Op::UseSession(hash.clone(), 7);
    store.write(used).await.unwrap();
    let muted = Op::Judge(ben.clone(), Some(Standing::Muted));
    assert!(store.write(muted).await.unwrap());
    let account = Account {
        id: ben.clone(),
        name: "Benares ‘the’ \u{1f418}".to_owned(),
        standing: Some(Standing::Muted),
        used: 7,
    };
    assert_eq!(store.session(&hash).await.unwrap(), Some(account));
    assert_eq!(store.sessions_of(&ben).await.unwrap(), 1);
    assert_eq!(store.sessions(&ben).await.unwrap()[0].used, 7);
    assert_eq!(store.sessions_before(7, 10).await.unwrap(), [""; 0]);
    assert_eq!(store.sessions_before(8, 10).await.unwrap(), ["a hash"]);
    assert_eq!(store.people_before(7, 10).await.unwrap(), []);
    let idle = store.people_before(8, 10).await.unwrap();
    assert_eq!(idle, std::slice::from_ref(&ben));
    let others = Op::EndOtherSessions(ben.clone(), hash.clone());
    assert!(!store.write(others).await.unwrap());
    store.write(Op::EndSession(hash.clone())).await.unwrap();
    assert_eq!(store.session(&hash).await.unwrap(), None);
    assert!(store.write(Op::DeletePerson(ben)).await.unwrap());
}

async fn keeps_chat(store: &Store, table: &TableId) {
    let line = |number| Message {
        number,
        at: 5,
        person: person('b'),
        said: Said {
            name: "Ben".to_owned(),
            seat: Seat::new(1),
            room: Audience::Table,
            text: "नमस्ते".to_owned(),
        },
    };
    let say = |number, key: Option<&str>| {
        let key = key.map(str::to_owned);
        store.write(Op::Say(table.clone(), line(number), key))
    };
    assert!(say(1, None).await.unwrap());
    assert!(say(2, Some("once")).await.unwrap());
    assert!(!say(2, None).await.unwrap());
    assert!(!say(3, Some("once")).await.unwrap());
    assert!(say(3, None).await.unwrap());
    assert_eq!(store.chat(table, 1, 1).await.unwrap(), [line(2)]);
    assert_eq!(store.last_chat(table, 2).await.unwrap(), [line(2), line(3)]);
    let found = store.message_of_key(table, &person('b'), "once").await;
    assert_eq!(found.unwrap(), Some(2));
}

async fn finds_deadlines_and_bots(store: &Store) {
    let late = random::table_id(&random::system_random()).unwrap();
    write(
        store,
        Append {
            deadline: Some(500),
            ..append(&late, 1, created(&person('a')))
        },
    )
    .await;
    assert_eq!(store.past_deadline(499, 10).await.unwrap(), []);
    assert_eq!(store.past_deadline(500, 10).await.unwrap(), [late]);
    let mut due = [
        random::table_id(&random::system_random()).unwrap(),
        random::table_id(&random::system_random()).unwrap(),
    ];
    due.sort();
    for table in &due {
        write(
            store,
            Append {
                bot_due: true,
                leased_until: 100,
                ..append(table, 1, created(&person('a')))
            },
        )
        .await;
    }
    let lease = async |now, until| {
        let mut tables = store.lease_bots(now, until, 10).await.unwrap();
        tables.sort();
        tables
    };
    assert_eq!(lease(99, 300).await, []);
    assert_eq!(lease(100, 300).await, due);
    if store.is_shared() {
        // They are this node's now, and stay so as long as the lease is renewed.
        assert_eq!(lease(200, 300).await, []);
        store.renew_leases(&due, 400).await.unwrap();
        assert_eq!(lease(399, 500).await, []);
        assert_eq!(lease(400, 500).await, due);
        store.renew_leases(&[], 600).await.unwrap();
        assert_eq!(lease(500, 700).await, due);
    }
}

async fn lists(store: &Store) {
    let table = random::table_id(&random::system_random()).unwrap();
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
    assert_eq!(names(store.listed(None, 10).await.unwrap()), only);
    assert_eq!(
        names(store.tables_of(&person('c'), 10).await.unwrap()),
        only
    );
    write(
        store,
        Append {
            went: vec![person('c')],
            ..append(&table, 2, Change::Start)
        },
    )
    .await;
    assert_eq!(store.tables_of(&person('c'), 10).await.unwrap(), []);
}

/// Whatever waits together is committed together, and each is told its own outcome.
async fn groups(store: Store) {
    let tables: Vec<TableId> = (0..50)
        .map(|_| random::table_id(&random::system_random()).unwrap())
        .collect();
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
    let store = Store::open(&file).await.unwrap();
    stored_orders::deletes_tables_under_others(&store, &store).await;
    store.close().await;
    groups(Store::open(&format!("sqlite://{file}")).await.unwrap()).await;
    // A store that was closed is one file, to be copied as it is; beside it lies an empty one that keeps other servers away.
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn only_one_process_serves_a_file_and_nobody_else_reads_it() {
    let folder = fresh_folder();
    let file = folder.join("one.sqlite");
    std::fs::write(&file, "").unwrap();
    let path = file.display().to_string();
    let store = Store::open(&path).await.unwrap();
    let refused = Store::open(&path).await.unwrap_err();
    assert!(
        matches!(&refused, StoreError::InUse(file) if *file == path),
        "{refused}"
    );
    Store::visit(&path).await.unwrap().close().await;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let write = Op::Beat(1);
        store.write(write).await.unwrap();
        for name in ["one.sqlite", "one.sqlite-wal"] {
            let mode = folder.join(name).metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{name}");
        }
    }
    store.close().await;
    Store::open(&path).await.unwrap().close().await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_truncated_export_is_refused_and_leaves_nothing() {
    let house = House::open().await;
    let (anna, ben, table) = house.duel("taj-mahal").await;
    play_on(&mut [anna, ben], &table, 20).await;
    let store = Store::visit(&house.database()).await.unwrap();
    let mut text = Vec::new();
    export(&store, &mut text).await.unwrap();
    let text = String::from_utf8(text).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let folder = fresh_folder();
    let copy = folder.join("copy.sqlite").display().to_string();
    let copy = Store::open(&copy).await.unwrap();
    let half = text.get(..text.len() / 2).unwrap().to_owned();
    let without_end = lines[..lines.len() - 1].join("\n");
    let without_one = [&lines[..10], &lines[lines.len() - 1..]]
        .concat()
        .join("\n");
    for part in [half, without_end, without_one] {
        let refused = import(&copy, part.as_bytes()).await;
        refused.unwrap_err();
        let empty = server::store::Statistics::default();
        assert_eq!(copy.statistics().await.unwrap(), empty);
    }
    import(&copy, text.as_bytes()).await.unwrap();
    copy.close().await;
    std::fs::remove_dir_all(folder).unwrap();
}

/// A text that is written while somebody else begins a table: after its first bytes, and before the tables.
struct Meanwhile {
    text: Vec<u8>,
    store: Store,
    table: Option<TableId>,
}

impl std::io::Write for Meanwhile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.table.is_none() {
            let table = random::table_id(&random::system_random()).unwrap();
            let first = append(&table, 1, created(&person('a')));
            let handle = tokio::runtime::Handle::current();
            let written = || handle.block_on(write(&self.store, first));
            assert!(tokio::task::block_in_place(written));
            self.table = Some(table);
        }
        self.text.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What is written while an export goes on is not in it.
async fn exports_one_moment(store: Store) {
    let anna = Op::Person(person('a'), "Anna".to_owned(), 1);
    store.write(anna).await.unwrap();
    let table = random::table_id(&random::system_random()).unwrap();
    assert!(write(&store, append(&table, 1, created(&person('a')))).await);
    let mut text = Meanwhile {
        text: Vec::new(),
        store: store.clone(),
        table: None,
    };
    let moved = export(&store, &mut text).await.unwrap();
    assert_eq!((moved.tables, moved.entries), (1, 1));
    let later = text.table.unwrap();
    let text = String::from_utf8(text.text).unwrap();
    assert!(text.contains(table.as_str()) && !text.contains(later.as_str()));
    assert_eq!(export(&store, &mut Vec::new()).await.unwrap().tables, 2);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_is_what_the_store_contained_at_one_moment() {
    let folder = fresh_folder();
    let postgres = Postgres::start(&folder.join("pg")).unwrap();
    let file = folder.join("one.sqlite").display().to_string();
    for database in [file, postgres.url()] {
        exports_one_moment(Store::open(&database).await.unwrap()).await;
    }
    drop(postgres);
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_is_a_store() {
    let folder = fresh_folder();
    let postgres = Postgres::start(&folder.join("pg")).unwrap();
    keeps_what_a_server_needs(Store::open(&postgres.url()).await.unwrap()).await;
    let one = Store::open(&postgres.url()).await.unwrap();
    let other = Store::open(&postgres.url()).await.unwrap();
    stored_orders::deletes_tables_under_others(&one, &other).await;
    one.close().await;
    other.close().await;
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
    let ben = crate::ratings::profile_of(&mut people[1]).await.id;
    for (what, body) in [
        ("block", None),
        ("report", Some(serde_json::json!({"text": "words"}))),
    ] {
        let path = format!("/api/people/{ben}/{what}");
        let reply = people[0].send("POST", &path, body).await.unwrap();
        assert_eq!(reply.status, 204);
    }
    let before = people[1].look(&table).await.unwrap();
    let mine: protocol::Tables = people[1].get("/api/me/tables").await.unwrap();
    let folder = fresh_folder();
    let postgres = Postgres::start(&folder.join("pg")).unwrap();
    let (mut there, mut back) = (Vec::new(), Vec::new());
    let moved = export(&Store::visit(&house.database()).await.unwrap(), &mut there)
        .await
        .unwrap();
    assert_eq!(
        (moved.people, moved.tables, moved.entries),
        (2, 1, before.version as usize)
    );
    assert_eq!((moved.blocks, moved.reports), (1, 1));
    let other = Store::open(&postgres.url()).await.unwrap();
    assert_eq!(import(&other, there.as_slice()).await.unwrap(), moved);
    assert_eq!(export(&other, &mut back).await.unwrap(), moved);
    assert_eq!(String::from_utf8(there.clone()), String::from_utf8(back));
    let twice = import(&other, there.as_slice()).await.unwrap_err();
    assert_eq!(
        twice.to_string(),
        "line 1: this already exists in the store; import into an empty one"
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

/// A full disk makes SQLite roll back by itself; so does this trigger.
const FULL: &str =
    "CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(ROLLBACK, 'disk full'); END";

/// The same for what a server writes about itself.
const FULL_CLOCK: &str = "CREATE TRIGGER full_clock BEFORE INSERT ON clock BEGIN SELECT RAISE(ROLLBACK, 'disk full'); END";

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_cannot_write_says_so_and_recovers_by_itself() {
    use sqlx::{Connection, SqliteConnection};
    let house = House::open().await;
    let (anna, ben, table) = house.duel("taj-mahal").await;
    let mut people = [anna, ben];
    let before = play_on(&mut people, &table, 5).await;
    let (who, update) = crate::house::asked(&mut people, &table).await.unwrap();
    let mut file = SqliteConnection::connect(&house.database()).await.unwrap();
    sqlx::query(FULL).execute(&mut file).await.unwrap();
    let action = update.position.unwrap().legal[0].clone();
    for _ in 0..3 {
        let refused = people[who]
            .play(&table, before.version, &action)
            .await
            .unwrap_err();
        assert_eq!(
            refused.to_string(),
            "503: the store does not answer; nothing was changed, try again soon"
        );
    }
    assert_eq!(people[0].look(&table).await.unwrap(), before);
    // A server that can read and not write is not healthy, and says so within a second.
    let mut host = house.stranger();
    for (trigger, status) in [(FULL_CLOCK, 503), ("DROP TRIGGER full_clock", 200)] {
        sqlx::query(trigger).execute(&mut file).await.unwrap();
        let mut said = 0;
        for _ in 0..100 {
            said = host
                .send("GET", "/health", None)
                .await
                .unwrap()
                .status
                .as_u16();
            if said == status {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert_eq!(said, status, "{trigger}");
    }
    sqlx::query("DROP TRIGGER full")
        .execute(&mut file)
        .await
        .unwrap();
    file.close().await.unwrap();
    let done = people[who]
        .play(&table, before.version, &action)
        .await
        .unwrap();
    assert_eq!(done.version, before.version + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_a_newer_program_is_refused() {
    use sqlx::{Connection, SqliteConnection};
    let house = House::open().await;
    let mut file = SqliteConnection::connect(&house.database()).await.unwrap();
    sqlx::query("INSERT INTO schema (step) VALUES (99)")
        .execute(&mut file)
        .await
        .unwrap();
    let error = Store::visit(&house.database()).await.unwrap_err();
    assert!(
        matches!(error, StoreError::TooNew { found: 99, .. }),
        "{error}"
    );
}

/// Made by the first version of the schema; every later one must read it.
const OLD: &[u8] = include_bytes!("../old/1.sqlite");

#[tokio::test(flavor = "multi_thread")]
async fn an_old_file_is_brought_up_to_date_and_played_on() {
    let folder = fresh_folder();
    let file = folder.join("old.sqlite");
    std::fs::write(&file, OLD).unwrap();
    let store = Store::open(&file.display().to_string()).await.unwrap();
    let tables = store.snapshot().await.unwrap().tables().await.unwrap();
    assert_eq!(tables.len(), 3);
    let mut text = Vec::new();
    export(&store, &mut text).await.unwrap();
    let copy = Store::open(&folder.join("copy.sqlite").display().to_string())
        .await
        .unwrap();
    // Importing replays every table by the rules of today.
    let moved = import(&copy, text.as_slice()).await.unwrap();
    assert_eq!((moved.people, moved.tables), (2, 3));
    std::fs::remove_dir_all(folder).unwrap();
}
