//! The log: chapters, and in them the turns, the latest first.

use super::lines::{Line, Piece, Place, events, lines, pieces, standing, until, without_name};
use crate::boards::Seen;
use crate::browser;
use crate::frame::t;
use crate::hosts::Link;
use leptos::prelude::*;
use protocol::Step;
use std::sync::Arc;
use words::Teller;

/// The maximum number of steps shown.
const LONGEST: usize = 60;

/// The log.
#[component]
pub fn Log(link: Link, seen: Seen) -> impl IntoView {
    let pieces = Memo::new(move |_| {
        let version = seen.update.with(|update| update.version);
        link.log.with(|log| {
            seen.teller
                .with(|teller| latest(until(log, version), teller))
        })
    });
    let chapters = move || pieces.with(|pieces| begins(pieces.iter().map(|piece| piece.chapter)));
    view! {
        <h2 class="side-heading">{move || t("log")}</h2>
        <div class="log" tabindex="0" role="region" aria-label=move || t("log") on:keydown=move |event| browser::follow_arrow(&event)>
            <Show when=move || link.log.with(Vec::is_empty)>
                <p>{move || t("log-empty")}</p>
            </Show>
            <For each=chapters key=|chapter| *chapter let:chapter><Chapter link seen pieces chapter/></For>
        </div>
    }
}

/// A visit, a decade or a round, with its heading.
#[component]
fn Chapter(link: Link, seen: Seen, pieces: Memo<Vec<Piece>>, chapter: Place) -> impl IntoView {
    let heading = move || {
        let (version, number) = chapter;
        link.log.with(|log| {
            let step = until(log, version).last()?;
            seen.teller
                .with(|teller| teller.chapter(events(step).get(number)?))
        })
    };
    let blocks = move || {
        pieces.with(|pieces| {
            let inside = pieces.iter().filter(|piece| piece.chapter == chapter);
            begins(inside.map(|piece| piece.block))
        })
    };
    view! {
        <section class="log-chapter">
            {move || heading().map(|heading| view! { <h3>{heading}</h3> })}
            <For each=blocks key=|block| *block let:block><Block link seen pieces block/></For>
        </section>
    }
}

/// Consecutive steps of one player, with the player's mark and name.
#[component]
fn Block(link: Link, seen: Seen, pieces: Memo<Vec<Piece>>, block: Place) -> impl IntoView {
    let inside = Memo::new(move |_| {
        pieces.with(|pieces| {
            let inside = pieces.iter().filter(|piece| piece.block == block);
            inside.cloned().collect::<Vec<_>>()
        })
    });
    let actor = inside.with_untracked(|inside| inside.first().and_then(|piece| piece.actor));
    let name = Memo::new(move |_| actor.map(|actor| seen.teller.with(|teller| teller.name(actor))));
    view! {
        <div class=actor.map_or_else(|| "log-block".to_owned(), |actor| format!("log-block seat-{actor}"))>
            {move || name.get().map(|name| view! { <p class="log-name"><span class="player-mark" aria-hidden="true"></span>{name}</p> })}
            <ol>
                <For each=move || inside.get() key=|piece| piece.at let:piece><Entry link seen piece actor/></For>
            </ol>
        </div>
    }
}

/// The sentences of one piece, rendered again only if they change: for other eyes or in another language.
#[component]
fn Entry(link: Link, seen: Seen, piece: Piece, actor: Option<usize>) -> impl IntoView {
    let version = piece.at.0;
    let game = seen.update.with_untracked(|update| update.game.clone());
    let step = Memo::new_with_compare(
        move |_| link.log.with(|log| until(log, version).last().cloned()),
        |before, now| match (before, now) {
            (Some(Some(before)), Some(Some(now))) => !Arc::ptr_eq(before, now),
            _ => true,
        },
    );
    let lines = Memo::new(move |_| {
        step.with(|_| ());
        link.log.with_untracked(|log| {
            seen.teller
                .with(|teller| lines(until(log, version), &piece, teller, &game))
        })
    });
    let line = move |Line { sentence, ids, .. }: Line| {
        let sentence = match actor {
            Some(actor) => seen
                .teller
                .with(|teller| without_name(&sentence, actor, teller)),
            None => sentence,
        };
        let ids = StoredValue::new(ids);
        let light_up = move || ids.with_value(|ids| browser::light_up(ids));
        view! {
            <li
                data-version=version
                tabindex="-1"
                on:pointerenter=move |_| light_up()
                on:focus=move |_| light_up()
                on:pointerleave=|_| browser::light_up(&[])
                on:blur=|_| browser::light_up(&[])
            >
                {sentence}
            </li>
        }
    };
    move || lines.get().into_iter().map(line).collect_view()
}

/// Returns the pieces of the latest steps, oldest first.
fn latest(log: &[Arc<Step>], teller: &Teller) -> Vec<Piece> {
    let standing = standing(log);
    let first = standing.iter().rev().nth(LONGEST - 1);
    let first = first.map_or(0, |step| step.version);
    // All are divided, since a chapter can begin before the first step that is shown.
    let mut pieces = pieces(&standing, teller);
    pieces.retain(|piece| piece.at.0 >= first);
    pieces
}

/// Returns each of these beginnings once, the latest first.
fn begins(places: impl Iterator<Item = Place>) -> Vec<Place> {
    let mut begins: Vec<Place> = places.collect();
    begins.dedup();
    begins.reverse();
    begins
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lines::tests::{laid, teller};
    use words::Language;

    #[test]
    fn the_log_shows_the_latest_steps_first_and_not_all() {
        let log: Vec<_> = (1..=100)
            .map(|version| laid(version, (version / 10 % 2) as u8, "red-ev"))
            .collect();
        let shown = latest(&log, &teller(Language::En));
        assert_eq!(shown.len(), LONGEST);
        let blocks = begins(shown.iter().map(|piece| piece.block));
        assert_eq!(blocks.first(), Some(&(100, 0)));
        assert_eq!(blocks.get(1), Some(&(90, 0)));
        assert!(latest(&[], &teller(Language::En)).is_empty());
    }
}
