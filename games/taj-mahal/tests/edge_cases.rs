//! The edge cases of the specification (section 7) that no acceptance example shows, the details that make programs agree
//! (5.10), and the variants (9).
//!
//! Shown by acceptance examples: E01 (T15), E03 (T17), E09 (T41), E12 (T29, T30), E13 (T35), E16 (T37), E17 (T38), E18 (T48),
//! E20 (T08), E21 (T07), E24 (T21), E25 (T20), E26 (T19), E28 (T42), E30 (T43), E32 (T50), E34 (T46), E35 (T47).
//! E36 is about talking.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may panic"
)]

mod position;

use kit::{Chance, Eyes, Game, Key, Seed};
use position::{A, B, C, D, Position, cards, cities, list, new_game, random_game, seat};
use taj_mahal::components::{BONUS_TILES, Bonus, Card, City, Marker, Province, Symbol};
use taj_mahal::{Cards, Event, Stage, TieBreak, Withdrawal};

// ---------------------------------------------------------------- section 7

#[test]
fn e02_opponents_who_laid_nothing_count_as_zero() {
    let mut table = Position::players(4).row(A, "red-ev").table();
    table.does(A, "withdraw");
    assert_eq!(table.won(A), "vizier elephant");
}

#[test]
fn e04_withdrawing_without_a_majority_costs_the_cards_and_brings_two() {
    let mut table = Position::players(4)
        .row(A, "red-ev white-e")
        .row(B, "green-ev green-ee")
        .display("red-ee yellow-ee violet-ee red-eg green-eg violet-eg yellow-ek")
        .table();
    table.does(A, "withdraw");
    assert_eq!(table.won(A), "");
    assert_eq!(table.game.open.discard_pile, cards("red-ev white-e"));
    assert_eq!(table.hand_size(A), 4);
    table.does(A, "take red-ee, take yellow-ek");
    assert_eq!(table.hand_size(A), 6);
    assert_eq!(table.turn(), B);
}

#[test]
fn e05_e07_e14_e15_a_palace_finds_room_and_markers_suffice() {
    for players in 2..=5 {
        for game in 0..40 {
            random_game(players, &format!("room {game}"), |game, events| {
                if let Stage::Place(Withdrawal { normal, .. }) = game.open.stage {
                    assert!(game.open.free_cities().len() >= normal.into());
                }
                let exchanged = events.iter().filter_map(|event| match event {
                    Event::Exchanged { marker, .. } => Some(*marker),
                    _ => None,
                });
                let mut exchanged: Vec<Marker> = exchanged.collect();
                exchanged.sort();
                assert!(exchanged.windows(2).all(|pair| pair[0] != pair[1]));
                for province in Province::all() {
                    let crowns = game
                        .open
                        .players
                        .iter()
                        .map(|(_, player)| player.crown_palaces.and(province.cities()).len());
                    assert!(crowns.sum::<u32>() <= 1);
                }
                let begun = events
                    .iter()
                    .any(|event| matches!(event, Event::VisitBegan { .. }));
                assert!(!begun || game.open.court.len() == 6);
            });
        }
    }
}

#[test]
fn e06_own_normal_and_crown_palace_may_share_a_city_which_counts_once() {
    let mut table = Position::players(4)
        .current("kashmir")
        .withdrawn(&[B, C, D])
        .row(A, "red-vk")
        .table();
    table.does(A, "withdraw, crown kas1, palace kas1");
    assert_eq!(table.player(A).palaces, cities("kas1"));
    assert_eq!(table.player(A).crown_palaces, cities("kas1"));
    assert_eq!(table.scored(A), ["1 for palaces connecting Kashmir"]);
}

#[test]
fn e08_the_tile_under_a_crown_palace_waits_for_a_normal_one() {
    let mut table = Position::players(4)
        .current("kashmir")
        .bonus("kas2", "points-2")
        .withdrawn(&[B, C, D])
        .row(A, "red-vk")
        .table();
    table.does(A, "withdraw, crown kas2");
    assert_eq!(table.scored(A), [""; 0]);
    assert_eq!(table.bonus("kas2"), Some(Bonus::TwoPoints));
    table.does(A, "palace kas2");
    assert_eq!(
        table.scored(A),
        ["2 for the bonus of Leh", "1 for palaces connecting Kashmir"]
    );
    assert_eq!(table.bonus("kas2"), None);
}

#[test]
fn e10_nothing_can_be_declined() {
    let mut table = Position::players(4)
        .current("kashmir")
        .withdrawn(&[C, D])
        .row(A, "red-vk")
        .display("red-ee red-ee white-e")
        .table();
    table.does(A, "withdraw");
    assert_eq!(
        table.legal(A),
        list(
            "palace kas1, palace kas2, palace kas3, palace kas4, crown kas1, crown kas2, crown kas3, crown kas4"
        )
    );
    assert_eq!(
        table.refuses(A, "withdraw"),
        "breaks the rule ‘place’ (5.4)"
    );
    table.does(A, "palace kas1");
    assert_eq!(
        table.legal(A),
        list("crown kas1, crown kas2, crown kas3, crown kas4")
    );
    table.does(A, "crown kas1");
    assert_eq!(table.legal(A), list("take red-ee, take white-e"));
    assert_eq!(
        table.refuses(A, "withdraw"),
        "breaks the rule ‘draft’ (5.6)"
    );
    table.does(A, "take red-ee");
    assert_eq!(table.legal(A), list("take red-ee, take white-e"));
}

#[test]
fn e11_bonus_tiles_are_scored_as_taken_then_the_tile_then_palaces_once() {
    let mut table = Position::players(4)
        .current("gujarat")
        .visit(2)
        .bonus("guj3", "good-jewels")
        .bonus("guj4", "points-2")
        .withdrawn(&[B, C, D])
        .row(A, "red-ev red-eg")
        .table();
    table.does(A, "withdraw, palace guj4");
    assert_eq!(table.scored(A), ["2 for the bonus of Junagadh"]);
    table.does(A, "palace guj3");
    assert_eq!(
        table.scored(A),
        [
            "2 for the bonus of Junagadh",
            "1 for jewels",
            "2 for jewels",
            "1 for tea",
            "1 for palaces connecting Gujarat"
        ]
    );
}

#[test]
fn e19_a_special_card_works_once_in_a_visit_but_others_still_do() {
    let mut table = Position::players(4)
        .withdrawn(&[B, C, D])
        .hand(A, "red-ee red-ev red-eg")
        .special(A, "special-elephant special-mogul")
        .table();
    table.does(A, "play red-ee special-elephant");
    assert_eq!(
        table.refuses(A, "play red-ev special-elephant"),
        "breaks the rule ‘special-once’ (5.2)"
    );
    table.does(A, "play red-ev special-mogul");
    assert_eq!(table.legal(A), list("play red-eg, withdraw"));
    table.does(A, "withdraw");
    assert_eq!(table.won(A), "vizier mogul elephant");
}

#[test]
fn e22_the_free_colour_may_go_with_the_bound_colour() {
    let mut table = Position::players(4)
        .withdrawn(&[B, C, D])
        .row(A, "red-ev")
        .hand(A, "red-ee green-ee red-eg")
        .special(A, "special-free-colour")
        .table();
    table.does(A, "play red-ee special-free-colour");
    assert_eq!(table.legal(A), list("play red-eg, withdraw"));
}

#[test]
fn e23_white_and_special_cards_are_never_laid_alone() {
    let table = Position::players(4)
        .hand(A, "white-e white-v")
        .special(A, "special-elephant special-free-colour")
        .table();
    assert_eq!(table.legal(A), list("withdraw"));
    assert_eq!(
        table.refuses(A, "play white-e"),
        "breaks the rule ‘coloured-card’ (5.2)"
    );
    let two_coloured = Position::players(4).hand(A, "red-ee red-ev").table();
    assert_eq!(
        two_coloured.refuses(A, "play red-ee red-ev"),
        "breaks the rule ‘one-coloured-card’ (5.2)"
    );
    assert_eq!(
        two_coloured.refuses(A, "play red-ee special-points"),
        "breaks the rule ‘hold-special’ (5.2)"
    );
    assert_eq!(
        two_coloured.refuses(A, "play red-ee white-e"),
        "breaks the rule ‘in-hand’ (5.2)"
    );
}

#[test]
fn e27_when_all_withdraw_without_playing_the_tiles_go_and_the_rest_stays() {
    let mut table = Position::players(4).current("kashmir").visit(1).table();
    for who in [A, B, C, D] {
        table.does(who, "withdraw").finishes(who);
    }
    assert_eq!([A, B, C, D].map(|who| table.hand_size(who)), [9, 9, 9, 8]);
    assert_eq!(
        table.said("Province tile"),
        ["Province tile 1 leaves the game."]
    );
    assert_eq!(table.said("The bonus of").len(), 2);
    assert_eq!((table.bonus("kas2"), table.bonus("kas3")), (None, None));
    assert_eq!(table.game.open.court.len(), 6);
    assert!(Marker::all().all(|marker| table.game.open.supply[marker] == 5));
}

#[test]
fn e27_what_nobody_won_in_the_last_visit_leaves_the_game_too() {
    let mut table = Position::players(4)
        .current("agra")
        .withdrawn(&[A, B, C])
        .turn_of(D)
        .table();
    table.does(D, "withdraw").finishes(D);
    assert_eq!(
        table.said("leaves the game"),
        [
            "Province tile 12 leaves the game.",
            "The bonus of Agra (the Taj Mahal, 4 points) leaves the game."
        ]
    );
    assert!(!table.at_court(Symbol::Elephant) && table.at_court(Symbol::Mogul));
    assert_eq!(table.bonus("agr1"), None);
}

#[test]
fn e29_without_any_card_left_nobody_draws() {
    let mut table = Position::players(3)
        .current("kashmir")
        .bonus("kas2", "card-1")
        .row(B, "red-ev")
        .hand(C, "")
        .display("")
        .piles(0, 0)
        .table();
    let (a, b) = (table.hand_size(A), table.hand_size(B));
    // No blind card and no draft; the turn passes at once.
    table.does(A, "withdraw");
    assert_eq!((table.hand_size(A), table.turn()), (a, B));
    // No bonus card either; then B's row is all there is to draw.
    table.does(B, "withdraw, palace kas2");
    assert_eq!((table.hand_size(B), table.turn()), (b, C));
    assert_eq!((table.draw_pile(), table.discard_pile()), (0, 1));
    table.does(C, "withdraw");
    assert_eq!(table.game.hands[seat(C)], cards("red-ev"));
    assert_eq!((table.game.open.visit, table.display().as_str()), (2, ""));
}

#[test]
fn e31_an_empty_hand_must_withdraw() {
    let mut table = Position::players(4)
        .hand(A, "")
        .special(A, "special-points")
        .table();
    assert_eq!(table.legal(A), list("withdraw"));
    table.does(A, "withdraw").finishes(A);
    assert_eq!(table.hand_size(A), 3);
}

#[test]
fn e33_the_last_display_is_turned_up_and_its_cards_count() {
    let mut table = Position::players(4)
        .visit(11)
        .withdrawn(&[A, B, C])
        .turn_of(D)
        .table();
    table.does(D, "withdraw").finishes(D);
    assert_eq!(
        (table.game.open.visit, table.game.open.display.len()),
        (12, 7)
    );
    assert_eq!(table.game.open.province(), Province::Agra);

    let mut last = Position::players(4)
        .current("agra")
        .withdrawn(&[A, B, C])
        .won(A, "elephant")
        .row(D, "yellow-ee")
        .hand(D, "red-ee")
        .display("red-ev")
        .turn_of(D)
        .table();
    last.does(D, "withdraw, take red-ev");
    assert_eq!(last.scored(D), ["2 for the cards in hand"]);
}

#[test]
fn e37_the_rules_act_for_a_player_who_does_not() {
    let mut table = Position::players(4)
        .current("sind")
        .bonus("sin1", "points-2")
        .bonus("sin4", "points-2")
        .withdrawn(&[B, C])
        .won(B, "monk")
        .palaces(B, "sin1")
        .row(A, "red-vg red-pk red-ee")
        .row(D, "green-ee green-ee")
        .display("white-e red-ev green-ev")
        .table();
    let mut answers = Vec::new();
    while table.turn() == A {
        let answer = table.game.time_out().unwrap().to_string();
        table.does(A, &answer);
        answers.push(answer);
    }
    // Sehwan is the only free fortress; then come the free cities, then the crown on the first city; then the first cards.
    assert_eq!(
        answers,
        [
            "withdraw",
            "palace sin4",
            "palace sin2",
            "palace sin3",
            "crown sin1",
            "take white-e",
            "take red-ev"
        ]
    );
}

#[test]
fn e37_a_game_of_absent_players_ends_with_their_hands() {
    for players in 2..=5 {
        let mut game = new_game(players, "nobody is there");
        while let Some(action) = game.time_out() {
            let decider = game.deciders().lowest().unwrap();
            game.apply(decider, action, &mut ()).unwrap();
        }
        assert!(game.standings().over);
        assert_eq!(game.time_out(), None);
    }
}

// ---------------------------------------------------------------- sections 5 and 6

#[test]
fn s5_each_refusal_names_its_rule() {
    let mut table = Position::players(4)
        .current("kashmir")
        .row(A, "red-vk")
        .hand(A, "green-ee")
        .display("red-ee red-ev white-e")
        .withdrawn(&[C, D])
        .table();
    assert_eq!(
        table.refuses(B, "withdraw"),
        "seat 1 has nothing to decide now; the decision is with seat 0"
    );
    for early in ["take red-ee", "palace kas1", "crown kas1"] {
        assert_eq!(table.refuses(A, early), "breaks the rule ‘turn’ (5)");
    }
    assert_eq!(
        table.refuses(A, "play green-ee"),
        "breaks the rule ‘same-colour’ (5.2)"
    );
    table.does(A, "withdraw, palace kas1");
    assert_eq!(
        table.refuses(A, "palace kas2"),
        "breaks the rule ‘normal-palace’ (5.4)"
    );
    table.does(A, "crown kas1");
    assert_eq!(
        table.refuses(A, "take violet-ee"),
        "breaks the rule ‘on-display’ (5.6)"
    );
    assert_eq!(
        table.refuses(A, "palace kas2"),
        "breaks the rule ‘draft’ (5.6)"
    );

    let over = random_game(3, "over", |_, _| ());
    let table = position::Table::of(over);
    assert_eq!(table.refuses(A, "withdraw"), "the game is over");
}

#[test]
fn s6_5_a_hand_without_any_card_is_worth_its_special_cards() {
    let mut table = Position::players(3)
        .current("agra")
        .withdrawn(&[A, B])
        .won(A, "elephant")
        .special(A, "special-points special-mogul")
        .hand(A, "")
        .hand(B, "")
        .row(C, "red-ee")
        .turn_of(C)
        .display("")
        .table();
    table.does(C, "withdraw");
    assert_eq!(table.scored(A), ["2 for the cards in hand"]);
    assert_eq!(table.scored(B), ["0 for the cards in hand"]);
}

// ---------------------------------------------------------------- section 5.10

#[test]
fn s5_10_the_setup_draws_start_tiles_bonus_tiles_and_deck_in_this_order() {
    for players in 2..=5 {
        let seed = "the order of the draws";
        let mut chance = Chance::new(seed.parse::<Seed>().unwrap());
        let start = chance.below(players.into()) as u8;
        let mut tiles: Vec<usize> = (0..11).collect();
        chance.shuffle(&mut tiles);
        let mut bonus: Vec<Bonus> = Bonus::all()
            .filter(|&bonus| bonus != Bonus::TajMahal)
            .flat_map(|bonus| vec![bonus; BONUS_TILES[bonus].into()])
            .collect();
        chance.shuffle(&mut bonus);
        let mut deck: Vec<Card> = Cards::deck().iter().collect();
        chance.shuffle(&mut deck);

        let game = new_game(players, seed);
        assert_eq!(game.open.first_start_seat, seat(start));
        let others = Province::all().filter(|&province| province != Province::Agra);
        for (province, tile) in others.zip(tiles) {
            assert_eq!(game.open.route[tile], province);
        }
        let fortresses = City::all().filter(|city| city.is_fortress() && *city != City::AGRA);
        for (fortress, bonus) in fortresses.zip(bonus) {
            assert_eq!(game.open.bonus_tiles[fortress], Some(bonus));
        }
        // Six cards to seat 0, six to seat 1 and so on; then the display; the rest is the pile.
        let (hands, rest) = deck.split_at(6 * usize::from(players));
        for (hand, (_, dealt)) in hands.chunks(6).zip(game.hands.iter()) {
            assert_eq!(hand.iter().copied().collect::<Cards>(), *dealt);
        }
        let (display, pile) = rest.split_at(2 * usize::from(players.max(3)) - 1);
        assert_eq!(game.open.display[..], *display);
        assert!(game.draw_pile.iter().eq(pile.iter().copied()));
    }
}

#[test]
fn s5_10_take_removes_the_first_of_equal_cards() {
    let mut table = Position::players(4)
        .display("red-ev white-e green-ee white-e red-ev white-e violet-ee")
        .table();
    table.does(A, "withdraw, take white-e");
    assert_eq!(
        table.display(),
        "red-ev green-ee white-e red-ev white-e violet-ee"
    );
    table.does(A, "take red-ev");
    assert_eq!(table.display(), "green-ee white-e red-ev white-e violet-ee");
}

#[test]
fn s5_10_a_card_taken_from_the_display_is_known_until_an_equal_one_is_laid() {
    let mut table = Position::players(3)
        .withdrawn(&[C])
        .starts(C)
        .turn_of(B)
        .hand(A, "red-ev green-ee red-eg")
        .display("red-ev white-e yellow-ee")
        .table();
    table
        .does(B, "withdraw, take white-e, take yellow-ee")
        .does(A, "withdraw, take red-ev");
    let known =
        |table: &position::Table, who| table.view(Eyes::Public).open.players[seat(who)].known;
    assert_eq!(known(&table, A), cards("red-ev"));
    assert_eq!(known(&table, B), cards("white-e yellow-ee"));

    // A holds two red-ev; nobody can say which one is laid.
    table.does(A, "play red-ev");
    assert_eq!(known(&table, A), cards(""));
    assert_eq!(
        table.game.hands[seat(A)].count("red-ev".parse().unwrap()),
        1
    );

    table.does(B, "play yellow-ee white-e");
    assert_eq!(known(&table, B), cards(""));
}

#[test]
fn s5_10_of_two_equal_known_cards_one_stays_known_when_the_other_is_laid() {
    let mut table = Position::players(3)
        .starts(C)
        .withdrawn(&[C])
        .turn_of(A)
        .display("green-ev white-e green-ev")
        .table();
    table
        .does(A, "withdraw, take green-ev, take green-ev")
        .does(B, "withdraw, take white-e");
    assert_eq!(table.player(A).known, cards("green-ev green-ev"));
    table.does(A, "play green-ev");
    assert_eq!(table.player(A).known, cards("green-ev"));
}

#[test]
fn s5_10_a_withdrawal_remembers_what_is_pending() {
    let mut table = Position::players(4)
        .current("kashmir")
        .withdrawn(&[C, D])
        .row(A, "red-vg red-ek")
        .table();
    let at = |normal, crown, placed| {
        Stage::Place(Withdrawal {
            seat: seat(A),
            normal,
            crown,
            tile: true,
            placed,
        })
    };
    table.does(A, "withdraw");
    assert_eq!(table.game.open.stage, at(2, true, 0));
    table.does(A, "palace kas1");
    assert_eq!(table.game.open.stage, at(1, true, 1));
    table.does(A, "crown kas1");
    assert_eq!(table.game.open.stage, at(1, false, 2));
    assert_eq!(
        table.refuses(A, "crown kas2"),
        "breaks the rule ‘crown-palace’ (5.4)"
    );
    assert_eq!(
        table.refuses(A, "palace pun1"),
        "breaks the rule ‘current-province’ (5.4)"
    );
    table.does(A, "palace kas4");
    assert_eq!(
        table.game.open.stage,
        Stage::Draft {
            seat: seat(A),
            takes: 2
        }
    );
}

// ---------------------------------------------------------------- section 9.1

#[test]
fn s9_1_two_players_are_set_up_for_three() {
    let game = new_game(2, "two");
    assert_eq!(game.open.display.len(), 5);
    assert_eq!(game.draw_pile.len(), 79);
    assert_eq!((game.hands.count(), game.open.players.count()), (2, 3));
    assert_eq!(game.standings().scores.len(), 2);
    let first = game.open.first_start_seat.number();
    random_game(2, "two", |game, _| {
        let start = (first + game.open.visit - 1) % 2;
        assert_eq!(game.open.start_seat(), seat(start));
    });
}

#[test]
fn s9_1_the_order_is_start_other_maharaja_and_he_lays_three_cards() {
    let mut table = Position::players(2)
        .starts(B)
        .hand(A, "red-ee red-ev red-eg red-em")
        .hand(B, "green-ee green-ev green-eg green-em")
        .top("violet-mk white-k red-ep yellow-ee")
        .table();
    table.does(B, "play green-ee");
    assert_eq!((table.turn(), table.player(C).row), (A, cards("")));
    table.does(A, "play red-ee");
    assert_eq!((table.turn(), table.player(C).row), (B, cards("violet-mk")));
    table
        .does(B, "play green-ev")
        .does(A, "play red-ev")
        .does(B, "play green-eg")
        .does(A, "play red-eg");
    assert_eq!(table.player(C).row, cards("violet-mk white-k red-ep"));
    assert_eq!(
        table.said("absent"),
        [
            "The absent maharaja turns up violet (monk, Grand Mogul).",
            "The absent maharaja turns up white (Grand Mogul).",
            "The absent maharaja turns up red (elephant, princess).",
        ]
    );

    // On his fourth turn he withdraws: two moguls and a princess are more than anybody has, a monk is not.
    let display: Vec<Card> = table.game.open.display.to_vec();
    table.does(B, "play green-em").does(A, "play red-em");
    assert_eq!(table.won(C), "princess mogul");
    assert!(!table.at_court(Symbol::Princess) && !table.at_court(Symbol::Mogul));
    assert_eq!(table.game.open.supply[Marker::Princess], 6);
    assert_eq!(table.player(C).palaces.len(), 1);
    assert!(table.player(C).crown_palaces.is_empty());
    assert_eq!(table.total(C), 0);
    assert_eq!(table.game.open.display[..], display[2..]);
    let mut discarded = cards("violet-mk white-k red-ep");
    discarded.add(display[0]);
    discarded.add(display[1]);
    assert_eq!(table.game.open.discard_pile, discarded);
    assert_eq!(table.turn(), B);
}

#[test]
fn s9_1_the_maharajas_palaces_take_free_cities_with_bonus_tiles_first() {
    let mut table = Position::players(2)
        .current("sind")
        .bonus("sin1", "card-1")
        .bonus("sin4", "points-2")
        .withdrawn(&[B])
        .won(B, "monk")
        .palaces(B, "sin1")
        .row(C, "red-vg red-pk red-ee")
        .hand(A, "green-em")
        .table();
    table.does(A, "play green-em");
    // Vizier, general and princess: Sehwan for its bonus, then the cities of lowest index.
    assert_eq!(table.won(C), "vizier general princess mogul elephant");
    assert_eq!(
        table.said("places"),
        [
            "Seat 2 places a palace on Sehwan.",
            "Seat 2 places a palace on Umarkot.",
            "Seat 2 places a palace on Thatta."
        ]
    );
    assert_eq!(
        table.said("leaves the game"),
        [
            "The bonus of Sehwan (2 points) leaves the game.",
            "Province tile 1 leaves the game.",
        ]
    );
    assert_eq!(table.bonus("sin4"), None);
    assert_eq!(table.total(C), 0);
    assert!(table.player(C).tiles.is_empty());
    assert_eq!(
        Marker::ALL.map(|marker| table.player(C).markers[marker]),
        [0; 4]
    );
    assert_eq!(
        Marker::ALL.map(|marker| table.game.open.supply[marker]),
        [6, 6, 5, 6]
    );
}

#[test]
fn s9_1_the_maharajas_row_counts_against_people_while_he_is_active() {
    let mut table = Position::players(2)
        .row(A, "red-ev")
        .row(B, "green-ee")
        .row(C, "violet-ev")
        .table();
    table.does(A, "withdraw");
    assert_eq!(table.won(A), "");
}

#[test]
fn s9_1_when_people_have_left_he_withdraws_as_the_last_and_discards_one_card() {
    let mut table = Position::players(2)
        .withdrawn(&[B])
        .row(C, "violet-ee")
        .display("red-ee red-ev white-e")
        .table();
    table.does(A, "withdraw, take red-ev, take white-e");
    assert_eq!(
        table.said("discarded"),
        ["red (elephant, elephant) is discarded for the absent maharaja."]
    );
    assert_eq!(table.won(C), "elephant");
    assert_eq!(table.said("turns up"), [""; 0]);
    assert_eq!((table.game.open.visit, table.turn()), (2, B));
}

#[test]
fn s9_1_without_a_card_to_turn_up_he_withdraws() {
    let mut table = Position::players(2)
        .row(A, "red-ee")
        .row(B, "green-ee")
        .row(C, "violet-ek")
        .turn_of(B)
        .piles(0, 0)
        .table();
    let play = table.legal(B).pop_first().unwrap();
    table.does(B, &play);
    assert_eq!(table.won(C), "mogul");
    assert_eq!(table.turn(), A);
}

#[test]
fn s9_1_he_draws_a_reshuffled_card_but_never_a_blind_one() {
    let mut table = Position::players(2).turn_of(B).piles(0, 7).table();
    let play = table.legal(B).pop_first().unwrap();
    table.does(B, &play);
    assert_eq!(table.said("shuffled").len(), 1);
    assert_eq!((table.player(C).row.len(), table.draw_pile()), (1, 6));

    // He has laid nothing when both people leave at once: no card for him.
    let mut table = Position::players(2).table();
    table.does(A, "withdraw").finishes(A);
    table.does(B, "withdraw").finishes(B);
    assert_eq!(table.said("turns up"), [""; 0]);
    assert_eq!(table.said("Seat 2 draws"), [""; 0]);
    assert_eq!(table.said("discarded").len(), 1);
}

#[test]
fn s9_1_a_short_display_is_discarded_as_far_as_it_goes() {
    let mut table = Position::players(2)
        .row(C, "violet-ee violet-ev violet-em")
        .display("white-e")
        .turn_of(B)
        .hand(B, "red-ee")
        .table();
    table.does(B, "play red-ee");
    assert_eq!(table.said("discarded").len(), 1);
    assert_eq!((table.display().as_str(), table.turn()), ("", A));
}

#[test]
fn s9_1_the_crown_comes_back_for_the_next_visit() {
    let mut table = Position::players(2)
        .withdrawn(&[B])
        .row(C, "violet-mk")
        .table();
    table.does(A, "withdraw").finishes(A);
    assert_eq!(table.won(C), "monk mogul");
    assert_eq!(table.game.open.visit, 2);
    assert_eq!(table.game.open.court.len(), 6);
    assert_eq!(
        Marker::ALL.map(|marker| table.game.open.supply[marker]),
        [5; 4]
    );
    assert!(table.player(C).crown_palaces.is_empty());
}

// ---------------------------------------------------------------- section 9.2

/// Visit 12 is all but over: only the last seat still has to clear its row. Every hand is worth a point.
fn tied(tie_break: TieBreak) -> Position {
    Position::players(4)
        .tie_break(tie_break)
        .current("agra")
        .withdrawn(&[A, B, C])
        .won(D, "elephant")
        .row(D, "yellow-ee")
        .hand(A, "red-ee")
        .hand(B, "red-ev")
        .hand(C, "green-ee")
        .hand(D, "green-ev")
        .turn_of(D)
        .display("")
        .points(A, 50)
        .points(B, 50)
        .points(C, 50)
        .points(D, 49)
}

fn winners(position: Position) -> Vec<u8> {
    let mut table = position.table();
    table.does(D, "withdraw");
    let winners = table.game.standings().winners;
    winners.iter().map(|seat| seat.number()).collect()
}

#[test]
fn s9_2_goods_of_all_kinds_decide_first_but_only_among_the_leaders() {
    let goods = |tie_break| {
        tied(tie_break)
            .tiles(A, "1 2")
            .tiles(B, "3 4")
            .tiles(C, "5")
            .goods(B, "jewels")
            .tiles(D, "6 7 8 9")
            .palaces(A, "pun1 pun2 pun3 pun4")
    };
    assert_eq!(winners(goods(TieBreak::Ladder)), [B]);
    assert_eq!(winners(goods(TieBreak::Shared)), [A, B, C]);
}

#[test]
fn s9_2_then_palace_pieces_where_two_on_one_city_count_two() {
    let pieces = tied(TieBreak::Ladder)
        .tiles(A, "2")
        .tiles(B, "3")
        .palaces(A, "kas1 kas2")
        .palaces(B, "pun1 pun2")
        .crown_palaces(B, "pun1")
        .palaces(C, "mul1 mul2 mul3 mul4");
    assert_eq!(winners(pieces), [B]);
}

#[test]
fn s9_2_then_the_victory_is_shared() {
    let equal = tied(TieBreak::Ladder)
        .tiles(A, "2")
        .tiles(C, "3")
        .palaces(A, "kas1 kas2")
        .palaces(C, "pun1")
        .crown_palaces(C, "pun1");
    assert_eq!(winners(equal), [A, C]);
}
