//! The story as it is seen: the sentence that is told, then what happened since the viewer's turn, until the viewer acts.

use super::lines::{events, until};
use super::moment::MomentCard;
use super::story::Deeds;
use super::telling::Telling;
use crate::boards::{Seen, Sign, signs};
use crate::browser;
use crate::frame::t;
use crate::hosts::Link;
use leptos::prelude::*;

/// The maximum number of pictures in a line.
const MOST: usize = 9;

/// The signs of skipping and of looking again.
const SKIP: &str = "M2 3v10l5-5zM7 3v10l5-5zM12 3h2v10h-2z";
const AGAIN: &str = "M8 2a6 6 0 1 1-5.7 4h1.9A4.2 4.2 0 1 0 8 3.8V6L4 3l4-3z";

/// The story in the stage. It owns the live region.
#[component]
pub fn Story(link: Link, seen: Seen, telling: Telling) -> impl IntoView {
    let deeds = telling.deeds;
    // The board draws some places anew, so they are marked after each update.
    Effect::new(move |_| {
        seen.update.with(|_| ());
        let ids: Vec<String> =
            deeds.with(|deeds| deeds.iter().flat_map(|deeds| deeds.ids.clone()).collect());
        request_animation_frame(move || browser::mark_news(&ids));
    });
    let tells = Memo::new(move |_| telling.tells());
    let something = Memo::new(move |_| tells.get() || telling.of_interest.get());
    let press = move |_| match tells.get_untracked() {
        true => telling.skip(),
        false => telling.look_again(),
    };
    view! {
        <div class="visually-hidden" aria-live="polite" id="news">{telling.said}</div>
        <Show when=move || something.get()>
            <section class="story" aria-label=move || t("story")>
                {move || match telling.sentence.get() {
                    Some((sentence, actor)) => view! {
                        <p class=actor.map_or_else(|| "story-now".to_owned(), |actor| format!("story-now seat-{actor}"))>
                            {actor.map(|_| view! { <span class="player-mark" aria-hidden="true"></span> })}{sentence}
                        </p>
                    }.into_any(),
                    None => view! { <Since deeds link seen/> }.into_any(),
                }}
                <button class="quiet story-button" on:click=press>
                    <svg viewBox="0 0 16 16" aria-hidden="true"><path d=move || if tells.get() { SKIP } else { AGAIN }></path></svg>
                    <span>{move || t(if tells.get() { "story-skip" } else { "story-again" })}</span>
                </button>
            </section>
        </Show>
        {move || telling.moment.get().map(|(at, moment)| {
            view! { <MomentCard moment go_on=Callback::new(move |()| telling.go_on(at))/> }
        })}
    }
}

/// One line for each player: what happened as pictures, and behind them in words as far as there is room; all of it on demand.
#[component]
fn Since(deeds: Memo<Vec<Deeds>>, link: Link, seen: Seen) -> impl IntoView {
    let whole = RwSignal::new(false);
    let line = move |deeds: Deeds| {
        let seat = deeds.seat;
        let (short, more) = deeds.short();
        let short: Vec<String> = short.into_iter().map(str::to_owned).collect();
        let all = deeds.sentences.iter().map(|(_, sentence)| sentence.clone());
        let all: Vec<String> = all.collect();
        let words = move || match whole.get() {
            true => all.join(" · "),
            false => short.join(" · ") + if more { " …" } else { "" },
        };
        let pictures = pictures(&deeds, link);
        let ids = StoredValue::new(deeds.ids);
        let light_up = move |_| ids.with_value(|ids| browser::light_up(ids));
        view! {
            <li class=format!("seat-{seat}") on:pointerenter=light_up on:pointerleave=|_| browser::light_up(&[])>
                <span class="player-mark" aria-hidden="true"></span>
                <b>{move || seen.teller.with(|teller| teller.name(seat))}</b>
                " "
                {pictures}
                <span class="since-words">{words}</span>
            </li>
        }
    };
    let turn = move |_| whole.update(|whole| *whole = !*whole);
    view! {
        <div class="since" class:whole=whole>
            <h2><button class="quiet" aria-expanded=move || whole.get().to_string() on:click=turn>{move || t("story")}</button></h2>
            <ul on:click=turn>{move || deeds.get().into_iter().map(line).collect_view()}</ul>
        </div>
    }
}

/// The latest things and pieces of a player's deeds, and the points of all of them; nothing if there are none.
fn pictures(deeds: &Deeds, link: Link) -> Option<impl IntoView + use<>> {
    let (mut shown, mut points) = (Vec::new(), 0);
    let game = link.update.with_untracked(|update| update.game.clone());
    link.log.with_untracked(|log| {
        for ((version, number), _) in &deeds.sentences {
            let step = until(log, *version).last();
            let event = step.and_then(|step| events(step).get(*number));
            for sign in event.into_iter().flat_map(|event| signs(&game, event)) {
                match sign {
                    Sign::Picture(picture) => shown.push(picture),
                    Sign::Points(more) => points += more,
                }
            }
        }
    });
    if shown.is_empty() && points == 0 {
        return None;
    }
    let left_out = shown.len().saturating_sub(MOST);
    let latest = shown.into_iter().skip(left_out).collect_view();
    let points = (points != 0).then(|| view! { <b>{format!("{points:+}").replace('-', "−")}</b> });
    Some(view! {
        <span class="since-signs" aria-hidden="true">
            {(left_out > 0).then_some("…")}
            {points}
            {latest}
        </span>
    })
}
