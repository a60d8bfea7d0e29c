//! The market action (spec 8.3).

use crate::action::Action;
use crate::components::*;
use crate::event::Event;
use crate::exchange;
use crate::pending::{Decision, Pending};
use crate::play::Play;
use crate::player::Player;
use crate::prestige::Source;
use crate::rules::{self, require};
use crate::state::{Amritsar, Open};
use kit::{Key, Rule, Seat, Sink};
use serde::{Deserialize, Serialize};

kit::ids! {
    /// The direction of a trade in this turn window.
    pub enum Trade: "trade" {
        /// Bought it.
        Bought = "bought",
        /// Sold it.
        Sold = "sold",
    }
}

/// Any number of trades.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Market {
    /// Whether something was bought in this action; only the first purchase is discounted.
    pub bought: bool,
    /// Whether something was sold in this action.
    pub sold: bool,
}

impl Open {
    /// Returns the price of the next purchase of a resource, without discount.
    pub fn buying_price(&self, resource: Resource) -> u8 {
        // An empty column is filled from the reserve at the highest price, which is that of the top row.
        market_price(self.market[resource].max(1))
    }

    /// Returns the coins and prestige for the next sale of a resource.
    pub fn selling_price(&self, resource: Resource) -> (u8, u8) {
        match self.market[resource] {
            full if full >= MARKET_ROWS => (market_price(MARKET_ROWS), 0),
            stock => (
                market_price(stock + 1),
                market_prestige(resource, stock + 1),
            ),
        }
    }

    /// Returns whether the current market action is performed even without a trade. A follow action is not (spec 7.6).
    pub(crate) fn is_performed_without_trade(&self) -> bool {
        self.rules.market_is_performed_without_trade() && !self.follow_is_open()
    }

    /// Returns the price of a player's next purchase of a resource, in the current market action or in a new one.
    pub fn price_for(&self, seat: Seat, resource: Resource) -> u8 {
        let market = match self.stack.last() {
            Some(Pending::Market(market)) => *market,
            _ => Market::default(),
        };
        market.price(self, &self.players[seat], resource)
    }
}

impl Market {
    fn price(self, open: &Open, player: &Player, resource: Resource) -> u8 {
        let discount = !self.bought && player.owns(Storehouse::MarketDiscount);
        open.buying_price(resource).saturating_sub(discount.into())
    }

    fn judge_purchase(self, open: &Open, seat: Seat, resource: Resource) -> Result<(), Rule> {
        let player = &open.players[seat];
        let sold = player.ledger[resource] == Some(Trade::Sold);
        require(!sold, rules::SOLD_ALREADY)?;
        let price = self.price(open, player, resource);
        require(player.items.count(Item::Coin) >= price, rules::BUY_COSTS)
    }

    fn judge_sale(open: &Open, seat: Seat, resource: Resource) -> Result<(), Rule> {
        let player = &open.players[seat];
        let bought = player.ledger[resource] == Some(Trade::Bought);
        require(!bought, rules::BOUGHT_ALREADY)?;
        require(player.items.count(resource) > 0, rules::NOTHING_TO_SELL)
    }
}

impl Amritsar {
    /// Returns whether at least one trade is possible.
    pub(crate) fn market_performable(&self, seat: Seat) -> bool {
        Resource::all().any(|resource| {
            Market::judge_sale(&self.open, seat, resource).is_ok()
                || Market::default()
                    .judge_purchase(&self.open, seat, resource)
                    .is_ok()
        })
    }
}

impl Decision for Market {
    fn candidates(self, game: &Amritsar, seat: Seat, offer: &mut impl FnMut(Action)) {
        Resource::all().for_each(|resource| offer(Action::Buy(resource)));
        Resource::all().for_each(|resource| offer(Action::Sell(resource)));
        offer(Action::Finish);
        exchange::offer(game, seat, offer);
    }

    fn judge(self, game: &Amritsar, seat: Seat, answer: Action) -> Result<(), Rule> {
        match answer {
            Action::Buy(resource) => self.judge_purchase(&game.open, seat, resource),
            Action::Sell(resource) => Market::judge_sale(&game.open, seat, resource),
            Action::Finish => Ok(()),
            Action::Exchange { give, take } => exchange::judge(game, seat, give, take),
            _ => Err(rules::OTHER_DECISION),
        }
    }

    fn answer<S: Sink<Event>>(self, play: &mut Play<'_, S>, seat: Seat, answer: Action) {
        match answer {
            Action::Buy(resource) => self.buy(play, seat, resource),
            Action::Sell(resource) => self.sell(play, seat, resource),
            Action::Exchange { give, take } => play.exchange(seat, give, take),
            Action::Finish => self.finish(play, seat),
            _ => (),
        }
    }
}

impl Market {
    fn buy<S: Sink<Event>>(self, play: &mut Play<'_, S>, seat: Seat, resource: Resource) {
        let open = play.open();
        let price = self.price(open, &open.players[seat], resource);
        let stock = &mut open.market[resource];
        *stock = stock.saturating_sub(1);
        let player = play.player(seat);
        player.items.remove(Item::Coin, price);
        player.ledger[resource] = Some(Trade::Bought);
        play.tell(Event::Bought {
            seat,
            resource,
            price,
        });
        play.replace(Pending::Market(Market {
            bought: true,
            ..self
        }));
        play.gain(seat, Items::of(resource, 1));
    }

    fn sell<S: Sink<Event>>(self, play: &mut Play<'_, S>, seat: Seat, resource: Resource) {
        let open = play.open();
        let (price, points) = open.selling_price(resource);
        open.market[resource] = (open.market[resource] + 1).min(MARKET_ROWS);
        let player = play.player(seat);
        player.items.remove(resource.into(), 1);
        player.ledger[resource] = Some(Trade::Sold);
        play.tell(Event::Sold {
            seat,
            resource,
            price,
        });
        play.replace(Pending::Market(Market { sold: true, ..self }));
        // Spec 13a: items first, then a forced discard, then the prestige.
        if points > 0 {
            play.push(Pending::Prestige {
                points,
                source: Source::Market,
            });
        }
        play.gain(seat, Items::coins(price));
    }

    /// Spec 8.3: a counter needs a trade; the bridge only needs a performed action.
    fn finish<S: Sink<Event>>(self, play: &mut Play<'_, S>, seat: Seat) {
        play.pop();
        if self.bought || self.sold {
            play.gain_counter(seat, Source::Market);
            play.follow_is_performed();
        } else if !play.open().is_performed_without_trade() {
            return play.tell(Event::NotPerformed { seat });
        }
        play.push(Pending::Bridges(Trigger::Market));
    }
}

impl<S: Sink<Event>> Play<'_, S> {
    /// Starts a new turn window: resources traded before may be traded in the other direction (spec 8.3).
    pub(crate) fn open_window(&mut self) {
        for (_, player) in self.open().players.iter_mut() {
            player.ledger = Default::default();
        }
    }
}
