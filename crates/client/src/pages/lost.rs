//! The page for unknown paths.

use crate::frame::t;
use leptos::prelude::*;

/// A message with a link.
#[component]
pub fn Lost() -> impl IntoView {
    view! {
        <section class="narrow">
            <h1>{move || t("lost-title")}</h1>
            <p>{move || t("lost-text")}</p>
            <p><a class="button primary" href="/">{move || t("back-to-start")}</a></p>
        </section>
    }
}
