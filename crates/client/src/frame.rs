//! The context of every component: language, settings and route.

use crate::browser::{self, BrowserShelf};
use crate::route::Route;
use crate::settings::{Settings, Theme};
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{DELETED, Who};
use std::fmt::Display;
use wasm_bindgen::JsValue;
use words::{Language, Teller, say};

/// The context of every component.
#[derive(Clone, Copy)]
pub struct Frame {
    /// The stored settings.
    pub settings: RwSignal<Settings>,
    /// The current language.
    pub language: ReadSignal<Language>,
    /// The current route.
    pub route: RwSignal<Route>,
    /// Whether the settings are open.
    pub settings_open: RwSignal<bool>,
    /// The number of tables on the server that wait for the person.
    pub turns: RwSignal<usize>,
    /// Whether a table is shown, which has a bar of its own instead of the header.
    pub at_table: RwSignal<bool>,
}

/// Returns the frame of the current component.
pub fn frame() -> Frame {
    expect_context::<Frame>()
}

/// Returns a text of the frame without values.
pub fn t(key: &str) -> String {
    frame().say(key, &[])
}

impl Frame {
    /// Creates the frame and keeps settings, document and URL in sync with it.
    pub fn provide() -> Frame {
        let settings = RwSignal::new(Settings::load(&BrowserShelf));
        let (language, speak) = signal(settings.with_untracked(chosen_language));
        Effect::new(move |_| {
            let wanted = settings.with(chosen_language);
            spawn_local(async move {
                // If the texts cannot be loaded, the page keeps its language.
                if load_texts(wanted).await.is_ok() {
                    speak.set(wanted);
                }
            });
        });
        let frame = Frame {
            settings,
            language,
            route: RwSignal::new(Route::of(&browser::path())),
            settings_open: RwSignal::new(false),
            turns: RwSignal::new(0),
            at_table: RwSignal::new(false),
        };
        Effect::new(move |_| {
            settings.with(|settings| {
                settings.keep(&BrowserShelf);
                browser::set_document_attribute("data-theme", theme(settings.theme));
            });
            browser::set_document_attribute("lang", language.get().tag());
        });
        browser::follow_links(move |path| frame.route.set(Route::of(&path)));
        provide_context(frame);
        frame
    }

    /// Returns a text of the frame.
    pub fn say(&self, key: &str, values: &[(&str, &dyn Display)]) -> String {
        say(self.language.get(), key, values)
    }

    /// Navigates to a route.
    pub fn go(&self, route: Route) {
        browser::push_path(&route.to_string());
        self.route.set(route);
    }

    /// Returns the teller of a game at a table with these names.
    pub fn teller(&self, game: &str, names: Vec<String>) -> Teller {
        Teller::new(self.language.get(), game, names)
    }

    /// Returns a name in the reader's language: that of people who deleted their data is none of theirs.
    pub fn named(&self, name: &str) -> String {
        match name {
            DELETED => self.say("deleted-player", &[]),
            name => name.to_owned(),
        }
    }

    /// Returns the name of whoever sits in a seat: a person without a name is called after a jewel in the seat's colour. Nobody is called by no name.
    pub fn seated(&self, seat: usize, who: &Who) -> Option<String> {
        match who {
            Who::Person { name, .. } if name.is_empty() => {
                Some(self.say(&format!("person-{seat}"), &[]))
            }
            Who::Person { name, .. } => Some(self.named(name)),
            Who::Bot { .. } => Some(self.say(&format!("bot-{seat}"), &[])),
            Who::Open => None,
        }
    }

    /// Returns the name that the person has chosen. Without one, nobody sits down among others.
    pub fn own_name(&self) -> Option<String> {
        let name = self
            .settings
            .with(|settings| settings.name.trim().to_owned());
        (!name.is_empty()).then_some(name)
    }
}

/// Loads the texts of a language, unless they are loaded.
pub async fn load_texts(language: Language) -> Result<(), JsValue> {
    if !words::is_known(language) {
        let file = browser::body_attribute(&format!("data-words-{}", language.tag()));
        match browser::fetch("GET", &file.unwrap_or_default(), None).await? {
            (200, text) => words::add(language, text),
            (status, _) => return Err(status.into()),
        }
    }
    Ok(())
}

/// Returns the chosen language, or the first of the browser's languages that the page supports.
pub fn chosen_language(settings: &Settings) -> Language {
    let chosen = settings.language.iter().cloned();
    let mut wishes = chosen.chain(browser::languages());
    wishes
        .find_map(|tag| Language::of_tag(&tag))
        .unwrap_or_default()
}

fn theme(theme: Theme) -> &'static str {
    match theme {
        Theme::System => "system",
        Theme::Light => "light",
        Theme::Dark => "dark",
    }
}
