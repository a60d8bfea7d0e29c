//! Games that bots played against themselves, as text: one line of JSON each.

use kit::{Game, Seat, Seed};
use serde::{Deserialize, Serialize};

/// A whole game. It does not contain features, so games can be learned from again after these have changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Played<G: Game> {
    /// The options of the game.
    pub options: G::Options,
    /// The seed of its shuffles.
    pub seed: Seed,
    /// All decisions, in order.
    pub moves: Vec<Move>,
}

/// A decision.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Move {
    /// The seat that decided.
    #[serde(rename = "s")]
    pub seat: Seat,
    /// The number of the action.
    #[serde(rename = "a")]
    pub action: u16,
    /// How often a thorough search tried each action: numbers of actions and shares of all tries, in thousandths.
    #[serde(rename = "p", default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<(u16, u16)>,
    /// The shares of victory that a thorough search found, in thousandths, counted from the seat.
    #[serde(rename = "v", default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<u16>,
}

/// Returns a share in thousandths.
pub(crate) fn thousandths(share: f32) -> u16 {
    (share.clamp(0.0, 1.0) * 1000.0).round() as u16
}
