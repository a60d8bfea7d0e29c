//! My account: how I sign in again, and the end of it. A token of a program can do none of this.

use super::input::Body;
use super::me::{SHOWN, cookie, prolonged};
use crate::App;
use crate::orders::Order;
use crate::passkeys::Site;
use crate::people::SESSION_LIFE;
use crate::problem::{Answer, Problem};
use crate::sign_in::user_handle;
use crate::store::{Op, Passkey};
use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::header::{AUTHORIZATION, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use kit::hexadecimal;
use protocol::{
    AccountAbout, Codes, DeviceLink, NewPasskey, PasskeyAbout, PasskeyChallenge, Privacy,
};
use sha2::{Digest as _, Sha256};
use std::time::Duration;
use table::Person;

/// How long a request waits until all names are deleted; a server goes on with it afterwards.
const PATIENCE: Duration = Duration::from_secs(10);
/// A day, in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1000;

/// The person of a browser's session.
pub struct Browser(Person);

impl FromRequestParts<App> for Browser {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<Self> {
        if parts.headers.contains_key(AUTHORIZATION) {
            return Err(Problem::forbidden(
                "a token cannot change how somebody signs in; do it in the browser",
            ));
        }
        Person::from_request_parts(parts, app).await.map(Browser)
    }
}

/// Returns the public id of a passkey.
fn shown(passkey: &Passkey) -> String {
    let hash = hexadecimal(&Sha256::digest(&passkey.id));
    hash.chars().take(SHOWN).collect()
}

fn about(passkey: &Passkey) -> PasskeyAbout {
    PasskeyAbout {
        id: shown(passkey),
        name: passkey.name.clone(),
        created: passkey.created,
        used: passkey.used,
    }
}

fn site(app: &App, headers: &HeaderMap) -> Answer<Site> {
    Site::of(app, headers).ok_or_else(|| {
        Problem::conflict("browsers offer passkeys only at a domain name over TLS, or at localhost")
    })
}

/// Return what is kept of me besides my sessions. The session cookie, if there is one, is prolonged.
#[utoipa::path(get, path = "/api/me/account", tag = "account", responses(
    (status = 200, body = AccountAbout), (status = 401, body = protocol::Problem)
))]
pub async fn account(
    State(app): State<App>,
    person: Person,
    headers: HeaderMap,
) -> Answer<impl IntoResponse> {
    let passkeys = app.store.passkeys(&person.id).await?;
    let codes = app.store.codes_of(&person.id).await?;
    let unfinished = app.store.unfinished_tables_of(&person.id).await?;
    let known = app.store.person(&person.id).await?;
    let about = AccountAbout {
        name: person.name,
        created: known.map_or(0, |(_, created)| created),
        kept: !passkeys.is_empty() || codes > 0,
        passkeys: passkeys.iter().map(about).collect(),
        codes: codes.try_into().unwrap_or(u32::MAX),
        unfinished: unfinished.len().try_into().unwrap_or(u32::MAX),
        passkeys_work: Site::of(&app, &headers).is_some(),
    };
    Ok((prolonged(&app, &headers)?, Json(about)))
}

/// Delete me: my sessions, passkeys and recovery codes, and my name wherever I played or wrote. A bot plays on for me.
#[utoipa::path(delete, path = "/api/me/account", tag = "account", responses(
    (status = 204, description = "Stored; a server completes it within seconds, even if this one stops"),
    (status = 401, body = protocol::Problem)
))]
pub async fn delete_account(
    State(app): State<App>,
    Browser(person): Browser,
    headers: HeaderMap,
) -> Answer<impl IntoResponse> {
    let (id, order) = app.order(&Order::DeletePerson { person: person.id })?;
    app.store.write(order).await?;
    app.wait_for_order(&id, PATIENCE).await;
    let cookie = cookie(&app, &headers, None)?;
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, cookie)]))
}

/// Begin to make a passkey. The challenge works once, for five minutes.
#[utoipa::path(post, path = "/api/me/passkeys/challenge", tag = "account", responses(
    (status = 200, body = PasskeyChallenge), (status = 401, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn passkey_challenge(
    State(app): State<App>,
    Browser(person): Browser,
    headers: HeaderMap,
) -> Answer<Json<PasskeyChallenge>> {
    let site = site(&app, &headers)?;
    let known = app.may_add_passkey(&person.id).await?;
    Ok(Json(PasskeyChallenge {
        challenge: app.new_challenge(Some(&person.id)).await?,
        rp: site.domain,
        user: user_handle(&person.id),
        name: person.name,
        known: known.into_iter().map(|passkey| passkey.id).collect(),
    }))
}

/// Add a passkey, with which I can sign in on any device that has it.
#[utoipa::path(post, path = "/api/me/passkeys", tag = "account", request_body = NewPasskey, responses(
    (status = 200, body = PasskeyAbout), (status = 401, body = protocol::Problem), (status = 409, body = protocol::Problem)
))]
pub async fn add_passkey(
    State(app): State<App>,
    Browser(person): Browser,
    headers: HeaderMap,
    Body(new): Body<NewPasskey>,
) -> Answer<Json<PasskeyAbout>> {
    let site = site(&app, &headers)?;
    let passkey = app.add_passkey(&person.id, &site, &new).await?;
    Ok(Json(about(&passkey)))
}

/// Remove one of my passkeys. Sessions that were begun with it go on.
#[utoipa::path(delete, path = "/api/me/passkeys/{id}", tag = "account", params(("id" = String, Path)), responses(
    (status = 204), (status = 401, body = protocol::Problem), (status = 404, body = protocol::Problem)
))]
pub async fn remove_passkey(
    State(app): State<App>,
    Browser(person): Browser,
    Path(id): Path<String>,
) -> Answer<StatusCode> {
    let passkeys = app.store.passkeys(&person.id).await?;
    let passkey = passkeys.into_iter().find(|passkey| shown(passkey) == id);
    let passkey = passkey.ok_or_else(|| Problem::not_found("you have no passkey with this id"))?;
    app.store
        .write(Op::RemovePasskey(person.id, passkey.id))
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Make eight recovery codes, each of which signs in once. They are shown only now, and earlier ones are void.
#[utoipa::path(post, path = "/api/me/codes", tag = "account", responses(
    (status = 200, body = Codes), (status = 401, body = protocol::Problem)
))]
pub async fn codes(State(app): State<App>, Browser(person): Browser) -> Answer<Json<Codes>> {
    let codes = app.new_codes(&person.id).await?;
    Ok(Json(Codes { codes }))
}

/// Make a link that signs in another device once, within ten minutes. An earlier one is void.
#[utoipa::path(post, path = "/api/me/link", tag = "account", responses(
    (status = 200, body = DeviceLink), (status = 401, body = protocol::Problem)
))]
pub async fn device_link(
    State(app): State<App>,
    Browser(person): Browser,
) -> Answer<Json<DeviceLink>> {
    let (link, expires) = app.new_link(&person.id).await?;
    Ok(Json(DeviceLink { link, expires }))
}

/// Return how long this server keeps data.
#[utoipa::path(get, path = "/api/privacy", tag = "account", responses((status = 200, body = Privacy)))]
pub async fn privacy(State(app): State<App>) -> Json<Privacy> {
    let kept = &app.config.retention;
    Json(Privacy {
        guests: kept.guests,
        sessions: (SESSION_LIFE / DAY).try_into().unwrap_or(u32::MAX),
        waiting: kept.waiting,
        running: kept.running,
        finished: kept.finished,
        archive: kept.archive.is_some(),
    })
}
