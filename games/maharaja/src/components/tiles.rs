//! The action wheel, characters, rewards, special rules and final-scoring tiles.

use crate::numbered::numbered;
use kit::ids;

numbered! {
    /// An action of the wheel. Source: rulebook.
    pub enum WheelAction: "action" {
        /// Build one statue, a coin cheaper.
        StatueDiscount = 1,
        /// Build one shrine, a coin cheaper.
        ShrineDiscount = 2,
        /// Build one statue and one shrine.
        StatueAndShrine = 3,
        /// Build two shrines, at least one of them in a city.
        TwoShrines = 4,
        /// Take coins.
        TakeCoins = 5,
        /// Take shrines from the supply.
        TakeShrines = 6,
        /// Pay coins for prestige.
        BuyPrestige = 7,
        /// Swap the character.
        SwapCharacter = 8,
        /// Shift a city's flag.
        ShiftFlag = 9,
    }
}

/// The parts of a building action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// The number of statues.
    pub statues: u8,
    /// The number of shrines.
    pub shrines: u8,
}

impl WheelAction {
    /// Coins of [`WheelAction::TakeCoins`]. Source: rulebook.
    pub const COINS: u16 = 3;
    /// Shrines of [`WheelAction::TakeShrines`]. Source: rulebook.
    pub const SHRINES: u8 = 2;
    /// Coins paid and prestige gained by [`WheelAction::BuyPrestige`]. Source: rulebook.
    pub const PRESTIGE_DEAL: (u16, i16) = (3, 2);

    /// Returns the parts of a building action; `None` for the others. Source: rulebook.
    pub const fn parts(self) -> Option<Parts> {
        let (statues, shrines) = match self {
            WheelAction::StatueDiscount => (1, 0),
            WheelAction::ShrineDiscount => (0, 1),
            WheelAction::StatueAndShrine => (1, 1),
            WheelAction::TwoShrines => (0, 2),
            _ => return None,
        };
        Some(Parts { statues, shrines })
    }

    /// Returns whether an action marker can be used for it. Source: rulebook.
    pub const fn by_marker(self) -> bool {
        !matches!(self, WheelAction::SwapCharacter)
    }
}

numbered! {
    /// A character. Its number determines the order of play and breaks ties. Source: rulebook.
    pub enum Character: "character" {
        /// No ability.
        NoEffect = 1,
        /// Takes a shrine from the supply.
        TakeShrine = 2,
        /// Exchanges coins and prestige, up to three times.
        Exchange = 3,
        /// Pays prestige for an action marker.
        BuyActionMarker = 4,
        /// The player's priest in the scored city counts one worship point more.
        PriestPlusOne = 5,
        /// Takes a prestige point.
        TakePrestige = 6,
        /// Each pair of the player's shrines in the scored city counts one worship point more.
        ShrinePairs = 7,
        /// One worship point more in every scoring.
        FreeWorship = 8,
        /// Travels free.
        FreeTravel = 9,
        /// Shifts a flag.
        ShiftFlag = 10,
        /// Each gain of prestige is one higher.
        ExtraPrestige = 11,
        /// Builds in cities without the priest.
        RemoteBuilding = 12,
        /// Builds a shrine straight from the supply in any city.
        SupplyShrine = 13,
        /// Takes an action marker.
        TakeActionMarker = 14,
        /// Statues cost less.
        CheapStatues = 15,
        /// Reward tiles are applied twice.
        DoubleReward = 16,
    }
}

/// The timing of a character's ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timing {
    /// No ability.
    Never,
    /// Once a round, in the player's turn.
    Once,
    /// Always.
    Permanent,
    /// In the city scoring.
    Scoring,
}

impl Character {
    /// Shrines of [`Character::TakeShrine`]. Source: rulebook.
    pub const SHRINES: u8 = 1;
    /// Coins on one side of an exchange of [`Character::Exchange`]. Source: rulebook.
    pub const EXCHANGE_COINS: u16 = 2;
    /// Prestige on the other side. Source: rulebook.
    pub const EXCHANGE_PRESTIGE: i16 = 1;
    /// Exchanges in one use. Source: rulebook.
    pub const EXCHANGES: u8 = 3;
    /// Prestige that [`Character::BuyActionMarker`] pays. Source: rulebook.
    pub const MARKER_PRESTIGE: i16 = 1;
    /// Action markers of [`Character::BuyActionMarker`] and [`Character::TakeActionMarker`]. Source: rulebook.
    pub const MARKERS: u8 = 1;
    /// Prestige of [`Character::TakePrestige`]. Source: rulebook.
    pub const PRESTIGE: i16 = 1;
    /// The worship points that each scoring ability adds: for the priest, for a pair of shrines, or unconditionally. Source: rulebook.
    pub const WORSHIP: u8 = 1;
    /// Prestige that [`Character::ExtraPrestige`] adds to a gain. Source: rulebook.
    pub const EXTRA_PRESTIGE: i16 = 1;
    /// How often [`Character::DoubleReward`] applies a reward tile. Source: rulebook.
    pub const REWARD_TIMES: u8 = 2;

    /// Returns the timing of its ability. Source: reconstructed from the rulebook's three definitions.
    pub const fn timing(self) -> Timing {
        use Character::*;
        match self {
            NoEffect => Timing::Never,
            TakeShrine | Exchange | BuyActionMarker | TakePrestige | ShiftFlag | SupplyShrine
            | TakeActionMarker => Timing::Once,
            FreeTravel | ExtraPrestige | RemoteBuilding | CheapStatues => Timing::Permanent,
            PriestPlusOne | ShrinePairs | FreeWorship | DoubleReward => Timing::Scoring,
        }
    }

    /// Returns whether its ability is used by an action, once a round.
    pub const fn is_once(self) -> bool {
        matches!(self.timing(), Timing::Once)
    }
}

numbered! {
    /// A reward tile. Source: rulebook.
    pub enum Reward: "reward" {
        /// Coins.
        Coins = 1,
        /// Shrines from the supply.
        Shrines = 2,
        /// A prestige point and a coin.
        PrestigeAndCoin = 3,
        /// All others pay.
        OthersPay = 4,
        /// Prestige points.
        Prestige = 5,
        /// Prestige for coins, up to three times.
        BuyPrestige = 6,
        /// A free shrine in any city.
        FreeShrine = 7,
        /// A Maharani marker on a character in the display.
        Maharani = 8,
    }
}

impl Reward {
    /// Coins of [`Reward::Coins`]. Source: rulebook.
    pub const COINS: u16 = 3;
    /// Shrines of [`Reward::Shrines`]. Source: rulebook.
    pub const SHRINES: u8 = 3;
    /// Prestige and coins of [`Reward::PrestigeAndCoin`]. Source: rulebook.
    pub const ONE_OF_EACH: (i16, u16) = (1, 1);
    /// Coins that each other pays with [`Reward::OthersPay`]. Source: rulebook.
    pub const LEVY: u16 = 2;
    /// Prestige of [`Reward::Prestige`]. Source: rulebook.
    pub const PRESTIGE: i16 = 2;
    /// Coins and prestige of one purchase with [`Reward::BuyPrestige`]. Source: rulebook.
    pub const PURCHASE: (u16, i16) = (1, 1);
    /// Purchases with [`Reward::BuyPrestige`]. Source: rulebook.
    pub const PURCHASES: u8 = 3;
}

ids! {
    /// A special rule; any number can be in play. Source: rulebook.
    pub enum SpecialRule: "special rule" {
        /// The first rank of a city scoring also gains prestige.
        FirstRankPrestige = "s1",
        /// Outer statues count one worship point in city scorings.
        WeakOuter = "s2",
        /// Statues outside the Maharaja's city are not cheaper.
        NoRebate = "s3",
        /// A swap can only take a character from the display.
        NoStealing = "s4",
    }
}

ids! {
    /// A final-scoring tile; at most one is in play, and replaces the majorities. Source: effects rulebook; that there are five and not
    /// four, and that they replace the majorities, reconstructed.
    pub enum FinalTile: "final-scoring tile" {
        /// Majorities count more.
        StrongMajority = "f1",
        /// Each city with a statue or shrine of the player.
        Presence = "f2",
        /// Each road of two villages with a shrine of the player in both.
        Roads = "f3",
        /// Each city with two statues of the player.
        TwoStatues = "f4",
        /// A loss for each of the player's shrines in the supply.
        UnusedShrines = "f5",
    }
}

impl FinalTile {
    /// Prestige of [`FinalTile::StrongMajority`], alone and shared. Source: rulebook.
    pub const STRONG_MAJORITY: [i16; 2] = [3, 2];
    /// Prestige for each city of [`FinalTile::Presence`]. Source: rulebook.
    pub const PRESENCE: i16 = 1;
    /// Prestige for each road of [`FinalTile::Roads`]. Source: rulebook.
    pub const ROAD: i16 = 2;
    /// Villages on a road that [`FinalTile::Roads`] counts. Source: rulebook.
    pub const ROAD_VILLAGES: usize = 2;
    /// Prestige for each city of [`FinalTile::TwoStatues`]. Source: rulebook.
    pub const TWO_STATUES: i16 = 2;
    /// The number of statues that [`FinalTile::TwoStatues`] requires. Source: rulebook.
    pub const STATUES: usize = 2;
    /// Prestige for each shrine of [`FinalTile::UnusedShrines`]. Source: rulebook.
    pub const UNUSED_SHRINE: i16 = -1;
}
