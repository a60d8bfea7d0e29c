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
        let open = self.open();
        let hard = side == Side::Maharajah && open.options.hard;
        let times = if hard { HARD_OBJECTIVE } else { 1 };
        let points = times * i16::from(open.objective_points(side, objective));
        self.tell(Event::ObjectiveScored {
            side,
            objective,
            points,
        });
        self.add_prestige(side, points, Source::objective(objective.kind()));
    }
}

/// Spec 10, first step: a full track counts what it is about.
fn last_step_points(player: &Player, track: Track) -> u8 {
    match track {
        _ if player.knowledge[track] < LAST_STEP => 0,
        Track::Development => player.counters_elephant,
        Track::Resource => player.items.resources(),
        Track::Money => player.items.count(Item::Coin),
    }
}

impl Open {
    /// Spec 10.1: what an objective is worth to a side.
    pub fn objective_points(&self, side: Side, objective: Objective) -> u8 {
        match objective.goal() {
            Goal::MajorityIn(district) => {
                self.ranked(side, |side| self.donations[district].count(side))
            }
            Goal::MostCoins => self.ranked(side, |side| self.coins_of(side)),
            Goal::MostResources => self.ranked(side, |side| self.resources_of(side)),
            Goal::BothTracks(tracks, points) => {
                let both = tracks
                    .iter()
                    .all(|&track| self.step_of(side, track) >= INCOME_STEP);
                if both { points } else { 0 }
            }
            Goal::LastStep(track, points) => {
                let last = self.step_of(side, track) >= LAST_STEP;
                if last { points } else { 0 }
            }
            Goal::EachIn(district, points) => points * self.donations[district].count(side),
            Goal::Districts(scale) => {
                let counts = District::all().map(|district| self.donations[district].count(side));
                on_scale(scale, counts.filter(|&count| count > 0).count() as u8)
            }
            Goal::Levels(scale) => {
                let levels = Level::all().filter(|&level| self.on_level(side, level) > 0);
                on_scale(scale, levels.count() as u8)
            }
            Goal::AtLeast(levels, count, points) => {
                let there: u8 = levels.iter().map(|&level| self.on_level(side, level)).sum();
                if there >= count { points } else { 0 }
            }
            Goal::Scale(level, scale) => on_scale(scale, self.on_level(side, level)),
        }
    }

    /// Dense ranks: equal numbers share a rank, and the next lower number is the next rank. Nothing is won with 0.
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

    /// Most prestige, then most donations; what is still equal is shared. Alone, only more prestige than the Maharajah's wins.
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

/// What the first, second, third, and fourth or further one are worth together.
fn on_scale([one, two, three, four]: [u8; 4], count: u8) -> u8 {
    match count {
        0 => 0,
        1 => one,
        2 => two,
        3 => three,
        _ => four,
    }
}
