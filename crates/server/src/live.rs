//! The live stream: each viewer's own updates over a WebSocket.

use crate::App;
use crate::measures;
use crate::people::Viewer;
use crate::problem::{Answer, Problem};
use crate::tables::Slot;
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use protocol::{Update, Watch};
use std::sync::Arc;
use std::time::Duration;
use table::TableId;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

/// The interval between pings to a viewer.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// The time without any message after which a viewer counts as gone.
const SILENCE: Duration = Duration::from_secs(40);
/// What a page sends while somebody looks at it, every second or two; the answer is the same. Other viewers need not send anything.
const PULSE: &str = "pulse";
/// The time without a pulse after which a page that sent one counts as gone.
const PULSE_MISSED: Duration = Duration::from_millis(4_200);
/// The time limit for sending an update to a viewer.
const SLOWEST: Duration = Duration::from_secs(15);

/// The size of a viewer's buffers; the default is thirty times as large.
pub const BUFFER: usize = 4 * 1024;
/// The maximum length of a message from a viewer; viewers need not send any.
pub const LONGEST_MESSAGE: usize = 1024;

/// Returns the slot of a table that somebody is going to watch. They may have seen at another node what this one has not heard of.
pub async fn open(app: &App, table: &TableId) -> Answer<Arc<Slot>> {
    let slot = app.open(table).await?;
    app.see_all(&slot).await?;
    Ok(slot)
}

/// What one viewer is told of a table.
pub struct Telling {
    app: App,
    slot: Arc<Slot>,
    viewer: Viewer,
    ticks: watch::Receiver<()>,
    /// What the viewer knows.
    told: Watch,
    /// Whether somebody looks, as far as the page says.
    looking: bool,
}

impl Telling {
    /// Begins with everything since the version that the viewer knows.
    pub async fn begin(
        app: App,
        slot: Arc<Slot>,
        viewer: Viewer,
        known: Watch,
    ) -> Answer<(Self, Update)> {
        let ticks = slot.subscribe();
        // Bots that had nobody to play for go on.
        app.ask_bot(&slot).await;
        let mut telling = Telling {
            app,
            slot,
            viewer,
            ticks,
            told: known,
            looking: false,
        };
        telling.set_present(true);
        telling.looks(true);
        telling.ticks.mark_unchanged();
        let (app, slot, viewer) = (&telling.app, &telling.slot, &telling.viewer);
        let first = app.update(slot, viewer, known).await?;
        telling.remember(&first);
        Ok((telling, first))
    }

    /// Waits for news.
    pub async fn changed(&mut self) -> Option<()> {
        self.ticks.changed().await.ok()
    }

    /// Returns whether there is news.
    #[cfg(test)]
    pub fn has_changed(&self) -> bool {
        self.ticks.has_changed().unwrap_or(false)
    }

    /// Returns everything since the last update. While a slow viewer received that, several changes may have accumulated.
    pub async fn next(&mut self) -> Answer<Update> {
        self.ticks.mark_unchanged();
        let update = self
            .app
            .recent_update(&self.slot, &self.viewer, self.told)
            .await?;
        self.remember(&update);
        Ok(update)
    }

    fn remember(&mut self, update: &Update) {
        self.told.since = Some(update.version);
        let line = update.chat.last().map(|line| line.number);
        self.told.chat = Some(line.unwrap_or(0).max(self.told.chat.unwrap_or(0)));
    }

    /// Sets whether somebody looks, and returns that.
    fn looks(&mut self, looking: bool) -> bool {
        if let Some(person) = &self.viewer.0
            && looking != self.looking
        {
            self.looking = looking;
            self.slot.set_looking(&person.id, looking);
        }
        looking
    }

    fn set_present(&self, here: bool) {
        self.slot.set_present(&self.viewer, here);
        measures::VIEWERS.set(self.app.viewers.count());
    }
}

impl Drop for Telling {
    fn drop(&mut self) {
        self.looks(false);
        self.set_present(false);
    }
}

/// Sends a viewer everything since the version that they know, until they leave, their session ends or the server stops.
pub async fn tell(
    app: App,
    slot: Arc<Slot>,
    viewer: Viewer,
    session: Option<String>,
    known: Watch,
    mut socket: WebSocket,
) {
    let (mut telling, first) = match Telling::begin(app.clone(), slot, viewer, known).await {
        Ok(begun) => begun,
        Err(problem) => return close(&mut socket, why(&problem)).await,
    };
    if send(&mut socket, &first).await.is_none() {
        return;
    }
    let mut heartbeat = interval(HEARTBEAT);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    let mut pulse = Pulse::default();
    let mut signed_out = std::pin::pin!(app.session_ends(session.as_deref()));
    loop {
        tokio::select! {
            () = app.stops() => {
                return close(&mut socket, (close_code::RESTART, "the server stops; please reconnect")).await;
            }
            () = &mut signed_out => {
                return close(&mut socket, (close_code::POLICY, "the session has ended")).await;
            }
            changed = telling.changed() => {
                let update = match telling.next().await {
                    Ok(update) => update,
                    Err(problem) => return close(&mut socket, why(&problem)).await,
                };
                if changed.is_none() || send(&mut socket, &update).await.is_none() {
                    return;
                }
            }
            message = socket.recv() => match message {
                Some(Ok(Message::Close(_))) | Some(Err(_)) | None => return,
                Some(Ok(message)) => {
                    heard = Instant::now();
                    if let Message::Text(text) = message
                        && telling.looks(pulse.hears(&text))
                        && !matches!(timeout(SLOWEST, socket.send(Message::Text(text))).await, Ok(Ok(())))
                    {
                        return;
                    }
                }
            },
            () = pulse.missed() => return,
            _ = heartbeat.tick() => {
                let ping = socket.send(Message::Ping(Bytes::new()));
                if heard.elapsed() > SILENCE || !matches!(timeout(SLOWEST, ping).await, Ok(Ok(()))) {
                    return;
                }
            }
        }
    }
}

/// The pulse of a viewer's page: a network that swallows everything is noticed within seconds.
#[derive(Default)]
struct Pulse(Option<Instant>);

impl Pulse {
    /// Hears a text of a viewer. Returns whether it is a pulse, which is answered; with any other text, a page says that it rests.
    fn hears(&mut self, text: &str) -> bool {
        let beats = text == PULSE;
        self.0 = beats.then(|| Instant::now() + PULSE_MISSED);
        beats
    }

    /// Waits until the pulse of a page that has one is missed.
    async fn missed(&self) {
        match self.0 {
            Some(deadline) => tokio::time::sleep_until(deadline).await,
            None => std::future::pending().await,
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

/// Sends an update.
async fn send(socket: &mut WebSocket, update: &Update) -> Option<()> {
    let json = serde_json::to_string(update).ok()?;
    measures::UPDATES.count();
    let sent = timeout(SLOWEST, socket.send(Message::Text(json.into()))).await;
    sent.ok()?.ok()
}
