//! The actions of district tiles, and choices about what is gained or given back (spec 2.4, 8.1).

use crate::action::{Action, Half};
use crate::components::*;
use crate::event::Event;
use crate::knowledge::Knowledge;
use crate::market::Market;
use crate::pending::{Decision, Pending};
use crate::play::Play;
use crate::player::Items;
use crate::rules::{self, require};
use crate::state::Amritsar;
use crate::upgrade::{UpgradeChoice, Upgrades};
use kit::{Key, Rule, Seat, Sink};
use serde::{Deserialize, Serialize};

impl Amritsar {
    /// Whether an action of a district tile can be performed (spec 7.3).
    pub(crate) fn performable(&self, seat: Seat, action: TileAction) -> bool {
        use TileAction as A;
        match action {
            A::Market => self.market_performable(seat),
            A::Mahout => self.any_mahout_performable(seat),
            A::UpgradeStorehouseOrObjective => {
                Upgrades::paid(UpgradeChoice::StorehouseOrObjective).possible(self, seat)
            }
            A::UpgradeStorehouseOrMahout => {
                Upgrades::paid(UpgradeChoice::StorehouseOrMahout).possible(self, seat)
            }
            A::UpgradeAny => Upgrades::paid(UpgradeChoice::Any).possible(self, seat),
            _ => true,
        }
    }
}

impl<S: Sink<Event>> Play<'_, S> {
    /// Performs an action of a district tile.
    pub(crate) fn perform(&mut self, seat: Seat, action: TileAction) {
        use TileAction as A;
        match action {
            A::Marble2 => self.gain(seat, Items::of(Resource::Marble, 2)),
            A::Copper1 => self.gain(seat, Items::of(Resource::Copper, 1)),
            A::Gold1 => self.gain(seat, Items::of(Resource::Gold, 1)),
            A::Coin1 => self.gain(seat, Items::coins(1)),
            A::Coin2 => self.gain(seat, Items::coins(2)),
            A::Marble2OrCopper1 => self.push(Pending::ChooseGain),
            A::AnyResource1 => self.push(ChooseResource::of(1)),
            A::Market => self.push(Pending::Market(Market::default())),
            A::Coin1AndMarket => self.push(Pending::Order),
            A::Mahout => self.push(Pending::MahoutTile),
            A::UpgradeStorehouseOrObjective => self.push(Pending::Upgrade(Upgrades::paid(
                UpgradeChoice::StorehouseOrObjective,
            ))),
            A::UpgradeStorehouseOrMahout => self.push(Pending::Upgrade(Upgrades::paid(
                UpgradeChoice::StorehouseOrMahout,
            ))),
            A::UpgradeAny => self.push(Pending::Upgrade(Upgrades::paid(UpgradeChoice::Any))),
            A::KnowledgeDevelopment => self.push(Knowledge::on(Track::Development)),
            A::KnowledgeResource => self.push(Knowledge::on(Track::Resource)),
            A::KnowledgeMoney => self.push(Knowledge::on(Track::Money)),
            A::KnowledgeAny => self.push(Knowledge::ANY),
        }
    }
}

/// Two marble or one copper.
#[derive(Clone, Copy)]
pub(crate) struct ChooseGain;

impl ChooseGain {
    fn gain(resource: Resource) -> Option<Items> {
        match resource {
            Resource::Marble => Some(Items::of(resource, 2)),
            Resource::Copper => Some(Items::of(resource, 1)),
            Resource::Gold => None,
        }
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

/// A coin or a market action first.
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
                play.gain(seat, Items::coins(1));
            }
            Action::First(Half::Market) => {
                play.replace(Pending::Coins(1));
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
    /// Picks still to make.
    pub left: u8,
    /// What is gained with them: earlier picks, or a coin.
    pub batch: Items,
}

impl ChooseResource {
    /// So many resources of choice.
    pub(crate) fn of(count: u8) -> Pending {
        ChooseResource::with(count, Items::NONE)
    }

    /// So many resources of choice, together with something fixed.
    pub(crate) fn with(count: u8, batch: Items) -> Pending {
        Pending::ChooseResource(ChooseResource { left: count, batch })
    }
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
            play.replace(ChooseResource::with(self.left - 1, batch));
        } else {
            play.pop();
            play.gain(seat, batch);
        }
    }
}

/// Which item goes back to the reserve, until all fit.
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
