//! The prospects of future points, for bots that look ahead.
//!
//! A turn consists of many small decisions, so what can still be done in it is a prospect of its own ([`Outlook::to_do`]). It is estimated
//! from the current state, so it tends to be too low; it is 0 when the turn is over.

use crate::board::{DonationTile, Side, Workers, head_count};
use crate::components::*;
use crate::follow::Progress;
use crate::menu::{Block, Menu};
use crate::pending::Pending;
use crate::player::{Movement, Player};
use crate::sowing::Sowing;
use crate::state::{Amritsar, Open};
use kit::{By, Judge, Key, PerSeat, Seat, SeatSet};

mod temple;
mod turn;

use temple::{Counters, Tally};
use turn::Payments;

kit::prospects! {
    /// The prospects of future points. `worth` was found by `durbar tune`, `brings` by `durbar fit`.
    pub enum Prospect {
        Turns = "turns to come" { worth: 4.00, brings: 1.81 },
        ToDo = "points to be had in this turn" { worth: 1.09, brings: 0.57 },
        Following = "points to be had by following this turn" { worth: 0.70, brings: 0.73 },
        Followers = "others who can follow this turn" { worth: 0.70, brings: 0.49 },
        Coins = "coins" { worth: COIN, brings: -0.01 },
        Marble = "marble" { worth: MARBLE, brings: 0.91 },
        Copper = "copper" { worth: COPPER, brings: 0.98 },
        Gold = "gold" { worth: GOLD, brings: 0.66 },
        Storage = "storage spaces, for each turn to come" { worth: 0.050, brings: 0.15 },
        FreeStorage = "free storage spaces" { worth: 0.11, brings: 0.41 },
        Taxes = "prestige at stake for taxes that coins do not cover" { worth: -0.60, brings: -0.49 },
        LaterTaxes = "taxes of later decades" { worth: -0.40, brings: -0.98 },
        Counters = "counters on the elephant" { worth: COUNTER, brings: 0.35 },
        Majorities = "majorities of this decade" { worth: 0.70, brings: 0.80 },
        MajoritiesShort = "majorities of this decade, one counter short" { worth: 0.20, brings: 0.20 },
        LaterMajorities = "majorities of later decades" { worth: 0.33, brings: 0.53 },
        LaterMajoritiesShort = "majorities of later decades, one counter short" { worth: 0.20, brings: 0.30 },
        FreeSpacesAbove = "free spaces above own counters" { worth: 0.22, brings: 0.24 },
        ObjectivesOnBoard = "objectives on the board" { worth: 0.90, brings: 0.85 },
        ObjectivesInHand = "objectives in hand" { worth: 0.35, brings: 0.39 },
        StepsInDevelopment = "steps in development" { worth: STEP[0], brings: 0.14 },
        StepsInResources = "steps in resources" { worth: STEP[1], brings: 0.25 },
        StepsInMoney = "steps in money" { worth: STEP[2], brings: 0.26 },
        Income = "income of decades to come" { worth: 0.80, brings: 0.83 },
        CountedByFullTracks = "items that full tracks count" { worth: 0.24, brings: 0.44 },
        Mahouts = "mahouts, for each chance to follow" { worth: 0.90, brings: 0.44 },
        Donation = "donation where the elephant stands" { worth: 0.20, brings: 0.24 },
        BestDonation = "best donation anywhere" { worth: 0.28, brings: 0.20 },
        Storehouses = "storehouses, for each turn to come" { worth: 0.47, brings: 0.65 },
        SecondMove = "second elephant move, for each turn to come" { worth: SECOND_MOVE, brings: 0.22 },
        FreeMoves = "free elephant moves" { worth: FREE_MOVE, brings: 0.67 },
    }
}

/// The expected points for the first coin, marble, copper and gold; see [`stock`].
const COIN: f32 = 0.60;
const MARBLE: f32 = 0.70;
const COPPER: f32 = 0.71;
const GOLD: f32 = 1.10;
const ITEMS: By<Item, f32, 4> = By::new([COIN, MARBLE, COPPER, GOLD]);
/// The expected points for the first counter on the elephant.
const COUNTER: f32 = 0.80;
/// The expected points for the next step on each track.
const STEP: [f32; 3] = [0.59, 0.40, 0.30];
/// The value of a donation for majorities and objectives.
const STANDING: f32 = 0.49;
/// The value of each point of a majority that a donation gains or shares.
const MAJORITY: f32 = 0.30;
/// The value of a trade besides the counter.
const TRADE: f32 = 0.40;
/// The values of a storehouse and of an objective on the board, besides the counter and the benefit.
const STOREHOUSE: f32 = 2.24;
const OBJECTIVE: f32 = 2.50;
/// The share of an objective's usual points that can be expected at the beginning of the game.
const HOPE: f32 = 0.50;
/// The cost of a tax icon in each decade.
const TAX: f32 = 0.19;
/// The values of a track's income space for each decade, and of its last step.
const INCOME: f32 = 0.80;
const LAST: f32 = 2.00;
/// The values of a second elephant move for each turn, and of a free move.
const SECOND_MOVE: f32 = 0.19;
const FREE_MOVE: f32 = 0.50;
/// How often a mahout is used by the elephant or a tile in each turn.
const OWN_USE: f32 = 0.15;
/// The number of rounds in a game.
const TURNS: u8 = Decade::COUNT as u8 * ROUNDS;

impl Judge for Amritsar {
    type Prospect = Prospect;

    fn prospects(&self, seats: SeatSet, amounts: &mut PerSeat<Amounts>) {
        let tally = Tally::of(&self.open);
        for seat in seats.iter() {
            Outlook::new(self, seat, &tally).measure(&mut amounts[seat]);
        }
    }

    fn chapter(&self) -> u32 {
        let turns = self.open.players.iter();
        turns.map(|(_, player)| u32::from(player.turns)).sum()
    }
}

type Amounts = kit::Amounts<Amritsar>;

/// The prospects of one player.
struct Outlook<'a> {
    game: &'a Amritsar,
    open: &'a Open,
    counters: &'a Counters,
    seat: Seat,
    player: &'a Player,
    /// The player's turns after the current one.
    turns: f32,
    /// The number of opportunities to follow with a mahout on a certain colour.
    follows: f32,
    /// The probability that something is still of use.
    use_left: f32,
    /// Free storage spaces.
    room: u8,
    /// The costs of the donations that can be paid.
    payments: Payments,
    /// The points from the best donation that is possible now, minus its cost.
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

    fn measure(&self, amounts: &mut Amounts) {
        let Outlook { player, turns, .. } = *self;
        let item = |item: Item| stock(player.items.count(item)) * self.use_left;
        let step = |track: Track| f32::from(player.knowledge[track]) * self.use_left;
        let free_moves = u8::from(player.movement == Movement::Available)
            + u8::from(player.owns(Storehouse::FreeElephant));
        let second_move = u8::from(player.movement != Movement::Locked);
        amounts[Prospect::Turns] = turns;
        amounts[Prospect::ToDo] = self.to_do();
        self.measure_following(amounts);
        amounts[Prospect::Coins] = item(Item::Coin);
        amounts[Prospect::Marble] = item(Item::Marble);
        amounts[Prospect::Copper] = item(Item::Copper);
        amounts[Prospect::Gold] = item(Item::Gold);
        amounts[Prospect::Storage] = f32::from(player.capacity()) * turns;
        amounts[Prospect::FreeStorage] = f32::from(self.room.min(3)) * self.use_left;
        self.measure_taxes(amounts);
        amounts[Prospect::Counters] = stock(player.counters_elephant) * self.use_left;
        self.measure_majorities(amounts);
        amounts[Prospect::FreeSpacesAbove] = f32::from(self.counters.under_free) * self.use_left;
        amounts[Prospect::ObjectivesOnBoard] = self.objectives_on_board();
        amounts[Prospect::ObjectivesInHand] = self.objectives_in_hand() * self.use_left;
        amounts[Prospect::StepsInDevelopment] = step(Track::Development);
        amounts[Prospect::StepsInResources] = step(Track::Resource);
        amounts[Prospect::StepsInMoney] = step(Track::Money);
        amounts[Prospect::Income] = self.income();
        amounts[Prospect::CountedByFullTracks] = self.counted_by_full_tracks();
        amounts[Prospect::Mahouts] = self.mahouts();
        amounts[Prospect::Donation] = self.donation;
        amounts[Prospect::BestDonation] = self.best_donation_anywhere();
        amounts[Prospect::Storehouses] = self.storehouses() * turns;
        amounts[Prospect::SecondMove] = f32::from(second_move) * turns;
        amounts[Prospect::FreeMoves] = f32::from(free_moves) * self.use_left;
    }

    /// Adds the prestige at risk in this decade, weighted more towards its end, and coins due in later ones.
    fn measure_taxes(&self, amounts: &mut Amounts) {
        let due = self.open.tax_due(self.seat);
        let missing = self.open.tax_missing(self.seat);
        let later = Decade::COUNT - 1 - self.open.decade.index();
        let penalty = f32::from(self.open.decade.penalty());
        let near = f32::from(self.open.round) / f32::from(ROUNDS);
        amounts[Prospect::Taxes] = f32::from(missing) * penalty * near * near;
        amounts[Prospect::LaterTaxes] = f32::from(due) * later as f32;
    }

    /// Adds the prestige for majorities held, and for those that one more counter would win: in this decade, and in later ones.
    fn measure_majorities(&self, amounts: &mut Amounts) {
        let own = &self.counters.districts;
        let later = self.open.temple.iter().skip(self.open.decade.index() + 1);
        for district in District::all() {
            let best = self.counters.rival[district];
            let now = f32::from(self.open.temple_tile().prestige(district));
            let then: u8 = later.clone().map(|tile| tile.prestige(district)).sum();
            if own[district] > 0 && own[district] >= best {
                amounts[Prospect::Majorities] += now;
                amounts[Prospect::LaterMajorities] += f32::from(then);
            } else if own[district] + 1 >= best {
                amounts[Prospect::MajoritiesShort] += now;
                amounts[Prospect::LaterMajoritiesShort] += f32::from(then);
            }
        }
    }

    /// Adds the value of following the active worker, and for the active player the number of possible followers.
    fn measure_following(&self, amounts: &mut Amounts) {
        let (worker, next) = match self.open.stack.first() {
            Some(Pending::Actions(Menu { worker, .. }) | Pending::Elephant2 { worker }) => (
                *worker,
                self.open.active.after(1, self.open.options.players),
            ),
            Some(Pending::Follow(following)) if following.progress == Progress::Asked => {
                (following.worker, following.seat)
            }
            _ => return,
        };
        let follower = |seat: Seat| self.open.players[seat].mahouts[worker];
        if self.seat == self.open.active {
            let players = self.open.options.players;
            let asked = (0..players)
                .map(|steps| next.after(steps, players))
                .take_while(|&seat| seat != self.seat);
            let able = asked.filter(|&seat| follower(seat).is_some()).count();
            amounts[Prospect::Followers] = able as f32;
            return;
        }
        let players = self.open.options.players;
        let distance = |seat: Seat| (seat.number() + players - self.open.active.number()) % players;
        let asked = distance(self.seat) >= distance(next);
        if let Some(mahout) = follower(self.seat).filter(|_| asked) {
            amounts[Prospect::Following] = self.effect(mahout.effect());
        }
    }

    /// Returns the expected income of the end-of-decade spaces.
    fn income(&self) -> f32 {
        let decades = (Decade::COUNT - self.open.decade.index()) as f32;
        let last = |track| if track == Track::Money { 1.0 } else { 0.0 };
        let reached = Track::all().filter(|&track| self.player.knowledge[track] >= INCOME_STEP);
        reached
            .map(|track| self.effect(track.income()) * (decades - 1.0) + last(track))
            .sum()
    }

    /// Returns what the last steps would score now.
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

    /// Returns the value of an objective: its current score, and what can still be expected.
    fn objective(&self, objective: Objective) -> f32 {
        let to_come = HOPE * usual(objective.goal()) * self.turns / f32::from(TURNS);
        self.objective_now(objective) + to_come
    }

    /// Returns the current score of an objective, or a share of it for partial progress.
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
}

impl Open {
    /// Returns the number of rounds begun since the start of the game.
    fn rounds_begun(&self) -> u8 {
        self.decade.index() as u8 * ROUNDS + self.round
    }
}

/// Returns the expected points of a ranking, given the player's number and the best rival's.
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

/// The points that an objective usually scores.
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

/// The expected points for each use of a mahout.
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

/// The expected points for the benefit of a storehouse in each turn.
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

/// Returns the weight of a number of equal things, with diminishing returns.
fn stock(count: u8) -> f32 {
    let worth = [0.0, 1.0, 1.8, 2.4, 2.8, 3.1, 3.3, 3.4];
    worth.into_iter().nth(count.into()).unwrap_or(3.4)
}
