//! The nodes of one world. Each is a whole server in a runtime of its own; they are stepped in turn, and the world's time is theirs.

use crate::connections::GRACE;
use crate::store::simulated::{Database, Defect, Link, open};
use crate::{App, Config, Limits};
use kit::{Rng as _, Seed, dice};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio::time::{Instant, sleep, sleep_until};

/// The time of day at the beginning of a world, in milliseconds since 1970.
pub const BEGINNING: u64 = 1_700_000_000_000;

/// One server.
pub struct Node {
    number: usize,
    runtime: Option<Runtime>,
    app: Arc<OnceLock<App>>,
    /// The requests under way, each of which holds a copy.
    working: Arc<()>,
    /// A node that stops takes no more requests; it has stopped once this is set.
    stopping: Option<Arc<OnceLock<()>>>,
    /// The world's time at the start of the node, and the start on the node's own clock.
    since: (u64, Instant),
    stalled_until: u64,
    starts_at: u64,
    starts: u64,
    /// What the clock of its machine shows at the beginning of the world.
    clock: u64,
}

/// All nodes, and their database.
pub struct World {
    /// The time in milliseconds since the beginning.
    pub time: u64,
    /// The database.
    pub database: Database,
    /// The spans of time in which no node could do its work.
    pub idle: Vec<(u64, u64)>,
    nodes: Vec<Node>,
    seed: Seed,
}

impl World {
    /// Creates nodes that start at once.
    pub fn new(nodes: usize, database: Database, seed: Seed) -> Self {
        let node = |number| Node {
            number,
            runtime: None,
            app: Arc::default(),
            working: Arc::default(),
            stopping: None,
            since: (0, Instant::now()),
            stalled_until: 0,
            starts_at: 0,
            starts: 0,
            clock: BEGINNING,
        };
        World {
            time: 0,
            database,
            idle: Vec::new(),
            nodes: (0..nodes).map(node).collect(),
            seed,
        }
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns a node that takes requests, with its runtime. A node that stands still takes them, too, and answers later.
    pub fn node(&self, number: usize) -> Option<(&App, &Runtime)> {
        let node = self
            .nodes
            .get(number)
            .filter(|node| node.stopping.is_none())?;
        Some((node.app.get()?, node.runtime.as_ref()?))
    }

    /// Returns what a request at this node holds until it is answered.
    pub fn working(&self, number: usize) -> Option<Arc<()>> {
        Some(self.nodes.get(number)?.working.clone())
    }

    /// Stops a node as SIGTERM does: it answers what is under way, writes what waits to be written, and ends. It starts again later.
    /// Returns whether it was working.
    pub fn stop(&mut self, number: usize, pause: u64) -> bool {
        let starts_at = self.time + pause;
        let Some(node) = self.nodes.get_mut(number) else {
            return false;
        };
        let (Some(app), Some(runtime), None) = (node.app.get(), &node.runtime, &node.stopping)
        else {
            return false;
        };
        let works = node.stalled_until < self.time;
        let (app, working, stopped) =
            (app.clone(), node.working.clone(), Arc::new(OnceLock::new()));
        node.stopping = Some(stopped.clone());
        let waits = self.database.defect() != Some(Defect::StopsAtOnce);
        node.starts_at = starts_at;
        runtime.spawn(async move {
            app.stopping.send_replace(true);
            let deadline = Instant::now() + GRACE;
            // One is this task's own, one the node's.
            while waits && Arc::strong_count(&working) > 2 && Instant::now() < deadline {
                sleep(Duration::from_millis(10)).await;
            }
            app.thinkers.stop();
            app.stop_clock().await;
            app.store.clone().close().await;
            let _ = stopped.set(());
        });
        works
    }

    /// Kills a node, which starts again later. On a clock of its own, it may find another time of day then.
    pub fn kill(&mut self, number: usize, pause: u64, clock: i64) {
        self.database.hang_up(number, self.time);
        let starts_at = self.time + pause;
        if let Some(node) = self.nodes.get_mut(number) {
            node.app = Arc::default();
            node.runtime = None;
            node.stopping = None;
            node.working = Arc::default();
            node.starts_at = starts_at;
            node.stalled_until = 0;
            node.clock = node.clock.saturating_add_signed(clock);
        }
    }

    /// Lets a node stand still for a while, as SIGSTOP does.
    pub fn stall(&mut self, number: usize, pause: u64) {
        let until = self.time + pause;
        if let Some(node) = self.nodes.get_mut(number) {
            node.stalled_until = until;
        }
    }

    /// Ends everything that keeps a node from working.
    pub fn heal(&mut self) {
        for node in &mut self.nodes {
            node.stalled_until = node.stalled_until.min(self.time);
            node.starts_at = node.starts_at.min(self.time);
        }
    }

    /// Lets the world run for some milliseconds.
    pub fn run(&mut self, time: u64) {
        self.time += time;
        self.database.settle(self.time);
        let mut works = false;
        for node in &mut self.nodes {
            if node
                .stopping
                .as_ref()
                .is_some_and(|stopped| stopped.get().is_some())
            {
                node.stopping = None;
                node.app = Arc::default();
                node.runtime = None;
                self.database.hang_up(node.number, self.time);
            }
            if node.runtime.is_none() && node.starts_at < self.time {
                node.start(self.time - time, &self.database, self.seed);
            }
            if node.stalled_until >= self.time {
                continue;
            }
            node.run_until(self.time, time);
            works |= node.app.get().is_some() && node.stopping.is_none();
        }
        if works && !self.database.is_down() {
            return;
        }
        let from = self.time - time;
        match self.idle.last_mut() {
            Some((_, until)) if *until == from => *until = self.time,
            _ => self.idle.push((from, self.time)),
        }
    }
}

impl Node {
    fn start(&mut self, time: u64, database: &Database, seed: Seed) {
        let runtime = Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .unwrap();
        let entered = runtime.enter();
        self.since = (time, Instant::now());
        self.starts += 1;
        self.app = Arc::default();
        let link = Link {
            database: database.clone(),
            node: self.number,
            since: self.since,
        };
        let seed = seed.child(1 + self.number as u64).child(self.starts);
        runtime.spawn(start(link, config(self, seed), self.app.clone()));
        drop(entered);
        self.runtime = Some(runtime);
    }

    fn run_until(&self, time: u64, step: u64) {
        let Some(runtime) = &self.runtime else {
            return;
        };
        let until = self.since.1 + Duration::from_millis(time - self.since.0);
        runtime.block_on(async {
            let behind = until.saturating_duration_since(Instant::now());
            let missed = behind.saturating_sub(Duration::from_millis(step));
            if !missed.is_zero() {
                tokio::time::advance(missed).await;
            }
            sleep_until(until).await;
        });
    }
}

/// The delay before a server that could not start is started again.
const AGAIN: Duration = Duration::from_millis(500);

async fn start(link: Link, config: Config, ready: Arc<OnceLock<App>>) {
    loop {
        let app = App::new(open(link.clone()), config.clone());
        if app.start_clock().await.is_err() {
            sleep(AGAIN).await;
            continue;
        }
        app.start_tasks();
        let _ = ready.set(app.clone());
        return app.thinkers.work_here(&app).await;
    }
}

fn config(node: &Node, seed: Seed) -> Config {
    static USUAL: OnceLock<Config> = OnceLock::new();
    let usual = USUAL.get_or_init(|| Config {
        limits: Limits::none(),
        ..Config::default()
    });
    let ((time, start), clock) = (node.since, node.clock);
    let dice = Mutex::new(dice(seed));
    Config {
        now: Arc::new(move || clock + time + start.elapsed().as_millis() as u64),
        random: Arc::new(move |bytes| {
            dice.lock().unwrap().fill_bytes(bytes);
            Ok(())
        }),
        ..usual.clone()
    }
}
