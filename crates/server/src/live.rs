//! The live stream: each viewer's own updates over a WebSocket.

use crate::App;
use crate::measures;
use crate::people::Viewer;
use crate::problem::Problem;
use crate::tables::Slot;
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use protocol::{Update, Watch};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

/// The interval between pings to a viewer.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// The time without any message after which a viewer counts as gone.
const SILENCE: Duration = Duration::from_secs(40);
/// The time limit for sending an update to a viewer.
const SLOWEST: Duration = Duration::from_secs(15);

/// The size of a viewer's buffers; the default is thirty times as large.
pub const BUFFER: usize = 4 * 1024;
/// The maximum length of a message from a viewer; viewers need not send any.
pub const LONGEST_MESSAGE: usize = 1024;

/// Counts a viewer until it is dropped.
struct Presence<'a> {
    app: &'a App,
    slot: &'a Slot,
    viewer: &'a Viewer,
}

impl<'a> Presence<'a> {
    fn new(app: &'a App, slot: &'a Slot, viewer: &'a Viewer) -> Self {
        let presence = Presence { app, slot, viewer };
        presence.set(true);
        presence
    }

    fn set(&self, here: bool) {
        if let Some(person) = &self.viewer.0 {
            self.slot.set_present(&person.id, here);
        }
        measures::VIEWERS.set(self.app.viewers.count());
    }
}

impl Drop for Presence<'_> {
    fn drop(&mut self) {
        self.set(false);
    }
}

/// Sends a viewer everything since the version that they know, until they leave, their session ends or the server stops.
pub async fn tell(
    app: App,
    slot: Arc<Slot>,
    viewer: Viewer,
    session: Option<String>,
    watch: Watch,
    mut socket: WebSocket,
) {
    let mut ticks = slot.subscribe();
    // Bots that had nobody to play for go on.
    app.ask_bot(&slot).await;
    let _presence = Presence::new(&app, &slot, &viewer);
    ticks.mark_unchanged();
    let first = match app.update(&slot, &viewer, watch).await {
        Ok(first) => first,
        Err(problem) => return close(&mut socket, why(&problem)).await,
    };
    let mut told = Watch::default();
    if send(&mut socket, &first, &mut told).await.is_none() {
        return;
    }
    let mut heartbeat = interval(HEARTBEAT);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    let mut signed_out = std::pin::pin!(app.session_ends(session.as_deref()));
    loop {
        tokio::select! {
            () = app.stops() => {
                return close(&mut socket, (close_code::RESTART, "the server stops; please reconnect")).await;
            }
            () = &mut signed_out => {
                return close(&mut socket, (close_code::POLICY, "the session has ended")).await;
            }
            changed = ticks.changed() => {
                // While a slow viewer received the last update, several changes may have accumulated in this one.
                let update = match app.recent_update(&slot, &viewer, told).await {
                    Ok(update) => update,
                    Err(problem) => return close(&mut socket, why(&problem)).await,
                };
                if changed.is_err() || send(&mut socket, &update, &mut told).await.is_none() {
                    return;
                }
            }
            message = socket.recv() => match message {
                Some(Ok(Message::Close(_))) | Some(Err(_)) | None => return,
                Some(Ok(_)) => heard = Instant::now(),
            },
            _ = heartbeat.tick() => {
                let ping = socket.send(Message::Ping(Bytes::new()));
                if heard.elapsed() > SILENCE || !matches!(timeout(SLOWEST, ping).await, Ok(Ok(()))) {
                    return;
                }
            }
        }
    }
}

/// Returns why a stream ends if there is no update: the table is gone, or the viewer should come again.
fn why(problem: &Problem) -> (u16, &'static str) {
    match problem.status() {
        404 => (close_code::NORMAL, "the table is gone"),
        _ => (
            close_code::RESTART,
            "the table cannot be read; please reconnect",
        ),
    }
}

/// Ends the stream with a reason.
async fn close(socket: &mut WebSocket, (code, reason): (u16, &'static str)) {
    let reason = reason.into();
    let close = Message::Close(Some(CloseFrame { code, reason }));
    let _ = timeout(SLOWEST, socket.send(close)).await;
}

/// Sends an update and remembers what the viewer now knows.
async fn send(socket: &mut WebSocket, update: &Update, told: &mut Watch) -> Option<()> {
    let json = serde_json::to_string(update).ok()?;
    measures::UPDATES.count();
    told.since = Some(update.version);
    let line = update.chat.last().map(|line| line.number);
    told.chat = Some(line.unwrap_or(0).max(told.chat.unwrap_or(0)));
    let sent = timeout(SLOWEST, socket.send(Message::Text(json.into()))).await;
    sent.ok()?.ok()
}
