//! Elephant moves, before the workers' actions and possibly after them (spec 7.1).

use crate::action::{Action, FreeMove, Steps};
use crate::components::*;
use crate::event::Event;
use crate::exchange;
use crate::pending::{Decision, Pending};
use crate::play::Play;
use crate::player::{Movement, Player};
use crate::prestige::Source;
use crate::rules::{self, require};
use crate::state::{Amritsar, Open};
use kit::{Key, Rule, Seat, Sink};

/// The elephant move within the turn.
#[derive(Clone, Copy)]
pub(crate) enum Moment {
    /// Phase 1.
    First,
    /// Phase 3, after the actions of an active worker of this colour.
    Second(Colour),
}

/// The decision where the elephant moves.
#[derive(Clone, Copy)]
pub(crate) struct ElephantMove(pub(crate) Moment);

impl Decision for ElephantMove {
    fn candidates(self, game: &Amritsar, seat: Seat, offer: &mut impl FnMut(Action)) {
        let player = &game.open.players[seat];
        if player.elephant.is_none() {
            District::all().for_each(|district| offer(Action::Place(district)));
        } else {
            offer(Action::Stay);
            Steps::all().for_each(|steps| offer(Action::Step(steps)));
            for by in FreeMove::all().filter(|&by| judge_free_move(player, by).is_ok()) {
                District::all().for_each(|district| offer(Action::Free(district, by)));
            }
        }
        exchange::offer(game, seat, offer);
    }

    fn judge(self, game: &Amritsar, seat: Seat, answer: Action) -> Result<(), Rule> {
        let player = &game.open.players[seat];
        match (answer, player.elephant) {
            (Action::Exchange { give, take }, _) => exchange::judge(game, seat, give, take),
            (Action::Place(_), None) => Ok(()),
            (Action::Place(_), Some(_)) => Err(rules::ELEPHANT_PLACED),
            (Action::Stay | Action::Step(_) | Action::Free(..), None) => Err(rules::PLACE_ELEPHANT),
            (Action::Stay, Some(_)) => Ok(()),
            (Action::Step(steps), Some(_)) => require(
                player.items.count(Item::Coin) >= steps.coins(),
                rules::STEPS_COST_COINS,
            ),
            (Action::Free(to, by), Some(from)) => {
                judge_free_move(player, by)?;
                require(to != from, rules::OTHER_DISTRICT)
            }
            _ => Err(rules::OTHER_DECISION),
        }
    }

    fn answer<S: Sink<Event>>(self, play: &mut Play<'_, S>, seat: Seat, answer: Action) {
        match answer {
            Action::Exchange { give, take } => return play.exchange(seat, give, take),
            Action::Place(to) => {
                play.player(seat).elephant = Some(to);
                play.tell(Event::ElephantPlaced { seat, to });
            }
            Action::Step(steps) => play.walk(seat, steps),
            Action::Free(to, by) => play.move_freely(seat, to, by),
            _ => (),
        }
        match self.0 {
            Moment::First => play.go_on_to(Pending::ChooseGroup),
            Moment::Second(worker) => play.open_follow_window(worker),
        }
    }
}

impl Steps {
    /// Returns the cost in coins. The first step is free, each further one costs a coin.
    pub fn coins(self) -> u8 {
        self.index() as u8
    }

    /// Returns the district that the steps lead to.
    pub fn from(self, district: District) -> District {
        district.after(self.index() + 1)
    }
}

impl Open {
    /// Returns the prestige that a player's elephant would lose on such a walk. Spec 2.2: the token is passed if it lies on a border that is
    /// crossed.
    pub fn walk_penalty(&self, seat: Seat, steps: Steps) -> u8 {
        let player = &self.players[seat];
        let passes = player.elephant.is_some_and(|from| {
            (0..=steps.index()).any(|step| from.after(step).border() == self.token)
        });
        if passes && !player.owns(Storehouse::NoPenalty) {
            self.decade.penalty()
        } else {
            0
        }
    }
}

fn judge_free_move(player: &Player, by: FreeMove) -> Result<(), Rule> {
    match by {
        FreeMove::Token => require(player.movement == Movement::Available, rules::NO_TOKEN),
        FreeMove::Storehouse => require(
            player.owns(Storehouse::FreeElephant),
            rules::NO_FREE_ELEPHANT,
        ),
    }
}

impl<S: Sink<Event>> Play<'_, S> {
    fn walk(&mut self, seat: Seat, steps: Steps) {
        let penalty = self.open().walk_penalty(seat, steps);
        let player = self.player(seat);
        let Some(from) = player.elephant else { return };
        let (to, coins) = (steps.from(from), steps.coins());
        player.items.remove(Item::Coin, coins);
        player.elephant = Some(to);
        self.tell(Event::ElephantWalked { seat, to, coins });
        self.lose(seat, penalty.into(), Source::Penalties);
    }

    fn move_freely(&mut self, seat: Seat, to: District, by: FreeMove) {
        let player = self.player(seat);
        player.elephant = Some(to);
        match by {
            FreeMove::Token => player.movement = Movement::Spent,
            FreeMove::Storehouse => player.flipped = true,
        }
        self.tell(Event::ElephantMovedFreely { seat, to, by });
    }
}
