//! Requests during the game and after it.

use super::input::{At, Body, fit_key};
use crate::App;
use crate::limits::LONGEST_ACTION;
use crate::problem::{Answer, Problem};
use crate::random::table_id;
use crate::tables::Submission;
use axum::Json;
use axum::extract::State;
use kit::Seed;
use protocol::{AnswerUndo, Done, Play, Reason, Rematch, Versioned};
use table::{Person, Refused, Request, Setup, Table, TableId};

/// Carry out an action. `version` is the version of the table for which it was chosen; if it is stale, the answer contains the current state.
#[utoipa::path(post, path = "/api/tables/{id}/moves", tag = "turns", params(("id" = String, Path)), request_body = Play, responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem),
    (status = 404, body = protocol::Problem),
    (status = 409, body = protocol::Problem, description = "Stale: the problem contains the current `update`"),
    (status = 422, body = protocol::Problem, description = "The rules do not allow it; the problem contains the `rule`")
))]
pub async fn play(
    State(app): State<App>,
    person: Person,
    At(id): At,
    Body(play): Body<Play>,
) -> Answer<Json<Done>> {
    if play.action.len() > LONGEST_ACTION {
        return Err(Problem::invalid(format!(
            "an action has at most {LONGEST_ACTION} characters"
        )));
    }
    play.key.as_deref().map(fit_key).transpose()?;
    let submission = Submission {
        key: play.key,
        ..Submission::at(&person, play.version)
    };
    let plays = app.request(&id, submission, Request::Play(play.action));
    plays.await.map(Json)
}

/// Take back my last action: at once if it revealed nothing and nobody acted since, otherwise if every person at the table agrees.
#[utoipa::path(post, path = "/api/tables/{id}/undo", tag = "turns", params(("id" = String, Path)), request_body = Versioned, responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem),
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

/// Agree or disagree that another player takes back actions.
#[utoipa::path(post, path = "/api/tables/{id}/undo/answer", tag = "turns", params(("id" = String, Path)), request_body = AnswerUndo, responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem),
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

/// Resign: a bot takes over.
#[utoipa::path(post, path = "/api/tables/{id}/resign", tag = "turns", params(("id" = String, Path)), responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn resign(State(app): State<App>, person: Person, At(id): At) -> Answer<Json<Done>> {
    let resigns = app.request(&id, Submission::of(&person), Request::Resign);
    resigns.await.map(Json)
}

/// Take over from the bot again.
#[utoipa::path(post, path = "/api/tables/{id}/return", tag = "turns", params(("id" = String, Path)), responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn come_back(State(app): State<App>, person: Person, At(id): At) -> Answer<Json<Done>> {
    let returns = app.request(&id, Submission::of(&person), Request::ComeBack);
    returns.await.map(Json)
}

/// Play again with the same people and bots. Everybody who asks gets the same new table.
#[utoipa::path(post, path = "/api/tables/{id}/rematch", tag = "turns", params(("id" = String, Path)), responses(
    (status = 200, body = Rematch), (status = 401, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn rematch(State(app): State<App>, person: Person, At(id): At) -> Answer<Json<Rematch>> {
    let seed = Seed::from_bytes(app.random()?);
    let again = |table: &Table| (table.rematch().cloned(), table.again(&person.id, seed));
    if let (None, setup) = app.look_at(&id, again).await? {
        app.may_create(&person, &setup).await?;
    }
    let request = Request::Rematch(table_id(&app.config.random)?);
    let arranged = app.request(&id, Submission::of(&person), request).await;
    let refused = arranged.err();
    let may_be_announced = refused.as_ref().is_none_or(Problem::is_unknown);
    // The table is created after it was announced: if that fails, the next request creates it.
    match announced(&app, &person, &id, seed, refused).await {
        Err(problem) if problem.status() >= 500 && may_be_announced => Err(Problem::unknown()),
        done => done.map(Json),
    }
}

/// Creates the table that was announced for a rematch, by this request or another one, and returns it. `refused` is what became of this one.
async fn announced(
    app: &App,
    person: &Person,
    id: &TableId,
    seed: Seed,
    refused: Option<Problem>,
) -> Answer<Rematch> {
    let look = app.look_at(id, |table| {
        table.seat_of(&person.id).ok_or(Reason::NotSeated)?;
        Ok::<_, Refused>((table.rematch().cloned(), table.again(&person.id, seed)))
    });
    let (table, setup) = look.await??;
    let Some(table) = table else {
        return Err(refused.unwrap_or_else(|| {
            Problem::unavailable("the rematch was not arranged; please try again")
        }));
    };
    rematch_exists(app, person, &table, setup).await?;
    Ok(Rematch {
        table: table.to_string(),
    })
}

/// Creates the table of a rematch if it does not exist.
async fn rematch_exists(app: &App, person: &Person, table: &TableId, setup: Setup) -> Answer<()> {
    if app.exists(table).await? {
        return Ok(());
    }
    let setup = app.with_present_names(setup).await?;
    let setup = app.without_enemies(setup).await?;
    let made = app.create(table.clone(), setup, person).await;
    match made {
        Err(_) if app.exists(table).await? => Ok(()),
        made => made.map(drop),
    }
}
