//! What a person can do about others: block them, and report them to the host.

use serde::{Deserialize, Serialize};

/// The people whom I have blocked: `GET /api/me/blocked`. Nobody else is told.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Blocked {
    /// The people, the last one first.
    pub people: Vec<BlockedPerson>,
}

/// A person whom I have blocked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BlockedPerson {
    /// The public id.
    pub id: String,
    /// The present name.
    pub name: String,
    /// When I blocked them, in milliseconds since 1970.
    pub since: u64,
}

/// A report of a person to the host of the site: `POST /api/people/{id}/report`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// What happened, for the host to read.
    pub text: String,
    /// The id of the table where it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// The numbers of the person's chat messages at that table that the host is to read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(max_items = 20))]
    pub messages: Vec<u64>,
}
