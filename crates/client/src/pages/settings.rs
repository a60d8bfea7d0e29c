//! Language, appearance, speed and name.

use crate::browser;
use crate::frame::{frame, t};
use leptos::prelude::*;
use parlour::{Settings, Speed, Theme};
use words::Language;

const THEMES: [(Theme, &str, &str); 3] = [
    (Theme::System, "system", "theme-system"),
    (Theme::Light, "light", "theme-light"),
    (Theme::Dark, "dark", "theme-dark"),
];

pub const SPEEDS: [(Speed, &str, &str); 4] = [
    (Speed::Slow, "slow", "speed-slow"),
    (Speed::Normal, "normal", "speed-normal"),
    (Speed::Fast, "fast", "speed-fast"),
    (Speed::Instant, "instant", "speed-instant"),
];

/// The settings, opened from the header.
#[component]
pub fn SettingsPanel(close: Callback<()>) -> impl IntoView {
    let frame = frame();
    let change =
        move |change: &dyn Fn(&mut Settings)| frame.settings.update(|settings| change(settings));
    view! {
        <section id="settings" class="settings" aria-label=move || t("settings")>
            <label>
                <span>{move || t("settings-language")}</span>
                <select
                    id="language"
                    on:change=move |event| change(&|settings| settings.language = Some(event_target_value(&event)))
                >
                    {Language::ALL
                        .map(|language| {
                            view! {
                                <option value=language.tag() lang=language.tag() selected=move || frame.language.get() == language>
                                    {language.name()}
                                </option>
                            }
                        })
                        .collect_view()}
                </select>
            </label>
            <label>
                <span>{move || t("settings-theme")}</span>
                <select
                    id="theme"
                    on:change=move |event| {
                        let chosen = event_target_value(&event);
                        if let Some((theme, ..)) = THEMES.into_iter().find(|(_, value, _)| *value == chosen) {
                            change(&|settings| settings.theme = theme);
                        }
                    }
                >
                    {THEMES
                        .map(|(theme, value, key)| {
                            let selected = move || frame.settings.with(|settings| settings.theme == theme);
                            view! { <option value=value selected=selected>{move || t(key)}</option> }
                        })
                        .collect_view()}
                </select>
            </label>
            <SpeedChoice/>
            <label>
                <span>{move || t("settings-name")}</span>
                <input
                    id="name"
                    type="text"
                    maxlength="24"
                    autocomplete="nickname"
                    prop:value=move || frame.settings.with(|settings| settings.name.clone())
                    on:change=move |event| change(&|settings| settings.name = event_target_value(&event))
                />
            </label>
            <Show when=browser::may_ask_to_notify>
                <button on:click=move |_| browser::ask_to_notify()>{move || t("settings-notify")}</button>
            </Show>
            <button class="quiet" on:click=move |_| close.run(())>{move || t("close")}</button>
        </section>
    }
}

/// How fast others' moves are shown.
#[component]
pub fn SpeedChoice() -> impl IntoView {
    let frame = frame();
    view! {
        <label>
            <span>{move || t("settings-speed")}</span>
            <select
                class="speed"
                on:change=move |event| {
                    let chosen = event_target_value(&event);
                    if let Some((speed, ..)) = SPEEDS.into_iter().find(|(_, value, _)| *value == chosen) {
                        frame.settings.update(|settings| settings.speed = speed);
                    }
                }
            >
                {SPEEDS
                    .map(|(speed, value, key)| {
                        let selected = move || frame.settings.with(|settings| settings.speed == speed);
                        view! { <option value=value selected=selected>{move || t(key)}</option> }
                    })
                    .collect_view()}
            </select>
        </label>
    }
}
