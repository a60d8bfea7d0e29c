//! The course of the game: who decides what, and who has done what before.

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

    /// Nobody has gained or spent anything yet but starting shrines.
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

    /// Starting shrines that this player has placed by now.
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

    /// Who has committed and acted, and what was used.
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

    fn check_rewarding(&self, rewarding: &Rewarding) -> Result<(), Flaw> {
        let waiting: SeatSet = rewarding.waiting.iter().copied().collect();
        let people: SeatSet = self.people().collect();
        let different = waiting.len() as usize == rewarding.waiting.len();
        ensure(
            different && !waiting.is_empty() && waiting.without(people).is_empty(),
            || "some players wait for a reward, each once".to_owned(),
        )?;
        let Some(&seat) = rewarding.waiting.first() else {
            return Ok(());
        };
        match rewarding.applying {
            Some(Applying { reward, times }) => ensure(
                (1..=Character::REWARD_TIMES).contains(&times) && self.asks(seat, reward),
                || format!("reward {reward} asks seat {seat} nothing"),
            ),
            None => Ok(()),
        }
    }
}
