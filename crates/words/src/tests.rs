//! Every key that play can ask for is there, and every key that is there is asked for.

mod rules;
mod tables;

use crate::{Language, Teller, keys};
use bots::{Bot, Chair, Random};
use kit::{Eyes, Game, Id as _, Seat, Seed};
use serde_json::json;
use std::cell::RefCell;
use std::collections::BTreeSet;
use table::{AnyGame, ForGame, Playable, options_from_words};

thread_local! {
    static USED: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
    static MISSING: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
}

/// A key was found.
pub(crate) fn note(key: &'static str) {
    USED.with_borrow_mut(|used| used.insert(key));
}

/// A key was looked for in vain, and nothing else stands for it.
pub(crate) fn miss(key: String) {
    MISSING.with_borrow_mut(|missing| missing.insert(key));
}

/// Games of each setting: enough to see nearly everything that can happen. The rest is listed in [`RARE`].
const GAMES: u64 = 60;

/// Things that random play hardly ever shows.
const RARE: &[&str] = &[
    "amritsar/c2",
    "amritsar/d0",
    "amritsar/d1",
    "maharaja/event-brahmabot-cannot",
    "maharaja/no-field",
    "maharaja/no-shrine",
    "maharaja/no-statue",
];

#[test]
fn taj_mahal_is_told_without_a_missing_or_an_unused_key() {
    tell(
        AnyGame::TajMahal,
        &["players=2", "players=3 tie_break=ladder", "players=5"],
    );
}

#[test]
fn amritsar_is_told_without_a_missing_or_an_unused_key() {
    tell(
        AnyGame::Amritsar,
        &[
            "players=1",
            "players=1 hard=true",
            "players=2",
            "players=3",
            "players=4",
        ],
    );
}

#[test]
fn maharaja_is_told_without_a_missing_or_an_unused_key() {
    tell(
        AnyGame::Maharaja,
        &[
            "players=1",
            "players=1 level=easy",
            "players=1 level=hard rules=random",
            "players=2 final=random",
            "players=3 rules=random final=random",
            "players=4",
        ],
    );
}

#[test]
fn the_example_is_told_without_a_missing_or_an_unused_key() {
    tell(AnyGame::Oware, &["players=2"]);
}

/// Tells whole games in all languages in turn.
#[track_caller]
fn tell(game: AnyGame, settings: &[&'static str]) {
    for setting in settings {
        game.run(Tell(setting));
    }
    MISSING.with_borrow(|missing| assert!(missing.is_empty(), "missing: {missing:#?}"));
    let prefix = format!("{game}/");
    let unused = USED.with_borrow(|used| {
        let keys = keys().filter(|key| key.starts_with(&prefix));
        keys.filter(|key| !used.contains(key) && !RARE.contains(key) && !is_for_the_frame(key))
            .collect::<Vec<_>>()
    });
    assert!(unused.is_empty(), "unused: {unused:#?}");
}

/// Keys that the frame asks for when it sets up or ends a game, and those of the boards.
fn is_for_the_frame(key: &str) -> bool {
    let key = key.split('/').nth(1).unwrap_or_default();
    let beginnings = [
        "option-", "source-", "board-", "about-", "end-", "rule-", "table-",
    ];
    ["about", "automatic", "duration", "weight"].contains(&key)
        || beginnings
            .iter()
            .any(|beginning| key.starts_with(beginning))
}

struct Tell(&'static str);

impl ForGame for Tell {
    type Output = ();

    fn run<G: Playable>(self) {
        let options = options_from_words::<G, _>(self.0.split_whitespace()).unwrap();
        for (number, language) in (0..GAMES).zip(Language::ALL.into_iter().cycle()) {
            let seed = Seed::from_text(self.0).child(number);
            play::<G>(&options, seed, language, number % 10 == 0);
        }
    }
}

fn play<G: Game>(options: &G::Options, seed: Seed, language: Language, closely: bool) {
    let mut game = G::new(options, seed).unwrap();
    let names = ["Anna", "Ben", "Chandra", "Dev", "Esha"]
        .map(str::to_owned)
        .to_vec();
    let teller = Teller::new(language, G::ABOUT.key, names);
    let mut bot = Random::new(seed);
    let mut legal = Vec::new();
    let mut events = game.opening();
    loop {
        for event in events
            .iter()
            .filter_map(|event| G::seen(event, Eyes::Seat(Seat::FIRST)))
        {
            let event = serde_json::to_value(event).unwrap();
            for told in [teller.event(&event), teller.chapter(&event)] {
                let gap = |letter| matches!(letter, '{' | '}' | '$');
                assert!(!told.unwrap_or_default().contains(gap), "{event}");
            }
        }
        if closely {
            teller.panels(&serde_json::to_value(game.view(Eyes::Seat(Seat::FIRST))).unwrap());
        }
        let Some(seat) = game.deciders().lowest() else {
            break;
        };
        game.legal(seat, &mut legal);
        let texts: Vec<String> = legal.iter().map(ToString::to_string).collect();
        teller.groups(&texts);
        let chair = Chair::new(&game, seat, &mut legal).unwrap();
        let action = bot.choose(&chair);
        events = Vec::new();
        game.apply(seat, action, &mut events).unwrap();
    }
    for source in &game.standings().scores[0].sources {
        teller.label("source", &source.name.replace(' ', "-"));
    }
}

#[test]
fn every_rule_says_in_each_language_why_not() {
    let games = [
        ("taj-mahal", &taj_mahal::rules::ALL[..]),
        ("amritsar", amritsar::rules::ALL),
        ("maharaja", maharaja::rules::ALL),
        ("oware", &oware::rules::ALL[..]),
    ];
    for (game, rules) in games {
        let prefix = format!("{game}/rule-");
        let keys = keys().filter_map(|key| key.strip_prefix(&*prefix));
        let said: BTreeSet<&str> = keys.collect();
        let rules: BTreeSet<&str> = rules.iter().map(|rule| rule.key).collect();
        assert_eq!(said, rules);
        for (rule, language) in rules
            .iter()
            .flat_map(|rule| Language::ALL.map(|l| (rule, l)))
        {
            let words = crate::rule(language, game, rule).unwrap();
            assert!(
                words.starts_with(char::is_uppercase)
                    && words.ends_with('.')
                    && !words.contains(['{', '}']),
                "{words}"
            );
        }
    }
}

#[test]
fn whatever_stands_in_the_way_at_a_table_has_words() {
    for reason in protocol::Reason::ALL {
        for language in Language::ALL {
            assert!(crate::problem(language, reason.id()).is_some(), "{reason}");
        }
    }
}

#[test]
fn whoever_it_is_told_to_is_you() {
    let said = |language, game, event: serde_json::Value| {
        let names = ["Ruby", "Ben"].map(str::to_owned).to_vec();
        let teller = Teller::new(language, game, names).to(0);
        teller.event(&event).unwrap()
    };
    let laid = |seat| json!({"event": "laid", "seat": seat, "card": "white-e"});
    let told = Language::ALL.map(|language| said(language, "taj-mahal", laid(0)));
    let wanted = [
        "You lay white (elephant).",
        "Du spielst Weiß (Elefant) aus.",
        "Вы выкладываете: белая (слон).",
    ];
    assert_eq!(told, wanted);
    let other = said(Language::En, "taj-mahal", laid(1));
    assert_eq!(other, "Ben lays white (elephant).");
    // In other places of a sentence, alone and among others.
    let swapped =
        json!({"event": "swapped", "seat": 1, "returned": 2, "character": 3, "victim": 0});
    let told = said(Language::De, "maharaja", swapped);
    assert!(told.ends_with(", genommen von dir."), "{told}");
    let over = |winners| json!({"event": "game-over", "winners": winners});
    let told = said(Language::En, "taj-mahal", over(json!([0])));
    assert_eq!(told, "The game is over. You win.");
    let told = said(Language::En, "taj-mahal", over(json!([1])));
    assert_eq!(told, "The game is over. Ben wins.");
    let told = said(Language::En, "taj-mahal", over(json!([0, 1])));
    assert_eq!(told, "The game is over. You and Ben share the victory.");
    // In the texts of boards and of the frame.
    let names = ["Ruby", "Ben"].map(str::to_owned).to_vec();
    let teller = Teller::new(Language::En, "amritsar", names).to(0);
    let board = |seat| teller.phrase("board-of", &[("name", &teller.name(seat))]);
    assert_eq!([board(0), board(1)], ["Your board", "Ben's board"]);
    let back = |seat| {
        teller.say(
            "took-back",
            &[("name", &teller.name(seat)), ("actions", &1)],
        )
    };
    assert_eq!(back(0), "You take back the last action.");
    assert_eq!(back(1), "Ben takes back the last action.");
}
