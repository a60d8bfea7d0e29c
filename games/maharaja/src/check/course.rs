//! Checks of the course of the game: the pending decision, and what was done before.

use super::flaw;
use crate::components::doubts::{SETUP_SHRINES_FROM, Stock};
use crate::components::{Character, ROUNDS, SETUP_SHRINES, SpecialRule, WheelAction};
use crate::rewards::{Applying, Rewarding};
use crate::state::{Open, Stage, Tableau};
use crate::turn::{OpenAction, Turn};
use kit::{Flaw, Seat, SeatSet, Set, ensure};

impl Open {
    pub(super) fn check_round(&self) -> Result<(), Flaw> {
        let setting_up = matches!(
            self.stage,
            Stage::ChooseCharacter { .. } | Stage::PlaceShrine { .. }
        );
        ensure(
            self.round <= ROUNDS && (self.round == 0) == setting_up,
            || format!("a round is 1 to {ROUNDS}, and 0 during the set-up"),
        )?;
        ensure(self.maharaja.is_none() == setting_up, || {
            "the Maharaja is in a city once the set-up is done".to_owned()
        })?;
        let all_built = self
            .tableaus
            .iter()
            .any(|(_, tableau)| tableau.statues == 0);
        match self.stage {
            Stage::Plan => ensure(!all_built, || {
                "no round begins after a last statue was built".to_owned()
            }),
            Stage::Over => ensure(all_built || self.round == ROUNDS, || {
                format!("a game ends after round {ROUNDS} or with a last statue")
            }),
            _ if setting_up => self.check_set_up(),
            _ => Ok(()),
        }
    }

    /// Checks that nothing has been gained or spent except starting shrines.
    fn check_set_up(&self) -> Result<(), Flaw> {
        for (seat, tableau) in self.tableaus.iter() {
            let start = match &self.brahmabot {
                Some(brahmabot) if Some(seat) == self.bot() => {
                    Tableau::start_of_brahmabot(brahmabot.level)
                }
                _ => Tableau::start(),
            };
            let placed = self.shrines_on_the_board(seat) as u8;
            let in_cities = self.cities.iter().any(|(_, town)| town.shrines[seat] > 0);
            let (shrines, supply) = match SETUP_SHRINES_FROM {
                Stock::Supply if Some(seat) != self.bot() => {
                    (start.shrines, start.supply.checked_sub(placed))
                }
                _ => (start.shrines.saturating_sub(placed), Some(start.supply)),
            };
            let expected = Tableau {
                character: tableau.character,
                shrines,
                supply: supply.unwrap_or_default(),
                ..start
            };
            ensure(*tableau == expected && !in_cities, || {
                format!("seat {seat} has other things than at the start")
            })?;
            if Some(seat) != self.bot() {
                ensure(placed == self.shrines_due(seat), || {
                    format!("seat {seat} has not placed its share of starting shrines")
                })?;
            }
        }
        Ok(())
    }

    /// Returns the number of starting shrines that this player has placed by now.
    fn shrines_due(&self, seat: Seat) -> u8 {
        match self.stage {
            Stage::PlaceShrine {
                seat: placing,
                pass,
            } => {
                let before = self.number(seat) < self.number(placing);
                pass.saturating_sub(1) + u8::from(before)
            }
            _ => 0,
        }
    }

    /// Checks the players who have committed and acted, and the used abilities.
    pub(super) fn check_order(&self) -> Result<(), Flaw> {
        let people: SeatSet = self.people().collect();
        let all: SeatSet = self.tableaus.seats().collect();
        let nobody = SeatSet::EMPTY;
        let (acting, committed, acted) = match self.stage {
            Stage::ChooseCharacter { .. } | Stage::PlaceShrine { .. } | Stage::Over => {
                (nobody, self.committed == nobody, self.acted == nobody)
            }
            Stage::Plan => {
                let some_missing =
                    self.committed.without(people).is_empty() && self.committed != people;
                (nobody, some_missing, self.acted == nobody)
            }
            Stage::Turn(turn) | Stage::Victim { turn, .. } => {
                let waits = self.acted.without(all).is_empty() && !self.acted.contains(turn.seat);
                (Set::only(turn.seat), self.committed == people, waits)
            }
            Stage::Reward(_) => (nobody, self.committed == people, self.acted == all),
        };
        ensure(committed, || {
            "the wrong players have planned for this stage".to_owned()
        })?;
        ensure(acted, || {
            "the wrong players have acted for this stage".to_owned()
        })?;
        for (seat, tableau) in self.tableaus.iter() {
            let may_have_used = self.acted.or(acting).contains(seat) && Some(seat) != self.bot();
            ensure(tableau.used.is_empty() || may_have_used, || {
                format!("seat {seat} has used an ability before its turn")
            })?;
        }
        Ok(())
    }

    pub(super) fn check_stage(&self) -> Result<(), Flaw> {
        let person = |seat: Seat| {
            ensure(seat.number() < self.options.players, || {
                format!("seat {seat} has nothing to decide")
            })
        };
        match self.stage {
            Stage::ChooseCharacter { seat } => person(seat),
            Stage::PlaceShrine { seat, pass } => {
                person(seat)?;
                ensure((1..=SETUP_SHRINES).contains(&pass), || {
                    format!("starting shrines are placed in {SETUP_SHRINES} passes")
                })
            }
            Stage::Turn(turn) => {
                person(turn.seat)?;
                self.check_turn(&turn)
            }
            Stage::Victim { seat, turn } => {
                person(seat)?;
                person(turn.seat)?;
                let possible = seat != turn.seat
                    && self.bot().is_none()
                    && !self.plays(SpecialRule::NoStealing)
                    && turn.open.is_none()
                    && !turn.travelled;
                ensure(possible, || {
                    format!("seat {seat} cannot have lost its character")
                })
            }
            Stage::Reward(rewarding) => self.check_rewarding(&rewarding),
            Stage::Plan | Stage::Over => Ok(()),
        }
    }

    fn check_turn(&self, turn: &Turn) -> Result<(), Flaw> {
        let mut roads = self.tableaus[turn.seat].priest.roads();
        let open_road = |(road, _)| self.toll(self.traveller(turn.seat), road).is_some();
        ensure(!turn.travelled || roads.any(open_road), || {
            format!(
                "seat {} has travelled along a road that is not open",
                turn.seat
            )
        })?;
        let Some(open) = turn.open else { return Ok(()) };
        let Some(begun) = OpenAction::new(open.action) else {
            return flaw("only the actions 1 to 4 can be open");
        };
        let left = (open.statues, open.shrines);
        let possible =
            open.statues <= begun.statues && open.shrines <= begun.shrines && left != (0, 0);
        ensure(possible, || {
            format!("action {} cannot have that left to do", open.action)
        })?;
        let may_owe = open.action == WheelAction::TwoShrines && open.shrines < begun.shrines;
        ensure(!open.owes_city || may_owe, || {
            "only action 4 owes a shrine in a city, after one in a village".to_owned()
        })?;
        let Tableau {
            shrines,
            coins,
            priest,
            ..
        } = self.tableaus[turn.seat];
        let can_build = shrines > 0 && self.can_finish(turn.seat, coins, None);
        let stuck = turn.travelled
            && priest.city().is_none()
            && !self.has(turn.seat, Character::RemoteBuilding);
        ensure(!open.owes_city || (can_build && !stuck), || {
            "the shrine that is owed to a city can be built".to_owned()
        })
    }

    /// Returns the number of completed rounds.
    pub(super) fn rounds_done(&self) -> u8 {
        match self.stage {
            Stage::Over => self.round,
            _ => self.round.saturating_sub(1),
        }
    }

    fn check_rewarding(&self, rewarding: &Rewarding) -> Result<(), Flaw> {
        let waiting: SeatSet = rewarding.waiting.iter().copied().collect();
        let people: SeatSet = self.people().collect();
        let different = waiting.len() as usize == rewarding.waiting.len();
        ensure(
            different && !waiting.is_empty() && waiting.without(people).is_empty(),
            || "some players wait for a reward, each once".to_owned(),
        )?;
        self.check_waiting(rewarding)?;
        match (rewarding.waiting.first(), rewarding.applying) {
            (Some(&seat), Some(applying)) => self.check_applying(seat, applying),
            _ => Ok(()),
        }
    }

    /// Spec 10.2 and 10.3: all ranked players have taken a tile or wait for one, the last ranks last.
    ///
    /// Since the ranking, only players who apply a tile can have gained worship, by a free shrine or a Maharani marker. So all players with
    /// worship were ranked, and those who have not begun to apply a tile are the last of the current ranking.
    fn check_waiting(&self, rewarding: &Rewarding) -> Result<(), Flaw> {
        let mut ranking = self
            .maharaja
            .map(|city| self.rank(city))
            .unwrap_or_default();
        ranking.retain(|&seat| Some(seat) != self.bot());
        let waiting = &rewarding.waiting;
        ensure(
            self.rewards_taken() + waiting.len() == ranking.len(),
            || "whoever has worship has taken a reward or waits for one".to_owned(),
        )?;
        let begun = usize::from(self.has_applied_once(rewarding));
        let last = waiting.iter().skip(begun).rev();
        let first_is_ranked = waiting.first().is_some_and(|first| ranking.contains(first));
        ensure(
            first_is_ranked
                && last
                    .zip(ranking.iter().rev())
                    .all(|(one, other)| one == other),
            || "players wait for a reward in the order of their ranks".to_owned(),
        )
    }

    /// Returns whether the first waiting player has applied the tile once of two times.
    pub(super) fn has_applied_once(&self, rewarding: &Rewarding) -> bool {
        match (rewarding.waiting.first(), rewarding.applying) {
            (Some(&seat), Some(applying)) => applying.times < self.reward_times(seat),
            _ => false,
        }
    }

    /// Spec 10.3: the tile is at the position where it was taken, and only character 16 applies it twice.
    fn check_applying(&self, seat: Seat, applying: Applying) -> Result<(), Flaw> {
        let Applying { reward, times } = applying;
        let position = self.rewards.position(reward);
        let selectable = self.table().selectable_rewards;
        ensure(
            position.is_some_and(|position| position <= selectable),
            || format!("reward {reward} does not lie where seat {seat} can have taken it"),
        )?;
        ensure((1..=self.reward_times(seat)).contains(&times), || {
            format!("seat {seat} does not apply a reward {times} times")
        })?;
        ensure(self.asks(seat, reward), || {
            format!("reward {reward} asks seat {seat} nothing")
        })
    }
}
