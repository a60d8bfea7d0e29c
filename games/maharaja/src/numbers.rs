//! Actions as numbers, for bots that learn.

use crate::action::{Ability, Action, Begin, Exchange};
use crate::components::{
    Character, City, Field, Node, Reward, Road, Site, Village, WheelAction, table,
};
use crate::plan::Plan;
use crate::travel::Route;
use kit::{Features, Key, Numbering, Set};
use std::sync::LazyLock;

/// Each action that can ever be legal.
pub(crate) static NUMBERING: LazyLock<Numbering<Action>> =
    LazyLock::new(|| Numbering::of(travels().chain(others())));

/// All actions but travels, in order: these are parts of their own.
static OTHERS: LazyLock<Numbering<Action>> = LazyLock::new(|| Numbering::of(others()));

/// The number of actions but travels.
const OTHER_ACTIONS: u16 = 292;
/// The most roads that are told apart.
const MOST_ROADS: u16 = 4;
/// The number of parts: all actions but travels; the actions of a plan, and whether both are the same; the roads of a route, how many, and where they lead.
pub(crate) const PARTS: u16 = OTHER_ACTIONS
    + WheelAction::COUNT as u16
    + 1
    + Road::COUNT as u16
    + MOST_ROADS
    + Node::COUNT as u16;
/// The number of players with most rewards to choose from.
const MOST_PLAYERS: u8 = 4;

fn sites() -> impl Iterator<Item = Site> {
    (City::all().map(Site::City)).chain(Village::all().map(Site::Village))
}

fn begins() -> impl Iterator<Item = Begin> {
    (WheelAction::all().filter_map(Begin::plain))
        .chain(Character::all().map(Begin::Swap))
        .chain(City::all().map(Begin::Shift))
}

fn abilities() -> impl Iterator<Item = Ability> {
    use Ability::*;
    ([TakeShrine, BuyActionMarker, TakePrestige, TakeActionMarker].into_iter())
        .chain(self::Exchange::all().map(Exchange))
        .chain(City::all().map(ShiftFlag))
        .chain(sites().map(SupplyShrine))
}

fn others() -> impl Iterator<Item = Action> {
    let statue = |city| Field::all().map(move |field| Action::Statue(city, field));
    ([Action::Close, Action::End, Action::Decline].into_iter())
        .chain(Character::all().map(Action::Character))
        .chain(sites().map(Action::Shrine))
        .chain(Plan::all().map(Action::Plan))
        .chain(begins().map(Action::Start))
        .chain(begins().map(Action::Marker))
        .chain(City::all().flat_map(statue))
        .chain(abilities().map(Action::Ability))
        .chain((1..=table(MOST_PLAYERS).selectable_rewards).map(Action::Reward))
        .chain((0..=Reward::PURCHASES).map(Action::Buy))
        .chain(Character::all().map(Action::Maharani))
}

/// Lists the routes that visit no place twice.
fn travels() -> impl Iterator<Item = Action> {
    let mut routes = Vec::new();
    for start in Node::all() {
        extend(Route::default(), start, Set::only(start), &mut routes);
    }
    routes.into_iter().map(Action::Travel)
}

fn extend(route: Route, at: Node, visited: Set<Node>, routes: &mut Vec<Route>) {
    for (road, next) in at.roads() {
        if !visited.contains(next) {
            let longer = route.then(road);
            routes.push(longer);
            extend(longer, next, visited.or(Set::only(next)), routes);
        }
    }
}

/// Finds what an action has in common with others.
pub(crate) fn parts(action: Action, parts: &mut Features) {
    match OTHERS.number(action) {
        Some(number) => parts.one_of(number.into(), OTHER_ACTIONS),
        None => parts.none(OTHER_ACTIONS),
    }
    let planned = match action {
        Action::Plan(plan) => Some(plan.actions()),
        _ => None,
    };
    parts.set(planned.into_iter().flatten().collect::<Set<WheelAction>>());
    parts.flag(planned.is_some_and(|[one, other]| one == other));
    if let Action::Travel(route) = action {
        parts.set(route.roads().collect::<Set<Road>>());
        parts.one_of(route.len().saturating_sub(1) as usize, MOST_ROADS);
        parts.key(destination(route));
    } else {
        parts.none(PARTS - parts.count());
    }
}

/// Returns where a route ends, if that does not depend on where it begins.
fn destination(route: Route) -> Option<Node> {
    let mut roads = route.roads();
    let (first, second) = (roads.next()?, roads.next()?);
    let turns = second.ends();
    let start = first.ends().into_iter().find(|end| !turns.contains(end))?;
    route.end(start)
}
