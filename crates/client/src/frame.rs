//! What every part of the page needs: language, settings, and the present place.

use crate::browser::{self, BrowserShelf};
use crate::route::Route;
use crate::settings::{Settings, Theme};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::fmt::Display;
use wasm_bindgen::JsValue;
use words::{Language, Teller, say};

/// What every part of the page needs.
#[derive(Clone, Copy)]
pub struct Frame {
    /// What the person has chosen for good.
    pub settings: RwSignal<Settings>,
    /// The language of everything.
    pub language: ReadSignal<Language>,
    /// The present place.
    pub route: RwSignal<Route>,
}

/// The frame around the present component.
pub fn frame() -> Frame {
    expect_context::<Frame>()
}

/// A text of the frame without values.
pub fn t(key: &str) -> String {
    frame().say(key, &[])
}

impl Frame {
    /// Makes the frame and keeps settings, document and address in step with it.
    pub fn provide() -> Frame {
        let settings = RwSignal::new(Settings::load(&BrowserShelf));
        let (language, speak) = signal(settings.with_untracked(chosen_language));
        Effect::new(move |_| {
            let wanted = settings.with(chosen_language);
            spawn_local(async move {
                // Without its texts, the page goes on in the language it had.
                if load_texts(wanted).await.is_ok() {
                    speak.set(wanted);
                }
            });
        });
        let frame = Frame {
            settings,
            language,
            route: RwSignal::new(Route::of(&browser::path())),
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

    /// A text of the frame.
    pub fn say(&self, key: &str, values: &[(&str, &dyn Display)]) -> String {
        say(self.language.get(), key, values)
    }

    /// Goes to another place.
    pub fn go(&self, route: Route) {
        browser::push_path(&route.to_string());
        self.route.set(route);
    }

    /// Tells of a game at a table with these names.
    pub fn teller(&self, game: &str, names: Vec<String>) -> Teller {
        Teller::new(self.language.get(), game, names)
    }

    /// The name that the person uses.
    pub fn my_name(&self) -> String {
        let name = self
            .settings
            .with(|settings| settings.name.trim().to_owned());
        if name.is_empty() {
            self.say("you-name", &[])
        } else {
            name
        }
    }
}

/// Loads the texts of a language, unless they are there.
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

/// The language that the person has chosen, or else the first of the browser's that the page speaks.
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
