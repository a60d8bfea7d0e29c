//! Whole games that were played once. They must replay for as long as the rules keep their version.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use kit::Id;
use std::path::Path;
use table::{AnyGame, ForGame, History, Playable, Record};

struct Replay<'a>(&'a Record);

impl ForGame for Replay<'_> {
    type Output = bool;

    fn run<G: Playable>(self) -> bool {
        History::<G>::replay(self.0)
            .unwrap()
            .game()
            .standings()
            .over
    }
}

#[test]
fn golden_games_replay_to_their_result() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut replayed = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let record: Record = text.parse().unwrap();
        let game = AnyGame::named(&record.game).unwrap();
        assert!(game.run(Replay(&record)));
        assert_eq!(record.to_string(), text);
        replayed.push(game);
    }
    for game in AnyGame::ALL {
        assert!(replayed.contains(&game), "no golden game of {game}");
    }
}
