//! Seats that decide at the same time must not know of each other's choice, in a search neither.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use bots::{Budget, Chair, Search};
use kit::{
    About, Amounts, BadOptions, BadText, Eyes, Flaw, Game, Judge, NoProspect, PerSeat, Refusal,
    Rng, Rule, Score, Seat, SeatSet, Seed, Sink, Standings, below,
};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Matching pennies: both show a side at the same time; seat 0 wins if the sides are equal, else seat 1.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Pennies {
    shown: PerSeat<Option<bool>>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Show(bool);

impl fmt::Display for Show {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0 { "heads" } else { "tails" })
    }
}

impl FromStr for Show {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Self, BadText> {
        match text {
            "heads" => Ok(Show(true)),
            "tails" => Ok(Show(false)),
            _ => Err(BadText::new(text, "heads or tails")),
        }
    }
}

/// What one pair of eyes sees before both have shown.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Seen {
    own: PerSeat<Option<bool>>,
    committed: SeatSet,
}

const SHOWN: Rule = Rule {
    key: "shown",
    section: "1",
};

impl Game for Pennies {
    const ABOUT: About = About {
        key: "pennies",
        name: "Matching pennies",
        author: "",
        rules: 1,
        seats: 2..=2,
        options: &[],
    };

    type Options = ();
    type Action = Show;
    type Event = String;
    type View = Seen;

    fn new(_: &(), _: Seed) -> Result<Self, BadOptions> {
        Ok(Pennies {
            shown: PerSeat::of(2),
        })
    }

    fn options(&self) {}

    fn seats(&self) -> u8 {
        2
    }

    fn deciders(&self) -> SeatSet {
        Seat::first(2)
            .filter(|&seat| self.shown[seat].is_none())
            .collect()
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Show>) {
        actions.clear();
        if self.deciders().contains(seat) {
            actions.extend([Show(false), Show(true)]);
        }
    }

    fn apply(
        &mut self,
        seat: Seat,
        Show(side): Show,
        _: &mut impl Sink<String>,
    ) -> Result<(), Refusal> {
        match self.shown[seat].replace(side) {
            None => Ok(()),
            Some(before) => {
                self.shown[seat] = Some(before);
                Err(SHOWN.into())
            }
        }
    }

    fn view(&self, eyes: Eyes) -> Seen {
        let committed = Seat::first(2)
            .filter(|&seat| self.shown[seat].is_some())
            .collect();
        Seen {
            own: PerSeat::new(2, |seat| self.shown[seat].filter(|_| eyes.are(seat))),
            committed,
        }
    }

    fn seen(event: &String, _: Eyes) -> Option<String> {
        Some(event.clone())
    }

    fn reveals(_: &String, _: Eyes) -> bool {
        false
    }

    fn imagine(view: &Seen, rng: &mut impl Rng) -> Self {
        let shown = |seat| {
            view.own[seat].or_else(|| view.committed.contains(seat).then(|| below(rng, 2) == 1))
        };
        Pennies {
            shown: PerSeat::new(2, shown),
        }
    }

    fn standings(&self) -> Standings {
        let over = self.deciders().is_empty();
        let [first, second] = [0, 1].map(|number| Seat::new(number).unwrap());
        let winner = if self.shown[first] == self.shown[second] {
            first
        } else {
            second
        };
        let score = |seat| Score::of([("pennies", i32::from(over && seat == winner))]);
        let winners = if over {
            SeatSet::only(winner)
        } else {
            SeatSet::EMPTY
        };
        Standings {
            scores: Seat::first(2).map(score).collect(),
            automatic: None,
            over,
            winners,
        }
    }

    fn check(&self) -> Result<(), Flaw> {
        Ok(())
    }
}

impl Judge for Pennies {
    type Prospect = NoProspect;

    fn prospects(&self, _: SeatSet, _: &mut PerSeat<Amounts<Self>>) {}
}

#[test]
fn neither_penny_answers_the_other() {
    let game = Pennies::new(&(), Seed::from_text("")).unwrap();
    for seat in Seat::first(2) {
        let mut legal = Vec::new();
        let chair = Chair::new(&game, seat, &mut legal).unwrap();
        let mut search = Search::new(Budget::Iterations(4000), Seed::from_text("pennies"));
        for ranked in search.think(&chair, || false) {
            // Whoever could answer the other's choice would win or lose nearly always.
            assert!(
                (0.35..0.65).contains(&ranked.reward),
                "seat {seat}: {ranked:?}"
            );
            assert!(ranked.visits > 1000, "seat {seat}: {ranked:?}");
        }
    }
}

#[test]
fn a_choice_that_was_committed_stays_unknown() {
    let mut game = Pennies::new(&(), Seed::from_text("")).unwrap();
    let [first, second] = [0, 1].map(|number| Seat::new(number).unwrap());
    game.apply(first, Show(true), &mut ()).unwrap();
    let mut legal = Vec::new();
    let chair = Chair::new(&game, second, &mut legal).unwrap();
    let mut search = Search::new(Budget::Iterations(4000), Seed::from_text("pennies"));
    for ranked in search.think(&chair, || false) {
        assert!((0.4..0.6).contains(&ranked.reward), "{ranked:?}");
    }
}
