//! The end of a visit, and why somebody withdraws with nothing.

use super::vain::Vain;
use crate::boards::happened::{Happened, is_one_of, parsed};
use crate::boards::tie::{self, Criterion};
use crate::table::{Moment, Row, without_name};
use kit::{Key, Seat, SeatSet, Set};
use serde_json::Value;
use taj_mahal::components::{Card, Special, Symbol};
use taj_mahal::{Event, Extra, Player, Reason, Stage, TajMahal, TieBreak, View};
use words::Teller;

const BEGIN: &str = "visit-began";

/// Returns how a tie for the most points was decided, if anything decides it.
pub fn tie(view: &Value, teller: &Teller) -> Option<String> {
    let View { open, .. } = serde_json::from_value(view.clone()).ok()?;
    let seats: Vec<Seat> = Seat::first(open.options.players).collect();
    let players = seats.iter().map(|&seat| &open.players[seat]);
    let players: Vec<&Player> = players.collect();
    let totals: Vec<i32> = players.iter().map(|player| player.total() as i32).collect();
    let goods = |seat: usize| {
        let goods = players.get(seat).map(|player| player.goods.iter());
        goods
            .into_iter()
            .flatten()
            .map(|(_, &count)| u32::from(count))
            .sum()
    };
    let palaces = |seat: usize| {
        let player = players.get(seat);
        player.map_or(0, |player| {
            player.palaces.len() + player.crown_palaces.len()
        })
    };
    let criteria: [Criterion; 2] = [("end-tie-goods", &goods), ("end-tie-palaces", &palaces)];
    let criteria = criteria.get(
        ..if open.options.tie_break == TieBreak::Ladder {
            2
        } else {
            0
        },
    )?;
    tie::told(teller, &totals, criteria).filter(|_| open.stage == Stage::Over)
}

/// Returns the card for the end of a visit: who won what, and the points.
pub fn moment(happened: Happened) -> Option<Moment> {
    if !happened.includes(&[BEGIN, "game-over"]) {
        return None;
    }
    let told = happened.since(&[BEGIN]);
    let (first, rest) = told.split_first()?;
    let chapter = happened.teller.chapter(first)?;
    let this_visit = rest.iter().take_while(|event| !is_one_of(event, &[BEGIN]));
    let this_visit: Vec<&Value> = this_visit.copied().collect();
    let with_reasons = explained(happened, &this_visit);
    let events: Vec<Event> = parsed::<TajMahal>(this_visit.iter().copied()).collect();
    let row = |seat: Seat| {
        let name = happened.name(seat);
        let told = with_reasons.iter().filter(|event| {
            is_one_of(event, &["withdrew", "exchanged"])
                && event.get("seat").and_then(Value::as_u64) == Some(seat.number().into())
        });
        let told = told.filter_map(|event| happened.teller.event(event));
        let mut why: Vec<String> = told
            .map(|told| without_name(&told, seat.number().into(), happened.teller))
            .collect();
        why.extend(points_by_source(happened, &events, seat));
        let points = points(&events, seat).map(|(_, points)| points).sum::<u16>();
        Row {
            seat: Some(seat.number().into()),
            who: name,
            why,
            gain: format!("+{points}"),
        }
    };
    let visitors: SeatSet = events
        .iter()
        .filter_map(|event| match event {
            Event::Withdrew { seat, .. } => Some(*seat),
            _ => None,
        })
        .collect();
    let over = happened.news().iter();
    let over = over.filter(|event| is_one_of(event, &["game-over"]));
    Some(Moment {
        title: happened.phrase("board-moment", &[("chapter", &chapter)]),
        rows: visitors.iter().map(row).collect(),
        notes: over
            .filter_map(|event| happened.teller.event(event))
            .collect(),
    })
}

/// Returns the points of a player, with the keys of their sources.
fn points(events: &[Event], seat: Seat) -> impl Iterator<Item = (&'static str, u16)> {
    events.iter().filter_map(move |event| match event {
        Event::Scored {
            seat: scorer,
            points,
            reason,
        } if *scorer == seat => {
            let source = match reason {
                Reason::SpecialCard => "special-card",
                Reason::Bonus { .. } => "bonus-tiles",
                Reason::Good { .. } => "goods",
                Reason::Palaces { .. } => "palaces",
                Reason::Hand => "hand",
            };
            Some((source, *points))
        }
        _ => None,
    })
}

/// `Palaces 3 · Goods 2`.
fn points_by_source(happened: Happened, events: &[Event], seat: Seat) -> Option<String> {
    let mut sums: Vec<(&str, u16)> = Vec::new();
    for (source, points) in points(events, seat) {
        match sums.iter_mut().find(|(other, _)| *other == source) {
            Some((_, sum)) => *sum += points,
            None => sums.push((source, points)),
        }
    }
    let said = sums
        .iter()
        .map(|(source, sum)| format!("{} {sum}", happened.teller.label("source", source)));
    let said: Vec<String> = said.collect();
    (!said.is_empty()).then(|| said.join(" · "))
}

/// Adds to *withdraws with nothing* which symbols were not enough, and to the points of a bonus tile that taking it has told them.
pub fn reasons(happened: Happened) -> Option<Vec<Value>> {
    if !happened.includes(&["withdrew", "took-bonus"]) {
        return None;
    }
    let visit = happened.since(&[BEGIN]);
    let all = explained(happened, visit.get(1..)?);
    let before = all.len().checked_sub(happened.news().len())?;
    all.get(before..).map(<[Value]>::to_vec)
}

/// Returns the events of one visit, with the reasons why somebody won nothing, and without telling the points of a bonus tile twice.
fn explained(happened: Happened, visit: &[&Value]) -> Vec<Value> {
    let mut rows = Rows::default();
    let explain = |event: &&Value| {
        let mut explained = (*event).clone();
        if let Some(event) = parsed::<TajMahal>([*event]).next() {
            let reason = match event {
                Event::Withdrew { seat, won } if won.is_empty() => {
                    Some(("why", rows.why_nothing(happened, seat)))
                }
                Event::Scored {
                    reason: Reason::Bonus { .. },
                    ..
                } => Some(("told", "took-bonus".to_owned())),
                _ => None,
            };
            if let Some(((name, reason), fields)) = reason.zip(explained.as_object_mut()) {
                fields.insert(name.to_owned(), reason.into());
            }
            rows.hear(&event);
        }
        explained
    };
    visit.iter().map(explain).collect()
}

/// The symbols that everybody shows in a visit.
#[derive(Default)]
struct Rows {
    shown: Vec<(Seat, Symbol)>,
    /// Who has withdrawn, with what.
    withdrawn: Vec<(Seat, Set<Symbol>)>,
}

impl Rows {
    fn hear(&mut self, event: &Event) {
        match *event {
            Event::Laid { seat, card, extra } => {
                self.lay(seat, card);
                match extra {
                    Some(Extra::Card(white)) => self.lay(seat, white),
                    Some(Extra::Special(special)) => {
                        let symbol = Special::symbol(special);
                        self.shown.extend(symbol.map(|symbol| (seat, symbol)));
                    }
                    None => {}
                }
            }
            Event::TurnedUp { seat, card } => self.lay(seat, card),
            Event::Withdrew { seat, won } => self.withdrawn.push((seat, won)),
            _ => {}
        }
    }

    fn lay(&mut self, seat: Seat, card: Card) {
        self.shown
            .extend(card.symbols().map(|symbol| (seat, symbol)));
    }

    fn count(&self, seat: Seat, symbol: Symbol) -> usize {
        let same = self.shown.iter().filter(|shown| **shown == (seat, symbol));
        same.count()
    }

    /// Returns why a player who withdraws wins nothing.
    fn why_nothing(&self, happened: Happened, seat: Seat) -> String {
        let is_rival =
            |rival: &Seat| *rival != seat && !self.withdrawn.iter().any(|(gone, _)| gone == rival);
        let rivals: SeatSet = self.shown.iter().map(|(rival, _)| *rival).collect();
        let rivals: Vec<Seat> = rivals.iter().filter(is_rival).collect();
        let mut vain = Vain::default();
        for symbol in Symbol::all().filter(|&symbol| self.count(seat, symbol) > 0) {
            let called = happened.called(symbol);
            let mut gone = self.withdrawn.iter();
            if let Some((winner, _)) = gone.find(|(_, won)| won.contains(symbol)) {
                vain.taken
                    .push(format!("{called} ({})", happened.name(*winner)));
                continue;
            }
            let counts = rivals.iter().map(|&rival| self.count(rival, symbol));
            let most = counts.max().unwrap_or(0);
            let best = rivals.iter().copied();
            let best = best.filter(|&rival| self.count(rival, symbol) == most);
            let best = best.map(|rival| happened.name(rival)).collect();
            let best = happened.teller.listed(best);
            match self.count(seat, symbol) == most {
                true => vain.tied.push(format!("{called} ({best})")),
                false => vain.beaten.push(format!("{called} ({best}: {most})")),
            }
        }
        let said = vain.said(happened.teller);
        match said.is_empty() {
            true => happened.phrase("board-why-no-cards", &[]),
            false => said.join(" "),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::table::lines_for_tests::{laid, played, step, teller, visit};
    use serde_json::json;
    use words::Language;

    fn withdrew(seat: u8, won: &[&str]) -> Value {
        json!({"event": "withdrew", "seat": seat, "won": won})
    }

    #[test]
    fn who_wins_nothing_reads_why() {
        let mut steps = vec![
            step(2, json!({"step": "started", "events": [visit(1)]})),
            laid(3, 0, "red-ev"),
            laid(4, 1, "yellow-ev"),
            played(5, 0, &[withdrew(0, &[])]),
        ];
        let teller = teller(Language::En);
        let told = |steps: &[_]| {
            let happened = Happened {
                steps,
                teller: &teller,
                view: None,
            };
            teller
                .event(reasons(happened).unwrap().first().unwrap())
                .unwrap()
        };
        assert_eq!(
            told(&steps),
            "Anna withdraws with nothing. A tie wins nothing: vizier (Ben) and elephant (Ben)."
        );
        steps.truncate(1);
        steps.push(played(3, 0, &[withdrew(0, &[])]));
        assert_eq!(
            told(&steps),
            "Anna withdraws with nothing. No card was laid."
        );
    }

    #[test]
    fn the_points_of_a_bonus_tile_are_told_once() {
        let took = json!({"event": "took-bonus", "seat": 0, "city": "kas2", "bonus": "points-2"});
        let scored = json!({"event": "scored", "seat": 0, "points": 2, "reason": {"for": "bonus", "city": "kas2"}});
        let steps = [
            step(2, json!({"step": "started", "events": [visit(1)]})),
            played(3, 0, &[took, scored]),
        ];
        let teller = teller(Language::En);
        let happened = Happened {
            steps: &steps,
            teller: &teller,
            view: None,
        };
        let told = reasons(happened).unwrap();
        let told: Vec<String> = told.iter().filter_map(|it| teller.event(it)).collect();
        assert_eq!(
            told,
            [
                "Anna takes the bonus of Leh.",
                "Anna scores 2 points for it."
            ]
        );
    }

    #[test]
    fn the_end_of_a_visit_shows_who_won_what() {
        let scored = json!({"event": "scored", "seat": 1, "points": 2, "reason": {"for": "good", "good": "tea"}});
        let exchanged = json!({"event": "exchanged", "seat": 0, "marker": "monk", "special": "special-mogul", "from": 1});
        let steps = [
            step(2, json!({"step": "started", "events": [visit(1)]})),
            laid(3, 1, "yellow-ev"),
            played(4, 0, &[withdrew(0, &[])]),
            played(
                5,
                1,
                &[withdrew(1, &["elephant"]), scored, exchanged, visit(2)],
            ),
        ];
        let teller = teller(Language::En);
        let happened = |steps| Happened {
            steps,
            teller: &teller,
            view: None,
        };
        assert_eq!(moment(happened(&steps[..3])), None);
        let card = moment(happened(&steps)).unwrap();
        assert_eq!(card.title, "Visit 1 of 12: Kashmir. The end of the visit");
        let gains: Vec<&str> = card.rows.iter().map(|row| row.gain.as_str()).collect();
        assert_eq!(gains, ["+0", "+2"]);
        let [anna, ben] = card.rows.as_slice() else {
            panic!("two rows");
        };
        assert_eq!(
            anna.why.first().unwrap(),
            "Withdraws with nothing. No card was laid."
        );
        assert!(anna.why.get(1).unwrap().contains("Ben"), "{anna:?}");
        assert_eq!(
            ben.why,
            ["Withdraws and wins: the province tile.", "Goods 2"]
        );
    }
}
