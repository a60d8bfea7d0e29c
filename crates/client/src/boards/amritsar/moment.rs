//! The end of a decade and of the game, and the reasons for the Maharajah's actions.

use crate::boards::happened::{Happened, is_one_of, parsed};
use crate::boards::tie::{self, Criterion};
use crate::table::{Moment, Row, events, without_name};
use amritsar::components::{Colour, District, Objective, TempleTile};
use amritsar::{Amritsar, Event, Side, Source, View};
use kit::{Id, Seat};
use serde_json::Value;
use words::Teller;

/// Returns the card for the end of a decade: majorities, taxes, income; after the last one also the final scoring, with the winner as its title.
pub fn moment(happened: Happened) -> Option<Moment> {
    let ends = ["decade-ended", "game-over"];
    let news = happened.news();
    let begin = news.iter().position(|event| is_one_of(event, &ends))?;
    // The income of the last decade can end in a later step: then only the game is over.
    let over = is_one_of(news.get(begin)?, &["game-over"]);
    let first = if over { 0 } else { begin };
    let told = news.iter().skip(first);
    let told = told.take_while(|event| !is_one_of(event, &["decade-began", "turn-began"]));
    let told: Vec<Value> = told.map(|event| with_tie(event, news)).collect();
    let mut lines = Lines {
        happened,
        rows: Vec::new(),
    };
    for event in &told {
        if let Some(parsed) = parsed::<Amritsar>([event]).next() {
            lines.tell(event, parsed);
        }
    }
    let last = told.iter().find(|event| is_one_of(event, &["game-over"]));
    Some(Moment {
        title: happened.teller.event(last.or(news.get(begin))?)?,
        rows: lines.finish(),
        notes: Vec::new(),
    })
}

/// Returns how a tie for the most prestige was decided: by counters on donation tiles, but never against the Maharajah.
pub fn tie(view: &Value, teller: &Teller) -> Option<String> {
    let View { open, .. } = serde_json::from_value(view.clone()).ok()?;
    let seats: Vec<Seat> = open.players.seats().collect();
    let maharajah = open.maharajah.map(|maharajah| maharajah.pp.total().into());
    let own = seats
        .iter()
        .map(|&seat| open.players[seat].pp.total().into());
    let totals: Vec<i32> = own.chain(maharajah).collect();
    let counters = |seat: usize| {
        let seat = seats.get(seat);
        seat.map_or(0, |&seat| open.donated(Side::Player(seat)).into())
    };
    let criteria: [Criterion; 1] = [("end-tie-counters", &counters)];
    let told = match maharajah {
        Some(_) => {
            let rule = teller.phrase("end-tie-maharajah", &[]);
            (totals.iter().all(|total| totals.first() == Some(total))).then_some(rule)
        }
        None => tie::told(teller, &totals, &criteria),
    };
    told.filter(|_| open.stack.is_empty())
}

/// The rows of a card while they are written.
struct Lines<'a> {
    happened: Happened<'a>,
    rows: Vec<Written>,
}

struct Written {
    side: Side,
    row: Row,
    points: i16,
    /// Whether the last line is an income that is still being paid.
    income: bool,
    /// Whether the decade is over for this side.
    finally: bool,
}

impl Lines<'_> {
    fn of(&mut self, side: Side) -> Option<&mut Written> {
        let known = self.rows.iter().position(|row| row.side == side);
        let at = known.unwrap_or_else(|| {
            let seat = number(self.happened, side);
            let row = Row {
                seat: Some(seat),
                who: self.happened.teller.name(seat),
                ..Row::default()
            };
            self.rows.push(Written {
                side,
                row,
                points: 0,
                income: false,
                finally: false,
            });
            self.rows.len() - 1
        });
        self.rows.get_mut(at)
    }

    /// Writes an event behind what it belongs to, or as a line of its own.
    fn tell(&mut self, event: &Value, parsed: Event) {
        let happened = self.happened;
        let Some((side, gain)) = about(&parsed) else {
            return;
        };
        let Some(written) = self.of(side) else {
            return;
        };
        written.points += gain;
        let paid = match parsed {
            Event::Gained { items, .. } => {
                let items = serde_json::to_value(items).unwrap_or_default();
                Some(happened.teller.value("items", &items))
            }
            Event::CounterLoaded { .. } => Some(happened.phrase("board-his-counter", &[])),
            Event::ElephantFull { .. } => Some(happened.phrase("board-moment-full", &[])),
            Event::Scored { .. } => {
                Some(happened.phrase("board-moment-gain", &[("points", &gain)]))
            }
            _ => None,
        };
        if let (true, Some(paid), Some(last)) = (written.income, paid, written.row.why.last_mut()) {
            let between = if last.contains(':') { "," } else { ":" };
            *last = format!("{last}{between} {paid}");
            written.income = matches!(parsed, Event::Gained { .. });
            return;
        }
        if let (true, Some(last)) = (
            belongs_to_the_line_before(&parsed),
            written.row.why.last_mut(),
        ) {
            let points = happened.phrase("board-moment-gain", &[("points", &signed(gain))]);
            let between = if gain < 0 { "," } else { ":" };
            *last = format!("{}{between} {points}", last.trim_end_matches('.'));
            return;
        }
        written.income = false;
        let line = match parsed {
            Event::IncomePaid { track, .. } => {
                written.income = true;
                Some(happened.phrase("board-moment-income", &[("track", &track.id())]))
            }
            Event::WonMajority { side, district } => {
                let sentence = happened.teller.event(event);
                let counters = counters(happened, side, district);
                sentence.map(|told| format!("{}{counters}", told.trim_end_matches('.')))
            }
            Event::CounterLoaded { .. } | Event::ElephantFull { .. } => None,
            _ => happened.teller.event(event),
        };
        let finally = matches!(parsed, Event::Scored { .. } | Event::ObjectiveScored { .. });
        if finally && !written.finally {
            written.finally = true;
            written
                .row
                .why
                .push(happened.phrase("board-moment-final", &[]));
        }
        let seat = number(happened, side);
        written
            .row
            .why
            .extend(line.map(|told| without_name(&told, seat, happened.teller)));
    }

    /// Adds sums and scores.
    fn finish(self) -> Vec<Row> {
        let happened = self.happened;
        let open = happened.position::<Amritsar>().map(|view| view.open);
        let score = |side: Side| {
            let open = open.as_ref()?;
            match side {
                Side::Player(seat) => Some(open.players[seat].pp.total()),
                Side::Maharajah => Some(open.maharajah?.pp.total()),
            }
        };
        let rows = self.rows.into_iter().map(|written| {
            let mut row = written.row;
            // The viewer, or somebody else, is still choosing.
            if let (true, Some(last)) = (written.income, row.why.last_mut())
                && !last.contains(':')
            {
                *last = format!("{last}: {}", happened.phrase("board-moment-choice", &[]));
            }
            row.gain = happened.phrase("board-moment-gain", &[("points", &signed(written.points))]);
            let score = score(written.side);
            let said =
                score.map(|score| happened.phrase("board-moment-score", &[("points", &score)]));
            row.why.extend(said);
            row
        });
        let mut rows: Vec<Row> = rows.collect();
        rows.sort_by_key(|row| row.seat);
        rows
    }
}

/// `+3`, `−3` or `0`.
fn signed(points: i16) -> String {
    match points {
        0 => "0".to_owned(),
        1.. => format!("+{points}"),
        _ => format!("−{}", -points),
    }
}

/// Marks a majority that is shared.
fn with_tie(event: &Value, news: &[Value]) -> Value {
    let mut told = event.clone();
    let district = |event: &Value| {
        let won = is_one_of(event, &["won-majority"]);
        event.get("district").filter(|_| won).cloned()
    };
    let here = district(event);
    let shared = here.is_some() && news.iter().filter(|other| district(other) == here).count() > 1;
    if let (true, Some(fields)) = (shared, told.as_object_mut()) {
        fields.insert("tie".to_owned(), true.into());
    }
    told
}

/// Returns whom an event concerns, and the prestige that it brings.
fn about(event: &Event) -> Option<(Side, i16)> {
    match *event {
        Event::Scored { side, points, .. } | Event::ObjectiveScored { side, points, .. } => {
            Some((side, points))
        }
        Event::Lost { seat, points, .. } => Some((Side::Player(seat), -points)),
        Event::WonMajority { side, .. } | Event::ElephantFull { side } => Some((side, 0)),
        Event::PaidTaxes { seat, .. }
        | Event::IncomePaid { seat, .. }
        | Event::CounterLoaded { seat }
        | Event::Gained { seat, .. } => Some((Side::Player(seat), 0)),
        _ => None,
    }
}

fn belongs_to_the_line_before(event: &Event) -> bool {
    let (Event::Scored { source, .. } | Event::Lost { source, .. }) = event else {
        return false;
    };
    matches!(
        source,
        Source::MajoritiesI | Source::MajoritiesIi | Source::MajoritiesIii | Source::Taxes
    )
}

/// Returns the number of a side: that of its seat, or the next one after all seats.
fn number(happened: Happened, side: Side) -> usize {
    match side {
        Side::Player(seat) => seat.number().into(),
        Side::Maharajah => {
            let view = happened.position::<Amritsar>();
            view.map_or(1, |view| view.open.options.players.into())
        }
    }
}

/// `Anna 3, Ben 2`: the counters of all in a district, in braces.
fn counters(happened: Happened, winner: Side, district: District) -> String {
    let Some(view) = happened.position::<Amritsar>() else {
        return String::new();
    };
    let tile = &view.open.donations[district];
    let seats = view.open.players.seats().map(Side::Player);
    let all = seats.chain(view.open.maharajah.map(|_| Side::Maharajah));
    let mut counts: Vec<(Side, u8)> = all.map(|side| (side, tile.count(side))).collect();
    counts.retain(|(_, count)| *count > 0);
    counts.sort_by_key(|(side, count)| (*side != winner, u8::MAX - count));
    let counts = counts.into_iter();
    let counts = counts
        .map(|(side, count)| format!("{} {count}", happened.teller.name(number(happened, side))));
    format!(" ({})", counts.collect::<Vec<_>>().join(", "))
}

/// Adds why the Maharajah acts for a colour, why he donates in a district, and that a majority is shared.
pub fn reasons(happened: Happened) -> Option<Vec<Value>> {
    if !happened.includes(&["maharajah-turn-began", "decade-ended"]) {
        return None;
    }
    let active =
        last(happened, "landed", "worker").and_then(|worker| worker.parse::<Colour>().ok());
    let objective = last(happened, "maharajah-set-up", "objective");
    let star = objective.and_then(|id| id.parse::<Objective>().ok()?.star());
    let temple = last(happened, "decade-began", "temple");
    let temple = temple.and_then(|id| id.parse::<TempleTile>().ok());
    let mut own_is_due = true;
    let mut acts_for = None;
    let mut elephant = elephant_before(happened);
    let mut turn_began = false;
    let explain = |event: &Value| {
        let mut stays = false;
        let why = match parsed::<Amritsar>([event]).next() {
            Some(Event::MaharajahTurnBegan) => {
                turn_began = true;
                None
            }
            // Only in place of a donation, which comes first in his turn and with a green worker; a yellow one brings him a counter anyway.
            Some(Event::MaharajahTookCounter)
                if turn_began && (acts_for.is_none() || acts_for == Some(Colour::Green)) =>
            {
                Some(happened.phrase("board-why-no-donation", &[]))
            }
            Some(Event::MaharajahActed { colour }) => {
                acts_for = Some(colour);
                let own = own_is_due && Some(colour) == active;
                own_is_due &= !own;
                Some(happened.phrase(
                    if own {
                        "board-why-worker"
                    } else {
                        "board-why-token"
                    },
                    &[],
                ))
            }
            Some(Event::Donated {
                side: Side::Maharajah,
                district,
                ..
            }) => {
                stays = elephant.replace(district) == Some(district);
                if acts_for == Some(Colour::Green) && star == Some(district) {
                    Some(happened.phrase("board-why-objective", &[]))
                } else {
                    let worth = temple.map(|temple| temple.prestige(district));
                    worth.map(|worth| happened.phrase("board-why-worth", &[("points", &worth)]))
                }
            }
            _ => None,
        };
        let mut explained = with_tie(event, happened.news());
        if let (Some(why), Some(fields)) = (why, explained.as_object_mut()) {
            fields.insert("why".to_owned(), why.into());
        }
        if let (true, Some(fields)) = (stays, explained.as_object_mut()) {
            fields.insert("stays".to_owned(), true.into());
        }
        explained
    };
    Some(happened.news().iter().map(explain).collect())
}

/// Returns where the Maharajah's elephant stood before the news.
fn elephant_before(happened: Happened) -> Option<District> {
    let (_, before) = happened.steps.split_last()?;
    let before = before
        .iter()
        .rev()
        .flat_map(|step| events(step).iter().rev());
    let mut stood = before.filter_map(|event| match parsed::<Amritsar>([event]).next()? {
        Event::Donated {
            side: Side::Maharajah,
            district,
            ..
        } => Some(district),
        Event::MaharajahSetUp { elephant, .. } => Some(elephant),
        _ => None,
    });
    stood.next()
}

/// Returns a field of the last event with a name.
fn last<'a>(happened: Happened<'a>, name: &str, field: &str) -> Option<&'a str> {
    let mut all = happened
        .steps
        .iter()
        .rev()
        .flat_map(|step| events(step).iter().rev());
    all.find(|event| is_one_of(event, &[name]))?
        .get(field)?
        .as_str()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::table::lines_for_tests::{played, step};
    use serde_json::json;
    use words::Language;

    fn teller() -> Teller {
        let names = ["Anna", "The Maharajah"].map(str::to_owned).to_vec();
        Teller::new(Language::En, "amritsar", names)
    }

    #[test]
    fn the_maharajah_says_for_whom_he_acts() {
        let landed = json!({"event": "landed", "seat": 0, "worker": "white", "section": "north-1"});
        let acted = |colour: &str| json!({"event": "maharajah-acted", "colour": colour});
        let began = json!({"event": "maharajah-turn-began"});
        let told = |first: &str, second: &str| {
            let steps = [
                played(3, 0, std::slice::from_ref(&landed)),
                played(4, 0, &[began.clone(), acted(first), acted(second)]),
            ];
            let teller = teller();
            let happened = Happened {
                steps: &steps,
                teller: &teller,
                view: None,
            };
            let events = reasons(happened).unwrap();
            let told = events
                .iter()
                .skip(1)
                .map(|event| teller.event(event).unwrap());
            told.collect::<Vec<_>>()
        };
        assert_eq!(
            told("white", "green"),
            [
                "The Maharajah acts for a white worker: the worker that you placed last.",
                "The Maharajah acts for a green worker: the worker beside the Maharajah token."
            ]
        );
        assert_eq!(
            told("white", "white").last().unwrap(),
            "The Maharajah acts for a white worker: the worker beside the Maharajah token."
        );
        assert!(
            told("yellow", "white")
                .first()
                .unwrap()
                .ends_with("the worker beside the Maharajah token.")
        );
    }

    #[test]
    fn the_maharajah_says_why_he_stays_and_why_he_does_not_donate() {
        let donated = |district: &str| json!({"event": "donated", "side": "maharajah", "district": district, "space": "a0"});
        let steps = [
            played(
                2,
                0,
                &[json!({"event": "maharajah-set-up", "elephant": "east", "objective": "A5"})],
            ),
            played(
                3,
                0,
                &[
                    json!({"event": "maharajah-turn-began"}),
                    donated("east"),
                    json!({"event": "maharajah-acted", "colour": "yellow"}),
                    json!({"event": "maharajah-took-counter"}),
                    json!({"event": "maharajah-acted", "colour": "green"}),
                    json!({"event": "maharajah-took-counter"}),
                ],
            ),
            played(
                4,
                0,
                &[json!({"event": "maharajah-turn-began"}), donated("north")],
            ),
        ];
        let teller = teller();
        let told = |steps| {
            let happened = Happened {
                steps,
                teller: &teller,
                view: None,
            };
            let told = reasons(happened).unwrap();
            let told = told.iter().map(|event| teller.event(event).unwrap());
            told.collect::<Vec<_>>()
        };
        let first = told(&steps[..2]);
        assert!(first[1].starts_with("The Maharajah stays in the East and donates"));
        assert_eq!(first[3], "The Maharajah takes a counter.");
        assert!(first[5].starts_with("The Maharajah takes a counter: he can donate nowhere"));
        assert!(told(&steps)[1].starts_with("The Maharajah leads his elephant to the North"));
    }

    #[test]
    fn income_says_what_came_or_is_still_to_be_chosen() {
        let income = |track: &str| json!({"event": "income-paid", "seat": 0, "track": track});
        let steps = [played(
            3,
            0,
            &[
                json!({"event": "decade-ended", "decade": "i"}),
                income("development"),
                json!({"event": "elephant-full", "side": 0}),
                income("resource"),
            ],
        )];
        let teller = teller();
        let card = moment(Happened {
            steps: &steps,
            teller: &teller,
            view: None,
        });
        assert_eq!(
            card.unwrap().rows[0].why,
            [
                "Income from the development track: no counter, the elephant is full",
                "Income from the resource track: a resource of choice"
            ]
        );
    }

    #[test]
    fn the_end_of_a_decade_shows_majorities_and_taxes() {
        let steps = [
            step(2, json!({"step": "started", "events": []})),
            played(
                3,
                0,
                &[
                    json!({"event": "token-moved", "to": "n"}),
                    json!({"event": "decade-ended", "decade": "i"}),
                    json!({"event": "won-majority", "side": "maharajah", "district": "north"}),
                    json!({"event": "scored", "side": "maharajah", "points": 4, "source": "majorities_1"}),
                    json!({"event": "paid-taxes", "seat": 0, "due": 3, "paid": 1}),
                    json!({"event": "lost", "seat": 0, "points": 2, "source": "taxes"}),
                ],
            ),
        ];
        let teller = teller();
        let happened = |steps| Happened {
            steps,
            teller: &teller,
            view: None,
        };
        assert_eq!(moment(happened(&steps[..1])), None);
        let card = moment(happened(&steps)).unwrap();
        assert_eq!(
            card.title,
            teller
                .event(&json!({"event": "decade-ended", "decade": "i"}))
                .unwrap()
        );
        let gains: Vec<_> = card
            .rows
            .iter()
            .map(|row| (row.seat, row.gain.as_str()))
            .collect();
        assert_eq!(gains, [(Some(0), "−2 PP"), (Some(1), "+4 PP")]);
        assert_eq!(
            card.rows.first().unwrap().why.first().unwrap(),
            "Pays 1 of 3 coins in taxes, −2 PP"
        );
    }

    #[test]
    fn the_last_card_names_ties_incomes_and_the_winner() {
        let won = |side: Value| json!({"event": "won-majority", "side": side, "district": "north"});
        let steps = [played(
            3,
            0,
            &[
                json!({"event": "decade-ended", "decade": "iii"}),
                won(json!(0)),
                json!({"event": "scored", "side": 0, "points": 4, "source": "majorities_3"}),
                won(json!("maharajah")),
                json!({"event": "scored", "side": "maharajah", "points": 4, "source": "majorities_3"}),
                json!({"event": "income-paid", "seat": 0, "track": "money"}),
                json!({"event": "gained", "seat": 0, "items": {"coin": 1, "marble": 0, "copper": 0, "gold": 0}}),
                json!({"event": "scored", "side": 0, "points": 1, "source": "knowledge"}),
                json!({"event": "scored", "side": 0, "points": 5, "source": "knowledge"}),
                json!({"event": "game-over", "winners": [0]}),
            ],
        )];
        let teller = teller();
        let card = moment(Happened {
            steps: &steps,
            teller: &teller,
            view: None,
        })
        .unwrap();
        assert_eq!(card.title, "The game is over. Anna wins.");
        let anna = card.rows.first().unwrap();
        assert_eq!(anna.gain, "+10 PP");
        assert_eq!(
            anna.why,
            [
                "Ties for the most counters in the North: +4 PP",
                "Income from the money track: 1 coin, 1 PP",
                "Final scoring:",
                "Gains 5 PP (knowledge).",
            ]
        );
    }
}
