//! Whole games that were played once. They must replay for as long as the rules keep their version, through the same states.
//!
//! Beside each record lies a file of its states: the set-up, then one line for each action, with a hash of the whole state after it. When the rules
//! change on purpose, or the form in which a state is written, `GOLDEN=write cargo test -p table --test golden` writes these files anew.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use kit::{Game, Id};
use std::path::{Path, PathBuf};
use table::{AnyGame, ForGame, History, Playable, Record};

/// Replays a record; gives the hash of the set-up and of the state after each action.
struct Replay<'a>(&'a Record);

impl ForGame for Replay<'_> {
    type Output = Vec<String>;

    fn run<G: Playable>(self) -> Vec<String> {
        let Replay(record) = self;
        let mut history = History::<G>::set_up(record).unwrap();
        let mut hashes = vec![hash_of(history.game())];
        for number in 0..record.moves.len() {
            history.play_recorded(record, number).unwrap();
            hashes.push(hash_of(history.game()));
        }
        assert!(history.game().standings().over);
        let replayed = History::<G>::replay(record).unwrap();
        assert_eq!(replayed.game(), history.game());
        hashes
    }
}

/// The hash of a state, as it is written in JSON.
fn hash_of(game: &impl Game) -> String {
    let json = serde_json::to_string(game).unwrap();
    format!("{:016x}", fnv_1a(&json))
}

/// The same with every compiler and on every platform.
fn fnv_1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The lines of a file of states: `0. 89ab… set-up`, `1. cdef… 0 lift south_1`.
fn lines(record: &Record, hashes: &[String]) -> Vec<String> {
    let played = record
        .moves
        .iter()
        .map(|(seat, action)| format!("{seat} {action}"));
    let told = std::iter::once("set-up".to_owned()).chain(played);
    let lines = hashes.iter().zip(told).enumerate();
    lines
        .map(|(number, (hash, told))| format!("{number}. {hash} {told}"))
        .collect()
}

fn golden_records() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let files = std::fs::read_dir(folder).unwrap();
    let mut records: Vec<PathBuf> = files
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "record"))
        .collect();
    records.sort();
    records
}

#[test]
fn golden_games_replay_through_their_states_to_their_result() {
    let write = std::env::var("GOLDEN").is_ok_and(|wish| wish == "write");
    let mut replayed = Vec::new();
    for path in golden_records() {
        let text = std::fs::read_to_string(&path).unwrap();
        let record: Record = text.parse().unwrap();
        let game = AnyGame::named(&record.game).unwrap();
        let lines = lines(&record, &game.run(Replay(&record)));
        assert_eq!(record.to_string(), text);
        replayed.push(game);
        let states = path.with_extension("states");
        if write {
            std::fs::write(&states, lines.join("\n") + "\n").unwrap();
        }
        compare(&states, &lines);
    }
    for game in AnyGame::ALL {
        assert!(replayed.contains(&game), "no golden game of {game}");
    }
}

/// Names the first state that is not as it was.
fn compare(states: &Path, lines: &[String]) {
    let name = states.display();
    let golden = std::fs::read_to_string(states)
        .unwrap_or_else(|error| panic!("{name}: {error}; GOLDEN=write writes it"));
    let golden: Vec<&str> = golden.lines().collect();
    for (now, then) in lines.iter().zip(&golden) {
        assert_eq!(
            now, then,
            "{name}: the first state that is not as it was; if that is meant, GOLDEN=write"
        );
    }
    assert_eq!(lines.len(), golden.len(), "{name}: so many states");
}

/// The figure is from the list of test vectors of its authors.
#[test]
fn the_hash_is_the_known_one() {
    assert_eq!(fnv_1a("foobar"), 0x8594_4171_f739_67e8);
}
