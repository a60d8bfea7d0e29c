//! Bots think on a limited number of threads of their own, so that no person waits for a bot of another table.

mod queue;

pub use queue::Job;

use crate::App;
use crate::measures;
use crate::tables::Submission;
use bots::Level;
use kit::Seed;
use queue::Queue;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use table::{AnyGame, Question, TableId};
use tokio::runtime::Handle;
use tokio::time::Instant;

/// The answers of bots that search come at multiples of this time.
const BEAT: Duration = Duration::from_millis(100);
/// How slowly the usual time of a search changes: one decision counts as this part of it.
const PART: u32 = 8;

/// The threads, and the queue of tables.
#[derive(Clone, Default)]
pub struct Thinkers(Arc<Shared>);

#[derive(Default)]
struct Shared {
    queue: Mutex<(Queue, bool)>,
    /// The usual time of a search, by game and level.
    usual: Mutex<BTreeMap<(AnyGame, Level), Duration>>,
    wake: Condvar,
    #[cfg(test)]
    wake_task: tokio::sync::Notify,
}

impl Shared {
    /// Wakes somebody who thinks.
    fn wake_one(&self) {
        self.wake.notify_one();
        #[cfg(test)]
        self.wake_task.notify_one();
    }
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

    /// Returns how much later an answer comes that was found in this time. A search has nothing to do where there is no choice: such an answer comes after the usual
    /// time, as others do that were found early, so that its haste does not tell what the bot cannot do.
    fn held(&self, game: AnyGame, level: Level, took: Duration) -> Duration {
        if !matches!(level, Level::Hard | Level::Expert) {
            return Duration::ZERO;
        }
        let mut usual = self.0.usual.lock().unwrap_or_else(PoisonError::into_inner);
        let usual = usual.entry((game, level)).or_insert(took);
        if took >= BEAT {
            *usual = (*usual * (PART - 1) + took) / PART;
        }
        let beats = took.max(*usual).as_micros() / BEAT.as_micros() + 1;
        BEAT * u32::try_from(beats).unwrap_or(u32::MAX) - took
    }

    /// Queues a table whose bot has to decide.
    pub fn ask(&self, job: Job) {
        let (queue, _) = &mut *self.queue();
        if queue.add(job) {
            measures::BOT_QUEUE.set(queue.len());
            self.0.wake_one();
        }
    }

    /// Returns the tables that this node works on.
    pub fn at_work(&self) -> Vec<TableId> {
        self.queue().0.tables().cloned().collect()
    }

    /// Stops the threads; unfinished decisions are left to the next server.
    pub fn stop(&self) {
        self.queue().1 = true;
        self.0.wake.notify_all();
    }

    /// Returns the queue, and whether the threads stop.
    fn queue(&self) -> MutexGuard<'_, (Queue, bool)> {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stopping(&self) -> bool {
        self.queue().1
    }

    fn next(&self) -> Option<Job> {
        let mut guard = self.queue();
        loop {
            let (queue, stopping) = &mut *guard;
            if *stopping {
                return None;
            }
            if let Some(job) = queue.next() {
                return Some(job);
            }
            guard = self
                .0
                .wake
                .wait(guard)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn finish(&self, table: &TableId) {
        let (queue, _) = &mut *self.queue();
        if queue.finish(table) {
            self.0.wake_one();
        }
        measures::BOT_QUEUE.set(queue.len());
    }

    fn work(&self, app: &App, handle: &Handle, longest: Duration) {
        while let Some(job) = self.next() {
            // A mistake in one game must not take the thread from all others.
            let decided = catch_unwind(AssertUnwindSafe(|| {
                handle.block_on(self.think(app, &job, longest))
            }));
            if decided.is_err() {
                measures::PANICS.count();
                tracing::error!(table = %job.table, "a bot's decision ended in a panic");
            }
            // A decision that was taken is finished once it is stored.
            if !matches!(decided, Ok(Some(()))) {
                self.finish(&job.table);
            }
        }
    }

    /// Decides in a task instead of a thread, until the task ends: for the simulation.
    #[cfg(test)]
    pub async fn work_here(&self, app: &App) {
        loop {
            let job = self.queue().0.next();
            match job {
                Some(job) => {
                    let decided = self.think(app, &job, Duration::MAX).await;
                    if decided.is_none() {
                        self.finish(&job.table);
                    }
                }
                None => self.0.wake_task.notified().await,
            }
        }
    }

    /// Takes a decision. Returns `None` if there was none to take.
    async fn think(&self, app: &App, job: &Job, longest: Duration) -> Option<()> {
        let question = question(app, &job.table).await?;
        self.decide(app, job, question, longest)
    }

    /// Returns `None` if no decision was taken.
    fn decide(&self, app: &App, job: &Job, question: Question, longest: Duration) -> Option<()> {
        let (seat, version) = (question.seat, question.version);
        let start = Instant::now();
        let (announcer, place) = (app.clone(), job.table.clone());
        let announcement = tokio::spawn(async move {
            tokio::time::sleep(announcer.config.bot_announced).await;
            if let Ok(slot) = announcer.open(&place).await {
                slot.set_thinking(seat, true);
            }
        });
        let mut stop = || start.elapsed() >= longest || self.stopping();
        let answer = question.answer(bots::now, &mut stop);
        let took = start.elapsed();
        measures::BOT_THOUGHTS.record(took.as_secs_f64());
        if self.stopping() {
            announcement.abort();
            return None;
        }
        let action = match answer {
            Ok(action) => action,
            Err(error) => {
                announcement.abort();
                tracing::error!(table = %job.table, %seat, %error, "a bot cannot decide");
                return None;
            }
        };
        let (app, thinkers, table) = (app.clone(), self.clone(), job.table.clone());
        let wait = self.held(question.game, job.level, took);
        tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            announcement.abort();
            let played = app.change(&table, Submission::default(), move |table| {
                table.answer(version, seat, action.clone())
            });
            if played.await.is_err() {
                // Somebody took an action back, or the store is unavailable: the table returns to the queue when its lease ends.
                tracing::debug!(%table, "a bot's decision was not taken");
            }
            if let Ok(slot) = app.open(&table).await {
                slot.set_thinking(seat, false);
            }
            thinkers.finish(&table);
        });
        Some(())
    }
}

/// Returns the next decision for a bot of this table.
async fn question(app: &App, table: &TableId) -> Option<Question> {
    let seed = Seed::from_bytes(app.random().ok()?);
    let question = app.look_at(table, |table| table.question(seed));
    question.await.ok()?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_without_a_choice_comes_when_a_search_usually_ends() {
        let thinkers = Thinkers::default();
        let game = AnyGame::TajMahal;
        let told = |level, took| {
            let took = Duration::from_millis(took);
            (took + thinkers.held(game, level, took)).as_millis()
        };
        for took in [820, 760, 870, 810] {
            told(Level::Expert, took);
        }
        assert_eq!(told(Level::Expert, 0), 900);
        assert_eq!(told(Level::Expert, 410), told(Level::Expert, 1));
        // A long one comes when it is found, and each level has its own time.
        assert_eq!(told(Level::Expert, 1_930), 2_000);
        assert_eq!(told(Level::Hard, 130), 200);
        assert_eq!(told(Level::Hard, 0), 200);
        assert_eq!(told(Level::Easy, 3), 3);
    }
}
