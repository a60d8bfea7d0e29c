//! What the first load does not contain: all that a table needs. It is compiled into parts of the module, which travel while the start page is read.

use crate::chapters::Progress;
use crate::frame::t;
use crate::hosts::local;
use crate::local_table;
use crate::pages::{
    Account, Continue, LearnPage, NewTable, OpenTable, OpenTables, PersonPage, Privacy, ReplayPage,
    RulesPage,
};
use crate::route::Route;
use crate::shelf::Shelf;
use crate::thinking;
use leptos::prelude::*;
use std::sync::OnceLock;
use table::TableId;
use wasm_bindgen_futures::spawn_local;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// The entrances of the part with rules, tables and boards. Whatever is only reached through them is not in the first load.
#[derive(Clone, Copy)]
pub struct Play {
    /// Shows one of the places that are in this part.
    pub show: fn(Route) -> AnyView,
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
        show,
        create: local::create,
        progress: local_table::progress,
    })
}

/// Loads the part for bots, and answers a question to one.
#[wasm_split(think, fallible, preload(load_bots))]
pub fn think(question: String) -> Result<String, SplitLoaderError> {
    Ok(thinking::answer(&question))
}

fn show(route: Route) -> AnyView {
    match route {
        Route::New(game) => view! { <NewTable game/> }.into_any(),
        Route::Local(id) => view! { <OpenTable id online=false/> }.into_any(),
        Route::Online(id) => view! { <OpenTable id online=true/> }.into_any(),
        Route::Replay(id) => view! { <ReplayPage id/> }.into_any(),
        Route::Rules(game) => view! { <RulesPage game/> }.into_any(),
        Route::Learn(game, lesson) => view! { <LearnPage game lesson/> }.into_any(),
        Route::Person(id) => view! { <PersonPage id/> }.into_any(),
        Route::Open => view! { <OpenTables/> }.into_any(),
        Route::Account => view! { <Account/> }.into_any(),
        Route::Continue => view! { <Continue/> }.into_any(),
        Route::Privacy => view! { <Privacy/> }.into_any(),
        Route::Start | Route::Tables | Route::Lost(_) => ().into_any(),
    }
}

/// A place that is shown as soon as the part for play is there.
#[component]
pub fn Later(route: Route) -> impl IntoView {
    if let Some(play) = play_now() {
        return (play.show)(route);
    }
    let loaded = RwSignal::new(None);
    spawn_local(async move {
        loaded.try_set(Some(play().await.ok()));
    });
    (move || match loaded.get() {
        None => view! { <p class="loading" role="status">{t("loading")}</p> }.into_any(),
        Some(Some(play)) => (play.show)(route.clone()),
        Some(None) => view! { <NotLoaded/> }.into_any(),
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
