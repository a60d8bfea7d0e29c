//! 14.1 Set-up.

use crate::table::{Table, seat};
use amritsar::components::*;
use amritsar::{Amritsar, Movement, Options};
use kit::{Game, Key, Seed, Set};

fn opened(players: u8) -> Table {
    let mut table = Table::fresh(Options {
        players,
        ..Options::default()
    });
    for _ in 0..players {
        let objective = table.legal().remove(0);
        table.play(&objective);
        let mahout = table.legal().remove(0);
        table.play(&mahout);
    }
    table
}

#[test]
fn at_01_set_up_for_four() {
    let table = opened(4);
    let open = &table.game.open;
    for (number, player) in open.players.iter() {
        assert_eq!(player.pp.total(), 5);
        assert_eq!(player.items, Items::new(1, [0, 0, 0]));
        assert_eq!(player.capacity(), 4);
        assert_eq!(player.elephant, None);
        assert_eq!((player.counters_elephant, player.counters_market), (2, 5));
        assert_eq!(player.counters_board(), 9);
        assert_eq!(player.tax(), 1);
        assert!(Track::all().all(|track| player.knowledge[track] == 0));
        assert_eq!(player.movement, Movement::Locked);
        assert_eq!(table.game.objectives[number].hand.len(), 3);
        assert_eq!(player.mahouts_in_hand().len(), 6);
    }
    assert_eq!(open.offer.len(), 12);
    assert!(Resource::all().all(|resource| open.market[resource] == 4));
    let sizes: Vec<u8> = open.ring.iter().map(|(_, state)| state.size()).collect();
    assert_eq!(sizes, [2, 1, 2, 1, 2, 1, 2, 1]);
    assert!(MaharajahSpace::all().all(|space| open.maharajah_workers[space].is_none()));
}

#[test]
fn at_02_set_up_for_two_and_three() {
    let two = opened(2).game.open;
    assert_eq!(two.offer.len(), 6);
    assert_eq!(two.donation_set(), DonationSet::Two);
    assert_eq!(
        two.ring.iter().map(|(_, state)| state.size()).sum::<u8>(),
        12
    );
    let beside: Set<Colour> = MaharajahSpace::all()
        .filter_map(|space| two.maharajah_workers[space])
        .collect();
    assert_eq!(beside.len(), 4);
    let three = opened(3).game.open;
    assert_eq!(three.offer.len(), 9);
    assert_eq!(three.donation_set(), DonationSet::Three);
}

#[test]
fn at_03_three_colours_in_each_district_whatever_the_seed() {
    for number in 0..200 {
        let seed = Seed::from_bytes([3; 32]).child(number);
        let game = Amritsar::new(&Options::default(), seed).unwrap();
        for colour in Colour::all() {
            let present = District::all().filter(|&district| {
                let tiles = game.open.districts[district].iter();
                tiles.clone().count() == 3
                    && tiles.filter(|tile| tile.colour() == colour).count() == 1
            });
            assert_eq!(present.count(), 3);
        }
    }
}

#[test]
fn at_04_the_starting_mahouts_are_on_different_colours() {
    let mut table = Table::fresh(Options {
        players: 3,
        ..Options::default()
    });
    let objective = table.legal().remove(0);
    table.play(&objective).play("mahout yellow");
    let objective = table.legal().remove(0);
    table.play(&objective).play("mahout blue");
    let objective = table.legal().remove(0);
    table.play(&objective);
    assert_eq!(table.legal(), ["mahout white", "mahout green"]);
    assert_eq!(table.refuses("mahout blue"), "colour-taken");
    let last = table.decider();
    table.play("mahout white");
    assert_eq!(
        table.game.open.players[last].mahouts[Colour::White],
        Some(Mahout::Donate)
    );
    assert_eq!(table.decider(), table.game.open.start_player);
}

#[test]
fn at_05_the_opening_objective_costs_tax_and_frees_a_counter() {
    let mut table = Table::fresh(Options::default());
    let pink = table.decider();
    let objective = table.legal().remove(0);
    assert_eq!(
        (
            table.game.open.players[pink].tax(),
            table.game.open.players[pink].counters_elephant
        ),
        (0, 0)
    );
    table.play(&objective);
    let player = &table.game.open.players[pink];
    assert_eq!((player.tax(), player.counters_elephant), (1, 1));
    assert_eq!((player.items, player.pp.total()), (Items::coins(1), 5));
    table.play("mahout green");
    let player = &table.game.open.players[pink];
    assert_eq!((player.tax(), player.counters_elephant), (1, 2));
}

#[test]
fn set_up_needs_one_to_four_players_and_hard_is_for_one() {
    let new = |players, hard| {
        let options = Options {
            players,
            hard,
            ..Options::default()
        };
        Amritsar::new(&options, Seed::from_bytes([0; 32]))
    };
    assert_eq!(
        new(5, false).unwrap_err().to_string(),
        "Amritsar has 1 to 4 players, not 5"
    );
    assert!(new(0, false).is_err());
    assert_eq!(
        new(2, true).unwrap_err().to_string(),
        "‘hard’ is for one player against the Maharajah, not for 2 players"
    );
    assert!(new(1, true).is_ok());
    assert_eq!(new(4, false).unwrap().objectives[seat(3)].hand.len(), 4);
}
