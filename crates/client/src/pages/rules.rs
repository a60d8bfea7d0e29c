//! The rules of a game as a page.

use crate::boards::symbols;
use crate::frame::{frame, t};
use crate::pages::Lost;
use crate::route::Route;
use crate::table::RulesText;
use leptos::prelude::*;
use table::AnyGame;

/// The rules of a game.
#[component]
pub fn RulesPage(game: String) -> impl IntoView {
    let Ok(known) = game.parse::<AnyGame>() else {
        return view! { <Lost/> }.into_any();
    };
    let (about, new) = (known.about(), Route::New(game.clone()).to_string());
    view! {
        <article class="narrow rules">
            <h1>{about.name}</h1>
            <div class="visually-hidden" inner_html=symbols(about.key)></div>
            <p>{move || frame().teller(about.key, Vec::new()).text("about")}</p>
            <h2>{move || t("rules")}</h2>
            <RulesText game/>
            <p><a class="button primary" href=new>{move || t("new-table")}</a></p>
        </article>
    }
    .into_any()
}
