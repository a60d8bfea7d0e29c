//! People: guests with a name, authenticated by a secret.

use crate::App;
use crate::measures;
use crate::problem::{Answer, Problem};
use crate::random;
use crate::store::Op;
use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::request::Parts;
use kit::hexadecimal;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use table::{Person, PersonId};

/// A person, or `None` without a session.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Viewer(pub Option<Person>);

/// The name of the session cookie.
pub const COOKIE_NAME: &str = "durbar";
/// The maximum length of a name, in characters.
const LONGEST_NAME: usize = 40;
/// The maximum number of sessions and tokens of one person.
const MOST_SESSIONS: u64 = 20;
/// The maximum number of cached sessions.
const REMEMBERED: usize = 50_000;
/// The lifetime of a cached session; after it, a session that was ended on another node ends here too.
const MEMORY: Duration = Duration::from_secs(10);

/// A secret of 256 bits. It does not implement `Debug`, so that it does not get into logs.
pub struct Secret(String);

impl Secret {
    fn random() -> Answer<Self> {
        Ok(Secret(hexadecimal(&random::random::<32>()?)))
    }

    /// Returns the secret in a request's headers.
    pub fn of(headers: &HeaderMap) -> Option<Self> {
        bearer(headers).or_else(|| cookie(headers)).map(Secret)
    }

    /// Returns the hash that the store keeps.
    pub fn hash(&self) -> String {
        hexadecimal(&Sha256::digest(&self.0))
    }

    /// Returns the secret as its owner keeps it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

fn bearer(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    value
        .strip_prefix("Bearer ")
        .map(|token| token.trim().to_owned())
}

fn cookie(headers: &HeaderMap) -> Option<String> {
    let cookies = headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok());
    cookies
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, _)| *name == COOKIE_NAME)
        .map(|(_, secret)| secret.to_owned())
}

/// The cache of sessions.
#[derive(Default)]
pub struct Remembered(Mutex<HashMap<String, (Person, Instant)>>);

impl Remembered {
    fn get(&self, hash: &str) -> Option<Person> {
        let sessions = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (person, since) = sessions.get(hash)?;
        (since.elapsed() < MEMORY).then(|| person.clone())
    }

    fn put(&self, hash: String, person: Person) {
        let mut sessions = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if sessions.len() >= REMEMBERED {
            sessions.clear();
        }
        sessions.insert(hash, (person, Instant::now()));
    }

    fn forget(&self, who: &PersonId) {
        let mut sessions = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sessions.retain(|_, (person, _)| person.id != *who);
    }
}

/// Normalises a name: trimmed, on one line, not too long.
pub fn fit_name(name: &str) -> Answer<String> {
    let name = name.trim();
    let length = name.chars().count();
    if length == 0 || length > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(Problem::invalid(format!(
            "a name has 1 to {LONGEST_NAME} characters on one line"
        )));
    }
    Ok(name.to_owned())
}

impl App {
    /// Returns the person with this secret.
    pub async fn person(&self, secret: &Secret) -> Answer<Option<Person>> {
        let hash = secret.hash();
        if let Some(person) = self.sessions.get(&hash) {
            return Ok(Some(person));
        }
        let found = self.store.session(&hash).await?;
        let person = found.map(|(id, name)| Person { id, name });
        if let Some(person) = &person {
            self.sessions.put(hash, person.clone());
        }
        Ok(person)
    }

    /// Creates a guest with a first session.
    pub async fn welcome(&self, name: &str) -> Answer<(Person, Secret)> {
        let person = Person {
            id: random::person_id()?,
            name: fit_name(name)?,
        };
        let made = Op::Person(person.id.clone(), person.name.clone(), (self.now)());
        self.store.write(made).await?;
        let secret = self.new_session(&person, "cookie").await?;
        measures::GUESTS.count();
        Ok((person, secret))
    }

    /// Creates a further secret for the same person.
    pub async fn new_session(&self, person: &Person, kind: &str) -> Answer<Secret> {
        if self.store.sessions_of(&person.id).await? >= MOST_SESSIONS {
            return Err(Problem::conflict(format!(
                "you already have {MOST_SESSIONS} sessions and tokens; end one first"
            )));
        }
        let secret = Secret::random()?;
        let session = Op::Session {
            hash: secret.hash(),
            person: person.id.clone(),
            kind: kind.to_owned(),
            created: (self.now)(),
        };
        self.store.write(session).await?;
        Ok(secret)
    }

    /// Renames the person. Tables where they already sit keep the old name.
    pub async fn rename(&self, person: &Person, name: &str) -> Answer<Person> {
        let name = fit_name(name)?;
        let rename = Op::Rename(person.id.clone(), name.clone());
        self.store.write(rename).await?;
        self.sessions.forget(&person.id);
        Ok(Person {
            id: person.id.clone(),
            name,
        })
    }

    /// Revokes the secret.
    pub async fn end_session(&self, person: &Person, secret: &Secret) -> Answer<()> {
        self.store.write(Op::EndSession(secret.hash())).await?;
        self.sessions.forget(&person.id);
        Ok(())
    }
}

impl FromRequestParts<App> for Viewer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<Self> {
        match Secret::of(&parts.headers) {
            Some(secret) => app.person(&secret).await.map(Viewer),
            None => Ok(Viewer(None)),
        }
    }
}

impl FromRequestParts<App> for Person {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<Self> {
        let Viewer(person) = Viewer::from_request_parts(parts, app).await?;
        person.ok_or_else(Problem::no_session)
    }
}
