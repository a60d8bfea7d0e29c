//! Events, for logs and animation.

use crate::action::{ElephantAction, FreeMove, Upgrade};
use crate::board::{Side, Workers};
use crate::components::*;
use crate::prestige::Source;
use kit::{Eyes, Seat, SeatSet};

kit::tagged! {
    /// Something that happened.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[allow(missing_docs, reason = "events and their fields are named after what a player would name")]
    pub enum Event: "event" {
        StartPlayerDrawn {
            seat: Seat,
        },
        MaharajahSetUp {
            elephant: District,
            objective: Objective,
        },
        /// The objective is visible only to its owner.
        ObjectiveChosen {
            seat: Seat,
            objective: Option<Objective>,
        },
        MahoutChosen {
            seat: Seat,
            colour: Colour,
        },
        TurnBegan {
            seat: Seat,
            decade: Decade,
            round: u8,
        },
        ElephantPlaced {
            seat: Seat,
            to: District,
        },
        ElephantWalked {
            seat: Seat,
            to: District,
            coins: u8,
        },
        ElephantMovedFreely {
            seat: Seat,
            to: District,
            by: FreeMove,
        },
        Lifted {
            seat: Seat,
            section: Section,
            workers: Workers,
        },
        Dropped {
            seat: Seat,
            colour: Colour,
            section: Section,
        },
        Skipped {
            seat: Seat,
            section: Section,
            coins: u8,
        },
        Landed {
            seat: Seat,
            worker: Colour,
            section: Section,
        },
        UsedMain {
            seat: Seat,
            tile: DistrictTile,
        },
        UsedSecond {
            seat: Seat,
            tile: DistrictTile,
        },
        UsedElephant {
            seat: Seat,
            action: ElephantAction,
        },
        UsedMahout {
            seat: Seat,
            mahout: Mahout,
        },
        NotPerformed {
            seat: Seat,
        },
        Gained {
            seat: Seat,
            items: Items,
        },
        Discarded {
            seat: Seat,
            item: Item,
        },
        Bought {
            seat: Seat,
            resource: Resource,
            price: u8,
        },
        Sold {
            seat: Seat,
            resource: Resource,
            price: u8,
        },
        Exchanged {
            seat: Seat,
            give: Resource,
            take: Resource,
        },
        Upgraded {
            seat: Seat,
            installed: Installed,
            paid: Option<Resource>,
        },
        Advanced {
            seat: Seat,
            track: Track,
            step: u8,
        },
        MovementUnlocked {
            seat: Seat,
        },
        CounterLoaded {
            seat: Seat,
        },
        ElephantFull {
            side: Side,
        },
        Donated {
            side: Side,
            district: District,
            space: Space,
        },
        BridgePaid {
            seat: Seat,
            tile: BridgeTile,
        },
        Scored {
            side: Side,
            points: i16,
            source: Source,
        },
        Lost {
            seat: Seat,
            points: i16,
            source: Source,
        },
        Followed {
            seat: Seat,
            mahout: Mahout,
        },
        Declined {
            seat: Seat,
        },
        TokenMoved {
            to: MaharajahSpace,
        },
        DecadeEnded {
            decade: Decade,
        },
        DecadeBegan {
            decade: Decade,
            temple: TempleTile,
            bridge: BridgeTile,
        },
        WonMajority {
            side: Side,
            district: District,
        },
        PaidTaxes {
            seat: Seat,
            due: u8,
            paid: u8,
        },
        IncomePaid {
            seat: Seat,
            track: Track,
        },
        MaharajahTurnBegan,
        MaharajahActed {
            colour: Colour,
        },
        MaharajahTookCounter,
        MaharajahTookResource {
            resource: Resource,
        },
        MaharajahRemoved {
            resource: Resource,
        },
        MaharajahAdvanced {
            place: u8,
        },
        ObjectiveScored {
            side: Side,
            objective: Objective,
            points: i16,
        },
        GameOver {
            winners: SeatSet,
        },
    }
}

kit::tagged! {
    /// The result of an upgrade.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[allow(missing_docs, reason = "they are named after the pieces")]
    pub enum Installed: "kind" {
        Storehouse {
            tile: Storehouse,
        },
        /// The tile is visible only to its owner.
        Objective {
            tile: Option<Objective>,
            space: ObjectiveSpace,
        },
        Mahout {
            tile: Mahout,
            colour: Colour,
        },
    }
}

impl From<Upgrade> for Installed {
    fn from(upgrade: Upgrade) -> Self {
        match upgrade {
            Upgrade::Storehouse(tile) => Installed::Storehouse { tile },
            Upgrade::Objective(tile, space) => Installed::Objective {
                tile: Some(tile),
                space,
            },
            Upgrade::Mahout(tile, colour) => Installed::Mahout { tile, colour },
        }
    }
}

impl Event {
    /// Returns the event as these eyes see it: only a placed objective is hidden from others.
    pub(crate) fn seen_by(self, eyes: Eyes) -> Event {
        match self {
            Event::ObjectiveChosen { seat, .. } if !eyes.are(seat) => Event::ObjectiveChosen {
                seat,
                objective: None,
            },
            Event::Upgraded {
                seat,
                installed: Installed::Objective { space, .. },
                paid,
            } if !eyes.are(seat) => Event::Upgraded {
                seat,
                installed: Installed::Objective { tile: None, space },
                paid,
            },
            public => public,
        }
    }

    /// Only final scoring reveals hidden information.
    pub(crate) fn reveals_to(self, eyes: Eyes) -> bool {
        match self {
            Event::ObjectiveScored {
                side: Side::Player(seat),
                ..
            } => !eyes.are(seat),
            _ => false,
        }
    }
}
