//! Something big that stops the game: the end of a visit, a decade or a round, and of the game.

use crate::frame::t;
use crate::sound::{self, Sound};
use leptos::html;
use leptos::prelude::*;

/// What a card shows of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moment {
    pub title: String,
    pub rows: Vec<Row>,
    /// What does not belong to one player.
    pub notes: Vec<String>,
}

/// What it brings to one player, or to nobody.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Row {
    /// The seat, whose mark is shown; an automatic opponent's is behind the last one.
    pub seat: Option<usize>,
    pub who: String,
    /// The reasons, a line for each.
    pub why: Vec<String>,
    /// How many: points, coins.
    pub gain: String,
}

/// The card. It takes the focus until *Continue* is pressed, by pointer, Enter or Escape; then the focus returns.
#[component]
pub fn MomentCard(moment: Moment, go_on: Callback<()>) -> impl IntoView {
    sound::ring(Sound::Moment);
    let card = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        if let Some(card) = card.get()
            && !card.open()
        {
            let _ = card.show_modal();
        }
    });
    let close = move |_| {
        if let Some(card) = card.get_untracked() {
            card.close();
        }
    };
    let row = |Row {
                   seat,
                   who,
                   why,
                   gain,
               }: Row| {
        let why = why.into_iter().map(|why| view! { <p>{why}</p> });
        view! {
            <tr role="row" class=seat.map(|seat| format!("seat-{seat}"))>
                <th scope="row" role="rowheader">{seat.map(|_| view! { <span class="player-mark" aria-hidden="true"></span> })}{who}</th>
                <td role="cell" class="moment-why">{why.collect_view()}</td>
                <td role="cell">{gain}</td>
            </tr>
        }
    };
    let Moment { title, rows, notes } = moment;
    let table = (!rows.is_empty()).then(|| {
        view! {
            // With roles, since on a phone the rows are no longer laid out as a table.
            <table role="table">
                <thead class="visually-hidden" role="rowgroup"><tr role="row">
                    <th role="columnheader">{t("moment-who")}</th><th role="columnheader">{t("moment-why")}</th><th role="columnheader">{t("moment-gain")}</th>
                </tr></thead>
                <tbody role="rowgroup">{rows.into_iter().map(row).collect_view()}</tbody>
            </table>
        }
    });
    view! {
        <dialog node_ref=card class="moment" aria-labelledby="moment-title" on:close=move |_| go_on.run(())>
            <h2 id="moment-title">{title}</h2>
            <div class="moment-text" tabindex="0">
                {table}
                {notes.into_iter().map(|note| view! { <p>{note}</p> }).collect_view()}
            </div>
            <button class="primary" autofocus on:click=close>{t("moment-continue")}</button>
        </dialog>
    }
}
