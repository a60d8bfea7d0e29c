//! The promises of every game of the house.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use kit::conformance::Suite;
use kit::{Dice, Eyes, Features, Game, Key, Learn, Seat, Seed, Set, below};
use maharaja::components::{Character, City, Field, Level, Road, Site, Village, WheelAction};
use maharaja::{
    Ability, Action, Begin, Exchange, FinalChoice, Maharaja, Options, Plan, Route, Rules, Stage,
};

fn any<K: Key>(dice: &mut Dice) -> K {
    K::at(below(dice, K::COUNT as u32) as usize).unwrap()
}

fn any_options(dice: &mut Dice) -> Options {
    let players = 1 + below(dice, 4) as u8;
    let level = (players == 1 && below(dice, 4) > 0).then(|| any::<Level>(dice));
    let rules = match below(dice, 4) {
        0 => Rules::Random,
        1 => Rules::Chosen(Set::EMPTY),
        _ => Rules::Chosen(Set::from_bits(below(dice, 16).into())),
    };
    Options {
        players,
        level,
        rules,
        final_tile: any::<FinalChoice>(dice),
        first_game: players == 4 && below(dice, 4) == 0,
    }
}

fn any_site(dice: &mut Dice) -> Site {
    match below(dice, 2) {
        0 => Site::City(any(dice)),
        _ => Site::Village(any(dice)),
    }
}

fn any_begin(dice: &mut Dice) -> Begin {
    match any::<WheelAction>(dice) {
        WheelAction::SwapCharacter => Begin::Swap(any(dice)),
        WheelAction::ShiftFlag => Begin::Shift(any(dice)),
        plain => Begin::plain(plain).unwrap(),
    }
}

fn any_ability(dice: &mut Dice) -> Ability {
    match below(dice, 7) {
        0 => Ability::TakeShrine,
        1 => Ability::Exchange(Exchange::all().nth(below(dice, 9) as usize).unwrap()),
        2 => Ability::BuyActionMarker,
        3 => Ability::TakePrestige,
        4 => Ability::ShiftFlag(any(dice)),
        5 => Ability::SupplyShrine(any_site(dice)),
        _ => Ability::TakeActionMarker,
    }
}

fn any_route(dice: &mut Dice) -> Route {
    let roads = 1 + below(dice, 3);
    Route::new((0..roads).map(|_| any::<Road>(dice)).collect::<Vec<_>>()).unwrap()
}

fn any_command(dice: &mut Dice) -> Action {
    match below(dice, 14) {
        0 => Action::Character(any::<Character>(dice)),
        1 => Action::Shrine(any_site(dice)),
        2 => Action::Plan(Plan::new(any(dice), any(dice))),
        3 => Action::Travel(any_route(dice)),
        4 => Action::Start(any_begin(dice)),
        5 => Action::Marker(any_begin(dice)),
        6 => Action::Statue(any::<City>(dice), any::<Field>(dice)),
        7 => Action::Ability(any_ability(dice)),
        8 => Action::Close,
        9 => Action::End,
        10 => Action::Reward(below(dice, 14) as u8),
        11 => Action::Buy(below(dice, 6) as u8),
        12 => Action::Maharani(any(dice)),
        _ => Action::Decline,
    }
}

#[test]
fn maharaja_keeps_every_promise() {
    let report = Suite::<Maharaja> {
        games: 60,
        ..Suite::new(any_options, any_command)
    }
    .check()
    .unwrap_or_else(|breach| panic!("{breach}"));
    assert!(report.decisions > 60 * 50, "{report:?}");
    assert!(
        report.refused > 10_000 && report.imagined_otherwise > 1_000,
        "{report:?}"
    );
    assert!(report.compared > 5_000, "{report:?}");
}

#[test]
fn every_well_formed_command_round_trips() {
    let mut dice = kit::dice("notation".parse().unwrap());
    for _ in 0..5_000 {
        let action = any_command(&mut dice);
        assert_eq!(action.to_string().parse(), Ok(action));
    }
    assert_eq!(Village::COUNT, 30);
    assert_eq!(Maharaja::ABOUT.key, "maharaja");
}

/// Changes with the rules alone: records of learning name actions by number, and nets are trained for these features.
#[test]
fn maharaja_can_be_learned_and_its_numbers_have_not_changed() {
    let suite = Suite::<Maharaja> {
        games: 40,
        ..Suite::new(any_options, any_command)
    };
    let learned = suite.check_learning();
    let learned = learned.unwrap_or_else(|breach| panic!("{breach}"));
    assert_eq!((learned.actions, learned.most_features), (3856, 147));
    assert_eq!(
        [learned.numbering.as_str(), learned.features.as_str()],
        [
            "0ab4da683d8376d0539a68b6ac44dfb1e83a5ddacd5ea7cba1d16f4ab360d0ec",
            "d8c90cdaf8d370b2e3460a78c15bf6c81e534f0d79f5835fdec50837ff962d95",
        ]
    );
}

/// Returns what the player `steps` seats after `first` sees, if `first` decides and alone has many coins.
fn seen_after(first: Seat, steps: u8) -> Features {
    let mut game = Maharaja::new(&Options::default(), Seed::from_text("turned")).unwrap();
    game.open.stage = Stage::ChooseCharacter { seat: first };
    game.open.tableaus[first].coins = 25;
    let viewer = first.after(steps, 4);
    let mut features = Features::default();
    Maharaja::features(&game.view(Eyes::Seat(viewer)), viewer, &mut features);
    features
}

#[test]
fn seats_are_counted_from_the_viewer() {
    for steps in 0..4 {
        for first in Seat::first(4) {
            assert_eq!(seen_after(first, steps), seen_after(Seat::FIRST, steps));
        }
    }
    assert_ne!(seen_after(Seat::FIRST, 0), seen_after(Seat::FIRST, 1));
}
