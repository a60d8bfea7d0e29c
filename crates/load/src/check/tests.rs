//! Histories made by hand: a correct one passes, and each kind of violation is found.

use super::*;
use crate::history::{Refusal, Sight, Stream, Wish};
use kit::{Id as _, Seed};
use protocol::{NewTable, Pace, SeatFor, Watch};
use table::{Change, Hosting, Person, PersonId, Presence, Request, Setup, Table, TableId};

/// A second.
const S: Time = 1_000_000;

/// A table on a server that does everything right, and the history of its clients.
struct Site {
    table: Table,
    people: [Person; 2],
    stored: Stored,
    history: TableHistory,
    now: Time,
}

fn person(letter: u8) -> Person {
    Person {
        id: PersonId::from_random([letter; 22]),
        name: format!("Person {letter}"),
    }
}

impl Site {
    /// A table with two people that has started, as it is after a second.
    fn new(pace: Pace) -> Self {
        let people = [person(1), person(2)];
        let mut wanted = NewTable::of("taj-mahal");
        wanted.options.insert("players".to_owned(), 2.into());
        wanted.seats = vec![SeatFor::Me, SeatFor::Open];
        wanted.pace = pace;
        let setup = Setup::new(wanted, &people[0], Seed::from_text("a table")).unwrap();
        let first = Entry {
            version: 1,
            at: 0,
            by: Some(people[0].id.clone()),
            key: None,
            digest: None,
            change: Change::Create(Box::new(setup)),
        };
        let id = TableId::from_random([3; 22]);
        let table = Table::open(id.clone(), &first, &Hosting::default()).unwrap();
        let mut site = Site {
            table,
            people,
            stored: Stored::default(),
            history: TableHistory::default(),
            now: 0,
        };
        site.stored.entries.push(first);
        site.write(1, Request::Sit(None), None);
        site.write(0, Request::Start, None);
        site.history.table = id.to_string();
        site.history.base = 3;
        site.history.ready = S;
        site.now = S;
        site
    }

    fn write(&mut self, by: usize, request: Request, key: Option<String>) {
        let person = &self.people[by];
        let change = self
            .table
            .request(person, &request, self.now / 1_000)
            .unwrap();
        let mut entry = self.table.entry(change, Some(&person.id), self.now / 1_000);
        entry.key = key;
        self.table.add(&entry).unwrap();
        self.stored.entries.push(entry);
    }

    /// The operation that takes the next second.
    fn operation(&mut self, by: Option<u8>, wish: Wish, outcome: Outcome) -> &mut Operation {
        let begin = self.now;
        self.now += S;
        let number = self.history.operations.len();
        let key = matches!(wish, Wish::Play { .. } | Wish::Say(_)).then(|| number.to_string());
        self.history.operations.push(Operation {
            by,
            node: 0,
            begin,
            end: begin + S / 2,
            wish,
            key,
            outcome,
        });
        self.history.operations.last_mut().unwrap()
    }

    fn decider(&self) -> u8 {
        self.table.deciders().lowest().unwrap().number()
    }

    fn legal(&self) -> String {
        let seat = self.table.deciders().lowest().unwrap();
        self.table.history().unwrap().legal(seat)[0].clone()
    }

    /// The one who decides acts, and is acknowledged.
    fn play(&mut self) -> &mut Operation {
        let (version, action, by) = (self.table.version(), self.legal(), self.decider());
        let key = self.history.operations.len().to_string();
        self.write(usize::from(by), Request::Play(action.clone()), Some(key));
        let wish = Wish::Play { version, action };
        self.operation(Some(by), wish, Outcome::Done(version + 1))
    }

    fn sight(&self, by: Option<u8>, since: Option<u64>) -> Sight {
        let watch = Watch {
            since,
            ..Watch::default()
        };
        let person = by.map(|seat| &self.people[usize::from(seat)].id);
        Sight::of(&self.table.update(person, watch, &Presence::default(), 0))
    }

    fn read(&mut self, by: Option<u8>, since: Option<u64>) -> &mut Operation {
        let sight = self.sight(by, since);
        let at_least = None;
        let wish = Wish::Read { at_least, since };
        self.operation(by, wish, Outcome::Seen(sight))
    }

    /// Somebody acts on an old version, and is refused.
    fn stale(&mut self) -> &mut Operation {
        let by = Some(0);
        let refusal = Refusal {
            kind: "version-conflict".to_owned(),
            sight: Some(self.sight(by, None)),
            ..Refusal::default()
        };
        let wish = Wish::Undo(self.table.version() - 1);
        self.operation(by, wish, Outcome::Refused(refusal))
    }

    /// The one who does not decide acts, and is refused.
    fn illegal(&mut self) -> &mut Operation {
        let wish = Wish::Play {
            version: self.table.version(),
            action: "withdraw".to_owned(),
        };
        let by = 1 - self.decider();
        let refusal = Refusal {
            kind: "illegal-action".to_owned(),
            ..Refusal::default()
        };
        self.operation(Some(by), wish, Outcome::Refused(refusal))
    }

    fn because(&mut self, by: u8, wish: Wish, reason: protocol::Reason) -> &mut Operation {
        let refusal = Refusal {
            kind: "conflict".to_owned(),
            reason: Some(reason.id().to_owned()),
            ..Refusal::default()
        };
        self.operation(Some(by), wish, Outcome::Refused(refusal))
    }

    fn say(&mut self, text: &str) -> &mut Operation {
        let mut message = self.table.say(&self.people[0], text.to_owned(), 0);
        message.at = self.now;
        self.table.hear([message.clone()]);
        let key = self.history.operations.len().to_string();
        self.stored.chat.push((message, Some(key)));
        let version = self.table.version();
        self.operation(Some(0), Wish::Say(text.to_owned()), Outcome::Done(version))
    }

    fn found(&self) -> String {
        match check(&self.history, &self.stored, &[]) {
            Ok(()) => "nothing".to_owned(),
            Err(violation) => violation.what,
        }
    }

    fn finds(&self, what: &str) {
        let found = self.found();
        assert!(found.contains(what), "‘{found}’ instead of ‘{what}’");
    }
}

/// A run with everything in it, and nothing wrong.
fn correct() -> Site {
    let mut site = Site::new(Pace::Relaxed);
    site.read(None, None);
    site.play();
    site.play();
    site.read(Some(1), Some(3));
    site.stale();
    site.illegal();
    site.because(0, Wish::ComeBack, protocol::Reason::NotAway);
    site.say("hello");
    site.play().outcome = Outcome::Unknown;
    site.read(Some(0), Some(4));
    site
}

#[test]
fn a_refusal_that_may_belong_to_an_earlier_version_does_not_change_the_table() {
    let mut site = correct();
    let seat = kit::Seat::FIRST;
    let run_out = Change::RunOut { seat };
    let entry = site.table.entry(run_out, None, site.now / 1_000);
    site.table.add(&entry).unwrap();
    site.stored.entries.push(entry);
    site.write(0, Request::ComeBack, None);
    let version = site.table.version();
    let begin = site
        .operation(Some(0), Wish::ComeBack, Outcome::Done(version))
        .begin;
    // Sent at the same time: when it arrived, the other one was carried out.
    site.because(0, Wish::ComeBack, protocol::Reason::NotAway)
        .begin = begin;
    assert_eq!(site.found(), "nothing");
}

#[test]
fn a_correct_history_passes() {
    assert_eq!(correct().found(), "nothing");
}

#[test]
fn an_unknown_change_may_be_stored_or_not_and_a_repetition_gets_the_first_answer() {
    let mut site = correct();
    let (version, action) = (site.table.version(), site.legal());
    let wish = Wish::Play { version, action };
    let by = site.decider();
    site.operation(Some(by), wish, Outcome::Unknown);
    assert_eq!(site.found(), "nothing");

    let mut again = site.play().clone();
    again.begin += S;
    again.end += S;
    site.now += S;
    site.history.operations.push(again);
    assert_eq!(site.found(), "nothing");
    site.history.operations.last_mut().unwrap().outcome = Outcome::Done(6);
    site.finds("one key was acknowledged as two versions");
}

#[test]
fn of_two_unknown_answers_the_one_that_is_stored_was_carried_out() {
    let mut site = correct();
    // What somebody did has shown something, so that the other one is asked for consent.
    let asks = |site: &Site, by: usize| {
        let wanted = site.table.request(&site.people[by], &Request::Undo, 0);
        matches!(wanted, Ok(Change::AskUndo { .. }))
    };
    let by = (0..60)
        .find_map(|_| {
            let by = site.decider();
            site.play();
            asks(&site, usize::from(by)).then_some(by)
        })
        .unwrap();
    let version = site.table.version();
    site.write(usize::from(by), Request::Undo, None);
    site.operation(Some(by), Wish::Undo(version), Outcome::Done(version + 1));
    let other = 1 - by;
    let answers = |site: &mut Site, agree| {
        let wish = Wish::AnswerUndo(version + 1, agree);
        site.operation(Some(other), wish, Outcome::Unknown);
    };
    answers(&mut site, true);
    site.write(usize::from(other), Request::AnswerUndo(false), None);
    answers(&mut site, false);
    assert_eq!(site.found(), "nothing");
}

#[test]
fn a_lost_acknowledgement_is_found() {
    let mut site = correct();
    site.play();
    site.stored.entries.pop();
    site.finds("it is lost");
}

#[test]
fn an_entry_that_is_stored_twice_is_found() {
    let mut site = correct();
    site.history
        .operations
        .retain(|operation| operation.outcome != Outcome::Unknown);
    site.finds("nobody asked for this entry, or it is stored twice");
}

#[test]
fn two_requests_for_one_entry_are_found() {
    let mut site = correct();
    let mut other = site.play().clone();
    other.key = Some("another".to_owned());
    site.history.operations.push(other);
    site.finds("two requests were acknowledged as the same version");
}

#[test]
fn what_was_denied_but_is_stored_is_found() {
    let mut site = correct();
    site.play().outcome = Outcome::NotWritten;
    site.finds("it is stored, although the server said that it was not");
}

#[test]
fn a_stale_read_is_found() {
    let mut site = correct();
    let old = site.read(None, None).clone();
    site.play();
    site.operation(None, old.wish, old.outcome);
    site.finds("a stale answer");
}

#[test]
fn a_stale_refusal_is_found() {
    let mut site = correct();
    let old = site.illegal().clone();
    site.play();
    site.operation(old.by, old.wish, old.outcome);
    site.finds("a stale answer");
    let mut site = correct();
    let old = site.stale().clone();
    site.play();
    site.operation(old.by, old.wish, old.outcome);
    site.finds("a stale answer");
}

#[test]
fn a_read_of_something_that_nobody_asked_for_yet_is_found() {
    let mut site = correct();
    let begin = site.now;
    site.now += S;
    site.play();
    let read = site.read(None, None);
    (read.begin, read.end) = (begin, begin + S / 2);
    site.finds("known before anybody asked for it");
}

#[test]
fn a_false_refusal_is_found() {
    let mut site = correct();
    let by = 1 - site.illegal().by.unwrap();
    site.history.operations.last_mut().unwrap().by = Some(by);
    site.finds("the table allows it");

    let mut site = correct();
    let version = site.table.version();
    site.illegal().wish = Wish::AnswerUndo(version, true);
    site.finds("the true reason is another one");

    let mut site = correct();
    let version = site.table.version();
    site.stale().wish = Wish::Undo(version);
    site.finds("names the current version");

    let mut site = correct();
    site.because(0, Wish::ComeBack, protocol::Reason::Over);
    site.finds("not true of any version");

    let mut site = correct();
    let played = site.play().clone();
    let stale = site.stale();
    (stale.by, stale.wish, stale.key) = (played.by, played.wish, played.key);
    site.finds("");
    assert_ne!(site.found(), "nothing");
}

#[test]
fn a_version_that_was_promised_is_shown() {
    let mut site = correct();
    let version = site.table.version();
    site.read(None, None).wish = Wish::Read {
        at_least: Some(version + 1),
        since: None,
    };
    site.finds("an earlier version than the one that was asked for");

    let mut site = correct();
    let refusal = Refusal {
        kind: "conflict".to_owned(),
        ..Refusal::default()
    };
    let wish = |at_least| Wish::Read {
        at_least: Some(at_least),
        since: None,
    };
    site.operation(None, wish(version + 1), Outcome::Refused(refusal.clone()));
    assert_eq!(site.found(), "nothing");
    site.operation(None, wish(version), Outcome::Refused(refusal));
    site.finds("not true of any version");
}

#[test]
fn another_state_or_other_steps_are_found() {
    let mut site = correct();
    let mut sight = site.sight(None, None);
    sight.state += 1;
    site.read(None, None).outcome = Outcome::Seen(sight);
    site.finds("in another state");

    let mut site = correct();
    let mut sight = site.sight(None, Some(3));
    sight.steps.remove(1);
    site.read(None, Some(3)).outcome = Outcome::Seen(sight);
    site.finds("were told as");
}

#[test]
fn an_entry_with_another_content_is_found() {
    let mut site = correct();
    site.play();
    let operation = site.history.operations.last_mut().unwrap();
    if let Wish::Play { action, .. } = &mut operation.wish {
        *action = "nonsense".to_owned();
    }
    site.finds("is stored");
}

fn stream(site: &Site, told: Vec<(Time, Sight)>) -> Stream {
    Stream {
        by: None,
        node: 0,
        begin: site.now,
        since: None,
        told,
    }
}

#[test]
fn a_live_stream_tells_every_version_in_order() {
    let mut site = correct();
    let first = (site.now, site.sight(None, None));
    let known = Some(site.table.version());
    site.history.streams.push(stream(&site, vec![first]));
    site.play();
    let mut second = site.sight(None, known);
    second.chat.clear();
    site.history.streams[0].told.push((site.now, second));
    assert_eq!(site.found(), "nothing");

    let told = &mut site.history.streams[0].told;
    told[1].1.steps.clear();
    site.finds("were told as");
    let told = &mut site.history.streams[0].told;
    told.swap(0, 1);
    site.finds("");
    assert_ne!(site.found(), "nothing");
}

#[test]
fn a_stream_that_goes_back_is_found() {
    let mut site = correct();
    let old = site.sight(None, None);
    let begin = site.now;
    site.play();
    let new = site.sight(None, None);
    let mut stream = stream(&site, vec![(site.now, new), (site.now + 1, old)]);
    stream.begin = begin;
    site.history.streams.push(stream);
    site.finds("a stream went back");
}

#[test]
fn lost_doubled_and_denied_messages_are_found() {
    let mut site = correct();
    site.say("once");
    site.stored.chat.pop();
    site.finds("an acknowledged message is not stored");

    let mut site = correct();
    site.say("once");
    let mut again = site.stored.chat[1].clone();
    again.0.number = 3;
    site.stored.chat.push(again);
    site.finds("it is stored twice");

    let mut site = correct();
    site.say("once").outcome = Outcome::NotWritten;
    site.finds("although the server said that it was not");

    let mut site = correct();
    let old = site.read(None, None).clone();
    site.say("once");
    site.operation(None, old.wish, old.outcome);
    site.finds("message 2 was known before");
}

#[test]
fn odd_answers_are_found() {
    let mut site = correct();
    site.play().outcome = Outcome::Odd("500".to_owned());
    site.finds("no server should answer this");
}

/// A table with 20 seconds on each clock, at which the time of the one who decides runs out after so many seconds.
fn ran_out_after(seconds: Time) -> Site {
    let mut site = Site::new(Pace::Live {
        seconds: 20,
        increment: 0,
    });
    let seat = site.table.deciders().lowest().unwrap();
    site.now += seconds * S;
    let change = Change::RunOut { seat };
    let entry = site.table.entry(change, None, site.now / 1_000);
    site.table.add(&entry).unwrap();
    site.stored.entries.push(entry);
    site.read(None, None);
    site
}

#[test]
fn time_that_was_taken_wrongly_is_found() {
    assert_eq!(ran_out_after(20).found(), "nothing");
    ran_out_after(17).finds("ran out of time with at least");
    // Fifteen seconds without any node are nobody's time.
    let site = ran_out_after(30);
    assert_eq!(site.found(), "nothing");
    let idle = [(2 * S, 17 * S)];
    let found = check(&site.history, &site.stored, &idle);
    assert!(found.unwrap_err().what.contains("ran out of time"));
}
