//! What promises points to come: the judgement of bots that look ahead.
//!
//! A turn is many small decisions, so what can still be done in it is a prospect of its own ([`Outlook::to_do`]). It is estimated with
//! what is there now, so it rather promises too little; nothing of it is left when the turn is over.

use crate::board::{DonationTile, Side, Workers, head_count};
use crate::components::*;
use crate::follow::Progress;
use crate::menu::{Block, Menu};
use crate::pending::Pending;
use crate::player::{Movement, Player};
use crate::sowing::Sowing;
use crate::state::{Amritsar, Open};
use kit::{Amounts, By, Key, PerSeat, Prospect, Seat};

/// The points to be expected from each prospect.
pub(crate) const PROSPECTS: &[Prospect] = &[
    worth("turns to come", 4.00),
    worth("points to be had in this turn", 1.09),
    worth("points to be had by following this turn", 0.70),
    worth("others who can follow this turn", 0.70),
    worth("coins", COIN),
    worth("marble", MARBLE),
    worth("copper", COPPER),
    worth("gold", GOLD),
    worth("storage spaces, for each turn to come", 0.050),
    worth("free storage spaces", 0.11),
    worth("prestige at stake for taxes that coins do not cover", -0.60),
    worth("taxes of later decades", -0.40),
    worth("counters on the elephant", COUNTER),
    worth("majorities of this decade", 0.70),
    worth("majorities of this decade, one counter short", 0.20),
    worth("majorities of later decades", 0.33),
    worth("majorities of later decades, one counter short", 0.20),
    worth("free spaces above own counters", 0.22),
    worth("objectives on the board", 0.90),
    worth("objectives in hand", 0.35),
    worth("steps in development", STEP[0]),
    worth("steps in resources", STEP[1]),
    worth("steps in money", STEP[2]),
    worth("income of decades to come", 0.80),
    worth("items that full tracks count", 0.24),
    worth("mahouts, for each chance to follow", 0.90),
    worth("donation where the elephant stands", 0.20),
    worth("best donation anywhere", 0.28),
    worth("storehouses, for each turn to come", 0.47),
    worth("second elephant move, for each turn to come", SECOND_MOVE),
    worth("free elephant moves", FREE_MOVE),
];

const fn worth(name: &'static str, worth: f32) -> Prospect {
    Prospect { name, worth }
}

/// Points to be expected from the first coin, marble, copper and gold; see [`stock`].
const COIN: f32 = 0.60;
const MARBLE: f32 = 0.70;
const COPPER: f32 = 0.71;
const GOLD: f32 = 1.10;
const ITEMS: By<Item, f32, 4> = By::new([COIN, MARBLE, COPPER, GOLD]);
/// Points to be expected from the first counter on the elephant.
const COUNTER: f32 = 0.80;
/// Points to be expected from having come one step further on each track.
const STEP: [f32; 3] = [0.59, 0.40, 0.30];
/// What a donation does for majorities and objectives.
const STANDING: f32 = 0.49;
/// What a point of a majority is worth that a donation gains or shares.
const MAJORITY: f32 = 0.30;
/// What a trade gains beyond the counter.
const TRADE: f32 = 0.40;
/// What a storehouse and an objective on the board promise, besides the counter and the benefit.
const STOREHOUSE: f32 = 2.24;
const OBJECTIVE: f32 = 2.50;
/// How much of an objective's usual points may still come when the game begins.
const HOPE: f32 = 0.50;
/// What a tax icon costs in each decade.
const TAX: f32 = 0.19;
/// What the income space of a track promises for each decade, and its last step.
const INCOME: f32 = 0.80;
const LAST: f32 = 2.00;
/// What a second elephant move promises for each turn, and a free move.
const SECOND_MOVE: f32 = 0.19;
const FREE_MOVE: f32 = 0.50;
/// How often a mahout is used by the elephant or a tile, for each turn.
const OWN_USE: f32 = 0.15;
/// Rounds of a game.
const TURNS: u8 = Decade::COUNT as u8 * ROUNDS;

impl Amritsar {
    /// Fills in, for each seat, what [`PROSPECTS`] lists, in the same order.
    pub(crate) fn measure_prospects(&self, amounts: &mut PerSeat<Amounts>) {
        let tally = Tally::of(&self.open);
        for (seat, amounts) in amounts.iter_mut() {
            let found = Outlook::new(self, seat, &tally).measure();
            for (amount, found) in amounts.iter_mut().zip(found) {
                *amount = found;
            }
        }
    }
}

/// The counters of one side at the temple.
#[derive(Clone, Copy, Default)]
struct Counters {
    districts: By<District, u8, 4>,
    levels: By<Level, u8, 4>,
    /// The most counters that another side has in each district.
    rival: By<District, u8, 4>,
    /// Free spaces that each counter would support, added up.
    under_free: u8,
    /// The most points, support included, that a donation would bring on each level; 0 if none is open.
    open: By<District, By<Level, u8, 4>, 4>,
}

/// The counters of all sides.
struct Tally {
    players: PerSeat<Counters>,
    maharajah: Counters,
}

impl Tally {
    fn of(open: &Open) -> Self {
        let mut tally = Tally {
            players: PerSeat::of(open.options.players),
            maharajah: Counters::default(),
        };
        let set = open.donation_set();
        for (district, tile) in open.donations.iter() {
            for (space, &owner) in tile.counters.iter() {
                match owner {
                    Some(owner) => {
                        let counters = tally.of_side(owner);
                        counters.districts[district] += 1;
                        counters.levels[space.level()] += 1;
                    }
                    None => tally.note_free(set, tile, district, space),
                }
            }
        }
        for district in District::all() {
            tally.note_rivals(district);
        }
        tally
    }

    /// Notes whom a free space would bring points, and how many.
    fn note_free(
        &mut self,
        set: DonationSet,
        tile: &DonationTile,
        district: District,
        space: Space,
    ) {
        let owners = set
            .below(space)
            .map(|[left, right]| (tile.counters[left], tile.counters[right]));
        if owners == Some((None, None)) {
            return;
        }
        let Some(printed) = set.prestige(district, space) else {
            return;
        };
        let (left, right) = owners.unwrap_or_default();
        for owner in [left, right].into_iter().flatten() {
            self.of_side(owner).under_free += 1;
        }
        if owners.is_some() && (left.is_none() || right.is_none()) {
            return;
        }
        for (seat, counters) in self.players.iter_mut() {
            let own = |owner| u8::from(owner == Some(Side::Player(seat)));
            let points = printed + SUPPORT_PRESTIGE * (own(left) + own(right));
            let most = &mut counters.open[district][space.level()];
            *most = points.max(*most);
        }
    }

    /// Notes for each player the most counters that another has in a district.
    fn note_rivals(&mut self, district: District) {
        let (mut most, mut second) = (self.maharajah.districts[district], 0);
        for (_, counters) in self.players.iter() {
            let count = counters.districts[district];
            (most, second) = (most.max(count), second.max(count.min(most)));
        }
        for (_, counters) in self.players.iter_mut() {
            let leads = counters.districts[district] == most;
            counters.rival[district] = if leads { second } else { most };
        }
    }

    fn of_side(&mut self, side: Side) -> &mut Counters {
        match side {
            Side::Player(seat) => &mut self.players[seat],
            Side::Maharajah => &mut self.maharajah,
        }
    }
}

/// What lies before one player.
struct Outlook<'a> {
    game: &'a Amritsar,
    open: &'a Open,
    counters: &'a Counters,
    seat: Seat,
    player: &'a Player,
    /// Own turns after the current one.
    turns: f32,
    /// Chances to follow with a mahout on a certain colour.
    follows: f32,
    /// How likely it is that something is still of use.
    use_left: f32,
    /// Free storage spaces.
    room: u8,
    /// What the donations that can be paid cost.
    payments: Payments,
    /// Points from the best donation that is possible now, less what it costs.
    donation: f32,
}

impl<'a> Outlook<'a> {
    fn new(game: &'a Amritsar, seat: Seat, tally: &'a Tally) -> Self {
        let open = &game.open;
        let player = &open.players[seat];
        let turns = f32::from(TURNS.saturating_sub(player.turns));
        let others = open.players.iter().filter(|(other, _)| *other != seat);
        let mut chances: f32 = others
            .map(|(_, other)| f32::from(TURNS.saturating_sub(other.turns)))
            .sum();
        if open.options.maharajah_workers() {
            chances += f32::from(TURNS.saturating_sub(open.rounds_begun())) + 1.0;
        }
        let follows = chances / Colour::COUNT as f32;
        let current = if open.in_own_turn() && open.active == seat {
            0.6
        } else {
            0.0
        };
        let mut outlook = Outlook {
            game,
            open,
            counters: &tally.players[seat],
            seat,
            player,
            turns,
            follows,
            use_left: ((turns + 0.5 * follows + current) / 2.5).min(1.0),
            room: player.capacity().saturating_sub(player.items.total()),
            payments: Payments::default(),
            donation: 0.0,
        };
        outlook.payments = outlook.payments(&player.items);
        outlook.donation = player.elephant.map_or(0.0, |district| {
            outlook.best_donation(district, &outlook.payments)
        });
        outlook
    }

    fn measure(&self) -> [f32; PROSPECTS.len()] {
        let Outlook { player, turns, .. } = *self;
        let item = |item: Item| stock(player.items.count(item)) * self.use_left;
        let [taxes, later_taxes] = self.taxes();
        let [held, short, held_later, short_later] = self.majorities();
        let [following, followers] = self.following();
        let step = |track: Track| f32::from(player.knowledge[track]) * self.use_left;
        [
            turns,
            self.to_do(),
            following,
            followers,
            item(Item::Coin),
            item(Item::Marble),
            item(Item::Copper),
            item(Item::Gold),
            f32::from(player.capacity()) * turns,
            f32::from(self.room.min(3)) * self.use_left,
            taxes,
            later_taxes,
            stock(player.counters_elephant) * self.use_left,
            held,
            short,
            held_later,
            short_later,
            f32::from(self.counters.under_free) * self.use_left,
            self.objectives_on_board(),
            self.objectives_in_hand() * self.use_left,
            step(Track::Development),
            step(Track::Resource),
            step(Track::Money),
            self.income(),
            self.counted_by_full_tracks(),
            self.mahouts(),
            self.donation,
            self.best_donation_anywhere(),
            self.storehouses() * turns,
            f32::from(u8::from(player.movement != Movement::Locked)) * turns,
            f32::from(
                u8::from(player.movement == Movement::Available)
                    + u8::from(player.owns(Storehouse::FreeElephant)),
            ) * self.use_left,
        ]
    }

    /// Prestige at stake in this decade, the more the nearer its end, and coins due in later ones.
    fn taxes(&self) -> [f32; 2] {
        let due = self.player.tax_due();
        let missing = due.saturating_sub(self.player.items.count(Item::Coin));
        let later = Decade::COUNT - 1 - self.open.decade.index();
        let penalty = f32::from(self.open.decade.penalty());
        let near = f32::from(self.open.round) / f32::from(ROUNDS);
        [
            f32::from(missing) * penalty * near * near,
            f32::from(due) * later as f32,
        ]
    }

    /// Prestige for majorities that are held, and for those that one counter more would hold: in this decade, and in later ones.
    fn majorities(&self) -> [f32; 4] {
        let mut found = [0.0; 4];
        let [held, short, held_later, short_later] = &mut found;
        let own = &self.counters.districts;
        let later = self.open.temple.iter().skip(self.open.decade.index() + 1);
        for district in District::all() {
            let best = self.counters.rival[district];
            let now = f32::from(self.open.temple_tile().prestige(district));
            let then: u8 = later.clone().map(|tile| tile.prestige(district)).sum();
            if own[district] > 0 && own[district] >= best {
                *held += now;
                *held_later += f32::from(then);
            } else if own[district] + 1 >= best {
                *short += now;
                *short_later += f32::from(then);
            }
        }
        found
    }

    /// What following the active worker promises, and for the active player how many can follow.
    fn following(&self) -> [f32; 2] {
        let (worker, next) = match self.open.stack.first() {
            Some(Pending::Actions(Menu { worker, .. }) | Pending::Elephant2 { worker }) => (
                *worker,
                self.open.active.after(1, self.open.options.players),
            ),
            Some(Pending::Follow(following)) if following.progress == Progress::Asked => {
                (following.worker, following.seat)
            }
            _ => return [0.0; 2],
        };
        let follower = |seat: Seat| self.open.players[seat].mahouts[worker];
        if self.seat == self.open.active {
            let players = self.open.options.players;
            let asked = (0..players)
                .map(|steps| next.after(steps, players))
                .take_while(|&seat| seat != self.seat);
            let able = asked.filter(|&seat| follower(seat).is_some()).count();
            return [0.0, able as f32];
        }
        let players = self.open.options.players;
        let distance = |seat: Seat| (seat.number() + players - self.open.active.number()) % players;
        let asked = distance(self.seat) >= distance(next);
        let promise = follower(self.seat).map_or(0.0, |mahout| self.effect(mahout.effect()));
        [if asked { promise } else { 0.0 }, 0.0]
    }

    /// What the end-of-decade spaces will have given.
    fn income(&self) -> f32 {
        let decades = (Decade::COUNT - self.open.decade.index()) as f32;
        let last = |track| if track == Track::Money { 1.0 } else { 0.0 };
        let reached = Track::all().filter(|&track| self.player.knowledge[track] >= INCOME_STEP);
        reached
            .map(|track| self.effect(track.income()) * (decades - 1.0) + last(track))
            .sum()
    }

    /// What the last steps would score now.
    fn counted_by_full_tracks(&self) -> f32 {
        let full = Track::all().filter(|&track| self.player.knowledge[track] >= LAST_STEP);
        let counted = full.map(|track| match track {
            Track::Development => self.player.counters_elephant,
            Track::Resource => self.player.items.resources(),
            Track::Money => self.player.items.count(Item::Coin),
        });
        f32::from(counted.sum::<u8>())
    }

    fn mahouts(&self) -> f32 {
        let per_use: f32 = self.player.mahouts_played().map(mahout_use).sum();
        per_use * (self.follows + OWN_USE * self.turns)
    }

    fn storehouses(&self) -> f32 {
        let kept = self.player.storehouses.iter();
        kept.filter(|&tile| self.player.owns(tile))
            .map(storehouse_use)
            .sum()
    }

    fn objectives_on_board(&self) -> f32 {
        let played = self.game.objectives[self.seat].played;
        played
            .iter()
            .filter_map(|(_, objective)| *objective)
            .map(|objective| self.objective(objective))
            .sum()
    }

    fn objectives_in_hand(&self) -> f32 {
        let hand = self.game.objectives[self.seat].hand.iter();
        hand.map(|objective| self.objective(objective)).sum()
    }

    /// What an objective promises: what it would score now, and what may still come.
    fn objective(&self, objective: Objective) -> f32 {
        let to_come = HOPE * usual(objective.goal()) * self.turns / f32::from(TURNS);
        self.objective_now(objective) + to_come
    }

    /// What an objective would score, or the part of it that corresponds to the part of the way.
    fn objective_now(&self, objective: Objective) -> f32 {
        let own = self.counters;
        let player = self.player;
        let part = |points: u8, there: u8, needed: u8| {
            let part = f32::from(there.min(needed)) / f32::from(needed);
            f32::from(points) * part * part
        };
        match objective.goal() {
            Goal::MajorityIn(district) => {
                let best = self.counters.rival[district];
                standing(own.districts[district], best)
            }
            Goal::MostCoins => self.most(|player| player.items.count(Item::Coin)),
            Goal::MostResources => self.most(|player| player.items.resources()),
            Goal::BothTracks(tracks, points) => {
                let steps = tracks.map(|track| player.knowledge[track].min(INCOME_STEP));
                part(points, steps.iter().sum(), 2 * INCOME_STEP)
            }
            Goal::LastStep(track, points) => part(points, player.knowledge[track], LAST_STEP),
            Goal::EachIn(district, points) => f32::from(points * own.districts[district]),
            Goal::Districts(scale) => {
                let there = own.districts.iter().filter(|&(_, &count)| count > 0);
                on_scale(scale, there.count())
            }
            Goal::Levels(scale) => {
                let there = own.levels.iter().filter(|&(_, &count)| count > 0);
                on_scale(scale, there.count())
            }
            Goal::AtLeast(levels, needed, points) => {
                let there = levels.iter().map(|&level| own.levels[level]).sum();
                part(points, there, needed)
            }
            Goal::Scale(level, scale) => on_scale(scale, own.levels[level].into()),
        }
    }

    fn most(&self, count: impl Fn(&Player) -> u8) -> f32 {
        let others = self
            .open
            .players
            .iter()
            .filter(|(other, _)| *other != self.seat);
        let best = others.map(|(_, other)| count(other)).max().unwrap_or(0);
        let late = 1.0 - (self.turns / f32::from(TURNS)).min(1.0);
        standing(count(self.player), best) * late
    }

    /// What is still to be done in the own turn, or in following.
    fn to_do(&self) -> f32 {
        if self.open.actor() != Some(self.seat) {
            return 0.0;
        }
        let begun = self.open.stack.iter().map(|&pending| self.pending(pending));
        let too_many = f32::from(self.player.overflow()) * COIN * self.use_left;
        begun.sum::<f32>() - too_many
    }

    fn pending(&self, pending: Pending) -> f32 {
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
            Pending::Market(_) => self.effect(Effect::Market),
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

    fn menu(&self, menu: Menu) -> f32 {
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

    /// The best tile of a district for each worker, and the elephant action, which may be a donation of what the tile gives.
    fn best_blocks(&self, district: District, elephant: f32) -> By<Colour, f32, 4> {
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

    /// The best donation with what the main action of a tile gives.
    fn donation_after(&self, district: District, tile: DistrictTile) -> f32 {
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

    /// What is left to do on a tile.
    fn block(&self, tile: DistrictTile, worker: Colour, main_done: bool, second_done: bool) -> f32 {
        let mut left = 0.0;
        if !main_done {
            left += self.effect(tile.main().effect());
        }
        if !second_done && self.suits(worker, tile) {
            left += self.effect(tile.secondary().effect());
        }
        left
    }

    /// Whether the worker's colour allows the secondary action.
    fn suits(&self, worker: Colour, tile: DistrictTile) -> bool {
        let counts_as = || Storehouse::white_as(tile.colour());
        tile.colour() == worker
            || worker == Colour::White
                && counts_as().is_some_and(|storehouse| self.player.owns(storehouse))
    }

    fn elephant_action(&self, district: District) -> f32 {
        if self.player.elephant != Some(district) {
            return 0.0;
        }
        let mains = self.open.districts[district].iter();
        mains
            .map(|tile| self.effect(tile.main().effect()))
            .fold(self.effect(Effect::MahoutAction), f32::max)
    }

    fn coin(&self) -> f32 {
        self.more(Item::Coin, 1)
    }

    /// What so many more of an item promise.
    fn more(&self, item: Item, count: u8) -> f32 {
        let there = self.player.items.count(item);
        let gain = stock(there.saturating_add(count)) - stock(there);
        ITEMS[item] * gain * self.use_left
    }

    /// What so many of an item promise that are there.
    fn less(&self, item: Item, count: u8) -> f32 {
        let there = self.player.items.count(item);
        let loss = stock(there) - stock(there.saturating_sub(count));
        ITEMS[item] * loss * self.use_left
    }

    fn items(&self, items: Items) -> f32 {
        let gained = items.0.iter().filter(|&(_, &count)| count > 0);
        let all: f32 = gained.map(|(item, &count)| self.more(item, count)).sum();
        let total = items.total();
        if total <= self.room {
            all
        } else {
            all * f32::from(self.room) / f32::from(total)
        }
    }

    fn counter(&self) -> f32 {
        match (self.player.counters_elephant, self.player.counters_market) {
            (ELEPHANT_CAPACITY.., _) => 0.0,
            (_, 0) => 1.0,
            (there, _) => COUNTER * (stock(there + 1) - stock(there)) * self.use_left,
        }
    }

    fn bridge(&self, trigger: Trigger) -> f32 {
        let tile = self.open.bridge_tile();
        if tile.trigger() == trigger {
            self.effect(tile.reward())
        } else {
            0.0
        }
    }

    /// What a market action gives when it is finished.
    fn traded(&self) -> f32 {
        self.counter() + self.bridge(Trigger::Market)
    }

    fn step(&self, track: Track) -> f32 {
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
        // The mahout used may itself be a step.
        let benefit = match track.benefit(next) {
            Effect::MahoutAction => self.donation.max(1.5 * self.use_left),
            benefit => self.effect(benefit),
        };
        lasting + further + benefit
    }

    fn upgrade(&self, kinds: UpgradeChoice, free: bool) -> f32 {
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

    /// What an upgrade of that kind is worth once it is paid.
    fn installed(&self, kind: UpgradeKind) -> f32 {
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

    fn effect(&self, effect: Effect) -> f32 {
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

    /// Points from the best donation in a district, less what it costs; 0 if none is possible.
    fn best_donation(&self, district: District, payments: &Payments) -> f32 {
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

    /// The best donation that these items allow anywhere.
    fn best_donation_anywhere(&self) -> f32 {
        let districts =
            District::all().map(|district| self.best_donation(district, &self.payments));
        districts.fold(0.0, f32::max)
    }

    /// What a counter more in a district promises for majorities and objectives.
    fn donor_standing(&self, district: District) -> f32 {
        let own = self.counters.districts[district];
        let best = self.counters.rival[district];
        if own + 1 < best || own > best {
            return STANDING;
        }
        let temple = self.open.temple.iter().skip(self.open.decade.index());
        let points: u8 = temple.map(|tile| tile.prestige(district)).sum();
        STANDING + MAJORITY * f32::from(points)
    }

    /// What the resources for a donation on each level promise otherwise; `None` where they are missing.
    fn payments(&self, items: &Items) -> Payments {
        By::from_fn(|level: Level| {
            let cost = level.cost();
            let paid =
                || Resource::all().map(|resource| self.less(resource.into(), cost[resource]));
            items.cover(cost).then(|| paid().sum())
        })
    }
}

/// What a donation on each level costs, if it can be paid.
type Payments = By<Level, Option<f32>, 4>;

/// What the active worker could do, by its colour and the district where it lands.
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

    /// The best that can come of a group, with so many coins more.
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

impl Open {
    /// Rounds begun since the start of the game.
    fn rounds_begun(&self) -> u8 {
        self.decade.index() as u8 * ROUNDS + self.round
    }
}

/// Points to be expected from a rank with so much, against a rival with so much.
fn standing(own: u8, best_rival: u8) -> f32 {
    match (own, i16::from(own) - i16::from(best_rival)) {
        (0, _) => 0.0,
        (_, 1..) => 5.0,
        (_, 0) => 4.5,
        (_, -1) => 2.5,
        _ => 1.0,
    }
}

fn on_scale([one, two, three, four]: [u8; 4], count: usize) -> f32 {
    f32::from(
        [0, one, two, three, four]
            .into_iter()
            .nth(count.min(4))
            .unwrap_or(four),
    )
}

/// Points that an objective usually ends with.
const fn usual(goal: Goal) -> f32 {
    match goal {
        Goal::MajorityIn(_) => 3.0,
        Goal::MostCoins | Goal::MostResources => 3.0,
        Goal::BothTracks(..) => 4.5,
        Goal::LastStep(..) => 4.0,
        Goal::EachIn(..) => 2.5,
        Goal::Districts(_) => 3.5,
        Goal::Levels(_) => 2.5,
        Goal::AtLeast(&[Level::One, ..], ..) => 5.0,
        Goal::AtLeast(..) => 1.5,
        Goal::Scale(Level::One, _) => 4.5,
        Goal::Scale(..) => 3.0,
    }
}

/// Points to be expected each time that a mahout is used.
const fn mahout_use(mahout: Mahout) -> f32 {
    match mahout {
        Mahout::Donate => 0.0,
        Mahout::UpgradeAny => 1.00,
        Mahout::CoinAndPp => 1.41,
        Mahout::Market => 0.69,
        Mahout::CoinAndMarble => 1.30,
        Mahout::AnyResource => 1.20,
        Mahout::KnowledgeAny => 1.50,
    }
}

/// Points to be expected in each turn from the benefit of a storehouse.
const fn storehouse_use(storehouse: Storehouse) -> f32 {
    use Storehouse as S;
    match storehouse {
        S::CoinAndAnyResource | S::TwoMarble | S::TwoKnowledge => 0.0,
        S::WhiteAsYellow | S::WhiteAsBlue | S::WhiteAsGreen => 0.12,
        S::MarketDiscount | S::TaxDiscount | S::NoPenalty | S::KnowledgeSwap => 0.099,
        S::FreeSkip => 0.30,
        S::AllBridges => 0.23,
        S::Exchange => 0.25,
        S::UpgradeAnyResource => 0.17,
        S::FreeElephant => 0.0,
    }
}

/// How much a number of equal things is worth: each further one less.
fn stock(count: u8) -> f32 {
    let worth = [0.0, 1.0, 1.8, 2.4, 2.8, 3.1, 3.3, 3.4];
    worth.into_iter().nth(count.into()).unwrap_or(3.4)
}
