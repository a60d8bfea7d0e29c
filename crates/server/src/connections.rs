//! Accepts, counts and gracefully ends connections.

use crate::App;
use axum::Router;
use axum::extract::ConnectInfo;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::HashMap;
use std::hash::Hash;
use std::io::IoSlice;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::Sleep;

/// The time limit for receiving a request's headers.
const SLOWEST_HEADERS: Duration = Duration::from_secs(10);
/// The maximum number of simultaneous connections; further ones wait.
const MOST: usize = 30_000;
/// File descriptors that are kept for the store, logs and the page.
const RESERVED: usize = 200;
/// The time limit for a client to read what it asked for.
const SLOWEST_READER: Duration = Duration::from_secs(20);
/// The time limit for open requests when the server stops.
pub const GRACE: Duration = Duration::from_secs(10);

/// Counts objects by their guards.
#[derive(Clone, Default)]
pub struct Count(Arc<AtomicUsize>);

/// A guard that is counted until it is dropped.
pub struct Counted(Arc<AtomicUsize>);

impl Count {
    /// Returns the current number.
    pub fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Adds one, unless there are already `most`.
    pub fn enter(&self, most: usize) -> Option<Counted> {
        let counted = Counted(self.0.clone());
        (self.0.fetch_add(1, Ordering::Relaxed) < most).then_some(counted)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Counts objects by a key, such as the connections of an address.
pub struct Counts<K>(Arc<Mutex<HashMap<K, usize>>>);

/// A guard that is counted for its key until it is dropped.
pub struct CountedFor<K: Eq + Hash> {
    counts: Arc<Mutex<HashMap<K, usize>>>,
    key: K,
}

impl<K> Default for Counts<K> {
    fn default() -> Self {
        Counts(Arc::default())
    }
}

impl<K: Clone + Eq + Hash> Counts<K> {
    /// Adds one for the key, unless it already has `most`.
    pub fn enter(&self, key: &K, most: usize) -> Option<CountedFor<K>> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(key.clone()).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(CountedFor {
            counts: self.0.clone(),
            key: key.clone(),
        })
    }
}

impl<K: Eq + Hash> Drop for CountedFor<K> {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}

/// Raises the limit of open files as far as the system allows. Returns how many connections leave room for everything else.
fn most_connections() -> usize {
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(files) => MOST.min((files as usize).saturating_sub(RESERVED).max(1)),
        Err(error) => {
            tracing::warn!(%error, "the limit of open files cannot be raised");
            MOST
        }
    }
}

/// Accepts connections until `stop`, then lets open requests finish.
pub async fn serve(
    listener: TcpListener,
    routes: Router,
    app: &App,
    stop: impl Future<Output = ()> + Send,
) {
    let places = Arc::new(Semaphore::new(most_connections()));
    let open = Count::default();
    let by_address = Counts::default();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = async {
            let place = places.clone().acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            accepted = accepted => accepted,
            _ = &mut stop => break,
        };
        let Ok((stream, address)) = accepted else {
            // Probably out of file descriptors: wait until some are released.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // Behind a proxy, all connections have its address; there the proxy limits them.
        let most = match app.config.proxies {
            0 => app.config.limits.connections_per_address,
            _ => usize::MAX,
        };
        let Some(place_of_address) = by_address.enter(&network(address.ip()), most) else {
            continue;
        };
        let _ = stream.set_nodelay(true);
        let counted = open.enter(usize::MAX);
        let connection = one(stream, address, routes.clone(), app.clone());
        tokio::spawn(async move {
            connection.await;
            drop((place, counted, place_of_address));
        });
    }
    app.stopping.send_replace(true);
    let deadline = tokio::time::Instant::now() + GRACE;
    while open.count() + app.viewers.count() > 0 && tokio::time::Instant::now() < deadline {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Returns the address whose visitors are counted together; of an IPv6 address only the network prefix.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(long) => IpAddr::V6((u128::from(long) >> 64 << 64).into()),
        short => short,
    }
}

/// A connection to a client that must read what is sent to it.
struct Impatient {
    stream: TcpStream,
    /// Runs while the client's buffers are full.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Impatient {
    fn new(stream: TcpStream) -> Self {
        Impatient {
            stream,
            waiting: None,
        }
    }

    /// Lets the time run while a write cannot go on.
    fn in_time<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<std::io::Result<T>>,
    ) -> Poll<std::io::Result<T>> {
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let waiting = self
            .waiting
            .get_or_insert_with(|| Box::pin(tokio::time::sleep(SLOWEST_READER)));
        match waiting.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(std::io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Impatient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Impatient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.in_time(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<std::io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.in_time(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

async fn one(stream: TcpStream, address: SocketAddr, routes: Router, app: App) {
    let service = tower::ServiceBuilder::new()
        .layer(axum::Extension(ConnectInfo(address)))
        .service(routes);
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(SLOWEST_HEADERS)
        .max_buf_size(16 * 1024);
    let service = TowerToHyperService::new(service);
    let connection = builder
        .serve_connection(TokioIo::new(Impatient::new(stream)), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        () = app.stops() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncWriteExt as _;
    use tokio::time::Instant;

    #[tokio::test(start_paused = true)]
    async fn whoever_does_not_read_is_disconnected() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let client = TcpStream::connect(address).await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        let mut stream = Impatient::new(stream);
        let start = Instant::now();
        let error = loop {
            // Until all buffers on the way are full.
            if let Err(error) = stream.write_all(&[0; 64 * 1024]).await {
                break error;
            }
        };
        assert_eq!(error.kind(), std::io::ErrorKind::TimedOut);
        assert!(start.elapsed() >= SLOWEST_READER);
        drop(client);
    }

    #[test]
    fn some_files_are_left_for_the_store() {
        let most = most_connections();
        let files = rlimit::increase_nofile_limit(u64::MAX).unwrap() as usize;
        assert!(
            most + RESERVED <= files.max(RESERVED + 1),
            "{most} of {files}"
        );
    }
}
