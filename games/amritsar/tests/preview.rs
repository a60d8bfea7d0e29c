//! What the page shows before a decision is what happens after it.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use amritsar::components::*;
use amritsar::{Action, Amritsar, Event, Options, Pending, Side, Source, Steps, Way};
use kit::{Game, Key, Seat, below, dice};

/// Looks at every position of some games between players who do anything at all.
fn in_random_games(mut look: impl FnMut(&Amritsar, Seat, &[Action])) {
    for players in 1..=4 {
        for number in 0..6_u64 {
            let options = Options {
                players,
                ..Options::default()
            };
            let seed = kit::Seed::from_text("foresight").child(number);
            let mut game = Amritsar::new(&options, seed).unwrap();
            let (mut rng, mut legal) = (dice(seed), Vec::new());
            while let Some(seat) = game.deciders().lowest() {
                game.legal(seat, &mut legal);
                look(&game, seat, &legal);
                let nth = below(&mut rng, legal.len() as u32) as usize;
                game.apply(seat, legal[nth], &mut ()).unwrap();
            }
        }
    }
}

#[test]
fn the_way_of_a_group_is_the_way_that_it_goes() {
    let (mut ways, mut skips) = (0, 0);
    in_random_games(|game, seat, legal| {
        for &action in legal {
            let Action::Lift(section) = action else {
                continue;
            };
            let way = game.open.way_from(seat, section);
            let mut after = *game;
            after.apply(seat, action, &mut ()).unwrap();
            // A bridge that pays or coins that do not fit come first; they may change what can be paid.
            if !matches!(after.open.stack.last(), Some(Pending::Sow(_))) {
                continue;
            }
            assert_eq!(after.open.way_on(), Some(way.clone()));
            let went = sow(&mut after, seat, &way);
            assert_eq!(went, way.stops);
            ways += 1;
            for landing in way.landings {
                let land = landing_at(&after, seat, landing.section);
                let mut landed = after;
                let mut events = Vec::new();
                landed.apply(seat, land, &mut events).unwrap();
                let paid: u8 = events
                    .iter()
                    .filter_map(|event| match event {
                        Event::Skipped { coins, .. } => Some(*coins),
                        _ => None,
                    })
                    .sum();
                assert_eq!(paid, landing.coins);
                skips += u32::from(paid > 0);
            }
        }
    });
    assert!(ways > 500 && skips > 500, "{ways} ways, {skips} skips");
}

/// Leaves all workers but the last; tells where.
fn sow(game: &mut Amritsar, seat: Seat, way: &Way) -> Vec<Section> {
    let mut went = Vec::new();
    for _ in &way.stops {
        let mut legal = Vec::new();
        game.legal(seat, &mut legal);
        let mut events = Vec::new();
        game.apply(seat, legal[0], &mut events).unwrap();
        went.extend(events.iter().find_map(|event| match event {
            Event::Dropped { section, .. } => Some(*section),
            _ => None,
        }));
    }
    let mut legal = Vec::new();
    game.legal(seat, &mut legal);
    let mut sections: Vec<Section> = legal
        .iter()
        .filter_map(|action| match action {
            Action::Land { section, .. } => Some(*section),
            _ => None,
        })
        .collect();
    sections.dedup();
    let foreseen: Vec<Section> = way.landings.iter().map(|landing| landing.section).collect();
    assert_eq!(sections, foreseen);
    went
}

fn landing_at(game: &Amritsar, seat: Seat, wanted: Section) -> Action {
    let mut legal = Vec::new();
    game.legal(seat, &mut legal);
    let is_there =
        |action: &Action| matches!(*action, Action::Land { section, .. } if section == wanted);
    legal.into_iter().find(is_there).unwrap()
}

#[test]
fn walks_and_donations_cost_and_bring_what_was_foreseen() {
    let (mut walks, mut donations) = (0, 0);
    in_random_games(|game, seat, legal| {
        let total = |game: &Amritsar| game.open.players[seat].pp.total();
        for &action in legal {
            let mut after = *game;
            let mut events = Vec::new();
            after.apply(seat, action, &mut events).unwrap();
            let donated = |event: &Event| match *event {
                Event::Scored {
                    side: Side::Player(owner),
                    points,
                    source: Source::Donations | Source::Support,
                } if owner == seat => Some(points),
                _ => None,
            };
            match action {
                Action::Step(steps) if events.len() <= 2 => {
                    let foreseen = i16::from(game.open.walk_penalty(seat, steps));
                    assert_eq!(total(&after), (total(game) - foreseen).max(0));
                    walks += i16::from(foreseen > 0);
                }
                Action::Donate(space) => {
                    let district = game.open.players[seat].elephant.unwrap();
                    let foreseen = game
                        .open
                        .donation_points(Side::Player(seat), district, space);
                    let until_the_bridge = events
                        .iter()
                        .skip(1)
                        .take_while(|event| matches!(event, Event::Scored { .. }));
                    let brought: i16 = until_the_bridge.filter_map(donated).sum();
                    assert_eq!(brought, i16::from(foreseen));
                    donations += 1;
                }
                _ => (),
            }
        }
    });
    assert!(walks > 50 && donations > 50, "{walks}, {donations}");
}

#[test]
fn steps_lead_clockwise_and_cost_a_coin_after_the_first() {
    let ways: Vec<(District, u8)> = Steps::all()
        .map(|steps| (steps.from(District::East), steps.coins()))
        .collect();
    assert_eq!(
        ways,
        [
            (District::South, 0),
            (District::West, 1),
            (District::North, 2)
        ]
    );
}
