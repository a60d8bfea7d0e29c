//! How a person signs in again: passkeys and recovery codes.

use super::Desk;
use crate::browser;
use crate::frame::t;
use crate::hosts::{api, passkeys};
use leptos::prelude::*;
use protocol::{Codes, PasskeyAbout, PasskeyChallenge};
use serde_json::json;
use wasm_bindgen_futures::spawn_local;

/// Passkeys and recovery codes.
#[component]
pub fn Keep(desk: Desk) -> impl IntoView {
    let kept = Memo::new(move |_| desk.person().is_some_and(|account| account.kept));
    view! {
        <section class="panel">
            <h2>{move || t("keep-title")}</h2>
            <p class="keep-state">{move || t(if kept.get() { "keep-kept" } else { "keep-guest" })}</p>
            <Passkeys desk/>
            <RecoveryCodes desk/>
        </section>
    }
}

#[component]
fn Passkeys(desk: Desk) -> impl IntoView {
    let passkeys = Memo::new(move |_| {
        desk.person()
            .map(|account| account.passkeys)
            .unwrap_or_default()
    });
    let works = Memo::new(move |_| {
        desk.person().is_some_and(|account| account.passkeys_work) && passkeys::are_offered()
    });
    let name = RwSignal::new(String::new());
    let add = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let given = name.get_untracked().trim().to_owned();
        let given = match given.is_empty() {
            true => desk.frame.say("passkey-name-usual", &[]),
            false => given,
        };
        desk.problem.set(None);
        spawn_local(async move {
            let path = "/api/me/passkeys/challenge";
            let asked = match api::post::<PasskeyChallenge>(path, &json!({})).await {
                Ok(asked) => asked,
                Err(trouble) => return desk.refused(&trouble),
            };
            let Some(new) = passkeys::create(&asked, given).await else {
                desk.problem
                    .try_set(Some(desk.frame.say("passkey-none", &[])));
                return;
            };
            let added = async move { api::post::<PasskeyAbout>("/api/me/passkeys", &new).await };
            desk.act(added, move |_| {
                name.set(String::new());
                desk.done.set(Some(desk.frame.say("passkey-added", &[])));
            });
        });
    };
    let remove = move |id: String| {
        let path = format!("/api/me/passkeys/{id}");
        desk.act(async move { api::delete(&path).await }, move |()| {
            desk.done.set(Some(desk.frame.say("passkey-removed", &[])));
        });
    };
    view! {
        <h3>{move || t("passkeys")}</h3>
        <p>{move || t("passkeys-text")}</p>
        <ul class="table-list passkeys">
            {move || passkeys.get().into_iter().map(|passkey| {
                let dates = desk.frame.say("passkey-dates", &[
                    ("created", &desk.date(passkey.created)), ("used", &desk.date(passkey.used)),
                ]);
                let (id, named) = (passkey.id, desk.frame.say("passkey-remove-named", &[("name", &passkey.name)]));
                view! {
                    <li>
                        <span class="table-what"><b>{passkey.name}</b><small>{dates}</small></span>
                        <button class="danger" aria-label=named on:click=move |_| remove(id.clone())>{t("passkey-remove")}</button>
                    </li>
                }
            }).collect_view()}
        </ul>
        <Show when=move || works.get() fallback=move || view! { <p class="small no-passkeys">{move || t("passkeys-impossible")}</p> }>
            <form class="invitation" on:submit=add>
                <input
                    id="passkey-name" type="text" maxlength="40" autocomplete="off"
                    aria-label=move || t("passkey-name") placeholder=move || t("passkey-name-usual")
                    prop:value=move || name.get()
                    on:input=move |event| name.set(event_target_value(&event))
                />
                <button class="primary add-passkey">{move || t("passkey-add")}</button>
            </form>
        </Show>
    }
}

#[component]
fn RecoveryCodes(desk: Desk) -> impl IntoView {
    let left = Memo::new(move |_| desk.person().map_or(0, |account| account.codes));
    let codes = RwSignal::new(None::<Vec<String>>);
    let copied = RwSignal::new(false);
    let make = move |_| {
        copied.set(false);
        let made = async { api::post::<Codes>("/api/me/codes", &json!({})).await };
        desk.act(made, move |made| codes.set(Some(made.codes)));
    };
    let as_text = move || codes.get_untracked().unwrap_or_default().join("\n");
    view! {
        <h3>{move || t("codes")}</h3>
        <p>{move || t("codes-text")}</p>
        <p class="codes-left">{move || desk.frame.say("codes-left", &[("codes", &left.get())])}</p>
        {move || codes.get().map(|codes| view! {
            <div class="codes" role="group" aria-label=t("codes-new")>
                <p><b>{t("codes-new")}</b></p>
                <ol>{codes.into_iter().map(|code| view! { <li><code>{code}</code></li> }).collect_view()}</ol>
                <p>
                    <button on:click=move |_| copied.set(browser::copy(&as_text()))>
                        {move || t(if copied.get() { "lobby-copied" } else { "lobby-copy" })}
                    </button>" "
                    <button on:click=move |_| browser::download("durbar-codes.txt", &as_text())>{t("codes-save")}</button>" "
                    <button on:click=move |_| browser::print()>{t("codes-print")}</button>
                </p>
            </div>
        })}
        <button class="make-codes" on:click=make>
            {move || t(if left.get() > 0 { "codes-again" } else { "codes-make" })}
        </button>
    }
}
