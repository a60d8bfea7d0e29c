//! Connections: accepted, counted, and ended in good order.

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

/// A client that takes longer to send its headers is not served.
const SLOWEST_HEADERS: Duration = Duration::from_secs(10);
/// So many connections at once; whoever comes later waits.
const MOST: usize = 30_000;
/// So long may what was begun take when the server stops.
const GRACE: Duration = Duration::from_secs(10);

/// Counts what comes and goes.
#[derive(Clone, Default)]
pub struct Count(Arc<AtomicUsize>);

/// One of the counted, as long as it lives.
pub struct Counted(Arc<AtomicUsize>);

impl Count {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// One more, unless there are `most` already.
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

/// Accepts connections until `stop`, then lets what was begun end.
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
            // Out of file descriptors, most likely: wait for some to come back.
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
