//! The tables of components against the totals of the specification.

use amritsar::components::maharajah::*;
use amritsar::components::*;
use kit::{By, Key, Set};

#[test]
fn district_tiles_use_every_action_and_three_tiles_of_each_colour() {
    let tiles = DistrictTile::all();
    let used: Set<TileAction> = tiles
        .clone()
        .flat_map(|tile| [tile.main(), tile.secondary()])
        .collect();
    assert_eq!(used.len() as usize, TileAction::COUNT);
    for colour in Colour::all() {
        assert_eq!(
            tiles.clone().filter(|tile| tile.colour() == colour).count(),
            3
        );
    }
}

/// Spaces, and the prestige printed on them, of one donation tile.
fn printed(set: DonationSet, district: District) -> (usize, u8) {
    let spaces = Space::all().filter_map(|space| set.prestige(district, space));
    (spaces.clone().count(), spaces.sum())
}

#[test]
fn donation_tiles_have_the_shapes_and_totals_of_the_specification() {
    for district in District::all() {
        assert_eq!(printed(DonationSet::Two, district), (10, 24));
        assert_eq!(printed(DonationSet::Three, district), (12, 27));
        assert_eq!(printed(DonationSet::Four, district), (14, 35));
    }
    for (set, shape) in [
        (DonationSet::Two, [4, 3, 2, 1]),
        (DonationSet::Three, [5, 4, 2, 1]),
        (DonationSet::Four, [5, 4, 3, 2]),
    ] {
        let spaces = Space::all().filter(|&space| set.prestige(District::North, space).is_some());
        let on_level = |level| {
            spaces
                .clone()
                .filter(|space| space.level() == level)
                .count()
        };
        assert_eq!(Level::ALL.map(on_level), shape);
        for space in spaces.clone() {
            let below = set.below(space);
            assert_eq!(below.is_none(), space.level() == Level::One);
            for below in below.into_iter().flatten() {
                assert_eq!(below.level().index() + 1, space.level().index());
                assert!(
                    set.prestige(District::North, below).is_some(),
                    "{space} rests on {below}"
                );
            }
        }
    }
}

#[test]
fn donation_spaces_lie_where_the_data_file_says() {
    use Space as S;
    let x = |set: DonationSet, spaces: &[Space]| -> Vec<u8> {
        spaces.iter().map(|&space| set.x(space)).collect()
    };
    assert_eq!(
        x(DonationSet::Two, &[S::A3, S::B2, S::C1, S::D0]),
        [6, 5, 4, 3]
    );
    assert_eq!(
        x(DonationSet::Three, &[S::A4, S::B3, S::C0, S::C1, S::D0]),
        [8, 7, 2, 6, 4]
    );
    assert_eq!(
        x(DonationSet::Four, &[S::B3, S::C2, S::D0, S::D1]),
        [7, 6, 3, 5]
    );
    let total = |level: Level| level.cost().iter().map(|(_, &count)| count).sum::<u8>();
    assert_eq!(Level::ALL.map(total), [1, 2, 2, 2]);
}

#[test]
fn temple_tiles_are_a_latin_square() {
    for tile in TempleTile::all() {
        let mut values = District::ALL.map(|district| tile.prestige(district));
        values.sort_unstable();
        assert_eq!(values, [1, 2, 3, 4]);
    }
    for district in District::all() {
        assert_eq!(
            TempleTile::all()
                .map(|tile| tile.prestige(district))
                .sum::<u8>(),
            10
        );
    }
}

#[test]
fn bridges_mahouts_storehouses_and_objectives() {
    let triggers = |trigger| {
        BridgeTile::all()
            .filter(|tile| tile.trigger() == trigger)
            .count()
    };
    assert_eq!(Trigger::ALL.map(triggers), [2, 1, 2, 1]);
    assert_eq!(Mahout::all().map(Mahout::tax).sum::<u8>(), 6);
    assert_eq!(Storehouse::COUNT, 15);
    assert_eq!(
        Storehouse::all().map(Storehouse::spaces).sum::<u8>(),
        10 * 3 + 5 * 2
    );
    assert_eq!(Storehouse::all().map(Storehouse::tax).sum::<u8>(), 13);
    assert_eq!([1, 2, 3, 4].map(Storehouse::revealed), [6, 6, 9, 12]);
    for kind in ObjectiveType::all() {
        assert_eq!(Objective::of(kind).count(), 6);
    }
    let stars: Vec<Objective> = Objective::all()
        .filter(|tile| tile.star().is_some())
        .collect();
    assert_eq!(
        stars,
        [Objective::C1, Objective::C2, Objective::C3, Objective::C4]
    );
}

#[test]
fn the_most_taxes_fit_on_the_track() {
    // Four objectives, three storehouses and three mahouts besides the starting one.
    let most = 4 * OBJECTIVE_TAX + 3 + 3;
    assert_eq!((most, coins_due(most)), (10, 10));
}

#[test]
fn workers_sections_and_market() {
    let workers = Section::all().map(Section::start_workers).sum::<u8>();
    assert_eq!(workers, WORKERS_OF_A_COLOUR * Colour::COUNT as u8);
    let prices: Vec<u8> = (1..=MARKET_ROWS).map(market_price).collect();
    assert_eq!(prices, [2, 2, 2, 1, 1, 1]);
    let points = |resource| {
        (1..=MARKET_ROWS)
            .map(|row| market_prestige(resource, row))
            .sum::<u8>()
    };
    assert_eq!(Resource::ALL.map(points), [1, 2, 3]);
    assert_eq!(COUNTERS, COUNTERS_ON_BOARD + COUNTERS_IN_MARKET);
}

#[test]
fn knowledge_tracks_give_what_the_specification_says() {
    let at_once = |track: Track| {
        (1..=LAST_STEP)
            .filter(|&step| track.benefit(step) != Effect::Nothing)
            .count()
    };
    assert_eq!(Track::ALL.map(at_once), [5, 5, 4]);
    let coins: u8 = (1..=LAST_STEP)
        .map(|step| match Track::Money.benefit(step) {
            Effect::Gain(items) => items.count(Item::Coin),
            _ => 0,
        })
        .sum();
    assert_eq!(coins, 6);
    assert_eq!(
        Track::Development.benefit(UNLOCKING_STEP),
        Effect::UnlockMovement
    );
}

#[test]
fn the_maharajahs_board() {
    assert_eq!(BOARD_COUNTERS + 1, COUNTERS);
    assert_eq!(BOARD_COUNTERS / ROW, 5);
    assert_eq!(QUARRY, By::new([4, 3, 2]));
    assert_eq!(
        QUARRY.iter().map(|(_, &count)| count).sum::<u8>(),
        STOREHOUSE
    );
    assert_eq!(marker_gift(LAST_MARKER), Gift::Prestige(1));
    assert_eq!(Decade::ALL.map(Decade::penalty), [1, 2, 3]);
}
