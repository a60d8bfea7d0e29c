//! Requests about people whom the others wait for.

use super::input::{At, Body};
use crate::App;
use crate::problem::Answer;
use crate::tables::Submission;
use axum::Json;
use axum::extract::State;
use protocol::{AboutSeat, AnswerSubstitute, Done, Vacation};
use table::{Person, Request};

/// Remind a person whom everybody waits for, after the table's `patience`.
#[utoipa::path(post, path = "/api/tables/{id}/nudge", tag = "absence", params(("id" = String, Path)), request_body = AboutSeat, responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn nudge(
    State(app): State<App>,
    person: Person,
    At(id): At,
    Body(about): Body<AboutSeat>,
) -> Answer<Json<Done>> {
    let nudges = app.request(&id, Submission::of(&person), Request::Nudge(about.seat));
    nudges.await.map(Json)
}

/// Agree that a bot plays on for a person whom everybody waits for, after the table's `patience`. It does as soon as half of the others agree,
/// until the person returns.
#[utoipa::path(post, path = "/api/tables/{id}/stand-in", tag = "absence", params(("id" = String, Path)), request_body = AboutSeat, responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn stand_in(
    State(app): State<App>,
    person: Person,
    At(id): At,
    Body(about): Body<AboutSeat>,
) -> Answer<Json<Done>> {
    let agrees = app.request(&id, Submission::of(&person), Request::StandIn(about.seat));
    agrees.await.map(Json)
}

/// Go on vacation, at a table with days for each decision: my clock stands still until then, or until I act. Each person has 30 days at each table.
#[utoipa::path(post, path = "/api/tables/{id}/vacation", tag = "absence", params(("id" = String, Path)), request_body = Vacation, responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn vacation(
    State(app): State<App>,
    person: Person,
    At(id): At,
    Body(vacation): Body<Vacation>,
) -> Answer<Json<Done>> {
    let request = Request::Vacation(vacation.until);
    let goes = app.request(&id, Submission::of(&person), request);
    goes.await.map(Json)
}

/// Without a seat, ask to play on in one that a bot plays for a person. All people who play have to agree.
#[utoipa::path(post, path = "/api/tables/{id}/substitute", tag = "absence", params(("id" = String, Path)), request_body = AboutSeat, responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn substitute(
    State(app): State<App>,
    person: Person,
    At(id): At,
    Body(about): Body<AboutSeat>,
) -> Answer<Json<Done>> {
    app.may_substitute(&person, &id).await?;
    let request = Request::Substitute(about.seat);
    let asks = app.request(&id, Submission::of(&person), request);
    asks.await.map(Json)
}

/// Agree or disagree that the person who asks plays on in a seat. The last agreement gives them the seat.
#[utoipa::path(post, path = "/api/tables/{id}/substitute/answer", tag = "absence", params(("id" = String, Path)), request_body = AnswerSubstitute, responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn answer_substitute(
    State(app): State<App>,
    person: Person,
    At(id): At,
    Body(answer): Body<AnswerSubstitute>,
) -> Answer<Json<Done>> {
    let request = Request::AnswerSubstitute(answer.agree);
    let answers = app.request(&id, Submission::of(&person), request);
    answers.await.map(Json)
}
