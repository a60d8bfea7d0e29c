//! What happens while the game runs, and after it.

use super::input::{At, Body};
use super::seats::wish;
use crate::App;
use crate::entry::Setting;
use crate::ids::{self, TableId};
use crate::limits::{LONGEST_ACTION, LONGEST_KEY};
use crate::people::Person;
use crate::problem::{Answer, Problem};
use crate::sitting::Cannot;
use crate::tables::Wish;
use axum::Json;
use axum::extract::State;
use kit::Seed;
use protocol::{AnswerUndo, Done, Play, Rematch, Versioned};

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
        return Err(Problem::unfit(format!(
            "an action has at most {LONGEST_ACTION} letters"
        )));
    }
    let fits =
        |key: &String| (1..=LONGEST_KEY).contains(&key.len()) && !key.chars().any(char::is_control);
    if play.key.as_ref().is_some_and(|key| !fits(key)) {
        return Err(Problem::unfit(format!(
            "a key has 1 to {LONGEST_KEY} printable letters"
        )));
    }
    let wish = Wish {
        by: Some(person.clone()),
        version: Some(play.version),
        key: play.key,
    };
    let plays = app.change(&id, wish, move |sitting| {
        sitting.wants_to_play(&person.id, play.action)
    });
    plays.await.map(Json)
}

fn versioned(person: &Person, version: u64) -> Wish {
    Wish {
        version: Some(version),
        ..wish(person)
    }
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
    let wish = versioned(&person, wanted.version);
    let undoes = app.change(&id, wish, move |sitting| sitting.wants_to_undo(&person.id));
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
    let wish = versioned(&person, answer.version);
    let answers = app.change(&id, wish, move |sitting| {
        sitting.wants_to_answer(&person.id, answer.agree)
    });
    answers.await.map(Json)
}

/// Let a bot play on for me.
#[utoipa::path(post, path = "/api/tables/{id}/resign", tag = "turns", params(("id" = String, Path)), responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem), (status = 403, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn resign(State(app): State<App>, person: Person, At(id): At) -> Answer<Json<Done>> {
    let wish = wish(&person);
    let resigns = app.change(&id, wish, move |sitting| {
        sitting.wants_to_resign(&person.id)
    });
    resigns.await.map(Json)
}

/// Play for myself again.
#[utoipa::path(post, path = "/api/tables/{id}/return", tag = "turns", params(("id" = String, Path)), responses(
    (status = 200, body = Done), (status = 401, body = protocol::Problem), (status = 403, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn come_back(State(app): State<App>, person: Person, At(id): At) -> Answer<Json<Done>> {
    let wish = wish(&person);
    let returns = app.change(&id, wish, move |sitting| {
        sitting.wants_to_come_back(&person.id)
    });
    returns.await.map(Json)
}

/// Play again with the same people and bots, at a new table that is the same for everybody who asks.
#[utoipa::path(post, path = "/api/tables/{id}/rematch", tag = "turns", params(("id" = String, Path)), responses(
    (status = 200, body = Rematch), (status = 401, body = protocol::Problem), (status = 403, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn rematch(State(app): State<App>, person: Person, At(id): At) -> Answer<Json<Rematch>> {
    let wanted = TableId::random()?;
    let (who, fresh) = (person.id.clone(), wanted.clone());
    let arranged = app.change(&id, wish(&person), move |sitting| {
        sitting.wants_rematch(&who, fresh)
    });
    let arranged = arranged.await.map(drop);
    let look = app.look_at(&id, |sitting| {
        sitting.seat_of(&person.id).ok_or(Cannot::NotSeated)?;
        let sitters = sitting.seats().map(|(_, sitter, _)| sitter.clone());
        let setting = Setting {
            seats: sitters.collect(),
            owner: person.id.clone(),
            ..sitting.setting().clone()
        };
        Ok::<_, Cannot>((sitting.rematch().cloned(), setting))
    });
    let (table, setting) = look.await??;
    let Some(table) = table else {
        arranged?;
        return Err(Problem::unavailable(
            "the rematch was not arranged; ask again",
        ));
    };
    // The table is made after it was announced: if something goes wrong in between, the next one who asks makes it.
    if !app.exists(&table).await? {
        let seed = Seed::from_bytes(ids::random()?);
        let made = app.create(table.clone(), Setting { seed, ..setting }, &person);
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
