//! Web Push: a message for one browser, encrypted for it alone (RFC 8291) and signed with the key of the site (RFC 8292).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::{SecureRandom as _, SystemRandom};
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::json;

/// For how long the signature of a message is valid, in seconds.
const SIGNATURE_LIFE: u64 = 12 * 60 * 60;
/// The length of a public key: a point of P-256, not compressed.
const POINT: usize = 65;
/// The length of a browser's secret.
const AUTH: usize = 16;
/// The length of one record; a message is a single one.
const RECORD: u32 = 4096;

/// The keys of a browser's subscription.
pub struct Keys {
    point: [u8; POINT],
    auth: [u8; AUTH],
}

impl Keys {
    /// Reads the keys `p256dh` and `auth` of a subscription.
    pub fn read(p256dh: &str, auth: &str) -> Option<Self> {
        Some(Keys {
            point: decoded(p256dh)?,
            auth: decoded(auth)?,
        })
    }
}

fn decoded<const N: usize>(text: &str) -> Option<[u8; N]> {
    let bytes = URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()?;
    bytes.try_into().ok()
}

/// The key of the site, by which push services know that a message is from the server that the browser subscribed to.
pub struct SiteKey(EcdsaKeyPair);

impl SiteKey {
    /// Generates a key, as text for the store.
    pub fn generate() -> Result<String, Unspecified> {
        let key =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())?;
        Ok(URL_SAFE_NO_PAD.encode(key))
    }

    /// Reads a key from the store.
    pub fn read(text: &str) -> Option<Self> {
        let key = URL_SAFE_NO_PAD.decode(text).ok()?;
        let random = SystemRandom::new();
        EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &key, &random)
            .ok()
            .map(SiteKey)
    }

    /// Returns the public part, which a browser needs to subscribe.
    pub fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0.public_key())
    }

    /// Returns the header `Authorization` for a push service such as `https://push.example`, at a time in seconds since 1970. `contact` tells the service whom
    /// to ask about these messages: an address of the site.
    pub fn authorization(
        &self,
        service: &str,
        contact: &str,
        now: u64,
    ) -> Result<String, Unspecified> {
        let header = json!({"typ": "JWT", "alg": "ES256"});
        let claims = json!({"aud": service, "exp": now + SIGNATURE_LIFE, "sub": contact});
        let part = |json: serde_json::Value| URL_SAFE_NO_PAD.encode(json.to_string());
        let signed = format!("{}.{}", part(header), part(claims));
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes())?;
        let signature = URL_SAFE_NO_PAD.encode(signature);
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public()))
    }
}

/// The length of a derived key.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

/// Derives a key of `N` bytes.
fn derive<const N: usize>(
    salt: &[u8],
    secret: &[u8],
    about: &[&[u8]],
) -> Result<[u8; N], Unspecified> {
    let key = Salt::new(HKDF_SHA256, salt).extract(secret);
    let mut derived = [0; N];
    key.expand(about, Length(N))?.fill(&mut derived)?;
    Ok(derived)
}

/// Encrypts a short message for a browser. The body's encoding is `aes128gcm`.
pub fn encrypt(keys: &Keys, message: &[u8]) -> Result<Vec<u8>, Unspecified> {
    let random = SystemRandom::new();
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
    let point = own.compute_public_key()?;
    let mut salt = [0; 16];
    random.fill(&mut salt)?;
    let browser = UnparsedPublicKey::new(&ECDH_P256, keys.point);
    let shared = agree_ephemeral(own, &browser, |secret| {
        let about: [&[u8]; 3] = [b"WebPush: info\0", &keys.point, point.as_ref()];
        derive::<32>(&keys.auth, secret, &about)
    })??;
    let key = derive::<16>(&salt, &shared, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce = derive::<12>(&salt, &shared, &[b"Content-Encoding: nonce\0"])?;
    // The last record ends with this delimiter.
    let mut sealed = [message, &[2]].concat();
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    key.seal_in_place_append_tag(
        Nonce::assume_unique_for_key(nonce),
        Aad::empty(),
        &mut sealed,
    )?;
    let length = [POINT as u8];
    Ok([
        &salt[..],
        &RECORD.to_be_bytes(),
        &length,
        point.as_ref(),
        &sealed,
    ]
    .concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
    use visitor::Browser;

    fn browser(secret: [u8; 32], auth: [u8; 16]) -> Browser {
        Browser::new(secret, auth).unwrap()
    }

    fn bytes<const N: usize>(text: &str) -> [u8; N] {
        decoded(text).unwrap()
    }

    #[test]
    fn the_example_of_the_standard_is_read() {
        // RFC 8291, appendix A.
        let anna = browser(
            bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"),
            bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        );
        let body = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        let body = URL_SAFE_NO_PAD.decode(body).unwrap();
        let message = anna.decrypt(&body).unwrap();
        assert_eq!(message, b"When I grow up, I want to be a watermelon");
    }

    #[test]
    fn only_the_browser_itself_can_read_a_message() {
        let anna = browser([7; 32], [1; 16]);
        let (p256dh, auth) = anna.keys();
        let keys = Keys::read(&p256dh, &auth).unwrap();
        let body = encrypt(&keys, b"your turn").unwrap();
        assert_eq!(anna.decrypt(&body).unwrap(), b"your turn");
        let other_secret = browser([8; 32], [1; 16]);
        assert_eq!(other_secret.decrypt(&body), None);
        let other_auth = browser([7; 32], [2; 16]);
        assert_eq!(other_auth.decrypt(&body), None);
    }

    #[test]
    fn keys_that_are_none_are_refused() {
        let (p256dh, auth) = browser([7; 32], [1; 16]).keys();
        assert!(Keys::read(&p256dh, &format!("{auth}==")).is_some());
        for (p256dh, auth) in [
            ("", auth.as_str()),
            (&p256dh, ""),
            (&p256dh[2..], &auth),
            ("%", "%"),
        ] {
            assert!(Keys::read(p256dh, auth).is_none());
        }
        // A point that is not on the curve.
        let keys = Keys {
            point: [4; POINT],
            auth: [0; AUTH],
        };
        assert!(encrypt(&keys, b"your turn").is_err());
    }

    #[test]
    fn a_service_can_check_who_sends() {
        let key = SiteKey::read(&SiteKey::generate().unwrap()).unwrap();
        let header = key
            .authorization("https://push.example", "https://durbar.example", 1_000)
            .unwrap();
        let (token, public) = header
            .strip_prefix("vapid t=")
            .unwrap()
            .split_once(", k=")
            .unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let public = UnparsedPublicKey::new(
            &ECDSA_P256_SHA256_FIXED,
            URL_SAFE_NO_PAD.decode(public).unwrap(),
        );
        let signature = URL_SAFE_NO_PAD.decode(signature).unwrap();
        assert!(public.verify(signed.as_bytes(), &signature).is_ok());
        let claims = URL_SAFE_NO_PAD
            .decode(signed.split_once('.').unwrap().1)
            .unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!(claims["aud"], "https://push.example");
        assert_eq!(claims["exp"], 1_000 + SIGNATURE_LIFE);
        assert_eq!(claims["sub"], "https://durbar.example");
    }
}
