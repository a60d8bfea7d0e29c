//! A server for a test, on a store of its own.

use protocol::Update;
use serde_json::{Value, json};
use server::{Config, Limits, Running, Server};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::net::{TcpListener, TcpSocket};
use visitor::Visitor;

/// A server with a store that is gone after the test.
pub struct House {
    pub address: SocketAddr,
    running: Option<Running>,
    config: Config,
    folder: PathBuf,
}

impl House {
    /// A server on a fresh SQLite file.
    pub async fn open() -> Self {
        House::with(|_| ()).await
    }

    /// The same with other settings.
    pub async fn with(change: impl FnOnce(&mut Config)) -> Self {
        House::on(listener().await, change).await
    }

    /// A server whose connections hold next to nothing that a visitor has not read yet.
    pub async fn cramped() -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_send_buffer_size(SMALL_BUFFER).unwrap();
        socket.bind(ANY_PORT.parse().unwrap()).unwrap();
        House::on(socket.listen(64).unwrap(), |_| ()).await
    }

    async fn on(listener: TcpListener, change: impl FnOnce(&mut Config)) -> Self {
        let folder = fresh_folder();
        let mut config = Config {
            database: folder.join("durbar.sqlite").display().to_string(),
            bot_threads: 1,
            limits: Limits::none(),
            ..Config::default()
        };
        change(&mut config);
        let running = start_on(listener, &config).await;
        House {
            address: running.address,
            running: Some(running),
            config,
            folder,
        }
    }

    /// Stops the server and starts another on the same store.
    pub async fn restart(&mut self) {
        self.stop().await;
        self.start().await;
    }

    /// Stops the server.
    pub async fn stop(&mut self) {
        self.running.take().unwrap().stop().await;
    }

    /// Starts a server on the same store.
    pub async fn start(&mut self) {
        let running = start(&self.config).await;
        self.address = running.address;
        self.running = Some(running);
    }

    /// Its settings.
    pub fn config(&self) -> Config {
        self.config.clone()
    }

    /// Its store.
    pub fn database(&self) -> String {
        self.config.database.clone()
    }

    /// Stops the server and starts another on that store.
    pub async fn move_to(&mut self, database: String) {
        self.config.database = database;
        self.restart().await;
    }

    pub async fn guest(&self, name: &str) -> Visitor {
        Visitor::guest(self.address, name).await.unwrap()
    }

    pub fn stranger(&self) -> Visitor {
        Visitor::stranger(self.address)
    }

    /// Anna and Ben at a table that has just started.
    pub async fn duel(&self, game: &str) -> (Visitor, Visitor, String) {
        self.duel_with(json!({"game": game, "options": {"players": 2}, "seats": ["me"]}))
            .await
    }

    /// The same at a table like this.
    pub async fn duel_with(&self, table: Value) -> (Visitor, Visitor, String) {
        let (mut anna, mut ben) = (self.guest("Anna").await, self.guest("Ben").await);
        let table = anna.create(table).await.unwrap();
        ben.want(&table, "sit", json!({})).await.unwrap();
        anna.want(&table, "start", Value::Null).await.unwrap();
        (anna, ben, table)
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A server with these settings.
pub async fn start(config: &Config) -> Running {
    start_on(listener().await, config).await
}

const ANY_PORT: &str = "127.0.0.1:0";
/// Bytes of a buffer that has room for about one update.
pub const SMALL_BUFFER: u32 = 2048;

async fn listener() -> TcpListener {
    TcpListener::bind(ANY_PORT).await.unwrap()
}

async fn start_on(listener: TcpListener, config: &Config) -> Running {
    let server = Server::open(config.clone()).await.unwrap();
    server.spawn(listener).unwrap()
}

/// A port of this machine that nobody listens on.
pub fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind(ANY_PORT).unwrap();
    listener.local_addr().unwrap().port()
}

pub fn fresh_folder() -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("durbar-test-{}-{number}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A page that consists of its documents alone, not yet translated.
pub fn bare_page() -> page::Page {
    let folder = fresh_folder();
    let document = include_str!("../../../client/page/index.html");
    for language in ["en", "de", "ru"] {
        for name in ["start", "place"] {
            std::fs::write(folder.join(format!("{name}-{language}.html")), document).unwrap();
        }
    }
    let page = page::Page::read(&folder).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    page
}

/// A clock that only the test moves.
#[derive(Clone)]
pub struct TestClock(Arc<AtomicU64>);

impl TestClock {
    pub fn new() -> Self {
        TestClock(Arc::new(AtomicU64::new(1_700_000_000_000)))
    }

    pub fn now(&self) -> server::Now {
        let clock = self.0.clone();
        Arc::new(move || clock.load(Ordering::Relaxed))
    }

    pub fn forward(&self, time: Duration) {
        self.0.fetch_add(time.as_millis() as u64, Ordering::Relaxed);
    }

    pub fn back(&self, time: Duration) {
        self.0.fetch_sub(time.as_millis() as u64, Ordering::Relaxed);
    }
}

/// Acts for whoever is asked, `actions` times or until the game is over.
pub async fn play_on(visitors: &mut [Visitor], table: &str, actions: usize) -> Update {
    for _ in 0..actions {
        let asked = asked(visitors, table).await;
        let Some((index, update)) = asked else { break };
        let position = update.position.unwrap();
        let legal = &position.legal;
        let action = &legal[update.version as usize * 7 % legal.len()];
        visitors[index]
            .play(table, update.version, action)
            .await
            .unwrap();
    }
    visitors[0].look(table).await.unwrap()
}

/// The first visitor who is asked to decide, with what they see.
pub async fn asked(visitors: &mut [Visitor], table: &str) -> Option<(usize, Update)> {
    for (index, visitor) in visitors.iter_mut().enumerate() {
        let update = visitor.look(table).await.unwrap();
        if update
            .position
            .as_ref()
            .is_some_and(|position| !position.legal.is_empty())
        {
            return Some((index, update));
        }
    }
    None
}

/// Looks at the table again and again until it is as wanted.
pub async fn eventually(
    visitor: &mut Visitor,
    table: &str,
    fits: impl Fn(&Update) -> bool,
) -> Update {
    for _ in 0..600 {
        let update = visitor.look(table).await.unwrap();
        if fits(&update) {
            return update;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let update = visitor.look(table).await.unwrap();
    panic!("the table never came to be as wanted: {update:?}");
}
