//! The one list of all games.

use amritsar::Amritsar;
use kit::{About, Game};
use maharaja::Maharaja;
use taj_mahal::TajMahal;

kit::ids! {
    /// A game of the house.
    pub enum AnyGame: "game" {
        /// *Taj Mahal*.
        TajMahal = "taj-mahal",
        /// *Amritsar: The Golden Temple*.
        Amritsar = "amritsar",
        /// *Maharaja*.
        Maharaja = "maharaja",
    }
}

/// Work that can be done for any game, once it is known which.
pub trait ForGame {
    /// What comes out of it.
    type Output;

    /// Does it for the game `G`.
    fn run<G: Game>(self) -> Self::Output;
}

impl AnyGame {
    /// Does the work for this game.
    pub fn run<J: ForGame>(self, job: J) -> J::Output {
        match self {
            AnyGame::TajMahal => job.run::<TajMahal>(),
            AnyGame::Amritsar => job.run::<Amritsar>(),
            AnyGame::Maharaja => job.run::<Maharaja>(),
        }
    }

    /// Name, seats and options.
    pub fn about(self) -> About {
        struct Tell;
        impl ForGame for Tell {
            type Output = About;

            fn run<G: Game>(self) -> About {
                G::ABOUT
            }
        }
        self.run(Tell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_listed_under_its_own_key() {
        for game in AnyGame::ALL {
            assert_eq!(game.about().key, game.to_string());
        }
    }
}
