//! One table: made, read, watched, talked at.

use super::input::{Asked, At, Body};
use crate::App;
use crate::entry::{Setting, Sitter};
use crate::ids::{self, TableId};
use crate::limits::LONGEST_LINE;
use crate::live;
use crate::people::{Person, Viewer};
use crate::playing::complete_options;
use crate::problem::{Answer, Problem};
use axum::Json;
use axum::extract::{State, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use bots::Level;
use kit::{Id, Seed};
use protocol::{Done, NewTable, Pace, Place, Say, Update, Watch};
use serde_json::Value;
use table::AnyGame;

/// The longest time that a clock can be set to.
const LONGEST_SECONDS: u32 = 24 * 60 * 60;
const LONGEST_DAYS: u32 = 60;

/// Make a table.
#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = NewTable, responses(
    (status = 201, body = Done), (status = 401, body = protocol::Problem),
    (status = 409, body = protocol::Problem), (status = 422, body = protocol::Problem)
))]
pub async fn create(
    State(app): State<App>,
    person: Person,
    Body(wanted): Body<NewTable>,
) -> Answer<(StatusCode, Json<Done>)> {
    let setting = setting(wanted, &person)?;
    let most = app.config.limits.tables_per_person;
    if app.store.unfinished_tables(&person.id).await? >= most.into() {
        return Err(Problem::conflict(format!(
            "you have {most} unfinished tables already; finish one first"
        )));
    }
    let done = app.create(TableId::random()?, setting, &person).await?;
    Ok((StatusCode::CREATED, Json(done)))
}

fn setting(wanted: NewTable, person: &Person) -> Answer<Setting> {
    let game = AnyGame::named(&wanted.game).map_err(Problem::unfit)?;
    let options = complete_options(game, Value::Object(wanted.options));
    let (options, seats) = options.map_err(Problem::unfit)?;
    let seats = usize::from(seats);
    if wanted.seats.len() > seats {
        let given = wanted.seats.len();
        return Err(Problem::unfit(format!("{given} seats for {seats} players")));
    }
    if wanted
        .seats
        .iter()
        .filter(|&place| *place == Place::Me)
        .count()
        > 1
    {
        return Err(Problem::unfit("you can sit in one seat only"));
    }
    let mut sitters = Vec::new();
    for place in &wanted.seats {
        sitters.push(sitter(place, person)?);
    }
    sitters.resize(seats, Sitter::Open);
    Ok(Setting {
        game: game.id().to_owned(),
        options,
        seats: sitters,
        pace: fit_pace(wanted.pace)?,
        stand_in: level(wanted.stand_in.as_deref().unwrap_or("medium"))?,
        listed: wanted.listed,
        owner: person.id.clone(),
        seed: Seed::from_bytes(ids::random()?),
    })
}

/// Who a place is for.
pub fn sitter(place: &Place, person: &Person) -> Answer<Sitter> {
    Ok(match place {
        Place::Open => Sitter::Open,
        Place::Me => Sitter::Person {
            person: person.id.clone(),
            name: person.name.clone(),
        },
        Place::Bot(wanted) => Sitter::Bot {
            level: level(wanted)?,
        },
    })
}

fn level(text: &str) -> Answer<String> {
    let level = text.parse::<Level>();
    level.map(|level| level.to_string()).map_err(|_| {
        Problem::unfit(format!(
            "a bot is easy, medium, hard or expert, not ‘{}’",
            text.chars().take(40).collect::<String>()
        ))
    })
}

fn fit_pace(pace: Pace) -> Answer<Pace> {
    match pace {
        Pace::Live { seconds, increment }
            if !(1..=LONGEST_SECONDS).contains(&seconds) || increment > LONGEST_SECONDS =>
        {
            Err(Problem::unfit(format!(
                "a clock has 1 to {LONGEST_SECONDS} seconds, and as many at most are added"
            )))
        }
        Pace::Correspondence { days } if !(1..=LONGEST_DAYS).contains(&days) => Err(
            Problem::unfit(format!("a decision may take 1 to {LONGEST_DAYS} days")),
        ),
        pace => Ok(pace),
    }
}

/// How a table stands, as I may know it.
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

/// Watch a table live: a WebSocket that sends an `Update` as JSON for whatever happens, beginning with how it stands.
#[utoipa::path(get, path = "/api/tables/{id}/live", tag = "tables", params(("id" = String, Path), Watch), responses(
    (status = 101, description = "Updates as text messages; code 1012 at the end asks to connect again with `since`"),
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
    let place = place.ok_or_else(|| Problem::unavailable("too many people watch already"))?;
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

/// The game record, as I may have it: while the game runs, without its seed and without secret choices.
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
    let record = app.look_at(&id, |sitting| {
        let names: Vec<String> = sitting
            .seats()
            .map(|(_, sitter, _)| sitter.name())
            .collect();
        let eyes = sitting.eyes_of(viewer.as_ref());
        sitting.playing()?.record(eyes, &names)
    });
    let record = record.await?;
    let record = record.ok_or_else(|| Problem::conflict("the game has not started yet"))?;
    Ok((
        [(CONTENT_TYPE, "text/plain; charset=utf-8")],
        record.to_string(),
    ))
}

/// Say something. While the game runs, spectators talk among themselves.
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
        return Err(Problem::unfit(format!(
            "a line of chat has 1 to {LONGEST_LINE} letters"
        )));
    }
    app.say(&id, &person, text.to_owned()).await.map(Json)
}
