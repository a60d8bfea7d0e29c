//! The way to another device of the same person.

use super::Desk;
use crate::browser;
use crate::frame::t;
use crate::hosts::api;
use crate::qr::qr;
use crate::route::Route;
use leptos::prelude::*;
use protocol::DeviceLink;
use serde_json::json;

/// A link and a QR code that sign in another device.
#[component]
pub fn OtherDevice(desk: Desk) -> impl IntoView {
    let link = RwSignal::new(None::<DeviceLink>);
    let copied = RwSignal::new(false);
    let make = move |_| {
        copied.set(false);
        let made = async { api::post::<DeviceLink>("/api/me/link", &json!({})).await };
        desk.act(made, move |made| link.set(Some(made)));
    };
    view! {
        <section class="panel">
            <h2>{move || t("device-title")}</h2>
            <p>{move || t("device-text")}</p>
            {move || link.get().map(|link| {
                let address = browser::link(&format!("{}#{}", Route::Continue, link.link));
                let copy = address.clone();
                let until = desk.frame.say("device-until", &[("time", &desk.date(link.expires))]);
                view! {
                    {qr(&address)}
                    <p class="invitation">
                        <input id="device-link" type="text" readonly aria-label=t("device-link") prop:value=address/>
                        <button on:click=move |_| copied.set(browser::copy(&copy))>
                            {move || t(if copied.get() { "lobby-copied" } else { "lobby-copy" })}
                        </button>
                    </p>
                    <p class="small">{until}</p>
                }
            })}
            <button class="make-link" on:click=make>
                {move || t(if link.with(Option::is_some) { "device-again" } else { "device-make" })}
            </button>
        </section>
    }
}
