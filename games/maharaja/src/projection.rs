//! Projections of the current round: simulates every plan, for bots that look ahead.

use crate::components::{
    Character, City, Field, Node, ROUNDS, Road, SpecialRule, Village, WORSHIP_CENTRAL,
    WORSHIP_OUTER, WORSHIP_PRIEST, WORSHIP_SHRINE, WORSHIP_WEAK_OUTER, WheelAction,
};
use crate::plan::Plan;
use crate::state::{Maharaja, Open, Stage};
use crate::turn::OpenAction;
use kit::{By, Key, PerSeat, Seat};

/// The share of a plan's projected worship that can be expected.
pub(crate) const TRUST: f32 = 0.85;
/// The worship that a player without a plan is assumed to add in the Maharaja's city.
const USUAL_WORSHIP: f32 = 2.0;
/// The cost of a village without a shrine on the way, in coins.
const GAP_PRICE: f32 = 2.5;

impl Maharaja {
    /// Returns the part of [`Self::outlook`] that matters to others: the worship, and whether more can come.
    pub(crate) fn outlook_of_rival(&self, seat: Seat, common: &Common) -> Outlook {
        let open = &self.open;
        let to_act = open.is_to_act(seat);
        if to_act && self.errand(seat).is_some() {
            return self.outlook(seat, common);
        }
        let worship = f32::from(open.scored_worship(seat, common.goal));
        let hope = if to_act { USUAL_WORSHIP } else { 0.0 };
        Outlook {
            to_act,
            worship: worship + hope,
            ..Outlook::default()
        }
    }

    /// Projects a player to the end of their plan.
    pub(crate) fn outlook(&self, seat: Seat, common: &Common) -> Outlook {
        let open = &self.open;
        let ways = open.ways(seat);
        let tableau = &open.tableaus[seat];
        let mut outlook = Outlook {
            to_act: open.is_to_act(seat),
            way: ways.between(tableau.priest, common.goal.node()),
            next_way: ways.between(common.goal.node(), common.next.node()),
            coins: tableau.coins,
            shrines: tableau.shrines,
            worship: f32::from(open.scored_worship(seat, common.goal)),
            ..Outlook::default()
        };
        if open.round > 0 && !outlook.to_act {
            outlook.next_way = ways.between(tableau.priest, common.next.node());
            outlook.way = Way::default();
        }
        let [one, other] = common.afterwards.map(City::node);
        outlook.further =
            ways.between(common.next.node(), one).price() + 0.5 * ways.between(one, other).price();
        if outlook.to_act {
            match self.errand(seat) {
                Some(errand) => open.project(seat, errand, common, &mut outlook),
                None => outlook.worship += USUAL_WORSHIP,
            }
        }
        outlook
    }

    /// Returns what is left to be done in this round, or `None` if it is not planned yet.
    fn errand(&self, seat: Seat) -> Option<Errand> {
        let mut errand = Errand::default();
        match self.open.stage {
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

/// The values that are the same for all players.
pub(crate) struct Common {
    /// The number of rounds after this one.
    pub(crate) rounds: u8,
    /// The city that is scored in this round.
    pub(crate) goal: City,
    /// The next two cities.
    pub(crate) next: City,
    pub(crate) afterwards: [City; 2],
    /// All cities in the order of the visits.
    pub(crate) order: [City; 7],
    /// Worship of all statues and shrines.
    pub(crate) worship: By<City, PerSeat<u8>, 7>,
}

impl Common {
    pub(crate) fn of(open: &Open) -> Self {
        let order = open.track.from_left();
        let ended = open
            .tableaus
            .iter()
            .any(|(_, tableau)| tableau.statues == 0);
        let [first, second, third, fourth, ..] = order;
        let (goal, next, afterwards) = match open.maharaja {
            Some(city) => (city, first, [second, third]),
            None => (first, second, [third, fourth]),
        };
        Common {
            rounds: if ended {
                0
            } else {
                ROUNDS.saturating_sub(open.round)
            },
            goal,
            next,
            afterwards,
            order,
            worship: By::new(City::ALL.map(|city| open.pieces_in(city))),
        }
    }
}

/// The projection of a player to the end of their turn.
#[derive(Clone, Copy, Default)]
pub(crate) struct Outlook {
    /// Whether the turn of this round is still to come or to be ended.
    pub(crate) to_act: bool,
    pub(crate) way: Way,
    pub(crate) next_way: Way,
    pub(crate) further: f32,
    /// The projected coins and shrines.
    pub(crate) coins: u16,
    pub(crate) shrines: u8,
    /// The projected worship in the Maharaja's city.
    pub(crate) worship: f32,
    /// What the plan will build and buy.
    pub(crate) statues: u8,
    pub(crate) built: u8,
    pub(crate) taken: u8,
    pub(crate) prestige: i16,
    pub(crate) swaps: u8,
    pub(crate) shifts: u8,
}

impl Outlook {
    /// Adds worship that the plan is expected to bring.
    fn hope_for(&mut self, worship: u8) {
        self.worship += TRUST * f32::from(worship);
    }

    /// Returns the projected shrines; those still to be taken count slightly less.
    pub(crate) fn shrines_at_hand(&self) -> f32 {
        let promised = self.taken.min(self.shrines);
        f32::from(self.shrines - promised) + TRUST * f32::from(promised)
    }
}

/// The remaining part of a plan.
#[derive(Clone, Copy, Default)]
struct Errand {
    statues: u8,
    cheap_statues: u8,
    shrines: u8,
    /// The number of these that are free of charge.
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
            building => OpenAction::new(building)
                .iter()
                .for_each(|open| self.go_on(open)),
        }
    }

    fn go_on(&mut self, open: &OpenAction) {
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

/// The obstacles between two places.
#[derive(Clone, Copy, Default)]
pub(crate) struct Way {
    /// Villages without a shrine.
    pub(crate) gaps: u8,
    pub(crate) toll: u8,
}

impl Way {
    pub(crate) fn price(self) -> f32 {
        GAP_PRICE * f32::from(self.gaps) + f32::from(self.toll)
    }
}

/// The shortest ways of one player, measured in tolls and gaps.
struct Ways(By<Node, [u8; 8], 8>);

impl Ways {
    /// The weight of a gap, so high that any detour is better.
    const GAP: u8 = 32;

    fn between(&self, from: Node, to: Node) -> Way {
        let length = self.0[from].get(to.index()).copied().unwrap_or(0);
        Way {
            gaps: length / Self::GAP,
            toll: length % Self::GAP,
        }
    }

    /// Shortens all ways by going over each place in turn.
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

impl Open {
    pub(crate) fn is_to_act(&self, seat: Seat) -> bool {
        let acting = matches!(
            self.stage,
            Stage::Plan | Stage::Turn(_) | Stage::Victim { .. }
        );
        acting && !self.acted.contains(seat)
    }

    /// Returns the worship of the statues and shrines in a city, as in the final scoring.
    fn pieces_in(&self, city: City) -> PerSeat<u8> {
        let town = &self.cities[city];
        let mut worship = town.shrines;
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

    /// Simulates a plan: travels to the Maharaja's city, then builds statues, then shrines, then buys prestige.
    fn project(&self, seat: Seat, mut errand: Errand, common: &Common, outlook: &mut Outlook) {
        outlook.taken = errand.taken.min(self.tableaus[seat].supply);
        outlook.shrines += outlook.taken;
        outlook.coins += errand.coins;
        outlook.swaps = errand.swaps;
        outlook.shifts = errand.shifts;
        let arrives = self.project_journey(seat, &mut errand, common, outlook);
        let site = match self.tableaus[seat].priest.city() {
            _ if arrives || self.has(seat, Character::RemoteBuilding) => Some(common.goal),
            here => here,
        };
        let statues = site.map_or(0, |site| self.project_statues(seat, &errand, site, outlook));
        let shrines = project_shrines(&errand, outlook);
        if site == Some(common.goal) {
            outlook.hope_for(statues + shrines);
        }
        let (price, points) = WheelAction::PRESTIGE_DEAL;
        let purchases = errand.purchases.min(outlook.coins / price);
        outlook.coins -= purchases * price;
        outlook.prestige = purchases as i16 * (points + self.extra_prestige(seat));
    }

    /// Returns whether the priest reaches the Maharaja's city, with shrines built in the villages that have none.
    fn project_journey(
        &self,
        seat: Seat,
        errand: &mut Errand,
        common: &Common,
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
        if self.tableaus[seat].priest != common.goal.node() {
            let stronger = self.has(seat, Character::PriestPlusOne);
            outlook.hope_for(WORSHIP_PRIEST + u8::from(stronger) * Character::WORSHIP);
        }
        true
    }

    /// Builds the statues that can be paid. Returns their worship.
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
}

/// Builds the shrines that can be paid. Returns their worship.
fn project_shrines(errand: &Errand, outlook: &mut Outlook) -> u8 {
    let payable = outlook.coins + u16::from(errand.free_shrines);
    let shrines = errand.shrines.min(outlook.shrines);
    let built = u16::from(shrines).min(payable) as u8;
    outlook.coins -= u16::from(built.saturating_sub(errand.free_shrines));
    outlook.shrines -= built;
    outlook.built += built;
    built * WORSHIP_SHRINE
}

pub(crate) fn worship_on(field: Field) -> u8 {
    if field.is_central() {
        WORSHIP_CENTRAL
    } else {
        WORSHIP_OUTER
    }
}
