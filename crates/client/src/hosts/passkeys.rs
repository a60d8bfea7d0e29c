//! Passkeys: the browser's own dialogs, with which it makes them and signs by them.

use crate::browser;
use js_sys::{Array, Function, JSON, Promise, Reflect, Uint8Array};
use protocol::{NewPasskey, PasskeyChallenge, PasskeySignIn, SignInChallenge};
use serde_json::{Value, json};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;

/// How long the browser's dialog stays open, in milliseconds.
const PATIENCE: u32 = 5 * 60 * 1000;
/// The algorithm ES256.
const ES256: i32 = -7;

/// Returns whether this browser offers passkeys on this page: it needs a secure context.
pub fn are_offered() -> bool {
    browser::window().is_some_and(|window| {
        window.is_secure_context()
            && Reflect::has(&window, &"PublicKeyCredential".into()).unwrap_or(false)
    })
}

/// Makes a passkey, in the browser's own dialog; `None` if the person or the browser declines.
pub async fn create(asked: &PasskeyChallenge, name: String) -> Option<NewPasskey> {
    let options = json!({
        "rp": {"id": asked.rp, "name": "Durbar"},
        "user": {"name": asked.name, "displayName": asked.name},
        "pubKeyCredParams": [{"type": "public-key", "alg": ES256}],
        "authenticatorSelection": {
            "residentKey": "required", "requireResidentKey": true, "userVerification": "required",
        },
        "attestation": "none",
        "timeout": PATIENCE,
    });
    let options = parsed(&options)?;
    set(&options, "challenge", &bytes(&asked.challenge)?)?;
    set(&get(&options, "user")?, "id", &bytes(&asked.user)?)?;
    let known = Array::new();
    for id in &asked.known {
        let credential = parsed(&json!({"type": "public-key"}))?;
        set(&credential, "id", &bytes(id)?)?;
        known.push(&credential);
    }
    set(&options, "excludeCredentials", &known)?;
    let credential = ask("create", &options).await?;
    let response = get(&credential, "response")?;
    let data: Function = get(&response, "getAuthenticatorData")?.dyn_into().ok()?;
    Some(NewPasskey {
        name,
        client_data: text(&get(&response, "clientDataJSON")?),
        authenticator_data: text(&data.call0(&response).ok()?),
    })
}

/// Signs in with a passkey that the person chooses in the browser's own dialog; `None` if there is none, or they decline.
pub async fn sign_in(asked: &SignInChallenge, take_along: bool) -> Option<PasskeySignIn> {
    let options = json!({"rpId": asked.rp, "userVerification": "required", "timeout": PATIENCE});
    let options = parsed(&options)?;
    set(&options, "challenge", &bytes(&asked.challenge)?)?;
    let credential = ask("get", &options).await?;
    let response = get(&credential, "response")?;
    let user = get(&response, "userHandle").filter(|user| !user.is_null());
    Some(PasskeySignIn {
        id: get(&credential, "id")?.as_string()?,
        client_data: text(&get(&response, "clientDataJSON")?),
        authenticator_data: text(&get(&response, "authenticatorData")?),
        signature: text(&get(&response, "signature")?),
        user: user.map(|user| text(&user)),
        take_along,
    })
}

/// Calls a method of `navigator.credentials`.
async fn ask(method: &str, options: &JsValue) -> Option<JsValue> {
    let navigator = browser::window()?.navigator();
    let credentials = get(&navigator, "credentials")?;
    let method: Function = get(&credentials, method)?.dyn_into().ok()?;
    let wanted = parsed(&json!({}))?;
    set(&wanted, "publicKey", options)?;
    let promise: Promise = method.call1(&credentials, &wanted).ok()?.dyn_into().ok()?;
    let credential = JsFuture::from(promise).await.ok()?;
    (!credential.is_null()).then_some(credential)
}

fn parsed(value: &Value) -> Option<JsValue> {
    JSON::parse(&value.to_string()).ok()
}

fn get(object: &JsValue, name: &str) -> Option<JsValue> {
    let value = Reflect::get(object, &name.into()).ok()?;
    (!value.is_undefined()).then_some(value)
}

fn set(object: &JsValue, name: &str, value: &JsValue) -> Option<()> {
    Reflect::set(object, &name.into(), value).ok().map(drop)
}

fn bytes(text: &str) -> Option<JsValue> {
    Some(Uint8Array::from(decoded(text)?.as_slice()).into())
}

fn text(buffer: &JsValue) -> String {
    encoded(&Uint8Array::new(buffer).to_vec())
}

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Returns bytes as base64url without padding.
fn encoded(bytes: &[u8]) -> String {
    let mut text = String::new();
    for part in bytes.chunks(3) {
        let bits = part
            .iter()
            .fold(0, |bits: u32, byte| bits << 8 | u32::from(*byte));
        let bits = bits << (8 * (3 - part.len()));
        let letters = [18, 12, 6, 0].map(|shift| LETTERS.get((bits >> shift & 63) as usize));
        let letters = letters.into_iter().flatten().take(part.len() + 1);
        text.extend(letters.map(|letter| char::from(*letter)));
    }
    text
}

/// Returns the bytes of a text in base64url without padding.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for letter in text.bytes() {
        let value = LETTERS.iter().position(|known| *known == letter)?;
        bits = bits << 6 | value as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Some(bytes)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn base64url_round_trips() {
        assert_eq!(encoded(&[0xfb, 0xff, 0xfe]), "-__-");
        assert_eq!(encoded(b"a"), "YQ");
        for length in 0..70 {
            let bytes: Vec<u8> = (0..length).map(|byte: u8| byte.wrapping_mul(37)).collect();
            assert_eq!(decoded(&encoded(&bytes)).unwrap(), bytes);
        }
        assert_eq!(decoded("a+b"), None);
    }
}
