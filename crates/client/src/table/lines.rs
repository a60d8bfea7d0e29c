//! What happened, divided by who did it: the common source of the log and the story.

use crate::boards::{self, Happened};
use kit::Seat;
use protocol::{DELETED, Step, WhatHappened, Who};
use serde_json::Value;
use std::fmt::Display;
use std::ops::Range;
use std::sync::Arc;
use words::{Acting, Teller};

/// A point of the log: the version of a step, and an event in it.
pub type Place = (u64, usize);

/// Consecutive events of one step by the same player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Where it begins.
    pub at: Place,
    /// Its events in the step; none if the step has no events.
    pub events: Range<usize>,
    /// Who acts: a seat, the automatic opponent behind the last one, or nobody.
    pub actor: Option<usize>,
    /// Where the chapter begins that it belongs to.
    pub chapter: Place,
    /// Where the turn begins that it belongs to: consecutive pieces of the same player.
    pub block: Place,
}

/// One sentence of a piece, with the ids that it names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The event that it tells.
    pub at: Place,
    pub sentence: String,
    pub ids: Vec<String>,
}

/// Returns the steps that were not taken back. That somebody took back is told only until somebody acts again.
pub fn standing(log: &[Arc<Step>]) -> Vec<&Arc<Step>> {
    let mut standing: Vec<&Arc<Step>> = Vec::with_capacity(log.len());
    let took_back = |step: &&Arc<Step>| matches!(step.what, WhatHappened::TookBack { .. });
    for step in log {
        match step.what {
            WhatHappened::TookBack { actions, .. } => {
                for _ in 0..actions {
                    let last = standing.iter().rposition(|step| player(step).is_some());
                    last.map(|last| standing.remove(last));
                }
                standing.retain(|step| !took_back(step));
            }
            WhatHappened::Played { .. } => standing.retain(|step| !took_back(step)),
            _ => {}
        }
        standing.push(step);
    }
    standing
}

/// Returns the seat that acted.
pub fn player(step: &Step) -> Option<Seat> {
    match step.what {
        WhatHappened::Played { seat, .. } => Some(seat),
        _ => None,
    }
}

/// Returns the events of the game in a step.
pub fn events(step: &Step) -> &[Value] {
    match &step.what {
        WhatHappened::Started { events } | WhatHappened::Played { events, .. } => events,
        _ => &[],
    }
}

/// Divides steps by who acts.
pub fn pieces(steps: &[&Arc<Step>], teller: &Teller) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::with_capacity(steps.len());
    for step in steps {
        let events = events(step);
        let mut actor = player(step).map(|seat| usize::from(seat.number()));
        let mut add = |range: Range<usize>, actor, new_chapter: bool| {
            let at = (step.version, range.start);
            let last = pieces.last();
            let goes_on = last.filter(|last| last.actor == actor && !new_chapter);
            pieces.push(Piece {
                at,
                actor,
                chapter: last
                    .filter(|_| !new_chapter)
                    .map_or(at, |last| last.chapter),
                block: goes_on.map_or(at, |last| last.block),
                events: range,
            });
        };
        let (mut start, mut new_chapter) = (0, false);
        for (number, event) in events.iter().enumerate() {
            let Some(acting) = teller.acting(event) else {
                continue;
            };
            if number > start {
                add(start..number, actor, new_chapter);
            }
            start = number;
            new_chapter = teller.chapter(event).is_some();
            actor = match acting {
                Acting::Seat(seat) => Some(seat),
                Acting::Nobody => None,
            };
        }
        if start < events.len() || events.is_empty() {
            add(start..events.len(), actor, new_chapter);
        }
    }
    pieces
}

/// Returns the sentences of a piece. `log` is everything up to its step, from which reasons are derived.
pub fn lines(log: &[Arc<Step>], piece: &Piece, teller: &Teller, game: &str) -> Vec<Line> {
    let Some(step) = log.last() else {
        return Vec::new();
    };
    let happened = Happened {
        steps: log,
        teller,
        view: None,
    };
    let events = boards::with_reasons(game, happened);
    if events.is_empty() {
        let line = |sentence| Line {
            at: piece.at,
            sentence,
            ids: Vec::new(),
        };
        return about(step, teller).map(line).into_iter().collect();
    }
    let told = piece
        .events
        .clone()
        .zip(events.get(piece.events.clone()).into_iter().flatten());
    let line = |(number, event): (usize, &Value)| {
        let mut named = Vec::new();
        ids(event, &mut named);
        Some(Line {
            at: (step.version, number),
            sentence: teller.event(event)?,
            ids: named.into_iter().map(str::to_owned).collect(),
        })
    };
    told.filter_map(line).collect()
}

/// Returns the part of the log up to a step.
pub fn until(log: &[Arc<Step>], version: u64) -> &[Arc<Step>] {
    let end = log.partition_point(|step| step.version <= version);
    log.get(..end).unwrap_or_default()
}

/// Returns what a sentence says behind the name of the one who acts, if it begins with that: `lays a card.`
pub fn behind_name<'a>(sentence: &'a str, name: &str) -> Option<&'a str> {
    let rest = sentence.strip_prefix(name)?;
    rest.trim_start_matches(':').strip_prefix(' ')
}

/// Returns a sentence without the name of the seat that acts, for a place where the name already stands: `Lays a card.` “You” stays: without it, the
/// sentence would be a command.
pub fn without_name(sentence: &str, seat: usize, teller: &Teller) -> String {
    let name = teller.name(seat);
    let rest = match teller.you() == Some(seat) {
        true => sentence
            .strip_prefix(&*name)
            .and_then(|rest| rest.strip_prefix(": ")),
        false => behind_name(sentence, &name),
    };
    let Some(rest) = rest else {
        return sentence.to_owned();
    };
    let mut letters = rest.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// Collects all ids in an event.
fn ids<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::String(text)
            if text
                .bytes()
                .all(|letter| letter.is_ascii_alphanumeric() || b"-_".contains(&letter)) =>
        {
            found.push(text);
        }
        Value::Array(items) => items.iter().for_each(|item| ids(item, found)),
        Value::Object(fields) => fields.values().for_each(|field| ids(field, found)),
        _ => {}
    }
}

/// Returns the sentence of a step without events; none for steps that only concern programs.
fn about(step: &Step, teller: &Teller) -> Option<String> {
    let say = |key: &str, values: &[(&str, &dyn Display)]| Some(teller.say(key, values));
    let about = |key, seat: &Seat| say(key, &[("name", &teller.name(seat.number().into()))]);
    let between = |key, seat: &Seat, by: &Seat| {
        let (name, by) = (
            teller.name(seat.number().into()),
            teller.name(by.number().into()),
        );
        say(key, &[("name", &name), ("by", &by)])
    };
    match &step.what {
        WhatHappened::TookBack { seat, actions } => {
            let name = teller.name(seat.number().into());
            say("took-back", &[("name", &name), ("actions", actions)])
        }
        WhatHappened::Resigned { seat } => about("resigned", seat),
        WhatHappened::RanOutOfTime { seat } => about("ran-out-of-time", seat),
        WhatHappened::CameBack { seat } => about("came-back", seat),
        WhatHappened::Renamed {
            seat: Some(_),
            who: Who::Person { name, .. },
        } if name == DELETED => say("renamed-deleted", &[]),
        WhatHappened::Renamed {
            seat: Some(_),
            who: Who::Person { name, .. },
        } => say("renamed", &[("name", name)]),
        WhatHappened::StoodIn { seat } => about("stood-in", seat),
        WhatHappened::Nudged { seat, by } => between("nudged", seat, by),
        WhatHappened::AgreedToBot { seat, by } => between("agreed-to-bot", seat, by),
        WhatHappened::Vacation { seat, until } => match until {
            Some(until) => {
                let name = teller.name(seat.number().into());
                let date = crate::browser::date(*until, teller.language().tag());
                say("vacation-begun", &[("name", &name), ("date", &date)])
            }
            None => about("vacation-over", seat),
        },
        WhatHappened::AskedSeat { seat, name: person } => {
            let name = teller.name(seat.number().into());
            say("asked-seat", &[("name", &name), ("person", person)])
        }
        WhatHappened::AnsweredSeat { seat, agrees } => {
            let name = teller.name(seat.number().into());
            let answer = say(if *agrees { "yes" } else { "no" }, &[])?;
            say("answered-seat", &[("name", &name), ("answer", &answer)])
        }
        WhatHappened::Substituted {
            seat,
            who: Who::Person { name, .. },
        } => {
            let number = seat.number() + 1;
            say("substituted", &[("person", name), ("number", &number)])
        }
        WhatHappened::Closed => say("table-closed", &[]),
        WhatHappened::Seated {
            seat,
            who: Who::Open,
        } => say("seat-freed", &[("number", &(seat.number() + 1))]),
        WhatHappened::Seated {
            who: Who::Person { name, .. },
            ..
        } => say("sat-down", &[("name", name)]),
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
pub mod tests {
    use super::*;
    use crate::local_table::tests::{created, play, update};
    use crate::shelf::Memory;
    use serde_json::json;
    use words::Language;

    pub fn teller(language: Language) -> Teller {
        let names = ["Anna", "Ben", "The absent maharaja"].map(str::to_owned);
        Teller::new(language, "taj-mahal", names.to_vec())
    }

    pub fn step(version: u64, mut what: Value) -> Arc<Step> {
        what["version"] = json!(version);
        Arc::new(serde_json::from_value(what).unwrap())
    }

    pub fn played(version: u64, seat: u8, events: &[Value]) -> Arc<Step> {
        step(
            version,
            json!({"step": "played", "seat": seat, "action": "withdraw", "events": events}),
        )
    }

    pub fn laid(version: u64, seat: u8, card: &str) -> Arc<Step> {
        let event = json!({"event": "laid", "seat": seat, "card": card, "extra": null});
        played(version, seat, &[event])
    }

    pub fn visit(number: u8) -> Value {
        json!({"event": "visit-began", "visit": number, "province": "kashmir", "start": 0})
    }

    fn all(log: &[Arc<Step>], language: Language) -> Vec<Line> {
        let teller = teller(language);
        let pieces = pieces(&standing(log), &teller);
        let lines = pieces
            .iter()
            .flat_map(|piece| lines(until(log, piece.at.0), piece, &teller, "taj-mahal"));
        lines.collect()
    }

    fn said(what: Value) -> Vec<String> {
        let lines = all(&[step(1, what)], Language::En);
        lines.into_iter().map(|line| line.sentence).collect()
    }

    fn versions(log: &[Arc<Step>]) -> Vec<u64> {
        standing(log).iter().map(|step| step.version).collect()
    }

    #[test]
    fn everything_that_happens_is_told_once() {
        let shelf = Memory::default();
        let mut local = created("taj-mahal", 2, 0, &shelf);
        play(&mut local, 40, &shelf);
        let log: Vec<_> = update(&local, None, 0)
            .steps
            .into_iter()
            .map(Arc::new)
            .collect();
        let told = all(&log, Language::En);
        let events: usize = log.iter().map(|step| events(step).len()).sum();
        assert_eq!(told.len(), events);
        assert!(told.is_sorted_by(|one, next| one.at < next.at));
        assert!(
            told.first()
                .unwrap()
                .sentence
                .starts_with("Visit 1 leads to")
        );
    }

    #[test]
    fn resigning_and_running_out_of_time_are_told_apart() {
        assert_eq!(
            said(json!({"step": "resigned", "seat": 0})),
            ["Anna resigns; a bot plays on."]
        );
        assert_eq!(
            said(json!({"step": "ran-out-of-time", "seat": 1})),
            ["Ben has run out of time; a bot plays on."]
        );
        assert_eq!(
            said(json!({"step": "came-back", "seat": 1})),
            ["Ben plays again."]
        );
    }

    #[test]
    fn taking_back_tells_how_much() {
        let one = json!({"step": "took-back", "seat": 0, "actions": 1});
        assert_eq!(said(one), ["Anna takes back the last action."]);
        let three = json!({"step": "took-back", "seat": 0, "actions": 3});
        assert_eq!(said(three), ["Anna takes back the last 3 actions."]);
        // The question before it is shown beside the log.
        assert!(said(json!({"step": "asked-undo", "seat": 0})).is_empty());
        assert!(said(json!({"step": "answered-undo", "seat": 1, "agrees": true})).is_empty());
    }

    #[test]
    fn what_was_taken_back_leaves_nothing_behind() {
        let back = |version, actions| {
            let what = json!({"step": "took-back", "seat": 0, "actions": actions});
            step(version, what)
        };
        let mut log = vec![
            laid(3, 0, "red-ev"),
            laid(4, 1, "red-ee"),
            laid(5, 0, "yellow-eg"),
        ];
        log.push(back(6, 2));
        assert_eq!(versions(&log), [3, 6]);
        log.push(back(7, 1));
        assert_eq!(versions(&log), [7]);
        log.push(laid(8, 0, "red-em"));
        assert_eq!(versions(&log), [8]);
    }

    #[test]
    fn who_sits_down_or_leaves_is_told_and_bots_are_not() {
        let seated = |who| json!({"step": "seated", "seat": 1, "who": who});
        let person = serde_json::to_value(Who::Person {
            name: "Eva".to_owned(),
            id: None,
        })
        .unwrap();
        let bot = serde_json::to_value(Who::Bot {
            level: protocol::Level::Easy,
        })
        .unwrap();
        let open = serde_json::to_value(Who::Open).unwrap();
        assert_eq!(said(seated(person)), ["Eva takes a seat."]);
        assert_eq!(said(seated(open)), ["Seat 2 is free."]);
        assert!(said(seated(bot)).is_empty());
    }

    #[test]
    fn a_step_is_told_in_the_readers_language() {
        let resigned = [step(1, json!({"step": "resigned", "seat": 0}))];
        let told = Language::ALL.map(|language| all(&resigned, language).pop().unwrap().sentence);
        assert!(told.iter().all(|sentence| sentence.contains("Anna")));
        let [en, de, ru] = told;
        assert!(en != de && de != ru);
    }

    #[test]
    fn a_turn_is_one_block_and_a_visit_one_chapter() {
        let turned_up = json!({"event": "turned-up", "seat": 2, "card": "red-ev"});
        let left = json!({"event": "tile-left", "tile": 3});
        let withdrew = json!({"event": "withdrew", "seat": 1, "won": []});
        let log = [
            step(2, json!({"step": "started", "events": [visit(1)]})),
            laid(3, 0, "red-ev"),
            laid(4, 0, "red-ee"),
            played(5, 1, &[withdrew.clone(), turned_up]),
            played(6, 1, &[withdrew, left, visit(2)]),
        ];
        let pieces = pieces(&standing(&log), &teller(Language::En));
        let actors: Vec<_> = pieces.iter().map(|piece| piece.actor).collect();
        let all = [
            None,
            Some(0),
            Some(0),
            Some(1),
            Some(2),
            Some(1),
            None,
            None,
        ];
        assert_eq!(actors, all);
        let blocks: Vec<_> = pieces.iter().map(|piece| piece.block).collect();
        let begins = [
            (2, 0),
            (3, 0),
            (3, 0),
            (5, 0),
            (5, 1),
            (6, 0),
            (6, 1),
            (6, 2),
        ];
        assert_eq!(blocks, begins);
        let chapters: Vec<_> = pieces.iter().map(|piece| piece.chapter).collect();
        assert!(chapters.iter().take(7).all(|chapter| *chapter == (2, 0)));
        assert_eq!(chapters.last(), Some(&(6, 2)));
    }

    #[test]
    fn a_line_lights_up_what_it_names() {
        let event =
            json!({"event": "placed", "seat": 1, "city": "kas2", "of": ["a b", "vizier"], "n": 3});
        let told = all(&[played(3, 1, &[event])], Language::En);
        assert_eq!(told.first().unwrap().ids, ["placed", "kas2", "vizier"]);
    }

    #[test]
    fn a_name_is_not_repeated() {
        let names = ["Ben", "Бен"].map(str::to_owned).to_vec();
        let teller = Teller::new(Language::En, "taj-mahal", names);
        let told = |sentence, seat| without_name(sentence, seat, &teller);
        assert_eq!(told("Ben lays a card.", 0), "Lays a card.");
        assert_eq!(told("Ben: 3 prestige.", 0), "3 prestige.");
        assert_eq!(told("Бен берёт карту.", 1), "Берёт карту.");
        assert_eq!(told("Benno lays a card.", 0), "Benno lays a card.");
        let teller = teller.to(0);
        let told = |sentence| without_name(sentence, 0, &teller);
        assert_eq!(told("You lay a card."), "You lay a card.");
        assert_eq!(told("You: 3 prestige."), "3 prestige.");
    }
}
