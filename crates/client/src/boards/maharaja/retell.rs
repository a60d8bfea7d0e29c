//! Events as the log and the story tell them: what was exchanged for what in one sentence, and who is first in a tie.

use crate::boards::happened::{Happened, is_one_of};
use serde_json::Value;

/// Events that say what their seat does.
const DEEDS: [&str; 3] = ["ability-used", "action-started", "marker-used"];
/// What a deed brings to its seat or costs it: the event, the field of its count, the phrase, and whether it is lost.
const PARTS: [(&str, &str, &str, bool); 5] = [
    ("coins-taken", "coins", "board-gain-coins", false),
    ("coins-paid", "coins", "board-gain-coins", true),
    ("prestige", "points", "board-gain-prestige", false),
    ("markers-taken", "markers", "board-gain-markers", false),
    ("shrines-taken", "shrines", "board-gain-shrines", false),
];

/// Returns the events of the last step as they are told, or `None` if nothing is added. One that is told by another is null.
pub fn reasons(happened: Happened) -> Option<Vec<Value>> {
    if !happened.includes(&["travelled", "ranked", "coins-paid", "ability-used"]) {
        return None;
    }
    let mut events = happened.news().to_vec();
    events.iter_mut().for_each(leave_out_free_tolls);
    tell_deals(&mut events, happened);
    tell_ties(&mut events);
    Some(events)
}

/// A journey without tolls says nothing of them.
fn leave_out_free_tolls(event: &mut Value) {
    let tolls = event.get_mut("tolls");
    let free = |tolls: &&mut Value| {
        let all = tolls.as_array();
        all.is_some_and(|all| all.iter().all(|toll| *toll == 0))
    };
    if let Some(tolls) = tolls.filter(free) {
        *tolls = Value::Null;
    }
}

/// Adds to each deed what it exchanges for what, `4 coins → 2 prestige`, in place of the events that say so.
fn tell_deals(events: &mut [Value], happened: Happened) {
    let mut rest = events;
    while let Some((deed, after)) = rest.split_first_mut() {
        rest = after;
        // What a reward sells has no deed of its own.
        let sold = is_one_of(deed, &["coins-paid"]);
        if !sold && !is_one_of(deed, &DEEDS) {
            continue;
        }
        let seat = deed.get("seat").cloned();
        let parts = rest
            .iter()
            .take_while(|event| event.get("seat") == seat.as_ref() && part(event).is_some());
        let parts = parts.count();
        let Some((parts, after)) = rest.split_at_mut_checked(parts) else {
            return;
        };
        let all = parts.iter().chain(sold.then_some(&*deed));
        if let Some(deal) = deal(all, happened) {
            parts.fill(Value::Null);
            if let Some(fields) = deed.as_object_mut() {
                fields.insert("deal".to_owned(), deal.into());
            }
        }
        rest = after;
    }
}

/// Returns the phrase of what an event brings, and how much; negative if it is lost.
fn part(event: &Value) -> Option<(&'static str, i64)> {
    PARTS.iter().find_map(|&(name, field, phrase, lost)| {
        let count = event.get(field).filter(|_| is_one_of(event, &[name]))?;
        let count = count.as_i64()?;
        Some((phrase, if lost { -count } else { count }))
    })
}

/// `4 coins → 2 prestige`; `None` if nothing is given for something else.
fn deal<'a>(events: impl Iterator<Item = &'a Value>, happened: Happened) -> Option<String> {
    let mut sums: Vec<(&str, i64)> = Vec::new();
    for (phrase, count) in events.filter_map(part) {
        match sums.iter_mut().find(|(known, _)| *known == phrase) {
            Some((_, sum)) => *sum += count,
            None => sums.push((phrase, count)),
        }
    }
    let side = |lost: bool| {
        let side = sums
            .iter()
            .filter(|(_, sum)| *sum != 0 && (*sum < 0) == lost);
        let side = side.map(|(phrase, sum)| happened.phrase(phrase, &[("count", &sum.abs())]));
        let side: Vec<String> = side.collect();
        (!side.is_empty()).then(|| happened.teller.listed(side))
    };
    Some(format!("{} → {}", side(true)?, side(false)?))
}

/// Says of each rank that was won in a tie who has as much worship.
fn tell_ties(events: &mut [Value]) {
    let mut rest = events;
    while let Some((event, after)) = rest.split_first_mut() {
        rest = after;
        if !is_one_of(event, &["ranked"]) {
            continue;
        }
        let next = rest.iter().find(|event| is_one_of(event, &["ranked"]));
        let same = next.filter(|next| next.get("worship") == event.get("worship"));
        let seat = same.and_then(|next| next.get("seat").cloned());
        if let (Some(seat), Some(fields)) = (seat, event.as_object_mut()) {
            fields.insert("tie".to_owned(), seat);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::table::lines_for_tests::played;
    use serde_json::json;
    use words::{Language, Teller};

    /// The sentences of a step with these events.
    fn told(events: &[Value]) -> Vec<String> {
        let steps = [played(3, 0, events)];
        let names = ["Anna", "Ben"].map(str::to_owned).to_vec();
        let teller = Teller::new(Language::En, "maharaja", names);
        let happened = Happened {
            steps: &steps,
            teller: &teller,
            view: None,
        };
        let events = reasons(happened).unwrap();
        events
            .iter()
            .filter_map(|event| teller.event(event))
            .collect()
    }

    #[test]
    fn a_free_journey_says_nothing_of_tolls() {
        let journey = |tolls: [u8; 2]| {
            let event = json!({"event": "travelled", "seat": 0, "from": "start", "to": "jaipur", "route": ["r03"], "tolls": tolls});
            told(&[event]).concat()
        };
        assert!(!journey([0, 0]).contains("oins for others"));
        assert!(journey([0, 2]).ends_with("Coins for others: Ben 2."));
    }

    #[test]
    fn an_exchange_is_one_sentence() {
        let prestige = |points: i8| json!({"event": "prestige", "seat": 0, "points": points, "source": "abilities"});
        let coins = |event: &str, coins: u8| json!({"event": event, "seat": 0, "coins": coins});
        let used =
            |character: u8| json!({"event": "ability-used", "seat": 0, "character": character});
        let bought = [used(3), coins("coins-paid", 4), prestige(1), prestige(1)];
        assert_eq!(
            told(&bought),
            ["Anna uses the ability of character 3 (exchange prestige): 4 coins → 2 prestige."]
        );
        let sold = [used(3), coins("coins-taken", 2), prestige(-1)];
        assert!(told(&sold).concat().ends_with(": 1 prestige → 2 coins."));
        let marker = [
            used(4),
            prestige(-1),
            json!({"event": "markers-taken", "seat": 0, "markers": 1}),
        ];
        assert!(
            told(&marker)
                .concat()
                .ends_with(": 1 prestige → 1 action marker.")
        );
        let reward = [coins("coins-paid", 2), prestige(1), prestige(1)];
        assert_eq!(told(&reward), ["Anna exchanges: 2 coins → 2 prestige."]);
        let action = json!({"event": "action-started", "seat": 0, "action": 7});
        let action = [action, coins("coins-paid", 3), prestige(2)];
        assert_eq!(
            told(&action),
            ["Anna carries out an action: buy prestige (3 coins → 2 prestige)."]
        );
    }

    #[test]
    fn what_is_only_gained_or_paid_stays_a_sentence_of_its_own() {
        let levy = |seat: u8| json!({"event": "coins-paid", "seat": seat, "coins": 2});
        assert_eq!(told(&[levy(0), levy(1)]).len(), 2);
        let prestige = json!({"event": "prestige", "seat": 0, "points": 1, "source": "abilities"});
        let used = json!({"event": "ability-used", "seat": 0, "character": 6});
        assert_eq!(told(&[used, prestige]).len(), 2);
    }

    #[test]
    fn a_rank_won_in_a_tie_says_why() {
        let pieces = json!({"centre": 0, "outer": 0, "shrines": 1, "priest": 0, "abilities": 0});
        let ranked = |seat: u8, rank: u8| json!({"event": "ranked", "seat": seat, "city": "delhi", "rank": rank, "worship": 1, "pieces": pieces});
        let told = told(&[ranked(1, 1), ranked(0, 2)]);
        let [first, second] = told.as_slice() else {
            panic!("two sentences");
        };
        assert!(first.ends_with(" Tied with Anna: the lower character number is first."));
        assert!(!second.contains("Tied"));
    }
}
