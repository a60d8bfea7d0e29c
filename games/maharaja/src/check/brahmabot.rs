//! Checks of Brahmabot's tiles, open and hidden.

use crate::brahmabot::{Brahmabot, FaceDown};
use crate::components::{Character, DISPLAY, Slot, Village};
use crate::state::{Open, Stage};
use kit::{Flaw, Key, Seat, Set, ensure};

impl Open {
    pub(super) fn check_brahmabot(&self, open: &Brahmabot, secret: &FaceDown) -> Result<(), Flaw> {
        let Some(bot) = self.bot() else { return Ok(()) };
        let tableau = &self.tableaus[bot];
        ensure(tableau.supply == 0 && tableau.markers == 0, || {
            "Brahmabot has all shrines ready and no action markers".to_owned()
        })?;
        let chosen = !matches!(self.stage, Stage::ChooseCharacter { .. });
        ensure(open.setup == chosen.then_some(secret.setup), || {
            "the set-up tile is shown once the player has chosen".to_owned()
        })?;
        self.check_first_shrines(open, bot)?;
        self.check_stack(secret)?;
        self.check_row(open, secret, bot)
    }

    fn check_first_shrines(&self, open: &Brahmabot, bot: Seat) -> Result<(), Flaw> {
        let marked: Set<Village> = match (open.setup, self.round) {
            (Some(tile), 0) => tile.villages(open.level).collect(),
            (None, 0) => Set::EMPTY,
            _ => return Ok(()),
        };
        let own = Village::all().filter(|&village| self.villages[village].include(bot));
        ensure(own.collect::<Set<Village>>() == marked, || {
            "Brahmabot's first shrines are on the villages of the set-up tile".to_owned()
        })
    }

    fn check_stack(&self, secret: &FaceDown) -> Result<(), Flaw> {
        let stack: Set<Character> = secret.characters.iter().copied().collect();
        let unseen: Set<Character> = self.unseen_characters().collect();
        ensure(
            stack == unseen && stack.len() as usize == secret.characters.len(),
            || "the stack of characters holds those that are nowhere else".to_owned(),
        )?;
        let full =
            self.display.len() == DISPLAY || (self.display.len() < DISPLAY && stack.is_empty());
        ensure(full, || {
            format!("the row has {DISPLAY} characters while the stack lasts")
        })
    }

    fn check_row(&self, open: &Brahmabot, secret: &FaceDown, bot: Seat) -> Result<(), Flaw> {
        let playing = self.round > 0 && self.stage != Stage::Over;
        let rounds_done = u32::from(self.round) - u32::from(playing);
        ensure(
            open.row.is_some() == playing && open.used.len() == rounds_done,
            || "Brahmabot uses one action tile in each round".to_owned(),
        )?;
        if let Some(row) = open.row {
            let face_up: Set<_> = row.face_up().collect();
            let different = face_up.len() as usize == row.face_up().count();
            ensure(different && face_up.and(open.used).is_empty(), || {
                "no action tile is in two places".to_owned()
            })?;
            ensure(row.drawn.is_some() == self.acted.contains(bot), || {
                "Brahmabot draws a tile when he acts".to_owned()
            })?;
            ensure(
                row.right.is_some() == (row.named() == Some(Slot::Right)),
                || "the right tile is turned over when it is named".to_owned(),
            )?;
        }
        let hidden = open.row.is_some_and(|row| row.right.is_none());
        ensure(secret.right.is_some() == hidden, || {
            "the right tile of the row lies face down until it is named".to_owned()
        })?;
        let face_down = secret.tiles.iter().copied().chain(secret.right);
        let unseen: Set<_> = open.unseen_tiles().collect();
        let count = secret.tiles.len() + usize::from(hidden);
        ensure(
            face_down.collect::<Set<_>>() == unseen && unseen.len() as usize == count,
            || "the stack holds the action tiles that are nowhere else".to_owned(),
        )
    }
}
