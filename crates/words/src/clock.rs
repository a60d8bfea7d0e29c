//! How much time is left.

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

#[cfg(test)]
mod tests {
    use super::*;

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
