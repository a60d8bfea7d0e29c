//! Upgrades of a player's board (spec 8.4).

use crate::action::{Action, Upgrade};
use crate::components::*;
use crate::event::{Event, Installed};
use crate::exchange;
use crate::pending::{Decision, Pending};
use crate::play::Play;
use crate::player::Player;
use crate::prestige::Source;
use crate::rules::{self, require};
use crate::state::Amritsar;
use kit::{Key, Rule, Seat, Set, Sink};
use serde::{Deserialize, Serialize};

impl Upgrade {
    /// Returns the kind of the upgrade.
    pub fn kind(self) -> UpgradeKind {
        match self {
            Upgrade::Storehouse(_) => UpgradeKind::Storehouse,
            Upgrade::Objective(..) => UpgradeKind::Objective,
            Upgrade::Mahout(..) => UpgradeKind::Mahout,
        }
    }
}

/// The choice of one upgrade, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Upgrades {
    /// The kinds that are allowed.
    pub kinds: UpgradeChoice,
    /// Whether the upgrade is free of charge.
    pub free: bool,
}

impl Player {
    /// Returns the objective spaces with room for an upgrade.
    fn free_objective_spaces(&self) -> Set<ObjectiveSpace> {
        let all: Set<ObjectiveSpace> = ObjectiveSpace::all().collect();
        all.without(Set::only(ObjectiveSpace::Start))
            .without(self.objectives_played)
    }

    /// Returns the mahout spaces with room for an upgrade.
    fn free_mahout_spaces(&self) -> impl Iterator<Item = Colour> + Clone + '_ {
        Colour::all().filter(|&colour| self.mahouts[colour].is_none())
    }
}

impl Upgrades {
    /// An upgrade that is paid for.
    pub(crate) const fn paid(kinds: UpgradeChoice) -> Self {
        Upgrades { kinds, free: false }
    }

    /// An upgrade without payment.
    pub(crate) const FREE: Upgrades = Upgrades {
        kinds: UpgradeChoice::Any,
        free: true,
    };

    fn judge_payment(
        self,
        player: &Player,
        kind: UpgradeKind,
        pay: Option<Resource>,
    ) -> Result<(), Rule> {
        let chooses = !self.free && player.owns(Storehouse::UpgradeAnyResource);
        match pay {
            None if chooses => Err(rules::PAYMENT_CHOICE),
            Some(_) if !chooses => Err(rules::PAYMENT_FIXED),
            None if self.free => Ok(()),
            _ => {
                let paid = pay.unwrap_or(kind.cost());
                require(player.items.count(paid) > 0, rules::UPGRADE_COSTS)
            }
        }
    }

    /// Returns the ways to pay for a kind of upgrade.
    fn payments(
        self,
        player: &Player,
        kind: UpgradeKind,
    ) -> impl Iterator<Item = Option<Resource>> + Clone + '_ {
        let ways = [
            None,
            Some(Resource::Marble),
            Some(Resource::Copper),
            Some(Resource::Gold),
        ];
        ways.into_iter()
            .filter(move |&pay| self.judge_payment(player, kind, pay).is_ok())
    }

    fn judge_upgrade(
        self,
        game: &Amritsar,
        seat: Seat,
        upgrade: Upgrade,
        pay: Option<Resource>,
    ) -> Result<(), Rule> {
        let player = &game.open.players[seat];
        require(self.kinds.allows(upgrade.kind()), rules::UPGRADE_KIND)?;
        match upgrade {
            Upgrade::Storehouse(tile) => {
                let room = player.storehouses.len() < STOREHOUSE_SPACES.into();
                require(room, rules::UPGRADE_SPACE)?;
                require(game.open.offer.contains(tile), rules::NOT_ON_OFFER)?;
            }
            Upgrade::Objective(tile, space) => {
                require(space != ObjectiveSpace::Start, rules::START_SPACE)?;
                let room = !player.objectives_played.contains(space);
                require(room, rules::UPGRADE_SPACE)?;
                let in_hand = game.objectives[seat].hand.contains(tile);
                require(in_hand, rules::OBJECTIVE_IN_HAND)?;
            }
            Upgrade::Mahout(tile, colour) => {
                require(player.mahouts[colour].is_none(), rules::UPGRADE_SPACE)?;
                let in_hand = player.mahouts_in_hand().contains(tile);
                require(in_hand, rules::MAHOUT_IN_HAND)?;
            }
        }
        self.judge_payment(player, upgrade.kind(), pay)
    }

    /// Returns whether at least one upgrade is possible. A player with a free objective space always has an objective in hand.
    pub(crate) fn possible(self, game: &Amritsar, seat: Seat) -> bool {
        let player = &game.open.players[seat];
        UpgradeKind::all().any(|kind| {
            let room = match kind {
                UpgradeKind::Storehouse => {
                    player.storehouses.len() < STOREHOUSE_SPACES.into()
                        && !game.open.offer.is_empty()
                }
                UpgradeKind::Objective => !player.free_objective_spaces().is_empty(),
                UpgradeKind::Mahout => player.free_mahout_spaces().next().is_some(),
            };
            room && self.kinds.allows(kind) && self.payments(player, kind).next().is_some()
        })
    }
}

impl Decision for Upgrades {
    fn candidates(self, game: &Amritsar, seat: Seat, offer: &mut impl FnMut(Action)) {
        let player = &game.open.players[seat];
        for pay in self.payments(player, UpgradeKind::Storehouse) {
            for tile in game.open.offer.iter() {
                let upgrade = Upgrade::Storehouse(tile);
                offer(Action::Upgrade { upgrade, pay });
            }
        }
        for pay in self.payments(player, UpgradeKind::Objective) {
            for tile in game.objectives[seat].hand.iter() {
                for space in player.free_objective_spaces().iter() {
                    let upgrade = Upgrade::Objective(tile, space);
                    offer(Action::Upgrade { upgrade, pay });
                }
            }
        }
        for pay in self.payments(player, UpgradeKind::Mahout) {
            for tile in player.mahouts_in_hand().iter() {
                for colour in player.free_mahout_spaces() {
                    let upgrade = Upgrade::Mahout(tile, colour);
                    offer(Action::Upgrade { upgrade, pay });
                }
            }
        }
        offer(Action::Skip);
        exchange::offer(game, seat, offer);
    }

    fn judge(self, game: &Amritsar, seat: Seat, answer: Action) -> Result<(), Rule> {
        match answer {
            Action::Upgrade { upgrade, pay } => self.judge_upgrade(game, seat, upgrade, pay),
            Action::Skip => Ok(()),
            Action::Exchange { give, take } => exchange::judge(game, seat, give, take),
            _ => Err(rules::OTHER_DECISION),
        }
    }

    fn answer<S: Sink<Event>>(self, play: &mut Play<'_, S>, seat: Seat, answer: Action) {
        match answer {
            Action::Upgrade { upgrade, pay } => {
                play.pop();
                let paid = (!self.free).then_some(pay.unwrap_or(upgrade.kind().cost()));
                play.upgrade(seat, upgrade, paid);
            }
            Action::Exchange { give, take } => play.exchange(seat, give, take),
            _ => {
                play.pop();
                play.tell(Event::NotPerformed { seat });
            }
        }
    }
}

impl<S: Sink<Event>> Play<'_, S> {
    /// Spec 8.4, in its order: pay, place (with its tax icons), free the counter, benefit, bridge.
    fn upgrade(&mut self, seat: Seat, upgrade: Upgrade, paid: Option<Resource>) {
        if let Some(resource) = paid {
            self.player(seat).items.remove(resource.into(), 1);
        }
        match upgrade {
            Upgrade::Storehouse(tile) => {
                self.open().offer.remove(tile);
                self.player(seat).storehouses.insert(tile);
            }
            Upgrade::Objective(tile, space) => {
                self.game.objectives[seat].play(tile, space);
                self.player(seat).objectives_played.insert(space);
            }
            Upgrade::Mahout(tile, colour) => self.player(seat).mahouts[colour] = Some(tile),
        }
        self.player(seat).free_counter();
        self.tell(Event::Upgraded {
            seat,
            installed: Installed::from(upgrade),
            paid,
        });
        self.follow_is_performed();
        self.push(Pending::Bridges(Trigger::Upgrade));
        let benefit = match upgrade {
            Upgrade::Storehouse(tile) => tile.benefit(),
            Upgrade::Objective(_, space) => space.benefit(),
            Upgrade::Mahout(..) => Effect::Nothing,
        };
        self.carry_out(seat, benefit, Source::Upgrades);
    }
}
