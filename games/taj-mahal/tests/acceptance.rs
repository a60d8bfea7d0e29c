//! The acceptance examples of the specification (section 10), one test each.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may panic"
)]

mod position;

use kit::{Game, Key};
use position::{
    A, B, C, D, E, Position, Table, cards, cities, city, list, new_game, random_game, seat,
};
use taj_mahal::components::{
    BONUS_TILES, Bonus, Card, City, Colour, Gain, Good, Marker, Province, Special, Symbol, Tile,
};
use taj_mahal::{Cards, Stage};

#[test]
fn t01_the_setup_deals_six_cards_and_turns_up_a_display() {
    for (players, display, draw_pile) in [(3, 5, 73), (4, 7, 65), (5, 9, 57)] {
        let game = new_game(players, "t01");
        assert!(game.hands.iter().all(|(_, hand)| hand.len() == 6));
        assert_eq!(game.open.display.len(), display);
        assert_eq!(game.draw_pile.len(), draw_pile);
        assert_eq!(game.open.discard_pile.len(), 0);
        assert!(Marker::all().all(|marker| game.open.supply[marker] == 5));
        assert!(Symbol::all().all(|symbol| game.open.court.contains(symbol)));
    }
}

#[test]
fn t02_the_deck_has_96_cards_of_50_faces() {
    let deck = Cards::deck();
    assert_eq!((deck.len(), deck.white(), deck.faces().len()), (96, 12, 50));
    assert!(Colour::all().all(|colour| deck.of_colour(colour) == 21));
    let shown = Symbol::ALL.map(|symbol| (symbol.to_string(), deck.showing(symbol)));
    let expected = [
        ("vizier", 21),
        ("general", 21),
        ("monk", 21),
        ("princess", 21),
        ("mogul", 17),
        ("elephant", 79),
    ];
    assert_eq!(
        shown,
        expected.map(|(name, count)| (name.to_owned(), count))
    );
}

#[test]
fn t03_tile_12_and_the_taj_mahal_lie_on_agra_and_the_start_player_moves_on() {
    for players in 3..=5 {
        let first = new_game(players, "t03").open;
        random_game(players, "t03", |game, _| {
            let start = (first.first_start_seat.number() + game.open.visit - 1) % players;
            assert_eq!(game.open.start_seat(), seat(start));
        });
        let mut provinces = first.route;
        provinces.sort();
        assert_eq!(provinces, Province::ALL);
        assert_eq!(first.route[11], Province::Agra);
        assert_eq!(first.bonus_tiles[city("agr1")], Some(Bonus::TajMahal));
        let tiles = first.bonus_tiles.iter().filter(|(_, tile)| tile.is_some());
        assert_eq!(tiles.count(), 16);
    }
}

#[test]
fn t04_the_first_turn_allows_each_colour_alone_or_with_a_white_card() {
    let table = Position::players(4)
        .hand(A, "red-ev green-em white-e")
        .table();
    assert_eq!(
        table.legal(A),
        list("play red-ev, play red-ev white-e, play green-em, play green-em white-e, withdraw")
    );
}

#[test]
fn t05_without_the_bound_colour_there_is_only_withdrawal() {
    let table = Position::players(4)
        .row(A, "red-ev")
        .hand(A, "green-em white-e")
        .special(A, "special-elephant")
        .table();
    assert_eq!(table.legal(A), list("withdraw"));
}

#[test]
fn t06_the_free_colour_lets_another_colour_in() {
    let table = Position::players(4)
        .row(A, "red-ev")
        .hand(A, "red-ee green-em")
        .special(A, "special-free-colour")
        .table();
    assert_eq!(
        table.legal(A),
        list(
            "play red-ee, play red-ee special-free-colour, play green-em special-free-colour, withdraw"
        )
    );
}

#[test]
fn t07_after_the_free_colour_the_old_binding_holds() {
    let mut table = Position::players(4)
        .withdrawn(&[B, C, D])
        .row(A, "red-ev")
        .hand(A, "green-em green-ep red-eg")
        .special(A, "special-free-colour")
        .table();
    table.does(A, "play green-em special-free-colour");
    assert_eq!(table.legal(A), list("play red-eg, withdraw"));
}

#[test]
fn t08_a_free_colour_on_the_first_turn_does_not_bind() {
    let mut table = Position::players(4)
        .withdrawn(&[B, C, D])
        .hand(A, "yellow-gp violet-ee yellow-ee")
        .special(A, "special-free-colour")
        .table();
    table.does(A, "play yellow-gp special-free-colour");
    assert_eq!(
        table.legal(A),
        list("play violet-ee, play yellow-ee, withdraw")
    );
    table.does(A, "play violet-ee");
    assert_eq!(table.player(A).bound_colour, Some(Colour::Violet));
    assert_eq!(table.legal(A), list("withdraw"));
}

#[test]
fn t09_the_points_card_scores_at_once_and_once_in_a_visit() {
    // D started this visit, so A starts the next one.
    let mut table = Position::players(4)
        .starts(D)
        .turn_of(A)
        .withdrawn(&[B, C, D])
        .hand(A, "green-ee green-ev")
        .special(A, "special-points")
        .points(A, 17)
        .table();
    table.does(A, "play green-ee special-points");
    assert_eq!(table.total(A), 19);
    assert_eq!(table.scored(A), ["2 for the special card"]);
    assert_eq!(table.legal(A), list("play green-ev, withdraw"));

    table.does(A, "withdraw").finishes(A);
    assert_eq!(table.game.open.visit, 2);
    assert_eq!(table.holder(Special::Points), Some(A));
    assert!(table.legal(A).contains("play green-ev special-points"));
}

/// The rulebook's visit of four players, up to the point where A is to withdraw.
fn four_player_visit() -> Table {
    let mut table = Position::players(4)
        .current("kashmir")
        .visit(1)
        .bonus("kas2", "points-2")
        .bonus("kas3", "card-1")
        .hand(A, "red-ee red-ev yellow-ev yellow-em violet-eg white-e")
        .hand(B, "green-ev green-vm red-ev red-eg red-em violet-ep")
        .hand(C, "yellow-gp yellow-ep yellow-eg red-ep green-em green-ep")
        .hand(D, "violet-mk violet-em white-k red-vg red-gm green-eg")
        .display("green-ee yellow-ee violet-ee red-ek green-ek violet-ek yellow-ek")
        .table();
    for second_round in [false, true] {
        let plays = [
            (A, "play red-ee", "play red-ev"),
            (B, "play green-ev", "play green-vm"),
            (C, "play yellow-gp", "play yellow-ep"),
            (D, "play violet-mk", "play violet-em"),
        ];
        for (who, first, second) in plays {
            table.does(who, if second_round { second } else { first });
        }
    }
    table
}

fn a_has_withdrawn() -> Table {
    let mut table = four_player_visit();
    table.does(A, "withdraw, take green-ee, take yellow-ee");
    table
}

fn b_has_withdrawn() -> Table {
    let mut table = a_has_withdrawn();
    table.does(B, "withdraw, palace kas2, take violet-ee, take red-ek");
    table
}

fn d_has_withdrawn() -> Table {
    let mut table = b_has_withdrawn();
    table.does(C, "play yellow-eg").does(
        D,
        "withdraw, palace kas1, crown kas4, take green-ek, take violet-ek",
    );
    table
}

#[test]
fn t10_most_elephants_win_the_tile_only() {
    assert_eq!(a_has_withdrawn().won(A), "elephant");
}

#[test]
fn t11_viziers_win_but_fewer_monks_do_not() {
    assert_eq!(b_has_withdrawn().won(B), "vizier");
}

#[test]
fn t12_monks_and_the_mogul_bring_two_palaces() {
    let table = d_has_withdrawn();
    assert_eq!(table.won(D), "monk mogul");
    assert_eq!(table.player(D).palaces, cities("kas1"));
    assert_eq!(table.player(D).crown_palaces, cities("kas4"));
}

#[test]
fn t13_the_last_player_wins_what_is_left() {
    let mut table = d_has_withdrawn();
    table.does(C, "withdraw, palace kas4, palace kas3");
    assert_eq!(table.won(C), "general princess");
    assert!(table.game.open.court.is_empty());
}

#[test]
fn t14_the_rulebooks_visit_in_figures() {
    let mut table = d_has_withdrawn();
    table.does(C, "withdraw, palace kas4, palace kas3, take yellow-ek");

    assert_eq!(table.scored(A), ["1 for rice"]);
    assert_eq!(
        table.scored(B),
        ["2 for the bonus of Leh", "1 for palaces connecting Kashmir"]
    );
    assert_eq!(table.scored(C), ["1 for palaces connecting Kashmir"]);
    assert_eq!(table.scored(D), ["1 for palaces connecting Kashmir"]);
    assert_eq!(table.totals(), [1, 3, 1, 1]);
    assert_eq!([A, B, C, D].map(|who| table.hand_size(who)), [6, 6, 5, 6]);
    assert_eq!(table.said("exchanges"), [""; 0]);
    assert_eq!((table.game.open.visit, table.turn()), (2, B));
}

fn tied_for_elephants() -> Table {
    let mut table = Position::players(4)
        .row(A, "red-ee")
        .row(B, "green-ee")
        .row(C, "yellow-gp")
        .row(D, "violet-em")
        .table();
    table.does(A, "withdraw").finishes(A);
    table
}

#[test]
fn t15_a_tie_wins_nothing_and_the_tile_stays() {
    let table = tied_for_elephants();
    assert_eq!(table.won(A), "");
    assert!(table.at_court(Symbol::Elephant));
}

#[test]
fn t16_the_tie_is_broken_when_the_other_has_left() {
    let mut table = tied_for_elephants();
    table.does(B, "withdraw");
    assert_eq!(table.won(B), "elephant");
}

#[test]
fn t17_a_prize_that_is_gone_cannot_be_won_again() {
    let mut table = Position::players(4)
        .withdrawn(&[A])
        .won(A, "vizier")
        .row(B, "green-ev green-ev green-ev white-v")
        .turn_of(B)
        .table();
    table.does(B, "withdraw");
    assert_eq!(table.won(B), "elephant");
    assert_eq!(table.player(B).markers[Marker::Vizier], 0);
    assert_eq!(
        table.game.open.stage,
        Stage::Draft {
            seat: seat(B),
            takes: 2
        }
    );
}

#[test]
fn t18_the_last_player_wins_with_a_single_card() {
    let mut table = Position::players(4)
        .current("kashmir")
        .visit(1)
        .row(A, "red-ev")
        .withdrawn(&[B, C, D])
        .table();
    table.does(A, "withdraw, palace kas1");
    assert_eq!(table.won(A), "vizier elephant");
    assert_eq!(table.player(A).markers[Marker::Vizier], 1);
    assert_eq!(table.player(A).palaces, cities("kas1"));
    assert!(table.player(A).tiles.contains(Tile::of_visit(1)));
    assert_eq!(
        table.scored(A),
        ["1 for rice", "1 for palaces connecting Kashmir"]
    );
    assert_eq!(table.total(A), 2);
}

#[test]
fn t19_withdrawing_at_once_brings_three_cards() {
    let mut table = Position::players(4)
        .display("red-ee red-ev green-ee green-ev violet-ee violet-ev white-e")
        .table();
    table.does(A, "withdraw");
    assert_eq!(table.won(A), "");
    assert_eq!((table.hand_size(A), table.draw_pile()), (7, 64));
    table.does(A, "take green-ee, take white-e");
    assert_eq!(table.hand_size(A), 9);
    assert_eq!(
        table.display(),
        "red-ee red-ev green-ev violet-ee violet-ev"
    );
}

#[test]
fn t20_the_last_player_takes_the_only_card_left() {
    let mut table = Position::players(4).starts(B).table();
    for who in [B, C, D] {
        table.does(who, "withdraw").finishes(who);
    }
    assert_eq!(
        (table.hand_size(A), table.display().split(' ').count()),
        (6, 1)
    );
    let last = format!("take {}", table.display());
    table.does(A, "withdraw");
    assert_eq!(table.hand_size(A), 7);
    assert_eq!(table.legal(A), list(&last));
    table.does(A, &last);
    assert_eq!(table.won(A), "");
    assert_eq!(table.hand_size(A), 8);
    assert_eq!(table.game.open.visit, 2);
}

#[test]
fn t21_the_last_player_lays_card_after_card_and_wins_everything() {
    let mut table = Position::players(4)
        .current("kashmir")
        .starts(B)
        .turn_of(A)
        .withdrawn(&[B, C, D])
        .hand(A, "red-vg red-mp red-pk red-ev")
        .table();
    table.does(
        A,
        "play red-vg, play red-mp, play red-pk, play red-ev, withdraw",
    );
    assert_eq!(table.won(A), "vizier general monk princess mogul elephant");
    table.does(
        A,
        "palace kas1, palace kas2, palace kas3, palace kas4, crown kas1",
    );
    assert_eq!(table.player(A).palaces.len(), 4);
    assert_eq!(table.player(A).crown_palaces.len(), 1);
    assert!(Marker::all().all(|marker| table.player(A).markers[marker] == 1));
    assert_eq!(table.player(A).tiles.len(), 1);
}

#[test]
fn t22_goods_are_worth_more_the_more_one_owns() {
    let mut table = Position::players(4)
        .current("kashmir")
        .visit(9)
        .bonus("kas2", "good-tea")
        .bonus("kas3", "good-tea")
        .tiles(A, "3 4 5")
        .withdrawn(&[B, C, D])
        .row(A, "red-ev red-eg")
        .table();
    assert_eq!(table.player(A).goods[Good::Tea], 2);
    assert_eq!(table.player(A).goods[Good::Spices], 2);
    table.does(A, "withdraw, palace kas2, palace kas3");
    assert_eq!(
        table.scored(A),
        [
            "3 for tea",
            "4 for tea",
            "3 for spices",
            "5 for tea",
            "1 for palaces connecting Kashmir"
        ]
    );
    assert_eq!(table.total(A), 15 + 1);
    assert_eq!(table.player(A).goods[Good::Tea], 5);
    assert_eq!(table.player(A).goods[Good::Spices], 3);
}

/// A wins the tile and nothing else.
fn only_the_tile(position: Position) -> Table {
    let mut table = position.row(A, "red-ee").withdrawn(&[B, C, D]).table();
    table.does(A, "withdraw");
    assert_eq!(table.won(A), "elephant");
    table
}

#[test]
fn t23_the_first_good_is_worth_a_point() {
    let table = only_the_tile(Position::players(4).visit(1));
    assert_eq!(table.scored(A), ["1 for rice"]);
    assert_eq!(table.player(A).goods[Good::Rice], 1);
}

#[test]
fn t24_each_good_of_a_tile_is_scored_by_itself() {
    let table = only_the_tile(Position::players(4).current("agra").tiles(A, "1"));
    assert_eq!(table.scored(A), ["2 for rice", "1 for spices"]);
    assert_eq!(table.total(A), 3);
}

#[test]
fn t25_the_taj_mahal_is_worth_four_points() {
    let mut table = Position::players(4)
        .current("agra")
        .withdrawn(&[B, C, D])
        .won(B, "elephant")
        .row(A, "red-ev")
        .table();
    table.does(A, "withdraw, palace agr1");
    assert_eq!(
        table.scored(A),
        ["4 for the bonus of Agra", "1 for palaces connecting Agra"]
    );
    assert_eq!(table.total(A), 5);
    assert_eq!(table.bonus("agr1"), None);
}

#[test]
fn t26_a_crown_palace_leaves_the_bonus_tile_to_the_next() {
    let mut table = Position::players(4)
        .current("agra")
        .withdrawn(&[C, D])
        .won(C, "elephant")
        .row(A, "red-ek")
        .row(B, "green-ev")
        .table();
    table.does(A, "withdraw, crown agr1").finishes(A);
    assert_eq!(table.scored(A), ["1 for palaces connecting Agra"]);
    assert_eq!(table.bonus("agr1"), Some(Bonus::TajMahal));
    table.does(B, "withdraw, palace agr1");
    assert_eq!(
        table.scored(B),
        ["4 for the bonus of Agra", "1 for palaces connecting Agra"]
    );
}

const RED: u8 = A;
const BLUE: u8 = B;
const BROWN: u8 = C;
const GREY: u8 = D;

/// The rulebook's map before the palaces of Rajputana; grey shares Hisar and Lahore by crown palaces.
fn rulebook_map() -> Position {
    Position::players(4)
        .current("rajputana")
        .palaces(RED, "mul2 pun4 pun2 mal1 del2 all3 kab1")
        .palaces(BLUE, "del4 guj2 pun1 mal3 sin4")
        .palaces(BROWN, "guj1 sin2 mul3 mul4 kab4 mal4 all2")
        .palaces(GREY, "pun3 mul1")
        .crown_palaces(GREY, "del4 pun4")
}

#[test]
fn t27_palace_points_follow_unbroken_roads() {
    let mut table = rulebook_map()
        .row(RED, "red-vg")
        .row(BLUE, "violet-mp")
        .row(BROWN, "yellow-ek")
        .row(GREY, "green-ee")
        .table();
    table
        .does(RED, "withdraw, palace raj4, palace raj2")
        .finishes(RED)
        .does(BLUE, "withdraw, palace raj1, palace raj3")
        .finishes(BLUE)
        .does(BROWN, "withdraw, crown raj3")
        .finishes(BROWN)
        .does(GREY, "withdraw")
        .finishes(GREY);
    let palaces: Vec<String> = table.said("palaces connecting");
    assert_eq!(
        palaces,
        [
            "Seat 0 scores 4 points for palaces connecting Punjab, Multan, Rajputana and Malwa.",
            "Seat 1 scores 3 points for palaces connecting Delhi, Rajputana and Gujarat.",
            "Seat 2 scores 5 points for palaces connecting Kabulistan, Multan, Sind, Rajputana and Gujarat.",
        ]
    );

    let mut with_ajmer = rulebook_map()
        .row(GREY, "green-ev")
        .withdrawn(&[RED, BLUE, BROWN])
        .won(RED, "elephant")
        .turn_of(GREY)
        .table();
    with_ajmer.does(GREY, "withdraw, palace raj1");
    assert_eq!(
        with_ajmer.scored(GREY),
        ["4 for palaces connecting Punjab, Multan, Delhi and Rajputana"]
    );
}

/// The palace points of A, who wins these two and no other prizes: a vizier's and a general's palace.
fn palace_points(position: Position, one: &str, two: Option<&str>) -> String {
    let mut table = position
        .withdrawn(&[B, C, D])
        .won(B, "elephant")
        .row(A, if two.is_some() { "red-vg" } else { "red-ev" })
        .table();
    table.does(A, &format!("withdraw, palace {one}"));
    if let Some(two) = two {
        table.does(A, &format!("palace {two}"));
    }
    table.scored(A).pop().unwrap()
}

#[test]
fn t28_a_city_without_an_own_palace_breaks_the_road() {
    let delhi = || Position::players(4).current("delhi");
    assert_eq!(
        palace_points(delhi().palaces(A, "pun4 mul2"), "del4", None),
        "1 for palaces connecting Delhi"
    );
    let rival_between = delhi().palaces(A, "pun4 mul2").palaces(B, "pun3");
    assert_eq!(
        palace_points(rival_between, "del4", None),
        "1 for palaces connecting Delhi"
    );
    assert_eq!(
        palace_points(delhi().palaces(A, "pun3 pun4 mul2"), "del4", None),
        "3 for palaces connecting Punjab, Multan and Delhi"
    );
}

#[test]
fn t29_two_palaces_in_one_province_count_it_once() {
    let rajputana = Position::players(4).current("rajputana");
    assert_eq!(
        palace_points(rajputana, "raj1", Some("raj2")),
        "1 for palaces connecting Rajputana"
    );
}

#[test]
fn t30_separate_groups_are_counted_together() {
    let agra = Position::players(4).current("agra").palaces(A, "raj1 awa4");
    assert_eq!(
        palace_points(agra, "agr1", Some("agr3")),
        "3 for palaces connecting Awadh, Rajputana and Agra"
    );
}

#[test]
fn t31_roads_branch() {
    let sind = Position::players(4)
        .current("sind")
        .palaces(A, "mul3 raj4 guj1");
    assert_eq!(
        palace_points(sind, "sin2", None),
        "4 for palaces connecting Multan, Sind, Rajputana and Gujarat"
    );
}

#[test]
fn t32_two_players_connect_through_one_city() {
    let mut table = Position::players(4)
        .current("gujarat")
        .palaces(BLUE, "raj3 raj4 mul2")
        .crown_palaces(BROWN, "raj3")
        .palaces(BROWN, "raj2 mal1")
        .row(BLUE, "red-ev")
        .row(BROWN, "yellow-ek")
        .row(GREY, "green-ee")
        .withdrawn(&[RED])
        .turn_of(BLUE)
        .table();
    table
        .does(BLUE, "withdraw, palace guj1")
        .finishes(BLUE)
        .does(BROWN, "withdraw, crown guj1");
    assert_eq!(
        table.scored(BLUE),
        ["3 for palaces connecting Multan, Rajputana and Gujarat"]
    );
    assert_eq!(
        table.scored(BROWN),
        ["3 for palaces connecting Rajputana, Gujarat and Malwa"]
    );
}

#[test]
fn t33_a_city_has_room_for_one_normal_palace_and_the_crown() {
    let mut table = Position::players(4)
        .current("kashmir")
        .withdrawn(&[A, B, D])
        .won(B, "general")
        .palaces(B, "kas2")
        .row(C, "red-vk")
        .turn_of(C)
        .table();
    table.does(C, "withdraw");
    assert_eq!(
        table.legal(C),
        list(
            "palace kas1, palace kas3, palace kas4, crown kas1, crown kas2, crown kas3, crown kas4"
        )
    );
    assert_eq!(
        table.refuses(C, "palace kas2"),
        "breaks the rule ‘free-city’ (5.4)"
    );
}

#[test]
fn t34_a_complete_withdrawal_in_figures() {
    let mut table = Position::players(4)
        .current("delhi")
        .visit(6)
        .bonus("del3", "good-jewels")
        .tiles(A, "1 2 4")
        .palaces(A, "awa4 pun3")
        .withdrawn(&[B, C, D])
        .row(A, "red-ep red-ek")
        .table();
    assert_eq!(table.player(A).goods[Good::Rice], 2);
    assert_eq!(table.player(A).goods[Good::Jewels], 1);
    table.does(A, "withdraw, palace del3, crown del4");
    assert_eq!(table.won(A), "princess mogul elephant");
    assert_eq!(
        table.scored(A),
        [
            "2 for jewels",
            "3 for rice",
            "3 for jewels",
            "3 for palaces connecting Punjab, Delhi and Awadh"
        ]
    );
    assert_eq!(table.total(A), 11);
}

#[test]
fn t35_without_a_new_palace_there_are_no_palace_points() {
    let beside = Position::players(4)
        .current("rajputana")
        .visit(5)
        .palaces(A, "mul2 guj1 mal1");
    assert_eq!(
        only_the_tile(beside).scored(A),
        ["1 for spices", "1 for tea"]
    );
}

#[test]
fn t36_two_markers_are_exchanged_for_their_special_card() {
    let mut table = Position::players(4)
        .current("agra")
        .markers(A, "princess")
        .withdrawn(&[B, C, D])
        .row(A, "red-ep")
        .table();
    assert_eq!(table.game.open.supply[Marker::Princess], 4);
    table.does(A, "withdraw").finishes(A);
    assert_eq!(
        table.said("exchanges"),
        ["Seat 0 exchanges two influence markers (princess) for special card Two Points."]
    );
    assert_eq!(table.game.open.supply[Marker::Princess], 6);
    assert_eq!(table.player(A).markers[Marker::Princess], 0);
    assert_eq!(table.holder(Special::Points), Some(A));
}

#[test]
fn t37_a_pair_takes_the_special_card_from_whoever_holds_it() {
    let mut table = Position::players(4)
        .markers(B, "general")
        .special(C, "special-elephant")
        .points(C, 30)
        .withdrawn(&[A, C, D])
        .row(B, "green-eg")
        .turn_of(B)
        .table();
    table.does(B, "withdraw").finishes(B);
    assert_eq!(
        table.said("exchanges"),
        [
            "Seat 1 exchanges two influence markers (general) for special card Elephant, held by Seat 2 until now."
        ]
    );
    assert_eq!(table.holder(Special::Elephant), Some(B));
    assert_eq!(table.total(C), 30);
}

#[test]
fn t38_a_pair_for_a_card_one_already_holds_is_just_returned() {
    let mut table = Position::players(4)
        .markers(A, "princess")
        .special(A, "special-points")
        .withdrawn(&[B, C, D])
        .won(B, "elephant")
        .row(A, "red-ep")
        .table();
    table.does(A, "withdraw, palace kas1").finishes(A);
    assert_eq!(table.player(A).markers[Marker::Princess], 0);
    assert_eq!(table.holder(Special::Points), Some(A));
    assert_eq!(
        table.said("exchanges"),
        ["Seat 0 exchanges two influence markers (princess) for special card Two Points."]
    );
    assert_eq!(table.scored(A), ["1 for palaces connecting Kashmir"]);
}

#[test]
fn t39_the_supply_never_runs_out() {
    let mut position = Position::players(5)
        .withdrawn(&[A, C, D, E])
        .row(B, "green-ev")
        .turn_of(B);
    for who in [A, B, C, D, E] {
        position = position.markers(who, "vizier");
    }
    let mut table = position.table();
    assert_eq!(table.game.open.supply[Marker::Vizier], 0);
    table.does(B, "withdraw").finishes(B);
    assert_eq!(table.holder(Special::FreeColour), Some(B));
    assert_eq!(table.player(B).markers[Marker::Vizier], 0);
    assert_eq!(table.game.open.visit, 2);
    assert!(table.at_court(Symbol::Vizier));
    assert_eq!(table.game.open.supply[Marker::Vizier], 1);
}

#[test]
fn t40_special_and_white_cards_count_in_a_tie() {
    let mut table = Position::players(4)
        .withdrawn(&[C, D])
        .row(A, "red-ee special-elephant")
        .row(B, "green-ee white-e")
        .table();
    table.does(A, "withdraw").finishes(A).does(B, "withdraw");
    assert_eq!(
        (table.won(A), table.won(B)),
        (String::new(), "elephant".to_owned())
    );
}

#[test]
fn t41_what_nobody_won_leaves_the_game_but_markers_and_the_crown_stay() {
    let mut table = Position::players(4)
        .current("rajputana")
        .visit(7)
        .bonus("raj2", "points-2")
        .withdrawn(&[A, B, C])
        .turn_of(D)
        .table();
    let supply = table.game.open.supply;
    table.does(D, "withdraw").finishes(D);
    assert_eq!(
        table.said("leaves the game"),
        [
            "Province tile 7 leaves the game.",
            "The bonus of Chittor (2 points) leaves the game."
        ]
    );
    assert_eq!(table.bonus("raj2"), None);
    assert_eq!(table.game.open.visit, 8);
    assert_eq!(table.game.open.supply, supply);
    assert_eq!(table.game.open.court.len(), 6);
}

#[test]
fn t42_the_discard_pile_is_shuffled_in_the_middle_of_a_display() {
    // The thirtieth discarded card still lies in D's row.
    let mut table = Position::players(4)
        .withdrawn(&[A, B, C])
        .row(D, "violet-ee")
        .turn_of(D)
        .piles(5, 29)
        .table();
    let next: Vec<Card> = table.game.draw_pile.iter().collect();
    table.does(D, "withdraw").finishes(D);
    assert_eq!(
        table.said("shuffled"),
        ["The discard pile is shuffled into a new draw pile of 30."]
    );
    assert_eq!(table.game.open.display.len(), 7);
    assert_eq!(table.game.open.display[..5], next);
    assert_eq!((table.draw_pile(), table.discard_pile()), (28, 0));
}

#[test]
fn t43_the_own_row_is_not_shuffled_in_for_a_bonus_card() {
    let mut table = Position::players(4)
        .current("kashmir")
        .bonus("kas2", "card-1")
        .row(A, "red-ev red-ee white-e")
        .piles(0, 10)
        .table();
    let hand = table.hand_size(A);
    table.does(A, "withdraw, palace kas2");
    assert_eq!(
        table.said("shuffled"),
        ["The discard pile is shuffled into a new draw pile of 10."]
    );
    assert_eq!(table.hand_size(A), hand + 1);
    assert_eq!(table.draw_pile(), 9);
    assert_eq!(table.game.open.discard_pile, cards("red-ev red-ee white-e"));
}

#[test]
fn t44_a_short_display_makes_short_drafts() {
    // The fourth discarded card still lies in E's row.
    let mut table = Position::players(5)
        .withdrawn(&[A, B, C, D])
        .row(E, "violet-ee")
        .turn_of(E)
        .piles(3, 3)
        .table();
    table.does(E, "withdraw").finishes(E);
    assert_eq!(table.game.open.display.len(), 7);
    assert_eq!((table.draw_pile(), table.discard_pile()), (0, 0));

    let order = [B, C, D, E, A];
    for who in order {
        let play = table.legal(who).pop_first().unwrap();
        table.does(who, &play);
    }
    table.events.clear();
    for who in order {
        table.does(who, "withdraw").finishes(who);
    }
    let drafts = order
        .map(|who| table.said(&format!("Seat {who} takes ")))
        .map(|said| {
            said.iter()
                .filter(|said| said.ends_with("from the display."))
                .count()
        });
    assert_eq!(drafts, [2, 2, 2, 1, 0]);
    assert_eq!(table.game.open.visit, 3);
}

/// The last moment of a game: everybody has withdrawn but the last seat, which has a row to clear and nothing to win or take.
fn last_moment(players: u8) -> Position {
    let last = players - 1;
    let others: Vec<u8> = (0..last).collect();
    Position::players(players)
        .current("agra")
        .withdrawn(&others)
        .won(A, "elephant")
        .row(last, "yellow-ee")
        .turn_of(last)
        .display("")
}

#[test]
fn t45_hands_at_the_end_count_specials_white_cards_and_the_longest_colour() {
    let mut table = last_moment(3)
        .hand(
            A,
            "white-e white-v red-ee red-ev red-eg yellow-ev yellow-em green-ee",
        )
        .special(A, "special-points")
        .hand(B, "white-e green-ee green-ev violet-ee violet-ev")
        .special(B, "special-elephant")
        .hand(
            C,
            "violet-ee violet-ev violet-eg violet-em violet-ep red-ee",
        )
        .special(C, "special-mogul")
        .table();
    table.does(C, "withdraw");
    assert_eq!(table.scored(A), ["6 for the cards in hand"]);
    assert_eq!(table.scored(B), ["4 for the cards in hand"]);
    assert_eq!(table.scored(C), ["6 for the cards in hand"]);
}

#[test]
fn t46_of_two_equal_colours_one_counts() {
    let mut table = last_moment(3)
        .hand(A, "red-ee red-ev red-eg green-ee green-ev green-eg")
        .table();
    table.does(C, "withdraw");
    assert_eq!(table.scored(A), ["3 for the cards in hand"]);
}

#[test]
fn t47_equal_scores_share_the_victory() {
    let mut table = last_moment(4)
        .hand(A, "red-ee")
        .hand(B, "red-ee")
        .hand(C, "green-ee")
        .hand(D, "green-ee")
        .points(A, 50)
        .points(B, 47)
        .points(C, 50)
        .points(D, 39)
        .table();
    table.does(D, "withdraw");
    assert_eq!(table.totals(), [51, 48, 51, 40]);
    let standings = table.game.standings();
    assert!(standings.over);
    assert_eq!(standings.winners, [seat(A), seat(C)].into_iter().collect());
    assert_eq!(
        table.said("game is over"),
        ["The game is over. Seat 0 and Seat 2 share the victory."]
    );
}

#[test]
fn t48_the_exchange_of_the_last_visit_comes_before_the_final_scoring() {
    let mut table = last_moment(3)
        .markers(B, "monk")
        .won(B, "monk")
        .special(A, "special-mogul")
        .hand(A, "red-ee")
        .hand(B, "red-ee")
        .table();
    table.does(C, "withdraw");
    assert_eq!(table.holder(Special::Mogul), Some(B));
    assert_eq!(table.scored(A), ["1 for the cards in hand"]);
    assert_eq!(table.scored(B), ["2 for the cards in hand"]);
}

#[test]
fn t49_there_are_seven_of_each_good() {
    for good in Good::all() {
        let on_provinces = Tile::all()
            .flat_map(Tile::goods)
            .filter(|&&other| other == good);
        let on_fortresses = BONUS_TILES
            .iter()
            .filter(|(bonus, _)| bonus.gain() == Gain::Good(good))
            .map(|(_, &count)| usize::from(count));
        assert_eq!(
            on_provinces.count() + on_fortresses.sum::<usize>(),
            7,
            "{good}"
        );
    }
}

#[test]
fn t50_the_whole_board_is_worth_twelve() {
    let elsewhere: Vec<String> = City::all()
        .filter(|city| city.province() != Province::Agra)
        .map(|city| city.to_string())
        .collect();
    let mut table = Position::players(4)
        .current("agra")
        .palaces(A, &elsewhere.join(" "))
        .withdrawn(&[B, C, D])
        .row(A, "red-vg red-mp red-pk")
        .table();
    table.does(
        A,
        "withdraw, crown agr1, palace agr2, palace agr3, palace agr4, palace agr5",
    );
    assert_eq!(table.player(A).network().len(), 49);
    assert_eq!(table.total(A), 12);
    assert!(table.scored(A)[0].starts_with("12 for palaces connecting Kabulistan, Kashmir,"));
}
