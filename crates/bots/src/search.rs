//! A bot that searches: information-set Monte Carlo tree search.
//!
//! Every iteration imagines the hidden things anew and walks down one tree that all imagined worlds share. An edge is an action of a seat; each seat
//! climbs towards its own reward. Seats that decide at the same time choose from the same node without knowing of each other's choice.

use crate::{Bot, Chair, Judgement};
use kit::{Dice, Game, MAX_SEATS, PerSeat, Seat, Seed, below, dice};

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
pub struct Search<G: Game> {
    budget: Budget,
    judgement: Judgement,
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
/// No game goes deeper than this below the root.
const DEEPEST: usize = 200;

impl<G: Game> Search<G> {
    /// A bot that thinks as long as the budget allows.
    pub fn new(budget: Budget, judgement: Judgement, seed: Seed) -> Self {
        Search {
            budget,
            judgement,
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
            let spent = match self.budget {
                Budget::Iterations(most) => iterations >= most,
                Budget::Milliseconds { thinking, now } => now() - start >= thinking,
            };
            if spent || stop() {
                break;
            }
        }
        let mut ranking: Vec<_> = self
            .tree
            .edges_of(Tree::<G::Action>::ROOT, chair.seat())
            .map(Edge::ranked)
            .collect();
        ranking.sort_by(|one, other| {
            other
                .visits
                .cmp(&one.visits)
                .then(other.reward.total_cmp(&one.reward))
        });
        ranking
    }

    /// Walks down to a new leaf, judges it, and tells everybody on the way.
    fn iterate(&mut self, mut world: G, thinker: Seat) {
        let mut node = Tree::<G::Action>::ROOT;
        self.room.path.clear();
        for _ in 0..DEEPEST {
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
        let rewards = self.rewards(&world);
        for &edge in &self.room.path {
            if let Some(edge) = self.tree.edges.get_mut(edge as usize) {
                edge.visits += 1;
                edge.reward += rewards[edge.seat];
            }
        }
    }

    /// Opens the edges that this world allows the seat at this node.
    fn open_edges(&mut self, node: u32, seat: Seat, world: &G) {
        world.legal(seat, &mut self.room.legal);
        self.room.legal.sort_unstable();
        let weigh = |legal: &[G::Action], priors: &mut Vec<f32>| {
            weigh(&self.judgement, world, seat, legal, priors)
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
        let leads = self.judgement.leads(game);
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

/// How likely each action is to be the best, by looking one step ahead.
fn weigh<G: Game>(
    judgement: &Judgement,
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

impl<G: Game> Bot<G> for Search<G> {
    fn choose(&mut self, chair: &Chair<'_, G>) -> G::Action {
        self.choose_until(chair, &mut || false)
    }

    fn choose_until(&mut self, chair: &Chair<'_, G>, stop: &mut dyn FnMut() -> bool) -> G::Action {
        if chair.legal().len() == 1 {
            return chair.action(0);
        }
        self.think(chair, stop)
            .first()
            .map_or(chair.action(0), |best| best.action)
    }
}

/// Room that every iteration uses again.
struct Room<A> {
    legal: Vec<A>,
    /// For each legal action, whether an edge has it.
    known: Vec<bool>,
    /// The edges that the world allows.
    open: Vec<u32>,
    priors: Vec<f32>,
    path: Vec<u32>,
}

impl<A> Default for Room<A> {
    fn default() -> Self {
        Room {
            legal: Vec::new(),
            known: Vec::new(),
            open: Vec::new(),
            priors: Vec::new(),
            path: Vec::new(),
        }
    }
}

/// An action of a seat at a node, with what is known of it.
struct Edge<A> {
    seat: Seat,
    action: A,
    prior: f32,
    visits: u32,
    /// Summed over all visits.
    reward: f32,
    /// The node that it leads to.
    child: u32,
    /// The next edge of the same node and seat.
    next: u32,
}

impl<A: Copy> Edge<A> {
    fn ranked(&self) -> Ranked<A> {
        Ranked {
            action: self.action,
            visits: self.visits,
            reward: self.reward / self.visits.max(1) as f32,
        }
    }
}

/// The first edge of each seat.
type Node = [u32; MAX_SEATS];

/// Nodes and edges, each in one piece of memory that is used again for the next search.
struct Tree<A> {
    nodes: Vec<Node>,
    edges: Vec<Edge<A>>,
}

/// The tree stops growing at about a hundred megabytes, however long the search goes on.
const MOST_EDGES: usize = 4_000_000;

/// No edge, no node.
const NONE: u32 = u32::MAX;

impl<A> Default for Tree<A> {
    fn default() -> Self {
        Tree {
            nodes: Vec::new(),
            edges: Vec::new(),
        }
    }
}

impl<A: Copy + Ord> Tree<A> {
    const ROOT: u32 = 0;

    fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.nodes.push([NONE; MAX_SEATS]);
    }

    fn first_edge(&self, node: u32, seat: Seat) -> u32 {
        let seats = self.nodes.get(node as usize);
        seats
            .and_then(|seats| seats.get(usize::from(seat.number())))
            .copied()
            .unwrap_or(NONE)
    }

    fn edges_of(&self, node: u32, seat: Seat) -> impl Iterator<Item = &Edge<A>> {
        std::iter::successors(
            self.edges.get(self.first_edge(node, seat) as usize),
            |edge| self.edges.get(edge.next as usize),
        )
    }

    /// The node below an edge; `None` if there was none, and now there is, as long as there is room.
    fn descend(&mut self, edge: u32) -> Option<u32> {
        let room = self.edges.len() < MOST_EDGES;
        let edge = self.edges.get_mut(edge as usize)?;
        if edge.child != NONE {
            return Some(edge.child);
        }
        if room {
            edge.child = self.nodes.len() as u32;
            self.nodes.push([NONE; MAX_SEATS]);
        }
        None
    }

    /// Lists the edges that the sorted legal actions of `room` have at this node, making those that are missing.
    fn expand(
        &mut self,
        node: u32,
        seat: Seat,
        room: &mut Room<A>,
        weigh: impl FnOnce(&[A], &mut Vec<f32>),
    ) {
        room.open.clear();
        room.known.clear();
        room.known.resize(room.legal.len(), false);
        let mut edge = self.first_edge(node, seat);
        while let Some(found) = self.edges.get(edge as usize) {
            if let Ok(place) = room.legal.binary_search(&found.action) {
                room.known
                    .get_mut(place)
                    .into_iter()
                    .for_each(|known| *known = true);
                room.open.push(edge);
            }
            edge = found.next;
        }
        if room.open.len() == room.legal.len() {
            return;
        }
        weigh(&room.legal, &mut room.priors);
        for ((&action, &prior), &known) in room.legal.iter().zip(&room.priors).zip(&room.known) {
            if !known {
                let next = self.first_edge(node, seat);
                let new = self.edges.len() as u32;
                self.edges.push(Edge {
                    seat,
                    action,
                    prior,
                    visits: 0,
                    reward: 0.0,
                    child: NONE,
                    next,
                });
                if let Some(first) = self
                    .nodes
                    .get_mut(node as usize)
                    .and_then(|seats| seats.get_mut(usize::from(seat.number())))
                {
                    *first = new;
                }
                room.open.push(new);
            }
        }
    }
}
