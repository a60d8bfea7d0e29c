//! The boards. A game's own board is a module here with a component that takes [`Seen`], and a line in [`DRAWN`]; other games are played on the
//! generic board.

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

use kit::{Game, Seat};
use leptos::prelude::*;
use protocol::Update;
use scene::Scene;
use std::sync::Arc;
use words::Teller;

/// The input of a board, and the callback for its clicks. The same for a local table, an online one, and a replay.
#[derive(Clone, Copy)]
pub struct Seen {
    /// The last update of the viewer; `steps` are the news since the update before.
    pub update: Signal<Arc<Update>>,
    /// The texts in the reader's language.
    pub teller: Signal<Teller>,
    /// Carries out one of the legal actions.
    pub play: Callback<String>,
    /// The player whose belongings are shown large; `None` for the viewer's own.
    pub looked_at: RwSignal<Option<Seat>>,
}

/// A drawn board.
#[derive(Clone, Copy)]
struct Drawn {
    /// The key of the game.
    game: &'static str,
    /// The SVG symbols of the game's pieces, included once in the page.
    symbols: &'static str,
    /// The board component.
    board: fn(Seen) -> AnyView,
    /// A player's belongings, for the players' panel.
    belongings: fn(Seen, Seat) -> AnyView,
    provide: fn(Seen),
    is_readable: fn(Seen) -> Memo<bool>,
}

impl Drawn {
    const fn of<G: Game>(
        symbols: &'static str,
        board: fn(Seen) -> AnyView,
        belongings: fn(Seen, Seat) -> AnyView,
    ) -> Self {
        Drawn {
            game: G::ABOUT.key,
            symbols,
            board,
            belongings,
            provide: Scene::<G>::provide,
            is_readable: |seen| {
                let view = Scene::<G>::new(seen).view;
                Memo::new(move |_| view.with(Option::is_some))
            },
        }
    }
}

/// The drawn boards. Any other game is played on the generic board.
const DRAWN: [Drawn; 3] = [taj_mahal::BOARD, amritsar::BOARD, maharaja::BOARD];

fn drawn(game: &str) -> Option<Drawn> {
    DRAWN.into_iter().find(|drawn| drawn.game == game)
}

/// Returns the SVG symbols of a game's pieces, to be included once in the page.
pub fn symbols(game: &str) -> &'static str {
    drawn(game).map_or("", |drawn| drawn.symbols)
}

/// Parses the position once for all components that show it.
pub fn provide_scene(seen: Seen) {
    if let Some(drawn) = seen.update.with_untracked(|update| drawn(&update.game)) {
        (drawn.provide)(seen);
    }
}

/// The board of the table's game. A view that its own board cannot parse is shown on the generic one.
#[component]
pub fn Board(seen: Seen) -> impl IntoView {
    let Some(drawn) = seen.update.with_untracked(|update| drawn(&update.game)) else {
        return view! { <generic::GenericBoard seen/> }.into_any();
    };
    let readable = (drawn.is_readable)(seen);
    view! {
        <Show when=move || readable.get() fallback=move || view! { <generic::GenericBoard seen/> }>
            <div class="board">{(drawn.board)(seen)}</div>
        </Show>
    }
    .into_any()
}

/// A player's belongings for the players' panel; empty if the board shows them.
#[component]
pub fn Belongings(seen: Seen, seat: Seat) -> impl IntoView {
    let drawn = seen.update.with_untracked(|update| drawn(&update.game));
    drawn.map(|drawn| (drawn.belongings)(seen, seat))
}
