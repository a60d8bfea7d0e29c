//! Cryptographic randomness.

use crate::App;
use std::sync::Arc;
use table::{PersonId, TableId};

/// The operating system provides no randomness, so no secret can be generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the operating system provides no randomness; try again later")]
pub struct NoRandomness;

/// Fills a buffer with random bytes that nobody can guess.
pub type Random = Arc<dyn Fn(&mut [u8]) -> Result<(), NoRandomness> + Send + Sync>;

/// Returns the operating system's randomness.
pub fn system_random() -> Random {
    Arc::new(|bytes| getrandom::fill(bytes).map_err(|_| NoRandomness))
}

/// Returns random bytes.
pub fn draw<const N: usize>(random: &Random) -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    random(&mut bytes)?;
    Ok(bytes)
}

/// Returns the id of a new table.
pub fn table_id(random: &Random) -> Result<TableId, NoRandomness> {
    draw(random).map(TableId::from_random)
}

/// Returns the id of a new person.
pub fn person_id(random: &Random) -> Result<PersonId, NoRandomness> {
    draw(random).map(PersonId::from_random)
}

impl App {
    /// Returns random bytes that nobody can guess.
    pub fn random<const N: usize>(&self) -> Result<[u8; N], NoRandomness> {
        draw(&self.config.random)
    }
}
