//! `durbar serve`: a server for tables. See `docs/server.md`.

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use page::Page;
use server::{Config, Limits, Server};
use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;
use tokio::net::TcpListener;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;

/// Host tables for people and bots.
///
/// Everything is stored in one SQLite file; with `--database postgres://...`, several nodes can share one PostgreSQL. Each option can also be set
/// by an environment variable.
#[derive(Args)]
pub struct Serve {
    /// The address to listen on; by default 127.0.0.1:4040 or the next free port.
    #[arg(long, value_name = "ADDRESS", env = "DURBAR_LISTEN")]
    listen: Option<SocketAddr>,
    /// A SQLite file, created if it does not exist, or postgres://user@host/name.
    #[arg(
        long,
        value_name = "URL",
        env = "DURBAR_DATABASE",
        default_value = "durbar.sqlite",
        hide_env_values = true
    )]
    database: String,
    /// Serve the page from this folder instead of the one inside the binary.
    #[arg(long, value_name = "FOLDER", env = "DURBAR_PAGE")]
    page: Option<PathBuf>,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// Trust the client address and TLS headers of a reverse proxy (X-Forwarded-For, X-Forwarded-Proto).
    #[arg(long, env = "DURBAR_BEHIND_PROXY")]
    behind_proxy: bool,
    /// The maximum number of bots that think at the same time; by default one per core.
    #[arg(long, value_name = "N", env = "DURBAR_BOT_THREADS")]
    bot_threads: Option<usize>,
    /// The time limit for a bot's decision, in seconds.
    #[arg(
        long,
        value_name = "SECONDS",
        env = "DURBAR_BOT_SECONDS",
        default_value_t = 10
    )]
    bot_seconds: u64,
    /// The maximum number of tables kept in memory; the others are read from the store when needed.
    #[arg(
        long,
        value_name = "N",
        env = "DURBAR_TABLES_IN_MEMORY",
        default_value_t = 10_000
    )]
    tables_in_memory: usize,
    /// The maximum number of requests per second from one address; 0 for no limit.
    #[arg(long, value_name = "N", env = "DURBAR_REQUESTS_PER_ADDRESS", default_value_t = Limits::default().requests_per_address)]
    requests_per_address: u32,
    /// The maximum number of requests per second from one session; 0 for no limit.
    #[arg(long, value_name = "N", env = "DURBAR_REQUESTS_PER_SESSION", default_value_t = Limits::default().requests_per_session)]
    requests_per_session: u32,
    /// The maximum number of unfinished tables of one person.
    #[arg(long, value_name = "N", env = "DURBAR_TABLES_PER_PERSON", default_value_t = Limits::default().tables_per_person)]
    tables_per_person: u32,
    /// The maximum number of simultaneous live viewers.
    #[arg(long, value_name = "N", env = "DURBAR_VIEWERS", default_value_t = Limits::default().viewers)]
    viewers: usize,
    /// The format of logs. RUST_LOG sets the level, as in RUST_LOG=server=debug.
    #[arg(long, env = "DURBAR_LOG", default_value = "text")]
    log: Log,
}

/// The format of logs.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Log {
    /// For people.
    Text,
    /// For programs: one JSON object per line.
    Json,
}

impl Serve {
    /// Serves until it is interrupted.
    pub fn run(self) -> Result<()> {
        self.write_logs();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?;
        runtime.block_on(self.serve())
    }

    async fn serve(self) -> Result<()> {
        let listener = listen(self.listen).await?;
        let address = listener.local_addr()?;
        let server = Server::open(self.config()?)
            .await
            .context("the database cannot be used")?;
        println!("Durbar is open at http://{address}");
        if self.open {
            open_page(&format!("http://{address}"));
        }
        server.serve(listener, interrupted()).await;
        tracing::info!("all changes are stored; the server stops");
        Ok(())
    }

    fn config(&self) -> Result<Config> {
        let usual = Config::default();
        let page = match &self.page {
            Some(folder) => Page::read(folder)
                .with_context(|| format!("there is no page in {}", folder.display()))?,
            None => usual.page,
        };
        Ok(Config {
            page,
            database: self.database.clone(),
            bot_threads: self.bot_threads.unwrap_or(usual.bot_threads),
            bot_longest: Duration::from_secs(self.bot_seconds),
            tables_in_memory: self.tables_in_memory,
            behind_proxy: self.behind_proxy,
            limits: Limits {
                requests_per_address: self.requests_per_address,
                requests_per_session: self.requests_per_session,
                tables_per_person: self.tables_per_person,
                viewers: self.viewers,
            },
            ..usual
        })
    }

    fn write_logs(&self) {
        let asked = std::env::var("RUST_LOG")
            .ok()
            .and_then(|asked| asked.parse().ok());
        let how_much = asked.unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO));
        let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
        let lines = match self.log {
            Log::Text => lines.boxed(),
            Log::Json => lines.json().boxed(),
        };
        tracing_subscriber::registry()
            .with(lines.with_filter(how_much))
            .init();
    }
}

/// The ports to try if no address is given.
const PORTS: std::ops::Range<u16> = 4040..4060;

/// Listens on the address, or on the first free port of this machine.
async fn listen(address: Option<SocketAddr>) -> Result<TcpListener> {
    if let Some(address) = address {
        return TcpListener::bind(address)
            .await
            .with_context(|| format!("cannot listen at {address}"));
    }
    for port in PORTS {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await {
            Err(error) if error.kind() == ErrorKind::AddrInUse => continue,
            listener => return listener.with_context(|| format!("cannot listen at port {port}")),
        }
    }
    bail!(
        "the ports {} to {} are all in use; choose another address with --listen",
        PORTS.start,
        PORTS.end - 1
    )
}

/// Waits until the process is asked to stop.
async fn interrupted() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => (),
                _ = terminate.recv() => (),
            }
            return;
        }
    }
    let _ = interrupt.await;
}

/// Opens the page in the browser. Failures are ignored: the address is printed anyway.
fn open_page(address: &str) {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let _ = Command::new(program)
        .arg(address)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
}
