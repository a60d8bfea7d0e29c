//! The page: start, tables and boards.
//!
//! `frame` holds what every part needs (language, settings, the present place), `pages` are the places, `table` shows one table, local or online
//! alike, and `boards` draws the games. `hosts` are where tables live: in this page, on a server, or in a record.

mod app;
mod art;
mod boards;
mod browser;
mod frame;
mod hosts;
mod local_table;
mod pages;
mod panic;
mod route;
mod settings;
mod shelf;
mod table;
#[cfg(test)]
mod texts;
mod thinking;

use leptos::prelude::*;

/// Shows the page; in a worker, lets the bots think.
pub fn start() {
    if thinking::listen() {
        return;
    }
    panic::install();
    #[cfg(debug_assertions)]
    panic::listen_for_mistakes();
    browser::remove_element("loading");
    mount_to_body(app::App);
}
