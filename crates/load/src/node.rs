//! Servers as processes of their own, so that they can be killed.

use anyhow::{Context, Result, bail};
use clap::Args;
use std::fs::File;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use visitor::{Postgres, Visitor};

/// Which server, on which store.
#[derive(Args, Clone)]
pub struct ServerArgs {
    /// The `durbar` program.
    #[arg(long, value_name = "FILE", default_value = "target/release/durbar")]
    pub durbar: PathBuf,
    /// On PostgreSQL instead of SQLite; one is started for the occasion.
    #[arg(long)]
    pub postgres: bool,
    /// How many bots think at the same time.
    #[arg(long, default_value_t = 1)]
    pub bot_threads: usize,
}

/// A store that is gone afterwards.
pub struct Store {
    /// Where it is.
    pub database: String,
    folder: PathBuf,
    _postgres: Option<Postgres>,
}

impl ServerArgs {
    /// A fresh store.
    pub fn store(&self) -> Result<Store> {
        let folder = std::env::temp_dir().join(format!("durbar-load-{}", std::process::id()));
        let postgres = match self.postgres {
            true => Some(Postgres::start(&folder.join("pg"))?),
            false => None,
        };
        std::fs::create_dir_all(&folder)?;
        let file = folder.join("durbar.sqlite").display().to_string();
        let database = postgres.as_ref().map_or(file, Postgres::url);
        Ok(Store {
            database,
            folder,
            _postgres: postgres,
        })
    }

    /// A server on that store, listening.
    pub async fn node(&self, database: &str) -> Result<Node> {
        self.start(database, &[], Stdio::inherit()).await
    }

    /// A server on that store, with these variables in its environment and a file for its log.
    pub async fn node_with(
        &self,
        database: &str,
        environment: &[(String, String)],
        log: &Path,
    ) -> Result<Node> {
        let log = File::options().create(true).append(true).open(log)?;
        self.start(database, environment, log.into()).await
    }

    async fn start(
        &self,
        database: &str,
        environment: &[(String, String)],
        log: Stdio,
    ) -> Result<Node> {
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let metrics = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let process = Command::new(&self.durbar)
            .args(["serve", "--without-limits", "--database", database])
            .args(["--listen", &address.to_string()])
            .args(["--metrics", &metrics.to_string()])
            .args(["--bot-threads", &self.bot_threads.to_string()])
            .env(
                "RUST_LOG",
                std::env::var("RUST_LOG").unwrap_or("error".to_owned()),
            )
            .envs(environment.iter().cloned())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .with_context(|| format!("{} cannot be started", self.durbar.display()))?;
        let mut node = Node {
            address,
            metrics,
            process,
        };
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(30) {
            let health = Visitor::stranger(address)
                .send("GET", "/health", None)
                .await;
            if health.is_ok_and(|health| health.status == 200) {
                return Ok(node);
            }
            if let Some(status) = node.process.try_wait()? {
                bail!("the server ended with {status}")
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        bail!("the server does not get ready")
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A server that runs.
pub struct Node {
    /// Where it listens.
    pub address: SocketAddr,
    /// Where it tells its metrics.
    pub metrics: SocketAddr,
    process: Child,
}

impl Node {
    /// Ends it without a warning.
    pub fn kill(mut self) -> Result<()> {
        self.process.kill()?;
        self.process.wait()?;
        Ok(())
    }

    /// Sends it a signal, such as `STOP`.
    pub fn signal(&self, signal: &str) -> Result<()> {
        let process = self.process.id().to_string();
        let sent = Command::new("kill")
            .args(["-s", signal, &process])
            .status()?;
        match sent.success() {
            true => Ok(()),
            false => bail!("the signal {signal} could not be sent"),
        }
    }

    /// How much memory it uses, in bytes.
    pub fn memory(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes: u64 = line
            .and_then(|line| line.split_whitespace().next())
            .context("VmRSS is missing")?
            .parse()?;
        Ok(kilobytes * 1024)
    }

    /// How much processor time it has used, in seconds.
    pub fn processor_seconds(&self) -> Result<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id()))?;
        let fields: Vec<&str> = stat
            .rsplit(") ")
            .next()
            .unwrap_or_default()
            .split(' ')
            .collect();
        let ticks = |field: usize| {
            fields
                .get(field)
                .and_then(|ticks| ticks.parse::<f64>().ok())
        };
        Ok((ticks(11).unwrap_or(0.0) + ticks(12).unwrap_or(0.0)) / 100.0)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
