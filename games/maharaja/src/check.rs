//! Whether a state can occur at all.

mod board;
mod brahmabot;
mod characters;
mod course;

use crate::components::WheelAction;
use crate::state::{Maharaja, Stage};
use kit::{Flaw, ensure};

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
        match (&open.brahmabot, &self.face_down) {
            (Some(bot), Some(secret)) => open.check_brahmabot(bot, secret),
            (None, None) => Ok(()),
            _ => flaw("Brahmabot's open and hidden tiles belong together"),
        }
    }

    fn check_plans(&self) -> Result<(), Flaw> {
        ensure(self.plans.count() == self.open.tableaus.count(), || {
            "there is one plan for each player".to_owned()
        })?;
        for (seat, plan) in self.plans.iter() {
            ensure(plan.is_some() == self.open.committed.contains(seat), || {
                format!("seat {seat} has a plan exactly if it has committed")
            })?;
        }
        if let Stage::Turn(turn) | Stage::Victim { turn, .. } = self.open.stage {
            let mut plan: Vec<WheelAction> =
                self.plans[turn.seat].map_or_else(Vec::new, |plan| plan.actions().to_vec());
            for action in turn.planned {
                let place = plan.iter().position(|&planned| planned == action);
                let place =
                    place.ok_or_else(|| Flaw(format!("action {action} was not planned")))?;
                plan.remove(place);
            }
            if let Some(open) = turn.open {
                ensure(turn.marker_used || plan.contains(&open.action), || {
                    format!(
                        "the open action {} was neither planned nor started by a marker",
                        open.action
                    )
                })?;
            }
        }
        Ok(())
    }
}

fn flaw<T>(says: &str) -> Result<T, Flaw> {
    Err(Flaw(says.to_owned()))
}
