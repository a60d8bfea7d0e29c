//! What is refused, and how.

use crate::house::{House, asked, play_on};
use protocol::Problem;
use serde_json::json;
use server::Limits;

#[tokio::test(flavor = "multi_thread")]
async fn refusals_are_problem_documents_with_a_sentence() {
    let house = House::open().await;
    let (mut anna, _, table) = house.duel("taj-mahal").await;
    let moves = format!("/api/tables/{table}/moves");
    let unknown = "/api/tables/0000000000000000000000".to_owned();
    for (method, path, body, status, kind) in [
        ("GET", unknown.clone(), None, 404, "not-found"),
        (
            "GET",
            "/api/tables/..%2f..%2fetc".to_owned(),
            None,
            404,
            "not-found",
        ),
        ("GET", "/api/nothing".to_owned(), None, 404, "not-found"),
        ("PUT", unknown, None, 405, "method-not-allowed"),
        ("POST", moves.clone(), None, 415, "unsupported-media-type"),
        (
            "POST",
            moves.clone(),
            Some(json!({"version": "soon"})),
            400,
            "bad-request",
        ),
        (
            "POST",
            moves.clone(),
            Some(json!({"version": 3, "action": "withdraw", "odd": 1})),
            400,
            "bad-request",
        ),
        (
            "POST",
            moves.clone(),
            Some(json!({"version": 3, "action": "x".repeat(20_000)})),
            413,
            "payload-too-large",
        ),
        (
            "POST",
            moves.clone(),
            Some(json!({"version": 3, "action": "x".repeat(201)})),
            422,
            "invalid-request",
        ),
        (
            "POST",
            moves.clone(),
            Some(json!({"version": 3, "action": "withdraw", "key": "a\u{0}b"})),
            422,
            "invalid-request",
        ),
        (
            "POST",
            "/api/tables".to_owned(),
            Some(json!({"game": "chess"})),
            422,
            "invalid-request",
        ),
        (
            "POST",
            "/api/tables".to_owned(),
            Some(json!({"game": "taj-mahal", "options": {"players": 9}})),
            422,
            "invalid-request",
        ),
        (
            "GET",
            format!("/api/tables/{table}?since=yesterday"),
            None,
            400,
            "bad-request",
        ),
        (
            "GET",
            format!("/api/tables/{table}/live"),
            None,
            400,
            "bad-request",
        ),
    ] {
        let reply = anna.send(method, &path, body).await.unwrap();
        assert_eq!(reply.status, status, "{method} {path}: {}", reply.text());
        assert_eq!(reply.headers["content-type"], "application/problem+json");
        let problem: Problem = serde_json::from_slice(&reply.body).unwrap();
        assert_eq!(
            (problem.status, problem.kind),
            (status, format!("/problems/{kind}"))
        );
        assert!(problem.detail.contains(' '), "{}", problem.detail);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_action_against_the_rules_names_the_rule() {
    let house = House::open().await;
    let (anna, ben, table) = house.duel("taj-mahal").await;
    let mut people = [anna, ben];
    let (who, update) = asked(&mut people, &table).await.unwrap();
    let body = json!({"version": update.version, "action": "take red-ev"});
    let path = format!("/api/tables/{table}/moves");
    let reply = people[who].send("POST", &path, Some(body)).await.unwrap();
    assert_eq!(reply.status, 422);
    let problem: Problem = serde_json::from_slice(&reply.body).unwrap();
    assert_eq!(problem.rule.unwrap().key, "turn");
    assert_eq!(
        problem.detail,
        "It is time to lay cards or to withdraw (rule 5)"
    );
    let gibberish = people[who]
        .play(&table, update.version, "dance")
        .await
        .unwrap_err();
    assert!(
        gibberish
            .to_string()
            .starts_with("422: ‘dance’ is not a valid action"),
        "{gibberish}"
    );
    let turn = people[1 - who]
        .play(&table, update.version, "withdraw")
        .await
        .unwrap_err();
    assert!(
        turn.to_string().contains("has nothing to decide now"),
        "{turn}"
    );
    let mut stranger = house.guest("Chandra").await;
    let refused = stranger
        .play(&table, update.version, "withdraw")
        .await
        .unwrap_err();
    assert_eq!(
        refused.to_string(),
        "403: Only those who sit at the table can do this."
    );
    assert_eq!(
        people[who].look(&table).await.unwrap().version,
        update.version
    );
    play_on(&mut people, &table, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_hold() {
    let limits = Limits {
        requests_per_address: 0,
        requests_per_session: 2,
        tables_per_person: 3,
        ..Limits::default()
    };
    let house = House::with(|config| config.limits = limits).await;
    let mut anna = house.guest("Anna").await;
    for _ in 0..3 {
        anna.create(json!({"game": "taj-mahal"})).await.unwrap();
    }
    let refused = anna.create(json!({"game": "taj-mahal"})).await.unwrap_err();
    assert_eq!(
        refused.to_string(),
        "409: you already have 3 unfinished tables; finish one first"
    );
    let mut last = 200;
    for _ in 0..20 {
        last = anna
            .send("GET", "/api/me", None)
            .await
            .unwrap()
            .status
            .as_u16();
    }
    assert_eq!(last, 429);
    assert_eq!(
        house
            .guest("Ben")
            .await
            .send("GET", "/api/me", None)
            .await
            .unwrap()
            .status,
        200
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_cannot_act_or_watch() {
    let house = House::open().await;
    let (anna, _, table) = house.duel("taj-mahal").await;
    for (method, path) in [
        ("POST", "/api/tables".to_owned()),
        ("GET", format!("/api/tables/{table}/live")),
    ] {
        let request = visitor::request(method, &path)
            .header("host", house.address.to_string())
            .header("origin", "https://evil.example")
            .header("cookie", anna.cookie.clone().unwrap())
            .header("content-type", "application/json")
            .body(visitor::body("{\"game\":\"taj-mahal\"}"))
            .unwrap();
        assert_eq!(
            house.stranger().send_raw(request).await.unwrap().status,
            403
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_carries_strict_headers() {
    let house = House::open().await;
    for path in ["/", "/api/games", "/api/nothing", "/health"] {
        let reply = house.stranger().send("GET", path, None).await.unwrap();
        let policy = reply.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe-inline"));
        assert_eq!(reply.headers["x-content-type-options"], "nosniff");
        assert!(!reply.headers.contains_key("access-control-allow-origin"));
    }
}

/// What the servers of this process count, as their host reads it: at an address of its own.
pub async fn measures() -> String {
    let metrics = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = metrics.local_addr().unwrap();
    let folder = crate::house::fresh_folder();
    let other = server::Server::open(server::Config {
        database: folder.join("other.sqlite").display().to_string(),
        ..server::Config::default()
    });
    let other = other.await.unwrap();
    other.serve_metrics(metrics);
    let measures = visitor::Visitor::stranger(address)
        .send("GET", "/metrics", None)
        .await
        .unwrap()
        .text();
    other.close().await;
    std::fs::remove_dir_all(folder).unwrap();
    measures
}

#[tokio::test(flavor = "multi_thread")]
async fn health_and_measures_are_there() {
    let house = House::open().await;
    let (anna, ben, table) = house.duel("taj-mahal").await;
    play_on(&mut [anna, ben], &table, 3).await;
    let health = house.stranger().send("GET", "/health", None).await.unwrap();
    assert_eq!(
        (health.status.as_u16(), health.text().as_str()),
        (200, "{\"status\":\"ok\"}")
    );
    let reply = house.stranger().send("GET", "/metrics", None).await;
    let public = reply.unwrap().text();
    assert!(!public.contains("durbar_moves_total"), "{public}");
    let measures = measures().await;
    for name in [
        "durbar_moves_total",
        "durbar_request_seconds_bucket",
        "durbar_tables_in_memory",
        "durbar_store_commit_seconds_bucket",
        "durbar_store_batch_writes_bucket",
        "durbar_tables_created_total",
    ] {
        assert!(measures.contains(name), "{name} is missing in\n{measures}");
    }
}
