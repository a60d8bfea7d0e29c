//! Talking to the server over HTTP.

use super::Trouble;
use crate::browser::{self, BrowserShelf};
use crate::shelf::Shelf as _;
use protocol::{Me, Rename};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Reads something.
pub async fn get<T: DeserializeOwned>(path: &str) -> Result<T, Trouble> {
    let text = send("GET", path, None).await?;
    serde_json::from_str(&text).map_err(|_| Trouble::Unreachable)
}

/// Reads a plain text.
pub async fn text(path: &str) -> Result<String, Trouble> {
    send("GET", path, None).await
}

/// Asks for something to be done.
pub async fn post<T: DeserializeOwned>(path: &str, body: &impl Serialize) -> Result<T, Trouble> {
    let body = serde_json::to_string(body).unwrap_or_default();
    let text = send("POST", path, Some(&body)).await?;
    serde_json::from_str(&text).map_err(|_| Trouble::Unreachable)
}

/// Where the page remembers that it is a guest on this server, so that it does not ask in vain.
const GUEST: &str = "durbar.guest";

/// Makes a guest of whoever has no session yet; the name is what others see.
pub async fn introduce(name: &str) -> Result<Me, Trouble> {
    let me = post(
        "/api/me",
        &Rename {
            name: name.to_owned(),
        },
    )
    .await?;
    BrowserShelf.put(GUEST, "1");
    Ok(me)
}

/// Whether the server knows this browser.
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
    // A proxy in front may answer in its own words.
    let problem = serde_json::from_str(&text).map_err(|_| Trouble::Unreachable)?;
    Err(Trouble::Refused(Box::new(problem)))
}
