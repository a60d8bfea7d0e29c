//! Actions as numbers, for bots that learn.

use crate::action::{Action, ElephantAction, Half, Steps, Upgrade};
use crate::components::*;
use kit::{Features, Key, Numbering};
use std::sync::LazyLock;

/// Each action that can ever be legal.
pub(crate) static NUMBERING: LazyLock<Numbering<Action>> = LazyLock::new(|| {
    let with = |make: fn(Resource) -> Action| Resource::all().map(make);
    let plain = [
        Action::Stay,
        Action::Close,
        Action::Done,
        Action::Finish,
        Action::Skip,
        Action::Follow,
        Action::Decline,
    ];
    let tiles = |make: fn(DistrictTile) -> Action| DistrictTile::all().map(make);
    let elephant = DistrictTile::all().map(ElephantAction::Tile);
    let elephant = elephant.chain(Mahout::all().map(ElephantAction::Mahout));
    Numbering::of(
        (plain.into_iter())
            .chain(Objective::all().map(Action::Objective))
            .chain(Colour::all().map(Action::Mahout))
            .chain(Colour::all().map(Action::Drop))
            .chain(District::all().map(Action::Place))
            .chain(Steps::all().map(Action::Step))
            .chain(pairs(Action::Free))
            .chain(Section::all().map(Action::Lift))
            .chain(Section::all().map(|section| Action::Land {
                section,
                free: None,
            }))
            .chain(pairs(|section, free| Action::Land {
                section,
                free: Some(free),
            }))
            .chain(elephant.map(Action::Elephant))
            .chain(tiles(Action::Main))
            .chain(tiles(Action::Second))
            .chain(with(Action::Gain))
            .chain(with(Action::Pick))
            .chain(with(Action::Buy))
            .chain(with(Action::Sell))
            .chain(Half::all().map(Action::First))
            .chain(Item::all().map(Action::Discard))
            .chain(pairs(|give, take| Action::Exchange { give, take }))
            .chain(upgrades())
            .chain(Track::all().map(Action::Advance))
            .chain(Mahout::all().map(Action::Use))
            .chain(Space::all().map(Action::Donate)),
    )
});

fn pairs<A: Key, B: Key>(make: impl Fn(A, B) -> Action + Copy) -> impl Iterator<Item = Action> {
    A::all().flat_map(move |one| B::all().map(move |other| make(one, other)))
}

fn upgrades() -> impl Iterator<Item = Action> {
    let objective = |tile| ObjectiveSpace::all().map(move |space| Upgrade::Objective(tile, space));
    let mahout = |tile| Colour::all().map(move |colour| Upgrade::Mahout(tile, colour));
    let upgrades = (Storehouse::all().map(Upgrade::Storehouse))
        .chain(Objective::all().flat_map(objective))
        .chain(Mahout::all().flat_map(mahout));
    upgrades.flat_map(|upgrade| {
        let pays = std::iter::once(None).chain(Resource::all().map(Some));
        pays.map(move |pay| Action::Upgrade { upgrade, pay })
    })
}

/// The number of parts.
pub(crate) const PARTS: u16 = 224;

/// Finds what an action has in common with others.
pub(crate) fn parts(action: Action, parts: &mut Features) {
    /// Adds a group with the key that the action has, if it is of that form.
    macro_rules! key {
        ($form:pat => $key:expr) => {
            parts.key(match action {
                $form => Some($key),
                _ => None,
            })
        };
    }
    parts.flag(action == Action::Stay);
    parts.flag(action == Action::Close);
    parts.flag(action == Action::Done);
    parts.flag(action == Action::Finish);
    parts.flag(action == Action::Skip);
    parts.flag(action == Action::Follow);
    parts.flag(action == Action::Decline);
    key!(Action::Objective(objective) => objective);
    key!(Action::Mahout(colour) => colour);
    key!(Action::Drop(colour) => colour);
    key!(Action::Place(district) => district);
    key!(Action::Step(steps) => steps);
    key!(Action::Free(district, _) => district);
    key!(Action::Free(_, by) => by);
    key!(Action::Lift(section) => section);
    key!(Action::Land { section, .. } => section);
    key!(Action::Land { free: Some(free), .. } => free);
    key!(Action::Elephant(ElephantAction::Tile(tile)) => tile);
    key!(Action::Elephant(ElephantAction::Mahout(mahout)) => mahout);
    key!(Action::Main(tile) => tile);
    key!(Action::Second(tile) => tile);
    key!(Action::Gain(resource) => resource);
    key!(Action::Pick(resource) => resource);
    key!(Action::Buy(resource) => resource);
    key!(Action::Sell(resource) => resource);
    key!(Action::First(half) => half);
    key!(Action::Discard(item) => item);
    key!(Action::Exchange { give, .. } => give);
    key!(Action::Exchange { take, .. } => take);
    key!(Action::Upgrade { upgrade: Upgrade::Storehouse(tile), .. } => tile);
    key!(Action::Upgrade { upgrade: Upgrade::Objective(tile, _), .. } => tile);
    key!(Action::Upgrade { upgrade: Upgrade::Objective(_, space), .. } => space);
    key!(Action::Upgrade { upgrade: Upgrade::Mahout(tile, _), .. } => tile);
    key!(Action::Upgrade { upgrade: Upgrade::Mahout(_, colour), .. } => colour);
    key!(Action::Upgrade { pay: Some(resource), .. } => resource);
    key!(Action::Advance(track) => track);
    key!(Action::Use(mahout) => mahout);
    key!(Action::Donate(space) => space);
}
