//! The majorities of Maharaja's final scoring, city by city.

use super::end::shown;
use crate::boards::Seen;
use kit::{Id as _, Key as _, Seat};
use leptos::prelude::*;
use maharaja::components::City;
use maharaja::{Open, View};
use protocol::Update;
use words::Teller;

/// The worship of all players in each city and what it brought; nothing in other games, or if majorities do not count.
#[component]
pub fn Majorities(seen: Seen) -> impl IntoView {
    let open = Memo::new(move |_| seen.update.with(|update| final_state(update)));
    move || {
        let open = open.get()?;
        let rates = open.majority_rates()?;
        Some(
            seen.teller
                .with(|teller| shown_by_city(&open, rates, teller)),
        )
    }
}

fn final_state(update: &Update) -> Option<Open> {
    let view = &update.position.as_ref()?.view;
    let view: View =
        (update.game == "maharaja").then(|| serde_json::from_value(view.clone()).ok())??;
    Some(view.open)
}

/// What a player got for a city: worship, and points if any.
fn in_city(open: &Open, seat: Seat, city: City, rates: [i16; 2]) -> String {
    let worship = open.final_worship(seat, city);
    match open.majority(seat, city, rates) {
        0 => worship.to_string(),
        points => format!("{worship} → +{points}"),
    }
}

fn shown_by_city(open: &Open, rates: [i16; 2], teller: &Teller) -> impl IntoView + use<> {
    let (title, worship) = (
        teller.text("end-majorities"),
        teller.text("end-majorities-about"),
    );
    let seats: Vec<Seat> = open.tableaus.seats().collect();
    let heads = seats.iter().map(|seat| {
        let seat = usize::from(seat.number());
        view! {
            <th scope="col" class=format!("seat-{seat}")>
                <span class="player-mark" aria-hidden="true"></span>{teller.name(seat)}
            </th>
        }
    });
    let heads = heads.collect_view();
    let rows = City::all().map(|city| {
        let cells = seats.iter().map(|&seat| {
            let won = open.majority(seat, city, rates) > 0;
            view! { <td class:won=won>{in_city(open, seat, city, rates)}</td> }
        });
        view! { <tr><th scope="row">{teller.text(city.id())}</th>{cells.collect_view()}</tr> }
    });
    let rows = rows.collect_view();
    let totals = seats.iter().map(|&seat| {
        let sum: i16 = City::all()
            .map(|city| open.majority(seat, city, rates))
            .sum();
        view! { <td>{shown(sum.into())}</td> }
    });
    let totals = totals.collect_view();
    view! {
        <div>
        <h3>{title}</h3>
        <p class="small">{worship}</p>
        <div class="end-table" tabindex="0" role="region" aria-label=title>
            <table>
                <thead><tr><td></td>{heads}</tr></thead>
                <tbody>{rows}</tbody>
                <tfoot><tr><th scope="row">{crate::frame::t("end-total")}</th>{totals}</tr></tfoot>
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
    fn the_cities_add_up_to_the_points_for_majorities() {
        let shelf = Memory::default();
        let mut local = created("maharaja", 0, 3, &shelf);
        play(&mut local, 5_000, &shelf);
        let end = update(&local, None, 0);
        let open = final_state(&end).unwrap();
        let rates = open.majority_rates().unwrap();
        let scores = end.position.unwrap().standings.scores;
        for (seat, score) in Seat::first(3).zip(scores) {
            let sum: i16 = City::all()
                .map(|city| open.majority(seat, city, rates))
                .sum();
            let mut sources = score.sources.into_iter();
            let told = sources.find(|source| source.name == "majorities").unwrap();
            assert_eq!(i32::from(sum), told.points);
        }
    }

    #[test]
    fn other_games_have_none() {
        let local = created("taj-mahal", 2, 0, &Memory::default());
        assert!(final_state(&update(&local, None, 0)).is_none());
    }
}
