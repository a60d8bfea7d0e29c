//! What a node has of the database: connections, notifications, and writers.

use super::{Database, Defect, Ear, Fault, Pending, failure};
use crate::store::news::{News, news_of};
use crate::store::reading::ENTRIES;
use crate::store::sql::{Pool, Row, Value};
use crate::store::writer::{self, Handed, Op, Write, answer, ops, timed, waiting};
use crate::store::{Store, StoreError, in_time};
use kit::below;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep};

/// The connections of one node.
#[derive(Clone, Debug)]
pub struct Link {
    /// The database.
    pub database: Database,
    /// The number of the node.
    pub node: usize,
    /// The world's time at the start of the node, and the start on the node's own clock.
    pub since: (u64, Instant),
}

impl Link {
    /// Returns whether several nodes share the store.
    pub fn is_shared(&self) -> bool {
        self.database.state().shared
    }

    /// Returns the time of the world, in milliseconds since its beginning.
    pub fn now(&self) -> u64 {
        self.since.0 + self.since.1.elapsed().as_millis() as u64
    }

    async fn wait_for_commits(&self) -> Result<(), StoreError> {
        while !self.database.state().pending.is_empty() {
            sleep(Duration::from_millis(10)).await;
        }
        Ok(())
    }

    async fn call(&self) -> Result<(), StoreError> {
        let (delay, fault) = {
            let mut state = self.database.state();
            let delay = state.delay();
            (delay, state.fault(false, self.now()))
        };
        if !delay.is_zero() {
            sleep(delay).await;
        }
        match fault {
            None => Ok(()),
            Some(Fault::Slow(time) | Fault::Late(time)) => {
                sleep(Duration::from_millis(time)).await;
                Ok(())
            }
            Some(Fault::Hangs | Fault::HangsAfter) => std::future::pending().await,
            Some(_) => Err(failure()),
        }
    }

    /// Executes a statement and returns its rows.
    pub async fn rows(
        &self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        self.call().await?;
        let mut state = self.database.state();
        let mut rows = state.rows(sql, values)?;
        if state.defect == Some(Defect::ReadsThePast)
            && sql == ENTRIES
            && below(&mut state.dice, 4) == 0
        {
            rows.pop();
        }
        let lost = match state.defect {
            Some(Defect::LosesBots) => Some("FROM tables WHERE bot_due"),
            Some(Defect::LosesDeadlines) => Some("FROM tables WHERE deadline"),
            Some(Defect::LosesOrders) => Some("FROM orders WHERE done"),
            _ => None,
        };
        if lost.is_some_and(|lost| sql.contains(lost)) {
            rows.clear();
        }
        Ok(rows)
    }

    /// Returns the time of the database in milliseconds since 1970, if nodes share it.
    pub async fn time(&self) -> Result<Option<u64>, StoreError> {
        if !self.is_shared() {
            return Ok(None);
        }
        self.call().await?;
        Ok(Some(self.database.state().weather.clock + self.now()))
    }

    /// Notifies all nodes.
    pub async fn notify(&self, news: &str) -> Result<(), StoreError> {
        self.call().await?;
        self.database.state().tell(&[news.to_owned()], self.now());
        Ok(())
    }

    /// Listens to notifications, if nodes share the store.
    pub async fn listen(&self) -> Result<Option<News>, StoreError> {
        if !self.is_shared() {
            return Ok(None);
        }
        self.call().await?;
        let (sender, inbox) = mpsc::unbounded_channel();
        let mut state = self.database.state();
        state.ears.retain(|ear| ear.node != self.node);
        state.ears.push(Ear {
            node: self.node,
            sender,
            swallowed: false,
            latest: 0,
        });
        let link = self.clone();
        Ok(Some(News::Simulated(Listener {
            link,
            inbox,
            next: None,
        })))
    }
}

/// A connection for notifications.
pub struct Listener {
    link: Link,
    inbox: mpsc::UnboundedReceiver<(u64, Option<String>)>,
    /// What arrives next, and when.
    next: Option<(u64, Option<String>)>,
}

impl Listener {
    /// Returns the next notification, or `None` if some may have been lost.
    pub async fn next(&mut self) -> Result<Option<String>, StoreError> {
        if self.next.is_none() {
            self.next = Some(self.inbox.recv().await.ok_or(StoreError::Closed)?);
        }
        let due = self.next.as_ref().map_or(0, |(due, _)| *due);
        let early = due.saturating_sub(self.link.now());
        if early > 0 {
            sleep(Duration::from_millis(early)).await;
        }
        let (_, news) = self.next.take().ok_or(StoreError::Closed)?;
        if news.is_none() {
            // What was sent meanwhile is lost with the connection.
            while self.inbox.try_recv().is_ok() {}
        }
        Ok(news)
    }
}

/// Opens the store of a node and starts its writers.
pub fn open(link: Link) -> Store {
    let (writes, inbox) = writer::channel();
    let inbox = Arc::new(tokio::sync::Mutex::new(inbox));
    let closing = watch::Sender::new(false);
    // As many as with the real ones: SQLite has one writer, a node at PostgreSQL several.
    let writers = if link.is_shared() { 3 } else { 1 };
    for _ in 0..writers {
        let told = closing.subscribe();
        tokio::spawn(write_for_everybody(link.clone(), inbox.clone(), told));
    }
    Store {
        pool: Pool::Simulated(link),
        writes,
        closing,
        lock: None,
    }
}

async fn write_for_everybody(
    link: Link,
    inbox: Arc<tokio::sync::Mutex<mpsc::Receiver<Write>>>,
    mut closing: watch::Receiver<bool>,
) {
    loop {
        let batch = waiting(&mut *inbox.lock().await, &mut closing).await;
        if batch.is_empty() {
            return;
        }
        let mut handed = Handed::default();
        let outcome = timed(commit(&link, &batch, &handed)).await;
        if outcome.is_err() && !link.is_shared() {
            // SQLite's writer waits for its old connection.
            let _ = in_time(link.wait_for_commits()).await;
        }
        if link.database.defect() == Some(Defect::ForgetsThatItAsked) {
            handed = Handed::default();
        }
        answer(batch, outcome, &handed);
    }
}

async fn commit(link: &Link, batch: &[Write], handed: &Handed) -> Result<Vec<bool>, StoreError> {
    let ops = ops(batch);
    let (before, after, fault) = {
        let mut state = link.database.state();
        let (before, after) = (state.delay(), state.delay());
        (before, after, state.fault(true, link.now()))
    };
    if !before.is_zero() {
        sleep(before).await;
    }
    match fault {
        Some(Fault::Fails) => return Err(failure()),
        Some(Fault::Slow(time)) => sleep(Duration::from_millis(time)).await,
        Some(Fault::Hangs) => std::future::pending().await,
        _ => (),
    }
    handed.over();
    let took_effect = match fault {
        Some(Fault::LostBefore) => return Err(failure()),
        Some(Fault::Late(time)) => commit_late(link, &ops, time).await?,
        _ => {
            let now = link.now();
            let mut state = link.database.state();
            let took_effect = state.commit(&ops, now)?;
            state.tell(&news_of(&ops, &took_effect), now);
            took_effect
        }
    };
    if !after.is_zero() {
        sleep(after).await;
    }
    match fault {
        Some(Fault::LostAfter) => Err(failure()),
        Some(Fault::HangsAfter) => std::future::pending().await,
        _ => Ok(took_effect),
    }
}

async fn commit_late(link: &Link, ops: &[&Op], time: u64) -> Result<Vec<bool>, StoreError> {
    let number = {
        let mut state = link.database.state();
        state.numbers += 1;
        let number = state.numbers;
        state.pending.push(Pending {
            number,
            due: link.now() + time,
            ops: ops.iter().map(|op| (*op).clone()).collect(),
        });
        number
    };
    loop {
        sleep(Duration::from_millis(10)).await;
        if let Some(took_effect) = link.database.state().resolved.remove(&number) {
            return Ok(took_effect);
        }
    }
}
