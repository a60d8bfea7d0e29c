//! The boards. A game without one of its own is played on the generic board; a game's own board is a module here with a component that takes
//! [`Seen`], and its line in [`DRAWN`].

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

/// A drawn board.
#[derive(Clone, Copy)]
struct Drawn {
    /// Whose board it is.
    game: &'static str,
    /// The symbols of the game's pieces, to be once in the page.
    symbols: &'static str,
    /// The board of a view that can be read.
    board: fn(Seen) -> AnyView,
    /// What lies before a player, for the players' panel.
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

/// The symbols of a game's pieces, to be once in the page.
pub fn symbols(game: &str) -> &'static str {
    drawn(game).map_or("", |drawn| drawn.symbols)
}

/// Reads the position once for all that shows it: the board and what lies before each player.
pub fn provide_scene(seen: Seen) {
    if let Some(drawn) = seen.update.with_untracked(|update| drawn(&update.game)) {
        (drawn.provide)(seen);
    }
}

/// The board of the table's game. A view that its own board cannot read is shown on the generic one.
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

/// What lies before a player, for the players' panel; nothing where the board shows it.
#[component]
pub fn Belongings(seen: Seen, seat: Seat) -> impl IntoView {
    let drawn = seen.update.with_untracked(|update| drawn(&update.game));
    drawn.map(|drawn| (drawn.belongings)(seen, seat))
}
