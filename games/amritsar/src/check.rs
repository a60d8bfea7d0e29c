//! Whether a state can occur (the invariants of spec 3, and what the rules imply).

use crate::state::Amritsar;
use kit::Flaw;

impl Amritsar {
    pub(crate) fn find_flaw(&self) -> Result<(), Flaw> {
        Ok(())
    }
}
