//! The rules of a game, in the reader's language: a drawer beside the board, and a page of their own.

use crate::frame::{frame, t};
use leptos::prelude::*;
use words::{RulesPart, rules};

/// The rules beside the board.
#[component]
pub fn RulesDrawer(game: String, close: Callback<()>) -> impl IntoView {
    view! {
        <section class="drawer" role="dialog" aria-labelledby="rules-title" on:keydown=move |event| {
            if event.key() == "Escape" {
                close.run(());
            }
        }>
            <div class="drawer-head">
                <h2 id="rules-title">{move || t("rules")}</h2>
                <button class="quiet" autofocus on:click=move |_| close.run(())>{move || t("close")}</button>
            </div>
            <div class="drawer-text" tabindex="0" role="region" aria-labelledby="rules-title">
                <RulesText game/>
            </div>
        </section>
    }
}

/// The rules themselves.
#[component]
pub fn RulesText(game: String) -> impl IntoView {
    let frame = frame();
    move || {
        let parts = rules(frame.language.get(), &game).into_iter();
        let shown = parts.map(|part| match part {
            RulesPart::Heading(text) => view! { <h3>{text}</h3> }.into_any(),
            RulesPart::Paragraph(text) => view! { <p>{text}</p> }.into_any(),
            RulesPart::Point(text) => view! { <p class="point">{text}</p> }.into_any(),
        });
        shown.collect_view()
    }
}
