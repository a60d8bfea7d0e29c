//! Checks of each side's prestige.
//!
//! Much of it follows from the rest of the state and must agree with it; the rest has limits that only grow during the game, so that a state
//! within them leads to states within them.

use crate::board::Side;
use crate::components::maharajah::{BOARD_COUNTERS, Gift, ROW, STOREHOUSE, marker_gift, row_gift};
use crate::components::*;
use crate::pending::Pending;
use crate::player::{Movement, Player};
use crate::prestige::{Prestige, Source};
use crate::state::{Amritsar, Open};
use kit::{Flaw, Key, Seat, ensure};
use std::ops::RangeInclusive;

/// The maximum prestige from the Maharajah's board in one turn: 2 for a counter instead of a donation, and 3 for each of two actions, a counter
/// and a resource.
const MOST_OF_HIS_TURN: u8 = 8;
/// The maximum prestige of a side for majorities in a decade.
const MOST_OF_MAJORITIES: i16 = 10;

impl Amritsar {
    /// Checks the prestige of all sides.
    pub(super) fn check_points(&self) -> Result<(), Flaw> {
        for (seat, player) in self.open.players.iter() {
            check_prestige(&player.pp, |source| self.possible(seat, player, source))
                .map_err(|Flaw(flaw)| Flaw(format!("seat {seat}: {flaw}")))?;
        }
        if let Some(maharajah) = &self.open.maharajah {
            check_prestige(&maharajah.pp, |source| self.open.possible_to_him(source))
                .map_err(|Flaw(flaw)| Flaw(format!("the Maharajah: {flaw}")))?;
        }
        Ok(())
    }

    /// Returns the possible points of a player from a source.
    fn possible(&self, seat: Seat, player: &Player, source: Source) -> Possible {
        let (open, side) = (&self.open, Side::Player(seat));
        let any_if = |possible: bool| Possible::up_to(if possible { Prestige::MOST } else { 0 });
        match source {
            Source::Start
            | Source::Donations
            | Source::Support
            | Source::MajoritiesI
            | Source::MajoritiesIi
            | Source::MajoritiesIii => open.possible_to_all(side, source),
            Source::Following => Possible::up_to(open.most_followers(seat, player)),
            Source::Market => any_if(player.turns > 0),
            Source::Bridges => any_if(open.bridges_pay_points(player)),
            Source::Upgrades => Possible::exactly(prestige_space_points(player)),
            Source::Actions => any_if(
                player
                    .mahouts_played()
                    .any(|tile| tile == Mahout::CoinAndPp),
            ),
            Source::Knowledge => any_if(open.knowledge_pays_points(player)),
            Source::ObjectiveA => self.objective_points(seat, ObjectiveType::A),
            Source::ObjectiveB => self.objective_points(seat, ObjectiveType::B),
            Source::ObjectiveC => self.objective_points(seat, ObjectiveType::C),
            Source::ObjectiveD => self.objective_points(seat, ObjectiveType::D),
            Source::Taxes => Possible::down_to(open.most_unpaid_taxes(player)),
            Source::Penalties => Possible::down_to(open.most_penalties(seat, player)),
            Source::MaharajahBoard => Possible::exactly(0),
        }
    }

    /// Objectives only count at the end, and only those on the board.
    fn objective_points(&self, seat: Seat, kind: ObjectiveType) -> Possible {
        let played = self.objectives[seat].played;
        let mut tiles = ObjectiveSpace::all().filter_map(|space| played[space]);
        let tile = tiles.find(|tile| tile.kind() == kind);
        let points = |tile| self.open.final_points(Side::Player(seat), tile);
        Possible::exactly(tile.map_or(0, points))
    }
}

impl Open {
    /// Returns the possible points of a side from a source that all sides have.
    fn possible_to_all(&self, side: Side, source: Source) -> Possible {
        match source {
            Source::Start => Possible::exactly(START_PRESTIGE),
            Source::Donations => Possible::exactly(self.printed_points(side)),
            Source::Support => Possible::exactly(self.support_points(side)),
            Source::MajoritiesI => self.majority_points(side, Decade::I),
            Source::MajoritiesIi => self.majority_points(side, Decade::Ii),
            Source::MajoritiesIii => self.majority_points(side, Decade::Iii),
            _ => Possible::exactly(0),
        }
    }

    /// Returns the possible points of the Maharajah from a source.
    fn possible_to_him(&self, source: Source) -> Possible {
        match (source, &self.maharajah) {
            (Source::ObjectiveC, Some(he)) => {
                Possible::exactly(self.final_points(Side::Maharajah, he.objective))
            }
            (Source::MaharajahBoard, Some(he)) => {
                let taken = BOARD_COUNTERS.saturating_sub(he.counters_board);
                let rows = (0..taken / ROW).map(|row| gift_points(row_gift(row)));
                let track = (1..=he.white_track).map(|space| gift_points(marker_gift(space)));
                let at_the_end = if self.stack.is_empty() { STOREHOUSE } else { 0 };
                let most = MOST_OF_HIS_TURN * self.his_turns() + at_the_end;
                Possible::between(rows.chain(track).sum(), most.into())
            }
            _ => self.possible_to_all(Side::Maharajah, source),
        }
    }

    /// Returns the number of the Maharajah's turns: one after each of the player's.
    pub(super) fn his_turns(&self) -> u8 {
        let begun = self.players[Seat::FIRST].turns;
        begun - u8::from(self.in_own_turn() && begun > 0)
    }

    /// Returns the points printed under the counters of a side.
    fn printed_points(&self, side: Side) -> i16 {
        let set = self.donation_set();
        let tiles = self.donations.iter();
        let printed = tiles.flat_map(|(district, tile)| {
            tile.spaces_of(side)
                .filter_map(move |space| set.prestige(district, space))
        });
        printed.map(i16::from).sum()
    }

    /// Returns the support points of a side for counters placed above its own.
    fn support_points(&self, side: Side) -> i16 {
        let set = self.donation_set();
        let mut supports = 0;
        for (_, tile) in self.donations.iter() {
            let filled = Space::all().filter(|&space| tile.counters[space].is_some());
            let below = filled.filter_map(|space| set.below(space)).flatten();
            supports += below
                .filter(|&space| tile.counters[space] == Some(side))
                .count() as i16;
        }
        supports * i16::from(SUPPORT_PRESTIGE)
    }

    /// Returns whether the majorities and taxes of a decade have been scored.
    fn is_scored(&self, decade: Decade) -> bool {
        let income = matches!(self.stack.first(), None | Some(Pending::Income { .. }));
        decade < self.decade || decade == self.decade && income
    }

    /// Nothing before the end of the decade, exactly the value of the counters at its end, and later what they can have been worth then: a side
    /// that has no counter in a district never had one there.
    fn majority_points(&self, side: Side, decade: Decade) -> Possible {
        if !self.is_scored(decade) {
            return Possible::exactly(0);
        }
        let temple = decade.pick(self.temple);
        if decade == self.decade {
            let won = District::all().filter(|&district| self.has_majority(side, district));
            let points = won.map(|district| i16::from(temple.prestige(district)));
            return Possible::exactly(points.sum());
        }
        let there = District::all().filter(|&district| self.donations[district].count(side) > 0);
        let sums = there.fold(1, |sums, district| sums | sums << temple.prestige(district));
        Possible {
            sums: Some(sums),
            ..Possible::up_to(MOST_OF_MAJORITIES)
        }
    }

    /// Returns the maximum points from followers: one for each other player after each of the player's turns, as far as they have been asked.
    fn most_followers(&self, seat: Seat, player: &Player) -> i16 {
        let others = i16::from(self.options.players) - 1;
        let turns = i16::from(player.turns);
        if seat != self.active || turns == 0 {
            return turns * others;
        }
        match self.stack.first() {
            Some(Pending::Follow(following)) => {
                let mut asked = (1..self.options.players)
                    .map(|steps| self.active.after(steps, self.options.players));
                let before = asked.position(|other| other == following.seat);
                (turns - 1) * others + before.unwrap_or_default() as i16
            }
            _ if self.in_own_turn() => (turns - 1) * others,
            _ => turns * others,
        }
    }

    /// Returns whether a bridge tile that counts or counted for a player pays prestige.
    fn bridges_pay_points(&self, player: &Player) -> bool {
        let all = player.owns(Storehouse::AllBridges);
        let seen = if all {
            self.bridges.len()
        } else {
            self.decade.index() + 1
        };
        let mut tiles = self.bridges.iter().take(seen);
        tiles.any(|tile| matches!(tile.reward(), Effect::Prestige(_)))
    }

    /// Returns whether a player's steps can have paid prestige: for a missing counter, as income, or at the end.
    fn knowledge_pays_points(&self, player: &Player) -> bool {
        let full = Track::all().any(|track| player.knowledge[track] >= LAST_STEP);
        player.knowledge[Track::Development] > 0
            || player.knowledge[Track::Money] >= INCOME_STEP
            || self.stack.is_empty() && full
    }

    /// Returns the maximum loss for unpaid taxes: those of all icons that a player has now, in each decade that is over.
    fn most_unpaid_taxes(&self, player: &Player) -> i16 {
        let unflipped = Player {
            flipped: false,
            ..*player
        };
        let scored = Decade::all().filter(|&decade| self.is_scored(decade));
        let penalties: i16 = scored.map(|decade| i16::from(decade.penalty())).sum();
        penalties * i16::from(coins_due(unflipped.tax()))
    }

    /// Returns the maximum loss for passing the Maharajah: once for each elephant move except the first, which puts it on the board.
    fn most_penalties(&self, seat: Seat, player: &Player) -> i16 {
        let in_a_turn = match player.movement {
            Movement::Locked => 1,
            Movement::Available | Movement::Spent => 2,
        };
        let now = match self.stack.first() {
            _ if seat != self.active => in_a_turn,
            Some(Pending::Elephant1) => 0,
            _ if self.in_own_turn() => 1,
            _ => in_a_turn,
        };
        let mut turns = i16::from(player.turns);
        let mut most = 0;
        for decade in Decade::all() {
            let here = turns.min(ROUNDS.into());
            turns -= here;
            let not_yet = if turns == 0 && here > 0 {
                in_a_turn - now
            } else {
                0
            };
            let placing = i16::from(decade == Decade::I && player.elephant.is_some());
            let moves = (here * in_a_turn - not_yet - placing).max(0);
            most += moves * i16::from(decade.penalty());
        }
        most
    }

    /// Returns the points of an objective; 0 before the game is over.
    fn final_points(&self, side: Side, objective: Objective) -> i16 {
        if self.stack.is_empty() {
            self.scored_points(side, objective)
        } else {
            0
        }
    }
}

/// Returns the points from the objective space for prestige.
fn prestige_space_points(player: &Player) -> i16 {
    let given = player
        .objectives_played
        .iter()
        .map(|space| match space.benefit() {
            Effect::Prestige(points) => i16::from(points),
            _ => 0,
        });
    given.sum()
}

/// Returns the prestige that a gift always includes; a resource or a counter may bring more.
fn gift_points(gift: Gift) -> i16 {
    match gift {
        Gift::Prestige(points) | Gift::GoldAndPrestige(points) => points.into(),
        Gift::Nothing | Gift::Gold | Gift::Marble(_) | Gift::Counter | Gift::MarbleAndCounter => 0,
    }
}

/// A range of possible points.
struct Possible {
    range: RangeInclusive<i16>,
    /// If present, only the values in the range whose bits are set.
    sums: Option<u16>,
}

impl Possible {
    fn between(least: i16, most: i16) -> Possible {
        Possible {
            range: least..=most,
            sums: None,
        }
    }

    fn exactly(points: i16) -> Possible {
        Possible::between(points, points)
    }

    fn up_to(points: i16) -> Possible {
        Possible::between(0, points)
    }

    fn down_to(loss: i16) -> Possible {
        Possible::between(-loss, 0)
    }

    fn includes(&self, points: i16) -> bool {
        let among = |sums: u16| sums >> points & 1 == 1;
        self.range.contains(&points) && self.sums.is_none_or(among)
    }
}

fn check_prestige(prestige: &Prestige, possible: impl Fn(Source) -> Possible) -> Result<(), Flaw> {
    for source in Source::all() {
        let points = prestige.0[source];
        let possible = possible(source);
        let (least, most) = (possible.range.start(), possible.range.end());
        ensure(possible.includes(points), || {
            if least == most {
                format!("{points} PP from {source} instead of {least}")
            } else if possible.range.contains(&points) {
                format!("{points} PP from {source}, which no districts bring together")
            } else {
                format!("{points} PP from {source} instead of {least} to {most}")
            }
        })?;
    }
    ensure(prestige.total() >= 0, || {
        format!(
            "{} PP in all; a score never drops below 0",
            prestige.total()
        )
    })
}
