//! Signing in: by a passkey, by a recovery code, or by the link of another device.

use super::{Desk, Messages};
use crate::browser;
use crate::frame::t;
use crate::hosts::{Trouble, api, passkeys};
use crate::route::Route;
use leptos::prelude::*;
use protocol::{CodeSignIn, LinkSignIn, Me, SignInChallenge, Which};
use serde_json::json;
use wasm_bindgen_futures::spawn_local;

/// Shows the account that this browser is signed in to now.
fn signed_in(desk: Desk, me: Me) {
    api::remember();
    let sentence = desk.frame.say("signed-in", &[("name", &me.name)]);
    desk.frame
        .settings
        .update(|settings| settings.name = me.name);
    desk.done.set(Some(sentence));
}

/// What becomes of the tables of a guest who signs in. The guest decides, and is told before.
#[component]
fn TakeAlong(desk: Desk, take_along: RwSignal<bool>) -> impl IntoView {
    let tables = Memo::new(move |_| {
        let guest = desk.person().filter(|account| !account.kept);
        guest.map_or(0, |account| account.unfinished)
    });
    let brings = Memo::new(move |_| tables.get() > 0);
    view! {
        <Show when=move || brings.get()>
            <label class="radio">
                <input
                    class="take-along" type="checkbox"
                    prop:checked=move || take_along.get()
                    on:change=move |event| take_along.set(event_target_checked(&event))
                />
                <span>
                    {move || desk.frame.say("take-along", &[("tables", &tables.get())])}
                    <small>{move || t(if take_along.get() { "take-along-text" } else { "leave-behind-text" })}</small>
                </span>
            </label>
        </Show>
        <Show when=move || desk.person().is_some_and(|account| account.kept)>
            <p class="small">{move || t("sign-in-other")}</p>
        </Show>
    }
}

/// Signing in to an account that exists.
#[component]
pub fn SignIn(desk: Desk) -> impl IntoView {
    let take_along = RwSignal::new(true);
    let code = RwSignal::new(String::new());
    let by_passkey = move |_| {
        desk.problem.set(None);
        spawn_local(async move {
            let asked = api::post::<SignInChallenge>("/api/sign-in/challenge", &json!({})).await;
            let asked = match asked {
                Ok(asked) => asked,
                Err(trouble) => return desk.refused(&trouble),
            };
            let Some(answer) = passkeys::sign_in(&asked, take_along.get_untracked()).await else {
                desk.problem
                    .try_set(Some(desk.frame.say("passkey-none", &[])));
                return;
            };
            let signs = async move { api::post::<Me>("/api/sign-in/passkey", &answer).await };
            desk.act(signs, move |me| signed_in(desk, me));
        });
    };
    let by_code = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let wanted = CodeSignIn {
            code: code.get_untracked(),
            take_along: take_along.get_untracked(),
        };
        let signs = async move { api::post::<Me>("/api/sign-in/code", &wanted).await };
        desk.act(signs, move |me| {
            code.set(String::new());
            signed_in(desk, me);
        });
    };
    view! {
        <section class="panel sign-in">
            <h2>{move || t("sign-in-title")}</h2>
            <TakeAlong desk take_along/>
            <Show when=passkeys::are_offered fallback=move || view! { <p class="small">{move || t("passkeys-impossible")}</p> }>
                <p><button class="primary by-passkey" on:click=by_passkey>{move || t("sign-in-passkey")}</button></p>
            </Show>
            <form class="invitation" on:submit=by_code>
                <input
                    id="recovery-code" type="text" maxlength="60" autocomplete="one-time-code" spellcheck="false" required
                    aria-label=move || t("sign-in-code") placeholder=move || t("sign-in-code")
                    prop:value=move || code.get()
                    on:input=move |event| code.set(event_target_value(&event))
                />
                <button class="by-code">{move || t("sign-in")}</button>
            </form>
            <p class="small">{move || t("sign-in-device")}</p>
        </section>
    }
}

/// The page that the link of another device opens. Nothing happens before the person agrees: whatever shows a preview of the link uses nothing up.
#[component]
pub fn Continue() -> impl IntoView {
    let desk = Desk::new();
    let link = browser::fragment().unwrap_or_default();
    let owner = RwSignal::new(None::<Result<Me, Trouble>>);
    let take_along = RwSignal::new(true);
    let which = Which { link: link.clone() };
    spawn_local(async move {
        owner.try_set(Some(api::post("/api/sign-in/link/owner", &which).await));
    });
    let agree = move |_| {
        let wanted = LinkSignIn {
            link: link.clone(),
            take_along: take_along.get_untracked(),
        };
        let signs = async move { api::post::<Me>("/api/sign-in/link", &wanted).await };
        desk.act(signs, move |me| {
            signed_in(desk, me);
            desk.frame.go(Route::Tables);
        });
    };
    let found = move || {
        owner.with(|owner| match owner {
            Some(Ok(me)) => Some(me.name.clone()),
            _ => None,
        })
    };
    let refused = move || {
        let language = desk.frame.language.get();
        owner.with(|owner| match owner {
            Some(Err(trouble)) => Some(trouble.sentence("", language)),
            _ => None,
        })
    };
    let agree = StoredValue::new(agree);
    view! {
        <section class="narrow account">
            <h1>{move || t("continue-title")}</h1>
            <Messages desk/>
            {move || refused().map(|sentence| view! {
                <p role="alert" class="notice">{sentence}</p>
                <p>{t("continue-failed")}</p>
            })}
            {move || found().map(|name| view! {
                <p>{desk.frame.say("continue-text", &[("name", &name)])}</p>
                <TakeAlong desk take_along/>
                <p>
                    <button class="primary continue" on:click=move |event| agree.with_value(|agree| agree(event))>
                        {desk.frame.say("continue-as", &[("name", &name)])}
                    </button>
                </p>
            })}
        </section>
    }
}
