//! One schedule: what people ask and what goes wrong, drawn from a seed.

use super::people::{Answered, Attempt, Got, Want, people, registered, send};
use super::viewers::{Spectator, Told, Way};
use super::world::{BEGINNING, World};
use crate::store::simulated::{Committed, Database, Defect, Fault, Weather, Written};
use kit::{Dice, Seat, Seed, below, dice};
use protocol::{NewTable, Pace, Play, Say, SeatFor, Status, Update, Watch};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use table::{Person, TableId};
use tokio::sync::oneshot::Receiver;
use tokio::sync::oneshot::error::TryRecvError;

/// A step of the world while something is under way, in milliseconds.
const STEP: u64 = 5;
/// A step of the world while everybody waits.
const LONG_STEP: u64 = 400;
/// The longest time that bots and nodes have to come to rest at the end.
const REST: u64 = 90_000;
/// The time after which a node has noticed that it hears nothing.
const DEAF: u64 = 12_500;
/// A second.
const SECOND: u64 = 1_000;

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
    /// What happened, in words.
    pub events: Vec<String>,
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
}

/// Runs the schedule of a seed.
pub fn run(seed: u64, defect: Option<Defect>) -> History {
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
        steps: 10 + often(0, 14),
        kills: often(2, 12),
        stalls: often(2, 8),
        network: if nodes > 1 { often(2, 12) } else { 0 },
        jumps: if nodes > 1 { often(2, 8) } else { 0 },
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
    };
    schedule.begin();
    for _ in 0..schedule.plan.steps {
        schedule.step();
        let pause = schedule.pause();
        schedule.run(pause);
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
        let mut event = format!("{:>7} ms  ", self.world.time);
        let _ = event.write_fmt(what);
        self.history.events.push(event);
    }

    /// The nodes start; usually a game begins before anything goes wrong.
    fn begin(&mut self) {
        self.world.run(STEP);
        let bot = self.percent(35);
        let table = self.new_table(bot);
        self.ask(0, None, Want::Create(Box::new(table)));
        self.run(STEP);
        if let Some(table) = self.world.database.tables().pop()
            && self.percent(85)
        {
            let table = Some(table);
            if !bot {
                self.ask(1, table.clone(), Want::Sit);
                self.run(STEP);
            }
            self.ask(0, table.clone(), Want::Start);
            self.run(STEP);
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

    fn new_table(&mut self, bot: bool) -> NewTable {
        // The example is quick, and exists in development builds only.
        let game = match self.percent(80) && cfg!(debug_assertions) {
            true => "oware",
            false => "taj-mahal",
        };
        let mut table = NewTable::of(game);
        let players = serde_json::Value::from(2);
        table.options.insert("players".to_owned(), players);
        table.seats.push(SeatFor::Me);
        if bot {
            table.seats.push(SeatFor::Bot(bots::Level::Easy));
        }
        table.stand_in = Some(bots::Level::Easy);
        if self.plan.clocks {
            table.pace = Pace::Live {
                seconds: 12 + self.draw(12),
                increment: self.draw(3),
            };
        }
        table.key = Some(self.key());
        table
    }

    fn key(&mut self) -> String {
        self.keys += 1;
        format!("key {}", self.keys)
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
            ..
        } = self.plan;
        let mut number = self.draw(100);
        let mut is = |share: u32| {
            let is = number < share;
            number = number.wrapping_sub(share);
            is
        };
        if is(kills) {
            self.kill();
        } else if is(stalls) {
            self.stall();
        } else if is(network) {
            self.lose_news();
        } else if is(jumps) {
            self.jump();
        } else if is(3) {
            let pause = self.short_or_long();
            self.down_until = self.world.time + pause;
            self.world.database.weather(|weather| weather.down = true);
            self.note(format_args!("the database does not answer for {pause} ms"));
        } else if is(8) {
            self.watch();
        } else {
            self.wish();
        }
    }

    fn short_or_long(&mut self) -> u64 {
        // Clocks stand still in a long time without a node.
        let long = if self.plan.clocks { 4 } else { 0 };
        match self.draw(10) + long {
            0..6 => self.between(10, 600),
            6..9 => self.between(600, 5_000),
            _ => self.between(5_000, 25_000),
        }
    }

    fn kill(&mut self) {
        let node = self.node();
        let pause = self.short_or_long();
        let clock = match self.draw(3) {
            0 => 0,
            1 => self.between(0, 3 * 24 * 3_600 * SECOND) as i64,
            _ => -(self.between(0, 3 * 24 * 3_600 * SECOND) as i64),
        };
        self.note(format_args!(
            "node {node} is killed and starts {pause} ms later, its clock moved by {clock} ms"
        ));
        for viewer in &mut self.viewers {
            if viewer.node == node {
                viewer.leave();
            }
        }
        self.world.kill(node, pause, clock);
    }

    fn stall(&mut self) {
        let (node, pause) = (self.node(), self.short_or_long());
        self.note(format_args!("node {node} stands still for {pause} ms"));
        self.world.stall(node, pause);
    }

    fn lose_news(&mut self) {
        let node = self.node();
        if self.percent(50) {
            self.note(format_args!("node {node} hears nothing any more"));
            self.world.database.swallow(node);
            self.deaf = true;
        } else {
            self.note(format_args!("node {node} loses its LISTEN connection"));
            self.world.database.cut(node);
        }
    }

    fn jump(&mut self) {
        let by = match self.draw(4) {
            0 => -(self.between(SECOND, 24 * 3_600 * SECOND) as i64),
            1 => self.between(SECOND, 10 * SECOND) as i64,
            _ => self.between(10 * SECOND, 3 * 24 * 3_600 * SECOND) as i64,
        };
        self.note(format_args!("the database's clock jumps by {by} ms"));
        self.history.jumps.push(self.world.time);
        self.world.database.weather(|weather| {
            weather.clock = weather.clock.saturating_add_signed(by);
        });
    }

    /// Somebody begins to watch, or comes back, or leaves.
    fn watch(&mut self) {
        let node = self.node();
        if self.viewers.len() < 3 {
            let tables = self.world.database.tables();
            let Some(table) = tables.get(self.dice_index(tables.len() as u32)).cloned() else {
                return;
            };
            let person = self.draw(4) as usize;
            let person = (person < self.people.len()).then_some(person);
            self.viewers.push(Spectator::new(person, table, node));
        }
        let viewer = self.dice_index(self.viewers.len() as u32);
        let Some(viewer) = self.viewers.get_mut(viewer) else {
            return;
        };
        viewer.leave();
        viewer.come(&self.world, &self.people, node);
        let (person, known) = (viewer.person, viewer.known.since);
        self.note(format_args!(
            "person {person:?}, who knows {known:?}, watches at node {node}"
        ));
    }

    /// Somebody asks for something.
    fn wish(&mut self) {
        if !self.unanswered.is_empty() && self.percent(60) {
            let again = self.dice_index(self.unanswered.len() as u32);
            let again = self.unanswered.swap_remove(again);
            if let Some(attempt) = self.history.attempts.get(again).cloned() {
                let person = attempt.person.unwrap_or(0);
                return self.ask(person, attempt.table, attempt.want);
            }
        }
        let tables = self.world.database.tables();
        if tables.is_empty() || (tables.len() < 2 && self.percent(4)) {
            let bot = self.percent(50);
            let table = self.new_table(bot);
            let person = self.person();
            return self.ask(person, None, Want::Create(Box::new(table)));
        }
        let Some(table) = tables.get(self.dice_index(tables.len() as u32)) else {
            return;
        };
        // Those who have something to decide act more often than others.
        let mut person = self.person();
        for _ in 0..4 {
            let known = self.known.get(&(person, table.clone()));
            let position = known.and_then(|known| known.position.as_ref());
            if position.is_none_or(|position| position.legal.is_empty()) {
                person = self.person();
            }
        }
        let want = self.want(person, table);
        self.ask(person, Some(table.clone()), want);
    }

    fn want(&mut self, person: usize, table: &TableId) -> Want {
        let Some(known) = self.known.get(&(person, table.clone())) else {
            return Want::Read(Watch::default());
        };
        let (status, version) = (known.status, known.version);
        let legal = known.position.as_ref().map(|position| &position.legal);
        let legal = legal.cloned().unwrap_or_default();
        let (asked, owner) = (known.undo_asked.is_some(), known.you.owner);
        let say = |schedule: &mut Self| {
            let key = schedule.key();
            let text = format!("said with {key}");
            let key = Some(key);
            Want::Say(Say { text, key })
        };
        let read = |schedule: &mut Self| {
            let at_least = schedule.percent(30).then_some(version);
            let since = schedule.percent(60).then_some(version);
            Want::Read(Watch {
                since,
                chat: Some(0),
                at_least,
            })
        };
        let number = self.draw(100);
        match status {
            Status::Waiting => match number {
                0..35 => Want::Sit,
                35..75 if owner => Want::Start,
                75..82 if owner => {
                    let bot = SeatFor::Bot(bots::Level::Easy);
                    Want::SetSeat(Seat::FIRST.after(1, 2), bot)
                }
                82..86 => Want::Leave,
                86..92 => say(self),
                _ => read(self),
            },
            Status::Running => match number {
                0..8 => say(self),
                8..20 => read(self),
                20..28 => Want::Undo(version),
                28..30 => Want::AnswerUndo(version, self.percent(70)),
                30..60 if asked => Want::AnswerUndo(version, self.percent(70)),
                30..32 => Want::Resign,
                32..36 => Want::ComeBack,
                _ => self.play(version, &legal),
            },
            Status::Over => match number {
                0..30 => say(self),
                30..40 => Want::Undo(version),
                _ => read(self),
            },
        }
    }

    fn play(&mut self, version: u64, legal: &[String]) -> Want {
        let action = match legal.get(self.dice_index(legal.len().max(1) as u32)) {
            Some(action) if self.percent(92) => action.clone(),
            _ if self.percent(50) => "sow 1".to_owned(),
            _ => "dance".to_owned(),
        };
        let version = match self.draw(20) {
            0 => version.saturating_sub(1),
            1 => version + 1,
            _ => version,
        };
        let key = Some(self.key());
        Want::Play(Play {
            version,
            action,
            key,
        })
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
            answered: None,
        };
        let delay = if self.percent(25) {
            self.between(1, 60)
        } else {
            0
        };
        let lost = self.percent(self.plan.lost_requests);
        let words = format!("{:?}", attempt.want);
        self.note(format_args!("person {person} asks node {node}: {words}"));
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
        for viewer in &mut self.viewers {
            if let Some(told) = viewer.look(&self.world) {
                let event = format!(
                    "{:>7} ms  person {:?} is told of version {}",
                    self.world.time, told.person, told.update.version
                );
                self.history.events.push(event);
                if let Some(person) = told.person {
                    let key = (person, told.table.clone());
                    self.known.insert(key, told.update.clone());
                }
                self.history.told.push(told);
            }
        }
    }

    fn answered(&mut self, open: &Open, answered: Answered) {
        let Some(attempt) = self.history.attempts.get_mut(open.attempt) else {
            return;
        };
        attempt.answered = Some(answered.clone());
        let attempt = attempt.clone();
        let words = match &answered.result {
            Ok(Got::Done(done)) => format!("done, version {}", done.version),
            Ok(Got::Update(update)) => format!("version {}", update.version),
            Err(problem) => format!("{} {}", problem.kind, problem.detail),
        };
        let (want, lost) = (&attempt.want, if open.lost { ", lost" } else { "" });
        let table = attempt.table.clone();
        let since = attempt.sent;
        self.note(format_args!("answer to {want:?} of {since}: {words}{lost}"));
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
            Ok(Got::Done(_)) => None,
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

    /// Everything works again, and the world comes to rest.
    fn end(mut self) -> History {
        self.note(format_args!("everything works again"));
        self.world.heal();
        self.down_until = 0;
        self.world.database.weather(|weather| {
            weather.delay = 0;
            weather.news_delay = 0;
            weather.down = false;
            weather.reads.clear();
            weather.writes.clear();
        });
        self.run(1_500);
        while self.world.database.is_slow(self.world.time) {
            self.run(LONG_STEP);
        }
        if self.deaf {
            self.run(DEAF);
        }
        let until = self.world.time + REST;
        while self.world.time < until && !self.rests() {
            self.run(500);
        }
        self.run(500);
        self.look_at_the_end();
        let mut history = self.history;
        // Bots go on where somebody watches: what was written a moment ago may be under way.
        let lately = self.world.time - SECOND;
        for viewer in self.viewers.iter().filter(|viewer| !viewer.is_away()) {
            let (person, table) = (viewer.person, viewer.table.clone());
            let rows = history.log.iter().filter(|row| row.at < lately);
            let last = rows.filter_map(|row| match &row.what {
                Written::Entry(entry) if row.table == table => Some(entry.version),
                _ => None,
            });
            if last.max() > viewer.known.since {
                history.unsettled.push((person, table, viewer.known));
            }
        }
        history.idle.clone_from(&self.world.idle);
        drop((self.viewers, self.open));
        let database = self.world.database.clone();
        drop(self.world);
        history.statements = database.statements();
        database.close();
        history
    }

    /// Returns whether nothing is left to be done.
    fn rests(&mut self) -> bool {
        let sql = "SELECT COUNT(*) FROM tables WHERE bot_due = 1 OR deadline IS NOT NULL";
        let nodes = 0..self.world.len();
        nodes
            .into_iter()
            .all(|node| self.world.node(node).is_some())
            && self.open.is_empty()
            && !self.world.database.is_slow(self.world.time)
            && self.world.database.count(sql) == 0
    }

    /// Every node shows every table to everybody.
    fn look_at_the_end(&mut self) {
        let tables = self.world.database.tables();
        let mut open = Vec::new();
        for table in &tables {
            for node in 0..self.world.len() {
                for person in [None, Some(0), Some(1)] {
                    let attempt = Attempt {
                        person,
                        node,
                        table: Some(table.clone()),
                        want: Want::Read(Watch::default()),
                        sent: self.world.time,
                        answered: None,
                    };
                    let receiver = send(&self.world, &self.people, &attempt, 0);
                    open.push((attempt, receiver));
                }
            }
        }
        self.run(50);
        for (mut attempt, receiver) in open {
            attempt.answered = receiver.and_then(|mut receiver| receiver.try_recv().ok());
            self.history.last.push(attempt);
        }
        self.history.log = self.world.database.log();
        for table in tables {
            let entries = self.world.database.entries(&table);
            self.history.stored.insert(table, entries);
        }
    }
}
