//! The text of a game record.

use kit::Eyes;
use table::{Record, Replay};

/// Reads a record and plays it again. One that proves true must print as one that proves true, and can be walked through.
pub fn record(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let Ok(mut record) = text.parse::<Record>() else {
        return;
    };
    // Otherwise only the seeds of known records would ever be played.
    if let Some(seed) = record.seed {
        record.commitment = seed.commitment();
    }
    let Ok(history) = table::replay(&record) else {
        return;
    };
    let again = history.record(Eyes::AllSeeing, record.players.clone());
    let printed = again.expect("the seed is known").to_string();
    let read: Record = printed.parse().expect("what is printed reads back");
    assert_eq!(read.to_string(), printed);
    let replayed = table::replay(&read).expect("what was true is still true");
    assert_eq!(replayed.state(), history.state());
    walk(&printed, history.seats());
}

/// Looks at the beginning, the middle and the end through all eyes.
fn walk(text: &str, seats: u8) {
    let replay = Replay::open(text).expect("a true record can be walked through");
    let moves = replay.moves();
    for eyes in Eyes::all(seats).chain([Eyes::AllSeeing]) {
        for after in [0, moves / 2, moves] {
            let update = replay.after(after, eyes).expect("each step is there");
            assert!(update.position.is_some());
        }
    }
}
