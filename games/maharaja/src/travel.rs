//! Journeys of the priests: roads, tolls, and which routes are worth offering.

use crate::components::{Character, Node, Road, TOLL, Village};
use crate::event::Event;
use crate::rules::{self, Verdict, ensure};
use crate::state::{Public, Tableau};
use crate::turn::Turn;
use kit::{By, PerSeat, Seat, Set, Sink};
use serde::{Serialize, Serializer};
use std::fmt;
use tinyvec::ArrayVec;

/// Roads of the longest route that visits no place twice.
const LONGEST: usize = Node::ALL.len() - 1;

/// Routes from the place that has most of them (Jodhpur or Agra), and the one that stays there.
const MOST_ROUTES: usize = 525;

/// One or more roads in a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Route {
    roads: [Option<Road>; LONGEST],
}

impl Route {
    /// These roads, unless there are more than any route can have.
    pub fn new(roads: impl IntoIterator<Item = Road>) -> Option<Self> {
        let mut roads = roads.into_iter();
        let route = Route {
            roads: std::array::from_fn(|_| roads.next()),
        };
        roads.next().is_none().then_some(route)
    }

    /// Its roads, in order.
    pub fn roads(&self) -> impl DoubleEndedIterator<Item = Road> + Clone + '_ {
        self.roads.iter().copied().flatten()
    }

    /// Whether it has no road.
    pub fn is_empty(&self) -> bool {
        self.roads().next().is_none()
    }

    /// Its villages.
    pub fn villages(&self) -> impl Iterator<Item = Village> + '_ {
        self.roads()
            .flat_map(|road| road.villages().iter().copied())
    }

    /// Where it ends, if its roads follow each other from there and visit no place twice.
    pub fn end(&self, from: Node) -> Option<Node> {
        let mut visited = Set::only(from);
        self.roads().try_fold(from, |node, road| {
            road.leads_to(node).filter(|&next| visited.insert(next))
        })
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, road) in self.roads().enumerate() {
            if number > 0 {
                f.write_str(" ")?;
            }
            road.fmt(f)?;
        }
        Ok(())
    }
}

impl Serialize for Route {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.roads())
    }
}

/// What a way costs: coins for each owner, side by side in 16 bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Burden(u64);

impl Burden {
    const LANE: u32 = 16;
    const HIGH_BITS: u64 = 0x8000_8000_8000_8000;
    const ONES: u64 = 0x0001_0001_0001_0001;

    /// That many coins for one owner.
    pub(crate) fn to(owner: Seat, coins: u16) -> Self {
        Burden(u64::from(coins).wrapping_shl(Self::LANE * u32::from(owner.number())))
    }

    fn plus(self, other: Burden) -> Self {
        Burden(self.0.wrapping_add(other.0))
    }

    /// Whether it gives nobody more than the other does.
    fn spares(self, other: Burden) -> bool {
        // No lane reaches its high bit, so a lane keeps it exactly if nothing is borrowed.
        (other.0 | Self::HIGH_BITS).wrapping_sub(self.0) & Self::HIGH_BITS == Self::HIGH_BITS
    }

    /// All coins together.
    pub(crate) fn total(self) -> u16 {
        (self.0.wrapping_mul(Self::ONES) >> (3 * Self::LANE)) as u16
    }

    /// The coins of one owner.
    pub(crate) fn of(self, owner: Seat) -> u16 {
        self.0.wrapping_shr(Self::LANE * u32::from(owner.number())) as u16
    }
}

/// The burden of each road; `None` where nobody can pass.
pub(crate) type Burdens = By<Road, Option<Burden>, 16>;

/// The best routes from one place: for each goal all that spare some owner, and of equal ones the shortest and then the first by ids.
pub(crate) struct Routes {
    legs: ArrayVec<[Leg; MOST_ROUTES]>,
    /// For each place the last leg that arrived there.
    newest: By<Node, u16, 8>,
}

/// A route, given by its last road and the leg before it.
#[derive(Clone, Copy)]
struct Leg {
    burden: Burden,
    before: u16,
    /// The leg that arrived at the same place before this one.
    older: u16,
    road: Option<Road>,
    node: Node,
    /// A later leg to the same place gives nobody more.
    beaten: bool,
}

const NO_LEG: u16 = u16::MAX;

impl Default for Leg {
    fn default() -> Self {
        Leg {
            burden: Burden::default(),
            before: NO_LEG,
            older: NO_LEG,
            road: None,
            node: Node::Start,
            beaten: false,
        }
    }
}

/// A route on offer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Journey {
    pub(crate) route: Route,
    pub(crate) goal: Node,
}

impl Routes {
    /// Spec 8.4: searches outwards road by road, so of two routes with the same burden the one to keep arrives first. Whatever goes
    /// on from a route that is not worth keeping is not worth keeping either; a place is therefore never visited twice.
    pub(crate) fn search(from: Node, burdens: &Burdens, coins: u16) -> Self {
        let mut routes = Routes {
            legs: ArrayVec::new(),
            newest: By::new([NO_LEG; 8]),
        };
        routes.arrive(Leg {
            node: from,
            ..Leg::default()
        });
        let mut number = 0u16;
        while let Some(&leg) = routes.legs.get(usize::from(number)) {
            if !leg.beaten {
                for (road, node) in leg.node.roads() {
                    let Some(toll) = burdens[road] else { continue };
                    let burden = leg.burden.plus(toll);
                    if burden.total() <= coins {
                        routes.arrive(Leg {
                            burden,
                            before: number,
                            road: Some(road),
                            node,
                            ..Leg::default()
                        });
                    }
                }
            }
            number += 1;
        }
        routes
    }

    fn arrive(&mut self, leg: Leg) {
        let newest = self.newest[leg.node];
        let mut number = newest;
        while let Some(known) = self.legs.get_mut(usize::from(number)) {
            if !known.beaten {
                if known.burden.spares(leg.burden) {
                    return;
                }
                known.beaten = leg.burden.spares(known.burden);
            }
            number = known.older;
        }
        self.newest[leg.node] = self.legs.len() as u16;
        // The capacity holds every route that there is.
        let _ = self.legs.try_push(Leg {
            older: newest,
            ..leg
        });
    }

    /// All routes on offer.
    pub(crate) fn journeys(&self) -> impl Iterator<Item = Journey> + '_ {
        self.legs
            .iter()
            .filter(|leg| leg.road.is_some() && !leg.beaten)
            .map(|leg| Journey {
                route: self.route(leg),
                goal: leg.node,
            })
    }

    fn route(&self, last: &Leg) -> Route {
        let mut backwards = ArrayVec::<[Option<Road>; LONGEST]>::new();
        let mut leg = Some(last);
        while let Some(&Leg { road, before, .. }) = leg {
            if road.is_some() {
                let _ = backwards.try_push(road);
            }
            leg = self.legs.get(usize::from(before));
        }
        let mut roads = backwards.into_iter().rev().flatten();
        Route {
            roads: std::array::from_fn(|_| roads.next()),
        }
    }
}

impl Public {
    /// Spec 8.4: what a road costs this player, or `None` if a village on it has no shrine.
    pub(crate) fn toll(&self, seat: Seat, road: Road) -> Option<Burden> {
        self.toll_after(seat, road, None)
    }

    /// The same after an own shrine was built in `opened`.
    fn toll_after(&self, seat: Seat, road: Road, opened: Option<Village>) -> Option<Burden> {
        let mut burden = Burden::default();
        for &village in road.villages() {
            let owners = &self.villages[village];
            if Some(village) == opened || owners.contains(&seat) {
                continue;
            }
            if owners.is_empty() {
                return None;
            }
            for &owner in owners {
                burden = burden.plus(Burden::to(owner, TOLL));
            }
        }
        let free = self.has(seat, Character::FreeTravel);
        Some(if free { Burden::default() } else { burden })
    }

    /// What a whole route costs this player, or `None` if it is closed.
    pub(crate) fn route_toll(&self, seat: Seat, route: Route) -> Option<Burden> {
        route.roads().try_fold(Burden::default(), |burden, road| {
            self.toll(seat, road).map(|toll| burden.plus(toll))
        })
    }

    /// The journeys on offer in this turn.
    pub(crate) fn journeys(&self, turn: &Turn, offer: impl FnMut(Journey)) {
        let Tableau { priest, coins, .. } = self.tableaus[turn.seat];
        let kept = u16::from(turn.owes_city());
        let way_out = |(road, _): (Road, Node)| self.toll(turn.seat, road).is_some();
        if turn.travelled || coins < kept || !priest.roads().any(way_out) {
            return;
        }
        let mut burdens = Burdens::new([None; 16]);
        for (road, burden) in burdens.iter_mut() {
            *burden = self.toll(turn.seat, road);
        }
        Routes::search(priest, &burdens, coins - kept)
            .journeys()
            .filter(|journey| !turn.owes_city() || self.can_build_at(turn.seat, journey.goal))
            .for_each(offer);
    }

    /// Spec 8.1: while a shrine in a city is owed, a journey ends where it can be built.
    fn can_build_at(&self, seat: Seat, goal: Node) -> bool {
        goal.city().is_some() || self.has(seat, Character::RemoteBuilding)
    }

    pub(crate) fn permit_travel(&self, turn: &Turn, route: Route) -> Verdict {
        let Tableau { priest, coins, .. } = self.tableaus[turn.seat];
        ensure(!turn.travelled, rules::TRAVELLED)?;
        let goal = route.end(priest).ok_or(rules::NO_ROUTE)?;
        ensure(!route.is_empty(), rules::NO_ROUTE)?;
        let toll = self.route_toll(turn.seat, route);
        let toll = toll.ok_or(rules::ROAD_CLOSED)?.total();
        ensure(toll <= coins, rules::TOLL_TOO_HIGH)?;
        if turn.owes_city() {
            let can_build = toll < coins && self.can_build_at(turn.seat, goal);
            ensure(can_build, rules::OWES_CITY_SHRINE)?;
        }
        let mut on_offer = false;
        self.journeys(turn, |journey| on_offer |= journey.route == route);
        ensure(on_offer, rules::NEEDLESS_PAYMENT)
    }

    /// Spec 7: the priest travels and pays the owners of the shrines on the way.
    pub(crate) fn travel(&mut self, seat: Seat, route: Route, events: &mut impl Sink<Event>) {
        let from = self.tableaus[seat].priest;
        let (Some(to), Some(burden)) = (route.end(from), self.route_toll(seat, route)) else {
            return;
        };
        for owner in self.tableaus.seats() {
            self.tableaus[owner].coins += burden.of(owner);
        }
        self.tableaus[seat].coins -= burden.total();
        self.tableaus[seat].priest = to;
        let tolls = PerSeat::new(self.tableaus.count(), |owner| burden.of(owner));
        events.tell(Event::Travelled {
            seat,
            from,
            to,
            route,
            tolls,
        });
    }

    /// Spec 8.1: whether a journey can lead to a city and leave a coin, once `opened` holds an own shrine. It is enough to look at
    /// single roads, because all roads from the start field end in cities.
    pub(crate) fn can_reach_a_city(&self, seat: Seat, coins: u16, opened: Option<Village>) -> bool {
        self.tableaus[seat].priest.roads().any(|(road, goal)| {
            let toll = self.toll_after(seat, road, opened);
            goal.city().is_some() && toll.is_some_and(|toll| toll.total() < coins)
        })
    }
}
