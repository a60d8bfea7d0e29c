//! A site of real processes, and the faults that happen to them.

use super::schedule::{Fault, Kind, Nodes, Planned};
use crate::history::{Clock, Time};
use crate::node::{Node, ServerArgs};
use crate::proxy::{Proxy, Target, Traffic};
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, sleep, sleep_until};
use visitor::Postgres;

/// Where Debian keeps the library that changes the clock of a process.
const LIBRARIES: &[&str] = &[
    "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
    "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
    "/usr/lib/faketime/libfaketime.so.1",
    "/usr/lib64/faketime/libfaketime.so.1",
];

/// One node, with the proxies before and behind it.
struct Place {
    node: tokio::sync::Mutex<Option<Node>>,
    clients: Proxy,
    store: Option<Proxy>,
    down: Mutex<Vec<(Time, Time)>>,
}

/// The nodes, their store, and everything between them.
pub struct Site {
    server: ServerArgs,
    clock: Clock,
    folder: PathBuf,
    faketime: Option<PathBuf>,
    places: Vec<Place>,
    postgres: Option<tokio::sync::Mutex<Postgres>>,
    counts: Mutex<BTreeMap<Kind, u64>>,
}

/// Returns the library that changes the clock of a process, if there is one.
pub fn faketime(given: Option<&Path>) -> Option<PathBuf> {
    let known = LIBRARIES.iter().map(PathBuf::from);
    given
        .map(Path::to_owned)
        .into_iter()
        .chain(known)
        .find(|library| library.exists())
}

impl Site {
    /// Starts a site in a folder that does not exist yet.
    pub async fn start(
        server: ServerArgs,
        faketime: Option<PathBuf>,
        clock: Clock,
    ) -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("durbar-faults-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let mut site = Site {
            clock,
            folder,
            faketime,
            places: Vec::new(),
            postgres: None,
            counts: Mutex::default(),
            server,
        };
        if site.server.postgres {
            site.set_clock(None, 0)?;
            let folder = site.folder.join("pg");
            let postgres = Postgres::start_with(&folder, site.environment(None))?;
            site.postgres = Some(tokio::sync::Mutex::new(postgres));
        }
        for number in 0..if site.server.postgres { 2 } else { 1 } {
            let store = match site.server.postgres {
                true => {
                    Some(Proxy::listen(Target::Unix(site.folder.join("pg/.s.PGSQL.5432"))).await?)
                }
                false => None,
            };
            site.places.push(Place {
                node: tokio::sync::Mutex::new(None),
                clients: Proxy::listen(Target::Nowhere).await?,
                store,
                down: Mutex::default(),
            });
            site.set_clock(Some(number), 0)?;
            site.start_node(number).await?;
        }
        Ok(site)
    }

    /// Where clients reach the nodes.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        let places = self.places.iter();
        places.map(|place| place.clients.address).collect()
    }

    /// Where the store is, without a proxy.
    pub async fn database(&self) -> String {
        match &self.postgres {
            Some(postgres) => postgres.lock().await.url(),
            None => self.folder.join("durbar.sqlite").display().to_string(),
        }
    }

    /// The times at which none of the nodes ran.
    pub fn idle(&self) -> Vec<(Time, Time)> {
        let mut idle = vec![(0, Time::MAX)];
        for place in &self.places {
            let down = place.down.lock().unwrap_or_else(PoisonError::into_inner);
            let both = idle.iter().flat_map(|&(from, to)| {
                let parts = down.iter();
                parts.map(move |&(start, end)| (start.max(from), end.min(to)))
            });
            idle = both.filter(|(from, to)| from < to).collect();
        }
        idle
    }

    /// How often each kind of fault really happened.
    pub fn counts(&self) -> BTreeMap<Kind, u64> {
        let counts = self.counts.lock();
        counts.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How many bytes were lost or kept waiting between the nodes and the store, and between the clients and the nodes.
    pub fn disturbed(&self) -> (u64, u64) {
        let stores = self.places.iter().flat_map(|place| &place.store);
        let clients = self.places.iter().map(|place| &place.clients);
        (
            stores.map(Proxy::disturbed).sum(),
            clients.map(Proxy::disturbed).sum(),
        )
    }

    /// What the servers wrote about errors of their own.
    pub fn panics(&self) -> String {
        let logs = (0..self.places.len()).map(|number| std::fs::read_to_string(self.log(number)));
        let logs: Vec<String> = logs.flatten().collect();
        let lines = logs.iter().flat_map(|log| log.lines());
        let bad = lines.filter(|line| line.contains("panicked") || line.contains("replayed"));
        bad.collect::<Vec<_>>().join("\n")
    }

    /// Carries out a lane of faults, each at its time or after the one before it, until nobody plays any more.
    pub async fn suffer(&self, lane: Vec<Planned>, start: Instant, until: Time) -> Result<()> {
        for (at, fault) in lane {
            sleep_until(start + Duration::from_millis(at)).await;
            if self.clock.now() >= until {
                break;
            }
            println!("{:8.1} s  {fault}", self.clock.now() as f64 / 1e6);
            let outcome = self.carry_out(fault).await;
            outcome.with_context(|| fault.to_string())?;
            let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
            *counts.entry(fault.kind()).or_default() += 1;
        }
        Ok(())
    }

    /// Ends all nodes; nothing is written any more.
    pub async fn end(&self) -> Result<()> {
        for place in &self.places {
            if let Some(node) = place.node.lock().await.take() {
                node.kill()?;
            }
        }
        Ok(())
    }

    async fn carry_out(&self, fault: Fault) -> Result<()> {
        match fault {
            Fault::Kill(nodes, time) => {
                let begin = self.clock.now();
                for number in self.numbers(nodes) {
                    if let Some(node) = self.places[number].node.lock().await.take() {
                        node.kill()?;
                    }
                    self.places[number].clients.lead_to(Target::Nowhere);
                }
                sleep(Duration::from_millis(time)).await;
                for number in self.numbers(nodes) {
                    self.start_node(number).await?;
                    self.was_down(number, begin);
                }
            }
            Fault::Freeze(nodes, time) => {
                let begin = self.clock.now();
                for number in self.numbers(nodes) {
                    self.signal(number, "STOP").await?;
                }
                sleep(Duration::from_millis(time)).await;
                for number in self.numbers(nodes) {
                    self.signal(number, "CONT").await?;
                    self.was_down(number, begin);
                }
            }
            Fault::Database(time) => {
                let postgres = self.postgres.as_ref().context("there is no PostgreSQL")?;
                let mut postgres = postgres.lock().await;
                tokio::task::block_in_place(|| postgres.crash())?;
                sleep(Duration::from_millis(time)).await;
                tokio::task::block_in_place(|| postgres.revive())?;
            }
            Fault::DatabaseLink(number, traffic, time) => {
                let proxy = self.places[number].store.as_ref();
                disturb(proxy.context("there is no link")?, traffic, time).await;
            }
            Fault::ClientLink(number, traffic, time) => {
                disturb(&self.places[number].clients, traffic, time).await;
            }
            Fault::Skew(node, off) => self.set_clock(node, off)?,
        }
        Ok(())
    }

    fn numbers(&self, nodes: Nodes) -> Vec<usize> {
        match nodes {
            Nodes::One(number) => vec![number],
            Nodes::All => (0..self.places.len()).collect(),
        }
    }

    fn was_down(&self, number: usize, begin: Time) {
        let down = self.places[number].down.lock();
        let mut down = down.unwrap_or_else(PoisonError::into_inner);
        down.push((begin, self.clock.now()));
    }

    /// Starts a node, as often as it takes: the database may be away at the same time.
    async fn start_node(&self, number: usize) -> Result<()> {
        let place = &self.places[number];
        let database = match &place.store {
            Some(proxy) => format!("postgres://test@{}/postgres?sslmode=disable", proxy.address),
            None => self.database().await,
        };
        let log = self.log(number);
        let begin = Instant::now();
        loop {
            let environment = self.environment(Some(number));
            match self.server.node_with(&database, &environment, &log).await {
                Ok(node) => {
                    place.clients.lead_to(Target::Tcp(node.address));
                    *place.node.lock().await = Some(node);
                    return Ok(());
                }
                Err(error) if begin.elapsed() > Duration::from_secs(90) => return Err(error),
                Err(_) => sleep(Duration::from_millis(100)).await,
            }
        }
    }

    async fn signal(&self, number: usize, signal: &str) -> Result<()> {
        match &*self.places[number].node.lock().await {
            Some(node) => node.signal(signal),
            None => bail!("node {number} does not run"),
        }
    }

    fn log(&self, number: usize) -> PathBuf {
        self.folder.join(format!("node-{number}.log"))
    }

    fn clock_file(&self, node: Option<usize>) -> PathBuf {
        let name = node.map_or("database".to_owned(), |number| format!("node-{number}"));
        self.folder.join(format!("{name}.clock"))
    }

    /// Sets a wall clock off the true time, at once and for processes that start later.
    fn set_clock(&self, node: Option<usize>, off: i64) -> Result<()> {
        // Renamed, so that nobody reads half of it.
        let file = self.clock_file(node);
        let new = file.with_extension("new");
        std::fs::write(&new, format!("{off:+}\n"))?;
        std::fs::rename(new, file)?;
        Ok(())
    }

    /// The environment of a process whose wall clock can be changed; its monotonic clock stays true.
    fn environment(&self, node: Option<usize>) -> Vec<(String, String)> {
        let Some(library) = &self.faketime else {
            return Vec::new();
        };
        let pairs = [
            ("LD_PRELOAD", library.display().to_string()),
            (
                "FAKETIME_TIMESTAMP_FILE",
                self.clock_file(node).display().to_string(),
            ),
            ("FAKETIME_CACHE_DURATION", "1".to_owned()),
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1".to_owned()),
            ("DONT_FAKE_MONOTONIC", "1".to_owned()),
            ("FAKETIME_DONT_RESET", "1".to_owned()),
        ];
        pairs.map(|(name, value)| (name.to_owned(), value)).into()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.places.clear();
        self.postgres = None;
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

async fn disturb(proxy: &Proxy, traffic: Traffic, time: u64) {
    proxy.set(traffic);
    sleep(Duration::from_millis(time)).await;
    proxy.set(Traffic::Flows);
}
