//! What the server stores, for how long, and who sees it.

use crate::frame::{frame, t};
use crate::hosts::api;
use leptos::prelude::*;
use protocol::Privacy as Kept;
use wasm_bindgen_futures::spawn_local;

/// The privacy page. The times are those of this server.
#[component]
pub fn Privacy() -> impl IntoView {
    let frame = frame();
    let kept = RwSignal::new(None::<Kept>);
    spawn_local(async move {
        if let Ok(found) = api::get::<Kept>("/api/privacy").await {
            kept.try_set(Some(found));
        }
    });
    let times = move || {
        let kept = kept.get()?;
        let lines = [
            ("privacy-keep-guests", kept.guests),
            ("privacy-keep-sessions", kept.sessions),
            ("privacy-keep-waiting", kept.waiting),
            ("privacy-keep-running", kept.running),
            ("privacy-keep-finished", kept.finished),
        ];
        let lines =
            lines.map(|(key, days)| view! { <li>{frame.say(key, &[("days", &days)])}</li> });
        let lines = lines.into_iter().collect_view();
        let archive = kept
            .archive
            .then(|| view! { <li>{t("privacy-keep-archive")}</li> });
        Some(view! { <ul>{lines}{archive}<li>{t("privacy-keep-accounts")}</li></ul> })
    };
    let part = |title: &'static str, points: &'static [&'static str]| {
        let points = points.iter().map(|key| view! { <li>{move || t(key)}</li> });
        view! { <h2>{move || t(title)}</h2><ul>{points.collect_view()}</ul> }
    };
    view! {
        <section class="narrow">
            <h1>{move || t("privacy-title")}</h1>
            <p>{move || t("privacy-text")}</p>
            {part("privacy-stored", &["privacy-stored-name", "privacy-stored-sign-in", "privacy-stored-tables", "privacy-stored-public", "privacy-stored-notices", "privacy-stored-conduct", "privacy-stored-address"])}
            {part("privacy-browser", &["privacy-browser-cookie", "privacy-browser-storage"])}
            {part("privacy-shown", &["privacy-shown-name", "privacy-shown-profile", "privacy-shown-chat", "privacy-shown-spectators", "privacy-shown-not"])}
            <h2>{move || t("privacy-kept")}</h2>
            {times}
            {part("privacy-yours", &["privacy-yours-see", "privacy-yours-delete", "privacy-yours-backup"])}
            <p><a class="button" href="/account">{move || t("account-title")}</a></p>
        </section>
    }
}
