//! My tables.

use crate::browser::{self, BrowserShelf};
use crate::chapters::Progress;
use crate::frame::{Frame, frame, t};
use crate::hosts::{Trouble, api};
use crate::later;
use crate::local_table::{self, Deleted};
use crate::route::Route;
use leptos::prelude::*;
use protocol::{Status, TableLine, Who};
use table::AnyGame;
use wasm_bindgen_futures::spawn_local;

/// The local tables.
#[component]
pub fn Tables() -> impl IntoView {
    let tables = RwSignal::new(local_table::all(&BrowserShelf));
    let deleted = RwSignal::new(None::<Deleted>);
    let look_again = move || tables.set(local_table::all(&BrowserShelf));
    let forget = Callback::new(move |id: String| {
        deleted.set(local_table::delete(&id, &BrowserShelf));
        look_again();
    });
    let restore = move |_| {
        if let Some(deleted) = deleted.write().take() {
            deleted.restore(&BrowserShelf);
        }
        look_again();
    };
    view! {
        <section class="narrow">
            <h1>{move || t("tables-title")}</h1>
            <Show when=|| !browser::storage_lasts()>
                <p role="alert">{move || t("storage-off")}</p>
            </Show>
            <h2>{move || t("tables-local")}</h2>
            <Show when=move || tables.with(Vec::is_empty)>
                <p>{move || t("tables-none")}</p>
            </Show>
            <ul class="table-list">
                {move || tables.get().into_iter().map(|line| view! { <LocalLine line forget/> }).collect_view()}
            </ul>
            <p role="status">
                <Show when=move || deleted.with(Option::is_some)>
                    {move || t("table-deleted")}" "
                    <button class="restore" on:click=restore>{move || t("table-restore")}</button>
                </Show>
            </p>
            <OnlineTables/>
        </section>
    }
}

/// The viewer's tables on the server, and the way to those of others.
#[component]
fn OnlineTables() -> impl IntoView {
    let mine = RwSignal::new(None::<Vec<TableLine>>);
    let away = RwSignal::new(false);
    spawn_local(async move {
        // Whoever never came has no tables, and need not ask.
        if !api::is_guest() {
            return;
        }
        match api::get::<protocol::Tables>("/api/me/tables").await {
            Ok(tables) => mine.try_set(Some(tables.tables)).is_some(),
            Err(Trouble::Unreachable) => away.try_set(true).is_some(),
            Err(_) => false,
        };
    });
    let lines = |tables: Vec<TableLine>| {
        tables
            .into_iter()
            .map(|line| view! { <OnlineTable line/> })
            .collect_view()
    };
    view! {
        <Show when=move || away.get()>
            <p class="small">{move || t("tables-no-server")}</p>
        </Show>
        {move || mine.get().filter(|tables| !tables.is_empty()).map(|tables| view! {
            <h2>{t("tables-online")}</h2>
            <ul class="table-list">{lines(tables)}</ul>
        })}
        <h2>{move || t("tables-others")}</h2>
        <p><a class="button" href=Route::Open.to_string()>{move || t("tables-open")}</a></p>
    }
}

/// A table on the server. How far its game is comes later.
#[component]
pub fn OnlineTable(line: TableLine) -> impl IntoView {
    let progress = RwSignal::new(None::<Progress>);
    if line.status != Status::Waiting {
        let path = format!("/api/tables/{}?since=0", line.table);
        spawn_local(async move {
            let update = api::get::<protocol::Update>(&path).await;
            progress.try_set(update.ok().as_ref().and_then(Progress::of));
        });
    }
    let route = Route::Online(line.table.clone());
    view! { <Line line progress route/> }
}

#[component]
fn LocalLine(line: TableLine, forget: Callback<String>) -> impl IntoView {
    let (id, route) = (line.table.clone(), Route::Local(line.table.clone()));
    let progress = progress(id.clone());
    let forget = Callback::new(move |()| forget.run(id.clone()));
    view! { <Line line progress route forget/> }
}

/// Tells how far a local game is, as soon as its rules are there.
pub fn progress(id: String) -> RwSignal<Option<Progress>> {
    let now = later::play_now().and_then(|play| (play.progress)(&id, &BrowserShelf));
    let progress = RwSignal::new(now);
    if later::play_now().is_none() {
        spawn_local(async move {
            if let Ok(play) = later::play().await {
                progress.try_set((play.progress)(&id, &BrowserShelf));
            }
        });
    }
    progress
}

/// What a list says about a table.
#[derive(Clone, PartialEq, Debug)]
pub struct News {
    /// The name of the game.
    pub game: &'static str,
    /// The game and who plays it.
    pub what: String,
    /// The chapter, if the game has begun.
    pub chapter: String,
    /// The points of all players.
    pub score: String,
    /// Whose turn it is, or that nobody can move.
    pub state: String,
    /// Whether it is the viewer's turn.
    pub yours: bool,
}

impl News {
    /// Collects what is known about a table.
    pub fn of(line: &TableLine, progress: Option<&Progress>, frame: Frame) -> Self {
        let game = line.game.parse::<AnyGame>().map(|game| game.about());
        let game = game.map(|about| about.name).unwrap_or_default();
        let name = |(seat, who)| frame.seated(seat, who);
        let names: Vec<Option<String>> = line.seats.iter().enumerate().map(name).collect();
        let automatic = frame.teller(&line.game, Vec::new()).text("automatic");
        let by_seat = names.iter().map(|name| name.clone().unwrap_or_default());
        let with_automatic = by_seat.chain(automatic.map(str::to_owned));
        let teller = frame.teller(&line.game, with_automatic.collect());
        let you = nameless(line);
        let teller = match you {
            Some(seat) => teller.to(seat),
            None => teller,
        };
        let others = names.into_iter().enumerate();
        let others = others.filter(|(seat, _)| Some(*seat) != you);
        let mut seated: Vec<String> = others.filter_map(|(_, name)| name).collect();
        if seated.is_empty() {
            seated.extend(automatic.map(str::to_owned));
        }
        let with = frame.say("with", &[("names", &teller.listed(seated))]);
        let chapter = progress.map(|progress| match &progress.chapter {
            Some(event) => teller.chapter(event).unwrap_or_default(),
            None => frame.say("replay-setup", &[]),
        });
        let totals = progress.iter().flat_map(|progress| &progress.totals);
        let points = totals.enumerate();
        let score: Vec<String> = points
            .map(|(seat, points)| format!("{} {points}", teller.name(seat)))
            .collect();
        let yours = line.your_turn || progress.is_some_and(|progress| is_mine(line, progress));
        let deciders = progress.iter().flat_map(|progress| &progress.deciders);
        let deciders: Vec<String> = deciders
            .map(|seat| teller.name(seat.number().into()))
            .collect();
        let state = match line.status {
            Status::Waiting => frame.say("table-waiting", &[]),
            Status::Over => frame.say("table-over", &[]),
            Status::Running if yours => frame.say("table-your-turn", &[]),
            Status::Running if deciders.is_empty() => frame.say("table-running", &[]),
            Status::Running => frame.say("table-turn-of", &[("names", &teller.listed(deciders))]),
        };
        News {
            game,
            what: format!("{game} {with}"),
            chapter: chapter.unwrap_or_default(),
            score: score.join(" · "),
            state,
            yours,
        }
    }
}

/// Returns the seat of the only person at a table, if that person has given no name: on a server everybody has one, so it is the viewer.
fn nameless(line: &TableLine) -> Option<usize> {
    let people = line.seats.iter().enumerate();
    let mut people = people.filter(|(_, who)| matches!(who, Who::Person { .. }));
    match (people.next(), people.next()) {
        (Some((seat, Who::Person { name, .. })), None) if name.is_empty() => Some(seat),
        _ => None,
    }
}

/// Whether the only person at a table has to decide. On a server the table's line tells it; in this browser, that person is the viewer.
fn is_mine(line: &TableLine, progress: &Progress) -> bool {
    let people = line.seats.iter().enumerate();
    let mut people = people.filter(|(_, who)| matches!(who, Who::Person { .. }));
    let (Some((seat, _)), None) = (people.next(), people.next()) else {
        return false;
    };
    let mut deciders = progress.deciders.iter();
    deciders.any(|decider| usize::from(decider.number()) == seat)
}

/// One table of a list, with a link.
#[component]
fn Line(
    line: TableLine,
    progress: RwSignal<Option<Progress>>,
    route: Route,
    #[prop(optional)] forget: Option<Callback<()>>,
) -> impl IntoView {
    let frame = frame();
    let changed = line.changed;
    let news = Memo::new(move |_| progress.with(|now| News::of(&line, now.as_ref(), frame)));
    let what = Memo::new(move |_| news.with(|news| news.what.clone()));
    let date = move || {
        let date = browser::date(changed, frame.language.get().tag());
        frame.say("table-last-move", &[("date", &date)])
    };
    view! {
        <li class:yours=move || news.with(|news| news.yours)>
            <div class="table-what">
                <b>{what}</b>
                <span class="small">{move || news.with(|news| news.chapter.clone())}</span>
                <span class="small">{move || news.with(|news| news.score.clone())}</span>
                <span class="small">{date}</span>
            </div>
            <span class="tag">{move || news.with(|news| news.state.clone())}</span>
            <a
                class="button primary"
                href=route.to_string()
                aria-label=move || frame.say("table-open-named", &[("what", &what.get())])
            >
                {move || t("table-open")}
            </a>
            {forget.map(|forget| view! {
                <button
                    class="quiet"
                    aria-label=move || frame.say("table-forget-named", &[("what", &what.get())])
                    on:click=move |_| forget.run(())
                >
                    {move || t("table-forget")}
                </button>
            })}
        </li>
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::local_table::tests::{created, play};
    use crate::shelf::Memory;

    fn mine(people: usize, bots: usize, moves: usize) -> bool {
        let shelf = Memory::default();
        let mut local = created("taj-mahal", people, bots, &shelf);
        play(&mut local, moves, &shelf);
        let line = local.table().line(None);
        is_mine(&line, &local_table::progress(&line.table, &shelf).unwrap())
    }

    #[test]
    fn only_a_lone_person_without_a_name_is_the_viewer() {
        let seats = |people, bots| {
            let table = created("taj-mahal", people, bots, &Memory::default());
            let mut line = table.table().line(None);
            assert_eq!(nameless(&line), None, "everybody has a name");
            if let Some(Who::Person { name, .. }) = line.seats.first_mut() {
                name.clear();
            }
            nameless(&line)
        };
        assert_eq!(seats(1, 2), Some(0));
        assert_eq!(seats(2, 1), None);
    }

    #[test]
    fn it_is_my_turn_if_nobody_else_could_be_meant() {
        let turns: Vec<bool> = (0..8).map(|moves| mine(1, 2, moves)).collect();
        assert!(turns.contains(&true) && turns.contains(&false), "{turns:?}");
        assert!((0..8).all(|moves| !mine(2, 1, moves)));
        assert!((0..8).all(|moves| !mine(0, 3, moves)));
    }
}
