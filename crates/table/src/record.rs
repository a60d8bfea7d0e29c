//! The game record: text similar to chess's PGN, made for diffing, editing by hand and replaying.

use kit::{Id as _, Seat, Seed};
use std::fmt;
use std::str::FromStr;

/// A parsed game record. [`crate::History::replay`] checks its content.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The game's key.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The options as words.
    pub options: String,
    /// The player of each seat.
    pub players: Vec<Player>,
    /// The date of the game: `2026-11-18`.
    pub date: Option<String>,
    /// The hash of the seed.
    pub commitment: String,
    /// The seed. Only public in the record of a finished game.
    pub seed: Option<Seed>,
    /// The scores; `None` during the game.
    pub result: Option<String>,
    /// The seat and text of each action, in order.
    pub moves: Vec<(Seat, String)>,
}

/// The player in a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// The public name.
    pub name: String,
    /// The bot, such as `medium`; `None` for a person. Records of the first version do not contain it.
    pub bot: Option<String>,
    /// How the game ended for the person.
    pub end: End,
}

impl Player {
    /// Returns a person who played to the end.
    pub fn person(name: impl Into<String>) -> Self {
        Player {
            name: name.into(),
            bot: None,
            end: End::Finished,
        }
    }

    /// Returns a bot.
    pub fn bot(bot: impl ToString) -> Self {
        Player {
            bot: Some(bot.to_string()),
            ..Player::person(bot.to_string())
        }
    }
}

kit::ids! {
    /// How a game ended for the person in a seat.
    pub enum End: "end" {
        /// They played to the end, or are still playing.
        Finished = "finished",
        /// They resigned, and a bot took over.
        Resigned = "resigned",
        /// They ran out of time, and a bot took over.
        OutOfTime = "out-of-time",
        /// They were away, and the others let a bot take over.
        Absent = "absent",
    }
}

/// An error in a record, with its location.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct BadRecord {
    /// `line 12`, `move 7` or `header`.
    pub place: String,
    /// What is wrong and what was expected.
    pub problem: String,
}

impl BadRecord {
    pub(crate) fn in_header(problem: impl ToString) -> Self {
        BadRecord {
            place: "header".to_owned(),
            problem: problem.to_string(),
        }
    }

    pub(crate) fn in_move(number: usize, problem: impl Into<String>) -> Self {
        BadRecord {
            place: format!("move {number}"),
            problem: problem.into(),
        }
    }
}

/// The maximum number of headers, against malicious input.
const MOST_HEADERS: usize = 100;

/// The result of an unfinished game.
const GOES_ON: &str = "*";

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self.result.as_deref().unwrap_or(GOES_ON);
        writeln!(f, "[Game {}]", quoted(&self.game))?;
        writeln!(f, "[Rules \"{}\"]", self.rules)?;
        writeln!(f, "[Options {}]", quoted(&self.options))?;
        if let Some(date) = &self.date {
            writeln!(f, "[Date {}]", quoted(date))?;
        }
        for (seat, player) in self.players.iter().enumerate() {
            writeln!(f, "[Seat{seat} {}]", quoted(&player.name))?;
            if let Some(bot) = &player.bot {
                writeln!(f, "[Bot{seat} {}]", quoted(bot))?;
            }
            if player.end != End::Finished {
                writeln!(f, "[End{seat} \"{}\"]", player.end)?;
            }
        }
        writeln!(f, "[Commitment {}]", quoted(&self.commitment))?;
        if let Some(seed) = self.seed {
            writeln!(f, "[Seed \"{seed}\"]")?;
        }
        writeln!(f, "[Result {}]\n", quoted(result))?;
        for (number, (seat, action)) in self.moves.iter().enumerate() {
            writeln!(f, "{}. {seat} {action}", number + 1)?;
        }
        writeln!(f, "{result}")
    }
}

impl FromStr for Record {
    type Err = BadRecord;

    fn from_str(text: &str) -> Result<Self, BadRecord> {
        let mut reader = Reader::default();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with(';') {
                reader.read(line).map_err(|problem| BadRecord {
                    place: format!("line {}", index + 1),
                    problem,
                })?;
            }
        }
        reader.finish().map_err(BadRecord::in_header)
    }
}

/// The state of the parser.
#[derive(Default)]
struct Reader {
    headers: Vec<(String, String)>,
    moves: Vec<(Seat, String)>,
    closing: Option<String>,
}

impl Reader {
    fn read(&mut self, line: &str) -> Result<(), String> {
        if self.closing.is_some() {
            return Err(format!("unexpected text after the result: ‘{line}’"));
        }
        if let Some(header) = line.strip_prefix('[') {
            return self.read_header(header);
        }
        match line.split_once(". ") {
            Some((number, rest)) => self.read_move(number, rest),
            None => {
                self.closing = Some(line.to_owned());
                Ok(())
            }
        }
    }

    fn read_header(&mut self, header: &str) -> Result<(), String> {
        if !self.moves.is_empty() {
            return Err("a header after the first move".to_owned());
        }
        let (name, value) = header
            .strip_suffix("\"]")
            .and_then(|header| header.split_once(" \""))
            .ok_or_else(|| format!("a header is written [Name \"value\"], not [{header}"))?;
        if self.headers.len() == MOST_HEADERS {
            return Err(format!("more than {MOST_HEADERS} headers"));
        }
        if self.headers.iter().any(|(other, _)| other == name) {
            return Err(format!("the header {name} appears twice"));
        }
        self.headers.push((name.to_owned(), unquoted(value)));
        Ok(())
    }

    fn read_move(&mut self, number: &str, rest: &str) -> Result<(), String> {
        let expected = self.moves.len() + 1;
        if number.parse() != Ok(expected) {
            return Err(format!("expected move {expected}, found ‘{number}’"));
        }
        let (seat, action) = rest.split_once(' ').ok_or_else(|| {
            format!("a move is written ‘{number}. 2 withdraw’, not ‘{number}. {rest}’")
        })?;
        let seat = seat
            .parse()
            .ok()
            .and_then(Seat::new)
            .ok_or_else(|| format!("‘{seat}’ is not a seat"))?;
        self.moves.push((seat, action.to_owned()));
        Ok(())
    }

    /// Unknown headers are ignored.
    fn header(&self, name: &str) -> Result<&str, String> {
        let found = self.headers.iter().find(|(other, _)| other == name);
        found
            .map(|(_, value)| value.as_str())
            .ok_or_else(|| format!("the header {name} is missing"))
    }

    /// Returns the player in a seat, or `None` if there is no such seat.
    fn player(&self, seat: usize) -> Result<Option<Player>, String> {
        let Ok(name) = self.header(&format!("Seat{seat}")) else {
            return Ok(None);
        };
        let end = match self.header(&format!("End{seat}")) {
            Ok(end) => End::named(end).map_err(|error| error.to_string())?,
            Err(_) => End::Finished,
        };
        Ok(Some(Player {
            bot: self.header(&format!("Bot{seat}")).ok().map(str::to_owned),
            end,
            ..Player::person(name)
        }))
    }

    fn finish(self) -> Result<Record, String> {
        let result = self.header("Result")?;
        match &self.closing {
            Some(closing) if closing == result => (),
            Some(closing) => {
                return Err(format!(
                    "the record closes with ‘{closing}’, but its Result is ‘{result}’"
                ));
            }
            None => {
                return Err(format!(
                    "the record is cut off after move {}: its closing line ‘{result}’ is missing",
                    self.moves.len()
                ));
            }
        }
        let rules = self.header("Rules")?;
        let players = (0..MOST_HEADERS).map_while(|seat| self.player(seat).transpose());
        Ok(Record {
            game: self.header("Game")?.to_owned(),
            rules: rules
                .parse()
                .map_err(|_| format!("Rules is a version number, not ‘{rules}’"))?,
            options: self.header("Options")?.to_owned(),
            players: players.collect::<Result<_, String>>()?,
            date: self.header("Date").ok().map(str::to_owned),
            commitment: self.header("Commitment")?.to_owned(),
            seed: self.header("Seed").ok().map(Seed::from_text),
            result: (result != GOES_ON).then(|| result.to_owned()),
            moves: self.moves,
        })
    }
}

/// Returns the UTC date of a time in milliseconds since 1970: `2026-11-18`.
pub fn date(milliseconds: u64) -> String {
    // Counts days from 1 March of year 0, in eras of 400 years, so that leap days come last.
    let days = milliseconds / 86_400_000 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Returns the text in quotation marks, on one line.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            letter if letter.is_control() => quoted.push(' '),
            letter => quoted.push(letter),
        }
    }
    quoted + "\""
}

fn unquoted(text: &str) -> String {
    let mut escaped = false;
    text.chars()
        .filter(|&letter| {
            escaped = letter == '\\' && !escaped;
            !escaped
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        let day = |days: u64| date(days * 86_400_000 + 86_399_999);
        assert_eq!(day(0), "1970-01-01");
        assert_eq!(day(58), "1970-02-28");
        assert_eq!(day(59), "1970-03-01");
        assert_eq!(day(11_016), "2000-02-29");
        assert_eq!(day(20_775), "2026-11-18");
        assert_eq!(day(47_540), "2100-02-28");
        assert_eq!(day(47_541), "2100-03-01");
    }

    #[test]
    fn names_with_quotation_marks_round_trip() {
        for name in ["Anna", "the \"fox\"", r"back\slash\\", "[odd] ; one."] {
            let written = quoted(name);
            let inside = written
                .strip_prefix('"')
                .and_then(|rest| rest.strip_suffix('"'))
                .unwrap();
            assert_eq!(unquoted(inside), name);
        }
        assert_eq!(quoted("two\nlines"), "\"two lines\"");
    }
}
