//! The rules of the games, in our own words.

use crate::Language;

/// A piece of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RulesPart {
    /// What the next pieces are about.
    Heading(&'static str),
    /// Some sentences.
    Paragraph(&'static str),
    /// One of several points.
    Point(&'static str),
}

/// The rules of a game by its key; empty if nobody wrote them.
pub fn rules(language: Language, game: &str) -> Vec<RulesPart> {
    text(language, game).lines().map(part).collect()
}

fn part(line: &'static str) -> RulesPart {
    match (line.strip_prefix("# "), line.strip_prefix("- ")) {
        (Some(heading), _) => RulesPart::Heading(heading),
        (_, Some(point)) => RulesPart::Point(point),
        _ => RulesPart::Paragraph(line),
    }
}

fn text(language: Language, game: &str) -> &'static str {
    use Language::{De, En, Ru};
    match (game, language) {
        ("taj-mahal", En) => include_str!("../en/taj-mahal.rules"),
        ("taj-mahal", De) => include_str!("../de/taj-mahal.rules"),
        ("taj-mahal", Ru) => include_str!("../ru/taj-mahal.rules"),
        ("amritsar", En) => include_str!("../en/amritsar.rules"),
        ("amritsar", De) => include_str!("../de/amritsar.rules"),
        ("amritsar", Ru) => include_str!("../ru/amritsar.rules"),
        ("maharaja", En) => include_str!("../en/maharaja.rules"),
        ("maharaja", De) => include_str!("../de/maharaja.rules"),
        ("maharaja", Ru) => include_str!("../ru/maharaja.rules"),
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_the_same_rules_in_each_language() {
        for game in table::AnyGame::ALL.map(|game| game.to_string()) {
            let [english, german, russian] = Language::ALL.map(|language| rules(language, &game));
            let kinds =
                |parts: &[RulesPart]| parts.iter().map(std::mem::discriminant).collect::<Vec<_>>();
            assert!(english.len() > 10, "{game}");
            assert_eq!(kinds(&english), kinds(&german), "{game}");
            assert_eq!(kinds(&english), kinds(&russian), "{game}");
        }
    }
}
