//! What the first load does not contain: all that a table, a lesson or a page of people needs. It is compiled into parts of the module, each of which travels when it
//! is needed; that for play while the start page is read.

use crate::chapters::Progress;
use crate::frame::t;
use crate::hosts::{Link, local};
use crate::local_table;
use crate::pages::{
    Account, Continue, GuidedTable, LearnPage, NewTable, OpenTable, OpenTables, PersonPage,
    Privacy, ReplayPage, RulesPage,
};
use crate::route::Route;
use crate::shelf::Shelf;
use crate::table::TablePage;
use crate::thinking;
use leptos::prelude::*;
use std::sync::OnceLock;
use table::TableId;
use wasm_bindgen_futures::spawn_local;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// Shows one of the places that are in a part.
type Show = fn(Route) -> AnyView;

/// The entrances of the part with rules, tables and boards. Whatever is only reached through them is not in the first load.
#[derive(Clone, Copy)]
pub struct Play {
    show: Show,
    /// Creates a local table: see [`local::create`].
    pub create: fn(protocol::NewTable, &[String]) -> Result<TableId, String>,
    /// Tells how far a local game is: see [`local_table::progress`].
    pub progress: fn(&str, &dyn Shelf) -> Option<Progress>,
}

static PLAY: OnceLock<Play> = OnceLock::new();

/// Returns the part for play if it is there.
pub fn play_now() -> Option<Play> {
    PLAY.get().copied()
}

/// Loads the part for play.
pub async fn play() -> Result<Play, SplitLoaderError> {
    let play = load_play().await?;
    Ok(*PLAY.get_or_init(|| play))
}

#[wasm_split(play, fallible)]
fn load_play() -> Result<Play, SplitLoaderError> {
    Ok(Play {
        show: |route| match route {
            Route::New(game) => view! { <NewTable game/> }.into_any(),
            Route::Local(id) => view! { <OpenTable id online=false/> }.into_any(),
            Route::Online(id) => view! { <OpenTable id online=true/> }.into_any(),
            Route::Replay(id) => view! { <ReplayPage id/> }.into_any(),
            _ => ().into_any(),
        },
        create: local::create,
        progress: local_table::progress,
    })
}

/// The entrances of the part with the lessons and the rules.
#[derive(Clone, Copy)]
struct Learn {
    show: Show,
    guided: fn(String, Link) -> AnyView,
}

#[wasm_split(learn, fallible)]
fn learn() -> Result<Learn, SplitLoaderError> {
    Ok(Learn {
        show: |route| match route {
            Route::Learn(game, lesson) => view! { <LearnPage game lesson/> }.into_any(),
            Route::Rules(game) => view! { <RulesPage game/> }.into_any(),
            _ => ().into_any(),
        },
        guided: |id, link| view! { <GuidedTable id link/> }.into_any(),
    })
}

/// Loads the part with the pages of people and their accounts.
#[wasm_split(people, fallible)]
fn people() -> Result<Show, SplitLoaderError> {
    Ok(|route| match route {
        Route::Person(id) => view! { <PersonPage id/> }.into_any(),
        Route::Open => view! { <OpenTables/> }.into_any(),
        Route::Account => view! { <Account/> }.into_any(),
        Route::Continue => view! { <Continue/> }.into_any(),
        Route::Privacy => view! { <Privacy/> }.into_any(),
        _ => ().into_any(),
    })
}

/// Loads the part for bots, and answers a question to one.
#[wasm_split(think, fallible, preload(load_bots))]
pub fn think(question: String) -> Result<String, SplitLoaderError> {
    Ok(thinking::answer(&question))
}

/// Loads the part that shows a place.
async fn part_of(place: &Route) -> Result<Show, SplitLoaderError> {
    match place {
        Route::Learn(..) | Route::Rules(_) => Ok(learn().await?.show),
        Route::Person(_) | Route::Open | Route::Account | Route::Continue | Route::Privacy => {
            people().await
        }
        _ => Ok(play().await?.show),
    }
}

/// A place that is shown as soon as its part is there.
#[component]
pub fn Later(route: Route) -> impl IntoView {
    let place = route.clone();
    loaded(
        async move { part_of(&place).await },
        move |part| match part {
            Ok(show) => show(route.clone()),
            Err(_) => view! { <NotLoaded/> }.into_any(),
        },
    )
}

/// A guided first game as soon as its part is there; without it, the table as every other one.
#[component]
pub fn Guided(id: String, link: Link) -> impl IntoView {
    loaded(learn(), move |part| match part {
        Ok(learn) => (learn.guided)(id.clone(), link),
        Err(_) => view! { <TablePage link/> }.into_any(),
    })
}

/// Shows something as soon as its part is there, or could not be loaded.
fn loaded<T: Clone + 'static>(
    part: impl Future<Output = Result<T, SplitLoaderError>> + 'static,
    show: impl Fn(Result<T, ()>) -> AnyView + Send + 'static,
) -> AnyView {
    let loaded = RwSignal::new_local(None);
    spawn_local(async move {
        loaded.try_set(Some(part.await.map_err(drop)));
    });
    (move || match loaded.get() {
        None => view! { <p class="loading" role="status">{t("loading")}</p> }.into_any(),
        Some(part) => show(part),
    })
    .into_any()
}

/// Says that a part could not be loaded.
#[component]
fn NotLoaded() -> impl IntoView {
    view! {
        <section class="narrow">
            <p role="alert">{move || t("not-loaded")}</p>
            <p><a class="button primary" href="" target="_self">{move || t("reload")}</a></p>
        </section>
    }
}
