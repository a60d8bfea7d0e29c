//! Contacts: where a person is told that it is their turn while they are not here.

use serde::{Deserialize, Serialize};

/// My contacts: `GET /api/me/contacts`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Contacts {
    /// The key of this site that a browser needs to subscribe, as `applicationServerKey`.
    pub push_key: Option<String>,
    /// Whether this site sends mail.
    pub mail: bool,
    /// The contacts, the oldest first.
    pub contacts: Vec<ContactAbout>,
}

/// A contact.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ContactAbout {
    /// The id, by which it can be removed.
    pub id: String,
    /// What it is.
    pub kind: ContactKind,
    /// The mail address, or where a browser or a webhook is: only the host of its URL, because the rest is a secret.
    pub target: String,
    /// When nobody is told.
    pub quiet: Option<Quiet>,
    /// Whether it is told. A mail address has to be confirmed first.
    pub confirmed: bool,
    /// When it was added, in milliseconds since 1970.
    pub created: u64,
}

/// What a contact is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ContactKind {
    /// A browser.
    Push,
    /// A mail address.
    Mail,
    /// The webhook of a table.
    Webhook,
}

/// A new contact. One that exists is told in the new manner.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewContact {
    /// A browser that has subscribed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub push: Option<Subscription>,
    /// A mail address. A code is sent there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mail: Option<String>,
    /// The tag of the language: `en`, `de` or `ru`.
    pub language: String,
    /// When nobody is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiet: Option<Quiet>,
}

/// A browser's subscription to messages of this site, as the Push API gives it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Subscription {
    /// The URL of the push service for this browser.
    pub endpoint: String,
    /// The browser's public key.
    pub p256dh: String,
    /// The browser's secret.
    pub auth: String,
}

/// The hours of each day in which nobody is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Quiet {
    /// Their first minute of the day, from 0 to 1439.
    #[cfg_attr(feature = "openapi", schema(maximum = 1439))]
    pub from: u16,
    /// The first minute of the day after them.
    #[cfg_attr(feature = "openapi", schema(maximum = 1439))]
    pub until: u16,
    /// How many minutes the person's clock is ahead of UTC.
    #[cfg_attr(feature = "openapi", schema(minimum = -1440, maximum = 1440))]
    pub offset: i16,
}

/// The hours in which none of my contacts is told; none if they are omitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SetQuiet {
    /// The hours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiet: Option<Quiet>,
}

/// The code that was sent to a mail address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ConfirmContact {
    /// Eight digits.
    pub code: String,
}

/// A new webhook of a table. Its URL gets a JSON object with the text as `content` and `text`, as Discord and Slack expect.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewWebhook {
    /// Where every turn is posted.
    pub url: String,
    /// The tag of the language: `en`, `de` or `ru`.
    pub language: String,
}

/// The webhooks of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Webhooks {
    /// The webhooks, the oldest first.
    pub webhooks: Vec<ContactAbout>,
}
