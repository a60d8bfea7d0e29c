//! Tables for people and bots over HTTP.
//!
//! Each change of a [`table::Table`] is one entry in the [`store`], and replaying the entries rebuilds the table. A request becomes an entry in
//! `tables`: nothing is acknowledged before it is stored. `live` sends viewers what their own eyes may know; bots decide in `thinkers`.
//! Tables and rules themselves are in other crates.

mod api;
mod clock;
mod conduct;
mod connections;
pub mod limits;
mod live;
mod measures;
pub mod moving;
pub mod notices;
pub mod orders;
mod page;
mod passkeys;
mod people;
mod preview;
mod problem;
mod quotas;
pub mod random;
mod retention;
mod rounds;
mod sign_in;
#[cfg(test)]
mod simulation;
pub mod store;
mod tables;
mod thinkers;

pub use api::describe;
pub use limits::Limits;
pub use retention::Retention;

use ::page::Page;
use axum::Router;
use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use store::{Store, StoreError};
use table::{Pauses, PersonId};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::time::Instant;

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
    /// The number of reverse proxies whose headers are trusted (`X-Forwarded-For`, `X-Forwarded-Proto`).
    pub proxies: usize,
    /// The address of the site in browsers, such as `https://durbar.example`. Otherwise it is taken from each request's `Host`.
    pub origin: Option<String>,
    /// The limits for clients.
    pub limits: Limits,
    /// How long data is kept.
    pub retention: Retention,
    /// How people are told that it is their turn while they are not here.
    pub notices: notices::Notices,
    /// The delay after which viewers are told that a bot is thinking.
    pub bot_announced: Duration,
    /// The clock.
    pub now: Now,
    /// The source of all secrets.
    pub random: random::Random,
    /// The files of the page.
    pub page: Page,
    /// Sets up games.
    pub begin: table::Begin,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            database: "durbar.sqlite".to_owned(),
            // The others answer requests while bots think.
            bot_threads: cores().saturating_sub(1).max(1),
            bot_longest: Duration::from_secs(10),
            tables_in_memory: 10_000,
            proxies: 0,
            origin: None,
            limits: Limits::default(),
            retention: Retention::default(),
            notices: notices::Notices::default(),
            bot_announced: Duration::from_millis(800),
            now: steady_clock(),
            random: random::system_random(),
            page: Page::embedded(),
            begin: Arc::new(table::begin),
        }
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Returns a clock that starts at the current time of day and cannot be set back.
pub fn steady_clock() -> Now {
    let start = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let since = std::time::Instant::now();
    Arc::new(move || (start + since.elapsed()).as_millis() as u64)
}

/// The state that all parts of a server share.
#[derive(Clone)]
struct App(Arc<Parts>);

struct Parts {
    store: Store,
    tables: tables::Tables,
    sessions: people::Remembered,
    blocks: conduct::Blocks,
    thinkers: thinkers::Thinkers,
    sender: notices::Sender,
    broken: tables::Broken,
    viewers: connections::Count,
    viewers_by_session: connections::Counts<String>,
    viewers_by_address: connections::Counts<IpAddr>,
    by_address: limits::Buckets<IpAddr>,
    by_session: limits::Buckets<String>,
    guests_by_address: limits::Buckets<IpAddr>,
    tables_by_address: limits::Buckets<IpAddr>,
    sign_ins_by_address: limits::Buckets<IpAddr>,
    names_by_person: limits::Buckets<PersonId>,
    chat_by_person: limits::Buckets<PersonId>,
    mails_by_address: limits::Buckets<IpAddr>,
    reports_by_address: limits::Buckets<IpAddr>,
    pictures: preview::Pictures,
    /// How many long histories can be read at once.
    histories: Semaphore,
    config: Config,
    clock: clock::SiteClock,
    pauses: watch::Sender<Arc<Pauses>>,
    cleaned: Mutex<Option<Instant>>,
    /// Orders that changed sessions, each with the time at which this node knew that it was stored: other nodes may still remember them.
    settling: Mutex<HashMap<String, Instant>>,
    /// When a notification of any node last arrived.
    heard_at: watch::Sender<Option<Instant>>,
    sessions_ended: watch::Sender<()>,
    stopping: watch::Sender<bool>,
}

impl std::ops::Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl App {
    /// Creates the state of a server that is not running yet.
    fn new(store: Store, config: Config) -> Self {
        let limits = config.limits;
        let (chat, chat_burst) = limits::CHAT_RATE;
        let (names, names_burst) = limits::NAME_RATE;
        App(Arc::new(Parts {
            store,
            tables: tables::Tables::new(config.tables_in_memory),
            sessions: people::Remembered::default(),
            blocks: conduct::Blocks::default(),
            thinkers: thinkers::Thinkers::default(),
            sender: notices::Sender::new(&config.notices),
            broken: tables::Broken::default(),
            viewers: connections::Count::default(),
            viewers_by_session: connections::Counts::default(),
            viewers_by_address: connections::Counts::default(),
            by_address: limits::Buckets::per_second(limits.requests_per_address),
            by_session: limits::Buckets::per_second(limits.requests_per_session),
            guests_by_address: limits::Buckets::per_hour(limits.guests_per_address),
            tables_by_address: limits::Buckets::per_hour(limits.tables_per_address),
            sign_ins_by_address: limits::Buckets::per_hour(limits.sign_ins_per_address),
            names_by_person: limits::Buckets::new(names, names_burst),
            chat_by_person: limits::Buckets::new(chat, chat_burst),
            mails_by_address: limits::Buckets::per_hour(limits::CODES_PER_HOUR),
            reports_by_address: limits::Buckets::per_hour(limits::REPORTS_PER_HOUR),
            pictures: preview::Pictures::default(),
            histories: Semaphore::new((cores() / 2).max(1)),
            clock: clock::SiteClock::new(config.now.clone()),
            pauses: watch::Sender::new(Arc::default()),
            cleaned: Mutex::default(),
            settling: Mutex::default(),
            heard_at: watch::Sender::new(Some(Instant::now())),
            sessions_ended: watch::Sender::new(()),
            config,
            stopping: watch::Sender::new(false),
        }))
    }

    /// Starts the periodic tasks, and listens to other nodes.
    fn start_tasks(&self) {
        tokio::spawn(rounds::run(self.clone()));
        tokio::spawn(self.clone().send_notices());
        if self.store.is_shared() {
            tokio::spawn(tables::listen(self.clone()));
        }
    }

    /// Returns the time in milliseconds since 1970.
    fn now(&self) -> u64 {
        self.clock.now()
    }

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
        let app = App::new(store, config);
        app.start_clock().await?;
        app.open_site_key().await?;
        app.complete_people().await?;
        let (threads, longest) = (app.config.bot_threads, app.config.bot_longest);
        app.thinkers
            .start(threads, longest, &app)
            .map_err(|error| StoreError::Database(sqlx::Error::Io(error)))?;
        app.start_tasks();
        Ok(Server { app })
    }

    /// Serves the metrics at another address, for the host alone, until the server stops.
    pub fn serve_metrics(&self, listener: TcpListener) {
        let app = self.app.clone();
        let metrics = axum::serve(listener, api::metrics_routes());
        let metrics = metrics.with_graceful_shutdown(async move { app.stops().await });
        tokio::spawn(async move { metrics.await });
    }

    /// Returns all routes of the server.
    fn routes(&self) -> Router {
        api::routes(self.app.clone())
    }

    /// Serves until `stop`; then finishes open requests, tells viewers to reconnect, and closes the store.
    pub async fn serve(self, listener: TcpListener, stop: impl Future<Output = ()> + Send) {
        connections::serve(listener, self.routes(), &self.app, stop).await;
        self.app.thinkers.stop();
        self.app.stop_clock().await;
        self.app.store.clone().close().await;
    }

    /// Stops a server that was never served.
    pub async fn close(self) {
        self.app.stopping.send_replace(true);
        self.app.thinkers.stop();
        self.app.stop_clock().await;
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
