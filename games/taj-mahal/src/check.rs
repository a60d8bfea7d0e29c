//! Checks whether a state can occur (spec section 11, and what the rules imply).
//!
//! Every state that a game reaches passes, and so does every state that follows from one that passes.
//!
//! Points are checked against their causes. Those for goods, palaces and the hand follow exactly from the rest of the state: each good scored when
//! it was gained, each province was scored once with the palaces of the visits up to it, and hands are scored at the end.
//!
//! # What is not checked
//!
//! The state does not record the following, so any value that fits the rest is accepted:
//!
//! * which bonus tile lay on a fortress that was built on: points, cards and goods of bonus tiles must together be as many as these
//!   fortresses, and of no kind more than the game has;
//! * in which visits the special card with points was laid: in each from the third on by one player at most, who has exchanged markers;
//! * which markers of earlier visits were exchanged, and for which special card: only how many, and that nobody exchanged fewer than
//!   they hold special cards;
//! * who won the prizes of earlier visits, beyond the palaces and tiles that these have left;
//! * which free city the absent maharaja built on;
//! * how many cards are in each hand and in the discard pile, and whether a short display was short from its beginning;
//! * which cards were taken openly, beyond that they are in the hand;
//! * the order of the draw pile, and the results of chance.

mod cards;
mod course;
mod points;
mod prizes;

use crate::options::Options;
use crate::state::{Open, Stage, TajMahal, Withdrawal};
use kit::{Flaw, Seat, ensure};

impl TajMahal {
    pub(crate) fn find_flaw(&self) -> Result<(), Flaw> {
        let open = &self.open;
        open.options.check().map_err(|error| Flaw(error.0))?;
        let Options { players, .. } = open.options;
        ensure(self.hands.count() == players, || {
            format!("{} hands for {players} players", self.hands.count())
        })?;
        let visitors = open.options.visitors();
        ensure(open.players.count() == visitors, || {
            format!(
                "{} in players, but {visitors} take part in a visit",
                open.players.count()
            )
        })?;
        open.check_route()?;
        open.check_stage()?;
        self.check_cards()?;
        open.check_markers()?;
        open.check_tiles()?;
        open.check_goods()?;
        open.check_palaces()?;
        for (seat, player) in open.players.iter() {
            if open.is_absent(seat) {
                open.check_absent_maharaja(player)?;
            } else {
                open.check_row(seat, player)?;
                open.check_exchanges(seat, player)?;
            }
            open.check_presence(seat, player)?;
        }
        open.check_turns()?;
        open.check_prizes_of_this_visit()?;
        self.check_points()
    }
}

impl Open {
    fn is_absent(&self, seat: Seat) -> bool {
        self.options.absent_maharaja() == Some(seat)
    }

    /// Returns whether the absent maharaja may have taken a prize of this visit, which then nobody has.
    fn absent_maharaja_has_withdrawn(&self) -> bool {
        let absent = self.options.absent_maharaja();
        absent.is_some_and(|absent| !self.active.contains(absent))
    }

    /// Returns the withdrawal whose palaces are being placed.
    fn withdrawal(&self) -> Option<Withdrawal> {
        match self.stage {
            Stage::Place(withdrawal) => Some(withdrawal),
            _ => None,
        }
    }

    /// Returns the withdrawal of a player if its palaces are being placed.
    fn withdrawal_of(&self, seat: Seat) -> Option<Withdrawal> {
        self.withdrawal()
            .filter(|withdrawal| withdrawal.seat == seat)
    }
}
