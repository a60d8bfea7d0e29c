//! Donations for the temple (spec 8.6).

use crate::action::Action;
use crate::board::Side;
use crate::components::*;
use crate::event::Event;
use crate::exchange;
use crate::pending::{Decision, Pending};
use crate::play::Play;
use crate::prestige::Source;
use crate::rules::{self, require};
use crate::state::{Amritsar, Open};
use kit::{Key, Rule, Seat, Sink};

impl Open {
    /// Returns the immediate prestige of a donation for a side: the printed points, and support for its own counters below.
    pub fn donation_points(&self, side: Side, district: District, space: Space) -> u8 {
        let (set, tile) = (self.donation_set(), &self.donations[district]);
        let below = set.below(space).into_iter().flatten();
        let own = below.filter(|&space| tile.counters[space] == Some(side));
        let support = own.count() as u8 * SUPPORT_PRESTIGE;
        set.prestige(district, space).unwrap_or_default() + support
    }

    /// Returns the rule that a donation with these items would break.
    fn judge_donation(&self, seat: Seat, items: &Items, space: Space) -> Result<(), Rule> {
        let player = &self.players[seat];
        let district = player.elephant.ok_or(rules::NO_ELEPHANT)?;
        require(player.counters_elephant > 0, rules::NO_COUNTER)?;
        let (set, tile) = (self.donation_set(), &self.donations[district]);
        let printed = set.prestige(district, space).is_some();
        require(printed, rules::NO_SUCH_SPACE)?;
        require(tile.counters[space].is_none(), rules::SPACE_TAKEN)?;
        require(tile.is_open(set, district, space), rules::FLOATING)?;
        require(items.cover(space.level().cost()), rules::DONATION_COSTS)
    }

    fn donation_possible_with(&self, seat: Seat, items: &Items) -> bool {
        Space::all().any(|space| self.judge_donation(seat, items, space).is_ok())
    }
}

impl Amritsar {
    /// Returns whether a player can donate anywhere.
    pub(crate) fn donation_possible(&self, seat: Seat) -> bool {
        self.open
            .donation_possible_with(seat, &self.open.players[seat].items)
    }
}

/// The decision where to donate a counter.
#[derive(Clone, Copy)]
pub(crate) struct Donate;

impl Decision for Donate {
    fn candidates(self, game: &Amritsar, seat: Seat, offer: &mut impl FnMut(Action)) {
        Space::all().for_each(|space| offer(Action::Donate(space)));
        exchange::offer(game, seat, offer);
    }

    fn judge(self, game: &Amritsar, seat: Seat, answer: Action) -> Result<(), Rule> {
        let mut items = game.open.players[seat].items;
        match answer {
            Action::Donate(space) => game.open.judge_donation(seat, &items, space),
            Action::Exchange { give, take } => {
                exchange::judge(game, seat, give, take)?;
                items.remove(give.into(), 1);
                items.add(take.into(), 1);
                let still_possible = game.open.donation_possible_with(seat, &items);
                require(still_possible, rules::EXCHANGE_DEAD_END)
            }
            _ => Err(rules::OTHER_DECISION),
        }
    }

    fn answer<S: Sink<Event>>(self, play: &mut Play<'_, S>, seat: Seat, answer: Action) {
        match answer {
            Action::Exchange { give, take } => play.exchange(seat, give, take),
            Action::Donate(space) => {
                play.pop();
                let player = play.player(seat);
                let Some(district) = player.elephant else {
                    return;
                };
                player.items.pay(space.level().cost());
                player.counters_elephant -= 1;
                play.place_donation(Side::Player(seat), district, space);
                play.push(Pending::Bridges(Trigger::Donation));
            }
            _ => (),
        }
    }
}

impl<S: Sink<Event>> Play<'_, S> {
    /// Puts a counter on a space: prestige for it, and support for the owners of the two counters below.
    pub(crate) fn place_donation(&mut self, side: Side, district: District, space: Space) {
        let set = self.open().donation_set();
        let tile = &mut self.open().donations[district];
        tile.counters[space] = Some(side);
        let below = set
            .below(space)
            .map(|[left, right]| [tile.counters[left], tile.counters[right]]);
        self.tell(Event::Donated {
            side,
            district,
            space,
        });
        let printed = set.prestige(district, space).unwrap_or_default();
        self.score(side, printed, Source::Donations);
        for owner in below.into_iter().flatten().flatten() {
            self.score(owner, SUPPORT_PRESTIGE, Source::Support);
        }
    }
}
