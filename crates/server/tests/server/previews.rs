//! Previews of links to tables: tags in the document, and a picture.

use crate::house::{House, bare_page, play_on};
use protocol::Rename;
use serde_json::{Value, json};
use visitor::{Reply, body, request};

async fn house() -> House {
    House::with(|config| {
        config.page = bare_page();
        config.origin = Some("https://durbar.example".to_owned());
    })
    .await
}

/// Asks as a program does that shows previews, or as a browser.
async fn get(house: &House, path: &str, language: &str, browser: bool) -> Reply {
    let mut asked = request("GET", path)
        .header("host", house.address.to_string())
        .header("accept-language", language);
    if browser {
        asked = asked.header("sec-fetch-dest", "document");
    }
    let asked = asked.body(body("")).unwrap();
    house.stranger().send_raw(asked).await.unwrap()
}

/// What stands in a tag.
fn content(document: &str, name: &str) -> String {
    let before = format!("\"{name}\" content=\"");
    let (_, rest) = document
        .split_once(&before)
        .unwrap_or_else(|| panic!("no {name}"));
    rest.split('"').next().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_tells_game_players_and_state_in_the_language_of_the_request() {
    let house = house().await;
    let (mut anna, mut ben) = (house.guest("Anna").await, house.guest("Ben").await);
    let wanted = json!({"game": "taj-mahal", "options": {"players": 3}, "seats": ["me", "open", {"bot": "easy"}]});
    let table = anna.create(wanted).await.unwrap();
    let path = format!("/table/{table}");
    let reply = get(&house, &path, "en", false).await;
    let told = reply.text();
    assert_eq!(reply.status, 200);
    assert_eq!(content(&told, "og:title"), "Taj Mahal with Anna and Chitra");
    assert_eq!(content(&told, "og:description"), "Waiting for 1 player");
    assert_eq!(content(&told, "og:image:width"), "1200");
    assert_eq!(content(&told, "og:image:alt"), "Waiting for 1 player");
    assert_eq!(content(&told, "twitter:card"), "summary_large_image");
    assert_eq!(
        content(&told, "og:url"),
        format!("https://durbar.example{path}")
    );
    let picture = content(&told, "og:image");
    assert_eq!(
        picture,
        format!("https://durbar.example/picture/{table}/1-en.png")
    );
    assert!(told.contains("<title>Taj Mahal with Anna and Chitra</title>"));
    // Only who has the link may know of the table.
    assert_eq!(content(&told, "robots"), "noindex");
    assert_eq!(reply.headers["x-robots-tag"], "noindex");
    let german = get(&house, &path, "de-AT, en;q=0.5", false).await.text();
    assert_eq!(content(&german, "og:description"), "Wartet auf 1 Person");
    // While it runs: who is to move, how far it is, the points.
    ben.want(&table, "sit", json!({})).await.unwrap();
    anna.want(&table, "start", Value::Null).await.unwrap();
    play_on(&mut [anna, ben], &table, 3).await;
    let told = get(&house, &path, "en", false).await.text();
    let description = content(&told, "og:description");
    assert!(description.contains(" to move · "), "{description}");
    assert!(description.contains("Anna "), "{description}");
    assert_ne!(content(&told, "og:image"), picture);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_cannot_become_a_part_of_the_document() {
    let house = house().await;
    let mut evil = house.guest("Anna").await;
    let name = "\"><script src=//x></script>".to_owned();
    let rename = serde_json::to_value(Rename { name }).unwrap();
    evil.send("POST", "/api/me", Some(rename)).await.unwrap();
    let wanted =
        json!({"game": "maharaja", "options": {"players": 2}, "seats": ["me"], "listed": true});
    let table = evil.create(wanted).await.unwrap();
    let reply = get(&house, &format!("/table/{table}"), "en", false).await;
    let told = reply.text();
    assert!(!told.contains("<script src=//x>"));
    assert!(
        content(&told, "og:title").ends_with("&quot;&gt;&lt;script src=//x&gt;&lt;/script&gt;")
    );
    // A listed table may be found.
    assert!(!told.contains("noindex") && !reply.headers.contains_key("x-robots-tag"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_picture_is_a_small_png_that_can_be_kept() {
    let house = house().await;
    let (_, _, table) = house.duel("amritsar").await;
    let reply = get(&house, &format!("/picture/{table}/3-ru.png"), "", false).await;
    assert_eq!(reply.status, 200);
    assert_eq!(reply.headers["content-type"], "image/png");
    assert_eq!(reply.headers["cache-control"], "public, max-age=86400");
    assert_eq!(
        reply.headers["cross-origin-resource-policy"],
        "cross-origin"
    );
    assert_eq!(&reply.body[1..4], b"PNG");
    assert!(reply.body.len() < 150_000, "{}", reply.body.len());
    // An address of another version shows the table as it is, and is asked for again.
    let old = get(&house, &format!("/picture/{table}/1-ru.png"), "", false).await;
    assert_eq!(old.headers["cache-control"], "no-cache");
    assert_eq!(old.body, reply.body);
    let unknown = "0".repeat(22);
    for wrong in [
        format!("/picture/{table}/x-ru.png"),
        format!("/picture/{table}/3-xx.png"),
        format!("/picture/{table}/3-ru"),
        format!("/picture/{unknown}/3-ru.png"),
        "/picture/x/3-ru.png".to_owned(),
    ] {
        let reply = get(&house, &wrong, "", false).await;
        assert_eq!(reply.status, 404, "{wrong}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_found_at_an_unknown_table() {
    let house = house().await;
    let unknown = "0".repeat(22);
    for path in [
        format!("/table/{unknown}"),
        "/table/nosuchtable".to_owned(),
        "/no/such/page".to_owned(),
    ] {
        for browser in [true, false] {
            let reply = get(&house, &path, "en", browser).await;
            assert_eq!(reply.status, 404, "{path}");
            assert!(reply.text().contains("<title>"), "{path} shows the page");
        }
    }
    let (_, _, table) = house.duel("amritsar").await;
    let reply = get(&house, &format!("/table/{table}"), "en", true).await;
    assert_eq!(reply.status, 200);
    // Browsers show the page itself, which is the same for all tables.
    assert!(!reply.text().contains("og:url"));
}
