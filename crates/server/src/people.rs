//! Who asks: guests with a name, known by a secret that only they have.

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

/// Somebody who may have a session or not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Viewer(pub Option<Person>);

/// The cookie's name.
pub const COOKIE_NAME: &str = "durbar";
/// The longest name that others see.
const LONGEST_NAME: usize = 40;
/// The most sessions and tokens of one person.
const MOST_SESSIONS: u64 = 20;
/// So many sessions are remembered.
const REMEMBERED: usize = 50_000;
/// For so long; after it, a session that was ended on another node ends here too.
const MEMORY: Duration = Duration::from_secs(10);

/// A secret of 256 bits as its owner has it. It has no `Debug`, so that it does not slip into logs.
pub struct Secret(String);

impl Secret {
    fn random() -> Answer<Self> {
        Ok(Secret(hexadecimal(&random::random::<32>()?)))
    }

    /// The secret that a request brings.
    pub fn of(headers: &HeaderMap) -> Option<Self> {
        bearer(headers).or_else(|| cookie(headers)).map(Secret)
    }

    /// What the store knows of it.
    pub fn hash(&self) -> String {
        hexadecimal(&Sha256::digest(&self.0))
    }

    /// As its owner keeps it.
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

/// The sessions that were asked for lately.
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

/// A name as others will see it: trimmed, on one line, not too long.
pub fn fit_name(name: &str) -> Answer<String> {
    let name = name.trim();
    let length = name.chars().count();
    if length == 0 || length > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(Problem::invalid(format!(
            "a name has 1 to {LONGEST_NAME} letters on one line"
        )));
    }
    Ok(name.to_owned())
}

impl App {
    /// Whose secret this is.
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

    /// A new guest with a first session.
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

    /// A further secret for the same person.
    pub async fn new_session(&self, person: &Person, kind: &str) -> Answer<Secret> {
        if self.store.sessions_of(&person.id).await? >= MOST_SESSIONS {
            return Err(Problem::conflict(format!(
                "you have {MOST_SESSIONS} sessions and tokens already; end one first"
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

    /// The person is called something else from now on. Tables where they sit keep the name of then.
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

    /// The secret is worth nothing from now on.
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
