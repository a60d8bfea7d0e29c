//! The value of what can still be done in a turn.

use super::*;

impl Outlook<'_> {
    /// Returns the value of what is still to be done in the player's turn, or in following.
    pub(super) fn to_do(&self) -> f32 {
        if self.open.actor() != Some(self.seat) {
            return 0.0;
        }
        let begun = self.open.stack.iter().map(|&pending| self.pending(pending));
        let too_many = f32::from(self.player.overflow()) * COIN * self.use_left;
        begun.sum::<f32>() - too_many
    }

    pub(super) fn pending(&self, pending: Pending) -> f32 {
        match pending {
            Pending::Elephant1 | Pending::ChooseGroup => {
                let plan = Plan::new(self);
                let groups = self.open.ring.iter().filter(|(_, state)| state.size() > 0);
                groups
                    .map(|(section, state)| {
                        let lifted = Sowing {
                            hand: state.workers,
                            origin: section,
                            last: section,
                        };
                        plan.best_landing(lifted, state.coins)
                            + f32::from(state.coins) * self.coin()
                    })
                    .fold(0.0, f32::max)
            }
            Pending::Sow(sowing) => Plan::new(self).best_landing(sowing, 0),
            Pending::Actions(menu) => self.menu(menu),
            Pending::Follow(following) | Pending::MaharajahFollow(following)
                if following.progress == Progress::Asked =>
            {
                0.0
            }
            Pending::ChooseGain => self.effect(Effect::MarbleOrCopper),
            Pending::Order => self.effect(Effect::CoinsAndMarket),
            Pending::ChooseResource(choice) => {
                self.effect(Effect::AnyResources(choice.left, choice.batch))
            }
            Pending::Market(market) if market.bought || market.sold => self.traded(),
            Pending::Market(_) => self.effect(Effect::Market).max(self.untraded()),
            Pending::Upgrade(upgrades) => self.upgrade(upgrades.kinds, upgrades.free),
            Pending::Knowledge(knowledge) => match knowledge.due {
                Some(track) => self.step(track),
                None => self.effect(Effect::AnyKnowledge(1)),
            },
            Pending::MahoutTile => self.effect(Effect::MahoutAction),
            Pending::Donate => self.donation,
            Pending::Bridges(trigger) => self.bridge(trigger),
            Pending::Bridge(tile) => self.effect(tile.reward()),
            Pending::Coins(coins) => f32::from(coins) * self.coin(),
            Pending::Prestige { points, .. } => points.into(),
            _ => 0.0,
        }
    }

    pub(super) fn menu(&self, menu: Menu) -> f32 {
        let district = menu.section.district();
        let elephant = if menu.elephant_used {
            0.0
        } else {
            self.elephant_action(district)
        };
        match menu.block {
            Block::NotStarted => self.best_blocks(district, elephant)[menu.worker],
            Block::Open {
                tile,
                main_done,
                second_done,
            } => elephant + self.block(tile, menu.worker, main_done, second_done),
            Block::Closed => elephant,
        }
    }

    /// Returns the best tile of a district for each worker, with the elephant action, which may be a donation of what the tile gives.
    pub(super) fn best_blocks(&self, district: District, elephant: f32) -> By<Colour, f32, 4> {
        let mut best = By::from_fn(|_| elephant);
        for tile in self.open.districts[district].iter() {
            let donation = if elephant > 0.0 {
                self.donation_after(district, tile)
            } else {
                0.0
            };
            let main = self.effect(tile.main().effect()) + elephant.max(donation);
            let second = self.effect(tile.secondary().effect());
            for (worker, best) in best.iter_mut() {
                let both = if self.suits(worker, tile) {
                    second
                } else {
                    0.0
                };
                *best = best.max(main + both);
            }
        }
        best
    }

    /// Returns the best donation with the gain of a tile's main action.
    pub(super) fn donation_after(&self, district: District, tile: DistrictTile) -> f32 {
        let with = |resource: Resource, count: u8| {
            let mut items = self.player.items;
            items.add(resource.into(), count);
            self.best_donation(district, &self.payments(&items))
        };
        match tile.main() {
            TileAction::Marble2 => with(Resource::Marble, 2),
            TileAction::Marble2OrCopper1 => {
                with(Resource::Marble, 2).max(with(Resource::Copper, 1))
            }
            TileAction::Gold1 => with(Resource::Gold, 1),
            _ => 0.0,
        }
    }

    /// Returns the value of what is left to do on a tile.
    pub(super) fn block(
        &self,
        tile: DistrictTile,
        worker: Colour,
        main_done: bool,
        second_done: bool,
    ) -> f32 {
        let mut left = 0.0;
        if !main_done {
            left += self.effect(tile.main().effect());
        }
        if !second_done && self.suits(worker, tile) {
            left += self.effect(tile.secondary().effect());
        }
        left
    }

    /// Returns whether the worker's colour allows the secondary action.
    pub(super) fn suits(&self, worker: Colour, tile: DistrictTile) -> bool {
        self.open.counts_as(self.seat, worker, tile.colour())
    }

    pub(super) fn elephant_action(&self, district: District) -> f32 {
        if self.player.elephant != Some(district) {
            return 0.0;
        }
        let mains = self.open.districts[district].iter();
        mains
            .map(|tile| self.effect(tile.main().effect()))
            .fold(self.effect(Effect::MahoutAction), f32::max)
    }

    pub(super) fn coin(&self) -> f32 {
        self.more(Item::Coin, 1)
    }

    /// Returns the value of gaining a number of an item.
    pub(super) fn more(&self, item: Item, count: u8) -> f32 {
        let there = self.player.items.count(item);
        let gain = stock(there.saturating_add(count)) - stock(there);
        ITEMS[item] * gain * self.use_left
    }

    /// Returns the value of a number of an item that the player has.
    pub(super) fn less(&self, item: Item, count: u8) -> f32 {
        let there = self.player.items.count(item);
        let loss = stock(there) - stock(there.saturating_sub(count));
        ITEMS[item] * loss * self.use_left
    }

    pub(super) fn items(&self, items: Items) -> f32 {
        let gained = items.0.iter().filter(|&(_, &count)| count > 0);
        let all: f32 = gained.map(|(item, &count)| self.more(item, count)).sum();
        let total = items.total();
        if total <= self.room {
            all
        } else {
            all * f32::from(self.room) / f32::from(total)
        }
    }

    pub(super) fn counter(&self) -> f32 {
        match (self.player.counters_elephant, self.player.counters_market) {
            (ELEPHANT_CAPACITY.., _) => 0.0,
            (_, 0) => 1.0,
            (there, _) => COUNTER * (stock(there + 1) - stock(there)) * self.use_left,
        }
    }

    pub(super) fn bridge(&self, trigger: Trigger) -> f32 {
        let tile = self.open.bridge_tile();
        if tile.trigger() == trigger {
            self.effect(tile.reward())
        } else {
            0.0
        }
    }

    /// Returns the value of finishing the current market action without a trade.
    pub(super) fn untraded(&self) -> f32 {
        if self.open.is_performed_without_trade() {
            self.bridge(Trigger::Market)
        } else {
            0.0
        }
    }

    /// Returns the value of finishing a market action after a trade.
    pub(super) fn traded(&self) -> f32 {
        self.counter() + self.bridge(Trigger::Market)
    }

    pub(super) fn step(&self, track: Track) -> f32 {
        let next = self.player.knowledge[track] + 1;
        if next > LAST_STEP {
            return self.effect(track.overflow());
        }
        let decades = (Decade::COUNT - self.open.decade.index()) as f32;
        let lasting = match (track, next) {
            (Track::Money, TAX_DISCOUNT_STEP) => COIN * decades,
            (_, INCOME_STEP) => INCOME * decades,
            (_, LAST_STEP) => LAST,
            _ => 0.0,
        };
        let further = By::<Track, f32, 3>::new(STEP)[track] * self.use_left;
        // The mahout used may itself give a step.
        let benefit = match track.benefit(next) {
            Effect::MahoutAction => self.donation.max(1.5 * self.use_left),
            benefit => self.effect(benefit),
        };
        lasting + further + benefit
    }

    pub(super) fn upgrade(&self, kinds: UpgradeChoice, free: bool) -> f32 {
        let any = self.player.owns(Storehouse::UpgradeAnyResource);
        let possible = UpgradeKind::all().filter(|&kind| kinds.allows(kind));
        possible
            .map(|kind| {
                let (paid, cost) = if free {
                    (true, 0.0)
                } else if any {
                    (
                        self.player.items.resources() > 0,
                        self.less(Item::Marble, 1),
                    )
                } else {
                    (
                        self.player.items.count(kind.cost()) > 0,
                        self.less(kind.cost().into(), 1),
                    )
                };
                if paid {
                    self.installed(kind) - cost
                } else {
                    0.0
                }
            })
            .fold(0.0, f32::max)
    }

    /// Returns the value of an upgrade of that kind after payment.
    pub(super) fn installed(&self, kind: UpgradeKind) -> f32 {
        let gain = match kind {
            UpgradeKind::Storehouse if self.player.storehouses.len() < STOREHOUSE_SPACES.into() => {
                STOREHOUSE * self.use_left
            }
            UpgradeKind::Objective if self.player.objectives_played.len() < 4 => OBJECTIVE,
            UpgradeKind::Mahout if self.player.mahouts_played().count() < Colour::COUNT => {
                self.follows + OWN_USE * self.turns
            }
            _ => return 0.0,
        };
        let there = self.player.counters_elephant;
        let counter = COUNTER * (stock(there + 1) - stock(there)) * self.use_left;
        let tax = TAX * (Decade::COUNT - self.open.decade.index()) as f32;
        gain + counter - tax + self.bridge(Trigger::Upgrade)
    }

    pub(super) fn effect(&self, effect: Effect) -> f32 {
        match effect {
            Effect::Nothing => 0.0,
            Effect::Gain(items) => self.items(items),
            Effect::GainAndPrestige(items, points) => self.items(items) + f32::from(points),
            Effect::Prestige(points) => points.into(),
            Effect::MarbleOrCopper => MARBLE_OR_COPPER
                .map(|(resource, count)| self.items(Items::of(resource, count)))
                .into_iter()
                .fold(0.0, f32::max),
            Effect::AnyResources(count, items) => {
                let any = Resource::all().map(|resource| self.items(Items::of(resource, 1)));
                self.items(items) + f32::from(count) * any.fold(0.0, f32::max)
            }
            Effect::Counter => self.counter(),
            Effect::Market if self.player.items.is_empty() => 0.0,
            Effect::Market => self.traded() + TRADE * self.use_left,
            Effect::CoinsAndMarket => self.coin() + self.traded() + TRADE * self.use_left,
            Effect::MahoutAction => self
                .player
                .mahouts_played()
                .map(|mahout| self.effect(mahout.effect()))
                .fold(0.0, f32::max),
            Effect::Donation => self.donation,
            Effect::Upgrade(kinds) => self.upgrade(kinds, false),
            Effect::FreeUpgrade => self.upgrade(UpgradeChoice::Any, true),
            Effect::Knowledge(track) => self.step(track),
            Effect::AnyKnowledge(steps) => {
                let best = Track::all()
                    .map(|track| self.step(track))
                    .fold(0.0, f32::max);
                f32::from(steps) * best
            }
            Effect::UnlockMovement => FREE_MOVE * self.use_left + SECOND_MOVE * self.turns,
        }
    }

    /// Returns the points of the best donation in a district, minus its cost; 0 if none is possible.
    pub(super) fn best_donation(&self, district: District, payments: &Payments) -> f32 {
        let there = self.player.counters_elephant;
        if there == 0 {
            return 0.0;
        }
        let mut best = f32::NEG_INFINITY;
        for (level, &points) in self.counters.open[district].iter() {
            if let (1.., Some(payment)) = (points, payments[level]) {
                best = best.max(f32::from(points) - payment);
            }
        }
        let counter = COUNTER * (stock(there) - stock(there - 1)) * self.use_left;
        let side = self.donor_standing(district) + self.bridge(Trigger::Donation);
        (best + side - counter).max(0.0)
    }

    /// Returns the best donation anywhere that these items allow.
    pub(super) fn best_donation_anywhere(&self) -> f32 {
        let districts =
            District::all().map(|district| self.best_donation(district, &self.payments));
        districts.fold(0.0, f32::max)
    }

    /// Returns the value of one more counter in a district for majorities and objectives.
    pub(super) fn donor_standing(&self, district: District) -> f32 {
        let own = self.counters.districts[district];
        let best = self.counters.rival[district];
        if own + 1 < best || own > best {
            return STANDING;
        }
        let temple = self.open.temple.iter().skip(self.open.decade.index());
        let points: u8 = temple.map(|tile| tile.prestige(district)).sum();
        STANDING + MAJORITY * f32::from(points)
    }

    /// Returns the alternative value of the resources for a donation on each level; `None` if they are missing.
    pub(super) fn payments(&self, items: &Items) -> Payments {
        By::from_fn(|level: Level| {
            let cost = level.cost();
            let paid =
                || Resource::all().map(|resource| self.less(resource.into(), cost[resource]));
            items.cover(cost).then(|| paid().sum())
        })
    }
}

/// The cost of a donation on each level, if it can be paid.
pub(super) type Payments = By<Level, Option<f32>, 4>;

/// The possible actions of the active worker, by its colour and the district where it lands.
struct Plan<'a> {
    outlook: &'a Outlook<'a>,
    points: By<District, By<Colour, f32, 4>, 4>,
}

impl<'a> Plan<'a> {
    fn new(outlook: &'a Outlook<'a>) -> Self {
        let points = By::from_fn(|district| {
            let elephant = outlook.elephant_action(district);
            outlook.best_blocks(district, elephant)
        });
        Plan { outlook, points }
    }

    /// Returns the best value of a group, with additional coins.
    fn best_landing(&self, sowing: Sowing, coins: u8) -> f32 {
        let ring = &self.outlook.open.ring;
        let mut coins = coins + self.outlook.player.items.count(Item::Coin);
        let mut before = head_count(&sowing.hand) - 1;
        let (mut at, mut skipped, mut best) = (sowing.last, 0.0, 0.0);
        for _ in 0..Section::COUNT {
            at = at.next();
            if at != sowing.origin && ring[at].is_full() {
                continue;
            }
            if before > 0 {
                before -= 1;
                continue;
            }
            let there = if at == sowing.origin {
                0
            } else {
                ring[at].coins
            };
            let found = f32::from(there) * self.outlook.coin();
            best = f32::max(
                best,
                self.best_of(at.district(), &sowing.hand) + found - skipped,
            );
            if at == sowing.origin || coins == 0 {
                break;
            }
            coins -= 1;
            skipped += self.outlook.coin();
        }
        best
    }

    fn best_of(&self, district: District, hand: &Workers) -> f32 {
        let points = &self.points[district];
        let workers = hand.iter().filter(|&(_, &count)| count > 0);
        workers
            .map(|(colour, _)| points[colour])
            .fold(0.0, f32::max)
    }
}
