//! Accounts: how a person signs in without a password, and what is stored of them.
//!
//! Binary values are base64url without padding, as browsers give them.

use serde::{Deserialize, Serialize};

/// What is kept of me besides my sessions: `GET /api/me/account`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountAbout {
    /// My public name.
    pub name: String,
    /// When I first came, in milliseconds since 1970.
    pub created: u64,
    /// Whether I can sign in again: otherwise I am a guest, known to this browser alone.
    pub kept: bool,
    /// My passkeys, the oldest first.
    pub passkeys: Vec<PasskeyAbout>,
    /// The number of my unused recovery codes.
    pub codes: u32,
    /// The number of my unfinished tables.
    pub unfinished: u32,
    /// Whether browsers can use passkeys at this address: it has a domain name, and TLS unless it is `localhost`.
    pub passkeys_work: bool,
}

/// One of my passkeys.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PasskeyAbout {
    /// The id, by which it can be removed.
    pub id: String,
    /// Its name.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// When it was last used.
    pub used: u64,
}

/// What a browser needs to make a passkey: `POST /api/me/passkeys/challenge`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PasskeyChallenge {
    /// The challenge.
    pub challenge: String,
    /// The id of the site.
    pub rp: String,
    /// The id of the account for the authenticator.
    pub user: String,
    /// My public name.
    pub name: String,
    /// The ids of my passkeys: their devices need no second one.
    pub known: Vec<String>,
}

/// A new passkey, as `navigator.credentials.create` returns it: `POST /api/me/passkeys`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewPasskey {
    /// A name for it, such as that of the device.
    pub name: String,
    /// `response.clientDataJSON`.
    pub client_data: String,
    /// `response.getAuthenticatorData()`.
    pub authenticator_data: String,
}

/// What a browser needs to sign in with a passkey: `POST /api/sign-in/challenge`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SignInChallenge {
    /// The challenge.
    pub challenge: String,
    /// The id of the site.
    pub rp: String,
}

/// An answer of `navigator.credentials.get`: `POST /api/sign-in/passkey`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PasskeySignIn {
    /// `id`.
    pub id: String,
    /// `response.clientDataJSON`.
    pub client_data: String,
    /// `response.authenticatorData`.
    pub authenticator_data: String,
    /// `response.signature`.
    pub signature: String,
    /// `response.userHandle`.
    #[serde(default)]
    pub user: Option<String>,
    /// Whether the tables of the guest who signs in become those of the account.
    #[serde(default)]
    pub take_along: bool,
}

/// New recovery codes; earlier ones are void: `POST /api/me/codes`. They are shown only once.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Codes {
    /// The codes, each of which works once.
    pub codes: Vec<String>,
}

/// Sign in by a recovery code: `POST /api/sign-in/code`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CodeSignIn {
    /// The code; case, spaces and hyphens do not matter.
    pub code: String,
    /// Whether the tables of the guest who signs in become those of the account.
    #[serde(default)]
    pub take_along: bool,
}

/// A secret that signs in another device once: `POST /api/me/link`. An earlier one is void.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeviceLink {
    /// The secret; the page opens `/continue#SECRET`.
    pub link: String,
    /// When it ends, in milliseconds since 1970.
    pub expires: u64,
}

/// Whose account a link signs in to: `POST /api/sign-in/link/owner`. Uses nothing up.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Which {
    /// The secret.
    pub link: String,
}

/// Sign in by a link of another device: `POST /api/sign-in/link`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LinkSignIn {
    /// The secret.
    pub link: String,
    /// Whether the tables of the guest who signs in become those of the account.
    #[serde(default)]
    pub take_along: bool,
}

/// How long this server keeps data: `GET /api/privacy`. In days without use or change; 0 for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Privacy {
    /// Guests without a passkey and recovery codes, who sit at no unfinished table.
    pub guests: u32,
    /// Sessions.
    pub sessions: u32,
    /// Tables that have not started.
    pub waiting: u32,
    /// Tables at play.
    pub running: u32,
    /// Tables whose game is over.
    pub finished: u32,
    /// Whether the host keeps the records of finished games after their tables are deleted.
    pub archive: bool,
}
