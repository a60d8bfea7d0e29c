//! An authenticator in software, which can be made to lie.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

pub fn text(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// A passkey on a device.
#[derive(Clone)]
pub struct Authenticator {
    pub key: SigningKey,
    pub id: Vec<u8>,
    pub origin: String,
    pub domain: String,
    pub flags: u8,
    pub counter: u32,
}

impl Authenticator {
    /// One of the site `https://durbar.example`; the number tells it from others.
    pub fn number(number: u8) -> Self {
        Authenticator {
            key: SigningKey::from_slice(&[number; 32]).unwrap(),
            id: vec![number; 16],
            origin: "https://durbar.example".to_owned(),
            domain: "durbar.example".to_owned(),
            flags: 0x05,
            counter: 0,
        }
    }

    fn client_data(&self, kind: &str, challenge: &str) -> Vec<u8> {
        let data = json!({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false});
        data.to_string().into_bytes()
    }

    fn data(&self, flags: u8, rest: &[u8]) -> Vec<u8> {
        let site = Sha256::digest(&self.domain).to_vec();
        [&site[..], &[flags], &self.counter.to_be_bytes(), rest].concat()
    }

    /// What `navigator.credentials.create` returns.
    pub fn create(&self, challenge: &str, kind: &str) -> Value {
        let point = self.key.verifying_key().to_sec1_point(false);
        let (x, y) = (&point.as_bytes()[1..33], &point.as_bytes()[33..]);
        let length = (self.id.len() as u16).to_be_bytes();
        let key = [
            &[0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 0x20],
            x,
            &[0x22, 0x58, 0x20],
            y,
        ];
        let rest = [&[0; 16], &length[..], &self.id, &key.concat()].concat();
        json!({
            "name": "My phone",
            "client_data": text(&self.client_data(kind, challenge)),
            "authenticator_data": text(&self.data(self.flags | 0x40, &rest)),
        })
    }

    /// What `navigator.credentials.get` returns.
    pub fn get(&self, challenge: &str, kind: &str, user: &str) -> Value {
        let (client, data) = (
            self.client_data(kind, challenge),
            self.data(self.flags, &[]),
        );
        let message = [&data[..], &Sha256::digest(&client)[..]].concat();
        let signature: Signature = self.key.sign(&message);
        let integer = |bytes: &[u8]| {
            let digits = bytes.iter().copied().skip_while(|byte| *byte == 0);
            let mut digits: Vec<u8> = digits.collect();
            if digits[0] & 0x80 != 0 {
                digits.insert(0, 0);
            }
            [&[2, digits.len() as u8], &digits[..]].concat()
        };
        let (r, s) = signature.split_bytes();
        let both = [integer(&r), integer(&s)].concat();
        json!({
            "id": text(&self.id),
            "client_data": text(&client),
            "authenticator_data": text(&data),
            "signature": text(&[&[0x30, both.len() as u8], &both[..]].concat()),
            "user": user,
        })
    }
}
