//! The subjects of decisions: things on the table.

use amritsar::components::*;
use amritsar::{Action, ElephantAction, Open, Pending, Steps, Upgrade};
use kit::{Id, Key, Seat};

/// A thing that can be clicked when a decision concerns it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// The elephants' path through a district.
    Path(District),
    /// A section of the ring.
    Section(Section),
    /// A worker in hand.
    Carried(Colour),
    /// The main action of a tile.
    Main(DistrictTile),
    /// The secondary action of a tile.
    Second(DistrictTile),
    /// The main action of a tile, by the elephant.
    Elephant(DistrictTile),
    /// A space of a pyramid.
    Space(District, Space),
    /// A purchase.
    Buy(Resource),
    /// A sale.
    Sell(Resource),
    /// A storehouse on offer.
    Offer(Storehouse),
    /// The viewer's coins or resources.
    Item(Item),
    /// A mahout space of the viewer's board.
    MahoutSpace(Colour),
    /// A mahout tile in hand.
    MahoutInHand(Mahout),
    /// An objective space of the viewer's board.
    ObjectiveSpace(ObjectiveSpace),
    /// An objective of the viewer.
    Objective(Objective),
    /// A knowledge track of the viewer.
    Track(Track),
    /// One of several gains; it has no place on the table.
    Choice(Action),
}

impl Subject {
    /// Returns the subject of an action; `None` for those that are buttons.
    pub fn of(action: Action, open: &Open, seat: Seat) -> Option<Subject> {
        let player = &open.players[seat];
        let space_of = |mahout: Mahout| {
            let colour = Colour::all().find(|&colour| player.mahouts[colour] == Some(mahout));
            colour.map(Subject::MahoutSpace)
        };
        Some(match action {
            Action::Place(district) | Action::Free(district, _) => Subject::Path(district),
            Action::Stay => Subject::Path(player.elephant?),
            Action::Step(steps) => Subject::Path(steps.from(player.elephant?)),
            Action::Lift(section) | Action::Land { section, .. } => Subject::Section(section),
            Action::Drop(colour) => Subject::Carried(colour),
            Action::Main(tile) => Subject::Main(tile),
            Action::Second(tile) => Subject::Second(tile),
            Action::Elephant(ElephantAction::Tile(tile)) => Subject::Elephant(tile),
            Action::Elephant(ElephantAction::Mahout(mahout)) | Action::Use(mahout) => {
                space_of(mahout)?
            }
            Action::Donate(space) => Subject::Space(player.elephant?, space),
            Action::Buy(resource) => Subject::Buy(resource),
            Action::Sell(resource) => Subject::Sell(resource),
            Action::Discard(item) => Subject::Item(item),
            Action::Mahout(colour) => Subject::MahoutSpace(colour),
            Action::Objective(objective) => Subject::Objective(objective),
            Action::Advance(track) => Subject::Track(track),
            Action::Gain(_) | Action::First(_) | Action::Pick(_) => Subject::Choice(action),
            Action::Upgrade { upgrade, .. } => match upgrade {
                Upgrade::Storehouse(tile) => Subject::Offer(tile),
                Upgrade::Objective(tile, _) => Subject::Objective(tile),
                Upgrade::Mahout(tile, _) => Subject::MahoutInHand(tile),
            },
            Action::Close
            | Action::Done
            | Action::Finish
            | Action::Exchange { .. }
            | Action::Skip
            | Action::Follow
            | Action::Decline => return None,
        })
    }

    /// Returns the space of the viewer's board on which an upgrade is put.
    pub fn onto(action: Action) -> Option<Subject> {
        let Action::Upgrade { upgrade, .. } = action else {
            return None;
        };
        match upgrade {
            Upgrade::Storehouse(_) => None,
            Upgrade::Objective(_, space) => Some(Subject::ObjectiveSpace(space)),
            Upgrade::Mahout(_, colour) => Some(Subject::MahoutSpace(colour)),
        }
    }

    /// Returns the id of the thing, so that the log can highlight it.
    pub fn id(self) -> Option<&'static str> {
        Some(match self {
            Subject::Path(district) => district.id(),
            Subject::Section(section) => section.id(),
            Subject::Main(tile) | Subject::Second(tile) => tile.id(),
            Subject::Offer(tile) => tile.id(),
            Subject::MahoutInHand(tile) => tile.id(),
            Subject::Objective(tile) => tile.id(),
            _ => return None,
        })
    }

    /// Returns the action of a click, legal or not; `None` if the pending decision concerns other things.
    pub fn meant(self, open: &Open, seat: Seat) -> Option<Action> {
        let player = &open.players[seat];
        let upgrade = |upgrade| Some(Action::Upgrade { upgrade, pay: None });
        match (self, *open.stack.last()?) {
            (Subject::Path(to), Pending::Elephant1 | Pending::Elephant2 { .. }) => {
                let Some(from) = player.elephant else {
                    return Some(Action::Place(to));
                };
                Steps::all()
                    .find(|steps| steps.from(from) == to)
                    .map(Action::Step)
            }
            (Subject::Section(section), Pending::ChooseGroup) => Some(Action::Lift(section)),
            (Subject::Section(section), Pending::Sow(_)) => Some(Action::Land {
                section,
                free: None,
            }),
            (Subject::Main(tile), Pending::Actions(_)) => Some(Action::Main(tile)),
            (Subject::Second(tile), Pending::Actions(_)) => Some(Action::Second(tile)),
            (Subject::Elephant(tile), Pending::Actions(_)) => {
                Some(Action::Elephant(ElephantAction::Tile(tile)))
            }
            (Subject::Space(district, space), Pending::Donate) => {
                (player.elephant == Some(district)).then_some(Action::Donate(space))
            }
            (Subject::Buy(resource), Pending::Market(_)) => Some(Action::Buy(resource)),
            (Subject::Sell(resource), Pending::Market(_)) => Some(Action::Sell(resource)),
            (Subject::Offer(tile), Pending::Upgrade(_)) => upgrade(Upgrade::Storehouse(tile)),
            (Subject::Objective(tile), Pending::Upgrade(_)) => {
                let mut spaces = ObjectiveSpace::all().filter(|&space| {
                    space != ObjectiveSpace::Start && !player.objectives_played.contains(space)
                });
                let space = spaces.next().unwrap_or(ObjectiveSpace::Resource);
                upgrade(Upgrade::Objective(tile, space))
            }
            (Subject::MahoutInHand(tile), Pending::Upgrade(_)) => {
                let colour = Colour::all().find(|&colour| player.mahouts[colour].is_none());
                upgrade(Upgrade::Mahout(tile, colour.unwrap_or(Colour::Yellow)))
            }
            (Subject::MahoutSpace(colour), Pending::SetupMahout { .. }) => {
                Some(Action::Mahout(colour))
            }
            (Subject::MahoutSpace(colour), Pending::MahoutTile) => {
                player.mahouts[colour].map(Action::Use)
            }
            (Subject::MahoutSpace(colour), Pending::Actions(_)) => {
                let mahout = player.mahouts[colour].map(ElephantAction::Mahout);
                mahout.map(Action::Elephant)
            }
            (Subject::Track(track), Pending::Knowledge(_)) => Some(Action::Advance(track)),
            _ => None,
        }
    }
}
