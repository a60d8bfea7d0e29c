//! The search for routes that are not dominated.

use crate::components::{Node, Road};
use crate::travel::Route;
use kit::{By, Seat};
use tinyvec::ArrayVec;

/// The cost of a way: coins for each owner, packed in 16 bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Burden(u64);

impl Burden {
    /// No coins for any owner.
    pub(crate) const NONE: Burden = Burden(0);
    const LANE: u32 = 16;
    const HIGH_BITS: u64 = 0x8000_8000_8000_8000;
    const ONES: u64 = 0x0001_0001_0001_0001;

    /// Creates a burden of coins for one owner.
    pub(crate) fn to(owner: Seat, coins: u16) -> Self {
        Burden(u64::from(coins).wrapping_shl(Self::LANE * u32::from(owner.number())))
    }

    pub(crate) fn plus(self, other: Burden) -> Self {
        Burden(self.0.wrapping_add(other.0))
    }

    /// Returns whether no owner gets more than from the other burden.
    fn spares(self, other: Burden) -> bool {
        // No lane reaches its high bit, so a lane keeps it exactly if it does not borrow.
        (other.0 | Self::HIGH_BITS).wrapping_sub(self.0) & Self::HIGH_BITS == Self::HIGH_BITS
    }

    /// Returns the sum of all coins.
    pub(crate) fn total(self) -> u16 {
        (self.0.wrapping_mul(Self::ONES) >> (3 * Self::LANE)) as u16
    }

    /// Returns the coins of one owner.
    pub(crate) fn of(self, owner: Seat) -> u16 {
        self.0.wrapping_shr(Self::LANE * u32::from(owner.number())) as u16
    }
}

/// The burden of each road; `None` if the road is closed.
pub(crate) type Burdens = By<Road, Option<Burden>, 16>;

/// A number of arrivals that is enough for nearly every position.
const FEW: usize = 64;

/// A number of arrivals that is always enough: the simple routes from the place with the most of them (Jodhpur or Agra), and the beginning.
const ALL: usize = 525;

/// Spec 8.4: offers the routes to all other places, with their ends, that cost at most `coins` and are not dominated; of routes
/// with equal payments only the shortest, and of these the first by ids.
pub(crate) fn best_routes(
    from: Node,
    burdens: &Burdens,
    coins: u16,
    offer: impl FnMut(Route, Node),
) {
    let mut few = Search::<FEW>::new(from);
    if few.run(burdens, coins) {
        few.tell(offer);
    } else {
        let mut all = Search::<ALL>::new(from);
        all.run(burdens, coins);
        all.tell(offer);
    }
}

/// All routes that were not dominated when they were found.
struct Search<const MOST: usize> {
    arrivals: ArrayVec<[Arrival; MOST]>,
    /// For each place the index of the last arrival there; 0, the index of the beginning, if there is none.
    newest: By<Node, u16, 8>,
    from: Node,
}

/// A route that ends at a place.
#[derive(Clone, Copy)]
struct Arrival {
    burden: Burden,
    route: Route,
    /// The index of the previous arrival at the same place; 0 if there is none.
    older: u16,
    place: Node,
    /// Whether a later route to the same place dominates this one.
    beaten: bool,
}

impl Default for Arrival {
    fn default() -> Self {
        Arrival {
            burden: Burden::NONE,
            route: Route::default(),
            older: 0,
            place: Node::Jodhpur,
            beaten: false,
        }
    }
}

impl<const MOST: usize> Search<MOST> {
    fn new(from: Node) -> Self {
        let mut arrivals = ArrayVec::new();
        arrivals.push(Arrival {
            place: from,
            ..Arrival::default()
        });
        Search {
            arrivals,
            newest: By::new([0; 8]),
            from,
        }
    }

    /// Searches outwards road by road in the order of the ids, so that of two routes with the same burden the preferred one is found first.
    /// An extension of a dominated route is dominated too, so no place is visited twice. Returns whether there was room for all.
    fn run(&mut self, burdens: &Burdens, coins: u16) -> bool {
        let mut number = 0;
        while let Some(&last) = self.arrivals.get(number) {
            number += 1;
            if last.beaten {
                continue;
            }
            for (road, place) in last.place.roads() {
                let Some(toll) = burdens[road] else { continue };
                let burden = last.burden.plus(toll);
                if place == self.from || burden.total() > coins || !self.is_worth_it(place, burden)
                {
                    continue;
                }
                let arrival = Arrival {
                    burden,
                    route: last.route.then(road),
                    older: self.newest[place],
                    place,
                    beaten: false,
                };
                self.newest[place] = self.arrivals.len() as u16;
                if self.arrivals.try_push(arrival).is_some() {
                    return false;
                }
            }
        }
        true
    }

    /// Returns whether no known route to the place is at least as good for all owners. Marks those that the new one dominates.
    fn is_worth_it(&mut self, place: Node, burden: Burden) -> bool {
        let mut number = self.newest[place];
        while number > 0
            && let Some(known) = self.arrivals.get_mut(usize::from(number))
        {
            if !known.beaten {
                if known.burden.spares(burden) {
                    return false;
                }
                known.beaten = burden.spares(known.burden);
            }
            number = known.older;
        }
        true
    }

    fn tell(&self, mut offer: impl FnMut(Route, Node)) {
        for arrival in self
            .arrivals
            .iter()
            .skip(1)
            .filter(|arrival| !arrival.beaten)
        {
            offer(arrival.route, arrival.place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::{Key, below, dice};
    use std::collections::BTreeSet;

    /// Returns every simple route, by exhaustive search.
    fn all_routes(from: Node) -> Vec<Vec<Road>> {
        let mut routes = vec![(from, vec![from], Vec::new())];
        let mut number = 0;
        while let Some((place, visited, roads)) = routes.get(number).cloned() {
            for (road, next) in place.roads().filter(|(_, next)| !visited.contains(next)) {
                let visited = [visited.as_slice(), &[next]].concat();
                routes.push((next, visited, [roads.as_slice(), &[road]].concat()));
            }
            number += 1;
        }
        routes
            .into_iter()
            .skip(1)
            .map(|(_, _, roads)| roads)
            .collect()
    }

    /// Implements the definition of spec 8.4 literally.
    fn by_definition(from: Node, burdens: &Burdens, coins: u16) -> BTreeSet<Vec<Road>> {
        let cost = |roads: &[Road]| {
            let tolls = roads.iter().map(|&road| burdens[road]);
            tolls.sum_burdens()
        };
        let end =
            |roads: &[Road]| Route::new(roads.iter().copied()).and_then(|route| route.end(from));
        let open: Vec<(Vec<Road>, Burden, Option<Node>)> = all_routes(from)
            .into_iter()
            .filter_map(|roads| cost(&roads).map(|cost| (roads.clone(), cost, end(&roads))))
            .collect();
        let better =
            |(roads, cost, _): &(Vec<Road>, Burden, _), other: &Vec<Road>, other_cost: Burden| {
                let first = (roads.len(), roads) < (other.len(), other);
                cost.spares(other_cost) && (*cost != other_cost || first)
            };
        open.iter()
            .filter(|(_, cost, _)| cost.total() <= coins)
            .filter(|(roads, cost, end)| {
                let rivals = open.iter().filter(|rival| rival.2 == *end);
                !rivals.into_iter().any(|rival| better(rival, roads, *cost))
            })
            .map(|(roads, _, _)| roads.clone())
            .collect()
    }

    trait SumBurdens {
        fn sum_burdens(self) -> Option<Burden>;
    }

    impl<I: Iterator<Item = Option<Burden>>> SumBurdens for I {
        fn sum_burdens(mut self) -> Option<Burden> {
            self.try_fold(Burden::NONE, |sum, burden| Some(sum.plus(burden?)))
        }
    }

    #[test]
    fn there_is_room_for_all_routes() {
        let most = Node::all().map(|from| all_routes(from).len()).max();
        assert_eq!(most, Some(ALL - 1));
    }

    #[test]
    fn the_search_finds_what_the_definition_says() {
        let mut dice = dice("routes".parse().unwrap());
        for trial in 0..400 {
            let closed = trial % 4;
            let mut burdens = Burdens::new([None; 16]);
            for (_, burden) in burdens.iter_mut() {
                let mut toll = Burden::NONE;
                for owner in Seat::first(3) {
                    toll = toll.plus(Burden::to(owner, below(&mut dice, 3) as u16));
                }
                *burden = (below(&mut dice, 4) >= closed).then_some(toll);
            }
            let from = Node::at(below(&mut dice, 8) as usize).unwrap();
            let coins = below(&mut dice, 30) as u16;
            let mut found = BTreeSet::new();
            best_routes(from, &burdens, coins, |route, goal| {
                assert_eq!(route.end(from), Some(goal));
                assert!(found.insert(route.roads().collect::<Vec<_>>()));
            });
            let mut with_more_room = BTreeSet::new();
            let mut all = Search::<ALL>::new(from);
            assert!(all.run(&burdens, coins));
            all.tell(|route, _| {
                with_more_room.insert(route.roads().collect::<Vec<_>>());
            });
            assert_eq!(found, with_more_room);
            let expected = by_definition(from, &burdens, coins);
            assert_eq!(found, expected, "trial {trial}");
        }
    }

    #[test]
    fn a_search_that_runs_out_of_room_says_so() {
        let burdens = Burdens::new([Some(Burden::NONE); 16]);
        assert!(!Search::<4>::new(Node::Start).run(&burdens, 0));
        assert!(Search::<8>::new(Node::Start).run(&burdens, 0));
    }
}
