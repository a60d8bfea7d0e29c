//! Information-set Monte Carlo tree search.
//!
//! Every iteration redraws the hidden information and descends one tree that all imagined worlds share. An edge is an action of a seat; each seat
//! maximises its own reward. Seats that decide simultaneously choose from the same node without knowing each other's choice.

mod tree;

use crate::mind::{Mind, Prospects};
use crate::{Bot, Chair};
use kit::{Dice, Judge, Seat, Seed, below, dice};
use tree::{Edge, Room, Tree};

/// The limit of a search.
#[derive(Clone, Copy, Debug)]
pub enum Budget {
    /// A number of imagined worlds. The same seed then gives the same choice.
    Iterations(u32),
    /// A time by the given clock.
    Milliseconds {
        /// The limit in milliseconds.
        thinking: f64,
        /// Returns the time in milliseconds. Browsers and servers use different clocks.
        now: fn() -> f64,
    },
}

/// An action with its search results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked<A> {
    /// The action.
    pub action: A,
    /// The number of worlds in which it was tried.
    pub visits: u32,
    /// The average reward: 0 is a certain loss, 1 a certain win.
    pub reward: f32,
}

/// A bot that chooses by tree search.
pub struct Search<G: Judge, M = Prospects<G>> {
    budget: Budget,
    mind: M,
    dice: Dice,
    tree: Tree<G::Action>,
    room: Room<G::Action>,
}

/// The weight of exploration.
const CURIOSITY: f32 = 0.7;
/// The maximum depth of the tree.
const DEEPEST: usize = 200;

impl<G: Judge> Search<G> {
    /// Creates a bot that thinks until the budget is used up, with the prospects of the game.
    pub fn new(budget: Budget, seed: Seed) -> Self {
        Search::with_mind(Prospects::default(), budget, seed)
    }
}

impl<G: Judge, M: Mind<G>> Search<G, M> {
    /// Creates a bot that thinks with this mind until the budget is used up.
    pub fn with_mind(mind: M, budget: Budget, seed: Seed) -> Self {
        Search {
            budget,
            mind,
            dice: dice(seed),
            tree: Tree::default(),
            room: Room::default(),
        }
    }

    /// Returns the mind.
    pub fn mind_mut(&mut self) -> &mut M {
        &mut self.mind
    }

    /// Changes the budget of the decisions to come.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Thinks until the budget is used up or `stop` returns true. Returns the alternatives, best first.
    pub fn think(
        &mut self,
        chair: &Chair<'_, G>,
        mut stop: impl FnMut() -> bool,
    ) -> Vec<Ranked<G::Action>> {
        self.explore(chair, |_, _| stop());
        self.tree.ranking(chair.seat())
    }

    /// Grows the tree until the budget is used up or `enough` returns true. `enough` gets the tree and the number of iterations left.
    fn explore(
        &mut self,
        chair: &Chair<'_, G>,
        mut enough: impl FnMut(&Tree<G::Action>, u32) -> bool,
    ) {
        self.tree.clear();
        let view = chair.view();
        let start = match self.budget {
            Budget::Milliseconds { now, .. } => now(),
            Budget::Iterations(_) => 0.0,
        };
        let mut iterations = 0;
        loop {
            let world = G::imagine(&view, &mut self.dice);
            self.iterate(world, chair.seat());
            iterations += 1;
            let left = match self.budget {
                Budget::Iterations(most) => most.saturating_sub(iterations),
                Budget::Milliseconds { thinking, now } => {
                    let spent = now() - start;
                    (f64::from(iterations) * (thinking - spent) / spent).ceil() as u32
                }
            };
            if left == 0 || enough(&self.tree, left) {
                return;
            }
        }
    }

    /// Descends to a new leaf, plays on to a state that can be evaluated, and updates the edges on the path.
    fn iterate(&mut self, mut world: G, thinker: Seat) {
        let mut node = Tree::<G::Action>::ROOT;
        let mut chapter = world.chapter();
        self.room.path.clear();
        for _ in 0..DEEPEST {
            chapter = world.chapter();
            let deciders = world.deciders();
            let Some(first) = deciders.lowest() else {
                break;
            };
            let leads_on = if deciders.contains(thinker) {
                thinker
            } else {
                first
            };
            let mut chosen = None;
            let steps = self.room.path.len();
            for seat in deciders.iter() {
                let decision = node == Tree::<G::Action>::ROOT && seat == thinker;
                self.open_edges(node, seat, &world, decision);
                // Simultaneous choices must not become correlated: half of the other seats' choices are drawn by their visit counts.
                let drawn = seat != leads_on && below(&mut self.dice, 2) == 0;
                let edge = if drawn {
                    self.usual()
                } else {
                    self.most_promising()
                };
                self.room.path.push(edge);
                if seat == leads_on {
                    chosen = Some(edge);
                }
            }
            for step in steps..self.room.path.len() {
                let Some(edge) = self
                    .room
                    .path
                    .get(step)
                    .and_then(|&edge| self.tree.edges.get(edge as usize))
                else {
                    continue;
                };
                // A choice that a simultaneous one has made illegal is skipped.
                let _ = world.apply(edge.seat, edge.action, &mut ());
            }
            match chosen.and_then(|edge| self.tree.descend(edge)) {
                Some(child) => node = child,
                None => break,
            }
        }
        let legal = &mut self.room.legal;
        self.mind
            .play_on(&mut world, chapter, legal, &mut self.dice);
        let rewards = self.mind.rewards(&world, thinker);
        for &edge in &self.room.path {
            if let Some(edge) = self.tree.edges.get_mut(edge as usize) {
                edge.visits += 1;
                edge.reward += rewards[edge.seat];
            }
        }
    }

    /// Collects the edges of this node that the world allows the seat. `decision` tells whether it is the one that the search is about.
    fn open_edges(&mut self, node: u32, seat: Seat, world: &G, decision: bool) {
        world.legal(seat, &mut self.room.legal);
        self.room.legal.sort_unstable();
        let weigh = |legal: &[G::Action], priors: &mut Vec<f32>| {
            if decision {
                self.mind.weigh_decision(world, seat, legal, priors);
            } else if legal.len() > 1 {
                self.mind.weigh(world, seat, legal, priors);
            } else {
                priors.clear();
                priors.push(1.0);
            }
        };
        self.tree.expand(node, seat, &mut self.room, weigh);
    }

    /// Returns the open edge with the highest selection value.
    fn most_promising(&self) -> u32 {
        let open = || {
            self.room
                .open
                .iter()
                .filter_map(|&edge| Some((edge, self.tree.edges.get(edge as usize)?)))
        };
        let (visits, reward) = open().fold((0, 0.0), |(visits, reward), (_, edge)| {
            (visits + edge.visits, reward + edge.reward)
        });
        let usual = if visits > 0 {
            reward / visits as f32
        } else {
            0.5
        };
        let curiosity = CURIOSITY * (visits as f32 + 1.0).sqrt();
        let promise = |edge: &Edge<G::Action>| {
            let mean = if edge.visits > 0 {
                edge.reward / edge.visits as f32
            } else {
                usual
            };
            mean + curiosity * edge.prior / (1.0 + edge.visits as f32)
        };
        let promises = open().map(|(number, edge)| (promise(edge), number));
        promises
            .fold((f32::NEG_INFINITY, 0), |best, next| {
                if next.0 > best.0 { next } else { best }
            })
            .1
    }

    /// Draws an open edge with a probability proportional to its visits plus one.
    fn usual(&mut self) -> u32 {
        let open = || {
            self.room
                .open
                .iter()
                .filter_map(|&edge| Some((edge, self.tree.edges.get(edge as usize)?)))
        };
        let taken = |edge: &Edge<G::Action>| edge.visits + 1;
        let mut left = below(&mut self.dice, open().map(|(_, edge)| taken(edge)).sum());
        for (number, edge) in open() {
            if left < taken(edge) {
                return number;
            }
            left -= taken(edge);
        }
        self.most_promising()
    }
}

impl<G: Judge, M: Mind<G>> Bot<G> for Search<G, M> {
    fn choose(&mut self, chair: &Chair<'_, G>) -> G::Action {
        self.choose_until(chair, &mut || false)
    }

    fn choose_until(&mut self, chair: &Chair<'_, G>, stop: &mut dyn FnMut() -> bool) -> G::Action {
        if chair.legal().len() == 1 {
            return chair.action(0);
        }
        // Stops early when no other action can overtake the favourite.
        self.explore(chair, |tree, left| stop() || tree.lead(chair.seat()) > left);
        let ranking = self.tree.ranking(chair.seat());
        ranking.first().map_or(chair.action(0), |best| best.action)
    }
}
