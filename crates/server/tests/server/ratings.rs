//! Ratings: which games count, exactly once, and what stays when somebody goes.

use crate::house::{House, asked, fresh_folder, play_on};
use crate::stores::{append, created, person, write};
use kit::Seat;
use protocol::{Me, Problem, Profile, Reason, Status, Update};
use serde_json::{Value, json};
use server::moving::{export, import};
use server::random;
use server::store::{Append, Ended, Op, Player, RatingRow, Store};
use table::Change;
use visitor::{Postgres, Visitor};

fn rated() -> Value {
    json!({"game": "taj-mahal", "options": {"players": 2}, "seats": ["me"], "rated": true})
}

/// What everybody may know of a visitor.
pub async fn profile_of(visitor: &mut Visitor) -> Profile {
    let me: Me = visitor.get("/api/me").await.unwrap();
    visitor
        .get(&format!("/api/people/{}", me.id))
        .await
        .unwrap()
}

/// A visitor's rating: the value, and the number of games.
async fn rating(visitor: &mut Visitor) -> Option<(f64, u64)> {
    let profile = profile_of(visitor).await;
    assert!(profile.ratings.len() <= 1);
    let rating = profile.ratings.first()?;
    assert!(rating.low < rating.value && rating.value < rating.high);
    assert_eq!((rating.game.as_str(), rating.players), ("taj-mahal", 2));
    Some((rating.value, rating.games))
}

async fn reason(visitor: &mut Visitor, table: &str, what: &str, body: Value) -> Option<Reason> {
    let path = format!("/api/tables/{table}/{what}");
    let reply = visitor.send("POST", &path, Some(body)).await.unwrap();
    let problem: Problem = serde_json::from_slice(&reply.body).unwrap();
    assert_eq!(problem.status, 409);
    problem.reason
}

/// Plays until the game is over, with bots that need time.
async fn play_to_the_end(people: &mut [Visitor], table: &str) -> Update {
    loop {
        let update = play_on(people, table, 10_000).await;
        if update.status == Status::Over {
            return update;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_game_counts_once_and_a_casual_one_never() {
    let mut house = House::open().await;
    let (anna, ben, table) = house.duel_with(rated()).await;
    let mut people = [anna, ben];
    assert_eq!(rating(&mut people[0]).await, None);
    play_on(&mut people, &table, 40).await;
    assert_eq!(rating(&mut people[0]).await, None, "the game is not over");
    let end = play_on(&mut people, &table, 10_000).await;
    let standings = end.position.unwrap().standings;
    let points = |seat: usize| standings.scores[seat].total;
    let mut known = Vec::new();
    for person in &mut people {
        known.push(rating(person).await.unwrap());
    }
    assert_eq!([known[0].1, known[1].1], [1, 1]);
    let order = points(0).cmp(&points(1));
    assert_eq!(known[0].0.total_cmp(&known[1].0), order);
    // Neither a restart nor what is written after the end counts again.
    house.restart().await;
    let mut people = people.each_mut().map(|person| person.at(house.address));
    let _: Me = people[0]
        .post("/api/me", json!({"name": "Annapurna"}))
        .await
        .unwrap();
    people[1].want(&table, "rematch", Value::Null).await.ok();
    let casual = json!({"game": "taj-mahal", "options": {"players": 2}, "seats": ["me"]});
    let casual = people[0].create(casual).await.unwrap();
    people[1].want(&casual, "sit", json!({})).await.unwrap();
    people[0].want(&casual, "start", Value::Null).await.unwrap();
    play_on(&mut people, &casual, 10_000).await;
    for (person, known) in people.iter_mut().zip(known) {
        assert_eq!(rating(person).await, Some(known));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_a_rated_game_comes_last() {
    let house = House::open().await;
    let table = json!({"rated": true, "stand_in": "medium", "game": "taj-mahal", "options": {"players": 2}, "seats": ["me"]});
    let (mut anna, ben, table) = house.duel_with(table).await;
    anna.want(&table, "resign", Value::Null).await.unwrap();
    let mut rest = [ben];
    play_to_the_end(&mut rest, &table).await;
    let (anna, ben) = (
        rating(&mut anna).await.unwrap(),
        rating(&mut rest[0]).await.unwrap(),
    );
    assert!(anna.0 < 25.0 && 25.0 < ben.0, "{anna:?} {ben:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_game_has_two_people_no_takebacks_by_consent_and_no_substitutes() {
    let house = House::open().await;
    let mut anna = house.guest("Anna").await;
    let alone = json!({"game": "taj-mahal", "options": {"players": 2}, "seats": ["me", {"bot": "easy"}], "rated": true});
    let alone = anna.create(alone).await.unwrap();
    let refused = reason(&mut anna, &alone, "start", Value::Null).await;
    assert_eq!(refused, Some(Reason::FewPeople));
    let (anna, ben, table) = house.duel_with(rated()).await;
    let mut people = [anna, ben];
    // Somebody who has acted, and whose action the other has answered.
    play_on(&mut people, &table, 8).await;
    let mut refusals = 0;
    for person in &mut people {
        let update = person.look(&table).await.unwrap();
        if !update.you.can_undo {
            let version = json!({"version": update.version});
            let refused = reason(person, &table, "undo", version).await;
            refusals += usize::from(refused == Some(Reason::Rated));
        }
    }
    assert!(refusals > 0);
    people[0].want(&table, "resign", Value::Null).await.unwrap();
    let mut carl = house.guest("Carl").await;
    let refused = reason(&mut carl, &table, "substitute", json!({"seat": 0})).await;
    assert_eq!(refused, Some(Reason::Rated));
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_who_deletes_their_data_takes_nobody_elses_rating_along() {
    let house = House::open().await;
    let (anna, ben, table) = house.duel_with(rated()).await;
    let mut people = [anna, ben];
    play_on(&mut people, &table, 10_000).await;
    let [mut anna, mut ben] = people;
    let before = rating(&mut ben).await;
    let gone = profile_of(&mut anna).await;
    let deleted = anna.send("DELETE", "/api/me/account", None).await.unwrap();
    assert_eq!(deleted.status, 204);
    let path = format!("/api/people/{}", gone.id);
    assert_eq!(
        ben.get::<Profile>(&path).await.unwrap_err().status(),
        Some(404)
    );
    assert_eq!(rating(&mut ben).await, before);
    // Who is gone in the middle of a game gets no rating any more, and the game still counts for the other.
    let (mut anna, ben, table) = house.duel_with(rated()).await;
    anna.send("DELETE", "/api/me/account", None).await.unwrap();
    let mut rest = [ben];
    play_to_the_end(&mut rest, &table).await;
    let after = rating(&mut rest[0]).await.unwrap();
    assert!(after.0 > 25.0 && after.1 == 1);
    assert!(asked(&mut rest, &table).await.is_none());
}

/// An entry that ends a rated game, which the first player wins.
fn last(version: u64, players: [Player; 2]) -> Append {
    let table = random::table_id(&random::system_random()).unwrap();
    let change = match version {
        1 => created(&person('a')),
        _ => Change::Resign { seat: Seat::FIRST },
    };
    let [first, second] = players;
    let game = "taj-mahal";
    Append {
        ended: Some(Box::new(Ended {
            game,
            players: vec![(first, 1), (second, 2)],
        })),
        ..append(&table, version, change)
    }
}

async fn counts(store: &Store, letter: char) -> Vec<u64> {
    let rows = store.ratings(&person(letter)).await.unwrap();
    rows.iter().map(|row| row.games).collect()
}

/// Ratings in a store: exactly once, however many write at the same time.
async fn keeps_ratings(one: Store, other: Store) {
    let people = || [Player::Person(person('a')), Player::Person(person('b'))];
    let end = last(1, people());
    assert!(write(&one, end.clone()).await);
    assert!(!write(&other, end).await, "the version exists already");
    assert_eq!(counts(&one, 'a').await, [1]);
    // Many games of the same people end at the same time, at two nodes.
    let mut writers = tokio::task::JoinSet::new();
    for number in 0..60 {
        let store = if number % 2 == 0 {
            one.clone()
        } else {
            other.clone()
        };
        let mut players = people();
        if number % 3 == 0 {
            players.reverse();
        }
        writers.spawn(async move { write(&store, last(1, players)).await });
    }
    assert!(writers.join_all().await.into_iter().all(|written| written));
    assert_eq!(
        (counts(&one, 'a').await, counts(&other, 'b').await),
        (vec![61], vec![61])
    );
    // A bot's place on the scale stays, and is written nowhere.
    let known = ratings::Rating {
        value: 30.0,
        uncertainty: 1.0,
    };
    let ended = last(1, [Player::Fixed(known), Player::Person(person('c'))]);
    assert!(write(&one, ended).await);
    assert_eq!(counts(&one, 'c').await, [1]);
    // A guest who joins an account brings along what it lacks.
    let own = |letter: char, game: &str, games: u64| RatingRow {
        person: person(letter),
        game: game.to_owned(),
        players: 3,
        value: 25_000,
        uncertainty: 8_000,
        games,
    };
    for row in [
        own('d', "maharaja", 5),
        own('d', "amritsar", 2),
        own('e', "amritsar", 9),
    ] {
        assert!(one.write(Op::Rating(Box::new(row))).await.unwrap());
    }
    one.write(Op::Join(person('d'), person('e'))).await.unwrap();
    let joined = one.ratings(&person('e')).await.unwrap();
    assert_eq!(joined, [own('e', "amritsar", 9), own('e', "maharaja", 5)]);
    assert_eq!(one.ratings(&person('d')).await.unwrap(), []);
    one.write(Op::DeletePerson(person('e'))).await.unwrap();
    assert_eq!(one.ratings(&person('e')).await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn ratings_count_once_in_sqlite() {
    let folder = fresh_folder();
    let file = folder.join("one.sqlite").display().to_string();
    let store = Store::open(&file).await.unwrap();
    keeps_ratings(store.clone(), store.clone()).await;
    store.close().await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn ratings_count_once_at_two_nodes() {
    let folder = fresh_folder();
    let postgres = Postgres::start(&folder.join("pg")).unwrap();
    let open = || async { Store::open(&postgres.url()).await.unwrap() };
    let (one, other) = (open().await, open().await);
    keeps_ratings(one.clone(), other.clone()).await;
    one.close().await;
    other.close().await;
    drop(postgres);
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn ratings_move_with_the_site() {
    let house = House::open().await;
    let (anna, ben, table) = house.duel_with(rated()).await;
    let mut people = [anna, ben];
    play_on(&mut people, &table, 10_000).await;
    let folder = fresh_folder();
    let other = folder.join("other.sqlite").display().to_string();
    let other = Store::open(&other).await.unwrap();
    let (mut there, mut back) = (Vec::new(), Vec::new());
    let here = Store::visit(&house.database()).await.unwrap();
    let moved = export(&here, &mut there).await.unwrap();
    assert_eq!(moved.ratings, 2);
    import(&other, there.as_slice()).await.unwrap();
    export(&other, &mut back).await.unwrap();
    assert_eq!(String::from_utf8(there), String::from_utf8(back));
    other.close().await;
    std::fs::remove_dir_all(folder).unwrap();
}
