//! A server in a process of its own, which can be killed, and a network that can be cut.

use crate::site::config;
use server::Server;
use std::io::{Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What tells the process where it listens and where its database is.
const ADDRESS: &str = "DURBAR_TEST_ADDRESS";
const DATABASE: &str = "DURBAR_TEST_DATABASE";

/// A server that can be killed and started again.
pub struct Mortal {
    /// Where it is: `http://127.0.0.1:12345`.
    pub address: String,
    folder: PathBuf,
    /// The ignored test of this program that calls [`serve`].
    test: &'static str,
    process: Child,
}

impl Mortal {
    /// Starts a server as another process of this program, by the name of an ignored test that calls [`serve`].
    pub fn start(test: &'static str) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let folder = std::env::temp_dir().join(format!("durbar-mortal-{}", address.port()));
        std::fs::create_dir_all(&folder).unwrap();
        Mortal {
            address: format!("http://{address}"),
            process: spawn(test, address, &folder),
            folder,
            test,
        }
    }

    /// Ends the process at once, as `kill -9` does.
    pub fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Starts the server again, at the same address with the same database.
    pub fn revive(&mut self) {
        let address = self.address.trim_start_matches("http://").parse().unwrap();
        self.process = spawn(self.test, address, &self.folder);
    }
}

impl Drop for Mortal {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn spawn(test: &str, address: SocketAddr, folder: &std::path::Path) -> Child {
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", test, "--nocapture"])
        .env(ADDRESS, address.to_string())
        .env(DATABASE, folder.join("durbar.sqlite"))
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while TcpStream::connect(address).is_err() {
        std::thread::sleep(Duration::from_millis(50));
    }
    child
}

/// Serves until the process is killed; nothing if it was not started by [`Mortal`].
pub fn serve() {
    let Ok(address) = std::env::var(ADDRESS) else {
        return;
    };
    let config = config(std::env::var(DATABASE).unwrap().as_ref());
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let server = Server::open(config).await.unwrap();
        let listener = tokio::net::TcpListener::bind(address).await.unwrap();
        server.serve(listener, std::future::pending()).await;
    });
}

/// A way to a server that can be cut: then nothing arrives, and nobody is told.
pub struct Wire {
    /// Where it begins: `http://127.0.0.1:12345`.
    pub address: String,
    cut: Arc<AtomicBool>,
}

impl Wire {
    /// Leads to a server.
    pub fn to(server: &str) -> Self {
        let server: SocketAddr = server.trim_start_matches("http://").parse().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let cut = Arc::new(AtomicBool::new(false));
        let is_cut = cut.clone();
        std::thread::spawn(move || {
            for here in listener.incoming().flatten() {
                let Ok(there) = TcpStream::connect(server) else {
                    continue;
                };
                carry(
                    here.try_clone().unwrap(),
                    there.try_clone().unwrap(),
                    &is_cut,
                );
                carry(there, here, &is_cut);
            }
        });
        Wire { address, cut }
    }

    /// From now on, nothing arrives any more; or it does again, with what was sent meanwhile.
    pub fn cut(&self, cut: bool) {
        self.cut.store(cut, Ordering::Relaxed);
    }
}

fn carry(mut from: TcpStream, mut to: TcpStream, cut: &Arc<AtomicBool>) {
    let cut = cut.clone();
    std::thread::spawn(move || {
        let mut bytes = [0; 16 * 1024];
        while let Ok(count @ 1..) = from.read(&mut bytes) {
            while cut.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(20));
            }
            if to.write_all(&bytes[..count]).is_err() {
                break;
            }
        }
        while cut.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = to.shutdown(Shutdown::Both);
    });
}
