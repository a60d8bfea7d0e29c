//! What a person can do about others: block them, and report them to the host.

use super::guard::Address;
use super::input::Body;
use crate::App;
use crate::limits::{LONGEST_REPORT, MOST_BLOCKED, MOST_REPORTED};
use crate::people::is_invisible;
use crate::problem::{Answer, Problem};
use crate::store::{Block, ConductOp, Op, Report};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use kit::hexadecimal;
use protocol::{Blocked, BlockedPerson, NewReport};
use table::{Person, PersonId, TableId};

/// List the people whom I have blocked.
#[utoipa::path(get, path = "/api/me/blocked", tag = "people", responses(
    (status = 200, body = Blocked), (status = 401, body = protocol::Problem)
))]
pub async fn blocked(State(app): State<App>, person: Person) -> Answer<Json<Blocked>> {
    let blocked = app.store.blocked_by(&person.id).await?;
    let people = blocked.into_iter().map(|(id, name, since)| BlockedPerson {
        id: id.public(),
        name,
        since,
    });
    Ok(Json(Blocked {
        people: people.collect(),
    }))
}

/// Block a person: I do not see what they say, they cannot sit down at my tables and are not offered them, and their nudges do not reach me. They are not told.
#[utoipa::path(post, path = "/api/people/{id}/block", tag = "people", params(("id" = String, Path)), responses(
    (status = 204), (status = 401, body = protocol::Problem), (status = 404, body = protocol::Problem),
    (status = 409, body = protocol::Problem)
))]
pub async fn block(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
) -> Answer<StatusCode> {
    let other = app.known(&id).await?;
    if other.id == person.id {
        return Err(Problem::conflict("nobody can block themselves"));
    }
    let known = app.store.blocked_by(&person.id).await?;
    if known.iter().any(|(blocked, ..)| *blocked == other.id) {
        return Ok(StatusCode::NO_CONTENT);
    }
    if known.len() >= MOST_BLOCKED {
        return Err(Problem::conflict(format!(
            "you have blocked {MOST_BLOCKED} people; unblock somebody first"
        )));
    }
    let block = ConductOp::Block(Block {
        person: person.id.clone(),
        blocked: other.id,
        at: app.now(),
    });
    app.store.write(Op::Conduct(block)).await?;
    app.blocks.forget(&person.id);
    Ok(StatusCode::NO_CONTENT)
}

/// Block a person no longer.
#[utoipa::path(delete, path = "/api/people/{id}/block", tag = "people", params(("id" = String, Path)), responses(
    (status = 204), (status = 401, body = protocol::Problem), (status = 404, body = protocol::Problem)
))]
pub async fn unblock(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
) -> Answer<StatusCode> {
    let other = app.known(&id).await?;
    let unblock = ConductOp::Unblock(person.id.clone(), other.id);
    app.store.write(Op::Conduct(unblock)).await?;
    app.blocks.forget(&person.id);
    Ok(StatusCode::NO_CONTENT)
}

/// Report a person to the host of the site, with chat messages of theirs that I can read. Ten reports a day are taken; the person is not told.
#[utoipa::path(post, path = "/api/people/{id}/report", tag = "people", params(("id" = String, Path)), request_body = NewReport, responses(
    (status = 204), (status = 401, body = protocol::Problem), (status = 404, body = protocol::Problem),
    (status = 409, body = protocol::Problem), (status = 422, body = protocol::Problem)
))]
pub async fn report(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Address(address): Address,
    Body(new): Body<NewReport>,
) -> Answer<StatusCode> {
    let text: String = new.text.chars().filter(|c| !is_invisible(*c)).collect();
    let text = text.trim();
    let odd = |letter: char| letter.is_control() && letter != '\n';
    let length = text.chars().count();
    if length == 0 || length > LONGEST_REPORT || text.chars().any(odd) {
        return Err(Problem::invalid(format!(
            "a report has 1 to {LONGEST_REPORT} characters"
        )));
    }
    if new.messages.len() > MOST_REPORTED {
        return Err(Problem::invalid(format!(
            "a report names at most {MOST_REPORTED} messages"
        )));
    }
    let other = app.known(&id).await?;
    if other.id == person.id {
        return Err(Problem::conflict("nobody can report themselves"));
    }
    let table: Option<TableId> = match &new.table {
        Some(table) => Some(table.parse().map_err(|_| Problem::no_table())?),
        None => None,
    };
    app.are_readable(&person, &other.id, table.as_ref(), &new.messages)
        .await?;
    if !app.reports_by_address.take(address) {
        return Err(Problem::too_many("Too many reports; retry later"));
    }
    let report = ConductOp::Report(Box::new(Report {
        id: hexadecimal(&app.random::<8>()?),
        at: app.now(),
        person: person.id,
        about: other.id,
        table,
        messages: new.messages,
        said: text.to_owned(),
        closed: None,
    }));
    match app.store.write(Op::Conduct(report)).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Problem::too_many(
            "You have sent ten reports today; retry tomorrow",
        )),
    }
}

impl App {
    /// Returns an error unless the messages are the other person's, and this person may read them.
    async fn are_readable(
        &self,
        person: &Person,
        other: &PersonId,
        table: Option<&TableId>,
        numbers: &[u64],
    ) -> Answer<()> {
        let Some(table) = table else {
            return match numbers.is_empty() {
                true => Ok(()),
                false => Err(Problem::invalid("messages are those of a table; name it")),
            };
        };
        let eyes = self.look_at(table, |table| table.eyes_of(Some(&person.id)));
        let eyes = eyes.await?;
        for number in numbers {
            // Larger numbers do not fit into the store.
            let number = (*number).min(i64::MAX as u64);
            let message = self.store.message(table, number).await?;
            let own = message.filter(|message| message.person == *other);
            let readable = match own {
                Some(message) => {
                    let heard = |table: &table::Table| !table.audible([&message], eyes).is_empty();
                    self.look_at(table, heard).await?
                }
                None => false,
            };
            if !readable {
                return Err(Problem::invalid(
                    "there is no message of this person with this number",
                ));
            }
        }
        Ok(())
    }
}
