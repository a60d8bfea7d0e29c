//! Cryptographic randomness.

use table::{PersonId, TableId};

/// The operating system provides no randomness, so no secret can be generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the operating system provides no randomness; try again later")]
pub struct NoRandomness;

/// Returns random bytes that nobody can guess.
pub fn random<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

/// Returns the id of a new table.
pub fn table_id() -> Result<TableId, NoRandomness> {
    random().map(TableId::from_random)
}

/// Returns the id of a new person.
pub fn person_id() -> Result<PersonId, NoRandomness> {
    random().map(PersonId::from_random)
}
