//! A TCP proxy that can lose what it should forward, as a network does when a connection is half open.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

/// Where a proxy forwards to.
#[derive(Clone, Debug)]
pub enum Target {
    /// Nowhere: connections are closed at once.
    Nowhere,
    /// A TCP address.
    Tcp(SocketAddr),
    /// A Unix socket.
    Unix(PathBuf),
}

/// What a proxy does with the bytes of both directions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Traffic {
    /// Forwards them.
    Flows,
    /// Keeps them until it flows again: a network that is slow.
    Waits,
    /// Loses those of one direction or of both. Connections that lost something are closed once it flows again, since a stream with a hole is worth nothing.
    Lost {
        /// Those from the client to the server.
        there: bool,
        /// Those from the server to the client.
        back: bool,
    },
}

/// A proxy that listens until it is dropped.
pub struct Proxy {
    /// Where it listens.
    pub address: SocketAddr,
    target: watch::Sender<Target>,
    traffic: watch::Sender<Traffic>,
    lost: Arc<AtomicU64>,
    _stopped: watch::Sender<()>,
}

impl Proxy {
    /// Listens on a free port.
    pub async fn listen(target: Target) -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let proxy = Proxy {
            address,
            target: watch::Sender::new(target),
            traffic: watch::Sender::new(Traffic::Flows),
            lost: Arc::default(),
            _stopped: watch::Sender::new(()),
        };
        let (target, traffic) = (proxy.target.subscribe(), proxy.traffic.subscribe());
        let (lost, mut stopped) = (proxy.lost.clone(), proxy._stopped.subscribe());
        tokio::spawn(async move {
            loop {
                let client = tokio::select! {
                    client = listener.accept() => client,
                    _ = stopped.changed() => return,
                };
                let Ok((client, _)) = client else { continue };
                let target = target.borrow().clone();
                tokio::spawn(forward(client, target, traffic.clone(), lost.clone()));
            }
        });
        Ok(proxy)
    }

    /// Forwards new connections to another place.
    pub fn lead_to(&self, target: Target) {
        self.target.send_replace(target);
    }

    /// Changes what happens to the bytes from now on.
    pub fn set(&self, traffic: Traffic) {
        self.traffic.send_replace(traffic);
    }

    /// How many bytes were lost or kept waiting so far.
    pub fn disturbed(&self) -> u64 {
        self.lost.load(Ordering::Relaxed)
    }
}

/// Both directions of a connection.
type Ends = (
    Box<dyn AsyncRead + Send + Unpin>,
    Box<dyn AsyncWrite + Send + Unpin>,
);

/// Connects to a target that exists.
async fn connect(target: Target) -> Option<Ends> {
    match target {
        Target::Nowhere => None,
        Target::Tcp(address) => {
            let server = TcpStream::connect(address).await.ok()?;
            let _ = server.set_nodelay(true);
            let (from, to) = server.into_split();
            Some((Box::new(from), Box::new(to)))
        }
        Target::Unix(path) => {
            let (from, to) = UnixStream::connect(path).await.ok()?.into_split();
            Some((Box::new(from), Box::new(to)))
        }
    }
}

/// Pumps both directions until one of them ends; then both connections are closed.
async fn forward(
    client: TcpStream,
    target: Target,
    traffic: watch::Receiver<Traffic>,
    lost: Arc<AtomicU64>,
) {
    let _ = client.set_nodelay(true);
    let (from_client, to_client) = client.into_split();
    let Some((from_server, to_server)) = connect(target).await else {
        return;
    };
    let there = |traffic: Traffic| matches!(traffic, Traffic::Lost { there: true, .. });
    let back = |traffic: Traffic| matches!(traffic, Traffic::Lost { back: true, .. });
    tokio::select! {
        () = pump(from_client, to_server, there, traffic.clone(), &lost) => (),
        () = pump(from_server, to_client, back, traffic, &lost) => (),
    }
}

async fn pump(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    loses: impl Fn(Traffic) -> bool,
    mut traffic: watch::Receiver<Traffic>,
    lost: &AtomicU64,
) {
    let mut bytes = vec![0; 16 * 1024];
    let mut has_hole = false;
    loop {
        let length = tokio::select! {
            length = from.read(&mut bytes) => length.unwrap_or(0),
            // The network flows again: a stream with a hole ends now.
            _ = traffic.wait_for(|traffic| has_hole && *traffic == Traffic::Flows) => return,
        };
        let now = *traffic.borrow();
        if length == 0 {
            // The end of a connection does not get through either.
            let _ = traffic.wait_for(|traffic| *traffic == Traffic::Flows).await;
            return;
        }
        if now != Traffic::Flows {
            lost.fetch_add(length as u64, Ordering::Relaxed);
        }
        if loses(now) {
            has_hole = true;
            continue;
        }
        if now == Traffic::Waits {
            let _ = traffic.wait_for(|traffic| *traffic != Traffic::Waits).await;
        }
        if has_hole || to.write_all(&bytes[..length]).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::time::timeout;

    async fn echo() -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let (mut from, mut to) = stream.split();
                    let _ = tokio::io::copy(&mut from, &mut to).await;
                });
            }
        });
        address
    }

    #[tokio::test]
    async fn what_waits_arrives_and_what_is_lost_ends_the_connection() {
        let proxy = Proxy::listen(Target::Tcp(echo().await)).await.unwrap();
        let mut client = TcpStream::connect(proxy.address).await.unwrap();
        let mut answer = [0; 2];
        client.write_all(b"ab").await.unwrap();
        client.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"ab");

        proxy.set(Traffic::Waits);
        client.write_all(b"cd").await.unwrap();
        let soon = Duration::from_millis(50);
        assert!(timeout(soon, client.read(&mut answer)).await.is_err());
        proxy.set(Traffic::Flows);
        client.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"cd");

        for (there, back) in [(true, false), (false, true)] {
            let mut client = TcpStream::connect(proxy.address).await.unwrap();
            client.write_all(b"ab").await.unwrap();
            client.read_exact(&mut answer).await.unwrap();
            proxy.set(Traffic::Lost { there, back });
            client.write_all(b"ef").await.unwrap();
            assert!(timeout(soon, client.read(&mut answer)).await.is_err());
            proxy.set(Traffic::Flows);
            assert_eq!(client.read(&mut answer).await.unwrap(), 0);
        }
        assert!(proxy.disturbed() >= 6);
    }
}
