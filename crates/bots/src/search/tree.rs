//! The tree of a search. Nodes and edges are each stored in one vector.

use super::Ranked;
use kit::{MAX_SEATS, Seat};

/// Buffers that every iteration reuses.
pub(super) struct Room<A> {
    pub(super) legal: Vec<A>,
    /// For each legal action, whether an edge exists.
    pub(super) known: Vec<bool>,
    /// The edges that the current world allows.
    pub(super) open: Vec<u32>,
    pub(super) priors: Vec<f32>,
    pub(super) path: Vec<u32>,
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

/// An action of a seat at a node, with its statistics.
pub(super) struct Edge<A> {
    pub(super) seat: Seat,
    pub(super) action: A,
    pub(super) prior: f32,
    pub(super) visits: u32,
    /// The sum over all visits.
    pub(super) reward: f32,
    /// The node that the edge leads to.
    pub(super) child: u32,
    /// The next edge of the same node and seat.
    pub(super) next: u32,
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

/// Nodes and edges, in vectors that are reused for the next search.
pub(super) struct Tree<A> {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge<A>>,
}

/// Limits the tree to about 100 MB.
const MOST_EDGES: usize = 4_000_000;

/// Marks a missing edge or node.
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
    pub(super) const ROOT: u32 = 0;

    pub(super) fn clear(&mut self) {
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

    /// Returns the results for the alternatives of a seat at the root, best first.
    pub(super) fn ranking(&self, seat: Seat) -> Vec<Ranked<A>> {
        let mut ranking: Vec<_> = self.edges_of(Self::ROOT, seat).map(Edge::ranked).collect();
        ranking.sort_by(|one, other| {
            other
                .visits
                .cmp(&one.visits)
                .then(other.reward.total_cmp(&one.reward))
        });
        ranking
    }

    /// Returns by how many visits the favourite of a seat at the root leads over its next alternative.
    pub(super) fn lead(&self, seat: Seat) -> u32 {
        let [most, second] = self
            .edges_of(Self::ROOT, seat)
            .fold([0, 0], |[most, second], edge| {
                [most.max(edge.visits), second.max(edge.visits.min(most))]
            });
        most - second
    }

    /// Returns the node below an edge. If there is none, creates it unless the tree is full, and returns `None`.
    pub(super) fn descend(&mut self, edge: u32) -> Option<u32> {
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

    /// Lists the edges of this node for the sorted legal actions of `room`. Creates missing ones.
    pub(super) fn expand(
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
