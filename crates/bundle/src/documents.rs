//! The documents: what a visitor sees before the module runs. One for each language with the start page, one for all other places with the header alone.

use crate::read_text;
use anyhow::Result;
use sha2::{Digest, Sha256};
use std::path::Path;
use table::AnyGame;
use words::{Language, Teller, say};

/// How many bots a first visitor plays against.
const USUAL_BOTS: u8 = 2;

/// Stands for the parts of the module that are for play. They travel beside the first one if the first place needs them, and behind it otherwise.
pub const PLAY: &str = "@play@";

/// The name of the picture of a game's board.
pub fn picture(game: &str) -> String {
    format!("board-{game}.webp")
}

/// The name of the rules of a game.
pub fn rules(game: &str, language: Language) -> String {
    format!("rules-{game}-{}.txt", language.tag())
}

/// The name of the lessons of a game.
pub fn course(game: &str) -> String {
    format!("lessons-{game}.txt")
}

/// All documents with their names, and the hash of their style sheet, by which a server allows it.
pub fn all(source: &Path, games: &Path, style: &str) -> Result<Vec<(String, String)>> {
    let part = |name: &str| read_text(&source.join(name));
    let (frame, start, card) = (part("index.html")?, part("start.html")?, part("card.html")?);
    let art = |name: &str| read_text(&source.join("../art").join(name));
    let (lotus, gear, border) = (art("lotus.svg")?, art("gear.svg")?, art("border.svg")?);
    let offered = AnyGame::GAMES.iter().filter(|game| {
        let folder = games.join(game.about().key);
        folder.is_dir()
    });
    let boards: String = offered
        .clone()
        .map(|game| {
            let key = game.about().key;
            let rules = Language::ALL.map(|language| {
                let (tag, file) = (language.tag(), rules(key, language));
                format!(" data-rules-{key}-{tag}=\"@{file}@\"")
            });
            let lessons = lessons::file(key).map(|_| {
                let file = course(key);
                format!(" data-lessons-{key}=\"@{file}@\"")
            });
            let board = picture(key);
            let (rules, lessons) = (rules.concat(), lessons.unwrap_or_default());
            format!(" data-board-{key}=\"@{board}@\"{rules}{lessons}")
        })
        .collect();
    let mut documents = Vec::new();
    for language in Language::ALL {
        let cards: String = offered
            .clone()
            .map(|game| with_game(&card, language, *game))
            .collect();
        let start = start.replace("@cards@", &cards);
        let places = [
            ("start", start.as_str(), " aria-current=\"page\"", ""),
            ("place", "", "", PLAY),
        ];
        for (name, content, current, later) in places {
            let document = frame
                .replace("@current@", current)
                .replace("@later@", later)
                .replace("@content@", content)
                .replace("@boards@", &boards)
                .replace("@style@", style)
                .replace("@lang@", language.tag())
                .replace("@lotus@", &lotus)
                .replace("@gear@", &gear)
                .replace("@border@", &border);
            let document = with_texts(&document, |key| say(language, key, &[]));
            documents.push((format!("{name}-{}.html", language.tag()), document));
        }
    }
    let hash = base64(&Sha256::digest(style));
    documents.push(("style.sha256".to_owned(), hash));
    Ok(documents)
}

/// The card of a game.
fn with_game(card: &str, language: Language, game: AnyGame) -> String {
    let about = game.about();
    let teller = Teller::new(language, about.key, Vec::new());
    let (from, to) = (about.seats.start(), about.seats.end());
    let card = with_texts(card, |key| match key {
        "by-author" => say(language, key, &[("name", &about.author)]),
        "players-range" => say(language, key, &[("from", from), ("to", to)]),
        "play-now-about" => say(language, key, &[("bots", &USUAL_BOTS)]),
        "about" | "duration" | "weight" => teller.text(key).unwrap_or_default().to_owned(),
        key => say(language, key, &[]),
    });
    let alone = if *from == 1 { "" } else { "hidden" };
    card.replace("@game@", about.key)
        .replace("@name@", about.name)
        .replace("@picture@", &format!("@{}@", picture(about.key)))
        .replace("@alone@", alone)
}

/// Puts texts in the place of their keys: `@say rules@`.
fn with_texts(text: &str, say: impl Fn(&str) -> String) -> String {
    let mut parts = text.split("@say ");
    let mut told = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (key, rest) = part.split_once('@').unwrap_or((part, ""));
        told.push_str(&say(key));
        told.push_str(rest);
    }
    told
}

/// Bytes in the form in which a content security policy names a hash.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk
            .iter()
            .fold(0, |bits, byte| bits << 8 | usize::from(*byte));
        let bits = bits << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let letter = LETTERS.get(bits >> (18 - 6 * place) & 63);
            text.push(match letter {
                Some(letter) if place <= chunk.len() => char::from(*letter),
                _ => '=',
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_written_as_policies_want_it() {
        assert_eq!(base64(b""), "");
        assert_eq!(base64(b"M"), "TQ==");
        assert_eq!(base64(b"Ma"), "TWE=");
        assert_eq!(base64(b"Man"), "TWFu");
        assert_eq!(base64(&[255, 254, 253, 252]), "//79/A==");
    }

    #[test]
    fn keys_become_texts() {
        let told = with_texts("<p>@say a@</p><p>@say b@!", str::to_uppercase);
        assert_eq!(told, "<p>A</p><p>B!");
        assert_eq!(with_texts("plain", str::to_uppercase), "plain");
    }

    #[test]
    fn a_card_tells_about_its_game() {
        let card = "@game@ @name@ @say by-author@ @say players-range@ @picture@ @alone@";
        assert_eq!(
            with_game(card, Language::En, AnyGame::TajMahal),
            "taj-mahal Taj Mahal by Reiner Knizia 2 to 5 players @board-taj-mahal.webp@ hidden"
        );
    }
}
