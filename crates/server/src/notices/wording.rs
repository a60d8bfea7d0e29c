//! What notices say.

use super::Manner;
use crate::store::{Contact, Notice};
use crate::tables::Turn;
use serde_json::json;
use table::TableId;
use words::{Language, say};

/// A mail.
pub struct Mail {
    /// An id that is the same if the mail is sent again.
    pub id: String,
    /// The subject.
    pub subject: String,
    /// The text.
    pub text: String,
}

fn language(manner: &Manner) -> Language {
    Language::of_tag(&manner.language).unwrap_or_default()
}

fn link(manner: &Manner, table: &TableId) -> String {
    format!("{}/table/{table}", manner.site)
}

/// What a browser is told, as JSON for the service worker of the page.
pub fn push(manner: &Manner, notice: &Notice, turn: &Turn) -> String {
    let language = language(manner);
    let message = json!({
        "table": notice.table.as_str(),
        "version": notice.version,
        "title": say(language, "notice-turn", &[("game", &turn.game)]),
        "body": with(language, turn),
    });
    message.to_string()
}

/// What a webhook is told, as JSON. Discord reads `content`, Slack `text`. A name that looks like one for everybody mentions nobody.
pub fn webhook(manner: &Manner, notice: &Notice, turn: &Turn) -> String {
    let link = link(manner, &notice.table);
    let text = say(
        language(manner),
        "notice-webhook",
        &[("name", &turn.name), ("game", &turn.game), ("link", &link)],
    );
    // In Slack's text, `<!channel>` would call everybody.
    let plain = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let message = json!({"content": text, "text": plain, "allowed_mentions": {"parse": []}});
    message.to_string()
}

/// What a mail says.
pub fn mail(contact: &Contact, turns: &[(Notice, Turn)]) -> Mail {
    let manner = &contact.manner;
    let language = language(manner);
    let subject = match turns {
        [(_, turn)] => say(language, "notice-turn", &[("game", &turn.game)]),
        turns => say(language, "notice-turns", &[("count", &turns.len())]),
    };
    let mut text = String::new();
    let mut id = "turn".to_owned();
    for (notice, turn) in turns {
        let game = say(language, "notice-turn", &[("game", &turn.game)]);
        let (with, link) = (with(language, turn), link(manner, &notice.table));
        text += &format!("{game}\n{with}\n{link}\n\n");
        id = format!("turn-{}-{}-{}", contact.id, notice.table, notice.version);
    }
    let account = format!("{}/account", manner.site);
    text += &say(language, "notice-mail-end", &[("link", &account)]);
    Mail { id, subject, text }
}

/// The mail with the code that confirms its address.
pub fn code(contact: &Contact, code: &str) -> Mail {
    let language = language(&contact.manner);
    let site = &contact.manner.site;
    Mail {
        id: format!("code-{}", contact.id),
        subject: say(language, "notice-code", &[("code", &code)]),
        text: say(
            language,
            "notice-code-text",
            &[("code", &code), ("site", site)],
        ),
    }
}

/// Who else sits at the table, as a sentence.
fn with(language: Language, turn: &Turn) -> String {
    match turn.others.is_empty() {
        true => say(language, "notice-alone", &[]),
        false => {
            let names = turn.others.join(", ");
            say(language, "notice-with", &[("names", &names)])
        }
    }
}
