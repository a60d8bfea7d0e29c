//! The town: districts and their tiles, the ring of sections, the Maharajah's spaces.

use super::{Effect, Resource, Track, UpgradeChoice};
use kit::Key;

kit::ids! {
    /// The colour of a worker, of a mahout space, and of a district tile.
    pub enum Colour: "colour" {
        /// Economy.
        Yellow = "yellow",
        /// Resources.
        Blue = "blue",
        /// Knowledge.
        White = "white",
        /// Mahouts and upgrades.
        Green = "green",
    }
}

kit::ids! {
    /// A quarter of the town, in clockwise order. Rulebook.
    pub enum District: "district" {
        /// North.
        North = "north",
        /// East.
        East = "east",
        /// South.
        South = "south",
        /// West.
        West = "west",
    }
}

impl District {
    /// Returns the district a number of steps further clockwise.
    #[must_use]
    pub fn after(self, steps: usize) -> District {
        District::at((self.index() + steps) % District::COUNT).unwrap_or(self)
    }

    /// The Maharajah's space on the border that is crossed when stepping clockwise out of this district. Reconstructed, medium.
    pub const fn border(self) -> MaharajahSpace {
        match self {
            District::North => MaharajahSpace::NorthEast,
            District::East => MaharajahSpace::EastSouth,
            District::South => MaharajahSpace::SouthWest,
            District::West => MaharajahSpace::WestNorth,
        }
    }
}

kit::ids! {
    /// A section of the ring for workers, in clockwise order. Rulebook.
    #[expect(missing_docs, reason = "the first and the second section of each district")]
    pub enum Section: "section" {
        North1 = "north_1",
        North2 = "north_2",
        East1 = "east_1",
        East2 = "east_2",
        South1 = "south_1",
        South2 = "south_2",
        West1 = "west_1",
        West2 = "west_2",
    }
}

impl Section {
    /// Returns the district of the section.
    pub const fn district(self) -> District {
        match self {
            Section::North1 | Section::North2 => District::North,
            Section::East1 | Section::East2 => District::East,
            Section::South1 | Section::South2 => District::South,
            Section::West1 | Section::West2 => District::West,
        }
    }

    /// Returns the initial number of workers. Reconstructed: three for each district is high, two and one is medium.
    pub const fn start_workers(self) -> u8 {
        match self {
            Section::North1 | Section::East1 | Section::South1 | Section::West1 => 2,
            Section::North2 | Section::East2 | Section::South2 | Section::West2 => 1,
        }
    }

    /// Returns the next section clockwise.
    #[must_use]
    pub fn next(self) -> Section {
        Section::at((self.index() + 1) % Section::COUNT).unwrap_or(self)
    }
}

kit::ids! {
    /// A space of the Maharajah's token: the borders between districts, in the order of its way. Reconstructed, medium.
    pub enum MaharajahSpace: "Maharajah space" {
        /// The red one, where it starts (low).
        WestNorth = "west_north",
        /// Between north and east.
        NorthEast = "north_east",
        /// Between east and south.
        EastSouth = "east_south",
        /// Between south and west.
        SouthWest = "south_west",
    }
}

impl MaharajahSpace {
    /// The space where the token starts, and to which it returns when a decade ends.
    pub const RED: MaharajahSpace = MaharajahSpace::WestNorth;

    /// Returns the next space clockwise.
    #[must_use]
    pub fn next(self) -> MaharajahSpace {
        MaharajahSpace::at((self.index() + 1) % MaharajahSpace::COUNT).unwrap_or(self)
    }
}

kit::ids! {
    /// A tile with a main and a secondary action, three of each colour.
    #[expect(missing_docs, reason = "what they show stands in the table below")]
    pub enum DistrictTile: "district tile" {
        YellowA = "yellow_a",
        YellowB = "yellow_b",
        YellowC = "yellow_c",
        BlueA = "blue_a",
        BlueB = "blue_b",
        BlueC = "blue_c",
        WhiteA = "white_a",
        WhiteB = "white_b",
        WhiteC = "white_c",
        GreenA = "green_a",
        GreenB = "green_b",
        GreenC = "green_c",
    }
}

kit::ids! {
    /// An action of a district tile. The list is rulebook.
    pub enum TileAction: "tile action" {
        /// Two marble.
        Marble2 = "marble_2",
        /// One copper.
        Copper1 = "copper_1",
        /// Two marble or one copper.
        Marble2OrCopper1 = "marble_2_or_copper_1",
        /// One gold.
        Gold1 = "gold_1",
        /// One resource of choice.
        AnyResource1 = "any_resource_1",
        /// One coin.
        Coin1 = "coin_1",
        /// Two coins.
        Coin2 = "coin_2",
        /// A market action.
        Market = "market",
        /// One coin and a market action, in either order.
        Coin1AndMarket = "coin_1_and_market",
        /// The action of one mahout tile on the player's board.
        Mahout = "mahout",
        /// A storehouse or an objective.
        UpgradeStorehouseOrObjective = "upgrade_storehouse_or_objective",
        /// A storehouse or a mahout.
        UpgradeStorehouseOrMahout = "upgrade_storehouse_or_mahout",
        /// Any upgrade.
        UpgradeAny = "upgrade_any",
        /// A step in development.
        KnowledgeDevelopment = "knowledge_development",
        /// A step in resources.
        KnowledgeResource = "knowledge_resource",
        /// A step in money.
        KnowledgeMoney = "knowledge_money",
        /// A step on any track.
        KnowledgeAny = "knowledge_any",
    }
}

/// The alternatives of `marble_2_or_copper_1`. Rulebook.
pub const MARBLE_OR_COPPER: [(Resource, u8); 2] = [(Resource::Marble, 2), (Resource::Copper, 1)];
/// Coins that come with the market action of `coin_1_and_market`. Rulebook.
pub const COINS_WITH_MARKET: u8 = 1;

impl TileAction {
    /// Returns the effect of the action. Rulebook.
    pub const fn effect(self) -> Effect {
        use TileAction as A;
        match self {
            A::Marble2 => Effect::resources(Resource::Marble, 2),
            A::Copper1 => Effect::resources(Resource::Copper, 1),
            A::Marble2OrCopper1 => Effect::MarbleOrCopper,
            A::Gold1 => Effect::resources(Resource::Gold, 1),
            A::AnyResource1 => Effect::any_resources(1),
            A::Coin1 => Effect::coins(1),
            A::Coin2 => Effect::coins(2),
            A::Market => Effect::Market,
            A::Coin1AndMarket => Effect::CoinsAndMarket,
            A::Mahout => Effect::MahoutAction,
            A::UpgradeStorehouseOrObjective => {
                Effect::Upgrade(UpgradeChoice::StorehouseOrObjective)
            }
            A::UpgradeStorehouseOrMahout => Effect::Upgrade(UpgradeChoice::StorehouseOrMahout),
            A::UpgradeAny => Effect::Upgrade(UpgradeChoice::Any),
            A::KnowledgeDevelopment => Effect::Knowledge(Track::Development),
            A::KnowledgeResource => Effect::Knowledge(Track::Resource),
            A::KnowledgeMoney => Effect::Knowledge(Track::Money),
            A::KnowledgeAny => Effect::AnyKnowledge(1),
        }
    }
}

impl DistrictTile {
    /// Returns the colour of its back and of its secondary action.
    pub const fn colour(self) -> Colour {
        use DistrictTile as T;
        match self {
            T::YellowA | T::YellowB | T::YellowC => Colour::Yellow,
            T::BlueA | T::BlueB | T::BlueC => Colour::Blue,
            T::WhiteA | T::WhiteB | T::WhiteC => Colour::White,
            T::GreenA | T::GreenB | T::GreenC => Colour::Green,
        }
    }

    /// Returns the main and the secondary action. Reconstructed: main actions medium, secondary actions low.
    const fn actions(self) -> (TileAction, TileAction) {
        use DistrictTile as T;
        use TileAction as A;
        match self {
            T::YellowA => (A::Coin2, A::KnowledgeAny),
            T::YellowB => (A::Market, A::AnyResource1),
            T::YellowC => (A::Coin1AndMarket, A::Copper1),
            T::BlueA => (A::Marble2, A::UpgradeAny),
            T::BlueB => (A::Marble2OrCopper1, A::KnowledgeMoney),
            T::BlueC => (A::Gold1, A::Mahout),
            T::WhiteA => (A::KnowledgeDevelopment, A::Market),
            T::WhiteB => (A::KnowledgeResource, A::Coin1),
            T::WhiteC => (A::KnowledgeMoney, A::Marble2),
            T::GreenA => (A::Mahout, A::Coin2),
            T::GreenB => (A::UpgradeStorehouseOrObjective, A::KnowledgeResource),
            T::GreenC => (A::UpgradeStorehouseOrMahout, A::KnowledgeDevelopment),
        }
    }

    /// Returns the action for workers of any colour.
    pub const fn main(self) -> TileAction {
        self.actions().0
    }

    /// Returns the additional action for workers of its colour.
    pub const fn secondary(self) -> TileAction {
        self.actions().1
    }
}
