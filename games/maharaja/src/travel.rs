//! Journeys of the priests: routes and tolls.

use crate::components::{Character, Node, Road, TOLL, Village, WheelAction};
use crate::event::Event;
use crate::routes::{Burden, Burdens, best_routes};
use crate::rules::{self, Verdict, ensure};
use crate::state::{Open, Tableau};
use crate::turn::Turn;
use kit::{Key, PerSeat, Seat, Set, Sink};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The number of roads of the longest route that visits no place twice.
pub(crate) const LONGEST: usize = Node::ALL.len() - 1;

/// One or more consecutive roads.
///
/// Each road takes four bits, the first one the lowest; the number of roads is stored above them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Route(u32);

impl Route {
    const ROAD_BITS: u32 = 4;
    const COUNT_AT: u32 = Self::ROAD_BITS * LONGEST as u32;

    /// Creates a route, unless there are more roads than any route can have.
    pub fn new(roads: impl IntoIterator<Item = Road>) -> Option<Self> {
        roads.into_iter().try_fold(Route::default(), |route, road| {
            (route.len() < LONGEST as u32).then(|| route.then(road))
        })
    }

    /// Returns the route extended by one road.
    pub(crate) fn then(self, road: Road) -> Self {
        let bits = (road.index() as u32) << (Self::ROAD_BITS * self.len());
        Route((self.0 | bits) + (1 << Self::COUNT_AT))
    }

    /// Returns the number of roads.
    pub fn len(self) -> u32 {
        self.0 >> Self::COUNT_AT
    }

    /// Returns whether the route has no road.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the roads, in order.
    pub fn roads(self) -> impl Iterator<Item = Road> + Clone {
        (0..self.len()).filter_map(move |place| {
            let bits = self.0 >> (Self::ROAD_BITS * place);
            Road::at((bits & ((1 << Self::ROAD_BITS) - 1)) as usize)
        })
    }

    /// Returns the villages on the route.
    pub fn villages(self) -> impl Iterator<Item = Village> {
        self.roads()
            .flat_map(|road| road.villages().iter().copied())
    }

    /// Returns the end of the route, if its roads are connected from the start and visit no place twice.
    pub fn end(self, from: Node) -> Option<Node> {
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

impl<'de> Deserialize<'de> for Route {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let roads = Vec::<Road>::deserialize(deserializer)?;
        Route::new(roads)
            .ok_or_else(|| D::Error::custom(format!("a route has at most {LONGEST} roads")))
    }
}

/// The player who travels, and what makes the way cheaper.
#[derive(Clone, Copy)]
pub(crate) struct Traveller {
    seat: Seat,
    /// Ability 9: the way is free of charge.
    travels_free: bool,
    /// A village in which the player is about to build a shrine.
    opened: Option<Village>,
}

impl Open {
    pub(crate) fn traveller(&self, seat: Seat) -> Traveller {
        Traveller {
            seat,
            travels_free: self.has(seat, Character::FreeTravel),
            opened: None,
        }
    }

    /// Spec 8.4: returns the cost of a road, or `None` if a village on it has no shrine.
    pub(crate) fn toll(&self, traveller: Traveller, road: Road) -> Option<Burden> {
        let mut burden = Burden::NONE;
        for &village in road.villages() {
            burden = burden.plus(self.village_toll(traveller, village)?);
        }
        Some(burden)
    }

    fn village_toll(&self, traveller: Traveller, village: Village) -> Option<Burden> {
        let pays = |owner: Seat| owner != traveller.seat && !traveller.travels_free;
        match *self.villages[village].seats() {
            _ if traveller.opened == Some(village) => Some(Burden::NONE),
            [] => None,
            [owner] if pays(owner) => Some(Burden::to(owner, TOLL)),
            [one, other] if pays(one) && pays(other) => {
                Some(Burden::to(one, TOLL).plus(Burden::to(other, TOLL)))
            }
            _ => Some(Burden::NONE),
        }
    }

    /// Returns the cost of a whole route for this player, or `None` if it is closed.
    fn route_toll(&self, seat: Seat, route: Route) -> Option<Burden> {
        let traveller = self.traveller(seat);
        route.roads().try_fold(Burden::NONE, |burden, road| {
            self.toll(traveller, road).map(|toll| burden.plus(toll))
        })
    }

    /// Offers the journeys of this turn.
    pub(crate) fn journeys(&self, turn: &Turn, mut offer: impl FnMut(Route)) {
        let Tableau { priest, coins, .. } = self.tableaus[turn.seat];
        let owes_city = turn.owes_city();
        let kept = u16::from(owes_city) * self.shrine_price(WheelAction::TwoShrines);
        let Some(spendable) = coins.checked_sub(kept) else {
            return;
        };
        let traveller = self.traveller(turn.seat);
        let is_open = |(road, _): (Road, Node)| self.toll(traveller, road).is_some();
        if turn.travelled || !priest.roads().any(is_open) {
            return;
        }
        let mut tolls = Burdens::new([None; 16]);
        for (road, toll) in tolls.iter_mut() {
            *toll = self.toll(traveller, road);
        }
        best_routes(priest, &tolls, spendable, |route, goal| {
            if !owes_city || self.can_build_at(turn.seat, goal) {
                offer(route);
            }
        });
    }

    /// Spec 8.1: returns whether a required shrine in a city can be built at the end of a journey.
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
        self.journeys(turn, |offered| on_offer |= offered == route);
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

    /// Spec 8.1: returns whether a journey can lead to a city and leave a coin, once `opened` holds a shrine of the player. Checking single
    /// roads is enough, because all roads from the start field end in cities.
    pub(crate) fn can_reach_a_city(&self, seat: Seat, coins: u16, opened: Option<Village>) -> bool {
        let traveller = Traveller {
            opened,
            ..self.traveller(seat)
        };
        self.tableaus[seat].priest.roads().any(|(road, goal)| {
            let toll = self.toll(traveller, road);
            goal.city().is_some() && toll.is_some_and(|toll| toll.total() < coins)
        })
    }
}
