//! The guided first game: a whole game against easy bots with tips that fade.

use crate::condition::{Accepted, Condition, matches};
use crate::course::Text;
use crate::play::{read_options, setup};
use kit::{BadOptions, Eyes, Seat, Seed, dice};
use protocol::Level;
use serde_json::Value;
use std::collections::BTreeMap;
use table::{AnyGame, ForGame, Person, Playable, Setup, Sitter};

/// `guide`: a game whose seed was chosen so that its rules come up in the order in which they are taught.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Guide {
    /// `options players=3`: the options, as in a record.
    pub options: String,
    /// `seed 17`: any text.
    pub seed: String,
    /// `eyes 0`: the seat of the reader.
    pub eyes: Option<Seat>,
    /// The tips, in the order in which they are looked through.
    pub tips: Vec<Tip>,
}

/// What is said at some decisions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tip {
    /// `tip chain`: a name.
    pub name: String,
    /// What it says.
    pub text: Text,
    /// `when palace * if view visit=2`: when it is said; one of several is enough.
    pub when: Vec<When>,
    /// `suggest palace awa4`: actions that are marked, if they are legal; the first of them is what a novice does.
    pub suggested: Vec<String>,
    /// `times 2`: at how many decisions it is said; then it is known.
    pub times: usize,
    /// `rules placing`: the sections of the rules that say more.
    pub rules: Vec<String>,
}

/// `when withdraw if view visit=1 then withdrew won~elephant`: when a tip is said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct When {
    /// An action that must be legal, and conditions on what happened since the reader's last decision and on the view.
    pub action: Accepted,
    /// What the action must lead to, as far as the reader can know.
    pub brings: Vec<Condition>,
}

/// How often each tip was said.
pub type Known = BTreeMap<String, usize>;

impl Guide {
    /// Returns the seat of the reader.
    pub fn eyes(&self) -> Seat {
        self.eyes.unwrap_or(Seat::FIRST)
    }

    /// Returns the set-up of the game for a person.
    pub fn setup(&self, game: AnyGame, person: &Person) -> Result<Setup, BadOptions> {
        let (options, seats) = read_options(game, &self.options)?;
        let seats = Seat::first(seats).map(|seat| match seat == self.eyes() {
            true => Sitter::from(person),
            false => Sitter::Bot { level: Level::Easy },
        });
        let owner = person.id.clone();
        Ok(setup(game, options, seats.collect(), owner, &self.seed))
    }

    /// Returns the seed of the bots, so that the same actions lead to the same game.
    pub fn bots(&self) -> Seed {
        Seed::from_text(&self.seed).child(0)
    }

    /// Returns what is said at a decision: the first tip that fits and is not known yet.
    pub fn tip(
        &self,
        game: AnyGame,
        legal: &[String],
        events: &[Value],
        view: &Value,
        known: &Known,
    ) -> Option<&Tip> {
        let mut tips = self.tips.iter();
        tips.find(|tip| {
            let said = known.get(&tip.name).copied().unwrap_or(0);
            let mut when = tip.when.iter();
            said < tip.times
                && when.any(|when| {
                    let mut legal = legal.iter();
                    legal.any(|action| {
                        when.action.accepts(action, events, view)
                            && when.is_brought(game, self.eyes(), view, action)
                    })
                })
        })
    }

    /// Returns whether every tip is known.
    pub fn is_over(&self, known: &Known) -> bool {
        let mut tips = self.tips.iter();
        tips.all(|tip| known.get(&tip.name).is_some_and(|said| *said >= tip.times))
    }
}

impl When {
    /// Reads what stands behind `when`.
    pub fn read(text: &str) -> Result<Self, String> {
        let (action, brings) = match text.split_once(" then ") {
            Some((action, brings)) => (action, brings.split(" and ").collect()),
            None => (text, Vec::new()),
        };
        let brings = brings.into_iter().map(Condition::read);
        Ok(When {
            action: Accepted::read(action)?,
            brings: brings.collect::<Result<_, String>>()?,
        })
    }

    /// Returns whether an action leads to what it must.
    fn is_brought(&self, game: AnyGame, seat: Seat, view: &Value, action: &str) -> bool {
        let outcome = || game.run(Outcome { seat, view, action });
        self.brings.is_empty()
            || outcome().is_some_and(|(events, after)| {
                let mut brings = self.brings.iter();
                brings.all(|condition| condition.holds(&events, &after))
            })
    }
}

/// What an action leads to in one of the worlds that look like this to a seat.
struct Outcome<'a> {
    seat: Seat,
    view: &'a Value,
    action: &'a str,
}

impl ForGame for Outcome<'_> {
    /// The events and the view, as the seat sees them; nothing if the action is not legal.
    type Output = Option<(Vec<Value>, Value)>;

    fn run<G: Playable>(self) -> Self::Output {
        let eyes = Eyes::Seat(self.seat);
        let view: G::View = serde_json::from_value(self.view.clone()).ok()?;
        let mut world = G::imagine(&view, &mut dice(Seed::from_bytes([0; 32])));
        let (action, mut events) = (self.action.parse().ok()?, Vec::new());
        world.apply(self.seat, action, &mut events).ok()?;
        let seen = events.iter().filter_map(|event| G::seen(event, eyes));
        let seen = seen.map(|event| serde_json::to_value(event).unwrap_or_default());
        let after = serde_json::to_value(world.view(eyes)).unwrap_or_default();
        Some((seen.collect(), after))
    }
}

impl Tip {
    /// Returns the legal actions that it suggests, the best first.
    pub fn suggestions<'a>(&'a self, legal: &'a [String]) -> impl Iterator<Item = &'a String> {
        let patterns = self.suggested.iter();
        patterns.flat_map(|pattern| legal.iter().filter(|action| matches(pattern, action)))
    }
}
