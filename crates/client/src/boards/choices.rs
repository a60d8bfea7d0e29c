//! Legal actions as grouped buttons, for actions without a place on a board.

use super::Seen;
use leptos::prelude::*;
use words::Group;

/// Buttons for the given actions, grouped by kind.
#[component]
pub fn ChoiceGroups(seen: Seen, actions: Signal<Vec<String>>) -> impl IntoView {
    let groups = Memo::new(move |_| {
        actions.with(|actions| seen.teller.with(|teller| teller.groups(actions)))
    });
    move || {
        let groups = groups.get().into_iter();
        groups
            .map(|group| choice_group(group, seen.play))
            .collect_view()
    }
}

fn choice_group(group: Group, play: Callback<String>) -> impl IntoView {
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
