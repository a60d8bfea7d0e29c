//! The invariants of the specification (section 11) over whole games, told by their events.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may panic"
)]

mod position;

use kit::{Game, Key, Seat, Set};
use position::random_game;
use std::collections::BTreeSet;
use taj_mahal::components::{Marker, Province, Symbol};
use taj_mahal::{Event, PalaceKind, Reason, Stage, TajMahal};

const GAMES: u32 = 250;

/// Everything that happened in a random game, and how it ended.
fn told(players: u8, number: u32) -> (Vec<Event>, TajMahal) {
    let mut all = Vec::new();
    let over = random_game(players, &format!("whole game {number}"), |_, events| {
        all.extend_from_slice(events);
    });
    (all, over)
}

fn each_game(mut look: impl FnMut(u8, &[Event], &TajMahal)) {
    for players in 2..=5 {
        for number in 0..GAMES {
            let (events, over) = told(players, number);
            look(players, &events, &over);
        }
    }
}

/// The events of each visit. The first visit begins before anything is told.
fn visits(events: &[Event]) -> Vec<&[Event]> {
    let mut visits = vec![events];
    while let Some(begun) = visits.last().and_then(|rest| {
        let later = rest.iter().skip(1);
        later
            .clone()
            .position(|event| matches!(event, Event::VisitBegan { .. }))
    }) {
        let (visit, rest) = visits.pop().unwrap().split_at(begun + 1);
        visits.extend([visit, rest]);
    }
    visits
}

#[test]
fn a_game_has_twelve_visits_and_everybody_withdraws_from_each() {
    each_game(|players, events, over| {
        let visits = visits(events);
        assert_eq!((visits.len(), over.open.visit), (12, 12));
        let everybody: Set<Seat> = Seat::first(players.max(3)).collect();
        for visit in visits {
            let withdrawn: Vec<Seat> = visit
                .iter()
                .filter_map(|event| match event {
                    Event::Withdrew { seat, .. } => Some(*seat),
                    _ => None,
                })
                .collect();
            assert_eq!(withdrawn.len(), usize::from(players.max(3)));
            assert_eq!(withdrawn.into_iter().collect::<Set<Seat>>(), everybody);
        }
    });
}

#[test]
fn a_visit_hands_out_each_prize_once_and_a_palace_for_each() {
    each_game(|players, events, _| {
        for visit in visits(events) {
            let mut handed_out = Set::<Symbol>::EMPTY;
            let (mut crowns, mut tiles) = (0, 0);
            let (mut normal_palaces, mut crown_palaces, mut tiles_kept) = (0, 0, 0);
            for event in visit {
                match event {
                    Event::Withdrew { seat, won } => {
                        assert!(handed_out.and(*won).is_empty());
                        handed_out = handed_out.or(*won);
                        // The absent maharaja wins crown and tile for nothing.
                        let keeps = seat.number() < players;
                        crowns += u8::from(keeps && won.contains(Symbol::Mogul));
                        tiles += u8::from(keeps && won.contains(Symbol::Elephant));
                    }
                    Event::Placed {
                        kind: PalaceKind::Crown,
                        ..
                    } => crown_palaces += 1,
                    Event::Placed { .. } => normal_palaces += 1,
                    Event::TookTile { .. } => tiles_kept += 1,
                    _ => (),
                }
            }
            let markers = Marker::all().filter(|marker| handed_out.contains(marker.symbol()));
            assert_eq!(normal_palaces, markers.count());
            assert_eq!((crown_palaces, tiles_kept), (crowns, tiles));
        }
    });
}

#[test]
fn a_withdrawal_scores_its_palaces_once_and_for_at_most_twelve_points() {
    each_game(|_, events, _| {
        let mut scored = false;
        for event in events {
            match event {
                Event::Withdrew { .. } => scored = false,
                Event::Scored {
                    points,
                    reason: Reason::Palaces { provinces },
                    ..
                } => {
                    assert!(!std::mem::replace(&mut scored, true));
                    assert_eq!(u32::from(*points), provinces.len());
                    assert!((1..=12).contains(points));
                }
                _ => (),
            }
        }
    });
}

#[test]
fn points_only_grow_and_their_sources_add_up_to_what_was_told() {
    each_game(|players, events, over| {
        let standings = over.standings();
        assert!(standings.over && !standings.winners.is_empty());
        let best = standings.scores.iter().map(|score| score.total).max();
        for seat in Seat::first(players) {
            let told: i32 = events
                .iter()
                .filter_map(|event| match event {
                    Event::Scored {
                        seat: scorer,
                        points,
                        ..
                    } if *scorer == seat => Some(i32::from(*points)),
                    _ => None,
                })
                .sum();
            let score = &standings.scores[seat.index()];
            let sources: i32 = score.sources.iter().map(|source| source.points).sum();
            assert_eq!((score.total, sources), (told, told));
            assert_eq!(standings.winners.contains(seat), Some(score.total) == best);
        }
    });
}

#[test]
fn scores_never_fall_and_the_display_is_used_up() {
    for players in 2..=5 {
        for number in 0..GAMES / 2 {
            let mut before = vec![0; usize::from(players)];
            random_game(players, &format!("growing {number}"), |game, events| {
                let now: Vec<i32> = game
                    .standings()
                    .scores
                    .iter()
                    .map(|score| score.total)
                    .collect();
                assert!(before.iter().zip(&now).all(|(before, now)| before <= now));
                before = now;
                let begun = events
                    .iter()
                    .any(|event| matches!(event, Event::VisitBegan { .. }));
                if begun {
                    let turned_up = events.iter().find_map(|event| match event {
                        Event::DisplayTurnedUp { cards } => Some(*cards),
                        _ => None,
                    });
                    // Nothing of the last display is left among the new one.
                    assert_eq!(turned_up, Some(game.open.display));
                    assert!(game.open.display.len() < 2 * usize::from(players.max(3)));
                }
                assert!(game.open.stage != Stage::Over || game.open.display.is_empty());
            });
        }
    }
}

#[test]
fn a_province_has_at_most_four_normal_palaces_and_one_crown_palace() {
    each_game(|_, _, over| {
        for province in Province::all() {
            let crowned = over.open.players.iter();
            let crowned =
                crowned.map(|(_, player)| player.crown_palaces.and(province.cities()).len());
            assert!(over.open.built().and(province.cities()).len() <= 4);
            assert!(crowned.sum::<u32>() <= 1);
        }
    });
}

#[test]
fn cards_and_markers_are_conserved_and_no_pair_survives_its_visit() {
    for players in 2..=5 {
        for number in 0..GAMES / 2 {
            random_game(players, &format!("conserved {number}"), |game, events| {
                let open = &game.open;
                let rows: u32 = open
                    .players
                    .iter()
                    .map(|(_, player)| player.row.len())
                    .sum();
                let hands: u32 = game.hands.iter().map(|(_, hand)| hand.len()).sum();
                let piles = u32::from(game.draw_pile.len()) + open.discard_pile.len();
                assert_eq!(rows + hands + piles + open.display.len() as u32, 96);
                let visit_ended = open.stage == Stage::Over
                    || events
                        .iter()
                        .any(|event| matches!(event, Event::VisitBegan { .. }));
                for marker in Marker::all() {
                    let players = open.players.iter();
                    let held: Vec<u8> = players.map(|(_, player)| player.markers[marker]).collect();
                    let at_court = u8::from(open.court.contains(marker.symbol()));
                    assert_eq!(held.iter().sum::<u8>() + open.supply[marker] + at_court, 6);
                    assert!(!visit_ended || held.iter().all(|&count| count < 2));
                }
            });
        }
    }
}

#[test]
fn every_kind_of_event_happens_and_reads_back_from_its_json() {
    let mut kinds = BTreeSet::new();
    each_game(|_, events, _| {
        for event in events {
            let json = serde_json::to_value(event).unwrap();
            assert_eq!(serde_json::from_value::<Event>(json).unwrap(), *event);
            let name = format!("{event:?}");
            kinds.extend(name.split(' ').next().map(str::to_owned));
        }
    });
    let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
    assert_eq!(
        kinds.join(" "),
        "BonusLeft Discarded DisplayTurnedUp DrewBlind Exchanged GameOver HandsOpened Laid Placed Reshuffled Scored TileLeft \
         Took TookBonus TookTile TurnedUp VisitBegan Withdrew"
    );
}
