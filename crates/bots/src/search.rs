//! A bot that searches: information-set Monte Carlo tree search.
//!
//! Every iteration imagines the hidden things anew and walks down one tree that all imagined worlds share. An edge is an action of a seat; each seat
//! climbs towards its own reward. Seats that decide at the same time choose from the same node without knowing of each other's choice.

mod tree;

use crate::{Bot, Chair, Judgement};
use kit::{Dice, Judge, PerSeat, Seat, Seed, below, dice};
use tree::{Edge, Room, Tree};

/// How long to think.
#[derive(Clone, Copy, Debug)]
pub enum Budget {
    /// As many worlds as that; the same seed then gives the same choice.
    Iterations(u32),
    /// As long as that, by a clock that counts milliseconds.
    Milliseconds {
        /// How long.
        thinking: f64,
        /// The clock; browsers have another than servers.
        now: fn() -> f64,
    },
}

/// An action with what a search found out about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked<A> {
    /// What could be done.
    pub action: A,
    /// In how many worlds it was tried.
    pub visits: u32,
    /// How well it went on average: 0 is a certain loss, 1 a certain win.
    pub reward: f32,
}

/// The bot.
pub struct Search<G: Judge> {
    budget: Budget,
    /// What to go by from step to step.
    guide: Judgement<G::Prospect>,
    /// How a state is likely to turn out.
    outcome: Judgement<G::Prospect>,
    dice: Dice,
    tree: Tree<G::Action>,
    room: Room<G::Action>,
}

/// How much an untried action attracts.
const CURIOSITY: f32 = 0.7;
/// Points by which an action may seem worse than the best and still get half of its attention.
const DOUBT: f32 = 3.0;
/// Points of lead that make a position three quarters won.
const COMFORT: f32 = 10.0;
/// How much of a finished game's reward is victory itself, the rest being the margin.
const VICTORY: f32 = 0.7;
/// The tree does not go deeper than this below the root.
const DEEPEST: usize = 200;
/// A play-out that sees no end of the chapter stops after so many decisions.
const LONGEST_PLAY_OUT: usize = 60;
/// A play-out looks at so many alternatives of each decision, drawn at random: more iterations are worth more than better steps.
const CANDIDATES: usize = 5;

impl<G: Judge> Search<G> {
    /// A bot that thinks as long as the budget allows.
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

    /// Thinks until the budget is used up or `stop` says so, and ranks the alternatives, best first.
    pub fn think(
        &mut self,
        chair: &Chair<'_, G>,
        mut stop: impl FnMut() -> bool,
    ) -> Vec<Ranked<G::Action>> {
        self.explore(chair, |_, _| stop());
        self.tree.ranking(chair.seat())
    }

    /// Grows the tree until the budget is used up, or until it is `enough`: this is told the tree, and how many iterations the budget still allows.
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

    /// Walks down to a new leaf, plays on to where it can be judged, and tells everybody on the way.
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
                // Choices at the same time must not fall into step with each other: half of the others' are drawn from what they
                // usually do.
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
                // A simultaneous choice that another one made impossible is simply not taken.
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

    /// Plays on until that chapter is over, every seat taking what seems best one step ahead.
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
                // It is legal, so it cannot fail.
                let _ = world.apply(seat, only, &mut ());
            } else {
                draw(&mut self.room.legal, CANDIDATES, &mut self.dice);
                *world = self.best_step(world, seat);
            }
        }
    }

    /// The best for that seat of the worlds that lie one step ahead.
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

    /// Opens the edges that this world allows the seat at this node.
    fn open_edges(&mut self, node: u32, seat: Seat, world: &G) {
        world.legal(seat, &mut self.room.legal);
        self.room.legal.sort_unstable();
        let weigh = |legal: &[G::Action], priors: &mut Vec<f32>| {
            weigh(&self.guide, world, seat, legal, priors)
        };
        self.tree.expand(node, seat, &mut self.room, weigh);
    }

    /// The open edge that promises most.
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

    /// An open edge, each as likely as it was taken before: how a seat usually decides here.
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

    /// Between 0 and 1 for each seat.
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

/// Leaves at most `most` of the list, drawn at random.
fn draw<T>(list: &mut Vec<T>, most: usize, dice: &mut Dice) {
    if list.len() > most {
        for place in 0..most {
            let drawn = below(dice, (list.len() - place) as u32);
            list.swap(place, place + drawn as usize);
        }
        list.truncate(most);
    }
}

/// How likely each action is to be the best, by looking one step ahead.
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
        // Once nothing can overtake the favourite, the rest of the budget would be wasted.
        self.explore(chair, |tree, left| stop() || tree.lead(chair.seat()) > left);
        let ranking = self.tree.ranking(chair.seat());
        ranking.first().map_or(chair.action(0), |best| best.action)
    }
}
