//! A table on the server before the game: what is played, who sits where, who is ready, and the link for friends.

mod chairs;
mod place;

use super::chat::Watching;
use super::webhooks::Webhooks;
use crate::art;
use crate::browser;
use crate::frame::{frame, t};
use crate::hosts::Link;
use crate::pace;
use crate::qr::qr;
use crate::route::Route;
use ::table::{AnyGame, Request};
use chairs::Chairs;
use leptos::prelude::*;
use place::Place;
use protocol::{Update as Told, Who};
use serde_json::Value;
use words::Teller;

/// Lets people take their seats.
#[component]
pub fn Lobby(link: Link, teller: Signal<Teller>) -> impl IntoView {
    view! {
        <section class="lobby panel">
            <About link/>
            <Place link/>
            <h3>{move || t("lobby-who")}</h3>
            <Chairs link teller/>
            <Start link teller/>
            <Invitation link/>
            <Watching link/>
            <Webhooks link/>
        </section>
    }
}

/// What is played: game, options, pace.
#[component]
fn About(link: Link) -> impl IntoView {
    let frame = frame();
    let game = link.update.with_untracked(|update| update.game.clone());
    let name = game.parse::<AnyGame>().map(|game| game.about().name);
    let picture = art::board(&game);
    let facts = Memo::new(move |_| {
        link.update
            .with(|update| facts(update, &frame.teller(&update.game, Vec::new())))
    });
    let pace = Memo::new(move |_| link.update.with(|update| update.pace));
    let listed = Memo::new(move |_| link.update.with(|update| update.listed));
    let rated = link.update.with_untracked(|update| update.rated);
    view! {
        <header class="lobby-about">
            {picture.map(|picture| view! { <img src=picture alt="" width="420" height="242"/> })}
            <div>
                <h2>{name.unwrap_or_default()}</h2>
                <ul class="facts" aria-label=move || t("lobby-about")>
                    {move || facts.get().into_iter().map(|fact| view! { <li>{fact}</li> }).collect_view()}
                    <li>{move || pace::described(pace.get(), frame)}</li>
                    <li>{move || t(if listed.get() { "lobby-listed" } else { "lobby-private" })}</li>
                    {rated.then(|| view! { <li class="rated">{move || t("lobby-rated")}</li> })}
                </ul>
            </div>
        </header>
    }
}

/// Returns the options that differ from their defaults, in words. The number of players is seen at the seats.
fn facts(update: &Told, teller: &Teller) -> Vec<String> {
    let Ok(game) = update.game.parse::<AnyGame>() else {
        return Vec::new();
    };
    let players = update.seats.len() as u8;
    let options = game.about().options.iter();
    let options =
        options.filter(|about| about.name != "players" && about.players.contains(&players));
    let fact = |about: &kit::OptionAbout| {
        let value = match update.options.get(about.name)? {
            Value::String(text) => text.clone(),
            Value::Array(chosen) if !chosen.is_empty() => {
                let chosen = chosen.iter().filter_map(Value::as_str);
                chosen.collect::<Vec<_>>().join(",")
            }
            Value::Null | Value::Array(_) => return None,
            other => other.to_string(),
        };
        // What is simply on is told by its own sentence, a choice by what was chosen.
        match value.as_str() {
            value if value == about.default => None,
            "true" => teller
                .text(&format!("option-{}", about.name))
                .map(str::to_owned),
            value => {
                let words = value.split(',').map(|value| {
                    let text = teller.text(&format!("option-{}-{value}", about.name));
                    text.unwrap_or(value)
                });
                Some(words.collect::<Vec<_>>().join("; "))
            }
        }
    };
    options.filter_map(fact).collect()
}

/// Returns the names of the people who are not ready.
fn unready(update: &Told, teller: &Teller) -> Vec<String> {
    let seats = update.seats.iter().enumerate();
    let waiting = seats.filter(|(_, seat)| matches!(seat.who, Who::Person { .. }) && !seat.ready);
    waiting.map(|(seat, _)| teller.name(seat)).collect()
}

/// The host starts the game: only the host knows who else is coming, and a clock must not begin to run because the last guest has sat down.
#[component]
fn Start(link: Link, teller: Signal<Teller>) -> impl IntoView {
    let frame = frame();
    let owner = Memo::new(move |_| link.update.with(|update| update.you.owner));
    let full = Memo::new(move |_| {
        link.update
            .with(|update| update.seats.iter().all(|seat| seat.who != Who::Open))
    });
    let unready = Memo::new(move |_| {
        link.update
            .with(|update| teller.with(|teller| unready(update, teller)))
    });
    let shuffle = Memo::new(move |_| link.update.with(|update| update.shuffle));
    let waits = move || {
        let names = teller.with(|teller| teller.listed(unready.get()));
        frame.say("lobby-not-all", &[("names", &names)])
    };
    view! {
        <Show when=move || full.get() && unready.with(|names| !names.is_empty())>
            <p class="small" role="status">{waits}</p>
        </Show>
        <Show
            when=move || owner.get()
            fallback=move || view! {
                <p class="small">{move || t("lobby-wait")}" "{move || shuffle.get().then(|| t("lobby-drawn"))}</p>
            }
        >
            <label class="radio">
                <input
                    id="shuffle" type="checkbox" prop:checked=shuffle
                    on:change=move |event| link.request(Request::Shuffle(event_target_checked(&event)))
                />
                <span>{move || t("lobby-shuffle")}<small>{move || t("lobby-shuffle-about")}</small></span>
            </label>
            <p>
                <button class="primary start" disabled=move || !full.get() on:click=move |_| link.request(Request::Start)>
                    {move || t(if unready.with(Vec::is_empty) { "begin" } else { "lobby-start-anyway" })}
                </button>
            </p>
            <Show when=move || !full.get()>
                <p class="small">{move || t("lobby-full")}</p>
            </Show>
        </Show>
    }
}

/// The link for friends: to copy, to share, and as a QR code.
#[component]
fn Invitation(link: Link) -> impl IntoView {
    let table = link.update.with_untracked(|update| update.table.clone());
    let address = StoredValue::new(browser::link(&Route::Online(table).to_string()));
    let game = link.update.with_untracked(|update| {
        let game = update.game.parse::<AnyGame>();
        game.map(|game| game.about().name).unwrap_or_default()
    });
    let copied = RwSignal::new(false);
    let scanning = RwSignal::new(false);
    let field = NodeRef::<leptos::html::Input>::new();
    let copy = move |_| {
        if browser::copy(&address.get_value()) {
            copied.set(true);
        } else if let Some(field) = field.get_untracked() {
            field.select();
        }
    };
    view! {
        <h3>{move || t("lobby-invite")}</h3>
        <p class="small">{move || t("lobby-text")}</p>
        <p class="invitation">
            <input type="text" readonly node_ref=field aria-label=move || t("lobby-link") prop:value=address.get_value()/>
            <button on:click=copy>{move || t(if copied.get() { "lobby-copied" } else { "lobby-copy" })}</button>
            <Show when=browser::can_share>
                <button class="share" on:click=move |_| browser::share(game, &address.get_value())>{move || t("lobby-share")}</button>
            </Show>
            <button
                class="quiet scan" aria-expanded=move || scanning.get().to_string()
                on:click=move |_| scanning.update(|scanning| *scanning = !*scanning)
            >
                {move || t("lobby-scan")}
            </button>
        </p>
        <Show when=move || scanning.get()>{qr(&address.get_value())}</Show>
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::local_table::tests::{created, update};
    use crate::shelf::Memory;
    use serde_json::json;
    use words::Language;

    #[test]
    fn only_options_that_somebody_chose_are_told() {
        let local = created("maharaja", 2, 0, &Memory::default());
        let mut told = update(&local, None, 0);
        let teller = Teller::new(Language::En, "maharaja", Vec::new());
        assert_eq!(facts(&told, &teller), Vec::<String>::new());
        *told.options.get_mut("rules").unwrap() = json!(["s1", "s4"]);
        *told.options.get_mut("first_game").unwrap() = json!(true);
        // The characters of a first game are for four players.
        let [chosen] = <[String; 1]>::try_from(facts(&told, &teller)).unwrap();
        assert!(
            chosen.contains("1 prestige") && chosen.contains("; No stealing"),
            "{chosen}"
        );
    }

    #[test]
    fn people_who_are_not_ready_are_named_and_bots_are_not() {
        let local = created("taj-mahal", 2, 1, &Memory::default());
        let mut told = update(&local, None, 0);
        let names = vec!["Anna".to_owned(), "Ben".to_owned(), "Asha".to_owned()];
        let teller = Teller::new(Language::En, "taj-mahal", names);
        assert_eq!(unready(&told, &teller), Vec::<String>::new());
        told.seats.get_mut(1).unwrap().ready = false;
        assert_eq!(unready(&told, &teller), ["Ben"]);
    }
}
