//! The end of the game (spec 10).

use crate::board::Side;
use crate::components::maharajah::HARD_OBJECTIVE;
use crate::components::*;
use crate::event::Event;
use crate::play::Play;
use crate::player::Player;
use crate::prestige::Source;
use crate::state::Open;
use kit::{Key, Seat, SeatSet, Sink, Standings};

impl<S: Sink<Event>> Play<'_, S> {
    pub(crate) fn score_finally(&mut self) {
        for seat in self.open().turn_order() {
            for track in Track::all() {
                let points = last_step_points(self.player(seat), track);
                self.score(Side::Player(seat), points, Source::Knowledge);
            }
        }
        self.score_white_track();
        for seat in self.open().turn_order() {
            for space in ObjectiveSpace::all() {
                if let Some(objective) = self.game.objectives[seat].played[space] {
                    self.score_objective(Side::Player(seat), objective);
                }
            }
        }
        if let Some(maharajah) = self.open().maharajah {
            self.score_objective(Side::Maharajah, maharajah.objective);
        }
        self.open().stack.clear();
        let winners = self.open().winners();
        self.tell(Event::GameOver { winners });
    }

    fn score_objective(&mut self, side: Side, objective: Objective) {
        let points = self.open().scored_points(side, objective);
        self.tell(Event::ObjectiveScored {
            side,
            objective,
            points,
        });
        self.add_prestige(side, points, Source::objective(objective.kind()));
    }
}

/// Spec 10, first step: returns the points of a full track.
fn last_step_points(player: &Player, track: Track) -> u8 {
    match track {
        _ if player.knowledge[track] < LAST_STEP => 0,
        Track::Development => player.counters_elephant,
        Track::Resource => player.items.resources(),
        Track::Money => player.items.count(Item::Coin),
    }
}

impl Open {
    /// Returns an objective's score: its worth, or twice that for the Maharajah in a hard game (spec 12.8).
    pub fn scored_points(&self, side: Side, objective: Objective) -> i16 {
        let hard = side == Side::Maharajah && self.options.hard;
        let times = if hard { HARD_OBJECTIVE } else { 1 };
        times * i16::from(self.objective_points(side, objective))
    }

    /// Spec 10.1: returns what an objective is worth to a side.
    pub fn objective_points(&self, side: Side, objective: Objective) -> u8 {
        let goal = objective.goal();
        let reached = |wanted: u8, points: u8| {
            if self.goal_number(side, goal) >= wanted {
                points
            } else {
                0
            }
        };
        match goal {
            Goal::MajorityIn(_) | Goal::MostCoins | Goal::MostResources => {
                self.ranked(side, |side| self.goal_number(side, goal))
            }
            Goal::BothTracks(tracks, points) => reached(tracks.len() as u8, points),
            Goal::LastStep(_, points) => reached(LAST_STEP, points),
            Goal::AtLeast(_, count, points) => reached(count, points),
            Goal::EachIn(_, points) => points * self.goal_number(side, goal),
            Goal::Districts(scale) | Goal::Levels(scale) | Goal::Scale(_, scale) => {
                on_scale(scale, self.goal_number(side, goal))
            }
        }
    }

    /// Returns the number that a goal depends on.
    pub fn goal_number(&self, side: Side, goal: Goal) -> u8 {
        match goal {
            Goal::MajorityIn(district) | Goal::EachIn(district, _) => {
                self.donations[district].count(side)
            }
            Goal::MostCoins => self.coins_of(side),
            Goal::MostResources => self.resources_of(side),
            Goal::BothTracks(tracks, _) => {
                let steps = tracks.iter().map(|&track| self.step_of(side, track));
                steps.filter(|&step| step >= INCOME_STEP).count() as u8
            }
            Goal::LastStep(track, _) => self.step_of(side, track),
            Goal::Districts(_) => {
                let tiles = self.donations.iter();
                tiles.filter(|(_, tile)| tile.count(side) > 0).count() as u8
            }
            Goal::Levels(_) => {
                let levels = Level::all().filter(|&level| self.on_level(side, level) > 0);
                levels.count() as u8
            }
            Goal::AtLeast(levels, ..) => {
                levels.iter().map(|&level| self.on_level(side, level)).sum()
            }
            Goal::Scale(level, _) => self.on_level(side, level),
        }
    }

    /// Returns the number that gives the full score; in a comparison, the best number of the others. `None` if there is no limit.
    pub fn goal_wanted(&self, side: Side, goal: Goal) -> Option<u8> {
        match goal {
            Goal::MajorityIn(_) | Goal::MostCoins | Goal::MostResources => {
                let others = self.sides().filter(|&other| other != side);
                others.map(|other| self.goal_number(other, goal)).max()
            }
            Goal::BothTracks(tracks, _) => Some(tracks.len() as u8),
            Goal::LastStep(..) => Some(LAST_STEP),
            Goal::AtLeast(_, count, _) => Some(count),
            Goal::Districts(scale) | Goal::Levels(scale) | Goal::Scale(_, scale) => {
                Some(scale.len() as u8)
            }
            Goal::EachIn(..) => None,
        }
    }

    /// Dense ranks: equal numbers share a rank, and the next lower number is the next rank. A number of 0 scores nothing.
    fn ranked(&self, side: Side, number: impl Fn(Side) -> u8) -> u8 {
        let own = number(side);
        if own == 0 {
            return 0;
        }
        let better = || self.sides().map(&number).filter(|&other| other > own);
        let [first, second] = OBJECTIVE_RANKS;
        match (better().min(), better().max()) {
            (None, _) => first,
            (least, most) if least == most => second,
            _ => 0,
        }
    }

    fn coins_of(&self, side: Side) -> u8 {
        match (side, &self.maharajah) {
            (Side::Player(seat), _) => self.players[seat].items.count(Item::Coin),
            (Side::Maharajah, Some(maharajah)) => maharajah.visible_coins(),
            (Side::Maharajah, None) => 0,
        }
    }

    fn resources_of(&self, side: Side) -> u8 {
        match (side, &self.maharajah) {
            (Side::Player(seat), _) => self.players[seat].items.resources(),
            (Side::Maharajah, Some(maharajah)) => maharajah.resources(),
            (Side::Maharajah, None) => 0,
        }
    }

    fn step_of(&self, side: Side, track: Track) -> u8 {
        side.seat()
            .map_or(0, |seat| self.players[seat].knowledge[track])
    }

    fn on_level(&self, side: Side, level: Level) -> u8 {
        let tiles = self.donations.iter();
        let spaces = tiles.flat_map(|(_, tile)| tile.spaces_of(side));
        spaces.filter(|space| space.level() == level).count() as u8
    }

    /// Returns the players with the most prestige, then most donations; remaining ties share. A solo player must have more prestige than the Maharajah.
    pub(crate) fn winners(&self) -> SeatSet {
        let total = |seat: Seat| self.players[seat].pp.total();
        if let Some(maharajah) = &self.maharajah {
            let seats = self.players.seats();
            return seats
                .filter(|&seat| total(seat) > maharajah.pp.total())
                .collect();
        }
        let rank = |seat: Seat| (total(seat), self.donated(Side::Player(seat)));
        let best = self.players.seats().map(rank).max();
        let seats = self.players.seats();
        seats.filter(|&seat| Some(rank(seat)) == best).collect()
    }

    pub(crate) fn standings(&self) -> Standings {
        let over = self.stack.is_empty();
        let players = self.players.iter();
        Standings {
            scores: players.map(|(_, player)| player.pp.of_a_player()).collect(),
            automatic: self
                .maharajah
                .map(|maharajah| maharajah.pp.of_the_maharajah()),
            over,
            winners: if over { self.winners() } else { SeatSet::EMPTY },
        }
    }
}

/// Returns the points for a count, given those for one, two, three, and four or more items.
fn on_scale([one, two, three, four]: [u8; 4], count: u8) -> u8 {
    match count {
        0 => 0,
        1 => one,
        2 => two,
        3 => three,
        _ => four,
    }
}
