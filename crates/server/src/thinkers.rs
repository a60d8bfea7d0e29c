//! Bots think on a limited number of threads of their own, so that no person waits for a bot of another table.

use crate::App;
use crate::measures;
use crate::random;
use crate::tables::Submission;
use kit::Seed;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use table::{Question, TableId};
use tokio::runtime::Handle;

/// The maximum number of tables in the queue. Further ones are found again in the store.
const LONGEST_QUEUE: usize = 10_000;

/// The threads, and the queue of tables.
#[derive(Clone, Default)]
pub struct Thinkers(Arc<Shared>);

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    wake: Condvar,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<TableId>,
    /// Tables in the queue or being thought about; true if one must be checked again afterwards.
    known: HashMap<TableId, bool>,
    stopping: bool,
}

impl Thinkers {
    /// Starts the threads. `longest` is the time limit for a decision.
    pub fn start(&self, threads: usize, longest: Duration, app: &App) -> std::io::Result<()> {
        let handle = Handle::current();
        for number in 0..threads.max(1) {
            let (app, thinkers, handle) = (app.clone(), self.clone(), handle.clone());
            std::thread::Builder::new()
                .name(format!("thinker {number}"))
                .spawn(move || thinkers.work(&app, &handle, longest))?;
        }
        Ok(())
    }

    /// Queues a table whose bot has to decide.
    pub fn ask(&self, table: &TableId) {
        let mut queue = self.queue();
        if let Some(again) = queue.known.get_mut(table) {
            *again = true;
            return;
        }
        if queue.waiting.len() < LONGEST_QUEUE {
            queue.known.insert(table.clone(), false);
            queue.waiting.push_back(table.clone());
            measures::BOT_QUEUE.set(queue.waiting.len());
            self.0.wake.notify_one();
        }
    }

    /// Returns the tables that this node works on.
    pub fn at_work(&self) -> Vec<TableId> {
        self.queue().known.keys().cloned().collect()
    }

    /// Stops the threads; unfinished decisions are left to the next server.
    pub fn stop(&self) {
        self.queue().stopping = true;
        self.0.wake.notify_all();
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stopping(&self) -> bool {
        self.queue().stopping
    }

    fn next(&self) -> Option<TableId> {
        let mut queue = self.queue();
        loop {
            if queue.stopping {
                return None;
            }
            if let Some(table) = queue.waiting.pop_front() {
                measures::BOT_QUEUE.set(queue.waiting.len());
                // Requests from before this moment are about to be handled.
                queue.known.insert(table.clone(), false);
                return Some(table);
            }
            queue = self
                .0
                .wake
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn done(&self, table: TableId) {
        let mut queue = self.queue();
        if queue.known.get(&table) == Some(&true) {
            queue.waiting.push_back(table);
            self.0.wake.notify_one();
        } else {
            queue.known.remove(&table);
        }
    }

    fn work(&self, app: &App, handle: &Handle, longest: Duration) {
        while let Some(table) = self.next() {
            if let Some(question) = handle.block_on(question(app, &table)) {
                self.decide(app, handle, &table, &question, longest);
            }
            self.done(table);
        }
    }

    fn decide(
        &self,
        app: &App,
        handle: &Handle,
        table: &TableId,
        question: &Question,
        longest: Duration,
    ) {
        let (seat, version) = (question.seat, question.version);
        let start = Instant::now();
        let (announcer, place) = (app.clone(), table.clone());
        let announcement = handle.spawn(async move {
            tokio::time::sleep(announcer.config.bot_announced).await;
            if let Ok(slot) = announcer.open(&place).await {
                slot.set_thinking(seat, true);
            }
        });
        let mut stop = || start.elapsed() >= longest || self.stopping();
        let answer = question.answer(bots::now, &mut stop);
        announcement.abort();
        measures::BOT_THOUGHTS.record(start.elapsed().as_secs_f64());
        if self.stopping() {
            return;
        }
        let action = match answer {
            Ok(action) => action,
            Err(error) => {
                tracing::error!(%table, %seat, %error, "a bot cannot decide");
                return;
            }
        };
        let played = handle.block_on(async {
            let played = app.change(table, Submission::default(), move |table| {
                table.answer(version, seat, action)
            });
            let played = played.await;
            if let Ok(slot) = app.open(table).await {
                slot.set_thinking(seat, false);
            }
            played
        });
        if played.is_err() {
            // Somebody took an action back, or the store is unavailable: the table returns to the queue when its lease ends.
            tracing::debug!(%table, "a bot's decision was not taken");
        }
    }
}

/// Returns the next decision for a bot of this table.
async fn question(app: &App, table: &TableId) -> Option<Question> {
    let seed = Seed::from_bytes(random::random().ok()?);
    let question = app.look_at(table, |table| table.question(seed));
    question.await.ok()?
}
