//! The list of all games.

use amritsar::Amritsar;
use bots::{Bot, Counts, Spec, StuckGame};
use kit::conformance::{self, BrokenPromise, Care};
use kit::{About, Dice, Id, Key, Learn, Seat, Seed};
use maharaja::Maharaja;
#[cfg(debug_assertions)]
use oware::Oware;
use taj_mahal::TajMahal;

/// A game of the list, with its bots. Its expensive functions are compiled once, with optimisation, in this crate instead of in every crate that calls them.
pub trait Playable: Learn {
    /// Creates a bot. The same seed makes the same choices, unless the bot is limited by time.
    fn seat_bot(bot: Spec, seed: Seed, now: fn() -> f64) -> Box<dyn Bot<Self>>;

    /// Creates bots for all seats of the game with that seed. Their randomness is independent of the game's.
    #[cfg(not(target_arch = "wasm32"))]
    fn seat_bots(specs: &[Spec], seed: Seed) -> Vec<Box<dyn Bot<Self>>> {
        let specs = specs.iter().enumerate();
        specs
            .map(|(seat, bot)| Self::seat_bot(*bot, seed.child(seat as u64), bots::now))
            .collect()
    }

    /// Plays to the end and reports every action: see [`bots::play_out`].
    fn play_out(
        &mut self,
        bots: &mut [Box<dyn Bot<Self>>],
        legal: &mut Vec<Self::Action>,
        told: &mut dyn FnMut(Seat, Self::Action),
    ) -> Result<Counts, StuckGame>;

    /// Plays random actions to the end and checks them: see [`kit::conformance::play_at_random`].
    fn play_at_random(
        &mut self,
        care: Care,
        dice: &mut Dice,
        legal: &mut Vec<Self::Action>,
    ) -> Result<u64, BrokenPromise>;
}

/// A computation that is generic over the game.
pub trait ForGame {
    /// The result of the computation.
    type Output;

    /// Runs the computation for the game `G`.
    fn run<G: Playable>(self) -> Self::Output;
}

/// Implements [`Playable`]. These functions are not generic, so they are compiled in this crate.
macro_rules! playable {
    ($($game:ty),* $(,)?) => {$(
        impl Playable for $game {
            fn seat_bot(bot: Spec, seed: Seed, now: fn() -> f64) -> Box<dyn Bot<Self>> {
                bot.seat(seed, now)
            }

            fn play_out(
                &mut self,
                bots: &mut [Box<dyn Bot<Self>>],
                legal: &mut Vec<Self::Action>,
                told: &mut dyn FnMut(Seat, Self::Action),
            ) -> Result<Counts, StuckGame> {
                bots::play_out(self, bots, legal, told)
            }

            fn play_at_random(
                &mut self,
                care: Care,
                dice: &mut Dice,
                legal: &mut Vec<Self::Action>,
            ) -> Result<u64, BrokenPromise> {
                conformance::play_at_random(self, care, dice, legal)
            }
        }
    )*};
}

/// Defines the list of games: those offered to players, and examples for authors of games.
macro_rules! list {
    (games { $($(#[$doc:meta])* $game:ident = $key:literal,)+ } examples { $($(#[$example_doc:meta])* $example:ident = $example_key:literal,)* }) => {
        kit::ids! {
            /// A game.
            pub enum AnyGame: "game" {
                $($(#[$doc])* $game = $key,)+
                $($(#[$example_doc])* $example = $example_key,)*
            }
        }

        playable!($($game,)+ $($example),*);

        impl AnyGame {
            /// The games offered to players.
            pub const GAMES: &[AnyGame] = &[$(AnyGame::$game),+];

            /// Runs the computation for this game.
            pub fn run<J: ForGame>(self, job: J) -> J::Output {
                match self {
                    $(AnyGame::$game => job.run::<$game>(),)+
                    $(AnyGame::$example => job.run::<$example>(),)*
                }
            }
        }
    };
}

/// Examples exist only in development builds.
macro_rules! games {
    (games $games:tt examples $examples:tt) => {
        #[cfg(debug_assertions)]
        list! { games $games examples $examples }
        #[cfg(not(debug_assertions))]
        list! { games $games examples {} }
    };
}

games! {
    games {
        /// *Taj Mahal*.
        TajMahal = "taj-mahal",
        /// *Amritsar: The Golden Temple*.
        Amritsar = "amritsar",
        /// *Maharaja*.
        Maharaja = "maharaja",
    }
    examples {
        /// *Oware*, a game in one file.
        Oware = "oware",
    }
}

impl AnyGame {
    /// Returns the game with this key. The error lists all keys.
    pub fn find(key: &str) -> Result<Self, String> {
        AnyGame::named(key).map_err(|error| {
            let keys: Vec<_> = AnyGame::all().map(Id::id).collect();
            format!("{error}; the games are {}", keys.join(", "))
        })
    }

    /// Returns the catalogue entry of the game.
    pub fn about(self) -> About {
        struct Tell;
        impl ForGame for Tell {
            type Output = About;

            fn run<G: Playable>(self) -> About {
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
