//! One table: create, read, watch, chat.

use super::guard::Address;
use super::input::{Asked, At, Body, fit_key};
use crate::App;
use crate::limits::LONGEST_LINE;
use crate::live;
use crate::people::{Secret, Viewer};
use crate::problem::{Answer, Problem};
use crate::random::table_id;
use axum::Json;
use axum::extract::{State, WebSocketUpgrade};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use kit::Seed;
use protocol::{Done, NewTable, Say, Update, Watch};
use sha2::{Digest as _, Sha256};
use table::{Person, Setup, TableId};

/// Create a table.
#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = NewTable, responses(
    (status = 201, body = Done), (status = 401, body = protocol::Problem),
    (status = 409, body = protocol::Problem), (status = 422, body = protocol::Problem)
))]
pub async fn create(
    State(app): State<App>,
    person: Person,
    Address(address): Address,
    Body(wanted): Body<NewTable>,
) -> Answer<(StatusCode, Json<Done>)> {
    let id = match &wanted.key {
        Some(key) => keyed_id(&person, fit_key(key)?),
        None => table_id(&app.config.random)?,
    };
    let setup = Setup::new(wanted, &person, Seed::from_bytes(app.random()?))?;
    if app.exists(&id).await? {
        return Ok((StatusCode::CREATED, Json(app.done(&id, 1))));
    }
    app.may_create(&person, &setup).await?;
    if !app.tables_by_address.take(address) {
        return Err(Problem::too_many("Too many tables; retry later"));
    }
    let done = app.create(id, setup, &person).await?;
    Ok((StatusCode::CREATED, Json(done)))
}

/// Returns the id of the table that this person's request with this key creates. Nobody can guess it without the person's secret id.
fn keyed_id(person: &Person, key: &str) -> TableId {
    let digest = Sha256::digest(format!("table {} {key}", person.id));
    TableId::from_random(std::array::from_fn(|place| {
        digest.get(place).copied().unwrap_or(0)
    }))
}

/// Return the table as I may see it.
#[utoipa::path(get, path = "/api/tables/{id}", tag = "tables", params(("id" = String, Path), Watch), responses(
    (status = 200, body = Update), (status = 404, body = protocol::Problem)
))]
pub async fn read(
    State(app): State<App>,
    viewer: Viewer,
    At(id): At,
    Asked(watch): Asked<Watch>,
) -> Answer<Json<Update>> {
    let slot = app.open(&id).await?;
    app.see_all(&slot).await?;
    let update = app.update(&slot, &viewer, watch).await?;
    match watch.at_least {
        Some(version) if update.version < version => Err(Problem::not_yet(version)),
        _ => Ok(Json(update)),
    }
}

/// Watch a table live: a WebSocket that sends an `Update` as JSON for every change, beginning with the current state. A viewer who sends the text `pulse`
/// gets it back, and counts as gone if no other follows within 4 seconds; with any other text, they stop sending it.
#[utoipa::path(get, path = "/api/tables/{id}/live", tag = "tables", params(("id" = String, Path), Watch), responses(
    (status = 101, description = "Updates as text messages; close code 1012 asks to reconnect with `since`"),
    (status = 404, body = protocol::Problem), (status = 503, body = protocol::Problem)
))]
pub async fn live(
    State(app): State<App>,
    viewer: Viewer,
    At(id): At,
    Address(address): Address,
    headers: HeaderMap,
    Asked(watch): Asked<Watch>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Answer<Response> {
    let slot = live::open(&app, &id).await?;
    let upgrade = upgrade.map_err(|error| Problem::bad_request(error.body_text()))?;
    let session = Secret::of(&headers).filter(|_| viewer.0.is_some());
    let session = session.map(|secret| secret.hash());
    let place = app.place_for_viewer(address, session.as_ref())?;
    let upgrade = upgrade
        .read_buffer_size(live::BUFFER)
        .write_buffer_size(live::BUFFER)
        .max_message_size(live::LONGEST_MESSAGE)
        .max_frame_size(live::LONGEST_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| async move {
        live::tell(app, slot, viewer, session, watch, socket).await;
        drop(place);
    }))
}

/// Return the game record as I may see it: during the game, without its seed and without secret choices.
#[utoipa::path(get, path = "/api/tables/{id}/record", tag = "tables", params(("id" = String, Path)), responses(
    (status = 200, content_type = "text/plain", body = String),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn record(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    At(id): At,
) -> Answer<impl IntoResponse> {
    let viewer = viewer.map(|person| person.id);
    let record = app.look_at(&id, |table| table.record(table.eyes_of(viewer.as_ref())));
    let record = record.await?;
    let record = record.ok_or_else(|| Problem::conflict("the game has not started yet"))?;
    Ok((
        [(CONTENT_TYPE, "text/plain; charset=utf-8")],
        record.to_string(),
    ))
}

/// Send a chat message. During the game, only spectators see what spectators write.
#[utoipa::path(post, path = "/api/tables/{id}/chat", tag = "tables", params(("id" = String, Path)), request_body = Say, responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 422, body = protocol::Problem)
))]
pub async fn say(
    State(app): State<App>,
    person: Person,
    secret: Secret,
    At(id): At,
    Body(say): Body<Say>,
) -> Answer<Json<Done>> {
    let key = say.key.as_deref().map(fit_key).transpose()?;
    let text: String = say.text.chars().filter(|letter| !turns(*letter)).collect();
    let text = text.trim();
    let length = text.chars().count();
    let odd = |letter: char| letter.is_control() && letter != '\n';
    if length == 0 || length > LONGEST_LINE || text.chars().any(odd) {
        return Err(Problem::invalid(format!(
            "a chat message has 1 to {LONGEST_LINE} characters"
        )));
    }
    app.may_write(&secret).await?;
    if !app.chat_by_person.take(person.id.clone()) {
        return Err(Problem::too_many("Too many messages; retry in 1 second"));
    }
    let key = key.map(str::to_owned);
    app.say(&id, &person, text.to_owned(), key).await.map(Json)
}

/// Returns whether a character changes the direction of those after it.
fn turns(letter: char) -> bool {
    matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
