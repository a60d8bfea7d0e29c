//! The rules of the games, in our own words.
//!
//! In their files `#points` begins a section with that name, `##goods` one inside of it; `- ` a point, `1. ` a step, `> ` an example; `@tm-rice` is a picture.
//! `@table goods | Visit | Goods` is a table with these headings, whose rows are in the game's file `words/tables` for all languages; `@picture court | …` is
//! the drawing `art/rules/court.svg` and what it shows. The file `words/explains` names for each section the keys that it explains: rules that an action can
//! break, and events.

#[cfg(not(target_arch = "wasm32"))]
use crate::Language;

/// The rules of a game in a language.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    /// The sections in their order.
    pub sections: Vec<Section>,
    /// Keys such as `rule-in-hand` and `event-laid`, with the names of the sections that explain them.
    pub(crate) explained: Vec<(String, String)>,
}

/// A heading with everything up to the next one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// A name for links, the same in each language.
    pub name: String,
    /// What its heading says.
    pub title: String,
    /// Whether it belongs to the last section for which this is false.
    pub inner: bool,
    /// What it consists of.
    pub parts: Vec<RulesPart>,
}

/// A piece of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RulesPart {
    /// Some sentences.
    Paragraph(Vec<Piece>),
    /// One of several points.
    Point(Vec<Piece>),
    /// One of several steps, with its number.
    Step(String, Vec<Piece>),
    /// An example.
    Example(Vec<Piece>),
    /// Things with their numbers.
    Table {
        /// The name of its rows, the same in each language.
        name: String,
        /// The headings of its columns.
        head: Vec<String>,
        /// Its rows, cell by cell.
        rows: Vec<Vec<Vec<Piece>>>,
    },
    /// A drawing, and what it shows.
    Picture {
        /// The drawing as SVG.
        drawing: String,
        /// What it shows.
        says: String,
    },
}

/// A part of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Words.
    Text(String),
    /// A picture's name in the game's sheet of symbols.
    Picture(String),
}

impl Rules {
    /// Reads a [`rules_file`].
    pub fn read(file: &str) -> Self {
        let mut rules = Rules::default();
        for line in file.lines() {
            rules.read_line(line);
        }
        rules
    }

    fn read_line(&mut self, line: &str) {
        if let Some(line) = line.strip_prefix('%') {
            let (section, keys) = line.split_once(' ').unwrap_or((line, ""));
            let keys = keys.split(' ').map(|key| (key.into(), section.into()));
            return self.explained.extend(keys);
        }
        if let Some(heading) = line.strip_prefix('#') {
            let (inner, heading) = match heading.strip_prefix('#') {
                Some(heading) => (true, heading),
                None => (false, heading),
            };
            let (name, title) = heading.split_once(' ').unwrap_or(("", heading));
            return self.sections.push(Section {
                name: name.into(),
                title: title.into(),
                inner,
                parts: Vec::new(),
            });
        }
        let Some(parts) = self.sections.last_mut().map(|section| &mut section.parts) else {
            return;
        };
        match (line.strip_prefix("| "), parts.last_mut()) {
            (Some(row), Some(RulesPart::Table { rows, .. })) => {
                return rows.push(row.split(" | ").map(pieces).collect());
            }
            (None, Some(RulesPart::Picture { drawing, .. })) if drawing.is_empty() => {
                drawing.push_str(line);
                return;
            }
            _ => {}
        }
        parts.push(part(line));
    }

    /// Returns the section with this name, or the one that explains this key.
    pub fn section(&self, name: &str) -> Option<&Section> {
        let explains = self.explained.iter().find(|(key, _)| key == name);
        let name = explains.map_or(name, |(_, section)| section);
        self.sections.iter().find(|section| section.name == name)
    }

    /// Returns how much of each section is shown to somebody who looks for these words: a section that has all of them as a whole, and the heading of the one
    /// around it.
    pub fn found(&self, words: &str) -> Vec<Found> {
        let words = plain(words);
        let words: Vec<&str> = words.split_whitespace().collect();
        let mut found: Vec<Found> = Vec::new();
        let mut outer = None;
        for (at, section) in self.sections.iter().enumerate() {
            if !section.inner {
                outer = Some(at);
            }
            let has_all = {
                let text = plain(&section.text());
                words.iter().all(|word| text.contains(word))
            };
            found.push(if has_all { Found::Whole } else { Found::Not });
            let around = outer.and_then(|outer| found.get_mut(outer));
            if let (true, Some(around @ Found::Not)) = (has_all, around) {
                *around = Found::Heading;
            }
        }
        found
    }
}

/// How much of a section is shown to somebody who looks for some words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// Nothing.
    Not,
    /// Only its heading, since a section inside of it has them.
    Heading,
    /// All of it.
    Whole,
}

/// A text as it is compared: small letters, and no difference between `ё` and `е`.
fn plain(text: &str) -> String {
    text.to_lowercase().replace('ё', "е")
}

impl Section {
    /// Returns everything in it that can be read.
    pub fn text(&self) -> String {
        let mut text = self.title.clone();
        for part in &self.parts {
            match part {
                RulesPart::Table { head, rows, .. } => {
                    add(&mut text, head.iter());
                    add(&mut text, rows.iter().flatten().flat_map(|cell| said(cell)));
                }
                RulesPart::Picture { says, .. } => add(&mut text, [says]),
                RulesPart::Paragraph(pieces)
                | RulesPart::Point(pieces)
                | RulesPart::Step(_, pieces)
                | RulesPart::Example(pieces) => add(&mut text, said(pieces)),
            }
        }
        text
    }
}

fn add<'a>(text: &mut String, more: impl IntoIterator<Item = &'a String>) {
    for more in more {
        text.push(' ');
        text.push_str(more);
    }
}

fn said(pieces: &[Piece]) -> impl Iterator<Item = &String> {
    pieces.iter().filter_map(|piece| match piece {
        Piece::Text(text) => Some(text),
        Piece::Picture(_) => None,
    })
}

fn part(line: &str) -> RulesPart {
    if let Some(table) = line.strip_prefix("@table ") {
        let mut parts = table.split(" | ").map(str::to_owned);
        return RulesPart::Table {
            name: parts.next().unwrap_or_default(),
            head: parts.collect(),
            rows: Vec::new(),
        };
    }
    if let Some((_, says)) = line
        .strip_prefix("@picture ")
        .and_then(|line| line.split_once(" | "))
    {
        return RulesPart::Picture {
            drawing: String::new(),
            says: says.into(),
        };
    }
    if let Some(point) = line.strip_prefix("- ") {
        return RulesPart::Point(pieces(point));
    }
    if let Some(example) = line.strip_prefix("> ") {
        return RulesPart::Example(pieces(example));
    }
    match line.split_once(". ") {
        Some((number, step)) if number.parse::<u8>().is_ok() => {
            RulesPart::Step(number.into(), pieces(step))
        }
        _ => RulesPart::Paragraph(pieces(line)),
    }
}

/// Divides a line into words and pictures.
fn pieces(line: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for word in line.split(' ') {
        match (word.strip_prefix('@'), pieces.last_mut()) {
            (Some(name), _) => pieces.push(Piece::Picture(name.into())),
            (None, Some(Piece::Text(text))) => {
                text.push(' ');
                text.push_str(word);
            }
            (None, _) => pieces.push(Piece::Text(word.into())),
        }
    }
    pieces
}

/// The rules of a game as a file for [`Rules::read`]; `None` if nobody wrote them.
///
/// Programs carry all of them. The page loads the one that its reader opens.
#[cfg(not(target_arch = "wasm32"))]
pub fn rules_file(language: Language, game: &str) -> Option<&'static str> {
    let found = FILES
        .iter()
        .find(|(key, tag, _)| *key == game && *tag == language.tag());
    found.map(|(_, _, file)| *file)
}

/// All files, as the build script makes them.
#[cfg(not(target_arch = "wasm32"))]
static FILES: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/rules.rs"));
