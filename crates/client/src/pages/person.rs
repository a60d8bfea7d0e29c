//! What everybody may know of a person: ratings, finished games, and those with the viewer.

use crate::browser;
use crate::conduct::{Conduct, Other};
use crate::frame::{Frame, frame, t};
use crate::hosts::{Trouble, api};
use crate::route::Route;
use leptos::prelude::*;
use protocol::{Finished, FinishedGame, Level, Profile, RatingAbout, Who};
use table::AnyGame;
use wasm_bindgen_futures::spawn_local;

/// What is known of the person.
#[derive(Clone, PartialEq, Debug)]
enum Known {
    Loading,
    Nobody,
    Unreachable,
    Person(Box<Profile>),
}

/// The page of a person.
#[component]
pub fn PersonPage(id: String) -> impl IntoView {
    let frame = frame();
    let known = RwSignal::new(Known::Loading);
    let path = format!("/api/people/{id}");
    spawn_local(async move {
        known.try_set(match api::get::<Profile>(&path).await {
            Ok(profile) => Known::Person(Box::new(profile)),
            Err(Trouble::Refused(problem)) if problem.status == 404 => Known::Nobody,
            Err(_) => Known::Unreachable,
        });
    });
    view! {
        <section class="narrow person">
            {move || match known.get() {
                Known::Loading => view! { <p class="loading" role="status">{t("loading")}</p> }.into_any(),
                Known::Nobody => view! { <h1>{t("profile-title")}</h1><p role="alert">{t("profile-lost")}</p> }.into_any(),
                Known::Unreachable => view! { <h1>{t("profile-title")}</h1><p role="alert">{t("unreachable")}</p> }.into_any(),
                Known::Person(profile) => {
                    let id = profile.id.clone();
                    view! { <About frame profile=*profile/><Games frame id/> }.into_any()
                }
            }}
        </section>
    }
}

#[component]
fn About(frame: Frame, profile: Profile) -> impl IntoView {
    let since = browser::date(profile.since, frame.language.get().tag());
    let together = profile.together.map(|together| {
        let told = match together.games {
            0 => frame.say("profile-together-none", &[]),
            games => frame.say(
                "profile-together-about",
                &[
                    ("games", &games),
                    ("ahead", &together.ahead),
                    ("behind", &together.behind),
                ],
            ),
        };
        view! { <h2>{t("profile-together")}</h2><p class="together">{told}</p> }
    });
    let conduct = (!profile.you && api::is_guest()).then(|| {
        let other = Other {
            id: profile.id.clone(),
            name: profile.name.clone(),
            table: None,
            message: None,
        };
        view! { <Conduct other blocked=RwSignal::new(profile.blocked)/> }
    });
    view! {
        <h1>{frame.named(&profile.name)}</h1>
        <p>{frame.say("profile-since", &[("date", &since)])}</p>
        {profile.you.then(|| view! { <p>{t("profile-you")}</p> })}
        {together}
        <h2>{t("profile-ratings")}</h2>
        <Ratings frame profile/>
        {conduct}
    }
}

/// The ratings, with those of the bots to compare with.
#[component]
fn Ratings(frame: Frame, profile: Profile) -> impl IntoView {
    if profile.ratings.is_empty() {
        return view! { <p>{t("profile-no-ratings")}</p> }.into_any();
    }
    let row = |rating: &RatingAbout| {
        let (low, high) = (rating.low.round(), rating.high.round());
        let range = frame.say("profile-range-of", &[("low", &low), ("high", &high)]);
        view! {
            <tr>
                <th scope="row">{game_name(&rating.game)}</th>
                <td data-label=t("profile-players")>{rating.players}</td>
                <td data-label=t("profile-rating")><b>{rating.value.round()}</b></td>
                <td data-label=t("profile-range")>{range}</td>
                <td data-label=t("profile-rated-games")>{rating.games}</td>
            </tr>
        }
    };
    let rows = profile.ratings.iter().map(row).collect_view();
    let mut games: Vec<&str> = profile.ratings.iter().map(|rating| &*rating.game).collect();
    games.dedup();
    let levels = games.into_iter().map(|game| {
        let levels = profile.levels.iter().filter(|level| level.game == game);
        let named = levels.map(|level| {
            let name = level_name(frame, level.level);
            let value = level.value.round();
            frame.say("profile-level", &[("level", &name), ("value", &value)])
        });
        let levels = named.collect::<Vec<_>>().join(", ");
        let told = frame.say("profile-levels", &[("levels", &levels)]);
        view! { <p class="small levels">{game_name(game)}". "{told}</p> }
    });
    let levels = levels.collect_view();
    let heads = [
        "open-game",
        "profile-players",
        "profile-rating",
        "profile-range",
        "profile-rated-games",
    ];
    let heads = heads.map(|key| view! { <th scope="col">{t(key)}</th> });
    view! {
        <table class="ratings">
            <thead><tr>{heads.collect_view()}</tr></thead>
            <tbody>{rows}</tbody>
        </table>
        <p class="small">{t("profile-rating-about")}</p>
        {levels}
    }
    .into_any()
}

/// The finished games, part by part.
#[component]
fn Games(frame: Frame, id: String) -> impl IntoView {
    let games = RwSignal::new(None::<Vec<FinishedGame>>);
    let next = RwSignal::new(None::<String>);
    let path = format!("/api/people/{id}/games");
    let load = Callback::new(move |before: Option<String>| {
        let path = match before {
            Some(before) => format!("{path}?before={before}"),
            None => path.clone(),
        };
        spawn_local(async move {
            if let Ok(found) = api::get::<Finished>(&path).await {
                games.try_update(|games| games.get_or_insert_default().extend(found.games));
                next.try_set(found.next);
            }
        });
    });
    load.run(None);
    let none = move || games.with(|games| games.as_ref().is_some_and(Vec::is_empty));
    view! {
        <h2>{t("profile-games")}</h2>
        <Show when=none><p>{move || t("profile-games-none")}</p></Show>
        <ul class="table-list finished">
            <For each=move || games.get().unwrap_or_default() key=|game| game.table.clone() let:game>
                <OneGame frame game/>
            </For>
        </ul>
        <Show when=move || next.with(Option::is_some)>
            <button class="more" on:click=move |_| load.run(next.get_untracked())>{move || t("profile-more")}</button>
        </Show>
    }
}

#[component]
fn OneGame(frame: Frame, mut game: FinishedGame) -> impl IntoView {
    let date = browser::date(game.at, frame.language.get().tag());
    game.seats.sort_by_key(|seat| seat.rank);
    let name = game_name(&game.game);
    let seats = game.seats.into_iter().map(|seat| {
        let name = match &seat.who {
            Who::Person { name, .. } => frame.named(name),
            Who::Bot { level } => {
                let level = level_name(frame, *level);
                frame.say("bot-of-level", &[("level", &level)])
            }
            Who::Open => String::new(),
        };
        let told = match (seat.rank, seat.points) {
            (Some(rank), Some(points)) => {
                let points = frame.say("points", &[("points", &points)]);
                let values: [(&str, &dyn std::fmt::Display); 3] =
                    [("rank", &rank), ("name", &name), ("points", &points)];
                frame.say("profile-place", &values)
            }
            _ => name,
        };
        match seat.who {
            Who::Person { id: Some(id), .. } => {
                view! { <li><a href=Route::Person(id).to_string()>{told}</a></li> }.into_any()
            }
            _ => view! { <li>{told}</li> }.into_any(),
        }
    });
    let seats = seats.collect_view();
    let rated = game
        .rated
        .then(|| view! { <span class="tag">{t("lobby-rated")}</span> });
    let label = frame.say("table-open-named", &[("what", &format!("{name}, {date}"))]);
    view! {
        <li>
            <div class="table-what">
                <b>{name}</b>
                <span class="small">{date}</span>
                <ul class="places">{seats}</ul>
            </div>
            {rated}
            <a class="button" href=Route::Online(game.table).to_string() aria-label=label>{t("table-open")}</a>
        </li>
    }
}

fn game_name(key: &str) -> &'static str {
    let game = key.parse::<AnyGame>().map(|game| game.about().name);
    game.unwrap_or_default()
}

fn level_name(frame: Frame, level: Level) -> String {
    frame.say(&format!("level-{level}"), &[])
}
