//! The trait of games whose states bots can evaluate.

use crate::{Game, Id, Key, PerSeat, SeatSet};
use std::fmt::Debug;
use std::ops::IndexMut;

/// A game whose states bots can evaluate by their points and their prospects of future points.
///
/// The rules do not depend on this trait: a bot that only needs [`Game`], such as the random one, can play any game.
pub trait Judge: Game {
    /// The game's prospects: a list made by [`prospects!`](crate::prospects), or [`NoProspect`].
    type Prospect: Prospect;

    /// The maximum error, in points, of an *easy* bot's evaluation. A *medium* bot should clearly beat it; measure this with `durbar arena`.
    const EASY_NOISE: f32 = 3.0;
    /// The same for a *medium* bot. Without it, the bot would be as strong as a short search.
    const MEDIUM_NOISE: f32 = 1.5;

    /// Whether a turn has many steps that can be taken in any order, and even undone. Then a search weighs the actions of its own decision by the end of the turn; measure with
    /// `durbar arena` whether that makes it stronger.
    const LONG_TURNS: bool = false;

    /// Writes the amount of each prospect of the given seats. All amounts are 0 before the call; those of other seats are ignored.
    ///
    /// The function may use the whole state: bots only evaluate states that they imagined. It is called for each of them, so it should be fast.
    fn prospects(&self, seats: SeatSet, amounts: &mut PerSeat<Amounts<Self>>);

    /// A number that changes with every visit, turn or other chapter of play. At the start of a chapter no choice is half finished, so a state is easiest to
    /// evaluate; search bots prefer to stop there.
    fn chapter(&self) -> u32 {
        0
    }
}

/// The amounts of all prospects of the game `G`, indexed by prospect.
pub type Amounts<G> = <<G as Judge>::Prospect as Prospect>::Amounts;

/// A feature of a state that promises future points. Its [`Id`] describes it in tables and reports.
pub trait Prospect: Id + Debug + Send + Sync {
    /// One number for each prospect. As a slice, in the order of the list.
    type Amounts: Copy + Default + Debug + Send + Sync + AsRef<[f32]> + IndexMut<Self, Output = f32>;

    /// The points that one unit of each prospect should count for when a bot looks one step ahead.
    const WORTH: Self::Amounts;

    /// The points that one unit of each prospect brings on average by the end of the game.
    const BRINGS: Self::Amounts;
}

/// Declares an enumeration of prospects with their names, their `worth`, and what they bring (`brings`, by default the same).
///
/// ```
/// kit::prospects! {
///     /// What promises points at the market.
///     pub enum Prospect {
///         Coins = "coins" { worth: 0.5, brings: 0.25 },
///         Stalls = "stalls in the shade" { worth: 2.0 },
///     }
/// }
/// use kit::{Id, Prospect as _};
/// assert_eq!(Prospect::Stalls.id(), "stalls in the shade");
/// assert_eq!(Prospect::WORTH[Prospect::Coins], 0.5);
/// assert_eq!(Prospect::BRINGS[Prospect::Coins], 0.25);
/// assert_eq!(Prospect::BRINGS[Prospect::Stalls], 2.0);
/// ```
#[macro_export]
macro_rules! prospects {
    ($(#[$about:meta])* $vis:vis enum $name:ident {
        $($member:ident = $id:literal { worth: $worth:expr $(, brings: $brings:expr)? }),+ $(,)?
    }) => {
        $crate::ids! {
            $(#[$about])*
            $vis enum $name: "prospect" { $(#[doc = $id] $member = $id),+ }
        }

        impl $crate::Prospect for $name {
            type Amounts = $crate::By<$name, f32, { <$name as $crate::Key>::COUNT }>;

            const WORTH: Self::Amounts = $crate::By::new([$($worth),+]);
            const BRINGS: Self::Amounts = $crate::By::new([$($crate::prospects!(@brings $worth $(, $brings)?)),+]);
        }
    };
    (@brings $worth:expr) => { $worth };
    (@brings $worth:expr, $brings:expr) => { $brings };
}

/// The prospects of a game in which only points count. The type has no values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoProspect {}

impl Key for NoProspect {
    const COUNT: usize = 0;

    fn index(self) -> usize {
        match self {}
    }

    fn at(_: usize) -> Option<Self> {
        None
    }
}

impl Id for NoProspect {
    const NOUN: &'static str = "prospect";

    fn id(self) -> &'static str {
        match self {}
    }
}

impl Prospect for NoProspect {
    type Amounts = crate::By<NoProspect, f32, 0>;

    const WORTH: Self::Amounts = crate::By::new([]);
    const BRINGS: Self::Amounts = crate::By::new([]);
}
