//! A game without secrets passes the suite, with dice or without; one whose dice are never imagined anew does not.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use kit::conformance::{Promise, Report, Suite};
use kit::{
    About, BadOptions, BadText, Chance, Dice, Eyes, Flaw, Game, PerSeat, Refusal, Rng, Rule, Score,
    Seat, SeatSet, Seed, Sink, Standings, below,
};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Two players run in turn, each as far as they like and as far again as the die says, if there is one. Everything lies open but the die's next rolls.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Race<const DIE: u8> {
    places: PerSeat<i32>,
    turns: u8,
    die: Option<Chance>,
}

/// Without a die.
const NONE: u8 = 0;
/// With a die whose rolls are imagined anew.
const FAIR: u8 = 1;
/// With a die whose rolls are always imagined the same.
const LOADED: u8 = 2;

const TURNS: u8 = 8;
const TOO_FAR: Rule = Rule {
    key: "too-far",
    section: "1",
};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Run(u8);

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "run {}", self.0)
    }
}

impl FromStr for Run {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Self, BadText> {
        let steps = text.strip_prefix("run ").and_then(|run| run.parse().ok());
        steps
            .map(Run)
            .ok_or_else(|| BadText::new(text, "a run is ‘run 2’"))
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum Happened {
    Ran { seat: Seat, steps: u8 },
    Rolled { steps: u8 },
}

impl<const DIE: u8> Game for Race<DIE> {
    const ABOUT: About = About {
        key: "race",
        name: "Race",
        author: "",
        rules: 1,
        seats: 2..=2,
        options: &[],
    };

    type Options = ();
    type Action = Run;
    type Event = Happened;
    /// The places and the turns.
    type View = (PerSeat<i32>, u8);

    fn new(_: &(), seed: Seed) -> Result<Self, BadOptions> {
        Ok(Race {
            places: PerSeat::of(2),
            turns: 0,
            die: (DIE != NONE).then(|| Chance::new(seed)),
        })
    }

    fn options(&self) {}

    fn seats(&self) -> u8 {
        2
    }

    fn deciders(&self) -> SeatSet {
        let next = Seat::FIRST.after(self.turns, 2);
        Some(next)
            .filter(|_| self.turns < TURNS)
            .into_iter()
            .collect()
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Run>) {
        actions.clear();
        if self.deciders().contains(seat) {
            actions.extend([Run(1), Run(2)]);
        }
    }

    fn apply(
        &mut self,
        seat: Seat,
        Run(steps): Run,
        events: &mut impl Sink<Happened>,
    ) -> Result<(), Refusal> {
        Refusal::unless_asked(seat, self.deciders())?;
        if !(1..=2).contains(&steps) {
            return Err(TOO_FAR.into());
        }
        self.places[seat] += i32::from(steps);
        events.tell(Happened::Ran { seat, steps });
        if let Some(die) = &mut self.die {
            let steps = die.below(6) as u8 + 1;
            self.places[seat] += i32::from(steps);
            events.tell(Happened::Rolled { steps });
        }
        self.turns += 1;
        Ok(())
    }

    fn view(&self, _: Eyes) -> Self::View {
        (self.places, self.turns)
    }

    fn seen(event: &Happened, _: Eyes) -> Option<Happened> {
        Some(event.clone())
    }

    fn reveals(event: &Happened, _: Eyes) -> bool {
        matches!(event, Happened::Rolled { .. })
    }

    fn imagine(&(places, turns): &Self::View, rng: &mut impl Rng) -> Self {
        let die = match DIE {
            NONE => None,
            FAIR => Some(Chance::new(Seed::random(rng))),
            _ => Some(Chance::new(Seed::from_text("loaded"))),
        };
        Race { places, turns, die }
    }

    fn standings(&self) -> Standings {
        let score = |seat| Score::of([("steps", self.places[seat])]);
        Standings {
            scores: Seat::first(2).map(score).collect(),
            automatic: None,
            over: self.deciders().is_empty(),
            winners: SeatSet::EMPTY,
        }
    }

    fn check(&self) -> Result<(), Flaw> {
        Ok(())
    }
}

fn suite<const DIE: u8>() -> Suite<Race<DIE>> {
    let any_action = |dice: &mut Dice| Run(below(dice, 4) as u8);
    Suite {
        games: 20,
        ..Suite::new(|_| (), any_action)
    }
}

#[test]
fn a_game_without_secrets_passes() {
    let Report {
        decisions,
        imagined_otherwise,
        compared,
        ..
    } = suite::<NONE>().check().unwrap();
    assert_eq!((decisions, imagined_otherwise), (20 * 8, 0));
    assert!(compared > 0);
}

#[test]
fn a_game_in_which_only_the_next_rolls_are_hidden_passes() {
    let report = suite::<FAIR>().check().unwrap();
    assert_eq!(report.imagined_otherwise, 0);
}

#[test]
fn rolls_that_are_never_imagined_anew_are_caught() {
    let breach = suite::<LOADED>().check().unwrap_err();
    assert_eq!(breach.promise, Promise::ImagineRedraws, "{breach}");
}
