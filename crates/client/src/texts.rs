//! Checks that the page uses every text that is written for it, and no other. These tests read the page's sources.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test may panic"
)]

use crate::boards::sheets;
use kit::{Id as _, MAX_SEATS};
use protocol::{Level, Reason};
use std::collections::BTreeSet;
use std::path::Path;
use table::AnyGame;
use words::{Language, RulesPart, keys, rules};

/// Returns the keys that the page composes from parts.
fn composed() -> BTreeSet<String> {
    let levels = Level::ALL.map(|level| format!("level-{level}"));
    let bots = (0..MAX_SEATS).map(|seat| format!("bot-{seat}"));
    let reasons = Reason::ALL.map(|reason| format!("problem-{}", reason.id()));
    let kinds = [
        "banned",
        "internal-error",
        "not-found",
        "outcome-unknown",
        "rate-limited",
        "unauthenticated",
        "unavailable",
        "version-conflict",
    ]
    .map(|kind| format!("problem-{kind}"));
    let drawn = AnyGame::GAMES
        .iter()
        .flat_map(|game| sheets(&game.to_string()));
    let sheets = drawn.chain(&["board", "players", "log"]);
    let sheets = sheets.map(|sheet| format!("sheet-{sheet}"));
    levels
        .into_iter()
        .chain(sheets)
        .chain(bots)
        .chain(reasons)
        .chain(kinds)
        .collect()
}

fn keys_of(part: &str) -> BTreeSet<&'static str> {
    let prefix = format!("{part}/");
    keys()
        .filter_map(|key| key.strip_prefix(&*prefix))
        .collect()
}

fn is_key(text: &str) -> bool {
    text.bytes()
        .all(|letter| letter.is_ascii_lowercase() || letter == b'-')
}

#[test]
fn the_page_asks_for_every_text_of_the_frame_and_for_no_other() {
    let source = sources("src") + &sources("../words/src");
    let (keys, composed) = (keys_of("frame"), composed());
    let missing: Vec<_> = composed
        .iter()
        .filter(|key| !keys.contains(key.as_str()))
        .collect();
    assert!(missing.is_empty(), "missing: {missing:#?}");
    let documents = ["index", "start", "card"].map(|name| sources(&format!("page/{name}.html")));
    let documents = documents.concat();
    let asked = |key: &&&str| {
        composed.contains(**key)
            || source.contains(&format!("\"{key}\""))
            || documents.contains(&format!("@say {key}@"))
    };
    let unused: Vec<_> = keys.iter().filter(|key| !asked(key)).collect();
    assert!(unused.is_empty(), "unused: {unused:#?}");
    for beginning in ["t(\"", "say(\"", "about(\""] {
        for (at, _) in source.match_indices(beginning) {
            let is_whole_name =
                !source[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
            let key = source[at + beginning.len()..].split('"').next().unwrap();
            assert!(
                keys.contains(key) || !is_whole_name || !is_key(key),
                "missing: {key}"
            );
        }
    }
}

#[test]
fn the_boards_ask_for_every_text_of_theirs_and_for_no_other() {
    let source = sources("src/boards");
    let keys: BTreeSet<&str> = keys()
        .filter_map(|key| key.split('/').nth(1))
        .filter(|key| key.starts_with("board-"))
        .collect();
    let asked: BTreeSet<&str> = source
        .match_indices("\"board-")
        .filter_map(|(at, _)| source[at + 1..].split('"').next())
        .collect();
    let different: Vec<_> = keys.symmetric_difference(&asked).collect();
    assert!(different.is_empty(), "unused or missing: {different:#?}");
}

#[test]
fn every_picture_of_the_rules_is_drawn() {
    for game in AnyGame::GAMES.iter().map(ToString::to_string) {
        let symbols = sources(&format!("../../games/{game}/art/symbols.svg"));
        for part in rules(Language::En, &game) {
            if let RulesPart::Paragraph(shown) | RulesPart::Point(shown) = part {
                for picture in shown.pictures {
                    assert!(symbols.contains(&format!("id=\"{picture}\"")), "{picture}");
                }
            }
        }
    }
}

/// Returns a file of this crate, or all files of a folder.
fn sources(path: &str) -> String {
    fn read(path: &Path, text: &mut String) {
        if path.is_dir() {
            for entry in std::fs::read_dir(path).unwrap() {
                read(&entry.unwrap().path(), text);
            }
        } else if !path.ends_with("texts.rs") {
            text.push_str(&std::fs::read_to_string(path).unwrap());
        }
    }
    let mut text = String::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(path), &mut text);
    text
}
