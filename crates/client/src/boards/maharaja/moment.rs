//! The scoring of a city, the final scoring, and how a tie was decided.

use crate::boards::happened::{Happened, is_one_of, parsed};
use crate::boards::tie::{self, Criterion};
use crate::table::{Moment, Row, events};
use kit::{Id as _, Key, Seat};
use maharaja::components::{City, SpecialRule, WORSHIP_OUTER, WORSHIP_WEAK_OUTER};
use maharaja::{Event, Maharaja, Open, Stage, View, Worship};
use serde_json::Value;
use std::cmp::{Ordering, Reverse};
use words::Teller;

/// Returns the card for a scoring: who has which rank, why, and what it brings.
pub fn moment(happened: Happened) -> Option<Moment> {
    if !happened.includes(&["ranked", "unranked", "final-scoring"]) {
        return None;
    }
    let news: Vec<Event> = parsed::<Maharaja>(happened.news()).collect();
    let mut moment = Moment::default();
    let mut scoring: Vec<(Seat, Gain)> = Vec::new();
    let mut ranks: Vec<(Seat, u8)> = Vec::new();
    let mut end: Vec<(i32, Row)> = Vec::new();
    let view = happened.position::<Maharaja>();
    for event in &news {
        match *event {
            Event::Ranked {
                seat,
                city,
                rank,
                pieces,
                ..
            } => {
                moment.title = scoring_of(happened, city);
                moment.rows.push(ranked(happened, seat, rank, pieces));
                ranks.push((seat, pieces.total()));
                scoring.push((seat, Gain::default()));
            }
            Event::Unranked { seat, city } => {
                moment.title = scoring_of(happened, city);
                let why = vec![happened.phrase("board-scored-nothing", &[])];
                moment.rows.push(row(happened, seat, why));
                scoring.push((seat, Gain::default()));
            }
            Event::FinalScoring { seat, .. } => {
                let open = view.as_ref().map(|view| &view.open);
                let total = open.map_or(0, |open| open.total(seat));
                end.push((total, finally(happened, open, seat, event)));
            }
            Event::RoundEnded { .. } => {}
            _ => scoring
                .iter_mut()
                .for_each(|(seat, gain)| gain.add(*seat, event)),
        }
    }
    for ((_, gain), row) in scoring.iter().zip(&mut moment.rows) {
        row.gain = gain.words(happened);
    }
    let next = ranks.iter().skip(1);
    for ((&(_, worship), &(next, same)), row) in ranks.iter().zip(next).zip(&mut moment.rows) {
        if worship == same {
            let name = happened.name(next);
            row.why
                .push(happened.phrase("board-scored-tie", &[("name", &name)]));
        }
    }
    // The rules tell of Brahmabot's worship only if he has some.
    let bot = has_brahmabot(happened).then(|| Seat::new(1)).flatten();
    let bot = bot.filter(|bot| !scoring.is_empty() && scoring.iter().all(|(seat, _)| seat != bot));
    if let Some(bot) = bot {
        let why = vec![happened.phrase("board-scored-nothing", &[])];
        moment.rows.push(row(happened, bot, why));
    }
    if !end.is_empty() {
        let title = happened.phrase("board-moment-final", &[]);
        moment.title = match moment.title.as_str() {
            "" => title,
            city => format!("{city} · {title}"),
        };
    }
    end.sort_by_key(|(total, _)| Reverse(*total));
    moment.rows.extend(end.into_iter().map(|(_, row)| row));
    let notes = happened.news().iter();
    let notes = notes.filter(|event| is_one_of(event, &["reward-removed", "game-over"]));
    moment.notes = notes
        .filter_map(|event| happened.teller.event(event))
        .collect();
    Some(moment)
}

fn scoring_of(happened: Happened, city: City) -> String {
    happened.phrase("board-scored", &[("city", &happened.called(city))])
}

fn row(happened: Happened, seat: Seat, why: Vec<String>) -> Row {
    Row {
        seat: Some(seat.number().into()),
        who: happened.name(seat),
        why,
        gain: String::new(),
    }
}

/// What a scoring brings to a player, up to their reward, whose effects are named by the reward.
#[derive(Default)]
struct Gain {
    coins: u16,
    prestige: i16,
    reward: Option<String>,
}

impl Gain {
    fn add(&mut self, owner: Seat, event: &Event) {
        match event {
            Event::RewardTaken { seat, reward, .. } if *seat == owner => {
                self.reward = Some(reward.to_string());
            }
            Event::CoinsTaken { seat, coins } if *seat == owner && self.reward.is_none() => {
                self.coins += coins;
            }
            Event::Prestige { seat, points, .. } if *seat == owner && self.reward.is_none() => {
                self.prestige += points;
            }
            _ => {}
        }
    }

    fn words(&self, happened: Happened) -> String {
        let coins = (self.coins > 0)
            .then(|| happened.phrase("board-gain-coins", &[("count", &self.coins)]));
        let prestige = (self.prestige != 0)
            .then(|| happened.phrase("board-gain-prestige", &[("count", &self.prestige)]));
        let reward = self.reward.as_ref().map(|reward| {
            let reward = happened.teller.label("reward", reward);
            happened.phrase("board-gain-reward", &[("reward", &reward)])
        });
        let gains: Vec<String> = [coins, prestige, reward].into_iter().flatten().collect();
        gains.join(", ")
    }
}

/// `Rank 1 with 4 worship: 1 outer statue = 2, 1 shrine = 1, priest = 1`.
fn ranked(happened: Happened, seat: Seat, rank: u8, pieces: Worship) -> Row {
    let mut parts = Vec::new();
    let mut part = |points: u8, each: u8, key: &str| {
        if points > 0 {
            let count = points / each.max(1);
            parts.push(happened.phrase(key, &[("count", &count), ("points", &points)]));
        }
    };
    let outer = if has_weak_statues(happened) {
        WORSHIP_WEAK_OUTER
    } else {
        WORSHIP_OUTER
    };
    part(pieces.centre, pieces.centre, "board-part-centre");
    part(pieces.outer, outer, "board-part-outer");
    part(pieces.shrines, 1, "board-part-shrines");
    part(pieces.priest, pieces.priest, "board-part-priest");
    part(pieces.abilities, 1, "board-part-abilities");
    let values: [(&str, &dyn std::fmt::Display); 3] = [
        ("rank", &rank),
        ("worship", &pieces.total()),
        ("parts", &parts.join(", ")),
    ];
    let why = happened.phrase("board-scored-worship", &values);
    row(happened, seat, vec![why])
}

/// Returns whether outer statues count less: the set-up says so.
fn has_weak_statues(happened: Happened) -> bool {
    let weak = |event: &Value| {
        is_one_of(event, &["rule-in-play"])
            && event.get("rule").and_then(Value::as_str) == Some(SpecialRule::WeakOuter.id())
    };
    let mut steps = happened.steps.iter();
    steps.any(|step| events(step).iter().any(weak))
}

fn has_brahmabot(happened: Happened) -> bool {
    let shown = |event: &Value| is_one_of(event, &["setup-tile-shown"]);
    let mut steps = happened.steps.iter();
    steps.any(|step| events(step).iter().any(shown))
}

/// The final scoring of a player, and their total.
fn finally(happened: Happened, open: Option<&Open>, seat: Seat, event: &Event) -> Row {
    let Event::FinalScoring {
        built,
        coins,
        majorities,
        tile,
        ..
    } = *event
    else {
        return Row::default();
    };
    let parts = [
        (built, "source-statues"),
        (coins, "source-coins"),
        (majorities, "source-majorities"),
        (tile, "source-final-tile"),
    ];
    let parts = parts.into_iter().filter(|(points, _)| *points != 0);
    let parts = parts.map(|(points, key)| {
        let source = happened.teller.text(key).unwrap_or(key);
        format!("{source} {points}")
    });
    let mut why = vec![parts.collect::<Vec<_>>().join(" · ")];
    if majorities != 0 {
        why.extend(open.and_then(|open| cities(happened, open, seat)));
    }
    let mut row = row(happened, seat, why);
    let points = built + coins + majorities + tile;
    row.gain = happened.phrase("board-gain-prestige", &[("count", &points)]);
    if let Some(open) = open {
        let total = open.total(seat);
        let total = happened.phrase("board-gain-total", &[("total", &total)]);
        row.gain = format!("{}, {total}", row.gain);
    }
    row
}

/// Returns how a tie for the most prestige was decided: by statues, then by coins.
pub fn tie(view: &Value, teller: &Teller) -> Option<String> {
    let View { open, .. } = serde_json::from_value(view.clone()).ok()?;
    let seats: Vec<Seat> = open.tableaus.seats().collect();
    let totals: Vec<i32> = seats.iter().map(|&seat| open.total(seat)).collect();
    let of = |seat: usize, count: fn(&Open, Seat) -> u32| {
        let seat = seats.get(seat);
        seat.map_or(0, |&seat| count(&open, seat))
    };
    let statues = |seat| of(seat, |open, seat| open.statues_built(seat).into());
    let coins = |seat| of(seat, |open, seat| open.tableaus[seat].coins.into());
    let criteria: [Criterion; 2] = [("end-tie-statues", &statues), ("end-tie-coins", &coins)];
    tie::told(teller, &totals, &criteria).filter(|_| open.stage == Stage::Over)
}

/// `Most worship: Delhi, Agra; shared: Jaipur`.
fn cities(happened: Happened, open: &Open, seat: Seat) -> Option<String> {
    let (mut alone, mut shared) = (Vec::new(), Vec::new());
    for city in City::all() {
        let own = open.final_worship(seat, city);
        let others = open.tableaus.seats().filter(|other| *other != seat);
        let most = others.map(|other| open.final_worship(other, city)).max();
        match own.cmp(&most.unwrap_or(0)) {
            Ordering::Greater => alone.push(happened.called(city)),
            Ordering::Equal if own > 0 => shared.push(happened.called(city)),
            _ => {}
        }
    }
    let part = |key: &str, cities: Vec<String>| {
        let listed = (!cities.is_empty()).then(|| happened.teller.listed(cities))?;
        Some(happened.phrase(key, &[("cities", &listed)]))
    };
    let parts = [
        part("board-majority-alone", alone),
        part("board-majority-shared", shared),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

#[cfg(test)]
#[allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]
mod tests {
    use super::*;
    use crate::table::lines_for_tests::{played, step};
    use serde_json::json;
    use words::Language;

    fn card(set_up: &[Value], news: &[Value]) -> Option<Moment> {
        let steps = [
            step(2, json!({"step": "started", "events": set_up})),
            played(3, 0, news),
        ];
        let names = ["Anna", "Ben"].map(str::to_owned).to_vec();
        let happened = Happened {
            steps: &steps,
            teller: &Teller::new(Language::En, "maharaja", names),
            view: None,
        };
        moment(happened)
    }

    fn scoring() -> [Value; 4] {
        let pieces = json!({"centre": 0, "outer": 2, "shrines": 1, "priest": 1, "abilities": 0});
        [
            json!({"event": "ranked", "seat": 1, "city": "delhi", "rank": 1, "worship": 4, "pieces": pieces}),
            json!({"event": "coins-taken", "seat": 1, "coins": 6}),
            json!({"event": "unranked", "seat": 0, "city": "delhi"}),
            json!({"event": "coins-taken", "seat": 0, "coins": 2}),
        ]
    }

    #[test]
    fn a_scoring_counts_pieces_and_says_their_worth() {
        let card = card(&[], &scoring()).unwrap();
        assert_eq!(card.title, "Scoring of Delhi");
        let [ben, anna] = card.rows.as_slice() else {
            panic!("two rows");
        };
        assert_eq!(
            ben.why,
            ["Rank 1 with 4 worship: 1 outer statue = 2, 1 shrine = 1, priest = 1"]
        );
        assert_eq!((ben.who.as_str(), ben.gain.as_str()), ("Ben", "6 coins"));
        assert_eq!((anna.who.as_str(), anna.gain.as_str()), ("Anna", "2 coins"));
    }

    #[test]
    fn under_the_special_rule_an_outer_statue_counts_one() {
        let card = card(
            &[json!({"event": "rule-in-play", "rule": "s2"})],
            &scoring(),
        )
        .unwrap();
        let why = card.rows.first().unwrap().why.concat();
        assert!(why.contains("2 outer statues = 2"), "{why}");
    }

    #[test]
    fn the_end_lists_points_by_source() {
        let last = json!({"event": "final-scoring", "seat": 0, "built": 6, "coins": 1, "majorities": 0, "tile": 0});
        let over = json!({"event": "game-over", "winners": [0], "draw": false});
        let card = card(&[], &[last, over]).unwrap();
        assert_eq!(card.title, "Final scoring");
        assert_eq!(card.rows.first().unwrap().gain, "7 prestige");
        assert_eq!(card.notes, ["The game is over. Anna wins."]);
    }

    #[test]
    fn a_tie_says_who_is_first_and_why() {
        let [first, coins, ..] = scoring();
        let mut second = first.clone();
        second["seat"] = json!(0);
        second["rank"] = json!(2);
        let card = card(&[], &[first, coins, second]).unwrap();
        let why = card.rows.first().unwrap().why.last().unwrap();
        assert_eq!(why, "Tied with Anna: the lower character number is first");
        assert_eq!(card.rows.last().unwrap().why.len(), 1);
    }

    #[test]
    fn brahmabot_without_worship_is_on_the_card_too() {
        let mut scoring = scoring();
        scoring[0]["seat"] = json!(0);
        let set_up = [json!({"event": "setup-tile-shown", "tile": "p1"})];
        let card = card(&set_up, &scoring[..2]).unwrap();
        let bot = card.rows.last().unwrap();
        assert_eq!(
            (bot.seat, bot.why.concat()),
            (Some(1), "No worship here".into())
        );
    }

    #[test]
    fn an_ordinary_turn_does_not_stop_the_game() {
        assert_eq!(
            card(&[], &[json!({"event": "turn-ended", "seat": 0})]),
            None
        );
    }
}
