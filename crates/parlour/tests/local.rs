//! Local tables: bots that only get views, saving, undo, pass-and-play, replay.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use kit::{Eyes, Seat, Seed};
use parlour::{
    BadTable, LocalTable, Look, Replay, Saved, Seated, Setting, Settings, Shelf, Speed, think,
};
use protocol::{Status, WhatHappened};
use serde_json::{Map, json};
use std::cell::RefCell;
use std::collections::BTreeMap;

fn setting(game: &str, people: usize, bots: usize) -> Setting {
    let mut seats: Vec<Seated> = (0..people)
        .map(|number| Seated::person(format!("P{number}")))
        .collect();
    seats.resize(people + bots, Seated::Bot("easy".to_owned()));
    let options = Map::from_iter([("players".to_owned(), json!(people + bots))]);
    Setting {
        game: game.to_owned(),
        options,
        seats,
    }
}

fn table(game: &str, people: usize, bots: usize) -> LocalTable {
    LocalTable::new(
        "t1".to_owned(),
        &setting(game, people, bots),
        Seed::from_text(game),
    )
    .unwrap()
}

/// Lets bots decide, and people take their first legal action, until nobody decides any more.
fn play(table: &mut LocalTable, most: usize) {
    for _ in 0..most {
        if let Some(thought) = table.thought(Seed::from_text("bots")) {
            let action = think(&thought).unwrap();
            table.play(thought.seat, &action).unwrap();
        } else if let Some(seat) = table.person_to_decide() {
            let legal = table.update(Eyes::Seat(seat), 0).position.unwrap().legal;
            table.play(seat, &legal[0]).unwrap();
        } else {
            return;
        }
    }
}

#[test]
fn whole_games_of_all_kinds_end_with_a_record_that_replays() {
    for (game, people, bots) in [
        ("taj-mahal", 1, 1),
        ("taj-mahal", 1, 3),
        ("amritsar", 1, 0),
        ("amritsar", 0, 2),
        ("maharaja", 1, 0),
        ("maharaja", 2, 1),
    ] {
        let mut table = table(game, people, bots);
        play(&mut table, 5_000);
        let update = table.update(Eyes::Public, 0);
        assert_eq!(update.status, Status::Over, "{game}");
        assert!(update.seed.is_some());
        let replay = Replay::open(&table.record().unwrap().to_string()).unwrap();
        assert_eq!(
            replay.course().last(),
            update.position.as_ref().map(|position| &position.standings)
        );
        let end = replay
            .after(replay.moves(), Look::Eyes(Eyes::Public))
            .unwrap();
        assert_eq!(
            end.position.unwrap().view,
            update.position.unwrap().view,
            "{game}"
        );
    }
}

#[test]
fn updates_tell_only_the_news_and_no_secrets() {
    let mut table = table("taj-mahal", 2, 1);
    play(&mut table, 7);
    let eyes = Eyes::Seat(Seat::FIRST);
    let whole = table.update(eyes, 0);
    assert_eq!(whole.steps.len() as u64, table.version());
    assert!(table.update(eyes, table.version()).steps.is_empty());
    assert_eq!(
        table.update(eyes, table.version() - 2).steps,
        whole.steps[whole.steps.len() - 2..]
    );
    assert!(whole.seed.is_none() && whole.commitment.is_some());
    let public = table.update(Eyes::Public, 0);
    assert_eq!(
        public.position.unwrap().view["hands"],
        json!([null, null, null])
    );
}

#[test]
fn a_table_is_the_same_after_a_reload() {
    let shelf = Memory::default();
    let mut before = table("amritsar", 1, 2);
    play(&mut before, 60);
    assert!(Saved::keep(&before, 7, &shelf));
    let saved = Saved::find("t1", &shelf).unwrap();
    assert_eq!(Saved::all(&shelf), std::slice::from_ref(&saved));
    let after = saved.open().unwrap();
    let eyes = Eyes::Seat(Seat::FIRST);
    assert_eq!(after.update(eyes, 0), before.update(eyes, 0));
    Saved::forget("t1", &shelf);
    assert!(Saved::all(&shelf).is_empty());
}

#[test]
fn a_damaged_save_says_what_is_wrong() {
    let shelf = Memory::default();
    Saved::keep(&table("maharaja", 1, 1), 1, &shelf);
    let mut saved = Saved::find("t1", &shelf).unwrap();
    saved.record = saved.record.replace("[Game ", "[Gone ");
    assert_eq!(
        saved.open().err().unwrap().to_string(),
        "header: the header Game is missing"
    );
    shelf.put("durbar.table.t2", "no json");
    assert_eq!(Saved::find("t2", &shelf), None);
    let unknown = LocalTable::new(
        "t3".to_owned(),
        &setting("chess", 2, 0),
        Seed::from_text("x"),
    );
    assert_eq!(
        unknown.err(),
        Some(BadTable::UnknownGame("chess".to_owned()))
    );
}

#[test]
fn undo_makes_a_new_version_and_tells_it() {
    let mut table = table("amritsar", 1, 1);
    while table
        .person_to_decide()
        .is_none_or(|seat| table.update(Eyes::Seat(seat), 0).position.unwrap().legal[0] != "stay")
    {
        play(&mut table, 1);
    }
    let (seat, before) = (Seat::FIRST, table.update(Eyes::Seat(Seat::FIRST), 0));
    table.play(seat, "stay").unwrap();
    assert!(table.can_undo(seat));
    table.undo(seat).unwrap();
    let after = table.update(Eyes::Seat(seat), before.version);
    assert_eq!(after.position, before.position);
    assert_eq!(after.version, before.version + 2);
    assert_eq!(
        after.steps[1].what,
        WhatHappened::TookBack { seat, actions: 1 }
    );
}

#[test]
fn whoever_resigns_is_played_by_a_bot_until_they_come_back() {
    let mut table = table("taj-mahal", 1, 2);
    play(&mut table, 2);
    table.resign(Seat::FIRST, true);
    assert_eq!(table.person_to_decide(), None);
    assert!(table.update(Eyes::Public, 0).seats[0].played_by_bot);
    table.resign(Seat::FIRST, false);
    assert!(!table.update(Eyes::Public, 0).seats[0].played_by_bot);
    assert_eq!(
        table.setting(),
        setting("taj-mahal", 1, 2).with_usual_options()
    );
}

#[test]
fn an_all_seeing_replay_shows_every_hand() {
    let mut table = table("taj-mahal", 1, 2);
    play(&mut table, 10);
    let replay = Replay::open(&table.record().unwrap().to_string()).unwrap();
    let hands = |look| replay.after(5, look).unwrap().position.unwrap().view["hands"].clone();
    assert!(
        hands(Look::All)
            .as_array()
            .unwrap()
            .iter()
            .all(|hand| !hand.is_null())
    );
    assert_eq!(hands(Look::Eyes(Eyes::Public)), json!([null, null, null]));
    let bent = table
        .record()
        .unwrap()
        .to_string()
        .replace("[Seed \"", "[Seed \"f");
    assert!(
        Replay::open(&bent)
            .err()
            .unwrap()
            .to_string()
            .contains("does not match the Commitment")
    );
}

#[test]
fn settings_survive_and_nonsense_is_passed_over() {
    let shelf = Memory::default();
    let settings = Settings {
        speed: Speed::Fast,
        name: "Anna".to_owned(),
        ..Settings::default()
    };
    settings.keep(&shelf);
    assert_eq!(Settings::load(&shelf), settings);
    shelf.put("durbar.settings", "{\"speed\": \"warp\"");
    assert_eq!(Settings::load(&shelf), Settings::default());
}

trait WithUsualOptions {
    fn with_usual_options(self) -> Self;
}

impl WithUsualOptions for Setting {
    /// A table tells all options, the usual ones too.
    fn with_usual_options(mut self) -> Self {
        self.options.insert("tie_break".to_owned(), json!("shared"));
        self
    }
}

#[derive(Default)]
struct Memory(RefCell<BTreeMap<String, String>>);

impl Shelf for Memory {
    fn get(&self, name: &str) -> Option<String> {
        self.0.borrow().get(name).cloned()
    }

    fn put(&self, name: &str, text: &str) -> bool {
        self.0.borrow_mut().insert(name.to_owned(), text.to_owned());
        true
    }

    fn remove(&self, name: &str) {
        self.0.borrow_mut().remove(name);
    }

    fn names(&self) -> Vec<String> {
        self.0.borrow().keys().cloned().collect()
    }
}
