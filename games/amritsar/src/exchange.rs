//! The free action of the `exchange` storehouse (spec 6.2, 8.8).

use crate::action::Action;
use crate::components::*;
use crate::event::Event;
use crate::play::Play;
use crate::rules::{self, require};
use crate::state::Amritsar;
use kit::{Rule, Seat, Sink};

/// The pairs of resources given and taken that can be exchanged.
const PAIRS: [(Resource, Resource); 4] = [
    (Resource::Marble, Resource::Copper),
    (Resource::Copper, Resource::Marble),
    (Resource::Copper, Resource::Gold),
    (Resource::Gold, Resource::Copper),
];

/// Offers every exchange, if the player can exchange at all.
pub(crate) fn offer(game: &Amritsar, seat: Seat, offer: &mut impl FnMut(Action)) {
    if game.open.players[seat].owns(Storehouse::Exchange) {
        for (give, take) in PAIRS {
            offer(Action::Exchange { give, take });
        }
    }
}

/// Returns the rule that an exchange would break.
pub(crate) fn judge(
    game: &Amritsar,
    seat: Seat,
    give: Resource,
    take: Resource,
) -> Result<(), Rule> {
    let player = &game.open.players[seat];
    require(player.owns(Storehouse::Exchange), rules::NO_EXCHANGE)?;
    require(game.open.in_own_turn(), rules::EXCHANGE_OWN_TURN)?;
    require(!player.exchange_used, rules::EXCHANGE_ONCE)?;
    require(PAIRS.contains(&(give, take)), rules::EXCHANGE_PAIR)?;
    require(player.items.count(give) > 0, rules::EXCHANGE_EMPTY)
}

impl<S: Sink<Event>> Play<'_, S> {
    /// Gives one resource for another; the pending decision stays open.
    pub(crate) fn exchange(&mut self, seat: Seat, give: Resource, take: Resource) {
        let player = self.player(seat);
        player.items.remove(give.into(), 1);
        player.items.add(take.into(), 1);
        player.exchange_used = true;
        self.tell(Event::Exchanged { seat, give, take });
    }
}
