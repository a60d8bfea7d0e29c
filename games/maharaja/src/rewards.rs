//! Reward tiles: taking them, and the choices that some of them offer.

use crate::action::Action;
use crate::characters::free_sites;
use crate::components::{Character, REWARD_POSITIONS, ROUNDS, Reward, Site};
use crate::event::Event;
use crate::prestige::Source;
use crate::rules::{self, Verdict, ensure};
use crate::scoring::Ranking;
use crate::state::{Maharaja, Mark, Open, Stage};
use kit::{Seat, Sink};
use serde::{Deserialize, Serialize};

/// The reward tiles, from the bottom of their track.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RewardTrack {
    tiles: [Option<Reward>; REWARD_POSITIONS],
}

impl RewardTrack {
    /// Creates a track with these tiles, from the bottom.
    pub fn new(tiles: impl IntoIterator<Item = Reward>) -> Self {
        let mut tiles = tiles.into_iter();
        RewardTrack {
            tiles: std::array::from_fn(|_| tiles.next()),
        }
    }

    /// Returns the tile at a position, counted from 1 at the bottom.
    pub fn at(&self, position: u8) -> Option<Reward> {
        let index = usize::from(position).checked_sub(1)?;
        self.tiles.get(index).copied().flatten()
    }

    /// Returns all tiles, from the bottom.
    pub fn tiles(&self) -> impl Iterator<Item = Reward> + '_ {
        self.tiles.iter().copied().flatten()
    }

    /// Returns the position of a tile, counted from 1 at the bottom.
    pub fn position(&self, reward: Reward) -> Option<u8> {
        let lies_there = |tile: &Option<Reward>| *tile == Some(reward);
        let index = self.tiles.iter().position(lies_there)?;
        Some(index as u8 + 1)
    }

    /// Removes a tile from the track and leaves a gap.
    fn take_off(&mut self, reward: Reward) {
        for place in &mut self.tiles {
            place.take_if(|tile| *tile == reward);
        }
    }

    /// Spec 10.3: puts an applied tile directly above the topmost one.
    fn put_on_top(&mut self, reward: Reward) {
        let above = self
            .tiles
            .iter()
            .rposition(Option::is_some)
            .map_or(0, |topmost| topmost + 1);
        if let Some(place) = self.tiles.get_mut(above) {
            *place = Some(reward);
        }
    }

    /// Spec 6.5: closes the gaps.
    pub(crate) fn drop_down(&mut self) {
        *self = RewardTrack::new(self.tiles());
    }

    /// Spec 13.3: removes the lowest tile from the game.
    pub(crate) fn remove_lowest(&mut self) -> Option<Reward> {
        self.tiles.iter_mut().find_map(Option::take)
    }
}

/// The stage in which ranked players take rewards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rewarding {
    /// The players who have not finished with a reward, in rank order.
    #[serde(deserialize_with = "crate::list::read")]
    pub waiting: Ranking,
    /// The tile that the first of them is applying.
    pub applying: Option<Applying>,
}

/// A tile whose effect is being carried out. It stays in its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Applying {
    /// The tile.
    pub reward: Reward,
    /// The number of times that its effect is still to be carried out.
    pub times: u8,
}

impl Open {
    pub(crate) fn permit_in_reward(
        &self,
        seat: Seat,
        rewarding: &Rewarding,
        action: Action,
    ) -> Verdict {
        match (rewarding.applying.map(|applying| applying.reward), action) {
            (None, Action::Reward(position)) => {
                let selectable = position <= self.table().selectable_rewards;
                ensure(
                    selectable && self.rewards.at(position).is_some(),
                    rules::NO_REWARD,
                )
            }
            (Some(Reward::BuyPrestige), Action::Buy(times)) => ensure(
                times <= self.most_purchases(seat),
                rules::TOO_MANY_PURCHASES,
            ),
            (Some(Reward::FreeShrine), Action::Shrine(site)) => self.permit_free_shrine(seat, site),
            (Some(Reward::Maharani), Action::Maharani(character)) => {
                self.permit_maharani(seat, character)
            }
            (Some(Reward::FreeShrine | Reward::Maharani), Action::Decline) => Ok(()),
            _ => Err(rules::NOT_NOW),
        }
    }

    pub(crate) fn list_rewards(&self, seat: Seat, rewarding: &Rewarding, list: &mut Vec<Action>) {
        let permitted = |action: &Action| self.permit_in_reward(seat, rewarding, *action).is_ok();
        match rewarding.applying.map(|applying| applying.reward) {
            None => {
                let positions = 1..=self.table().selectable_rewards;
                list.extend(positions.map(Action::Reward).filter(permitted));
            }
            Some(Reward::BuyPrestige) => {
                list.extend((0..=self.most_purchases(seat)).map(Action::Buy))
            }
            Some(Reward::FreeShrine) => {
                list.extend(free_sites().map(Action::Shrine).filter(permitted));
                list.push(Action::Decline);
            }
            Some(Reward::Maharani) => {
                let display = self.display.iter().copied();
                list.extend(display.map(Action::Maharani).filter(permitted));
                list.push(Action::Decline);
            }
            Some(_) => {}
        }
    }

    /// Returns the number of purchases that this player can pay in one application of reward 6.
    fn most_purchases(&self, seat: Seat) -> u8 {
        let (price, _) = Reward::PURCHASE;
        let payable = self.tableaus[seat].coins / price;
        payable.min(Reward::PURCHASES.into()) as u8
    }

    /// Spec 10.5: a marker goes on a character in the display; two markers of one tile go on different characters.
    fn permit_maharani(&self, seat: Seat, character: Character) -> Verdict {
        self.permit_from_display(character)?;
        let marked = |mark: &Mark| mark.gives(seat, character) && mark.round == self.round;
        ensure(
            !self.maharani.iter().flatten().any(marked),
            rules::MARKED_ALREADY,
        )
    }

    /// Spec 10.4: returns whether the tile needs a choice, rather than applying automatically or having no effect.
    pub(crate) fn asks(&self, seat: Seat, reward: Reward) -> bool {
        match reward {
            Reward::BuyPrestige => self.most_purchases(seat) > 0,
            Reward::FreeShrine => self.tableaus[seat].shrines > 0,
            Reward::Maharani => {
                self.round < ROUNDS
                    && self.maharani.iter().any(Option::is_none)
                    && self
                        .display
                        .iter()
                        .any(|&character| self.permit_maharani(seat, character).is_ok())
            }
            _ => false,
        }
    }

    /// Carries out a tile that needs no choice.
    fn apply_reward(&mut self, seat: Seat, reward: Reward, events: &mut impl Sink<Event>) {
        match reward {
            Reward::Coins => self.take_coins(seat, Reward::COINS, events),
            Reward::Shrines => self.take_shrines(seat, Reward::SHRINES, events),
            Reward::PrestigeAndCoin => {
                let (points, coins) = Reward::ONE_OF_EACH;
                self.gain(seat, points, Source::Rewards, events);
                self.take_coins(seat, coins, events);
            }
            Reward::OthersPay => {
                for other in self.tableaus.seats().filter(|&other| other != seat) {
                    self.pay_coins(other, Reward::LEVY, events);
                }
            }
            Reward::Prestige => self.gain(seat, Reward::PRESTIGE, Source::Rewards, events),
            Reward::BuyPrestige | Reward::FreeShrine | Reward::Maharani => {
                events.tell(Event::NoEffect { seat, reward });
            }
        }
    }

    /// Carries out a choice for a tile.
    fn choose_in_reward(
        &mut self,
        seat: Seat,
        reward: Reward,
        action: Action,
        events: &mut impl Sink<Event>,
    ) {
        match action {
            Action::Buy(times) => {
                let (price, points) = Reward::PURCHASE;
                self.pay_coins(seat, price * u16::from(times), events);
                for _ in 0..times {
                    self.gain(seat, points, Source::Rewards, events);
                }
            }
            Action::Shrine(site) => self.build_free_shrine(seat, site, events),
            Action::Maharani(character) => {
                if let Some(free) = self.maharani.iter_mut().find(|marker| marker.is_none()) {
                    *free = Some(Mark {
                        seat,
                        character,
                        round: self.round,
                    });
                    events.tell(Event::MaharaniPlaced { seat, character });
                }
            }
            _ => events.tell(Event::Declined { seat, reward }),
        }
    }

    /// Returns how often a tile that this player takes now is applied. A marker placed in this round does not count (spec 14.16).
    pub(crate) fn reward_times(&self, seat: Seat) -> u8 {
        let character = Character::DoubleReward;
        let marked = |mark: &Mark| mark.gives(seat, character) && mark.round < self.round;
        let doubled = self.tableaus[seat].character == Some(character)
            || self.maharani.iter().flatten().any(marked);
        if doubled { Character::REWARD_TIMES } else { 1 }
    }

    /// Spec 10.3: moves a completely applied tile to the top of the track, or in the solo game out of the game.
    ///
    /// Up to version 0.2 of this program the tile moved when it was taken. That was not a different version of the rules: while a tile is being
    /// applied, nothing depends on the track, and no other tile moves. Both ways lead to the same actions, events and results; only states and
    /// views in between show the tile in another position.
    fn put_reward_away(&mut self, reward: Reward) {
        self.rewards.take_off(reward);
        if self.bot().is_none() {
            self.rewards.put_on_top(reward);
        }
    }

    fn build_free_shrine(&mut self, seat: Seat, site: Site, events: &mut impl Sink<Event>) {
        self.tableaus[seat].shrines -= 1;
        self.put_shrine(seat, site);
        events.tell(Event::ShrineBuilt {
            seat,
            site,
            price: 0,
        });
    }
}

impl Maharaja {
    /// Spec 10.3: a player takes a tile or makes one of its choices.
    pub(crate) fn reward(
        &mut self,
        mut rewarding: Rewarding,
        action: Action,
        events: &mut impl Sink<Event>,
    ) {
        let Some(&seat) = rewarding.waiting.first() else {
            return;
        };
        match (action, &mut rewarding.applying) {
            (Action::Reward(position), applying) => {
                *applying = self.take_reward(seat, position, events)
            }
            (choice, Some(applying)) => {
                applying.times -= 1;
                self.open
                    .choose_in_reward(seat, applying.reward, choice, events);
            }
            (_, None) => {}
        }
        self.go_on_rewarding(rewarding, events);
    }

    fn take_reward(
        &self,
        seat: Seat,
        position: u8,
        events: &mut impl Sink<Event>,
    ) -> Option<Applying> {
        let open = &self.open;
        let reward = open.rewards.at(position)?;
        events.tell(Event::RewardTaken {
            seat,
            reward,
            position,
        });
        // Spec 14.16: evaluated now, so that a marker placed by this tile does not double it.
        let times = open.reward_times(seat);
        Some(Applying { reward, times })
    }

    /// Continues up to the next choice, or to the end of the round.
    pub(crate) fn go_on_rewarding(
        &mut self,
        mut rewarding: Rewarding,
        events: &mut impl Sink<Event>,
    ) {
        while let Some(&seat) = rewarding.waiting.first() {
            let Some(Applying { reward, times }) = &mut rewarding.applying else {
                break;
            };
            if *times == 0 {
                self.open.put_reward_away(*reward);
                rewarding.waiting.remove(0);
                rewarding.applying = None;
            } else if self.open.asks(seat, *reward) {
                break;
            } else {
                *times -= 1;
                self.open.apply_reward(seat, *reward, events);
            }
        }
        self.open.stage = Stage::Reward(rewarding);
        if rewarding.waiting.is_empty() {
            self.end_round(events);
        }
    }
}
