//! Every well-formed action.

use amritsar::components::*;
use amritsar::{Action, ElephantAction, FreeMove, Half, Steps, Upgrade};
use kit::Key;

pub fn every_action() -> Vec<Action> {
    let mut all = vec![
        Action::Stay,
        Action::Close,
        Action::Done,
        Action::Finish,
        Action::Skip,
        Action::Follow,
        Action::Decline,
    ];
    all.extend(Objective::all().map(Action::Objective));
    all.extend(Colour::all().map(Action::Mahout));
    all.extend(District::all().map(Action::Place));
    all.extend(Steps::all().map(Action::Step));
    for district in District::all() {
        all.extend(FreeMove::all().map(|by| Action::Free(district, by)));
    }
    all.extend(Section::all().map(Action::Lift));
    all.extend(Colour::all().map(Action::Drop));
    for section in Section::all() {
        let free = Section::all().map(Some).chain([None]);
        all.extend(free.map(|free| Action::Land { section, free }));
    }
    all.extend(DistrictTile::all().map(|tile| Action::Elephant(ElephantAction::Tile(tile))));
    all.extend(Mahout::all().map(|tile| Action::Elephant(ElephantAction::Mahout(tile))));
    all.extend(DistrictTile::all().map(Action::Main));
    all.extend(DistrictTile::all().map(Action::Second));
    all.extend(Resource::all().map(Action::Gain));
    all.extend(Half::all().map(Action::First));
    all.extend(Resource::all().map(Action::Pick));
    all.extend(Item::all().map(Action::Discard));
    all.extend(Resource::all().map(Action::Buy));
    all.extend(Resource::all().map(Action::Sell));
    for give in Resource::all() {
        all.extend(Resource::all().map(|take| Action::Exchange { give, take }));
    }
    for upgrade in every_upgrade() {
        let pay = Resource::all().map(Some).chain([None]);
        all.extend(pay.map(|pay| Action::Upgrade { upgrade, pay }));
    }
    all.extend(Track::all().map(Action::Advance));
    all.extend(Mahout::all().map(Action::Use));
    all.extend(Space::all().map(Action::Donate));
    all
}

fn every_upgrade() -> Vec<Upgrade> {
    let mut all: Vec<Upgrade> = Storehouse::all().map(Upgrade::Storehouse).collect();
    for tile in Objective::all() {
        all.extend(ObjectiveSpace::all().map(|space| Upgrade::Objective(tile, space)));
    }
    for tile in Mahout::all() {
        all.extend(Colour::all().map(|colour| Upgrade::Mahout(tile, colour)));
    }
    all
}
