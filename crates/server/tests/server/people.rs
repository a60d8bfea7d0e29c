//! Guests, sessions and tokens.

use crate::house::House;
use protocol::{Me, Token};
use serde_json::{Value, json};
use visitor::Visitor;

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_has_a_name_and_a_cookie_that_scripts_cannot_read() {
    let house = House::open().await;
    let mut stranger = house.stranger();
    assert_eq!(
        stranger.get::<Me>("/api/me").await.unwrap_err().status(),
        Some(401)
    );
    let reply = stranger
        .send("POST", "/api/me", Some(json!({"name": "  Anna "})))
        .await
        .unwrap();
    let cookie = reply.headers["set-cookie"].to_str().unwrap();
    assert!(
        cookie.contains("HttpOnly")
            && cookie.contains("SameSite=Lax")
            && !cookie.contains("Secure")
    );
    let secret = cookie.split(['=', ';']).nth(1).unwrap();
    assert_eq!(secret.len(), 64);
    stranger.cookie = cookie.split(';').next().map(str::to_owned);
    assert_eq!(stranger.get::<Me>("/api/me").await.unwrap().name, "Anna");
    stranger
        .post::<Me>("/api/me", json!({"name": "Annapurna"}))
        .await
        .unwrap();
    assert_eq!(
        stranger.get::<Me>("/api/me").await.unwrap().name,
        "Annapurna"
    );
    for bad in ["", "   ", "two\nlines", &"x".repeat(41)] {
        let refused = stranger
            .post::<Me>("/api/me", json!({"name": bad}))
            .await
            .unwrap_err();
        assert_eq!(
            refused.to_string(),
            "422: a name has 1 to 40 visible characters on one line"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cookie_is_secure_behind_tls() {
    let house = House::with(|config| config.proxies = 1).await;
    for scheme in ["https", "https, http"] {
        let request = hyper_request(&house, scheme);
        let reply = house.stranger().send_raw(request).await.unwrap();
        let cookie = reply.headers["set-cookie"].to_str().unwrap().to_owned();
        assert!(
            cookie.starts_with("__Host-durbar=") && cookie.ends_with("; Secure"),
            "{cookie}"
        );
    }
}

fn hyper_request(house: &House, scheme: &str) -> visitor::Request {
    visitor::request("POST", "/api/me")
        .header("host", house.address.to_string())
        .header("content-type", "application/json")
        .header("x-forwarded-proto", scheme)
        .body(visitor::body("{\"name\":\"Anna\"}"))
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_serves_a_program_until_it_is_ended() {
    let house = House::open().await;
    let mut anna = house.guest("Anna").await;
    let token: Token = anna.post("/api/me/token", Value::Null).await.unwrap();
    let mut program = Visitor::stranger(house.address);
    program.token = Some(token.token);
    assert_eq!(program.get::<Me>("/api/me").await.unwrap().name, "Anna");
    assert_eq!(
        program
            .send("DELETE", "/api/me", None)
            .await
            .unwrap()
            .status,
        204
    );
    assert_eq!(
        program.get::<Me>("/api/me").await.unwrap_err().status(),
        Some(401)
    );
    assert_eq!(anna.get::<Me>("/api/me").await.unwrap().name, "Anna");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_store_keeps_only_hashes_of_secrets() {
    let folder = crate::house::fresh_folder();
    let file = folder.join("durbar.sqlite");
    let path = file.display().to_string();
    let house = House::with(|config| config.database = path).await;
    let mut anna = house.guest("Anna").await;
    let token: Token = anna.post("/api/me/token", Value::Null).await.unwrap();
    let cookie = anna.cookie.clone().unwrap();
    let cookie = cookie.split_once('=').unwrap().1;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        for secret in [cookie, &token.token] {
            assert!(
                !bytes
                    .windows(secret.len())
                    .any(|part| part == secret.as_bytes())
            );
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}
