//! Nets come from sound files only, and compute the same everywhere.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use bots::{Bot, Budget, Chair, Search};
use kit::{Dice, Eyes, Features, Game, Learn, Seat, Seed, below, dice};
use nets::{BadNet, Input, Net, NetAlone, NetMind, Shape, Work};
use oware::{Options, Oware};
use std::sync::Arc;
use taj_mahal::TajMahal;

/// A net with random weights.
fn any_net<G: Learn>(dice: &mut Dice) -> Net {
    let mut net = Net::new(Shape::of::<G>(), Vec::new());
    for weight in net.weights_mut() {
        *weight = (below(dice, 2001) as f32 - 1000.0) / 5000.0;
    }
    net
}

/// What a net says of some positions: the bits of every number.
fn answers(net: &Net) -> Vec<u32> {
    let mut game = Oware::new(&Options::default(), Seed::from_text("answers")).unwrap();
    let (mut input, mut work, mut parts) = (Input::default(), Work::default(), Features::default());
    let (mut legal, mut bits) = (Vec::new(), Vec::new());
    let mut dice = dice(Seed::from_text("answers"));
    for _ in 0..20 {
        let seat = game.deciders().lowest().unwrap();
        input.look::<Oware>(&game.view(Eyes::Seat(seat)), seat);
        net.think(&input, &mut work);
        let outcome = net.outcome(&input, &work);
        bits.extend(
            outcome
                .shares
                .iter()
                .chain(&outcome.points)
                .map(|number| number.to_bits()),
        );
        game.legal(seat, &mut legal);
        for &action in &legal {
            Oware::parts(action, &mut parts);
            bits.push(net.promise(parts.found(), &work).to_bits());
        }
        let action = legal[below(&mut dice, legal.len() as u32) as usize];
        game.apply(seat, action, &mut ()).unwrap();
    }
    bits
}

#[test]
fn a_net_computes_the_same_numbers_on_every_platform() {
    let net = any_net::<Oware>(&mut dice(Seed::from_text("weights")));
    let bits: Vec<String> = answers(&net).iter().map(u32::to_string).collect();
    // From x86-64; the seed of a text is its SHA-256.
    let found = Seed::from_text(&bits.join(" ")).to_string();
    assert_eq!(
        found,
        "e27a3503e8730d305fdf12e45caf00a23edaa7e0ca6acf4981a729f431901d72"
    );
}

#[test]
fn a_file_is_read_as_it_was_written() {
    let net = any_net::<Oware>(&mut dice(Seed::from_text("file")));
    let file = net.to_file::<Oware>();
    let read = Net::from_file::<Oware>(&file).unwrap();
    assert_eq!(read.to_file::<Oware>(), file);
    // The first layer is rounded to bytes.
    let most = net
        .weights()
        .iter()
        .zip(read.weights())
        .map(|(one, other)| (one - other).abs());
    assert!(most.fold(0.0, f32::max) < 0.2 / 127.0);
    assert_eq!(
        answers(&read),
        answers(&Net::from_file::<Oware>(&file).unwrap())
    );
}

#[test]
fn a_file_that_is_no_net_for_this_game_says_why() {
    let file = any_net::<Oware>(&mut dice(Seed::from_text("file"))).to_file::<Oware>();
    let error = |file: &[u8]| Net::from_file::<Oware>(file).unwrap_err();
    assert_eq!(error(b""), BadNet::Format);
    assert_eq!(error(b"durbar record 1\n"), BadNet::Format);
    let text = String::from_utf8_lossy(&file[..40]).replace("oware 1", "chess 1");
    assert_eq!(
        error(text.as_bytes()).to_string(),
        "this net is for ‘chess 1 193 8 6 2’, not for ‘oware 1 193 8 6 2’ (game, rules, features, amounts, parts, sides)"
    );
    for place in [60, 200, file.len() - 1] {
        let mut damaged = file.clone();
        damaged[place] ^= 1;
        assert_eq!(error(&damaged), BadNet::Damaged("its hash does not match"));
    }
    assert_eq!(
        error(&file[..file.len() - 1]),
        BadNet::Damaged("its hash does not match")
    );
}

/// The actions that a net chooses alone, and in a search.
fn choices(net: &Arc<Net>, game: &TajMahal, seat: Seat, seed: Seed) -> [String; 2] {
    let mut legal = Vec::new();
    let chair = Chair::new(game, seat, &mut legal).unwrap();
    let alone = NetAlone::new(net.clone()).choose(&chair);
    let mind = NetMind::new(net.clone());
    let mut search = Search::with_mind(mind, Budget::Iterations(30), seed);
    let searched = search.choose(&chair);
    assert!(chair.legal().contains(&alone) && chair.legal().contains(&searched));
    [alone.to_string(), searched.to_string()]
}

#[test]
fn a_net_chooses_the_same_in_two_worlds_that_look_the_same_to_it() {
    let seed = Seed::from_text("fair");
    let net = Arc::new(any_net::<TajMahal>(&mut dice(seed)));
    let mut game = TajMahal::new(&Default::default(), seed).unwrap();
    let (mut differing, mut legal, mut dice) = (0, Vec::new(), dice(seed));
    for number in 0..120 {
        let seat = game.deciders().lowest().unwrap();
        game.legal(seat, &mut legal);
        if number % 3 == 0 && legal.len() > 1 {
            let twin = TajMahal::imagine(&game.view(Eyes::Seat(seat)), &mut dice);
            differing += u32::from(twin.hands != game.hands);
            let choices = |game| choices(&net, game, seat, seed.child(number));
            assert_eq!(choices(&game), choices(&twin), "decision {number}");
        }
        let action = legal[below(&mut dice, legal.len() as u32) as usize];
        game.apply(seat, action, &mut ()).unwrap();
    }
    assert!(
        differing > 10,
        "the twins must differ, or this proves nothing"
    );
}
