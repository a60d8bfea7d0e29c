//! States that come from outside: impossible ones are refused with the reason, and no state that is accepted ever gets stuck.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may panic"
)]

mod position;

use kit::{Dice, Eyes, Game, Key, below, dice};
use position::{A, B, C, D, Position, Table, any_decision, random_game, random_game_with};
use serde_json::{Value, json};
use taj_mahal::{Options, TajMahal, TieBreak};

fn written(game: &TajMahal) -> Value {
    serde_json::to_value(game).unwrap()
}

/// What is wrong with a state; panics if nothing is.
fn flaw(state: &Value) -> String {
    match serde_json::from_value::<TajMahal>(state.clone()) {
        Err(unreadable) => unreadable.to_string(),
        Ok(game) => game.check().unwrap_err().to_string(),
    }
}

/// Reads a state after giving everybody the points that follow from the rest of it, as the flaws themselves demand.
fn repaired(mut state: Value) -> Result<TajMahal, String> {
    loop {
        let game: TajMahal =
            serde_json::from_value(state.clone()).map_err(|unreadable| unreadable.to_string())?;
        let Err(flaw) = game.check() else {
            return Ok(game);
        };
        let flaw = flaw.to_string();
        let words: Vec<&str> = flaw.split(' ').collect();
        match *words.as_slice() {
            [
                "seat",
                seat,
                "has",
                _,
                "points",
                "from",
                source,
                "instead",
                "of",
                due,
            ] => {
                let seat: usize = seat.parse().unwrap();
                state["players"][seat]["points"][source] = json!(due.parse::<u16>().unwrap());
            }
            _ => return Err(flaw),
        }
    }
}

/// A position with the points that it has brought so far.
fn sound(position: Position) -> TajMahal {
    repaired(written(&position.game())).unwrap()
}

/// Why a position is refused.
fn refused(position: Position) -> String {
    repaired(written(&position.game())).unwrap_err()
}

/// The flaw of a state after a change to its JSON.
fn tampered(game: &TajMahal, change: impl FnOnce(&mut Value)) -> String {
    let mut state = written(game);
    change(&mut state);
    flaw(&state)
}

/// The flaw of a position after a change to its JSON.
fn changed(position: Position, change: impl FnOnce(&mut Value)) -> String {
    tampered(&sound(position), change)
}

/// The fourth visit, with something of everything that three visits leave behind. In the first, A won the vizier and the general,
/// B the monk and the crown, D the princess; in the second, C won the monk and D the princess again. B has won the vizier now.
fn fourth_visit() -> Position {
    Position::players(4)
        .current("kashmir")
        .visit(4)
        .bonus("kas2", "points-2")
        .bonus("pun1", "card-1")
        .palaces(A, "pun1 pun2")
        .palaces(B, "pun3 kas1")
        .palaces(C, "mul3")
        .palaces(D, "pun4 mul2")
        .crown_palaces(B, "pun1")
        .withdrawn(&[B])
        .won(B, "vizier")
        .markers(A, "vizier general")
        .markers(B, "monk")
        .markers(C, "monk")
        .tiles(C, "1 2")
        .special(D, "special-points")
        .hand(A, "red-ev red-ev green-em white-v")
}

/// A middle of play: C and D have laid cards, and it is the turn of A.
fn middle() -> Position {
    fourth_visit()
        .starts(C)
        .turn_of(A)
        .row(C, "green-ee white-e")
        .row(D, "yellow-eg")
}

/// A has withdrawn in Kashmir as the last and is to place three normal palaces and the crown palace.
fn placing() -> TajMahal {
    let position = fourth_visit().withdrawn(&[C, D]).row(A, "red-gm red-pk");
    let mut table = Table::of(sound(position));
    table.does(A, "withdraw");
    table.game
}

/// A has withdrawn and is to take two cards.
fn drafting() -> TajMahal {
    let mut table = Table::of(sound(middle()));
    table.does(A, "withdraw");
    table.game
}

fn first_card(list: &mut Value) -> Value {
    list.as_array_mut().unwrap().remove(0)
}

#[test]
fn the_deck_must_be_complete() {
    assert_eq!(
        changed(middle(), |state| {
            first_card(&mut state["draw_pile"]);
        }),
        "there are 95 cards instead of 96"
    );
    assert_eq!(
        changed(middle(), |state| {
            let card = state["draw_pile"][0].clone();
            state["draw_pile"].as_array_mut().unwrap().push(card);
        }),
        "there are 97 cards instead of 96"
    );
    assert_eq!(
        changed(middle().top("violet-vk"), |state| state["draw_pile"][0] =
            json!("red-vk")),
        "red-vk is there 2 times instead of 1"
    );
    assert_eq!(
        changed(middle(), |state| state["draw_pile"] =
            json!(vec!["red-ee"; 97])),
        "a draw pile of 97 cards; the deck has 96"
    );
    assert_eq!(
        changed(middle(), |state| state["hands"][0] =
            json!(["white-v", "white-v"])),
        "more than 1 of white-v"
    );
}

#[test]
fn the_display_has_its_size() {
    let too_long = changed(middle(), |state| {
        for _ in 0..3 {
            let card = first_card(&mut state["draw_pile"]);
            state["display"].as_array_mut().unwrap().push(card);
        }
    });
    assert_eq!(too_long, "the display has 8 cards; it has at most 5");
    let longer_than_any = changed(middle(), |state| {
        state["display"] = json!(vec!["red-ee"; 10])
    });
    assert!(
        longer_than_any.starts_with("invalid length"),
        "{longer_than_any}"
    );
}

#[test]
fn known_cards_are_in_the_hand() {
    assert_eq!(
        changed(middle(), |state| {
            state["players"][0]["known"] = json!(["red-ev", "red-ev", "red-ev"]);
        }),
        "seat 0 does not hold all the cards that it is known to hold"
    );
}

#[test]
fn special_cards_have_one_owner_who_exists() {
    assert_eq!(
        changed(middle(), |state| state["special_cards"]["special-points"] =
            json!(4)),
        "special-points is held by a seat that does not exist"
    );
    assert_eq!(
        changed(middle(), |state| state["special_cards"]["special-points"] =
            json!(5)),
        "there is no seat 5; a seat is 0 to 4"
    );
    assert_eq!(
        changed(middle(), |state| state["special_cards"]["special-luck"] =
            json!(0)),
        "there is no special card ‘special-luck’"
    );
    let two_owners = written(&sound(middle())).to_string().replace(
        r#""special-points":3"#,
        r#""special-points":3,"special-points":1"#,
    );
    let twice = serde_json::from_str::<TajMahal>(&two_owners)
        .unwrap_err()
        .to_string();
    assert!(
        twice.starts_with("the special card ‘special-points’ appears twice"),
        "{twice}"
    );
    assert_eq!(
        changed(middle(), |state| {
            state["players"][2]["row_specials"] = json!(["special-points"]);
        }),
        "seat 2 has laid a special card that it does not hold"
    );
}

#[test]
fn players_and_hands_are_as_many_as_sit_at_the_table() {
    let another = |list: &'static str| {
        move |state: &mut Value| {
            let last = state[list][3].clone();
            state[list].as_array_mut().unwrap().push(last);
        }
    };
    assert_eq!(
        changed(middle(), another("players")),
        "5 in players, but 4 take part in a visit"
    );
    assert_eq!(changed(middle(), another("hands")), "5 hands for 4 players");
    assert_eq!(
        changed(middle(), |state| state["players"] =
            json!(vec![state["players"][0].clone(); 6])),
        "a list for 6 seats; a table has at most 5"
    );
    for (players, sentence) in [
        (1, "Taj Mahal has 2 to 5 players, not 1"),
        (6, "Taj Mahal has 2 to 5 players, not 6"),
        (3, "4 hands for 3 players"),
    ] {
        assert_eq!(
            changed(middle(), |state| state["options"]["players"] =
                json!(players)),
            sentence
        );
    }
}

#[test]
fn palaces_stand_where_they_can() {
    let with = |seat: usize, kind: &'static str, cities: Value| {
        changed(middle(), move |state| state["players"][seat][kind] = cities)
    };
    assert_eq!(
        with(0, "palaces", json!(["pun1", "pun3"])),
        "two normal palaces stand on one city"
    );
    assert_eq!(
        with(0, "crown_palaces", json!(["pun1"])),
        "two crown palaces stand on one city"
    );
    assert_eq!(
        with(0, "crown_palaces", json!(["pun2"])),
        "more than one crown palace in punjab"
    );
    assert_eq!(
        with(0, "palaces", json!(["agr1"])),
        "a palace stands in agra, which was not visited yet"
    );
    assert_eq!(
        with(0, "palaces", json!(["pun1", "pun1"])),
        "duplicate entry in a set"
    );
    assert_eq!(
        with(0, "palaces", json!(["pun5"])),
        "there is no city ‘pun5’"
    );
    assert_eq!(
        changed(middle(), |state| state["players"][0]["palaces"] =
            json!(["kas4"])),
        "a normal palace in kashmir was won with a marker that is still at the court"
    );
    assert_eq!(
        changed(middle(), |state| state["players"][0]["crown_palaces"] =
            json!(["kas4"])),
        "the crown palace in kashmir was won with a crown that is still at the court"
    );
    let all_five = Position::players(4)
        .current("agra")
        .withdrawn(&[A])
        .won(A, "vizier general monk princess")
        .palaces(A, "agr2 agr3 agr4 agr5");
    assert_eq!(
        changed(all_five.turn_of(B).starts(B), |state| {
            state["players"][0]["palaces"] = json!(["agr1", "agr2", "agr3", "agr4", "agr5"]);
            state["bonus_tiles"] = json!({});
        }),
        "more than 4 normal palaces in agra"
    );
    assert_eq!(
        changed(middle(), |state| state["active"] = json!([0, 1, 2, 3])),
        "seat 1 has won something in this visit but has not withdrawn"
    );
}

#[test]
fn there_are_six_markers_of_a_kind() {
    assert_eq!(
        changed(middle(), |state| state["supply"]["monk"] = json!(4)),
        "there are 7 monk markers instead of 6"
    );
    assert_eq!(
        changed(middle(), |state| state["supply"]["monk"] = json!(0)),
        "there are 3 monk markers instead of 6"
    );
    assert_eq!(
        changed(middle(), |state| state["court"] =
            json!(["general", "monk"])),
        "there are 5 princess markers instead of 6"
    );
    assert_eq!(
        changed(middle(), |state| {
            state["supply"]["monk"] = json!(2);
            state["players"][2]["markers"]["monk"] = json!(2);
        }),
        "a monk marker was won but is still at the court"
    );
    assert_eq!(
        changed(middle(), |state| {
            state["supply"]["monk"] = json!(1);
            state["players"][2]["markers"]["monk"] = json!(3);
        }),
        "seat 2 has 3 monk markers; two are exchanged after the visit"
    );
    assert_eq!(
        changed(middle(), |state| {
            state["supply"]["vizier"] = json!(1);
            state["players"][1]["markers"]["vizier"] = json!(2);
            state["players"][2]["markers"]["vizier"] = json!(2);
        }),
        "two players have a pair of vizier markers"
    );
    let missing = changed(middle(), |state| {
        state["supply"].as_object_mut().unwrap().remove("monk");
    });
    assert_eq!(missing, "the marker ‘monk’ is missing");
}

#[test]
fn bonus_tiles_lie_on_the_fortresses_ahead() {
    let with = |city: &'static str, tile: Value| {
        changed(middle(), move |state| state["bonus_tiles"][city] = tile)
    };
    assert_eq!(
        with("kas4", json!("points-2")),
        "a bonus tile lies on kas4, which is no fortress"
    );
    assert_eq!(
        with("kas3", json!("taj-mahal")),
        "taj-mahal cannot lie on kas3"
    );
    assert_eq!(
        with("agr1", json!("points-2")),
        "points-2 cannot lie on agr1"
    );
    assert_eq!(
        with("kas3", json!("good-rice")),
        "there is no bonus tile ‘good-rice’"
    );
    assert_eq!(
        changed(middle(), |state| {
            let ahead = state["bonus_tiles"].as_object_mut().unwrap();
            ahead.remove("all3");
        }),
        "the bonus tiles in allahabad do not fit the visit"
    );
    assert_eq!(
        changed(middle(), |state| {
            let here = state["bonus_tiles"].as_object_mut().unwrap();
            here.remove("kas3");
        }),
        "the bonus tiles in kashmir do not fit the visit"
    );
    assert_eq!(
        changed(middle(), |state| {
            let moved = state["bonus_tiles"]["kas2"].take();
            state["bonus_tiles"].as_object_mut().unwrap().remove("kas2");
            state["bonus_tiles"]["pun1"] = moved;
        }),
        "the bonus tiles in punjab do not fit the visit"
    );
    let too_many = changed(middle(), |state| {
        for (_, tile) in state["bonus_tiles"].as_object_mut().unwrap() {
            if tile != "taj-mahal" {
                *tile = json!("good-spices");
            }
        }
    });
    assert!(
        too_many.ends_with("bonus tiles good-spices; the game has 1"),
        "{too_many}"
    );
}

#[test]
fn the_route_leads_to_every_province_and_ends_in_agra() {
    assert_eq!(
        changed(middle(), |state| state["visit"] = json!(0)),
        "there is no visit 0"
    );
    assert_eq!(
        changed(middle(), |state| state["visit"] = json!(13)),
        "there is no visit 13"
    );
    assert_eq!(
        changed(middle(), |state| state["visit"] = json!(1)),
        "more vizier markers were won than there were visits"
    );
    assert_eq!(
        changed(middle(), |state| state["visit"] = json!(11)),
        "the bonus tiles in kashmir do not fit the visit"
    );
    assert_eq!(
        changed(middle(), |state| state["route"][0] =
            state["route"][1].clone()),
        "the route leads to a province twice"
    );
    assert_eq!(
        changed(middle(), |state| state["route"]
            .as_array_mut()
            .unwrap()
            .rotate_left(1)),
        "the last visit does not lead to agra"
    );
    let short = changed(middle(), |state| {
        first_card(&mut state["route"]);
    });
    assert!(short.starts_with("invalid length 11"), "{short}");
    assert_eq!(
        changed(middle(), |state| state["first_start_seat"] = json!(4)),
        "seat 4 cannot start: there are 4 players"
    );
}

#[test]
fn only_somebody_who_is_in_the_visit_has_a_turn() {
    assert_eq!(
        changed(middle(), |state| state["stage"]["seat"] = json!(1)),
        "seat 1 is to act but has withdrawn"
    );
    assert_eq!(
        changed(middle(), |state| state["stage"]["seat"] = json!(4)),
        "seat 4 decides, but it does not exist"
    );
    assert_eq!(
        changed(middle(), |state| state["active"] = json!([0, 2, 3, 4])),
        "a seat that does not exist is active"
    );
    assert_eq!(
        changed(middle().display("red-ee"), |state| state["active"] =
            json!([0])),
        "seat 2 has withdrawn but still has a row"
    );
    assert_eq!(
        changed(middle(), |state| state["players"][2]["bound_colour"] =
            json!("red")),
        "seat 2 is bound to a colour that it has not laid"
    );
    assert_eq!(
        changed(Position::players(2), |state| state["stage"]["seat"] =
            json!(2)),
        "seat 2 decides, but it does not exist"
    );
}

#[test]
fn nobody_places_or_takes_more_than_was_won() {
    let placing = |change: fn(&mut Value)| {
        let mut state = written(&placing());
        change(&mut state);
        flaw(&state)
    };
    assert_eq!(
        placing(|state| state["stage"]["normal"] = json!(4)),
        "a normal palace in kashmir was won with a marker that is still at the court"
    );
    assert_eq!(
        placing(|state| {
            state["stage"]["normal"] = json!(0);
            state["stage"]["crown"] = json!(false);
        }),
        "no palace is left to place"
    );
    assert_eq!(
        placing(|state| state["stage"]["placed"] = json!(255)),
        "seat 0 has placed 0 palaces in this visit and not 255"
    );
    assert_eq!(
        placing(|state| state["stage"]["tile"] = json!(true)),
        "seat 0 cannot have won a prize with its elephant symbols"
    );
    assert_eq!(
        placing(|state| {
            state["stage"]["tile"] = json!(true);
            state["court"] = json!([]);
        }),
        "seat 0 cannot have won a prize with its elephant symbols"
    );
    assert_eq!(
        placing(|state| {
            state["stage"]["normal"] = json!(2);
            state["court"]
                .as_array_mut()
                .unwrap()
                .push(json!("princess"));
            state["players"][0]["markers"]["princess"] = json!(0);
        }),
        "seat 0 wins a prize that is still at the court"
    );
    assert_eq!(
        placing(|state| {
            state["stage"]["tile"] = json!(true);
            state["court"] = json!([]);
            state["players"][3]["tiles"] = json!([4]);
        }),
        "province tile 4 is kept but was not won yet"
    );
    assert_eq!(
        placing(|state| state["court"].as_array_mut().unwrap().push(json!("mogul"))),
        "the crown palace in kashmir was won with a crown that is still at the court"
    );

    let drafting = |change: fn(&mut Value)| {
        let mut state = written(&drafting());
        change(&mut state);
        flaw(&state)
    };
    assert_eq!(
        drafting(|state| state["stage"]["takes"] = json!(3)),
        "seat 0 cannot take 3 cards"
    );
    assert_eq!(
        drafting(|state| state["stage"]["takes"] = json!(0)),
        "seat 0 cannot take 0 cards"
    );
    assert_eq!(
        drafting(|state| state["active"] = json!([0, 2, 3])),
        "seat 0 takes cards but has not withdrawn"
    );
}

#[test]
fn goods_come_from_tiles_and_tiles_from_visits() {
    assert_eq!(
        changed(middle(), |state| state["players"][0]["goods"]["rice"] =
            json!(1)),
        "seat 0 has 1 of rice, which does not fit its tiles"
    );
    assert_eq!(
        changed(middle(), |state| state["players"][0]["goods"]["tea"] =
            json!(3)),
        "seat 0 has 3 of tea, which does not fit its tiles"
    );
    assert_eq!(
        changed(middle(), |state| state["players"][2]["goods"]["rice"] =
            json!(0)),
        "seat 2 has 0 of rice, which does not fit its tiles"
    );
    assert_eq!(
        changed(middle(), |state| state["players"][0]["tiles"] = json!([1])),
        "two players keep province tile 1"
    );
    for ahead in [4, 5] {
        assert_eq!(
            changed(middle(), |state| state["players"][0]["tiles"] =
                json!([ahead])),
            format!("province tile {ahead} is kept but was not won yet")
        );
    }
    assert_eq!(
        changed(middle(), |state| state["players"][0]["tiles"] = json!([13])),
        "there is no province tile 13; they are 1 to 12"
    );
}

#[test]
fn every_prize_of_the_visit_is_somewhere() {
    let without = |prize: &'static str| {
        changed(middle(), move |state| {
            let court = state["court"].as_array_mut().unwrap();
            court.retain(|symbol| symbol != prize);
            if prize == "general" {
                state["supply"]["general"] = json!(5);
            }
        })
    };
    assert_eq!(
        without("general"),
        "a marker is gone from the court without a palace in kashmir"
    );
    assert_eq!(
        without("mogul"),
        "the crown is gone from the court without a palace in kashmir"
    );
    assert_eq!(
        without("elephant"),
        "the province tile is gone from the court, but nobody has it"
    );
    assert_eq!(
        changed(middle(), |state| {
            state["players"][1]["markers"]["vizier"] = json!(0);
            state["supply"]["vizier"] = json!(5);
            state["players"][1]["markers"]["general"] = json!(1);
            state["supply"]["general"] = json!(3);
        }),
        "the markers gone from the court do not fit the palaces of this visit"
    );
}

#[test]
fn palaces_and_special_cards_were_won_with_markers() {
    assert_eq!(
        changed(middle(), |state| {
            state["players"][0]["markers"]["vizier"] = json!(0);
            state["supply"]["vizier"] = json!(5);
        }),
        "seat 0 has won 2 normal palaces, which does not fit its 1 markers"
    );
    let more_than_exchanged = "seat 0 has had more special cards than it has exchanged markers for";
    assert_eq!(
        changed(middle(), |state| {
            state["special_cards"]["special-elephant"] = json!(0);
        }),
        more_than_exchanged
    );
    assert_eq!(
        changed(middle(), |state| {
            state["players"][0]["points"]["special-card"] = json!(2);
        }),
        more_than_exchanged
    );
}

#[test]
fn a_row_is_laid_one_coloured_card_at_a_time() {
    let rows = |of_c: &str, of_d: &str| {
        let position = fourth_visit().starts(C).turn_of(A);
        refused(position.row(C, of_c).row(D, of_d))
    };
    assert_eq!(
        rows("green-ee red-em", "yellow-eg yellow-ev"),
        "seat 2 has laid a card of a colour that it is not bound to"
    );
    for beside in ["white-e", "green-ee white-e white-e"] {
        assert_eq!(
            rows(beside, "yellow-eg"),
            "seat 2 has laid more white and special cards than coloured ones"
        );
    }
    assert_eq!(
        rows("green-ee", "yellow-eg special-free-colour"),
        "seat 3 is bound to a colour exactly if it has laid a card that binds"
    );
    assert_eq!(
        changed(middle(), |state| state["players"][2]["bound_colour"] =
            json!(null)),
        "seat 2 has laid a card of a colour that it is not bound to"
    );
    assert_eq!(
        rows("green-ee", "yellow-eg yellow-ev"),
        "seat 3 has laid cards on more or on fewer turns than it has had"
    );
    assert_eq!(
        changed(middle(), |state| state["stage"]["seat"] = json!(2)),
        "seat 0 has laid cards on more or on fewer turns than it has had"
    );
}

#[test]
fn points_have_their_cause() {
    let with = |seat: usize, source: &'static str, points: u16| {
        changed(middle(), move |state| {
            state["players"][seat]["points"][source] = json!(points)
        })
    };
    for (seat, source, points, due) in [
        (0, "goods", 65_535, 0),
        (2, "goods", 2, 3),
        (0, "palaces", 0, 1),
        (3, "palaces", 4, 3),
        (0, "hand", 4, 0),
    ] {
        assert_eq!(
            with(seat, source, points),
            format!("seat {seat} has {points} points from {source} instead of {due}")
        );
    }
    // A has built on one fortress, B on none.
    for (seat, points) in [(0, 1), (0, 4), (1, 2)] {
        assert_eq!(
            with(seat, "bonus-tiles", points),
            format!(
                "seat {seat} has {points} points from bonus tiles, which do not fit its fortresses"
            )
        );
    }
    // D holds the card since the third visit and has not laid it in this one.
    for points in [1, 4] {
        assert_eq!(
            with(3, "special-card", points),
            format!(
                "seat 3 has {points} points from the special card, which does not fit how often it was laid"
            )
        );
    }
    assert_eq!(
        changed(middle(), |state| {
            state["special_cards"]["special-points"] = json!(null);
            state["players"][3]["points"]["special-card"] = json!(2);
        }),
        "seat 3 has 2 points from the special card, which does not fit how often it was laid"
    );
    assert_eq!(
        changed(middle(), |state| {
            state["players"][3]["row_specials"] = json!(["special-points"]);
        }),
        "seat 3 has 0 points from the special card, which does not fit how often it was laid"
    );
}

#[test]
fn bonus_tiles_with_a_card_are_not_taken_twice() {
    let mut all = ["card-1"; 5].to_vec();
    all.extend(["points-2"; 5]);
    all.extend(["good-tea", "good-tea", "good-jewels", "good-jewels"]);
    // All five are still on the map, and A has points for no tile.
    assert_eq!(
        changed(middle(), |state| {
            let ahead = state["bonus_tiles"].as_object_mut().unwrap();
            let square = ahead.values_mut().filter(|tile| **tile != "taj-mahal");
            for (tile, bonus) in square.zip(all) {
                *tile = json!(bonus);
            }
        }),
        "seat 0 has taken more bonus tiles with a card than there are"
    );
}

#[test]
fn the_game_is_over_after_its_last_visit_only() {
    assert_eq!(
        changed(middle(), |state| state["stage"] = json!({"phase": "over"})),
        "the game is over before its last visit has ended"
    );
    let over = random_game(4, "over", |_, _| ());
    assert_eq!(over.check(), Ok(()));
    assert_eq!(
        tampered(&over, |state| state["court"] = json!(["elephant"])),
        "the game is over before its last visit has ended"
    );
    let hand = written(&over)["players"][0]["points"]["hand"]
        .as_u64()
        .unwrap();
    assert_eq!(
        tampered(&over, |state| state["players"][0]["points"]["hand"] =
            json!(0)),
        format!("seat 0 has 0 points from hand instead of {hand}")
    );
    let held = |state: &Value| {
        let seats = 0..4;
        let markers = ["vizier", "general", "monk", "princess"];
        let mut pairs = seats.flat_map(|seat| markers.map(|marker| (seat, marker)));
        pairs.find(|&(seat, marker)| state["players"][seat]["markers"][marker] == 1)
    };
    let (seat, marker) = held(&written(&over)).unwrap();
    assert_eq!(
        tampered(&over, |state| {
            state["players"][seat]["markers"][marker] = json!(2);
            let left = state["supply"][marker].as_u64().unwrap();
            state["supply"][marker] = json!(left - 1);
        }),
        format!("a pair of {marker} markers was not exchanged at the end")
    );
}

#[test]
fn the_absent_maharaja_owns_nothing() {
    let gift = |change: fn(&mut Value)| changed(Position::players(2).visit(2), change);
    let sentence = "the absent maharaja owns nothing but palaces and his row";
    assert_eq!(
        gift(|state| state["players"][2]["points"]["goods"] = json!(1)),
        sentence
    );
    assert_eq!(
        gift(|state| {
            state["players"][2]["tiles"] = json!([1]);
            state["players"][2]["goods"]["rice"] = json!(1);
        }),
        sentence
    );
    assert_eq!(
        gift(|state| {
            state["supply"]["vizier"] = json!(4);
            state["players"][2]["markers"]["vizier"] = json!(1);
        }),
        sentence
    );
    assert_eq!(
        gift(|state| state["players"][2]["known"] = json!(["red-ev"])),
        sentence
    );
    assert_eq!(
        gift(|state| state["players"][2]["bound_colour"] = json!("red")),
        sentence
    );
    assert_eq!(
        gift(|state| {
            for _ in 0..4 {
                let card = first_card(&mut state["draw_pile"]);
                state["players"][2]["row"]
                    .as_array_mut()
                    .unwrap()
                    .push(card);
            }
        }),
        "the absent maharaja has laid more than 3 cards"
    );
    assert_eq!(
        gift(|state| state["special_cards"]["special-points"] = json!(2)),
        "special-points is held by a seat that does not exist"
    );
}

#[test]
fn unreadable_json_is_refused_with_its_place_or_name() {
    let whole = written(&sound(middle()));
    let text = whole.to_string();
    for end in (0..text.len())
        .step_by(7)
        .filter(|&end| text.is_char_boundary(end))
    {
        assert!(serde_json::from_str::<TajMahal>(&text[..end]).is_err());
    }
    for field in whole.as_object().unwrap().keys() {
        let mut state = whole.clone();
        state.as_object_mut().unwrap().remove(field);
        assert_eq!(flaw(&state), format!("missing field `{field}`"));
    }
    for field in whole["players"][0]
        .as_object()
        .unwrap()
        .keys()
        .filter(|&field| field != "bound_colour")
    {
        let mut state = whole.clone();
        state["players"][0].as_object_mut().unwrap().remove(field);
        assert_eq!(flaw(&state), format!("missing field `{field}`"));
    }
    let stranger = changed(middle(), |state| state["players"][0]["luck"] = json!(7));
    assert!(stranger.starts_with("unknown field `luck`"), "{stranger}");
    assert_eq!(
        changed(middle(), |state| state["route"][0] = json!("bengal")),
        "there is no province ‘bengal’"
    );
    assert_eq!(
        changed(middle(), |state| state["hands"][0][0] = json!("blue-ev")),
        "there is no card ‘blue-ev’"
    );
    assert_eq!(
        changed(middle(), |state| state["court"] = json!(["emperor"])),
        "there is no symbol ‘emperor’"
    );
}

// ---------------------------------------------------------------- properties

/// All numbers of players, each with both ways to decide between equal scores.
fn all_options() -> Vec<Options> {
    let players = 2..=5;
    let options = players
        .flat_map(|players| TieBreak::all().map(move |tie_break| Options { players, tie_break }));
    options.collect()
}

/// States of random games, a few of each.
fn real_states() -> Vec<TajMahal> {
    let mut states = Vec::new();
    for options in all_options() {
        for number in 0..3 {
            let mut seen = 0_u32;
            let last = random_game_with(options, &format!("a real game {number}"), |game, _| {
                seen += 1;
                if seen.is_multiple_of(29) {
                    states.push(*game);
                }
            });
            states.push(last);
        }
    }
    states
}

#[test]
fn every_state_of_a_real_game_can_be_loaded_again() {
    for options in all_options() {
        for number in 0..60 {
            let mut seen = 0_u32;
            random_game_with(options, &format!("sound {number}"), |game, _| {
                game.check().unwrap();
                seen += 1;
                if seen.is_multiple_of(37) {
                    assert_eq!(repaired(written(game)).as_ref(), Ok(game));
                }
            });
        }
    }
}

#[test]
fn chance_goes_on_however_much_of_it_was_used() {
    for words_used in [1 << 36, u64::MAX - 100, u64::MAX] {
        let mut state = written(&sound(Position::players(5)));
        state["chance"]["words_used"] = json!(words_used);
        let mut game: TajMahal = serde_json::from_value(state).unwrap();
        let (mut dice, mut actions) = (dice("much".parse().unwrap()), Vec::new());
        while let Some((seat, action)) = any_decision(&game, &mut dice, &mut actions) {
            game.apply(seat, action, &mut ()).unwrap();
        }
        game.check().unwrap();
    }
}

/// A random place in the JSON.
fn any_place<'a>(value: &'a mut Value, dice: &mut Dice) -> &'a mut Value {
    let inside = match value {
        Value::Array(items) => items.len(),
        Value::Object(fields) => fields.len(),
        _ => 0,
    } as u32;
    if inside == 0 || below(dice, 6) == 0 {
        return value;
    }
    let chosen = below(dice, inside) as usize;
    match value {
        Value::Array(items) => any_place(&mut items[chosen], dice),
        Value::Object(fields) => any_place(fields.values_mut().nth(chosen).unwrap(), dice),
        _ => value,
    }
}

/// One of the places of the same kind as `like`: a number for a number, a text for a text.
fn another_of_its_kind(whole: &mut Value, like: &Value, dice: &mut Dice) -> Value {
    for _ in 0..60 {
        let other = any_place(whole, dice);
        if std::mem::discriminant(other) == std::mem::discriminant(like) {
            return other.clone();
        }
    }
    Value::Null
}

/// Changes one thing: mostly into something that could stand there, sometimes into anything.
fn mutate(state: &mut Value, dice: &mut Dice) {
    let mut copy = state.clone();
    let place = any_place(state, dice);
    let like = place.clone();
    match (&mut *place, below(dice, 8)) {
        (Value::Number(number), 0..6) => {
            let near = number.as_u64().unwrap_or_default() as i64 + i64::from(below(dice, 5)) - 2;
            *place = json!(near);
        }
        (Value::Number(_), _) => {
            let odd = [
                json!(-1),
                json!(255),
                json!(256),
                json!(65_535),
                json!(u64::MAX),
                json!(0.5),
            ];
            *place = odd[below(dice, odd.len() as u32) as usize].clone();
        }
        (Value::Bool(truth), 0..7) => *truth = !*truth,
        (Value::String(_), 0..7) => *place = another_of_its_kind(&mut copy, &like, dice),
        (Value::Array(items), 0..3) if !items.is_empty() => {
            items.remove(below(dice, items.len() as u32) as usize);
        }
        (Value::Array(items), 3..5) => {
            let example = items.first().cloned().unwrap_or_else(|| json!("red-ev"));
            items.push(another_of_its_kind(&mut copy, &example, dice));
        }
        (Value::Array(items), 5) => items.reverse(),
        (Value::Object(fields), 0..3) if !fields.is_empty() => {
            let keys: Vec<String> = fields.keys().cloned().collect();
            fields.remove(&keys[below(dice, keys.len() as u32) as usize]);
        }
        (Value::Null, _) => *place = json!(["red", "green", "violet"][below(dice, 3) as usize]),
        _ => *place = another_of_its_kind(&mut copy, &like, dice),
    }
}

/// Exchanges two texts, so that the cards stay complete: half of the accepted states come from here.
fn exchange(state: &mut Value, dice: &mut Dice) {
    let lists = [
        "/draw_pile",
        "/display",
        "/discard_pile",
        "/hands/0",
        "/hands/1",
        "/players/0/row",
        "/players/1/row",
    ];
    let mut any_list = || lists[below(dice, lists.len() as u32) as usize];
    let (from, to) = (any_list(), any_list());
    let card = match state.pointer_mut(from).and_then(Value::as_array_mut) {
        Some(cards) if !cards.is_empty() => cards.remove(0),
        _ => return,
    };
    if let Some(cards) = state.pointer_mut(to).and_then(Value::as_array_mut) {
        cards.push(card);
    }
}

/// Two players change places in one respect.
fn trade(state: &mut Value, dice: &mut Dice) {
    let respects: [&[&str]; 5] = [
        &["markers", "palaces"],
        &["tiles", "goods"],
        &["crown_palaces"],
        &["row", "row_specials", "bound_colour"],
        &["known"],
    ];
    let Some(players) = state["players"].as_array().map(Vec::len) else {
        return;
    };
    let mut any_seat = || below(dice, players as u32) as usize;
    let (one, two) = (any_seat(), any_seat());
    for field in respects[below(dice, respects.len() as u32) as usize] {
        let [of_one, of_two] = [one, two].map(|seat| format!("/players/{seat}/{field}"));
        let taken = state.pointer(&of_one).cloned().unwrap_or_default();
        let given = state.pointer_mut(&of_two);
        let given = given.map(|given| std::mem::replace(given, taken));
        if let (Some(place), Some(given)) = (state.pointer_mut(&of_one), given) {
            *place = given;
        }
    }
}

#[test]
fn a_state_that_is_accepted_can_be_played_to_its_end() {
    let mut dice = dice("mutations".parse().unwrap());
    let (mut actions, mut events) = (Vec::new(), Vec::new());
    let (mut refused, mut accepted) = (0, 0);
    for original in real_states() {
        let json = written(&original);
        for _ in 0..40 {
            let mut state = json.clone();
            for _ in 0..=below(&mut dice, 3) {
                match below(&mut dice, 4) {
                    0 => exchange(&mut state, &mut dice),
                    1 => trade(&mut state, &mut dice),
                    _ => mutate(&mut state, &mut dice),
                }
            }
            let Ok(mut game) = repaired(state) else {
                refused += 1;
                continue;
            };
            accepted += usize::from(game != original);
            for eyes in Eyes::all(game.seats()) {
                let imagined = TajMahal::imagine(&game.view(eyes), &mut dice);
                assert_eq!(imagined.check(), Ok(()));
            }
            let mut decisions = 0;
            while let Some((seat, action)) = any_decision(&game, &mut dice, &mut actions) {
                events.clear();
                game.apply(seat, action, &mut events).unwrap();
                game.check().unwrap();
                decisions += 1;
                assert!(decisions < 10_000, "the game does not end");
            }
            assert!(game.standings().over);
        }
    }
    assert!(
        refused > 3_000 && accepted > 500,
        "{refused} refused, {accepted} accepted"
    );
}
