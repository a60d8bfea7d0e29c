//! Who asks.

use serde::{Deserialize, Serialize};

/// The person behind a session.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Me {
    /// The name that others see.
    pub name: String,
}

/// A name: `POST /api/me` makes a guest of whoever has no session, and renames whoever has one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The name that others shall see.
    pub name: String,
}

/// A personal access token for programs, to be sent as `Authorization: Bearer …`. It is shown once.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Token {
    /// The token.
    pub token: String,
}
