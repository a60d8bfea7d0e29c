//! Passkeys: what a browser sends of an authenticator, checked as the standard WebAuthn (Level 2, sections 7.1 and 7.2) demands.
//!
//! One algorithm, ES256, which every authenticator offers, and no attestation: who made an authenticator does not matter here. In authenticator data the public
//! key has one encoding only (CTAP2 canonical CBOR), so that it is compared with that instead of being parsed.

use crate::App;
use crate::api::guard::over_tls;
use crate::problem::Problem;
use axum::http::HeaderMap;
use axum::http::header::HOST;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Verifier as _;
use p256::ecdsa::{Signature, VerifyingKey};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use std::net::IpAddr;

/// The maximum length of a credential's id, in bytes.
const LONGEST_ID: usize = 1023;
/// The maximum length of a text in base64url.
const LONGEST_TEXT: usize = 8 * 1024;
/// The flags of authenticator data: somebody was present, and was verified; a credential is included; extensions follow.
const PRESENT: u8 = 0x01;
const VERIFIED: u8 = 0x04;
const CREDENTIAL: u8 = 0x40;
const EXTENSIONS: u8 = 0x80;
/// The encoding of a public key of P-256 for ES256, before and between its two coordinates.
const BEFORE_X: &[u8] = &[0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 0x20];
const BEFORE_Y: &[u8] = &[0x22, 0x58, 0x20];

/// Why something is not what an authenticator would send here. For programs that test; people are told nothing of it when they sign in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfit {
    /// Not base64url, or too long.
    #[error("a value is not base64url, or too long")]
    Text,
    /// The client data cannot be read.
    #[error("the client data cannot be read")]
    ClientData,
    /// The client data is for another purpose.
    #[error("the client data has another type")]
    Type,
    /// The client data comes from another site.
    #[error("the client data has another origin")]
    Origin,
    /// The authenticator data cannot be read.
    #[error("the authenticator data cannot be read")]
    AuthenticatorData,
    /// The credential belongs to another site.
    #[error("the credential belongs to another site")]
    Site,
    /// Nobody was present, or was verified.
    #[error("the authenticator has not verified that somebody is there")]
    Unverified,
    /// The public key is none of P-256.
    #[error("the public key is none for ES256")]
    Key,
    /// The signature is not of this key, or over something else.
    #[error("the signature is wrong")]
    Signature,
}

impl From<Unfit> for Problem {
    fn from(unfit: Unfit) -> Self {
        Problem::invalid(unfit)
    }
}

/// Returns the bytes of a text in base64url.
pub fn bytes(text: &str) -> Result<Vec<u8>, Unfit> {
    match text.len() <= LONGEST_TEXT {
        true => URL_SAFE_NO_PAD.decode(text).map_err(|_| Unfit::Text),
        false => Err(Unfit::Text),
    }
}

/// Returns bytes as base64url.
pub fn text(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The site as browsers see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// Its domain, to which credentials belong.
    pub domain: String,
    /// The origins of its pages.
    origins: Vec<String>,
}

impl Site {
    /// Returns the site of a request, or `None` if browsers offer no passkeys there.
    pub fn of(app: &App, headers: &HeaderMap) -> Option<Self> {
        if let Some(origin) = &app.config.origin {
            let (scheme, authority) = origin.split_once("://")?;
            return Site::at(authority, &[scheme]);
        }
        let host = headers.get(HOST)?.to_str().ok()?;
        match over_tls(app, headers) {
            true => Site::at(host, &["https"]),
            // A proxy that nobody told of may add TLS: browsers offer passkeys only there.
            false => Site::at(host, &["https", "http"]),
        }
    }

    fn at(authority: &str, schemes: &[&str]) -> Option<Self> {
        let authority = authority.to_ascii_lowercase();
        let (domain, port) = authority.split_once(':').unwrap_or((&authority, "0"));
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b".-".contains(&byte);
        let is_domain = !domain.is_empty()
            && domain.bytes().all(is_name)
            && domain.parse::<IpAddr>().is_err()
            && port.parse::<u16>().is_ok();
        let is_local = domain == "localhost" || domain.ends_with(".localhost");
        let safe = schemes
            .iter()
            .filter(|scheme| **scheme == "https" || (**scheme == "http" && is_local));
        let origins: Vec<String> = safe
            .map(|scheme| format!("{scheme}://{authority}"))
            .collect();
        (is_domain && !origins.is_empty()).then(|| Site {
            domain: domain.to_owned(),
            origins,
        })
    }
}

/// What the authenticator was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A new credential.
    Create,
    /// A signature.
    Get,
}

#[derive(Deserialize)]
struct ClientData {
    #[serde(rename = "type")]
    kind: String,
    challenge: String,
    origin: String,
    #[serde(default, rename = "crossOrigin")]
    cross_origin: bool,
}

/// Checks the client data. Returns the challenge, which is still to be checked.
pub fn challenge(client_data: &[u8], purpose: Purpose, site: &Site) -> Result<String, Unfit> {
    let data: ClientData = serde_json::from_slice(client_data).map_err(|_| Unfit::ClientData)?;
    let kind = match purpose {
        Purpose::Create => "webauthn.create",
        Purpose::Get => "webauthn.get",
    };
    if data.kind != kind {
        return Err(Unfit::Type);
    }
    match site.origins.contains(&data.origin) && !data.cross_origin {
        true => Ok(data.challenge),
        false => Err(Unfit::Origin),
    }
}

/// The part of authenticator data that both purposes have.
struct AuthenticatorData<'a> {
    flags: u8,
    counter: u32,
    rest: &'a [u8],
}

impl<'a> AuthenticatorData<'a> {
    fn read(data: &'a [u8], site: &Site) -> Result<Self, Unfit> {
        let (site_hash, data) = data
            .split_first_chunk::<32>()
            .ok_or(Unfit::AuthenticatorData)?;
        let (flags, data) = data.split_first().ok_or(Unfit::AuthenticatorData)?;
        let (counter, rest) = data.split_first_chunk().ok_or(Unfit::AuthenticatorData)?;
        if site_hash[..] != Sha256::digest(&site.domain)[..] {
            return Err(Unfit::Site);
        }
        if flags & PRESENT == 0 || flags & VERIFIED == 0 {
            return Err(Unfit::Unverified);
        }
        Ok(AuthenticatorData {
            flags: *flags,
            counter: u32::from_be_bytes(*counter),
            rest,
        })
    }

    /// Nothing follows but extensions, if they are announced. They say nothing that is needed here.
    fn ends(&self, rest: &[u8]) -> Result<(), Unfit> {
        match rest.is_empty() == (self.flags & EXTENSIONS == 0) {
            true => Ok(()),
            false => Err(Unfit::AuthenticatorData),
        }
    }
}

/// A new credential.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Credential {
    /// Its id.
    pub id: Vec<u8>,
    /// Its public key: an uncompressed point.
    pub public_key: Vec<u8>,
    /// The authenticator's counter of signatures.
    pub counter: u32,
}

/// Reads the credential in the authenticator data of a new passkey.
pub fn created(data: &[u8], site: &Site) -> Result<Credential, Unfit> {
    let data = AuthenticatorData::read(data, site)?;
    if data.flags & CREDENTIAL == 0 {
        return Err(Unfit::AuthenticatorData);
    }
    let (_model, rest) = data
        .rest
        .split_at_checked(16)
        .ok_or(Unfit::AuthenticatorData)?;
    let (length, rest) = rest.split_first_chunk().ok_or(Unfit::AuthenticatorData)?;
    let length = usize::from(u16::from_be_bytes(*length));
    if length == 0 || length > LONGEST_ID {
        return Err(Unfit::AuthenticatorData);
    }
    let (id, rest) = rest
        .split_at_checked(length)
        .ok_or(Unfit::AuthenticatorData)?;
    let rest = rest.strip_prefix(BEFORE_X).ok_or(Unfit::Key)?;
    let (x, rest) = rest.split_at_checked(32).ok_or(Unfit::Key)?;
    let rest = rest.strip_prefix(BEFORE_Y).ok_or(Unfit::Key)?;
    let (y, rest) = rest.split_at_checked(32).ok_or(Unfit::Key)?;
    data.ends(rest)?;
    let public_key = [&[4], x, y].concat();
    // A point that is not on the curve is none.
    VerifyingKey::from_sec1_bytes(&public_key).map_err(|_| Unfit::Key)?;
    Ok(Credential {
        id: id.to_vec(),
        public_key,
        counter: data.counter,
    })
}

/// Checks the signature of a sign-in by a public key. Returns the authenticator's counter.
pub fn signed(
    data: &[u8],
    client_data: &[u8],
    signature: &[u8],
    public_key: &[u8],
    site: &Site,
) -> Result<u32, Unfit> {
    let read = AuthenticatorData::read(data, site)?;
    if read.flags & CREDENTIAL != 0 {
        return Err(Unfit::AuthenticatorData);
    }
    read.ends(read.rest)?;
    let key = VerifyingKey::from_sec1_bytes(public_key).map_err(|_| Unfit::Key)?;
    let signature = from_der(signature).ok_or(Unfit::Signature)?;
    let message = [data, &Sha256::digest(client_data)[..]].concat();
    key.verify(&message, &signature)
        .map_err(|_| Unfit::Signature)?;
    Ok(read.counter)
}

/// Reads an ECDSA signature: a sequence of two positive integers in DER.
fn from_der(der: &[u8]) -> Option<Signature> {
    let rest = der.strip_prefix(&[0x30])?;
    let (length, rest) = rest.split_first()?;
    if usize::from(*length) != rest.len() {
        return None;
    }
    let (r, rest) = integer(rest)?;
    let (s, rest) = integer(rest)?;
    match rest.is_empty() {
        true => Signature::from_scalars(r, s).ok(),
        false => None,
    }
}

/// Reads a positive integer of at most 256 bits in its shortest form, and returns what follows.
fn integer(der: &[u8]) -> Option<([u8; 32], &[u8])> {
    let rest = der.strip_prefix(&[2])?;
    let (length, rest) = rest.split_first()?;
    let (digits, rest) = rest.split_at_checked(usize::from(*length))?;
    let digits = match digits {
        [0, second, ..] if second & 0x80 != 0 => digits.get(1..)?,
        [first, ..] if first & 0x80 == 0 && (*first != 0 || digits.len() == 1) => digits,
        _ => return None,
    };
    let mut number = [0; 32];
    let start = number.len().checked_sub(digits.len())?;
    number.get_mut(start..)?.copy_from_slice(digits);
    Some((number, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use p256::ecdsa::SigningKey;
    use p256::ecdsa::signature::Signer as _;

    fn site() -> Site {
        Site::at("durbar.example", &["https"]).unwrap()
    }

    fn data(flags: u8, rest: &[u8]) -> Vec<u8> {
        let head = Sha256::digest("durbar.example").to_vec();
        [&head[..], &[flags], &[0, 0, 0, 7], rest].concat()
    }

    #[test]
    fn browsers_offer_passkeys_at_names_over_tls_and_at_localhost() {
        let at = |authority, schemes: &[&str]| Site::at(authority, schemes).map(|site| site.domain);
        assert_eq!(
            at("Durbar.Example:8443", &["https"]).unwrap(),
            "durbar.example"
        );
        assert_eq!(at("localhost:4040", &["http"]).unwrap(), "localhost");
        assert_eq!(at("durbar.example", &["http"]), None);
        for address in [
            "127.0.0.1:4040",
            "[::1]:4040",
            "10.0.0.1",
            "",
            "a b",
            "a:b",
            "a:1:2",
        ] {
            assert_eq!(at(address, &["https", "http"]), None, "{address}");
        }
    }

    #[test]
    fn client_data_is_of_this_site_and_for_this_purpose() {
        let read = |json: &str| challenge(json.as_bytes(), Purpose::Get, &site());
        let good = r#"{"type":"webauthn.get","challenge":"abc","origin":"https://durbar.example","crossOrigin":false,"new":1}"#;
        assert_eq!(read(good).unwrap(), "abc");
        assert_eq!(read(&good.replace("get", "create")), Err(Unfit::Type));
        assert_eq!(read(&good.replace("https", "http")), Err(Unfit::Origin));
        assert_eq!(
            read(&good.replace(".example", ".example.evil")),
            Err(Unfit::Origin)
        );
        assert_eq!(read(&good.replace("false", "true")), Err(Unfit::Origin));
        assert_eq!(read(&good[1..]), Err(Unfit::ClientData));
    }

    #[test]
    fn a_credential_is_read_in_its_one_encoding() {
        let key = SigningKey::from_slice(&[7; 32]).unwrap();
        let point = key.verifying_key().to_sec1_point(false);
        let (x, y) = (&point.as_bytes()[1..33], &point.as_bytes()[33..]);
        let whole = |x: &[u8], y: &[u8]| {
            [&[0; 16], &[0, 3, 1, 2, 3][..], BEFORE_X, x, BEFORE_Y, y].concat()
        };
        let all = PRESENT | VERIFIED | CREDENTIAL;
        let credential = created(&data(all, &whole(x, y)), &site()).unwrap();
        assert_eq!((credential.id, credential.counter), (vec![1, 2, 3], 7));
        assert_eq!(credential.public_key, point.as_bytes());
        let read = |flags, rest: &[u8]| created(&data(flags, rest), &site());
        assert_eq!(
            read(VERIFIED | CREDENTIAL, &whole(x, y)),
            Err(Unfit::Unverified)
        );
        assert_eq!(
            read(PRESENT | CREDENTIAL, &whole(x, y)),
            Err(Unfit::Unverified)
        );
        assert_eq!(
            read(PRESENT | VERIFIED, &whole(x, y)),
            Err(Unfit::AuthenticatorData)
        );
        assert_eq!(read(all, &whole(y, y)), Err(Unfit::Key), "not on the curve");
        let long = [&whole(x, y)[..], &[0]].concat();
        assert_eq!(read(all, &long), Err(Unfit::AuthenticatorData));
        assert!(read(all | EXTENSIONS, &long).is_ok());
        let other = Site::at("evil.example", &["https"]).unwrap();
        assert_eq!(created(&data(all, &whole(x, y)), &other), Err(Unfit::Site));
        for length in 0..data(all, &whole(x, y)).len() {
            assert!(created(&data(all, &whole(x, y))[..length], &site()).is_err());
        }
    }

    #[test]
    fn a_signature_is_over_the_authenticator_data_and_the_client_data() {
        let key = SigningKey::from_slice(&[7; 32]).unwrap();
        let public = key.verifying_key().to_sec1_point(false);
        let data = data(PRESENT | VERIFIED, &[]);
        let message = [&data[..], &Sha256::digest(b"client")[..]].concat();
        let signature: Signature = key.sign(&message);
        let der = to_der(&signature);
        let check = |data: &[u8], client: &[u8], der: &[u8], key: &[u8]| {
            signed(data, client, der, key, &site())
        };
        assert_eq!(check(&data, b"client", &der, public.as_bytes()), Ok(7));
        assert_eq!(
            check(&data, b"other", &der, public.as_bytes()),
            Err(Unfit::Signature)
        );
        let mut grown = data.clone();
        grown[36] += 1;
        assert_eq!(
            check(&grown, b"client", &der, public.as_bytes()),
            Err(Unfit::Signature)
        );
        let other = SigningKey::from_slice(&[8; 32]).unwrap();
        let other = other.verifying_key().to_sec1_point(false);
        assert_eq!(
            check(&data, b"client", &der, other.as_bytes()),
            Err(Unfit::Signature)
        );
        for place in 0..der.len() {
            let mut bad = der.clone();
            bad[place] ^= 1;
            assert!(
                check(&data, b"client", &bad, public.as_bytes()).is_err(),
                "{place}"
            );
            assert!(check(&data, b"client", &der[..place], public.as_bytes()).is_err());
        }
        assert!(from_der(&[0x30, 6, 2, 1, 0, 2, 1, 0]).is_none(), "nothing");
        assert!(
            from_der(&[0x30, 8, 2, 2, 0, 1, 2, 2, 0, 1]).is_none(),
            "not the shortest"
        );
    }

    fn to_der(signature: &Signature) -> Vec<u8> {
        let integer = |bytes: &[u8]| {
            let digits: Vec<u8> = bytes
                .iter()
                .copied()
                .skip_while(|byte| *byte == 0)
                .collect();
            let sign = if digits[0] & 0x80 != 0 {
                vec![0]
            } else {
                vec![]
            };
            let whole = [sign, digits].concat();
            [vec![2, whole.len() as u8], whole].concat()
        };
        let (r, s) = signature.split_bytes();
        let both = [integer(&r), integer(&s)].concat();
        [vec![0x30, both.len() as u8], both].concat()
    }
}
