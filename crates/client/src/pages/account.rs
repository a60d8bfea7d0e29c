//! The person's own page: their name, how they sign in again, their sessions, and the end of it.

mod blocked;
mod devices;
mod keep;
mod sessions;
mod sign_in;

pub use sign_in::Continue;

use super::notices::Notices;
use crate::browser;
use crate::frame::{Frame, frame, t};
use crate::hosts::{Trouble, api};
use crate::route::Route;
use blocked::BlockedPeople;
use devices::OtherDevice;
use keep::Keep;
use leptos::prelude::*;
use protocol::{AccountAbout, Contacts, Me};
use sessions::{End, OwnSessions};
use sign_in::SignIn;
use wasm_bindgen_futures::spawn_local;

/// What the parts of the page share.
#[derive(Clone, Copy)]
struct Desk {
    frame: Frame,
    account: RwSignal<Known>,
    /// Where the person is told of turns.
    contacts: RwSignal<Option<Contacts>>,
    /// What went wrong last, as a sentence.
    problem: RwSignal<Option<String>>,
    /// What was done last, as a sentence.
    done: RwSignal<Option<String>>,
}

/// What the page knows of the person.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Known {
    /// Nothing yet.
    Loading,
    /// The server cannot be reached.
    Unreachable,
    /// The server does not know this browser.
    Stranger,
    /// Somebody with a session.
    Person(AccountAbout),
}

impl Desk {
    fn new() -> Self {
        let desk = Desk {
            frame: frame(),
            account: RwSignal::new(Known::Loading),
            contacts: RwSignal::new(None),
            problem: RwSignal::new(None),
            done: RwSignal::new(None),
        };
        desk.look();
        desk
    }

    /// Asks the server what is known.
    fn look(self) {
        if !api::is_guest() {
            self.account.set(Known::Stranger);
            return;
        }
        spawn_local(async move {
            let known = match api::get::<AccountAbout>("/api/me/account").await {
                Ok(account) => Known::Person(account),
                Err(Trouble::Refused(problem)) if problem.status == 401 => Known::Stranger,
                Err(_) => Known::Unreachable,
            };
            // Shown together, so that nothing moves afterwards.
            if let Ok(contacts) = api::get("/api/me/contacts").await {
                self.contacts.try_set(Some(contacts));
            }
            self.account.try_set(known);
        });
    }

    /// Carries out something, then shows how things are.
    fn act<T: 'static>(
        self,
        work: impl Future<Output = Result<T, Trouble>> + 'static,
        then: impl FnOnce(T) + 'static,
    ) {
        self.problem.set(None);
        self.done.set(None);
        spawn_local(async move {
            match work.await {
                Ok(result) => {
                    then(result);
                    self.look();
                }
                Err(trouble) => self.refused(&trouble),
            }
        });
    }

    fn refused(self, trouble: &Trouble) {
        let language = self.frame.language.get_untracked();
        self.problem.try_set(Some(trouble.sentence("", language)));
    }

    fn person(self) -> Option<AccountAbout> {
        self.account.with(|known| match known {
            Known::Person(account) => Some(account.clone()),
            _ => None,
        })
    }

    fn date(self, time: u64) -> String {
        browser::date(time, self.frame.language.get().tag())
    }
}

/// The page of the account.
#[component]
pub fn Account() -> impl IntoView {
    let desk = Desk::new();
    let is = move |wanted: Known| move || desk.account.with(|known| *known == wanted);
    let is_known = Memo::new(move |_| desk.person().is_some());
    view! {
        <section class="narrow account">
            <h1>{move || t("account-title")}</h1>
            <Show when=is(Known::Unreachable)>
                <p>{move || t("unreachable")}</p>
            </Show>
            <Messages desk/>
            <Show when=is(Known::Stranger)>
                <p>{move || t("account-stranger")}</p>
                <SignIn desk/>
            </Show>
            <Show when=move || is_known.get()>
                <OwnProfile/>
                <Name desk/>
                <Notices contacts=desk.contacts/>
                <Keep desk/>
                <OtherDevice desk/>
                <OwnSessions desk/>
                <BlockedPeople desk/>
                <SignIn desk/>
                <End desk/>
            </Show>
            <p><a href="/privacy">{move || t("privacy-title")}</a></p>
        </section>
    }
}

/// What was done last, or went wrong.
#[component]
fn Messages(desk: Desk) -> impl IntoView {
    view! {
        <div role="status">
            {move || desk.done.get().map(|done| view! { <p class="notice done">{done}</p> })}
        </div>
        <div role="alert">
            {move || desk.problem.get().map(|problem| view! { <p class="notice">{problem}</p> })}
        </div>
    }
}

/// The way to what others see of the person.
#[component]
fn OwnProfile() -> impl IntoView {
    let id = RwSignal::new(None::<String>);
    spawn_local(async move {
        if let Ok(me) = api::get::<Me>("/api/me").await {
            id.try_set(Some(me.id));
        }
    });
    view! {
        <p class="own-profile">
            {move || id.get().map(|id| view! { <a class="button" href=Route::Person(id).to_string()>{move || t("profile-own")}</a> })}
        </p>
    }
}

/// The public name.
#[component]
fn Name(desk: Desk) -> impl IntoView {
    let known = Memo::new(move |_| desk.person().map(|account| account.name));
    let name = RwSignal::new(String::new());
    Effect::new(move |_| name.set(known.get().unwrap_or_default()));
    let save = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let wanted = name.get_untracked();
        desk.act(
            async move { api::introduce(&wanted).await },
            move |me: Me| {
                desk.frame
                    .settings
                    .update(|settings| settings.name = me.name);
                desk.done.set(Some(desk.frame.say("account-renamed", &[])));
            },
        );
    };
    view! {
        <form class="panel" on:submit=save>
            <label>
                <span>{move || t("settings-name")}</span>
                <input
                    id="account-name" type="text" maxlength="40" autocomplete="nickname" required
                    prop:value=move || name.get()
                    on:input=move |event| name.set(event_target_value(&event))
                />
            </label>
            <p class="small">{move || t("account-name-text")}</p>
            <button>{move || t("account-save")}</button>
        </form>
    }
}
