//! Lifting a group of workers and sowing it clockwise (spec 7.2).

use crate::action::Action;
use crate::board::{Ring, Workers, head_count};
use crate::components::*;
use crate::event::Event;
use crate::exchange;
use crate::menu::Menu;
use crate::pending::{Decision, Pending};
use crate::play::Play;
use crate::rules::{self, require};
use crate::state::Amritsar;
use kit::{Key, Rule, Seat, Set, Sink};
use serde::{Deserialize, Serialize};

/// The choice of the group to lift.
#[derive(Clone, Copy)]
pub(crate) struct ChooseGroup;

impl Decision for ChooseGroup {
    fn candidates(self, game: &Amritsar, seat: Seat, offer: &mut impl FnMut(Action)) {
        Section::all().for_each(|section| offer(Action::Lift(section)));
        exchange::offer(game, seat, offer);
    }

    fn judge(self, game: &Amritsar, seat: Seat, answer: Action) -> Result<(), Rule> {
        match answer {
            Action::Lift(section) => require(game.open.ring[section].size() > 0, rules::NO_WORKERS),
            Action::Exchange { give, take } => exchange::judge(game, seat, give, take),
            _ => Err(rules::OTHER_DECISION),
        }
    }

    fn answer<S: Sink<Event>>(self, play: &mut Play<'_, S>, seat: Seat, answer: Action) {
        match answer {
            Action::Exchange { give, take } => play.exchange(seat, give, take),
            Action::Lift(section) => {
                let lifted = std::mem::take(&mut play.open().ring[section]);
                play.tell(Event::Lifted {
                    seat,
                    section,
                    workers: lifted.workers,
                });
                play.go_on_to(Pending::Sow(Sowing {
                    hand: lifted.workers,
                    origin: section,
                    last: section,
                }));
                if lifted.is_full() {
                    play.push(Pending::Bridges(Trigger::MoveGroupOf4));
                }
                play.gain(seat, Items::coins(lifted.coins));
            }
            _ => (),
        }
    }
}

/// A group of workers being sown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sowing {
    /// The workers still in hand.
    pub hand: Workers,
    /// The section that the group came from.
    pub origin: Section,
    /// The last section where a worker was left; initially the origin.
    pub last: Section,
}

impl Sowing {
    /// Returns the sections where the last worker can land, in clockwise order, with the sections skipped on the way there. Full sections are
    /// passed for free; the origin, now empty, is the last option.
    pub(crate) fn landings(self, ring: &Ring) -> impl Iterator<Item = (Section, Set<Section>)> {
        let (mut at, mut skipped, mut round) = (self.last, Set::EMPTY, false);
        std::iter::from_fn(move || {
            while !round {
                at = at.next();
                round = at == self.origin;
                if !ring[at].is_full() {
                    let landing = (at, skipped);
                    skipped.insert(at);
                    return Some(landing);
                }
            }
            None
        })
    }

    fn is_last(self) -> bool {
        head_count(&self.hand) == 1
    }

    /// Returns the colour of the last worker in hand.
    fn last_worker(self) -> Option<Colour> {
        Colour::all().find(|&colour| self.hand[colour] > 0)
    }

    fn judge_landing(
        game: &Amritsar,
        seat: Seat,
        skipped: Set<Section>,
        free: Option<Section>,
    ) -> Result<(), Rule> {
        let player = &game.open.players[seat];
        let cost = match free {
            None => {
                let unnamed = player.owns(Storehouse::FreeSkip) && !skipped.is_empty();
                require(!unnamed, rules::NAME_FREE_SKIP)?;
                skipped.len()
            }
            Some(free) => {
                let named = player.owns(Storehouse::FreeSkip) && skipped.contains(free);
                require(named, rules::NO_FREE_SKIP)?;
                skipped.len() - 1
            }
        };
        let coins = player.items.count(Item::Coin);
        require(u32::from(coins) >= cost, rules::SKIPS_COST_COINS)
    }
}

impl Decision for Sowing {
    fn candidates(self, game: &Amritsar, seat: Seat, offer: &mut impl FnMut(Action)) {
        if !self.is_last() {
            Colour::all().for_each(|colour| offer(Action::Drop(colour)));
            return;
        }
        let free_skip = game.open.players[seat].owns(Storehouse::FreeSkip);
        let coins = game.open.players[seat].items.count(Item::Coin);
        let affordable = usize::from(coins) + usize::from(free_skip) + 1;
        for (section, skipped) in self.landings(&game.open.ring).take(affordable) {
            if free_skip && !skipped.is_empty() {
                for free in skipped.iter().map(Some) {
                    offer(Action::Land { section, free });
                }
            } else {
                offer(Action::Land {
                    section,
                    free: None,
                });
            }
        }
    }

    fn judge(self, game: &Amritsar, seat: Seat, answer: Action) -> Result<(), Rule> {
        match answer {
            Action::Drop(colour) => {
                require(!self.is_last(), rules::LAST_WORKER_LANDS)?;
                require(self.hand[colour] > 0, rules::NOT_IN_GROUP)
            }
            Action::Land { section, free } => {
                require(self.is_last(), rules::ONLY_LAST_LANDS)?;
                let mut landings = self.landings(&game.open.ring);
                let (_, skipped) = landings
                    .find(|&(at, _)| at == section)
                    .ok_or(rules::NO_LANDING)?;
                Sowing::judge_landing(game, seat, skipped, free)
            }
            _ => Err(rules::OTHER_DECISION),
        }
    }

    fn answer<S: Sink<Event>>(self, play: &mut Play<'_, S>, seat: Seat, answer: Action) {
        match answer {
            Action::Drop(colour) => self.drop(play, seat, colour),
            Action::Land { section, free } => self.land(play, seat, section, free),
            _ => (),
        }
    }
}

impl Sowing {
    fn drop<S: Sink<Event>>(mut self, play: &mut Play<'_, S>, seat: Seat, colour: Colour) {
        let Some((section, _)) = self.landings(&play.open().ring).next() else {
            return;
        };
        self.hand[colour] -= 1;
        self.last = section;
        play.open().ring[section].workers[colour] += 1;
        play.tell(Event::Dropped {
            seat,
            colour,
            section,
        });
        play.go_on_to(Pending::Sow(self));
    }

    fn land<S: Sink<Event>>(
        self,
        play: &mut Play<'_, S>,
        seat: Seat,
        section: Section,
        free: Option<Section>,
    ) {
        let mut landings = self.landings(&play.open().ring);
        let landing = landings.find(|&(at, _)| at == section);
        let (Some((_, skipped)), Some(worker)) = (landing, self.last_worker()) else {
            return;
        };
        drop(landings);
        let way = std::iter::successors(Some(self.last.next()), |at| Some(at.next()));
        let way = way.take_while(|&at| at != section);
        for section in way.filter(|&at| skipped.contains(at)) {
            let coins = u8::from(Some(section) != free);
            play.player(seat).items.remove(Item::Coin, coins);
            let left_there = &mut play.open().ring[section].coins;
            *left_there = left_there.saturating_add(coins);
            play.tell(Event::Skipped {
                seat,
                section,
                coins,
            });
        }
        let landing = &mut play.open().ring[section];
        landing.workers[worker] += 1;
        let coins = std::mem::take(&mut landing.coins);
        play.tell(Event::Landed {
            seat,
            worker,
            section,
        });
        play.go_on_to(Pending::Actions(Menu::new(worker, section)));
        play.gain(seat, Items::coins(coins));
    }
}
