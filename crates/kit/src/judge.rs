//! What bots need to judge a state, beyond the rules.

use crate::{Game, Id, Key, PerSeat, SeatSet};
use std::fmt::Debug;
use std::ops::IndexMut;

/// A game whose states bots can judge: by the points, and by what promises points to come.
///
/// The rules need nothing of this, so a bot that asks for [`Game`] alone, such as one that plays at random, can play any game.
pub trait Judge: Game {
    /// What promises points to come: a list by [`prospects!`](crate::prospects), or [`NoProspect`].
    type Prospect: Prospect;

    /// By how many points at most an *easy* bot misjudges an action. A *medium* one should clearly beat it; `durbar arena` tells.
    const EASY_NOISE: f32 = 1.5;

    /// Writes down how much of each prospect these seats have. All amounts are 0 before; the other seats' do not matter.
    ///
    /// It may use everything in the state: bots only judge states that they imagined. They call it for each of them, so it should be quick.
    fn prospects(&self, seats: SeatSet, amounts: &mut PerSeat<Amounts<Self>>);

    /// A number that changes with every visit, turn, or other chapter of play. When a chapter has just begun, nothing is half done, and a state is
    /// easiest to judge; bots that think ahead prefer to stop there.
    fn chapter(&self) -> u32 {
        0
    }
}

/// How much there is of each prospect of the game `G`, indexed by prospect.
pub type Amounts<G> = <<G as Judge>::Prospect as Prospect>::Amounts;

/// Something that promises points to come. Its [`Id`] says what it is, for tables and reports.
pub trait Prospect: Id + Debug + Send + Sync {
    /// A number for each prospect; as a slice, in the order of the list.
    type Amounts: Copy + Default + Debug + Send + Sync + AsRef<[f32]> + IndexMut<Self, Output = f32>;

    /// The points that one of each should seem worth, to choose well by looking one step ahead.
    const WORTH: Self::Amounts;

    /// The points that one of each brings in the end, on average.
    const BRINGS: Self::Amounts;
}

/// An enumeration of prospects: what each is called, what it should seem worth, and what it brings if that is not the same.
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

/// For a game in which nothing but points counts. There is no such prospect.
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
