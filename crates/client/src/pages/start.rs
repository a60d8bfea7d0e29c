//! The start page with the games.

use crate::art;
use crate::browser::BrowserShelf;
use crate::frame::{frame, t};
use crate::later::{self, Play};
use crate::learnt;
use crate::local_table;
use crate::pages::tables::{News, progress};
use crate::route::Route;
use leptos::prelude::*;
use protocol::{Level, NewTable, SeatFor, Status, TableLine};
use table::AnyGame;
use wasm_bindgen_futures::spawn_local;

/// The game cards. To somebody who has neither played nor learnt here, they offer learning first.
#[component]
pub fn Start() -> impl IntoView {
    let newcomer = local_table::all(&BrowserShelf).is_empty() && learnt::nothing(&BrowserShelf);
    view! {
        <section class="hero">
            <h1>{move || t("start-heading")}</h1>
            <p>{move || t("start-lead")}</p>
            <div class="border-ornament" inner_html=art::BORDER aria-hidden="true"></div>
        </section>
        <GoOn/>
        <div class="cards">{AnyGame::GAMES.iter().map(|&game| view! { <GameCard game newcomer/> }).collect_view()}</div>
    }
}

/// How many games the start page offers to go on with.
const GO_ON: usize = 3;

/// The last unfinished local games.
#[component]
fn GoOn() -> impl IntoView {
    let running: Vec<TableLine> = local_table::all(&BrowserShelf)
        .into_iter()
        .filter(|line| line.status == Status::Running)
        .take(GO_ON)
        .collect();
    (!running.is_empty()).then(|| {
        view! {
            <section class="go-on" aria-labelledby="go-on">
                <h2 id="go-on">{move || t("go-on")}</h2>
                <ul>{running.into_iter().map(|line| view! { <GoOnWith line/> }).collect_view()}</ul>
            </section>
        }
    })
}

/// A link to a running game.
#[component]
fn GoOnWith(line: TableLine) -> impl IntoView {
    let frame = frame();
    let route = Route::Local(line.table.clone()).to_string();
    let progress = progress(line.table.clone());
    let news = Memo::new(move |_| progress.with(|now| News::of(&line, now.as_ref(), frame)));
    view! {
        <li>
            <a class="button" class:yours=move || news.with(|news| news.yours) href=route>
                <b>{move || news.with(|news| news.game)}</b>
                <span class="small">{move || news.with(|news| news.chapter.clone())}</span>
                <span class="tag">{move || news.with(|news| news.state.clone())}</span>
            </a>
        </li>
    }
}

#[component]
fn GameCard(game: AnyGame, newcomer: bool) -> impl IntoView {
    let frame = frame();
    let about = game.about();
    let key = about.key;
    let waits = RwSignal::new(false);
    let against = move || {
        let bots = players_with_bots(game) - 1;
        frame.say("play-now-about", &[("bots", &bots)])
    };
    let text = move |key: &'static str| frame.teller(about.key, Vec::new()).text(key);
    let solo = (*about.seats.start() == 1).then(|| {
        let named = move || {
            let automatic = text("automatic").unwrap_or_default();
            frame.say("solo-named", &[("game", &about.name), ("automatic", &automatic)])
        };
        view! { <button class="solo" aria-label=named on:click=move |_| begin(game, 1, waits)>{move || t("solo")}</button> }
    });
    let play = view! {
        <div class="play-row">
            <button
                class="primary play-now"
                aria-label=move || format!("{}: {}", t("play-now"), about.name)
                on:click=move |_| begin(game, players_with_bots(game), waits)
            >
                {move || t(if waits.get() { "loading" } else { "play-now" })}
            </button>
            <LevelChoice/>
        </div>
        <p class="small">{against}</p>
    };
    let actions = view! {
        <div class="card-actions">
            <a
                class="button learn" class:primary=newcomer
                href=Route::Learn(key.to_owned(), None).to_string()
                aria-label=move || frame.say("learn-named", &[("game", &about.name)])
            >
                {move || t("learn")}
            </a>
            {solo}
            <a
                class="button"
                href=Route::New(key.to_owned()).to_string()
                aria-label=move || format!("{}: {}", t("new-table"), about.name)
            >
                {move || t("new-table")}
            </a>
        </div>
    };
    view! {
        <article class="card" data-game=key>
            <img class="card-art" src=art::board(key) alt="" width="420" height="242" decoding="sync"/>
            <div class="card-text">
                <h2>{about.name}</h2>
                <p class="byline">{move || frame.say("by-author", &[("name", &about.author)])}</p>
                <ul class="facts">
                    <li>{move || frame.say("players-range", &[("from", about.seats.start()), ("to", about.seats.end())])}</li>
                    <li>{move || text("duration")}</li>
                    <li>{move || text("weight")}</li>
                </ul>
                <p class="card-about">{move || text("about")}</p>
                {if newcomer {
                    view! { {actions} {play} }.into_any()
                } else {
                    view! { {play} {actions} }.into_any()
                }}
            </div>
        </article>
    }
}

/// The level of the bots, the same on all cards and remembered.
#[component]
fn LevelChoice() -> impl IntoView {
    let frame = frame();
    let choose = move |event| {
        let level = event_target_value(&event).parse().ok();
        frame.settings.update(|settings| settings.level = level);
    };
    let levels = Level::ALL.map(|level| {
        view! {
            <option value=level.to_string() selected=move || usual_level() == level>
                {move || frame.say(&format!("level-{level}"), &[])}
            </option>
        }
    });
    view! { <select class="level" aria-label=move || t("level") on:change=choose>{levels.collect_view()}</select> }
}

/// Returns the last level of bots.
pub fn usual_level() -> Level {
    let last = frame().settings.with(|settings| settings.level);
    last.unwrap_or(Level::Easy)
}

/// Returns the last number of players, but at least two.
fn players_with_bots(game: AnyGame) -> u8 {
    usual_players(game).max(2)
}

/// Returns the last number of players; by default three, if the game allows it.
pub fn usual_players(game: AnyGame) -> u8 {
    let key = game.about().key;
    let last = frame()
        .settings
        .with(|settings| settings.players.get(key).copied());
    players(game, last)
}

/// Returns the initial number of players, given the last one.
fn players(game: AnyGame, last: Option<u8>) -> u8 {
    let seats = game.about().seats;
    last.filter(|players| seats.contains(players))
        .unwrap_or(3.clamp(*seats.start(), *seats.end()))
}

/// Starts a game of the viewer against bots, or alone against the automatic opponent, as soon as what it needs is there.
fn begin(game: AnyGame, players: u8, waits: RwSignal<bool>) {
    let frame = frame();
    let mut seats = vec![SeatFor::Me];
    seats.resize(players.into(), SeatFor::Bot(usual_level()));
    let options = [("players".to_owned(), players.into())];
    let table = NewTable {
        options: options.into_iter().collect(),
        seats,
        ..NewTable::of(game.about().key)
    };
    let me = frame.own_name().unwrap_or_default();
    let go = move |play: Play| {
        if let Ok(id) = (play.create)(table, &[me]) {
            frame.go(Route::Local(id.to_string()));
        }
    };
    if let Some(play) = later::play_now() {
        return go(play);
    }
    waits.set(true);
    spawn_local(async move {
        match later::play().await {
            // The viewer may have gone elsewhere.
            Ok(play) if waits.try_get_untracked() == Some(true) => go(play),
            Ok(_) => {}
            // This place says that it cannot be loaded.
            Err(_) => frame.go(Route::New(game.about().key.to_owned())),
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_play_as_last_time_if_the_game_takes_so_many() {
        assert_eq!(players(AnyGame::TajMahal, Some(5)), 5);
        assert_eq!(players(AnyGame::TajMahal, Some(1)), 3);
        assert_eq!(players(AnyGame::Amritsar, Some(5)), 3);
        assert_eq!(players(AnyGame::Maharaja, None), 3);
        assert_eq!(players(AnyGame::Oware, None), 2);
    }
}
