//! What people say at a table on the server.

use crate::frame::{frame, t};
use crate::hosts::{Ask, Link};
use leptos::prelude::*;

/// The chat of a table.
#[component]
pub fn Chat(link: Link) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let say = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let said = text.get_untracked().trim().to_owned();
        if !said.is_empty() {
            link.ask.run(Ask::Say(said));
            text.set(String::new());
        }
    };
    view! {
        <h2 class="side-heading">{move || t("chat")}</h2>
        <div class="log chat" tabindex="0" role="log" aria-label=move || t("chat")>
            <ol>
                {move || link.chat.get().into_iter().map(|line| {
                    let seat = line.seat.map(|seat| format!("seat-{seat}")).unwrap_or_default();
                    view! { <li class=seat><b>{frame().named(&line.name)}</b>": "{line.text}</li> }
                }).collect_view()}
            </ol>
        </div>
        <form class="chat-form" on:submit=say>
            <input
                type="text" maxlength="500" autocomplete="off"
                aria-label=move || t("chat-text")
                prop:value=move || text.get()
                on:input=move |event| text.set(event_target_value(&event))
            />
            <button>{move || t("chat-send")}</button>
        </form>
    }
}
