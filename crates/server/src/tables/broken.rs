//! Tables that cannot be replayed. They are left alone for a while, so that they do not hold up the others.

use crate::App;
use crate::problem::Problem;
use crate::store::Op;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use table::{Refused, TableId};
use tokio::time::Instant;

/// The time for which a table is left alone.
const REST: Duration = Duration::from_secs(10 * 60);
/// The maximum number of tables remembered.
const MOST: usize = 10_000;

/// The tables that this node could not replay, and why.
#[derive(Default)]
pub struct Broken(Mutex<HashMap<TableId, (Refused, Instant)>>);

impl Broken {
    /// Returns why a table is left alone.
    pub fn get(&self, id: &TableId) -> Option<Refused> {
        let broken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (refused, since) = broken.get(id)?;
        (since.elapsed() < REST).then(|| refused.clone())
    }

    /// Remembers a table. Returns whether it is a new one.
    fn add(&self, id: &TableId, refused: Refused) -> bool {
        let mut broken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if broken.len() >= MOST {
            broken.retain(|_, (_, since)| since.elapsed() < REST);
        }
        if broken.len() >= MOST {
            return false;
        }
        broken
            .insert(id.clone(), (refused, Instant::now()))
            .is_none()
    }
}

impl App {
    /// Leaves a table alone that cannot be replayed, and says so once.
    pub(super) async fn leave_alone(&self, id: &TableId, refused: Refused) -> Problem {
        if self.broken.add(id, refused.clone()) {
            tracing::error!(table = %id, error = %refused, "a table cannot be replayed");
        }
        let until = self.now() + REST.as_millis() as u64;
        let _ = self.store.write(Op::Rest(id.clone(), until)).await;
        refused.into()
    }
}
