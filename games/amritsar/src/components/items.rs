//! Coins and resources, and the market where they are traded.

use kit::By;
use serde::{Deserialize, Serialize};

kit::ids! {
    /// A building material of the temple.
    pub enum Resource: "resource" {
        /// For the lower levels.
        Marble = "marble",
        /// For the middle levels.
        Copper = "copper",
        /// For the upper levels.
        Gold = "gold",
    }
}

kit::ids! {
    /// Something that a storehouse space holds.
    pub enum Item: "item" {
        /// Money.
        Coin = "coin",
        /// Marble.
        Marble = "marble",
        /// Copper.
        Copper = "copper",
        /// Gold.
        Gold = "gold",
    }
}

impl From<Resource> for Item {
    fn from(resource: Resource) -> Item {
        match resource {
            Resource::Marble => Item::Marble,
            Resource::Copper => Item::Copper,
            Resource::Gold => Item::Gold,
        }
    }
}

/// Coins and resources.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Items(pub By<Item, u8, 4>);

impl Items {
    /// No items.
    pub const NONE: Items = Items::new(0, [0; 3]);

    /// Returns a number of coins, and of marble, copper and gold.
    pub const fn new(coins: u8, [marble, copper, gold]: [u8; 3]) -> Items {
        Items(By::new([coins, marble, copper, gold]))
    }

    /// Returns a number of coins.
    pub const fn coins(coins: u8) -> Items {
        Items::new(coins, [0; 3])
    }

    /// Returns a number of one resource.
    pub const fn of(resource: Resource, count: u8) -> Items {
        match resource {
            Resource::Marble => Items::new(0, [count, 0, 0]),
            Resource::Copper => Items::new(0, [0, count, 0]),
            Resource::Gold => Items::new(0, [0, 0, count]),
        }
    }

    /// Returns the number of an item.
    pub fn count(&self, item: impl Into<Item>) -> u8 {
        self.0[item.into()]
    }

    /// Returns the number of all items.
    pub fn total(&self) -> u8 {
        self.0
            .iter()
            .fold(0, |sum, (_, &count)| sum.saturating_add(count))
    }

    /// Returns the number of all resources.
    pub fn resources(&self) -> u8 {
        self.total().saturating_sub(self.count(Item::Coin))
    }

    /// Returns whether there are no items.
    pub fn is_empty(&self) -> bool {
        *self == Items::NONE
    }

    /// Adds items.
    pub fn add(&mut self, item: Item, count: u8) {
        self.0[item] = self.0[item].saturating_add(count);
    }

    /// Removes items.
    pub fn remove(&mut self, item: Item, count: u8) {
        self.0[item] = self.0[item].saturating_sub(count);
    }

    /// Adds all of these items.
    pub fn add_all(&mut self, items: Items) {
        for (item, &count) in items.0.iter() {
            self.add(item, count);
        }
    }

    /// Returns whether these resources are available.
    pub fn cover(&self, cost: By<Resource, u8, 3>) -> bool {
        cost.iter()
            .all(|(resource, &count)| self.count(resource) >= count)
    }

    /// Removes these resources.
    pub fn pay(&mut self, cost: By<Resource, u8, 3>) {
        for (resource, &count) in cost.iter() {
            self.remove(resource.into(), count);
        }
    }
}

/// Rows of the market. Reconstructed, low. Alternative: 4 rows, all filled at the start (spec 15.5).
pub const MARKET_ROWS: u8 = 6;
/// Resources in each column at the start. Rulebook.
pub const MARKET_START: u8 = 4;

/// Returns the price in a row counted from 1 at the top: scarce goods are expensive. The values are rulebook, the rows reconstructed (low).
pub const fn market_price(row: u8) -> u8 {
    if row <= 3 { 2 } else { 1 }
}

/// Returns the prestige for covering a space of the market by a sale. The values are rulebook, their places reconstructed (low).
pub const fn market_prestige(resource: Resource, row: u8) -> u8 {
    match (resource, row) {
        (Resource::Marble, 6) => 1,
        (Resource::Copper, 5 | 6) => 1,
        (Resource::Gold, 5) => 1,
        (Resource::Gold, 6) => 2,
        _ => 0,
    }
}
