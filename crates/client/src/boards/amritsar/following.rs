//! The players who may follow the active worker, with their actions.

use super::explain;
use super::glyphs;
use super::scene::Scene;
use super::thing::{shown, text};
use amritsar::Pending;
use amritsar::components::{Colour, Mahout};
use kit::{Id, Seat};
use leptos::prelude::*;

/// A player who has a mahout on the colour.
#[derive(Clone, Copy, PartialEq)]
struct Follower {
    seat: Seat,
    mahout: Mahout,
    /// Whether its action could be performed now.
    can: bool,
    asked: bool,
}

/// Returns the colour that can be followed, and the players who have a mahout on it.
fn followers(scene: Scene) -> Option<(Colour, Vec<Follower>)> {
    let open = scene.open()?;
    let (worker, asked, by_all) = match *open.stack.first()? {
        Pending::Actions(menu) => (menu.worker, None, false),
        Pending::Elephant2 { worker } => (worker, None, false),
        Pending::Follow(following) => (following.worker, Some(following.seat), false),
        Pending::MaharajahFollow(following) => (following.worker, Some(following.seat), true),
        _ => return None,
    };
    let seats = open
        .turn_order()
        .filter(|&seat| by_all || seat != open.active);
    let followers = seats.filter_map(|seat| {
        Some(Follower {
            seat,
            mahout: open.players[seat].mahouts[worker]?,
            can: scene.can_follow(seat, worker),
            asked: asked == Some(seat),
        })
    });
    Some((worker, followers.collect()))
}

/// The followers, while there are any.
#[component]
pub fn Following(scene: Scene) -> impl IntoView {
    let state = Memo::new(move |_| followers(scene).filter(|(_, followers)| !followers.is_empty()));
    let row = move |follower: Follower| {
        let seat = follower.seat;
        let about = text(move || {
            let key = match (follower.can, follower.asked) {
                (_, true) => "board-follower-asked",
                (true, _) => "board-follower",
                (false, _) => "board-follower-not",
            };
            let said = scene.phrase(key, &[("name", &scene.name(seat))]);
            format!(
                "{said}\n{}",
                explain::effect(scene, follower.mahout.effect())
            )
        });
        let face = glyphs::html(&glyphs::effect(follower.mahout.effect()));
        view! {
            <li class=format!("seat-{seat}") data-tip=about class:asked=follower.asked class:cannot=!follower.can>
                <span class="player-mark" aria-hidden="true"></span>
                {move || scene.name(seat)}
                {(!follower.can && !follower.asked).then(|| view! { <small>{move || scene.phrase("board-follower-cannot", &[])}</small> })}
                {shown("face", about, Signal::stored(face))}
            </li>
        }
    };
    move || {
        state.get().map(|(worker, followers)| {
            let icon = glyphs::icon(&format!("worker-{}", worker.id()));
            view! {
                <section class="following" data-rules="following" aria-labelledby="am-following-title">
                    <h2 id="am-following-title" data-tip=move || scene.phrase("board-following-about", &[])>
                        <span inner_html=icon></span>
                        {move || scene.phrase("board-following", &[("colour", &worker.id())])}
                    </h2>
                    <ul>{followers.into_iter().map(row).collect_view()}</ul>
                </section>
            }
        })
    }
}
