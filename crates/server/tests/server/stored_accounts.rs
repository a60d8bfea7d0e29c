//! Accounts in a store, for the suite of both stores.

use crate::stores::{append, created, person, write};
use kit::Seat;
use protocol::DELETED;
use server::random;
use server::store::{Append, OneTime, Op, Passkey, Store};
use table::{Change, Sitter};

/// Passkeys, secrets that work once, and who was joined to whom.
pub async fn keeps_accounts(store: &Store) {
    let cleo = person('c');
    let passkey = Passkey {
        id: "an id".to_owned(),
        person: cleo.clone(),
        name: "Cleo’s phone".to_owned(),
        public_key: "a key".to_owned(),
        counter: 0,
        created: 1,
        used: 1,
    };
    let new = || Op::Passkey(Box::new(passkey.clone()));
    assert!(store.write(new()).await.unwrap());
    assert!(!store.write(new()).await.unwrap());
    assert_eq!(store.passkey("an id").await.unwrap(), Some(passkey.clone()));
    assert_eq!(store.passkeys(&cleo).await.unwrap(), [passkey]);
    let count = |counter| Op::UsePasskey {
        id: "an id".to_owned(),
        counter,
        at: 5,
    };
    for (counter, grows) in [(0, true), (3, true), (3, false), (0, false), (4, true)] {
        assert_eq!(
            store.write(count(counter)).await.unwrap(),
            grows,
            "{counter}"
        );
    }
    let secret = |hash: &str, expires| OneTime {
        hash: hash.to_owned(),
        kind: "code".to_owned(),
        person: Some(cleo.clone()),
        expires,
    };
    let replace = |hashes: &[&str]| {
        let secrets = hashes.iter().map(|hash| secret(hash, None)).collect();
        store.write(Op::Replace(cleo.clone(), "code", secrets))
    };
    replace(&["1", "2"]).await.unwrap();
    replace(&["3", "4"]).await.unwrap();
    assert_eq!(store.codes_of(&cleo).await.unwrap(), 2);
    assert_eq!(store.one_time("1", 0).await.unwrap(), None);
    assert_eq!(
        store.one_time("3", 0).await.unwrap(),
        Some(secret("3", None))
    );
    let redeem = |hash: &str, now, then| Op::Redeem {
        hash: hash.to_owned(),
        now,
        then,
    };
    let rename = |name: &str| vec![Op::Rename(cleo.clone(), name.to_owned())];
    let made = Op::Person(cleo.clone(), "Cleo".to_owned(), 1);
    store.write(made).await.unwrap();
    assert!(store.write(redeem("3", 9, rename("once"))).await.unwrap());
    assert!(!store.write(redeem("3", 9, rename("twice"))).await.unwrap());
    let late = Op::OneTime(secret("late", Some(9)));
    store.write(late).await.unwrap();
    assert!(store.one_time("late", 8).await.unwrap().is_some());
    assert_eq!(store.one_time("late", 9).await.unwrap(), None);
    assert!(
        !store
            .write(redeem("late", 9, rename("late")))
            .await
            .unwrap()
    );
    // What takes no effect stops the rest.
    let stopped = [vec![count(1)], rename("stopped")].concat();
    assert!(!store.write(redeem("4", 9, stopped)).await.unwrap());
    let named = store.person(&cleo).await.unwrap();
    assert_eq!(named, Some(("once".to_owned(), 1)));
    assert!(store.write(Op::ExpireOneTime(9)).await.unwrap());
    // Whoever can sign in again is kept.
    assert_eq!(store.people_before(100, 10).await.unwrap(), []);
    let remove = Op::RemovePasskey(cleo.clone(), "an id".to_owned());
    assert!(store.write(remove).await.unwrap());
    assert_eq!(
        store.people_before(100, 10).await.unwrap(),
        std::slice::from_ref(&cleo)
    );
    store
        .write(Op::Join(person('d'), cleo.clone()))
        .await
        .unwrap();
    assert_eq!(store.joined(&cleo).await.unwrap(), [person('d')]);
    store.write(Op::ForgetJoined(cleo.clone())).await.unwrap();
    replace(&["5"]).await.unwrap();
    assert!(store.write(Op::DeletePerson(cleo.clone())).await.unwrap());
    assert_eq!(store.codes_of(&cleo).await.unwrap(), 0);
}

/// The name of a person is gone from a table; everything else stays.
pub async fn deletes_names(store: &Store) {
    let table = random::table_id(&random::system_random()).unwrap();
    let cleo = person('c');
    let sits = Change::Seat {
        seat: Seat::FIRST,
        sitter: Sitter::Person {
            person: cleo.clone(),
            name: "Cleo".to_owned(),
        },
    };
    write(store, append(&table, 1, created(&person('a')))).await;
    let came = Append {
        came: vec![cleo.clone()],
        ..append(&table, 2, sits)
    };
    write(store, came).await;
    assert_eq!(
        store.traces(&cleo).await.unwrap(),
        std::slice::from_ref(&table)
    );
    assert_eq!(store.unfinished_tables_of(&cleo).await.unwrap().len(), 1);
    let delete = Op::DeleteName(cleo.clone(), table.clone());
    assert!(store.write(delete.clone()).await.unwrap());
    assert!(!store.write(delete).await.unwrap());
    let entries = store.entries(&table, 1).await.unwrap();
    let deleted = Sitter::Person {
        person: cleo.clone(),
        name: DELETED.to_owned(),
    };
    let seat = Seat::FIRST;
    let expected = Change::Seat {
        seat,
        sitter: deleted,
    };
    assert_eq!(entries[0].change, expected);
    store.write(Op::DeleteTable(table, None)).await.unwrap();
    assert_eq!(store.traces(&cleo).await.unwrap(), []);
}
