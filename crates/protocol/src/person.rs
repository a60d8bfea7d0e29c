//! The person who sends a request.

use serde::{Deserialize, Serialize};

/// The name of people who have deleted their data, wherever they had played or written. Nobody else can have it.
pub const DELETED: &str = "deleted player";

/// The person behind a session.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Me {
    /// The public name.
    pub name: String,
    /// The public id, as in the address of the profile.
    #[serde(default)]
    pub id: String,
}

/// A name. `POST /api/me` creates a guest if there is no session, and otherwise renames the person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The new public name.
    pub name: String,
}

/// My sessions: `GET /api/me/sessions`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sessions {
    /// The sessions, the most recently used first.
    pub sessions: Vec<SessionAbout>,
}

/// A session of a browser, or a token of a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SessionAbout {
    /// The id, by which it can be ended.
    pub id: String,
    /// `cookie` or `token`.
    pub kind: String,
    /// When it was created, in milliseconds since 1970.
    pub created: u64,
    /// When it was last used, up to a day.
    pub used: u64,
    /// Whether it is the one that asks.
    pub this: bool,
}

/// A personal access token for programs, sent as `Authorization: Bearer …`. It is shown only once.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Token {
    /// The token.
    pub token: String,
}
