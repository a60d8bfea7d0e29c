//! What promises points to come: the judgement of bots that look ahead.

use crate::components::{
    BOT_FIRST_RANK, BOT_OTHER_RANK, COINS_WITHOUT_WORSHIP, Character, City, FINAL_MAJORITY,
    FIRST_RANK_PRESTIGE, Field, FinalTile, Node, ROUNDS, Reward, Road, STATUES, SpecialRule,
    Timing, Village, WORSHIP_CENTRAL, WORSHIP_OUTER, WORSHIP_PRIEST, WORSHIP_SHRINE,
    WORSHIP_WEAK_OUTER, WheelAction,
};
use crate::plan::Plan;
use crate::rewards::Applying;
use crate::state::{Maharaja, Mark, Public, Stage};
use crate::turn::{Open, Turn};
use kit::{Amounts, By, Key, PerSeat, Prospect, Seat};

/// The points to be expected from each prospect.
pub(crate) const PROSPECTS: &[Prospect] = &[
    worth("coins", 0.24),
    worth("coins to spend in rounds to come", 0.11),
    worth("statues built", 3.65),
    worth("majorities or the final tile", 0.81),
    worth("lead in the cities to come", 1.79),
    worth("coins of the scoring to come", 0.22),
    worth("reward to come", 1.52),
    worth("early choice of that reward", 1.08),
    worth("prestige of first ranks", 0.90),
    worth("statues that the plan can build", 4.49),
    worth("prestige that the plan can buy", 0.90),
    worth("shrines that the plan can build", 0.36),
    worth("better character that the plan can take", 0.50),
    worth("flags that the plan can shift", 0.27),
    worth("shrines at hand", 0.17),
    worth("action markers", 0.58),
    worth("abilities for the rounds to come", 0.48),
    worth("way to the Maharaja", -0.10),
    worth("way to the next city", -0.25),
    worth("ways further on", -0.17),
    worth("shrines in villages, for each round to come", 0.04),
    worth("prestige to buy with the reward", 0.45),
    worth("shrines to build with the reward", 0.39),
    worth("Maharani markers of the reward", 0.60),
];

const fn worth(name: &'static str, worth: f32) -> Prospect {
    Prospect { name, worth }
}

/// The points that an ability brings in one round.
const fn ability(character: Character) -> f32 {
    use Character::*;
    match character {
        NoEffect => 0.1,
        TakeShrine | ShiftFlag => 0.2,
        BuyActionMarker | PriestPlusOne | ShrinePairs | FreeTravel | RemoteBuilding => 0.4,
        FreeWorship | SupplyShrine => 0.5,
        CheapStatues | DoubleReward => 0.8,
        TakePrestige | Exchange => 1.0,
        TakeActionMarker => 1.1,
        ExtraPrestige => 1.6,
    }
}

/// How much of what a plan promises comes true.
const TRUST: f32 = 0.85;
/// Worship that a player without a plan will add in the Maharaja's city.
const USUAL_WORSHIP: f32 = 2.0;
/// A village without a shrine on the way, in coins.
const GAP_PRICE: f32 = 2.5;

impl Maharaja {
    /// Fills in, for each seat, what [`PROSPECTS`] lists, in the same order.
    pub(crate) fn measure_prospects(&self, amounts: &mut PerSeat<Amounts>) {
        let public = &self.public;
        let scene = Scene::of(public);
        let outlooks = PerSeat::new(public.tableaus.count(), |seat| self.outlook(seat, &scene));
        for (seat, amounts) in amounts.iter_mut() {
            let outlook = &outlooks[seat];
            let found = public
                .lasting_prospects(seat, outlook, &scene)
                .into_iter()
                .chain(public.scoring_prospects(seat, &outlooks, &scene))
                .chain(public.plan_prospects(seat, outlook, &scene))
                .chain(public.means_prospects(seat, outlook, &scene))
                .chain(public.reward_prospects(seat));
            for (amount, found) in amounts.iter_mut().zip(found) {
                *amount = found;
            }
        }
    }

    /// Where a player stands once the plan is carried out.
    fn outlook(&self, seat: Seat, scene: &Scene) -> Outlook {
        let public = &self.public;
        let ways = public.ways(seat);
        let tableau = &public.tableaus[seat];
        let mut outlook = Outlook {
            to_act: public.is_to_act(seat),
            way: ways.between(tableau.priest, scene.goal.node()),
            next_way: ways.between(scene.goal.node(), scene.next.node()),
            coins: tableau.coins,
            shrines: tableau.shrines,
            worship: f32::from(public.scored_worship(seat, scene.goal)),
            ..Outlook::default()
        };
        if public.round > 0 && !outlook.to_act {
            outlook.next_way = ways.between(tableau.priest, scene.next.node());
            outlook.way = Way::default();
        }
        let [one, other] = scene.afterwards.map(City::node);
        outlook.further =
            ways.between(scene.next.node(), one).price() + 0.5 * ways.between(one, other).price();
        if outlook.to_act {
            match self.errand(seat) {
                Some(errand) => public.project(seat, errand, scene, &mut outlook),
                None => outlook.worship += USUAL_WORSHIP,
            }
        }
        outlook
    }

    /// What is left to be done in this round; `None` if it is not planned yet.
    fn errand(&self, seat: Seat) -> Option<Errand> {
        let mut errand = Errand::default();
        match self.public.stage {
            Stage::Turn(turn) | Stage::Victim { turn, .. } if turn.seat == seat => {
                turn.planned.iter().for_each(|&action| errand.add(action));
                turn.open.iter().for_each(|open| errand.go_on(open));
            }
            _ => {
                let plan = self.plans[seat].map(Plan::actions)?;
                plan.into_iter().for_each(|action| errand.add(action));
            }
        }
        Some(errand)
    }
}

/// What is the same for all players.
struct Scene {
    /// Rounds after this one.
    rounds: u8,
    /// The city that is scored in this round.
    goal: City,
    /// The cities that come next.
    next: City,
    afterwards: [City; 2],
    /// All cities in the order of the visits.
    order: [City; 7],
    /// Worship of all statues and shrines.
    worship: By<City, PerSeat<u8>, 7>,
}

impl Scene {
    fn of(public: &Public) -> Self {
        let order = public.track.from_left();
        let ended = public
            .tableaus
            .iter()
            .any(|(_, tableau)| tableau.statues == 0);
        let [first, second, third, fourth, ..] = order;
        let (goal, next, afterwards) = match public.maharaja {
            Some(city) => (city, first, [second, third]),
            None => (first, second, [third, fourth]),
        };
        Scene {
            rounds: if ended {
                0
            } else {
                ROUNDS.saturating_sub(public.round)
            },
            goal,
            next,
            afterwards,
            order,
            worship: By::new(City::ALL.map(|city| public.pieces_in(city))),
        }
    }
}

/// A player, as seen from the end of the own turn.
#[derive(Clone, Copy, Default)]
struct Outlook {
    /// Whether the turn of this round is still to come or to be ended.
    to_act: bool,
    way: Way,
    next_way: Way,
    further: f32,
    /// Coins and shrines that will be left.
    coins: u16,
    shrines: u8,
    /// In the Maharaja's city.
    worship: f32,
    /// What the plan will build and buy.
    statues: u8,
    built: u8,
    taken: u8,
    prestige: i16,
    swaps: u8,
    shifts: u8,
}

impl Outlook {
    /// Worship that the plan promises.
    fn hope_for(&mut self, worship: u8) {
        self.worship += TRUST * f32::from(worship);
    }

    /// Shrines that will be left, those still to be taken for a little less.
    fn shrines_at_hand(&self) -> f32 {
        let promised = self.taken.min(self.shrines);
        f32::from(self.shrines - promised) + TRUST * f32::from(promised)
    }
}

/// What is left of a plan.
#[derive(Clone, Copy, Default)]
struct Errand {
    statues: u8,
    cheap_statues: u8,
    shrines: u8,
    /// How many of these cost nothing.
    free_shrines: u8,
    coins: u16,
    taken: u8,
    purchases: u16,
    swaps: u8,
    shifts: u8,
}

impl Errand {
    fn add(&mut self, action: WheelAction) {
        match action {
            WheelAction::TakeCoins => self.coins += WheelAction::COINS,
            WheelAction::TakeShrines => self.taken += WheelAction::SHRINES,
            WheelAction::BuyPrestige => self.purchases += 1,
            WheelAction::SwapCharacter => self.swaps += 1,
            WheelAction::ShiftFlag => self.shifts += 1,
            building => Open::new(building).iter().for_each(|open| self.go_on(open)),
        }
    }

    fn go_on(&mut self, open: &Open) {
        match open.action {
            WheelAction::StatueDiscount => self.cheap_statues += open.statues,
            _ => self.statues += open.statues,
        }
        if open.action == WheelAction::ShrineDiscount {
            self.free_shrines += open.shrines;
        }
        self.shrines += open.shrines;
    }
}

/// What lies between two places.
#[derive(Clone, Copy, Default)]
struct Way {
    /// Villages without a shrine.
    gaps: u8,
    toll: u8,
}

impl Way {
    fn price(self) -> f32 {
        GAP_PRICE * f32::from(self.gaps) + f32::from(self.toll)
    }
}

/// The shortest ways of one player, in tolls and gaps.
struct Ways(By<Node, [u8; 8], 8>);

impl Ways {
    /// Avoiding a gap is worth any detour.
    const GAP: u8 = 32;

    fn between(&self, from: Node, to: Node) -> Way {
        let length = self.0[from].get(to.index()).copied().unwrap_or(0);
        Way {
            gaps: length / Self::GAP,
            toll: length % Self::GAP,
        }
    }

    /// The way over each place in turn, where that is shorter.
    fn shorten(&mut self) {
        for via in Node::all() {
            let onward = self.0[via];
            for (_, lengths) in self.0.iter_mut() {
                let there = lengths.get(via.index()).copied().unwrap_or(u8::MAX);
                for (length, onward) in lengths.iter_mut().zip(onward) {
                    *length = (*length).min(there.saturating_add(onward));
                }
            }
        }
    }
}

impl Public {
    fn is_to_act(&self, seat: Seat) -> bool {
        let acting = matches!(
            self.stage,
            Stage::Plan | Stage::Turn(_) | Stage::Victim { .. }
        );
        acting && !self.acted.contains(seat)
    }

    /// Worship of the statues and shrines in a city, in the final scoring.
    fn pieces_in(&self, city: City) -> PerSeat<u8> {
        let town = &self.cities[city];
        let mut worship = PerSeat::new(self.tableaus.count(), |seat| town.shrines[seat]);
        for (field, &owner) in town.statues.iter() {
            if let Some(owner) = owner {
                worship[owner] += worship_on(field);
            }
        }
        worship
    }

    fn ways(&self, seat: Seat) -> Ways {
        let free = self.has(seat, Character::FreeTravel);
        let length = |&village: &Village| match self.villages[village].seats() {
            [] => Ways::GAP,
            owners if free || owners.contains(&seat) => 0,
            owners => owners.len() as u8,
        };
        let mut ways = Ways(By::new([[u8::MAX; 8]; 8]));
        for road in Road::all() {
            let toll = road.villages().iter().map(length).sum();
            let [one, other] = road.ends();
            for (from, to) in [(one, other), (other, one), (one, one), (other, other)] {
                let toll = if from == to { 0 } else { toll };
                if let Some(length) = ways.0[from].get_mut(to.index()) {
                    *length = toll;
                }
            }
        }
        ways.shorten();
        ways
    }

    /// Carries out a plan in the mind: to the Maharaja's city, statues first, then shrines, then prestige.
    fn project(&self, seat: Seat, mut errand: Errand, scene: &Scene, outlook: &mut Outlook) {
        outlook.taken = errand.taken.min(self.tableaus[seat].supply);
        outlook.shrines += outlook.taken;
        outlook.coins += errand.coins;
        outlook.swaps = errand.swaps;
        outlook.shifts = errand.shifts;
        let arrives = self.project_journey(seat, &mut errand, scene, outlook);
        let site = match self.tableaus[seat].priest.city() {
            _ if arrives || self.has(seat, Character::RemoteBuilding) => Some(scene.goal),
            here => here,
        };
        let statues = site.map_or(0, |site| self.project_statues(seat, &errand, site, outlook));
        let shrines = project_shrines(&errand, outlook);
        if site == Some(scene.goal) {
            outlook.hope_for(statues + shrines);
        }
        let (price, points) = WheelAction::PRESTIGE_DEAL;
        let purchases = errand.purchases.min(outlook.coins / price);
        outlook.coins -= purchases * price;
        outlook.prestige = purchases as i16 * (points + self.extra_prestige(seat));
    }

    /// Whether the priest gets to the Maharaja's city, with shrines in the villages that have none.
    fn project_journey(
        &self,
        seat: Seat,
        errand: &mut Errand,
        scene: &Scene,
        outlook: &mut Outlook,
    ) -> bool {
        let Way { gaps, toll } = outlook.way;
        let price = u16::from(gaps + toll);
        if gaps > errand.shrines.min(outlook.shrines) || price > outlook.coins {
            return false;
        }
        outlook.coins -= price;
        outlook.shrines -= gaps;
        outlook.built += gaps;
        errand.shrines -= gaps;
        if self.tableaus[seat].priest != scene.goal.node() {
            let stronger = self.has(seat, Character::PriestPlusOne);
            outlook.hope_for(WORSHIP_PRIEST + u8::from(stronger) * Character::WORSHIP);
        }
        true
    }

    /// Builds the statues that can be paid; the worship that they bring.
    fn project_statues(
        &self,
        seat: Seat,
        errand: &Errand,
        site: City,
        outlook: &mut Outlook,
    ) -> u8 {
        let outer = if self.plays(SpecialRule::WeakOuter) {
            WORSHIP_WEAK_OUTER
        } else {
            WORSHIP_OUTER
        };
        let mut centre_is_free = self.cities[site].statues[Field::Centre].is_none();
        let mut worship = 0;
        let actions = [
            (WheelAction::StatueDiscount, errand.cheap_statues),
            (WheelAction::StatueAndShrine, errand.statues),
        ];
        for (action, times) in actions {
            let price = self.statue_price(seat, site, action);
            for _ in 0..times {
                if outlook.coins >= price && outlook.statues < self.tableaus[seat].statues {
                    outlook.coins -= price;
                    outlook.statues += 1;
                    worship += if centre_is_free {
                        WORSHIP_CENTRAL
                    } else {
                        outer
                    };
                    centre_is_free = false;
                }
            }
        }
        worship
    }

    /// What lasts beyond this round.
    fn lasting_prospects(&self, seat: Seat, outlook: &Outlook, scene: &Scene) -> [f32; 4] {
        let spendable = outlook.coins.min(12 * u16::from(scene.rounds));
        // Brahmabot's final points are in no score before the end, but what it does not get counts as well.
        let rival = self
            .bot()
            .map_or(0.0, |bot| self.final_prospects(bot, scene));
        [
            outlook.coins.into(),
            spendable.into(),
            STATUES.saturating_sub(self.tableaus[seat].statues).into(),
            self.final_prospects(seat, scene) - rival,
        ]
    }

    /// How far ahead a player is in the cities to come, and the chances to be first there; what comes late is less certain.
    fn visit_prospects(&self, seat: Seat, scene: &Scene) -> (f32, f32) {
        let (mut lead, mut firsts, mut certainty) = (0.0, 0.0, 1.0);
        for &city in scene.order.iter().take(scene.rounds.into()) {
            let worship = &scene.worship[city];
            let own = f32::from(worship[seat]);
            let rivals = worship.iter().filter(|(rival, _)| *rival != seat);
            let (mut beaten, mut first) = (0.0, 1.0f32);
            for (_, &theirs) in rivals {
                let ahead = chance(0.15 * (own - f32::from(theirs)));
                beaten += ahead;
                first = first.min(ahead);
            }
            lead += certainty * beaten / self.rivals();
            firsts += certainty * first;
            certainty *= TRUST;
        }
        (lead, firsts)
    }

    /// What the first rank of a scoring is worth beyond its coins, or costs Brahmabot.
    fn first_rank_prestige(&self, seat: Seat) -> f32 {
        let mut prestige = 0;
        if self.plays(SpecialRule::FirstRankPrestige) {
            prestige += FIRST_RANK_PRESTIGE + self.extra_prestige(seat);
        }
        if self.bot().is_some() {
            prestige += BOT_FIRST_RANK - BOT_OTHER_RANK;
        }
        prestige.into()
    }

    /// What the majorities, or the final tile in their place, will bring.
    fn final_prospects(&self, seat: Seat, scene: &Scene) -> f32 {
        match self.final_tile {
            None => self.majority_prospects(seat, scene, FINAL_MAJORITY),
            Some(FinalTile::StrongMajority) => {
                self.majority_prospects(seat, scene, FinalTile::STRONG_MAJORITY)
            }
            Some(FinalTile::Presence) => City::all()
                .filter(|&city| scene.worship[city][seat] > 0)
                .count() as f32,
            Some(FinalTile::Roads) => {
                let worth = |road| self.road_prospects(seat, road, scene);
                Road::all().map(worth).sum()
            }
            Some(FinalTile::TwoStatues) => City::all()
                .map(|city| match self.statues_in(seat, city).count() {
                    0 => 0.0,
                    1 => 0.1 * f32::from(scene.rounds),
                    _ => f32::from(FinalTile::TWO_STATUES),
                })
                .sum(),
            Some(FinalTile::UnusedShrines) => {
                f32::from(FinalTile::UNUSED_SHRINE) * f32::from(self.tableaus[seat].supply)
            }
        }
    }

    fn road_prospects(&self, seat: Seat, road: Road, scene: &Scene) -> f32 {
        let villages = road.villages().iter();
        let own = villages.filter(|&&village| self.villages[village].include(seat));
        match (own.count(), road.villages().len()) {
            (_, 1) | (0, _) => 0.0,
            (1, _) => 0.05 * f32::from(scene.rounds),
            _ => f32::from(FinalTile::ROAD),
        }
    }

    fn majority_prospects(&self, seat: Seat, scene: &Scene, [alone, shared]: [i16; 2]) -> f32 {
        // With every round to come a small lead means less.
        let slope = 1.0 / (2.0 + f32::from(scene.rounds));
        let stands =
            |seat: Seat, city: City| scene.rounds == 0 && self.tableaus[seat].priest == city.node();
        let points = |city: City| {
            let worship = |seat: Seat| scene.worship[city][seat] + u8::from(stands(seat, city));
            let own = worship(seat);
            let rivals = self.tableaus.seats().filter(|&rival| rival != seat);
            let most = rivals.map(worship).max().unwrap_or(0);
            if own == 0 {
                return 0.0;
            }
            let chance = chance(slope * (f32::from(own) - f32::from(most)));
            if chance < 0.5 {
                2.0 * chance * f32::from(shared)
            } else {
                f32::from(shared) + (2.0 * chance - 1.0) * f32::from(alone - shared)
            }
        };
        City::all().map(points).sum()
    }

    /// The scorings to come: the lead in later ones; coins, a reward and its choice in this one; the prestige of all first ranks.
    fn scoring_prospects(
        &self,
        seat: Seat,
        outlooks: &PerSeat<Outlook>,
        scene: &Scene,
    ) -> [f32; 5] {
        let [coins, reward, choice, first] = match &self.stage {
            Stage::Plan | Stage::Turn(_) | Stage::Victim { .. } => {
                self.rank_prospects(seat, outlooks)
            }
            Stage::Reward(rewarding) => {
                let mut waiting = rewarding.waiting.iter();
                match waiting.position(|&waiting| waiting == seat) {
                    Some(place) if place > 0 || rewarding.applying.is_none() => {
                        let players = f32::from(self.tableaus.count());
                        [0.0, 1.0, 1.0 - place as f32 / players, 0.0]
                    }
                    _ => [0.0; 4],
                }
            }
            _ => [0.0; 4],
        };
        let (lead, firsts) = self.visit_prospects(seat, scene);
        let prestige = (first + firsts) * self.first_rank_prestige(seat);
        [lead, coins, reward, choice, prestige]
    }

    /// In the scoring of this round: coins, the chance of a reward, its choice, and the chance of the first rank.
    fn rank_prospects(&self, seat: Seat, outlooks: &PerSeat<Outlook>) -> [f32; 4] {
        let own = &outlooks[seat];
        let (mut beaten, mut first) = (0.0, 1.0f32);
        for (rival, theirs) in outlooks.iter().filter(|(rival, _)| *rival != seat) {
            let before = self.number(seat) < self.number(rival);
            let tie = if before { 0.5 } else { -0.5 };
            let certainty = if own.to_act || theirs.to_act {
                0.3
            } else {
                1.0
            };
            let ahead = chance(certainty * (own.worship - theirs.worship + tie));
            beaten += ahead;
            first = first.min(ahead);
        }
        let share = beaten / self.rivals();
        let ranked = own.worship.min(1.0);
        let coins = self.table().coins_by_rank;
        let [most, least] =
            [coins.first(), coins.last()].map(|coins| coins.copied().map_or(0.0, f32::from));
        let unranked = f32::from(COINS_WITHOUT_WORSHIP);
        [
            unranked + ranked * (least - unranked + (most - least) * share),
            ranked,
            ranked * share,
            ranked * first,
        ]
    }

    fn rivals(&self) -> f32 {
        f32::from(self.tableaus.count() - 1).max(1.0)
    }

    /// What is planned but not yet done.
    fn plan_prospects(&self, seat: Seat, outlook: &Outlook, scene: &Scene) -> [f32; 5] {
        let swap = if outlook.swaps > 0 {
            self.better_character(seat) * (self.rounds_of_character(scene) + 0.5)
        } else {
            0.0
        };
        [
            outlook.statues.into(),
            outlook.prestige.into(),
            outlook.built.into(),
            swap,
            outlook.shifts.into(),
        ]
    }

    /// The rounds to come for which a character can be expected to stay.
    fn rounds_of_character(&self, scene: &Scene) -> f32 {
        let stays = if self.plays(SpecialRule::NoStealing) {
            0.95f32
        } else {
            0.75
        };
        (1.0 - stays.powi(scene.rounds.into())) / (1.0 - stays)
    }

    /// By how much the best character that can be had is better than the own.
    fn better_character(&self, seat: Seat) -> f32 {
        let own = self.tableaus[seat].character.map_or(0.0, ability);
        let owned = self
            .tableaus
            .iter()
            .filter(|_| !self.plays(SpecialRule::NoStealing))
            .filter_map(|(_, tableau)| tableau.character);
        let all = self.display.iter().copied().chain(owned);
        all.map(|character| ability(character) - own)
            .fold(0.0, f32::max)
    }

    /// What helps in the rounds to come.
    fn means_prospects(&self, seat: Seat, outlook: &Outlook, scene: &Scene) -> [f32; 7] {
        let tableau = &self.tableaus[seat];
        let rounds = f32::from(scene.rounds);
        let turns = rounds + f32::from(u8::from(outlook.to_act));
        let marker_now = outlook.to_act
            && !matches!(self.stage, Stage::Turn(Turn { seat: acting, marker_used: true, .. }) if acting == seat);
        let markers = tableau.markers.min(scene.rounds);
        let urgent = marker_now && tableau.markers > markers;
        let villages = Village::all()
            .map(|village| self.villages[village].count(seat))
            .sum::<usize>();
        let if_after = |rounds: u8, price: f32| if scene.rounds > rounds { price } else { 0.0 };
        [
            outlook.shrines_at_hand().min(2.0 * turns),
            f32::from(markers) + if urgent { 0.5 } else { 0.0 },
            self.ability_prospects(seat, outlook, scene),
            outlook.way.price(),
            if_after(0, outlook.next_way.price()),
            if_after(1, outlook.further),
            villages as f32 * rounds,
        ]
    }

    fn ability_prospects(&self, seat: Seat, outlook: &Outlook, scene: &Scene) -> f32 {
        let tableau = &self.tableaus[seat];
        let rounds = self.rounds_of_character(scene);
        let now = |character: Character| {
            let counts = match character.timing() {
                Timing::Never => false,
                Timing::Once => outlook.to_act && !tableau.used.contains(character),
                Timing::Permanent => outlook.to_act,
                Timing::Scoring => !matches!(self.stage, Stage::Reward(_)),
            };
            if counts { 0.6 } else { 0.0 }
        };
        let own = tableau.character.map_or(0.0, |character| {
            ability(character) * (rounds + now(character))
        });
        let marked = |mark: &Mark| {
            let left = if mark.round == self.round {
                rounds.min(1.0)
            } else {
                now(mark.character)
            };
            ability(mark.character) * left
        };
        let marks = self.maharani.iter().flatten();
        own + marks
            .filter(|mark| mark.seat == seat)
            .map(marked)
            .sum::<f32>()
    }

    /// The choice that a reward still brings.
    fn reward_prospects(&self, seat: Seat) -> [f32; 3] {
        let Stage::Reward(rewarding) = &self.stage else {
            return [0.0; 3];
        };
        let Some(Applying { reward, times }) = rewarding
            .applying
            .filter(|_| rewarding.waiting.first() == Some(&seat))
        else {
            return [0.0; 3];
        };
        let tableau = &self.tableaus[seat];
        let times = f32::from(times);
        match reward {
            Reward::BuyPrestige => {
                let coins = f32::from(tableau.coins).min(times * f32::from(Reward::PURCHASES));
                [
                    coins * (1.0 + f32::from(self.extra_prestige(seat))),
                    0.0,
                    0.0,
                ]
            }
            Reward::FreeShrine => [0.0, times.min(tableau.shrines.into()), 0.0],
            Reward::Maharani => [0.0, 0.0, times],
            _ => [0.0; 3],
        }
    }
}

/// Builds the shrines that can be paid; the worship that they bring.
fn project_shrines(errand: &Errand, outlook: &mut Outlook) -> u8 {
    let payable = outlook.coins + u16::from(errand.free_shrines);
    let shrines = errand.shrines.min(outlook.shrines);
    let built = u16::from(shrines).min(payable) as u8;
    outlook.coins -= u16::from(built.saturating_sub(errand.free_shrines));
    outlook.shrines -= built;
    outlook.built += built;
    built * WORSHIP_SHRINE
}

fn worship_on(field: Field) -> u8 {
    if field.is_central() {
        WORSHIP_CENTRAL
    } else {
        WORSHIP_OUTER
    }
}

/// A chance that is even without an advantage.
fn chance(advantage: f32) -> f32 {
    (0.5 + advantage).clamp(0.0, 1.0)
}
