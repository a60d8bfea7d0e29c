//! The start page with the games.

use crate::art;
use crate::browser::BrowserShelf;
use crate::frame::{frame, t};
use crate::hosts::local;
use crate::local_table;
use crate::route::Route;
use leptos::prelude::*;
use protocol::{Level, NewTable, SeatFor, Status};
use table::AnyGame;

/// The default level.
pub const USUAL_LEVEL: Level = Level::Easy;

/// The game cards.
#[component]
pub fn Start() -> impl IntoView {
    view! {
        <section class="hero">
            <h1>{move || t("start-heading")}</h1>
            <p>{move || t("start-lead")}</p>
            <div class="border-ornament" inner_html=art::BORDER aria-hidden="true"></div>
        </section>
        <GoOn/>
        <div class="cards">{AnyGame::GAMES.iter().map(|&game| view! { <GameCard game/> }).collect_view()}</div>
    }
}

/// The last unfinished local game.
#[component]
fn GoOn() -> impl IntoView {
    let running = local_table::all(&BrowserShelf)
        .into_iter()
        .find(|line| line.status == Status::Running);
    running.map(|line| {
        let name = line
            .game
            .parse::<AnyGame>()
            .map(|game| game.about().name)
            .unwrap_or_default();
        view! {
            <p class="go-on">
                <a class="button" href=Route::Local(line.table).to_string()>
                    {move || format!("{}: {name}", t("go-on"))}
                </a>
            </p>
        }
    })
}

#[component]
fn GameCard(game: AnyGame) -> impl IntoView {
    let frame = frame();
    let about = game.about();
    let key = about.key;
    let players = move || usual_players(game);
    let level = move || {
        frame
            .settings
            .with(|settings| settings.level)
            .unwrap_or(USUAL_LEVEL)
    };
    let against = move || {
        let teller = frame.teller(key, Vec::new());
        let bots = players() - 1;
        let level = frame.say(&format!("level-{}", level()), &[]);
        let automatic = teller.text("automatic").unwrap_or_default();
        frame.say(
            "play-now-about",
            &[
                ("bots", &bots),
                ("level", &level),
                ("automatic", &automatic),
            ],
        )
    };
    view! {
        <article class="card" data-game=key>
            <div class="card-art" inner_html=art::of(key) aria-hidden="true"></div>
            <div class="card-text">
                <h2>{about.name}</h2>
                <p class="byline">
                    {move || frame.say("by-author", &[("name", &about.author)])} " · "
                    {move || frame.say("players-range", &[("from", about.seats.start()), ("to", about.seats.end())])}
                </p>
                <p>{move || frame.teller(key, Vec::new()).text("about")}</p>
                <div class="card-actions">
                    <button
                        class="primary play-now"
                        aria-label=move || format!("{}: {}", t("play-now"), about.name)
                        on:click=move |_| play_now(game, players(), level())
                    >
                        {move || t("play-now")}
                    </button>
                    <a
                        class="button"
                        href=Route::New(key.to_owned()).to_string()
                        aria-label=move || format!("{}: {}", t("new-table"), about.name)
                    >
                        {move || t("new-table")}
                    </a>
                </div>
                <p class="small card-foot">
                    <span>{against}</span>
                    <a
                        href=Route::Rules(key.to_owned()).to_string()
                        aria-label=move || format!("{}: {}", t("rules"), about.name)
                    >
                        {move || t("rules")}
                    </a>
                </p>
            </div>
        </article>
    }
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

/// Starts a game of the viewer against bots.
fn play_now(game: AnyGame, players: u8, level: Level) {
    let frame = frame();
    let mut seats = vec![SeatFor::Me];
    seats.resize(players.into(), SeatFor::Bot(level));
    let options = [("players".to_owned(), players.into())];
    let table = NewTable {
        options: options.into_iter().collect(),
        seats,
        ..NewTable::of(game.about().key)
    };
    if let Ok(id) = local::create(table, &[frame.my_name()]) {
        frame.go(Route::Local(id.to_string()));
    }
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
