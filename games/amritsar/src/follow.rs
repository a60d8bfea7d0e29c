//! Following: with the mahout on the colour of the active worker, or of the worker beside the Maharajah (spec 7.6, 7.7).

use crate::action::Action;
use crate::board::Side;
use crate::components::*;
use crate::event::Event;
use crate::pending::{Decision, Pending};
use crate::play::Play;
use crate::prestige::Source;
use crate::rules::{self, require};
use crate::state::{Amritsar, Open};
use kit::{Rule, Seat, Sink};
use serde::{Deserialize, Serialize};

kit::ids! {
    /// The progress of a follow action.
    pub enum Progress: "progress of a follow action" {
        /// The player has to answer.
        Asked = "asked",
        /// The action has begun, but may still end without being performed.
        Begun = "begun",
        /// The action is performed.
        Performed = "performed",
    }
}

/// The decision whether to follow a worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Following {
    /// The player who may follow.
    pub seat: Seat,
    /// The colour to follow.
    pub worker: Colour,
    /// The progress of the follow action.
    pub progress: Progress,
}

impl Amritsar {
    /// Returns whether a player has a performable mahout on that colour. Players who could only decline are not asked.
    pub fn can_follow(&self, seat: Seat, worker: Colour) -> bool {
        self.open.players[seat].mahouts[worker]
            .is_some_and(|mahout| self.performable(seat, mahout.effect()))
    }
}

impl Open {
    /// Returns whether somebody follows with an action that may still end without being performed. Consequences of the action do not count:
    /// by then it is performed.
    pub(crate) fn follow_is_open(&self) -> bool {
        matches!(
            self.stack.first(),
            Some(Pending::Follow(following) | Pending::MaharajahFollow(following))
                if following.progress == Progress::Begun
        )
    }
}

impl Decision for Following {
    fn candidates(self, _: &Amritsar, _: Seat, offer: &mut impl FnMut(Action)) {
        offer(Action::Follow);
        offer(Action::Decline);
    }

    fn judge(self, game: &Amritsar, seat: Seat, answer: Action) -> Result<(), Rule> {
        match answer {
            Action::Follow => require(game.can_follow(seat, self.worker), rules::NOT_PERFORMABLE),
            Action::Decline => Ok(()),
            _ => Err(rules::OTHER_DECISION),
        }
    }

    fn answer<S: Sink<Event>>(self, play: &mut Play<'_, S>, seat: Seat, answer: Action) {
        let mahout = play.game.open.players[seat].mahouts[self.worker];
        match (answer, mahout) {
            (Action::Follow, Some(mahout)) => {
                let progress = match mahout {
                    Mahout::Market | Mahout::UpgradeAny => Progress::Begun,
                    _ => Progress::Performed,
                };
                play.set_progress(progress);
                play.tell(Event::Followed { seat, mahout });
                play.use_mahout(seat, mahout);
            }
            _ => {
                // Begun and finished without being performed: the next player is asked.
                play.set_progress(Progress::Begun);
                play.tell(Event::Declined { seat });
            }
        }
    }
}

impl<S: Sink<Event>> Play<'_, S> {
    fn set_progress(&mut self, progress: Progress) {
        if let Some(Pending::Follow(following) | Pending::MaharajahFollow(following)) =
            self.open().stack.first_mut()
        {
            following.progress = progress;
        }
    }

    /// Marks the current follow action, if there is one, as performed; called after an upgrade or a market action.
    pub(crate) fn follow_is_performed(&mut self) {
        self.set_progress(Progress::Performed);
    }

    /// After phase 3: asks the players after the active one, or starts the Maharajah's turn.
    pub(crate) fn open_follow_window(&mut self, worker: Colour) {
        if self.open().options.solo() {
            self.maharajah_turn(worker);
            self.end_round();
        } else {
            self.ask_follower_after(self.game.open.active, worker);
        }
    }

    fn ask_follower_after(&mut self, seat: Seat, worker: Colour) {
        let (players, active) = (self.game.open.options.players, self.game.open.active);
        let mut next = seat.after(1, players);
        while next != active && !self.game.can_follow(next, worker) {
            next = next.after(1, players);
        }
        if next == active {
            return self.end_turn();
        }
        self.go_on_to(Pending::Follow(Following {
            seat: next,
            worker,
            progress: Progress::Asked,
        }));
    }

    /// Ends a follow action, and pays the active player if it was performed.
    pub(crate) fn end_follow(&mut self, following: Following) {
        if following.progress == Progress::Performed {
            let active = Side::Player(self.game.open.active);
            self.score(active, FOLLOW_PRESTIGE, Source::Following);
        }
        self.ask_follower_after(following.seat, following.worker);
    }

    /// Spec 7.7: asks the players about the worker beside the token, starting player first; then the round is over.
    pub(crate) fn ask_maharajah_followers(&mut self) {
        match self.game.open.maharajah_workers[self.game.open.token] {
            Some(worker) => {
                self.open_window();
                self.ask_maharajah_follower(self.game.open.start_player, worker);
            }
            None => self.check_round(),
        }
    }

    fn ask_maharajah_follower(&mut self, first: Seat, worker: Colour) {
        let order = self.open().turn_order();
        let mut rest = order.skip_while(|&seat| seat != first);
        match rest.find(|&seat| self.game.can_follow(seat, worker)) {
            Some(seat) => self.go_on_to(Pending::MaharajahFollow(Following {
                seat,
                worker,
                progress: Progress::Asked,
            })),
            None => self.check_round(),
        }
    }

    /// Ends a follow action that pays no prestige.
    pub(crate) fn end_maharajah_follow(&mut self, following: Following) {
        let open = self.open();
        let next = following.seat.after(1, open.options.players);
        if next == open.start_player {
            self.check_round();
        } else {
            self.ask_maharajah_follower(next, following.worker);
        }
    }
}
