//! The rules of the games, in our own words.

use crate::{Language, find};

/// A piece of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RulesPart {
    /// What the next pieces are about.
    Heading {
        /// A name for links, the same in each language.
        name: &'static str,
        /// What it says.
        text: &'static str,
    },
    /// Some sentences.
    Paragraph(Illustrated),
    /// One of several points.
    Point(Illustrated),
}

/// Sentences with small pictures before them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Illustrated {
    /// The pictures' names in the game's sheet of symbols.
    pub pictures: Vec<&'static str>,
    /// The sentences.
    pub text: &'static str,
}

/// What the build script puts between the lines of the rules.
const NEXT_LINE: char = '\u{1e}';

/// The rules of a game by its key; empty if there are none.
///
/// In their files a line that begins with `#points` is a heading with that name, `-` begins a point, and `@tm-rice` before the sentences is a
/// picture.
pub fn rules(language: Language, game: &str) -> Vec<RulesPart> {
    let text = find(language, &format!("{game}/rules"));
    text.iter()
        .flat_map(|text| text.split(NEXT_LINE))
        .map(part)
        .collect()
}

fn part(line: &'static str) -> RulesPart {
    if let Some(heading) = line.strip_prefix('#') {
        let (name, text) = heading.split_once(' ').unwrap_or(("", heading));
        return RulesPart::Heading { name, text };
    }
    match line.strip_prefix("- ") {
        Some(point) => RulesPart::Point(illustrated(point)),
        None => RulesPart::Paragraph(illustrated(line)),
    }
}

fn illustrated(mut text: &'static str) -> Illustrated {
    let mut pictures = Vec::new();
    while let Some((name, rest)) = text.strip_prefix('@').and_then(|text| text.split_once(' ')) {
        pictures.push(name);
        text = rest;
    }
    Illustrated { pictures, text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_the_same_rules_in_each_language() {
        for game in table::AnyGame::GAMES.iter().map(ToString::to_string) {
            let [english, german, russian] = Language::ALL.map(|language| rules(language, &game));
            // All that is not said in words: kinds, names and pictures.
            let drawn = |parts: &[RulesPart]| parts.iter().map(without_words).collect::<Vec<_>>();
            assert!(english.len() > 10, "{game}");
            assert_eq!(drawn(&english), drawn(&german), "{game}");
            assert_eq!(drawn(&english), drawn(&russian), "{game}");
        }
    }

    fn without_words(part: &RulesPart) -> RulesPart {
        let pictures = |illustrated: &Illustrated| Illustrated {
            text: "",
            ..illustrated.clone()
        };
        match part {
            RulesPart::Heading { name, .. } => RulesPart::Heading { name, text: "" },
            RulesPart::Paragraph(illustrated) => RulesPart::Paragraph(pictures(illustrated)),
            RulesPart::Point(illustrated) => RulesPart::Point(pictures(illustrated)),
        }
    }
}
