//! Checks of prestige and coins against the rest of the state.
//!
//! The points of the set-up are known exactly, and so are the sources that Brahmabot never has. For everything else the state implies how often
//! it can have happened at most: in past rounds, as often as a round allows; in this round, by plans, used abilities and
//! taken rewards.

use crate::components::{
    BOT_FIRST_RANK, BOT_OTHER_RANK, BOT_SHRINE_INCOME, Bonus, COINS_WITHOUT_WORSHIP, Character,
    City, FIRST_RANK_PRESTIGE, Field, Reward, START_COINS, START_PRESTIGE, SpecialRule,
    WheelAction,
};
use crate::prestige::Source;
use crate::state::{Maharaja, Open, Stage};
use crate::travel::LONGEST;
use kit::{Flaw, Key, Seat, ensure};
use std::ops::RangeInclusive;

/// The maximum number of actions of one kind in one turn: two by the plan, one by a marker.
const MOST_TIMES: i16 = 3;

impl Maharaja {
    pub(super) fn check_points(&self) -> Result<(), Flaw> {
        for (seat, tableau) in self.open.tableaus.iter() {
            for (source, points) in tableau.prestige.by_source() {
                let possible = self.possible_points(seat, source);
                ensure(possible.contains(&points), || {
                    format!(
                        "seat {seat} has {points} prestige of {source}, and not {} to {}",
                        possible.start(),
                        possible.end()
                    )
                })?;
            }
            self.open
                .check_deals(seat, tableau.prestige.of(Source::Actions))?;
            ensure(tableau.prestige.total() >= 0, || {
                format!("seat {seat} has paid more prestige than it had")
            })?;
        }
        self.open.check_ranks()?;
        self.check_coins()
    }

    /// Returns the range of points that this player can have from a source.
    fn possible_points(&self, seat: Seat, source: Source) -> RangeInclusive<i16> {
        let open = &self.open;
        if Some(seat) == open.bot() {
            let most_of_ranks = i16::from(open.scorings()) * (BOT_FIRST_RANK + FIRST_RANK_PRESTIGE);
            return match (source, &open.brahmabot) {
                (Source::Start, Some(brahmabot)) => {
                    let (_, start) = brahmabot.level.start();
                    start..=start
                }
                (Source::Ranks, _) => 0..=most_of_ranks,
                _ => 0..=0,
            };
        }
        let extra = open.most_extra();
        let past = i16::from(open.rounds_done());
        let uses = |character| open.uses(seat, character);
        match source {
            Source::Start => START_PRESTIGE..=START_PRESTIGE,
            Source::Actions => {
                let (_, points) = WheelAction::PRESTIGE_DEAL;
                let now = i16::from(self.times(seat, WheelAction::BuyPrestige));
                0..=(past * MOST_TIMES + now) * (points + extra)
            }
            Source::Fields => {
                let (points, fields) = open.field_prestige(seat);
                points..=points + fields * extra
            }
            Source::Abilities => {
                let [exchanges, gains] = [Character::Exchange, Character::TakePrestige].map(uses);
                let exchanged = i16::from(Character::EXCHANGES)
                    * exchanges
                    * (Character::EXCHANGE_PRESTIGE + extra);
                0..=exchanged + gains * (Character::PRESTIGE + extra)
            }
            Source::Rewards => 0..=open.most_of_rewards(seat),
            Source::Ranks => {
                let counts = open.plays(SpecialRule::FirstRankPrestige);
                let each = i16::from(counts) * (FIRST_RANK_PRESTIGE + extra);
                0..=i16::from(open.scorings()) * each
            }
            Source::Paid => {
                let [exchanges, bought] =
                    [Character::Exchange, Character::BuyActionMarker].map(uses);
                let sold =
                    i16::from(Character::EXCHANGES) * exchanges * Character::EXCHANGE_PRESTIGE;
                -(sold + bought * Character::MARKER_PRESTIGE)..=0
            }
        }
    }

    /// Tolls go from player to player, so only the sum of all coins can be checked.
    fn check_coins(&self) -> Result<(), Flaw> {
        let open = &self.open;
        let people: u32 = open.people().map(|seat| self.most_coins_of(seat)).sum();
        let most = people + open.most_coins_of_brahmabot() + open.most_coins_of_scorings();
        let coins = open
            .tableaus
            .iter()
            .map(|(_, tableau)| u32::from(tableau.coins));
        let coins: u32 = coins.sum();
        ensure(coins <= most, || {
            format!("there are {coins} coins, and at most {most} can have been taken by now")
        })
    }

    /// Returns the most coins that a player can have taken at the start and in their turns.
    fn most_coins_of(&self, seat: Seat) -> u32 {
        let open = &self.open;
        let past = u32::from(open.rounds_done());
        let now = u32::from(self.times(seat, WheelAction::TakeCoins));
        let taken = (past * MOST_TIMES as u32 + now) * u32::from(WheelAction::COINS);
        let exchanged = open.uses(seat, Character::Exchange) as u32
            * u32::from(Character::EXCHANGES)
            * u32::from(Character::EXCHANGE_COINS);
        let bonuses = open.bonuses(seat).map(|bonus| match bonus {
            Bonus::Coins(coins) => u32::from(coins),
            _ => 0,
        });
        u32::from(START_COINS) + taken + exchanged + bonuses.sum::<u32>()
    }
}

impl Open {
    /// Returns whether any player can have had a character by now.
    pub(super) fn has_been_in_sight(&self, character: Character) -> bool {
        match self.bot() {
            Some(_) => !self.unseen_characters().any(|unseen| unseen == character),
            None => !self.out.contains(character),
        }
    }

    /// Returns the most that can have been added to every gain.
    fn most_extra(&self) -> i16 {
        i16::from(self.has_been_in_sight(Character::ExtraPrestige)) * Character::EXTRA_PRESTIGE
    }

    /// Checks that the prestige of action 7 is a sum of such deals.
    fn check_deals(&self, seat: Seat, points: i16) -> Result<(), Flaw> {
        let (_, each) = WheelAction::PRESTIGE_DEAL;
        let deals = rounded_up(points, each + self.most_extra());
        ensure(deals * each <= points, || {
            format!("{points} prestige of seat {seat} are no sum of deals")
        })
    }

    /// Returns how often a tile can have been applied at most.
    fn most_reward_times(&self) -> u8 {
        if self.has_been_in_sight(Character::DoubleReward) {
            Character::REWARD_TIMES
        } else {
            1
        }
    }

    /// Returns how often this player can have used a once-ability at most: in each past round, and in this one if it is marked as used.
    fn uses(&self, seat: Seat, character: Character) -> i16 {
        let past = i16::from(self.rounds_done()) * i16::from(self.has_been_in_sight(character));
        past + i16::from(self.tableaus[seat].used.contains(character))
    }

    /// Returns the number of city scorings so far.
    fn scorings(&self) -> u8 {
        self.rounds_done() + u8::from(matches!(self.stage, Stage::Reward(_)))
    }

    /// Returns the bonuses of the fields with the player's statues.
    fn bonuses(&self, seat: Seat) -> impl Iterator<Item = Bonus> + '_ {
        let fields = City::all().flat_map(|city| Field::all().map(move |field| (city, field)));
        fields
            .filter(move |&(city, field)| self.cities[city].statues[field] == Some(seat))
            .filter_map(|(city, field)| city.bonus(field))
    }

    /// Returns the points printed on the fields with the player's statues, and the number of such fields.
    fn field_prestige(&self, seat: Seat) -> (i16, i16) {
        self.bonuses(seat)
            .fold((0, 0), |(points, fields), bonus| match bonus {
                Bonus::Prestige(more) => (points + more, fields + 1),
                _ => (points, fields),
            })
    }

    /// Returns the most points that reward tiles can have given: one tile each round; the highest is the one with purchases.
    fn most_of_rewards(&self, seat: Seat) -> i16 {
        let (_, points) = Reward::PURCHASE;
        let once = i16::from(Reward::PURCHASES) * (points + self.most_extra());
        let tile = once * i16::from(self.most_reward_times());
        let past = i16::from(self.rounds_done()) * tile;
        let Stage::Reward(rewarding) = &self.stage else {
            return past;
        };
        let applying = rewarding.applying.map(|applying| applying.reward);
        match rewarding
            .waiting
            .iter()
            .position(|&waiting| waiting == seat)
        {
            None => past + tile,
            Some(0)
                if applying == Some(Reward::BuyPrestige) && self.has_applied_once(rewarding) =>
            {
                past + once
            }
            Some(_) => past,
        }
    }

    /// Checks that at most one first rank in each scoring gains prestige.
    fn check_ranks(&self) -> Result<(), Flaw> {
        let points = |seat: Seat| self.tableaus[seat].prestige.of(Source::Ranks);
        let each = FIRST_RANK_PRESTIGE + self.most_extra();
        let possible = match self.bot() {
            Some(bot) => self.can_share_ranks(points(Seat::FIRST), points(bot)),
            None => {
                let first_ranks = self.people().map(|seat| rounded_up(points(seat), each));
                first_ranks.sum::<i16>() <= i16::from(self.scorings())
            }
        };
        ensure(possible, || {
            "one player has the first rank in a scoring, and not more".to_owned()
        })
    }

    /// Spec 13.3: returns whether some division of the first ranks between Brahmabot and the player gives these points.
    fn can_share_ranks(&self, player: i16, bot: i16) -> bool {
        let special = i16::from(self.plays(SpecialRule::FirstRankPrestige)) * FIRST_RANK_PRESTIGE;
        let scorings = i16::from(self.scorings());
        let extra = if special > 0 { self.most_extra() } else { 0 };
        (0..=scorings).any(|of_bot| {
            let of_player = (bot - of_bot * (BOT_FIRST_RANK + special)) / BOT_OTHER_RANK;
            let all_points = of_bot * (BOT_FIRST_RANK + special) + of_player * BOT_OTHER_RANK;
            all_points == bot
                && (0..=scorings - of_bot).contains(&of_player)
                && (of_player * special..=of_player * (special + extra)).contains(&player)
        })
    }

    /// Returns the most coins that Brahmabot's turns can have brought to him and the player.
    fn most_coins_of_brahmabot(&self) -> u32 {
        let (Some(bot), Some(brahmabot)) = (self.bot(), &self.brahmabot) else {
            return 0;
        };
        let (start, _) = brahmabot.level.start();
        let turns = self.rounds_done() + u8::from(self.acted.contains(bot));
        // The player takes a coin for a shrine in each village, of which a road has at most two.
        let turn = 2 * LONGEST as u16 + BOT_SHRINE_INCOME;
        u32::from(start) + u32::from(turns) * u32::from(turn)
    }

    /// Returns the most coins that ranks and reward tiles can have brought to all players together.
    fn most_coins_of_scorings(&self) -> u32 {
        let by_rank = self.table().coins_by_rank.iter();
        let ranks: u16 = by_rank
            .map(|&coins| coins.max(COINS_WITHOUT_WORSHIP))
            .take(self.options.players.into())
            .sum();
        let (_, coin) = Reward::ONE_OF_EACH;
        let rewards = (Reward::COINS + coin) * u16::from(self.most_reward_times());
        u32::from(self.scorings()) * u32::from(ranks + rewards)
    }
}

/// Returns the minimum number of gains of `each` points that reach these points.
const fn rounded_up(points: i16, each: i16) -> i16 {
    (points + each - 1) / each
}
