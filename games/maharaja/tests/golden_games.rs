//! Recorded games: the same seed and commands lead to the same scores in every version.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use kit::{Game, Seat};
use maharaja::{Command, Maharaja, Options};

/// Replays a record: options, seed, one line for each command, and the scores.
fn replay(record: &str) {
    let mut lines = record.lines();
    let mut header = |name: &str| lines.next().unwrap().strip_prefix(name).unwrap().trim();
    let options: Options = serde_json::from_str(header("options")).unwrap();
    let mut game = Maharaja::new(&options, header("seed").parse().unwrap()).unwrap();
    for line in lines {
        let (first, rest) = line.split_once(' ').unwrap();
        if first == "scores" {
            let standings = game.standings();
            let scores = standings.scores.iter().chain(&standings.automatic);
            let totals: Vec<String> = scores.map(|score| score.total.to_string()).collect();
            assert!(standings.over);
            assert_eq!(totals.join(" "), rest);
            return;
        }
        let seat = Seat::new(first.parse().unwrap()).unwrap();
        let command: Command = rest.parse().unwrap();
        if let Err(refusal) = game.apply(seat, command, &mut ()) {
            panic!("{line}: {refusal}");
        }
    }
    panic!("the record has no scores");
}

#[test]
fn four_players_with_variants() {
    replay(include_str!("golden/four.txt"));
}

#[test]
fn one_player_against_brahmabot() {
    replay(include_str!("golden/solo.txt"));
}
