//! The actions of the mahout tiles (spec 8.7).

use crate::action::Action;
use crate::board::Side;
use crate::components::*;
use crate::event::Event;
use crate::gains::ChooseResource;
use crate::knowledge::Knowledge;
use crate::market::Market;
use crate::pending::{Decision, Pending};
use crate::play::Play;
use crate::player::Items;
use crate::prestige::Source;
use crate::rules::{self, require};
use crate::state::Amritsar;
use crate::upgrade::{UpgradeChoice, Upgrades};
use kit::{Rule, Seat, Sink};

impl Amritsar {
    /// Whether a player can perform the action of a mahout tile.
    pub(crate) fn mahout_performable(&self, seat: Seat, mahout: Mahout) -> bool {
        match mahout {
            Mahout::Donate => self.donation_possible(seat),
            Mahout::UpgradeAny => Upgrades::paid(UpgradeChoice::Any).possible(self, seat),
            Mahout::Market => self.market_performable(seat),
            Mahout::CoinAndPp
            | Mahout::CoinAndMarble
            | Mahout::AnyResource
            | Mahout::KnowledgeAny => true,
        }
    }

    /// Whether a player can perform the action of any mahout tile on the own board.
    pub(crate) fn any_mahout_performable(&self, seat: Seat) -> bool {
        let mut played = self.open.players[seat].mahouts_played();
        played.any(|mahout| self.mahout_performable(seat, mahout))
    }
}

/// The action of one mahout tile, whatever its colour.
#[derive(Clone, Copy)]
pub(crate) struct MahoutTile;

impl Decision for MahoutTile {
    fn candidates(self, game: &Amritsar, seat: Seat, offer: &mut impl FnMut(Action)) {
        let played = game.open.players[seat].mahouts_played();
        played.for_each(|mahout| offer(Action::Use(mahout)));
        offer(Action::Skip);
    }

    fn judge(self, game: &Amritsar, seat: Seat, answer: Action) -> Result<(), Rule> {
        match answer {
            Action::Use(mahout) => {
                let mut played = game.open.players[seat].mahouts_played();
                require(
                    played.any(|played| played == mahout),
                    rules::MAHOUT_NOT_ON_BOARD,
                )?;
                require(
                    game.mahout_performable(seat, mahout),
                    rules::NOT_PERFORMABLE,
                )
            }
            Action::Skip => Ok(()),
            _ => Err(rules::OTHER_DECISION),
        }
    }

    fn answer<S: Sink<Event>>(self, play: &mut Play<'_, S>, seat: Seat, answer: Action) {
        play.pop();
        match answer {
            Action::Use(mahout) => {
                play.tell(Event::UsedMahout { seat, mahout });
                play.use_mahout(seat, mahout);
            }
            _ => play.tell(Event::NotPerformed {
                side: Side::Player(seat),
            }),
        }
    }
}

impl<S: Sink<Event>> Play<'_, S> {
    /// Performs the action of a mahout tile.
    pub(crate) fn use_mahout(&mut self, seat: Seat, mahout: Mahout) {
        match mahout {
            Mahout::Donate => self.push(Pending::Donate),
            Mahout::UpgradeAny => self.push(Pending::Upgrade(Upgrades::paid(UpgradeChoice::Any))),
            Mahout::CoinAndPp => {
                // Spec 13a: items first, then a forced discard, then the prestige.
                self.push(Pending::Prestige {
                    points: 1,
                    source: Source::Mahouts,
                });
                self.gain(seat, Items::coins(1));
            }
            Mahout::Market => self.push(Pending::Market(Market::default())),
            Mahout::CoinAndMarble => self.gain(seat, Items::new(1, [1, 0, 0])),
            Mahout::AnyResource => self.push(ChooseResource::of(1)),
            Mahout::KnowledgeAny => self.push(Knowledge::ANY),
        }
    }
}
