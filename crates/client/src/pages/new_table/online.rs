//! What is chosen for a table on a server: name, pace, patience, public list.

use crate::frame::{frame, t};
use crate::pace::{PRESETS, described, own_days, own_live, patiences};
use leptos::prelude::*;
use protocol::Pace;
use words::span;

/// What was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wishes {
    /// One of the [`PRESETS`], `own-live` or `own-days`.
    preset: String,
    minutes: String,
    increment: String,
    days: String,
    /// The time after which the others may decide about somebody, in seconds; the usual one if `None`.
    pub patience: Option<u32>,
    /// Whether the table is in the public list.
    pub listed: bool,
    /// Whether the result changes ratings.
    pub rated: bool,
}

impl Default for Wishes {
    fn default() -> Self {
        let text = str::to_owned;
        Wishes {
            preset: text("relaxed"),
            minutes: text("30"),
            increment: text("20"),
            days: text("2"),
            patience: None,
            listed: false,
            rated: false,
        }
    }
}

impl Wishes {
    /// Returns the chosen pace, or `None` if its numbers are impossible.
    pub fn pace(&self) -> Option<Pace> {
        match self.preset.as_str() {
            "own-live" => own_live(&self.minutes, &self.increment),
            "own-days" => own_days(&self.days),
            preset => {
                let mut presets = PRESETS.iter();
                presets
                    .find(|(name, _)| *name == preset)
                    .map(|(_, pace)| *pace)
            }
        }
    }
}

/// The settings for tables on a server.
#[component]
pub fn OnlineChoices(wishes: RwSignal<Wishes>) -> impl IntoView {
    let frame = frame();
    let is_preset = move |name: &str| wishes.with(|wishes| wishes.preset == name);
    let option = move |name: &'static str, text: Signal<String>| {
        view! { <option value=name selected=move || is_preset(name)>{text}</option> }
    };
    let presets =
        PRESETS.map(|(name, pace)| option(name, Signal::derive(move || described(pace, frame))));
    let own = [("own-live", "pace-own-live"), ("own-days", "pace-own-days")]
        .map(|(name, key)| option(name, Signal::derive(move || t(key))));
    let pace = Memo::new(move |_| wishes.with(Wishes::pace));
    view! {
        <label>
            <span>{move || t("settings-name")}</span>
            <input
                id="my-name" type="text" maxlength="24" autocomplete="nickname" required
                prop:value=move || frame.settings.with(|settings| settings.name.clone())
                on:change=move |event| frame.settings.update(|settings| settings.name = event_target_value(&event))
            />
        </label>
        <label>
            <span>{move || t("new-pace")}</span>
            <select
                id="pace"
                on:change=move |event| wishes.update(|wishes| {
                    wishes.preset = event_target_value(&event);
                    wishes.patience = None;
                })
            >
                {presets.collect_view()}{own.collect_view()}
            </select>
            <small>{move || t("new-pace-about")}</small>
        </label>
        <Show when=move || is_preset("own-live")>
            <Number wishes id="pace-minutes" most=1440 field=|wishes| &mut wishes.minutes/>
            <Number wishes id="pace-increment" most=3600 field=|wishes| &mut wishes.increment/>
        </Show>
        <Show when=move || is_preset("own-days")>
            <Number wishes id="pace-per-move" most=60 field=|wishes| &mut wishes.days/>
        </Show>
        <label>
            <span>{move || t("new-patience")}</span>
            <select
                id="patience"
                on:change=move |event| wishes.update(|wishes| wishes.patience = event_target_value(&event).parse().ok())
            >
                {move || patiences(pace.get().unwrap_or_default()).map(|seconds| {
                    let time = span(frame.language.get(), seconds);
                    view! { <option value=seconds>{frame.say("new-patience-after", &[("time", &time)])}</option> }
                }).collect_view()}
            </select>
            <small>{move || t("new-patience-about")}</small>
        </label>
        <label class="radio">
            <input
                id="listed" type="checkbox" prop:checked=move || wishes.with(|wishes| wishes.listed)
                on:change=move |event| wishes.update(|wishes| wishes.listed = event_target_checked(&event))
            />
            <span>{move || t("new-listed")}<small>{move || t("new-listed-about")}</small></span>
        </label>
        <label class="radio">
            <input
                id="rated" type="checkbox" prop:checked=move || wishes.with(|wishes| wishes.rated)
                on:change=move |event| wishes.update(|wishes| wishes.rated = event_target_checked(&event))
            />
            <span>{move || t("new-rated")}<small>{move || t("new-rated-about")}</small></span>
        </label>
    }
}

/// One number of a pace of one's own; its label is the text of its id.
#[component]
fn Number(
    wishes: RwSignal<Wishes>,
    id: &'static str,
    most: u32,
    field: fn(&mut Wishes) -> &mut String,
) -> impl IntoView {
    let value = move || wishes.with_untracked(|wishes| field(&mut wishes.clone()).clone());
    view! {
        <label>
            <span>{move || t(id)}</span>
            <input
                id=id type="number" inputmode="numeric" min="0" max=most
                prop:value=value
                on:input=move |event| wishes.update(|wishes| *field(wishes) = event_target_value(&event))
            />
        </label>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_is_a_preset_or_of_ones_own() {
        let chosen = |preset: &str, days: &str| {
            let wishes = Wishes {
                preset: preset.to_owned(),
                days: days.to_owned(),
                ..Wishes::default()
            };
            wishes.pace()
        };
        assert_eq!(Wishes::default().pace(), Some(Pace::Relaxed));
        assert_eq!(chosen("days", "9"), Some(Pace::Correspondence { days: 3 }));
        let own = chosen("own-days", "9");
        assert_eq!(own, Some(Pace::Correspondence { days: 9 }));
        assert_eq!(chosen("own-days", "90"), None);
        assert!(matches!(chosen("own-live", ""), Some(Pace::Live { .. })));
    }
}
