//! Notices by mail, through the host's mail server.

use super::wording::Mail;
use lettre::message::header::ContentType;
use lettre::message::{Mailbox, MessageBuilder};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};
use std::time::Duration;

/// The time limit for a mail.
const TIMEOUT: Duration = Duration::from_secs(20);

/// The host's settings for mail cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadMailServer {
    /// The address of the server.
    #[error("the mail server must be smtps://user:password@host or smtp://host?tls=required: {0}")]
    Url(#[from] lettre::transport::smtp::Error),
    /// The sender.
    #[error("the sender of mail must be an address such as Durbar <durbar@mail.example>: {0}")]
    From(#[from] lettre::address::AddressError),
}

/// A mail was not accepted by the mail server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotSent {
    /// It may be accepted later.
    #[error("the mail server does not accept it")]
    Now,
    /// This is no mail address.
    #[error("this is no mail address")]
    Ever,
}

/// Sends mails.
#[derive(Clone)]
pub struct Mailer {
    server: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    every: Duration,
}

impl Mailer {
    /// Creates a sender; it connects only when there is a mail.
    ///
    /// The URL is `smtps://user:password@mail.example` or `smtp://…?tls=required`; the sender is written as `Durbar <durbar@mail.example>`. The notices of one
    /// person come together in one mail per interval.
    pub fn new(url: &str, from: &str, every: Duration) -> Result<Self, BadMailServer> {
        let server = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)?;
        Ok(Mailer {
            server: server.timeout(Some(TIMEOUT)).build(),
            from: from.parse()?,
            every,
        })
    }

    /// Returns the time between two mails to one person, in milliseconds.
    pub fn every(&self) -> u64 {
        self.every.as_millis() as u64
    }

    /// Sends a mail. If it is sent again, mail programs know it by its id.
    pub async fn send(&self, to: &str, mail: Mail) -> Result<(), NotSent> {
        let to: Address = to.parse().map_err(|_| NotSent::Ever)?;
        let domain = self.from.email.domain();
        let text = mail.text;
        let mail = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .message_id(Some(format!("<{}@{domain}>", mail.id)))
            .subject(mail.subject)
            .header(ContentType::TEXT_PLAIN);
        let mail = automatic(mail).body(text).map_err(|_| NotSent::Ever)?;
        let sent = tokio::time::timeout(TIMEOUT, self.server.send(mail)).await;
        match sent {
            Ok(Ok(_)) => Ok(()),
            // Also if the server refuses for good: it may be this sender whom it refuses, and that is no fault of the address.
            _ => Err(NotSent::Now),
        }
    }
}

/// Marks a mail as written by a program, so that no other program answers it.
fn automatic(mail: MessageBuilder) -> MessageBuilder {
    mail.header(AutoSubmitted)
}

/// The header of RFC 3834.
#[derive(Clone)]
struct AutoSubmitted;

impl lettre::message::header::Header for AutoSubmitted {
    fn name() -> lettre::message::header::HeaderName {
        lettre::message::header::HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(AutoSubmitted)
    }

    fn display(&self) -> lettre::message::header::HeaderValue {
        lettre::message::header::HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

/// Returns a mail address, if it is one.
pub fn fit_address(text: &str) -> Option<String> {
    let address: Address = text.trim().parse().ok()?;
    let text = address.to_string();
    (text.len() <= 254).then_some(text)
}
