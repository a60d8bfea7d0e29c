//! Tables of other people: those with a free seat, to join by one tap, and running ones, to watch.

use super::tables::OnlineTable;
use crate::browser;
use crate::frame::{Frame, frame, t};
use crate::hosts::{Trouble, api};
use crate::pace;
use crate::route::Route;
use leptos::prelude::*;
use protocol::{Done, Sit, Status, TableLine, Tables, Who};
use std::time::Duration;
use table::AnyGame;
use wasm_bindgen_futures::spawn_local;
use words::{Language, span};

/// The id of the field for the name.
const NAME: &str = "open-name";
/// How often the lists are read again.
const AGAIN: Duration = Duration::from_secs(20);

/// What the parts of the page share.
#[derive(Clone, Copy)]
struct Hall {
    frame: Frame,
    free: RwSignal<Option<Vec<TableLine>>>,
    running: RwSignal<Vec<TableLine>>,
    away: RwSignal<bool>,
    problem: RwSignal<Option<String>>,
    /// The game that is looked for; empty for all.
    game: RwSignal<String>,
    /// The language of the host that is looked for; empty for all.
    language: RwSignal<String>,
}

impl Hall {
    fn look(self) {
        spawn_local(async move {
            match api::get::<Tables>("/api/tables?free=true").await {
                Ok(found) => {
                    self.away.try_set(false);
                    self.free.try_set(Some(found.tables));
                }
                Err(_) => {
                    self.away.try_set(true);
                    return;
                }
            }
            if let Ok(mut found) = api::get::<Tables>("/api/tables").await {
                found.tables.retain(|line| line.status == Status::Running);
                self.running.try_set(found.tables);
            }
        });
    }

    fn wanted(self, line: &TableLine) -> bool {
        let is = |wanted: RwSignal<String>, found: Option<&str>| {
            wanted.with(|wanted| wanted.is_empty() || Some(wanted.as_str()) == found)
        };
        is(self.game, Some(&line.game)) && is(self.language, line.language.as_deref())
    }

    /// Takes a free seat at a table and goes there.
    fn join(self, table: String) {
        let Some(name) = self.frame.own_name() else {
            browser::focus(NAME);
            return self
                .problem
                .set(Some(self.frame.say("lobby-name-needed", &[])));
        };
        self.problem.set(None);
        spawn_local(async move {
            match sit(&name, &table).await {
                Ok(_) => self.frame.go(Route::Online(table)),
                Err(trouble) => {
                    let language = self.frame.language.get_untracked();
                    self.problem.try_set(Some(trouble.sentence("", language)));
                    self.look();
                }
            }
        });
    }
}

async fn sit(name: &str, table: &str) -> Result<Done, Trouble> {
    api::introduce(name).await?;
    api::post(&format!("/api/tables/{table}/sit"), &Sit { seat: None }).await
}

/// The page of open tables.
#[component]
pub fn OpenTables() -> impl IntoView {
    let hall = Hall {
        frame: frame(),
        free: RwSignal::new(None),
        running: RwSignal::new(Vec::new()),
        away: RwSignal::new(false),
        problem: RwSignal::new(None),
        game: RwSignal::new(String::new()),
        language: RwSignal::new(String::new()),
    };
    hall.look();
    let again = set_interval_with_handle(
        move || {
            if browser::is_visible() {
                hall.look();
            }
        },
        AGAIN,
    );
    on_cleanup(move || {
        if let Ok(again) = again {
            again.clear();
        }
    });
    let shown = Memo::new(move |_| {
        let free = hall.free.get()?;
        let wanted = free.into_iter().filter(|line| hall.wanted(line));
        Some(wanted.collect::<Vec<_>>())
    });
    let none = move || shown.with(|shown| shown.as_ref().is_some_and(Vec::is_empty));
    let watched = Memo::new(move |_| {
        let running = hall.running.get().into_iter();
        let wanted = running.filter(|line| hall.wanted(line));
        wanted.collect::<Vec<_>>()
    });
    view! {
        <section class="narrow open-tables">
            <h1>{move || t("tables-open")}</h1>
            <p>{move || t("open-lead")}</p>
            <Show when=move || hall.away.get()>
                <p role="alert">{move || t("unreachable")}</p>
            </Show>
            <Filters hall/>
            <div role="alert">
                {move || hall.problem.get().map(|problem| view! { <p class="notice">{problem}</p> })}
            </div>
            <div role="status">
                <Show when=none><p>{move || t("tables-open-none")}</p></Show>
            </div>
            <ul class="table-list free">
                <For
                    each=move || shown.get().unwrap_or_default()
                    key=|line| (line.table.clone(), line.changed)
                    let:line
                >
                    <FreeSeat hall line/>
                </For>
            </ul>
            <Show when=move || !watched.with(Vec::is_empty)>
                <h2>{move || t("open-watch")}</h2>
                <ul class="table-list watched">
                    <For each=move || watched.get() key=|line| (line.table.clone(), line.changed) let:line>
                        <OnlineTable line/>
                    </For>
                </ul>
            </Show>
        </section>
    }
}

/// The viewer's name, and which tables are shown.
#[component]
fn Filters(hall: Hall) -> impl IntoView {
    let frame = hall.frame;
    let is = move |chosen: RwSignal<String>, value: &'static str| {
        move || chosen.with(|chosen| chosen == value)
    };
    let games = AnyGame::GAMES.iter().map(|game| {
        let about = game.about();
        view! { <option value=about.key selected=is(hall.game, about.key)>{about.name}</option> }
    });
    let languages = Language::ALL.map(|language| {
        let tag = language.tag();
        view! { <option value=tag lang=tag selected=is(hall.language, tag)>{language.name()}</option> }
    });
    view! {
        <form class="filters" on:submit=move |event| event.prevent_default()>
            <label>
                <span>{move || t("lobby-name")}</span>
                <input
                    id=NAME type="text" maxlength="24" autocomplete="nickname" enterkeyhint="done"
                    prop:value=move || frame.settings.with(|settings| settings.name.clone())
                    on:change=move |event| frame.settings.update(|settings| settings.name = event_target_value(&event))
                />
            </label>
            <label>
                <span>{move || t("open-game")}</span>
                <select id="open-game" on:change=move |event| hall.game.set(event_target_value(&event))>
                    <option value="" selected=is(hall.game, "")>{move || t("open-any-game")}</option>
                    {games.collect_view()}
                </select>
            </label>
            <label>
                <span>{move || t("open-language")}</span>
                <select id="open-language" on:change=move |event| hall.language.set(event_target_value(&event))>
                    <option value="" selected=is(hall.language, "")>{move || t("open-any-language")}</option>
                    {languages.collect_view()}
                </select>
            </label>
        </form>
    }
}

/// A table with a free seat, which one tap takes.
#[component]
fn FreeSeat(hall: Hall, line: TableLine) -> impl IntoView {
    let frame = hall.frame;
    let game = line.game.parse::<AnyGame>().map(|game| game.about().name);
    let game = game.unwrap_or_default();
    let free = line.seats.iter().filter(|who| **who == Who::Open).count();
    let (pace, seats, began) = (line.pace, line.seats.clone(), line.began);
    let line_seats = line.seats.clone();
    let rated = line.rated;
    let language = line.language.as_deref().and_then(Language::of_tag);
    let people = move || {
        let seats = line_seats.iter();
        let links = seats.filter_map(|who| match who {
            Who::Person { name, id: Some(id) } => Some((frame.named(name), id.clone())),
            _ => None,
        });
        let links = links.map(|(name, id)| {
            let route = Route::Person(id).to_string();
            view! { <a href=route aria-label=frame.say("profile-of", &[("name", &name)])>{t("profile-title")}": "{name.clone()}</a>" " }
        });
        links.collect_view()
    };
    let who = move || {
        let seats = seats.iter();
        let names = seats.filter_map(|who| match who {
            Who::Person { name, .. } => Some(frame.named(name)),
            Who::Bot { level } => {
                let level = frame.say(&format!("level-{level}"), &[]);
                Some(frame.say("bot-of-level", &[("level", &level)]))
            }
            Who::Open => None,
        });
        frame.teller("", Vec::new()).listed(names.collect())
    };
    let age = move || {
        let time = span(frame.language.get(), age(browser::now(), began));
        frame.say("open-age", &[("time", &time)])
    };
    let named = {
        let who = who.clone();
        move || frame.say("open-join-named", &[("game", &game), ("names", &who())])
    };
    let (table, watch) = (
        line.table.clone(),
        Route::Online(line.table.clone()).to_string(),
    );
    view! {
        <li>
            <div class="table-what">
                <b>{game}</b>
                <span>{who}</span>
                <span class="small">
                    {move || frame.say("open-free", &[("count", &free)])}" · "{move || pace::described(pace, frame)}
                    {rated.then(|| view! { " · "{move || t("lobby-rated")} })}
                    {language.map(|language| view! { " · "<span lang=language.tag()>{language.name()}</span> })}
                </span>
                <span class="small">{age}</span>
                <span class="small people">{people}</span>
            </div>
            <button class="primary join" aria-label=named on:click=move |_| hall.join(table.clone())>
                {move || t("open-join")}
            </button>
            <a class="button quiet" href=watch>{move || t("open-look")}</a>
        </li>
    }
}

/// Returns how long ago something began, in seconds, rounded to its largest unit.
fn age(now: u64, began: u64) -> u32 {
    let seconds = u32::try_from(now.saturating_sub(began) / 1000).unwrap_or(u32::MAX);
    let units = [24 * 60 * 60, 60 * 60, 60];
    let unit = units.into_iter().find(|unit| seconds >= *unit);
    unit.map_or(60, |unit| seconds / unit * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_age_is_told_in_its_largest_unit() {
        let ages = [0, 59, 61, 3_599, 3_600, 7_300, 90_000, 200_000];
        let told = ages.map(|seconds| age(1_000_000 + seconds * 1000, 1_000_000));
        assert_eq!(told, [60, 60, 60, 3_540, 3_600, 7_200, 86_400, 172_800]);
        assert_eq!(age(0, 1_000), 60, "clocks may differ");
    }
}
