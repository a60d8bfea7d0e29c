//! Where the person is signed in, and how they leave.

use super::{Desk, Known};
use crate::frame::t;
use crate::hosts::api;
use leptos::prelude::*;
use protocol::{SessionAbout, Sessions};
use wasm_bindgen_futures::spawn_local;

/// The sessions of the person.
#[component]
pub fn OwnSessions(desk: Desk) -> impl IntoView {
    let sessions = RwSignal::new(Vec::<SessionAbout>::new());
    Effect::new(move |_| {
        // Whatever was done may have ended some.
        desk.account.with(|_| ());
        spawn_local(async move {
            if let Ok(found) = api::get::<Sessions>("/api/me/sessions").await {
                sessions.try_set(found.sessions);
            }
        });
    });
    let end = move |path: String| {
        desk.act(async move { api::delete(&path).await }, move |()| {
            desk.done.set(Some(desk.frame.say("session-ended", &[])));
        });
    };
    let everywhere = move |_| end("/api/me/sessions".to_owned());
    view! {
        <section class="panel">
            <h2>{move || t("sessions-title")}</h2>
            <ul class="table-list sessions">
                {move || sessions.get().into_iter().map(|session| {
                    let kind = t(if session.kind == "token" { "session-token" } else { "session-browser" });
                    let dates = desk.frame.say("passkey-dates", &[
                        ("created", &desk.date(session.created)), ("used", &desk.date(session.used)),
                    ]);
                    let path = format!("/api/me/sessions/{}", session.id);
                    let this = session.this;
                    view! {
                        <li class:this=this>
                            <span class="table-what"><b>{kind}</b><small>{dates}</small></span>
                            {match this {
                                true => view! { <span class="tag">{t("session-this")}</span> }.into_any(),
                                false => view! {
                                    <button class="danger" on:click=move |_| end(path.clone())>{t("session-end")}</button>
                                }.into_any(),
                            }}
                        </li>
                    }
                }).collect_view()}
            </ul>
            <p class="small">{move || t("session-used-text")}</p>
            <Show when=move || sessions.with(|sessions| sessions.len() > 1)>
                <button class="sign-out-everywhere" on:click=everywhere>{move || t("session-end-others")}</button>
            </Show>
        </section>
    }
}

/// Signing out, and deleting everything. Each asks once.
#[component]
pub fn End(desk: Desk) -> impl IntoView {
    let kept = Memo::new(move |_| desk.person().is_some_and(|account| account.kept));
    let leave = move |path: &'static str, done: &'static str| {
        desk.act(async move { api::delete(path).await }, move |()| {
            api::forget();
            if path == "/api/me/account" {
                desk.frame
                    .settings
                    .update(|settings| settings.name = String::new());
            }
            desk.account.set(Known::Stranger);
            desk.done.set(Some(desk.frame.say(done, &[])));
        });
    };
    view! {
        <section class="panel">
            <h2>{move || t("leave-title")}</h2>
            <Confirmed
                class="sign-out" label="sign-out" warning=Signal::derive(move || t(if kept.get() { "sign-out-text" } else { "sign-out-guest" }))
                act=Callback::new(move |()| leave("/api/me", "signed-out"))
            />
            <Confirmed
                class="delete-account" label="delete-account" warning=Signal::derive(|| t("delete-text"))
                act=Callback::new(move |()| leave("/api/me/account", "deleted-account"))
            />
        </section>
    }
}

/// A button whose consequences are shown before it acts.
#[component]
fn Confirmed(
    class: &'static str,
    label: &'static str,
    warning: Signal<String>,
    act: Callback<()>,
) -> impl IntoView {
    view! {
        <details class=class>
            <summary>{move || t(label)}</summary>
            <p>{move || warning.get()}</p>
            <button class="danger" on:click=move |_| act.run(())>{move || t(label)}</button>
        </details>
    }
}
