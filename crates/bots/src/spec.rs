//! Bots by name, as people and programs specify them.

use crate::{Bot, Budget, Judgement, Lookahead, Random, Search, TurnAhead};
use kit::{Judge, Key, Seed};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The specification of a bot: `value`, `search:500` (iterations), `search:100ms`, or a level such as `easy`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Spec {
    /// Chooses among the legal actions at random, uniformly.
    Random,
    /// Maximises its points in the short term.
    Greedy,
    /// Maximises its prospects one step ahead.
    Value,
    /// Maximises its prospects at the end of its turn.
    Turn,
    /// Monte Carlo tree search over imagined worlds.
    Search(Thought),
    /// A strength level.
    Level(Level),
}

/// The limit of a search for each decision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Thought {
    /// A number of imagined worlds.
    Iterations(u32),
    /// A time in milliseconds.
    Milliseconds(u32),
}

kit::ids! {
    /// A strength level of the bots that people play against.
    pub enum Level: "level" {
        /// Looks ahead to the end of its turn with large errors.
        Easy = "easy",
        /// Looks ahead to the end of its turn with small errors.
        Medium = "medium",
        /// Searches briefly.
        Hard = "hard",
        /// Searches for long.
        Expert = "expert",
    }
}

/// The default of `search` without a number.
const USUAL: Thought = Thought::Iterations(1000);
/// A few worlds are enough to beat a bot that looks one step ahead; more would leave too small a gap to the expert.
const HARD: Thought = Thought::Iterations(15);
const EXPERT: Thought = Thought::Iterations(5_000);
/// The maximum number of iterations or milliseconds.
const LONGEST: u32 = 10_000_000;

impl Spec {
    /// Creates the bot. The same seed makes the same choices, unless the bot is limited by time.
    pub fn seat<G: Judge>(self, seed: Seed, now: fn() -> f64) -> Box<dyn Bot<G>> {
        let turn = || TurnAhead::new(seed);
        let search = |thought: Thought| Box::new(Search::new(thought.budget(now), seed));
        match self {
            Spec::Random => Box::new(Random::new(seed)),
            Spec::Greedy => Box::new(Lookahead::greedy(seed)),
            Spec::Value => Box::new(Lookahead::value(Judgement::of_worth(), seed)),
            Spec::Turn => Box::new(turn()),
            Spec::Search(thought) => search(thought),
            Spec::Level(Level::Easy) => Box::new(turn().with_noise(G::EASY_NOISE)),
            Spec::Level(Level::Medium) => Box::new(turn().with_noise(G::MEDIUM_NOISE)),
            Spec::Level(Level::Hard) => search(HARD),
            Spec::Level(Level::Expert) => search(EXPERT),
        }
    }

    /// Replaces the number of iterations, if the bot is a search.
    pub fn with_iterations(self, iterations: u32) -> Result<Self, UnknownBot> {
        let thought = Thought::read(&iterations.to_string())?;
        Ok(if let Spec::Search(_) = self {
            Spec::Search(thought)
        } else {
            self
        })
    }

    /// Lists all names, for messages.
    pub fn list() -> String {
        let levels: Vec<String> = Level::all().map(|level| level.to_string()).collect();
        format!(
            "random, greedy, value, turn, search (search:500 with 500 iterations, search:100ms with 100 milliseconds a decision), {}",
            levels.join(", ")
        )
    }
}

impl Thought {
    /// Returns the budget of a search. `now` is the clock of its time.
    pub fn budget(self, now: fn() -> f64) -> Budget {
        match self {
            Thought::Iterations(iterations) => Budget::Iterations(iterations),
            Thought::Milliseconds(thinking) => Budget::Milliseconds {
                thinking: thinking.into(),
                now,
            },
        }
    }

    fn read(text: &str) -> Result<Self, UnknownBot> {
        let (number, make): (&str, fn(u32) -> Thought) = match text.strip_suffix("ms") {
            Some(number) => (number, Thought::Milliseconds),
            None => (text, Thought::Iterations),
        };
        match number.parse() {
            Ok(number) if (1..=LONGEST).contains(&number) => Ok(make(number)),
            _ => Err(UnknownBot(format!(
                "a search thinks for 1 to {LONGEST} iterations or milliseconds (‘500’, ‘100ms’), not ‘{text}’"
            ))),
        }
    }
}

/// An error about a text that does not name a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownBot(String);

impl fmt::Display for UnknownBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UnknownBot {}

impl FromStr for Spec {
    type Err = UnknownBot;

    fn from_str(text: &str) -> Result<Self, UnknownBot> {
        match text {
            "random" => Ok(Spec::Random),
            "greedy" => Ok(Spec::Greedy),
            "value" => Ok(Spec::Value),
            "turn" => Ok(Spec::Turn),
            "search" => Ok(Spec::Search(USUAL)),
            _ => match text.strip_prefix("search:") {
                Some(thought) => Thought::read(thought).map(Spec::Search),
                None => text.parse().map(Spec::Level).map_err(|_| {
                    UnknownBot(format!(
                        "there is no bot ‘{text}’; the bots are {}",
                        Spec::list()
                    ))
                }),
            },
        }
    }
}

/// In JSON, a bot is its name.
impl Serialize for Spec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Spec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Random => f.pad("random"),
            Spec::Greedy => f.pad("greedy"),
            Spec::Value => f.pad("value"),
            Spec::Turn => f.pad("turn"),
            Spec::Search(Thought::Iterations(iterations)) => f.pad(&format!("search:{iterations}")),
            Spec::Search(Thought::Milliseconds(milliseconds)) => {
                f.pad(&format!("search:{milliseconds}ms"))
            }
            Spec::Level(level) => level.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for name in [
            "random",
            "greedy",
            "value",
            "turn",
            "search:500",
            "search:100ms",
            "easy",
            "expert",
        ] {
            assert_eq!(name.parse::<Spec>().unwrap().to_string(), name);
        }
    }

    #[test]
    fn wrong_names_and_absurd_budgets_say_what_is_right() {
        let error = |name: &str| name.parse::<Spec>().unwrap_err().to_string();
        assert!(error("oracle").starts_with(
            "there is no bot ‘oracle’; the bots are random, greedy, value, turn, search"
        ));
        for budget in [
            "search:0",
            "search:-1",
            "search:99999999999",
            "search:0ms",
            "search:",
            "search:soon",
        ] {
            assert!(
                error(budget)
                    .starts_with("a search thinks for 1 to 10000000 iterations or milliseconds"),
                "{budget}"
            );
        }
        assert!(Spec::Search(USUAL).with_iterations(0).is_err());
    }
}
