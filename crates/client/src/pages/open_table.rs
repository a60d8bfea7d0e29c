//! One table, local or online.

use crate::browser::BrowserShelf;
use crate::frame::{frame, t};
use crate::guided;
use crate::hosts::{Link, local, online};
use crate::later::Guided;
use crate::local_table::CannotOpen;
use crate::pages::Lost;
use crate::table::TablePage;
use leptos::prelude::*;

/// Opens a table and shows it, or an error message.
#[component]
pub fn OpenTable(id: String, online: bool) -> impl IntoView {
    if online {
        return view! { <OnlineTable id/> }.into_any();
    }
    match local::open(&id) {
        Ok(link) if guided::of(&BrowserShelf, &id).is_some() => {
            view! { <Guided id link/> }.into_any()
        }
        Ok(link) => view! { <TablePage link/> }.into_any(),
        Err(CannotOpen::Damaged(problem)) => {
            let sentence = frame().say("table-damaged", &[("problem", &problem)]);
            view! { <Cannot sentence/> }.into_any()
        }
        Err(CannotOpen::Missing) => view! { <Lost/> }.into_any(),
    }
}

#[component]
fn OnlineTable(id: String) -> impl IntoView {
    let opened = RwSignal::new(None::<Result<Link, String>>);
    online::open(id, move |link| {
        opened.try_set(Some(link));
    });
    move || match opened.get() {
        None => view! { <p class="loading" role="status">{t("connecting")}</p> }.into_any(),
        Some(Ok(link)) => view! { <TablePage link/> }.into_any(),
        Some(Err(sentence)) => view! { <Cannot sentence/> }.into_any(),
    }
}

/// A message with a link.
#[component]
fn Cannot(sentence: String) -> impl IntoView {
    view! {
        <section class="narrow">
            <h1>{move || t("lost-title")}</h1>
            <p role="alert">{sentence}</p>
            <p><a class="button primary" href="/">{move || t("back-to-start")}</a></p>
        </section>
    }
}
