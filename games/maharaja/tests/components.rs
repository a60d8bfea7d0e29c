//! What is printed, against the totals of the specification.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use kit::{Key, Set};
use maharaja::components::{
    BOT_FIELDS, Bonus, BotAction, BotTile, Character, City, Field, FinalTile, Level, Node, Reward,
    Road, SetupTile, Slot, SpecialRule, Target, Timing, Village, WheelAction, table,
};

#[test]
fn the_network_has_sixteen_roads_and_thirty_villages() {
    let lengths = Road::ALL.map(|road| road.villages().len());
    assert_eq!(
        (lengths.iter().sum::<usize>(), Road::COUNT, Node::COUNT),
        (30, 16, 8)
    );
    assert_eq!(lengths.iter().filter(|&&length| length == 1).count(), 2);
    let villages: Set<Village> = Road::ALL
        .iter()
        .flat_map(|road| road.villages())
        .copied()
        .collect();
    assert_eq!(villages.len(), 30);
    let roads = |node: Node| node.roads().count();
    let expected = [
        (Node::Delhi, 5),
        (Node::Start, 5),
        (Node::Jaipur, 4),
        (Node::Khajuraho, 4),
        (Node::Ahmadabad, 4),
        (Node::Varanasi, 4),
        (Node::Jodhpur, 3),
        (Node::Agra, 3),
    ];
    for (node, count) in expected {
        assert_eq!(roads(node), count, "{node}");
    }
    // What the search for an owed shrine relies on.
    assert!(Node::Start.roads().all(|(_, goal)| goal.city().is_some()));
}

#[test]
fn roads_lead_both_ways_in_the_order_of_their_ids() {
    for node in Node::ALL {
        let roads: Vec<Road> = node.roads().map(|(road, _)| road).collect();
        assert!(roads.is_sorted());
        for (road, goal) in node.roads() {
            assert_eq!(
                (road.leads_to(node), road.leads_to(goal)),
                (Some(goal), Some(node))
            );
        }
    }
}

#[test]
fn each_city_has_two_bonuses() {
    for city in City::ALL {
        let with_bonus: Vec<Field> = Field::ALL
            .into_iter()
            .filter(|&field| city.bonus(field).is_some())
            .collect();
        assert_eq!(with_bonus, [Field::Top, Field::Bottom]);
        assert_eq!(city.bonus(Field::Top), Some(Bonus::ActionMarkers(1)));
        assert_eq!(city.node().city(), Some(city));
    }
    let bottom = |bonus| {
        City::ALL
            .iter()
            .filter(|city| city.bonus(Field::Bottom) == Some(bonus))
            .count()
    };
    assert_eq!(
        [
            bottom(Bonus::Coins(2)),
            bottom(Bonus::Prestige(1)),
            bottom(Bonus::Shrines(2))
        ],
        [2, 3, 2]
    );
}

#[test]
fn tiles_and_classes() {
    assert_eq!(
        [WheelAction::COUNT, Character::COUNT, Reward::COUNT],
        [9, 16, 8]
    );
    assert_eq!(
        [SpecialRule::COUNT, FinalTile::COUNT, Village::COUNT],
        [4, 5, 30]
    );
    let numbers = |timing| {
        let of_class = Character::all().filter(move |character| character.timing() == timing);
        of_class.map(Character::number).collect::<Vec<_>>()
    };
    assert_eq!(numbers(Timing::Never), [1]);
    assert_eq!(numbers(Timing::Once), [2, 3, 4, 6, 10, 13, 14]);
    assert_eq!(numbers(Timing::Permanent), [9, 11, 12, 15]);
    assert_eq!(numbers(Timing::Scoring), [5, 7, 8, 16]);
    assert_eq!(
        WheelAction::all()
            .filter(|action| action.parts().is_some())
            .count(),
        4
    );
    assert_eq!(
        WheelAction::all()
            .filter(|action| !action.by_marker())
            .count(),
        1
    );
}

#[test]
fn the_table_of_the_set_up() {
    let rows = [1, 2, 3, 4].map(table);
    assert_eq!(rows.map(|row| row.village_spaces), [1, 1, 2, 2]);
    assert_eq!(rows.map(|row| row.selectable_rewards), [2, 3, 4, 5]);
    let coins: Vec<&[u16]> = rows.iter().map(|row| row.coins_by_rank).collect();
    assert_eq!(
        coins,
        [&[12, 6][..], &[12, 6], &[12, 9, 6], &[12, 10, 8, 6]]
    );
}

#[test]
fn brahmabots_tiles_are_balanced() {
    assert_eq!(BotTile::COUNT, 12);
    for slot in Slot::ALL {
        assert_eq!(BotTile::all().filter(|tile| tile.tick() == slot).count(), 4);
    }
    for city in City::ALL {
        assert_eq!(
            BotTile::all()
                .filter(|tile| tile.target() == Target::City(city))
                .count(),
            1
        );
    }
    let shrines = |tile: &BotTile| tile.main() == [BotAction::ShrineMaharaja; 2];
    assert_eq!(BotTile::all().filter(shrines).count(), 5);
    assert_eq!(
        BotTile::all().filter(|tile| tile.main().len() == 1).count(),
        7
    );
    let fields: Set<Field> = BOT_FIELDS.into_iter().collect();
    assert_eq!(fields.len(), 7);
}

#[test]
fn set_up_tiles_mark_four_two_and_two_villages() {
    for tile in SetupTile::ALL {
        let counts = Level::ALL.map(|level| tile.villages(level).collect::<Set<Village>>().len());
        assert_eq!(counts, [4, 6, 8], "{tile}");
    }
    assert_eq!(Level::ALL.map(Level::start), [(0, 2), (2, 3), (4, 4)]);
}
