//! Every rule is broken here at least once, at each place where the game refuses for it, and the refusal names just that rule.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

#[path = "acceptance/table.rs"]
#[allow(dead_code, reason = "each test file uses its part")]
mod table;

use amritsar::components::*;
use amritsar::{
    Action, Amritsar, Following, Open, Options, Pending, Progress, Side, Source, rules,
};
use kit::{Game, Refusal, Rule, Seat};
use table::{Table, seat};

/// Somebody tries what a rule forbids.
struct Case {
    /// The name of the rule's constant.
    name: &'static str,
    rule: Rule,
    game: Amritsar,
    /// Who has to decide.
    who: Seat,
    action: Action,
}

macro_rules! case {
    (rules::$rule:ident, $table:expr, $action:expr) => {{
        let table: &Table = &$table;
        Case {
            name: stringify!($rule),
            rule: rules::$rule,
            game: table.game,
            who: table.decider(),
            action: $action.parse().unwrap(),
        }
    }};
}

/// Rules that only impossible states can break. Nobody is asked for a donation who cannot make one: a mahout tile is used, and a player asked
/// to follow, only if it can be performed; and no exchange takes the last donation away. So whoever is asked has an elephant on the board with
/// a counter on it.
const NEVER_MET: [Rule; 2] = [rules::NO_ELEPHANT, rules::NO_COUNTER];

#[test]
fn every_rule_is_refused_by_its_name() {
    let cases: Vec<Case> = [
        other_decisions(),
        opening(),
        elephants(),
        sowing(),
        tiles(),
        elephant_actions(),
        gains(),
        market(),
        exchanges(),
        upgrades(),
        payments(),
        knowledge_and_mahouts(),
        donations(),
    ]
    .into_iter()
    .flatten()
    .collect();
    for case in &cases {
        let flaw = case.game.check().err();
        assert_eq!(flaw, None, "‘{}’ against {}", case.action, case.name);
        try_out(case);
    }
    for rule in rules::ALL {
        let met = cases.iter().any(|case| case.rule == *rule);
        let never = NEVER_MET.contains(rule);
        assert!(met != never, "‘{}’: met {met}, never {never}", rule.key);
    }
}

/// What is asked of nobody is still refused by its name, if such a state should ever come from outside.
#[test]
fn impossible_decisions_are_refused_by_name_too() {
    let cases = impossible();
    for case in &cases {
        let flaw = case.game.check();
        assert!(flaw.is_err(), "‘{}’ against {}", case.action, case.name);
        try_out(case);
    }
    for rule in NEVER_MET {
        assert!(cases.iter().any(|case| case.rule == rule), "{}", rule.key);
    }
}

fn try_out(case: &Case) {
    let Case { name, action, .. } = case;
    let (mut game, mut events) = (case.game, Vec::new());
    assert_eq!(
        game.apply(case.who, *action, &mut events),
        Err(Refusal::Breaks(case.rule)),
        "‘{action}’ against {name}"
    );
    assert_eq!(game, case.game, "‘{action}’ changed the game");
    assert_eq!(events, [], "‘{action}’ told something");
    assert_eq!(case.rule.key, key(name));
    assert!(rules::ALL.contains(&case.rule), "{name} is not listed");
}

/// The key of a rule is the name of its constant: `NO_TOKEN` is `no-token`.
fn key(name: &str) -> String {
    name.to_lowercase().replace('_', "-")
}

/// Three play; all workers stand on the ring, none of them in the second sections of north and east.
fn base() -> Table {
    let mut table = Table::new(3);
    table.ring(&[
        ("north_1", "ybg"),
        ("east_1", "y"),
        ("south_1", "g"),
        ("south_2", "bw"),
        ("west_1", "bwg"),
        ("west_2", "yw"),
    ]);
    table.items(0, 0, [0; 3]);
    table
}

/// The table, after everything that was not said has been put in order: the storehouses on offer are the first that nobody owns, the
/// market space has the counters that are nowhere else, and donations have brought their points.
fn ready(table: &mut Table) -> Table {
    let open = &mut table.game.open;
    let owned = open
        .players
        .iter()
        .fold(kit::Set::EMPTY, |owned, (_, player)| {
            player.storehouses.or(owned)
        });
    let on_offer = Storehouse::revealed(3) - owned.len() as usize;
    let others = Storehouse::ALL.into_iter();
    open.offer = others
        .filter(|&storehouse| !owned.contains(storehouse))
        .take(on_offer)
        .collect();
    for who in Seat::first(3) {
        let donated = open.donated(Side::Player(who));
        let printed = printed(open, who);
        let player = &mut open.players[who];
        let elsewhere = player.counters_elephant + player.counters_board() + donated;
        player.counters_market = COUNTERS - elsewhere;
        player.pp.0[Source::Donations] = printed;
    }
    Table {
        game: table.game,
        told: Vec::new(),
    }
}

/// What is printed under a player's counters; there are none above others.
fn printed(open: &Open, who: Seat) -> i16 {
    let tiles = open.donations.iter();
    let points = tiles.flat_map(|(district, tile)| {
        let spaces = tile.spaces_of(Side::Player(who));
        spaces.filter_map(move |space| open.donation_set().prestige(district, space))
    });
    points.map(i16::from).sum()
}

/// The table after these actions.
fn after(table: &Table, actions: &str) -> Table {
    let mut table = Table {
        game: table.game,
        told: Vec::new(),
    };
    table.play(actions);
    table
}

/// Seat 0 begins a turn with so many coins.
fn moving(coins: u8) -> Table {
    let mut table = base();
    table.items(0, coins, [0; 3]).main_state(Pending::Elephant1);
    table
}

/// Seat 0 is about to lift a group, with so many coins.
fn lifting(coins: u8) -> Table {
    let mut table = moving(coins);
    table.main_state(Pending::ChooseGroup);
    table
}

/// Seat 0 has a worker and these resources in a district, and the elephant too.
fn landed(worker: &str, section: &str, resources: [u8; 3]) -> Table {
    let mut table = base();
    table.items(0, 0, resources).landed(worker, section);
    table.player(0).elephant = Some(section.parse::<Section>().unwrap().district());
    table
}

/// Seat 0 is about to trade in the north.
fn trading(coins: u8, resources: [u8; 3]) -> Table {
    let mut table = landed("green", "north_1", [0; 3]);
    table.items(0, coins, resources);
    after(&ready(&mut table), "main yellow_b")
}

/// Seat 0 may make any upgrade: the secondary action of `blue_a`.
fn upgrading(resources: [u8; 3]) -> Table {
    let mut table = landed("blue", "west_1", resources);
    after(&ready(&mut table), "second blue_a")
}

/// Seat 1 is active, and seat 0 is asked to follow with a market action on green.
fn following() -> Table {
    let mut table = landed("green", "north_1", [1, 0, 0]);
    table.own(0, "exchange").mahout(0, "market", "green");
    table.game.open.active = seat(1);
    table.player(1).turns = 2;
    after(&ready(&mut table), "done")
}

/// An objective in the hand of that seat.
fn objective(table: &Table, number: u8) -> Objective {
    table.game.objectives[seat(number)].hand.lowest().unwrap()
}

/// A new game, with the first seat to decide on its opening objective.
fn fresh() -> Table {
    Table::fresh(Options {
        players: 3,
        ..Options::default()
    })
}

/// All have made their opening decisions; nobody has an elephant on the board.
fn first_turn() -> Table {
    let mut table = fresh();
    while table.game.open.players[table.decider()].turns == 0 {
        let first = table.legal().remove(0);
        table.play(&first);
    }
    table
}

/// Spec 6: only what is asked for.
fn other_decisions() -> Vec<Case> {
    let opening = fresh();
    let first = opening.legal().remove(0);
    let opening_mahout = after(&opening, &first);
    let north = |actions: &str| {
        let mut table = landed("green", "north_1", [1, 0, 0]);
        after(&ready(&mut table), actions)
    };
    let order = {
        let mut table = landed("green", "south_1", [0; 3]);
        after(&ready(&mut table), "main yellow_c")
    };
    let resource = {
        let mut table = landed("yellow", "north_1", [0; 3]);
        after(&ready(&mut table), "second yellow_b")
    };
    let discard = {
        let mut table = landed("blue", "west_1", [4, 0, 0]);
        after(&ready(&mut table), "main blue_a")
    };
    let knowledge = {
        let mut table = landed("green", "west_1", [0; 3]);
        after(&ready(&mut table), "main white_a")
    };
    vec![
        case!(rules::OTHER_DECISION, opening, "mahout yellow"),
        case!(rules::OTHER_DECISION, opening_mahout, first),
        case!(rules::OTHER_DECISION, ready(&mut moving(0)), "lift south_1"),
        case!(rules::OTHER_DECISION, ready(&mut lifting(0)), "stay"),
        case!(
            rules::OTHER_DECISION,
            after(&ready(&mut lifting(0)), "lift south_1"),
            "stay"
        ),
        case!(
            rules::OTHER_DECISION,
            ready(&mut landed("green", "north_1", [0; 3])),
            "stay"
        ),
        case!(rules::OTHER_DECISION, following(), "done"),
        case!(rules::OTHER_DECISION, north("main blue_b"), "pick marble"),
        case!(rules::OTHER_DECISION, order, "gain marble"),
        case!(rules::OTHER_DECISION, resource, "gain marble"),
        case!(rules::OTHER_DECISION, discard, "done"),
        case!(rules::OTHER_DECISION, trading(4, [0; 3]), "skip"),
        case!(rules::OTHER_DECISION, upgrading([1, 0, 0]), "finish"),
        case!(rules::OTHER_DECISION, knowledge, "skip"),
        case!(rules::OTHER_DECISION, north("main green_a"), "finish"),
        case!(rules::OTHER_DECISION, north("elephant donate"), "skip"),
    ]
}

/// Spec 4.2.
fn opening() -> Vec<Case> {
    let objectives = fresh();
    let other = (0..3).find(|&other| seat(other) != objectives.decider());
    let foreign = format!("objective {}", objective(&objectives, other.unwrap()));
    let mut mahouts = fresh();
    let first = mahouts.legal().remove(0);
    mahouts.play(&first).play("mahout blue");
    let first = mahouts.legal().remove(0);
    mahouts.play(&first);
    vec![
        case!(rules::OBJECTIVE_IN_HAND, objectives, foreign),
        case!(rules::COLOUR_TAKEN, mahouts, "mahout blue"),
    ]
}

/// Spec 7.1.
fn elephants() -> Vec<Case> {
    let first = first_turn();
    let begins = ready(&mut moving(1));
    let token = ready(moving(1).step(0, "development", 3));
    let mut storehouse = moving(1);
    storehouse.own(0, "free_elephant");
    let storehouse = ready(&mut storehouse);
    let mut flipped = moving(1);
    flipped.own(0, "free_elephant").player(0).flipped = true;
    let flipped = ready(&mut flipped);
    let mut spent = moving(1);
    spent.step(0, "development", 3).player(0).movement = amritsar::Movement::Spent;
    let spent = ready(&mut spent);
    let second = {
        let mut table = landed("green", "north_1", [0; 3]);
        table.step(0, "development", 3);
        after(&ready(&mut table), "done")
    };
    vec![
        case!(rules::PLACE_ELEPHANT, first, "stay"),
        case!(rules::PLACE_ELEPHANT, first, "step 1"),
        case!(rules::PLACE_ELEPHANT, first, "free north token"),
        case!(rules::ELEPHANT_PLACED, begins, "place east"),
        case!(rules::STEPS_COST_COINS, begins, "step 3"),
        case!(rules::STEPS_COST_COINS, second, "step 2"),
        case!(rules::OTHER_DISTRICT, token, "free north token"),
        case!(rules::OTHER_DISTRICT, storehouse, "free north storehouse"),
        case!(rules::NO_TOKEN, begins, "free east token"),
        case!(rules::NO_TOKEN, storehouse, "free north token"),
        case!(rules::NO_TOKEN, spent, "free east token"),
        case!(rules::NO_FREE_ELEPHANT, token, "free east storehouse"),
        case!(rules::NO_FREE_ELEPHANT, flipped, "free east storehouse"),
    ]
}

/// Spec 7.2, 8.8 and 13a.
fn sowing() -> Vec<Case> {
    let group = ready(&mut lifting(1));
    let two = after(&group, "lift south_2");
    let last = after(&group, "lift south_1");
    // Two of three workers have been left in the sections after the origin.
    let behind = after(&group, "lift west_1; drop blue; drop white");
    let mut full = lifting(4);
    full.ring(&[
        ("north_1", "ybwg"),
        ("east_1", "y"),
        ("south_1", "g"),
        ("south_2", "bw"),
        ("west_1", "bg"),
        ("west_2", "yw"),
    ]);
    let full = after(&ready(&mut full), "lift south_1");
    let without_coins = after(&ready(&mut lifting(0)), "lift south_1");
    let mut free_skip = lifting(0);
    free_skip.own(0, "free_skip");
    let free_skip = after(&ready(&mut free_skip), "lift south_1");
    vec![
        case!(rules::NO_WORKERS, group, "lift north_2"),
        case!(rules::NOT_IN_GROUP, two, "drop yellow"),
        case!(rules::LAST_WORKER_LANDS, last, "drop green"),
        case!(rules::ONLY_LAST_LANDS, two, "land west_1"),
        case!(rules::NO_LANDING, behind, "land west_2"),
        case!(rules::NO_LANDING, full, "land north_1"),
        case!(rules::SKIPS_COST_COINS, without_coins, "land west_1"),
        case!(
            rules::SKIPS_COST_COINS,
            free_skip,
            "land west_2 free south_2"
        ),
        case!(rules::NO_FREE_SKIP, last, "land west_1 free south_2"),
        case!(rules::NO_FREE_SKIP, free_skip, "land west_1 free west_2"),
        case!(rules::NO_FREE_SKIP, free_skip, "land south_2 free south_2"),
        case!(rules::NAME_FREE_SKIP, free_skip, "land west_1"),
    ]
}

/// Spec 7.3: the tile of the turn.
fn tiles() -> Vec<Case> {
    let north = ready(&mut landed("green", "north_1", [0; 3]));
    let west = ready(&mut landed("white", "west_1", [0; 3]));
    // The worker has the colour of the tile, so that its other half is left.
    let main_done = after(&west, "main white_a; advance development");
    let second_done = after(&north, "second green_a");
    // The worker has another colour, so that nothing is left.
    let closed = after(&north, "main blue_b; gain marble");
    vec![
        case!(rules::TILE_ELSEWHERE, north, "main yellow_a"),
        case!(rules::TILE_ELSEWHERE, north, "second green_b"),
        case!(rules::TILE_ELSEWHERE, north, "elephant yellow_a"),
        case!(rules::BLOCK_CLOSED, closed, "main yellow_b"),
        case!(rules::BLOCK_CLOSED, closed, "second green_a"),
        case!(rules::OTHER_TILE, main_done, "main blue_a"),
        case!(rules::OTHER_TILE, second_done, "second blue_b"),
        case!(rules::PART_DONE, main_done, "main white_a"),
        case!(rules::PART_DONE, second_done, "second green_a"),
        case!(rules::COLOUR_DIFFERS, west, "second blue_a"),
        case!(rules::NOT_PERFORMABLE, north, "main green_a"),
        case!(
            rules::NOT_PERFORMABLE,
            ready(&mut landed("blue", "west_1", [0; 3])),
            "second blue_a"
        ),
        case!(rules::BLOCK_NOT_OPEN, north, "close"),
        case!(rules::BLOCK_NOT_OPEN, closed, "close"),
    ]
}

/// Spec 7.3: the elephant action.
fn elephant_actions() -> Vec<Case> {
    let here = ready(&mut landed("green", "north_1", [0; 3]));
    let mut elsewhere = landed("green", "north_1", [1, 0, 0]);
    elsewhere.player(0).elephant = Some(District::South);
    let elsewhere = ready(&mut elsewhere);
    let used = after(&here, "elephant blue_b; gain marble");
    let between = after(&here, "second green_a");
    vec![
        case!(rules::ELEPHANT_ELSEWHERE, elsewhere, "elephant blue_b"),
        case!(rules::ELEPHANT_ELSEWHERE, elsewhere, "elephant donate"),
        case!(rules::ELEPHANT_USED, used, "elephant yellow_b"),
        case!(rules::ELEPHANT_USED, used, "elephant donate"),
        case!(rules::ELEPHANT_BETWEEN, between, "elephant blue_b"),
        case!(rules::NOT_PERFORMABLE, here, "elephant green_a"),
        case!(rules::NOT_PERFORMABLE, here, "elephant donate"),
        case!(rules::MAHOUT_NOT_ON_BOARD, here, "elephant market"),
    ]
}

/// Spec 2.4 and 8.1.
fn gains() -> Vec<Case> {
    let north = ready(&mut landed("green", "north_1", [0; 3]));
    let choice = after(&north, "main blue_b");
    // Four spaces are full, and two marble more do not fit.
    let west = ready(&mut landed("blue", "west_1", [4, 0, 0]));
    let too_much = after(&west, "main blue_a");
    vec![
        case!(rules::GAIN_CHOICE, choice, "gain gold"),
        case!(rules::NOTHING_TO_DISCARD, too_much, "discard coin"),
        case!(rules::NOTHING_TO_DISCARD, too_much, "discard gold"),
    ]
}

/// Spec 8.3. Each resource costs one coin at first.
fn market() -> Vec<Case> {
    let poor = trading(0, [1, 0, 0]);
    let bought = after(&trading(2, [1, 0, 0]), "buy marble");
    let sold = after(&trading(2, [2, 0, 0]), "sell marble");
    vec![
        case!(rules::BUY_COSTS, poor, "buy copper"),
        case!(rules::NOTHING_TO_SELL, poor, "sell gold"),
        case!(rules::BOUGHT_ALREADY, bought, "sell marble"),
        case!(rules::SOLD_ALREADY, sold, "buy marble"),
    ]
}

/// Spec 8.8 and 13a.
fn exchanges() -> Vec<Case> {
    let without = |mut table: Table| ready(&mut table);
    let mut begins = moving(0);
    begins.own(0, "exchange").items(0, 0, [1, 1, 0]);
    let begins = ready(&mut begins);
    let exchanged = after(&begins, "exchange copper gold");
    let follows = after(&following(), "follow");
    let mut donating = landed("green", "north_1", [1, 1, 0]);
    donating.own(0, "exchange");
    let donating = after(&ready(&mut donating), "elephant donate");
    vec![
        case!(
            rules::NO_EXCHANGE,
            without(moving(0)),
            "exchange marble copper"
        ),
        case!(
            rules::NO_EXCHANGE,
            without(lifting(0)),
            "exchange marble copper"
        ),
        case!(
            rules::NO_EXCHANGE,
            without(landed("green", "north_1", [1, 0, 0])),
            "exchange marble copper"
        ),
        case!(
            rules::NO_EXCHANGE,
            trading(1, [1, 0, 0]),
            "exchange marble copper"
        ),
        case!(
            rules::NO_EXCHANGE,
            upgrading([1, 0, 0]),
            "exchange marble copper"
        ),
        case!(rules::EXCHANGE_OWN_TURN, follows, "exchange marble copper"),
        case!(rules::EXCHANGE_ONCE, exchanged, "exchange gold copper"),
        case!(rules::EXCHANGE_PAIR, begins, "exchange marble gold"),
        case!(rules::EXCHANGE_PAIR, begins, "exchange marble marble"),
        case!(rules::EXCHANGE_EMPTY, begins, "exchange gold copper"),
        case!(rules::EXCHANGE_EMPTY, donating, "exchange gold copper"),
        // The only marble pays for the only possible donation.
        case!(rules::EXCHANGE_DEAD_END, donating, "exchange marble copper"),
    ]
}

/// Spec 2.4, 2.11 and 8.4: what can be added to the board.
fn upgrades() -> Vec<Case> {
    let any = upgrading([1, 1, 1]);
    let tile = objective(&any, 0);
    let foreign = objective(&any, 1);
    let no_mahout = {
        let mut table = landed("yellow", "east_1", [1, 0, 1]);
        after(&ready(&mut table), "main green_b")
    };
    let no_objective = {
        let mut table = landed("green", "south_1", [1, 1, 0]);
        after(&ready(&mut table), "main green_c")
    };
    let full = {
        let mut table = landed("blue", "west_1", [1, 1, 1]);
        table
            .own(0, "exchange")
            .own(0, "no_penalty")
            .own(0, "all_bridges");
        after(&ready(&mut table), "second blue_a")
    };
    // An objective lies on the coins.
    let played = {
        let coins = format!("upgrade objective {tile} coins");
        let mut table = after(&any, &coins);
        table.items(0, 0, [1, 1, 1]).landed("blue", "west_1");
        after(&ready(&mut table), "second blue_a")
    };
    let next = objective(&played, 0);
    let on = |tile: Objective, space: &str| format!("upgrade objective {tile} {space}");
    vec![
        case!(rules::UPGRADE_KIND, no_mahout, "upgrade mahout market blue"),
        case!(rules::UPGRADE_KIND, no_objective, on(tile, "coins")),
        case!(rules::UPGRADE_SPACE, full, "upgrade storehouse two_marble"),
        case!(rules::UPGRADE_SPACE, played, on(next, "coins")),
        case!(rules::UPGRADE_SPACE, any, "upgrade mahout market yellow"),
        case!(rules::START_SPACE, any, on(tile, "start")),
        case!(rules::NOT_ON_OFFER, any, "upgrade storehouse no_penalty"),
        case!(rules::OBJECTIVE_IN_HAND, any, on(foreign, "coins")),
        case!(rules::MAHOUT_IN_HAND, any, "upgrade mahout donate blue"),
    ]
}

/// Spec 8.4 and 14a: what an upgrade costs.
fn payments() -> Vec<Case> {
    let marble = upgrading([1, 0, 0]);
    let tile = objective(&marble, 0);
    let gold = upgrading([0, 0, 1]);
    let choice = {
        let mut table = landed("blue", "west_1", [1, 0, 0]);
        table.own(0, "upgrade_any_resource");
        after(&ready(&mut table), "second blue_a")
    };
    // The sixth step of development gives an upgrade without payment.
    let free = {
        let mut table = landed("green", "west_1", [1, 0, 1]);
        table.step(0, "development", 5);
        after(&ready(&mut table), "main white_a; advance development")
    };
    vec![
        case!(rules::UPGRADE_COSTS, gold, "upgrade storehouse two_marble"),
        case!(
            rules::UPGRADE_COSTS,
            marble,
            format!("upgrade objective {tile} coins")
        ),
        case!(rules::UPGRADE_COSTS, marble, "upgrade mahout market blue"),
        case!(
            rules::UPGRADE_COSTS,
            choice,
            "upgrade mahout market blue pay gold"
        ),
        case!(
            rules::PAYMENT_FIXED,
            marble,
            "upgrade storehouse two_marble pay marble"
        ),
        case!(
            rules::PAYMENT_FIXED,
            free,
            "upgrade mahout market blue pay gold"
        ),
        case!(
            rules::PAYMENT_CHOICE,
            choice,
            "upgrade storehouse two_marble"
        ),
    ]
}

/// Spec 8.5 and 8.7.
fn knowledge_and_mahouts() -> Vec<Case> {
    let west = ready(&mut landed("green", "west_1", [0; 3]));
    let development = after(&west, "main white_a");
    // With nothing to donate, only the tile on green can be performed.
    let mut north = landed("green", "north_1", [0; 3]);
    north.mahout(0, "coin_and_pp", "green");
    let mahouts = after(&ready(&mut north), "main green_a");
    vec![
        case!(rules::TRACK_GIVEN, development, "advance money"),
        case!(rules::MAHOUT_NOT_ON_BOARD, mahouts, "use market"),
        case!(rules::NOT_PERFORMABLE, mahouts, "use donate"),
    ]
}

/// Spec 2.5 and 8.6.
fn donations() -> Vec<Case> {
    let mut table = landed("green", "north_1", [1, 0, 0]);
    table.donated("north", 1, "a0 a1");
    let donating = after(&ready(&mut table), "elephant donate");
    vec![
        // Three play, and their tiles have two spaces on the third level and one on the fourth.
        case!(rules::NO_SUCH_SPACE, donating, "donate c2"),
        case!(rules::NO_SUCH_SPACE, donating, "donate d1"),
        case!(rules::SPACE_TAKEN, donating, "donate a1"),
        case!(rules::FLOATING, donating, "donate b1"),
        case!(rules::DONATION_COSTS, donating, "donate b0"),
    ]
}

/// Decisions that nobody is asked for.
fn impossible() -> Vec<Case> {
    let mut table = landed("green", "north_1", [1, 0, 0]);
    let mut donating = after(&ready(&mut table), "elephant donate");
    let with_everything = donating.game;
    donating.player(0).elephant = None;
    let no_elephant = case!(rules::NO_ELEPHANT, donating, "donate a0");
    donating.game = with_everything;
    donating.player(0).counters_elephant = 0;
    let no_counter = case!(rules::NO_COUNTER, ready(&mut donating), "donate a0");
    let mut asked = landed("green", "north_1", [0; 3]);
    asked.main_state(Pending::Follow(Following {
        seat: seat(1),
        worker: Colour::Green,
        progress: Progress::Asked,
    }));
    asked.mahout(1, "upgrade_any", "green").items(1, 0, [0; 3]);
    let follow = case!(rules::NOT_PERFORMABLE, ready(&mut asked), "follow");
    vec![no_elephant, no_counter, follow]
}
