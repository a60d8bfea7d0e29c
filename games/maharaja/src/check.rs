//! Whether a state can occur at all.

use crate::state::Maharaja;
use kit::Flaw;

impl Maharaja {
    pub(crate) fn find_flaw(&self) -> Result<(), Flaw> {
        Ok(())
    }
}
