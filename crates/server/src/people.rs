//! People: guests with a name, authenticated by a secret.

use crate::App;
use crate::measures;
use crate::problem::{Answer, Problem};
use crate::random::person_id;
use crate::store::{Account, Op, Standing, StoreError};
use crate::tables::names;
use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::{self, AUTHORIZATION};
use axum::http::request::Parts;
use kit::hexadecimal;
use protocol::{DELETED, Reason};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use table::{Person, PersonId, Setup, Sitter};
use tokio::time::Instant;

/// A person, or `None` without a session.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Viewer(pub Option<Person>);

/// The name of the session cookie.
pub const COOKIE: &str = "durbar";
/// Its name over TLS: browsers accept it only from this very host, and only over TLS.
pub const HOST_COOKIE: &str = "__Host-durbar";
/// The lifetime of the cookie, in seconds.
const COOKIE_LIFE: u64 = 365 * DAY / 1000;
/// The maximum length of a name, in characters.
pub const LONGEST_NAME: usize = 40;
/// The maximum number of sessions and tokens of one person.
pub const MOST_SESSIONS: u64 = 20;
/// The maximum number of cached sessions.
const REMEMBERED: usize = 50_000;
/// How long a node remembers a session where other nodes may end it. An order that ends sessions is acknowledged only after that time.
pub const MEMORY: Duration = Duration::from_secs(3);
/// The same where only this process can end sessions, and forgets them when it does.
const LONG_MEMORY: Duration = Duration::from_secs(60);
/// The interval at which a live stream looks whether its session was ended at another node.
const LOOK: Duration = Duration::from_secs(5);
/// A day, in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1000;
/// A session that is not used for so long ends, in milliseconds.
pub const SESSION_LIFE: u64 = 180 * DAY;

/// A secret of 256 bits. It does not implement `Debug`, so that it does not get into logs.
pub struct Secret(String);

impl Secret {
    /// Returns a new secret.
    pub fn random(app: &App) -> Answer<Self> {
        Ok(Secret(hexadecimal(&app.random::<32>()?)))
    }

    /// Returns the secret in a request's headers.
    pub fn of(headers: &HeaderMap) -> Option<Self> {
        bearer(headers).or_else(|| cookie(headers)).map(Secret)
    }

    /// Returns the secret in a browser's cookie.
    pub fn of_cookie(headers: &HeaderMap) -> Option<Self> {
        cookie(headers).map(Secret)
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
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok());
    let pairs = cookies
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='));
    let pairs: Vec<(&str, &str)> = pairs.collect();
    let find = |wanted: &str| pairs.iter().find(|(name, _)| *name == wanted);
    let found = find(HOST_COOKIE).or_else(|| find(COOKIE));
    found.map(|(_, secret)| (*secret).to_owned())
}

/// Returns the header that gives a browser its session, or takes it away.
pub fn set_cookie(secret: Option<&Secret>, tls: bool) -> String {
    let (name, secure) = match tls {
        true => (HOST_COOKIE, "; Secure"),
        false => (COOKIE, ""),
    };
    let (secret, life) = match secret {
        Some(secret) => (secret.reveal(), COOKIE_LIFE),
        None => ("", 0),
    };
    format!("{name}={secret}; Path=/; Max-Age={life}; HttpOnly; SameSite=Lax{secure}")
}

/// The cache of sessions.
#[derive(Default)]
pub struct Remembered(Mutex<Sessions>);

#[derive(Default)]
struct Sessions {
    /// Each with the time at which it began to be read.
    by_hash: HashMap<String, (Account, Instant)>,
    /// How many times sessions were forgotten. What was being read meanwhile may be out of date.
    forgotten: u64,
}

/// A session that is being read from the store.
struct Reading {
    since: Instant,
    forgotten: u64,
}

impl Remembered {
    fn sessions(&self) -> MutexGuard<'_, Sessions> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, hash: &str, memory: Duration) -> Option<Account> {
        let sessions = self.sessions();
        let (account, since) = sessions.by_hash.get(hash)?;
        (since.elapsed() < memory).then(|| account.clone())
    }

    fn reading(&self) -> Reading {
        Reading {
            since: Instant::now(),
            forgotten: self.sessions().forgotten,
        }
    }

    fn put(&self, hash: String, account: Account, reading: &Reading) {
        let mut sessions = self.sessions();
        if sessions.forgotten != reading.forgotten {
            return;
        }
        if sessions.by_hash.len() >= REMEMBERED {
            sessions.by_hash.clear();
        }
        sessions.by_hash.insert(hash, (account, reading.since));
    }

    fn use_at(&self, hash: &str, now: u64) {
        if let Some((account, _)) = self.sessions().by_hash.get_mut(hash) {
            account.used = now;
        }
    }

    /// Forgets all sessions of a person.
    pub fn forget(&self, who: &PersonId) {
        let mut sessions = self.sessions();
        sessions.forgotten += 1;
        sessions
            .by_hash
            .retain(|_, (account, _)| account.id != *who);
    }
}

/// Normalises a name: trimmed, on one line, not too long, without characters that cannot be seen.
pub fn fit_name(name: &str) -> Answer<String> {
    let seen: String = name
        .chars()
        .filter(|letter| !is_invisible(*letter))
        .collect();
    let name = seen.trim();
    let length = name.chars().count();
    if length == 0 || length > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(Problem::invalid(format!(
            "a name has 1 to {LONGEST_NAME} visible characters on one line"
        )));
    }
    if name == DELETED {
        return Err(Problem::invalid(format!("nobody can be called {DELETED}")));
    }
    Ok(name.to_owned())
}

/// Returns whether a character shows nothing, or changes the direction of others: with those, names could look like other names.
pub fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

impl App {
    /// Returns the person with this secret.
    pub async fn person(&self, secret: &Secret) -> Answer<Option<Person>> {
        let Some(account) = self.account(&secret.hash()).await? else {
            return Ok(None);
        };
        if account.standing == Some(Standing::Banned) {
            return Err(Problem::banned());
        }
        let Account { id, name, .. } = account;
        Ok(Some(Person { id, name }))
    }

    /// Returns how long this node may remember a session.
    fn memory(&self) -> Duration {
        match self.store.is_shared() {
            true => MEMORY,
            false => LONG_MEMORY,
        }
    }

    /// Forgets a person's sessions, whose live streams end if the session has ended.
    pub fn forget_sessions(&self, person: &PersonId) {
        self.sessions.forget(person);
        self.sessions_ended.send_replace(());
    }

    /// Returns the account behind a session that has not expired.
    pub async fn account(&self, hash: &str) -> Answer<Option<Account>> {
        let account = match self.sessions.get(hash, self.memory()) {
            Some(account) => account,
            None => {
                let reading = self.sessions.reading();
                let Some(account) = self.store.session(hash).await? else {
                    return Ok(None);
                };
                let remembered = account.clone();
                self.sessions.put(hash.to_owned(), remembered, &reading);
                account
            }
        };
        let now = self.now();
        let unused = now.saturating_sub(account.used);
        if unused > SESSION_LIFE {
            return Ok(None);
        }
        if unused > DAY {
            self.sessions.use_at(hash, now);
            let used = Op::UseSession(hash.to_owned(), now);
            let store = self.store.clone();
            tokio::spawn(async move { store.write(used).await });
        }
        Ok(Some(account))
    }

    /// Returns an error if the host does not let this person write.
    pub async fn may_write(&self, secret: &Secret) -> Answer<()> {
        let account = self.account(&secret.hash()).await?;
        match account.and_then(|account| account.standing) {
            Some(_) => Err(Reason::Muted.into()),
            None => Ok(()),
        }
    }

    /// Creates a guest with a first session.
    pub async fn welcome(&self, name: &str) -> Answer<(Person, Secret)> {
        let person = Person {
            id: person_id(&self.config.random)?,
            name: fit_name(name)?,
        };
        let made = Op::Person(person.id.clone(), person.name.clone(), self.now());
        self.store.write(made).await?;
        let secret = self.new_session(&person, "cookie").await?;
        measures::GUESTS.count();
        Ok((person, secret))
    }

    /// Gives public ids to the people whom an earlier release created.
    pub async fn complete_people(&self) -> Result<(), StoreError> {
        loop {
            let people = self.store.people_without_public_id(200).await?;
            if people.is_empty() {
                return Ok(());
            }
            for person in people {
                self.store.write(Op::PublicId(person)).await?;
            }
        }
    }

    /// Creates a further secret for the same person.
    pub async fn new_session(&self, person: &Person, kind: &str) -> Answer<Secret> {
        if self.store.sessions_of(&person.id).await? >= MOST_SESSIONS {
            return Err(Problem::conflict(format!(
                "you already have {MOST_SESSIONS} sessions and tokens; end one first"
            )));
        }
        let secret = Secret::random(self)?;
        let session = Op::Session {
            hash: secret.hash(),
            person: person.id.clone(),
            kind: kind.to_owned(),
            created: self.now(),
            used: self.now(),
        };
        self.store.write(session).await?;
        Ok(secret)
    }

    /// Renames the person, also at all tables that are not over. To repeat it completes what was interrupted.
    pub async fn rename(&self, person: &Person, name: &str) -> Answer<Person> {
        let person = Person {
            name: fit_name(name)?,
            ..person.clone()
        };
        let known = self.store.person(&person.id).await?;
        if known.is_none_or(|(known, _)| known != person.name) {
            if !self.names_by_person.take(person.id.clone()) {
                return Err(Problem::too_many("Too many new names; retry later"));
            }
            let rename = Op::Rename(person.id.clone(), person.name.clone());
            let renamed = self.store.write(rename).await;
            self.sessions.forget(&person.id);
            renamed?;
        }
        for listed in self.store.unfinished_tables_of(&person.id).await? {
            if !names(&listed, &person) {
                self.rename_at(&listed.table, &person.id, &person).await?;
            }
        }
        Ok(person)
    }

    /// Returns a setup whose people are called as they are called now, without those who are gone.
    pub async fn with_present_names(&self, mut setup: Setup) -> Answer<Setup> {
        for sitter in &mut setup.seats {
            if let Sitter::Person { person, name } = sitter {
                match self.store.person(person).await? {
                    Some((present, _)) => *name = present,
                    None => *sitter = Sitter::Open,
                }
            }
        }
        Ok(setup)
    }

    /// Ends a session of this person and the live streams that it opened. Returns whether there was one.
    pub async fn end_session(&self, person: &PersonId, hash: &str) -> Answer<bool> {
        let ended = self.store.write(Op::EndSession(hash.to_owned())).await;
        self.forget_sessions(person);
        Ok(ended?)
    }

    /// Ends all sessions of this person but one.
    pub async fn end_other_sessions(&self, person: &PersonId, but: &Secret) -> Answer<()> {
        let end = Op::EndOtherSessions(person.clone(), but.hash());
        let ended = self.store.write(end).await;
        self.forget_sessions(person);
        Ok(ended.map(drop)?)
    }

    /// Waits until the session with this hash has ended, if there is one.
    pub async fn session_ends(&self, hash: Option<&str>) {
        let Some(hash) = hash else {
            return std::future::pending().await;
        };
        let mut ended = self.sessions_ended.subscribe();
        loop {
            // Another node may have ended it: look from time to time.
            let longest = self.memory().max(LOOK);
            let _ = tokio::time::timeout(longest, ended.changed()).await;
            let account = self.account(hash).await;
            let is_over = account.is_ok_and(|account| {
                account.is_none_or(|account| account.standing == Some(Standing::Banned))
            });
            if is_over {
                return;
            }
        }
    }
}

/// The secret of the request's session.
impl FromRequestParts<App> for Secret {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Answer<Self> {
        Secret::of(&parts.headers).ok_or_else(Problem::no_session)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_consists_of_what_can_be_seen() {
        for name in ["\u{200b}\u{feff}", "\u{202e}", " \u{2066} ", "a\nb", ""] {
            assert!(fit_name(name).is_err(), "{name:?}");
        }
        assert_eq!(fit_name(" An\u{200b}na\u{202e} ").unwrap(), "Anna");
        assert_eq!(fit_name("Жанна d’Ärc 🐘").unwrap(), "Жанна d’Ärc 🐘");
    }

    #[test]
    fn over_tls_the_cookie_belongs_to_this_host_alone() {
        let mut headers = HeaderMap::new();
        let cookies = "durbar=planted; __Host-durbar=own";
        headers.insert(header::COOKIE, cookies.parse().unwrap());
        assert_eq!(cookie(&headers).unwrap(), "own");
        let secret = Secret("s".to_owned());
        let set = set_cookie(Some(&secret), true);
        assert!(
            set.starts_with("__Host-durbar=s; Path=/; ") && set.ends_with("; Secure"),
            "{set}"
        );
        assert!(set_cookie(None, false).starts_with("durbar=; Path=/; Max-Age=0;"));
    }
}
