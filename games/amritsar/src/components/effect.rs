//! The effects of tiles, spaces and steps.

use super::{Items, Resource, Track};

/// A gain, or an action that a tile, a space or a step allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// No immediate effect.
    Nothing,
    /// These items, as one batch.
    Gain(Items),
    /// These items, then prestige.
    GainAndPrestige(Items, u8),
    /// Prestige.
    Prestige(u8),
    /// The choice of [`MARBLE_OR_COPPER`](super::MARBLE_OR_COPPER).
    MarbleOrCopper,
    /// A number of resources of choice, and these items in the same batch.
    AnyResources(u8, Items),
    /// A counter from the market space.
    Counter,
    /// A market action.
    Market,
    /// A market action and [`COINS_WITH_MARKET`](super::COINS_WITH_MARKET), in either order.
    CoinsAndMarket,
    /// The action of one mahout tile on the player's board.
    MahoutAction,
    /// A donation.
    Donation,
    /// One upgrade, paid.
    Upgrade(UpgradeChoice),
    /// Any upgrade without payment.
    FreeUpgrade,
    /// A step on that knowledge track.
    Knowledge(Track),
    /// A number of steps, each on any knowledge track.
    AnyKnowledge(u8),
    /// The movement token is unlocked.
    UnlockMovement,
}

impl Effect {
    /// Returns a gain of coins.
    pub const fn coins(coins: u8) -> Effect {
        Effect::Gain(Items::coins(coins))
    }

    /// Returns a gain of one resource.
    pub const fn resources(resource: Resource, count: u8) -> Effect {
        Effect::Gain(Items::of(resource, count))
    }

    /// Returns a gain of resources of choice.
    pub const fn any_resources(count: u8) -> Effect {
        Effect::AnyResources(count, Items::NONE)
    }
}

kit::ids! {
    /// The kind of an addition to a personal board.
    pub enum UpgradeKind: "kind of upgrade" {
        /// More storage and a benefit.
        Storehouse = "storehouse",
        /// Prestige at the end.
        Objective = "objective",
        /// Another action.
        Mahout = "mahout",
    }
}

impl UpgradeKind {
    /// Returns the resource that it costs. Rulebook.
    pub const fn cost(self) -> Resource {
        match self {
            UpgradeKind::Storehouse => Resource::Marble,
            UpgradeKind::Objective => Resource::Copper,
            UpgradeKind::Mahout => Resource::Gold,
        }
    }
}

kit::ids! {
    /// The kinds of upgrade that an action allows.
    pub enum UpgradeChoice: "choice of upgrades" {
        /// Any kind.
        Any = "any",
        /// A storehouse or an objective.
        StorehouseOrObjective = "storehouse_or_objective",
        /// A storehouse or a mahout.
        StorehouseOrMahout = "storehouse_or_mahout",
    }
}

impl UpgradeChoice {
    /// Returns whether it allows that kind.
    pub fn allows(self, kind: UpgradeKind) -> bool {
        match self {
            UpgradeChoice::Any => true,
            UpgradeChoice::StorehouseOrObjective => kind != UpgradeKind::Mahout,
            UpgradeChoice::StorehouseOrMahout => kind != UpgradeKind::Objective,
        }
    }
}
