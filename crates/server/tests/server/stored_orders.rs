//! Orders and deletions in a store, for the suite of both stores.

use crate::stores::{append, created, person, write};
use kit::Seat;
use protocol::Audience;
use server::random;
use server::store::{Append, Contact, ContactOp, Op, Standing, Store};
use std::time::Duration;
use table::{Change, Message, Said, TableId};

fn new_table() -> TableId {
    random::table_id(&random::system_random()).unwrap()
}

fn line(number: u64) -> Message {
    Message {
        number,
        at: 5,
        person: person('a'),
        said: Said {
            name: "Anna".to_owned(),
            seat: None,
            room: Audience::Table,
            text: "still here".to_owned(),
        },
    }
}

/// Nothing is written to a table that is gone, and old data is only deleted if it is still old.
pub async fn deletes_tables_and_people(store: &Store) {
    let table = new_table();
    let delete = |before| store.write(Op::DeleteTable(table.clone(), before));
    assert!(write(store, append(&table, 1, created(&person('a')))).await);
    assert!(write(store, append(&table, 2, Change::Start)).await);
    // It was changed at 1,002.
    assert!(!delete(Some(1_002)).await.unwrap());
    assert!(delete(Some(1_003)).await.unwrap());
    assert!(!delete(None).await.unwrap());
    let late = append(&table, 3, Change::Resign { seat: Seat::FIRST });
    let late = Append {
        came: vec![person('c')],
        ..late
    };
    assert!(!write(store, late).await);
    let say = Op::Say(table.clone(), line(1), None);
    assert!(!store.write(say).await.unwrap());
    let webhook = Contact {
        id: "late".to_owned(),
        person: person('a'),
        table: Some(table.clone()),
        target: "https://example.org/".to_owned(),
        manner: Default::default(),
        created: 1,
        told: 0,
        code: None,
    };
    let webhook = Op::Contact(ContactOp::Add(Box::new(webhook)));
    assert!(!store.write(webhook).await.unwrap());
    assert_eq!(store.entries(&table, 0).await.unwrap(), []);
    assert_eq!(store.chat(&table, 0, 9).await.unwrap(), []);
    assert_eq!(store.webhooks_of(&table).await.unwrap(), []);
    assert_eq!(store.traces(&person('c')).await.unwrap(), []);

    let emil = person('e');
    let made = Op::Person(emil.clone(), "Emil".to_owned(), 1);
    store.write(made).await.unwrap();
    let session = Op::Session {
        hash: "of Emil".to_owned(),
        person: emil.clone(),
        kind: "cookie".to_owned(),
        created: 1,
        used: 7,
    };
    store.write(session).await.unwrap();
    let end = |since| store.write(Op::EndUnused("of Emil".to_owned(), since));
    assert!(!end(7).await.unwrap());
    let idle = |since| store.write(Op::DeleteIdle(emil.clone(), since));
    assert!(!idle(7).await.unwrap());
    assert!(store.person(&emil).await.unwrap().is_some());
    assert!(idle(8).await.unwrap());
    assert!(!idle(8).await.unwrap());
    assert!(!end(8).await.unwrap());
}

/// Whatever others write while a table is deleted goes with it, or comes too late.
pub async fn deletes_tables_under_others(one: &Store, other: &Store) {
    for round in 0..12 {
        let table = new_table();
        assert!(write(one, append(&table, 1, created(&person('a')))).await);
        let plays = async {
            let mut version = 2;
            while write(other, append(&table, version, Change::Start)).await {
                version += 1;
            }
        };
        let talks = async {
            let mut number = 1;
            let say = |number| other.write(Op::Say(table.clone(), line(number), None));
            while say(number).await.unwrap() {
                number += 1;
            }
        };
        let deletes = async {
            tokio::time::sleep(Duration::from_millis(3 * round)).await;
            let delete = Op::DeleteTable(table.clone(), None);
            assert!(one.write(delete).await.unwrap());
        };
        tokio::join!(plays, talks, deletes);
        assert_eq!(other.entries(&table, 0).await.unwrap(), []);
        assert_eq!(other.chat(&table, 0, 9).await.unwrap(), []);
        assert_eq!(other.listed_one(&table).await.unwrap(), None);
    }
}

/// Once an order is carried out, whoever is still at it changes nothing.
pub async fn carries_out_orders_once(store: &Store) {
    let (table, fay) = (new_table(), person('f'));
    let made = Op::Person(fay.clone(), "Fay".to_owned(), 1);
    store.write(made).await.unwrap();
    for id in ["ban", "delete"] {
        let order = Op::Order {
            id: id.to_owned(),
            at: 1,
            what: "{}".to_owned(),
        };
        assert!(store.write(order).await.unwrap());
    }
    assert!(write(store, append(&table, 1, created(&person('a')))).await);
    let in_order = |id: &str, parts| store.write(Op::InOrder(id.to_owned(), parts));
    let carried = |id: &str, outcome: &str| Op::Carried {
        id: id.to_owned(),
        at: 2,
        outcome: outcome.to_owned(),
    };
    let ban = || vec![Op::Judge(fay.clone(), Some(Standing::Banned))];
    let leave = |version| Append {
        order: Some("ban".to_owned()),
        ..append(&table, version, Change::Start)
    };
    assert!(in_order("ban", ban()).await.unwrap());
    assert!(in_order("ban", ban()).await.unwrap());
    assert!(write(store, leave(2)).await);
    assert!(store.write(carried("ban", "banned")).await.unwrap());
    assert!(!store.write(carried("ban", "again")).await.unwrap());
    let pardon = Op::Judge(fay.clone(), None);
    store.write(pardon).await.unwrap();
    assert!(!in_order("ban", ban()).await.unwrap());
    assert!(!in_order("unknown", ban()).await.unwrap());
    assert!(!write(store, leave(3)).await);
    let hash = "of Fay".to_owned();
    let session = Op::Session {
        hash: hash.clone(),
        person: fay.clone(),
        kind: "cookie".to_owned(),
        created: 1,
        used: 1,
    };
    store.write(session).await.unwrap();
    let account = store.session(&hash).await.unwrap().unwrap();
    assert_eq!(account.standing, None);

    let delete = || {
        vec![
            Op::DeleteTable(table.clone(), None),
            carried("delete", "deleted"),
        ]
    };
    assert!(in_order("delete", delete()).await.unwrap());
    assert!(!in_order("delete", delete()).await.unwrap());
    let failed = carried("delete", "failed: there is no table");
    assert!(!store.write(failed).await.unwrap());
    let order = store.order("delete").await.unwrap().unwrap();
    assert_eq!(order.outcome.as_deref(), Some("deleted"));
    store.write(Op::DeletePerson(fay)).await.unwrap();
}
