//! A personal board: mahouts, storehouses, objective spaces, taxes and knowledge tracks.

use super::{Colour, Effect, Items, Resource, UpgradeChoice};

kit::ids! {
    /// A mahout tile; every player owns one of each. Rulebook.
    pub enum Mahout: "mahout tile" {
        /// A donation; on the board from the start.
        Donate = "donate",
        /// Any upgrade, paid.
        UpgradeAny = "upgrade_any",
        /// A coin and prestige.
        CoinAndPp = "coin_and_pp",
        /// A market action.
        Market = "market",
        /// A coin and a marble.
        CoinAndMarble = "coin_and_marble",
        /// A resource of choice.
        AnyResource = "any_resource",
        /// A step on any knowledge track.
        KnowledgeAny = "knowledge_any",
    }
}

impl Mahout {
    /// Returns the effect of its action. Rulebook.
    pub const fn effect(self) -> Effect {
        match self {
            Mahout::Donate => Effect::Donation,
            Mahout::UpgradeAny => Effect::Upgrade(UpgradeChoice::Any),
            Mahout::CoinAndPp => Effect::GainAndPrestige(Items::coins(1), 1),
            Mahout::Market => Effect::Market,
            Mahout::CoinAndMarble => Effect::Gain(Items::new(1, [1, 0, 0])),
            Mahout::AnyResource => Effect::any_resources(1),
            Mahout::KnowledgeAny => Effect::AnyKnowledge(1),
        }
    }

    /// Tax icons: none on the starting tile (rulebook), one on the others (reconstructed, medium).
    pub const fn tax(self) -> u8 {
        match self {
            Mahout::Donate => 0,
            _ => 1,
        }
    }
}

kit::ids! {
    /// A storehouse tile: each benefit exists once (forced).
    pub enum Storehouse: "storehouse" {
        /// At once: a coin and a resource of choice.
        CoinAndAnyResource = "coin_and_any_resource",
        /// At once: two marble.
        TwoMarble = "two_marble",
        /// At once: two knowledge steps.
        TwoKnowledge = "two_knowledge",
        /// A white worker may count as yellow.
        WhiteAsYellow = "white_as_yellow",
        /// A white worker may count as blue.
        WhiteAsBlue = "white_as_blue",
        /// A white worker may count as green.
        WhiteAsGreen = "white_as_green",
        /// A coin off the purchases of a market action.
        MarketDiscount = "market_discount",
        /// A coin off the taxes.
        TaxDiscount = "tax_discount",
        /// One section skipped without a coin.
        FreeSkip = "free_skip",
        /// No loss for passing the Maharajah.
        NoPenalty = "no_penalty",
        /// All face-up bridge tiles count.
        AllBridges = "all_bridges",
        /// A step may be taken on another track.
        KnowledgeSwap = "knowledge_swap",
        /// Marble for copper or copper for gold, or back.
        Exchange = "exchange",
        /// Upgrades are paid with any resource.
        UpgradeAnyResource = "upgrade_any_resource",
        /// Once: a free move of the elephant.
        FreeElephant = "free_elephant",
    }
}

impl Storehouse {
    /// Returns the one-time benefit when it is placed; permanent benefits are checked where they apply. Rulebook.
    pub const fn benefit(self) -> Effect {
        match self {
            Storehouse::CoinAndAnyResource => Effect::AnyResources(1, Items::coins(1)),
            Storehouse::TwoMarble => Effect::resources(Resource::Marble, 2),
            Storehouse::TwoKnowledge => Effect::AnyKnowledge(2),
            _ => Effect::Nothing,
        }
    }

    /// Spaces of the tile. Reconstructed, low.
    pub const fn spaces(self) -> u8 {
        use Storehouse as S;
        match self {
            S::TwoKnowledge | S::FreeSkip | S::AllBridges | S::Exchange | S::FreeElephant => 2,
            _ => 3,
        }
    }

    /// Spaces of `free_elephant` once it is flipped. Rulebook.
    pub const FLIPPED_SPACES: u8 = 4;

    /// Tax icons of the front. Reconstructed, low. A flipped `free_elephant` shows none, like the starting storehouse: rulebook, high.
    pub const fn tax(self) -> u8 {
        match self {
            Storehouse::NoPenalty | Storehouse::KnowledgeSwap => 0,
            _ => 1,
        }
    }

    /// The number of storehouses on offer, by number of players. Rulebook.
    pub const fn revealed(players: u8) -> usize {
        match players {
            0..=2 => 6,
            3 => 9,
            _ => 12,
        }
    }

    /// Returns the tile that lets a white worker count as that colour.
    pub const fn white_as(colour: Colour) -> Option<Storehouse> {
        match colour {
            Colour::Yellow => Some(Storehouse::WhiteAsYellow),
            Colour::Blue => Some(Storehouse::WhiteAsBlue),
            Colour::Green => Some(Storehouse::WhiteAsGreen),
            Colour::White => None,
        }
    }
}

kit::ids! {
    /// A space for an objective on a personal board. Rulebook.
    pub enum ObjectiveSpace: "objective space" {
        /// For the opening objective only.
        Start = "start",
        /// A resource of choice.
        Resource = "resource",
        /// Two coins.
        Coins = "coins",
        /// Two prestige.
        Prestige = "prestige",
    }
}

impl ObjectiveSpace {
    /// Returns the benefit of placing an objective there. Rulebook.
    pub const fn benefit(self) -> Effect {
        match self {
            ObjectiveSpace::Start => Effect::Nothing,
            ObjectiveSpace::Resource => Effect::any_resources(1),
            ObjectiveSpace::Coins => Effect::coins(2),
            ObjectiveSpace::Prestige => Effect::Prestige(2),
        }
    }
}

/// The coins due for a number of tax icons. Reconstructed, low: one coin for each. Alternative: printed values that grow more slowly (spec 15.7).
pub const fn coins_due(icons: u8) -> u8 {
    icons
}

kit::ids! {
    /// A knowledge track.
    pub enum Track: "knowledge track" {
        /// Counters and upgrades.
        Development = "development",
        /// Resources.
        Resource = "resource",
        /// Coins.
        Money = "money",
    }
}

impl Track {
    /// Returns the immediate benefit of a step. The benefits are rulebook, their order and the length of the tracks reconstructed, medium.
    pub const fn benefit(self, step: u8) -> Effect {
        match (self, step) {
            (Track::Development, 1) => Effect::Counter,
            (Track::Development, 2) => Effect::Upgrade(UpgradeChoice::Any),
            (Track::Development, UNLOCKING_STEP) => Effect::UnlockMovement,
            (Track::Development, 5) => Effect::MahoutAction,
            (Track::Development, 6) => Effect::FreeUpgrade,
            (Track::Resource, 1) => Effect::resources(Resource::Marble, 1),
            (Track::Resource, 2) => Effect::resources(Resource::Copper, 1),
            (Track::Resource, 3 | 5) => Effect::any_resources(1),
            (Track::Resource, 6) => Effect::any_resources(2),
            (Track::Money, 1 | 3) => Effect::coins(1),
            (Track::Money, 5 | 6) => Effect::coins(2),
            _ => Effect::Nothing,
        }
    }

    /// Returns the benefit of a step on a full track. Rulebook.
    pub const fn overflow(self) -> Effect {
        match self {
            Track::Development => Effect::Counter,
            Track::Resource => Effect::any_resources(1),
            Track::Money => Effect::coins(1),
        }
    }

    /// Returns the benefit of [`INCOME_STEP`] at the end of a decade. Rulebook.
    pub const fn income(self) -> Effect {
        match self {
            Track::Development => Effect::Counter,
            Track::Resource => Effect::any_resources(1),
            Track::Money => Effect::GainAndPrestige(Items::coins(1), 1),
        }
    }
}

/// The step of development that unlocks the movement token. Reconstructed, medium.
pub const UNLOCKING_STEP: u8 = 3;
/// The step of each track with a benefit at the end of a decade. Reconstructed, medium.
pub const INCOME_STEP: u8 = 4;
/// The step of money that lowers taxes by a coin. Reconstructed, medium.
pub const TAX_DISCOUNT_STEP: u8 = 2;
