//! Everything printed on cardboard, and the only place for its numbers.
//!
//! Each table names its source: *rulebook* (stated in words by an edition), *public* (a public web page) or *reconstructed* (printed
//! only as a picture; the value is derived or designed, and a word says how sure it is: forced, high, medium, low). Whoever owns the
//! box corrects a tile by changing one line here.

use kit::{By, Id, Key};

// ---------------------------------------------------------------------------------------------------------------------- constants

/// Most workers in a section, and the largest group that can be lifted. Rulebook.
pub const SECTION_CAPACITY: u8 = 4;
/// Counters that an elephant carries. Rulebook.
pub const ELEPHANT_CAPACITY: u8 = 6;
/// Counters of a side. Rulebook.
pub const COUNTERS: u8 = 16;
/// Counters on a personal board at the start: 4 mahout, 4 objective and 3 storehouse spaces. Reconstructed, forced.
pub const COUNTERS_ON_BOARD: u8 = 11;
/// Counters on a player's market space at the start. Rulebook.
pub const COUNTERS_IN_MARKET: u8 = 5;
/// Spaces of the printed storehouse. Rulebook.
pub const STARTING_STOREHOUSE: u8 = 4;
/// Storehouse spaces on a personal board. Reconstructed, forced.
pub const STOREHOUSE_SPACES: u8 = 3;
/// Prestige at the start. Rulebook.
pub const START_PRESTIGE: i16 = 5;
/// Coins at the start. Rulebook.
pub const START_COINS: u8 = 1;
/// Prestige for each own counter under a new donation. Rulebook.
pub const SUPPORT_PRESTIGE: u8 = 1;
/// Prestige for the active player for each follower. Rulebook.
pub const FOLLOW_PRESTIGE: u8 = 1;
/// Prestige for a counter that is due when the market space is empty. Rulebook.
pub const MISSING_COUNTER_PRESTIGE: u8 = 1;
/// Prestige for the first and the second of an objective of type A. Rulebook.
pub const OBJECTIVE_RANKS: [u8; 2] = [5, 2];
/// Tax icons of an objective, visible face down. Rulebook for the opening objective, reconstructed (high) for the others.
pub const OBJECTIVE_TAX: u8 = 1;
/// The last step of a knowledge track. Reconstructed, medium.
pub const LAST_STEP: u8 = 7;
/// Workers of each colour on the ring. Rulebook.
pub const WORKERS_OF_A_COLOUR: u8 = 3;

// --------------------------------------------------------------------------------------------------------------- clock and board

kit::ids! {
    /// A third of the game.
    pub enum Decade: "decade" {
        /// The first.
        I = "I",
        /// The second.
        Ii = "II",
        /// The third.
        Iii = "III",
    }
}

/// Rounds of a decade. Rulebook.
pub const ROUNDS: u8 = 4;

impl Decade {
    /// Prestige lost for passing the Maharajah, and for each unpaid coin of tax. Rulebook.
    pub const fn penalty(self) -> u8 {
        match self {
            Decade::I => 1,
            Decade::Ii => 2,
            Decade::Iii => 3,
        }
    }
}

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
    /// The district so many steps further clockwise.
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
    /// A place for workers on the ring, in clockwise order. Rulebook.
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
    /// The district it lies in.
    pub const fn district(self) -> District {
        match self {
            Section::North1 | Section::North2 => District::North,
            Section::East1 | Section::East2 => District::East,
            Section::South1 | Section::South2 => District::South,
            Section::West1 | Section::West2 => District::West,
        }
    }

    /// Workers at the start. Reconstructed: three for each district is high, two and one is medium.
    pub const fn start_workers(self) -> u8 {
        match self {
            Section::North1 | Section::East1 | Section::South1 | Section::West1 => 2,
            Section::North2 | Section::East2 | Section::South2 | Section::West2 => 1,
        }
    }

    /// The next section clockwise.
    #[must_use]
    pub fn next(self) -> Section {
        Section::at((self.index() + 1) % Section::COUNT).unwrap_or(self)
    }
}

kit::ids! {
    /// Where the Maharajah's token can be: the borders between districts, in the order of its way. Reconstructed, medium.
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
    /// Where the token starts, and is back when a decade ends.
    pub const RED: MaharajahSpace = MaharajahSpace::WestNorth;

    /// The next space clockwise.
    #[must_use]
    pub fn next(self) -> MaharajahSpace {
        MaharajahSpace::at((self.index() + 1) % MaharajahSpace::COUNT).unwrap_or(self)
    }
}

// ------------------------------------------------------------------------------------------------------------- items and market

kit::ids! {
    /// What the temple is made of.
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
    /// What a storehouse space holds.
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

/// Rows of the market. Reconstructed, medium.
pub const MARKET_ROWS: u8 = 6;
/// Resources in each column at the start. Rulebook.
pub const MARKET_START: u8 = 4;

/// The price in a row counted from 1 at the top: scarce goods are dear. The values are rulebook, the rows reconstructed (medium).
pub const fn market_price(row: u8) -> u8 {
    if row <= 3 { 2 } else { 1 }
}

/// Prestige for covering a space of the market by a sale. The values are rulebook, their places reconstructed (medium).
pub const fn market_prestige(resource: Resource, row: u8) -> u8 {
    match (resource, row) {
        (Resource::Marble, 6) => 1,
        (Resource::Copper, 5 | 6) => 1,
        (Resource::Gold, 5) => 1,
        (Resource::Gold, 6) => 2,
        _ => 0,
    }
}

// ------------------------------------------------------------------------------------------------------------------ district tiles

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
    /// What a district tile lets a player do. The list is rulebook.
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
        /// The action of one mahout tile on the own board.
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

impl DistrictTile {
    /// The colour of its back and of its secondary action.
    pub const fn colour(self) -> Colour {
        use DistrictTile as T;
        match self {
            T::YellowA | T::YellowB | T::YellowC => Colour::Yellow,
            T::BlueA | T::BlueB | T::BlueC => Colour::Blue,
            T::WhiteA | T::WhiteB | T::WhiteC => Colour::White,
            T::GreenA | T::GreenB | T::GreenC => Colour::Green,
        }
    }

    /// Main and secondary action. Reconstructed: main actions medium, secondary actions low.
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

    /// What any worker may do there.
    pub const fn main(self) -> TileAction {
        self.actions().0
    }

    /// What a worker of its colour may do as well.
    pub const fn secondary(self) -> TileAction {
        self.actions().1
    }
}

// ------------------------------------------------------------------------------------------------------------------ donation tiles

kit::ids! {
    /// A space of a donation tile: the letter is its level, the number counts from the left.
    #[expect(missing_docs, reason = "their names are their places")]
    pub enum Space: "donation space" {
        A0 = "a0", A1 = "a1", A2 = "a2", A3 = "a3", A4 = "a4",
        B0 = "b0", B1 = "b1", B2 = "b2", B3 = "b3",
        C0 = "c0", C1 = "c1", C2 = "c2",
        D0 = "d0", D1 = "d1",
    }
}

kit::ids! {
    /// A level of the donation tiles.
    #[expect(missing_docs, reason = "they are numbers")]
    pub enum Level: "level" { One = "1", Two = "2", Three = "3", Four = "4" }
}

impl Space {
    /// Its level.
    pub const fn level(self) -> Level {
        use Space as S;
        match self {
            S::A0 | S::A1 | S::A2 | S::A3 | S::A4 => Level::One,
            S::B0 | S::B1 | S::B2 | S::B3 => Level::Two,
            S::C0 | S::C1 | S::C2 => Level::Three,
            S::D0 | S::D1 => Level::Four,
        }
    }
}

impl Level {
    /// What a donation costs there. Rulebook.
    pub const fn cost(self) -> By<Resource, u8, 3> {
        By::new(match self {
            Level::One => [1, 0, 0],
            Level::Two => [1, 1, 0],
            Level::Three => [0, 1, 1],
            Level::Four => [0, 0, 2],
        })
    }
}

kit::ids! {
    /// The donation tiles for a number of players; the Maharajah plays with those for two.
    pub enum DonationSet: "set of donation tiles" {
        /// One or two players.
        Two = "p2",
        /// Three players.
        Three = "p3",
        /// Four players.
        Four = "p4",
    }
}

impl DonationSet {
    /// The set for so many players. Rulebook.
    pub const fn of(players: u8) -> DonationSet {
        match players {
            0..=2 => DonationSet::Two,
            3 => DonationSet::Three,
            _ => DonationSet::Four,
        }
    }

    /// Prestige printed on each space of a tile, in the order of [`Space`]; 0 where there is none.
    /// Reconstructed: the shapes 4-3-2-1, 5-4-2-1 and 5-4-3-2 medium, the numbers low.
    #[rustfmt::skip]
    const fn tile(self, district: District) -> [u8; 14] {
        use District::{East, North, South, West};
        match (self, district) {
            (DonationSet::Two, North)   => [2, 1, 1, 1, 0,  2, 2, 3, 0,  4, 3, 0,  5, 0],
            (DonationSet::Two, East)    => [1, 2, 1, 1, 0,  3, 2, 2, 0,  3, 4, 0,  5, 0],
            (DonationSet::Two, South)   => [1, 1, 2, 1, 0,  2, 3, 2, 0,  4, 3, 0,  5, 0],
            (DonationSet::Two, West)    => [1, 1, 1, 2, 0,  2, 3, 2, 0,  3, 4, 0,  5, 0],
            (DonationSet::Three, North) => [2, 1, 1, 1, 1,  2, 2, 2, 3,  4, 3, 0,  5, 0],
            (DonationSet::Three, East)  => [1, 2, 1, 1, 1,  2, 2, 3, 2,  3, 4, 0,  5, 0],
            (DonationSet::Three, South) => [1, 1, 1, 2, 1,  2, 3, 2, 2,  4, 3, 0,  5, 0],
            (DonationSet::Three, West)  => [1, 1, 1, 1, 2,  3, 2, 2, 2,  3, 4, 0,  5, 0],
            (DonationSet::Four, North)  => [2, 1, 1, 1, 1,  2, 2, 2, 3,  4, 3, 3,  5, 5],
            (DonationSet::Four, East)   => [1, 2, 1, 1, 1,  2, 2, 3, 2,  3, 4, 3,  5, 5],
            (DonationSet::Four, South)  => [1, 1, 1, 2, 1,  2, 3, 2, 2,  3, 4, 3,  5, 5],
            (DonationSet::Four, West)   => [1, 1, 1, 1, 2,  3, 2, 2, 2,  3, 3, 4,  5, 5],
        }
    }

    /// Prestige printed on that space; `None` if the tile does not have it.
    pub fn prestige(self, district: District, space: Space) -> Option<u8> {
        let printed = By::<Space, u8, 14>::new(self.tile(district))[space];
        (printed > 0).then_some(printed)
    }

    /// The two spaces that a space stands on; `None` on level 1. Reconstructed, medium.
    pub const fn below(self, space: Space) -> Option<[Space; 2]> {
        use Space as S;
        Some(match (space, self) {
            (S::A0 | S::A1 | S::A2 | S::A3 | S::A4, _) => return None,
            (S::B0, _) => [S::A0, S::A1],
            (S::B1, _) => [S::A1, S::A2],
            (S::B2, _) => [S::A2, S::A3],
            (S::B3, _) => [S::A3, S::A4],
            (S::C0, _) => [S::B0, S::B1],
            (S::C1, DonationSet::Three) | (S::C2, _) => [S::B2, S::B3],
            (S::C1, _) => [S::B1, S::B2],
            (S::D0, _) => [S::C0, S::C1],
            (S::D1, _) => [S::C1, S::C2],
        })
    }

    /// How far right a space lies, in half steps: in the middle above the two spaces below it.
    pub fn x(self, space: Space) -> u8 {
        match self.below(space) {
            None => 2 * space.index() as u8,
            Some([left, right]) => (self.x(left) + self.x(right)) / 2,
        }
    }
}

// ------------------------------------------------------------------------------------------------------------- temple and bridge

kit::ids! {
    /// A tile that says what the majority in each district is worth.
    #[expect(missing_docs, reason = "what they show stands in the table below")]
    pub enum TempleTile: "temple tile" {
        Temple1 = "temple_1",
        Temple2 = "temple_2",
        Temple3 = "temple_3",
        Temple4 = "temple_4",
    }
}

impl TempleTile {
    /// Prestige for the majority in a district. Each value once is implied by the rulebook; the places are reconstructed, medium.
    pub const fn prestige(self, district: District) -> u8 {
        let by_district = match self {
            TempleTile::Temple1 => [4, 1, 2, 3],
            TempleTile::Temple2 => [1, 4, 3, 2],
            TempleTile::Temple3 => [2, 3, 4, 1],
            TempleTile::Temple4 => [3, 2, 1, 4],
        };
        let [north, east, south, west] = by_district;
        match district {
            District::North => north,
            District::East => east,
            District::South => south,
            District::West => west,
        }
    }
}

kit::ids! {
    /// What a bridge tile rewards. Rulebook.
    pub enum Trigger: "trigger" {
        /// Lifting four workers.
        MoveGroupOf4 = "move_group_of_4",
        /// A donation.
        Donation = "donation",
        /// An upgrade.
        Upgrade = "upgrade",
        /// A market action.
        Market = "market",
    }
}

kit::ids! {
    /// A section of the bridge. Rulebook.
    pub enum BridgeTile: "bridge tile" {
        /// A resource of choice for a group of four.
        Group4Resource = "group4_resource",
        /// Prestige for a group of four.
        Group4Pp = "group4_pp",
        /// A coin for a donation.
        DonationCoin = "donation_coin",
        /// Prestige for an upgrade.
        UpgradePp = "upgrade_pp",
        /// A coin for an upgrade.
        UpgradeCoin = "upgrade_coin",
        /// Prestige for a market action.
        MarketPp = "market_pp",
    }
}

impl BridgeTile {
    /// What it rewards.
    pub const fn trigger(self) -> Trigger {
        match self {
            BridgeTile::Group4Resource | BridgeTile::Group4Pp => Trigger::MoveGroupOf4,
            BridgeTile::DonationCoin => Trigger::Donation,
            BridgeTile::UpgradePp | BridgeTile::UpgradeCoin => Trigger::Upgrade,
            BridgeTile::MarketPp => Trigger::Market,
        }
    }
}

// ------------------------------------------------------------------------------------------------------------------ personal board

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

    /// Tax icons of the tile, flipped or not. Reconstructed, low.
    pub const fn tax(self) -> u8 {
        match self {
            Storehouse::NoPenalty | Storehouse::KnowledgeSwap => 0,
            _ => 1,
        }
    }

    /// Storehouses on offer for so many players. Rulebook.
    pub const fn revealed(players: u8) -> usize {
        match players {
            0..=2 => 6,
            3 => 9,
            _ => 12,
        }
    }

    /// The tile that lets a white worker count as that colour.
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
    /// A place for an objective on a personal board. Rulebook.
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

/// Coins for an objective on the space `coins`. Rulebook.
pub const OBJECTIVE_SPACE_COINS: u8 = 2;
/// Prestige for an objective on the space `prestige`. Rulebook.
pub const OBJECTIVE_SPACE_PRESTIGE: u8 = 2;

kit::ids! {
    /// What can be added to a personal board.
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
    /// The resource it costs. Rulebook.
    pub const fn cost(self) -> Resource {
        match self {
            UpgradeKind::Storehouse => Resource::Marble,
            UpgradeKind::Objective => Resource::Copper,
            UpgradeKind::Mahout => Resource::Gold,
        }
    }
}

/// Coins due for so many tax icons. Reconstructed, medium: one coin for each.
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

/// What a knowledge step gives at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Benefit {
    /// Nothing now: the step works at the end of a decade or of the game.
    Later,
    /// A counter from the market space.
    Counter,
    /// Any upgrade, paid.
    Upgrade,
    /// Any upgrade without payment.
    FreeUpgrade,
    /// The movement token is unlocked.
    UnlockMovement,
    /// The action of one mahout tile on the own board.
    MahoutAction,
    /// A resource of this kind.
    One(Resource),
    /// So many resources of choice.
    AnyResources(u8),
    /// So many coins.
    Coins(u8),
}

impl Track {
    /// What a step gives at once. The benefits are rulebook, their order and the length of the tracks reconstructed, medium.
    pub const fn benefit(self, step: u8) -> Benefit {
        match (self, step) {
            (Track::Development, 1) => Benefit::Counter,
            (Track::Development, 2) => Benefit::Upgrade,
            (Track::Development, UNLOCKING_STEP) => Benefit::UnlockMovement,
            (Track::Development, 5) => Benefit::MahoutAction,
            (Track::Development, 6) => Benefit::FreeUpgrade,
            (Track::Resource, 1) => Benefit::One(Resource::Marble),
            (Track::Resource, 2) => Benefit::One(Resource::Copper),
            (Track::Resource, 3 | 5) => Benefit::AnyResources(1),
            (Track::Resource, 6) => Benefit::AnyResources(2),
            (Track::Money, 1 | 3) => Benefit::Coins(1),
            (Track::Money, 5 | 6) => Benefit::Coins(2),
            _ => Benefit::Later,
        }
    }

    /// What a step gives when the track is full. Rulebook.
    pub const fn overflow(self) -> Benefit {
        match self {
            Track::Development => Benefit::Counter,
            Track::Resource => Benefit::AnyResources(1),
            Track::Money => Benefit::Coins(1),
        }
    }
}

/// The step of development that unlocks the movement token. Reconstructed, medium.
pub const UNLOCKING_STEP: u8 = 3;
/// The step of each track that gives something at the end of a decade. Reconstructed, medium.
pub const INCOME_STEP: u8 = 4;
/// The step of money that lowers taxes by a coin. Reconstructed, medium.
pub const TAX_DISCOUNT_STEP: u8 = 2;

// ---------------------------------------------------------------------------------------------------------------------- objectives

kit::ids! {
    /// A type of objective; every player gets one of each. Rulebook.
    pub enum ObjectiveType: "type of objective" {
        /// Majorities.
        A = "A",
        /// Knowledge.
        B = "B",
        /// Districts and variety.
        C = "C",
        /// Levels.
        D = "D",
    }
}

kit::ids! {
    /// A secret goal, scored at the end if it lies on the board.
    #[expect(missing_docs, reason = "what they ask for stands in the table below")]
    pub enum Objective: "objective" {
        A1 = "A1", A2 = "A2", A3 = "A3", A4 = "A4", A5 = "A5", A6 = "A6",
        B1 = "B1", B2 = "B2", B3 = "B3", B4 = "B4", B5 = "B5", B6 = "B6",
        C1 = "C1", C2 = "C2", C3 = "C3", C4 = "C4", C5 = "C5", C6 = "C6",
        D1 = "D1", D2 = "D2", D3 = "D3", D4 = "D4", D5 = "D5", D6 = "D6",
    }
}

/// What an objective asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Most and second most counters in a district.
    MajorityIn(District),
    /// Most and second most coins.
    MostCoins,
    /// Most and second most resources.
    MostResources,
    /// Both tracks at their end-of-decade step.
    BothTracks([Track; 2], u8),
    /// A track at its last step.
    LastStep(Track, u8),
    /// Prestige for each own counter in a district.
    EachIn(District, u8),
    /// Own counters in 1, 2, 3, 4 districts.
    Districts([u8; 4]),
    /// Own counters on 1, 2, 3, 4 levels.
    Levels([u8; 4]),
    /// At least so many counters on some levels together, for that prestige.
    AtLeast(&'static [Level], u8, u8),
    /// 1, 2, 3, 4 or more counters on a level.
    Scale(Level, [u8; 4]),
}

impl Objective {
    /// Its type.
    pub fn kind(self) -> ObjectiveType {
        ObjectiveType::at(self.index() / Objective::OF_A_TYPE).unwrap_or(ObjectiveType::A)
    }

    /// How many objectives there are of a type. Rulebook.
    pub const OF_A_TYPE: usize = 6;

    /// All objectives of a type.
    pub fn of(kind: ObjectiveType) -> impl Iterator<Item = Objective> + Clone {
        Objective::all().filter(move |objective| objective.kind() == kind)
    }

    /// What it asks for, and what it is worth. Rulebook; the pairs and last steps of type B are reconstructed, high.
    pub const fn goal(self) -> Goal {
        use Objective as O;
        match self {
            O::A1 => Goal::MajorityIn(District::North),
            O::A2 => Goal::MajorityIn(District::East),
            O::A3 => Goal::MajorityIn(District::South),
            O::A4 => Goal::MajorityIn(District::West),
            O::A5 => Goal::MostCoins,
            O::A6 => Goal::MostResources,
            O::B1 => Goal::BothTracks([Track::Development, Track::Resource], 6),
            O::B2 => Goal::BothTracks([Track::Development, Track::Money], 6),
            O::B3 => Goal::BothTracks([Track::Resource, Track::Money], 6),
            O::B4 => Goal::LastStep(Track::Development, 5),
            O::B5 => Goal::LastStep(Track::Resource, 5),
            O::B6 => Goal::LastStep(Track::Money, 5),
            O::C1 => Goal::EachIn(District::North, 1),
            O::C2 => Goal::EachIn(District::East, 1),
            O::C3 => Goal::EachIn(District::South, 1),
            O::C4 => Goal::EachIn(District::West, 1),
            O::C5 => Goal::Districts([1, 2, 3, 5]),
            O::C6 => Goal::Levels([1, 2, 4, 6]),
            O::D1 => Goal::AtLeast(&[Level::One, Level::Two], 6, 6),
            O::D2 => Goal::AtLeast(&[Level::Two, Level::Three], 4, 5),
            O::D3 => Goal::Scale(Level::One, [1, 2, 3, 5]),
            O::D4 => Goal::Scale(Level::Two, [2, 3, 4, 6]),
            O::D5 => Goal::Scale(Level::Three, [3, 4, 5, 7]),
            O::D6 => Goal::AtLeast(&[Level::Four], 1, 5),
        }
    }

    /// The district of a tile with a star, which the Maharajah can use. Reconstructed, forced: the district tiles of type C.
    pub const fn star(self) -> Option<District> {
        match self.goal() {
            Goal::EachIn(district, _) => Some(district),
            _ => None,
        }
    }

    /// Its id, for texts.
    pub fn name(self) -> &'static str {
        self.id()
    }
}

// ---------------------------------------------------------------------------------------------------------- the Maharajah's board

/// What he gets for the last counter of a row, or on a space of the white-worker track.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gift {
    /// Nothing.
    Nothing,
    /// Prestige.
    Prestige(u8),
    /// Gold from the quarry.
    Gold,
    /// Gold from the quarry and prestige.
    GoldAndPrestige(u8),
    /// So many marble from the quarry.
    Marble(u8),
    /// A counter.
    Counter,
    /// A marble, then a counter.
    MarbleAndCounter,
}

/// The board of the automatic opponent.
pub mod maharajah {
    use super::{Colour, Decade, Gift, Resource};
    use kit::By;

    /// Counters on his board. Rulebook.
    pub const BOARD_COUNTERS: u8 = 15;
    /// Counters in a row. Reconstructed, low.
    pub const ROW: u8 = 3;
    /// What the quarry holds when his storehouse is empty. Reconstructed, low.
    pub const QUARRY: By<Resource, u8, 3> = By::new([4, 3, 2]);
    /// Spaces of his storehouse, each with a printed coin. Reconstructed, low.
    pub const STOREHOUSE: u8 = 9;
    /// Prestige for a resource that is due when the quarry is empty. Rulebook.
    pub const MISSING_RESOURCE_PRESTIGE: u8 = 1;
    /// The space of the white-worker track that counts resources at the end. Reconstructed, low.
    pub const RESOURCES_MARKER: u8 = 6;
    /// The last space of the white-worker track, which counts visible coins at the end. Reconstructed, low.
    pub const LAST_MARKER: u8 = 7;
    /// How often his objective counts: once, or twice for hard. Rulebook.
    pub const HARD_OBJECTIVE: i16 = 2;
    /// The order of his two actions. Reconstructed, high.
    pub const ACTION_ROWS: [Colour; 4] = Colour::ALL;

    /// What the last counter of a row gives, rows counted from 0 at the top. Reconstructed, low.
    pub const fn row_gift(row: u8) -> Gift {
        match row {
            0 | 2 => Gift::Prestige(1),
            1 => Gift::Gold,
            3 => Gift::GoldAndPrestige(1),
            4 => Gift::Prestige(2),
            _ => Gift::Nothing,
        }
    }

    /// What a space of the white-worker track gives. Reconstructed, low.
    pub const fn marker_gift(space: u8) -> Gift {
        match space {
            1 => Gift::Marble(1),
            2 => Gift::Counter,
            3 => Gift::Prestige(2),
            4 => Gift::Marble(2),
            5 => Gift::MarbleAndCounter,
            RESOURCES_MARKER | LAST_MARKER => Gift::Prestige(1),
            _ => Gift::Nothing,
        }
    }

    /// What the blue action takes. Rulebook.
    pub const fn blue_action(decade: Decade) -> [Resource; 2] {
        match decade {
            Decade::I => [Resource::Marble, Resource::Marble],
            Decade::Ii => [Resource::Marble, Resource::Copper],
            Decade::Iii => [Resource::Copper, Resource::Gold],
        }
    }
}
