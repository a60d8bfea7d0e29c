//! Steps on the knowledge tracks (spec 8.5).

use crate::action::Action;
use crate::components::*;
use crate::event::Event;
use crate::pending::Decision;
use crate::play::Play;
use crate::prestige::Source;
use crate::rules::{self, require};
use crate::state::Amritsar;
use kit::{Key, Rule, Seat, Sink};
use serde::{Deserialize, Serialize};

/// One step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Knowledge {
    /// The track of the step; any track if `None`.
    pub due: Option<Track>,
}

impl Knowledge {
    /// A step on any track.
    pub(crate) const ANY: Knowledge = Knowledge { due: None };

    /// A step on that track.
    pub(crate) const fn on(track: Track) -> Knowledge {
        Knowledge { due: Some(track) }
    }
}

impl Decision for Knowledge {
    fn candidates(self, _: &Amritsar, _: Seat, offer: &mut impl FnMut(Action)) {
        Track::all().for_each(|track| offer(Action::Advance(track)));
    }

    fn judge(self, game: &Amritsar, seat: Seat, answer: Action) -> Result<(), Rule> {
        match answer {
            Action::Advance(track) => require(
                self.due.is_none_or(|due| due == track)
                    || game.open.players[seat].owns(Storehouse::KnowledgeSwap),
                rules::TRACK_GIVEN,
            ),
            _ => Err(rules::OTHER_DECISION),
        }
    }

    fn answer<S: Sink<Event>>(self, play: &mut Play<'_, S>, seat: Seat, answer: Action) {
        let Action::Advance(track) = answer else {
            return;
        };
        play.pop();
        let step = &mut play.player(seat).knowledge[track];
        let benefit = if *step < LAST_STEP {
            *step += 1;
            track.benefit(*step)
        } else {
            track.overflow()
        };
        let step = *step;
        play.tell(Event::Advanced { seat, track, step });
        play.carry_out(seat, benefit, Source::Knowledge);
    }
}
