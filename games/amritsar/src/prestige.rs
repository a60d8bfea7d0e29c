//! Prestige points, and where they came from.

use crate::components::{Decade, ObjectiveType};
use kit::{By, Id, Key, Score};
use serde::{Deserialize, Serialize};

kit::ids! {
    /// Where prestige comes from, or goes to.
    pub enum Source: "source of prestige" {
        /// What everybody starts with.
        Start = "start",
        /// Printed on the donation spaces.
        Donations = "donations",
        /// For counters under new donations.
        Support = "support",
        /// Majorities of the first decade.
        MajoritiesI = "majorities_1",
        /// Majorities of the second decade.
        MajoritiesIi = "majorities_2",
        /// Majorities of the third decade.
        MajoritiesIii = "majorities_3",
        /// From players who followed.
        Following = "following",
        /// Sales, and counters that the market space no longer has.
        Market = "market",
        /// Bridge tiles.
        Bridges = "bridges",
        /// The objective space that gives prestige.
        Upgrades = "upgrades",
        /// The action that gives prestige, that of a mahout tile.
        Actions = "actions",
        /// Knowledge tracks: missing counters, income and the last steps.
        Knowledge = "knowledge",
        /// The objective of type A.
        ObjectiveA = "objective_a",
        /// The objective of type B.
        ObjectiveB = "objective_b",
        /// The objective of type C.
        ObjectiveC = "objective_c",
        /// The objective of type D.
        ObjectiveD = "objective_d",
        /// Lost for unpaid taxes.
        Taxes = "taxes",
        /// Lost for passing the Maharajah.
        Penalties = "penalties",
        /// The Maharajah's own board: rows of counters, quarry and white-worker track.
        MaharajahBoard = "maharajah_board",
    }
}

impl Source {
    /// The majorities of a decade.
    pub const fn majorities(decade: Decade) -> Source {
        match decade {
            Decade::I => Source::MajoritiesI,
            Decade::Ii => Source::MajoritiesIi,
            Decade::Iii => Source::MajoritiesIii,
        }
    }

    /// Objectives of a type.
    pub const fn objective(kind: ObjectiveType) -> Source {
        match kind {
            ObjectiveType::A => Source::ObjectiveA,
            ObjectiveType::B => Source::ObjectiveB,
            ObjectiveType::C => Source::ObjectiveC,
            ObjectiveType::D => Source::ObjectiveD,
        }
    }

    const fn is_the_maharajahs(self) -> bool {
        use Source as S;
        matches!(
            self,
            S::Start
                | S::Donations
                | S::Support
                | S::MajoritiesI
                | S::MajoritiesIi
                | S::MajoritiesIii
                | S::ObjectiveC
                | S::MaharajahBoard
        )
    }
}

/// Prestige points by source; losses are negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Prestige(pub By<Source, i16, { Source::COUNT }>);

impl Prestige {
    /// All points together. Never below 0 (spec 2.15).
    pub fn total(&self) -> i16 {
        self.0.iter().map(|(_, &points)| points).sum()
    }

    /// More points than any source ever gives. A state from outside that claims so many gets no more of them.
    pub const MOST: i16 = 500;

    /// Adds points.
    pub fn gain(&mut self, source: Source, points: i16) {
        let points = self.0[source].saturating_add(points);
        self.0[source] = points.min(Prestige::MOST);
    }

    /// Takes points away, but never more than there are; tells how many.
    pub fn lose(&mut self, source: Source, points: i16) -> i16 {
        let lost = points.min(self.total());
        self.0[source] = self.0[source].saturating_sub(lost);
        lost
    }

    /// A player's points in the sources that a player can have.
    pub(crate) fn of_a_player(&self) -> Score {
        self.score(|source| source != Source::MaharajahBoard)
    }

    /// The Maharajah's points in the sources that he can have.
    pub(crate) fn of_the_maharajah(&self) -> Score {
        self.score(Source::is_the_maharajahs)
    }

    fn score(&self, listed: impl Fn(Source) -> bool) -> Score {
        let sources = self.0.iter().filter(|&(source, _)| listed(source));
        Score::of(sources.map(|(source, &points)| (source.id(), points.into())))
    }
}
