//! Points that float up where they were earned.

use super::scene::Played;
use kit::{Game, Seat};
use leptos::prelude::*;

/// The maximum number of steps that count as news; more are history that was just loaded.
const NEWS: usize = 3;

/// Points earned at a place of the drawing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Earned {
    pub seat: Seat,
    pub points: i64,
    pub place: (i32, i32),
}

/// Shows the points of the latest steps; `earned` extracts them from the events of one action.
#[component]
pub fn Floating<G: Game>(
    played: Memo<Vec<Played<G>>>,
    earned: impl Fn(&[G::Event]) -> Vec<Earned> + Send + Sync + 'static,
) -> impl IntoView {
    let news = Memo::new(move |_| {
        played.with(|played| {
            if played.len() > NEWS {
                return Vec::new();
            }
            let mut news: Vec<((u64, usize), Earned)> = Vec::new();
            for action in played {
                for (number, gain) in earned(&action.events).into_iter().enumerate() {
                    news.push(((action.version, number), gain));
                }
            }
            news
        })
    });
    // Several points at one place are stacked.
    let stacked = move || {
        let mut news = news.get();
        for (number, (_, gain)) in news.iter_mut().enumerate() {
            gain.place.1 -= number as i32 * 34;
        }
        news
    };
    view! {
        <g aria-hidden="true">
            <For each=stacked key=|(key, _)| *key let((_, earned))>
                <g transform=format!("translate({} {})", earned.place.0, earned.place.1)>
                    <text class=format!("floating seat-{}", earned.seat)>{format!("{:+}", earned.points)}</text>
                </g>
            </For>
        </g>
    }
}
