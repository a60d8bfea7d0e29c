//! The time controls of tables on a server, in words, with the usual ones to choose from.

use crate::frame::Frame;
use leptos::prelude::Get as _;
use protocol::Pace;
use words::span;

/// The usual time controls with the names of their choices.
pub const PRESETS: [(&str, Pace); 7] = [
    ("relaxed", Pace::Relaxed),
    ("live-short", live(10, 10)),
    ("live", live(20, 15)),
    ("live-long", live(45, 30)),
    ("days-short", Pace::Correspondence { days: 1 }),
    ("days", Pace::Correspondence { days: 3 }),
    ("days-long", Pace::Correspondence { days: 7 }),
];

const fn live(minutes: u32, increment: u32) -> Pace {
    Pace::Live {
        seconds: minutes * 60,
        increment,
    }
}

const MINUTE: u32 = 60;
const HOUR: u32 = 60 * MINUTE;
const DAY: u32 = 24 * HOUR;

/// Returns the times, in seconds, after which the others may decide about somebody who does not act, to choose from; the first is the usual one.
pub fn patiences(pace: Pace) -> [u32; 4] {
    match pace {
        Pace::Live { .. } => [2 * MINUTE, MINUTE, 5 * MINUTE, 15 * MINUTE],
        Pace::Relaxed => [15 * MINUTE, 5 * MINUTE, HOUR, DAY],
        Pace::Correspondence { .. } => [2 * DAY, DAY, 4 * DAY, 7 * DAY],
    }
}

/// Describes a time control.
pub fn described(pace: Pace, frame: Frame) -> String {
    let span = |seconds| span(frame.language.get(), seconds);
    match pace {
        Pace::Relaxed => frame.say("pace-relaxed", &[]),
        Pace::Live {
            seconds,
            increment: 0,
        } => frame.say("pace-of-live-flat", &[("time", &span(seconds))]),
        Pace::Live { seconds, increment } => frame.say(
            "pace-of-live",
            &[("time", &span(seconds)), ("increment", &span(increment))],
        ),
        Pace::Correspondence { days } => {
            let time = span(days.saturating_mul(DAY));
            frame.say("pace-of-days", &[("time", &time)])
        }
    }
}

/// Reads a time for the whole game: minutes, and seconds more for each decision.
pub fn own_live(minutes: &str, increment: &str) -> Option<Pace> {
    let minutes: u32 = minutes.trim().parse().ok()?;
    let increment: u32 = increment.trim().parse().ok()?;
    ((1..=24 * 60).contains(&minutes) && increment <= HOUR).then(|| live(minutes, increment))
}

/// Reads the days for each decision.
pub fn own_days(days: &str) -> Option<Pace> {
    let days: u32 = days.trim().parse().ok()?;
    (1..=60)
        .contains(&days)
        .then_some(Pace::Correspondence { days })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use kit::Seed;
    use protocol::NewTable;
    use table::{Person, Setup};

    #[test]
    fn a_table_can_be_made_with_every_pace_and_every_patience() {
        let me = Person {
            id: "a".repeat(22).parse().unwrap(),
            name: "Anna".to_owned(),
        };
        let own = [
            own_live("1440", "3600").unwrap(),
            own_live(" 1 ", "0").unwrap(),
            own_days("60").unwrap(),
        ];
        for pace in PRESETS.map(|(_, pace)| pace).into_iter().chain(own) {
            for patience in patiences(pace) {
                let wanted = NewTable {
                    pace,
                    patience: Some(patience),
                    ..NewTable::of("taj-mahal")
                };
                let setup = Setup::new(wanted, &me, Seed::from_text("x"));
                assert!(setup.is_ok(), "{pace:?} {patience}");
            }
            let wanted = NewTable {
                pace,
                ..NewTable::of("taj-mahal")
            };
            let usual = Setup::new(wanted, &me, Seed::from_text("x")).unwrap();
            assert_eq!(usual.patience(), patiences(pace)[0]);
        }
    }

    #[test]
    fn an_impossible_time_is_none() {
        for (minutes, increment) in [
            ("0", "0"),
            ("1441", "0"),
            ("5", "3601"),
            ("", "0"),
            ("5", "-1"),
        ] {
            assert_eq!(own_live(minutes, increment), None, "{minutes} {increment}");
        }
        assert!(
            ["0", "61", "x", "1.5"]
                .iter()
                .all(|days| own_days(days).is_none())
        );
    }
}
