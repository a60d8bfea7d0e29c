//! One schedule: what people ask and what goes wrong, drawn from a seed.

mod before;
mod end;
mod host;
mod trouble;
mod wishes;

use super::people::{Answered, Attempt, Got, Want, people, registered, send};
use super::viewers::{Spectator, Told, Way};
use super::world::{BEGINNING, World};
use crate::orders::Order;
use crate::store::Op;
use crate::store::simulated::{Committed, Database, Defect, Fault, Weather};
pub use before::DAY;
use kit::{Dice, Seed, below, dice};
use protocol::{Update, Watch};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use table::{Person, TableId};
use tokio::sync::oneshot::Receiver;
use tokio::sync::oneshot::error::TryRecvError;

/// A step of the world while something is under way, in milliseconds.
const STEP: u64 = 5;
/// A step of the world while everybody waits.
const LONG_STEP: u64 = 500;
/// A second.
pub const SECOND: u64 = 1_000;

/// Everything that happened in a schedule.
pub struct History {
    pub people: Vec<Person>,
    pub log: Vec<Committed>,
    pub attempts: Vec<Attempt>,
    pub told: Vec<Told>,
    /// The spans of time in which no node could do its work.
    pub idle: Vec<(u64, u64)>,
    /// The times at which the database's clock jumped.
    pub jumps: Vec<u64>,
    /// What happened, in words, if somebody reads them.
    pub events: Vec<String>,
    /// The orders that the host gave, with the times.
    pub orders: Vec<(u64, Order)>,
    /// What became of people and orders, in the order of the commits.
    pub judged: Vec<(u64, Op)>,
    /// Requests that must have been answered, since the node was stopped in good order.
    pub promised: Vec<usize>,
    /// Rows that are left at the end although they are kept no longer, in words.
    pub left_over: Option<&'static str>,
    /// What each node shows to everybody at the end; `None` if a node does not answer.
    pub last: Vec<Attempt>,
    /// Viewers that were not told of the end: person, table, what they know.
    pub unsettled: Vec<(Option<usize>, TableId, Watch)>,
    /// The entries in the store at the end.
    pub stored: BTreeMap<TableId, Vec<table::Entry>>,
    pub statements: u64,
}

/// What kinds of things go wrong.
struct Plan {
    nodes: usize,
    clocks: bool,
    steps: u32,
    kills: u32,
    stalls: u32,
    network: u32,
    jumps: u32,
    orders: u32,
    lost_requests: u32,
}

struct Open {
    attempt: usize,
    receiver: Receiver<Answered>,
    /// The answer is lost on its way.
    lost: bool,
}

struct Schedule {
    plan: Plan,
    world: World,
    dice: Dice,
    people: Vec<Person>,
    history: History,
    open: Vec<Open>,
    /// Requests without an answer, which are sent again.
    unanswered: Vec<usize>,
    known: BTreeMap<(usize, TableId), Update>,
    viewers: Vec<Spectator>,
    keys: u64,
    /// The database does not answer until then.
    down_until: u64,
    /// Whether a node stopped hearing others.
    deaf: bool,
    /// Whether there were rows at the beginning that are kept no longer.
    old_rows: bool,
    /// Whether what happens is written down in words.
    tells: bool,
}

/// Runs the schedule of a seed. What happens is written down in words if it `tells`.
pub fn run(seed: u64, defect: Option<Defect>, tells: bool) -> History {
    let root = Seed::from_text(&format!("simulation {seed}"));
    let mut dice = dice(root);
    let mut draw = |bound: u32| below(&mut dice, bound);
    let nodes = 1 + (draw(3) > 0) as usize;
    let clocks = draw(10) == 0;
    let mut often = |from: u32, to: u32| {
        if draw(2) == 0 {
            0
        } else {
            from + draw(to - from)
        }
    };
    let plan = Plan {
        nodes,
        clocks,
        steps: 8 + often(0, 14),
        kills: often(2, 12),
        stalls: often(2, 8),
        network: if nodes > 1 { often(2, 12) } else { 0 },
        jumps: if nodes > 1 { often(2, 8) } else { 0 },
        orders: often(2, 10),
        lost_requests: often(5, 30),
    };
    let weather = Weather {
        clock: BEGINNING,
        ..Weather::default()
    };
    let database = Database::new(nodes > 1, root.child(1), weather, defect);
    let people = people();
    database.fill(&registered(&people, BEGINNING));
    let history = History {
        people: people.clone(),
        log: Vec::new(),
        attempts: Vec::new(),
        told: Vec::new(),
        idle: Vec::new(),
        jumps: Vec::new(),
        events: Vec::new(),
        orders: Vec::new(),
        judged: Vec::new(),
        promised: Vec::new(),
        left_over: None,
        last: Vec::new(),
        unsettled: Vec::new(),
        stored: BTreeMap::new(),
        statements: 0,
    };
    let mut schedule = Schedule {
        world: World::new(plan.nodes, database, root.child(2)),
        plan,
        dice,
        people,
        history,
        open: Vec::new(),
        unanswered: Vec::new(),
        known: BTreeMap::new(),
        viewers: Vec::new(),
        keys: 0,
        down_until: 0,
        deaf: false,
        old_rows: false,
        tells,
    };
    schedule.begin();
    for _ in 0..schedule.plan.steps {
        schedule.step();
        let pause = schedule.pause();
        schedule.run(pause);
    }
    if schedule.percent(2 * schedule.plan.kills) {
        schedule.kill();
    }
    schedule.end()
}

impl Schedule {
    fn draw(&mut self, bound: u32) -> u32 {
        below(&mut self.dice, bound)
    }

    fn between(&mut self, from: u64, to: u64) -> u64 {
        from + u64::from(self.draw((to - from) as u32))
    }

    /// Returns `true` so many times in a hundred.
    fn percent(&mut self, chance: u32) -> bool {
        self.draw(100) < chance
    }

    fn node(&mut self) -> usize {
        self.draw(self.world.len() as u32) as usize
    }

    fn person(&mut self) -> usize {
        self.draw(self.people.len() as u32) as usize
    }

    fn note(&mut self, what: std::fmt::Arguments<'_>) {
        if !self.tells {
            return;
        }
        let mut event = format!("{:>7} ms  ", self.world.time);
        let _ = event.write_fmt(what);
        self.history.events.push(event);
    }

    /// The nodes start; usually a game begins before anything goes wrong.
    fn begin(&mut self) {
        let begun_before = self.before();
        self.world.run(STEP);
        let bot = self.percent(35);
        if !begun_before {
            let table = self.new_table(bot);
            self.ask(0, None, Want::Create(Box::new(table)));
            self.run(STEP);
        }
        if let Some(table) = self.world.database.tables().pop()
            && self.percent(85)
        {
            let table = Some(table);
            if !bot && !begun_before {
                self.ask(1, table.clone(), Want::Sit);
                self.run(STEP);
            }
            if !begun_before {
                self.ask(0, table.clone(), Want::Start);
                self.run(STEP);
            }
            for person in 0..2 {
                self.ask(person, table.clone(), Want::Read(Watch::default()));
            }
            self.run(STEP);
        }
        for _ in 0..self.draw(3) {
            self.watch();
        }
        let delay = *[0, 3, 12, 40].get(self.dice_index(4)).unwrap_or(&0);
        let news_delay = *[0, 20, 400].get(self.dice_index(3)).unwrap_or(&0);
        let (mut reads, mut writes) = (BTreeMap::new(), BTreeMap::new());
        if self.percent(60) {
            for _ in 0..self.draw(4) {
                writes.insert(u64::from(self.draw(25)), self.fault());
            }
            for _ in 0..self.draw(4) {
                reads.insert(u64::from(self.draw(300)), Fault::Fails);
            }
        }
        let words = format!(
            "{} nodes, delays up to {delay} and {news_delay} ms, writes {writes:?}, reads {reads:?}",
            self.plan.nodes
        );
        self.note(format_args!("{words}"));
        self.world.database.weather(|weather| {
            weather.delay = delay;
            weather.news_delay = news_delay;
            weather.reads = reads;
            weather.writes = writes;
        });
    }

    fn dice_index(&mut self, bound: u32) -> usize {
        self.draw(bound) as usize
    }

    fn fault(&mut self) -> Fault {
        // Where time is checked, a store that takes long would take the time of somebody who cannot act.
        let kinds = if self.plan.clocks { 3 } else { 6 };
        match self.draw(kinds) {
            0 => Fault::Fails,
            1 => Fault::LostBefore,
            2 => Fault::LostAfter,
            3 => Fault::Slow(self.between(500, 12_000)),
            4 => Fault::Late(self.between(100, 3_000)),
            _ => Fault::Late(self.between(9_000, 14_000)),
        }
    }

    fn pause(&mut self) -> u64 {
        match self.draw(100) {
            0..30 => 0,
            30..65 => self.between(1, 80),
            65..95 => self.between(80, 700),
            _ if self.plan.clocks => self.between(2 * SECOND, 16 * SECOND),
            _ => self.between(SECOND, 4 * SECOND),
        }
    }

    /// One thing happens.
    fn step(&mut self) {
        let Plan {
            kills,
            stalls,
            network,
            jumps,
            orders,
            ..
        } = self.plan;
        let mut number = self.draw(100);
        let mut is = |share: u32| {
            let is = number < share;
            number = number.wrapping_sub(share);
            is
        };
        if is(kills) {
            match self.percent(25) {
                true => self.stop(),
                false => self.kill(),
            }
        } else if is(stalls) {
            self.stall();
        } else if is(network) {
            self.lose_news();
        } else if is(jumps) {
            self.jump();
        } else if is(orders) {
            self.order();
        } else if is(3) {
            let pause = self.short_or_long();
            self.down_until = self.world.time + pause;
            self.break_promises();
            self.world.database.weather(|weather| weather.down = true);
            self.note(format_args!("the database does not answer for {pause} ms"));
        } else if is(8) {
            self.watch();
        } else {
            self.wish();
        }
    }

    /// Sends a request to any node.
    fn ask(&mut self, person: usize, table: Option<TableId>, want: Want) {
        let node = self.node();
        let attempt = Attempt {
            person: Some(person),
            node,
            table,
            want,
            sent: self.world.time,
            arrived: 0,
            answered: None,
        };
        let delay = if self.percent(25) {
            self.between(1, 60)
        } else {
            0
        };
        let lost = self.percent(self.plan.lost_requests);
        let want = &attempt.want;
        self.note(format_args!("person {person} asks node {node}: {want:?}"));
        if let Some(receiver) = send(&self.world, &self.people, &attempt, delay) {
            let attempt = self.remember(attempt);
            self.open.push(Open {
                attempt,
                receiver,
                lost,
            });
        }
    }

    fn remember(&mut self, attempt: Attempt) -> usize {
        self.history.attempts.push(attempt);
        self.history.attempts.len() - 1
    }

    /// Lets the world run.
    fn run(&mut self, time: u64) {
        let until = self.world.time + time;
        while self.world.time < until {
            let busy = !self.open.is_empty() || self.viewers.iter().any(Spectator::is_busy);
            let step = match (busy, self.world.database.delay()) {
                (true, 0..20) => STEP,
                (true, _) => 3 * STEP,
                (false, _) => LONG_STEP,
            };
            self.world.run(step.min(until - self.world.time));
            if self.down_until > 0 && self.world.time >= self.down_until {
                self.down_until = 0;
                self.world.database.weather(|weather| weather.down = false);
            }
            self.collect();
        }
    }

    /// Hands over what has arrived.
    fn collect(&mut self) {
        for mut open in std::mem::take(&mut self.open) {
            match open.receiver.try_recv() {
                Err(TryRecvError::Empty) => self.open.push(open),
                Err(TryRecvError::Closed) => self.unanswered.push(open.attempt),
                Ok(answered) => self.answered(&open, answered),
            }
        }
        let mut viewers = std::mem::take(&mut self.viewers);
        for viewer in &mut viewers {
            if let Some(told) = viewer.look(&self.world) {
                let (person, version) = (told.person, told.update.version);
                self.note(format_args!(
                    "person {person:?} is told of version {version}"
                ));
                if let Some(person) = told.person {
                    let key = (person, told.table.clone());
                    self.known.insert(key, told.update.clone());
                }
                self.history.told.push(told);
            }
        }
        self.viewers = viewers;
    }

    fn answered(&mut self, open: &Open, answered: Answered) {
        let Some(attempt) = self.history.attempts.get_mut(open.attempt) else {
            return;
        };
        attempt.answered = Some(answered.clone());
        attempt.arrived = self.world.time;
        let attempt = attempt.clone();
        let (want, lost) = (&attempt.want, if open.lost { ", lost" } else { "" });
        let table = attempt.table.clone();
        if self.tells {
            let words = match &answered.result {
                Ok(Got::Done(done)) => format!("done, version {}", done.version),
                Ok(Got::Update(update)) => format!("version {}", update.version),
                Ok(Got::Rematch(table)) => format!("the rematch is {table}"),
                Ok(Got::Renamed(name)) => format!("called {name}"),
                Err(problem) => format!("{} {}", problem.kind, problem.detail),
            };
            let since = attempt.sent;
            self.note(format_args!("answer to {want:?} of {since}: {words}{lost}"));
        }
        if let (Ok(Got::Update(update)), Want::Read(known)) = (&answered.result, want)
            && let Some(table) = table.clone()
        {
            self.history.told.push(Told {
                table,
                person: attempt.person,
                way: Way::Read,
                known: *known,
                update: (**update).clone(),
            });
        }
        if open.lost {
            return self.unanswered.push(open.attempt);
        }
        let update = match answered.result {
            Ok(Got::Update(update)) => Some(update),
            Ok(Got::Done(_) | Got::Rematch(_) | Got::Renamed(_)) => None,
            Err(problem) => {
                if problem.kind == "/problems/outcome-unknown" {
                    self.unanswered.push(open.attempt);
                }
                problem.update
            }
        };
        if let (Some(update), Some(person), Some(table)) = (update, attempt.person, table) {
            self.known.insert((person, table), *update);
        }
    }
}
