//! A plain but complete board for any game: actions as buttons, the view as labelled panels.

use super::Seen;
use super::choices::ChoiceGroups;
use crate::frame::t;
use leptos::prelude::*;
use words::Panel;

/// The legal actions as buttons.
pub fn choices(seen: Seen) -> AnyView {
    let legal = Signal::derive(move || {
        seen.update.with(|update| {
            let position = update.position.as_ref();
            position
                .map(|position| position.legal.clone())
                .unwrap_or_default()
        })
    });
    view! { <ChoiceGroups seen actions=legal/> }.into_any()
}

/// The view as labelled panels.
pub fn position(seen: Seen) -> AnyView {
    let panels = Memo::new(move |_| {
        seen.update.with(|update| {
            let position = update.position.as_ref();
            position
                .map(|position| seen.teller.with(|teller| teller.panels(&position.view)))
                .unwrap_or_default()
        })
    });
    view! {
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
    .into_any()
}

#[component]
fn Lines(lines: Vec<Panel>) -> impl IntoView {
    let lines = lines.into_iter().filter_map(|panel| match panel {
        Panel::Line { label, value } => Some(view! { <div><dt>{label}</dt><dd>{value}</dd></div> }),
        Panel::Group { .. } => None,
    });
    view! { <dl>{lines.collect_view()}</dl> }
}

/// A group of values; nested groups follow one another.
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
