//! Characters and the markers on them.

use super::flaw;
use crate::components::{Character, DISPLAY, FIRST_GAME, ROUNDS};
use crate::state::{Open, Stage};
use kit::{Flaw, Key, Seat, Set, ensure};

impl Open {
    pub(super) fn check_characters(&self) -> Result<(), Flaw> {
        let owned = self
            .tableaus
            .iter()
            .filter_map(|(_, tableau)| tableau.character);
        let in_sight = self.display.iter().copied().chain(owned);
        let mut seen = self.out;
        for character in in_sight {
            ensure(seen.insert(character), || {
                format!("character {character} is in two places")
            })?;
        }
        for seat in self.tableaus.seats() {
            let missing = match self.stage {
                Stage::ChooseCharacter { seat: chooser } => self.still_chooses(seat, chooser)?,
                Stage::Victim { seat: victim, .. } => seat == victim,
                _ => false,
            };
            ensure(self.tableaus[seat].character.is_none() == missing, || {
                format!("seat {seat} has one character, if it has chosen")
            })?;
        }
        if self.bot().is_some() {
            return Ok(());
        }
        ensure(self.display.is_sorted(), || {
            "the display is in ascending order".to_owned()
        })?;
        let in_play = usize::from(self.options.players) + DISPLAY;
        ensure(
            self.out.len() as usize + in_play == Character::COUNT,
            || format!("{in_play} characters are in the game"),
        )?;
        ensure(seen.len() as usize == Character::COUNT, || {
            "a character is missing".to_owned()
        })?;
        let first_game: Set<Character> = FIRST_GAME.into_iter().collect();
        ensure(
            !self.options.first_game || self.out.and(first_game).is_empty(),
            || "a first game has its own characters".to_owned(),
        )
    }

    /// In the set-up those choose clockwise who have no character yet.
    fn still_chooses(&self, seat: Seat, chooser: Seat) -> Result<bool, Flaw> {
        ensure(chooser.number() < self.options.players, || {
            format!("seat {chooser} has no character to choose")
        })?;
        let without = self
            .people()
            .filter(|&seat| self.tableaus[seat].character.is_none());
        let mut choosing =
            (0..without.count() as u8).map(|steps| chooser.after(steps, self.options.players));
        Ok(choosing.any(|other| other == seat))
    }

    /// Spec 10.5.
    pub(super) fn check_maharani(&self) -> Result<(), Flaw> {
        for mark in self.maharani.iter().flatten() {
            let this_round =
                matches!(self.stage, Stage::Reward(_) | Stage::Over) && self.round < ROUNDS;
            let last_round = self.stage != Stage::Over;
            let in_time = match self.round.checked_sub(mark.round) {
                Some(0) => this_round,
                Some(1) => last_round,
                _ => false,
            };
            ensure(mark.round > 0 && in_time, || {
                format!(
                    "the Maharani marker on character {} has not been there since round {}",
                    mark.character, mark.round
                )
            })?;
            let sound =
                mark.seat.number() < self.options.players && !self.out.contains(mark.character);
            ensure(sound, || {
                format!(
                    "the Maharani marker on character {} is of no use to anybody",
                    mark.character
                )
            })?;
        }
        match self.maharani {
            [Some(one), Some(other)] if one == other => {
                flaw("one tile puts two Maharani markers on two different characters")
            }
            _ => Ok(()),
        }
    }
}
