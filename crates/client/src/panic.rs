//! The message shown when the page panics. Local games are saved after each move.

use crate::browser::{self, BrowserShelf};
use crate::frame::chosen_language;
use crate::settings::Settings;
use wasm_bindgen::JsCast as _;
use words::{Language, say};

/// Installs a panic hook that shows a message in place of the page.
pub fn install() {
    std::panic::set_hook(Box::new(|panic| {
        console_error_panic_hook::hook(panic);
        show(&panic.to_string());
    }));
}

fn show(what: &str) {
    let chosen = chosen_language(&Settings::load(&BrowserShelf));
    let mut languages = [chosen].into_iter().chain(Language::ALL);
    let language = languages.find(|&language| words::is_known(language));
    let language = language.unwrap_or_default();
    let text = |key| say(language, key, &[]);
    let Some(body) = browser::document().and_then(|document| document.body()) else {
        return;
    };
    let markup = format!(
        "<main class=\"broken\"><div role=\"alert\"><h1>{}</h1><p>{}</p><pre></pre><p><a class=\"button primary\" href=\"/\" target=\"_self\">{}</a></p></div></main>",
        text("panic-title"),
        text("panic-text"),
        text("reload")
    );
    body.set_inner_html(&markup);
    // Set as text: the message must not be interpreted as markup.
    if let Ok(Some(place)) = body.query_selector("pre") {
        place.set_text_content(Some(what));
    }
    let link = body.query_selector("a").ok().flatten();
    if let Some(link) = link.and_then(|link| link.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = link.focus();
    }
}

/// Lets tests trigger a panic; not in release builds.
#[cfg(debug_assertions)]
pub fn listen_for_mistakes() {
    if let Some(window) = browser::window() {
        browser::listen(&window, "mistake", |_| {
            #[allow(clippy::panic, reason = "this is the mistake")]
            {
                panic!("a mistake <for a test>");
            }
        });
    }
}
