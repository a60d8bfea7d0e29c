//! Notices: people are told that it is their turn while they are not here, in their browser, by mail, or by the webhook of a table.
//!
//! A notice is written together with the entry that begins the turn, so it is neither lost nor written twice. It is sent until sending succeeds, the turn is
//! over or the contact is gone. It is calm: nobody is told who looks at the table, during quiet hours, or by mail more often than the host allows.

pub mod mail;
mod outgoing;
pub mod push;
mod wording;

use crate::App;
use crate::measures;
use crate::problem::{Answer, Problem};
use crate::store::{Contact, ContactOp, Notice, Op, StoreError};
use crate::tables::{Turn, turn_of};
use axum::http::StatusCode;
use axum::http::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HeaderName, USER_AGENT};
use mail::{Mailer, NotSent};
use outgoing::{NoAnswer, Outgoing};
use protocol::Quiet;
use push::{Keys, SiteKey};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;
use wording::Mail;

/// The interval between two looks for notices.
const INTERVAL: Duration = Duration::from_millis(500);
/// The time in milliseconds for which a node tells a contact before another node takes over.
const LEASE: u64 = 60_000;
/// How many contacts this node tells at the same time.
const MOST_AT_ONCE: usize = 64;
/// How many of them at one host, so that a slow one does not hold up the others.
const MOST_AT_ONE_HOST: usize = 16;
/// The time in milliseconds until somebody who looks at the table is looked for again.
const LOOK_AGAIN: u64 = 5_000;
/// The time in milliseconds until a failed notice is sent again; doubled each time.
const TRY_AGAIN: u64 = 5_000;
/// How often a notice is sent in vain.
const MOST_ATTEMPTS: u64 = 8;
/// How long a push service keeps a notice for a browser that is away, in seconds.
const KEPT: &str = "86400";
/// The maximum length of a topic (RFC 8030).
const LONGEST_TOPIC: usize = 32;
/// The name of the site's key for browsers in the store.
const SITE_KEY: &str = "push";
const MINUTES_OF_A_DAY: i64 = 24 * 60;

/// The host's settings for notices.
#[derive(Clone, Default)]
pub struct Notices {
    /// Whether notices can go to addresses of this network, and without encryption.
    pub private: bool,
    /// The mail server; without one, nobody is told by mail.
    pub mail: Option<Mailer>,
}

/// How a contact is told.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Manner {
    /// By what.
    pub way: Way,
    /// The tag of the language.
    pub language: String,
    /// The address of the site as the person knows it.
    pub site: String,
    /// When nobody is told.
    pub quiet: Option<Quiet>,
}

/// By what a contact is told.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "way", rename_all = "kebab-case")]
pub enum Way {
    /// In a browser.
    Push {
        /// The browser's public key.
        p256dh: String,
        /// The browser's secret.
        auth: String,
    },
    /// By mail.
    #[default]
    Mail,
    /// By a request to a URL.
    Webhook,
}

/// What a node needs to send notices.
pub struct Sender {
    outgoing: Outgoing,
    mailer: Option<Mailer>,
    site_key: OnceLock<SiteKey>,
    /// The contacts that are being told, with their hosts.
    busy: Mutex<BTreeMap<String, String>>,
}

impl Sender {
    /// Creates what sends notices with these settings.
    pub fn new(settings: &Notices) -> Self {
        Sender {
            outgoing: Outgoing::new(settings.private),
            mailer: settings.mail.clone(),
            site_key: OnceLock::new(),
            busy: Mutex::default(),
        }
    }

    /// Returns an address in its usual form, if notices can go there.
    pub fn fit(&self, address: &str) -> Option<String> {
        self.outgoing.fit(address)
    }

    /// Returns what sends mails, if the host has a mail server.
    pub fn mailer(&self) -> Option<&Mailer> {
        self.mailer.as_ref()
    }

    /// Returns the key that browsers need to subscribe.
    pub fn public_key(&self) -> Option<String> {
        self.site_key.get().map(SiteKey::public)
    }

    fn busy(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, contact: &str, host: String) -> Begun {
        let mut busy = self.busy();
        if busy.contains_key(contact) {
            return Begun::Before;
        }
        let there = busy.values().filter(|other| **other == host).count();
        if busy.len() >= MOST_AT_ONCE || there >= MOST_AT_ONE_HOST {
            return Begun::Full;
        }
        busy.insert(contact.to_owned(), host);
        Begun::Yes
    }
}

/// A contact that is being told, until this is dropped: also if that ends in a panic.
struct Telling<'a> {
    sender: &'a Sender,
    contact: &'a str,
}

impl Drop for Telling<'_> {
    fn drop(&mut self) {
        self.sender.busy().remove(self.contact);
    }
}

/// Whether a contact is told now.
enum Begun {
    Yes,
    /// It is being told.
    Before,
    /// There is enough to do, or at its host.
    Full,
}

/// What came of sending a notice.
enum Outcome {
    Sent,
    /// It may succeed later.
    Failed,
    /// The contact does not exist any more.
    Gone,
}

impl App {
    /// Reads the site's key for browsers, or makes it at the first start.
    pub async fn open_site_key(&self) -> Result<(), StoreError> {
        if self.store.secret(SITE_KEY).await?.is_none()
            && let Ok(key) = SiteKey::generate()
        {
            let secret = ContactOp::NewSecret(SITE_KEY.to_owned(), key);
            self.store.write(Op::Contact(secret)).await?;
        }
        let key = self.store.secret(SITE_KEY).await?;
        if let Some(key) = key.and_then(|key| SiteKey::read(&key)) {
            let _ = self.sender.site_key.set(key);
        }
        Ok(())
    }

    /// Sends notices until the server stops.
    pub async fn send_notices(self) {
        let mut rounds = tokio::time::interval(INTERVAL);
        rounds.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = rounds.tick() => (),
                () = self.stops() => return,
            }
            let now = self.now();
            let most = 2 * MOST_AT_ONCE as u32;
            let due = self.store.lease_contacts(now, now + LEASE, most).await;
            for contact in due.unwrap_or_default() {
                self.begin_to_tell(&contact).await;
            }
        }
    }

    /// Tells a contact in the background, unless it is being told or its host has enough to do.
    async fn begin_to_tell(&self, id: &str) {
        let contact = match self.store.contact(id).await {
            Ok(Some(contact)) => contact,
            // Its notices are forgotten.
            Ok(None) => return self.note(ContactOp::Remove(id.to_owned())).await,
            // They stay due, and are looked for in the next round.
            Err(_) => return,
        };
        let host = match contact.manner.way {
            Way::Mail => String::new(),
            _ => outgoing::origin_of(&contact.target).unwrap_or_default(),
        };
        match self.sender.begin(id, host) {
            Begun::Yes => {
                let (app, contact) = (self.clone(), contact.clone());
                let tells = async move { app.tell(&contact).await };
                tokio::spawn(self.clone().tell_as(id.to_owned(), tells));
            }
            Begun::Before => (),
            // Others come first.
            Begun::Full => {
                let now = self.now();
                self.wait(id, now, now + LOOK_AGAIN, false).await;
                self.release(id).await;
            }
        }
    }

    /// Tells a contact in this way. If that panics, the contact waits for as long as another node would.
    async fn tell_as(
        self,
        contact: String,
        tells: impl Future<Output = Result<(), StoreError>> + Send + 'static,
    ) {
        let telling = Telling {
            sender: &self.sender,
            contact: &contact,
        };
        match tokio::spawn(tells).await {
            Ok(Ok(())) => (),
            Ok(Err(problem)) => tracing::debug!(%problem, "a contact was not told"),
            Err(error) if !error.is_panic() => (),
            Err(_) => {
                measures::PANICS.count();
                tracing::error!(contact, "telling a contact ended in a panic");
                let now = self.now();
                self.wait(&contact, now, now + LEASE, true).await;
            }
        }
        drop(telling);
        self.release(&contact).await;
    }

    /// Writes something about a contact. If that fails, its notices are still due.
    async fn note(&self, op: ContactOp) {
        let _ = self.store.write(Op::Contact(op)).await;
    }

    async fn wait(&self, contact: &str, now: u64, until: u64, failed: bool) {
        let contact = contact.to_owned();
        self.note(ContactOp::Wait {
            contact,
            now,
            until,
            failed,
        })
        .await;
    }

    /// Other nodes may tell the contact again.
    async fn release(&self, contact: &str) {
        if self.store.is_shared() {
            self.note(ContactOp::Release(contact.to_owned())).await;
        }
    }

    /// Tells a contact of all turns that are due.
    async fn tell(&self, contact: &Contact) -> Result<(), StoreError> {
        let now = self.now();
        let turns = self.turns(contact, now).await?;
        let Some(attempts) = turns.iter().map(|(notice, _)| notice.attempts).max() else {
            return Ok(());
        };
        if let Some(until) = self.calm_until(contact, &turns, now) {
            self.wait(&contact.id, now, until, false).await;
            return Ok(());
        }
        let at_once = match contact.manner.way {
            Way::Mail => turns.len(),
            Way::Push { .. } | Way::Webhook => 1,
        };
        for turns in turns.chunks(at_once) {
            match self.send(contact, turns).await {
                Outcome::Sent => {
                    measures::NOTICES.count();
                    for (notice, _) in turns {
                        let told = ContactOp::Told(contact.id.clone(), notice.clone(), now);
                        self.store.write(Op::Contact(told)).await?;
                    }
                }
                Outcome::Failed => {
                    measures::NOTICES_FAILED.count();
                    match attempts + 1 < MOST_ATTEMPTS {
                        true => {
                            let until = now + (TRY_AGAIN << attempts);
                            self.wait(&contact.id, now, until, true).await;
                        }
                        false => self.give_up(contact, now).await?,
                    }
                    return Ok(());
                }
                Outcome::Gone => {
                    self.note(ContactOp::Remove(contact.id.clone())).await;
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Returns the turns that a contact is to be told of; those that are over are forgotten.
    async fn turns(&self, contact: &Contact, now: u64) -> Result<Vec<(Notice, Turn)>, StoreError> {
        let due = self.store.due_notices(&contact.id, now).await?;
        // Of each table and person only the latest turn.
        let latest: BTreeMap<_, _> = due
            .into_iter()
            .map(|notice| ((notice.table.clone(), notice.person.clone()), notice))
            .collect();
        let mut turns = Vec::new();
        for notice in latest.into_values() {
            let listed = self.store.listed_one(&notice.table).await?;
            match listed.and_then(|listed| turn_of(&listed, &notice.person)) {
                Some(turn) => turns.push((notice, turn)),
                None => {
                    self.note(ContactOp::Drop(contact.id.clone(), notice)).await;
                }
            }
        }
        Ok(turns)
    }

    /// Forgets the notices of a contact that cannot be reached.
    async fn give_up(&self, contact: &Contact, now: u64) -> Result<(), StoreError> {
        for notice in self.store.due_notices(&contact.id, now).await? {
            self.note(ContactOp::Drop(contact.id.clone(), notice)).await;
        }
        Ok(())
    }

    /// Returns until when the contact is not told, if it is to be calm now.
    fn calm_until(&self, contact: &Contact, turns: &[(Notice, Turn)], now: u64) -> Option<u64> {
        // A webhook tells everybody, also those who look at the table.
        if contact.manner.way == Way::Webhook {
            return None;
        }
        let looks = |(notice, _): &(Notice, Turn)| self.tables.sees(&notice.table, &notice.person);
        if turns.iter().any(looks) {
            return Some(now + LOOK_AGAIN);
        }
        let quiet = contact.manner.quiet;
        let quiet = quiet.and_then(|quiet| quiet_until(quiet, now));
        let mailer = self.sender.mailer.as_ref();
        let mailer = mailer.filter(|_| contact.manner.way == Way::Mail);
        let next = mailer.map(|mailer| contact.told + mailer.every());
        quiet.max(next.filter(|next| *next > now))
    }

    /// Sends one message about some turns.
    async fn send(&self, contact: &Contact, turns: &[(Notice, Turn)]) -> Outcome {
        let [(notice, turn), ..] = turns else {
            return Outcome::Sent;
        };
        match &contact.manner.way {
            Way::Push { p256dh, auth } => {
                let message = wording::push(&contact.manner, notice, turn);
                match self.sealed(contact, p256dh, auth, &message) {
                    Some((signed, body)) => self.push(contact, notice, &signed, body).await,
                    None => Outcome::Gone,
                }
            }
            Way::Webhook => {
                let body = wording::webhook(&contact.manner, notice, turn).into_bytes();
                let headers = [(CONTENT_TYPE, "application/json"), (USER_AGENT, "durbar")];
                outcome(
                    self.sender
                        .outgoing
                        .post(&contact.target, &headers, body)
                        .await,
                )
            }
            Way::Mail => {
                let mail = wording::mail(contact, turns);
                self.sender.mail(&contact.target, mail).await
            }
        }
    }

    /// Returns the signature and the encrypted body of a message to a browser; `None` if its keys or its endpoint are useless.
    fn sealed(
        &self,
        contact: &Contact,
        p256dh: &str,
        auth: &str,
        message: &str,
    ) -> Option<(String, Vec<u8>)> {
        let keys = Keys::read(p256dh, auth)?;
        let body = push::encrypt(&keys, message.as_bytes()).ok()?;
        let service = outgoing::origin_of(&contact.target)?;
        let site = &contact.manner.site;
        let about = match site.starts_with("https://") {
            true => site,
            false => "mailto:durbar@localhost.invalid",
        };
        let key = self.sender.site_key.get()?;
        let signed = key.authorization(&service, about, self.now() / 1000);
        Some((signed.ok()?, body))
    }

    async fn push(
        &self,
        contact: &Contact,
        notice: &Notice,
        signed: &str,
        body: Vec<u8>,
    ) -> Outcome {
        // While the browser is away, a later turn at the same table replaces an earlier one.
        let topic: String = notice.table.as_str().chars().take(LONGEST_TOPIC).collect();
        let headers = [
            (AUTHORIZATION, signed),
            (CONTENT_ENCODING, "aes128gcm"),
            (CONTENT_TYPE, "application/octet-stream"),
            (HeaderName::from_static("ttl"), KEPT),
            (HeaderName::from_static("urgency"), "normal"),
            (HeaderName::from_static("topic"), &topic),
        ];
        outcome(
            self.sender
                .outgoing
                .post(&contact.target, &headers, body)
                .await,
        )
    }

    /// Sends the code that confirms a mail address there.
    pub async fn mail_code(&self, contact: &Contact, code: &str) -> Answer<()> {
        let mail = wording::code(contact, code);
        match self.sender.mail(&contact.target, mail).await {
            Outcome::Sent => Ok(()),
            Outcome::Failed | Outcome::Gone => {
                let gone = ContactOp::Remove(contact.id.clone());
                self.store.write(Op::Contact(gone)).await?;
                Err(Problem::unavailable(
                    "the mail server does not accept the mail; nothing was changed",
                ))
            }
        }
    }
}

impl Sender {
    async fn mail(&self, to: &str, mail: Mail) -> Outcome {
        let Some(mailer) = &self.mailer else {
            return Outcome::Failed;
        };
        match mailer.send(to, mail).await {
            Ok(()) => Outcome::Sent,
            Err(NotSent::Now) => Outcome::Failed,
            Err(NotSent::Ever) => Outcome::Gone,
        }
    }
}

/// Returns the host of a URL, such as `push.example`.
pub fn host_of(url: &str) -> String {
    let origin = outgoing::origin_of(url).unwrap_or_default();
    let host = origin.split_once("://").map(|(_, host)| host.to_owned());
    host.unwrap_or_default()
}

fn outcome(status: Result<StatusCode, NoAnswer>) -> Outcome {
    match status {
        Ok(status) if status.is_success() => Outcome::Sent,
        Ok(StatusCode::NOT_FOUND | StatusCode::GONE) => Outcome::Gone,
        _ => Outcome::Failed,
    }
}

/// Returns the end of the quiet hours, if it is in them.
fn quiet_until(quiet: Quiet, now: u64) -> Option<u64> {
    let minute = 60_000;
    let minutes = (now / minute) as i64 + i64::from(quiet.offset);
    let at = minutes.rem_euclid(MINUTES_OF_A_DAY);
    let (from, until) = (i64::from(quiet.from), i64::from(quiet.until));
    let length = (until - from).rem_euclid(MINUTES_OF_A_DAY);
    let since = (at - from).rem_euclid(MINUTES_OF_A_DAY);
    let left = length.checked_sub(since).filter(|left| *left > 0)?;
    Some((now / minute + left as u64) * minute)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;
    use crate::store::simulated::{Database, Link, Weather, open};
    use kit::Seed;
    use tokio::time::Instant;

    #[tokio::test(start_paused = true)]
    async fn after_a_panic_the_contact_is_free_and_its_notices_wait() {
        let seed = Seed::from_text("a notice panics");
        let database = Database::new(true, seed, Weather::default(), None);
        let link = Link {
            database: database.clone(),
            node: 0,
            since: (0, Instant::now()),
        };
        let app = App::new(open(link), Config::default());
        let due = "INSERT INTO notices VALUES ('one', 't', 1, 'p', 0, 0) RETURNING 1";
        database.count(due);
        let begin = || app.sender.begin("one", String::new());
        assert!(matches!(begin(), Begun::Yes));
        assert!(matches!(begin(), Begun::Before));
        let tells = async { panic!("a test lets it panic") };
        app.clone().tell_as("one".to_owned(), tells).await;
        assert!(matches!(begin(), Begun::Yes));
        let waits = "SELECT COUNT(*) FROM notices WHERE due >= 60000 AND attempts = 1";
        assert_eq!(database.count(waits), 1);
    }

    #[test]
    fn quiet_hours_go_over_midnight_and_follow_the_persons_clock() {
        let quiet = Quiet {
            from: 22 * 60,
            until: 7 * 60,
            offset: 60,
        };
        let at = |hour: u64, minute: u64| (hour * 60 + minute) * 60_000;
        // 23:30 there.
        assert_eq!(quiet_until(quiet, at(22, 30)), Some(at(24 + 6, 0)));
        // 6:59 there.
        assert_eq!(quiet_until(quiet, at(5, 59)), Some(at(6, 0)));
        assert_eq!(quiet_until(quiet, at(6, 0)), None);
        assert_eq!(quiet_until(quiet, at(20, 59)), None);
        assert_eq!(quiet_until(quiet, at(21, 0)), Some(at(30, 0)));
        let never = Quiet {
            from: 5,
            until: 5,
            offset: 0,
        };
        assert_eq!(quiet_until(never, at(0, 5)), None);
    }
}
