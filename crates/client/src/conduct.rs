//! What somebody can do about another person: block them, or report them to the host.

use crate::frame::{frame, t};
use crate::hosts::{Trouble, api};
use leptos::prelude::*;
use protocol::NewReport;
use serde_json::json;
use wasm_bindgen_futures::spawn_local;

/// Whom it is about, and what the host is to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Other {
    /// The public id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The table where something happened.
    pub table: Option<String>,
    /// The chat message there.
    pub message: Option<u64>,
}

/// Whether the form of a report is open, or what came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Report {
    Closed,
    Open,
    Sent,
}

/// Blocks a person, or reports them. `blocked` says whether they are blocked, and becomes what the server has acknowledged.
#[component]
pub fn Conduct(other: Other, blocked: RwSignal<bool>) -> impl IntoView {
    let frame = frame();
    let problem = RwSignal::new(None::<String>);
    let report = RwSignal::new(Report::Closed);
    let act = move |work: std::pin::Pin<Box<dyn Future<Output = Result<(), Trouble>>>>,
                    then: Box<dyn FnOnce()>| {
        problem.set(None);
        let language = frame.language.get_untracked();
        spawn_local(async move {
            match work.await {
                Ok(()) => then(),
                Err(trouble) => {
                    problem.try_set(Some(trouble.sentence("", language)));
                }
            }
        });
    };
    let path = StoredValue::new(format!("/api/people/{}", other.id));
    let name = StoredValue::new(other.name.clone());
    let named = move |key: &str| frame.say(key, &[("name", &name.get_value())]);
    let toggle = move |_| {
        let (path, wanted) = (
            format!("{}/block", path.get_value()),
            !blocked.get_untracked(),
        );
        let work = async move {
            match wanted {
                true => api::post_only(&path, &json!({})).await,
                false => api::delete(&path).await,
            }
        };
        act(
            Box::pin(work),
            Box::new(move || {
                blocked.try_set(wanted);
            }),
        );
    };
    let has_message = other.message.is_some();
    let other = StoredValue::new(other);
    let text = RwSignal::new(String::new());
    let send = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let new = other.with_value(|other| NewReport {
            text: text.get_untracked(),
            table: other.table.clone(),
            messages: other.message.into_iter().collect(),
        });
        let path = format!("{}/report", path.get_value());
        let work = async move { api::post_only(&path, &new).await };
        act(
            Box::pin(work),
            Box::new(move || {
                report.try_set(Report::Sent);
            }),
        );
    };
    let open = move || report.get() == Report::Open;
    view! {
        <div class="conduct">
            <p class="actions">
                <button class="block" aria-label=move || named(if blocked.get() { "unblock-named" } else { "block-named" }) on:click=toggle>
                    {move || t(if blocked.get() { "unblock" } else { "block" })}
                </button>
                <button
                    class="report" aria-label=move || named("report-named") aria-expanded=move || open().to_string()
                    on:click=move |_| report.set(if open() { Report::Closed } else { Report::Open })
                >
                    {move || t("report")}
                </button>
            </p>
            <p class="small">{move || t(if blocked.get() { "blocked-about" } else { "block-about" })}</p>
            <div role="status">
                <Show when=move || report.get() == Report::Sent><p class="notice done">{move || t("report-sent")}</p></Show>
            </div>
            <div role="alert">{move || problem.get().map(|problem| view! { <p class="notice">{problem}</p> })}</div>
            <Show when=open>
                <form on:submit=send>
                    <label>
                        <span>{move || t("report-text")}</span>
                        <textarea rows="3" maxlength="1000" required prop:value=move || text.get() on:input=move |event| text.set(event_target_value(&event))></textarea>
                    </label>
                    <p class="small">{move || t(if has_message { "report-about-message" } else { "report-about" })}</p>
                    <button class="primary">{move || t("report-send")}</button>
                </form>
            </Show>
        </div>
    }
}
