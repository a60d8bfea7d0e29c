//! Nobody sees what is hidden: other hands, the draw pile, blind draws, and the chance to come (spec section 4).

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may panic"
)]

mod position;

use kit::{Eyes, Game, Seat, dice};
use position::{A, B, C, D, Position, cards, random_game, seat, told};
use serde_json::{Value, json};
use taj_mahal::components::Card;
use taj_mahal::{Event, Stage, TajMahal};

fn json_seen(game: &TajMahal, eyes: Eyes) -> Value {
    serde_json::to_value(game.view(eyes)).unwrap()
}

#[test]
fn a_view_shows_ones_own_hand_and_the_sizes_of_the_others() {
    let table = Position::players(3).hand(A, "red-ev white-e").table();
    let seen = json_seen(&table.game, Eyes::Seat(seat(A)));
    assert_eq!(seen["hands"], json!([["red-ev", "white-e"], null, null]));
    assert_eq!(seen["hand_sizes"], json!([2, 6, 6]));
    assert_eq!(seen["draw_pile_size"], json!(96 - 14 - 5));
    let seen = json_seen(&table.game, Eyes::Public);
    assert_eq!(seen["hands"], json!([null, null, null]));
}

#[test]
fn no_view_has_a_hidden_hand_a_draw_pile_or_chance() {
    for players in 2..=5 {
        for number in 0..8 {
            random_game(players, &format!("secret {number}"), |game, _| {
                let over = game.open.stage == Stage::Over;
                let secret = serde_json::to_value(game).unwrap();
                for eyes in Eyes::all(players) {
                    let seen = json_seen(game, eyes);
                    for who in Seat::first(players) {
                        let open = over || eyes.are(who);
                        let hand = &seen["hands"][usize::from(who.number())];
                        assert_eq!(!hand.is_null(), open);
                        assert!(!open || *hand == secret["hands"][usize::from(who.number())]);
                    }
                    for field in ["draw_pile", "chance", "seed"] {
                        assert!(seen.get(field).is_none());
                    }
                    assert!(
                        !seen
                            .to_string()
                            .contains(secret["chance"]["seed"].as_str().unwrap())
                    );
                }
            });
        }
    }
}

#[test]
fn a_view_does_not_change_with_what_it_hides() {
    // B and C exchange a card, two cards of the pile change places, and chance is another: A sees the same.
    let one = Position::players(3)
        .hand(A, "red-ee")
        .hand(B, "green-ee red-ev")
        .hand(C, "violet-ee red-ev")
        .top("yellow-ee white-e")
        .game();
    let mut other = Position::players(3)
        .hand(A, "red-ee")
        .hand(B, "violet-ee red-ev")
        .hand(C, "green-ee red-ev")
        .top("white-e yellow-ee")
        .game();
    other.open.display = one.open.display;
    other.chance = kit::Chance::new("another".parse().unwrap());
    assert_eq!(
        one.view(Eyes::Seat(seat(A))),
        other.view(Eyes::Seat(seat(A)))
    );
    assert_eq!(one.view(Eyes::Public), other.view(Eyes::Public));
    assert_ne!(
        one.view(Eyes::Seat(seat(B))),
        other.view(Eyes::Seat(seat(B)))
    );
}

#[test]
fn a_blind_draw_is_for_the_eyes_of_its_owner() {
    let mut table = Position::players(4).top("violet-vk").table();
    table.does(A, "withdraw");
    let drawn = table
        .events
        .iter()
        .find(|event| matches!(event, Event::DrewBlind { .. }))
        .unwrap();
    let said = |eyes| told(&TajMahal::seen(drawn, eyes).unwrap());
    assert_eq!(
        said(Eyes::Seat(seat(A))),
        "Seat 0 draws violet (vizier, Grand Mogul)."
    );
    assert_eq!(said(Eyes::Seat(seat(B))), "Seat 0 draws a card.");
    assert_eq!(said(Eyes::Public), "Seat 0 draws a card.");
    assert!(TajMahal::reveals(drawn, Eyes::Seat(seat(A))));
    assert!(!TajMahal::reveals(drawn, Eyes::Seat(seat(B))));
    assert!(
        !serde_json::to_string(&TajMahal::seen(drawn, Eyes::Public))
            .unwrap()
            .contains("violet-vk")
    );
}

#[test]
fn a_bonus_card_is_drawn_in_secret_too() {
    let mut table = Position::players(4)
        .current("kashmir")
        .bonus("kas2", "card-1")
        .row(A, "red-ev")
        .withdrawn(&[B, C, D])
        .top("violet-vk")
        .table();
    table.does(A, "withdraw, palace kas2");
    let public: Vec<Event> = table
        .events
        .iter()
        .map(|event| TajMahal::seen(event, Eyes::Public).unwrap())
        .collect();
    let said: Vec<String> = public.iter().map(told).collect();
    assert!(said.contains(&"Seat 0 draws a card.".to_owned()));
    assert!(!json!(public).to_string().contains("violet-vk"));
}

#[test]
fn everything_else_is_seen_by_everybody() {
    random_game(4, "open events", |_, events| {
        for event in events
            .iter()
            .filter(|event| !matches!(event, Event::DrewBlind { .. }))
        {
            for eyes in Eyes::all(4) {
                assert_eq!(TajMahal::seen(event, eyes).as_ref(), Some(event));
            }
        }
    });
}

#[test]
fn imagining_keeps_known_cards_in_their_hands() {
    let mut table = Position::players(3)
        .withdrawn(&[C])
        .starts(C)
        .turn_of(B)
        .display("white-p violet-mk yellow-ee")
        .table();
    table
        .does(B, "withdraw, take white-p, take violet-mk")
        .does(A, "withdraw, take yellow-ee");
    let mut dice = dice("imagination".parse().unwrap());
    for _ in 0..200 {
        for eyes in [Eyes::Public, Eyes::Seat(seat(A)), Eyes::Seat(seat(C))] {
            let imagined = TajMahal::imagine(&table.view(eyes), &mut dice);
            imagined.check().unwrap();
            let holds = |name: &str| imagined.hands[seat(B)].count(name.parse::<Card>().unwrap());
            assert_eq!((holds("white-p"), holds("violet-mk")), (1, 1));
            assert!(imagined.hands[seat(A)].count("yellow-ee".parse().unwrap()) >= 1);
        }
    }
    assert_eq!(table.player(B).known, cards("white-p violet-mk"));
}

#[test]
fn imagining_twice_gives_two_different_states_that_look_the_same() {
    for players in 2..=5 {
        let mut dice = dice("imagination".parse().unwrap());
        random_game(players, "imagined", |game, _| {
            for eyes in Eyes::all(players) {
                let view = game.view(eyes);
                let [one, other] = [(); 2].map(|()| TajMahal::imagine(&view, &mut dice));
                assert_eq!((one.view(eyes), other.view(eyes)), (view, view));
                assert_ne!(one.chance, game.chance);
                assert_ne!(one, other);
                let hidden = game.draw_pile.len() > 10 && game.open.stage != Stage::Over;
                assert!(!hidden || one.draw_pile != other.draw_pile);
            }
        });
    }
}

#[test]
fn all_hands_are_open_after_the_game() {
    for players in 2..=5 {
        let mut opened = false;
        let over = random_game(players, "the end", |_, events| {
            opened |= events
                .iter()
                .any(|event| matches!(event, Event::HandsOpened { .. }));
        });
        assert!(opened);
        let view = over.view(Eyes::Public);
        for who in Seat::first(players) {
            assert_eq!(view.hands[who], Some(over.hands[who]));
        }
    }
}
