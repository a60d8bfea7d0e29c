//! Nets learn games here.
//!
//! In each generation bots play against themselves ([`self_play`]), a net learns from what they did and how it ended ([`Lesson`], [`Learner`]), and plays a
//! [`duel`] against the best net before it. [`School`] does this over and over, and continues where it was interrupted.

mod duel;
mod gradient;
mod learner;
mod lesson;
mod played;
mod school;
mod self_play;

pub use duel::{Contest, duel};
pub use gradient::Gradient;
pub use learner::{Learner, Quality};
pub use lesson::{Choice, Lesson, lessons};
pub use played::{Move, Played};
pub use school::{Plan, Progress, School, SchoolError};
pub use self_play::{Budgets, Cast, self_play};
