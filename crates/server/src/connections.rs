//! Accepts, counts and gracefully ends connections.

use crate::App;
use axum::Router;
use axum::extract::ConnectInfo;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// The time limit for receiving a request's headers.
const SLOWEST_HEADERS: Duration = Duration::from_secs(10);
/// The maximum number of simultaneous connections; further ones wait.
const MOST: usize = 30_000;
/// The time limit for open requests when the server stops.
const GRACE: Duration = Duration::from_secs(10);

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

/// Accepts connections until `stop`, then lets open requests finish.
pub async fn serve(
    listener: TcpListener,
    routes: Router,
    app: &App,
    stop: impl Future<Output = ()> + Send,
) {
    let places = Arc::new(Semaphore::new(MOST));
    let open = Count::default();
    let mut stop = std::pin::pin!(stop);
    loop {
        let Ok(place) = places.clone().acquire_owned().await else {
            break;
        };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = &mut stop => break,
        };
        let Ok((stream, address)) = accepted else {
            // Probably out of file descriptors: wait until some are released.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let counted = open.enter(usize::MAX);
        let connection = one(stream, address, routes.clone(), app.clone());
        tokio::spawn(async move {
            connection.await;
            drop((place, counted));
        });
    }
    app.stopping.send_replace(true);
    let deadline = tokio::time::Instant::now() + GRACE;
    while open.count() + app.viewers.count() > 0 && tokio::time::Instant::now() < deadline {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn one(stream: tokio::net::TcpStream, address: SocketAddr, routes: Router, app: App) {
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
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        () = app.stops() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
