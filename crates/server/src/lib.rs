//! Tables for people and bots over HTTP.
//!
//! Each change of a [`table::Table`] is one entry in the [`store`], and replaying the entries rebuilds the table. A request becomes an entry in
//! `tables`: nothing is acknowledged before it is stored. `live` sends viewers what their own eyes may know; bots decide in `thinkers`.
//! Tables and rules themselves are in other crates.

mod api;
mod connections;
pub mod limits;
mod live;
mod measures;
pub mod moving;
mod page;
mod people;
mod problem;
pub mod random;
mod rounds;
pub mod store;
mod tables;
mod thinkers;

pub use api::describe;
pub use limits::Limits;

use ::page::Page;
use axum::Router;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use store::{Store, StoreError};
use tokio::net::TcpListener;
use tokio::sync::watch;

/// Returns the time in milliseconds since 1970.
pub type Now = Arc<dyn Fn() -> u64 + Send + Sync>;

/// The configuration of a server.
#[derive(Clone)]
pub struct Config {
    /// A SQLite file, or `postgres://…`.
    pub database: String,
    /// The maximum number of bots that think at the same time.
    pub bot_threads: usize,
    /// The time limit for a bot's decision.
    pub bot_longest: Duration,
    /// The maximum number of tables kept in memory.
    pub tables_in_memory: usize,
    /// Whether to trust the headers of a reverse proxy (`X-Forwarded-For`, `X-Forwarded-Proto`).
    pub behind_proxy: bool,
    /// The limits for clients.
    pub limits: Limits,
    /// The delay after which viewers are told that a bot is thinking.
    pub bot_announced: Duration,
    /// The clock.
    pub now: Now,
    /// The files of the page.
    pub page: Page,
    /// Sets up games.
    pub begin: table::Begin,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            database: "durbar.sqlite".to_owned(),
            bot_threads: std::thread::available_parallelism().map_or(1, |cores| cores.get()),
            bot_longest: Duration::from_secs(10),
            tables_in_memory: 10_000,
            behind_proxy: false,
            limits: Limits::default(),
            bot_announced: Duration::from_millis(800),
            now: steady_clock(),
            page: Page::embedded(),
            begin: Arc::new(table::begin),
        }
    }
}

/// Returns a clock that starts at the current time of day and cannot be set back.
pub fn steady_clock() -> Now {
    let start = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let since = Instant::now();
    Arc::new(move || (start + since.elapsed()).as_millis() as u64)
}

/// The state that all parts of a server share.
#[derive(Clone)]
struct App(Arc<Parts>);

struct Parts {
    store: Store,
    tables: tables::Tables,
    sessions: people::Remembered,
    thinkers: thinkers::Thinkers,
    viewers: connections::Count,
    by_address: limits::Buckets<IpAddr>,
    by_session: limits::Buckets<String>,
    config: Config,
    now: Now,
    stopping: watch::Sender<bool>,
}

impl std::ops::Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl App {
    /// Waits until the server stops.
    async fn stops(&self) {
        let mut stopping = self.stopping.subscribe();
        let _ = stopping.wait_for(|stopping| *stopping).await.map(drop);
    }
}

/// A server that is ready to serve.
pub struct Server {
    app: App,
}

impl Server {
    /// Opens the store and starts the bots' threads.
    pub async fn open(config: Config) -> Result<Self, StoreError> {
        let store = Store::open(&config.database).await?;
        let app = App(Arc::new(Parts {
            store,
            tables: tables::Tables::new(config.tables_in_memory),
            sessions: people::Remembered::default(),
            thinkers: thinkers::Thinkers::default(),
            viewers: connections::Count::default(),
            by_address: limits::Buckets::new(config.limits.requests_per_address),
            by_session: limits::Buckets::new(config.limits.requests_per_session),
            now: config.now.clone(),
            config,
            stopping: watch::Sender::new(false),
        }));
        let (threads, longest) = (app.config.bot_threads, app.config.bot_longest);
        app.thinkers
            .start(threads, longest, &app)
            .map_err(|error| StoreError::Database(sqlx::Error::Io(error)))?;
        tokio::spawn(rounds::run(app.clone()));
        if app.store.is_shared() {
            tokio::spawn(tables::listen(app.clone()));
        }
        Ok(Server { app })
    }

    /// Returns all routes of the server.
    fn routes(&self) -> Router {
        api::routes(self.app.clone())
    }

    /// Serves until `stop`; then finishes open requests, tells viewers to reconnect, and closes the store.
    pub async fn serve(self, listener: TcpListener, stop: impl Future<Output = ()> + Send) {
        connections::serve(listener, self.routes(), &self.app, stop).await;
        self.app.thinkers.stop();
        self.app.store.clone().close().await;
    }

    /// Serves in the background; the handle stops it.
    pub fn spawn(self, listener: TcpListener) -> std::io::Result<Running> {
        let address = listener.local_addr()?;
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let task = tokio::spawn(self.serve(listener, async move {
            let _ = stopped.await;
        }));
        Ok(Running {
            address,
            stop,
            task,
        })
    }
}

/// A server that runs in the background.
pub struct Running {
    /// The address that it listens on.
    pub address: SocketAddr,
    stop: tokio::sync::oneshot::Sender<()>,
    task: tokio::task::JoinHandle<()>,
}

impl Running {
    /// Stops the server and waits until everything is stored.
    pub async fn stop(self) {
        let _ = self.stop.send(());
        let _ = self.task.await;
    }
}
