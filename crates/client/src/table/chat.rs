//! What people say at a table on the server, and who watches.

use crate::conduct::{Conduct, Other};
use crate::frame::{Frame, frame, t};
use crate::hosts::{Ask, Link};
use crate::route::Route;
use leptos::prelude::*;
use protocol::{Audience, ChatLine, Spectators, Status};

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
    // The line whose author is to be blocked or reported.
    let chosen = RwSignal::new(None::<u64>);
    let apart = Memo::new(move |_| {
        link.update
            .with(|update| update.you.seat.is_none() && update.status == Status::Running)
    });
    view! {
        <h2 class="side-heading">{move || t("chat")}</h2>
        <Watching link/>
        <div class="log chat" tabindex="0" role="log" aria-label=move || t("chat")>
            <ol>
                <For each=move || link.chat.get() key=|line| line.number let:line><Line link line chosen/></For>
            </ol>
        </div>
        <Show when=move || apart.get()><p class="small apart">{move || t("chat-apart")}</p></Show>
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

/// Who watches without a seat.
#[component]
pub fn Watching(link: Link) -> impl IntoView {
    let frame = frame();
    let watching = Memo::new(move |_| link.update.with(|update| update.spectators.clone()));
    view! {
        <Show when=move || watching.with(|watching| !watching.names.is_empty() || watching.others > 0)>
            <p class="small spectators">{move || watching.with(|watching| told(watching, frame))}</p>
        </Show>
    }
}

fn told(watching: &Spectators, frame: Frame) -> String {
    let mut who: Vec<String> = watching
        .names
        .iter()
        .map(|name| frame.named(name))
        .collect();
    if watching.others > 0 {
        let key = if who.is_empty() {
            "spectators-unnamed"
        } else {
            "spectators-others"
        };
        who.push(frame.say(key, &[("count", &watching.others)]));
    }
    let who = frame.teller("", Vec::new()).listed(who);
    frame.say("spectators", &[("names", &who)])
}

/// A message. Those of others have a button that leads to what can be done about their author.
#[component]
fn Line(link: Link, line: ChatLine, chosen: RwSignal<Option<u64>>) -> impl IntoView {
    let frame = frame();
    let seat = line.seat.map(|seat| format!("seat-{seat}"));
    let (number, name) = (line.number, frame.named(&line.name));
    let mine = link.update.with_untracked(|update| update.you.id.clone());
    let other = line.id.filter(|id| mine.is_some_and(|mine| mine != *id));
    let open = move || chosen.get() == Some(number);
    let button = other.clone().map(|_| {
        let label = frame.say("chat-conduct", &[("name", &name)]);
        view! {
            <button
                class="quiet line-more" aria-label=label.clone() title=label aria-expanded=move || open().to_string()
                on:click=move |_| chosen.set(if open() { None } else { Some(number) })
            >"⋯"</button>
        }
    });
    let shown = name.clone();
    let about = other.map(|id| {
        let (name, table) = (shown, link.update.with_untracked(|update| update.table.clone()));
        move || {
            let blocked = RwSignal::new(false);
            // Whoever is blocked is not heard any more.
            let gone = id.clone();
            Effect::new(move |_| {
                if blocked.get() {
                    chosen.set(None);
                    let is_gone = |line: &ChatLine| line.id.as_ref() == Some(&gone);
                    link.chat.update(|chat| chat.retain(|line| !is_gone(line)));
                }
            });
            let other = Other {
                id: id.clone(),
                name: name.clone(),
                table: Some(table.clone()),
                message: Some(number),
            };
            let profile = Route::Person(id.clone()).to_string();
            view! {
                <a class="small" href=profile target="_blank" rel="noopener">{frame.say("profile-of", &[("name", &name)])}</a>
                <Conduct other blocked/>
            }
        }
    });
    let about = StoredValue::new_local(about);
    view! {
        <li class=seat.unwrap_or_default()>
            <span class="line-said">
                <span>
                    <b>{name}</b>
                    {(line.room == Audience::Spectators).then(|| view! { " "<small class="tag">{t("chat-spectator")}</small> })}
                    ": "{line.text}
                </span>
                {button}
            </span>
            {move || open().then(|| about.with_value(|about| about.as_ref().map(|about| about())))}
        </li>
    }
}
