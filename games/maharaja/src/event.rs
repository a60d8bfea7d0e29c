//! Events, for logs and animation.

use crate::components::{
    BotAction, BotTile, Character, City, Field, FinalTile, Node, Reward, SetupTile, Site, Slot,
    SpecialRule, WheelAction,
};
use crate::plan::Plan;
use crate::prestige::Source;
use crate::scoring::Worship;
use crate::state::Characters;
use crate::travel::Route;
use kit::{Eyes, PerSeat, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

kit::tagged! {
    /// Something that happened.
    #[derive(Clone, Copy, PartialEq, Debug)]
    #[allow(missing_docs, reason = "events and their fields are named after what a player would name")]
    pub enum Event: "event" {
        RuleInPlay {
            rule: SpecialRule,
        },
        FinalTileInPlay {
            tile: FinalTile,
        },
        FlagsPlaced {
            cities: [City; City::ALL.len()],
        },
        RewardsPlaced {
            rewards: ArrayVec<[Reward; Reward::ALL.len()]>,
        },
        CharactersLaid {
            characters: Characters,
        },
        StartPlayerDrawn {
            seat: Seat,
        },
        CharacterTaken {
            seat: Seat,
            character: Character,
        },
        CharacterDealt {
            character: Character,
        },
        CharacterLeft {
            character: Character,
        },
        SetupTileShown {
            tile: SetupTile,
        },
        RoundBegan {
            round: u8,
            city: City,
        },
        RowLaid {
            left: BotTile,
            middle: BotTile,
        },
        Planned {
            seat: Seat,
            plan: Option<Plan>,
        },
        TurnBegan {
            seat: Seat,
            plan: Plan,
        },
        Travelled {
            seat: Seat,
            from: Node,
            to: Node,
            route: Route,
            tolls: PerSeat<u16>,
        },
        ActionStarted {
            seat: Seat,
            action: WheelAction,
        },
        MarkerUsed {
            seat: Seat,
            action: WheelAction,
        },
        StatueBuilt {
            seat: Seat,
            city: City,
            field: Field,
            price: u16,
        },
        ShrineBuilt {
            seat: Seat,
            site: Site,
            price: u16,
        },
        CoinsTaken {
            seat: Seat,
            coins: u16,
        },
        CoinsPaid {
            seat: Seat,
            coins: u16,
        },
        ShrinesTaken {
            seat: Seat,
            shrines: u8,
        },
        MarkersTaken {
            seat: Seat,
            markers: u8,
        },
        Prestige {
            seat: Seat,
            points: i16,
            source: Source,
        },
        FlagShifted {
            seat: Seat,
            city: City,
            from: u8,
            to: u8,
        },
        Swapped {
            seat: Seat,
            returned: Character,
            character: Character,
            victim: Option<Seat>,
        },
        AbilityUsed {
            seat: Seat,
            character: Character,
        },
        ActionClosed {
            seat: Seat,
            action: WheelAction,
        },
        TurnEnded {
            seat: Seat,
        },
        Ranked {
            seat: Seat,
            city: City,
            rank: u8,
            worship: u8,
            pieces: Worship,
        },
        Unranked {
            seat: Seat,
            city: City,
        },
        RewardTaken {
            seat: Seat,
            reward: Reward,
            position: u8,
        },
        RewardRemoved {
            reward: Reward,
        },
        NoEffect {
            seat: Seat,
            reward: Reward,
        },
        Declined {
            seat: Seat,
            reward: Reward,
        },
        MaharaniPlaced {
            seat: Seat,
            character: Character,
        },
        MaharaniReturned {
            seat: Seat,
            character: Character,
        },
        RoundEnded {
            round: u8,
        },
        BrahmabotDrew {
            drawn: BotTile,
            slot: Slot,
            tile: BotTile,
        },
        BrahmabotAims {
            action: BotAction,
            city: City,
            aim: Aim,
        },
        BrahmabotCannot {
            hindrance: Hindrance,
        },
        ShrineMoved {
            from: City,
            site: Site,
        },
        BrahmabotTravelled {
            from: Node,
            to: City,
            route: Route,
            new_shrines: u8,
            player_shrines: u8,
        },
        FinalScoring {
            seat: Seat,
            /// Points for statues; the field `statues` of a view names their owners.
            built: i16,
            coins: i16,
            majorities: i16,
            tile: i16,
        },
        GameOver {
            winners: SeatSet,
            draw: bool,
        },
    }
}

/// The reason why Brahmabot builds in a city.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// The Maharaja is there.
    Maharaja,
    /// Its flag is the leftmost.
    LeftmostFlag,
    /// It is the first from the left whose central field is free.
    FreeCentre,
    /// Brahmabot is second there, by the smallest difference.
    CloseSecond {
        /// Worship points that he is behind.
        difference: u8,
    },
}

/// The reason why Brahmabot cannot build.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hindrance {
    /// All statues are built.
    NoStatue,
    /// All fields of the city are taken.
    NoField,
    /// All shrines are built, and none can be moved.
    NoShrine,
}

impl Event {
    /// Returns the event as these eyes see it.
    pub(crate) fn seen(self, eyes: Eyes) -> Self {
        match self {
            Event::Planned { seat, .. } if !eyes.are(seat) => Event::Planned { seat, plan: None },
            open => open,
        }
    }

    /// Returns whether the event shows these eyes something that was face down.
    pub(crate) fn reveals(self, eyes: Eyes) -> bool {
        match self {
            Event::TurnBegan { seat, .. } => !eyes.are(seat),
            Event::CharacterDealt { .. }
            | Event::SetupTileShown { .. }
            | Event::RowLaid { .. }
            | Event::BrahmabotDrew { .. } => true,
            _ => false,
        }
    }
}
