//! Prestige points by source.

use crate::components::Character;
use crate::event::Event;
use crate::state::Open;
use kit::{By, Seat, Sink};
use serde::{Deserialize, Serialize};

kit::ids! {
    /// The source of prestige gained or lost.
    pub enum Source: "source of prestige" {
        /// The set-up.
        Start = "start",
        /// Action 7.
        Actions = "actions",
        /// Bonuses of statue fields.
        Fields = "fields",
        /// Abilities of characters.
        Abilities = "abilities",
        /// Reward tiles.
        Rewards = "rewards",
        /// Ranks in city scorings.
        Ranks = "ranks",
        /// Payments for abilities.
        Paid = "paid",
    }
}

/// Prestige points by source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Prestige {
    points: By<Source, i16, 7>,
}

impl Prestige {
    /// Returns the initial points of a player.
    pub fn start(points: i16) -> Self {
        let mut prestige = Prestige::default();
        prestige.add(Source::Start, points);
        prestige
    }

    /// Returns the sum of all points.
    pub fn total(&self) -> i16 {
        self.points.iter().map(|(_, points)| points).sum()
    }

    /// Returns the points of one source.
    pub fn of(&self, source: Source) -> i16 {
        self.points[source]
    }

    /// Returns each source with its points.
    pub fn by_source(&self) -> impl Iterator<Item = (Source, i16)> + '_ {
        self.points.iter().map(|(source, &points)| (source, points))
    }

    /// Adds points to a source, or removes them if negative.
    pub fn add(&mut self, source: Source, points: i16) {
        self.points[source] += points;
    }
}

impl Open {
    /// Spec 9: gains prestige once, plus one with character 11.
    pub(crate) fn gain(
        &mut self,
        seat: Seat,
        points: i16,
        source: Source,
        events: &mut impl Sink<Event>,
    ) {
        let points = points + self.extra_prestige(seat);
        self.tableaus[seat].prestige.add(source, points);
        events.tell(Event::Prestige {
            seat,
            points,
            source,
        });
    }

    /// Returns the extra points for every gain of this player.
    pub(crate) fn extra_prestige(&self, seat: Seat) -> i16 {
        i16::from(self.has(seat, Character::ExtraPrestige)) * Character::EXTRA_PRESTIGE
    }

    pub(crate) fn pay_prestige(&mut self, seat: Seat, points: i16, events: &mut impl Sink<Event>) {
        self.tableaus[seat].prestige.add(Source::Paid, -points);
        events.tell(Event::Prestige {
            seat,
            points: -points,
            source: Source::Paid,
        });
    }
}
