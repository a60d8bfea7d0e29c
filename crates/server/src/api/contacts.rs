//! Where people are told that it is their turn while they are not here.

use super::guard::{Address, over_tls};
use super::input::{At, Body};
use crate::App;
use crate::limits::MOST_CONTACTS;
use crate::notices::mail::fit_address;
use crate::notices::push::Keys;
use crate::notices::{Manner, Way, host_of};
use crate::page;
use crate::problem::{Answer, Problem};
use crate::store::{Contact, ContactOp, Op};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use kit::hexadecimal;
use protocol::{
    ConfirmContact, ContactAbout, ContactKind, Contacts, NewContact, NewWebhook, Quiet, Reason,
    SetQuiet, Webhooks,
};
use sha2::{Digest as _, Sha256};
use table::{Person, TableId};
use words::Language;

/// The number of codes that confirm a mail address.
const CODES: u64 = 100_000_000;
/// The minutes of a day.
const DAY: u16 = 24 * 60;

/// List where I am told that it is my turn.
#[utoipa::path(get, path = "/api/me/contacts", tag = "notices", responses(
    (status = 200, body = Contacts), (status = 401, body = protocol::Problem)
))]
pub async fn contacts(State(app): State<App>, person: Person) -> Answer<Json<Contacts>> {
    let contacts = app.store.contacts_of(&person.id).await?;
    Ok(Json(Contacts {
        push_key: app.sender.public_key(),
        mail: app.sender.mailer().is_some(),
        contacts: contacts.iter().map(about).collect(),
    }))
}

/// Tell me in this browser, or at this mail address, when it is my turn.
#[utoipa::path(post, path = "/api/me/contacts", tag = "notices", request_body = NewContact, responses(
    (status = 201, body = ContactAbout), (status = 401, body = protocol::Problem), (status = 409, body = protocol::Problem),
    (status = 422, body = protocol::Problem)
))]
pub async fn add(
    State(app): State<App>,
    person: Person,
    Address(address): Address,
    headers: HeaderMap,
    Body(wanted): Body<NewContact>,
) -> Answer<(StatusCode, Json<ContactAbout>)> {
    let quiet = wanted.quiet.map(fit_quiet).transpose()?;
    let language = fit_language(&wanted.language)?;
    let (target, way) = match (wanted.push, wanted.mail) {
        (Some(push), None) => {
            if Keys::read(&push.p256dh, &push.auth).is_none() {
                let expected = "p256dh and auth are the keys of the subscription, in base64url";
                return Err(Problem::invalid(expected));
            }
            let (p256dh, auth) = (push.p256dh, push.auth);
            (fit_url(&app, &push.endpoint)?, Way::Push { p256dh, auth })
        }
        (None, Some(mail)) => {
            if app.sender.mailer().is_none() {
                return Err(Problem::conflict("this site sends no mail"));
            }
            let address = fit_address(&mail);
            (
                address.ok_or_else(|| Problem::invalid("this is not a mail address"))?,
                Way::Mail,
            )
        }
        _ => return Err(Problem::invalid("a contact is either push or mail")),
    };
    let manner = Manner {
        way,
        language: language.tag().to_owned(),
        site: site(&app, &headers)?,
        quiet,
    };
    let known = app.store.contacts_of(&person.id).await?;
    let same = known.iter().find(|contact| contact.target == target);
    if same.is_none() && known.len() >= MOST_CONTACTS {
        return Err(Problem::conflict(format!(
            "you have {MOST_CONTACTS} contacts; remove one first"
        )));
    }
    let mut contact = Contact {
        manner,
        ..match same {
            Some(contact) => contact.clone(),
            None => app.new_contact(&person, None, target)?,
        }
    };
    let mut code = None;
    if contact.manner.way == Way::Mail && same.is_none() {
        if !app.mails_by_address.take(address) {
            return Err(Problem::too_many("Too many mails; retry later"));
        }
        let drawn = format!("{:08}", u64::from_be_bytes(app.random()?) % CODES);
        contact.code = Some(hash(&contact.id, &drawn));
        code = Some(drawn);
    }
    let add = ContactOp::Add(Box::new(contact.clone()));
    app.store.write(Op::Contact(add)).await?;
    if let Some(code) = code {
        app.mail_code(&contact, &code).await?;
    }
    Ok((StatusCode::CREATED, Json(about(&contact))))
}

/// Choose the hours in which I am not told anywhere.
#[utoipa::path(post, path = "/api/me/quiet", tag = "notices", request_body = SetQuiet, responses(
    (status = 204), (status = 401, body = protocol::Problem), (status = 422, body = protocol::Problem)
))]
pub async fn set_quiet(
    State(app): State<App>,
    person: Person,
    Body(wanted): Body<SetQuiet>,
) -> Answer<StatusCode> {
    let quiet = wanted.quiet.map(fit_quiet).transpose()?;
    for mut contact in app.store.contacts_of(&person.id).await? {
        contact.manner.quiet = quiet;
        let change = ContactOp::Add(Box::new(contact));
        app.store.write(Op::Contact(change)).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Confirm a mail address with the code that was sent there.
#[utoipa::path(post, path = "/api/me/contacts/{id}/confirm", tag = "notices", params(("id" = String, Path)), request_body = ConfirmContact, responses(
    (status = 204), (status = 401, body = protocol::Problem), (status = 404, body = protocol::Problem), (status = 422, body = protocol::Problem)
))]
pub async fn confirm(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(confirm): Body<ConfirmContact>,
) -> Answer<StatusCode> {
    let contact = app.own_contact(&person, &id).await?;
    let confirmed = ContactOp::Confirm(id.clone(), hash(&id, confirm.code.trim()));
    if contact.code.is_none() || app.store.write(Op::Contact(confirmed)).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    app.store.write(Op::Contact(ContactOp::Try(id))).await?;
    Err(Problem::invalid(
        "this is not the code of the mail; after five wrong codes, remove the address and add it again",
    ))
}

/// Tell me there no longer.
#[utoipa::path(delete, path = "/api/me/contacts/{id}", tag = "notices", params(("id" = String, Path)), responses(
    (status = 204), (status = 401, body = protocol::Problem), (status = 404, body = protocol::Problem)
))]
pub async fn remove(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
) -> Answer<StatusCode> {
    app.own_contact(&person, &id).await?;
    app.store.write(Op::Contact(ContactOp::Remove(id))).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// As the owner, list the webhooks that every turn of the table is posted to.
#[utoipa::path(get, path = "/api/tables/{id}/webhooks", tag = "notices", params(("id" = String, Path)), responses(
    (status = 200, body = Webhooks), (status = 401, body = protocol::Problem), (status = 403, body = protocol::Problem),
    (status = 404, body = protocol::Problem)
))]
pub async fn webhooks(
    State(app): State<App>,
    person: Person,
    At(table): At,
) -> Answer<Json<Webhooks>> {
    app.owns(&person, &table).await?;
    let webhooks = app.store.webhooks_of(&table).await?;
    Ok(Json(Webhooks {
        webhooks: webhooks.iter().map(about).collect(),
    }))
}

/// As the owner, have every turn of the table posted to a URL.
#[utoipa::path(post, path = "/api/tables/{id}/webhooks", tag = "notices", params(("id" = String, Path)), request_body = NewWebhook, responses(
    (status = 201, body = ContactAbout), (status = 401, body = protocol::Problem), (status = 403, body = protocol::Problem),
    (status = 404, body = protocol::Problem), (status = 409, body = protocol::Problem), (status = 422, body = protocol::Problem)
))]
pub async fn add_webhook(
    State(app): State<App>,
    person: Person,
    At(table): At,
    headers: HeaderMap,
    Body(wanted): Body<NewWebhook>,
) -> Answer<(StatusCode, Json<ContactAbout>)> {
    app.owns(&person, &table).await?;
    let target = fit_url(&app, &wanted.url)?;
    let known = app.store.webhooks_of(&table).await?;
    let same = known.iter().find(|contact| contact.target == target);
    if same.is_none() && known.len() >= MOST_CONTACTS {
        return Err(Problem::conflict(format!(
            "the table has {MOST_CONTACTS} webhooks; remove one first"
        )));
    }
    let contact = Contact {
        manner: Manner {
            way: Way::Webhook,
            language: fit_language(&wanted.language)?.tag().to_owned(),
            site: site(&app, &headers)?,
            quiet: None,
        },
        ..match same {
            Some(contact) => contact.clone(),
            None => app.new_contact(&person, Some(table), target)?,
        }
    };
    let add = ContactOp::Add(Box::new(contact.clone()));
    app.store.write(Op::Contact(add)).await?;
    Ok((StatusCode::CREATED, Json(about(&contact))))
}

/// As the owner, remove a webhook.
#[utoipa::path(delete, path = "/api/tables/{id}/webhooks/{webhook}", tag = "notices",
    params(("id" = String, Path), ("webhook" = String, Path)), responses(
    (status = 204), (status = 401, body = protocol::Problem), (status = 403, body = protocol::Problem),
    (status = 404, body = protocol::Problem)
))]
pub async fn remove_webhook(
    State(app): State<App>,
    person: Person,
    Path((table, webhook)): Path<(String, String)>,
) -> Answer<StatusCode> {
    let table = table.parse().map_err(|_| Problem::no_table())?;
    app.owns(&person, &table).await?;
    let webhooks = app.store.webhooks_of(&table).await?;
    if !webhooks.iter().any(|contact| contact.id == webhook) {
        return Err(Problem::not_found("the table has no webhook with this id"));
    }
    app.store
        .write(Op::Contact(ContactOp::Remove(webhook)))
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

impl App {
    /// Returns a new contact without its manner.
    fn new_contact(
        &self,
        person: &Person,
        table: Option<TableId>,
        target: String,
    ) -> Answer<Contact> {
        Ok(Contact {
            id: hexadecimal(&self.random::<16>()?),
            person: person.id.clone(),
            table,
            target,
            manner: Manner::default(),
            created: self.now(),
            told: 0,
            code: None,
        })
    }

    /// Returns one of a person's own contacts.
    async fn own_contact(&self, person: &Person, id: &str) -> Answer<Contact> {
        let own = self.store.contacts_of(&person.id).await?;
        let found = own.into_iter().find(|contact| contact.id == id);
        found.ok_or_else(|| Problem::not_found("you have no contact with this id"))
    }

    /// Refuses whoever does not own the table.
    async fn owns(&self, person: &Person, table: &TableId) -> Answer<()> {
        let owner = self.look_at(table, |table| table.setup().owner == person.id);
        match owner.await? {
            true => Ok(()),
            false => Err(Reason::NotOwner.into()),
        }
    }
}

fn about(contact: &Contact) -> ContactAbout {
    let (kind, target) = match contact.manner.way {
        Way::Mail => (ContactKind::Mail, contact.target.clone()),
        Way::Push { .. } => (ContactKind::Push, host_of(&contact.target)),
        Way::Webhook => (ContactKind::Webhook, host_of(&contact.target)),
    };
    ContactAbout {
        id: contact.id.clone(),
        kind,
        target,
        quiet: contact.manner.quiet,
        confirmed: contact.code.is_none(),
        created: contact.created,
    }
}

/// Returns what the store keeps of a contact's code.
fn hash(contact: &str, code: &str) -> String {
    hexadecimal(&Sha256::digest(format!("code {contact} {code}")))
}

/// Returns the address of the site as this person knows it.
fn site(app: &App, headers: &HeaderMap) -> Answer<String> {
    let site = app.config.origin.clone();
    let site = site.or_else(|| page::origin(headers, over_tls(app, headers)));
    site.ok_or_else(|| Problem::bad_request("the request has no Host header"))
}

fn fit_url(app: &App, url: &str) -> Answer<String> {
    let fit = app.sender.fit(url);
    fit.ok_or_else(|| Problem::invalid("this must be the https:// address of a public server"))
}

fn fit_language(tag: &str) -> Answer<Language> {
    Language::of_tag(tag).ok_or_else(|| Problem::invalid("the languages are en, de and ru"))
}

fn fit_quiet(quiet: Quiet) -> Answer<Quiet> {
    let offset = quiet.offset.unsigned_abs() <= DAY;
    match quiet.from < DAY && quiet.until < DAY && offset {
        true => Ok(quiet),
        false => Err(Problem::invalid(
            "quiet hours are minutes of a day, from 0 to 1439, and an offset of at most 1440 minutes",
        )),
    }
}
