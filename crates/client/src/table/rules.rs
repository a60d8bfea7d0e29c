//! The rules of a game, in the reader's language: a drawer beside the board, and a page of their own. They are loaded when somebody opens them.

use crate::browser;
use crate::frame::{frame, t};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;
use wasm_bindgen::JsValue;
use words::{Found, Language, Piece, Rules, RulesPart, Section};

/// The section at which the rules are open, or a key that it explains, such as `rule-in-hand`; `None` if closed, an empty text for the beginning.
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
    let close = move || {
        at.set(None);
        if let Some(before) = before.get_value() {
            let _ = before.focus();
        }
    };
    // Until they are there, the focus is on their title.
    Effect::new(move |_| browser::focus("rules-title"));
    let page = format!("/rules/{game}");
    view! {
        <section class="drawer" role="dialog" aria-labelledby="rules-title" on:keydown=move |event| {
            if event.key() == "Escape" {
                close();
            }
        }>
            <div class="drawer-head">
                <h2 id="rules-title" tabindex="-1">{move || t("rules")}</h2>
                <a class="rules-page" href=page target="_blank">{move || t("rules-page")}</a>
                <button class="quiet" on:click=move |_| close()>{move || t("close")}</button>
            </div>
            <div class="drawer-text rules-text" tabindex="0" role="region" aria-labelledby="rules-title">
                <RulesText game at=Signal::from(at) place=RulesPlace::Drawer/>
            </div>
        </section>
    }
}

/// What else belongs to a section of the rules, by its name.
#[derive(Clone, Copy)]
pub struct BesideRules(pub Callback<String, AnyView>);

/// Where the rules are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum RulesPlace {
    /// Beside the board.
    Drawer,
    /// On a page of their own, where the name of a section is its address.
    Page,
}

impl RulesPlace {
    fn id(self, section: &str) -> String {
        match self {
            RulesPlace::Drawer => format!("rules-{section}"),
            RulesPlace::Page => section.to_owned(),
        }
    }
}

/// The rules themselves, with their contents and a search.
#[component]
pub fn RulesText(game: String, at: Signal<Option<String>>, place: RulesPlace) -> impl IntoView {
    let frame = frame();
    // `Err` if they cannot be loaded.
    let rules = RwSignal::new(None::<Result<Arc<Rules>, ()>>);
    Effect::new(move |_| {
        let (language, game) = (frame.language.get(), game.clone());
        spawn_local(async move {
            let loaded = load(&game, language).await;
            rules.try_set(Some(loaded.map_err(|_| ())));
        });
    });
    let wanted = RwSignal::new(String::new());
    let found = Memo::new(move |_| {
        rules.with(|rules| match rules {
            Some(Ok(rules)) => wanted.with(|wanted| rules.found(wanted)),
            _ => Vec::new(),
        })
    });
    // The focus moves to the section, once it is drawn.
    Effect::new(move |_| {
        let Some(at) = at.get().filter(|at| !at.is_empty()) else {
            return;
        };
        let section = rules.with(|rules| match rules {
            Some(Ok(rules)) => rules.section(&at).map(|section| section.name.clone()),
            _ => None,
        });
        if let Some(section) = section {
            wanted.set(String::new());
            request_animation_frame(move || browser::focus(&place.id(&section)));
        }
    });
    let nothing =
        Memo::new(move |_| found.with(|found| found.iter().all(|found| *found == Found::Not)));
    move || match rules.get() {
        None => view! { <p role="status">{t("rules-load")}</p> }.into_any(),
        Some(Err(())) => view! { <p role="alert">{t("rules-missing")}</p> }.into_any(),
        Some(Ok(rules)) => {
            let contents = contents(&rules, place);
            let sections = rules.sections.iter().enumerate();
            let sections = sections.map(|(at, section)| {
                let found = Memo::new(move |_| found.with(|found| found.get(at).copied()));
                shown(section, place, found)
            });
            view! {
                <div class="rules-search" role="search">
                    <label class="visually-hidden" for=place.id("search")>{t("rules-search")}</label>
                    <input
                        type="search" id=place.id("search") placeholder=t("rules-search") prop:value=wanted
                        on:input=move |event| wanted.set(event_target_value(&event))
                    />
                </div>
                <details class="contents" open=place == RulesPlace::Page && browser::matches_media("(min-width: 40rem)") hidden=move || wanted.with(|wanted| !wanted.is_empty())>
                    <summary>{t("rules-contents")}</summary>
                    <nav aria-label=t("rules-contents")>{contents}</nav>
                </details>
                <p role="status" class="nothing-found">{move || (nothing.get()).then(|| t("rules-not-found"))}</p>
                {sections.collect_view()}
            }
            .into_any()
        }
    }
}

/// The headings as links.
fn contents(rules: &Rules, place: RulesPlace) -> AnyView {
    let link = move |section: &Section| {
        let id = place.id(&section.name);
        let target = id.clone();
        view! {
            <li class:inner=section.inner>
                <a href=format!("#{id}") on:click=move |event| {
                    if place == RulesPlace::Drawer {
                        event.prevent_default();
                    }
                    browser::focus(&target);
                }>{section.title.clone()}</a>
            </li>
        }
    };
    // The summary at the beginning is short enough.
    let sections = rules.sections.iter();
    let sections = sections.filter(|section| !section.name.starts_with("short-"));
    let links = sections.map(link).collect_view();
    view! { <ul>{links}</ul> }.into_any()
}

fn shown(section: &Section, place: RulesPlace, found: Memo<Option<Found>>) -> AnyView {
    let (id, title) = (place.id(&section.name), section.title.clone());
    let heading = match (place, section.inner) {
        (RulesPlace::Page, false) => view! { <h2 id=id tabindex="-1">{title}</h2> }.into_any(),
        (RulesPlace::Drawer, true) => view! { <h4 id=id tabindex="-1">{title}</h4> }.into_any(),
        _ => view! { <h3 id=id tabindex="-1">{title}</h3> }.into_any(),
    };
    view! {
        <section class="rules-section" hidden=move || found.get() == Some(Found::Not)>
            {heading}
            <div hidden=move || found.get() == Some(Found::Heading)>
                {parts(&section.parts)}
                {use_context::<BesideRules>().map(|beside| beside.0.run(section.name.clone()))}
            </div>
        </section>
    }
    .into_any()
}

/// Points that follow each other become one list, and steps too.
fn parts(parts: &[RulesPart]) -> Vec<AnyView> {
    let same = |one: &RulesPart, two: &RulesPart| {
        matches!((one, two), (RulesPart::Point(_), RulesPart::Point(_)))
            || matches!((one, two), (RulesPart::Step(..), RulesPart::Step(..)))
    };
    let item = |part: &RulesPart| match part {
        RulesPart::Point(pieces) | RulesPart::Step(_, pieces) => {
            view! { <li>{line(pieces)}</li> }.into_any()
        }
        _ => ().into_any(),
    };
    let drawn = parts.chunk_by(same).map(|parts| {
        let items = || parts.iter().map(item).collect_view();
        match parts.first() {
            Some(RulesPart::Point(_)) => view! { <ul class="points">{items()}</ul> }.into_any(),
            Some(RulesPart::Step(..)) => view! { <ol class="steps">{items()}</ol> }.into_any(),
            Some(RulesPart::Paragraph(pieces)) => view! { <p>{line(pieces)}</p> }.into_any(),
            Some(RulesPart::Example(pieces)) => {
                view! { <p class="example"><b>{move || t("rules-example")}</b>" "{line(pieces)}</p> }
                    .into_any()
            }
            Some(RulesPart::Table { head, rows, .. }) => table(head, rows),
            Some(RulesPart::Picture { drawing, says }) => {
                let says = says.clone();
                view! { <figure class="drawing"><div aria-hidden="true" inner_html=drawing.clone()></div><figcaption>{says}</figcaption></figure> }
                    .into_any()
            }
            None => ().into_any(),
        }
    });
    drawn.collect()
}

fn table(head: &[String], rows: &[Vec<Vec<Piece>>]) -> AnyView {
    let head = head
        .iter()
        .map(|cell| view! { <th scope="col">{cell.clone()}</th> });
    let row = |row: &Vec<Vec<Piece>>| {
        let cells = row.iter().map(|cell| view! { <td>{line(cell)}</td> });
        view! { <tr>{cells.collect_view()}</tr> }
    };
    let rows = rows.iter().map(row).collect_view();
    view! {
        <div class="rules-table"><table><thead><tr>{head.collect_view()}</tr></thead><tbody>{rows}</tbody></table></div>
    }
    .into_any()
}

/// Words and pictures; pictures side by side stay together.
fn line(pieces: &[Piece]) -> Vec<AnyView> {
    let both =
        |one: &Piece, two: &Piece| matches!((one, two), (Piece::Picture(_), Piece::Picture(_)));
    let drawn = pieces.chunk_by(both).map(|pieces| {
        let mut pictures = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(text) => return text.clone().into_any(),
                Piece::Picture(name) => {
                    let _ = write!(
                        pictures,
                        r##"<svg class="icon {name}"><use href="#{name}"/></svg>"##
                    );
                }
            }
        }
        view! { <span class="pictures" aria-hidden="true" inner_html=pictures></span> }.into_any()
    });
    drawn.collect()
}

thread_local! {
    /// The rules that were loaded, by the addresses of their files.
    static LOADED: RefCell<BTreeMap<String, Arc<Rules>>> = const { RefCell::new(BTreeMap::new()) };
}

/// Loads the rules of a game, unless they are loaded.
async fn load(game: &str, language: Language) -> Result<Arc<Rules>, JsValue> {
    let name = format!("data-rules-{game}-{}", language.tag());
    let file = browser::body_attribute(&name).ok_or("no rules")?;
    if let Some(rules) = LOADED.with_borrow(|loaded| loaded.get(&file).cloned()) {
        return Ok(rules);
    }
    match browser::fetch("GET", &file, None).await? {
        (200, text) => {
            let rules = Arc::new(Rules::read(&text));
            LOADED.with_borrow_mut(|loaded| loaded.insert(file, rules.clone()));
            Ok(rules)
        }
        (status, _) => Err(status.into()),
    }
}
