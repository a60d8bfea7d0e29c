//! Errors as problem documents.

use crate::random::NoRandomness;
use crate::store::StoreError;
use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use kit::{Id as _, Refusal};
use protocol::{Reason, Update};
use std::fmt;
use table::{BadAction, BadSetup, Refused};

/// A refused request, with the answer to the client.
#[derive(Debug)]
pub struct Problem(Box<protocol::Problem>);

/// The result of a request.
pub type Answer<T> = Result<T, Problem>;

impl Problem {
    fn new(status: StatusCode, kind: &str, title: &str, detail: impl ToString) -> Self {
        Problem(Box::new(protocol::Problem {
            kind: format!("/problems/{kind}"),
            status: status.as_u16(),
            title: title.to_owned(),
            detail: detail.to_string(),
            rule: None,
            reason: None,
            update: None,
        }))
    }

    /// Returns the document.
    pub fn document(&self) -> &protocol::Problem {
        &self.0
    }

    /// Returns the HTTP status.
    pub fn status(&self) -> u16 {
        self.0.status
    }

    /// Returns whether something may have been changed nevertheless.
    pub fn is_unknown(&self) -> bool {
        self.0.kind == "/problems/outcome-unknown"
    }

    /// The request is malformed.
    pub fn bad_request(detail: impl ToString) -> Self {
        let title = "Bad request";
        Self::new(StatusCode::BAD_REQUEST, "bad-request", title, detail)
    }

    /// The request has no valid session.
    pub fn no_session() -> Self {
        let detail = "send a name to POST /api/me first, and the cookie or token with each request";
        let title = "Not authenticated";
        Self::new(StatusCode::UNAUTHORIZED, "unauthenticated", title, detail)
    }

    /// A sign-in failed. The answer does not tell why, so that nobody learns what exists.
    pub fn not_signed_in() -> Self {
        let detail = "this passkey, code or link is not valid, or was used already";
        let title = "Not signed in";
        Self::new(StatusCode::FORBIDDEN, "sign-in-failed", title, detail)
    }

    /// The person is not allowed to do this.
    pub fn forbidden(detail: impl ToString) -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", "Not allowed", detail)
    }

    /// The host has banned the person.
    pub fn banned() -> Self {
        let detail = "the host of this site has excluded you";
        Self::new(StatusCode::FORBIDDEN, "banned", "Banned", detail)
    }

    /// The resource does not exist.
    pub fn not_found(detail: impl ToString) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not-found", "Not found", detail)
    }

    /// The table does not exist. Tables that are not listed are known only by their link.
    pub fn no_table() -> Self {
        Self::not_found("there is no table with this id")
    }

    /// The path does not support this method.
    pub fn wrong_method() -> Self {
        let detail = "this path does not support this method; see /api/openapi.json";
        let status = StatusCode::METHOD_NOT_ALLOWED;
        Self::new(status, "method-not-allowed", "Method not allowed", detail)
    }

    /// The table does not allow it now.
    pub fn conflict(detail: impl ToString) -> Self {
        let title = "The table does not allow this now";
        Self::new(StatusCode::CONFLICT, "conflict", title, detail)
    }

    /// The request was made for an older version; contains the current one.
    pub fn stale(update: Update) -> Self {
        let detail = format!(
            "the table has changed; it is at version {} now",
            update.version
        );
        let title = "The table has changed";
        let mut problem = Self::new(StatusCode::CONFLICT, "version-conflict", title, detail);
        problem.0.update = Some(Box::new(update));
        problem
    }

    /// The table has not reached the version that the client asked for.
    pub fn not_yet(version: u64) -> Self {
        Self::conflict(format!(
            "the table has not reached version {version}, as far as the store knows"
        ))
    }

    /// The rules of the game do not allow it.
    pub fn refused(error: &BadAction) -> Self {
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        let title = "Illegal action";
        let mut problem = Self::new(status, "illegal-action", title, error);
        if let BadAction::Refused(Refusal::Breaks(rule)) = error {
            problem.0.rule = Some((*rule).into());
        }
        problem
    }

    /// Describes a broken rule in the words of the game.
    pub fn in_words_of(mut self, game: &str) -> Self {
        let rule = self.0.rule.as_ref();
        if let Some(words) = rule.and_then(|rule| words::broken(game, &rule.key, &rule.section)) {
            self.0.detail = words;
        }
        self
    }

    /// The request is never valid, regardless of the sender and the time.
    pub fn invalid(detail: impl ToString) -> Self {
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        Self::new(status, "invalid-request", "Invalid request", detail)
    }

    /// The request is too long.
    pub fn too_large(detail: impl ToString) -> Self {
        let status = StatusCode::PAYLOAD_TOO_LARGE;
        Self::new(status, "payload-too-large", "Payload too large", detail)
    }

    /// The body is not JSON.
    pub fn not_json() -> Self {
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        let detail = "the body must be JSON, with content-type: application/json";
        Self::new(
            status,
            "unsupported-media-type",
            "Unsupported media type",
            detail,
        )
    }

    /// Too many requests.
    pub fn too_many(detail: impl ToString) -> Self {
        let status = StatusCode::TOO_MANY_REQUESTS;
        Self::new(status, "rate-limited", "Too many requests", detail)
    }

    /// The request may succeed later.
    pub fn unavailable(detail: impl ToString) -> Self {
        let status = StatusCode::SERVICE_UNAVAILABLE;
        Self::new(status, "unavailable", "Unavailable", detail)
    }

    /// The store did not confirm a change.
    pub fn unknown() -> Self {
        let status = StatusCode::SERVICE_UNAVAILABLE;
        let detail = "the store did not confirm the change: it may have been stored or not. \
            Read the table, or send the same request with the same key again";
        Self::new(status, "outcome-unknown", "Outcome unknown", detail)
    }

    /// The server failed.
    pub fn internal() -> Self {
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        let detail = "an internal error occurred; the change may have been stored or not";
        Self::new(status, "internal-error", "Internal error", detail)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.detail)
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        match &refused {
            Refused::Because(reason) => (*reason).into(),
            Refused::Action(error) => Problem::refused(error),
            Refused::NoSuchSeat { .. } => Problem::invalid(refused),
            Refused::BrokenHistory(_) | Refused::Diverged(_) => Problem::unavailable(format!(
                "{refused}; please tell the operator of this server"
            )),
            Refused::Late => Problem::conflict(refused),
        }
    }
}

impl From<Reason> for Problem {
    fn from(reason: Reason) -> Self {
        let words = words::problem(words::Language::En, reason.id()).unwrap_or(reason.id());
        let mut problem = match reason {
            Reason::NotSeated | Reason::NotOwner | Reason::Muted => Problem::forbidden(words),
            _ => Problem::conflict(words),
        };
        problem.0.reason = Some(reason);
        problem
    }
}

impl From<BadSetup> for Problem {
    fn from(error: BadSetup) -> Self {
        Problem::invalid(error)
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        // The cause is only logged: it may contain names of files and machines.
        tracing::error!(%error, "the store failed");
        match error {
            StoreError::Unknown => Problem::unknown(),
            _ => Problem::unavailable(
                "the store does not answer; nothing was changed, try again soon",
            ),
        }
    }
}

impl From<NoRandomness> for Problem {
    fn from(error: NoRandomness) -> Self {
        Problem::unavailable(error)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::BAD_REQUEST);
        let mut response = (status, Json(&self.0)).into_response();
        let headers = response.headers_mut();
        let kind = HeaderValue::from_static("application/problem+json");
        headers.insert(CONTENT_TYPE, kind);
        if matches!(self.0.status, 429 | 503) {
            headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
