//! Checks whether a state can occur.
//!
//! Every state that follows from an accepted state is accepted too, so no temporary condition is checked. A state does not record its
//! history; so an accepted state need not be reachable, but it does not contradict itself.
//!
//! # What is not checked
//!
//! * Whether the pieces can have reached their places: that four shrines of each player are in villages, Brahmabot's on those of the
//!   set-up tile; that every priest's place can be reached along open roads; that every statue, shrine and action marker was paid for or
//!   gained. No piece is missing or duplicated.
//! * How the coins are divided. Tolls and levies leave no trace: only the sum of all coins is compared with the most that can have been
//!   taken.
//! * The exact prestige from actions, abilities, rewards and first ranks, and what was paid. The state implies how often each can have
//!   happened, not how often it did: points lie between the fewest and the most. Whether character 11 raised a gain is known only if
//!   nobody can have had it. Points of the set-up, and of statue fields without character 11, are exact. Points of the final scoring are
//!   not part of a state; they are computed from it.
//! * The order of turns once a swap can have changed the numbers, and which flags were shifted from where during the turns.
//! * Which player has taken which reward, and the rank of a player between the two applications of one tile, whose free shrine or
//!   Maharani marker can have changed the worship. All others wait in the order of their ranks.
//! * Whether a player had a character when its ability was used, if it has been in sight: only that no more abilities were used than
//!   tiles, swaps and Maharani markers gave.
//! * Which of Brahmabot's action tiles were used in earlier rounds: their number is right.
//! * Future randomness.

mod board;
mod brahmabot;
mod characters;
mod course;
mod plans;
mod points;

use crate::state::Maharaja;
use kit::Flaw;

impl Maharaja {
    pub(crate) fn find_flaw(&self) -> Result<(), Flaw> {
        let open = &self.open;
        open.check_variants()?;
        open.check_sizes()?;
        open.check_pieces()?;
        open.check_villages()?;
        open.check_round()?;
        open.check_track()?;
        open.check_rewards()?;
        open.check_characters()?;
        open.check_maharani()?;
        open.check_order()?;
        open.check_stage()?;
        self.check_plans()?;
        self.check_used()?;
        self.check_points()?;
        match (&open.brahmabot, &self.face_down) {
            (Some(bot), Some(secret)) => open.check_brahmabot(bot, secret),
            (None, None) => Ok(()),
            _ => flaw("Brahmabot's open and hidden tiles must both be present or both be absent"),
        }
    }
}

fn flaw<T>(says: &str) -> Result<T, Flaw> {
    Err(Flaw(says.to_owned()))
}
