//! Tables that anybody can join, and those that nobody finds without their link.

use crate::house::{House, bare_page};
use protocol::Tables;
use serde_json::{Value, json};
use visitor::Visitor;

async fn listed(visitor: &mut Visitor, query: &str) -> Vec<String> {
    let path = format!("/api/tables?{query}");
    let tables: Tables = visitor.get(&path).await.unwrap();
    tables.tables.into_iter().map(|line| line.table).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn open_tables_are_public_ones_with_a_free_seat_by_game_and_language() {
    let house = House::open().await;
    let (mut anna, mut ben) = (house.guest("Anna").await, house.guest("Ben").await);
    let mut table = async |game: &str, language: &str, listed: bool| {
        let table = json!({
            "game": game, "options": {"players": 2}, "seats": ["me"], "language": language, "listed": listed,
        });
        anna.create(table).await.unwrap()
    };
    let german = table("taj-mahal", "de", true).await;
    let russian = table("taj-mahal", "ru", true).await;
    let other = table("amritsar", "de", true).await;
    let private = table("taj-mahal", "de", false).await;
    let mut stranger = house.stranger();
    let all = listed(&mut stranger, "free=true").await;
    assert_eq!(all.len(), 3);
    assert!(!all.contains(&private));
    let games = listed(&mut stranger, "free=true&game=taj-mahal").await;
    assert_eq!(games.len(), 2);
    assert!(games.contains(&german) && games.contains(&russian));
    let one = listed(&mut stranger, "free=true&game=taj-mahal&language=de").await;
    assert_eq!(one, std::slice::from_ref(&german));
    let tables: Tables = stranger.get("/api/tables?language=ru").await.unwrap();
    let line = &tables.tables[0];
    assert_eq!(line.language.as_deref(), Some("ru"));
    assert!(line.began > 0 && line.began <= line.changed);
    // Whoever takes the last seat takes the table out of the list; so does the start.
    ben.want(&german, "sit", json!({})).await.unwrap();
    anna.want(&other, "seat", json!({"seat": 1, "place": {"bot": "easy"}}))
        .await
        .unwrap();
    anna.want(&other, "start", Value::Null).await.unwrap();
    assert_eq!(listed(&mut stranger, "free=true").await, [russian]);
    assert_eq!(listed(&mut stranger, "").await.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_speaks_a_language_with_a_short_tag() {
    let house = House::open().await;
    let mut anna = house.guest("Anna").await;
    for bad in ["", "d", "German", "DE", "d\u{e9}", "de-DE"] {
        let table = json!({"game": "taj-mahal", "language": bad});
        let refused = anna.create(table).await.unwrap_err();
        assert_eq!(
            refused.to_string(),
            "422: a language is a tag of 2 or 3 small letters, such as ‘de’",
            "{bad}"
        );
    }
    let query = "/api/tables?free=perhaps";
    let refused = anna.get::<Tables>(query).await.unwrap_err();
    assert_eq!(refused.status(), Some(400));
}

#[tokio::test(flavor = "multi_thread")]
async fn search_engines_keep_only_public_tables() {
    let house = House::with(|config| config.page = bare_page()).await;
    let mut anna = house.guest("Anna").await;
    for listed in [true, false] {
        let table = json!({"game": "taj-mahal", "listed": listed});
        let table = anna.create(table).await.unwrap();
        let reply = anna.send("GET", &format!("/table/{table}"), None).await;
        let hidden = reply.unwrap().headers.get("x-robots-tag").cloned();
        assert_eq!(hidden.is_some_and(|value| value == "noindex"), !listed);
    }
}
