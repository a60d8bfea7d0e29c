//! Checks of the board and the pieces: none is missing or duplicated.

use crate::components::doubts::OWN_SHRINES_PER_VILLAGE;
use crate::components::{
    ACTION_MARKERS, FIRST_FLAG, Level, REWARD_POSITIONS, Reward, SHRINES, STATUES,
};
use crate::options::{FinalChoice, Rules};
use crate::state::{Open, Stage};
use kit::{Flaw, Seat, Set, ensure};

/// The initial number of tiles on the reward track.
const REWARDS: usize = Reward::ALL.len();

impl Open {
    pub(super) fn check_variants(&self) -> Result<(), Flaw> {
        self.options.check().map_err(|bad| Flaw(bad.to_string()))?;
        if let Rules::Chosen(rules) = self.options.rules {
            ensure(rules == self.rules, || {
                "the special rules are those of the options".to_owned()
            })?;
        }
        let as_chosen = match self.options.final_tile {
            FinalChoice::Random => self.final_tile.is_some(),
            chosen => self.final_tile == chosen.tile(),
        };
        ensure(as_chosen, || {
            "the final-scoring tile is that of the options".to_owned()
        })
    }

    pub(super) fn check_sizes(&self) -> Result<(), Flaw> {
        let solo = self.options.players == 1;
        ensure(self.brahmabot.is_some() == solo, || {
            "Brahmabot plays against one person, and only then".to_owned()
        })?;
        let level = self.options.level.unwrap_or(Level::Normal);
        let as_chosen = self
            .brahmabot
            .is_none_or(|brahmabot| brahmabot.level == level);
        ensure(as_chosen, || {
            "Brahmabot's level is that of the options".to_owned()
        })?;
        let owners = if solo { 2 } else { self.options.players };
        let shrines = self
            .cities
            .iter()
            .all(|(_, town)| town.shrines.count() == owners);
        ensure(self.tableaus.count() == owners && shrines, || {
            format!("there are {owners} tableaus, and shrines of {owners} colours in each city")
        })?;
        let statues = self.cities.iter().flat_map(|(_, town)| town.statues.iter());
        let statue_owners = statues.filter_map(|(_, owner)| *owner);
        let shrine_owners = self
            .villages
            .iter()
            .flat_map(|(_, owners)| owners.seats().iter().copied());
        ensure(
            statue_owners
                .chain(shrine_owners)
                .all(|owner| owner.number() < owners),
            || "a piece on the board belongs to nobody at the table".to_owned(),
        )
    }

    pub(super) fn check_pieces(&self) -> Result<(), Flaw> {
        for (seat, tableau) in self.tableaus.iter() {
            let shrines = self.shrines_on_the_board(seat)
                + u32::from(tableau.shrines)
                + u32::from(tableau.supply);
            ensure(shrines == u32::from(SHRINES), || {
                format!("seat {seat} has {shrines} shrines and not {SHRINES}")
            })?;
            let statues = u32::from(self.statues_built(seat)) + u32::from(tableau.statues);
            ensure(statues == u32::from(STATUES), || {
                format!("seat {seat} has {statues} statues and not {STATUES}")
            })?;
        }
        let markers = self
            .tableaus
            .iter()
            .map(|(_, tableau)| u32::from(tableau.markers));
        let markers = markers.sum::<u32>() + u32::from(self.markers);
        ensure(markers == u32::from(ACTION_MARKERS), || {
            format!("there are {markers} action markers and not {ACTION_MARKERS}")
        })
    }

    pub(super) fn shrines_on_the_board(&self, seat: Seat) -> u32 {
        let in_cities = self
            .cities
            .iter()
            .map(|(_, town)| u32::from(town.shrines[seat]));
        let in_villages = self
            .villages
            .iter()
            .map(|(_, owners)| owners.count(seat) as u32);
        in_cities.chain(in_villages).sum()
    }

    pub(super) fn check_villages(&self) -> Result<(), Flaw> {
        let spaces = self.table().village_spaces;
        for (village, owners) in self.villages.iter() {
            ensure(owners.seats().len() <= spaces, || {
                format!("the village {village} holds more than {spaces}")
            })?;
            for seat in self.tableaus.seats() {
                ensure(owners.count(seat) <= OWN_SHRINES_PER_VILLAGE, || {
                    format!("seat {seat} has too many shrines in the village {village}")
                })?;
            }
        }
        Ok(())
    }

    /// Spec 4.4.
    pub(super) fn check_track(&self) -> Result<(), Flaw> {
        let [first, last] = [FIRST_FLAG + self.round, FIRST_FLAG + self.round + 6];
        let order = self.track.from_left().map(|city| self.track.position(city));
        ensure(order.is_sorted_by(|left, right| left < right), || {
            "no two flags stand on the same position".to_owned()
        })?;
        let [leftmost, .., rightmost] = order;
        let in_order = matches!(
            self.stage,
            Stage::ChooseCharacter { .. } | Stage::PlaceShrine { .. } | Stage::Plan | Stage::Over
        );
        let sound = leftmost >= 1 && rightmost <= last && (leftmost == first || !in_order);
        ensure(sound, || {
            format!("in this stage the flags stand on the positions {first} to {last}")
        })?;
        let visited = self.maharaja.map(|city| self.track.position(city));
        ensure(self.stage != Stage::Plan || visited == Some(last), || {
            "the Maharaja stays in the city of the rightmost flag".to_owned()
        })
    }

    /// Spec 4.5 and 10.3, in the solo game 13.3.
    pub(super) fn check_rewards(&self) -> Result<(), Flaw> {
        let different: Set<Reward> = self.rewards.tiles().collect();
        let count = self.rewards.tiles().count();
        ensure(different.len() as usize == count, || {
            "no reward tile is there twice".to_owned()
        })?;
        let gone = self.rewards_gone();
        ensure(count + gone == REWARDS, || {
            format!("{count} reward tiles are there and not {}", REWARDS - gone)
        })?;
        match self.stage {
            Stage::Reward(_) if self.bot().is_none() => self.check_taken_rewards(),
            _ => self.check_rewards_lie_low(count),
        }
    }

    fn has_reward(&self, position: usize) -> bool {
        self.rewards.at(position as u8).is_some()
    }

    fn check_rewards_lie_low(&self, count: usize) -> Result<(), Flaw> {
        let mut low = 1..=count;
        ensure(low.all(|position| self.has_reward(position)), || {
            "the reward tiles lie on the lowest positions".to_owned()
        })
    }

    fn check_taken_rewards(&self) -> Result<(), Flaw> {
        let taken = self.rewards_taken();
        let selectable = usize::from(self.table().selectable_rewards);
        let mut not_selectable = selectable + 1..=REWARDS;
        let taken_on_top = (REWARDS + 1..=REWARD_POSITIONS)
            .all(|position| self.has_reward(position) == (position <= REWARDS + taken));
        ensure(
            taken_on_top && not_selectable.all(|position| self.has_reward(position)),
            || {
                "taken reward tiles lie above the others, and come from the selectable positions"
                    .to_owned()
            },
        )
    }

    /// Returns the number of tiles that were taken and applied in this scoring; in the solo game the round ends with the first.
    pub(super) fn rewards_taken(&self) -> usize {
        match self.bot() {
            Some(_) => 0,
            None => {
                let holes = (1..=REWARDS).filter(|&position| !self.has_reward(position));
                holes.count()
            }
        }
    }

    /// Returns the number of reward tiles that have left the game: in the solo game one each round.
    fn rewards_gone(&self) -> usize {
        let rounds = self.rounds_done();
        self.bot().map_or(0, |_| usize::from(rounds))
    }
}
