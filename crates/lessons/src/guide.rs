//! The guided first game: a whole game against easy bots with tips that fade.

use crate::condition::{Accepted, matches};
use crate::course::Text;
use crate::play::{read_options, setup};
use kit::{BadOptions, Seat, Seed};
use protocol::Level;
use serde_json::Value;
use std::collections::BTreeMap;
use table::{AnyGame, Person, Setup, Sitter};

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
    /// `when palace * if view visit=2`: an action that must be legal, and conditions on what happened since the reader's last decision and on the view.
    /// One of several is enough.
    pub when: Vec<Accepted>,
    /// `suggest palace awa4`: actions that are marked, if they are legal; the first of them is what a novice does.
    pub suggested: Vec<String>,
    /// `times 2`: at how many decisions it is said; then it is known.
    pub times: usize,
    /// `rules placing`: the sections of the rules that say more.
    pub rules: Vec<String>,
}

/// How often each tip was said.
pub type Known = BTreeMap<String, usize>;

impl Guide {
    /// Returns the set-up of the game for a person.
    pub fn setup(&self, game: AnyGame, person: &Person) -> Result<Setup, BadOptions> {
        let (options, seats) = read_options(game, &self.options)?;
        let eyes = self.eyes.unwrap_or(Seat::FIRST);
        let seats = Seat::first(seats).map(|seat| match seat == eyes {
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
                    legal.any(|action| when.accepts(action, events, view))
                })
        })
    }

    /// Returns whether every tip is known.
    pub fn is_over(&self, known: &Known) -> bool {
        let mut tips = self.tips.iter();
        tips.all(|tip| known.get(&tip.name).is_some_and(|said| *said >= tip.times))
    }
}

impl Tip {
    /// Returns the legal actions that it suggests, the best first.
    pub fn suggestions<'a>(&'a self, legal: &'a [String]) -> impl Iterator<Item = &'a String> {
        let patterns = self.suggested.iter();
        patterns.flat_map(|pattern| legal.iter().filter(|action| matches(pattern, action)))
    }
}
