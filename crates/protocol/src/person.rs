//! The person who sends a request.

use serde::{Deserialize, Serialize};

/// The person behind a session.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Me {
    /// The public name.
    pub name: String,
}

/// A name. `POST /api/me` creates a guest if there is no session, and otherwise renames the person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The new public name.
    pub name: String,
}

/// A personal access token for programs, sent as `Authorization: Bearer …`. It is shown only once.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Token {
    /// The token.
    pub token: String,
}
