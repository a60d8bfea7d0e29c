//! What happens while the game runs, and after it.

use super::input::{At, Body};
use crate::App;
use crate::limits::{LONGEST_ACTION, LONGEST_KEY};
use crate::problem::{Answer, Problem};
use crate::random;
use crate::tables::Submission;
use axum::Json;
use axum::extract::State;
use kit::Seed;
use protocol::{AnswerUndo, Done, Play, Reason, Rematch, Versioned};
use table::{Person, Refused, Request};

/// Act. The version says on which state of the table the action was chosen; a stale one is answered with the present state.
#[utoipa::path(post, path = "/api/tables/{id}/moves", tag = "turns", params(("id" = String, Path)), request_body = Play, responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem), (status = 403, body = protocol::Problem),
    (status = 404, body = protocol::Problem),
    (status = 409, body = protocol::Problem, description = "Stale: the problem carries the present `update`"),
    (status = 422, body = protocol::Problem, description = "The rules do not allow it; the problem names the `rule`")
))]
pub async fn play(
    State(app): State<App>,
    person: Person,
    At(id): At,
    Body(play): Body<Play>,
) -> Answer<Json<Done>> {
    if play.action.len() > LONGEST_ACTION {
        return Err(Problem::invalid(format!(
            "an action has at most {LONGEST_ACTION} letters"
        )));
    }
    let fits =
        |key: &String| (1..=LONGEST_KEY).contains(&key.len()) && !key.chars().any(char::is_control);
    if play.key.as_ref().is_some_and(|key| !fits(key)) {
        return Err(Problem::invalid(format!(
            "a key has 1 to {LONGEST_KEY} printable letters"
        )));
    }
    let submission = Submission {
        key: play.key,
        ..Submission::at(&person, play.version)
    };
    let plays = app.request(&id, submission, Request::Play(play.action));
    plays.await.map(Json)
}

/// Take back my last action: at once if it showed nothing new and nobody acted since, otherwise if every person at the table agrees.
#[utoipa::path(post, path = "/api/tables/{id}/undo", tag = "turns", params(("id" = String, Path)), request_body = Versioned, responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem), (status = 403, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn undo(
    State(app): State<App>,
    person: Person,
    At(id): At,
    Body(wanted): Body<Versioned>,
) -> Answer<Json<Done>> {
    let undoes = app.request(&id, Submission::at(&person, wanted.version), Request::Undo);
    undoes.await.map(Json)
}

/// Tell whether somebody else may take back.
#[utoipa::path(post, path = "/api/tables/{id}/undo/answer", tag = "turns", params(("id" = String, Path)), request_body = AnswerUndo, responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem), (status = 403, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn answer_undo(
    State(app): State<App>,
    person: Person,
    At(id): At,
    Body(answer): Body<AnswerUndo>,
) -> Answer<Json<Done>> {
    let request = Request::AnswerUndo(answer.agree);
    let answers = app.request(&id, Submission::at(&person, answer.version), request);
    answers.await.map(Json)
}

/// Let a bot play on for me.
#[utoipa::path(post, path = "/api/tables/{id}/resign", tag = "turns", params(("id" = String, Path)), responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem), (status = 403, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn resign(State(app): State<App>, person: Person, At(id): At) -> Answer<Json<Done>> {
    let resigns = app.request(&id, Submission::of(&person), Request::Resign);
    resigns.await.map(Json)
}

/// Play for myself again.
#[utoipa::path(post, path = "/api/tables/{id}/return", tag = "turns", params(("id" = String, Path)), responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem), (status = 403, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn come_back(State(app): State<App>, person: Person, At(id): At) -> Answer<Json<Done>> {
    let returns = app.request(&id, Submission::of(&person), Request::ComeBack);
    returns.await.map(Json)
}

/// Play again with the same people and bots, at a new table that is the same for everybody who asks.
#[utoipa::path(post, path = "/api/tables/{id}/rematch", tag = "turns", params(("id" = String, Path)), responses(
    (status = 200, body = Rematch), (status = 401, body = protocol::Problem), (status = 403, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn rematch(State(app): State<App>, person: Person, At(id): At) -> Answer<Json<Rematch>> {
    let request = Request::Rematch(random::table_id()?);
    let arranged = app.request(&id, Submission::of(&person), request).await;
    let seed = Seed::from_bytes(random::random()?);
    let look = app.look_at(&id, |table| {
        table.seat_of(&person.id).ok_or(Reason::NotSeated)?;
        Ok::<_, Refused>((table.rematch().cloned(), table.again(&person.id, seed)))
    });
    let (table, setup) = look.await??;
    let Some(table) = table else {
        arranged?;
        return Err(Problem::unavailable(
            "the rematch was not arranged; ask again",
        ));
    };
    // The table is made after it was announced: if something goes wrong in between, the next one who asks makes it.
    if !app.exists(&table).await? {
        let made = app.create(table.clone(), setup, &person);
        if let Err(problem) = made.await
            && !app.exists(&table).await?
        {
            return Err(problem);
        }
    }
    Ok(Json(Rematch {
        table: table.to_string(),
    }))
}
