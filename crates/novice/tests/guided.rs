//! Plays the guided first games with a novice: each rule comes up when its tip is due, and nothing is asked that was not taught.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use lessons::{Course, Guide};
use novice::novice;
use table::AnyGame;
use words::{Language, Rules};

/// The longest text, in words.
const MOST_WORDS: usize = 40;

/// All games with their guides: each has one.
fn guides() -> impl Iterator<Item = (Course, Guide)> {
    let courses = AnyGame::GAMES
        .iter()
        .filter_map(|game| Course::of(game.about().key));
    courses.map(|course| {
        let guide = course.guide.clone();
        let guide = guide.unwrap_or_else(|| panic!("{} has no guided game", course.game));
        (course, guide)
    })
}

#[test]
fn a_novice_finishes_the_guided_games() {
    for (course, guide) in guides() {
        let game = course.game;
        let walk = novice(&course, None).unwrap();
        for (name, decision) in &walk.said {
            println!("{game}: {name} at decision {decision}");
        }
        println!(
            "{game}: {} decisions, points {:?}",
            walk.actions.len(),
            walk.points
        );
        assert!(
            walk.untaught.is_empty(),
            "{game}: nothing taught is legal: {:?}",
            walk.untaught
        );
        let said: Vec<&str> = walk.said.iter().map(|(name, _)| &**name).collect();
        let tips: Vec<&str> = guide.tips.iter().map(|tip| &*tip.name).collect();
        assert_eq!(
            said, tips,
            "{game}: each tip comes up, in the order of the file"
        );
    }
}

#[test]
fn the_tips_are_short_and_lead_to_the_rules() {
    for (course, guide) in guides() {
        let game = course.game;
        let file = words::rules_file(Language::En, game.about().key).unwrap();
        let rules = Rules::read(file);
        for tip in &guide.tips {
            assert!(!tip.rules.is_empty(), "{game}: {} leads nowhere", tip.name);
            for name in &tip.rules {
                let found = rules.sections.iter().any(|section| section.name == *name);
                assert!(found, "{game}: the rules have no section ‘{name}’");
            }
            for language in Language::ALL {
                let words = tip.text.of(language).split_whitespace().count();
                assert!(words <= MOST_WORDS, "{game}: {}: {words} words", tip.name);
            }
        }
    }
}
