//! The actions of the mahout tiles (spec 8.7).

use crate::action::Action;
use crate::components::Mahout;
use crate::event::Event;
use crate::pending::Decision;
use crate::play::Play;
use crate::rules::{self, require};
use crate::state::Amritsar;
use kit::{Rule, Seat, Sink};

impl Amritsar {
    /// Returns the rule that the action of a mahout tile would break.
    pub(crate) fn judge_mahout(&self, seat: Seat, mahout: Mahout) -> Result<(), Rule> {
        let mut played = self.open.players[seat].mahouts_played();
        let on_board = played.any(|played| played == mahout);
        require(on_board, rules::MAHOUT_NOT_ON_BOARD)?;
        let performable = self.performable(seat, mahout.effect());
        require(performable, rules::NOT_PERFORMABLE)
    }

    /// Returns whether a player can perform the action of any mahout tile on their board.
    pub(crate) fn any_mahout_performable(&self, seat: Seat) -> bool {
        let mut played = self.open.players[seat].mahouts_played();
        played.any(|mahout| self.performable(seat, mahout.effect()))
    }
}

/// The choice of one mahout tile, of any colour, for its action.
#[derive(Clone, Copy)]
pub(crate) struct MahoutTile;

impl Decision for MahoutTile {
    fn candidates(self, game: &Amritsar, seat: Seat, offer: &mut impl FnMut(Action)) {
        let played = game.open.players[seat].mahouts_played();
        played.for_each(|mahout| offer(Action::Use(mahout)));
        offer(Action::Skip);
    }

    fn judge(self, game: &Amritsar, seat: Seat, answer: Action) -> Result<(), Rule> {
        match answer {
            Action::Use(mahout) => game.judge_mahout(seat, mahout),
            Action::Skip => Ok(()),
            _ => Err(rules::OTHER_DECISION),
        }
    }

    fn answer<S: Sink<Event>>(self, play: &mut Play<'_, S>, seat: Seat, answer: Action) {
        play.pop();
        match answer {
            Action::Use(mahout) => {
                play.tell(Event::UsedMahout { seat, mahout });
                play.use_mahout(seat, mahout);
            }
            _ => play.tell(Event::NotPerformed { seat }),
        }
    }
}
