//! `durbar serve`: a server for tables. See `docs/server.md`.

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use page::Page;
use server::notices::Notices;
use server::notices::mail::Mailer;
use server::{Config, Limits, Retention, Server};
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
    /// Trust the client address and TLS headers (X-Forwarded-For, X-Forwarded-Proto) of so many reverse proxies in a row.
    #[arg(
        long,
        value_name = "N",
        env = "DURBAR_BEHIND_PROXY",
        num_args = 0..=1,
        default_value_t = 0,
        default_missing_value = "1"
    )]
    behind_proxy: usize,
    /// The address of the site in browsers, such as https://durbar.example; needed if a proxy changes the Host header.
    #[arg(long, value_name = "URL", env = "DURBAR_ORIGIN", value_parser = origin)]
    origin: Option<String>,
    /// Serve metrics for Prometheus at this address, which must not be public.
    #[arg(long, value_name = "ADDRESS", env = "DURBAR_METRICS")]
    metrics: Option<SocketAddr>,
    /// The maximum number of bots that think at the same time; by default one less than cores.
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
    /// The maximum number of unfinished tables with bots of one person.
    #[arg(long, value_name = "N", env = "DURBAR_BOT_TABLES_PER_PERSON", default_value_t = Limits::default().bot_tables_per_person)]
    bot_tables_per_person: u32,
    /// The maximum number of new guests from one address in an hour; 0 for no limit.
    #[arg(long, value_name = "N", env = "DURBAR_GUESTS_PER_ADDRESS", default_value_t = Limits::default().guests_per_address)]
    guests_per_address: u32,
    /// The maximum number of new tables from one address in an hour; 0 for no limit.
    #[arg(long, value_name = "N", env = "DURBAR_TABLES_PER_ADDRESS", default_value_t = Limits::default().tables_per_address)]
    tables_per_address: u32,
    /// The maximum number of simultaneous live viewers.
    #[arg(long, value_name = "N", env = "DURBAR_VIEWERS", default_value_t = Limits::default().viewers)]
    viewers: usize,
    /// The maximum number of connections from one address, and of live viewers there.
    #[arg(long, value_name = "N", env = "DURBAR_CONNECTIONS_PER_ADDRESS", default_value_t = Limits::default().connections_per_address)]
    connections_per_address: usize,
    /// Set no limits for clients; for tests and networks of friends.
    #[arg(long, env = "DURBAR_WITHOUT_LIMITS")]
    without_limits: bool,
    /// Delete guests who have not come for so many days and sit at no unfinished table; 0 for never.
    #[arg(long, value_name = "DAYS", env = "DURBAR_KEEP_GUESTS", default_value_t = Retention::default().guests)]
    keep_guests: u32,
    /// Delete tables that have not started and have not changed for so many days; 0 for never.
    #[arg(long, value_name = "DAYS", env = "DURBAR_KEEP_WAITING", default_value_t = Retention::default().waiting)]
    keep_waiting: u32,
    /// Delete tables at play that have not changed for so many days; 0 for never.
    #[arg(long, value_name = "DAYS", env = "DURBAR_KEEP_RUNNING", default_value_t = Retention::default().running)]
    keep_running: u32,
    /// Delete finished tables after so many days; 0 for never.
    #[arg(long, value_name = "DAYS", env = "DURBAR_KEEP_FINISHED", default_value_t = Retention::default().finished)]
    keep_finished: u32,
    /// Write the records of finished games into this folder before they are deleted.
    #[arg(long, value_name = "FOLDER", env = "DURBAR_ARCHIVE")]
    archive: Option<PathBuf>,
    /// The mail server that tells people when it is their turn: smtps://user:password@host, or smtp://host?tls=required. Without one, nobody is told by mail.
    #[arg(
        long,
        value_name = "URL",
        env = "DURBAR_MAIL",
        hide_env_values = true,
        requires = "mail_from"
    )]
    mail: Option<String>,
    /// The sender of mails, such as "Durbar <durbar@mail.example>".
    #[arg(long, value_name = "ADDRESS", env = "DURBAR_MAIL_FROM")]
    mail_from: Option<String>,
    /// The minutes between two mails to one person; all turns of that time come in one mail.
    #[arg(
        long,
        value_name = "MINUTES",
        env = "DURBAR_MAIL_MINUTES",
        default_value_t = 30
    )]
    mail_minutes: u64,
    /// Also send notices to addresses of this network, to other ports, and without encryption; for push services and webhooks of your own.
    #[arg(long, env = "DURBAR_PRIVATE_NOTICES")]
    private_notices: bool,
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
        if let Some(address) = self.metrics {
            let metrics = TcpListener::bind(address).await;
            server.serve_metrics(metrics.with_context(|| format!("cannot listen at {address}"))?);
        }
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
            proxies: self.behind_proxy,
            origin: self.origin.clone(),
            limits: self.limits(),
            retention: Retention {
                guests: self.keep_guests,
                waiting: self.keep_waiting,
                running: self.keep_running,
                finished: self.keep_finished,
                archive: self.archive.clone(),
            },
            notices: self.notices()?,
            ..usual
        })
    }

    fn notices(&self) -> Result<Notices> {
        let minutes = Duration::from_secs(60 * self.mail_minutes);
        let mail = self.mail.iter().zip(&self.mail_from);
        let mut mail = mail.map(|(url, from)| Mailer::new(url, from, minutes));
        Ok(Notices {
            private: self.private_notices,
            mail: mail.next().transpose()?,
        })
    }

    fn limits(&self) -> Limits {
        if self.without_limits {
            return Limits::none();
        }
        Limits {
            requests_per_address: self.requests_per_address,
            requests_per_session: self.requests_per_session,
            tables_per_person: self.tables_per_person,
            bot_tables_per_person: self.bot_tables_per_person,
            guests_per_address: self.guests_per_address,
            tables_per_address: self.tables_per_address,
            viewers: self.viewers,
            connections_per_address: self.connections_per_address,
            ..Limits::default()
        }
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

/// Checks that a text is the address of a site: scheme and host, nothing else.
fn origin(text: &str) -> Result<String, String> {
    let host = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    let fits = |host: &str| !host.is_empty() && !host.contains(['/', '?', '#', ' ', '@']);
    match host.is_some_and(fits) {
        true => Ok(text.to_owned()),
        false => Err("expected a scheme and a host, such as https://durbar.example".to_owned()),
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
