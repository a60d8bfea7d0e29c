//! The prospects of future points, for bots that look ahead.

use crate::components::{
    BOT_FIRST_RANK, BOT_OTHER_RANK, COINS_WITHOUT_WORSHIP, Character, City, FINAL_MAJORITY,
    FIRST_RANK_PRESTIGE, FinalTile, Reward, Road, STATUES, SpecialRule, Timing, Village,
};
use crate::projection::{Common, Outlook, TRUST};
use crate::rewards::Applying;
use crate::state::{Maharaja, Mark, Open, Stage};
use crate::turn::Turn;
use kit::{Judge, Key, PerSeat, Seat, SeatSet};

kit::prospects! {
    /// The prospects of future points. Figures for `brings` by `durbar fit` did not make the search stronger.
    pub enum Prospect {
        Coins = "coins" { worth: 0.24 },
        CoinsToSpend = "coins to spend in rounds to come" { worth: 0.11 },
        Statues = "statues built" { worth: 3.65 },
        FinalScoring = "majorities or the final tile" { worth: 0.81 },
        Lead = "lead in the cities to come" { worth: 1.79 },
        CoinsToCome = "coins of the scoring to come" { worth: 0.22 },
        RewardToCome = "reward to come" { worth: 1.52 },
        EarlyChoice = "early choice of that reward" { worth: 1.08 },
        FirstRanks = "prestige of first ranks" { worth: 0.90 },
        PlannedStatues = "statues that the plan can build" { worth: 4.49 },
        PlannedPrestige = "prestige that the plan can buy" { worth: 0.90 },
        PlannedShrines = "shrines that the plan can build" { worth: 0.36 },
        PlannedCharacter = "better character that the plan can take" { worth: 0.50 },
        PlannedShifts = "flags that the plan can shift" { worth: 0.27 },
        Shrines = "shrines at hand" { worth: 0.17 },
        Markers = "action markers" { worth: 0.58 },
        Abilities = "abilities for the rounds to come" { worth: 0.48 },
        Way = "way to the Maharaja" { worth: -0.10 },
        NextWay = "way to the next city" { worth: -0.25 },
        FurtherWays = "ways further on" { worth: -0.17 },
        VillageShrines = "shrines in villages, for each round to come" { worth: 0.04 },
        RewardPrestige = "prestige to buy with the reward" { worth: 0.45 },
        RewardShrines = "shrines to build with the reward" { worth: 0.39 },
        RewardMaharani = "Maharani markers of the reward" { worth: 0.60 },
    }
}

/// Returns the points that an ability brings in one round.
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

impl Judge for Maharaja {
    type Prospect = Prospect;

    /// With 64 worlds, such a search won 27.6 % of 400 games against three others. In Amritsar it won 12 % of 200.
    const LONG_TURNS: bool = true;

    fn prospects(&self, seats: SeatSet, amounts: &mut PerSeat<Amounts>) {
        let open = &self.open;
        let common = Common::of(open);
        let outlooks = PerSeat::new(open.tableaus.count(), |seat| {
            if seats.contains(seat) {
                self.outlook(seat, &common)
            } else {
                self.outlook_of_rival(seat, &common)
            }
        });
        for seat in seats.iter() {
            let outlook = &outlooks[seat];
            let amounts = &mut amounts[seat];
            open.lasting_prospects(seat, outlook, &common, amounts);
            open.scoring_prospects(seat, &outlooks, &common, amounts);
            open.plan_prospects(seat, outlook, &common, amounts);
            open.means_prospects(seat, outlook, &common, amounts);
            open.reward_prospects(seat, amounts);
        }
    }

    fn chapter(&self) -> u32 {
        let acting = match self.open.stage {
            Stage::Turn(turn) | Stage::Victim { turn, .. } => 1 + u32::from(turn.seat.number()),
            _ => 0,
        };
        16 * u32::from(self.open.round) + acting
    }
}

type Amounts = kit::Amounts<Maharaja>;

impl Open {
    /// Adds the prospects that last beyond this round.
    fn lasting_prospects(
        &self,
        seat: Seat,
        outlook: &Outlook,
        common: &Common,
        amounts: &mut Amounts,
    ) {
        let spendable = outlook.coins.min(12 * u16::from(common.rounds));
        // Brahmabot's final points are in no score before the end, but denying them counts as well.
        let rival = self
            .bot()
            .map_or(0.0, |bot| self.final_prospects(bot, common));
        let statues = STATUES.saturating_sub(self.tableaus[seat].statues);
        amounts[Prospect::Coins] = outlook.coins.into();
        amounts[Prospect::CoinsToSpend] = spendable.into();
        amounts[Prospect::Statues] = statues.into();
        amounts[Prospect::FinalScoring] = self.final_prospects(seat, common) - rival;
    }

    /// Returns the lead in the cities to come, and the chances to be first there; later cities count less because they are less certain.
    fn visit_prospects(&self, seat: Seat, common: &Common) -> (f32, f32) {
        let (mut lead, mut firsts, mut certainty) = (0.0, 0.0, 1.0);
        for &city in common.order.iter().take(common.rounds.into()) {
            let worship = &common.worship[city];
            let own = f32::from(worship[seat]);
            let rivals = worship.iter().filter(|(rival, _)| *rival != seat);
            let (mut beaten, mut first) = (0.0, 1.0f32);
            for (_, &theirs) in rivals {
                let ahead = chance(0.15 * (own - f32::from(theirs)));
                beaten += ahead;
                first = first.min(ahead);
            }
            lead += certainty * beaten;
            firsts += certainty * first;
            certainty *= TRUST;
        }
        (lead / self.rivals(), firsts)
    }

    /// Returns the value of the first rank of a scoring besides its coins, or its cost to Brahmabot.
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

    /// Returns the expected points for majorities, or for the final tile that replaces them.
    fn final_prospects(&self, seat: Seat, common: &Common) -> f32 {
        match self.final_tile {
            None => self.majority_prospects(seat, common, FINAL_MAJORITY),
            Some(FinalTile::StrongMajority) => {
                self.majority_prospects(seat, common, FinalTile::STRONG_MAJORITY)
            }
            Some(FinalTile::Presence) => City::all()
                .filter(|&city| common.worship[city][seat] > 0)
                .count() as f32,
            Some(FinalTile::Roads) => {
                let worth = |road| self.road_prospects(seat, road, common);
                Road::all().map(worth).sum()
            }
            Some(FinalTile::TwoStatues) => City::all()
                .map(|city| match self.statues_in(seat, city).count() {
                    0 => 0.0,
                    1 => 0.1 * f32::from(common.rounds),
                    _ => f32::from(FinalTile::TWO_STATUES),
                })
                .sum(),
            Some(FinalTile::UnusedShrines) => {
                f32::from(FinalTile::UNUSED_SHRINE) * f32::from(self.tableaus[seat].supply)
            }
        }
    }

    fn road_prospects(&self, seat: Seat, road: Road, common: &Common) -> f32 {
        let villages = road.villages().iter();
        let own = villages.filter(|&&village| self.villages[village].include(seat));
        match (own.count(), road.villages().len()) {
            (_, 1) | (0, _) => 0.0,
            (1, _) => 0.05 * f32::from(common.rounds),
            _ => f32::from(FinalTile::ROAD),
        }
    }

    fn majority_prospects(&self, seat: Seat, common: &Common, [alone, shared]: [i16; 2]) -> f32 {
        // With more rounds to come, a small lead means less.
        let slope = 1.0 / (2.0 + f32::from(common.rounds));
        let stands = |seat: Seat, city: City| {
            common.rounds == 0 && self.tableaus[seat].priest == city.node()
        };
        let points = |city: City| {
            let worship = |seat: Seat| common.worship[city][seat] + u8::from(stands(seat, city));
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

    /// Adds the prospects of scorings: the lead in later ones; coins, a reward and its choice in this one; the prestige of all first ranks.
    fn scoring_prospects(
        &self,
        seat: Seat,
        outlooks: &PerSeat<Outlook>,
        common: &Common,
        amounts: &mut Amounts,
    ) {
        let mut first = 0.0;
        match &self.stage {
            Stage::Plan | Stage::Turn(_) | Stage::Victim { .. } => {
                first = self.rank_prospects(seat, outlooks, amounts);
            }
            Stage::Reward(rewarding) => {
                let mut waiting = rewarding.waiting.iter();
                match waiting.position(|&waiting| waiting == seat) {
                    Some(place) if place > 0 || rewarding.applying.is_none() => {
                        let players = f32::from(self.tableaus.count());
                        amounts[Prospect::RewardToCome] = 1.0;
                        amounts[Prospect::EarlyChoice] = 1.0 - place as f32 / players;
                    }
                    _ => (),
                }
            }
            _ => (),
        }
        let (lead, firsts) = self.visit_prospects(seat, common);
        amounts[Prospect::Lead] = lead;
        amounts[Prospect::FirstRanks] = (first + firsts) * self.first_rank_prestige(seat);
    }

    /// Adds the prospects of this round's scoring: coins, the chance of a reward, and its choice. Returns the chance of the first rank.
    fn rank_prospects(
        &self,
        seat: Seat,
        outlooks: &PerSeat<Outlook>,
        amounts: &mut Amounts,
    ) -> f32 {
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
        amounts[Prospect::CoinsToCome] =
            unranked + ranked * (least - unranked + (most - least) * share);
        amounts[Prospect::RewardToCome] = ranked;
        amounts[Prospect::EarlyChoice] = ranked * share;
        ranked * first
    }

    fn rivals(&self) -> f32 {
        f32::from(self.tableaus.count() - 1).max(1.0)
    }

    /// Adds what is planned but not yet done.
    fn plan_prospects(
        &self,
        seat: Seat,
        outlook: &Outlook,
        common: &Common,
        amounts: &mut Amounts,
    ) {
        amounts[Prospect::PlannedStatues] = outlook.statues.into();
        amounts[Prospect::PlannedPrestige] = outlook.prestige.into();
        amounts[Prospect::PlannedShrines] = outlook.built.into();
        if outlook.swaps > 0 {
            amounts[Prospect::PlannedCharacter] =
                self.better_character(seat) * (self.rounds_of_character(common) + 0.5);
        }
        amounts[Prospect::PlannedShifts] = outlook.shifts.into();
    }

    /// Returns the number of rounds for which a character can be expected to stay.
    fn rounds_of_character(&self, common: &Common) -> f32 {
        let stays = if self.plays(SpecialRule::NoStealing) {
            0.95f32
        } else {
            0.75
        };
        (1.0 - stays.powi(common.rounds.into())) / (1.0 - stays)
    }

    /// Returns by how much the best available character is better than the player's own.
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

    /// Adds the resources for the rounds to come.
    fn means_prospects(
        &self,
        seat: Seat,
        outlook: &Outlook,
        common: &Common,
        amounts: &mut Amounts,
    ) {
        let tableau = &self.tableaus[seat];
        let rounds = f32::from(common.rounds);
        let turns = rounds + f32::from(u8::from(outlook.to_act));
        let marker_now = outlook.to_act
            && !matches!(self.stage, Stage::Turn(Turn { seat: acting, marker_used: true, .. }) if acting == seat);
        let markers = tableau.markers.min(common.rounds);
        let urgent = marker_now && tableau.markers > markers;
        let villages = Village::all()
            .map(|village| self.villages[village].count(seat))
            .sum::<usize>();
        let if_after = |rounds: u8, price: f32| if common.rounds > rounds { price } else { 0.0 };
        amounts[Prospect::Shrines] = outlook.shrines_at_hand().min(2.0 * turns);
        amounts[Prospect::Markers] = f32::from(markers) + if urgent { 0.5 } else { 0.0 };
        amounts[Prospect::Abilities] = self.ability_prospects(seat, outlook, common);
        amounts[Prospect::Way] = outlook.way.price();
        amounts[Prospect::NextWay] = if_after(0, outlook.next_way.price());
        amounts[Prospect::FurtherWays] = if_after(1, outlook.further);
        amounts[Prospect::VillageShrines] = villages as f32 * rounds;
    }

    fn ability_prospects(&self, seat: Seat, outlook: &Outlook, common: &Common) -> f32 {
        let tableau = &self.tableaus[seat];
        let rounds = self.rounds_of_character(common);
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

    /// Adds the choices that a reward still offers.
    fn reward_prospects(&self, seat: Seat, amounts: &mut Amounts) {
        let Stage::Reward(rewarding) = &self.stage else {
            return;
        };
        let Some(Applying { reward, times }) = rewarding
            .applying
            .filter(|_| rewarding.waiting.first() == Some(&seat))
        else {
            return;
        };
        let tableau = &self.tableaus[seat];
        let times = f32::from(times);
        match reward {
            Reward::BuyPrestige => {
                let coins = f32::from(tableau.coins).min(times * f32::from(Reward::PURCHASES));
                amounts[Prospect::RewardPrestige] =
                    coins * (1.0 + f32::from(self.extra_prestige(seat)));
            }
            Reward::FreeShrine => {
                amounts[Prospect::RewardShrines] = times.min(tableau.shrines.into());
            }
            Reward::Maharani => amounts[Prospect::RewardMaharani] = times,
            _ => (),
        }
    }
}

/// Returns a probability, which is one half without an advantage.
fn chance(advantage: f32) -> f32 {
    (0.5 + advantage).clamp(0.0, 1.0)
}
