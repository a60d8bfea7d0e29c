//! Choices of items gained or given back (spec 6.2, 8.1).

use crate::action::{Action, Half};
use crate::components::*;
use crate::event::Event;
use crate::market::Market;
use crate::pending::{Decision, Pending};
use crate::play::Play;
use crate::rules::{self, require};
use crate::state::Amritsar;
use kit::{Key, Rule, Seat, Sink};
use serde::{Deserialize, Serialize};

/// The choice between two marble and one copper.
#[derive(Clone, Copy)]
pub(crate) struct ChooseGain;

impl ChooseGain {
    fn gain(resource: Resource) -> Option<Items> {
        let mut choices = MARBLE_OR_COPPER.into_iter();
        let (_, count) = choices.find(|&(choice, _)| choice == resource)?;
        Some(Items::of(resource, count))
    }
}

impl Decision for ChooseGain {
    fn candidates(self, _: &Amritsar, _: Seat, offer: &mut impl FnMut(Action)) {
        Resource::all().for_each(|resource| offer(Action::Gain(resource)));
    }

    fn judge(self, _: &Amritsar, _: Seat, answer: Action) -> Result<(), Rule> {
        match answer {
            Action::Gain(resource) => {
                require(ChooseGain::gain(resource).is_some(), rules::GAIN_CHOICE)
            }
            _ => Err(rules::OTHER_DECISION),
        }
    }

    fn answer<S: Sink<Event>>(self, play: &mut Play<'_, S>, seat: Seat, answer: Action) {
        if let Action::Gain(resource) = answer {
            play.pop();
            play.gain(seat, ChooseGain::gain(resource).unwrap_or_default());
        }
    }
}

/// The choice whether the coin or the market action comes first.
#[derive(Clone, Copy)]
pub(crate) struct Order;

impl Decision for Order {
    fn candidates(self, _: &Amritsar, _: Seat, offer: &mut impl FnMut(Action)) {
        Half::all().for_each(|half| offer(Action::First(half)));
    }

    fn judge(self, _: &Amritsar, _: Seat, answer: Action) -> Result<(), Rule> {
        match answer {
            Action::First(_) => Ok(()),
            _ => Err(rules::OTHER_DECISION),
        }
    }

    fn answer<S: Sink<Event>>(self, play: &mut Play<'_, S>, seat: Seat, answer: Action) {
        let market = Pending::Market(Market::default());
        match answer {
            Action::First(Half::Coin) => {
                play.replace(market);
                play.gain(seat, Items::coins(COINS_WITH_MARKET));
            }
            Action::First(Half::Market) => {
                play.replace(Pending::Coins(COINS_WITH_MARKET));
                play.push(market);
            }
            _ => (),
        }
    }
}

/// Resources of choice, picked one by one and gained together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChooseResource {
    /// The number of picks still to make.
    pub left: u8,
    /// The items gained together: earlier picks, or a coin.
    pub batch: Items,
}

impl Decision for ChooseResource {
    fn candidates(self, _: &Amritsar, _: Seat, offer: &mut impl FnMut(Action)) {
        Resource::all().for_each(|resource| offer(Action::Pick(resource)));
    }

    fn judge(self, _: &Amritsar, _: Seat, answer: Action) -> Result<(), Rule> {
        match answer {
            Action::Pick(_) => Ok(()),
            _ => Err(rules::OTHER_DECISION),
        }
    }

    fn answer<S: Sink<Event>>(self, play: &mut Play<'_, S>, seat: Seat, answer: Action) {
        let Action::Pick(resource) = answer else {
            return;
        };
        let mut batch = self.batch;
        batch.add(resource.into(), 1);
        if self.left > 1 {
            play.replace(Pending::ChooseResource(ChooseResource {
                left: self.left - 1,
                batch,
            }));
        } else {
            play.pop();
            play.gain(seat, batch);
        }
    }
}

/// The choice of an item that goes back to the reserve, until all fit.
#[derive(Clone, Copy)]
pub(crate) struct Discard;

impl Decision for Discard {
    fn candidates(self, _: &Amritsar, _: Seat, offer: &mut impl FnMut(Action)) {
        Item::all().for_each(|item| offer(Action::Discard(item)));
    }

    fn judge(self, game: &Amritsar, seat: Seat, answer: Action) -> Result<(), Rule> {
        match answer {
            Action::Discard(item) => require(
                game.open.players[seat].items.count(item) > 0,
                rules::NOTHING_TO_DISCARD,
            ),
            _ => Err(rules::OTHER_DECISION),
        }
    }

    fn answer<S: Sink<Event>>(self, play: &mut Play<'_, S>, seat: Seat, answer: Action) {
        let Action::Discard(item) = answer else {
            return;
        };
        let player = play.player(seat);
        player.items.remove(item, 1);
        let all_fit = player.overflow() == 0;
        play.tell(Event::Discarded { seat, item });
        if all_fit {
            play.pop();
        }
    }
}
