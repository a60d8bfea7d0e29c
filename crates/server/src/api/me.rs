//! Guests, their sessions and tokens.

use super::guard::over_tls;
use super::input::Body;
use crate::App;
use crate::people::{COOKIE_NAME, Secret, Viewer};
use crate::problem::{Answer, Problem};
use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use protocol::{Me, Rename, Token};
use table::Person;

/// A year, in seconds.
const YEAR: u32 = 365 * 24 * 60 * 60;

/// Return my name.
#[utoipa::path(get, path = "/api/me", tag = "me", responses(
    (status = 200, body = Me), (status = 401, body = protocol::Problem)
))]
pub async fn me(person: Person) -> Json<Me> {
    Json(Me { name: person.name })
}

/// Create a guest, or change my name.
#[utoipa::path(post, path = "/api/me", tag = "me", request_body = Rename, responses(
    (status = 200, body = Me, description = "A new guest also gets a session cookie"),
    (status = 422, body = protocol::Problem)
))]
pub async fn name_me(
    State(app): State<App>,
    Viewer(person): Viewer,
    headers: HeaderMap,
    Body(wanted): Body<Rename>,
) -> Answer<impl IntoResponse> {
    let mut answer = HeaderMap::new();
    let person = match person {
        Some(person) => app.rename(&person, &wanted.name).await?,
        None => {
            let (person, secret) = app.welcome(&wanted.name).await?;
            let secure = if over_tls(&app, &headers) {
                "; Secure"
            } else {
                ""
            };
            let secret = secret.reveal();
            let cookie = format!(
                "{COOKIE_NAME}={secret}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}"
            );
            let cookie = cookie.parse().map_err(|_| Problem::internal())?;
            answer.insert(SET_COOKIE, cookie);
            person
        }
    };
    Ok((answer, Json(Me { name: person.name })))
}

/// End this session, or revoke this token.
#[utoipa::path(delete, path = "/api/me", tag = "me", responses(
    (status = 204), (status = 401, body = protocol::Problem)
))]
pub async fn sign_out(
    State(app): State<App>,
    person: Person,
    headers: HeaderMap,
) -> Answer<impl IntoResponse> {
    let secret = Secret::of(&headers).ok_or_else(Problem::no_session)?;
    app.end_session(&person, &secret).await?;
    let cookie = format!("{COOKIE_NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, cookie)]))
}

/// Create a personal access token for programs. It is shown only once.
#[utoipa::path(post, path = "/api/me/token", tag = "me", responses(
    (status = 200, body = Token), (status = 401, body = protocol::Problem)
))]
pub async fn token(State(app): State<App>, person: Person) -> Answer<Json<Token>> {
    let secret = app.new_session(&person, "token").await?;
    let token = secret.reveal().to_owned();
    Ok(Json(Token { token }))
}
