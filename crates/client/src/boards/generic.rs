//! A plain but complete board for any game: what can be done as buttons, the view as readable panels.

use super::Seen;
use crate::frame::t;
use leptos::prelude::*;
use words::{Group, Panel};

/// The board of any game.
#[component]
pub fn GenericBoard(seen: Seen) -> impl IntoView {
    let groups = Memo::new(move |_| {
        seen.update.with(|update| {
            let legal = update
                .position
                .as_ref()
                .map(|position| position.legal.as_slice())
                .unwrap_or_default();
            seen.teller.with(|teller| teller.groups(legal))
        })
    });
    let panels = Memo::new(move |_| {
        seen.update.with(|update| {
            let position = update.position.as_ref();
            position
                .map(|position| seen.teller.with(|teller| teller.panels(&position.view)))
                .unwrap_or_default()
        })
    });
    view! {
        <Show when=move || groups.with(|groups| !groups.is_empty())>
            <section class="choices" aria-label=move || t("choices")>
                {move || groups.get().into_iter().map(|group| view! { <Choices group play=seen.play/> }).collect_view()}
            </section>
        </Show>
        <section class="panels" aria-label=move || t("position")>
            {move || {
                let (lines, groups): (Vec<_>, Vec<_>) = panels.get().into_iter().partition(|panel| matches!(panel, Panel::Line { .. }));
                view! {
                    <div class="panel"><Lines lines/></div>
                    {groups.into_iter().map(|panel| view! { <PanelView panel/> }).collect_view()}
                }
            }}
        </section>
    }
}

#[component]
fn Choices(group: Group, play: Callback<String>) -> impl IntoView {
    let single = group.choices.len() == 1
        && group
            .choices
            .iter()
            .all(|choice| choice.action == group.verb);
    let buttons = group.choices.into_iter().map(|choice| {
        view! {
            <button class="choice" data-action=choice.action.clone() on:click=move |_| play.run(choice.action.clone())>
                {choice.words}
            </button>
        }
    });
    view! {
        <div class="choice-group" data-verb=group.verb>
            {(!single).then(|| view! { <h2>{group.heading}</h2> })}
            <div class="choice-buttons">{buttons.collect_view()}</div>
        </div>
    }
}

#[component]
fn Lines(lines: Vec<Panel>) -> impl IntoView {
    let lines = lines.into_iter().filter_map(|panel| match panel {
        Panel::Line { label, value } => Some(view! { <div><dt>{label}</dt><dd>{value}</dd></div> }),
        Panel::Group { .. } => None,
    });
    view! { <dl>{lines.collect_view()}</dl> }
}

/// A group of things; groups inside of it follow one another.
#[component]
fn PanelView(panel: Panel, #[prop(optional)] inner: bool) -> impl IntoView {
    let Panel::Group { label, parts } = panel else {
        return ().into_any();
    };
    let (lines, groups): (Vec<_>, Vec<_>) = parts
        .into_iter()
        .partition(|part| matches!(part, Panel::Line { .. }));
    let heading = match inner {
        true => view! { <h3>{label}</h3> }.into_any(),
        false => view! { <h2>{label}</h2> }.into_any(),
    };
    view! {
        <div class=if inner { "panel-group" } else { "panel" }>
            {heading}
            {(!lines.is_empty()).then(|| view! { <Lines lines/> })}
            <div class="panel-groups">{groups.into_iter().map(|panel| view! { <PanelView panel inner=true/> }.into_any()).collect_view()}</div>
        </div>
    }
    .into_any()
}
