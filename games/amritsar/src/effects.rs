//! The effects of tiles, spaces and steps (spec 8).

use crate::board::Side;
use crate::components::*;
use crate::event::Event;
use crate::gains::ChooseResource;
use crate::knowledge::Knowledge;
use crate::market::Market;
use crate::pending::Pending;
use crate::play::Play;
use crate::player::Movement;
use crate::prestige::Source;
use crate::state::Amritsar;
use crate::upgrade::Upgrades;
use kit::{Seat, Sink};

impl Amritsar {
    /// Returns whether an action can be performed: gains and knowledge steps always, others if they have a legal answer (spec 7.3).
    pub(crate) fn performable(&self, seat: Seat, effect: Effect) -> bool {
        match effect {
            Effect::Market => self.market_performable(seat),
            Effect::MahoutAction => self.any_mahout_performable(seat),
            Effect::Donation => self.donation_possible(seat),
            Effect::Upgrade(kinds) => Upgrades::paid(kinds).possible(self, seat),
            Effect::FreeUpgrade => Upgrades::FREE.possible(self, seat),
            _ => true,
        }
    }
}

impl<S: Sink<Event>> Play<'_, S> {
    /// Carries out the immediate part of an effect, and pushes the decisions that it leaves to the player. Prestige is counted under the source.
    pub(crate) fn carry_out(&mut self, seat: Seat, effect: Effect, source: Source) {
        match effect {
            Effect::Nothing => (),
            Effect::Gain(items) => self.gain(seat, items),
            Effect::GainAndPrestige(items, points) => {
                // Spec 13a: items first, then a forced discard, then the prestige.
                self.push(Pending::Prestige { points, source });
                self.gain(seat, items);
            }
            Effect::Prestige(points) => self.score(Side::Player(seat), points, source),
            Effect::MarbleOrCopper => self.push(Pending::ChooseGain),
            Effect::AnyResources(count, items) => {
                self.push(Pending::ChooseResource(ChooseResource {
                    left: count,
                    batch: items,
                }));
            }
            Effect::Counter => self.gain_counter(seat, source),
            Effect::Market => self.push(Pending::Market(Market::default())),
            Effect::CoinsAndMarket => self.push(Pending::Order),
            Effect::MahoutAction => self.push(Pending::MahoutTile),
            Effect::Donation => self.push(Pending::Donate),
            Effect::Upgrade(kinds) => self.push(Pending::Upgrade(Upgrades::paid(kinds))),
            Effect::FreeUpgrade => self.push(Pending::Upgrade(Upgrades::FREE)),
            Effect::Knowledge(track) => self.push(Pending::Knowledge(Knowledge::on(track))),
            Effect::AnyKnowledge(steps) => {
                for _ in 0..steps {
                    self.push(Pending::Knowledge(Knowledge::ANY));
                }
            }
            Effect::UnlockMovement => {
                self.player(seat).movement = Movement::Available;
                self.tell(Event::MovementUnlocked { seat });
            }
        }
    }

    /// Performs an action of a district tile.
    pub(crate) fn use_tile(&mut self, seat: Seat, action: TileAction) {
        self.carry_out(seat, action.effect(), Source::Actions);
    }

    /// Performs the action of a mahout tile.
    pub(crate) fn use_mahout(&mut self, seat: Seat, mahout: Mahout) {
        self.carry_out(seat, mahout.effect(), Source::Actions);
    }
}
