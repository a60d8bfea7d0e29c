//! What a decision promises is what it brings.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may panic"
)]

mod position;

use kit::{Game, Key, dice};
use position::{A, B, C, D, Position, any_decision, city, new_game, seat};
use taj_mahal::components::Symbol;
use taj_mahal::{Action, Source, Stage};

/// Spec 6.6: eleven points, which is also the most that this withdrawal can bring.
#[test]
fn a_promise_is_the_best_way_to_place() {
    let table = Position::players(4)
        .current("delhi")
        .visit(6)
        .bonus("del3", "good-jewels")
        .tiles(A, "1 2 4")
        .palaces(A, "awa4 pun3")
        .withdrawn(&[B, C, D])
        .row(A, "red-ep red-ek")
        .table();
    let preview = table.game.preview(seat(A)).unwrap();
    assert_eq!(
        preview.won,
        [Symbol::Princess, Symbol::Mogul, Symbol::Elephant]
            .into_iter()
            .collect()
    );
    assert_eq!(preview.points[Source::Goods], 8);
    assert_eq!(preview.points[Source::Palaces], 3);
    assert_eq!(table.game.preview(seat(B)), None);
}

#[test]
fn a_placement_counts_its_bonus_and_the_provinces_it_joins() {
    let mut table = Position::players(4)
        .current("delhi")
        .visit(6)
        .bonus("del3", "good-jewels")
        .tiles(A, "1 2 4")
        .palaces(A, "awa4 pun3")
        .withdrawn(&[B, C, D])
        .row(A, "red-ep red-ek")
        .table();
    table.does(A, "withdraw");
    let fortress = table
        .game
        .placement(seat(A), Action::Palace(city("del3")))
        .unwrap();
    assert_eq!((fortress.bonus, fortress.provinces.len()), (2, 2));
    let crown = table
        .game
        .placement(seat(A), Action::Crown(city("del3")))
        .unwrap();
    assert_eq!((crown.bonus, crown.provinces.len()), (0, 2));
    assert_eq!(
        table.game.placement(seat(A), Action::Palace(city("kas1"))),
        None
    );
}

#[test]
fn whole_games_keep_their_promises() {
    for players in 2..=5 {
        let mut game = new_game(players, "promises");
        let mut dice = dice("promises".parse().unwrap());
        let mut actions = Vec::new();
        let mut promised = None;
        while let Some((seat, action)) = any_decision(&game, &mut dice, &mut actions) {
            let before = game.open.players[seat].total();
            if let (Stage::Turn { .. }, Action::Play { .. }) = (game.open.stage, action) {
                let laid = game.laid(seat, action).unwrap();
                game.apply(seat, action, &mut ()).unwrap();
                for symbol in Symbol::all() {
                    assert_eq!(laid.shows(seat, symbol), game.open.shows(seat, symbol));
                }
                continue;
            }
            if action == Action::Withdraw {
                let preview = game.preview(seat).unwrap();
                let most: u32 = preview
                    .points
                    .iter()
                    .map(|(_, &points)| u32::from(points))
                    .sum();
                promised = Some(before + most);
            }
            game.apply(seat, action, &mut ()).unwrap();
            if game.open.stage != Stage::Over {
                assert!(game.open.players[seat].total() <= promised.unwrap());
            }
        }
    }
}
