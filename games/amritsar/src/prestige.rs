//! Prestige points by source.

use crate::components::{Decade, ObjectiveType};
use kit::{By, Id, Key, Score};
use serde::{Deserialize, Serialize};

kit::ids! {
    /// The source of prestige gained or lost.
    pub enum Source: "source of prestige" {
        /// The initial prestige.
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
        /// Sales, and counters due when the market space is empty.
        Market = "market",
        /// Bridge tiles.
        Bridges = "bridges",
        /// The objective space that gives prestige.
        Upgrades = "upgrades",
        /// The mahout action that gives prestige.
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
    /// Returns the source for the majorities of a decade.
    pub const fn majorities(decade: Decade) -> Source {
        match decade {
            Decade::I => Source::MajoritiesI,
            Decade::Ii => Source::MajoritiesIi,
            Decade::Iii => Source::MajoritiesIii,
        }
    }

    /// Returns the source for objectives of a type.
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
    /// Returns the sum of all points. Never below 0 (spec 2.15).
    pub fn total(&self) -> i16 {
        self.0.iter().map(|(_, &points)| points).sum()
    }

    /// An upper limit that no source reaches in play. A loaded state cannot gain more than this.
    pub const MOST: i16 = 500;

    /// Adds points.
    pub fn gain(&mut self, source: Source, points: i16) {
        let points = self.0[source].saturating_add(points);
        self.0[source] = points.min(Prestige::MOST);
    }

    /// Removes points, but never more than there are. Returns the number removed.
    pub fn lose(&mut self, source: Source, points: i16) -> i16 {
        let lost = points.min(self.total());
        self.0[source] = self.0[source].saturating_sub(lost);
        lost
    }

    /// Returns a player's score with the sources that a player can have.
    pub(crate) fn of_a_player(&self) -> Score {
        self.score(|source| source != Source::MaharajahBoard)
    }

    /// Returns the Maharajah's score with the sources that he can have.
    pub(crate) fn of_the_maharajah(&self) -> Score {
        self.score(Source::is_the_maharajahs)
    }

    fn score(&self, listed: impl Fn(Source) -> bool) -> Score {
        let sources = self.0.iter().filter(|&(source, _)| listed(source));
        Score::of(sources.map(|(source, &points)| (source.id(), points.into())))
    }
}
