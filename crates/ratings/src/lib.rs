//! How strong players are, from the results of games: ratings by the method of Weng and Lin, for any number of players at once.
//!
//! The arena rates bots with it, the server people. Both use one scale, on which the levels of the bots have [fixed places](of_level).
//!
//! ```
//! use ratings::{Rating, after};
//!
//! let (anna, ben) = (Rating::default(), Rating::default());
//! let [anna, ben] = after(&[(anna, 1), (ben, 2)])[..] else { panic!() };
//! assert!(anna.value > 25.0 && ben.value < 25.0);
//! assert!(anna.uncertainty < Rating::default().uncertainty);
//! ```

mod levels;

pub use levels::of_level;

use kit::{Key as _, Seat, Standings};
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// The number of standard deviations that contain 95 % of a normal distribution.
pub const NINETY_FIVE: f64 = 1.96;

/// What is known of a player's strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The estimated strength. A new player has 25.
    pub value: f64,
    /// The standard deviation of the estimate.
    pub uncertainty: f64,
}

impl Default for Rating {
    fn default() -> Self {
        WengLinRating::new().into()
    }
}

impl Rating {
    /// Returns the range in which the strength lies with a probability of 95 %.
    pub fn range(self) -> (f64, f64) {
        let reach = NINETY_FIVE * self.uncertainty;
        (self.value - reach, self.value + reach)
    }
}

impl From<WengLinRating> for Rating {
    fn from(rating: WengLinRating) -> Self {
        Rating {
            value: rating.rating,
            uncertainty: rating.uncertainty,
        }
    }
}

/// Returns the ratings of players after a game, given those before it and their ranks: 1 for the best, the same rank for equal results.
pub fn after(players: &[(Rating, usize)]) -> Vec<Rating> {
    let before: Vec<[WengLinRating; 1]> = players
        .iter()
        .map(|(rating, _)| {
            [WengLinRating {
                rating: rating.value,
                uncertainty: rating.uncertainty,
            }]
        })
        .collect();
    let ranks = players.iter().map(|(_, rank)| MultiTeamOutcome::new(*rank));
    let teams: Vec<_> = before.iter().map(<[_; 1]>::as_slice).zip(ranks).collect();
    let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
    after.into_iter().flatten().map(Rating::from).collect()
}

/// Returns the rank of each seat: winners first, others by their points.
pub fn ranks(standings: &Standings) -> Vec<usize> {
    ranks_with(standings, |_| false)
}

/// Returns the rank of each seat, with those who left the game behind all others.
pub fn ranks_with(standings: &Standings, left: impl Fn(Seat) -> bool) -> Vec<usize> {
    let key = |place: usize| {
        let seat = Seat::at(place);
        if seat.is_some_and(&left) {
            return (false, false, 0);
        }
        let won = seat.is_some_and(|seat| standings.winners.contains(seat));
        let score = standings.scores.get(place);
        (true, won, score.map_or(0, |score| score.total))
    };
    let keys: Vec<_> = (0..standings.scores.len()).map(key).collect();
    let rank = |own| 1 + keys.iter().filter(|other| *other > own).count();
    keys.iter().map(rank).collect()
}

#[cfg(test)]
#[allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]
mod tests {
    use super::*;
    use bots::Level;
    use kit::{Score, SeatSet};

    fn standings(totals: &[i32], winner: usize) -> Standings {
        let mut winners = SeatSet::default();
        winners.insert(Seat::at(winner).unwrap());
        Standings {
            scores: totals
                .iter()
                .map(|total| Score::of([("points", *total)]))
                .collect(),
            automatic: None,
            over: true,
            winners,
        }
    }

    #[test]
    fn winners_come_first_and_whoever_left_last() {
        let standings = standings(&[20, 30, 30, 10], 2);
        assert_eq!(ranks(&standings), [3, 2, 1, 4]);
        let left = |seat: Seat| seat.number() >= 2;
        assert_eq!(ranks_with(&standings, left), [2, 1, 3, 3]);
    }

    #[test]
    fn whoever_is_better_known_moves_less() {
        let new = Rating::default();
        let known = Rating {
            value: 25.0,
            uncertainty: 1.0,
        };
        let after = after(&[(new, 1), (known, 2)]);
        assert!(after[0].value - 25.0 > 10.0 * (25.0 - after[1].value));
    }

    #[test]
    fn a_range_contains_its_value_and_gets_narrower() {
        let mut rating = Rating::default();
        let width = |rating: Rating| rating.range().1 - rating.range().0;
        for _ in 0..20 {
            let next = after(&[(rating, 1), (Rating::default(), 1)])[0];
            assert!(width(next) < width(rating));
            rating = next;
        }
        assert!(rating.range().0 < rating.value && rating.value < rating.range().1);
    }

    #[test]
    fn stronger_levels_stand_higher_in_every_game() {
        for game in ["taj-mahal", "amritsar", "maharaja"] {
            let values: Vec<f64> = Level::all()
                .map(|level| of_level(game, level).unwrap().value)
                .collect();
            assert!(values.is_sorted(), "{game}: {values:?}");
        }
        assert_eq!(of_level("chess", Level::Easy), None);
    }
}
