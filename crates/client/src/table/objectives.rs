//! The objectives of Amritsar at the end: which each had, and what they brought.

use crate::boards::Seen;
use amritsar::components::{Objective, ObjectiveType};
use amritsar::{Side, View};
use kit::{Id as _, Key as _, Seat};
use leptos::prelude::*;
use protocol::Update;
use words::Teller;

/// Each side's objective of each type, and its points; nothing in other games.
#[component]
pub fn Objectives(seen: Seen) -> impl IntoView {
    let view = Memo::new(move |_| seen.update.with(|update| final_view(update)));
    move || {
        let view = view.get()?;
        Some(seen.teller.with(|teller| by_type(&view, teller)))
    }
}

fn final_view(update: &Update) -> Option<View> {
    let view = &update.position.as_ref()?.view;
    (update.game == "amritsar").then(|| serde_json::from_value(view.clone()).ok())?
}

/// All sides, and the objective of a type that lies on the board of each.
fn laid(view: &View, kind: ObjectiveType) -> Vec<(Side, Option<Objective>)> {
    let played = |seat: Seat| {
        let mut played = view.objectives[seat].played.iter();
        played.find_map(|(_, tile)| tile.filter(|tile| tile.kind() == kind))
    };
    let seats = view.open.players.seats();
    let own = seats.map(|seat| (Side::Player(seat), played(seat)));
    let maharajah = view.open.maharajah.map(|maharajah| {
        let objective = Some(maharajah.objective).filter(|tile| tile.kind() == kind);
        (Side::Maharajah, objective)
    });
    own.chain(maharajah).collect()
}

fn by_type(view: &View, teller: &Teller) -> impl IntoView + use<> {
    let title = teller.text("board-objectives");
    let sides = laid(view, ObjectiveType::A).len();
    let heads = (0..sides).map(|seat| {
        view! {
            <th scope="col" class=format!("seat-{seat}")>
                <span class="player-mark" aria-hidden="true"></span>{teller.name(seat)}
            </th>
        }
    });
    let heads = heads.collect_view();
    let rows = ObjectiveType::all().map(|kind| {
        let source = format!("objective_{}", kind.id().to_lowercase());
        let cells = laid(view, kind).into_iter().map(|(side, tile)| {
            let told = tile.map(|tile| {
                let points = view.open.scored_points(side, tile);
                let name = teller.text(tile.id()).unwrap_or_default();
                let gain = if points > 0 { "+" } else { "" };
                (points, format!("{name} → {gain}{points}"))
            });
            let won = told.as_ref().is_some_and(|(points, _)| *points > 0);
            let words = told.map_or_else(|| "–".to_owned(), |(_, words)| words);
            view! { <td class:won=won><span class="source-name">{words}</span></td> }
        });
        view! { <tr><th scope="row"><span class="source-name">{teller.label("source", &source)}</span></th>{cells.collect_view()}</tr> }
    });
    view! {
        <div>
        <h3>{title}</h3>
        <div class="end-table end-names" tabindex="0" role="region" aria-label=title>
            <table>
                <thead><tr><td></td>{heads}</tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
        </div>
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::local_table::tests::{created, play, update};
    use crate::shelf::Memory;

    #[test]
    fn the_objectives_add_up_to_their_points() {
        for players in [1, 3] {
            let shelf = Memory::default();
            let mut local = created("amritsar", 0, players, &shelf);
            play(&mut local, 5_000, &shelf);
            let end = update(&local, None, 0);
            let view = final_view(&end).unwrap();
            let standings = end.position.unwrap().standings;
            let scores = standings.scores.into_iter().chain(standings.automatic);
            for (number, score) in scores.enumerate() {
                for kind in ObjectiveType::all() {
                    let (side, tile) = laid(&view, kind).into_iter().nth(number).unwrap();
                    let points = tile.map_or(0, |tile| view.open.scored_points(side, tile));
                    let source = format!("objective_{}", kind.id().to_lowercase());
                    let mut sources = score.sources.iter();
                    let told = sources.find(|known| known.name == source);
                    assert_eq!(i32::from(points), told.map_or(0, |told| told.points));
                }
            }
        }
    }
}
