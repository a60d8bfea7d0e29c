//! Tables at play: who may do what, what becomes of it, and who is told what.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use bots::Level;
use kit::{Eyes, Seat, Seed};
use protocol::{
    Audience, NewTable, Pace, Reason, SeatFor, Status, Update, Watch, WhatHappened, Who,
};
use serde_json::json;
use table::{
    Change, End, Entry, Hosting, Person, Player, Presence, Refused, Request, Setup, Table, TableId,
};

const FIRST: Seat = Seat::FIRST;

fn person(letter: char) -> Person {
    Person {
        id: letter.to_string().repeat(22).parse().unwrap(),
        name: letter.to_uppercase().to_string(),
    }
}

fn id(letter: char) -> TableId {
    letter.to_string().repeat(22).parse().unwrap()
}

/// A table of `a`'s, at which `a` sits, with an open seat and an easy bot.
fn made(pace: Pace) -> Table {
    let wanted = NewTable {
        options: [("players".to_owned(), json!(3))].into_iter().collect(),
        seats: vec![SeatFor::Me, SeatFor::Open, SeatFor::Bot(Level::Easy)],
        pace,
        ..NewTable::of("taj-mahal")
    };
    let setup = Setup::new(wanted, &person('a'), Seed::from_text("a table")).unwrap();
    let first = Entry {
        version: 1,
        at: 1_000,
        by: Some(person('a').id),
        key: None,
        digest: None,
        change: Change::Create(Box::new(setup)),
    };
    Table::open(id('t'), &first, &Hosting::default()).unwrap()
}

/// The same, once `b` sits there too and the game has begun.
fn begun(pace: Pace) -> Table {
    let mut table = made(pace);
    does(&mut table, 'b', &Request::Sit(None)).unwrap();
    does(&mut table, 'a', &Request::Start).unwrap();
    table
}

fn does(table: &mut Table, who: char, request: &Request) -> Result<(), Refused> {
    does_at(table, who, request, 2_000)
}

fn does_at(table: &mut Table, who: char, request: &Request, now: u64) -> Result<(), Refused> {
    let change = table.request(&person(who), request, now)?;
    add(table, change, now)
}

/// What stood in the way at the table, if it was that.
fn reason_of(done: Result<(), Refused>) -> Option<Reason> {
    match done.unwrap_err() {
        Refused::Because(reason) => Some(reason),
        _ => None,
    }
}

fn add(table: &mut Table, change: Change, now: u64) -> Result<(), Refused> {
    let entry = table.entry(change, None, now);
    table.add(&entry)
}

fn told(table: &Table, who: char, since: u64) -> Update {
    let watch = Watch {
        since: Some(since),
        chat: Some(0),
        at_least: None,
    };
    table.update(Some(&person(who).id), watch, &Presence::default(), 2_000)
}

/// Plays the first legal action of whoever decides; bots answer.
fn step(table: &mut Table) {
    if let Some(question) = table.question(Seed::from_text("bots")) {
        let action = question.answer(bots::now, &mut || false).unwrap();
        let change = table.answer(question.version, question.seat, action);
        return add(table, change.unwrap(), 2_000).unwrap();
    }
    let who = match table.deciders().lowest().unwrap().number() {
        0 => 'a',
        _ => 'b',
    };
    let action = told(table, who, 0).position.unwrap().legal[0].clone();
    does(table, who, &Request::Play(action)).unwrap();
}

/// Plays on until this seat decides.
fn until_decides(table: &mut Table, seat: u8) {
    while !table.deciders().contains(Seat::new(seat).unwrap()) {
        step(table);
    }
}

#[test]
fn what_can_be_requested_depends_on_who_asks_and_how_far_the_table_is() {
    let mut table = made(Pace::Relaxed);
    let reason = |table: &mut Table, who, request: Request| reason_of(does(table, who, &request));
    let play = || Request::Play("withdraw".to_owned());
    assert_eq!(
        reason(&mut table, 'a', Request::Start),
        Some(Reason::SeatOpen)
    );
    assert_eq!(
        reason(&mut table, 'b', Request::Start),
        Some(Reason::NotOwner)
    );
    assert_eq!(
        reason(&mut table, 'a', Request::Sit(None)),
        Some(Reason::AlreadySeated)
    );
    assert_eq!(
        reason(&mut table, 'b', Request::Sit(Some(FIRST))),
        Some(Reason::SeatTaken)
    );
    assert_eq!(reason(&mut table, 'a', play()), Some(Reason::NotStarted));
    assert_eq!(reason(&mut table, 'c', play()), Some(Reason::NotSeated));
    assert_eq!(
        reason(&mut table, 'a', Request::SetSeat(FIRST, SeatFor::Me)),
        Some(Reason::AlreadySeated)
    );
    let far = Request::SetSeat(Seat::new(4).unwrap(), SeatFor::Open);
    assert!(matches!(
        does(&mut table, 'a', &far),
        Err(Refused::NoSuchSeat { last: 2, .. })
    ));
    does(&mut table, 'b', &Request::Sit(None)).unwrap();
    assert_eq!(
        reason(&mut table, 'c', Request::Sit(None)),
        Some(Reason::NoOpenSeat)
    );
    does(&mut table, 'a', &Request::Start).unwrap();
    for late in [
        Request::Start,
        Request::Sit(None),
        Request::SetSeat(FIRST, SeatFor::Open),
    ] {
        assert_eq!(reason(&mut table, 'a', late), Some(Reason::Started));
    }
    assert_eq!(
        reason(&mut table, 'a', Request::ComeBack),
        Some(Reason::NotAway)
    );
    assert_eq!(
        reason(&mut table, 'a', Request::AnswerUndo(true)),
        Some(Reason::NotAsked)
    );
    assert_eq!(
        reason(&mut table, 'b', Request::Undo),
        Some(Reason::NothingToTakeBack)
    );
    assert_eq!(
        reason(&mut table, 'a', Request::Rematch(id('r'))),
        Some(Reason::NotOver)
    );
    does(&mut table, 'a', &Request::Resign).unwrap();
    assert_eq!(reason(&mut table, 'a', play()), Some(Reason::Away));
    while table.status() == Status::Running {
        step(&mut table);
    }
    for late in [play(), Request::Undo, Request::Resign, Request::ComeBack] {
        assert_eq!(reason(&mut table, 'b', late), Some(Reason::Over));
    }
    does(&mut table, 'b', &Request::Rematch(id('r'))).unwrap();
    assert_eq!(
        reason(&mut table, 'b', Request::Rematch(id('s'))),
        Some(Reason::RematchExists)
    );
    let again = table.again(&person('b').id, Seed::from_text("again"));
    assert_eq!(again.owner, person('b').id);
    let seats: Vec<_> = table.seats().map(|(_, sitter, _)| sitter.clone()).collect();
    let next = [&seats[1], &seats[2], &seats[0]];
    assert!(
        again.seats.iter().eq(next),
        "another begins: {:?}",
        again.seats
    );
}

#[test]
fn a_refused_request_changes_nothing() {
    let mut table = begun(Pace::Relaxed);
    let before = told(&table, 'a', 0);
    for action in ["", "dance", "play red-ev red-ev", "withdraw please"] {
        let who = if table.deciders().contains(FIRST) {
            'a'
        } else {
            'b'
        };
        let refused = does(&mut table, who, &Request::Play(action.to_owned()));
        assert!(matches!(refused, Err(Refused::Action(_))), "{action}");
    }
    assert_eq!(told(&table, 'a', 0), before);
}

#[test]
fn with_another_person_at_the_table_taking_back_needs_their_consent() {
    let mut table = begun(Pace::Relaxed);
    until_decides(&mut table, 0);
    let before = told(&table, 'a', 0).position;
    step(&mut table);
    until_decides(&mut table, 1);
    step(&mut table);
    assert!(!told(&table, 'a', 0).you.can_undo);
    does(&mut table, 'a', &Request::Undo).unwrap();
    let asked = told(&table, 'b', 0).undo_asked.unwrap();
    assert_eq!((asked.seat, asked.agreed), (FIRST, vec![FIRST]));
    let reason = reason_of(does(&mut table, 'b', &Request::Undo));
    assert_eq!(reason, Some(Reason::AlreadyAsked));
    does(&mut table, 'b', &Request::AnswerUndo(true)).unwrap();
    let after = told(&table, 'a', 0);
    assert_eq!(after.position, before);
    assert_eq!(after.undo_asked, None);
}

#[test]
fn what_somebody_may_have_seen_is_not_taken_back_while_they_are_away() {
    let mut table = begun(Pace::Relaxed);
    until_decides(&mut table, 0);
    step(&mut table);
    until_decides(&mut table, 1);
    step(&mut table);
    does(&mut table, 'b', &Request::Resign).unwrap();
    assert!(!told(&table, 'a', 0).you.can_undo);
    let reason = reason_of(does(&mut table, 'a', &Request::Undo));
    assert_eq!(reason, Some(Reason::WitnessAway));
    does(&mut table, 'b', &Request::ComeBack).unwrap();
    does(&mut table, 'a', &Request::Undo).unwrap();
    assert!(told(&table, 'b', 0).undo_asked.is_some());
}

/// Online as in the browser: the same table decides.
#[test]
fn alone_against_bots_everything_back_to_the_last_own_action_can_be_taken_back() {
    let mut table = made(Pace::Relaxed);
    let bot = SeatFor::Bot(Level::Easy);
    let other = Seat::new(1).unwrap();
    does(&mut table, 'a', &Request::SetSeat(other, bot)).unwrap();
    does(&mut table, 'a', &Request::Start).unwrap();
    until_decides(&mut table, 0);
    assert!(!told(&table, 'a', 0).you.can_undo, "nothing was played yet");
    let before = told(&table, 'a', 0).position;
    step(&mut table);
    until_decides(&mut table, 0);
    assert!(told(&table, 'a', 0).you.can_undo);
    let known = table.version();
    does(&mut table, 'a', &Request::Undo).unwrap();
    let after = told(&table, 'a', known);
    assert_eq!(after.position, before);
    assert!(matches!(
        after.steps[0].what,
        WhatHappened::TookBack { seat: FIRST, actions } if actions > 1
    ));
}

#[test]
fn who_runs_out_of_time_did_not_resign() {
    let mut table = begun(Pace::Live {
        seconds: 60,
        increment: 0,
    });
    until_decides(&mut table, 0);
    assert_eq!(table.time_out(61_999), None);
    let change = table.time_out(62_000).unwrap();
    let known = table.version();
    add(&mut table, change, 62_000).unwrap();
    let after = told(&table, 'b', known);
    assert_eq!(
        after.steps[0].what,
        WhatHappened::RanOutOfTime { seat: FIRST }
    );
    assert!(after.seats[0].played_by_bot);
    does(&mut table, 'b', &Request::Resign).unwrap();
    while table.status() == Status::Running {
        step(&mut table);
    }
    let record = table.record(Eyes::Public).unwrap();
    assert_eq!(record.date.as_deref(), Some("1970-01-01"));
    let ended = |name: &str, end| Player {
        end,
        ..Player::person(name)
    };
    assert_eq!(
        record.players,
        [
            ended("A", End::OutOfTime),
            ended("B", End::Resigned),
            Player::bot("easy")
        ]
    );
    let text = record.to_string();
    for header in [
        "[Date \"1970-01-01\"]",
        "[Seat0 \"A\"]\n[End0 \"out-of-time\"]",
        "[Seat1 \"B\"]\n[End1 \"resigned\"]",
        "[Seat2 \"easy\"]\n[Bot2 \"easy\"]",
    ] {
        assert!(text.contains(header), "{header} is not in\n{text}");
    }
    let replay = table::Replay::open(&text).unwrap();
    let seats = replay.after(0, Eyes::Public).unwrap().seats;
    let bot = Who::Bot { level: Level::Easy };
    assert_eq!(seats[2].who, bot);
}

#[test]
fn an_answer_for_another_version_or_seat_comes_too_late() {
    let mut table = begun(Pace::Relaxed);
    until_decides(&mut table, 2);
    let question = table.question(Seed::from_text("bots")).unwrap();
    assert_eq!(
        table.question(Seed::from_text("bots")),
        Some(question.clone())
    );
    let action = question.answer(bots::now, &mut || false).unwrap();
    let answer = |table: &Table, version, seat| table.answer(version, seat, action.clone());
    assert_eq!(
        answer(&table, question.version - 1, question.seat),
        Err(Refused::Late)
    );
    assert_eq!(answer(&table, question.version, FIRST), Err(Refused::Late));
    let change = answer(&table, question.version, question.seat).unwrap();
    add(&mut table, change, 2_000).unwrap();
    assert_eq!(
        answer(&table, question.version, question.seat),
        Err(Refused::Late)
    );
}

#[test]
fn updates_tell_only_the_news_and_no_secrets() {
    let mut table = begun(Pace::Relaxed);
    for _ in 0..7 {
        step(&mut table);
    }
    let whole = told(&table, 'a', 0);
    assert_eq!(whole.steps.len() as u64, table.version());
    assert!(told(&table, 'a', table.version()).steps.is_empty());
    let last = &whole.steps[whole.steps.len() - 2..];
    assert_eq!(told(&table, 'a', table.version() - 2).steps, last);
    assert!(whole.seed.is_none() && whole.commitment.is_some());
    let public = told(&table, 'c', 0);
    let hands = &public.position.unwrap().view["hands"];
    assert_eq!(*hands, json!([null, null, null]));
    let record = table.record(Eyes::Public).unwrap();
    assert_eq!(record.seed, None);
    // What was too long ago to be kept is not told as if it were all.
    let hosting = Hosting {
        steps: 3,
        ..Hosting::default()
    };
    let mut short = Table::open(
        id('t'),
        &Entry {
            version: 1,
            at: 0,
            by: None,
            key: None,
            digest: None,
            change: Change::Create(Box::new(table.setup().clone())),
        },
        &hosting,
    )
    .unwrap();
    does(&mut short, 'b', &Request::Sit(None)).unwrap();
    does(&mut short, 'a', &Request::Start).unwrap();
    step(&mut short);
    assert_eq!(short.steps_since(0, Eyes::Public), None);
    assert_eq!(
        short.steps_since(1, Eyes::Public).map(|steps| steps.len()),
        Some(3)
    );
}

#[test]
fn while_the_game_runs_spectators_talk_among_themselves() {
    let mut table = begun(Pace::Relaxed);
    for (who, text) in [('a', "hello"), ('c', "what a move")] {
        let message = table.say(&person(who), text.to_owned(), 2_000);
        table.hear([message]);
    }
    let heard = |table: &Table, who| -> Vec<Audience> {
        told(table, who, 0)
            .chat
            .iter()
            .map(|line| line.room)
            .collect()
    };
    assert_eq!(heard(&table, 'b'), [Audience::Table]);
    assert_eq!(heard(&table, 'c'), [Audience::Table, Audience::Spectators]);
    does(&mut table, 'a', &Request::Resign).unwrap();
    does(&mut table, 'b', &Request::Resign).unwrap();
    while table.status() == Status::Running {
        step(&mut table);
    }
    assert_eq!(heard(&table, 'b'), [Audience::Table, Audience::Spectators]);
}

#[test]
fn entries_that_no_table_can_have_are_refused() {
    let mut table = begun(Pace::Relaxed);
    let version = table.version();
    let mut entry = table.entry(Change::Start, None, 0);
    assert_eq!(table.add(&entry), Err(Reason::Started.into()));
    entry.version += 1;
    assert_eq!(table.add(&entry), Err(Refused::BrokenHistory(version + 2)));
    assert_eq!(table.version(), version);
}

/// A table of Amritsar with two bots, as its first entry is written down; `change` may change that.
fn amritsar(change: impl FnOnce(&mut serde_json::Value)) -> Table {
    let wanted = NewTable {
        options: [("players".to_owned(), json!(2))].into_iter().collect(),
        seats: vec![SeatFor::Me, SeatFor::Bot(Level::Easy)],
        ..NewTable::of("amritsar")
    };
    let setup = Setup::new(wanted, &person('a'), Seed::from_text("rules")).unwrap();
    let mut first = json!({"version": 1, "at": 1_000, "change": Change::Create(Box::new(setup))});
    change(&mut first);
    let first: Entry = serde_json::from_value(first).unwrap();
    Table::open(id('t'), &first, &Hosting::default()).unwrap()
}

/// What a server or a browser wrote down before there were versions of the rules.
fn as_written_before(first: &mut serde_json::Value) {
    let setup = first["change"].as_object_mut().unwrap();
    assert_eq!(setup.remove("rules"), Some(json!(2)));
    let edition = setup["options"].as_object_mut().unwrap().remove("edition");
    assert_eq!(edition, Some(json!("de")));
}

#[test]
fn a_table_goes_on_under_the_rules_that_it_was_made_with() {
    for (rules, mut table) in [
        (2, amritsar(|_| ())),
        (1, amritsar(as_written_before)),
        (1, amritsar(|first| first["change"]["rules"] = json!(1))),
    ] {
        does(&mut table, 'a', &Request::Start).unwrap();
        while table.status() == Status::Running {
            step(&mut table);
        }
        let record = table.record(Eyes::AllSeeing).unwrap();
        assert_eq!(record.rules, rules);
        table::replay(&record).unwrap();
        let again = table.again(&person('a').id, Seed::from_text("again"));
        assert_eq!(again.rules, 2, "a rematch is a new game");
    }
}

#[test]
fn a_version_of_the_rules_that_nobody_knows_begins_no_game() {
    let mut table = amritsar(|first| first["change"]["rules"] = json!(3));
    assert_eq!(
        does(&mut table, 'a', &Request::Start),
        Err(Refused::BrokenHistory(1))
    );
}
