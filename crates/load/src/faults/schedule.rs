//! Which faults happen when, drawn from a seed.

use crate::proxy::Traffic;
use clap::ValueEnum;
use kit::{Dice, Seed, below, dice};
use std::fmt;

/// A kind of fault.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
pub enum Kind {
    /// A node is killed (SIGKILL) and started again.
    Kill,
    /// A node is stopped (SIGSTOP) and goes on later (SIGCONT).
    Freeze,
    /// The database is crashed and started again.
    Database,
    /// The connections of a node to the database are half open, or wait.
    DatabaseLink,
    /// The connections of clients to a node are half open, or wait.
    ClientLink,
    /// The wall clock of a node or of the database jumps.
    Skew,
}

impl Kind {
    /// All kinds that a site with or without a PostgreSQL allows.
    pub fn possible(postgres: bool) -> Vec<Kind> {
        let all = Kind::value_variants().iter().copied();
        all.filter(|kind| postgres || !matches!(kind, Kind::Database | Kind::DatabaseLink))
            .collect()
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.write_str(value.as_ref().map_or("", |value| value.get_name()))
    }
}

/// One fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Kill these nodes and start them again after some milliseconds.
    Kill(Nodes, u64),
    /// Stop these nodes for some milliseconds.
    Freeze(Nodes, u64),
    /// Crash the database and start it again after some milliseconds.
    Database(u64),
    /// Disturb the connections of this node to the database for some milliseconds.
    DatabaseLink(usize, Traffic, u64),
    /// Disturb the connections of clients to this node for some milliseconds.
    ClientLink(usize, Traffic, u64),
    /// Set the wall clock of a node, or of the database, to so many seconds off the true time.
    Skew(Option<usize>, i64),
}

/// One node or all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nodes {
    /// The node with this number.
    One(usize),
    /// All nodes at once.
    All,
}

impl Fault {
    /// Its kind.
    pub fn kind(&self) -> Kind {
        match self {
            Fault::Kill(..) => Kind::Kill,
            Fault::Freeze(..) => Kind::Freeze,
            Fault::Database(_) => Kind::Database,
            Fault::DatabaseLink(..) => Kind::DatabaseLink,
            Fault::ClientLink(..) => Kind::ClientLink,
            Fault::Skew(..) => Kind::Skew,
        }
    }

    fn milliseconds(&self) -> u64 {
        match self {
            Fault::Kill(_, time)
            | Fault::Freeze(_, time)
            | Fault::Database(time)
            | Fault::DatabaseLink(_, _, time)
            | Fault::ClientLink(_, _, time) => *time,
            Fault::Skew(..) => 0,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.milliseconds() as f64 / 1000.0;
        match self {
            Fault::Kill(nodes, _) => write!(f, "kill {nodes}, start again after {seconds:.1} s"),
            Fault::Freeze(nodes, _) => write!(f, "stop {nodes} for {seconds:.1} s"),
            Fault::Database(_) => write!(f, "crash the database, start again after {seconds:.1} s"),
            Fault::DatabaseLink(node, traffic, _) => {
                write!(
                    f,
                    "between node {node} and the database: {traffic:?} for {seconds:.1} s"
                )
            }
            Fault::ClientLink(node, traffic, _) => {
                write!(
                    f,
                    "between the clients and node {node}: {traffic:?} for {seconds:.1} s"
                )
            }
            Fault::Skew(Some(node), off) => write!(f, "the clock of node {node} is {off:+} s off"),
            Fault::Skew(None, off) => write!(f, "the clock of the database is {off:+} s off"),
        }
    }
}

impl fmt::Display for Nodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Nodes::One(node) => write!(f, "node {node}"),
            Nodes::All => write!(f, "all nodes"),
        }
    }
}

/// A fault and when it begins, in milliseconds after the start.
pub type Planned = (u64, Fault);

/// The quiet time before the first fault.
const FIRST: u64 = 2_000;
/// How long every clock may be off, in seconds.
const SKEWS: [i64; 6] = [3_600, -3_600, 90, -90, 172_800, 0];

/// Draws the faults of a run in two lanes: what happens to processes, and what happens around them. Within a lane, one fault follows another; faults of
/// different lanes overlap.
pub fn draw(
    seed: u64,
    seconds: u64,
    kinds: &[Kind],
    nodes: usize,
    postgres: bool,
) -> [Vec<Planned>; 2] {
    let lanes: [&[Kind]; 2] = [
        &[Kind::Kill, Kind::Freeze],
        &[
            Kind::Database,
            Kind::DatabaseLink,
            Kind::ClientLink,
            Kind::Skew,
        ],
    ];
    let mut number = 0;
    lanes.map(|lane| {
        let mut dice = dice(Seed::from_text("faults").child(seed).child(number));
        number += 1;
        let lane: Vec<Kind> = lane
            .iter()
            .copied()
            .filter(|kind| kinds.contains(kind))
            .collect();
        let mut planned = Vec::new();
        let mut at = FIRST + u64::from(below(&mut dice, 2_000));
        while !lane.is_empty() && at < seconds * 1_000 {
            let fault = fault(pick(&mut dice, &lane), &mut dice, nodes, postgres);
            planned.push((at, fault));
            at += fault.milliseconds() + 1_000 + u64::from(below(&mut dice, 5_000));
        }
        planned
    })
}

fn fault(kind: Kind, dice: &mut Dice, nodes: usize, postgres: bool) -> Fault {
    let node = below(dice, nodes as u32) as usize;
    let some = match below(dice, 5) {
        0 => Nodes::All,
        _ => Nodes::One(node),
    };
    match kind {
        Kind::Kill => Fault::Kill(some, pick(dice, &[50, 50, 400, 400, 1_500, 4_000, 13_000])),
        Kind::Freeze => Fault::Freeze(some, pick(dice, &[300, 300, 1_500, 1_500, 5_000, 14_000])),
        Kind::Database => Fault::Database(pick(dice, &[0, 300, 2_000, 6_000])),
        Kind::DatabaseLink => Fault::DatabaseLink(
            node,
            traffic(dice),
            pick(dice, &[1_000, 1_000, 4_000, 9_000, 14_000]),
        ),
        Kind::ClientLink => {
            Fault::ClientLink(node, traffic(dice), pick(dice, &[500, 2_000, 5_000]))
        }
        Kind::Skew => {
            let database = postgres && below(dice, 2) == 0;
            Fault::Skew((!database).then_some(node), pick(dice, &SKEWS))
        }
    }
}

fn traffic(dice: &mut Dice) -> Traffic {
    let lost = |there, back| Traffic::Lost { there, back };
    pick(
        dice,
        &[
            lost(true, true),
            lost(true, false),
            lost(false, true),
            Traffic::Waits,
        ],
    )
}

/// Draws one of several things, of which there is at least one.
pub fn pick<T: Copy>(dice: &mut Dice, from: &[T]) -> T {
    from[below(dice, from.len() as u32) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_draws_the_same_faults_again_and_only_those_that_the_store_allows() {
        let all = Kind::possible(true);
        assert_eq!(draw(7, 90, &all, 2, true), draw(7, 90, &all, 2, true));
        assert_ne!(draw(7, 90, &all, 2, true), draw(8, 90, &all, 2, true));
        let drawn = draw(7, 900, &Kind::possible(false), 1, false);
        assert!(drawn.iter().all(|lane| lane.len() > 10));
        for (_, fault) in drawn.iter().flatten() {
            assert!(!matches!(
                fault,
                Fault::Database(_) | Fault::DatabaseLink(..) | Fault::Skew(None, _)
            ));
        }
    }
}
