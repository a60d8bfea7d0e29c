//! The boards. A game's own board is a module here with a component that takes [`Seen`], and a line in [`DRAWN`]; other games are played on the
//! generic board.

mod amritsar;
mod cards;
mod choices;
mod explain;
mod floating;
mod generic;
mod happened;
mod maharaja;
mod pan;
mod scene;
mod sign;
#[cfg(test)]
#[allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]
mod sketches;
mod spot;
mod taj_mahal;
#[cfg(test)]
#[allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]
mod tests;
mod tie;
mod travel;

pub use explain::{Explained, because};
pub use happened::Happened;
pub use sign::Sign;
pub use travel::let_travel;

use crate::browser;
use crate::table::Moment;
use kit::{Game, Seat};
use leptos::prelude::*;
use protocol::Update;
use scene::Scene;
use serde_json::Value;
use std::borrow::Cow;
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
    /// The sheet that a small screen shows.
    pub sheet: RwSignal<&'static str>,
}

/// A drawn board.
#[derive(Clone, Copy)]
struct Drawn {
    /// The key of the game.
    game: &'static str,
    /// The SVG symbols of the game's pieces, included once in the page.
    symbols: &'static str,
    /// The names of the board's sheets. A large screen shows all of them, a small one only one.
    sheets: &'static [&'static str],
    /// Parses the position, and keeps what the components share.
    provide: fn(Seen),
    /// The sheet that the present decision is about.
    leads_to: fn(Seen) -> &'static str,
    /// The board itself, in sheets.
    board: fn(Seen) -> AnyView,
    /// The choices that have no place on the map, and what the viewer holds.
    stage: fn(Seen) -> AnyView,
    /// A player's belongings, for the players' panel.
    belongings: fn(Seen, Seat) -> AnyView,
    /// The present decision as one sentence: to the viewer, or about whoever decides; `None` when the game is over.
    question: fn(Seen) -> Option<String>,
    /// What the last step shows on a card, if it stops the game.
    moment: fn(Happened) -> Option<Moment>,
    /// The events of the last step, with reasons derived from what came before; `None` if there are no reasons to add.
    reasons: fn(Happened) -> Option<Vec<Value>>,
    /// How a tie at the end was decided, given the last view; `None` without a tie.
    tie: fn(&Value, &Teller) -> Option<String>,
    /// What an event shows without words.
    signs: fn(&Value) -> Vec<Sign>,
    is_readable: fn(Seen) -> Memo<bool>,
    would_end_turn: fn(Seen, &str) -> bool,
}

impl Drawn {
    /// A board of a game without anything on it.
    const fn of<G: Game>() -> Self {
        Drawn {
            game: G::ABOUT.key,
            symbols: "",
            sheets: &[],
            provide: Scene::<G>::provide,
            leads_to: |_| "",
            board: |_| ().into_any(),
            stage: |_| ().into_any(),
            belongings: |_, _| ().into_any(),
            question: |_| None,
            moment: |_| None,
            reasons: |_| None,
            tie: |_, _| None,
            signs: |_| Vec::new(),
            is_readable: |seen| {
                let view = Scene::<G>::new(seen).view;
                Memo::new(move |_| view.with(Option::is_some))
            },
            would_end_turn: |seen, action| Scene::<G>::new(seen).would_end_turn(action),
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

/// Returns what the last step shows on a card, if it stops the game.
pub fn moment(game: &str, happened: Happened) -> Option<Moment> {
    let drawn = drawn(game)?;
    let mut moment = (drawn.moment)(happened)?;
    if happened.includes(&["game-over"]) {
        let tie = happened
            .view
            .and_then(|view| (drawn.tie)(view, happened.teller));
        moment.notes.extend(tie);
    }
    Some(moment)
}

/// Returns the events of the last step, with reasons where the board knows them.
pub fn with_reasons<'a>(game: &str, happened: Happened<'a>) -> Cow<'a, [Value]> {
    let reasons = drawn(game).and_then(|drawn| (drawn.reasons)(happened));
    reasons.map_or_else(|| happened.news().into(), Into::into)
}

/// Returns how a tie at the end of a game was decided, given the last view; `None` without a tie.
pub fn tie(game: &str, view: &Value, teller: &Teller) -> Option<String> {
    (drawn(game)?.tie)(view, teller)
}

/// Returns what an event of a game shows without words.
pub fn signs(game: &str, event: &Value) -> Vec<Sign> {
    drawn(game).map_or_else(Vec::new, |drawn| (drawn.signs)(event))
}

/// Parses the position once for all components that show it.
pub fn provide_scene(seen: Seen) {
    if let Some(drawn) = seen.update.with_untracked(|update| drawn(&update.game)) {
        (drawn.provide)(seen);
    }
}

/// Returns whether the viewer has nothing more to decide after an action.
pub fn would_end_turn(seen: Seen, action: &str) -> bool {
    let drawn = seen.update.with(|update| drawn(&update.game));
    drawn.is_none_or(|drawn| (drawn.would_end_turn)(seen, action))
}

/// Returns the names of the sheets of a game's board.
pub fn sheets(game: &str) -> &'static [&'static str] {
    drawn(game).map_or(&["board"], |drawn| drawn.sheets)
}

/// Lets small screens show the sheet of the present decision: whenever that changes, and whenever the viewer is asked. Whoever writes is not interrupted.
pub fn follow_decisions(seen: Seen) {
    if let Some(drawn) = seen.update.with_untracked(|update| drawn(&update.game)) {
        let wanted = Memo::new(move |_| {
            let asked = seen.update.with(|update| {
                let position = update.position.as_ref();
                position
                    .is_some_and(|position| !position.legal.is_empty())
                    .then_some(update.version)
            });
            (asked, (drawn.leads_to)(seen))
        });
        Effect::new(move |_| {
            let (_, sheet) = wanted.get();
            if !browser::is_writing() {
                seen.sheet.set(sheet);
            }
        });
    }
}

/// A part of the table that fills a small screen.
#[component]
pub fn Sheet(seen: Seen, name: &'static str, children: Children) -> impl IntoView {
    view! {
        <div class=format!("sheet sheet-{name}") class:shown=move || seen.sheet.get() == name tabindex="0">
            {children()}
        </div>
    }
}

/// The board of the table's game. A view that its own board cannot parse is shown on the generic one.
#[component]
pub fn Board(seen: Seen) -> impl IntoView {
    drawn_or(seen, "board", |drawn| drawn.board, generic::position)
}

/// The choices of the present decision that have no place on the map.
#[component]
pub fn Choices(seen: Seen) -> impl IntoView {
    drawn_or(seen, "choices", |drawn| drawn.stage, generic::choices)
}

/// Shows a part of the drawn board in a container of this class, or its general counterpart.
fn drawn_or(
    seen: Seen,
    class: &'static str,
    part: fn(Drawn) -> fn(Seen) -> AnyView,
    general: fn(Seen) -> AnyView,
) -> AnyView {
    let Some(drawn) = seen.update.with_untracked(|update| drawn(&update.game)) else {
        return view! { <div class=class>{general(seen)}</div> }.into_any();
    };
    let readable = (drawn.is_readable)(seen);
    view! {
        <div class=class>
            <Show when=move || readable.get() fallback=move || general(seen)>{part(drawn)(seen)}</Show>
        </div>
    }
    .into_any()
}

/// Returns the present decision as one sentence: to the viewer, or about whoever decides. `None` if the game has no drawn board, or is over.
pub fn question(seen: Seen) -> Option<String> {
    let drawn = seen.update.with(|update| drawn(&update.game))?;
    (drawn.question)(seen)
}

/// A player's belongings for the players' panel; empty if the board shows them.
#[component]
pub fn Belongings(seen: Seen, seat: Seat) -> impl IntoView {
    let drawn = seen.update.with_untracked(|update| drawn(&update.game));
    drawn.map(|drawn| (drawn.belongings)(seen, seat))
}
