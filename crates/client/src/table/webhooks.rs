//! Where each turn of a table is posted, such as a channel of Discord or Slack; for the owner of the table.

use crate::frame::{frame, t};
use crate::hosts::{Link, Trouble, api};
use leptos::prelude::*;
use protocol::{ContactAbout, NewWebhook, Webhooks as Found};
use wasm_bindgen_futures::spawn_local;

/// What is known of the webhooks.
#[derive(Clone, Copy)]
struct State {
    /// The address of the list.
    path: StoredValue<String>,
    webhooks: RwSignal<Vec<ContactAbout>>,
    problem: RwSignal<Option<String>>,
}

impl State {
    /// Carries something out, then looks at the webhooks again.
    fn act(self, act: impl Future<Output = Result<(), Trouble>> + 'static) {
        let language = frame().language.get_untracked();
        spawn_local(async move {
            let problem = act.await.err().map(|problem| match &problem {
                // What is wrong with an address, the page says in its own words.
                Trouble::Refused(refused) if refused.status == 422 => {
                    words::say(language, "webhooks-bad", &[])
                }
                _ => problem.sentence("", language),
            });
            self.problem.try_set(problem);
            self.look().await;
        });
    }

    async fn look(self) {
        let Some(path) = self.path.try_get_value() else {
            return;
        };
        if let Ok(found) = api::get::<Found>(&path).await {
            self.webhooks.try_set(found.webhooks);
        }
    }
}

/// The webhooks of a table on the server; only its owner sees them.
#[component]
pub fn Webhooks(link: Link) -> impl IntoView {
    let owner = Memo::new(move |_| link.update.with(|update| update.you.owner));
    view! {
        <Show when=move || owner.get()><Own link/></Show>
    }
}

#[component]
fn Own(link: Link) -> impl IntoView {
    let table = link.update.with_untracked(|update| update.table.clone());
    let state = State {
        path: StoredValue::new(format!("/api/tables/{table}/webhooks")),
        webhooks: RwSignal::new(Vec::new()),
        problem: RwSignal::new(None),
    };
    let frame = frame();
    let url = RwSignal::new(String::new());
    let add = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let new = NewWebhook {
            url: url.get_untracked().trim().to_owned(),
            language: frame.language.get_untracked().tag().to_owned(),
        };
        state.act(async move {
            api::post_only(&state.path.get_value(), &new).await?;
            url.try_set(String::new());
            Ok(())
        });
    };
    let line = move |webhook: ContactAbout| {
        let label = format!("{}: {}", t("notices-remove"), webhook.target);
        let remove = move |_| {
            let path = format!("{}/{}", state.path.get_value(), webhook.id);
            state.act(async move { api::delete(&path).await });
        };
        view! {
            <li>
                <span>{webhook.target.clone()}</span>
                <button class="quiet" aria-label=label on:click=remove>{t("notices-remove")}</button>
            </li>
        }
    };
    // Looked for when somebody wants to see them.
    let opened = move |_| spawn_local(async move { state.look().await });
    view! {
        <details class="webhooks contacts" on:toggle=opened>
            <summary>{move || t("webhooks-title")}</summary>
            <p class="small">{move || t("webhooks-about")}</p>
            <div role="alert">{move || state.problem.get().map(|problem| view! { <p class="notice">{problem}</p> })}</div>
            <ul class="contact-list">{move || state.webhooks.get().into_iter().map(line).collect_view()}</ul>
            <form class="row" on:submit=add>
                <label>
                    <span>{move || t("webhooks-url")}</span>
                    <input
                        type="url" required maxlength="1000" autocomplete="off" spellcheck="false" placeholder="https://"
                        prop:value=url on:input=move |event| url.set(event_target_value(&event))
                    />
                </label>
                <button>{move || t("webhooks-add")}</button>
            </form>
        </details>
    }
}
