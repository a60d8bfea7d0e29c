//! Whole random games: their events tell everything, and what they tell adds up.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use kit::{Game, PerSeat, Seat, Set, below, dice};
use maharaja::components::{Character, City, Level};
use maharaja::{Event, FinalChoice, Maharaja, Options, Rules, Stage};

const GAMES: u64 = 40;

/// Everything that happened in a random game, and how it ended.
fn told(options: &Options, number: u64) -> (Vec<Event>, Maharaja) {
    let seed = kit::Seed::from_bytes([7; 32]).child(number);
    let mut game = Maharaja::new(options, seed).unwrap();
    let mut dice = dice(seed);
    let (mut events, mut actions) = (game.opening(), Vec::new());
    loop {
        let deciders: Vec<Seat> = game.deciders().iter().collect();
        if deciders.is_empty() {
            return (events, game);
        }
        let seat = deciders[below(&mut dice, deciders.len() as u32) as usize];
        game.legal(seat, &mut actions);
        let action = actions[below(&mut dice, actions.len() as u32) as usize];
        game.apply(seat, action, &mut events).unwrap();
    }
}

fn each_game(mut look: impl FnMut(&Options, &[Event], &Maharaja)) {
    for number in 0..GAMES {
        for players in 1..=4 {
            let options = Options {
                players,
                level: (players == 1).then_some(Level::Hard),
                rules: Rules::Random,
                final_tile: FinalChoice::ALL[number as usize % FinalChoice::ALL.len()],
                first_game: false,
            };
            let (events, over) = told(&options, number);
            look(&options, &events, &over);
        }
    }
}

/// The events of each round.
fn rounds(events: &[Event]) -> Vec<&[Event]> {
    let began = |event: &Event| matches!(event, Event::RoundBegan { .. });
    let starts: Vec<usize> = (0..events.len()).filter(|&at| began(&events[at])).collect();
    let ends = starts.iter().skip(1).copied().chain([events.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| &events[start..end])
        .collect()
}

#[test]
fn everybody_plans_and_acts_once_in_each_round() {
    each_game(|options, events, over| {
        let rounds = rounds(events);
        assert_eq!(rounds.len(), usize::from(over.open.round));
        let everybody: Set<Seat> = Seat::first(options.players).collect();
        for round in rounds {
            let planned = round.iter().filter_map(|event| match event {
                Event::Planned { seat, .. } => Some(*seat),
                _ => None,
            });
            let acted = round.iter().filter_map(|event| match event {
                Event::TurnBegan { seat, .. } => Some(*seat),
                _ => None,
            });
            let bot_turns = round
                .iter()
                .filter(|event| matches!(event, Event::BrahmabotDrew { .. }));
            assert_eq!(planned.clone().count(), usize::from(options.players));
            assert_eq!(acted.clone().count(), usize::from(options.players));
            assert_eq!(
                (planned.collect::<Set<Seat>>(), acted.collect::<Set<Seat>>()),
                (everybody, everybody)
            );
            assert_eq!(bot_turns.count(), usize::from(options.players == 1));
        }
    });
}

#[test]
fn the_maharaja_visits_the_city_that_is_scored() {
    each_game(|_, events, _| {
        for round in rounds(events) {
            let Event::RoundBegan { city: visited, .. } = round[0] else {
                unreachable!()
            };
            for event in round {
                if let Event::Ranked { city, .. } | Event::Unranked { city, .. } = event {
                    assert_eq!(*city, visited);
                }
            }
        }
    });
}

/// What each player has, if one only listens.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct Heard {
    coins: i32,
    prestige: i32,
    markers: i32,
    statues: i32,
    character: Option<Character>,
}

fn listen(heard: &mut PerSeat<Heard>, event: &Event) {
    match *event {
        Event::CoinsTaken { seat, coins } => heard[seat].coins += i32::from(coins),
        Event::CoinsPaid { seat, coins } => heard[seat].coins -= i32::from(coins),
        Event::Travelled { seat, tolls, .. } => {
            for (owner, &coins) in tolls.iter() {
                heard[owner].coins += i32::from(coins);
                heard[seat].coins -= i32::from(coins);
            }
        }
        Event::StatueBuilt { seat, price, .. } => {
            heard[seat].coins -= i32::from(price);
            heard[seat].statues -= 1;
        }
        Event::ShrineBuilt { seat, price, .. } => heard[seat].coins -= i32::from(price),
        Event::Prestige { seat, points, .. } => heard[seat].prestige += i32::from(points),
        Event::MarkersTaken { seat, markers } => heard[seat].markers += i32::from(markers),
        Event::MarkerUsed { seat, .. } => heard[seat].markers -= 1,
        Event::CharacterTaken { seat, character } => heard[seat].character = Some(character),
        Event::Swapped {
            seat, character, ..
        } => heard[seat].character = Some(character),
        _ => {}
    }
}

#[test]
fn whoever_listens_knows_what_everybody_has() {
    each_game(|options, events, over| {
        let start = Maharaja::new(options, kit::Seed::from_bytes([7; 32])).unwrap();
        let tableaus = over.open.tableaus;
        let mut heard = PerSeat::new(tableaus.count(), |seat| Heard {
            coins: start.open.tableaus[seat].coins.into(),
            prestige: start.open.tableaus[seat].prestige.total().into(),
            markers: 0,
            statues: 7,
            character: None,
        });
        for event in events {
            listen(&mut heard, event);
        }
        for (seat, tableau) in tableaus.iter() {
            let has = Heard {
                coins: tableau.coins.into(),
                prestige: tableau.prestige.total().into(),
                markers: tableau.markers.into(),
                statues: tableau.statues.into(),
                character: tableau.character,
            };
            assert_eq!(heard[seat], has);
        }
    });
}

#[test]
fn the_final_scoring_is_told_as_the_standings_count_it() {
    each_game(|options, events, over| {
        let standings = over.standings();
        assert!(standings.over && over.open.stage == Stage::Over);
        assert_eq!(standings.automatic.is_some(), options.players == 1);
        let automatic = standings.automatic.as_ref().map(|score| score.total);
        assert_eq!(over.automatic_score(), automatic);
        for seat in Seat::first(options.players) {
            assert_eq!(over.score(seat), standings.total(seat));
        }
        for event in events {
            if let Event::FinalScoring {
                seat,
                built: statues,
                coins,
                majorities,
                tile,
            } = *event
            {
                let at_the_end = i32::from(statues + coins + majorities + tile);
                let in_play = i32::from(over.open.tableaus[seat].prestige.total());
                assert_eq!(over.open.total(seat), in_play + at_the_end);
                assert!(over.open.final_tile.is_none() || majorities == 0);
                assert_eq!(statues, 3 * i16::from(over.open.statues_built(seat)));
            }
        }
        let Some(Event::GameOver { winners, .. }) = events.last() else {
            unreachable!()
        };
        assert_eq!(*winners, standings.winners);
        let best = standings.scores.iter().map(|score| score.total).max();
        for winner in winners.iter() {
            assert_eq!(Some(standings.total(winner)), best);
        }
    });
}

#[test]
fn every_event_reads_back_from_its_json() {
    each_game(|_, events, _| {
        for event in events {
            let json = serde_json::to_value(event).unwrap();
            assert_eq!(serde_json::from_value::<Event>(json).unwrap(), *event);
        }
    });
}

#[test]
fn over_many_games_everything_comes_up() {
    let mut built = Set::<City>::EMPTY;
    let mut used = Set::<Character>::EMPTY;
    let (mut stolen, mut marked, mut moved) = (0, 0, 0);
    each_game(|_, events, _| {
        for event in events {
            match event {
                Event::StatueBuilt { city, .. } => {
                    built.insert(*city);
                }
                Event::AbilityUsed { character, .. } => {
                    used.insert(*character);
                }
                Event::Swapped {
                    victim: Some(_), ..
                } => stolen += 1,
                Event::MaharaniPlaced { .. } => marked += 1,
                Event::Travelled { .. } => moved += 1,
                _ => {}
            }
        }
    });
    assert_eq!((built.len(), used.len()), (7, 7));
    assert!(
        stolen > 20 && marked > 20 && moved > 500,
        "{stolen} {marked} {moved}"
    );
}
