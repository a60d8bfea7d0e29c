//! The people whom the person has blocked.

use super::Desk;
use crate::frame::t;
use crate::hosts::api;
use crate::route::Route;
use leptos::prelude::*;
use protocol::{Blocked, BlockedPerson};
use wasm_bindgen_futures::spawn_local;

/// The list, if there is anybody in it.
#[component]
pub fn BlockedPeople(desk: Desk) -> impl IntoView {
    let people = RwSignal::new(Vec::<BlockedPerson>::new());
    Effect::new(move |_| {
        desk.account.with(|_| ());
        spawn_local(async move {
            if let Ok(found) = api::get::<Blocked>("/api/me/blocked").await {
                people.try_set(found.people);
            }
        });
    });
    let unblock = move |id: String| {
        let path = format!("/api/people/{id}/block");
        desk.act(async move { api::delete(&path).await }, |()| ());
    };
    let line = move |person: BlockedPerson| {
        let frame = desk.frame;
        let name = frame.named(&person.name);
        let since = frame.say("blocked-since", &[("date", &desk.date(person.since))]);
        let label = frame.say("unblock-named", &[("name", &name)]);
        let (profile, id) = (Route::Person(person.id.clone()).to_string(), person.id);
        view! {
            <li>
                <span class="table-what"><b><a href=profile>{name}</a></b><small>{since}</small></span>
                <button class="quiet" aria-label=label on:click=move |_| unblock(id.clone())>{t("unblock")}</button>
            </li>
        }
    };
    view! {
        <Show when=move || people.with(|people| !people.is_empty())>
            <section class="panel">
                <h2>{move || t("blocked-title")}</h2>
                <p class="small">{move || t("block-about")}</p>
                <ul class="table-list blocked">{move || people.get().into_iter().map(line).collect_view()}</ul>
            </section>
        </Show>
    }
}
