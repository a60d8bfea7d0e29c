//! The two actions that a player sets on the wheel.

use crate::components::WheelAction;
use kit::Key;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Two planned actions, the smaller number first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "[WheelAction; 2]", into = "[WheelAction; 2]")]
pub struct Plan([WheelAction; 2]);

impl Plan {
    /// The number of different plans.
    pub const COUNT: u32 = 45;

    /// Creates a plan of two actions, in either order.
    pub fn new(one: WheelAction, other: WheelAction) -> Self {
        Plan([one.min(other), one.max(other)])
    }

    /// Returns the actions.
    pub const fn actions(self) -> [WheelAction; 2] {
        self.0
    }

    /// Returns all plans, in order.
    pub fn all() -> impl Iterator<Item = Plan> {
        WheelAction::all().flat_map(|first| {
            let others = WheelAction::all().filter(move |&second| first <= second);
            others.map(move |second| Plan([first, second]))
        })
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Plan([first, second]) = self;
        write!(f, "{first} {second}")
    }
}

impl From<Plan> for [WheelAction; 2] {
    fn from(plan: Plan) -> Self {
        plan.0
    }
}

impl TryFrom<[WheelAction; 2]> for Plan {
    type Error = &'static str;

    fn try_from([first, second]: [WheelAction; 2]) -> Result<Self, Self::Error> {
        if first <= second {
            Ok(Plan([first, second]))
        } else {
            Err("a plan names the smaller number first")
        }
    }
}
