//! Checks of characters and the markers on them.

use crate::components::{
    Character, DISPLAY, FIRST_GAME, MAHARANI_MARKERS, ROUNDS, Reward, WheelAction,
};
use crate::state::{Maharaja, Mark, Open, Stage, Tableau};
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

    /// In the set-up, the players without a character choose clockwise.
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
            let character = mark.character;
            ensure(mark.round > 0 && self.may_lie_since(mark.round), || {
                format!(
                    "the Maharani marker on character {character} has not been there since round {}",
                    mark.round
                )
            })?;
            let in_sight = self.display.contains(&character) || self.owner(character).is_some();
            let sound = mark.seat.number() < self.options.players && in_sight;
            ensure(sound, || {
                format!("the Maharani marker on character {character} is of no use to anybody")
            })?;
            let placed_there = !self.is_new(mark) || self.display.contains(&character);
            ensure(placed_there, || {
                format!(
                    "the Maharani marker on character {character} was put on a tile of the display"
                )
            })?;
            ensure(self.maharani_was_taken(mark), || {
                format!(
                    "seat {} has not taken the tile with the Maharani marker on character {character}",
                    mark.seat
                )
            })?;
        }
        self.check_two_marks()
    }

    /// Returns whether a marker that was placed in that round can still lie on a character.
    fn may_lie_since(&self, placed: u8) -> bool {
        let over = self.stage == Stage::Over;
        match self.round.checked_sub(placed) {
            Some(0) => (over || self.is_rewarding()) && self.round < ROUNDS,
            Some(1) => !over,
            _ => false,
        }
    }

    fn is_rewarding(&self) -> bool {
        matches!(self.stage, Stage::Reward(_))
    }

    /// Returns whether no character can have moved since the marker was placed.
    fn is_new(&self, mark: &Mark) -> bool {
        mark.round == self.round || self.stage == Stage::Plan
    }

    /// Returns whether the reward track allows that this player took tile 8 in the round of the marker.
    fn maharani_was_taken(&self, mark: &Mark) -> bool {
        let position = self.rewards.position(Reward::Maharani).map(usize::from);
        let rewards = Reward::ALL.len();
        match &self.stage {
            Stage::Reward(rewarding) if mark.round == self.round => {
                let applies = rewarding.waiting.first() == Some(&mark.seat)
                    && self.has_applied_once(rewarding)
                    && rewarding
                        .applying
                        .is_some_and(|applying| applying.reward == Reward::Maharani);
                let ranked = self
                    .maharaja
                    .is_some_and(|city| self.rank(city).contains(&mark.seat));
                let applied = position.is_some_and(|position| position > rewards)
                    && ranked
                    && !rewarding.waiting.contains(&mark.seat);
                applies || applied
            }
            // At the end of the round the taken tiles are the uppermost, at most one for each player.
            _ => match self.bot() {
                Some(_) => position.is_none(),
                None => position
                    .is_some_and(|position| position + usize::from(self.options.players) > rewards),
            },
        }
    }

    /// Two markers of one round come from one tile, which character 16 has applied twice to two different characters.
    fn check_two_marks(&self) -> Result<(), Flaw> {
        let [Some(one), Some(other)] = &self.maharani else {
            return Ok(());
        };
        if one.round != other.round {
            return Ok(());
        }
        let owner = self.owner(Character::DoubleReward);
        let doubled = !self.is_new(one) || owner == Some(one.seat);
        ensure(
            one.seat == other.seat && one.character != other.character && doubled,
            || {
                "one tile puts two Maharani markers on two different characters, with character 16"
                    .to_owned()
            },
        )
    }
}

impl Maharaja {
    /// Spec 9: once-abilities are used in the player's turn, with characters that the player had then.
    pub(super) fn check_used(&self) -> Result<(), Flaw> {
        let open = &self.open;
        let mut by_markers = 0;
        for (seat, tableau) in open.tableaus.iter() {
            ensure(tableau.used.iter().all(Character::is_once), || {
                format!("seat {seat} has used a character that is not used once a round")
            })?;
            let mut used = tableau.used.iter();
            ensure(used.all(|used| open.has_been_in_sight(used)), || {
                format!("seat {seat} has used a character that nobody had")
            })?;
            by_markers += self.least_uses_by_markers(seat);
        }
        let earlier = |mark: &&Mark| mark.round < open.round;
        let lying = open.maharani.iter().flatten().filter(earlier).count();
        let most = if open.round > 1 { MAHARANI_MARKERS } else { 0 };
        ensure(by_markers + lying <= most, || {
            "more abilities were used than characters and Maharani markers gave".to_owned()
        })
    }

    /// Returns the number of used abilities that neither the tile of a player's turn nor those of the swaps can have given.
    fn least_uses_by_markers(&self, seat: Seat) -> usize {
        let Tableau {
            used, character, ..
        } = self.open.tableaus[seat];
        let swaps = self.times(seat, WheelAction::SwapCharacter);
        let used_by_tile = if self.open.acted.contains(seat) {
            // The tile may have been taken by another player since.
            true
        } else {
            character.is_some_and(|character| used.contains(character))
        };
        let tiles = u32::from(used_by_tile) + u32::from(swaps);
        used.len().saturating_sub(tiles) as usize
    }
}
