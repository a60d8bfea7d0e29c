//! Signing in. Whatever is wrong, the answer is the same: nobody learns what exists.

use super::guard::Address;
use super::input::Body;
use super::me::{about, cookie};
use crate::App;
use crate::passkeys::Site;
use crate::people::Secret;
use crate::problem::{Answer, Problem};
use crate::sign_in::Before;
use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use protocol::{CodeSignIn, LinkSignIn, Me, PasskeySignIn, SignInChallenge, Which};
use table::Person;

/// A request whose address may try to sign in.
pub struct Attempt;

impl FromRequestParts<App> for Attempt {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<Self> {
        let Address(address) = Address::from_request_parts(parts, app).await?;
        match app.sign_ins_by_address.take(address) {
            true => Ok(Attempt),
            false => Err(Problem::too_many(
                "Too many attempts to sign in; retry later",
            )),
        }
    }
}

/// Returns whoever the browser is before it signs in.
async fn before(app: &App, headers: &HeaderMap, take_along: bool) -> Answer<Before> {
    let session = match Secret::of_cookie(headers) {
        Some(secret) => app.person(&secret).await?.map(|person| (person, secret)),
        None => None,
    };
    Ok(Before {
        session,
        take_along,
    })
}

fn signed_in(
    app: &App,
    headers: &HeaderMap,
    (person, secret): (Person, Secret),
) -> Answer<Response> {
    let cookie = cookie(app, headers, Some(&secret))?;
    Ok(([(SET_COOKIE, cookie)], Json(about(person))).into_response())
}

/// Begin to sign in with a passkey. The challenge works once, for five minutes.
#[utoipa::path(post, path = "/api/sign-in/challenge", tag = "sign-in", responses(
    (status = 200, body = SignInChallenge)
))]
pub async fn sign_in_challenge(
    State(app): State<App>,
    _: Attempt,
    headers: HeaderMap,
) -> Answer<Json<SignInChallenge>> {
    let site = Site::of(&app, &headers).ok_or_else(Problem::not_signed_in)?;
    Ok(Json(SignInChallenge {
        challenge: app.new_challenge(None).await?,
        rp: site.domain,
    }))
}

/// Sign in with a passkey.
#[utoipa::path(post, path = "/api/sign-in/passkey", tag = "sign-in", request_body = PasskeySignIn, responses(
    (status = 200, body = Me, description = "With a session cookie; the session before ends")
))]
pub async fn sign_in_by_passkey(
    State(app): State<App>,
    _: Attempt,
    headers: HeaderMap,
    Body(answer): Body<PasskeySignIn>,
) -> Answer<Response> {
    let site = Site::of(&app, &headers).ok_or_else(Problem::not_signed_in)?;
    let before = before(&app, &headers, answer.take_along).await?;
    let session = app.sign_in_by_passkey(&site, &answer, before).await?;
    signed_in(&app, &headers, session)
}

/// Sign in by a recovery code, which is used up.
#[utoipa::path(post, path = "/api/sign-in/code", tag = "sign-in", request_body = CodeSignIn, responses(
    (status = 200, body = Me, description = "With a session cookie; the session before ends")
))]
pub async fn sign_in_by_code(
    State(app): State<App>,
    _: Attempt,
    headers: HeaderMap,
    Body(wanted): Body<CodeSignIn>,
) -> Answer<Response> {
    let before = before(&app, &headers, wanted.take_along).await?;
    let session = app.sign_in_by_code(&wanted.code, before).await?;
    signed_in(&app, &headers, session)
}

/// Return whose account a link signs in to. The link is not used up.
#[utoipa::path(post, path = "/api/sign-in/link/owner", tag = "sign-in", request_body = Which, responses(
    (status = 200, body = Me)
))]
pub async fn owner_of_link(
    State(app): State<App>,
    _: Attempt,
    Body(which): Body<Which>,
) -> Answer<Json<Me>> {
    let person = app.owner_of_link(&which.link).await?;
    Ok(Json(about(person)))
}

/// Sign in by a link of another device, which is used up.
#[utoipa::path(post, path = "/api/sign-in/link", tag = "sign-in", request_body = LinkSignIn, responses(
    (status = 200, body = Me, description = "With a session cookie; the session before ends")
))]
pub async fn sign_in_by_link(
    State(app): State<App>,
    _: Attempt,
    headers: HeaderMap,
    Body(wanted): Body<LinkSignIn>,
) -> Answer<Response> {
    let before = before(&app, &headers, wanted.take_along).await?;
    let session = app.sign_in_by_link(&wanted.link, before).await?;
    signed_in(&app, &headers, session)
}
