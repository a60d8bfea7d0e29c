//! HTTP requests to the server.

use super::Trouble;
use crate::browser::{self, BrowserShelf};
use crate::shelf::Shelf as _;
use protocol::{Me, Rename};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Sends a GET request and parses the answer.
pub async fn get<T: DeserializeOwned>(path: &str) -> Result<T, Trouble> {
    let text = send("GET", path, None).await?;
    serde_json::from_str(&text).map_err(|_| Trouble::Unreachable)
}

/// Sends a GET request and returns the text.
pub async fn text(path: &str) -> Result<String, Trouble> {
    send("GET", path, None).await
}

/// Sends a POST request and parses the answer.
pub async fn post<T: DeserializeOwned>(path: &str, body: &impl Serialize) -> Result<T, Trouble> {
    let body = serde_json::to_string(body).unwrap_or_default();
    let text = send("POST", path, Some(&body)).await?;
    serde_json::from_str(&text).map_err(|_| Trouble::Unreachable)
}

/// Sends a POST request whose answer says nothing more.
pub async fn post_only(path: &str, body: &impl Serialize) -> Result<(), Trouble> {
    let body = serde_json::to_string(body).unwrap_or_default();
    send("POST", path, Some(&body)).await.map(drop)
}

/// Sends a DELETE request.
pub async fn delete(path: &str) -> Result<(), Trouble> {
    send("DELETE", path, None).await.map(drop)
}

/// Remembers that the browser has a session on this server, to avoid useless requests.
const GUEST: &str = "durbar.guest";

/// Creates a guest if there is no session yet; `name` is the public name.
pub async fn introduce(name: &str) -> Result<Me, Trouble> {
    let me = post(
        "/api/me",
        &Rename {
            name: name.to_owned(),
        },
    )
    .await?;
    remember();
    Ok(me)
}

/// The browser has a session from now on.
pub fn remember() {
    BrowserShelf.put(GUEST, "1");
}

/// The browser has no session any more.
pub fn forget() {
    BrowserShelf.remove(GUEST);
}

/// Returns whether the browser has a session.
pub fn is_guest() -> bool {
    BrowserShelf.get(GUEST).is_some()
}

async fn send(method: &str, path: &str, body: Option<&str>) -> Result<String, Trouble> {
    let (status, text) = browser::fetch(method, path, body)
        .await
        .map_err(|_| Trouble::Unreachable)?;
    if (200..300).contains(&status) {
        return Ok(text);
    }
    // A proxy may answer in another format.
    let problem = serde_json::from_str(&text).map_err(|_| Trouble::Unreachable)?;
    Err(Trouble::Refused(Box::new(problem)))
}
