//! One table, local or online.

use crate::frame::{frame, t};
use crate::hosts::local;
use crate::pages::Lost;
use crate::table::TablePage;
use leptos::prelude::*;

/// Opens a table and shows it, or says why not.
#[component]
pub fn OpenTable(id: String, online: bool) -> impl IntoView {
    if online {
        return view! { <Lost/> }.into_any();
    }
    match local::open(&id) {
        Ok(link) => view! { <TablePage link/> }.into_any(),
        Err(Some(problem)) => view! {
            <section class="narrow">
                <h1>{move || t("lost-title")}</h1>
                <p role="alert">{move || frame().say("table-damaged", &[("problem", &problem)])}</p>
                <p><a class="button primary" href="/">{move || t("back-to-start")}</a></p>
            </section>
        }
        .into_any(),
        Err(None) => view! { <Lost/> }.into_any(),
    }
}
