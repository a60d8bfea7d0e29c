//! Where the person is told that it is their turn while they are not here.

use crate::browser;
use crate::frame::{frame, t};
use crate::hosts::{Trouble, api, push};
use leptos::prelude::*;
use protocol::{ConfirmContact, ContactAbout, ContactKind, Contacts, NewContact, Quiet, SetQuiet};
use wasm_bindgen_futures::spawn_local;
use words::Language;

/// The hours that are quiet if somebody wants some: from ten in the evening to seven in the morning.
const NIGHT: (u16, u16) = (22 * 60, 7 * 60);

/// What is known of the contacts, and what went wrong last.
#[derive(Clone, Copy)]
struct State {
    contacts: RwSignal<Option<Contacts>>,
    problem: RwSignal<Option<String>>,
    language: ReadSignal<Language>,
}

impl State {
    /// Carries something out, then looks at the contacts again.
    fn act(self, act: impl Future<Output = Result<(), Trouble>> + 'static) {
        let language = self.language.get_untracked();
        spawn_local(async move {
            let problem = act.await.err();
            self.problem
                .try_set(problem.map(|problem| problem.sentence("", language)));
            self.look().await;
        });
    }

    async fn look(self) {
        if let Ok(contacts) = api::get::<Contacts>("/api/me/contacts").await {
            self.contacts.try_set(Some(contacts));
        }
    }

    fn quiet(self) -> Option<Quiet> {
        let quiet =
            |contacts: &Contacts| contacts.contacts.iter().find_map(|contact| contact.quiet);
        self.contacts
            .with(|contacts| contacts.as_ref().and_then(quiet))
    }
}

/// The contacts of the person.
#[component]
pub fn Notices(contacts: RwSignal<Option<Contacts>>) -> impl IntoView {
    let state = State {
        contacts,
        problem: RwSignal::new(None),
        language: frame().language,
    };
    view! {
        <section class="panel contacts" aria-labelledby="notices">
            <h2 id="notices">{move || t("notices-title")}</h2>
            <p>{move || t("notices-about")}</p>
            <p role="alert">{move || state.problem.get()}</p>
            {move || state.contacts.get().map(|contacts| view! {
                <ul class="contact-list">
                    {contacts.contacts.iter().map(|contact| view! { <Line contact=contact.clone() state/> }).collect_view()}
                </ul>
                <ThisBrowser contacts=contacts.clone() state/>
                {contacts.mail.then(|| view! { <NewMail state/> })}
                {(!contacts.contacts.is_empty()).then(|| view! { <QuietHours state/> })}
            })}
        </section>
    }
}

/// A contact, which can be confirmed and removed.
#[component]
fn Line(contact: ContactAbout, state: State) -> impl IntoView {
    let is_this = push::own_contact().as_ref() == Some(&contact.id);
    let (kind, target) = (contact.kind, contact.target.clone());
    let what = Memo::new(move |_| match kind {
        ContactKind::Push if is_this => t("notices-this-browser"),
        ContactKind::Push => frame().say("notices-browser", &[("host", &target)]),
        ContactKind::Mail | ContactKind::Webhook => target.clone(),
    });
    let id = contact.id.clone();
    let remove = move |_| {
        let path = format!("/api/me/contacts/{id}");
        state.act(async move {
            if is_this {
                push::forget().await;
            }
            api::delete(&path).await
        });
    };
    let label = move || format!("{}: {}", t("notices-remove"), what.get());
    view! {
        <li>
            <span>{what}</span>
            {(!contact.confirmed).then(|| view! { <Confirm id=contact.id.clone() state/> })}
            <button class="quiet" aria-label=label on:click=remove>{move || t("notices-remove")}</button>
        </li>
    }
}

/// Asks for the code that was sent to a mail address.
#[component]
fn Confirm(id: String, state: State) -> impl IntoView {
    let code = RwSignal::new(String::new());
    let confirm = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let path = format!("/api/me/contacts/{id}/confirm");
        let code = code.get_untracked();
        state.act(async move { api::post_only(&path, &ConfirmContact { code }).await });
    };
    view! {
        <form class="row" on:submit=confirm>
            <label>
                <span>{move || t("notices-code")}</span>
                <input inputmode="numeric" autocomplete="one-time-code" maxlength="8" required prop:value=code
                    on:input=move |event| code.set(event_target_value(&event))/>
            </label>
            <button>{move || t("notices-confirm")}</button>
        </form>
    }
}

/// Adds this browser.
#[component]
fn ThisBrowser(contacts: Contacts, state: State) -> impl IntoView {
    let own = push::own_contact();
    let is_told = contacts
        .contacts
        .iter()
        .any(|contact| Some(&contact.id) == own.as_ref());
    let add = move |_| {
        let key = contacts.push_key.clone().unwrap_or_default();
        let (language, quiet) = (state.language.get_untracked().tag(), state.quiet());
        state.act(async move { push::add(&key, language, quiet).await.map(drop) });
    };
    match (is_told, push::is_possible()) {
        (true, _) => ().into_any(),
        (false, true) => {
            view! { <button class="primary" on:click=add>{move || t("notices-add-browser")}</button> }
                .into_any()
        }
        (false, false) => view! { <p class="small">{move || t("notices-no-browser")}</p> }.into_any(),
    }
}

/// Adds a mail address.
#[component]
fn NewMail(state: State) -> impl IntoView {
    let address = RwSignal::new(String::new());
    let add = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let contact = NewContact {
            push: None,
            mail: Some(address.get_untracked()),
            language: state.language.get_untracked().tag().to_owned(),
            quiet: state.quiet(),
        };
        state.act(async move { api::post_only("/api/me/contacts", &contact).await });
    };
    view! {
        <form class="row" on:submit=add>
            <label>
                <span>{move || t("notices-mail")}</span>
                <input type="email" autocomplete="email" maxlength="254" required prop:value=address
                    on:input=move |event| address.set(event_target_value(&event))/>
            </label>
            <button>{move || t("notices-add-mail")}</button>
        </form>
    }
}

/// Chooses the hours in which nobody is told.
#[component]
fn QuietHours(state: State) -> impl IntoView {
    let quiet = state.quiet();
    let set = move |hours: Option<(u16, u16)>| {
        let offset = browser::minutes_ahead_of_utc();
        let quiet = hours.map(|(from, until)| Quiet {
            from,
            until,
            offset,
        });
        state.act(async move { api::post_only("/api/me/quiet", &SetQuiet { quiet }).await });
    };
    let hours = quiet.map(|quiet| (quiet.from, quiet.until));
    view! {
        <fieldset class="row quiet-hours">
            <legend>{move || t("notices-quiet")}</legend>
            <label class="radio">
                <input type="checkbox" prop:checked=hours.is_some()
                    on:change=move |event| set(event_target_checked(&event).then_some(NIGHT))/>
                <span>{move || t("notices-quiet-on")}</span>
            </label>
            {hours.map(|(from, until)| view! {
                <label><span>{move || t("notices-quiet-from")}</span><input type="time" required prop:value=clock(from)
                    on:change=move |event| set(minutes(&event_target_value(&event)).map(|from| (from, until)))/></label>
                <label><span>{move || t("notices-quiet-until")}</span><input type="time" required prop:value=clock(until)
                    on:change=move |event| set(minutes(&event_target_value(&event)).map(|until| (from, until)))/></label>
            })}
        </fieldset>
    }
}

/// A minute of the day as browsers write it.
fn clock(minute: u16) -> String {
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

/// The minute of the day that a browser wrote.
fn minutes(clock: &str) -> Option<u16> {
    let (hours, minutes) = clock.split_once(':')?;
    let minutes: u16 = minutes.get(..2)?.parse().ok()?;
    Some(hours.parse::<u16>().ok()? * 60 + minutes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_of_the_day_is_read_as_it_was_written() {
        for minute in [0, 7 * 60, 22 * 60 + 5, 1439] {
            assert_eq!(minutes(&clock(minute)), Some(minute));
        }
        assert_eq!(minutes("07:30:00"), Some(450));
        assert_eq!(minutes(""), None);
    }
}
