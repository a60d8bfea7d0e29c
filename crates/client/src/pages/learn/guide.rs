//! The guided first game: a local table against easy bots, with tips above it that become fewer.

use super::load;
use super::marks::mark;
use crate::browser::BrowserShelf;
use crate::frame::{frame, t};
use crate::guided::{self, Guided};
use crate::hosts::{ByHand, Link};
use crate::route::Route;
use crate::table::{TablePage, events};
use leptos::prelude::*;
use leptos::task::spawn_local;
use lessons::{Guide, Tip};
use protocol::{Status, Update, WhatHappened};
use std::sync::Arc;
use table::AnyGame;

/// A guided table.
#[component]
pub fn GuidedTable(id: String, link: Link) -> impl IntoView {
    let frame = frame();
    let game = link.update.with_untracked(|update| update.game.clone());
    let guide = RwSignal::new(None::<Arc<Guide>>);
    if let Ok(known) = game.parse::<AnyGame>() {
        spawn_local(async move {
            let course = load(known).await;
            let found = course.and_then(|course| course.guide.clone());
            guide.try_set(found.map(Arc::new));
        });
    }
    let state = RwSignal::new(guided::of(&BrowserShelf, &id));
    let table = id.clone();
    Effect::new(move |_| {
        let Some(guide) = guide.get() else {
            return;
        };
        let decided = link.update.with(|update| {
            let before = state.get_untracked()?;
            let legal = &update.position.as_ref()?.legal;
            // Where all decide at the same time, others may do so before the reader: that is no new decision.
            let is_new = before.version == 0 || has_acted(link, update, before.version);
            let asked = !legal.is_empty() && update.version != before.version && is_new;
            asked.then(|| decision(&guide, link, update, before))
        });
        if let Some(after) = decided {
            guided::keep(&BrowserShelf, &table, Some(&after));
            state.set(Some(after));
        }
    });
    let tip = Memo::new(move |_| {
        let (guide, name) = (guide.get()?, state.get()?.tip?);
        guide.tips.iter().find(|tip| tip.name == name).cloned()
    });
    let suggested = Memo::new(move |_| {
        let legal = link.update.with(|update| {
            let position = update.position.as_ref();
            position.map(|position| position.legal.clone())
        });
        tip.with(|tip| suggested(tip.as_ref()?, &legal?))
            .unwrap_or_default()
    });
    mark(suggested);
    let over = Memo::new(move |_| {
        let known = |guide: &Arc<Guide>| {
            state.with(|state| {
                state
                    .as_ref()
                    .is_none_or(|state| guide.is_over(&state.known))
            })
        };
        let all_said = guide.with(|guide| guide.as_ref().is_some_and(known));
        all_said && tip.with(Option::is_none)
            || state.with(Option::is_none)
            || link.update.with(|update| update.status == Status::Over)
    });
    provide_context(ByHand(Memo::new(move |_| !over.get())));
    let dismiss = move |_| {
        guided::keep(&BrowserShelf, &id, None);
        state.set(None);
    };
    let rules = Route::Rules(game).to_string();
    view! {
        <div class="lesson">
            <Show when=move || !over.get()>
                <section class="coach guide" aria-label=move || t("guide-title") data-tip-name=move || tip.with(|tip| tip.as_ref().map(|tip| tip.name.clone()))>
                    <p class="coach-task" role="status">
                        {move || tip.with(|tip| tip.as_ref().map(|tip| tip.text.of(frame.language.get()).to_owned())).unwrap_or_else(|| t("guide-none"))}
                    </p>
                    <div class="coach-buttons">
                        {
                            let rules = rules.clone();
                            move || tip.with(|tip| tip.as_ref().and_then(|tip| tip.rules.first().cloned())).map(|section| view! {
                                <a class="button quiet" target="_blank" href=format!("{rules}#{section}")>{t("rules")}</a>
                            })
                        }
                        <button class="quiet" id="guide-end" on:click=dismiss.clone()>{move || t("guide-end")}</button>
                    </div>
                </section>
            </Show>
            <TablePage link/>
        </div>
    }
}

/// Returns whether the reader has done something since a version.
fn has_acted(link: Link, update: &Update, since: u64) -> bool {
    link.log.with_untracked(|log| {
        let mut news = log.iter().filter(|step| step.version > since);
        news.any(|step| match &step.what {
            WhatHappened::Played { seat, .. } => update.you.seat == Some(*seat),
            what => matches!(what, WhatHappened::TookBack { .. }),
        })
    })
}

/// How far the reader is at a new decision.
fn decision(guide: &Guide, link: Link, update: &Update, before: Guided) -> Guided {
    let since = before.version;
    let events = link.log.with_untracked(|log| {
        let news = log.iter().filter(|step| step.version > since);
        news.flat_map(|step| events(step).to_vec())
            .collect::<Vec<_>>()
    });
    let mut after = Guided {
        version: update.version,
        tip: None,
        ..before
    };
    if let (Some(position), Ok(game)) = (&update.position, update.game.parse()) {
        let (legal, view) = (&position.legal, &position.view);
        let tip = guide.tip(game, legal, &events, view, &after.known);
        if let Some(tip) = tip {
            *after.known.entry(tip.name.clone()).or_default() += 1;
            after.tip = Some(tip.name.clone());
        }
    }
    after
}

/// The first suggestion with its parts: a card is marked before the whole action can be carried out.
fn suggested(tip: &Tip, legal: &[String]) -> Option<Vec<String>> {
    let action = tip.suggestions(legal).next()?;
    let parts = action.split(' ').skip(1);
    // The places of a wheel are named after it.
    let ids = parts.flat_map(|part| [part.to_owned(), format!("wheel-{part}")]);
    Some(ids.chain([action.clone()]).collect())
}
