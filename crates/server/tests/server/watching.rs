//! The live stream.

use crate::house::{House, SMALL_BUFFER, asked, play_on};
use protocol::{Update, Watch};
use serde_json::{Value, json};
use tokio::net::TcpSocket;

const FROM_HERE: Watch = Watch {
    since: None,
    chat: None,
    at_least: None,
};

#[tokio::test(flavor = "multi_thread")]
async fn every_viewer_sees_every_version_in_order_with_their_own_eyes() {
    let house = House::open().await;
    let (anna, ben, table) = house.duel("taj-mahal").await;
    let mut own = anna.watch(&table, FROM_HERE).await.unwrap();
    let mut public = house.stranger().watch(&table, FROM_HERE).await.unwrap();
    let first = own.next().await.unwrap().unwrap();
    let mut people = [anna, ben];
    let end = play_on(&mut people, &table, 10_000).await;
    for (live, seat) in [(&mut own, kit::Seat::new(0)), (&mut public, None)] {
        let mut known = first.version;
        while known < end.version {
            let update = live.next().await.unwrap().unwrap();
            assert_eq!(update.you.seat, seat);
            for step in &update.steps {
                assert_eq!(step.version, known + 1);
                known = step.version;
            }
            assert_eq!(update.version, known.max(first.version));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_stream_resumes_without_loss() {
    let mut house = House::open().await;
    let (anna, ben, table) = house.duel("amritsar").await;
    let mut people = [anna, ben];
    let known = play_on(&mut people, &table, 5).await.version;
    play_on(&mut people, &table, 60).await;
    house.restart().await;
    let ben = people[1].at(house.address);
    let watch = Watch {
        since: Some(known),
        chat: Some(0),
        at_least: None,
    };
    let update = ben
        .watch(&table, watch)
        .await
        .unwrap()
        .next()
        .await
        .unwrap()
        .unwrap();
    let versions: Vec<u64> = update.steps.iter().map(|step| step.version).collect();
    assert_eq!(versions, (known + 1..=known + 60).collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_and_presence_are_told_at_once() {
    let house = House::open().await;
    let (anna, mut ben, table) = house.duel("taj-mahal").await;
    let mut live = anna.watch(&table, FROM_HERE).await.unwrap();
    let seen = live
        .until(|update| update.seats[0].connected)
        .await
        .unwrap();
    assert!(!seen.seats[1].connected);
    let other = ben.watch(&table, FROM_HERE).await.unwrap();
    live.until(|update| update.seats[1].connected)
        .await
        .unwrap();
    ben.want(&table, "chat", json!({"text": "hello"}))
        .await
        .unwrap();
    let told = live.until(|update| !update.chat.is_empty()).await.unwrap();
    assert_eq!(
        (told.chat[0].text.as_str(), told.chat[0].name.as_str()),
        ("hello", "Ben")
    );
    ben.want(&table, "chat", json!({"text": "again"}))
        .await
        .unwrap();
    let told = live.until(|update| !update.chat.is_empty()).await.unwrap();
    assert_eq!(told.chat.len(), 1);
    other.leave().await;
    live.until(|update| !update.seats[1].connected)
        .await
        .unwrap();
}

/// What a viewer was told who did not read while so many actions were played.
struct Late {
    /// The version before the first of them.
    before: u64,
    /// The version after the last.
    present: u64,
    /// All updates from then on, up to the present.
    updates: Vec<Update>,
}

/// Somebody watches, reads the first update, and nothing more while others play. Neither end of the connection keeps much: what the viewer does
/// not read stays with the server.
async fn read_late(actions: usize) -> Late {
    let house = House::cramped().await;
    let (anna, ben, table) = house.duel("taj-mahal").await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(SMALL_BUFFER).unwrap();
    let stream = socket.connect(house.address).await.unwrap();
    let stranger = house.stranger();
    let watching = stranger.watch_over(stream, &table, FROM_HERE);
    let mut slow = watching.await.unwrap();
    let before = slow.next().await.unwrap().unwrap().version;
    let present = play_on(&mut [anna, ben], &table, actions).await.version;
    assert_eq!(present, before + actions as u64);
    let mut updates: Vec<Update> = Vec::new();
    while updates.last().is_none_or(|last| last.version < present) {
        updates.push(slow.next().await.unwrap().unwrap());
    }
    Late {
        before,
        present,
        updates,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_viewer_gets_many_versions_in_one_update() {
    let late = read_late(24).await;
    // What was on its way arrives one by one; the rest came together.
    let count = late.updates.len() as u64;
    assert!(count <= (late.present - late.before) / 2, "{count} updates");
    let steps = late.updates.iter().flat_map(|update| &update.steps);
    let versions: Vec<u64> = steps.map(|step| step.version).collect();
    let all: Vec<u64> = (late.before + 1..=late.present).collect();
    assert_eq!(versions, all, "each version is told once, in order");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_very_slow_viewer_skips_to_the_present_and_can_tell() {
    let late = read_late(80).await;
    let count = late.updates.len() as u64;
    assert!(count <= (late.present - late.before) / 4, "{count} updates");
    let mut known = late.before;
    let mut skipped = 0;
    for update in &late.updates {
        let told: Vec<u64> = update.steps.iter().map(|step| step.version).collect();
        if told.is_empty() {
            skipped += update.version - known;
        } else {
            let all: Vec<u64> = (known + 1..=update.version).collect();
            assert_eq!(told, all, "an update tells all that is new, or nothing");
        }
        known = update.version;
    }
    assert_eq!(known, late.present);
    // The server remembers fewer steps than were played: what is missing shows in the version.
    assert!(skipped > 0, "nothing was skipped in {count} updates");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_says_so_to_its_viewers() {
    const SERVICE_RESTART: u16 = 1012;
    let mut house = House::open().await;
    let mut anna = house.guest("Anna").await;
    let table = anna.create(json!({"game": "maharaja"})).await.unwrap();
    let mut live = anna.watch(&table, FROM_HERE).await.unwrap();
    live.next().await.unwrap().unwrap();
    house.restart().await;
    while let Some(update) = live.next().await.unwrap() {
        assert_eq!(update.table, table);
    }
    assert_eq!(live.closing_code, Some(SERVICE_RESTART));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_viewer_who_shouts_is_not_heard() {
    let house = House::open().await;
    let (anna, ben, table) = house.duel("taj-mahal").await;
    let mut live = anna.watch(&table, FROM_HERE).await.unwrap();
    live.next().await.unwrap();
    live.shout("{\"action\":\"withdraw\"}").await.unwrap();
    let mut people = [anna, ben];
    let (_, update) = asked(&mut people, &table).await.unwrap();
    play_on(&mut people, &table, 1).await;
    live.until(|seen| seen.version == update.version + 1)
        .await
        .unwrap();
    live.shout(&"x".repeat(100_000)).await.unwrap();
    while let Ok(Some(_)) = live.next().await {}
    people[0].want(&table, "resign", Value::Null).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_are_listed_by_name_or_counted() {
    let house = House::open().await;
    let (anna, _ben, table) = house.duel("taj-mahal").await;
    let mut live = anna.watch(&table, FROM_HERE).await.unwrap();
    let seen = live.until(|_| true).await.unwrap().spectators;
    assert_eq!((seen.names.len(), seen.others), (0, 0), "players are none");
    let carl = house.guest("Carl").await;
    // Two windows of one person count once; of strangers each counts.
    let first = carl.watch(&table, FROM_HERE).await.unwrap();
    let second = carl.watch(&table, FROM_HERE).await.unwrap();
    let stranger = house.stranger().watch(&table, FROM_HERE).await.unwrap();
    let seen = live
        .until(|update| update.spectators.others == 1)
        .await
        .unwrap();
    assert_eq!(seen.spectators.names, ["Carl"]);
    first.leave().await;
    stranger.leave().await;
    let seen = live
        .until(|update| update.spectators.others == 0)
        .await
        .unwrap();
    assert_eq!(seen.spectators.names, ["Carl"]);
    second.leave().await;
    live.until(|update| update.spectators.names.is_empty())
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn many_spectators_are_counted() {
    let house = House::open().await;
    let (anna, _ben, table) = house.duel("taj-mahal").await;
    let mut live = anna.watch(&table, FROM_HERE).await.unwrap();
    let mut watching = Vec::new();
    for number in 0..23 {
        let guest = house.guest(&format!("Guest {number:02}")).await;
        watching.push(guest.watch(&table, FROM_HERE).await.unwrap());
    }
    let all = live
        .until(|update| update.spectators.others == 3)
        .await
        .unwrap()
        .spectators;
    assert_eq!((all.names.len(), &*all.names[0]), (20, "Guest 00"));
}
