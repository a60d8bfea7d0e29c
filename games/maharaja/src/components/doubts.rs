//! Points on which the sources are silent or unclear, as constants, so that a better source needs no change elsewhere.

/// The place from which a shrine is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stock {
    /// The player's own tableau.
    Tableau,
    /// The common supply.
    Supply,
}

/// The origin of the four starting shrines. Source: reconstructed, the natural reading of public reports.
pub const SETUP_SHRINES_FROM: Stock = Stock::Tableau;

/// The maximum number of shrines of one owner in one village, never more than the village holds. Source: public (2004).
pub const OWN_SHRINES_PER_VILLAGE: usize = 2;

/// Coins for the shrine of [`Character::SupplyShrine`](super::Character::SupplyShrine). Source: reconstructed, and the most doubtful
/// value of all: the character of 2004 worked free, but the rulebook calls other shrines free of charge and not this one, so that 1 is
/// the literal reading.
pub const SUPPLY_SHRINE_PRICE: u16 = 0;

/// Whether the shrines of [`Character::SupplyShrine`](super::Character::SupplyShrine) and
/// [`Reward::FreeShrine`](super::Reward::FreeShrine) may go into villages as well as cities. Source: reconstructed.
pub const FREE_SHRINES_IN_VILLAGES: bool = false;

/// Whether a final-scoring tile replaces the prestige for majorities. Source: reconstructed.
pub const FINAL_TILE_REPLACES_MAJORITY: bool = true;
