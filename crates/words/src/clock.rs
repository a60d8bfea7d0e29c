//! How much time is left, and how long something takes.

use crate::{Language, say};

const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// So many milliseconds as a clock shows them: `4:05` within the last hour, before that hours and minutes, or days and hours.
pub fn time_left(language: Language, milliseconds: u64) -> String {
    let (days, hours) = (milliseconds / DAY, milliseconds % DAY / HOUR);
    let minutes = milliseconds % HOUR / MINUTE;
    match (days, hours) {
        (0, 0) => format!("{minutes}:{:02}", milliseconds % MINUTE / SECOND),
        (0, _) => say(
            language,
            "clock-hours",
            &[("hours", &hours), ("minutes", &minutes)],
        ),
        _ => say(
            language,
            "clock-days",
            &[("days", &days), ("hours", &hours)],
        ),
    }
}

/// A length of time in its largest unit that divides it: `2 minutes`, `90 seconds`.
pub fn span(language: Language, seconds: u32) -> String {
    let units = [
        ("span-days", DAY),
        ("span-hours", HOUR),
        ("span-minutes", MINUTE),
    ];
    let length = u64::from(seconds) * SECOND;
    let whole = |(_, unit): &&(&str, u64)| length >= *unit && length.is_multiple_of(*unit);
    let (key, unit) = units
        .iter()
        .find(whole)
        .unwrap_or(&("span-seconds", SECOND));
    say(language, key, &[("count", &(length / unit))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_told_in_its_largest_whole_unit() {
        let told =
            [0, 1, 90, 120, 3_600, 5_400, 86_400, 172_800].map(|time| span(Language::En, time));
        let expected = [
            "0 seconds",
            "1 second",
            "90 seconds",
            "2 minutes",
            "1 hour",
            "90 minutes",
            "1 day",
            "2 days",
        ];
        assert_eq!(told, expected);
        assert_eq!(span(Language::Ru, 3 * 86_400), "3 дня");
    }

    #[test]
    fn a_clock_is_as_fine_as_it_matters() {
        let shown = |language, milliseconds| time_left(language, milliseconds);
        assert_eq!(shown(Language::En, 0), "0:00");
        assert_eq!(shown(Language::En, 4 * MINUTE + 5 * SECOND + 999), "4:05");
        assert_eq!(shown(Language::En, 20 * HOUR + 3 * MINUTE), "20 h 3 min");
        assert_eq!(shown(Language::En, DAY), "1 day 0 h");
        assert_eq!(shown(Language::De, 3 * DAY - SECOND), "2 Tage 23 Std.");
        assert_eq!(shown(Language::Ru, 3 * DAY), "3 дня 0 ч");
    }
}
