//! The market and the storehouses on offer.

use super::explain;
use super::glyphs::{self, Glyph};
use super::scene::Scene;
use super::subject::Subject;
use super::thing::{Piece, text};
use amritsar::components::Resource;
use amritsar::components::*;
use kit::{Id, Key};
use leptos::prelude::*;
use std::fmt::Write as _;

/// The market: a column for each resource, with the prices of the next trades.
#[component]
pub fn Market(scene: Scene) -> impl IntoView {
    view! {
        <section class="market" aria-labelledby="am-market-title">
            <h2 id="am-market-title" data-home="bank" data-tip=move || scene.phrase("board-market-about", &[])>{move || scene.phrase("board-market", &[])}</h2>
            <div class="stalls">{Resource::all().map(|resource| stall(scene, resource)).collect_view()}</div>
        </section>
    }
}

fn stall(scene: Scene, resource: Resource) -> impl IntoView {
    let stock = Memo::new(move |_| scene.open().map_or(0, |open| open.market[resource]));
    let rows = text(move || {
        let mut rows = String::new();
        for row in 1..=MARKET_ROWS {
            let filled = if row <= stock.get() { " filled" } else { "" };
            let prestige = market_prestige(resource, row);
            let icon = if row <= stock.get() {
                glyphs::icon(resource.id())
            } else if prestige > 0 {
                glyphs::html(&[Glyph::Prestige(prestige)])
            } else {
                String::new()
            };
            let price = market_price(row);
            let _ = write!(
                rows,
                r#"<span class="stall-row{filled}"><span class="stall-price">{price}</span>{icon}</span>"#
            );
        }
        rows
    });
    let about = text(move || {
        scene.phrase(
            "board-stall",
            &[
                ("resource", &scene.called(resource)),
                ("stock", &stock.get()),
            ],
        )
    });
    let price = Memo::new(move |_| {
        let open = scene.open()?;
        let seat = scene.me().unwrap_or(open.active);
        Some((open.price_for(seat, resource), open.selling_price(resource)))
    });
    let buy = text(move || {
        let coins = price.get().map_or(0, |(buy, _)| buy);
        trade(&scene.phrase("board-buy", &[]), coins, 0)
    });
    let sell = text(move || {
        let (coins, points) = price.get().map_or((0, 0), |(_, sell)| sell);
        trade(&scene.phrase("board-sell", &[]), coins, points)
    });
    let buy_about =
        text(move || explain::buying(scene, resource, price.get().map_or(0, |(buy, _)| buy)));
    let sell_about = text(move || {
        let price = price.get().map_or((0, 0), |(_, sell)| sell);
        explain::selling(scene, resource, price)
    });
    view! {
        <div class="stall">
            <div class="stall-rows" role="img" aria-label=about data-tip=about inner_html=rows></div>
            <Piece scene subject=Subject::Buy(resource) class="trade" about=buy_about drawing=buy/>
            <Piece scene subject=Subject::Sell(resource) class="trade" about=sell_about drawing=sell/>
        </div>
    }
}

/// Renders the content of a trade button.
fn trade(word: &str, coins: u8, points: u8) -> String {
    let mut glyphs = vec![Glyph::Text(coins.to_string()), Glyph::Icon("coin")];
    if points > 0 {
        glyphs.push(Glyph::Prestige(points));
    }
    format!("<span>{word}</span>{}", glyphs::html(&glyphs))
}

/// The storehouses that can be bought.
#[component]
pub fn Offer(scene: Scene) -> impl IntoView {
    let tiles = move || {
        let offer = scene.open().map(|open| open.offer).unwrap_or_default();
        offer.iter().collect::<Vec<_>>()
    };
    view! {
        <section class="offer-place" aria-labelledby="am-offer-title">
            <h2 id="am-offer-title" data-tip=move || scene.phrase("board-offer-about", &[])>{move || scene.phrase("board-offer", &[])}</h2>
            <div class="offers">
                <For each=tiles key=|tile| *tile let:tile>
                    <Piece scene subject=Subject::Offer(tile) class="store" about=text(move || explain::storehouse(scene, tile)) drawing=Signal::stored(store_face(tile, tile.spaces()))/>
                </For>
            </div>
        </section>
    }
}

/// A storehouse tile: its benefit, its room, its tax.
pub fn store_face(tile: Storehouse, spaces: u8) -> String {
    let mut face = format!(
        r#"<span class="store-benefit">{}</span><span class="store-room">"#,
        glyphs::html(&glyphs::storehouse(tile))
    );
    for _ in 0..spaces {
        face += r#"<i class="room"></i>"#;
    }
    if tile.tax() > 0 {
        face += &glyphs::icon("tax");
    }
    face + "</span>"
}
