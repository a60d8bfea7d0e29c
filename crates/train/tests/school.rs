//! A school goes on where it was interrupted.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use kit::Seed;
use nets::Net;
use oware::Oware;
use std::fs;
use std::path::PathBuf;
use train::{Budgets, Plan, School, SchoolError};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("durbar-school-{name}-{}", std::process::id());
        let folder = Folder(std::env::temp_dir().join(name));
        let _ = fs::remove_dir_all(&folder.0);
        folder
    }

    fn file(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run(folder: &Folder, generations: u32) -> Result<(), SchoolError> {
    let plan = Plan {
        generations,
        first_games: 24,
        games: 24,
        budgets: Budgets {
            thorough: 12,
            quick: 4,
            seldom: 3,
        },
        rounds: 1,
        duels: 4,
        players: None,
        threads: 2,
        seed: Seed::from_text("school"),
    };
    School::open(&folder.0, plan, &mut |_| ())?.run::<Oware>()
}

#[test]
fn an_interrupted_school_comes_to_the_same_nets() {
    let whole = Folder::new("whole");
    run(&whole, 2).unwrap();
    let interrupted = Folder::new("interrupted");
    run(&interrupted, 1).unwrap();
    // The last run died while it wrote the tenth game of the second generation.
    let games = whole.file("1.games");
    let end = games.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let (ninth, _) = end.take(9).last().unwrap();
    fs::write(interrupted.0.join("1.games"), &games[..ninth + 40]).unwrap();
    run(&interrupted, 2).unwrap();
    for file in ["0.games", "1.games", "0.net", "1.net"] {
        assert_eq!(whole.file(file), interrupted.file(file), "{file}");
    }
    assert!(Net::from_file::<Oware>(&whole.file("1.net")).is_ok());
}

#[test]
fn a_game_that_does_not_fit_the_rules_is_named() {
    let folder = Folder::new("damaged");
    run(&folder, 1).unwrap();
    fs::remove_file(folder.0.join("0.net")).unwrap();
    let games = String::from_utf8(folder.file("0.games")).unwrap();
    let mut lines: Vec<&str> = games.lines().collect();
    lines[4] = "{}";
    fs::write(folder.0.join("0.games"), lines.join("\n") + "\n").unwrap();
    let error = run(&folder, 1).unwrap_err().to_string();
    assert!(
        error.ends_with("0.games, line 5: this is not a game under the present rules"),
        "{error}"
    );
}
