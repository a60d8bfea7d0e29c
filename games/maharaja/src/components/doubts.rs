//! Points on which the sources are silent or unclear, kept as switches so that a better source needs no change elsewhere.
//! Source of all values: reconstructed.

/// Where a shrine can be taken from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stock {
    /// The player's own tableau.
    Tableau,
    /// The common supply.
    Supply,
}

/// Where the four starting shrines come from.
pub const SETUP_SHRINES_FROM: Stock = Stock::Tableau;

/// Shrines of one owner in one village, never more than the village holds.
pub const OWN_SHRINES_PER_VILLAGE: usize = 2;

/// Coins for the shrine of [`Character::SupplyShrine`](super::Character::SupplyShrine).
pub const SUPPLY_SHRINE_PRICE: u16 = 0;

/// Whether the shrines of [`Character::SupplyShrine`](super::Character::SupplyShrine) and
/// [`Reward::FreeShrine`](super::Reward::FreeShrine) may go into villages as well as cities.
pub const FREE_SHRINES_IN_VILLAGES: bool = false;

/// Whether a final-scoring tile replaces the prestige for majorities.
pub const FINAL_TILE_REPLACES_MAJORITY: bool = true;
