//! The settings, in groups: the page itself, playing, and the person.

use crate::frame::{frame, t};
use crate::settings::{Settings, Sounds, Speed, Theme};
use leptos::prelude::*;
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
            <div class="settings-group" role="group" aria-labelledby="settings-page">
                <p id="settings-page">{move || t("settings-page")}</p>
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
                <Choice
                    id="theme" class="" label="settings-theme" values=THEMES.map(|(_, value, key)| (value, key)).to_vec()
                    chosen=Signal::derive(move || position(&THEMES, frame.settings.with(|settings| settings.theme)))
                    choose=Callback::new(move |at: usize| if let Some((theme, ..)) = THEMES.get(at) {
                        change(&|settings| settings.theme = *theme);
                    })
                />
            </div>
            <div class="settings-group" role="group" aria-labelledby="settings-play">
                <p id="settings-play">{move || t("settings-play")}</p>
                <SpeedChoice/>
                <MomentChoice/>
                <SoundChoice/>
                <label class="radio">
                    <input
                        id="single"
                        type="checkbox"
                        prop:checked=move || frame.settings.with(|settings| settings.single)
                        on:change=move |event| change(&|settings| settings.single = event_target_checked(&event))
                    />
                    <span>{move || t("settings-single")}</span>
                </label>
            </div>
            <div class="settings-group" role="group" aria-labelledby="settings-you">
                <p id="settings-you">{move || t("settings-you")}</p>
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
                <a class="button" href="/account" on:click=move |_| close.run(())>{move || t("account-title")}</a>
                <a class="button quiet" href="/privacy" on:click=move |_| close.run(())>{move || t("privacy-title")}</a>
                <a class="button" href="/account#notices" on:click=move |_| close.run(())>{move || t("settings-notify")}</a>
            </div>
            <button class="quiet" on:click=move |_| close.run(())>{move || t("close")}</button>
        </section>
    }
}

/// The speed at which others' moves are shown.
#[component]
pub fn SpeedChoice() -> impl IntoView {
    let frame = frame();
    view! {
        <Choice
            id="" class="speed" label="settings-speed" values=SPEEDS.map(|(_, value, key)| (value, key)).to_vec()
            chosen=Signal::derive(move || position(&SPEEDS, frame.settings.with(|settings| settings.speed)))
            choose=Callback::new(move |at: usize| if let Some((speed, ..)) = SPEEDS.get(at) {
                frame.settings.update(|settings| settings.speed = *speed);
            })
        />
    }
}

/// Whether the game stops at big events.
#[component]
fn MomentChoice() -> impl IntoView {
    let settings = frame().settings;
    view! {
        <Choice
            id="moments" class="" label="settings-moments" values=vec![("stop", "moments-stop"), ("pass", "moments-pass")]
            chosen=Signal::derive(move || settings.with(|settings| settings.skip_moments.into()))
            choose=Callback::new(move |at| settings.update(|settings| settings.skip_moments = at == 1))
        />
    }
}

const SOUNDS: [(Sounds, &str, &str); 3] = [
    (Sounds::Off, "off", "sounds-off"),
    (Sounds::Own, "own", "sounds-own"),
    (Sounds::All, "all", "sounds-all"),
];

/// What can be heard.
#[component]
fn SoundChoice() -> impl IntoView {
    let settings = frame().settings;
    view! {
        <Choice
            id="sounds" class="" label="settings-sounds" values=SOUNDS.map(|(_, value, key)| (value, key)).to_vec()
            chosen=Signal::derive(move || position(&SOUNDS, settings.with(|settings| settings.sounds)))
            choose=Callback::new(move |at: usize| if let Some((sounds, ..)) = SOUNDS.get(at) {
                settings.update(|settings| settings.sounds = *sounds);
            })
        />
    }
}

/// Returns the index of a value among the choices.
fn position<T: PartialEq>(all: &[(T, &str, &str)], value: T) -> usize {
    all.iter()
        .position(|(other, ..)| *other == value)
        .unwrap_or(0)
}

/// A choice among several values, each with a key for its text.
#[component]
fn Choice(
    id: &'static str,
    class: &'static str,
    label: &'static str,
    values: Vec<(&'static str, &'static str)>,
    chosen: Signal<usize>,
    choose: Callback<usize>,
) -> impl IntoView {
    let names: Vec<&str> = values.iter().map(|(value, _)| *value).collect();
    let changed = move |event| {
        let value = event_target_value(&event);
        if let Some(at) = names.iter().position(|name| *name == value) {
            choose.run(at);
        }
    };
    let options = values.into_iter().enumerate().map(|(at, (value, key))| {
        view! { <option value=value selected=move || chosen.get() == at>{move || t(key)}</option> }
    });
    view! {
        <label>
            <span>{move || t(label)}</span>
            <select id=(!id.is_empty()).then_some(id) class=class on:change=changed>{options.collect_view()}</select>
        </label>
    }
}
