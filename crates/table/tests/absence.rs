//! Before the game: who is ready, drawn seats. During it: people whom the others wait for.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use kit::{Seat, Seed};
use protocol::{NewTable, Pace, Reason, SeatFor, Status, Update, Watch, Who};
use serde_json::json;
use std::sync::Arc;
use table::{
    Change, End, Entry, Hosting, Pauses, Person, Presence, Refused, Request, Setup, Table, TableId,
};

const DAY: u64 = 24 * 60 * 60 * 1000;
/// When the tables are created.
const BEGIN: u64 = 1_000_000;
const DAYS: Pace = Pace::Correspondence { days: 3 };

/// A table with the entries that led to it.
struct Played {
    table: Table,
    entries: Vec<Entry>,
    now: u64,
}

fn person(letter: char) -> Person {
    Person {
        id: letter.to_string().repeat(22).parse().unwrap(),
        name: letter.to_uppercase().to_string(),
    }
}

fn id() -> TableId {
    "t".repeat(22).parse().unwrap()
}

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

impl Played {
    /// A table of `a`'s with open seats.
    fn made(players: u8, pace: Pace) -> Self {
        let wanted = NewTable {
            options: [("players".to_owned(), json!(players))]
                .into_iter()
                .collect(),
            seats: vec![SeatFor::Me],
            pace,
            patience: Some(60),
            ..NewTable::of("taj-mahal")
        };
        let setup = Setup::new(wanted, &person('a'), Seed::from_text("a lobby")).unwrap();
        let first = Entry {
            version: 1,
            at: BEGIN,
            by: Some(person('a').id),
            key: None,
            digest: None,
            change: Change::Create(Box::new(setup)),
        };
        Played {
            table: Table::open(id(), &first, &Hosting::default()).unwrap(),
            entries: vec![first],
            now: BEGIN,
        }
    }

    /// The same with everybody seated, `b` in seat 1 and so on, and begun.
    fn begun(players: u8, pace: Pace) -> Self {
        let mut played = Played::made(players, pace);
        for who in ('b'..).take(usize::from(players) - 1) {
            played.does(who, Request::Sit(None)).unwrap();
        }
        played.does('a', Request::Start).unwrap();
        played
    }

    fn does(&mut self, who: char, request: Request) -> Result<(), Refused> {
        let change = self.table.request(&person(who), &request, self.now)?;
        let entry = self.table.entry(change, Some(&person(who).id), self.now);
        self.table.add(&entry)?;
        self.entries.push(entry);
        Ok(())
    }

    fn refuses(&mut self, who: char, request: Request) -> Reason {
        match self.does(who, request).unwrap_err() {
            Refused::Because(reason) => reason,
            _ => unreachable!("another kind of refusal"),
        }
    }

    fn told(&self, who: char) -> Update {
        let (presence, watch) = (Presence::default(), Watch::default());
        let person = person(who).id;
        self.table.update(Some(&person), watch, &presence, self.now)
    }

    fn names(&self) -> String {
        let seats = self.told('a').seats.into_iter();
        let names = seats.map(|seat| match seat.who {
            Who::Person { name, .. } => name,
            _ => "-".to_owned(),
        });
        names.collect()
    }

    /// Whose turn it is.
    fn decider(&self) -> (Seat, char) {
        let seat = self.table.deciders().lowest().unwrap();
        (seat, (b'a' + seat.number()) as char)
    }

    /// The decider acts.
    fn acts(&mut self) {
        let (_, who) = self.decider();
        let action = self.told(who).position.unwrap().legal[0].clone();
        self.does(who, Request::Play(action)).unwrap();
    }

    /// Whatever happened, a replay of the entries shows the same.
    fn check_replay(&self) {
        let text = serde_json::to_string(&self.entries).unwrap();
        let entries: Vec<Entry> = serde_json::from_str(&text).unwrap();
        let replayed = Table::replay(id(), &entries, &Hosting::default()).unwrap();
        for who in 'a'..'f' {
            let (presence, watch) = (Presence::default(), Watch::default());
            let person = person(who).id;
            let update = replayed.update(Some(&person), watch, &presence, self.now);
            assert_eq!(update, self.told(who), "{who}");
        }
        assert_eq!(
            replayed.clocks().deadline(),
            self.table.clocks().deadline(),
            "the deadline"
        );
    }
}

#[test]
fn whoever_sits_down_is_ready_and_can_say_not_yet() {
    let mut played = Played::made(2, Pace::Relaxed);
    assert_eq!(played.refuses('b', Request::Ready(true)), Reason::NotSeated);
    played.does('b', Request::Sit(None)).unwrap();
    let ready = |played: &Played| played.told('a').seats.iter().map(|s| s.ready).collect();
    let all: Vec<bool> = ready(&played);
    assert_eq!(all, [true, true]);
    played.does('b', Request::Ready(false)).unwrap();
    let one: Vec<bool> = ready(&played);
    assert_eq!(one, [true, false]);
    // A free seat is not ready, and whoever comes next is.
    played.does('b', Request::Leave).unwrap();
    assert!(!played.told('a').seats[1].ready);
    played.does('c', Request::Sit(None)).unwrap();
    assert!(played.told('a').seats[1].ready);
    played.does('c', Request::Ready(false)).unwrap();
    // The host decides.
    played.does('a', Request::Start).unwrap();
    assert_eq!(played.refuses('c', Request::Ready(true)), Reason::Started);
    played.check_replay();
}

#[test]
fn the_host_can_have_the_seats_drawn_by_the_seed() {
    let mut played = Played::made(5, Pace::Relaxed);
    for who in 'b'..='e' {
        played.does(who, Request::Sit(None)).unwrap();
    }
    assert_eq!(
        played.refuses('b', Request::Shuffle(true)),
        Reason::NotOwner
    );
    played.does('a', Request::Shuffle(true)).unwrap();
    assert!(played.told('b').shuffle);
    // Nobody sees the order before the start.
    assert_eq!(played.names(), "ABCDE");
    played.does('b', Request::Ready(false)).unwrap();
    played.does('a', Request::Start).unwrap();
    let drawn = played.names();
    assert_ne!(drawn, "ABCDE");
    let mut sorted: Vec<char> = drawn.chars().collect();
    sorted.sort_unstable();
    assert_eq!(sorted, ['A', 'B', 'C', 'D', 'E']);
    // Everybody sees their own hand, wherever they sit now.
    for who in 'a'..='e' {
        let told = played.told(who);
        let seat = usize::from(told.you.seat.unwrap().number());
        let own = &told.position.unwrap().view["hands"][seat];
        assert!(!own.is_null(), "{who}");
    }
    played.check_replay();
}

#[test]
fn a_person_is_reminded_after_the_tables_patience_and_once_at_a_time() {
    let mut played = Played::begun(3, Pace::Relaxed);
    let (late, _) = played.decider();
    let other = played.people_but(late)[0];
    let nudge = || Request::Nudge(late);
    played.now += 59_999;
    assert_eq!(played.refuses(other, nudge()), Reason::NotAbsent);
    let waited = &played.told('a').seats[usize::from(late.number())];
    assert_eq!(waited.absence.since, Some(BEGIN));
    played.now += 1;
    let (_, himself) = played.decider();
    assert_eq!(played.refuses(himself, nudge()), Reason::NotAbsent);
    assert_eq!(played.refuses('z', nudge()), Reason::NotSeated);
    played.does(other, nudge()).unwrap();
    assert_eq!(played.refuses(other, nudge()), Reason::AlreadyNudged);
    played.now += 60_000;
    played.does(other, nudge()).unwrap();
    // Whoever acts is no longer waited for.
    played.acts();
    assert_eq!(played.refuses(other, nudge()), Reason::NotAbsent);
    assert!(
        !played.told('a').seats[usize::from(late.number())]
            .absence
            .nudged
    );
    played.check_replay();
}

impl Played {
    /// The people in the other seats.
    fn people_but(&self, seat: Seat) -> Vec<char> {
        let people = self.table.people().filter(|&other| other != seat);
        people.map(|seat| (b'a' + seat.number()) as char).collect()
    }
}

#[test]
fn a_bot_plays_on_as_soon_as_half_of_the_others_agree_until_the_person_returns() {
    for (players, needed) in [(2, 1), (3, 1), (4, 2), (5, 2)] {
        let mut played = Played::begun(players, Pace::Relaxed);
        let (late, who) = played.decider();
        let others = played.people_but(late);
        let agree = || Request::StandIn(late);
        assert_eq!(played.refuses(others[0], agree()), Reason::NotAbsent);
        played.now += 60_000;
        for (count, other) in others.iter().enumerate().take(needed) {
            assert!(played.table.plays_self(late), "{players} {count}");
            played.does(*other, agree()).unwrap();
            if played.table.plays_self(late) {
                assert_eq!(played.refuses(*other, agree()), Reason::AlreadyAgreed);
            }
        }
        assert!(!played.table.plays_self(late), "{players}");
        assert!(played.table.bots_due().any(|(seat, _)| seat == late));
        let record = played.table.record(kit::Eyes::Public).unwrap();
        assert_eq!(record.players[usize::from(late.number())].end, End::Absent);
        assert_eq!(record.to_string().parse::<table::Record>().unwrap(), record);
        played.does(who, Request::ComeBack).unwrap();
        assert!(played.table.plays_self(late));
        assert_eq!(
            played.refuses(others[0], agree()),
            Reason::NotAbsent,
            "the waiting begins anew"
        );
        played.check_replay();
    }
}

#[test]
fn a_pause_of_the_host_is_no_absence() {
    let mut played = Played::begun(2, Pace::Relaxed);
    let (late, _) = played.decider();
    let other = played.people_but(late)[0];
    let mut pauses = Pauses::default();
    pauses.add(BEGIN + 1, BEGIN + 1_000_000);
    let hosting = Hosting {
        pauses: Arc::new(pauses),
        ..Hosting::default()
    };
    played.table = Table::replay(id(), &played.entries, &hosting).unwrap();
    played.now = BEGIN + 1_000_000;
    assert_eq!(
        played.refuses(other, Request::Nudge(late)),
        Reason::NotAbsent
    );
    played.now += 60_000;
    played.does(other, Request::Nudge(late)).unwrap();
}

#[test]
fn a_vacation_stops_the_clock_and_the_waiting_and_has_a_bound() {
    let mut played = Played::begun(2, DAYS);
    let (late, who) = played.decider();
    let other = played.people_but(late)[0];
    let until = |played: &Played, days| Request::Vacation(Some(played.now + days * DAY));
    assert_eq!(played.told(who).you.vacation_days, 30);
    let wish = until(&played, 31);
    assert_eq!(played.refuses(who, wish), Reason::LongVacation);
    let past = Request::Vacation(Some(played.now));
    assert_eq!(played.refuses(who, past), Reason::LongVacation);
    let wish = until(&played, 10);
    played.does(who, wish).unwrap();
    // It can be changed: nothing of it is used yet.
    assert_eq!(played.told(who).you.vacation_days, 30);
    assert_eq!(
        played.table.clocks().deadline(),
        Some(BEGIN + 13 * DAY),
        "three days after it"
    );
    played.now += 9 * DAY;
    assert_eq!(
        played.refuses(other, Request::Nudge(late)),
        Reason::NotAbsent
    );
    // Whoever acts is back; what is left is kept.
    played.acts();
    assert_eq!(played.told(who).you.vacation_days, 21);
    let seat = usize::from(late.number());
    assert_eq!(played.told(other).seats[seat].absence.vacation, None);
    played.check_replay();
    // The vacation ends by itself, and then the others may decide.
    let (late, who) = played.decider();
    let wish = until(&played, 21);
    played.does(who, wish).unwrap();
    let longer = Request::Vacation(Some(played.now + 31 * DAY));
    assert_eq!(played.refuses(who, longer), Reason::LongVacation);
    played.now += 21 * DAY + 60_000;
    let other = played.people_but(late)[0];
    played.does(other, Request::Nudge(late)).unwrap();
    played.check_replay();
    let mut live = Played::begun(2, Pace::Relaxed);
    let wish = until(&live, 1);
    assert_eq!(live.refuses('a', wish), Reason::NoVacation);
}

#[test]
fn with_everybodys_consent_another_plays_on_for_whom_a_bot_plays() {
    let mut played = Played::begun(3, Pace::Relaxed);
    let ask = |seat| Request::Substitute(seat);
    assert_eq!(played.refuses('x', ask(seat(2))), Reason::NoSubstitute);
    played.does('c', Request::Resign).unwrap();
    assert_eq!(played.refuses('a', ask(seat(2))), Reason::AlreadySeated);
    played.does('x', ask(seat(2))).unwrap();
    assert_eq!(played.refuses('y', ask(seat(2))), Reason::SubstituteAsked);
    assert_eq!(
        played.refuses('c', Request::AnswerSubstitute(true)),
        Reason::Away
    );
    // One refusal is enough.
    played.does('a', Request::AnswerSubstitute(true)).unwrap();
    played.does('b', Request::AnswerSubstitute(false)).unwrap();
    assert_eq!(played.told('a').substitute_asked, None);
    played.does('y', ask(seat(2))).unwrap();
    played.does('a', Request::AnswerSubstitute(true)).unwrap();
    assert_eq!(
        played.refuses('a', Request::AnswerSubstitute(true)),
        Reason::AlreadyAgreed
    );
    assert_eq!(played.names(), "ABC");
    played.does('b', Request::AnswerSubstitute(true)).unwrap();
    assert_eq!(played.names(), "ABY");
    assert!(played.table.plays_self(seat(2)));
    assert_eq!(played.told('y').you.seat, Some(seat(2)));
    assert_eq!(played.told('c').you.seat, None);
    assert!(played.told('c').position.unwrap().view["hands"][2].is_null());
    played.check_replay();
    // Where nobody plays, nobody can agree.
    for who in ['a', 'b', 'y'] {
        played.does(who, Request::Resign).unwrap();
    }
    assert_eq!(played.table.status(), Status::Running);
    assert_eq!(played.refuses('z', ask(seat(0))), Reason::NoSubstitute);
}

#[test]
fn strangers_cannot_ask_for_ever() {
    let mut played = Played::begun(2, Pace::Relaxed);
    played.does('b', Request::Resign).unwrap();
    for _ in 0..10 {
        played.does('x', Request::Substitute(seat(1))).unwrap();
        played.does('a', Request::AnswerSubstitute(false)).unwrap();
    }
    assert_eq!(
        played.refuses('x', Request::Substitute(seat(1))),
        Reason::SubstituteAsked
    );
}

#[test]
fn a_table_without_a_patience_has_that_of_its_pace() {
    let of = |patience, pace| {
        let wanted = NewTable {
            patience,
            pace,
            ..NewTable::of("taj-mahal")
        };
        Setup::new(wanted, &person('a'), Seed::from_text("x")).map(|setup| setup.patience())
    };
    assert_eq!(of(None, Pace::Relaxed), Ok(900));
    assert_eq!(of(None, DAYS), Ok(172_800));
    assert_eq!(of(Some(30), DAYS), Ok(30));
    assert!(of(Some(29), DAYS).is_err());
    assert!(of(Some(u32::MAX), DAYS).is_err());
}
