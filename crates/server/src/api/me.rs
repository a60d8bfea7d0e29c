//! Guests, their sessions and tokens.

use super::guard::{Address, over_tls};
use super::input::Body;
use crate::App;
use crate::people::{Secret, Viewer, set_cookie};
use crate::problem::{Answer, Problem};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::IntoResponse;
use protocol::{Me, Rename, SessionAbout, Sessions, Token};
use table::Person;

/// The length of a session's public name: the first digits of the hash of its secret.
pub(super) const SHOWN: usize = 16;

pub(super) fn cookie(
    app: &App,
    headers: &HeaderMap,
    secret: Option<&Secret>,
) -> Answer<HeaderValue> {
    let cookie = set_cookie(secret, over_tls(app, headers));
    cookie.parse().map_err(|_| Problem::internal())
}

/// Returns the header that prolongs the session cookie, if there is one.
pub(super) fn prolonged(app: &App, headers: &HeaderMap) -> Answer<HeaderMap> {
    let mut answer = HeaderMap::new();
    if let Some(secret) = Secret::of_cookie(headers) {
        answer.insert(SET_COOKIE, cookie(app, headers, Some(&secret))?);
    }
    Ok(answer)
}

/// Returns what a person is told of themselves.
pub(super) fn about(person: Person) -> Me {
    Me {
        id: person.id.public(),
        name: person.name,
    }
}

/// Return my name. The session cookie, if there is one, is prolonged.
#[utoipa::path(get, path = "/api/me", tag = "me", responses(
    (status = 200, body = Me), (status = 401, body = protocol::Problem)
))]
pub async fn me(
    State(app): State<App>,
    person: Person,
    headers: HeaderMap,
) -> Answer<impl IntoResponse> {
    let prolonged = prolonged(&app, &headers)?;
    Ok((prolonged, Json(about(person))))
}

/// Create a guest, or change my name.
#[utoipa::path(post, path = "/api/me", tag = "me", request_body = Rename, responses(
    (status = 200, body = Me, description = "A new guest gets a session cookie; that of others is prolonged"),
    (status = 422, body = protocol::Problem)
))]
pub async fn name_me(
    State(app): State<App>,
    Viewer(person): Viewer,
    Address(address): Address,
    headers: HeaderMap,
    Body(wanted): Body<Rename>,
) -> Answer<impl IntoResponse> {
    let mut answer = HeaderMap::new();
    let person = match person {
        Some(person) => {
            answer = prolonged(&app, &headers)?;
            app.rename(&person, &wanted.name).await?
        }
        None => {
            if !app.guests_by_address.take(address) {
                return Err(Problem::too_many("Too many new guests; retry later"));
            }
            let (person, secret) = app.welcome(&wanted.name).await?;
            answer.insert(SET_COOKIE, cookie(&app, &headers, Some(&secret))?);
            person
        }
    };
    Ok((answer, Json(about(person))))
}

/// End this session, or revoke this token. Its live streams end as well.
#[utoipa::path(delete, path = "/api/me", tag = "me", responses(
    (status = 204), (status = 401, body = protocol::Problem)
))]
pub async fn sign_out(
    State(app): State<App>,
    person: Person,
    secret: Secret,
    headers: HeaderMap,
) -> Answer<impl IntoResponse> {
    app.end_session(&person.id, &secret.hash()).await?;
    let cookie = cookie(&app, &headers, None)?;
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, cookie)]))
}

/// List my sessions and tokens.
#[utoipa::path(get, path = "/api/me/sessions", tag = "me", responses(
    (status = 200, body = Sessions), (status = 401, body = protocol::Problem)
))]
pub async fn sessions(
    State(app): State<App>,
    person: Person,
    secret: Secret,
) -> Answer<Json<Sessions>> {
    let own = secret.hash();
    let sessions = app.store.sessions(&person.id).await?;
    let about = sessions.into_iter().map(|session| SessionAbout {
        id: session.hash.chars().take(SHOWN).collect(),
        kind: session.kind,
        created: session.created,
        used: session.used,
        this: session.hash == own,
    });
    Ok(Json(Sessions {
        sessions: about.collect(),
    }))
}

/// End one of my sessions, or revoke a token.
#[utoipa::path(delete, path = "/api/me/sessions/{id}", tag = "me", params(("id" = String, Path)), responses(
    (status = 204), (status = 401, body = protocol::Problem), (status = 404, body = protocol::Problem)
))]
pub async fn end_session(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
) -> Answer<StatusCode> {
    let sessions = app.store.sessions(&person.id).await?;
    let named = |hash: &str| id.len() == SHOWN && hash.starts_with(&id);
    let session = sessions.iter().find(|session| named(&session.hash));
    let session = session.ok_or_else(|| Problem::not_found("you have no session with this id"))?;
    app.end_session(&person.id, &session.hash).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sign out everywhere else: end all my other sessions and revoke all other tokens.
#[utoipa::path(delete, path = "/api/me/sessions", tag = "me", responses(
    (status = 204), (status = 401, body = protocol::Problem)
))]
pub async fn end_other_sessions(
    State(app): State<App>,
    person: Person,
    secret: Secret,
) -> Answer<StatusCode> {
    app.end_other_sessions(&person.id, &secret).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Create a personal access token for programs. It is shown only once.
#[utoipa::path(post, path = "/api/me/token", tag = "me", responses(
    (status = 200, body = Token), (status = 401, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn token(State(app): State<App>, person: Person) -> Answer<Json<Token>> {
    let secret = app.new_session(&person, "token").await?;
    let token = secret.reveal().to_owned();
    Ok(Json(Token { token }))
}
