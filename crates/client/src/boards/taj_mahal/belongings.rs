//! A player's belongings: goods, markers, special cards, and the known cards of the hand.

use super::pieces::{good_icon, icon, marker, palace_icon, small_card, small_special};
use super::scene::Scene;
use kit::{Id, Key, Seat};
use leptos::prelude::*;
use taj_mahal::components::{Good, Marker, Special};

/// The belongings of one player, for the players' panel.
#[component]
pub fn Belongings(scene: Scene, seat: Seat) -> impl IntoView {
    let player = Memo::new(move |_| scene.open().map(|open| open.players[seat]));
    let goods = move || {
        let player = player.get();
        Good::all().filter_map(|good| {
            let count = player.map_or(0, |player| player.goods[good]);
            let tip = move || scene.phrase("board-goods", &[("good", &scene.called(good)), ("count", &count), ("next", &(count + 1))]);
            (count > 0).then(|| view! {
                <span
                    class=format!("owned good-{}", good.id()) role="img" aria-label=tip data-tip=tip
                    data-purse=format!("{}-{seat}", good.id()) data-amount=count data-from="prize-elephant"
                >{good_icon(good)}{count}</span>
            })
        }).collect_view()
    };
    let markers = move || {
        let player = player.get();
        Marker::all().filter(|&kind| player.is_some_and(|player| player.markers[kind] > 0)).map(|kind| {
            let tip = move || scene.phrase("board-marker", &[("marker", &scene.called(kind)), ("special", &scene.called(kind.special()))]);
            view! {
                <span
                    class="owned" role="img" aria-label=tip data-tip=tip
                    data-travel=format!("marker-{}-{seat}", kind.id()) data-from=format!("prize-{}", kind.symbol().id())
                >
                    {marker(kind)}
                </span>
            }
        }).collect_view()
    };
    let hand = move || {
        let size = scene
            .view
            .with(|view| view.as_ref().map_or(0, |view| view.hand_sizes[seat]));
        let tip = move || scene.phrase("board-hand-size", &[("count", &size)]);
        view! { <span class="owned" role="img" aria-label=tip data-tip=tip>{icon("card-1")}{size}</span> }
    };
    let palaces = move || {
        let count = player.get().map_or(0, |player| {
            player.palaces.len() + player.crown_palaces.len()
        });
        let tip = move || scene.phrase("board-palace-count", &[("count", &count)]);
        view! { <span class="owned" role="img" aria-label=tip data-tip=tip>{palace_icon(seat)}{count}</span> }
    };
    let specials = move || {
        let open = scene.open();
        Special::all()
            .filter(|&special| open.is_some_and(|open| open.special_cards[special] == Some(seat)))
            .collect::<Vec<_>>()
    };
    // In a replay with all hands open, the whole hand.
    let hand_seen = move || scene.view.with(|view| view.as_ref()?.hands[seat]);
    let known = move || {
        let known = player
            .get()
            .filter(|_| scene.me() != Some(seat))
            .map(|player| hand_seen().unwrap_or(player.known))
            .unwrap_or_default();
        known
            .faces()
            .iter()
            .flat_map(|card| (0..known.count(card)).map(move |copy| (card, copy)))
            .collect::<Vec<_>>()
    };
    view! {
        <div class="belongings" data-rules="goods">
            <span class="belongings-line">{hand}{palaces}{goods}{markers}</span>
            <span class="belongings-cards" data-rules="special">
                <For each=specials key=|special| *special let:special>{small_special(scene, special, "display".to_owned())}</For>
                <For each=known key=|card| *card let((card, _copy))>{small_card(scene, card, format!("offer-{}", card.id()))}</For>
            </span>
        </div>
    }
}
