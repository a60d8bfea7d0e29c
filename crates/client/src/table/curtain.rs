//! The curtain between secret hands. The table itself stays in sight: with nobody's eyes it shows no secrets.

use crate::frame::{frame, t};
use crate::hosts::{Ask, Link};
use leptos::prelude::*;
use words::Teller;

/// Hides what one person holds until that person is in front of the screen.
#[component]
pub fn Curtain(link: Link, teller: Signal<Teller>) -> impl IntoView {
    let frame = frame();
    let name = Memo::new(move |_| {
        let seat = link.curtain.get().map(|seat| usize::from(seat.number()));
        seat.map(|seat| teller.with(|teller| teller.name(seat)))
            .unwrap_or_default()
    });
    view! {
        <div class="curtain" role="group" aria-labelledby="curtain-title">
            <h2 id="curtain-title">{move || frame.say("curtain-title", &[("name", &name.get())])}</h2>
            <p>{move || t("curtain-text")}</p>
            <button class="primary" autofocus on:click=move |_| link.ask.run(Ask::OpenCurtain)>
                {move || frame.say("curtain-open", &[("name", &name.get())])}
            </button>
        </div>
    }
}
