//! The places of the bots' levels on the scale of people.

use crate::Rating;
use bots::Level;

/// Returns the rating of a level in a game, given by its key. It never moves: people are measured by it. Measured with four players, used for any number.
pub fn of_level(game: &str, level: Level) -> Option<Rating> {
    let [easy, medium, hard, expert] = match game {
        "taj-mahal" => [12.1, 19.3, 27.8, 41.4],
        "amritsar" => [5.7, 18.2, 29.3, 47.5],
        "maharaja" => [-0.2, 24.7, 28.0, 46.8],
        _ => return None,
    };
    let value = match level {
        Level::Easy => easy,
        Level::Medium => medium,
        Level::Hard => hard,
        Level::Expert => expert,
    };
    Some(Rating {
        value,
        uncertainty: UNCERTAINTY,
    })
}

/// A level is known well, so whoever plays against it is measured by it.
const UNCERTAINTY: f64 = 1.0;
