//! Checks of plans, their progress, and the resulting order of turns.

use super::flaw;
use crate::components::WheelAction;
use crate::state::{Maharaja, Open, Stage};
use crate::turn::Turn;
use kit::{Flaw, Seat, ensure};

impl Open {
    /// Returns the current turn.
    fn turn(&self) -> Option<Turn> {
        match self.stage {
            Stage::Turn(turn) | Stage::Victim { turn, .. } => Some(turn),
            _ => None,
        }
    }
}

impl Maharaja {
    pub(super) fn check_plans(&self) -> Result<(), Flaw> {
        ensure(self.plans.count() == self.open.tableaus.count(), || {
            "there is one plan for each player".to_owned()
        })?;
        for (seat, plan) in self.plans.iter() {
            ensure(plan.is_some() == self.open.committed.contains(seat), || {
                format!("seat {seat} has a plan exactly if it has committed")
            })?;
        }
        let Some(turn) = self.open.turn() else {
            return Ok(());
        };
        for action in turn.planned {
            let left = count(&turn.planned, action);
            ensure(left <= self.planned(turn.seat, action), || {
                format!("action {action} was not planned")
            })?;
        }
        if let Some(open) = turn.open {
            ensure(self.times(turn.seat, open.action) > 0, || {
                format!(
                    "the open action {} was neither planned nor started by a marker",
                    open.action
                )
            })?;
        }
        self.check_turn_order(&turn)
    }

    /// Returns how often an action is part of a player's plan.
    fn planned(&self, seat: Seat, action: WheelAction) -> u8 {
        self.plans[seat].map_or(0, |plan| count(&plan.actions(), action))
    }

    /// Returns how often a player can have begun an action in this round: as planned, and once more by an action marker.
    pub(super) fn times(&self, seat: Seat, action: WheelAction) -> u8 {
        let planned = self.planned(seat, action);
        match self.open.turn() {
            Some(turn) if turn.seat == seat => {
                let marker = turn.marker_used && action.by_marker();
                planned.saturating_sub(count(&turn.planned, action)) + u8::from(marker)
            }
            _ if self.open.acted.contains(seat) => planned + u8::from(action.by_marker()),
            _ => 0,
        }
    }

    /// Spec 6.3: the lowest number acts first. A swap changes the numbers, so only players who did not swap are checked.
    fn check_turn_order(&self, turn: &Turn) -> Result<(), Flaw> {
        let open = &self.open;
        let swapped = |seat: Seat| self.times(seat, WheelAction::SwapCharacter) > 0;
        if swapped(turn.seat) {
            return Ok(());
        }
        if let Stage::Victim { .. } = open.stage {
            return flaw("nobody loses a character without a swap");
        }
        let number = open.number(turn.seat);
        let others = open.tableaus.seats().filter(|&seat| seat != turn.seat);
        for seat in others {
            let acted = open.acted.contains(seat);
            let known = !acted || !open.acted.iter().any(swapped);
            ensure(!known || acted == (open.number(seat) < number), || {
                format!("seat {} acts out of the order of the numbers", turn.seat)
            })?;
        }
        Ok(())
    }
}

fn count(actions: &[WheelAction], action: WheelAction) -> u8 {
    actions.iter().filter(|&&other| other == action).count() as u8
}
