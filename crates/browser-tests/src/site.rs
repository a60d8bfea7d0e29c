//! A real server with the page, on a database of its own.

use page::Page;
use server::{Config, Limits, Server};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::JoinHandle;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// The configuration of a server with the page under test.
pub(crate) fn config(database: &Path) -> Config {
    let folder = std::env::var_os("DURBAR_PAGE")
        .expect("run these tests with `cargo xtask browser`: it builds the page first");
    Config {
        database: database.display().to_string(),
        page: Page::read(Path::new(&folder)).expect("DURBAR_PAGE names a folder with the page"),
        limits: Limits::none(),
        ..Config::default()
    }
}

/// A site that lasts as long as this value; its tables last longer, if it is opened again.
pub struct Site {
    /// Where it is: `http://127.0.0.1:12345`.
    pub address: String,
    database: PathBuf,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Site {
    /// Opens a new site.
    pub fn open() -> Site {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder =
            std::env::temp_dir().join(format!("durbar-site-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Site::at("127.0.0.1:0".parse().unwrap(), folder.join("durbar.sqlite"))
    }

    fn at(address: SocketAddr, database: PathBuf) -> Site {
        let (stop, stopped) = oneshot::channel();
        let (tell, told) = std::sync::mpsc::channel();
        let config = config(&database);
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(async move {
                let listener = TcpListener::bind(address).await.unwrap();
                tell.send(listener.local_addr().unwrap()).unwrap();
                let server = Server::open(config).await.unwrap();
                server
                    .serve(listener, async move { drop(stopped.await) })
                    .await;
            });
        });
        Site {
            address: format!("http://{}", told.recv().unwrap()),
            database,
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    /// Stops the server; nothing answers at its address until it is opened again.
    pub fn close(mut self) -> Closed {
        self.end();
        Closed {
            address: self.address.clone(),
            database: std::mem::take(&mut self.database),
        }
    }

    fn end(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.end();
        if let Some(folder) = self.database.parent() {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// A site whose server is away.
pub struct Closed {
    address: String,
    database: PathBuf,
}

impl Closed {
    /// The server comes back at the same address, with the same tables.
    pub fn open(self) -> Site {
        Site::at(
            self.address.trim_start_matches("http://").parse().unwrap(),
            self.database,
        )
    }
}
