//! Information-set Monte Carlo tree search.
//!
//! Every iteration redraws the hidden information and descends one tree that all imagined worlds share. An edge is an action of a seat; each seat
//! maximises its own reward. Seats that decide simultaneously choose from the same node without knowing each other's choice.

mod tree;

use crate::{Bot, Chair, Judgement};
use kit::{Dice, Judge, PerSeat, Seat, Seed, below, dice};
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
pub struct Search<G: Judge> {
    budget: Budget,
    /// Evaluates single steps: priors in the tree and choices in play-outs.
    guide: Judgement<G::Prospect>,
    /// Evaluates the states at which play-outs end.
    outcome: Judgement<G::Prospect>,
    dice: Dice,
    tree: Tree<G::Action>,
    room: Room<G::Action>,
}

/// The weight of exploration.
const CURIOSITY: f32 = 0.7;
/// The difference in points to the best action at which the prior of an action drops to a quarter.
const DOUBT: f32 = 3.0;
/// The lead in points that counts as a reward of three quarters.
const COMFORT: f32 = 10.0;
/// The share of victory in a finished game's reward; the rest depends on the margin.
const VICTORY: f32 = 0.7;
/// The maximum depth of the tree.
const DEEPEST: usize = 200;
/// The maximum number of decisions in a play-out that does not reach the end of the chapter.
const LONGEST_PLAY_OUT: usize = 60;
/// The number of randomly drawn alternatives that a play-out compares at each decision: more iterations are worth more than better steps.
const CANDIDATES: usize = 5;

impl<G: Judge> Search<G> {
    /// Creates a bot that thinks until the budget is used up.
    pub fn new(budget: Budget, seed: Seed) -> Self {
        Search {
            budget,
            guide: Judgement::of_worth(),
            outcome: Judgement::of_outcome(),
            dice: dice(seed),
            tree: Tree::default(),
            room: Room::default(),
        }
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
                self.open_edges(node, seat, &world);
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
        self.play_out(&mut world, chapter);
        let rewards = self.rewards(&world);
        for &edge in &self.room.path {
            if let Some(edge) = self.tree.edges.get_mut(edge as usize) {
                edge.visits += 1;
                edge.reward += rewards[edge.seat];
            }
        }
    }

    /// Plays on until the chapter is over. Every seat takes the action that looks best one step ahead.
    fn play_out(&mut self, world: &mut G, chapter: u32) {
        for _ in 0..LONGEST_PLAY_OUT {
            let Some(seat) = world
                .deciders()
                .lowest()
                .filter(|_| world.chapter() == chapter)
            else {
                return;
            };
            world.legal(seat, &mut self.room.legal);
            if let [only] = self.room.legal[..] {
                // The action is legal, so it cannot fail.
                let _ = world.apply(seat, only, &mut ());
            } else {
                draw(&mut self.room.legal, CANDIDATES, &mut self.dice);
                *world = self.best_step(world, seat);
            }
        }
    }

    /// Returns the state one step ahead that is best for the seat.
    fn best_step(&self, world: &G, seat: Seat) -> G {
        let mut best = (f32::NEG_INFINITY, None);
        for &action in &self.room.legal {
            let mut after = world.clone();
            if after.apply(seat, action, &mut ()).is_err() {
                continue;
            }
            let points = self.guide.points(&after, seat);
            if points > best.0 {
                best = (points, Some(after));
            }
        }
        best.1.unwrap_or_else(|| world.clone())
    }

    /// Collects the edges of this node that the world allows the seat.
    fn open_edges(&mut self, node: u32, seat: Seat, world: &G) {
        world.legal(seat, &mut self.room.legal);
        self.room.legal.sort_unstable();
        let weigh = |legal: &[G::Action], priors: &mut Vec<f32>| {
            weigh(&self.guide, world, seat, legal, priors)
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

    /// Returns each seat's reward, from 0 to 1.
    fn rewards(&self, game: &G) -> PerSeat<f32> {
        let leads = self.outcome.leads(game);
        let margin = |seat: Seat| {
            let lead = leads[seat] / COMFORT;
            0.5 + 0.5 * lead / (1.0 + lead.abs())
        };
        if !game.deciders().is_empty() {
            return PerSeat::new(game.seats(), margin);
        }
        let winners = game.standings().winners;
        PerSeat::new(game.seats(), |seat| {
            let won = if winners.contains(seat) {
                1.0 / winners.len() as f32
            } else {
                0.0
            };
            VICTORY * won + (1.0 - VICTORY) * margin(seat)
        })
    }
}

/// Reduces the list to at most `most` randomly drawn items.
fn draw<T>(list: &mut Vec<T>, most: usize, dice: &mut Dice) {
    if list.len() > most {
        for place in 0..most {
            let drawn = below(dice, (list.len() - place) as u32);
            list.swap(place, place + drawn as usize);
        }
        list.truncate(most);
    }
}

/// Estimates by looking one step ahead how likely each action is to be the best.
fn weigh<G: Judge>(
    judgement: &Judgement<G::Prospect>,
    world: &G,
    seat: Seat,
    legal: &[G::Action],
    priors: &mut Vec<f32>,
) {
    priors.clear();
    if legal.len() == 1 {
        priors.push(1.0);
        return;
    }
    priors.extend(legal.iter().map(|&action| {
        let mut after = world.clone();
        match after.apply(seat, action, &mut ()) {
            Ok(()) => judgement.leads(&after)[seat],
            Err(_) => f32::MIN / 4.0,
        }
    }));
    let best = priors.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut total = 0.0;
    for prior in priors.iter_mut() {
        let doubt = 1.0 + (best - *prior) / DOUBT;
        *prior = 1.0 / (doubt * doubt);
        total += *prior;
    }
    for prior in priors.iter_mut() {
        *prior /= total;
    }
}

impl<G: Judge> Bot<G> for Search<G> {
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
