//! The players' panels: who, how many points, who decides.

use crate::boards::{Belongings, Seen};
use crate::frame::{frame, t};
use kit::Seat;
use leptos::prelude::*;
use protocol::{SeatState, Who};

/// The players, in seat order; an automatic opponent behind them.
#[component]
pub fn Players(seen: Seen) -> impl IntoView {
    let frame = frame();
    let players = move || {
        seen.update.with(|update| {
            let position = update.position.as_ref();
            let scores = position.map(|position| &position.standings);
            let mut players: Vec<_> = update
                .seats
                .iter()
                .enumerate()
                .map(|(seat, state)| {
                    let points = scores
                        .and_then(|standings| standings.scores.get(seat))
                        .map(|score| score.total);
                    let decides = position.is_some_and(|position| {
                        position
                            .deciders
                            .iter()
                            .any(|decider| usize::from(decider.number()) == seat)
                    });
                    (seat, Some(state.clone()), points, decides)
                })
                .collect();
            if let Some(automatic) = scores.and_then(|standings| standings.automatic.as_ref()) {
                players.push((players.len(), None, Some(automatic.total), false));
            }
            players
        })
    };
    let about = move |state: &SeatState| match &state.who {
        Who::Bot { level } => {
            let level = frame.say(&format!("level-{level}"), &[]);
            Some(frame.say("bot-of-level", &[("level", &level)]))
        }
        _ if state.played_by_bot => Some(frame.say("played-by-bot", &[])),
        Who::Person { .. } if !state.connected => Some(frame.say("away", &[])),
        _ => None,
    };
    view! {
        <h2 class="side-heading">{move || t("players")}</h2>
        <ol class="players">
            {move || players().into_iter().map(|(seat, state, points, decides)| {
                let name = seen.teller.with(|teller| teller.name(seat));
                let points = points.map(|points| frame.say("points", &[("points", &points)]));
                view! {
                    <li class=format!("player seat-{seat}") class:decides=decides>
                        <span class="player-mark" aria-hidden="true"></span>
                        <span class="player-name">{name}</span>
                        <span class="player-points">{points}</span>
                        <span class="player-about">
                            {state.as_ref().and_then(about)}
                            {decides.then(|| view! { <span class="tag">{t("to-decide")}</span> })}
                        </span>
                        {Seat::new(seat as u8).map(|seat| view! { <Belongings seen seat/> })}
                    </li>
                }
            }).collect_view()}
        </ol>
    }
}
