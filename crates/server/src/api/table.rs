//! One table: create, read, watch, chat.

use super::input::{Asked, At, Body};
use crate::App;
use crate::limits::LONGEST_LINE;
use crate::live;
use crate::people::Viewer;
use crate::problem::{Answer, Problem};
use crate::random;
use axum::Json;
use axum::extract::{State, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use kit::Seed;
use protocol::{Done, NewTable, Say, Update, Watch};
use table::{Person, Setup};

/// Create a table.
#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = NewTable, responses(
    (status = 201, body = Done), (status = 401, body = protocol::Problem),
    (status = 409, body = protocol::Problem), (status = 422, body = protocol::Problem)
))]
pub async fn create(
    State(app): State<App>,
    person: Person,
    Body(wanted): Body<NewTable>,
) -> Answer<(StatusCode, Json<Done>)> {
    let setup = Setup::new(wanted, &person, Seed::from_bytes(random::random()?))?;
    let most = app.config.limits.tables_per_person;
    if app.store.unfinished_tables(&person.id).await? >= most.into() {
        return Err(Problem::conflict(format!(
            "you already have {most} unfinished tables; finish one first"
        )));
    }
    let done = app.create(random::table_id()?, setup, &person).await?;
    Ok((StatusCode::CREATED, Json(done)))
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
    app.update(&slot, &viewer, watch).await.map(Json)
}

/// Watch a table live: a WebSocket that sends an `Update` as JSON for every change, beginning with the current state.
#[utoipa::path(get, path = "/api/tables/{id}/live", tag = "tables", params(("id" = String, Path), Watch), responses(
    (status = 101, description = "Updates as text messages; close code 1012 asks to reconnect with `since`"),
    (status = 404, body = protocol::Problem), (status = 503, body = protocol::Problem)
))]
pub async fn live(
    State(app): State<App>,
    viewer: Viewer,
    At(id): At,
    Asked(watch): Asked<Watch>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Answer<Response> {
    let slot = app.open(&id).await?;
    let upgrade = upgrade.map_err(|error| Problem::bad_request(error.body_text()))?;
    let place = app.viewers.enter(app.config.limits.viewers);
    let place = place.ok_or_else(|| Problem::unavailable("too many viewers"))?;
    let upgrade = upgrade
        .read_buffer_size(live::BUFFER)
        .write_buffer_size(live::BUFFER)
        .max_message_size(live::LONGEST_MESSAGE)
        .max_frame_size(live::LONGEST_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| async move {
        live::tell(app, slot, viewer, watch, socket).await;
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
    At(id): At,
    Body(say): Body<Say>,
) -> Answer<Json<Done>> {
    let text = say.text.trim();
    let length = text.chars().count();
    let odd = |letter: char| letter.is_control() && letter != '\n';
    if length == 0 || length > LONGEST_LINE || text.chars().any(odd) {
        return Err(Problem::invalid(format!(
            "a chat message has 1 to {LONGEST_LINE} characters"
        )));
    }
    app.say(&id, &person, text.to_owned()).await.map(Json)
}
