//! Seats, before the game.

use super::input::{At, Body};
use crate::App;
use crate::problem::Answer;
use crate::tables::Submission;
use axum::Json;
use axum::extract::State;
use protocol::{Done, Ready, SeatFor, SetSeat, Shuffle, Sit};
use table::{Person, Request};

/// Take a seat.
#[utoipa::path(post, path = "/api/tables/{id}/sit", tag = "seats", params(("id" = String, Path)), request_body = Sit, responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn sit(
    State(app): State<App>,
    person: Person,
    At(id): At,
    Body(sit): Body<Sit>,
) -> Answer<Json<Done>> {
    app.may_sit(&person, &id).await?;
    let sits = app.request(&id, Submission::of(&person), Request::Sit(sit.seat));
    sits.await.map(Json)
}

/// Leave my seat. During the game, a bot takes over.
#[utoipa::path(post, path = "/api/tables/{id}/leave", tag = "seats", params(("id" = String, Path)), responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn leave(State(app): State<App>, person: Person, At(id): At) -> Answer<Json<Done>> {
    let leaves = app.request(&id, Submission::of(&person), Request::Leave);
    leaves.await.map(Json)
}

/// As the owner, give a seat to a bot, open it, or take it.
#[utoipa::path(post, path = "/api/tables/{id}/seat", tag = "seats", params(("id" = String, Path)), request_body = SetSeat, responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem), (status = 422, body = protocol::Problem)
))]
pub async fn set_seat(
    State(app): State<App>,
    person: Person,
    At(id): At,
    Body(set): Body<SetSeat>,
) -> Answer<Json<Done>> {
    if let SeatFor::Bot(_) = set.place {
        app.may_add_bot(&person, &id).await?;
    }
    let request = Request::SetSeat(set.seat, set.place);
    let sets = app.request(&id, Submission::of(&person), request);
    sets.await.map(Json)
}

/// Say whether I am ready to start. Whoever sits down is ready; the owner can start in any case.
#[utoipa::path(post, path = "/api/tables/{id}/ready", tag = "seats", params(("id" = String, Path)), request_body = Ready, responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn ready(
    State(app): State<App>,
    person: Person,
    At(id): At,
    Body(said): Body<Ready>,
) -> Answer<Json<Done>> {
    let says = app.request(&id, Submission::of(&person), Request::Ready(said.ready));
    says.await.map(Json)
}

/// As the owner, decide whether the seats are drawn from the table's seed when the game starts.
#[utoipa::path(post, path = "/api/tables/{id}/shuffle", tag = "seats", params(("id" = String, Path)), request_body = Shuffle, responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn shuffle(
    State(app): State<App>,
    person: Person,
    At(id): At,
    Body(wish): Body<Shuffle>,
) -> Answer<Json<Done>> {
    let request = Request::Shuffle(wish.shuffle);
    let shuffles = app.request(&id, Submission::of(&person), request);
    shuffles.await.map(Json)
}

/// As the owner, start the game.
#[utoipa::path(post, path = "/api/tables/{id}/start", tag = "seats", params(("id" = String, Path)), responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn start(State(app): State<App>, person: Person, At(id): At) -> Answer<Json<Done>> {
    let starts = app.request(&id, Submission::of(&person), Request::Start);
    starts.await.map(Json)
}
