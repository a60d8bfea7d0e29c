//! The rules of a game, in the reader's language: a drawer beside the board, and a page of their own.

use crate::browser;
use crate::frame::{frame, t};
use leptos::prelude::*;
use std::fmt::Write as _;
use words::{Illustrated, RulesPart, rules};

/// The heading at which the rules are open; `None` if closed, an empty text for the beginning.
#[derive(Clone, Copy)]
pub struct OpenRules(pub RwSignal<Option<String>>);

impl OpenRules {
    /// Opens the rules at the beginning, or closes them.
    pub fn toggle(self) {
        self.0.update(|at| *at = at.is_none().then(String::new));
    }
}

/// The rules beside the board.
#[component]
pub fn RulesDrawer(game: String, open: OpenRules) -> impl IntoView {
    let OpenRules(at) = open;
    let before = StoredValue::new_local(browser::focused());
    // The focus moves to the heading, and back afterwards.
    Effect::new(move |_| {
        if let Some(name) = at.get() {
            browser::focus(&heading_id(&name));
        }
    });
    let close = move || {
        at.set(None);
        if let Some(before) = before.get_value() {
            let _ = before.focus();
        }
    };
    view! {
        <section class="drawer" role="dialog" aria-labelledby="rules-title" on:keydown=move |event| {
            if event.key() == "Escape" {
                close();
            }
        }>
            <div class="drawer-head">
                <h2 id=heading_id("") tabindex="-1">{move || t("rules")}</h2>
                <button class="quiet" on:click=move |_| close()>{move || t("close")}</button>
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
            RulesPart::Heading { name, text } => {
                view! { <h3 id=heading_id(name) tabindex="-1">{text}</h3> }.into_any()
            }
            RulesPart::Paragraph(shown) => paragraph("", shown).into_any(),
            RulesPart::Point(shown) => paragraph("point", shown).into_any(),
        });
        shown.collect_view()
    }
}

fn paragraph(class: &'static str, shown: Illustrated) -> impl IntoView {
    let mut pictures = String::new();
    for name in &shown.pictures {
        let _ = write!(
            pictures,
            r##"<svg class="icon {name}"><use href="#{name}"/></svg>"##
        );
    }
    view! {
        <p class=class>
            {(!pictures.is_empty()).then(|| view! { <span class="pictures" aria-hidden="true" inner_html=pictures></span> })}
            {shown.text}
        </p>
    }
}

fn heading_id(name: &str) -> String {
    match name {
        "" => "rules-title".to_owned(),
        name => format!("rules-{name}"),
    }
}
