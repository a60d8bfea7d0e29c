//! Moving the elephant, before the workers and perhaps after them (spec 7.1).

use crate::action::{Action, FreeMove, Steps};
use crate::components::*;
use crate::event::Event;
use crate::exchange;
use crate::pending::{Decision, Pending};
use crate::play::Play;
use crate::player::{Movement, Player};
use crate::prestige::Source;
use crate::rules::{self, require};
use crate::state::Amritsar;
use kit::{Key, Rule, Seat, Sink};

/// Which elephant move of the turn it is.
#[derive(Clone, Copy)]
pub(crate) enum Moment {
    /// Phase 1.
    First,
    /// Phase 3, after an active worker of that colour.
    Second(Colour),
}

/// Where the elephant goes.
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
                player.items.count(Item::Coin) >= cost(steps),
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

/// The first step is free, each further one costs a coin.
fn cost(steps: Steps) -> u8 {
    steps.index() as u8
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
        let (decade, token) = (self.open().decade, self.open().token);
        let player = self.player(seat);
        let Some(from) = player.elephant else { return };
        let distance = steps.index() + 1;
        player.items.remove(Item::Coin, cost(steps));
        let to = from.after(distance);
        player.elephant = Some(to);
        // Spec 2.2: the token is passed if it lies on a border that was crossed.
        let passes = (0..distance).any(|step| from.after(step).border() == token);
        let exempt = player.owns(Storehouse::NoPenalty);
        self.tell(Event::ElephantWalked {
            seat,
            to,
            coins: cost(steps),
        });
        if passes && !exempt {
            self.lose(seat, decade.penalty().into(), Source::Penalties);
        }
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
