//! The page: start, tables and boards.
//!
//! `frame` holds what every part needs (language, settings, route), `pages` are the routes, `table` shows one table, local or online, and `boards` draws
//! the games. `hosts` provides tables: from this browser, from a server, or from a record.

mod app;
mod art;
mod boards;
mod browser;
mod chapters;
mod conduct;
mod frame;
mod guided;
mod hosts;
mod later;
mod learnt;
mod local_table;
mod pace;
mod pages;
mod panic;
mod qr;
mod route;
mod settings;
mod shelf;
mod sound;
mod table;
#[cfg(test)]
mod texts;
mod thinking;
mod turns;

use browser::BrowserShelf;
use leptos::prelude::*;
use settings::Settings;

/// Starts the page, or in a worker the bots.
pub fn start() {
    if thinking::listen() {
        return;
    }
    panic::install();
    #[cfg(debug_assertions)]
    panic::listen_for_mistakes();
    wasm_bindgen_futures::spawn_local(async {
        let language = frame::chosen_language(&Settings::load(&BrowserShelf));
        match frame::load_texts(language).await {
            Ok(()) => {
                mount_to_body(app::App);
                browser::remove_element("loading");
                // What the next place needs travels while this one is read.
                let _ = later::play().await;
                browser::keep_for_play_without_a_server();
            }
            // In English, because no texts could be loaded.
            Err(_) => browser::set_text(
                "loading",
                "Durbar: the texts cannot be loaded. Please reload the page.",
            ),
        }
    });
}
