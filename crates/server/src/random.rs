//! Randomness that nobody can guess.

use table::{PersonId, TableId};

/// The operating system has no randomness to give. Nothing secret can be made without it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the operating system gives no randomness; try again later")]
pub struct NoRandomness;

/// So many bytes that nobody can guess.
pub fn random<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

/// A new table's id.
pub fn table_id() -> Result<TableId, NoRandomness> {
    random().map(TableId::from_random)
}

/// A new person's id.
pub fn person_id() -> Result<PersonId, NoRandomness> {
    random().map(PersonId::from_random)
}
