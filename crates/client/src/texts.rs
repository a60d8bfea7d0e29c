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
use words::{Language, Rules, keys, rules_file};

/// Returns the keys that the page composes from parts.
fn composed() -> BTreeSet<String> {
    let levels = Level::ALL.map(|level| format!("level-{level}"));
    let seated = (0..MAX_SEATS).flat_map(|seat| [format!("bot-{seat}"), format!("person-{seat}")]);
    let reasons = Reason::ALL.map(|reason| format!("problem-{}", reason.id()));
    let kinds = [
        "banned",
        "internal-error",
        "not-found",
        "outcome-unknown",
        "rate-limited",
        "sign-in-failed",
        "unauthenticated",
        "unavailable",
        "version-conflict",
    ]
    .map(|kind| format!("problem-{kind}"));
    // What the server says outside of the page.
    let notices = [
        "turn",
        "turns",
        "with",
        "alone",
        "webhook",
        "mail-end",
        "code",
        "code-text",
    ];
    let notices = notices.map(|notice| format!("notice-{notice}"));
    let drawn = AnyGame::GAMES
        .iter()
        .flat_map(|game| sheets(&game.to_string()));
    let sheets = drawn.chain(&["board", "players", "log"]);
    let sheets = sheets.map(|sheet| format!("sheet-{sheet}"));
    levels
        .into_iter()
        .chain(sheets)
        .chain(seated)
        .chain(reasons)
        .chain(kinds)
        .chain(notices)
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
    let source = sources("src") + &sources("../words/src") + &sources("../server/src/preview.rs");
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
        let file = rules_file(Language::En, &game).unwrap();
        let drawn = |name: &str| symbols.contains(&format!("id=\"{name}\""));
        let pictures = file
            .split([' ', '\n'])
            .filter_map(|word| word.strip_prefix('@'));
        let pictures = pictures.filter(|word| !["table", "picture"].contains(word));
        let used = file.split("href=\"#").skip(1);
        let used = used.filter_map(|rest| rest.split('"').next());
        for name in pictures.chain(used) {
            assert!(drawn(name), "{game}: {name}");
        }
    }
}

#[test]
fn whatever_explains_itself_by_the_rules_names_a_section_of_them() {
    for game in AnyGame::GAMES.iter().map(ToString::to_string) {
        let rules = Rules::read(rules_file(Language::En, &game).unwrap_or_default());
        let source = sources(&format!("src/boards/{}", game.replace('-', "_")));
        let source = source + &sources(&format!("src/boards/{}.rs", game.replace('-', "_")));
        let named = source.split("data-rules=\"").skip(1);
        let named: BTreeSet<&str> = named.filter_map(|rest| rest.split('"').next()).collect();
        for name in named {
            assert!(rules.section(name).is_some(), "{game}: {name}");
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
