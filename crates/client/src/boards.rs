//! The boards. A game without one of its own is played on the generic board; a game's own board is a module here with a component that takes
//! [`Seen`], and a line in [`Board`].

mod amritsar;
mod choices;
mod explain;
mod floating;
mod generic;
mod maharaja;
mod pan;
mod scene;
mod spot;
mod taj_mahal;

pub use explain::Explained;

use kit::Seat;
use leptos::prelude::*;
use protocol::Update;
use std::sync::Arc;
use words::Teller;

/// What a board shows, and where its clicks go. The same for a local table, an online one, and a replay.
#[derive(Clone, Copy)]
pub struct Seen {
    /// All that these eyes are told; `steps` are the news since the update before.
    pub update: Signal<Arc<Update>>,
    /// Words for it in the reader's language.
    pub teller: Signal<Teller>,
    /// Carries out one of the legal actions.
    pub play: Callback<String>,
    /// Whose belongings are looked at closely; one's own if nobody's.
    pub looked_at: RwSignal<Option<Seat>>,
}

/// The symbols of a game's pieces, to be once in the page.
pub fn symbols(game: &str) -> &'static str {
    match game {
        "taj-mahal" => include_str!("../art/taj-mahal-symbols.svg"),
        "amritsar" => include_str!("../art/amritsar-symbols.svg"),
        "maharaja" => include_str!("../art/maharaja-symbols.svg"),
        _ => "",
    }
}

/// Reads the position once for all that shows it: the board and what lies before each player.
pub fn provide_scene(seen: Seen) {
    let game = seen.update.with_untracked(|update| update.game.clone());
    match game.as_str() {
        "taj-mahal" => scene::Scene::<::taj_mahal::TajMahal>::provide(seen),
        "amritsar" => scene::Scene::<::amritsar::Amritsar>::provide(seen),
        "maharaja" => scene::Scene::<::maharaja::Maharaja>::provide(seen),
        _ => {}
    }
}

/// The board of the table's game.
#[component]
pub fn Board(seen: Seen) -> impl IntoView {
    let game = Memo::new(move |_| seen.update.with(|update| update.game.clone()));
    move || match game.get().as_str() {
        "taj-mahal" => view! { <taj_mahal::TajMahalBoard seen/> }.into_any(),
        "amritsar" => view! { <amritsar::AmritsarBoard seen/> }.into_any(),
        "maharaja" => view! { <maharaja::MaharajaBoard seen/> }.into_any(),
        _ => view! { <generic::GenericBoard seen/> }.into_any(),
    }
}

/// What lies before a player, for the players' panel; nothing where the board shows it.
#[component]
pub fn Belongings(seen: Seen, seat: Seat) -> impl IntoView {
    let game = seen.update.with_untracked(|update| update.game.clone());
    match game.as_str() {
        "taj-mahal" => view! { <taj_mahal::TajMahalBelongings seen seat/> }.into_any(),
        "amritsar" => view! { <amritsar::AmritsarBelongings seen seat/> }.into_any(),
        "maharaja" => view! { <maharaja::MaharajaBelongings seen seat/> }.into_any(),
        _ => ().into_any(),
    }
}
