//! Cards, goods, markers and palaces as SVG.

use super::scene::Scene;
use kit::{Id, Seat};
use leptos::prelude::*;
use taj_mahal::components::{Bonus, Card, Gain, Good, Marker, Special, Symbol};

/// A symbol in the size of the surrounding text.
pub fn icon(name: &str) -> impl IntoView + use<> {
    view! { <svg class=format!("icon icon-{name}") aria-hidden="true"><use href=format!("#tm-{name}")></use></svg> }
}

pub fn good_icon(good: Good) -> impl IntoView {
    icon(good.id())
}

/// A player's palace in the size of the surrounding text.
pub fn palace_icon(seat: Seat) -> impl IntoView {
    view! {
        <svg class=format!("icon palace seat-{seat}") aria-hidden="true"><use href=format!("#tm-palace-{seat}")></use></svg>
    }
}

/// An oval influence marker.
pub fn marker(marker: Marker) -> impl IntoView {
    view! { <span class="marker">{icon(marker.symbol().id())}</span> }
}

/// The drawing of a card.
pub fn card_face(card: Card) -> impl IntoView {
    let colour = card.colour().map_or("white", |colour| colour.id());
    let symbols: Vec<Symbol> = card.symbols().collect();
    let suit = format!("#tm-suit-{colour}");
    let places: &[(f32, f32, f32)] = match symbols.len() {
        1 => &[(14.0, 26.0, 32.0)],
        _ => &[(16.0, 9.0, 28.0), (16.0, 47.0, 28.0)],
    };
    let drawn = symbols
        .into_iter()
        .zip(places)
        .map(|(symbol, &(x, y, size))| {
            view! { <use href=format!("#tm-{}", symbol.id()) x=x y=y width=size height=size></use> }
        });
    view! {
        <svg class=format!("card-face card-{colour}") viewBox="0 0 60 84" aria-hidden="true">
            <rect class="card-edge" x=".75" y=".75" width="58.5" height="82.5" rx="6"></rect>
            <rect class="card-frame" x="4" y="4" width="52" height="76" rx="3.5"></rect>
            <g class="card-suit">
                <use href=suit.clone() x="6" y="6.500" width="8" height="8"></use>
                <use href=suit x="46" y="69.500" width="8" height="8"></use>
            </g>
            <g class="card-symbols">{drawn.collect_view()}</g>
        </svg>
    }
}

/// The drawing of a special card.
pub fn special_face(special: Special) -> impl IntoView {
    let drawn = match special {
        Special::Points => view! { <text class="card-points" x="30" y="52">"+2"</text> }.into_any(),
        Special::FreeColour => ["red", "yellow", "green", "violet"]
            .into_iter()
            .zip([(14, 24), (32, 24), (14, 44), (32, 44)])
            .map(|(colour, (x, y))| {
                view! { <use class=format!("suit-{colour}") href=format!("#tm-suit-{colour}") x=x y=y width="14" height="14"></use> }
            })
            .collect_view()
            .into_any(),
        Special::Elephant | Special::Mogul => special
            .symbol()
            .map(|symbol| {
                view! {
                    <use href=format!("#tm-{}", symbol.id()) x="15" y="20" width="30" height="30"></use>
                    <text class="card-plus" x="30" y="69">"+1"</text>
                }
            })
            .into_any(),
    };
    view! {
        <svg class="card-face card-special" viewBox="0 0 60 84" aria-hidden="true">
            <rect class="card-edge" x=".75" y=".75" width="58.5" height="82.5" rx="6"></rect>
            <path class="card-frame" d="M10 4h40l6 6v64l-6 6H10l-6-6V10z"></path>
            <g class="card-symbols">{drawn}</g>
        </svg>
    }
}

/// A small card with its name as tooltip; `from` is where it comes from.
pub fn small_card(scene: Scene, card: Card, from: String) -> impl IntoView {
    let name = Memo::new(move |_| scene.called(card));
    view! {
        <span class="small-card" role="img" aria-label=name data-tip=name data-travel=format!("card-{}", card.id()) data-from=from>{card_face(card)}</span>
    }
}

/// A small special card with its name and rule as tooltip; `from` is where it comes from.
pub fn small_special(scene: Scene, special: Special, from: String) -> impl IntoView {
    view! {
        <span
            class="small-card" role="img" aria-label=move || scene.called(special) data-tip=move || special_tip(scene, special)
            data-travel=format!("special-{}", special.id()) data-from=from
        >
            {special_face(special)}
        </span>
    }
}

/// Returns the name and rule of a special card.
pub fn special_tip(scene: Scene, special: Special) -> String {
    let rule = match special {
        Special::Elephant => "board-special-elephant",
        Special::Mogul => "board-special-mogul",
        Special::Points => "board-special-points",
        Special::FreeColour => "board-special-free-colour",
    };
    format!("{}\n{}", scene.called(special), scene.phrase(rule, &[]))
}

/// A bonus tile in the map's units, centred at the origin.
pub fn bonus_tile(bonus: Bonus) -> impl IntoView {
    match bonus.gain() {
        Gain::Points(4) => view! {
            <use href="#tm-taj" x="-12" y="-18" width="24" height="24"></use>
            <text class="bonus-points" y="19">"+4"</text>
        }
        .into_any(),
        Gain::Points(points) => view! { <text class="bonus-points" y="6">{format!("+{points}")}</text> }.into_any(),
        Gain::Card => view! { <use href="#tm-card-1" x="-11" y="-11" width="22" height="22"></use> }.into_any(),
        Gain::Good(good) => view! { <use href=format!("#tm-{}", good.id()) x="-12" y="-12" width="24" height="24"></use> }.into_any(),
    }
}
