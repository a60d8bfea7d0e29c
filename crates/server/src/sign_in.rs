//! Signing in without a password: by a passkey, by a recovery code, or by a link of another device.

use crate::App;
use crate::orders::Order;
use crate::passkeys::{self, Purpose, Site};
use crate::people::{MOST_SESSIONS, Secret, fit_name};
use crate::problem::{Answer, Problem};
use crate::store::{OneTime, Op, Passkey};
use kit::hexadecimal;
use protocol::{NewPasskey, PasskeySignIn};
use sha2::{Digest as _, Sha256};
use std::time::Duration;
use table::{Person, PersonId};

/// The maximum number of passkeys of one person.
pub const MOST_PASSKEYS: usize = 10;
/// The number of recovery codes that a person has at first.
pub const CODES: usize = 8;
/// The number of characters of a recovery code, 5 bits each.
const CODE_LENGTH: usize = 28;
/// The characters of a recovery code.
const CODE_LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// The number of characters between two hyphens.
const CODE_GROUP: usize = 4;
/// The lifetime of a challenge, in milliseconds.
const CHALLENGE_LIFE: u64 = 5 * 60 * 1000;
/// The lifetime of a link to another device, in milliseconds.
pub const LINK_LIFE: u64 = 10 * 60 * 1000;
/// How long a sign-in waits until the tables of a guest are taken along; a server goes on with them afterwards.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a secret that works once is for. It is part of the hash, so that none serves for something else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A recovery code.
    Code,
    /// A link to another device.
    Link,
    /// A challenge for a new passkey.
    Create,
    /// A challenge to sign in.
    Get,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Kind::Code => "code",
            Kind::Link => "link",
            Kind::Create => "create",
            Kind::Get => "get",
        }
    }

    /// Returns the hash that the store keeps of a secret.
    fn hash(self, secret: &str) -> String {
        hexadecimal(&Sha256::digest(format!("durbar {} {secret}", self.word())))
    }

    fn one_time(self, secret: &str, person: Option<&PersonId>, expires: Option<u64>) -> OneTime {
        OneTime {
            hash: self.hash(secret),
            kind: self.word().to_owned(),
            person: person.cloned(),
            expires,
        }
    }
}

/// Whoever signs in, before they do.
pub struct Before {
    /// The person of the browser's session, with its secret.
    pub session: Option<(Person, Secret)>,
    /// Whether the tables of that person, if they are a guest, become those of the account.
    pub take_along: bool,
}

/// Returns a recovery code as it is hashed, whichever way somebody typed it.
fn typed(code: &str) -> String {
    let letters = code.chars().filter(char::is_ascii_alphanumeric);
    letters
        .map(|letter| match letter.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            letter => letter,
        })
        .collect()
}

/// Returns the id of an account for authenticators, which tells nothing about it.
pub fn user_handle(person: &PersonId) -> String {
    passkeys::text(&Sha256::digest(format!("durbar user {person}")))
}

impl App {
    /// Returns whether a person can sign in again.
    pub async fn is_kept(&self, person: &PersonId) -> Answer<bool> {
        Ok(
            !self.store.passkeys(person).await?.is_empty()
                || self.store.codes_of(person).await? > 0,
        )
    }

    /// Creates a challenge, for a new passkey of a person or to sign in.
    pub async fn new_challenge(&self, person: Option<&PersonId>) -> Answer<String> {
        let challenge = passkeys::text(&self.random::<32>()?);
        let kind = match person {
            Some(_) => Kind::Create,
            None => Kind::Get,
        };
        let expires = Some(self.now() + CHALLENGE_LIFE);
        let stored = Op::OneTime(kind.one_time(&challenge, person, expires));
        self.store.write(stored).await?;
        Ok(challenge)
    }

    /// Returns an error if the person has as many passkeys as possible.
    pub async fn may_add_passkey(&self, person: &PersonId) -> Answer<Vec<Passkey>> {
        let passkeys = self.store.passkeys(person).await?;
        match passkeys.len() < MOST_PASSKEYS {
            true => Ok(passkeys),
            false => Err(Problem::conflict(format!(
                "you already have {MOST_PASSKEYS} passkeys; remove one first"
            ))),
        }
    }

    /// Adds a passkey to an account.
    pub async fn add_passkey(
        &self,
        person: &PersonId,
        site: &Site,
        new: &NewPasskey,
    ) -> Answer<Passkey> {
        let name = fit_name(&new.name)?;
        let client_data = passkeys::bytes(&new.client_data)?;
        let challenge = passkeys::challenge(&client_data, Purpose::Create, site)?;
        let data = passkeys::bytes(&new.authenticator_data)?;
        let credential = passkeys::created(&data, site)?;
        let now = self.now();
        let hash = Kind::Create.hash(&challenge);
        let asked = self.store.one_time(&hash, now).await?;
        if asked.and_then(|asked| asked.person).as_ref() != Some(person) {
            return Err(Problem::invalid(
                "the challenge is unknown, used or too old; ask for another one",
            ));
        }
        self.may_add_passkey(person).await?;
        let passkey = Passkey {
            id: passkeys::text(&credential.id),
            person: person.clone(),
            name,
            public_key: passkeys::text(&credential.public_key),
            counter: credential.counter.into(),
            created: now,
            used: now,
        };
        let then = vec![Op::Passkey(Box::new(passkey.clone()))];
        match self.store.write(Op::Redeem { hash, now, then }).await? {
            true => Ok(passkey),
            false => Err(Problem::conflict(
                "this passkey is known already, or its challenge was used",
            )),
        }
    }

    /// Makes new recovery codes; earlier ones are void.
    pub async fn new_codes(&self, person: &PersonId) -> Answer<Vec<String>> {
        let mut codes = Vec::new();
        let mut stored = Vec::new();
        for _ in 0..CODES {
            let letters = self.random::<CODE_LENGTH>()?.map(|byte| {
                let letter = CODE_LETTERS.get(usize::from(byte % 32));
                char::from(letter.copied().unwrap_or(b'0'))
            });
            let code: String = letters.iter().collect();
            stored.push(Kind::Code.one_time(&code, Some(person), None));
            let groups = letters.chunks(CODE_GROUP).map(String::from_iter);
            codes.push(groups.collect::<Vec<_>>().join("-"));
        }
        let replace = Op::Replace(person.clone(), Kind::Code.word(), stored);
        self.store.write(replace).await?;
        Ok(codes)
    }

    /// Makes a link that signs in another device. Returns its secret and when it ends.
    pub async fn new_link(&self, person: &PersonId) -> Answer<(String, u64)> {
        let secret = hexadecimal(&self.random::<16>()?);
        let expires = self.now() + LINK_LIFE;
        let stored = Kind::Link.one_time(&secret, Some(person), Some(expires));
        let replace = Op::Replace(person.clone(), Kind::Link.word(), vec![stored]);
        self.store.write(replace).await?;
        Ok((secret, expires))
    }

    /// Returns whose account a link signs in to.
    pub async fn owner_of_link(&self, secret: &str) -> Answer<Person> {
        let (_, person) = self.owner_of(Kind::Link, secret).await?;
        Ok(person)
    }

    async fn owner_of(&self, kind: Kind, secret: &str) -> Answer<(String, Person)> {
        let hash = kind.hash(secret);
        let found = self.store.one_time(&hash, self.now()).await?;
        let id = found.and_then(|found| found.person);
        let id = id.ok_or_else(Problem::not_signed_in)?;
        Ok((hash, self.holder(id).await?))
    }

    async fn holder(&self, id: PersonId) -> Answer<Person> {
        let found = self.store.person(&id).await?;
        let (name, _) = found.ok_or_else(Problem::not_signed_in)?;
        Ok(Person { id, name })
    }

    /// Signs in by a recovery code.
    pub async fn sign_in_by_code(&self, code: &str, before: Before) -> Answer<(Person, Secret)> {
        let (hash, person) = self.owner_of(Kind::Code, &typed(code)).await?;
        self.sign_in(person, hash, Vec::new(), before).await
    }

    /// Signs in by a link of another device.
    pub async fn sign_in_by_link(&self, link: &str, before: Before) -> Answer<(Person, Secret)> {
        let (hash, person) = self.owner_of(Kind::Link, link).await?;
        self.sign_in(person, hash, Vec::new(), before).await
    }

    /// Signs in by a passkey. Whatever is wrong, the answer is the same.
    pub async fn sign_in_by_passkey(
        &self,
        site: &Site,
        answer: &PasskeySignIn,
        before: Before,
    ) -> Answer<(Person, Secret)> {
        let failed = |_| Problem::not_signed_in();
        let client_data = passkeys::bytes(&answer.client_data).map_err(failed)?;
        let challenge = passkeys::challenge(&client_data, Purpose::Get, site).map_err(failed)?;
        let passkey = self.store.passkey(&answer.id).await?;
        let passkey = passkey.ok_or_else(Problem::not_signed_in)?;
        let handle = user_handle(&passkey.person);
        if answer.user.as_ref().is_some_and(|user| *user != handle) {
            return Err(Problem::not_signed_in());
        }
        let counter = passkeys::signed(
            &passkeys::bytes(&answer.authenticator_data).map_err(failed)?,
            &client_data,
            &passkeys::bytes(&answer.signature).map_err(failed)?,
            &passkeys::bytes(&passkey.public_key).map_err(failed)?,
            site,
        );
        let used = Op::UsePasskey {
            id: passkey.id,
            counter: counter.map_err(failed)?.into(),
            at: self.now(),
        };
        let person = self.holder(passkey.person).await?;
        let hash = Kind::Get.hash(&challenge);
        self.sign_in(person, hash, vec![used], before).await
    }

    /// Uses up the secret with this hash, carries out `then`, and gives the person a session, all at once. The session that the browser had ends; a
    /// guest's tables are taken along by an order, which some server completes even if this one dies.
    async fn sign_in(
        &self,
        person: Person,
        hash: String,
        mut then: Vec<Op>,
        before: Before,
    ) -> Answer<(Person, Secret)> {
        let now = self.now();
        let secret = Secret::random(self)?;
        let mut sessions = self.store.sessions(&person.id).await?;
        then.push(Op::Session {
            hash: secret.hash(),
            person: person.id.clone(),
            kind: "cookie".to_owned(),
            created: now,
            used: now,
        });
        let mut joining = None;
        if let Some((guest, old)) = &before.session {
            sessions.retain(|session| session.hash != old.hash());
            if before.take_along && guest.id != person.id && !self.is_kept(&guest.id).await? {
                let order = Order::Join {
                    guest: guest.id.clone(),
                    person: person.id.clone(),
                };
                let (id, order) = self.order(&order)?;
                then.push(order);
                joining = Some(id);
            } else {
                then.push(Op::EndSession(old.hash()));
            }
        }
        // Whoever has too many sessions is not locked out: the one that was not used for the longest time ends.
        if sessions.len() as u64 >= MOST_SESSIONS
            && let Some(oldest) = sessions.last()
        {
            then.push(Op::EndSession(oldest.hash.clone()));
        }
        // What ends may have ended already, so that only the session tells whether the sign-in took effect.
        self.store.write(Op::Redeem { hash, now, then }).await?;
        if self.account(&secret.hash()).await?.is_none() {
            return Err(Problem::not_signed_in());
        }
        self.forget_sessions(&person.id);
        if let Some(joining) = joining {
            self.wait_for_order(&joining, PATIENCE).await;
        }
        Ok((person, secret))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_may_be_typed_in_many_ways() {
        assert_eq!(typed(" ABCD-efgh 0OiL\n"), "abcdefgh0011");
    }

    #[test]
    fn a_secret_serves_for_one_purpose() {
        let kinds = [Kind::Code, Kind::Link, Kind::Create, Kind::Get];
        let hashes: std::collections::BTreeSet<String> =
            kinds.iter().map(|kind| kind.hash("x")).collect();
        assert_eq!(hashes.len(), 4);
    }
}
